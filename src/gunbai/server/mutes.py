"""Mutes: people whose chat a person does not want to receive at a table."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select

from gunbai.server import messages as m
from gunbai.server import schema
from gunbai.server.accounts import Person
from gunbai.server.hosted_table import HostedTable, Refused
from gunbai.server.store import MUTED, Store
from gunbai.server.table_registry import Placed, TableRegistry


class Mutes:
    """Stores mutes and applies them to open sockets, also when another process stored them."""

    def __init__(self, registry: TableRegistry, store: Store) -> None:
        self._registry, self._store = registry, store
        registry.told[MUTED] = self._changed_elsewhere

    async def muted_by(self, person: Person | None, table_id: str) -> set[str]:
        """The people the person has muted at this table."""
        return set() if person is None else await self._stored(person.id, table_id)

    async def mute(self, person: Person, table: HostedTable, order: m.Mute) -> Placed:
        """Mute the player of a seat, or listen to them again."""
        if order.seat >= len(table.chairs) or not (muted := table.chairs[order.seat].person):
            raise Refused("there is nobody in that seat to mute")
        u = schema.mutes.c

        def work(c: Connection) -> None:
            c.execute(delete(schema.mutes).where(u.table_id == table.id, u.person == person.id, u.muted == muted))
            if order.on:
                c.execute(insert(schema.mutes).values(table_id=table.id, person=person.id, muted=muted))
            self._store.announce(c, MUTED, f"{table.id} {person.id}")

        await self._store.write(work)
        await self._apply(table.id, person.id)
        return Placed(table, table.seq)

    def _changed_elsewhere(self, word: str) -> None:
        """Another process stored a mute of "TABLE PERSON"; an empty word means that some may have been missed."""
        if word:
            table_id, _, muter = word.partition(" ")
            connected = {(table_id, muter)} if self._registry.audience.present(table_id, [muter]) else set()
        else:
            connected = set(self._registry.audience.places())
        for table_id, person in connected:
            self._registry.spawn(self._apply(table_id, person))

    async def _apply(self, table_id: str, person: str) -> None:
        self._registry.audience.mute(table_id, person, await self._stored(person, table_id))

    async def _stored(self, person: str, table_id: str) -> set[str]:
        u = schema.mutes.c
        query = select(u.muted).where(u.table_id == table_id, u.person == person)
        return {i for (i,) in await self._store.rows(query)}
