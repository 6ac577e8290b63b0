"""A key need not be unique by the database: whoever appends has read all earlier events of the table, with their keys,
and its place in the log is unique. The index for it cost a page of every move."""

from __future__ import annotations

from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Drop the constraint; SQLite copies the log for that, once."""
    with op.batch_alter_table("events") as batch:
        batch.drop_constraint("events_key", type_="unique")
