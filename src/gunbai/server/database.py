"""How the database is opened: connections with the right settings, files for the owner's eyes only, migrations."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import alembic.command
import alembic.config
from sqlalchemy import Engine, create_engine, event, text


def new_engine(url: str, connections: int, *, writing: bool) -> Engine:
    """Keeps so many connections to the database at an address of SQLAlchemy's. Opening one takes longer than most
    questions. Parameters may be secret, so they must not appear in error messages and logs."""
    if not url.startswith("sqlite:"):
        return create_engine(url, pool_pre_ping=True, pool_size=connections, hide_parameters=True)
    engine = create_engine(
        url,
        hide_parameters=True,
        pool_size=connections,
        connect_args={"check_same_thread": False, "timeout": 30},
    )
    begin = "BEGIN IMMEDIATE" if writing else "BEGIN"
    event.listen(engine, "connect", lambda connection, _: prepare_sqlite(connection))
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
    return engine


def prepare_sqlite(connection: sqlite3.Connection) -> None:
    """Let a new connection keep what it commits, and leave transactions to us."""
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "wal_autocheckpoint=0"):
        connection.execute(f"PRAGMA {pragma}")


def migrate(engine: Engine, revision: str = "head") -> None:
    """Run the migrations that this database has not seen."""
    config = alembic.config.Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            # Several processes may start at once; one migrates, the others wait.
            connection.execute(text("SELECT pg_advisory_xact_lock(8420)"))
        config.attributes["connection"] = connection
        alembic.command.upgrade(config, revision)


def for_own_eyes(path: Path) -> None:
    """Create a file that only its owner can read, if it does not exist: it will hold all secrets."""
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
