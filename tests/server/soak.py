"""People play game after game for as long as you like; what the server and its workers hold is printed every minute.

python -m tests.server.soak --minutes 60 --people 6 --pause 0

Everybody plays both sides of a table, then sits down against a bot, comes and goes in between, looks at old tables and
asks for hints. It ends with 1 if the server died, logged a traceback, or if it or its largest worker holds much more
memory at the end than in the first third of the time.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import threading
import time
from itertools import cycle
from pathlib import Path
from typing import Any

from gunbai.server.memory import resident
from tests.server.house import Player, Server, serving

GAMES = ("whisper", "gunshi", "gunkimono", "shogun")
# So many actions at one table, then the game is given up.
ACTIONS = 80
# Flat means: no more than so much above what it was after the first third.
GROWTH = 1.15
MEGABYTE = 1 << 20


class Regular:
    """One person who plays on and on, in a thread."""

    def __init__(self, server: Server, number: int, over: threading.Event, pause: float) -> None:
        self.moves = self.tables = 0
        self.failure: BaseException | None = None
        self._person, self._rng, self._over = Player(server.url, f"Regular {number}"), random.Random(number), over
        self._games, self._number = cycle(GAMES[number % len(GAMES) :] + GAMES[: number % len(GAMES)]), number
        self._old: list[str] = []
        self._pause = pause
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def join(self) -> None:
        self._thread.join()

    def _run(self) -> None:
        try:
            while not self._over.is_set():
                game = next(self._games)
                other = "me" if self.tables % 2 else "bot:level-2"
                self._play(game, other)
        except BaseException as error:
            self.failure = error

    def _play(self, game: str, other: str) -> None:
        options = {} if game == "gunshi" else {"players": 2}
        seats = ["me", other]
        table = self._person.table(game=game, options=options, seats=seats, listed=False, hints="anyone")
        self.tables += 1
        line = self._person.socket(table)
        seen: dict[int, Any] = {}
        played = 0
        while not self._over.is_set() and played < ACTIONS:
            message = line.receive(300)
            for sight in message.get("sights", ()):
                seen[sight["seat"]] = sight
            if any(sight["over"] for sight in seen.values()):
                break
            ready = [sight for sight in seen.values() if sight["legal"]]
            if message["type"] != "update" or not ready:
                continue
            sight = self._rng.choice(ready)
            action = self._rng.choice(sight["legal"])["action"]
            line.send("act", seat=sight["seat"], version=sight["version"], actions=[action])
            seen = {}
            played += 1
            self._over.wait(self._pause)
            if played % 25 == 0:
                # Gone and back again.
                line.close()
                line = self._person.socket(table)
                self._person.order(table, "hint", None, seat=sight["seat"])
        self.moves += played
        line.close()
        self._person.order(table, "resign", None, seat=0)
        self._old = [*self._old[-20:], table]
        self._person.see(self._rng.choice(self._old))


def workers_of(server: Server) -> list[int]:
    words = ["ps", "--ppid", str(server.process.pid), "-o", "pid="]
    return [int(word) for word in subprocess.run(words, capture_output=True, text=True, check=False).stdout.split()]


def main() -> int:
    words = argparse.ArgumentParser(prog="python -m tests.server.soak", description="Play on and on.")
    words.add_argument("--minutes", type=int, default=60)
    words.add_argument("--people", type=int, default=6)
    words.add_argument("--pause", type=float, default=0.0, help="seconds after every action of a person")
    given = words.parse_args()
    over, readings, largest = threading.Event(), list[int](), list[int]()
    folder = tempfile.TemporaryDirectory(prefix="gunbai-soak-")
    with folder as place, serving(Path(place) / "data", "--bot-seconds", "0.2") as server:
        people = [Regular(server, number, over, given.pause) for number in range(given.people)]
        began = time.monotonic()
        try:
            for minute in range(1, given.minutes + 1):
                over.wait(max(0.0, began + minute * 60 - time.monotonic()))
                readings.append(resident(server.process.pid))
                below = sorted((resident(pid) for pid in workers_of(server)), reverse=True)
                largest.append(max(below, default=0))
                held = ", ".join(f"{one / MEGABYTE:.0f}" for one in below)
                print(
                    f"minute {minute}: server {readings[-1] / MEGABYTE:.1f} MB, workers {held} MB, "
                    f"{sum(one.tables for one in people)} tables, {sum(one.moves for one in people)} moves",
                    flush=True,
                )
        finally:
            over.set()
            for one in people:
                one.join()
        faults = [f"a person's game failed: {one.failure!r}" for one in people if one.failure is not None]
        if server.process.poll() is not None:
            faults.append("the server has ended")
        if "Traceback" in server.stderr():
            faults.append(f"the server logged a traceback:\n{server.stderr()[-3000:]}")
    third = len(readings) // 3
    for what, held_by in (("the server", readings), ("the largest worker", largest)):
        if third and max(held_by[-third:]) > GROWTH * max(held_by[:third]):
            faults.append(f"{what} grew from {max(held_by[:third]):,} to {max(held_by[-third:]):,} bytes")
    for fault in faults:
        print(f"FAULT: {fault}")
    print("flat" if not faults else f"{len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
