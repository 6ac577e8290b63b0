"""Game code that never returns: it stops one worker, not the server, and SIGTERM ends the server whatever it does."""

from __future__ import annotations

import contextlib
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.house import Player, Server, TableSocket, serving

PLUGIN = ("--plugin", "tests.server.attacks.mire", "--bot-seconds", "0.05")
# A server ends within five seconds; a machine that does much else may be late to notice.
SOON = 20


def aside(work: Callable[[], Any]) -> threading.Thread:
    """Something that will not come back before the server goes."""

    def run() -> None:
        with contextlib.suppress(httpx.HTTPError, ValueError):
            work()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    return thread


# A game that goes on.
RECORD = "\n".join(["gunbai record 1", "game: mire", "rules: 1", "", "north: seal 1", "end: 1 actions", ""])


def ask_until_no_answer(server: Server) -> None:
    while True:
        Player(server.url, known=False).http.get("/house", timeout=8)


def ends(server: Server) -> None:
    server.process.terminate()
    try:
        server.process.wait(SOON)
    except subprocess.TimeoutExpired:
        raise AssertionError("the server did not end") from None


def workers(server: int) -> list[Path]:
    """The processes that a server has started to compute for it."""
    threads = Path(f"/proc/{server}/task").iterdir()
    children = [child for thread in threads for child in (thread / "children").read_text().split()]
    return [Path("/proc", child) for child in children if b"bot_worker" in Path("/proc", child, "cmdline").read_bytes()]


def closing_code(line: TableSocket) -> int | None:
    """Read until the server hangs up; the code it gives."""
    try:
        while True:
            line.receive()
    except ConnectionClosed as closed:
        return None if closed.rcvd is None else closed.rcvd.code


def test_what_takes_for_ever_is_refused_and_everybody_else_plays_on(tmp_path: Path) -> None:
    options = ("--check-seconds", "1", "--import-seconds", "1", "--bot-grace", "1")
    with serving(tmp_path / "data", *PLUGIN, *options) as server:
        ann, ben = Player(server.url, "Ann"), Player(server.url, "Ben")
        # Every refusal costs a worker, and starting another takes long on a busy machine.
        ann.http.timeout = httpx.Timeout(120)
        table = ann.table(game="mire", seats=["me", "me"], hints="anyone")
        assert "hint" in ann.order(table, "hint", 409, seat=0)["detail"]
        assert "took too long" in ann.order(table, "foresee", 409, version=0, seat=0)["detail"]
        assert "took too long" in ann.order(table, "point", 409, version=0, seat=0)["detail"]
        assert "too long" in ann.order(table, "act", 409, version=0, seat=0, actions=[1, 2])["detail"]
        assert "too long" in ann.order(table, "act", 409, version=0, seat=0, command="seal 1")["detail"]
        ann.act(table, 1, seat=0)
        assert "cannot be told now" in ann.order(table, "undo", 409, seat=0)["detail"]
        refused = ann.post("/tables/import", {"record": RECORD}, 400)
        assert (refused["error"], refused["detail"]) == ("bad-record", "the record takes too long to read")

        against = ann.table(game="mire", seats=["me", "bot:search"], auto=True)
        line = ann.socket(against)
        ann.act(against, 1)
        line.until(5, timeout=60)
        notes = [h["note"] for h in ann.see(against)["happenings"] if h["kind"] == "played"]
        assert notes == ["the bot search gave no answer; an action was drawn for it"]
        # Nobody knows what was learnt, so the bot lets nothing be taken back.
        ann.order(against, "offer", what="take back", length=4)
        assert ann.see(against)["sights"][0]["offer"] is None
        line.close()

        # A busy machine may miss a deadline of a second, but Ben's table goes on in any case.
        other = ben.table(seats=["me", "bot:greedy"])
        line = ben.socket(other)
        ben.act(other, 1)
        line.until(5, timeout=60)
        line.close()
        assert "Traceback" not in server.stderr()


def test_a_hint_that_never_comes_keeps_nobody_waiting_and_not_the_end_either(tmp_path: Path) -> None:
    with serving(tmp_path / "data", *PLUGIN, "--bot-workers", "1", "--bot-grace", "600") as server:
        ann, ben = Player(server.url, "Ann"), Player(server.url, "Ben")
        table = ann.table(game="mire", seats=["me", "me"], hints="anyone")
        hint = aside(lambda: ann.order(table, "hint", None, seat=0))
        other = ben.table(seats=["me", "me"])
        ben.act(other, 1, seat=0)
        ends(server)
        hint.join(SOON)


def test_a_server_that_imports_without_end_can_be_stopped(tmp_path: Path) -> None:
    with serving(tmp_path / "data", *PLUGIN, "--import-seconds", "600") as server:
        ann = Player(server.url, "Ann")
        answers: list[httpx.Response] = []
        reading = aside(lambda: answers.append(ann.http.post("/tables/import", json={"record": RECORD})))
        assert Player(server.url, "Ben").table()
        # The worker has begun.
        while not workers(server.process.pid):
            pass
        ends(server)
        reading.join(SOON)
        assert "Traceback" not in server.stderr()
        assert [(answer.status_code, answer.json()["error"]) for answer in answers] == [(503, "stopping")]


def test_a_server_whose_own_loop_is_stuck_can_be_stopped_and_loses_nothing(tmp_path: Path) -> None:
    """Rules of a plugin run in the server itself; if they never return, nothing in the process can notice a signal."""
    data = tmp_path / "data"
    with serving(data, *PLUGIN) as server:
        ann = Player(server.url, "Ann")
        table = ann.table(game="mire", options={"deep": True}, seats=["me", "me"])
        ann.act(table, 1, seat=0)
        version = ann.see(table)["version"]
        stuck = aside(lambda: ann.act(table, 3, seat=1, version=version))
        with pytest.raises(httpx.HTTPError):
            ask_until_no_answer(server)
        ends(server)
        stuck.join(SOON)
        assert "does not stop by itself" in server.stderr()
        port = server.port
    with serving(data, *PLUGIN, port=port):
        assert ann.see(table)["version"] == version


def test_rules_of_a_plugin_that_never_return_cost_one_table(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data, *PLUGIN, "--set", "rules_seconds=0.5") as server:
        ann, ben = Player(server.url, "Ann"), Player(server.url, "Ben")
        other = ben.table(seats=["me", "me"])
        for secret in (2, 3):
            table = ann.table(game="mire", options={"slow": True}, seats=["me", "me"])
            line = ann.socket(table)
            ann.act(table, 1, seat=0)
            version = ann.see(table)["version"]
            line.until(version)
            told = ann.order(table, "act", None, version=version, seat=1, actions=[secret])
            if secret == 3:
                assert told["error"] == "unreadable"
                assert "took too long; the table is closed" in told["detail"]
            # Whoever was there is sent away, and nobody comes in again.
            assert closing_code(line) == 4403
            assert "took too long; the table is closed" in ann.get(f"/tables/{table}", 409)["detail"]
            assert ann.order(table, "resign", 409, seat=0)["error"] == "unreadable"
            # Others play on.
            ben.act(other, 1, seat=secret - 2)
        assert "rules of a plugin do not return" in server.stderr()
        assert "for_ages" in server.stderr()
        ends(server)
        port = server.port
    with serving(data, *PLUGIN, port=port):
        # A move that was cut off never happened.
        assert ann.see(table)["version"] == version
