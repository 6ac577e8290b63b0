"""Backups: the whole database in one file, written while the server runs, and restored into an empty database."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from gunbai.core.errors import GunbaiError
from gunbai.core.files import replacing
from gunbai.server.database import for_own_eyes, migrate
from gunbai.server.schema import metadata
from gunbai.server.settings import Settings
from gunbai.server.store import Store

_CHUNK = 1_000


def backup(settings: Settings, target: Path) -> str:
    """Copy one consistent moment of the database into a new SQLite file; a sentence that says what was copied."""
    if target.exists():
        raise GunbaiError(f"{target} exists already; a backup never overwrites")
    source_engine = sa.create_engine(settings.url)
    if not settings.database and not (settings.data / "gunbai.sqlite3").exists():
        raise GunbaiError(f"there is no database in {settings.data}")
    try:
        with replacing(target) as draft:
            for_own_eyes(draft)
            if settings.database:
                target_engine = sa.create_engine(f"sqlite:///{draft}")
                migrate(target_engine)
                with source_engine.connect() as source, target_engine.begin() as copy:
                    source.execution_options(isolation_level="REPEATABLE READ")
                    _copy(source, copy)
                target_engine.dispose()
            else:
                _copy_file(settings.data / "gunbai.sqlite3", draft)
            counts = _counts(draft)
    except (SQLAlchemyError, sqlite3.Error, OSError) as error:
        raise GunbaiError(f"the backup failed: {str(error).splitlines()[0][:200]}") from None
    finally:
        source_engine.dispose()
    return f"{target}: {counts['tables']} tables, {counts['events']} events, {counts['persons']} persons"


def _copy_file(source: Path, target: Path) -> None:
    """SQLite's own online copy: consistent, while writers go on."""
    with contextlib.closing(sqlite3.connect(source)) as from_, contextlib.closing(sqlite3.connect(target)) as to:
        from_.backup(to)


def restore(settings: Settings, source: Path) -> str:
    """Bring a backup into a data folder or database that holds no table yet."""
    if not source.is_file():
        raise GunbaiError(f"there is no file {source}")
    try:
        counts = _counts(source)
    except (SQLAlchemyError, sqlite3.Error, KeyError):
        raise GunbaiError(f"{source} is not a backup of Gunbai") from None
    store = Store(settings)  # takes the lock: no server may be using the place
    try:
        store.open()
        if store.read_now(lambda c: c.execute(sa.text("SELECT count(*) FROM tables")).scalar()):
            raise GunbaiError("there are tables already; a backup is restored into an empty place only")
    finally:
        store.close()
    draft = source.with_name(source.name + ".restoring")
    for_own_eyes(draft)
    draft.write_bytes(source.read_bytes())
    source_engine, target_engine = sa.create_engine(f"sqlite:///{draft}"), sa.create_engine(settings.url)
    try:
        # An older backup is brought up to date on a copy first.
        migrate(source_engine)
        with source_engine.connect() as old, target_engine.begin() as new:
            _copy(old, new)
    except SQLAlchemyError as error:
        raise GunbaiError(f"restoring failed, nothing was changed: {str(error).splitlines()[0][:200]}") from None
    finally:
        source_engine.dispose()
        target_engine.dispose()
        draft.unlink(missing_ok=True)
    return f"restored {counts['tables']} tables, {counts['events']} events, {counts['persons']} persons"


def _copy(source: sa.Connection, target: sa.Connection) -> None:
    # Heartbeats too: clocks stand still from the last of them on.
    for table in metadata.sorted_tables:
        rows: list[dict[str, Any]] = []
        # The newest event must come last: it tells when the server was last alive.
        order = [table.c.at] if table.name == "events" else []
        for row in source.execute(sa.select(table).order_by(*order)).mappings():
            rows.append(dict(row))
            if len(rows) == _CHUNK:
                target.execute(sa.insert(table), rows)
                rows.clear()
        if rows:
            target.execute(sa.insert(table), rows)


def _counts(path: Path) -> dict[str, int]:
    with sqlite3.connect(path) as connection:
        counts = {}
        for name in ("tables", "events", "persons"):
            counts[name] = int(connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0])
    connection.close()
    return counts
