"""Reading a table: updates, records and past positions, as far as the reader may see them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator, Iterator

from gunbai.core.game import SPECTATOR
from gunbai.server.access import Access
from gunbai.server.accounts import NotAllowed, Person
from gunbai.server.hosted_table import OVER
from gunbai.server.mutes import Mutes
from gunbai.server.projection import moment, to_write
from gunbai.server.table_registry import TableRegistry
from gunbai.server.time_slices import in_slices
from gunbai.server.uptime import now_ms

# Writing so many actions takes as long as answering another request.
_ACTIONS_A_REQUEST = 500


class TableReader:
    """Answers requests that change nothing. It holds the table's lock, so it never shows what may not be stored."""

    def __init__(self, registry: TableRegistry, access: Access, mutes: Mutes) -> None:
        self._registry, self._access, self._mutes = registry, access, mutes
        # Held by whoever has a long record written: a slice of one of them in each turn of the event loop, not of all.
        self._writing = asyncio.Lock()

    async def update(self, person: Person | None, table_id: str, version: int, after: int) -> bytes:
        """All that is new to the person since a version and an event."""
        muted = await self._mutes.muted_by(person, table_id)
        table = await self._registry.hold(table_id)
        try:
            seats = await self._access.may_see(person, table)
            await self._registry.tell_beforehand(table, seats, version)
            table.time.set(max(now_ms(), table.at))
            seen = table.whispers.place_of(after, seats or (int(SPECTATOR),))
            return self._registry.projector(table).update(seats, version, seen, muted)[0]
        finally:
            table.lock.release()

    async def record(
        self, person: Person | None, table_id: str, seat: int | None, count: Callable[[float], None]
    ) -> str:
        """The game as one file, as far as the person may see it. A long one is as much work as many requests, and
        `count` is told how many more.
        """
        table = await self._registry.hold(table_id)
        try:
            seats = await self._access.may_see(person, table)
            if seat is not None and seat not in seats:
                raise NotAllowed("this is not your seat")
            length = table.game_table.length if table.begun else 0
            count(length // _ACTIONS_A_REQUEST)
            text, work = list[str](), to_write(table, _watcher(seat, seats))
        finally:
            table.lock.release()
        if length < _ACTIONS_A_REQUEST:
            await in_slices(_kept(work, text))
        else:
            async with self._writing:
                await in_slices(_kept(work, text))
        return text[0]

    async def moment(self, person: Person | None, table_id: str, length: int, seat: int | None) -> bytes:
        """The game after its first `length` actions: from one's own seat, or from any seat once the game is over."""
        table = await self._registry.hold(table_id)
        try:
            seats = await self._access.may_see(person, table)
            if seat is not None and seat not in seats and (table.status != OVER or seat >= len(table.chairs)):
                raise NotAllowed("this is not your seat")
            return moment(table, _watcher(seat, seats), length)
        finally:
            table.lock.release()


def _kept(work: Generator[None, None, str], text: list[str]) -> Iterator[None]:
    """The work, and what came of it in the list."""
    text.append((yield from work))


def _watcher(wanted: int | None, seats: list[int]) -> int:
    """The seat from which a person looks: the one they name, else their first, else a spectator's."""
    if wanted is not None:
        return wanted
    return seats[0] if seats else int(SPECTATOR)
