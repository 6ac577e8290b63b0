"""The longer attacks on a running server, each with a bystander whose waiting times are printed.

python -m tests.server.attacks               all of them, 50,000 cases of fuzzing
python -m tests.server.attacks floods heads  some of them
python -m tests.server.attacks --cases 5000 --seconds 5 --seed 7

Everything stays on the loopback address and is bounded in number and time. It ends with 1 if the server died, logged a
traceback or left the bystander without an answer.
"""

from __future__ import annotations

import argparse
import contextlib
import multiprocessing
import random
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TypeVar

from tests.server.attacks import fuzzing
from tests.server.attacks.bystander import Bystander
from tests.server.attacks.raw import connection, handshake, pour
from tests.server.attacks.starving import Crowd, answer_times
from tests.server.attacks.test_poison import poison
from tests.server.attacks.test_slow_readers import MEGABYTE, memory, play
from tests.server.attacks.test_small_frames import FLOODS
from tests.server.house import Player, Server, serving
from tests.server.postgres import NotInstalled, cluster

# The bystander asks so often that a hundredth of the answers is more than one of them.
PAUSE = 0.03
# How many answers before the attack are timed for comparison.
CALM = 100
ATTACKERS = 8
# The strongest bot may think for two seconds about a turn; a crowd may add two more.
OWN_SECONDS, CROWD_SECONDS = 2.0, 2.0
CROWD_TABLES, CROWD_HINTS = 300, 100
T = TypeVar("T")


class Attack:
    """What an attack is told, and what it found wrong."""

    def __init__(self, folder: Path, cases: int, seconds: float, seed: int) -> None:
        self.folder, self.cases, self.seconds, self.seed = folder, cases, seconds, seed
        self.faults: list[str] = []
        self._servers = 0

    @contextlib.contextmanager
    def server(self, *options: str, limits: bool = True) -> Iterator[Server]:
        """A server of its own; afterwards its log must hold no traceback."""
        self._servers += 1
        with serving(self.folder / f"data-{self._servers}", *options, limits=limits) as server:
            yield server
            if server.process.poll() is not None:
                self.faults.append("the server has ended")
            if "Traceback" in server.stderr():
                self.faults.append(f"the server logged a traceback:\n{server.stderr()[-3000:]}")

    @staticmethod
    def report(name: str, what: str, bystander: Bystander) -> None:
        print(f"{name}: {what}\n    {bystander.line()}", flush=True)


def apart(work: Callable[[int], T], count: int) -> list[T]:
    """The work done in processes of their own, so that attackers and bystander do not wait for one interpreter."""
    context = multiprocessing.get_context("fork")
    results: multiprocessing.Queue[T] = context.Queue()

    def run(number: int) -> None:
        results.put(work(number))

    attackers = [context.Process(target=run, args=(number,), daemon=True) for number in range(count)]
    for attacker in attackers:
        attacker.start()
    found = [results.get(timeout=3600) for _ in attackers]
    for attacker in attackers:
        attacker.join()
    return found


def floods(attack: Attack) -> None:
    """Ten connections that send frames without orders, again and again, as fast as they come back."""
    for kind, frame in FLOODS.items():
        with attack.server() as server, Bystander(server.url, PAUSE) as bystander:
            bystander.look_around(CALM)
            flood = partial(_flood, server, bystander.table, frame * 20_000, time.monotonic() + attack.seconds)
            opened = sum(apart(flood, 10))
            attack.report(f"flood of {kind}", f"{opened} connections, each cut off", bystander)


def _flood(server: Server, table: str, data: bytes, end: float, number: int) -> int:
    """How many connections one attacker has opened until the end."""
    opened = 0
    while time.monotonic() < end:
        with contextlib.suppress(OSError, AssertionError):
            line = handshake(server, table, where=f"127.0.0.{66 + number}")
            opened += 1
            pour(line, data, 1_000, seconds=end + 5 - time.monotonic())
            line.close()
    return opened


def fuzz(attack: Attack, name: str, one: Callable[[Server, str, random.Random, str], None]) -> None:
    with attack.server(limits=False) as server, Bystander(server.url, PAUSE) as bystander:
        bystander.look_around(CALM)
        each = attack.cases // ATTACKERS

        def run(number: int) -> str:
            dice = random.Random(f"{name} {attack.seed} {number}")
            for case in range(each):
                try:
                    one(server, bystander.table, dice, f"127.0.0.{66 + number}")
                except (AssertionError, OSError) as error:
                    return f"{name} {attack.seed} {number} case {case}: {type(error).__name__} {error}"
            return ""

        attack.faults += [fault for fault in apart(run, ATTACKERS) if fault]
        attack.report(f"fuzzing of {name}", f"{each * ATTACKERS:,} cases, seed {attack.seed}", bystander)


def to_the_end(line: socket.socket) -> bytes:
    """Say that nothing more comes, and read all there is."""
    got = b""
    try:
        line.shutdown(socket.SHUT_WR)
        while piece := line.recv(1 << 16):
            got += piece
    except TimeoutError:
        raise AssertionError("the server neither answers nor ends the connection") from None
    except OSError:
        pass
    return got


def frames(attack: Attack) -> None:
    """Half of the cases: frames that no client sends."""

    def one(server: Server, table: str, dice: random.Random, where: str) -> None:
        with contextlib.closing(handshake(server, table, where=where)) as line:
            with contextlib.suppress(OSError):
                line.sendall(fuzzing.frames(dice))
            to_the_end(line)

    fuzz(attack, "frames", one)


def heads(attack: Attack) -> None:
    """The other half: requests that are none."""

    def one(server: Server, _: str, dice: random.Random, where: str) -> None:
        with contextlib.closing(connection(server, where)) as line:
            with contextlib.suppress(OSError):
                line.sendall(fuzzing.head(dice))
            got = to_the_end(line)
            assert not got or got.startswith(b"HTTP/1.1 "), got[:100]
            assert b"HTTP/1.1 500" not in got, got[:1000]

    fuzz(attack, "heads", one)


def readers(attack: Attack) -> None:
    """A thousand sockets that never read, at a Shogun table where much happens."""
    with attack.server(limits=False) as server, Bystander(server.url, PAUSE) as bystander:
        eve = Player(server.url, "Eve")
        table = eve.table(game="shogun", seats=["me"] * 4, watch="anyone")
        play(eve, table, 5)
        bystander.look_around(CALM)
        before = memory(server)
        deaf = [handshake(server, table, receive_buffer=4096) for _ in range(1_000)]
        end, most = time.monotonic() + attack.seconds, 0
        while time.monotonic() < end:
            play(eve, table, 5)
            most = max(most, memory(server) - before)
        attack.report("slow readers", f"1,000 sockets cost {most / MEGABYTE:.0f} MB", bystander)
        if most > 150 * MEGABYTE:
            attack.faults.append("slow readers cost more than 150 MB")
        for line in deaf:
            line.close()


def silence(attack: Attack) -> None:
    """Connections that say nothing, as many as can be had."""
    with attack.server() as server, Bystander(server.url, PAUSE) as bystander:
        bystander.look_around(CALM)
        end, lines = time.monotonic() + attack.seconds, []
        while time.monotonic() < end:
            with contextlib.suppress(OSError):
                lines.append(connection(server))
            if len(lines) > 900:
                lines.pop(0).close()
        attack.report("silent connections", f"{len(lines)} held open at once", bystander)
        for line in lines:
            line.close()


def poisons(attack: Attack) -> None:
    """Texts that PostgreSQL cannot store, while others write."""
    try:
        with cluster() as address, attack.server("--database", address, limits=False) as server:
            eve = Player(server.url, "Eve")
            table = eve.table(seats=["me", "me"])
            with Bystander(server.url, PAUSE) as bystander:
                bystander.look_around(CALM)
                end, sent = time.monotonic() + attack.seconds, 0
                while time.monotonic() < end:
                    answers = poison(eve, table, sent)
                    sent += len(answers)
                    if set(answers) != {400}:
                        attack.faults.append(f"poison was answered with {sorted(set(answers))}")
                attack.report("poison", f"{sent} requests, all refused", bystander)
    except NotInstalled as missing:
        print(f"poison: left out, {missing}")


def starvation(attack: Attack) -> None:
    """Hundreds of games among bots and a hundred hints, while the bystander plays against the strongest bot."""
    turns = max(3, int(attack.seconds))
    with attack.server() as server, Bystander(server.url, PAUSE) as bystander:
        # The first turn also waits until a worker has started; that is not what is measured.
        answer_times(server.url, 1)
        alone = answer_times(server.url, turns)
        bystander.look_around(CALM)
        with Crowd(server.url, CROWD_TABLES, CROWD_HINTS) as crowd:
            waited = answer_times(server.url, turns)
            what = f"{crowd.tables} games among bots, {crowd.hints} hints at a time, {crowd.hints_given} given"
            attack.report("starvation", what, bystander)
        print(f"    the bot's turn alone:          {_seconds(alone)}")
        print(f"    the bot's turn with the crowd: {_seconds(waited)}", flush=True)
        if max(waited) > OWN_SECONDS + CROWD_SECONDS:
            attack.faults.append(f"a person waited {max(waited):.1f} s for a bot that has {OWN_SECONDS:.0f} s")


def _seconds(waited: list[float]) -> str:
    middle = sorted(waited)[len(waited) // 2]
    return f"{len(waited)} turns, median {middle:.2f} s, longest {max(waited):.2f} s"


ATTACKS: dict[str, Callable[[Attack], None]] = {
    "floods": floods,
    "frames": frames,
    "heads": heads,
    "readers": readers,
    "silence": silence,
    "poison": poisons,
    "starvation": starvation,
}


def main() -> int:
    words = argparse.ArgumentParser(prog="python -m tests.server.attacks", description="Attacks on a running server.")
    words.add_argument("names", nargs="*", help=f"which of {', '.join(ATTACKS)}; all if none is named")
    words.add_argument("--cases", type=int, default=50_000, help="cases of fuzzing, half frames and half heads")
    words.add_argument("--seconds", type=float, default=15.0, help="how long each other attack lasts")
    words.add_argument("--seed", type=int, default=1)
    given = words.parse_args()
    if unknown := set(given.names) - set(ATTACKS):
        words.error(f"there is no attack {', '.join(sorted(unknown))}")
    failed = 0
    for name in given.names or ATTACKS:
        with tempfile.TemporaryDirectory(prefix="gunbai-attacks-") as folder:
            attack = Attack(Path(folder), given.cases // 2, given.seconds, given.seed)
            ATTACKS[name](attack)
            for fault in attack.faults:
                print(f"    FAULT: {fault}", flush=True)
            failed += bool(attack.faults)
    print("all held" if not failed else f"{failed} attacks found a fault")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
