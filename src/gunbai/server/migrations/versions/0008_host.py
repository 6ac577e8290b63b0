"""Who has set a table up, so that the lobby can let hosts take turns."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Games that are over are in no lobby; theirs stays empty."""
    op.add_column("tables", sa.Column("host", sa.String(24), nullable=False, server_default=""))
    first = sa.text(
        "SELECT tables.id, events.body FROM tables JOIN events ON events.table_id = tables.id "
        "WHERE tables.status <> 'over' AND events.seq = 1"
    )
    hosts = []
    for table, body in op.get_bind().execute(first):
        try:
            hosts.append({"table": table, "host": json.loads(body)["by"]})
        except (ValueError, KeyError, TypeError):
            # A log that cannot be read is not for a migration to judge.
            continue
    if hosts:
        op.get_bind().execute(sa.text("UPDATE tables SET host = :host WHERE id = :table"), hosts)
