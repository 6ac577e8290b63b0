"""The rows that follow from a table's events: the lists of tables, who sits where, and when a table is due.

They are written in the transaction that appends the event, so the lists never disagree with the log.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import msgspec
from sqlalchemy import Connection, delete, insert, update

from gunbai.server import events as ev
from gunbai.server import schema
from gunbai.server.hosted_table import GATHERING, OVER, PLAYING, HostedTable
from gunbai.server.projection import line
from gunbai.server.uptime import now_ms

# Events that change the seating, and events that change nothing in the lists of tables.
_SEATING = (ev.Sat, ev.Stood, ev.Handed, ev.Replaced)
_PLAIN = (ev.Played, ev.Chatted, ev.Declared, ev.Voted, ev.Undone, ev.Seasoned, ev.Opened)


def first_rows(table: HostedTable, seed: bytes) -> Callable[[Connection], None]:
    """Writes the rows of a new table."""
    setup = table.setup
    values: dict[str, object] = {
        "id": table.id, "game": setup.game, "rules": setup.rules, "status": GATHERING, "listed": setup.listed,
        "created": table.at, "changed": table.at, "due": due_at(table),
        "host": setup.by,
    }  # fmt: skip
    # No function within this one: compiled, it and what it refers to would be a circle, with the table in it.
    return partial(_write_first, table=table, seed=seed, values=values)


def _write_first(c: Connection, table: HostedTable, seed: bytes, values: dict[str, object]) -> None:
    c.execute(insert(schema.seeds).values(table_id=table.id, seed=seed))
    c.execute(insert(schema.tables).values(values))
    _write_seats(c, table)


def derived_rows(table: HostedTable, event: ev.AnyEvent, at: int) -> Callable[[Connection], None] | None:
    """Writes the rows that follow from an event; None if there are none."""
    if isinstance(event, ev.Played) and not table.bots and not table.clocked and table.status == PLAYING:
        return None  # nearly every event: nobody has to look at the table again
    due = due_at(table)
    if due is None and isinstance(event, _PLAIN) and table.status == PLAYING:
        return None
    status = table.status
    summary = msgspec.json.encode(line(table, [])).decode() if status == OVER else None
    values: dict[str, object] = {"status": status, "due": due, "summary": summary}
    if not isinstance(event, ev.Declared):
        # A declaration may be secret, and this column orders lists that others read.
        values["changed"] = at
    return partial(_write_derived, table=table, values=values, seated=isinstance(event, _SEATING))


def _write_derived(c: Connection, table: HostedTable, values: dict[str, object], seated: bool) -> None:
    c.execute(update(schema.tables).where(schema.tables.c.id == table.id).values(values))
    if seated:
        _write_seats(c, table)


def due_at(table: HostedTable) -> int | None:
    """When somebody has to look at the table even if no request comes; None if nobody has to."""
    # What follows by itself is another event; a process that dies before it leaves it to the next one.
    if table.bots_to_act() or table.begins_by_itself or (table.status == OVER and not table.dice.revealed):
        return now_ms()
    left = table.seconds_to_look()
    return None if left is None else now_ms() + int(left * 1000)


def _write_seats(c: Connection, table: HostedTable) -> None:
    c.execute(delete(schema.seats).where(schema.seats.c.table_id == table.id))
    held = [
        {"table_id": table.id, "seat": i, "person": chair.person}
        for i, chair in enumerate(table.chairs)
        if chair.person
    ]
    if held:
        c.execute(insert(schema.seats), held)
    # Traces are never taken back here: the log names also those who stood up again.
    people = {table.setup.by, *[chair.person for chair in table.chairs]} - {""}
    r = schema.traces.c
    if people:
        c.execute(delete(schema.traces).where(r.table_id == table.id, r.person.in_(people)))
        c.execute(insert(schema.traces), [{"table_id": table.id, "person": person} for person in sorted(people)])
