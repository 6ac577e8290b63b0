"""Restart the processes behind nginx one by one, kill one, restart PostgreSQL, while people play.

`python -m tests.server.rolling` prints the longest pause that a player saw in each of them. The two players of a table
have sockets of their own, which nginx gives to different processes. No acknowledged move may be lost or played twice.
"""

from __future__ import annotations

import contextlib
import json
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx
import psycopg
from websockets.exceptions import WebSocketException

from tests.server.house import Player, Server, TableSocket
from tests.server.nginx import proxy
from tests.server.postgres import Cluster, lasting_port, running_cluster

# As the browser app does.
RETRY = (0.5, 1.0, 2.0)
# For a sign that must come, however busy the machine is.
PATIENCE = 180.0
_BROKEN = (WebSocketException, OSError, TimeoutError, EOFError)


class Pair:
    """Two players at one table after another, in a thread: each move waits until both have heard of it."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.acknowledged: list[tuple[str, str, int]] = []
        self.pauses: list[float] = []
        self.failure: BaseException | None = None
        self._over = threading.Event()
        self._people = [Player(url, name) for name in ("Ann", "Ben")]
        self._table = ""
        self._lines: list[TableSocket | None] = [None, None]
        self._seen: list[Any] = [{}, {}]
        self._attempt = 0
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> Pair:
        self._thread.start()
        return self

    def stop(self) -> None:
        self._over.set()
        self._thread.join()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()
        if kind is None and self.failure is not None:
            raise self.failure

    def _run(self) -> None:
        try:
            while not self._over.is_set():
                self._new_table()
                while not self._over.is_set() and not self._ended():
                    self._move()
        except BaseException as error:
            self.failure = error
        finally:
            for number in (0, 1):
                self._drop(number)

    # -- setting up ---------------------------------------------------------------------------------------

    def _persist(self, ask: Callable[[], httpx.Response], fine: tuple[int, ...]) -> httpx.Response:
        """Ask until there is an answer from a process that can store something."""
        end = time.monotonic() + PATIENCE
        while True:
            with contextlib.suppress(httpx.TransportError):
                answer = ask()
                if answer.status_code in fine:
                    return answer
                assert answer.status_code in (502, 503, 504), answer.text
            assert time.monotonic() < end, "no process answers"
            time.sleep(RETRY[0])

    def _new_table(self) -> None:
        for number in (0, 1):
            self._drop(number)
        ann, ben = self._people
        plan = {"game": "whisper", "seats": ["me", "open"], "listed": False, "watch": "anyone"}
        self._table = self._persist(lambda: ann.http.post("/tables", json=plan), (201,)).json()["table"]
        key = {"key": f"join-{time.time_ns()}"}
        self._persist(lambda: ben.http.post(f"/tables/{self._table}/join", json=key), (200,))
        for number in (0, 1):
            # A process that had the table open may hear only now that it has begun.
            self._listen(number, lambda seen: seen.get("table", {}).get("status", "gathering") != "gathering")

    def _ended(self) -> bool:
        return any(seen.get("table", {}).get("status") == "over" for seen in self._seen)

    # -- playing ------------------------------------------------------------------------------------------

    def _move(self) -> None:
        """One move of the player who may act, and how long it took until both had heard of it."""
        began = time.monotonic()
        mover = self._mover()
        if mover is None:
            return
        sight = self._choices(mover)
        assert sight is not None
        key = f"{time.time_ns()}-{mover}"
        order = {
            "seat": sight["seat"], "version": sight["version"], "actions": [sight["legal"][0]["action"]], "key": key
        }  # fmt: skip
        placed = self._keep_trying(mover, lambda: self._order(mover, order))
        self.acknowledged.append((self._table, f"{self._people[mover].me['id']}:{key}", placed["seq"]))
        for number in (0, 1):
            self._hear(number, placed["version"])
        self.pauses.append(time.monotonic() - began)

    def _mover(self) -> int | None:
        end = time.monotonic() + PATIENCE
        while not self._ended():
            for number in (0, 1):
                if self._choices(number) is not None:
                    return number
            assert time.monotonic() < end, f"nobody may act: {self._seen}"
            for number in (0, 1):
                self._hear(number, self._seen[number].get("version", 0) + 1)
        return None

    def _choices(self, number: int) -> Any:
        """What a player sees from a seat that may act now; None if there is none."""
        return next((sight for sight in self._seen[number].get("sights", ()) if sight and sight["legal"]), None)

    def _order(self, number: int, order: dict[str, Any]) -> Any:
        line = self._line(number)
        asked = line.send("act", **order)
        while True:
            message = line.receive(PATIENCE)
            if message["type"] == "update":
                self._note(number, message)
            elif message["id"] == asked:
                if message["type"] == "done":
                    return message
                assert message["status"] == 503, (message, order, self._seen)
                raise TimeoutError("not stored")

    def _hear(self, number: int, version: int) -> None:
        """Wait until the socket of a player has told this version."""
        self._listen(number, lambda seen: seen.get("version", -1) >= version)

    def _listen(self, number: int, sign: Callable[[Any], bool]) -> None:
        """Wait until what a player has seen on the socket fits."""

        def listen() -> None:
            line = self._line(number)
            while not sign(self._seen[number]):
                message = line.receive(PATIENCE)
                if message["type"] == "update":
                    self._note(number, message)

        self._keep_trying(number, listen)

    def _note(self, number: int, message: Any) -> None:
        if "sights" in message and message.get("version", -1) >= self._seen[number].get("version", -1):
            self._seen[number] = {**self._seen[number], **message}

    def _keep_trying(self, number: int, work: Callable[[], Any]) -> Any:
        """Do something with the socket of a player, as often as it breaks with a new one."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                result = work()
                self._attempt = 0
                return result
            except _BROKEN:
                if time.monotonic() > end:
                    raise
                self._drop(number)
                time.sleep(RETRY[min(self._attempt, len(RETRY) - 1)])
                self._attempt += 1

    def _line(self, number: int) -> TableSocket:
        """The socket of a player; a new one where the old one is gone."""
        line = self._lines[number]
        if line is not None:
            return line
        line = self._people[number].socket(self._table)
        first = line.receive(PATIENCE)
        if first["type"] != "update":
            with contextlib.suppress(*_BROKEN):
                line.close()
            assert first.get("status") in (429, 503), first
            raise TimeoutError("refused for now")
        self._seen[number] = first
        self._lines[number] = line
        return line

    def _drop(self, number: int) -> None:
        line, self._lines[number], self._seen[number] = self._lines[number], None, {}
        if line is not None:
            with contextlib.suppress(*_BROKEN):
                line.close()


class House:
    """Some processes on one PostgreSQL behind nginx, and people who play."""

    def __init__(self, folder: Path, cluster: Cluster, processes: int) -> None:
        self.folder, self.cluster = folder, cluster
        self.ports = [lasting_port() for _ in range(processes)]
        self.servers = [self._start(port) for port in self.ports]
        self.pairs: list[Pair] = []

    def _start(self, port: int) -> Server:
        return Server(
            self.folder / str(port),
            "--database",
            self.cluster.address,
            "--trust-proxy",
            "--bot-workers",
            "1",
            port=port,
        )

    def all_play_on(self, moves: int = 3) -> None:
        """Wait until every pair has been told of so many more moves, all asked for from now on."""
        wanted = [len(pair.pauses) + 1 + moves for pair in self.pairs]
        end = time.monotonic() + PATIENCE
        while any(len(pair.pauses) < count for pair, count in zip(self.pairs, wanted, strict=True)):
            for pair in self.pairs:
                if pair.failure is not None:
                    raise pair.failure
            assert time.monotonic() < end, "somebody does not come back"
            time.sleep(0.02)

    def longest_pause(self, work: Callable[[], None]) -> float:
        """Do something to the house, wait until everybody plays on; the longest that a player waited for a move."""
        before = [len(pair.pauses) for pair in self.pairs]
        work()
        self.all_play_on()
        return max(max(pair.pauses[count:]) for pair, count in zip(self.pairs, before, strict=True))

    def restart_all(self) -> None:
        """A rolling restart: each process ends in order and starts again before the next one's turn."""
        for number, port in enumerate(self.ports):
            self.servers[number].stop()
            self.servers[number] = self._start(port)

    def kill_one(self) -> None:
        self.servers[0].kill()
        self.all_play_on()
        self.servers[0] = self._start(self.ports[0])

    def restart_database(self) -> None:
        self.cluster.stop()
        self.cluster.start()

    def check(self) -> int:
        """All stop; then every acknowledged move is stored once and in its place. How many there were."""
        for pair in self.pairs:
            pair.stop()
        stored: dict[str, list[tuple[int, str | None, Any]]] = {}
        with psycopg.connect(self.cluster.address) as connection:
            for table, seq, key, body in connection.execute("SELECT table_id, seq, key, body FROM events ORDER BY seq"):
                stored.setdefault(table, []).append((seq, key, json.loads(body)))
        acknowledged = [one for pair in self.pairs for one in pair.acknowledged]
        for table, key, seq in acknowledged:
            places = [at for at, found, _ in stored.get(table, ()) if found == key]
            assert places == [seq], f"the acknowledged move {key} of {table} at {seq} is at {places}"
        for table, events in stored.items():
            assert [seq for seq, _, _ in events] == list(range(1, len(events) + 1)), f"{table} has a gap"
        return len(acknowledged)


@contextlib.contextmanager
def house(folder: Path, processes: int, pairs: int) -> Iterator[House]:
    """A house in which people play."""
    with running_cluster() as cluster:
        made = House(folder, cluster, processes)
        try:
            with proxy(made.ports) as url, contextlib.ExitStack() as players:
                made.pairs = [players.enter_context(Pair(url)) for _ in range(pairs)]
                made.all_play_on()
                yield made
        finally:
            for server in made.servers:
                server.stop()


def main() -> int:
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    with tempfile.TemporaryDirectory(prefix="gunbai-rolling-") as folder, house(Path(folder), 3, pairs) as made:
        print(f"calm: longest pause {made.longest_pause(made.all_play_on):.2f} s", flush=True)
        for name, work in {
            "rolling restart": made.restart_all,
            "a process killed": made.kill_one,
            "PostgreSQL restarted": made.restart_database,
        }.items():
            began = time.monotonic()
            pause = made.longest_pause(work)
            print(f"{name}: longest pause {pause:.2f} s, all over after {time.monotonic() - began:.1f} s", flush=True)
        made.all_play_on()
        moves = made.check()
    print(f"{moves} acknowledged moves of {2 * pairs} players, none lost, none played twice")
    return 0


if __name__ == "__main__":
    sys.exit(main())
