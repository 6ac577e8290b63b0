"""Keeping order: reports by players, and what operators do about them. Every act of theirs stands in the audit log."""

from __future__ import annotations

import logging

from sqlalchemy import Connection, delete, func, insert, select, update

from gunbai.core import record as records
from gunbai.core.errors import GunbaiError
from gunbai.server import events as ev
from gunbai.server import moderation_messages as mm
from gunbai.server import schema
from gunbai.server.accounts import Accounts, NotAllowed, NotKnown, Person
from gunbai.server.clean_text import visible
from gunbai.server.hosted_table import GATHERING, OVER, HostedTable, Refused
from gunbai.server.store import ENDED, StorageError, Store
from gunbai.server.table_registry import TableRegistry
from gunbai.server.tokens import new_name
from gunbai.server.uptime import now_ms
from gunbai.server.whereabouts import Whereabouts

log = logging.getLogger("gunbai.moderation")

# Told to other processes: somebody was muted or an address shut out; a table is gone.
_BANS, _GONE = "bans", "gone"
_HOUR_MS, _DAY_MS = 3_600_000, 86_400_000
# How many lines operators are shown, and from how many open reports those are chosen.
_SHOWN, _CANDIDATES = 200, 10_000
# Whatever is kept about one table.
_OF_A_TABLE = (
    schema.events, schema.tables, schema.seats, schema.traces, schema.watchers, schema.links, schema.seeds,
    schema.mutes, schema.reminders,
)  # fmt: skip


class Moderation:
    """Reports, mutes, bans, closing and deleting tables, and the log of all that."""

    def __init__(
        self, registry: TableRegistry, store: Store, accounts: Accounts, whereabouts: Whereabouts, gathering_days: int
    ) -> None:
        self._registry, self._store, self._accounts, self._whereabouts = registry, store, accounts, whereabouts
        self._gathering_ms = gathering_days * _DAY_MS
        # Addresses that are shut out, and until when.
        self._shut_out: dict[str, int] = {}
        registry.told[_BANS] = lambda _: registry.spawn(self.load())
        registry.told[_GONE] = self._gone_elsewhere

    async def load(self) -> None:
        """Learn which addresses are shut out, and who is muted."""
        b = schema.address_bans.c
        rows = await self._store.rows(select(b.address, b.until).where(b.until > now_ms()))
        self._shut_out = {str(address): int(until) for address, until in rows}
        p = schema.persons.c
        rows = await self._store.rows(select(p.id, p.muted_until).where(p.muted_until > now_ms()))
        self._registry.silenced = {str(person): int(until) for person, until in rows}

    def check_address(self, address: str) -> None:
        """Refuse a request from an address that is shut out."""
        if self._shut_out and self._shut_out.get(address, 0) > now_ms():
            raise NotAllowed("an operator has shut out your address for a time")

    # -- players ------------------------------------------------------------------------------------------

    async def report(self, person: Person, table: HostedTable, seat: int, text: str) -> None:
        """A player tells the operators about somebody at their table."""
        if seat >= len(table.chairs) or not (accused := table.chairs[seat].person) or accused == person.id:
            raise Refused("there is nobody in that seat to report")
        # Operators may read it in a terminal, in which it could be commands, or lines of its own.
        text = " ".join(visible(" ".join(text.split())).split())
        if not text:
            raise Refused("a report says in visible characters what is wrong")
        row = {"id": new_name(), "at": now_ms(), "reporter": person.id, "accused": accused, "table_id": table.id}
        await self._store.write(lambda c: c.execute(insert(schema.reports).values(**row, text=text)) and None)

    # -- operators ----------------------------------------------------------------------------------------

    async def reports(self) -> list[mm.ReportLine]:
        """Open reports, oldest first. If there are too many, whoever reports and their addresses take turns: a flood
        hides nobody else's."""
        r, p = schema.reports.c, schema.persons.c
        turn = func.row_number().over(partition_by=r.reporter, order_by=r.at)
        candidates = select(r.id, r.at, r.reporter).where(r.settled.is_(None)).order_by(turn, r.at).limit(_CANDIDATES)
        found = await self._store.rows(candidates)
        turns = self._whereabouts.turns(reporter for _, _, reporter in found)
        chosen = sorted((turn, at, report) for turn, (report, at, _) in zip(turns, found, strict=True))[:_SHOWN]
        query = select(r.id, r.at, r.table_id, r.reporter, r.accused, p.name, r.text)
        query = query.join(schema.persons, p.id == r.accused, isouter=True)
        query = query.where(r.id.in_([report for _, _, report in chosen])).order_by(r.at)
        all_of = select(r.reporter, func.count()).where(r.settled.is_(None)).group_by(r.reporter)
        counts = dict(await self._store.rows(all_of.where(r.reporter.in_({reporter for _, _, reporter in found}))))
        return [
            mm.ReportLine(i, at, table, by, who, name or "", text, counts.get(by, 1))
            for i, at, table, by, who, name, text in await self._store.rows(query)
        ]

    async def settle(self, operator: Person, report: str, wish: mm.SettleReport) -> None:
        """A report is dealt with, or with it all of the same reporter."""
        r = schema.reports.c

        def work(c: Connection) -> None:
            found = select(r.reporter).where(r.id == report, r.settled.is_(None))
            if (reporter := c.execute(found).scalar()) is None:
                raise NotKnown("there is no such open report")
            these = r.reporter == reporter if wish.all_of_reporter else r.id == report
            c.execute(update(schema.reports).where(these, r.settled.is_(None)).values(settled=now_ms()))
            if wish.all_of_reporter:
                _note(c, operator, "settle all", reporter, wish.reason)
            else:
                _note(c, operator, "settle", report, wish.reason)

        await self._store.write(work)

    async def mute(self, operator: Person, person: str, hours: float, reason: str) -> None:
        """Nobody hears the person for so many hours; 0 ends it."""
        await self._until(operator, "mute", person, hours, reason)
        await self.load()

    async def ban(self, operator: Person, person: str, hours: float, reason: str, with_address: bool) -> list[str]:
        """The person can do nothing here for so many hours; 0 ends it. Returns their sessions, to be hung up on.

        With the address they were last seen at, nobody there can do anything.
        """
        await self._until(operator, "ban", person, hours, reason)
        if with_address and (address := self._whereabouts.of(person)):
            await self.ban_address(operator, address, hours, reason)
        s = schema.sessions.c
        return [str(session) for (session,) in await self._store.rows(select(s.id).where(s.person == person))]

    async def ban_address(self, operator: Person, address: str, hours: float, reason: str) -> None:
        """Nobody at an address can do anything here for so many hours; 0 ends it."""
        b = schema.address_bans.c

        def work(c: Connection) -> None:
            c.execute(delete(schema.address_bans).where(b.address == address))
            if hours > 0:
                until = now_ms() + int(hours * _HOUR_MS)
                c.execute(insert(schema.address_bans).values(address=address, until=until))
            _note(c, operator, f"ban address for {hours:g} h", address, reason)
            self._store.announce(c, _BANS, "")

        await self._store.write(work)
        await self.load()

    async def _until(self, operator: Person, act: str, person: str, hours: float, reason: str) -> None:
        p, s = schema.persons.c, schema.sessions.c
        until = now_ms() + int(hours * _HOUR_MS) if hours > 0 else 0
        column = {"mute": "muted_until", "ban": "banned_until"}[act]

        def work(c: Connection) -> None:
            # Only a person with access to the machine makes and unmakes operators; operators cannot.
            other = update(schema.persons).where(p.id == person, p.operator.is_(False)).values({column: until})
            if not c.execute(other).rowcount:
                raise NotKnown("there is no such person, or they are an operator")
            _note(c, operator, f"{act} for {hours:g} h", person, reason)
            for (session,) in c.execute(select(s.id).where(s.person == person)).all() if act == "ban" else ():
                # The sessions stay, but nobody stays connected through them.
                self._store.announce(c, ENDED, session)
            self._store.announce(c, _BANS, "")

        await self._store.write(work)
        self._accounts.forget(person)

    async def close(self, operator: Person, table_id: str, reason: str) -> None:
        """End a game, or a table that waits for players, without a result."""
        await self._registry.open(table_id)
        # Noted first: an act that is not in the log must not happen.
        await self._store.write(lambda c: _note(c, operator, "close table", table_id, reason))
        await self._registry.change(table_id, _abandoned)

    async def delete(self, operator: Person, table_id: str, reason: str) -> None:
        """Remove a table and everything that is kept about it."""

        def work(c: Connection) -> None:
            if c.execute(select(schema.tables.c.id).where(schema.tables.c.id == table_id)).first() is None:
                raise NotKnown("there is no such table")
            for kept in _OF_A_TABLE:
                column = kept.c.id if kept is schema.tables else kept.c.table_id
                c.execute(delete(kept).where(column == table_id))
            _note(c, operator, "delete table", table_id, reason)
            self._store.announce(c, _GONE, table_id)

        await self._store.write(work)
        await self._registry.drop(table_id)

    def _gone_elsewhere(self, table_id: str) -> None:
        if table_id:
            self._registry.spawn(self._registry.drop(table_id))

    async def audit(self) -> list[mm.AuditLine]:
        """What operators did, newest first."""
        a = schema.audit.c
        query = select(a.at, a.operator, a.act, a.target, a.reason).order_by(a.at.desc()).limit(_SHOWN)
        rows = await self._store.rows(query)
        return [mm.AuditLine(*row) for row in rows]

    # -- by itself ----------------------------------------------------------------------------------------

    async def sweep(self) -> None:
        """Close tables that have waited for players too long."""
        t = schema.tables.c
        query = select(t.id).where(t.status == GATHERING, t.changed < now_ms() - self._gathering_ms).limit(500)
        for (table_id,) in await self._store.rows(query):
            try:
                await self._registry.change(table_id, _abandoned_gathering)
            except StorageError:
                raise
            except GunbaiError as error:
                log.warning("table %s could not be closed: %s", table_id, error)


def check_operator(person: Person) -> Person:
    """The person, if they are an operator; for everybody else there is nothing here."""
    if not person.operator:
        raise NotKnown("there is no such address")
    return person


def _abandoned(table: HostedTable) -> ev.AnyEvent:
    if table.status == OVER:
        raise Refused("the game is over")
    return table.end(records.ABANDONED)


def _abandoned_gathering(table: HostedTable) -> ev.AnyEvent | None:
    return table.end(records.ABANDONED) if table.status == GATHERING else None


def _note(c: Connection, operator: Person, act: str, target: str, reason: str) -> None:
    row = {"id": new_name(), "at": now_ms(), "operator": operator.login or operator.name, "act": act}
    c.execute(insert(schema.audit).values(**row, target=target, reason=reason))
