"""Nothing of what is over stays in memory: no connection, no socket, no table.

The collector of cycles seldom comes by on a server, so what refers to itself in a circle counts as left behind.
"""

from __future__ import annotations

import gc
import json
import random
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gunbai.core.registry import find
from gunbai.server import events as ev
from gunbai.server.hosted_table import HostedTable
from gunbai.server.projection import Projector
from gunbai.server.store import Row
from gunbai.server.table_rows import derived_rows, first_rows
from gunbai.session import BOT, PERSON
from tests.server.house import COMMAND, Player, Server
from tests.server.leftovers import WHERE

GAMES = ("gunshi", "gunkimono", "shogun", "whisper")


def played(name: str, actions: int) -> int:
    """A table at which so many actions were played, with an offer, and everything that was sent of it."""
    game, rng = find(name), random.Random(name)
    table = HostedTable("table", lambda at: at / 1000, b"x" * 32)
    options: dict[str, Any] = {} if name == "gunshi" else {"players": 2}
    chairs = [ev.Chair(PERSON, "Ann", person="ann"), ev.Chair(BOT, "bot", "greedy")]
    setup = ev.Created(name, game.info.rules_version, options, chairs, "ann", "", clock="per-move:60")
    table.fold(Row(table.id, 1, 1, None, ev.encode(setup)))
    assert first_rows(table, b"x" * 32) is not None
    projector = Projector(table)

    def note(event: ev.AnyEvent) -> None:
        derived_rows(table, event, table.at)
        table.noted(Row(table.id, table.seq + 1, 1, None, ev.encode(event)), event)
        projector.update([0], 0, 0, ())

    note(table.begin())
    for _ in range(actions):
        if table.game_table.over:
            break
        seat = table.game_table.to_act[0]
        note(table.act(seat, [rng.choice(table.game_table.legal(seat))], None))
    if not table.game_table.over:
        note(table.offer(0, "draw", 0))
    return table.seq


@pytest.mark.parametrize("name", GAMES)
def test_a_table_that_is_dropped_is_gone_without_the_collector(name: str) -> None:
    played(name, 2)
    gc.collect()
    gc.disable()
    try:
        gc.set_debug(gc.DEBUG_SAVEALL)
        assert played(name, 30) > 3
        gc.collect()
        left = {type(each).__name__ for each in gc.garbage}
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
    assert not left & {"HostedTable", "Table", "Projector", "Row", "Clock"}, left


@pytest.fixture
def watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv(WHERE, str(tmp_path / "leftovers"))
    server = Server(tmp_path / "data", "--plugin", "tests.server.leftovers", command=COMMAND)
    yield server
    server.stop()


def held(server: Server) -> dict[str, int]:
    """How many objects of each class the server holds."""
    path = Path(server.errors.name).parent / "leftovers"
    path.unlink(missing_ok=True)
    server.process.send_signal(signal.SIGUSR2)
    end = time.monotonic() + 60
    while not path.exists():
        assert time.monotonic() < end, "the server does not say what it holds"
        time.sleep(0.01)
    found: dict[str, int] = json.loads(path.read_text())
    return found


def settled(server: Server, most: dict[str, int]) -> dict[str, int]:
    """What it holds once that is no more than the most, or after half a minute."""
    end = time.monotonic() + 30
    while True:
        found = {name: held(server).get(name, 0) for name in most}
        if all(found[name] <= most[name] for name in most) or time.monotonic() > end:
            return found
        time.sleep(0.1)


def test_connections_and_sockets_that_are_over_leave_nothing_behind(watched: Server) -> None:
    ann = Player(watched.url, "Ann")
    table = ann.table(seats=["me", "me"])
    for _ in range(8):
        line = ann.socket(table)
        line.receive()
        line.close()
        # Refused at the door, refused by the application, and gone without a word.
        assert Player(watched.url, known=False).http.get("/tables/none").status_code == 404
        with socket.create_connection(("127.0.0.1", watched.port)) as rude:
            rude.sendall(b"GET / HTTP/1.1\r\n")
    # One connection is Ann's own. A socket that stays needs no object of the framework, and none of HTTP.
    staying = ann.socket(table)
    staying.receive()
    most = {"FrontDoor": 1, "Wire": 1, "Listener": 1, "RequestResponseCycle": 1, "WebSocket": 0, "HttpRequestParser": 1}
    found = settled(watched, most)
    assert all(found[name] <= most[name] for name in most), found
    staying.close()
