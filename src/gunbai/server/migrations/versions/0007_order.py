"""Operators, what they forbid, the reports they get and the log of what they did."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Nobody is an operator until `gunbai admin operator` says so."""
    op.add_column("persons", sa.Column("operator", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("persons", sa.Column("muted_until", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("persons", sa.Column("banned_until", sa.BigInteger, nullable=False, server_default="0"))
    op.create_table(
        "address_bans",
        sa.Column("address", sa.String(64), primary_key=True),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("reporter", sa.String(24), nullable=False),
        sa.Column("accused", sa.String(24), nullable=False),
        sa.Column("table_id", sa.String(24), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("settled", sa.BigInteger),
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("operator", sa.String(40), nullable=False),
        sa.Column("act", sa.String(80), nullable=False),
        sa.Column("target", sa.String(64), nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
    )
