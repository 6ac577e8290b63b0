"""What the server keeps about a person: one file of it for them, and its deletion.

Games that others took part in stay; in their logs the person becomes somebody without a name.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial

import msgspec
from sqlalchemy import ColumnElement, Connection, delete, or_, select, update

from gunbai.core.errors import GunbaiError
from gunbai.server import account_messages as am
from gunbai.server import events as ev
from gunbai.server import messages as m
from gunbai.server import schema
from gunbai.server.accounts import Accounts, Person, end_sessions, still_here
from gunbai.server.hosted_table import OVER
from gunbai.server.lobby import Lobby
from gunbai.server.store import StorageError, Store
from gunbai.server.table_registry import TableRegistry
from gunbai.server.uptime import now_ms

log = logging.getLogger("gunbai.own_data")

# Told to other processes with the name of a table: its log was rewritten.
REWRITTEN = "rewritten"
NAMELESS = "deleted player"
_NOTHING_LEFT = "—"
# The kinds of events that name a person or hold their words.
_PERSONAL = ("created", "sat", "handed", "said")
_summary: msgspec.json.Decoder[m.TableLine] = msgspec.json.Decoder(m.TableLine)


class OwnData:
    """Export and deletion of a person's data."""

    def __init__(self, registry: TableRegistry, store: Store, accounts: Accounts, lobby: Lobby) -> None:
        self._registry, self._store, self._accounts, self._lobby = registry, store, accounts, lobby
        registry.told[REWRITTEN] = self._rewritten_elsewhere

    # -- export -------------------------------------------------------------------------------------------

    async def export(self, person: Person) -> am.OwnData:
        """Everything that is kept about the person."""
        p, t, r = schema.persons.c, schema.tables.c, schema.traces.c
        created = await self._store.read(lambda c: c.execute(select(p.created).where(p.id == person.id)).scalar())
        query = select(t.id, t.game, t.status, t.created).join(schema.traces, r.table_id == t.id)
        rows = await self._store.rows(query.where(r.person == person.id).order_by(t.created))
        games = []
        for table_id, game, status, at in rows:
            seats, said = await self._part_in(table_id, person.id)
            games.append(am.OwnGame(table_id, game, status, at, seats, said, f"/api/tables/{table_id}/record"))
        told = schema.reports.c
        wrote = select(told.at, told.text).where(told.reporter == person.id).order_by(told.at)
        reports = [am.OwnWords(at, text) for at, text in await self._store.rows(wrote)]
        sessions = [am.OwnSession(s.label, s.created, s.used) for s in await self._accounts.sessions(person)]
        return am.OwnData(
            exported=now_ms(), id=person.id, name=person.name, login=person.login, email=person.email,
            webhook=person.webhook, created=created or 0, sessions=sessions, games=games, reports=reports,
        )  # fmt: skip

    async def _part_in(self, table_id: str, person: str) -> tuple[list[int], list[am.OwnWords]]:
        """The person's seats at a table, and what they said there."""
        e, s = schema.events.c, schema.seats.c
        held = select(s.seat).where(s.table_id == table_id, s.person == person).order_by(s.seat)
        seats = [seat for (seat,) in await self._store.rows(held)]
        spoken = or_(_is(e.body, "said"), _is(e.body, "spoke"))
        query = select(e.at, e.body).where(e.table_id == table_id, spoken).order_by(e.seq)
        said = []
        for at, body in await self._store.rows(query):
            event = ev.decode(body)
            own = isinstance(event, ev.Chatted) and event.person == person
            own |= isinstance(event, ev.Declared) and event.seat in seats
            if own and isinstance(event, ev.Chatted | ev.Declared):
                said.append(am.OwnWords(at, event.text))
        return seats, said

    # -- deletion -----------------------------------------------------------------------------------------

    async def delete(self, person: Person, password: str, where: str) -> list[str]:
        """Delete the person. They are gone at once; games and logs follow in a moment. Returns their sessions."""
        await self._accounts.prove(person, password, where)
        p, n, u = schema.persons.c, schema.links.c, schema.mutes.c

        def work(c: Connection) -> list[str]:
            still_here(c, person)
            gone = {"login": None, "password": None, "webhook": "", "email": "", "email_confirmed": False}
            c.execute(update(schema.persons).where(p.id == person.id).values(name=NAMELESS, deleted=now_ms(), **gone))
            c.execute(delete(schema.links).where(n.person == person.id))
            c.execute(delete(schema.mutes).where(or_(u.person == person.id, u.muted == person.id)))
            told = schema.reports.c
            c.execute(delete(schema.reports).where(or_(told.reporter == person.id, told.accused == person.id)))
            return end_sessions(self._store, c, person.id)

        ended = await self._store.write(work)
        self._accounts.forget(person.id)
        self._registry.spawn(self.finish_deletions())
        return ended

    async def finish_deletions(self) -> None:
        """Erase everybody who is to be deleted, including those left over when the server was stopped."""
        query = select(schema.persons.c.id).where(schema.persons.c.deleted.is_not(None)).limit(100)
        # Erasing an account can turn up guests who were the same person.
        while found := await self._store.rows(query):
            for (person,) in found:
                await self._erase(person)

    async def _erase(self, person: str) -> None:
        r, s, w, p = schema.traces.c, schema.seats.c, schema.watchers.c, schema.persons.c
        await self._leave_games(person)
        for (table_id,) in await self._store.rows(select(r.table_id).where(r.person == person)):
            await self._store.write(partial(self._rewrite, table_id=table_id, person=person))
            await self._registry.reload(table_id)

        def work(c: Connection) -> None:
            for column in (r.person, s.person, w.person, schema.sessions.c.person):
                c.execute(delete(column.table).where(column == person))
            c.execute(delete(schema.persons).where(p.id == person))

        await self._store.write(work)

    async def _leave_games(self, person: str) -> None:
        """Give up the seats in all games that are not over, as `leave` does."""
        t, s = schema.tables.c, schema.seats.c
        query = select(t.id).join(schema.seats, s.table_id == t.id).where(s.person == person, t.status != OVER)
        for (table_id,) in await self._store.rows(query.distinct()):
            try:
                table = await self._registry.open(table_id)
                if table.status != OVER:
                    await self._lobby.leave(Person(person, NAMELESS, ""), table, None)
            except StorageError:
                raise
            except GunbaiError as error:
                # Such a table can be neither played nor seen; its log is rewritten all the same.
                log.warning("table %s keeps a seat of a deleted person: %s", table_id, error)

    def _rewrite(self, c: Connection, table_id: str, person: str) -> None:
        """Take a person out of a table's log and summary."""
        e, t, p = schema.events.c, schema.tables.c, schema.persons.c
        personal = or_(*[_is(e.body, kind) for kind in _PERSONAL])
        found = c.execute(select(e.seq, e.body).where(e.table_id == table_id, personal).order_by(e.seq)).all()
        events = [(seq, ev.decode(body)) for seq, body in found]
        people = _identities([event for _, event in events], person)
        for seq, event in events:
            if (nameless := _without(event, people)) != event:
                place = (e.table_id == table_id, e.seq == seq)
                c.execute(update(schema.events).where(*place).values(body=ev.encode(nameless)))
        for one in people:
            # The key of a request begins with its sender's number.
            own = e.key.startswith(f"{one}:", autoescape=True)
            c.execute(update(schema.events).where(e.table_id == table_id, own).values(key=None))
        c.execute(update(schema.tables).where(t.id == table_id, t.host.in_(people)).values(host=""))
        summary = c.execute(select(t.summary).where(t.id == table_id)).scalar()
        seats = _seats_of([event for _, event in events], people)
        if summary is not None and seats:
            line = _summary.decode(summary)
            for seat in seats:
                if line.seats[seat].kind == "person":
                    line.seats[seat].player = NAMELESS
            mine = update(schema.tables).where(t.id == table_id)
            c.execute(mine.values(summary=msgspec.json.encode(line).decode()))
        # A guest whose games went into this account was the same person, and has nothing left here.
        still = select(schema.seats.c.person)
        guests = update(schema.persons).where(p.id.in_(people - {person}), p.login.is_(None), p.id.not_in(still))
        for (guest,) in c.execute(guests.values(name=NAMELESS, deleted=now_ms()).returning(p.id)).all():
            end_sessions(self._store, c, guest)
        self._store.announce(c, REWRITTEN, table_id)

    def _rewritten_elsewhere(self, table_id: str) -> None:
        """Another process rewrote a log; an empty word means that some such news may have been missed."""
        for each in [table_id] if table_id else self._registry.in_memory():
            self._registry.spawn(self._registry.reload(each))


def _identities(events: Sequence[ev.AnyEvent], person: str) -> set[str]:
    """The person, and the guests they were before those handed their seats on."""
    holders: dict[int, str] = {}
    handed: list[tuple[str, str]] = []
    for event in events:
        if isinstance(event, ev.Created):
            holders = {i: chair.person for i, chair in enumerate(event.chairs)}
        elif isinstance(event, ev.Handed):
            handed.append((holders.get(event.seat, ""), event.person))
        if isinstance(event, ev.Sat | ev.Handed):
            holders[event.seat] = event.person
    people = {person}
    for before, after in reversed(handed):
        if after in people and before:
            people.add(before)
    return people


def _seats_of(events: Sequence[ev.AnyEvent], people: set[str]) -> list[int]:
    """The seats that one of these people held last."""
    holders: dict[int, str] = {}
    for event in events:
        if isinstance(event, ev.Created):
            holders = {i: chair.person for i, chair in enumerate(event.chairs)}
        elif isinstance(event, ev.Sat | ev.Handed):
            holders[event.seat] = event.person
    return [seat for seat, holder in holders.items() if holder in people]


def _without(event: ev.AnyEvent, people: set[str]) -> ev.AnyEvent:
    """The event as if somebody without a name had taken part in these people's place."""
    match event:
        case ev.Created():
            chairs = [ev.Chair(c.kind, NAMELESS, c.bot) if c.person in people else c for c in event.chairs]
            return msgspec.structs.replace(event, chairs=chairs, by="" if event.by in people else event.by)
        case ev.Sat() | ev.Handed() if event.person in people:
            return msgspec.structs.replace(event, person="", name=NAMELESS)
        case ev.Chatted() if event.person in people:
            return msgspec.structs.replace(event, person="", name=NAMELESS, text=_NOTHING_LEFT)
    return event


def _is(body: ColumnElement[str], kind: str) -> ColumnElement[bool]:
    """Whether a stored event is of this kind; the kind always comes first."""
    return body.like(f'{{"kind":"{kind}"%')
