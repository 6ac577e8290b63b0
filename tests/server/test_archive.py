"""One table as a file: out of one house, into another, and nothing is different."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from gunbai.core import record as records
from gunbai.server import fair_dice
from gunbai.server.archive import Head, _without_the_time_between
from gunbai.server.store import Row
from gunbai.server.uptime import Uptime
from tests.server.house import PLUGIN, Player, finish, gunbai, serving, two

TOY = ("--plugin", PLUGIN)


def test_an_unfinished_table_moves_to_another_house_and_is_played_to_its_end(tmp_path: Path) -> None:
    old, new, file = tmp_path / "old", tmp_path / "new", tmp_path / "table.json"
    with serving(old) as server:
        ann, ben = Player(server.url, "Ann"), Player(server.url, "Ben")
        table = two(ann, ben, clock="total:1000", watch="link")
        ann.act(table, "seal 3", key="mine")
        ann.order(table, "say", text="good luck")
        port = server.port
        exported = gunbai("export", table, str(file), "--data", str(old))
        assert exported.returncode == 0, exported.stderr
        shown = gunbai("export", table, "--record", "--data", str(old), *TOY).stdout
        assert "north: seal 3" in shown
        assert "seed: " not in shown
        copied = gunbai("backup", str(tmp_path / "copy"), "--data", str(old))
        assert copied.returncode == 0, copied.stderr
        left = ann.see(table)["sights"][0]["clock"]["left"]
    # The same people, without the table: as in a house that lost it.
    assert gunbai("restore", str(tmp_path / "copy"), "--data", str(new)).returncode == 0
    _forget(new, table)
    brought = gunbai("import", str(file), "--data", str(new), *TOY)
    assert brought.returncode == 0, brought.stderr
    assert "whisper, playing" in brought.stdout
    again = gunbai("import", str(file), "--data", str(new), *TOY)
    assert "already; nothing was changed" in again.stderr
    with serving(new, port=port):
        seen = ann.see(table)
        assert seen["you"] == [0]
        assert seen["sights"][0]["view"]["secrets"] == [3, -1]
        assert [h["text"] for h in seen["happenings"] if h["kind"] == "said"] == ["good luck"]
        assert all(abs(was - now) < 5 for was, now in zip(left, seen["sights"][0]["clock"]["left"], strict=True))
        assert ann.act(table, "seal 3", version=0, key="mine")["repeated"] is True
        over = finish({0: ann, 1: ben}, table)
        assert over["table"]["dice"]["seed"]
        assert fair_dice.verify(records.read(ann.get(f"/tables/{table}/record"))) == 3


def test_the_time_of_another_house_is_counted_without_the_hours_this_one_was_closed() -> None:
    head = Head(1, "t", "", exported=90_000, persons={}, watchers=[], outages=[(40_000, 50_000)])
    rows = [Row("t", seq, at, None, "") for seq, at in enumerate((10_000, 35_000, 60_000, 85_000), start=1)]
    here = Uptime([(500_000, 940_000), (950_000, 995_000)])
    moved = _without_the_time_between(head, rows, here, 1_000_000)
    # Until the file was written, without the outage there, these seconds had passed since each event.
    assert [round(here(1_000_000) - here(row.at), 3) for row in moved] == [70.0, 45.0, 30.0, 5.0]
    assert all(row.at < later.at for row, later in pairwise(moved))


def test_a_finished_table_comes_out_byte_for_byte_as_it_went_in(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    with serving(old) as server:
        ann, ben = Player(server.url, "Ann"), Player(server.url, "Ben")
        table = two(ann, ben)
        finish({0: ann, 1: ben}, table)
        record = ann.get(f"/tables/{table}/record")
        assert gunbai("export", table, "--record", "--data", str(old), *TOY).stdout == record
    first = gunbai("export", table, "--data", str(old)).stdout
    (tmp_path / "file").write_text(first, encoding="utf-8")
    assert gunbai("import", str(tmp_path / "file"), "--data", str(new), *TOY).returncode == 0
    second = gunbai("export", table, "--data", str(new)).stdout
    assert second.splitlines()[1:] == first.splitlines()[1:]
    with serving(new) as server:
        assert Player(server.url, known=False).get(f"/tables/{table}/record") == record


def test_bad_files_and_tables_are_refused_in_one_line(tmp_path: Path) -> None:
    data = ("--data", str(tmp_path / "data"))
    assert "there is no database" in gunbai("export", "x", *data).stderr
    assert "the plugin no.such cannot be loaded" in gunbai("export", "x", *data, "--plugin", "no.such").stderr
    with serving(tmp_path / "data") as server:
        ann = Player(server.url, "Ann")
        table = ann.table(seats=["me", "open"])
        assert "there is no table x" in gunbai("export", "x", *data).stderr
        assert "has not begun" in gunbai("export", table, "--record", *data, *TOY).stderr
        text = gunbai("export", table, *data).stdout
        (tmp_path / "file").write_text(text, encoding="utf-8")
        assert "exists already" in gunbai("export", table, str(tmp_path / "file"), *data).stderr
        assert "another server is using" in gunbai("import", str(tmp_path / "file"), *data, *TOY).stderr
    for bad in (
        "",
        "{}",
        "gunbai record 1",
        text.replace('"gunbai_table":1', '"gunbai_table":9'),
        text.replace('"seq":1', '"seq":2'),
    ):
        (tmp_path / "bad").write_text(bad, encoding="utf-8")
        refused = gunbai("import", str(tmp_path / "bad"), "--data", str(tmp_path / "other"), *TOY)
        assert refused.returncode != 0
        assert len(refused.stderr.strip().splitlines()) == 1, refused.stderr
    assert not (tmp_path / "other").exists()


def _forget(data: Path, table: str) -> None:
    import sqlite3

    with sqlite3.connect(data / "gunbai.sqlite3") as connection:
        for name, column in (("seats", "table_id"), ("seeds", "table_id"), ("events", "table_id"), ("tables", "id")):
            connection.execute(f"DELETE FROM {name} WHERE {column} = ?", (table,))
    connection.close()


def test_nobody_else_on_the_machine_can_read_what_is_kept(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data) as server:
        ann = Player(server.url, "Ann")
        table = ann.table(seats=["me", "me"])
        ann.act(table, 1, seat=0)
        assert gunbai("backup", str(tmp_path / "copy"), "--data", str(data)).returncode == 0
        assert gunbai("export", table, str(tmp_path / "one"), "--data", str(data)).returncode == 0
        kept = [file for file in data.iterdir() if file.name.startswith("gunbai.sqlite3")]
        assert len(kept) > 1
        for file in (*kept, tmp_path / "copy", tmp_path / "one"):
            assert file.stat().st_mode & 0o077 == 0, file
    assert data.stat().st_mode & 0o077 == 0
