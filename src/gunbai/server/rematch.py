"""Rematches: another game with the same players and options, the seats moved on by one."""

from __future__ import annotations

from functools import partial

from gunbai.core import record as records
from gunbai.core.errors import GunbaiError
from gunbai.core.registry import find
from gunbai.server import events as ev
from gunbai.server import messages as m
from gunbai.server.accounts import NotAllowed, Person
from gunbai.server.disk_ration import TABLE_BYTES, DiskRation
from gunbai.server.hosted_table import OVER, HostedTable, Refused
from gunbai.server.lobby import Lobby
from gunbai.server.table_registry import TableRegistry
from gunbai.server.turns import Turns
from gunbai.session import OPEN, PERSON


class Rematches:
    """Sets up a new table for the first player who asks, and seats the others when they ask too."""

    def __init__(self, registry: TableRegistry, lobby: Lobby, ration: DiskRation) -> None:
        self._registry, self._lobby, self._ration = registry, lobby, ration
        # By the table that is over: whoever asks while the new one is set up waits for it.
        self._coming = Turns()

    async def ask(
        self, person: Person, table: HostedTable, entropy: str, key: str | None, commitment: str = ""
    ) -> m.NewTableDone:
        """Ask for a rematch, or agree to one. At the new table the seats of the others are kept for them."""
        if not table.seats_of(person.id):
            raise NotAllowed("you do not sit at this table")
        if table.status != OVER:
            raise Refused("a rematch follows when the game is over")
        if not table.continued_at:
            async with self._coming.of(table.id):
                table = await self._registry.open(table.id)
                if not table.continued_at and (new := await self._set_up(person, table, entropy, key, commitment)):
                    return m.NewTableDone(new)
        next_id = (await self._registry.open(table.id)).continued_at
        for seat in (await self._registry.open(next_id)).kept_for(person.id):
            try:
                await self._lobby.join(person, next_id, seat, entropy, None, commitment)
            except Refused:
                # Who asks twice at once has sat down meanwhile.
                if seat not in (await self._registry.open(next_id)).seats_of(person.id):
                    raise
        return m.NewTableDone(next_id)

    async def _set_up(self, person: Person, table: HostedTable, entropy: str, key: str | None, commitment: str) -> str:
        """Set up the new table; its name, or none if another process has set one up meanwhile."""
        self._ration.take(person.id, TABLE_BYTES)
        async with self._lobby.room(person):
            new = await self._registry.create(_next_game(table, person.id, entropy, commitment))
        try:
            await self._registry.change(table.id, partial(HostedTable.go_on, table=new.id), key)
        except GunbaiError as error:
            # Nobody is led to the new one.
            await self._registry.change(new.id, _put_away)
            if isinstance(error, Refused):
                return ""
            raise
        return new.id


def _put_away(table: HostedTable) -> ev.AnyEvent | None:
    return None if table.status == OVER else table.end(records.ABANDONED)


def _next_game(table: HostedTable, person: str, entropy: str, commitment: str) -> ev.Created:
    """The same set-up with the seats moved on by one. Other players' seats are only kept, so no clock runs yet."""
    setup, chairs = table.setup, table.chairs[1:] + table.chairs[:1]
    waiting = [
        ev.Chair(OPEN, chair.name, person=chair.person) if chair.kind == PERSON and chair.person != person else chair
        for chair in chairs
    ]
    own = [i for i, chair in enumerate(waiting) if chair.kind == PERSON]
    return ev.Created(
        setup.game, find(setup.game).info.rules_version, setup.options, waiting, person, "",
        setup.clock, setup.fate, setup.watch, False, setup.autostart, setup.auto, setup.hints, rematch_of=table.id,
        entropy=dict.fromkeys(own, entropy) if entropy and not commitment else {},
        commitments=dict.fromkeys(own, commitment) if commitment else {},
    )  # fmt: skip
