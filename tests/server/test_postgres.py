"""Two server processes on one PostgreSQL, started by the test itself: players of one table on different processes."""

from __future__ import annotations

import signal
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from gunbai.core import record as records
from gunbai.server import fair_dice
from tests.server.house import Player, Server, finish, gunbai, serving, two


def test_players_on_different_processes_and_one_of_them_dies(database: str, tmp_path: Path) -> None:
    with (
        serving(tmp_path / "a", "--database", database) as first,
        serving(tmp_path / "b", "--database", database) as second,
    ):
        ann, ben = Player(first.url, "Ann"), Player(second.url, "Ben")
        table = ann.table(seats=["me", "open"], clock="total:5000")
        ben.order(table, "join")
        a, b = ann.socket(table), ben.socket(table)
        a.until(0), b.until(0)
        assert a.ask("act", version=0, actions=["seal 1"])[0]["type"] == "done"
        seen = b.until(1)
        assert seen["sights"][0]["view"]["secrets"] == [4, -1]
        # Sealed at a version the other process has left behind: still welcome.
        assert b.ask("act", version=0, actions=["seal 2"])[0]["type"] == "done"
        version = a.until(3)["version"]
        assert ann.see(table)["seq"] == ben.see(table)["seq"]
        assert b.ask("act", version=version, actions=["guess 0"])[0]["error"] == "not-your-turn"

        _race(ann, ben, first, second)

        b.close()
        second.kill()
        assert a.ask("act", version=version, actions=["guess 3"])[0]["type"] == "done"
        moved = Player(first.url, known=False)
        moved.http.cookies.set("gunbai", ben.http.cookies["gunbai"])
        assert moved.see(table)["you"] == [1]
        over = finish({0: ann, 1: moved}, table)
        assert over["table"]["dice"]["seed"]
        assert fair_dice.verify(records.read(ann.get(f"/tables/{table}/record"))) == 3
        a.close()


def test_crowds_hide_nobody_in_the_lobby_or_before_an_operator(database: str, tmp_path: Path) -> None:
    """Hosts and reporters take turns, which only a window function of the database can tell."""
    with serving(tmp_path / "a", "--database", database) as server:
        ann, ben, eve = (Player(server.url, name) for name in ("Ann", "Ben", "Eve"))
        waits = ann.table(seats=["me", "open"])
        crowd = [eve.table(seats=["me", "open"]) for _ in range(110)]
        shown = [table["id"] for table in ben.get("/tables")]
        assert len(shown) == 100
        assert waits in shown
        assert shown[0] == crowd[-1]
        ben.order(waits, "join")
        ben.order(crowd[0], "join")
        for number in range(205):
            eve.post(f"/tables/{crowd[0]}/report", {"seat": 1, "text": f"flood {number}"}, 204)
        ann.post(f"/tables/{waits}/report", {"seat": 1, "text": "the real one"}, 204)
        listed = gunbai("admin", "reports", "--database", database, "--server", server.url).stdout.splitlines()
        assert len(listed) == 200
        assert "the real one" in listed[-1]
        assert "205 by this reporter" in listed[0]


def test_who_loses_a_race_hears_of_who_won(database: str, tmp_path: Path) -> None:
    """Both processes are sent a move at the same version; the one that is too late must still tell its players."""
    with (
        serving(tmp_path / "a", "--database", database) as first,
        serving(tmp_path / "b", "--database", database) as second,
    ):
        ann = Player(first.url, "Ann")
        for _ in range(12):
            table = ann.table(seats=["me", "me"])
            lines = [ann.socket(table, url=server.url) for server in (first, second)]
            version, over = lines[0].until(0)["version"], False
            lines[1].until(version)
            while not over:
                seen = ann.see(table)
                sight = next(sight for sight in seen["sights"] if sight["legal"])
                for line, choice in zip(lines, sight["legal"][:1] + sight["legal"][-1:], strict=True):
                    line.send("act", seat=sight["seat"], version=seen["version"], actions=[choice["action"]])
                told = [line.until(seen["version"] + 1) for line in lines]
                assert told[0]["version"] == told[1]["version"] == ann.see(table)["version"]
                over = any(sight["over"] for sight in told[0]["sights"])
            for line in lines:
                line.close()


def test_a_session_ended_on_one_process_hangs_up_on_the_other(database: str, tmp_path: Path) -> None:
    with (
        serving(tmp_path / "a", "--database", database) as first,
        serving(tmp_path / "b", "--database", database) as second,
    ):
        ann = Player(first.url, "Ann")
        table = ann.table(seats=["me", "me"])
        token = ann.post("/me/device-link", {}, 201)["token"]
        phone = Player(second.url, known=False)
        phone.post("/exchange", {"token": token}, 200)
        line, own = phone.socket(table), ann.socket(table, url=second.url)
        assert line.receive()["you"] == own.receive()["you"] == [0, 1]
        lost = next(s["id"] for s in ann.get("/me/sessions") if not s["this"])
        assert ann.http.delete(f"/me/sessions/{lost}").status_code == 204
        with pytest.raises(ConnectionClosed) as closed:
            line.receive()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4403
        phone.get("/me", 401)
        assert own.ask("say", text="still here")[0]["type"] == "done"
        own.close()


def test_who_is_muted_through_one_process_is_not_heard_through_the_other(database: str, tmp_path: Path) -> None:
    with (
        serving(tmp_path / "a", "--database", database) as first,
        serving(tmp_path / "b", "--database", database) as second,
    ):
        ann, ben = Player(first.url, "Ann"), Player(first.url, "Ben")
        table = two(ann, ben)
        line = ann.socket(table, url=second.url)
        line.receive()
        ben.post(f"/tables/{table}/say", {"text": "hello"})
        assert line.receive()["happenings"][0]["text"] == "hello"
        ann.post(f"/tables/{table}/mute", {"seat": 1, "on": True})
        end = time.monotonic() + 60
        heard = ["hello"]
        while heard and time.monotonic() < end:
            # Word of it takes a moment to go round; after that, only what Ann says herself reaches her.
            ben.post(f"/tables/{table}/say", {"text": "hello"})
            ann.post(f"/tables/{table}/say", {"text": "."})
            heard = []
            while "." not in heard:
                heard += [piece["text"] for piece in line.receive().get("happenings", [])]
            heard.remove(".")
        assert not heard
        line.close()


def test_one_reminder_from_all_processes_and_none_for_who_is_at_one_of_them(
    database: str, tmp_path: Path, hook: tuple[str, list[Any]]
) -> None:
    address, heard = hook
    with (
        serving(tmp_path / "a", "--database", database, "--private-webhooks") as first,
        serving(tmp_path / "b", "--database", database, "--private-webhooks") as second,
    ):
        ann, ben = Player(first.url, "Ann"), Player(second.url, "Ben")
        ben.http.patch("/me", json={"webhook": address}).raise_for_status()
        lines, tables = [], []
        for here in (True, False):
            table = ann.table(seats=["me", "open"])
            line = ben.socket(table)
            line.receive()
            line.ask("join")
            if here:
                lines.append(line)
            else:
                line.close()
            own = ann.socket(table)
            while own.receive()["table"]["status"] == "gathering":
                pass
            ann.act(table, 1)
            own.until(ben.act(table, 1)["version"])
            ann.act(table, 30)
            own.close()
            tables.append(table)

        def reminded() -> list[str]:
            return [message["table"] for message in heard if message["version"] > 3]

        end = time.monotonic() + 60
        while tables[1] not in reminded():
            assert time.monotonic() < end, heard
            time.sleep(0.05)
        # A reminder to the one who is there would have come before.
        assert reminded() == [tables[1]]
        lines[0].close()


def _race(ann: Player, ben: Player, first: Server, second: Server) -> None:
    """The same request at both processes at once is done once; different ones at one version exclude each other."""
    table = ann.table(seats=["me", "me"])
    here, there = Player(first.url, known=False), Player(second.url, known=False)
    for player in (here, there):
        player.http.cookies.set("gunbai", ann.http.cookies["gunbai"])
        player.see(table)
    with ThreadPoolExecutor(8) as pool:
        jobs = [
            pool.submit(player.order, table, "act", None, version=0, seat=0, actions=[1], key="same")
            for player in (here, there) * 10
        ]
    answers = [job.result() for job in jobs]
    assert [answer.get("repeated") for answer in answers].count(False) == 1, answers
    assert len({answer["seq"] for answer in answers}) == 1
    here.act(table, 2, seat=1)
    version = here.see(table)["version"]
    with ThreadPoolExecutor(8) as pool:
        jobs = [
            pool.submit(player.order, table, "act", None, version=version, seat=0, actions=[30 + n % 4])
            for n, player in enumerate((here, there) * 4)
        ]
    answers = [job.result() for job in jobs]
    assert sum("seq" in answer for answer in answers) == 1, answers
    assert {answer.get("error") for answer in answers if "seq" not in answer} <= {"stale", "not-your-turn"}
    assert here.see(table) == there.see(table)


def test_a_backup_of_postgres_restores_into_sqlite_and_back(database: str, tmp_path: Path) -> None:
    with serving(tmp_path / "a", "--database", database) as server:
        ann = Player(server.url, "Ann")
        table = ann.table(seats=["me", "me"])
        ann.act(table, 1, seat=0)
        seen = ann.see(table)
        copied = gunbai("backup", str(tmp_path / "copy"), "--database", database)
        assert copied.returncode == 0, copied.stderr
        port = server.port
    refused = gunbai("restore", str(tmp_path / "copy"), "--database", database)
    assert "empty place only" in refused.stderr
    assert gunbai("restore", str(tmp_path / "copy"), "--data", str(tmp_path / "b")).returncode == 0
    with serving(tmp_path / "b", port=port):
        assert ann.see(table) == seen


def test_no_clock_has_run_while_a_backup_lay_around(database: str, tmp_path: Path) -> None:
    """As when a house moves to PostgreSQL: what was copied an hour ago is played on as if it were now."""
    import psycopg

    with serving(tmp_path / "a") as server:
        ann = Player(server.url, "Ann")
        table = ann.table(seats=["me", "me"], clock="total:1000")
        ann.act(table, 1, seat=0)
        assert gunbai("backup", str(tmp_path / "copy"), "--data", str(tmp_path / "a")).returncode == 0
        port = server.port
    with sqlite3.connect(tmp_path / "copy") as copy:
        for name in ("events", "heartbeats"):
            copy.execute(f"UPDATE {name} SET at = at - 3600000")
        copy.execute("DELETE FROM outages")
    copy.close()
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("CREATE DATABASE moved")
    moved = f"{database.rpartition('/')[0]}/moved"
    assert gunbai("restore", str(tmp_path / "copy"), "--database", moved).returncode == 0
    with serving(tmp_path / "b", "--database", moved, port=port):
        assert ann.see(table)["sights"][0]["clock"]["left"][1] > 900


def test_clocks_stand_still_while_all_processes_hang_and_run_on_while_one_serves(database: str, tmp_path: Path) -> None:
    with (
        serving(tmp_path / "a", "--database", database, "--heartbeat", "0.5") as first,
        serving(tmp_path / "b", "--database", database, "--heartbeat", "0.5") as second,
    ):
        ann = Player(first.url, "Ann")
        table = ann.table(seats=["me", "me"], clock="total:100")
        ann.act(table, 1, seat=0)
        line = ann.socket(table, url=second.url)
        before = line.receive()["sights"][0]["clock"]["left"][1]
        for stopped, charged in (((first, second), False), ((second,), True)):
            for server in stopped:
                server.process.send_signal(signal.SIGSTOP)
            time.sleep(3)
            for server in stopped:
                server.process.send_signal(signal.SIGCONT)
            left = line.receive()["sights"][0]["clock"]["left"][1]
            assert (before - left > 2.5) is charged
            before = left
        line.close()


def test_a_database_that_cannot_be_reached_is_said_in_one_line(tmp_path: Path) -> None:
    refused = gunbai("serve", "--port", "0", "--database", "postgresql://nobody@127.0.0.1:9/none")
    assert refused.returncode != 0
    assert "the database cannot be opened" in refused.stderr
    assert "Traceback" not in refused.stderr
