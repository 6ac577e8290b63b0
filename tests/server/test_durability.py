"""The server keeps every order it has acknowledged, whatever happens to the process or the disk."""

from __future__ import annotations

import asyncio
import os
import re
import resource
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from gunbai.core import record as records
from gunbai.server import events as ev
from gunbai.server import fair_dice, schema
from gunbai.server import messages as m
from gunbai.server.accounts import NotAllowed
from gunbai.server.database import migrate
from gunbai.server.hosted_table import PLAYING, HostedTable
from gunbai.server.projection import Projector
from gunbai.server.services import build_services
from gunbai.server.settings import Settings
from gunbai.server.store import Row, StorageError, Store
from tests.forks import LONGEST
from tests.server.house import Player, Server, finish, gunbai, serving

CORPUS = Path(__file__).parent / "corpus"
# Where the head of SQLite's log has numbers that are drawn anew whenever the log begins anew.
_SALT = slice(16, 24)


@pytest.mark.slow
def test_two_hundred_kills_lose_and_invent_nothing(tmp_path: Path) -> None:
    """In a process of its own: it forks servers, which a test runner with threads and event loops must not."""
    loop = [sys.executable, "-m", "tests.server.killing", "200", "--diary", str(tmp_path / "kills.jsonl")]
    env = {**os.environ, "TMPDIR": str(tmp_path)}
    done = subprocess.run(loop, cwd=CORPUS.parents[2], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    told = re.fullmatch(
        r"200 kills in \d+ s and 1 runs, (\d+) acknowledged moves: none lost, none invented, clocks right\n",
        done.stdout,
    )
    assert told, done.stdout
    assert int(told[1]) > 200


def test_a_table_is_the_same_after_a_restart(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data) as server:
        ann, ben = Player(server.url, "Ann"), Player(server.url, "Ben")
        table = ann.table(seats=["me", "open"], clock="total:5000")
        ben.order(table, "join")
        ann.act(table, 1)
        ann.order(table, "say", text="hello")
        ben.act(table, 2)
        ann.order(table, "offer", what="take back", length=1)
        ben.order(table, "answer", yes=True)
        ben.act(table, 3)
        before = [player.see(table) for player in (ann, ben)]
        port = server.port
    with serving(data, port=port):
        after = [player.see(table) for player in (ann, ben)]
        for old, new in zip(before, after, strict=True):
            old_left, new_left = (u["sights"][0]["clock"].pop("left") for u in (old, new))
            assert old == new
            # The seconds between stopping and starting are nobody's.
            assert all(0 <= was - left < 3 for was, left in zip(old_left, new_left, strict=True))
        finish({0: ann, 1: ben}, table)


@pytest.mark.parametrize("clock", ["none", "total:1000", "per-move:1000"])
def test_the_fold_of_the_log_is_the_table_in_memory(clock: str) -> None:
    """Every kind of event, live and replayed, gives the same bytes to everybody."""
    seed = bytes(32)
    live = HostedTable("t", lambda at: at / 1000, seed)
    chairs = [ev.Chair("person", "A", person="a"), ev.Chair("open"), ev.Chair("bot", "random", "random")]
    setup = ev.Created("whisper", 1, {"players": 3}, chairs, "a", "", clock=clock, fate="vote", auto=True)
    rows = [Row("t", 1, 1000, None, ev.encode(setup))]
    live.fold(rows[0])
    steps: list[Callable[[HostedTable], ev.AnyEvent]] = [
        lambda t: t.sit(1, "b", "B", "ff"),
        lambda t: t.stand(1),
        lambda t: t.sit(1, "b", "B", "0a"),
        lambda t: t.season(0, "bb"),
        lambda t: t.begin(),
        lambda t: t.act(1, [2], 0),
        *(
            [lambda t: t.game_table.undo_refusal(1) or t.undo(1), lambda t: t.act(1, [3], None)]
            if clock == "none"
            else []
        ),
        lambda t: t.act(0, [1], None),
        lambda t: t.offer(1, "take back", 0),
        lambda t: t.answer(0, True),
        lambda t: t.act(0, [1], None),
        lambda t: t.act(1, [2], None),
        lambda t: t.act(2, [1], None),
        lambda t: t.act(0, [33], None),
        lambda t: t.declare(0, "truce"),
        # The guess has shown something: the bot declines.
        lambda t: t.offer(1, "take back", 3),
        lambda t: t.miss(0),
        lambda t: t.vote(1, "bot", 0, True),
        lambda t: t.replace(0, "random", "absent"),
        lambda t: t.act(1, [30], None, "the bot gave no answer"),
        lambda t: t.hand(1, "c", "C"),
        lambda t: t.end("resigns", 1),
        lambda t: t.reveal(),
        lambda t: t.go_on("u"),
    ]
    for number, step in enumerate(steps, start=2):
        at = 1000 + number * 700
        live.time.set(at)
        event = step(live)
        rows.append(Row("t", number, at, f"k{number}", ev.encode(event)))
        live.noted(rows[-1], event)
        again = HostedTable("t", lambda at: at / 1000, seed)
        for row in rows:
            again.fold(row)
        for watcher in ([0], [1], [2], []):
            assert Projector(live).update(watcher, 0, 0, ()) == Projector(again).update(watcher, 0, 0, ())
        assert again.since(live.version) == live.since(live.version)
    assert records.write(live.record()) == records.write(again.record())


# -- disks that fail -------------------------------------------------------------------------------------


def play_into_a_full_disk(server: Server, fill: Callable[[], None], free: Callable[[], None]) -> None:
    ann = Player(server.url, "Ann")
    tables = [ann.table(seats=["me", "me"]) for _ in range(5)]
    for table in tables:
        ann.act(table, 1, seat=0)
    before = {table: ann.see(table) for table in tables}
    fill()
    refused = [table for table in tables if _is_refused(ann, table, before[table]["version"])]
    assert refused
    for table in refused:
        now = ann.see(table)
        assert now["version"] == before[table]["version"]
        assert now["sights"] == before[table]["sights"]
    free()
    for table in refused:
        ann.act(table, 2, seat=1, version=before[table]["version"])
        assert ann.see(table)["version"] > before[table]["version"]


def _is_refused(ann: Player, table: str, version: int) -> bool:
    """Whether a full disk refuses an action; now and then a checkpoint makes room in the log just before it."""
    for _ in range(40):
        answer = ann.http.post(f"/tables/{table}/say", json={"text": "x" * 500})
        if answer.status_code == 200:
            continue
        assert answer.status_code == 503
        assert answer.json()["error"] == "storage"
        assert "nothing was changed" in answer.json()["detail"]
        answer = ann.http.post(f"/tables/{table}/act", json={"actions": [2], "seat": 1, "version": version})
        assert answer.status_code == 200 or "nothing was changed" in answer.json()["detail"]
        return answer.status_code == 503
    return False


def test_a_disk_that_takes_no_more_is_said_and_loses_nothing(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        pid = server.process.pid

        def fill() -> None:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))

        def free() -> None:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

        play_into_a_full_disk(server, fill, free)


def test_nobody_sees_what_could_not_be_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the disk still tries to store the end, nobody gets the secrets of a game that may yet go on."""
    settings = Settings(data=tmp_path)
    store = Store(settings)
    store.open()

    async def run() -> None:
        services = build_services(store, settings)
        (ann, _), (ben, _) = await services.accounts.new_guest("Ann"), await services.accounts.new_guest("Ben")
        table = await services.lobby.create(
            ann, m.NewTable(game="whisper", seats=["me", "open"], watch="nobody", listed=True)
        )
        await services.orders.carry_out(ben, table.id, m.Join())
        await services.orders.carry_out(ann, table.id, m.Act(version=0, actions=[3]))
        before = [await services.reader.update(ben, table.id, 0, 0), await services.lobby.tables_of(ben)]

        def fail(*_: object) -> asyncio.Future[None]:
            done = asyncio.get_running_loop().create_future()
            trouble = StorageError("the disk is full; nothing was changed")
            asyncio.get_running_loop().call_later(0.2, done.set_exception, trouble)
            return done

        monkeypatch.setattr(store, "append", fail)
        resigned = asyncio.create_task(services.orders.carry_out(ben, table.id, m.Resign()))
        await asyncio.sleep(0.05)
        asked = asyncio.gather(
            services.reader.moment(ben, table.id, 1, 0),
            services.reader.record(ben, table.id, None, lambda _: None),
            services.reader.update(ben, table.id, 0, 0),
            services.lobby.tables_of(ben),
            return_exceptions=True,
        )
        with pytest.raises(StorageError):
            await resigned
        moment, record, *after = await asked
        assert isinstance(moment, NotAllowed)
        assert "seal ?" in str(record)
        assert after == before
        await services.registry.stop()

    asyncio.run(run())
    store.close()


def test_a_game_begins_although_the_process_died_between_the_last_seat_and_the_beginning(tmp_path: Path) -> None:
    """The last player's seat and the beginning are two events; nobody sends another order in between."""
    settings = Settings(data=tmp_path, heartbeat=0.1)

    class DiesBeforeTheBeginning(Store):
        def append(self, row: Row, also: Callable[[sa.Connection], Any] | None = None) -> asyncio.Future[None]:
            if '"began"' in row.body:
                raise StorageError("the server is shutting down; nothing was changed")
            return super().append(row, also)

    async def sit_down(store: Store) -> None:
        services = build_services(store, settings)
        (ann, _), (ben, _) = await services.accounts.new_guest("Ann"), await services.accounts.new_guest("Ben")
        table = await services.lobby.create(ann, m.NewTable(game="whisper", seats=["me", "open"]))
        # Both are done, and their senders are told so; only the beginning is missing.
        await services.orders.carry_out(ben, table.id, m.Join())
        await services.lobby.create(ann, m.NewTable(game="whisper", seats=["me", "me"]))
        await services.registry.stop()

    async def wait_for_the_beginning(store: Store, tables: list[str]) -> None:
        services = build_services(store, settings)
        await services.start()
        async with asyncio.timeout(120):
            for table_id in tables:
                while (await services.registry.open(table_id)).status != PLAYING:
                    await asyncio.sleep(0.05)
        await services.workers.stop()
        await services.registry.stop()

    dying = DiesBeforeTheBeginning(settings)
    dying.open()
    asyncio.run(sit_down(dying))
    dying.close()
    store = Store(settings)
    store.open()
    with sqlite3.connect(tmp_path / "gunbai.sqlite3") as connection:
        tables = [table_id for (table_id,) in connection.execute("SELECT id FROM tables WHERE status = 'gathering'")]
    connection.close()
    assert len(tables) == 2
    asyncio.run(wait_for_the_beginning(store, tables))
    store.close()


def test_the_log_of_the_database_begins_anew_while_moves_keep_coming(tmp_path: Path) -> None:
    """Copying the log back into the database is not enough: it grows on, and fills the disk, until nothing in it is
    newer than what was copied. Here that is never so by itself."""
    store = Store(Settings(data=tmp_path), settle_after=500)
    store.open()
    log = tmp_path / "gunbai.sqlite3-wal"

    def salt() -> bytes:
        with log.open("rb") as head:
            return head.read(32)[_SALT]

    async def play(table: str, begun: bytes) -> bool:
        for seq in range(1, 4001):
            await store.append(Row(table, seq, 1, None, "a" * 100))
            if salt() != begun:
                return True
        return False

    async def play_all() -> list[bool]:
        begun = salt()
        return await asyncio.gather(*(play(f"table{number}", begun) for number in range(16)))

    try:
        assert any(asyncio.run(play_all()))
    finally:
        store.close()


@contextmanager
def small_disk(place: Path, options: str) -> Iterator[None]:
    place.mkdir(exist_ok=True)
    if subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(place)], check=False).returncode:
        pytest.skip("this sandbox cannot mount")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount")
def test_a_full_file_system_is_said_and_loses_nothing(tmp_path: Path) -> None:
    place = tmp_path / "disk"
    with small_disk(place, "size=3m"), serving(place / "data") as server:
        stuffing = place / "stuffing"

        def fill() -> None:
            with stuffing.open("wb", buffering=0) as file, suppress(OSError):
                while True:
                    file.write(bytes(4096))

        play_into_a_full_disk(server, fill, stuffing.unlink)


def test_read_only_storage_is_said_in_one_line(tmp_path: Path) -> None:
    place = tmp_path / "disk"
    if os.geteuid() == 0:
        with small_disk(place, "size=1m,ro"):
            refused = gunbai("serve", "--port", "0", "--data", str(place / "data"))
    else:
        place.mkdir(mode=0o555)
        refused = gunbai("serve", "--port", "0", "--data", str(place / "data"))
    assert refused.returncode != 0
    assert "cannot use the data folder" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_a_second_server_on_the_same_folder_is_refused(tmp_path: Path) -> None:
    with serving(tmp_path / "data"):
        refused = gunbai("serve", "--port", "0", "--data", str(tmp_path / "data"))
    assert refused.returncode != 0
    assert "another server is using" in refused.stderr
    assert "Traceback" not in refused.stderr


# -- copies ------------------------------------------------------------------------------------------------


def test_a_backup_taken_while_running_restores_every_table(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        ann = Player(server.url, "Ann")
        tables = [ann.table(seats=["me", "me"]) for _ in range(3)]
        for table in tables:
            ann.act(table, 1, seat=0)
        copied = gunbai("backup", str(tmp_path / "copy"), "--data", str(tmp_path / "data"))
        assert copied.returncode == 0, copied.stderr
        assert "3 tables" in copied.stdout
        seen = [ann.see(table) for table in tables]
        port = server.port
    assert gunbai("backup", str(tmp_path / "copy"), "--data", str(tmp_path / "data")).returncode != 0
    restored = gunbai("restore", str(tmp_path / "copy"), "--data", str(tmp_path / "new"))
    assert restored.returncode == 0, restored.stderr
    with serving(tmp_path / "new", port=port):
        assert [ann.see(table) for table in tables] == seen
        ann.act(tables[0], 2, seat=1)
        again = gunbai("restore", str(tmp_path / "copy"), "--data", str(tmp_path / "new"))
        assert "another server is using" in again.stderr
    again = gunbai("restore", str(tmp_path / "copy"), "--data", str(tmp_path / "new"))
    assert "empty place only" in again.stderr


# -- old things stay readable ------------------------------------------------------------------------------------


def test_migrations_lead_from_the_first_schema_to_the_newest(tmp_path: Path) -> None:
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'old.sqlite3'}")
    migrate(engine, "0001")
    with engine.begin() as c:
        c.execute(
            sa.text(
                "INSERT INTO tables (id, game, rules, status, listed, created, changed) "
                "VALUES ('t', 'whisper', 1, 'playing', 1, 5, 5), ('waits', 'whisper', 1, 'gathering', 1, 5, 5)"
            )
        )
        log: list[tuple[str, int, int, str | None, str]] = []
        log += [("t", seq, 10 * seq, f"ann:{seq}", f"event {seq}") for seq in range(1, 40)]
        log.append(("waits", 1, 5, None, '{"kind":"created","by":"ann"}'))
        c.exec_driver_sql("INSERT INTO events (table_id, seq, at, key, body) VALUES (?, ?, ?, ?, ?)", log)
    migrate(engine)
    inspector = sa.inspect(engine)
    for table in schema.metadata.sorted_tables:
        found = {column["name"]: column["nullable"] for column in inspector.get_columns(table.name)}
        assert found == {column.name: bool(column.nullable) for column in table.columns}, table.name
        assert {i["name"] for i in inspector.get_indexes(table.name)} == {i.name for i in table.indexes}, table.name
    with engine.connect() as c:
        assert c.execute(sa.text("SELECT due FROM tables WHERE id = 't'")).scalar() == 0
        assert c.execute(sa.text("SELECT id, host FROM tables ORDER BY id")).all() == [("t", ""), ("waits", "ann")]
        assert [tuple(row) for row in c.execute(sa.text("SELECT * FROM events ORDER BY rowid"))] == log
    assert inspector.get_unique_constraints("events") == []
    engine.dispose()


def test_a_database_of_the_first_schema_is_served(tmp_path: Path) -> None:
    """`corpus/first.sql` was written by the first server; it must open for ever."""
    data = tmp_path / "data"
    data.mkdir()
    with sqlite3.connect(data / "gunbai.sqlite3") as connection:
        connection.executescript((CORPUS / "first.sql").read_text(encoding="utf-8"))
        tables = [table for (table,) in connection.execute("SELECT id FROM tables ORDER BY created")]
    connection.close()
    assert len(tables) == 3
    with serving(data) as server:
        watcher = Player(server.url, known=False)
        for table in tables:
            assert watcher.get(f"/tables/{table}/record") == (CORPUS / f"{table}.gunbai").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", sorted(CORPUS.glob("*.gunbai")), ids=lambda path: path.stem)
def test_old_records_replay(path: Path) -> None:
    record = records.read(path.read_text(encoding="utf-8"))
    assert records.write(record) == path.read_text(encoding="utf-8")
    if "seed" in record.notes:
        fair_dice.verify(record)


def test_a_table_of_other_rules_is_kept_and_not_played(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data) as server:
        ann = Player(server.url, "Ann")
        table = ann.table(seats=["me", "me"])
        port = server.port
    with sqlite3.connect(data / "gunbai.sqlite3") as connection:
        connection.execute("UPDATE events SET body = replace(body, '\"rules\":1', '\"rules\":0') WHERE seq = 1")
    connection.close()
    with serving(data, port=port):
        refused = ann.get(f"/tables/{table}", 409)
        assert refused["error"] == "rules-changed"
        assert ann.get("/me/tables") == []


def test_a_table_that_cannot_be_read_holds_up_no_other(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data) as server:
        ann = Player(server.url, "Ann")
        broken = [ann.table(seats=["me", "me"], clock="total:100000") for _ in range(3)]
        for table in broken:
            ann.act(table, 1, seat=0)
        ending = ann.table(seats=["me", "me"], clock="total:2")
        port = server.port
        server.kill()
    with sqlite3.connect(data / "gunbai.sqlite3") as connection:
        wrong = (
            ("[[0,1,0]]", "[[0,99,0]]"),
            ('"kind":"played"', '"kind":"played in the future"'),
            ('"seat":0', '"seat":"'),
        )
        for table, (old, new) in zip(broken, wrong, strict=True):
            words = "UPDATE events SET body = replace(body, ?, ?) WHERE seq = 3 AND table_id = ?"
            assert connection.execute(words, (old, new, table)).rowcount == 1
            # The server looks at them before all others; no clock runs out while this test makes its moves.
            assert connection.execute("UPDATE tables SET due = 1 WHERE id = ?", (table,)).rowcount == 1
    connection.close()
    with serving(data, port=port) as server:
        end = time.monotonic() + LONGEST
        while [line["result"] for line in ann.get("/me/tables?status=over")] == []:
            assert time.monotonic() < end, "the clock of another table was not looked at"
            time.sleep(0.1)
        assert [line["id"] for line in ann.get("/me/tables")] == [ending]
        for table in broken:
            assert ann.get(f"/tables/{table}", 409)["error"] == "unreadable"
        account = Player(server.url, "Ann")
        account.post("/me/account", {"login": "ann", "password": "correct horse"}, 200)
        ann.post("/login", {"login": "ann", "password": "correct horse"}, 200)
        assert [line["id"] for line in ann.get("/me/tables")] == [ending]
        assert broken[0] in server.stderr()


def test_a_table_goes_on_by_the_rules_it_was_begun_with(tmp_path: Path) -> None:
    """Rules change between two lives of the server, and the old version stays installed beside the new one."""
    data = tmp_path / "data"
    with serving(data, "--bot-seconds", "0.05") as server:
        ann = Player(server.url, "Ann")
        old = ann.table(seats=["me", "me"])
        watched = ann.table(seats=["me", "bot:greedy"])
        ann.act(old, 1, seat=0)
        ann.act(old, 2, seat=1)
        port = server.port
    with serving(data, "--plugin", "tests.toy.second", "--bot-seconds", "0.05", port=port):
        new = ann.table(seats=["me", "me"])
        ann.act(new, 1, seat=0)
        ann.act(new, 2, seat=1)
        points = {}
        for table in (old, new):
            ann.act(table, 32, seat=0)
            seen = ann.see(table)
            points[seen["table"]["rules"]] = seen["sights"][0]["view"]["points"][0]
        assert points == {1: 1, 2: 3}
        ann.act(watched, 0)
        end = time.monotonic() + 60
        while len((seen := ann.see(watched))["sights"][0]["log"]["lines"]) < 3:
            assert time.monotonic() < end, "the bot does not know the old rules"
            time.sleep(0.05)
        assert seen["table"]["rules"] == 1
        assert not [h for h in seen.get("happenings", []) if h["kind"] == "played"]
        over = finish({0: ann, 1: ann}, old)
        assert over["table"]["rules"] == 1
        text = ann.get(f"/tables/{old}/record")
        assert "\nrules: 1\n" in text
        kept = ann.post("/tables/import", {"record": text}, 201)["table"]
        assert ann.get(f"/tables/{kept}/record") == text
        assert ann.order(old, "rematch")["table"] in [line["id"] for line in ann.get("/me/tables")]
        refused = ann.post("/tables/import", {"record": text.replace("rules: 1", "rules: 3")}, 400)
        assert "version 3 is not installed" in refused["detail"]
