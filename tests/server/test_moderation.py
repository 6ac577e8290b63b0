"""Keeping order: reports, mutes, bans, closed and deleted tables, and the log of it all."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.house import Player, Server, gunbai, serving, two
from tests.server.test_accounts import drain, holder, wait_until


class Desk:
    """The operator's command line beside a running server."""

    def __init__(self, server: Server, data: Path) -> None:
        self.server, self._data = server, data

    def __call__(self, *words: str, fails: bool = False) -> str:
        place = ["--data", str(self._data)]
        if words[0] not in ("operator", "reset-password"):
            place += ["--server", self.server.url]
        ran = gunbai("admin", *words, *place)
        assert (ran.returncode != 0) is fails, ran.stderr
        return ran.stderr if fails else ran.stdout


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    data = Path(tmp_path_factory.mktemp("order")) / "data"
    with serving(data, "--trust-proxy") as server:
        yield Desk(server, data)


def test_only_operators_find_the_desk(desk: Desk) -> None:
    ann, login = holder(desk.server.url)
    ann.get("/operator/reports", 404)
    ann.post("/operator/ban", {"person": ann.me["id"], "hours": 1, "reason": "x"}, 404)
    assert "no account" in desk("operator", "nobody", fails=True)
    desk("operator", login)
    wait_until(lambda: ann.get("/me")["operator"])
    ann.get("/operator/reports")
    # Operators do not shut each other out.
    ann.post("/operator/ban", {"person": ann.me["id"], "hours": 1, "reason": "x"}, 404)
    desk("operator", login, "--off")
    wait_until(lambda: not ann.get("/me")["operator"])
    ann.get("/operator/audit", 404)


def test_a_report_is_one_line_of_words_to_a_terminal(desk: Desk) -> None:
    """It could clear the operator's screen, or look like two reports."""
    ann, ben = Player(desk.server.url, "Ann"), Player(desk.server.url, "Ben")
    table = two(ann, ben)
    ann.post(f"/tables/{table}/report", {"seat": 1, "text": "\x1b[2Jrude\nxyz  2026-01-01  \u202eand\u200b worse"}, 204)
    ann.post(f"/tables/{table}/report", {"seat": 1, "text": "\u200b\x1b"}, 409)
    (found,) = [row for row in desk("reports").splitlines() if "rude" in row]
    assert found.endswith(": [2Jrude xyz 2026-01-01 and worse")


def test_who_is_reported_is_muted_and_every_act_is_in_the_log(desk: Desk) -> None:
    ann, ben = Player(desk.server.url, "Ann"), Player(desk.server.url, "Ben")
    table = two(ann, ben)
    line = ben.socket(table)
    line.receive()
    ann.post(f"/tables/{table}/report", {"seat": 0, "text": "myself"}, 409)
    Player(desk.server.url).post(f"/tables/{table}/report", {"seat": 0, "text": "nobody"}, 403)
    ann.post(f"/tables/{table}/report", {"seat": 1, "text": "rude words"}, 204)
    found = next(row for row in desk("reports").splitlines() if ben.me["id"] in row)
    assert "Ben" in found
    assert "rude words" in found
    desk("mute", ben.me["id"], "--hours", "2", "--reason", "rude")
    # Also through a socket that was open before.
    assert line.ask("say", text="hello")[0]["error"] == "not-allowed"
    ann.order(table, "say", text="peace")
    desk("settle", found.split()[0], "--reason", "muted for two hours")
    assert ben.me["id"] not in desk("reports")
    assert "no such open report" in desk("settle", found.split()[0], "--reason", "again", fails=True)
    desk("mute", ben.me["id"], "--hours", "0", "--reason", "sorry said")
    assert line.ask("say", text="sorry")[0]["type"] == "done"
    log = desk("audit")
    for words in ("mute for 2 h", "mute for 0 h", "settle", "sorry said", "command line"):
        assert words in log
    line.close()


def test_a_flood_of_reports_hides_nobody_elses_and_is_settled_at_once(desk: Desk) -> None:
    ann, ben, eve = (Player(desk.server.url, name) for name in ("Ann", "Ben", "Eve"))
    flooded, table = two(eve, ben), two(ann, ben)
    # Her guests come from one address and take turns, as she does herself.
    guests = [Player(desk.server.url, known=False) for _ in range(10)]
    for guest in guests:
        guest.http.headers["x-forwarded-for"] = "203.0.113.66"
        guest.post("/guests", {}, 201)
    for number in range(210):
        eve.post(f"/tables/{flooded}/report", {"seat": 1, "text": f"flood {number}"}, 204)
    for guest in guests:
        own = guest.table(seats=["me", "open"])
        ben.order(own, "join")
        for number in range(20):
            guest.post(f"/tables/{own}/report", {"seat": 1, "text": f"more {number}"}, 204)
    ann.post(f"/tables/{table}/report", {"seat": 1, "text": "the real one"}, 204)
    shown = desk("reports").splitlines()
    assert len(shown) == 200
    assert [line for line in shown if "the real one" in line]
    of_eve = [line for line in shown if "flood" in line]
    assert 60 < len(of_eve) < 150
    assert "210 by this reporter" in of_eve[0]
    desk("settle", of_eve[0].split()[0], "--reason", "a flood", "--all-of-reporter")
    shown = desk("reports").splitlines()
    assert not [line for line in shown if "flood" in line]
    assert [line for line in shown if "the real one" in line]


def test_who_is_banned_is_hung_up_on_and_comes_back_when_it_is_over(desk: Desk) -> None:
    ann, login = holder(desk.server.url)
    line = ann.socket(ann.table(seats=["me", "me"]))
    line.receive()
    desk("ban", ann.me["id"], "--reason", "cheating")
    with pytest.raises(ConnectionClosed):
        drain(line)
    assert ann.get("/me", 403)["error"] == "not-allowed"
    Player(ann.url, known=False).post("/login", {"login": login, "password": "plum and pine"}, 403)
    desk("ban", ann.me["id"], "--hours", "0", "--reason", "served")
    assert ann.get("/me")["id"] == ann.me["id"]
    assert "no such person" in desk("ban", "nobody", "--reason", "x", fails=True)


def test_an_address_is_shut_out_with_everybody_at_it(desk: Desk) -> None:
    there, elsewhere = Player(desk.server.url, known=False), Player(desk.server.url, known=False)
    there.http.headers["x-forwarded-for"] = "203.0.113.7"
    elsewhere.http.headers["x-forwarded-for"] = "203.0.113.8"
    ben = there.post("/guests", {"name": "Ben"}, 201)
    there.get("/me")
    desk("ban", ben["id"], "--with-address", "--reason", "flood")
    assert there.post("/guests", {"name": "Ben again"}, 403)["error"] == "not-allowed"
    elsewhere.post("/guests", {"name": "Cleo"}, 201)
    desk("ban-address", "203.0.113.7", "--hours", "0", "--reason", "over")
    there.post("/guests", {"name": "a neighbour"}, 201)


def test_a_ban_outlives_a_restart(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data) as server:
        ann, ben = Player(server.url, "Ann"), Player(server.url, "Ben")
        table = two(ann, ben)
        Desk(server, data)("mute", ben.me["id"], "--reason", "rude")
        Desk(server, data)("ban", ann.me["id"], "--reason", "rude")
        port = server.port
    with serving(data, port=port):
        ann.get("/me", 403)
        ben.order(table, "say", 403, text="hello")


def test_tables_are_closed_and_deleted(desk: Desk) -> None:
    ann, ben = Player(desk.server.url, "Ann"), Player(desk.server.url, "Ben")
    closed, removed = two(ann, ben), two(ann, ben)
    desk("close", closed, "--reason", "stuck")
    assert ann.see(closed)["table"]["status"] == "over"
    assert "over" in desk("close", closed, "--reason", "again", fails=True)
    line = ben.socket(removed)
    line.receive()
    desk("delete", removed, "--reason", "unlawful")
    with pytest.raises(ConnectionClosed):
        drain(line)
    ann.get(f"/tables/{removed}", 404)
    assert [kept["id"] for kept in ann.get("/me/tables")] == [closed]
    assert "no such table" in desk("delete", removed, "--reason", "again", fails=True)


def test_a_table_does_not_wait_for_ever_and_who_waits_now_comes_first(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data, "--gathering-days", "2") as server:
        ann = Player(server.url, "Ann")
        old, waiting, newest = (ann.table(seats=["me", "open"]) for _ in range(3))
        assert [table["id"] for table in ann.get("/tables")] == [newest, waiting, old]
        line = ann.socket(waiting)
        line.receive()
        assert [table["id"] for table in ann.get("/tables")] == [waiting, newest, old]
        line.close()
        port = server.port
    with sqlite3.connect(data / "gunbai.sqlite3", timeout=30) as database:
        database.execute("UPDATE tables SET changed = changed - 3 * 86400000 WHERE id = ?", (old,))
    database.close()
    with serving(data, "--gathering-days", "2", port=port):
        wait_until(lambda: {table["id"] for table in ann.get("/tables")} == {waiting, newest})
