"""Somebody who has finished thousands of games asks for the last of them at no greater cost than anybody else."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, insert, select

from gunbai.server import messages as m
from gunbai.server import schema
from gunbai.server.services import build_services
from gunbai.server.settings import Settings
from gunbai.server.store import Store

GAMES, SHOWN = 1_500, 100


def test_a_list_of_games_reads_no_more_than_it_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With 8,000 games, as many as a person can set up and resign in a day, a list kept everybody waiting for 35 ms."""
    settings = Settings(data=tmp_path / "data")
    store = Store(settings)
    store.open()

    async def main() -> None:
        services = build_services(store, settings)
        eve, _ = await services.accounts.new_guest("Eve")
        table = await services.lobby.create(eve, m.NewTable(game="gunshi", seats=["me", "me"]))
        await services.orders.carry_out(eve, table.id, m.Resign(seat=0))
        t, s = schema.tables, schema.seats

        def many(c: Connection) -> None:
            one = dict(c.execute(select(t).where(t.c.id == table.id)).mappings().one())
            copies = [
                one
                | {"id": f"copy{n}", "changed": one["changed"] - n - 1}
                | {"summary": one["summary"].replace(table.id, f"copy{n}")}
                for n in range(GAMES)
            ]
            c.execute(insert(t), copies)
            c.execute(insert(s), [{"table_id": x["id"], "seat": n, "person": eve.id} for x in copies for n in (0, 1)])

        await store.write(many)
        read, rows = 0, store.rows

        async def counted(query: Any) -> list[Any]:
            nonlocal read
            found = await rows(query)
            read += len(found)
            return found

        monkeypatch.setattr(store, "rows", counted)
        lines = await services.lobby.tables_of(eve)
        assert len(lines) == SHOWN
        assert lines[0].id == table.id
        assert all(line.you == [0, 1] for line in lines)
        assert read <= 4 * SHOWN

    try:
        asyncio.run(main())
    finally:
        store.close()
