"""Whose say something is: nobody wins by a vote of their own, and nobody gives up a seat that is another's by now."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Connection

from gunbai.server import events as ev
from gunbai.server import messages as m
from gunbai.server.hosted_table import OVER, PLAYING, HostedTable, Refused
from gunbai.server.services import Services, build_services
from gunbai.server.settings import Settings
from gunbai.server.store import Row, StorageError, Store
from tests.server.house import Player, two


@asynccontextmanager
async def house(data: Path) -> AsyncIterator[Services]:
    """The services alone, on a database of their own."""
    settings = Settings(data=data)
    store = Store(settings)
    store.open()
    services = build_services(store, settings)
    try:
        yield services
    finally:
        await services.registry.stop()
        store.close()


def test_to_give_the_game_up_is_about_nobodys_seat(ann: Player, ben: Player) -> None:
    """A vote on it that named the other's seat asked everybody but the other, and that was its sender alone."""
    table = two(ann, ben)
    assert ann.order(table, "vote", 409, what="abandon", absent=1)["error"] == "refused"
    assert ann.see(table)["table"]["status"] == "playing"
    assert ann.see(table)["table"]["votes"] == []
    ann.order(table, "vote", what="abandon")
    ben.order(table, "vote", what="abandon")
    assert "abandoned" in ann.see(table)["sights"][0]["result"]


def test_a_vote_that_an_old_log_holds_decides_nothing(tmp_path: Path) -> None:
    """Such votes were taken once, and a table that has one plays on."""

    async def run() -> None:
        async with house(tmp_path) as services:
            (ann, _), (ben, _) = await services.accounts.new_guest("Ann"), await services.accounts.new_guest("Ben")
            table = await services.lobby.create(ann, m.NewTable(game="whisper", seats=["me", "open"]))
            await services.orders.carry_out(ben, table.id, m.Join())

            def as_once(table: HostedTable) -> ev.AnyEvent:
                event = ev.Voted(0, "abandon", 1)
                table.votes.cast(0, "abandon", 1, True)
                return event

            await services.registry.change(table.id, as_once)
            assert table.status == PLAYING
            with pytest.raises(Refused):
                await services.orders.carry_out(ann, table.id, m.Vote(what="abandon", absent=1))

    asyncio.run(run())


def test_two_who_stay_away_cannot_hold_up_a_third(tmp_path: Path) -> None:
    """Each had to vote on the other, so nothing could be decided, and the third could only leave."""

    async def run() -> None:
        async with house(tmp_path) as services:
            people = [(await services.accounts.new_guest(name))[0] for name in ("Ann", "Ben", "Cem")]
            wish = m.NewTable(
                game="whisper",
                seats=["me", "open", "open"],
                options={"players": 3},
                clock="per-move:1000",
                fate="vote",
            )
            table = await services.lobby.create(people[0], wish)
            for person in people[1:]:
                await services.orders.carry_out(person, table.id, m.Join())
            for seat in (1, 2):
                await services.registry.change(table.id, partial(HostedTable.miss, seat=seat))
            await services.orders.carry_out(people[0], table.id, m.Vote(what="bot", absent=1))
            assert [chair.kind for chair in table.chairs] == ["person", "bot", "person"]
            # All of them agree to give up, and where all are away, everybody else is asked.
            await services.orders.carry_out(people[0], table.id, m.Vote(what="abandon"))
            await services.registry.change(table.id, partial(HostedTable.miss, seat=0))
            assert table.status == PLAYING
            await services.orders.carry_out(people[2], table.id, m.Vote(what="bot", absent=0))
            assert [chair.kind for chair in table.chairs] == ["bot", "bot", "person"]

    asyncio.run(run())


def test_a_seat_that_is_anothers_by_now_is_not_given_up(tmp_path: Path) -> None:
    """Somebody who leaves twice at once must not make whoever sat down in between stand up."""

    async def run() -> None:
        async with house(tmp_path) as services:
            people = [(await services.accounts.new_guest(name))[0] for name in ("Ann", "Ben", "Cem")]
            ann, ben, cem = people
            wish = m.NewTable(game="whisper", seats=["me", "open", "open"], options={"players": 3})
            table = await services.lobby.create(ann, wish)
            await services.orders.carry_out(ben, table.id, m.Join(seat=1))
            await table.lock.acquire()
            orders: list[Callable[[], Awaitable[object]]] = [
                lambda: services.orders.carry_out(ben, table.id, m.Leave()),
                lambda: services.orders.carry_out(cem, table.id, m.Join(seat=1)),
                lambda: services.orders.carry_out(ben, table.id, m.Leave()),
            ]
            waiting = []
            for number, order in enumerate(orders, start=1):
                waiting.append(asyncio.ensure_future(order()))
                async with asyncio.timeout(60):
                    while len(table.lock._waiting) < number:
                        await asyncio.sleep(0)
            table.lock.release()
            await asyncio.gather(*waiting, return_exceptions=True)
            assert [chair.person for chair in table.chairs] == [ann.id, cem.id, ""]

    asyncio.run(run())


def test_there_is_one_rematch_however_many_ask_at_once(tmp_path: Path) -> None:
    """Each set up a table of their own; those of the slower ones were ended at once, but begun they were."""

    async def run() -> None:
        async with house(tmp_path) as services:
            (ann, _), (ben, _) = await services.accounts.new_guest("Ann"), await services.accounts.new_guest("Ben")
            table = await services.lobby.create(ann, m.NewTable(game="whisper", seats=["me", "open"]))
            await services.orders.carry_out(ben, table.id, m.Join())
            await services.orders.carry_out(ben, table.id, m.Resign())
            asked = [services.orders.carry_out(person, table.id, m.Rematch()) for person in (ann, ben, ann, ben)]
            found = await asyncio.gather(*asked)
            assert {made.table for made in found if isinstance(made, m.NewTableDone)} == {table.continued_at}
            assert len(await services.lobby.tables_of(ann)) == 2
            assert (await services.registry.open(table.continued_at)).status == PLAYING

    asyncio.run(run())


def test_a_rematch_that_nobody_can_be_led_to_is_put_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with house(tmp_path) as services:
            ann, _ = await services.accounts.new_guest("Ann")
            table = await services.lobby.create(ann, m.NewTable(game="whisper", seats=["me", "me"]))
            await services.orders.carry_out(ann, table.id, m.Resign(seat=1))
            append = services.store.append

            def fail(row: Row, also: Callable[[Connection], object] | None = None) -> asyncio.Future[None]:
                if '"continued"' in row.body:
                    raise StorageError("the disk is full; nothing was changed")
                return append(row, also)

            monkeypatch.setattr(services.store, "append", fail)
            with pytest.raises(StorageError):
                await services.orders.carry_out(ann, table.id, m.Rematch())
            assert [line.status for line in await services.lobby.tables_of(ann)] == [OVER, OVER]

    asyncio.run(run())


def test_who_leaves_last_ends_the_game(tmp_path: Path) -> None:
    async def run() -> None:
        async with house(tmp_path) as services:
            ann, _ = await services.accounts.new_guest("Ann")
            seats = ["me", "bot:greedy", "me"]
            table = await services.lobby.create(ann, m.NewTable(game="whisper", seats=seats, options={"players": 3}))
            assert table.bots == 1
            await services.orders.carry_out(ann, table.id, m.Leave())
            assert table.status == OVER
            assert table.bots == 3
            assert [chair.kind for chair in table.chairs] == ["bot"] * 3

    asyncio.run(run())
