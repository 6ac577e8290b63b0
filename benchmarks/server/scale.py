"""Our server with many sockets, many tables and a long past. `python -m benchmarks.server.scale idle|crowd|restart`

idle     10,000 sockets that only listen, on one process: memory of the process for each of them.
crowd    2,000 moves a second with 50 tables open, then with 5,000: how the 99th percentile changes.
restart  kill -9 with 20 tables in the database, then with 20,000: how long until the first move is answered.

Each prints Markdown with its target, takes less than four minutes on two quiet cores, and ends with 1 if the target is
missed. Needs node for `crowd`; `--sockets`, `--tables`, `--stored` and `--seconds` make it smaller.
"""

from __future__ import annotations

import argparse
import http.client
import json
import resource
import socket
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urlsplit

from benchmarks.server.run import Side, install, memory

SOCKET_KB, TIMES, LATER_SECONDS = 25, 2.0, 1.0
FEW, ROUNDS, RESTARTS = 50, 3, 5


@contextmanager
def serving(folder: Path) -> Iterator[Side]:
    """Our server on a folder; it is killed at the end, as always."""
    side = Side("ours", folder)
    try:
        yield side
    finally:
        side.stop()


class Person:
    """A guest who speaks plain HTTP on one connection."""

    def __init__(self, url: str, cookie: str = "") -> None:
        self._line = http.client.HTTPConnection(urlsplit(url).netloc, timeout=60)
        self.cookie = cookie
        if not cookie:
            self.post("/api/guests", {"name": "Ann"})

    def post(self, path: str, body: dict[str, Any]) -> Any:
        # A connection that was idle for some seconds is gone.
        self._line.close()
        headers = {"content-type": "application/json", "cookie": self.cookie}
        self._line.request("POST", path, json.dumps(body), headers)
        answer = self._line.getresponse()
        text = answer.read()
        assert answer.status < 300, f"{path}: {answer.status} {text[:200]!r}"
        self.cookie = (answer.getheader("set-cookie") or "").split(";")[0] or self.cookie
        return json.loads(text or b"null")

    def table(self) -> str:
        return str(self.post("/api/tables", {"game": "tally", "seats": ["me", "me"], "listed": False})["table"])

    def listen(self, url: str, table: str, address: str) -> socket.socket:
        """A socket at the table, opened and greeted. Another address has ports of its own."""
        parts = urlsplit(url)
        assert parts.hostname is not None
        assert parts.port is not None
        line = socket.create_connection((parts.hostname, parts.port), timeout=60, source_address=(address, 0))
        key = "dGhlIHNhbXBsZSBub25jZQ=="
        line.sendall(
            f"GET /api/tables/{table}/socket HTTP/1.1\r\nhost: {parts.netloc}\r\nconnection: upgrade\r\n"
            f"upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: {key}\r\n"
            f"cookie: {self.cookie}\r\n\r\n".encode()
        )
        heard = line.recv(65_536)
        assert heard.startswith(b"HTTP/1.1 101"), heard[:100]
        return line


def idle(given: argparse.Namespace) -> bool:
    """Two sockets a table, as two players have. The tables are opened first: they stay when their players go."""
    _raise_limit(given.sockets + 1_000)
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as side:
        ann, pid = Person(side.url), side.process.pid
        ann.listen(side.url, ann.table(), "127.0.0.1").close()
        bare = memory(pid)
        tables = [ann.table() for _ in range(max(1, given.sockets // 2))]
        seated = memory(pid)
        lines = []
        for number in range(given.sockets):
            # A port is for one connection of an address, so there are several addresses.
            where = f"127.0.0.{2 + number // 20_000}"
            lines.append(ann.listen(side.url, tables[number % len(tables)], where))
        listening = memory(pid)
        began = time.monotonic()
        ann.table()
        took = (time.monotonic() - began) * 1000
        for line in lines:
            line.close()
    each: float = (listening - seated) / given.sockets / 1024
    print("| on one process | how many | KB each | target |\n|---|---|---|---|")
    print(f"| idle sockets | {given.sockets:,} | {each:.1f} | {SOCKET_KB} |")
    print(f"| tables before that | {len(tables):,} | {(seated - bare) / len(tables) / 1024:.1f} | |")
    print(f"\nWith all of them open, one more table took {took:.1f} ms.")
    return each < SOCKET_KB


def crowd(given: argparse.Namespace) -> bool:
    """In turns, because a machine is faster in one minute than in the next."""
    _raise_limit(2 * given.tables + 1_000)
    install()
    seen: dict[int, list[float]] = {FEW: [], given.tables: []}
    print("| tables open | moves/s | p50 ms | p99 ms |\n|---|---|---|---|")
    for _ in range(ROUNDS):
        for tables, times in seen.items():
            with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as side:
                row = side.load(tables, given.seconds, 2_000)
                assert not row["faults"], row
                times.append(row["p99_ms"])
                numbers = f"{row['per_second']:,} | {row['p50_ms']:.2f} | {row['p99_ms']:.1f}"
                print(f"| {tables:,} | {numbers} |", flush=True)
    few, many = median(seen[FEW]), median(seen[given.tables])
    print(f"\n| p99 in ms, median | {FEW} tables | {given.tables:,} tables | times | target |\n|---|---|---|---|---|")
    print(f"| 2,000 moves/s | {few:.1f} | {many:.1f} | {many / few:.2f} | {TIMES:g} |")
    return many <= TIMES * few


def restart(given: argparse.Namespace) -> bool:
    """From the start of the process to the answer to a move, at a table that was in play when it was killed."""
    waited: dict[int, list[float]] = {20: [], given.stored: []}
    with tempfile.TemporaryDirectory() as place:
        played: dict[int, tuple[Path, str, str]] = {}
        for stored in waited:
            folder = Path(place) / str(stored)
            with serving(folder) as side:
                ann = Person(side.url)
                table = ann.table()
                for number in range(10):
                    _move(ann, table, number)
            multiply(folder / "gunbai.sqlite3", table, stored - 1)
            played[stored] = folder, table, ann.cookie
        for number in range(10, 10 + RESTARTS):
            for stored, times in waited.items():
                folder, table, cookie = played[stored]
                began = time.monotonic()
                with serving(folder) as side:
                    _move(Person(side.url, cookie), table, number)
                    times.append(time.monotonic() - began)
    print("| tables in the database | s to the first move | median |\n|---|---|---|")
    for stored, times in waited.items():
        print(f"| {stored:,} | " + ", ".join(f"{one:.2f}" for one in times) + f" | {median(times):.2f} |")
    later = median(waited[given.stored]) - median(waited[20])
    print(f"\nWith more tables {later:+.2f} s by the medians (target {LATER_SECONDS:g}).")
    return later <= LATER_SECONDS


def _move(person: Person, table: str, number: int) -> None:
    order = {"seat": number % 2, "version": number, "actions": [0], "key": f"move-{number}"}
    person.post(f"/api/tables/{table}/act", order)


def multiply(database: Path, table: str, copies: int) -> None:
    """As many more tables as that, each with the rows of one that was really played."""
    connection = sqlite3.connect(database)
    with connection:
        for name in ("tables", "events", "seats", "traces", "seeds"):
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]
            key = "id" if name == "tables" else "table_id"
            rows = connection.execute(f"SELECT {', '.join(columns)} FROM {name} WHERE {key} = ?", (table,)).fetchall()
            at = columns.index(key)
            marks = ", ".join("?" * len(columns))
            for number in range(copies):
                copied = [(*row[:at], f"copy-{number}", *row[at + 1 :]) for row in rows]
                connection.executemany(f"INSERT INTO {name} VALUES ({marks})", copied)
    connection.close()


def _raise_limit(wanted: int) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, max(hard, wanted)))


def main() -> int:
    words = argparse.ArgumentParser(description="Our server with many sockets, many tables and a long past.")
    words.add_argument("what", choices=("idle", "crowd", "restart"))
    words.add_argument("--sockets", type=int, default=10_000)
    words.add_argument("--tables", type=int, default=5_000)
    words.add_argument("--stored", type=int, default=20_000)
    words.add_argument("--seconds", type=float, default=5.0)
    given = words.parse_args()
    held = {"idle": idle, "crowd": crowd, "restart": restart}[given.what](given)
    print("held" if held else "MISSED")
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
