"""A long game is opened, told and taken in without keeping the other tables waiting."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from gunbai.core import record as records
from gunbai.core.registry import find
from gunbai.server import events as ev
from gunbai.server.accounts import Person
from gunbai.server.bot_worker import checked_record
from gunbai.server.hosted_table import HostedTable
from gunbai.server.lobby import setup_of
from gunbai.server.settings import Settings
from gunbai.server.store import Store
from gunbai.server.table_registry import TableRegistry

ACTIONS = 500


class Pauses:
    """Counts how often the others were given a turn; waiting for a thread or the disk is none."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._count, self._sleep = 0, asyncio.sleep
        monkeypatch.setattr(asyncio, "sleep", self._pause)

    async def _pause(self, seconds: float) -> None:
        self._count += seconds == 0
        await self._sleep(seconds)

    async def during(self, work: Coroutine[Any, Any, Any]) -> int:
        before = self._count
        await work
        return self._count - before


async def _long_table(registry: TableRegistry) -> HostedTable:
    """A table of Shogun with some hundred actions, one event each."""
    rng = random.Random(7)
    game = find("shogun")
    chairs = [ev.Chair("person", "Ann") for _ in range(4)]
    table = await registry.create(ev.Created("shogun", game.info.rules_version, {}, chairs, "", "", listed=False))
    while table.game_table.length < ACTIONS:
        seat = table.game_table.to_act[0]
        await registry.change(table.id, lambda t, s=seat: t.act(s, [rng.choice(t.game_table.legal(s))], None))  # type: ignore[misc]
    return table


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = Store(Settings(data=tmp_path))
    store.open()
    return store


def test_opening_telling_and_taking_in_a_long_game_leave_room_for_others(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    # However small the slices, the work can be cut into them: one action is the longest that anybody waits for.
    monkeypatch.setattr("gunbai.server.time_slices._SLICE_SECONDS", 0.0)

    pauses = Pauses(monkeypatch)

    async def run() -> None:
        table = await _long_table(TableRegistry(store))
        known, ann = checked_record(table.game_table.record()), Person("", "Ann", "")
        registry = TableRegistry(store)
        assert await pauses.during(registry.open(table.id)) >= table.seq > ACTIONS // 2
        opened = await registry.open(table.id)
        assert await pauses.during(registry.tell_beforehand(opened, [0, 1, 2], 0)) >= ACTIONS
        assert await pauses.during(registry.tell_beforehand(opened, [0, 1, 2], 0)) < 5, (
            "what was told is not told again"
        )
        assert await pauses.during(registry.import_record(setup_of(known, ann), known)) >= ACTIONS

    asyncio.run(run())
    store.close()


def test_a_log_told_in_pieces_is_the_log(store: Store) -> None:
    async def run() -> None:
        first = TableRegistry(store)
        table = await _long_table(first)
        at_once = first.projector(table).update([0, 2], 0, 0, ())[0]
        second = TableRegistry(store)
        again = await second.open(table.id)
        again.time.set(table.at)
        await second.tell_beforehand(again, [0], 0)
        # Somebody asked, and went away before the answer.
        for _, _ in zip(range(9), second.projector(again).telling([2], 0), strict=False):
            pass
        await second.tell_beforehand(again, [0, 2], 3)
        assert second.projector(again).update([0, 2], 0, 0, ())[0] == at_once
        late = second.projector(again).update([0, 2], 200, 0, ())[0]
        assert late == first.projector(table).update([0, 2], 200, 0, ())[0]
        assert records.write(again.game_table.record()) == records.write(table.game_table.record())

    asyncio.run(run())
    store.close()
