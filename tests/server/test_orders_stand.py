"""An order that was carried out is answered as such, whatever becomes of what follows from it.

Who is told "nothing was changed" sends the order again, or believes to be still in a seat that was given up.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa

import gunbai.server.messages as m
from gunbai.core.errors import GunbaiError
from gunbai.server.accounts import Person
from gunbai.server.hosted_table import GATHERING, OVER, PLAYING, HostedTable
from gunbai.server.projection import Projector
from gunbai.server.services import build_services
from gunbai.server.settings import Settings
from gunbai.server.store import Conflict, Row, StorageError, Store
from gunbai.server.table_registry import Placed


class Failing(Store):
    """A store that fails, as often as it is told to, for events that hold a word."""

    word, times = "", 0
    error: GunbaiError = StorageError("the disk is full; nothing was changed")

    def append(self, row: Row, also: Callable[[sa.Connection], object] | None = None) -> asyncio.Future[None]:
        if self.times and self.word in row.body:
            self.times -= 1
            raise self.error
        return super().append(row, also)


class House:
    """The services on a store that can fail, and two guests."""

    def __init__(self, data: Path) -> None:
        settings = Settings(data=data)
        self.store = Failing(settings)
        self.store.open()
        self.services = build_services(self.store, settings)
        self.people: list[Person] = []

    async def __aenter__(self) -> House:
        self.people = [(await self.services.accounts.new_guest(name))[0] for name in ("Ann", "Ben")]
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.services.registry.stop()
        self.store.close()

    async def table(self, **wish: object) -> HostedTable:
        wish = {"game": "whisper", "seats": ["me", "open"], **wish}
        return await self.services.lobby.create(self.people[0], m.NewTable(**wish))  # type: ignore[arg-type]

    async def order(self, person: int, table: HostedTable, order: m.Order) -> Placed:
        placed = await self.services.orders.carry_out(self.people[person], table.id, order)
        assert isinstance(placed, Placed)
        return placed

    def fail(self, word: str, error: GunbaiError | None = None, times: int = 1_000) -> None:
        self.store.word, self.store.error, self.store.times = word, error or Failing.error, times

    async def settled(self, table: HostedTable, status: str) -> HostedTable:
        async with asyncio.timeout(60):
            while (now := await self.services.registry.open(table.id)).status != status:
                await asyncio.sleep(0)
        return now


def test_who_sat_down_is_told_so_though_the_game_cannot_begin(tmp_path: Path) -> None:
    async def run() -> None:
        async with House(tmp_path) as house:
            table = await house.table()
            house.fail('"began"')
            placed = await house.order(1, table, m.Join(key="k"))
            assert (placed.seq, placed.version, placed.repeated) == (2, 0, False)
            house.fail("", times=0)
            now = await house.services.registry.open(table.id)
            assert now.status == GATHERING
            assert now.seats_of(house.people[1].id) == [1]
            # Sent again it has been done, and what had to follow follows.
            assert (await house.order(1, table, m.Join(key="k"))).repeated
            await house.services.registry.change(table.id, lambda _: None)
            await house.settled(table, PLAYING)

    asyncio.run(run())


def test_an_order_is_not_carried_out_again_when_another_process_does_what_follows(tmp_path: Path) -> None:
    """What follows met a conflict, and the whole order was tried again: whoever had resigned was told it was over."""

    async def run() -> None:
        async with House(tmp_path) as house:
            table = await house.table()
            await house.order(1, table, m.Join())
            house.fail('"revealed"', Conflict("the table has moved on"), times=1)
            assert (await house.order(1, table, m.Resign())).seq == 4
            async with asyncio.timeout(60):
                while (now := await house.services.registry.open(table.id)).seq < 5:
                    await asyncio.sleep(0)
            assert now.status == OVER
            assert now.dice.revealed

    asyncio.run(run())


def test_a_table_that_was_set_up_is_there_though_it_cannot_begin(tmp_path: Path) -> None:
    async def run() -> None:
        async with House(tmp_path) as house:
            house.fail('"began"')
            table = await house.table(seats=["me", "me"])
            assert (await house.services.registry.open(table.id)).status == GATHERING

    asyncio.run(run())


def test_a_change_that_is_no_order_says_that_nothing_follows(tmp_path: Path) -> None:
    """Whoever looks after tables that are due must know, to look again."""

    async def run() -> None:
        async with House(tmp_path) as house:
            table = await house.table()
            house.fail('"began"')
            await house.order(1, table, m.Join())
            with pytest.raises(StorageError):
                await house.services.registry.change(table.id, lambda _: None)

    asyncio.run(run())


def test_who_has_left_is_told_so_though_the_game_cannot_be_ended(tmp_path: Path) -> None:
    async def run() -> None:
        async with House(tmp_path) as house:
            table = await house.table(seats=["me", "bot:greedy", "bot:greedy"], options={"players": 3})
            house.fail('"ended"')
            await house.order(0, table, m.Leave())
            now = await house.services.registry.open(table.id)
            assert [chair.kind for chair in now.chairs] == ["bot"] * 3

    asyncio.run(run())


def test_a_fault_of_what_attends_costs_no_order_and_none_of_the_others(tmp_path: Path) -> None:
    async def run() -> None:
        async with House(tmp_path) as house:
            table, seen = await house.table(seats=["me", "me"]), list[int]()
            registry = house.services.registry

            def fail(_: HostedTable) -> None:
                raise RuntimeError("a fault")

            registry.attend += [fail, lambda t: seen.append(t.version)]
            placed = await house.order(0, table, m.Act(version=0, seat=0, actions=[1]))
            assert seen == [placed.version] == [1]

    asyncio.run(run())


class Deaf:
    """Somebody who cannot be told anything, or can."""

    def __init__(self, fails: bool) -> None:
        self.person, self.muted, self._fails = "", set[str](), fails
        self.told = 0

    def tell(self, _: Projector) -> None:
        self.told += 1
        if self._fails:
            raise RuntimeError("a fault")

    def tell_again(self, projector: Projector) -> None:
        self.tell(projector)

    def hang_up(self, code: int) -> None:
        raise AssertionError(code)

    def tell_thinking(self, projector: Projector, seat: int, ahead: int) -> bool:
        raise AssertionError(seat)


def test_a_move_stands_though_somebody_cannot_be_told(tmp_path: Path) -> None:
    """And everybody else is told."""

    async def run() -> None:
        async with House(tmp_path) as house:
            table = await house.table(seats=["me", "me"])
            audience = [Deaf(fails) for fails in (True, False, True, False)]
            for one in audience:
                house.services.registry.join(table, one)
            await house.order(0, table, m.Act(version=0, seat=0, actions=[1]))
            assert [one.told for one in audience] == [1] * 4
            assert house.services.registry.holds(table)

    asyncio.run(run())


def test_a_move_stands_though_telling_breaks_off(tmp_path: Path) -> None:
    """Then it is told from the log."""

    async def run() -> None:
        async with House(tmp_path) as house:
            table, registry = await house.table(seats=["me", "me"]), house.services.registry
            late = Deaf(False)

            class BringsSomebody(Deaf):
                def tell(self, projector: Projector) -> None:
                    registry.join(table, late)

            registry.join(table, BringsSomebody(False))
            placed = await house.order(0, table, m.Act(version=0, seat=0, actions=[1]))
            assert (placed.seq, placed.version) == (3, 1)
            assert not registry.holds(table)
            while tasks := registry._tasks:
                await asyncio.wait(tasks)
            assert late.told
            assert (await registry.open(table.id)).seq == 3

    asyncio.run(run())


def test_what_cannot_be_written_down_is_not_kept_in_memory(tmp_path: Path) -> None:
    async def run() -> None:
        async with House(tmp_path) as house:
            table = await house.table(seats=["me", "me"])
            with pytest.raises(UnicodeEncodeError):
                await house.services.registry.change(table.id, lambda t: t.chat(0, "p", "\ud800", "hello"))
            assert not house.services.registry.holds(table)

    asyncio.run(run())
