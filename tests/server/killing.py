"""Kill a playing server again and again: no acknowledged move is lost, none invented, no clock runs in the dead time.

python -m tests.server.killing 2000 --minutes 60

ends after so many kills or so many minutes, whichever comes first, and says how many there were. Pieces add up: every
run writes what it did into `build/kills.jsonl`, and the next one, with another seed, goes on until there were so many
in all (`--anew` forgets the earlier ones). It says how long the rest will take at this pace.

One long-lived parent keeps the interpreter and all that a server loads (`tests.loaded`) and forks a fresh server for
each round, so that a round costs tenths of a second instead of seconds. What is forked has opened nothing: no database,
no socket, no thread.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import math
import os
import random
import select
import signal
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
from litestar import Litestar
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

import tests.loaded  # a server that has to load nothing starts in less than half the time
import tests.toy.game  # noqa: F401 - registers whisper
from gunbai.core.game import CHANCE, bring_into_focus
from gunbai.core.options import Options
from gunbai.core.registry import find
from gunbai.server import run_server
from gunbai.server.app import build
from gunbai.server.settings import UNLIMITED, Settings
from tests.forks import ROOT
from tests.server.house import NO_CERTIFICATES

CLOCK_SECONDS = 100_000
TABLES = 4
# What rounding and two readings of the clock may differ by, in seconds.
TOLERANCE = 0.05
# After some of the kills nobody is there for a while.
DEAD_EVERY, DEAD_SECONDS = 10, 0.4
# A server that leaves out three heartbeats was away, and clocks stand still: on a busy machine that happens.
PAUSE_MS = round(3000 * Settings().heartbeat)
# Events of tables with and without a clock go to the disk by different ways.
CLOCKS = (f"total:{CLOCK_SECONDS}", "none")


def wish(rng: random.Random) -> dict[str, Any]:
    """A table to play at."""
    return {"game": "whisper", "seats": ["me", "me"], "clock": rng.choice(CLOCKS), "listed": False}


@dataclass
class Life:
    """When a server was there, in milliseconds of the wall clock: it left its last event at `last`."""

    begun: int
    ready: int = 0
    last: int = 0
    ended: int = 0


class Ledger:
    """What the clients were promised, what they have asked for, and when a server was there: kept apart from it."""

    def __init__(self) -> None:
        self.acknowledged: dict[str, list[tuple[str, int]]] = {}
        # Per table every request by its key: the seat and the action.
        self.asked: dict[str, dict[str, tuple[int, int]]] = {}
        self.lives: list[Life] = []
        self.moves = self.kills = 0

    def welcome(self, table: str) -> None:
        """A table of which the server has said that it exists."""
        self.acknowledged[table], self.asked[table] = [], {}


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def fork_server(settings: Settings, app: Litestar) -> tuple[int, int]:
    """A server in a child process; its process id and port."""
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(read)
        # A test runner may have put something else in the place of standard output.
        sys.stdout = os.fdopen(write, "w")
        try:
            run_server.run(settings, app)
        finally:
            os._exit(1)
    os.close(write)
    with os.fdopen(read) as lines:
        ready, _, _ = select.select([lines], [], [], 600)
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
            async with httpx.AsyncClient(headers={"cookie": life.cookies}, verify=NO_CERTIFICATES) as person:
                answer = await person.post(f"{life.base}/tables", json=wish(rng))
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
        waiting: set[str] = set()
        while not over or waiting:
            lines = lines or str(await socket.recv()).split("\n")
            message = json.loads(lines.pop(0))
            assert message["type"] != "refused", message
            if message["type"] == "done":
                key = keys[message["id"]]
                ledger.acknowledged[table].append((key, message["seq"]))
                waiting.discard(key)
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
            waiting.add(keys[-1])
            action = rng.choice(sight["legal"])["action"]
            ledger.asked[table][keys[-1]] = sight["seat"], action
            order = {
                "do": "act",
                "id": len(keys) - 1,
                "seat": sight["seat"],
                "version": sight["version"],
                "actions": [action],
                "key": keys[-1],
            }
            await socket.send(json.dumps(order))


def stored(data: Path, table: str) -> list[dict[str, Any]]:
    """The events on disk, read by other means than the server's."""
    connection = sqlite3.connect(data / "gunbai.sqlite3")
    rows = connection.execute(
        "SELECT seq, key, at, body FROM events WHERE table_id = ? ORDER BY seq", (table,)
    ).fetchall()
    connection.close()
    return [{"seq": seq, "key": key, "at": at, **json.loads(body)} for seq, key, at, body in rows]


def check_log(events: list[dict[str, Any]], table: str, person: str, ledger: Ledger) -> None:
    """Every promise is on disk in its place; everything on disk was asked for, once, and is what was asked for."""
    assert events, f"table {table} was promised and is gone"
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1)), "the log has a gap"
    places = {event["key"]: event["seq"] for event in events if event["key"]}
    for key, seq in ledger.acknowledged[table]:
        assert places.get(f"{person}:{key}") == seq, f"acknowledged move {key} of {table} is lost or elsewhere"
    played = [event for event in events if event["kind"] == "played"]
    others = [event["kind"] for event in events if event["kind"] != "played"]
    assert others == ["created", "began", "revealed"][: len(others)], f"nobody asked for {others}"
    assert len({event["key"] for event in played}) == len(played), "a move was played twice"
    for event in played:
        owner, _, key = (event["key"] or "").partition(":")
        assert owner == person, f"nobody asked for {event}"
        assert key in ledger.asked[table], f"nobody asked for {event}"
        (seat, action, _), *rest = event["steps"]
        assert (seat, action) == ledger.asked[table][key], f"something else was asked for than {event}"
        assert all(step[0] == CHANCE for step in rest), f"nobody asked for all of {event}"


def running(events: list[dict[str, Any]]) -> list[tuple[int, list[int]]]:
    """Since when whose clock runs, as the rules of the game say; they accept every step."""
    game = find("whisper")
    s = game.start(Options(game.info.options, {}))
    changes: list[tuple[int, list[int]]] = []
    for event in events:
        for seat, action, _ in event.get("steps", ()):
            bring_into_focus(game, s, seat)
            game.check(s, action)
            game.apply(s, action)
        if event["kind"] in ("began", "played"):
            changes.append((event["at"], [int(seat) for seat in game.pending(s)]))
    return changes


def check_clock(
    events: list[dict[str, Any]], left: list[float], lives: list[tuple[int, int]], sure: list[tuple[int, int]]
) -> None:
    """From each seat was taken the time its clock ran: all while a server surely lived, none while there was none."""
    changes = running(events)
    end = max(ended for _, ended in lives)
    for seat, seconds in enumerate(left):
        charged = CLOCK_SECONDS - seconds
        least, most = 0.0, 0.0
        for (since, seats), (until, _) in pairwise([*changes, (end, [])]):
            if seat in seats:
                most += sum(max(0, min(until, ended) - max(since, begun)) for begun, ended in lives) / 1000
                least += sum(max(0, min(until, ended) - max(since, begun)) for begun, ended in sure) / 1000
        told = f"{charged:.3f} s were taken from seat {seat}; it had at least {least:.3f} and at most {most:.3f}"
        assert least - TOLERANCE <= charged <= most + TOLERANCE, told


def without_pauses(data: Path, sure: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The same times without those in which a living server got no CPU for so long that it counts as away."""
    connection = sqlite3.connect(data / "gunbai.sqlite3")
    away = connection.execute(
        "SELECT began, ended FROM outages WHERE ended - began >= ? ORDER BY began", (PAUSE_MS,)
    ).fetchall()
    connection.close()
    left = []
    for since, until in sure:
        begin = since
        for began, ended in away:
            if begin < ended and began < until:
                left.append((begin, max(begin, began)))
                begin = min(until, ended)
        left.append((begin, until))
    return left


def last_event(data: Path, life: Life) -> int:
    """The last sign of life that a killed server has left on disk."""
    connection = sqlite3.connect(data / "gunbai.sqlite3")
    (at,) = connection.execute("SELECT max(at) FROM events WHERE at <= ?", (life.ended,)).fetchone()
    connection.close()
    return int(at or 0)


def run(
    kills: int,
    folder: Path,
    seed: int = 1,
    tell: Callable[[int, Ledger], None] | None = None,
    until: float = math.inf,
) -> Ledger:
    """Play, kill, check; over and over. After every kill that was checked, `tell` hears how many there were.

    When the monotonic clock has passed `until`, the kill under way is the last one.
    """
    rng = random.Random(seed)
    ledger = Ledger()
    person = httpx.Client(timeout=30, verify=NO_CERTIFICATES)
    data = folder / "data"
    settings = Settings(data=data, port=0, limits=UNLIMITED)
    # Put together once and inherited by every fork; it opens its database when it starts.
    app = build(settings)
    gc.collect()
    gc.freeze()
    life = Round(0, "", [])
    name = ""
    last = kills
    for round_number in range(kills + 1):
        if time.monotonic() > until:
            last = min(last, round_number)
        # From here on the server may count time as service, a moment before we hear that it is ready.
        ledger.lives.append(Life(now_ms()))
        pid, port = fork_server(settings, app)
        ledger.lives[-1].ready = now_ms()
        try:
            base = f"http://127.0.0.1:{port}/api"
            if not name:
                name = person.post(f"{base}/guests", json={"name": "Ann"}).json()["id"]
            going_on = check_all(data, base, person, name, life, ledger)
            if tell is not None:
                tell(round_number, ledger)
            life = Round(port, f"gunbai={person.cookies['gunbai']}", going_on[:TABLES])
            while len(life.tables) < TABLES:
                life.tables.append(person.post(f"{base}/tables", json=wish(rng)).json()["table"])
                ledger.welcome(life.tables[-1])
            if round_number == last:
                break
            asyncio.run(burst(life, pid, ledger, rng))
            ledger.kills += 1
        finally:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
        ledger.lives[-1].ended = now_ms()
        if round_number % DEAD_EVERY == 0:
            # Long enough to be missed if it were taken from somebody.
            time.sleep(DEAD_SECONDS)
    return ledger


def check_all(data: Path, base: str, person: httpx.Client, name: str, life: Round, ledger: Ledger) -> list[str]:
    """Check the tables of the last life; those whose game goes on."""
    *past, now = ledger.lives
    if past:
        # Read only now: SQLite must be mended by the server that comes, not by us.
        past[-1].last = last_event(data, past[-1])
    going_on = []
    for table in life.tables:
        events = stored(data, table)
        check_log(events, table, name, ledger)
        before = now_ms()
        seen = person.get(f"{base}/tables/{table}").json()
        if seen["table"]["clock"] != "none":
            shared = [old for old in past if old.ended >= events[0]["at"]]
            lives = [(old.begun, old.ended) for old in shared] + [(now.begun, now_ms())]
            sure = [(old.ready, max(old.ready, old.last)) for old in shared] + [(now.ready, before)]
            check_clock(events, seen["sights"][0]["clock"]["left"], lives, without_pauses(data, sure))
        if seen["table"]["status"] != "over":
            going_on.append(table)
    return going_on


async def burst(life: Round, pid: int, ledger: Ledger, rng: random.Random) -> None:
    """All tables at once for some hundredths of a second, then the end without warning."""
    jobs = [asyncio.create_task(play(life, table, ledger, rng)) for table in list(life.tables)]
    await asyncio.wait_for(life.moving.wait(), 20)
    await asyncio.sleep(rng.uniform(0.0, 0.04))
    os.kill(pid, signal.SIGKILL)
    await asyncio.gather(*jobs)


def say(kills: int, ledger: Ledger) -> None:
    if kills and kills % 50 == 0:
        print(f"{kills} kills, {ledger.moves} acknowledged moves so far, all there", file=sys.stderr, flush=True)


@dataclass(frozen=True)
class Piece:
    """What one run of the command did."""

    seed: int
    kills: int
    moves: int
    seconds: int


def pieces(diary: Path) -> list[Piece]:
    """The runs so far."""
    lines = diary.read_text().splitlines() if diary.is_file() else []
    return [Piece(**json.loads(line)) for line in lines]


def main() -> None:
    words = argparse.ArgumentParser(prog="python -m tests.server.killing", description="Kill a playing server.")
    words.add_argument("kills", type=int, nargs="?", default=2000)
    words.add_argument("--minutes", type=float, default=60.0)
    words.add_argument("--anew", action="store_true", help="do not go on from earlier runs")
    words.add_argument("--diary", type=Path, default=ROOT / "build" / "kills.jsonl", help="where runs are noted")
    given = words.parse_args()
    if given.anew:
        given.diary.unlink(missing_ok=True)
    before = pieces(given.diary)
    missing = given.kills - sum(piece.kills for piece in before)
    if missing > 0:
        began, seed = time.monotonic(), 1 + max((piece.seed for piece in before), default=0)
        with tempfile.TemporaryDirectory(prefix="gunbai-killing-") as place:
            done = run(missing, Path(place), seed, say, began + given.minutes * 60)
        before.append(Piece(seed, done.kills, done.moves, round(time.monotonic() - began)))
        given.diary.parent.mkdir(parents=True, exist_ok=True)
        with given.diary.open("a") as file:
            file.write(json.dumps(vars(before[-1])) + "\n")
    kills, seconds = sum(piece.kills for piece in before), sum(piece.seconds for piece in before)
    moves, left = sum(piece.moves for piece in before), given.kills - kills
    told = f"{kills} kills in {seconds} s and {len(before)} runs, {moves} acknowledged moves"
    print(f"{told}: none lost, none invented, clocks right")
    if kills and left > 0:
        print(f"{left} are left, at this pace {left * seconds / kills / 60:.0f} minutes")


if __name__ == "__main__":
    main()
