"""One table as one file, for the operator of a server: finished or not, with everything that happened at it.

The file is lines of JSON: a head with the secret of the table's dice and the players' names, then every event as it is
stored. Sessions, passwords and links are not part of it. A player gets the seat back where the database knows the same
person, as after a restored backup.
"""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

import gunbai.games  # noqa: F401 - the games of the house register themselves
from gunbai.core import record as records
from gunbai.core.errors import GunbaiError
from gunbai.server import events as ev
from gunbai.server import schema
from gunbai.server.hosted_table import PLAYING, HostedTable, Refused
from gunbai.server.settings import Settings
from gunbai.server.store import Row, Store
from gunbai.server.uptime import Uptime, now_ms

VERSION = 1


class Head(msgspec.Struct, forbid_unknown_fields=True):
    """The first line."""

    gunbai_table: int
    id: str
    seed: str
    exported: int
    persons: dict[str, str]
    watchers: list[str]
    # When the server was down while the table was there: its clocks stood still.
    outages: list[tuple[int, int]]


class ArchivedEvent(msgspec.Struct, forbid_unknown_fields=True):
    """One event; its body stays as it was written."""

    seq: int
    at: int
    key: str | None
    body: msgspec.Raw


def export(settings: Settings, table_id: str) -> str:
    """A table as the text of one file; the server may be running."""
    rows, seed, persons, watchers, outages = _read(settings, table_id)
    head = Head(VERSION, table_id, seed.hex(), now_ms(), persons, watchers, outages)
    lines = [msgspec.json.encode(head)]
    lines += [
        msgspec.json.encode(ArchivedEvent(row.seq, row.at, row.key, msgspec.Raw(row.body.encode()))) for row in rows
    ]
    return b"\n".join([*lines, b""]).decode()


def export_record(settings: Settings, table_id: str) -> str:
    """The game of a table as a record, with all that is hidden, whether it is over or not."""
    rows, seed, _, _, outages = _read(settings, table_id)
    table = _folded(table_id, rows, seed, Uptime(outages))
    try:
        return records.write(table.record())
    except Refused:
        raise GunbaiError(f"the game at table {table_id} has not begun; there is no record of it yet") from None


def bring_in(settings: Settings, text: str) -> str:
    """Put an exported table into a database that does not have it; a sentence that says what was put there."""
    head, rows = _parse(text)
    table = _folded(head.id, rows, bytes.fromhex(head.seed), Uptime(head.outages))
    store = Store(settings)
    try:
        store.open()
        # As a starting server does: the time until now counts as an outage, and so will the time after this import.
        uptime = Uptime(store.note_outage())
        if table.status == PLAYING and table.setup.clock != "none":
            rows = _without_the_time_between(head, rows, uptime, now_ms())
        asyncio.run(_store(store, head, rows, table))
    finally:
        store.close()
    return f"table {head.id}: {len(rows)} events, {table.setup.game}, {table.status}"


async def _store(store: Store, head: Head, rows: list[Row], table: HostedTable) -> None:
    await store.write(lambda c: _write(c, head, rows, table))


def _read(
    settings: Settings, table_id: str
) -> tuple[list[Row], bytes, dict[str, str], list[str], list[tuple[int, int]]]:
    if not settings.database and not (settings.data / "gunbai.sqlite3").exists():
        raise GunbaiError(f"there is no database in {settings.data}")
    e, w, o, p = schema.events.c, schema.watchers.c, schema.outages.c, schema.persons.c
    engine = sa.create_engine(settings.url)
    try:
        with engine.connect() as c:
            found = c.execute(
                sa.select(e.table_id, e.seq, e.at, e.key, e.body).where(e.table_id == table_id).order_by(e.seq)
            )
            rows = [Row(*row) for row in found]
            if not rows:
                raise GunbaiError(f"there is no table {table_id[:40]}")
            seed = c.execute(sa.select(schema.seeds.c.seed).where(schema.seeds.c.table_id == table_id)).scalar() or b""
            watchers = [i for (i,) in c.execute(sa.select(w.person).where(w.table_id == table_id).order_by(w.person))]
            known = _people_in(rows) | set(watchers)
            named = sa.select(p.id, p.name).where(p.id.in_(known)).order_by(p.id)
            persons = {person: str(name) for person, name in c.execute(named)}
            down = c.execute(sa.select(o.began, o.ended).where(o.ended > rows[0].at).order_by(o.began))
            return rows, seed, persons, watchers, [(began, ended) for began, ended in down]
    except SQLAlchemyError as error:
        raise GunbaiError(f"the database cannot be read: {str(error).splitlines()[0][:200]}") from None
    finally:
        engine.dispose()


def _people_in(rows: list[Row]) -> set[str]:
    """Everybody who ever sat at the table."""
    found: set[str] = set()
    for row in rows:
        event = ev.decode(row.body)
        if isinstance(event, ev.Created):
            found |= {event.by, *(chair.person for chair in event.chairs)}
        elif isinstance(event, ev.Sat | ev.Handed | ev.Chatted):
            found.add(event.person)
    return found - {""}


def _folded(table_id: str, rows: list[Row], seed: bytes, uptime: Uptime) -> HostedTable:
    table = HostedTable(table_id, uptime, seed)
    for row in rows:
        table.fold(row)
    return table


def _parse(text: str) -> tuple[Head, list[Row]]:
    first, *rest = text.splitlines() or [""]
    number = 1
    try:
        head = msgspec.json.decode(first, type=Head)
        if head.gunbai_table != VERSION:
            raise GunbaiError(f"the file is of version {head.gunbai_table}; {VERSION} can be read")
        bytes.fromhex(head.seed)
        rows = []
        for number, line in enumerate(rest, start=2):
            event = msgspec.json.decode(line, type=ArchivedEvent)
            body = bytes(event.body).decode()
            ev.decode(body)
            if event.seq != number - 1:
                raise GunbaiError(f"line {number} of the file holds event {event.seq}, not {number - 1}")
            rows.append(Row(head.id, event.seq, event.at, event.key, body))
    except GunbaiError:
        raise
    except (msgspec.DecodeError, ValueError) as error:
        raise GunbaiError(f"line {number} of the file is not of an exported table: {error}"[:300]) from None
    if not rows:
        raise GunbaiError("the file holds no event")
    return head, rows


def _without_the_time_between(head: Head, rows: list[Row], here: Uptime, now: int) -> list[Row]:
    """The events moved towards now, so that nobody's clock has run while the table was a file.

    Between two events lies as much time as before the export, not counting outages of this server.
    """
    there = Uptime([*head.outages, (head.exported, max(now, head.exported))])
    return [row._replace(at=here.when(here(now) - (there(now) - there(row.at)))) for row in rows]


def _write(c: sa.Connection, head: Head, rows: list[Row], table: HostedTable) -> None:
    if c.execute(sa.select(schema.events.c.seq).where(schema.events.c.table_id == head.id)).first() is not None:
        raise GunbaiError(f"there is a table {head.id} already; nothing was changed")
    p = schema.persons.c
    known = {i for (i,) in c.execute(sa.select(p.id).where(p.id.in_(head.persons)))}
    strangers = [{"id": i, "name": n[:40], "created": rows[0].at} for i, n in head.persons.items() if i not in known]
    seats = [
        {"table_id": head.id, "seat": i, "person": chair.person}
        for i, chair in enumerate(table.chairs)
        if chair.person in head.persons
    ]
    setup = table.setup
    line = {"id": head.id, "game": setup.game, "rules": setup.rules, "status": table.status, "listed": setup.listed}
    line |= {"created": rows[0].at, "changed": rows[-1].at, "due": now_ms() if table.status == PLAYING else None}
    line |= {"host": setup.by}
    wanted: list[tuple[sa.Table, list[dict[str, Any]]]] = [
        (schema.persons, strangers),
        (schema.tables, [line]),
        (schema.events, [row._asdict() for row in rows]),
        (schema.seeds, [{"table_id": head.id, "seed": bytes.fromhex(head.seed)}]),
        (schema.seats, seats),
        (schema.traces, [{"table_id": head.id, "person": person} for person in sorted(_people_in(rows))]),
        (schema.watchers, [{"table_id": head.id, "person": i} for i in head.watchers if i in head.persons]),
    ]
    c.execute(sa.delete(schema.traces).where(schema.traces.c.table_id == head.id))
    for target, values in wanted:
        if values:
            c.execute(sa.insert(target), values)


def write_file(text: str, path: Path) -> None:
    """Write a new file that only its owner can read; one that exists is never overwritten."""
    try:
        with open(path, "x", encoding="utf-8", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
            file.write(text)
    except FileExistsError:
        raise GunbaiError(f"{path} exists already; nothing is overwritten") from None
    except OSError as error:
        raise GunbaiError(f"cannot write {path}: {error.strerror}") from None
