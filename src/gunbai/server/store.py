"""The only access to the database. All tables are committed together; nothing is acknowledged before it is on disk."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import functools
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, Any, NamedTuple, TypeVar

from sqlalchemy import (
    Connection,
    Select,
    and_,
    func,
    literal,
    or_,
    select,
    text,
)
from sqlalchemy.dialects.postgresql import insert as postgres_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, InternalError, OperationalError, SQLAlchemyError

from gunbai.core.errors import GunbaiError
from gunbai.server import schema
from gunbai.server.commit_queue import CommitQueue, Job
from gunbai.server.database import for_own_eyes, migrate, new_engine, prepare_sqlite
from gunbai.server.settings import Settings
from gunbai.server.tokens import new_name
from gunbai.server.uptime import now_ms

log = logging.getLogger("gunbai.store")
T = TypeVar("T")

_CHANNEL, _WORDS = "gunbai_events", "gunbai_words"
# What processes announce to each other: the end of a session; a mute, as table and person; a person who has changed.
ENDED, MUTED, CHANGED = "ended", "muted", "changed"
# How often SQLite's log is copied back into the database: after so many seconds, or sooner after so many events.
_CHECKPOINT_SECONDS = 10.0
_CHECKPOINT_EVENTS = 10_000
# A log of fewer pages than this may stay as it is.
_LONG_LOG = 1_000
_LATELY_MS = 100
# The longest batch: the first job in it must not wait long for the last.
_BATCH = 500
# Threads that read, each with a connection of its own.
_READERS = 8
# What the database said is in the log of the server only.
_NOT_STORED = "the server cannot store this now; nothing was changed"
_GOING_DOWN = "the server is shutting down; nothing was changed"


class StorageError(GunbaiError):
    """The database could not take a change; nothing was changed."""


class Conflict(GunbaiError):
    """Another process appended first, or the same request came twice."""


class Row(NamedTuple):
    """One event as it is stored."""

    table_id: str
    seq: int
    at: int
    key: str | None
    body: str


_Answer = tuple[asyncio.Future[Any], Any, Exception | None]


class Store:
    """SQLite or PostgreSQL behind the same few methods."""

    def __init__(self, settings: Settings, *, patient: bool = False, settle_after: int = _CHECKPOINT_EVENTS) -> None:
        self.sqlite = not settings.database
        self._url = settings.url
        self.beat_seconds = settings.heartbeat
        self._alive_ms = round(3000 * settings.heartbeat)
        self._lock_file: IO[bytes] | None = None
        if self.sqlite:
            self._hold(settings.data, patient=patient)
        self._writer_engine = new_engine(self._url, 1, writing=True)
        self._reader_engine = new_engine(self._url, _READERS, writing=False)
        # On SQLite the writer's own connection for batches of nothing but events.
        self._quick: sqlite3.Connection | None = None
        self._jobs = CommitQueue()
        self._closing = threading.Event()
        # How many events were added since the log was last copied back, and whether the writer has to finish that.
        self._unsettled, self._settle_after = 0, settle_after
        self._settle = threading.Event()
        self._begin_log_anew = False
        self._threads: list[threading.Thread] = []
        # Of its own: nothing else that blocks a thread, such as a slow name server, may keep people from their tables.
        self._readers = ThreadPoolExecutor(_READERS, "gunbai-reader")
        self._upsert = sqlite_insert if self.sqlite else postgres_insert
        self.process = new_name()
        # When this process last stored something, and an event; and the callback for a pause in which it could not.
        self._sign = 0
        self._newest = 0
        self._paused: Callable[[list[tuple[int, int]]], None] = _nobody
        self._took: Callable[[float], object] = _nobody

    # -- life ---------------------------------------------------------------------------------

    def open(self) -> None:
        """Bring the schema up to date and start the threads."""
        try:
            migrate(self._writer_engine)
        except SQLAlchemyError as error:
            raise StorageError(f"the database cannot be opened: {_plain(error)}") from None
        self._threads = [threading.Thread(target=self._write, name="gunbai-writer", daemon=True)]
        if self.sqlite:
            # SQLite's own checkpoint runs inside some player's commit; on a timer it hurts nobody.
            self._threads.append(threading.Thread(target=self._checkpoint, name="gunbai-checkpoint", daemon=True))
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Commit what is waiting and close the database."""
        self._closing.set()
        self._settle.set()
        self._jobs.close()
        self._readers.shutdown(wait=False, cancel_futures=True)
        for thread in self._threads:
            thread.join(timeout=10)
        if self._quick is not None:
            self._quick.close()
        self._writer_engine.dispose()
        self._reader_engine.dispose()
        if self._lock_file is not None:
            self._lock_file.close()

    # -- writing --------------------------------------------------------------------------------

    def append(self, row: Row, also: Callable[[Connection], Any] | None = None) -> asyncio.Future[None]:
        """Add one event, and in the same transaction what follows from it. Conflict if its place or key is taken."""
        if self._jobs.closed:
            raise StorageError(_GOING_DOWN)
        return self._jobs.add(row, also)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run some changes in the next common transaction."""
        result: T = await self._add(work)
        return result

    async def read(self, question: Callable[[Connection], T]) -> T:
        """Run a read-only query on a thread of its own."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self.read_now, question)

    def read_now(self, question: Callable[[Connection], T]) -> T:
        try:
            with self._reader_engine.connect() as connection:
                return question(connection)
        except SQLAlchemyError as error:
            log.error("the database cannot be read: %s", _plain(error))
            raise StorageError("the server cannot read its database now") from None

    async def rows(self, query: Select[*tuple[Any, ...]]) -> list[tuple[Any, ...]]:
        """The rows of a query as plain tuples. SQLAlchemy's rows are typed as tuples but are none, and compiled code
        checks that."""
        return await self.read(lambda connection: [tuple(row) for row in connection.execute(query)])

    async def events(self, table_id: str, after: int = 0) -> list[Row]:
        """A table's events after the first `after`, oldest first."""
        e = schema.events.c
        query = (
            select(e.table_id, e.seq, e.at, e.key, e.body).where(e.table_id == table_id, e.seq > after).order_by(e.seq)
        )
        return await self.read(lambda c: [Row(*row) for row in c.execute(query)])

    def announce(self, connection: Connection, kind: str, word: str) -> None:
        """Within a change, tell all processes about something besides events, such as the end of a session."""
        if not self.sqlite:
            connection.execute(text("SELECT pg_notify(:channel, :word)"), {"channel": _WORDS, "word": f"{kind} {word}"})

    def listen(
        self, heard: Callable[[str, int], None], lost: Callable[[], None], told: Callable[[str, str], None]
    ) -> None:
        """On PostgreSQL, receive the events and announcements of all processes; `lost()` is called after a gap."""
        if self.sqlite:
            return
        thread = threading.Thread(target=self._listen, args=(heard, lost, told), name="gunbai-listener", daemon=True)
        self._threads.append(thread)
        thread.start()

    def _add(self, work: Callable[[Connection], Any]) -> asyncio.Future[Any]:
        if self._jobs.closed:
            raise StorageError(_GOING_DOWN)
        return self._jobs.add(None, work)

    def _write(self) -> None:
        while batch := self._jobs.take(_BATCH):
            self._commit(batch)
            if self._begin_log_anew:
                self._finish_checkpoint()

    @property
    def waiting(self) -> int:
        """How many changes wait for the next transaction."""
        return len(self._jobs)

    def on_commit(self, took: Callable[[float], object]) -> None:
        """Set the callback that gets the seconds of every transaction, in the writer's thread."""
        self._took = took

    def _commit(self, batch: list[Job]) -> None:
        answers: list[_Answer] | None = None
        now, began = now_ms(), time.perf_counter()
        try:
            if self._was_away(now) or not self._commit_events(batch, now):
                answers = self._commit_mixed(batch, now)
            self._sign = now
            self._took(time.perf_counter() - began)
        except Exception as error:  # whatever it is, the writer lives on and nobody is told a move was kept
            log.error("commit failed: %s", _plain(error))
            problem = StorageError(_NOT_STORED)
            answers = [(job.done, None, problem) for job in batch]
        # One wake-up for the whole batch: waking the loop costs as much as a small move.
        loop = self._jobs.loop
        assert loop is not None
        with contextlib.suppress(RuntimeError):
            if answers is None:
                loop.call_soon_threadsafe(self._jobs.deliver, batch)
            else:
                loop.call_soon_threadsafe(_deliver, answers)

    def _commit_events(self, batch: list[Job], now: int) -> bool:
        """The fast path for the usual batch, plain events into SQLite: one statement that is its own transaction.

        Every further call would wait for the other threads to release the interpreter. Returns False, with nothing
        changed, for every other batch.
        """
        rows = [job.row for job in batch if job.row is not None and job.work is None]
        if not self.sqlite or len(rows) < len(batch):
            return False
        if self._quick is None:
            self._quick = sqlite3.connect(self._writer_engine.url.database or "", timeout=30, check_same_thread=False)
            prepare_sqlite(self._quick)
        try:
            self._quick.execute(_insert(len(rows), "?"), [value for row in rows for value in row])
        except (sqlite3.IntegrityError, ValueError, OverflowError):
            # A place in the batch is taken, or a value cannot be stored; the slow path finds out which.
            return False
        self._newest = now
        self._unsettled += len(rows)
        if self._unsettled > self._settle_after:
            self._unsettled = 0
            self._settle.set()
        return True

    def _commit_mixed(self, batch: list[Job], now: int) -> list[_Answer]:
        """All together; if one of the changes cannot be stored, each for itself."""
        try:
            return self._commit_all(batch, now)
        except Exception as error:
            if _is_gone(error):
                raise
            log.error("a change cannot be stored, so each is tried alone: %s", _plain(error))
        return self._commit_all(batch, now, singly=True)

    def _commit_all(self, batch: list[Job], now: int, singly: bool = False) -> list[_Answer]:
        answers: list[_Answer] = []
        outages: list[tuple[int, int]] | None = None
        with self._writer_engine.begin() as connection:
            if self._was_away(now):
                # Before anything else: a heartbeat now would hide the outage.
                outages = self._account(connection, now, self._sign, self._alive_ms)
            if singly:
                answers, taken = self._carry_out_singly(connection, batch)
            else:
                taken = self._append_rows(connection, [job.row for job in batch if job.row is not None])
                for job in batch:
                    answers.append((job.done, *self._carry_out(connection, job, taken)))
            if taken:
                self._beat(connection, max(job.row.at for job in batch if job.row is not None))
            if not self.sqlite:
                _notify(connection, taken)
        if outages is not None:
            assert self._jobs.loop is not None
            with contextlib.suppress(RuntimeError):
                self._jobs.loop.call_soon_threadsafe(self._paused, outages)
        return answers

    def _append_rows(self, connection: Connection, rows: list[Row]) -> set[tuple[str, int]]:
        """Insert the rows whose places are free, in one statement, and return those places."""
        if not rows:
            return set()
        statement = _insert(len(rows), "?" if self.sqlite else "%s") + " ON CONFLICT DO NOTHING RETURNING table_id, seq"
        # Always in the same order, or two processes could wait for each other's rows for ever.
        given = tuple(value for stored in sorted(rows, key=_place) for value in stored)
        return {(table_id, seq) for table_id, seq in connection.exec_driver_sql(statement, given)}

    @staticmethod
    def _carry_out(connection: Connection, job: Job, taken: set[tuple[str, int]]) -> tuple[Any, Exception | None]:
        if job.row is not None:
            place = (job.row.table_id, job.row.seq)
            if place not in taken:
                return None, Conflict("the table has moved on")
            if job.work is None:
                return None, None
        assert job.work is not None
        savepoint = connection.begin_nested()
        try:
            value = job.work(connection)
            savepoint.commit()
        except (GunbaiError, IntegrityError) as error:
            savepoint.rollback()
            if job.row is not None:
                raise
            return None, error if isinstance(error, GunbaiError) else Conflict("that is taken already")
        except Exception as error:
            if not _is_gone(error):
                savepoint.rollback()
            raise
        return value, None

    def _carry_out_singly(self, connection: Connection, batch: list[Job]) -> tuple[list[_Answer], set[tuple[str, int]]]:
        """One after the other, so that a change which cannot be stored fails alone."""
        answers: list[_Answer] = []
        places: set[tuple[str, int]] = set()
        for job in batch:
            alone = connection.begin_nested()
            try:
                taken = self._append_rows(connection, [] if job.row is None else [job.row])
                answers.append((job.done, *self._carry_out(connection, job, taken)))
                alone.commit()
                places |= taken
            except Exception as error:
                if _is_gone(error):
                    raise
                alone.rollback()
                log.error("a change failed: %s", _plain(error))
                answers.append((job.done, None, StorageError(_NOT_STORED)))
        return answers, places

    def _beat(self, connection: Connection, at: int) -> None:
        connection.execute(
            self._upsert(schema.heartbeats)
            .values(process=self.process, at=at)
            .on_conflict_do_update(index_elements=["process"], set_={"at": at}, where=schema.heartbeats.c.at < at)
        )

    async def claim_reminder(self, table_id: str, seat: int, turn: int, late: bool) -> bool:
        """Whether this is the first reminder of the seat for this turn, or the first that time is short."""
        r = schema.reminders.c
        new = self._upsert(schema.reminders).values(table_id=table_id, seat=seat, turn=turn, late=late)
        older = or_(r.turn < turn, and_(r.turn == turn, r.late.is_(False), literal(late)))
        statement = new.on_conflict_do_update(
            index_elements=["table_id", "seat"], set_={"turn": turn, "late": late}, where=older
        ).returning(r.seat)
        return await self.write(lambda connection: connection.execute(statement).first()) is not None

    async def beat(self) -> None:
        """Store a heartbeat: clocks run until it, and stand still after it if no process is left."""
        await self.write(lambda connection: self._beat(connection, now_ms()))

    def note_outage(self) -> list[tuple[int, int]]:
        """All outages, including the one that ends now; from here on this process counts as alive."""
        with self._writer_engine.begin() as connection:
            now, last = now_ms(), 0
            if self.sqlite:
                # The fast path stores no heartbeats, so its newest event counts as one.
                newest = connection.exec_driver_sql("SELECT at FROM events ORDER BY rowid DESC LIMIT 1").scalar()
                last = int(newest or 0)
            outages = self._account(connection, now, last, 0 if self.sqlite else self._alive_ms)
        self._sign = now
        return outages

    @property
    def stored_lately(self) -> bool:
        """Whether an event was stored a moment ago, which is as good a sign of life as a heartbeat."""
        return self.sqlite and now_ms() - self._newest < _LATELY_MS

    def on_pause(self, paused: Callable[[list[tuple[int, int]]], None]) -> None:
        """Set the callback that gets all outages after this process could store nothing for a while.

        It hung, its machine slept, or the disk was full. The callback comes before the results of waiting changes.
        """
        self._paused = paused

    @property
    def away(self) -> bool:
        """Whether this process has stored nothing for so long that there may have been an outage."""
        return self._was_away(now_ms())

    def _was_away(self, now: int) -> bool:
        return 0 < self._sign < now - self._alive_ms

    def _account(self, connection: Connection, now: int, last: int, patience: int) -> list[tuple[int, int]]:
        """Store an outage if the last heartbeat of all processes is too old, then a heartbeat; returns all outages."""
        beats, outages = schema.heartbeats.c, schema.outages.c
        if not self.sqlite:
            connection.execute(text("SELECT pg_advisory_xact_lock(8421)"))
        last = max(last, connection.execute(select(func.max(beats.at))).scalar() or 0)
        if 0 < last < now - patience:
            statement = self._upsert(schema.outages).values(began=last, ended=now).on_conflict_do_nothing()
            connection.execute(statement)
        self._beat(connection, now)
        return [(b, e) for b, e in connection.execute(select(outages.began, outages.ended).order_by(outages.began))]

    # -- threads --------------------------------------------------------------------------------

    def _checkpoint(self) -> None:
        """Copy SQLite's log back into the database, now and then, beside the commits."""
        engine = new_engine(self._url, 1, writing=False)
        while not self._closing.is_set():
            self._settle.wait(_CHECKPOINT_SECONDS)
            self._settle.clear()
            with contextlib.suppress(SQLAlchemyError), engine.connect() as connection:
                _, pages, _ = connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)").one()
                self._begin_log_anew = pages > _LONG_LOG
        engine.dispose()

    def _finish_checkpoint(self) -> None:
        """Copy back what came meanwhile, which is little, while nobody writes: then the log begins anew.

        Without this it would grow, and never shrink, as long as moves keep coming.
        """
        self._begin_log_anew = False
        if self._quick is not None:
            with contextlib.suppress(sqlite3.Error):
                self._quick.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()

    def _listen(
        self, heard: Callable[[str, int], None], lost: Callable[[], None], told: Callable[[str, str], None]
    ) -> None:
        import psycopg  # noqa: PLC0415 - only there with the extra `postgres`

        address = self._url.replace("postgresql+psycopg://", "postgresql://")
        while not self._closing.is_set():
            try:
                with psycopg.connect(address, autocommit=True) as connection:
                    connection.execute(f"LISTEN {_CHANNEL}")
                    connection.execute(f"LISTEN {_WORDS}")
                    lost()
                    while not self._closing.is_set():
                        for notice in connection.notifies(timeout=0.5):
                            if notice.channel == _WORDS:
                                kind, _, word = notice.payload.partition(" ")
                                told(kind, word)
                                continue
                            for word in notice.payload.split():
                                table_id, _, seq = word.partition(":")
                                heard(table_id, int(seq))
            except psycopg.Error as error:
                log.warning("listening stopped: %s", error)
                self._closing.wait(0.5)

    # -- connections ----------------------------------------------------------------------------

    def _hold(self, folder: Path, *, patient: bool) -> None:
        """Lock the data folder: two servers on one SQLite file would not see each other's changes."""
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock_file = (folder / "gunbai.lock").open("ab")
            for_own_eyes(folder / "gunbai.sqlite3")
            fcntl.flock(self._lock_file, fcntl.LOCK_EX | (0 if patient else fcntl.LOCK_NB))
        except BlockingIOError:
            raise StorageError(f"another server is using {folder}; stop it, or give this one another folder") from None
        except OSError as error:
            raise StorageError(f"cannot use the data folder {folder}: {error.strerror}") from None


@functools.cache
def _insert(rows: int, mark: str) -> str:
    """The statement that adds so many events at once."""
    row = f"({', '.join([mark] * len(Row._fields))})"
    return f"INSERT INTO events ({', '.join(Row._fields)}) VALUES {', '.join([row] * rows)}"


def _place(row: Row) -> tuple[str, int]:
    return row.table_id, row.seq


def _deliver(answers: list[_Answer]) -> None:
    for done, value, failure in answers:
        if done.done():
            continue
        if failure is not None:
            done.set_exception(failure)
        else:
            done.set_result(value)


def _notify(connection: Connection, taken: Iterable[tuple[str, int]]) -> None:
    words = [f"{table_id}:{seq}" for table_id, seq in taken]
    for i in range(0, len(words), 200):
        connection.execute(
            text("SELECT pg_notify(:channel, :words)"), {"channel": _CHANNEL, "words": " ".join(words[i : i + 200])}
        )


def _is_gone(error: Exception) -> bool:
    """Whether the database itself fails, and not one change: then nothing else can be stored either."""
    if isinstance(error, DBAPIError):
        return error.connection_invalidated or isinstance(error, OperationalError | InternalError | InterfaceError)
    return isinstance(error, SQLAlchemyError | sqlite3.OperationalError)


def _plain(error: Exception) -> str:
    """The driver's own sentence, without statement or parameters: those may hold secrets."""
    cause = error.orig if isinstance(error, DBAPIError) else error if isinstance(error, sqlite3.Error) else None
    return str(cause if cause is not None else type(error).__name__).splitlines()[0][:200]


def _nobody(_: object) -> None:
    pass
