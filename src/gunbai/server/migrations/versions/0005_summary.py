"""What a list says of a finished game, so that nobody's list has to open every game they ever played."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the column; games that ended before are opened as they were."""
    op.add_column("tables", sa.Column("summary", sa.Text))
