"""Kill a playing server again and again: no acknowledged move is lost, none invented, no clock runs in the dead time.

`python -m tests.server.killing 2000` runs it as long as you like.

One long-lived parent keeps the interpreter and its imports and forks a fresh server for each round, so that a round
costs tenths of a second instead of seconds. What is forked has opened nothing: no database, no socket, no thread.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import select
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from litestar import Litestar
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

import tests.toy.game  # noqa: F401 - registers whisper
from gunbai.core.registry import find
from gunbai.server import serving
from gunbai.server.app import build
from gunbai.server.settings import UNLIMITED, Settings

CLOCK_SECONDS = 100_000
TABLES = 4
WISH = {"game": "whisper", "seats": ["me", "me"], "clock": f"total:{CLOCK_SECONDS}", "listed": False}


class Ledger:
    """What the clients were promised, and what they have asked for without an answer yet."""

    def __init__(self) -> None:
        self.acknowledged: dict[str, list[tuple[str, int]]] = {}
        self.asked: dict[str, set[str]] = {}
        self.up = 0.0
        self.born: dict[str, float] = {}
        self.moves = 0

    def welcome(self, table: str) -> None:
        """A table of which the server has said that it exists."""
        self.acknowledged[table], self.asked[table], self.born[table] = [], set(), self.up


def fork_server(settings: Settings, app: Litestar) -> tuple[int, int]:
    """A server in a child process; its process id and port."""
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(read)
        # A test runner may have put something else in the place of standard output.
        sys.stdout = os.fdopen(write, "w")
        try:
            serving.run(settings, app)
        finally:
            os._exit(1)
    os.close(write)
    with os.fdopen(read) as lines:
        ready, _, _ = select.select([lines], [], [], 60)
        line = lines.readline() if ready else ""
    assert "ready at" in line, f"the server did not start: {line!r}"
    return pid, int(line.strip().rstrip("/").rpartition(":")[2])


class Round:
    """One life of a server: where it is, and the tables that were touched in it."""

    def __init__(self, port: int, cookies: str, tables: list[str]) -> None:
        self.port, self.cookies = port, cookies
        self.base = f"http://127.0.0.1:{port}/api"
        self.tables = tables
        self.moving = asyncio.Event()


async def play(life: Round, table: str, ledger: Ledger, rng: random.Random) -> None:
    """Both seats of a table on one socket, as fast as answers come; game after game, until the server is gone."""
    try:
        while True:
            await play_one(life, table, ledger, rng)
            async with httpx.AsyncClient(headers={"cookie": life.cookies}) as person:
                answer = await person.post(f"{life.base}/tables", json=WISH)
                assert answer.status_code == 201, answer.text
            table = answer.json()["table"]
            ledger.welcome(table)
            life.tables.append(table)
    except (WebSocketException, httpx.TransportError, OSError):
        pass


async def play_one(life: Round, table: str, ledger: Ledger, rng: random.Random) -> None:
    keys: list[str] = []
    over = False
    address = f"ws://127.0.0.1:{life.port}/api/tables/{table}/socket"
    async with connect(address, additional_headers={"cookie": life.cookies}, compression=None) as socket:
        lines: list[str] = []
        while not over or ledger.asked[table] & set(keys):
            lines = lines or str(await socket.recv()).split("\n")
            message = json.loads(lines.pop(0))
            assert message["type"] != "refused", message
            if message["type"] == "done":
                key = keys[message["id"]]
                ledger.acknowledged[table].append((key, message["seq"]))
                ledger.asked[table].discard(key)
                ledger.moves += 1
                life.moving.set()
                continue
            sights = message.get("sights", [])
            over = over or any(s["over"] for s in sights)
            ready = [s for s in sights if s["legal"]]
            if not ready:
                continue
            sight = rng.choice(ready)
            keys.append(f"{time.time_ns()}-{rng.random()}")
            ledger.asked[table].add(keys[-1])
            order = {
                "do": "act",
                "id": len(keys) - 1,
                "seat": sight["seat"],
                "version": sight["version"],
                "actions": [rng.choice(sight["legal"])["action"]],
                "key": keys[-1],
            }
            await socket.send(json.dumps(order))


def stored(data: Path, table: str) -> list[dict[str, Any]]:
    """The events on disk, read by other means than the server's."""
    import sqlite3

    connection = sqlite3.connect(data / "gunbai.sqlite3")
    rows = connection.execute(
        "SELECT seq, key, at, body FROM events WHERE table_id = ? ORDER BY seq", (table,)
    ).fetchall()
    connection.close()
    return [{"seq": seq, "key": key, "at": at, **json.loads(body)} for seq, key, at, body in rows]


def check_log(data: Path, table: str, person: str, ledger: Ledger) -> None:
    """Every promise is on disk in its place; everything on disk was asked for, once; the rules accept it all."""
    events = stored(data, table)
    assert events, f"table {table} was promised and is gone"
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1)), "the log has a gap"
    by_key = {event["key"]: event["seq"] for event in events if event["key"]}
    for key, seq in ledger.acknowledged[table]:
        assert by_key.get(f"{person}:{key}") == seq, f"acknowledged move {key} of {table} is lost or elsewhere"
    known = {f"{person}:{key}" for key, _ in ledger.acknowledged[table]} | {
        f"{person}:{key}" for key in ledger.asked[table]
    }
    invented = [key for key in by_key if key not in known]
    assert not invented, f"nobody asked for {invented}"
    game = find("whisper")
    s = None
    for event in events:
        if event["kind"] == "began":
            from gunbai.core.options import Options

            s = game.start(Options(game.info.options, {}))
        for seat, action, _ in event.get("steps", ()):
            assert s is not None
            if seat >= 0 and game.actor(s) != seat:
                game.focus(s, seat)
            game.check(s, action)
            game.apply(s, action)


def check_clock(seen: Any, up: float) -> None:
    """The time taken from the players is at most the time the server was there."""
    left = seen["sights"][0]["clock"]["left"]
    charged = 2 * CLOCK_SECONDS - sum(left)
    # Sealing runs both clocks at once, so up to twice the time of service can be charged.
    assert -0.01 <= charged <= 2 * up + 0.5, f"{charged:.2f} s were charged in {up:.2f} s of service"


def run(kills: int, folder: Path, seed: int = 1) -> Ledger:
    """Play, kill, check; over and over."""
    rng = random.Random(seed)
    ledger = Ledger()
    person = httpx.Client(timeout=30)
    data = folder / "data"
    settings = Settings(data=data, port=0, limits=UNLIMITED)
    # Put together once and inherited by every fork; it opens its database when it starts.
    app = build(settings)
    life = Round(0, "", [])
    name = ""
    for round_number in range(kills + 1):
        # From here on the server may count time as service, a moment before we hear that it is ready.
        started = time.monotonic()
        pid, port = fork_server(settings, app)
        try:
            base = f"http://127.0.0.1:{port}/api"
            if not name:
                name = person.post(f"{base}/guests", json={"name": "Ann"}).json()["id"]
            for table in life.tables:
                check_log(data, table, name, ledger)
            going_on = []
            for table in life.tables:
                seen = person.get(f"{base}/tables/{table}").json()
                check_clock(seen, ledger.up - ledger.born[table] + time.monotonic() - started)
                if seen["table"]["status"] != "over":
                    going_on.append(table)
            life = Round(port, f"gunbai={person.cookies['gunbai']}", going_on[:TABLES])
            while len(life.tables) < TABLES:
                life.tables.append(person.post(f"{base}/tables", json=WISH).json()["table"])
                ledger.welcome(life.tables[-1])
            if round_number < kills:
                asyncio.run(burst(life, pid, ledger, rng))
        finally:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
        ledger.up += time.monotonic() - started
    return ledger


async def burst(life: Round, pid: int, ledger: Ledger, rng: random.Random) -> None:
    """All tables at once for some hundredths of a second, then the end without warning."""
    jobs = [asyncio.create_task(play(life, table, ledger, rng)) for table in list(life.tables)]
    await asyncio.wait_for(life.moving.wait(), 20)
    await asyncio.sleep(rng.uniform(0.0, 0.04))
    os.kill(pid, signal.SIGKILL)
    await asyncio.gather(*jobs)


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as place:
        done = run(wanted, Path(place))
    print(
        f"{wanted} kills in {time.monotonic() - began:.0f} s, {done.moves} acknowledged moves, none lost, none invented"
    )
