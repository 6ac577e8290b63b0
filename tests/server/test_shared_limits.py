"""Limits count for all processes on one PostgreSQL together; what operators do counts in all of them."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.house import Player, Server, gunbai, serving, two
from tests.server.test_accounts import drain

# Word goes round in a fraction of a second; a busy machine may need many.
PATIENCE, PAUSE = 60.0, 0.25


def until(sign: Callable[[], object], what: str) -> None:
    """Wait for a sign that must come."""
    end = time.monotonic() + PATIENCE
    while not sign():
        assert time.monotonic() < end, what
        time.sleep(PAUSE)


def refused(stranger: httpx.Client) -> bool:
    """Whether a request is one too many; if not, it counts."""
    return stranger.get("/house").status_code == 429


def takes_sockets(server: Server, player: Player, table: str) -> bool:
    """Whether the player may open one more socket there; it is closed again."""
    line = player.socket(table, url=server.url)
    answer = line.receive(60)
    line.close()
    return bool(answer["type"] == "update")


def test_what_one_process_lets_through_counts_on_all(database: str, tmp_path: Path) -> None:
    # Nothing comes back during the test, and there is more than the second process can be asked for in this time.
    most = 400
    assert most > 1.5 * PATIENCE / PAUSE
    options = ["--database", database, "--set", "limits.address_rate=0.0001", "--set", f"limits.address_burst={most}"]
    with (
        serving(tmp_path / "a", *options, limits=True) as first,
        serving(tmp_path / "b", *options, limits=True) as second,
    ):
        there, here = (Player(server.url, known=False).http for server in (first, second))
        assert not refused(here)
        while not refused(there):
            pass
        until(lambda: refused(here), "the second process never heard what the first let through")


def test_an_address_has_its_sockets_in_all_processes_together(database: str, tmp_path: Path) -> None:
    options = ["--database", database, "--set", "limits.sockets_per_address=2", "--heartbeat", "0.5"]
    with (
        serving(tmp_path / "a", *options, limits=True) as first,
        serving(tmp_path / "b", *options, limits=True) as second,
    ):
        ann = Player(first.url, "Ann")
        table = ann.table(seats=["me", "me"])
        lines = [ann.socket(table) for _ in range(2)]
        for line in lines:
            assert line.receive(60)["type"] == "update"
        until(lambda: not takes_sockets(second, ann, table), "the address has more sockets than it may")
        # A closed socket frees its place, and a killed process frees those it held.
        lines[0].close()
        until(lambda: takes_sockets(second, ann, table), "the place of a closed socket stays taken")
        until(lambda: takes_sockets(first, ann, table), "a socket that was closed is still counted")
        lines.append(ann.socket(table))
        assert lines[-1].receive(60)["type"] == "update"
        until(lambda: not takes_sockets(second, ann, table), "the address has more sockets than it may")
        first.kill()
        until(lambda: takes_sockets(second, ann, table), "the places of a killed process stay taken")


def test_games_among_bots_are_counted_in_all_processes_together(database: str, tmp_path: Path) -> None:
    limits = ["bot_tables_per_person=2", "bot_tables_per_address=3", "sockets_per_address=1"]
    options = [
        "--database",
        database,
        "--bot-seconds",
        "600",
        *[w for each in limits for w in ("--set", f"limits.{each}")],
    ]
    plan = {"game": "gunshi", "seats": ["bot:level-5"] * 2}
    with (
        serving(tmp_path / "a", *options, limits=True) as first,
        serving(tmp_path / "b", *options, limits=True) as second,
    ):
        ann, ben = Player(first.url, "Ann"), Player(second.url, "Ben")
        own = ann.table(seats=["me", "me"])
        for _ in range(2):
            ann.post("/tables", plan, 201)
        # Processes tell everything in order: once the second knows of this socket, it knows of the games.
        line = ann.socket(own)
        assert line.receive(60)["type"] == "update"
        until(lambda: not takes_sockets(second, ann, own), "the second process never heard of the first one's socket")
        there = Player(second.url, known=False)
        there.http.cookies.set("gunbai", ann.http.cookies["gunbai"])
        there.post("/tables", plan, 403)
        ben.post("/tables", plan, 201)
        ben.post("/tables", plan, 403)
        line.close()


def test_what_an_operator_does_on_one_process_counts_on_all(database: str, tmp_path: Path) -> None:
    with (
        serving(tmp_path / "a", "--database", database) as first,
        serving(tmp_path / "b", "--database", database) as second,
    ):
        ann, ben = Player(first.url, "Ann"), Player(first.url, "Ben")
        gone, kept = two(ann, ben), two(ann, ben)
        lines = [ben.socket(table, url=second.url) for table in (gone, kept)]
        for line in lines:
            line.receive(30)
        desk = ["--database", database, "--server", first.url, "--reason", "a test"]
        assert gunbai("admin", "delete", gone, *desk).returncode == 0
        with pytest.raises(ConnectionClosed):
            drain(lines[0])
        assert gunbai("admin", "mute", ben.me["id"], *desk).returncode == 0
        until(lambda: lines[1].ask("say", text="hello")[0]["type"] == "refused", "the muted one is heard")
        ann.post("/me/deletion", {}, 204)
        seen = lines[1].receive(30)
        while seen.get("table", {}).get("seats", [{}])[0].get("player") != "deleted player":
            seen = lines[1].receive(30)
        assert gunbai("admin", "ban", ben.me["id"], *desk).returncode == 0
        with pytest.raises(ConnectionClosed):
            drain(lines[1])
        assert gunbai("admin", "ban-address", "127.0.0.1", *desk).returncode == 0
        until(lambda: Player(second.url, known=False).http.get("/house").status_code == 403, "the address is let in")
