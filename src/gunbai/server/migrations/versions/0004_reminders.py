"""Who was reminded of what, so that neither a restart nor a second process reminds anybody twice."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the table; people who wait now may be reminded once more."""
    op.create_table(
        "reminders",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("late", sa.Boolean, nullable=False),
    )
