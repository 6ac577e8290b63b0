"""Addresses for forgotten passwords, the last use of sessions, an end for every link, and whom each log names."""

from __future__ import annotations

import json
import time

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

_LINK_MS = 30 * 86_400_000


def upgrade() -> None:
    """Nobody is logged out, and every link that had no end works for another month."""
    now = time.time_ns() // 1_000_000
    op.add_column("persons", sa.Column("email", sa.String(200), nullable=False, server_default=""))
    op.add_column("persons", sa.Column("email_confirmed", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("persons", sa.Column("deleted", sa.BigInteger))
    op.create_index("ix_persons_deleted", "persons", ["deleted"])
    op.add_column("sessions", sa.Column("used", sa.BigInteger, nullable=False, server_default="0"))
    op.execute(f"UPDATE sessions SET used = {now}")
    op.execute(f"UPDATE links SET expires = {now + _LINK_MS} WHERE expires IS NULL")
    traces = op.create_table(
        "traces",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("person", sa.String(24), primary_key=True),
    )
    op.create_index("ix_traces_person", "traces", ["person"])
    found = sorted(_found(op.get_bind()))
    for start in range(0, len(found), 1000):
        rows = [{"table_id": table_id, "person": person} for table_id, person in found[start : start + 1000]]
        op.bulk_insert(traces, rows)


def _found(connection: sa.Connection) -> set[tuple[str, str]]:
    """Everybody whom a log names, with the table."""
    found: set[tuple[str, str]] = set()
    events = sa.table("events", sa.column("table_id"), sa.column("body"))
    kinds = [events.c.body.like(f'{{"kind":"{kind}"%') for kind in ("created", "sat", "handed")]
    for table_id, body in connection.execute(sa.select(events.c.table_id, events.c.body).where(sa.or_(*kinds))):
        event = json.loads(body)
        people = {event.get("by"), event.get("person"), *(chair.get("person") for chair in event.get("chairs", ()))}
        found |= {(table_id, person) for person in people if person}
    return found
