"""When a table must be looked at next, so that clocks and bots go on after a restart without anybody watching."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the column; every game in play is looked at once."""
    op.add_column("tables", sa.Column("due", sa.BigInteger))
    op.create_index("ix_tables_due", "tables", ["due"])
    op.execute("UPDATE tables SET due = 0 WHERE status = 'playing'")
