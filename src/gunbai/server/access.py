"""Who may see and who may watch a table."""

from __future__ import annotations

from sqlalchemy import Connection, Delete, delete, insert, select

from gunbai.core.errors import GunbaiError
from gunbai.server import schema
from gunbai.server.accounts import NotAllowed, NotKnown, Person
from gunbai.server.hosted_table import GATHERING, HostedTable
from gunbai.server.store import Store


class Access:
    """Decides what a person may see, and keeps the list of people who were invited to watch."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def may_see(self, person: Person | None, table: HostedTable) -> list[int]:
        """The seats the person holds; empty for somebody who may only watch. NotKnown for everybody else."""
        seats = table.seats_of(person.id) if person else []
        if seats or (person is not None and table.kept_for(person.id)) or await self.may_watch(person, table):
            return seats
        if table.status == GATHERING and table.setup.listed:
            return []
        raise NotKnown("there is no such table")

    async def may_watch(self, person: Person | None, table: HostedTable) -> bool:
        """Whether the person may watch the game at a table without playing in it."""
        if person is None or table.setup.watch != "link":
            return table.setup.watch == "anyone"
        w = schema.watchers.c
        query = select(w.person).where(w.table_id == table.id, w.person == person.id)
        return await self._store.read(lambda c: c.execute(query).first()) is not None

    async def let_watch(self, person: Person, table_id: str) -> None:
        """From now on the person may watch this table."""
        row = {"table_id": table_id, "person": person.id}

        def work(c: Connection) -> None:
            c.execute(_forget(person, table_id))
            c.execute(insert(schema.watchers).values(row))

        await self._store.write(work)

    async def stop_watching(self, person: Person, table_id: str) -> None:
        """The person gives up the right to watch that a link gave them."""
        await self._store.write(lambda c: c.execute(_forget(person, table_id)) and None)


def which_seat(table: HostedTable, seats: list[int], wanted: int | None) -> int:
    """Which of the sender's seats an order or a question is for."""
    if wanted is not None:
        if wanted not in seats:
            raise NotAllowed("this is not your seat")
        return wanted
    if len(seats) == 1:
        return seats[0]
    waiting = [seat for seat in seats if table.begun and seat in table.game_table.to_act]
    if len(waiting) == 1:
        return waiting[0]
    raise GunbaiError("you hold several seats; say which one")


def _forget(person: Person, table_id: str) -> Delete:
    w = schema.watchers.c
    return delete(schema.watchers).where(w.table_id == table_id, w.person == person.id)
