"""All tables of this process: opened from the log when needed, changed event by event, dropped when idle."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from sqlalchemy import select, update

from gunbai.core.errors import GunbaiError, UnknownGame
from gunbai.server import events as ev
from gunbai.server import fair_dice, schema
from gunbai.server.accounts import NotKnown
from gunbai.server.audience import Audience, Subscriber
from gunbai.server.bot_styles import with_styles
from gunbai.server.clean_text import visible
from gunbai.server.follow_ups import Operation, by_itself, nothing, when_late
from gunbai.server.hosted_table import PLAYING, HostedTable, RulesChanged, Unreadable
from gunbai.server.projection import Projector
from gunbai.server.rules_watch import RulesOverran, in_hand, overran
from gunbai.server.store import Conflict, Row, StorageError, Store
from gunbai.server.table_dice import with_commitments
from gunbai.server.table_rows import derived_rows, due_at, first_rows
from gunbai.server.time_slices import in_slices
from gunbai.server.tokens import new_name
from gunbai.server.turns import Turns
from gunbai.server.uptime import Uptime, now_ms
from gunbai.server.worker_messages import ImportAnswer
from gunbai.session import PERSON

log = logging.getLogger("gunbai.registry")

_IDLE_SECONDS = 600.0
# How many times a change is tried when other processes are faster.
_TRIES = 20
# After this time a table that could not be opened is tried again.
_LATER_MS = 3_600_000
# A table with a longer log than this is very long; nearly all games are far shorter.
_LONG = 262_144


class Placed:
    """The result of a change: its place in the log, the version, whether the change had been made before, how many
    bytes it added to the log, and the table as it is then."""

    def __init__(self, table: HostedTable, seq: int, repeated: bool = False, size: int = 0) -> None:
        self.table, self.seq, self.version = table, seq, table.version
        self.repeated, self.size = repeated, size


class _Begun:
    """A change that waits for the disk."""

    def __init__(self, row: Row, event: ev.AnyEvent, stored: asyncio.Future[None]) -> None:
        self.row, self.event, self.stored = row, event, stored


class TableRegistry:
    """Opens tables, changes them, publishes the changes and keeps their clocks."""

    def __init__(
        self, store: Store, most_alone: int = 1_000, alone_bytes: int = 1 << 24, long_bytes: int = 1 << 26
    ) -> None:
        self.store, self._most_alone = store, most_alone
        self._alone_bytes, self._long_bytes = alone_bytes, long_bytes
        self.uptime = Uptime([])
        self.audience = Audience()
        # Called after every event of a table in this process: bots, reminders and the undo check add themselves.
        self.attend: list[Callable[[HostedTable], None]] = []
        # Callbacks by the kind of announcement of other processes. An empty word means that some may have been missed.
        self.told: dict[str, Callable[[str], None]] = {}
        # People muted by operators, and until when, in milliseconds; moderation keeps it.
        self.silenced: dict[str, int] = {}
        self.welcome: list[Callable[[HostedTable], None]] = []  # called when a person opens a table
        self.moves = self.events = 0  # for the metrics
        self._tables: dict[str, HostedTable] = {}
        # Tables whose rules did not return. What is in memory of them may be half done, so nobody opens them again.
        self._closed: set[str] = set()
        self._projectors: dict[str, Projector] = {}
        self._opening = Turns()
        self._used: dict[str, float] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    # -- life ---------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Record the time without a server as an outage, and begin with what is due."""
        self.uptime = Uptime(await asyncio.to_thread(self.store.note_outage))
        self.store.on_pause(self._paused)
        loop = asyncio.get_running_loop()
        self.store.listen(
            lambda table, seq: _from_thread(loop, self._heard, table, seq),
            lambda: _from_thread(loop, self._lost),
            lambda kind, word: _from_thread(loop, self._told, kind, word),
        )
        self.spawn(self._live())
        self.spawn(self._watch())

    async def stop(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(StorageError):
            await self.store.beat()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Run something beside the requests; its failure is logged, never fatal."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a task failed: %s", error, exc_info=None if isinstance(error, GunbaiError) else error)

    # -- opening --------------------------------------------------------------------------------------

    def at_hand(self, table_id: str) -> HostedTable | None:
        """The table if it is in memory; most are, and asking this way costs no task switch."""
        table = self._tables.get(table_id)
        if table is not None:
            in_hand.set(table_id)
            self._used[table_id] = time.monotonic()
        return table

    async def open(self, table_id: str) -> HostedTable:
        """The table, folded from its log if it is not in memory."""
        if table_id in self._closed:
            raise overran()
        in_hand.set(table_id)
        table = self._tables.get(table_id)
        if table is None:
            async with self._opening.of(table_id):
                table = self._tables.get(table_id) or await self._load(table_id)
        self._used[table_id] = time.monotonic()
        return table

    def __len__(self) -> int:
        return len(self._tables)

    @property
    def opening(self) -> int:
        """How many tables are being opened."""
        return len(self._opening)

    async def _load(self, table_id: str) -> HostedTable:
        rows = await self.store.events(table_id) if 0 < len(table_id) <= 24 else []
        if not rows:
            raise NotKnown("there is no such table")
        query = select(schema.seeds.c.seed).where(schema.seeds.c.table_id == table_id)
        seed = await self.store.read(lambda c: c.execute(query).scalar())
        table = HostedTable(table_id, self.uptime, seed or b"")
        await self._fold(table, rows)
        self._tables[table_id] = table
        self._projectors[table_id] = Projector(table)
        self._arm(table)
        # People connected when the table was dropped may have missed events of another process since.
        self._publish(table)
        if not self.store.sqlite:
            # Notifications cover events from here on, but not those that another process added during the fold.
            await self._catch_up(table_id)
        return table

    async def _fold(self, table: HostedTable, rows: Sequence[Row]) -> None:
        try:
            await in_slices(table.folding(rows))
        except (RulesChanged, RulesOverran, UnknownGame):
            raise
        except Exception as error:
            log.error("table %s stops after event %d: %s", table.id, table.seq, type(error).__name__, exc_info=error)
            raise Unreadable("this table cannot be read; the server's log has the reason") from None

    async def hold(self, table_id: str) -> HostedTable:
        """The table with its lock taken, so that no change is under way that may fail to be stored.

        The caller releases the lock.
        """
        while True:
            table = await self.open(table_id)
            await table.lock.acquire()
            if self.holds(table):
                return table
            # The change we waited for could not be stored, so the table was dropped.
            table.lock.release()

    def holds(self, table: HostedTable) -> bool:
        """Whether this object is still the table, and not one that was dropped."""
        return self._tables.get(table.id) is table

    def in_memory(self) -> list[str]:
        """The tables that are folded here."""
        return list(self._tables)

    async def reload(self, table_id: str) -> None:
        """Fold a table again after its log was rewritten, and show it again to everybody there."""
        table = self._tables.get(table_id)
        if table is not None:
            async with table.lock:
                self._discard(table)
            if table_id in self.audience:
                self.audience.tell_again(table_id, self.projector(await self.open(table_id)))

    async def drop(self, table_id: str) -> None:
        """A table was removed: forget it, and close the sockets of everybody there."""
        table = self._tables.get(table_id)
        if table is not None:
            async with table.lock:
                self._discard(table)
        self.audience.hang_up(table_id)

    def close(self, table_id: str) -> None:
        """The rules of a table's game did not return: forget the table at once, and let nobody open it again."""
        self._closed.add(table_id)
        table = self._tables.get(table_id)
        if table is not None:
            self._discard(table)
        # A little later: this is called in the middle of something, perhaps of telling the very same people.
        asyncio.get_running_loop().call_soon(self.audience.hang_up, table_id)

    def projector(self, table: HostedTable) -> Projector:
        return self._projectors.get(table.id) or Projector(table)

    def _discard(self, table: HostedTable) -> None:
        """Drop the table from memory; it is folded again from the log when needed."""
        if self._tables.get(table.id) is table:
            del self._tables[table.id]
            self._projectors.pop(table.id, None)
            self._used.pop(table.id, None)
            if (timer := self._timers.pop(table.id, None)) is not None:
                timer.cancel()

    # -- changing -------------------------------------------------------------------------------------

    async def create(self, setup: ev.Created) -> HostedTable:
        """A new table; its dice are committed to in its first event."""
        table_id, seed = new_name(), secrets.token_bytes(32)
        setup = with_commitments(with_styles(setup, table_id), fair_dice.commitment(seed))
        at = now_ms()
        table = HostedTable(table_id, self.uptime, seed)
        row = Row(table_id, 1, at, None, ev.encode(setup))
        table.fold(row)
        await self.store.append(row, first_rows(table, seed))
        self._tables[table_id] = table
        self._projectors[table_id] = Projector(table)
        self._used[table_id] = time.monotonic()
        await self._go_on(table)
        return table

    async def import_record(self, setup: ev.Created, record: ImportAnswer) -> HostedTable:
        """A table from a record that a worker has read. Its dice were not ours, so they cannot be verified."""
        table = await self.create(setup)
        steps: list[ev.Move] = [(seat, action, 0) for seat, action in record.steps]
        asides = [(at, seat, visible(text)) for at, seat, text in record.asides]
        async with table.lock:
            table.time.set(max(now_ms(), table.at))
            try:
                await in_slices(table.resuming(steps, asides))
            except BaseException:
                self._discard(table)
                raise
            await self._perform(table, lambda t: t.resumed(steps, asides))
        await self._go_on(table)
        if record.ending:
            await self.change(table.id, lambda t: t.end(record.ending, record.ending_seat))
        return await self.open(table.id)

    async def _go_on(self, table: HostedTable) -> None:
        """Carry out what follows by itself from events that stand."""
        try:
            await self.change(table.id, nothing)
        except Exception as error:
            self._left_undone(table, error)

    async def change(self, table_id: str, operation: Operation, key: str | None = None) -> Placed:
        """Carry out an operation, write its event, and tell everybody; all of it or nothing.

        Once the event is on disk the change stands, and its sender is told so whatever becomes of all that follows.
        """
        placed: Placed | None = None
        tries = 0
        while placed is None:
            tries += 1
            if tries > _TRIES:
                raise StorageError("the table is too busy; nothing was changed")
            table = self.at_hand(table_id) or await self.open(table_id)
            if not table.lock.take():  # a coroutine more would cost every move as much as decoding the order does
                await table.lock.acquire()
            try:
                if key is not None and key in table.keys and self.holds(table):
                    placed = Placed(table, table.keys[key], repeated=True)
                elif self.holds(table):
                    at = await self._keep_time(table) if table.clocked else now_ms()
                    seq, weight = table.seq, table.weight
                    begun = self._begin(table, operation, key, at)
                    if begun is not None:
                        try:
                            await begun.stored
                        except BaseException:
                            self._discard(table)
                            raise
                        seq = self._finish(table, begun)
                    placed = Placed(table, seq)
                    try:
                        if _unsettled(table) and self.holds(table):
                            await self._follow_up(table)
                    except Exception as error:
                        if begun is None:
                            raise
                        self._left_undone(table, error)
                    if self.holds(table):
                        self._look_ahead(table)
                        placed.version, placed.size = table.version, table.weight - weight
            except Conflict:
                pass  # the table in memory was not the newest: try again
            finally:
                table.lock.release()
        return placed

    async def _perform(self, table: HostedTable, operation: Operation) -> None:
        """The same under the table's lock, without what follows from it."""
        if (begun := self._begin(table, operation, None, now_ms())) is not None:
            try:
                await begun.stored
            except BaseException:
                self._discard(table)
                raise
            self._finish(table, begun)

    def _begin(self, table: HostedTable, operation: Operation, key: str | None, at: int) -> _Begun | None:
        """Change the table in memory and hand its event to the store; None if there is no event."""
        at = max(at, table.at)
        table.time.set(at)
        table.keep_time()  # as the fold does with this event
        before = table.version
        try:
            event = operation(table)
        except GunbaiError:
            if table.version != before:
                self._discard(table)
            raise
        except BaseException:
            self._discard(table)
            raise
        if event is None:
            return None
        try:
            # As `Row(…)`, which would be a function in Python.
            row: Row = tuple.__new__(Row, (table.id, table.seq + 1, at, key, ev.to_bytes(event).decode()))
            return _Begun(row, event, self.store.append(row, derived_rows(table, event, at)))
        except BaseException:
            self._discard(table)
            raise

    def _finish(self, table: HostedTable, begun: _Begun) -> int:
        """The event is on disk: tell everybody. Returns its number."""
        self.events += 1
        self.moves += isinstance(begun.event, ev.Played)
        try:
            table.noted(begun.row, begun.event)
            self._publish(table)
        except Exception as error:
            # It stands all the same. The log has all that is needed to tell it again.
            _log_fault(table, error)
            self._discard(table)
            self.spawn(self.change(table.id, nothing))
        return begun.row.seq

    async def _keep_time(self, table: HostedTable) -> int:
        """Before anything else happens, deal with seats that ran out of time. Returns a time at which none is late.

        What happens next happens then: a moment later somebody else could be late.
        """
        if self.store.away:
            # Nobody could move while the store was away; a heartbeat finds out for how long.
            await self.store.beat()
        while True:
            at = max(now_ms(), table.at)
            table.time.set(at)
            if table.status != PLAYING or (late := table.late()) is None:
                return at
            await self._perform(table, when_late(table, late))
            if _unsettled(table):
                await self._follow_up(table)
            self._look_ahead(table)

    async def _follow_up(self, table: HostedTable) -> None:
        for operation in by_itself(table):
            await self._perform(table, operation)

    def _left_undone(self, table: HostedTable, error: Exception) -> None:
        """What follows from a change could not be carried out; the change stands."""
        if isinstance(error, Conflict):
            # Another process was faster; on what it has made of the table something may still follow.
            self.spawn(self.change(table.id, nothing))
        else:
            # It is due, and is seen to when somebody looks at the table again (`_watch`).
            _log_fault(table, error)

    def _look_ahead(self, table: HostedTable) -> None:
        self._arm(table)
        for look in self.attend:
            try:
                look(table)
            except Exception as error:  # the others must look all the same
                _log_fault(table, error)

    # -- publishing -------------------------------------------------------------------------------------

    def _publish(self, table: HostedTable) -> None:
        self.audience.tell(table.id, self.projector(table))

    def join(self, table: HostedTable, listener: Subscriber) -> None:
        """Somebody has opened a table."""
        self.audience.join(table.id, listener)
        for look in self.welcome:
            look(table)

    async def tell_beforehand(self, table: HostedTable, seats: Sequence[int], version: int) -> None:
        """Under the table's lock: tell a long log in slices, so that other tables need not wait."""
        await in_slices(self.projector(table).telling(seats, version))

    def tell_again(self, table: HostedTable, person: str) -> None:
        """Something became known for a person without an event: send that person's sights once more."""
        projector = self.projector(table)
        projector.look_again()
        self.audience.tell_again(table.id, projector, person)

    def tell_thinking(self, table: HostedTable, seat: int, ahead: int) -> bool:
        """Tell everybody at a table that a bot's seat has to wait until so many other bots have thought, if they can be
        told now."""
        return self.audience.tell_thinking(table.id, self.projector(table), seat, ahead)

    def awaited(self, table_id: str) -> bool:
        """Whether somebody who sits at the table has it open in this process."""
        table = self._tables.get(table_id)
        if table is None:
            return False
        return self.audience.present(table_id, [c.person for c in table.chairs if c.kind == PERSON and c.person])

    # -- other processes ----------------------------------------------------------------------------------

    def _heard(self, table_id: str, seq: int) -> None:
        table = self._tables.get(table_id)
        if table.seq < seq if table is not None else table_id in self.audience:
            self.spawn(self._catch_up(table_id))

    def _told(self, kind: str, word: str) -> None:
        if kind in self.told:
            self.told[kind](word)

    def _lost(self) -> None:
        for kind in self.told:
            self._told(kind, "")
        for table_id in {*self._tables, *self.audience.tables()}:
            self.spawn(self._catch_up(table_id))

    async def _catch_up(self, table_id: str) -> None:
        """Take in what other processes appended."""
        table = self._tables.get(table_id)
        if table is None:
            if table_id in self.audience:
                # It was dropped after a failure, but people are connected, and opening it updates them.
                await self.open(table_id)
            return
        async with table.lock:
            if self._tables.get(table_id) is not table:
                return
            try:
                for row in await self.store.events(table_id, table.seq):
                    table.fold(row)
                    self._publish(table)
            except BaseException:
                self._discard(table)
                raise
            self._look_ahead(table)

    # -- time -----------------------------------------------------------------------------------------------

    def _arm(self, table: HostedTable) -> None:
        """Set a timer for when a player's time runs short or out."""
        if (timer := self._timers.pop(table.id, None)) is not None:
            timer.cancel()
        left = table.seconds_to_look()
        if left is not None and left < 86_400:
            wake = asyncio.get_running_loop().call_later
            self._timers[table.id] = wake(left + 0.02, lambda: self.spawn(self.change(table.id, nothing)))

    def _paused(self, outages: list[tuple[int, int]]) -> None:
        """There was an outage, so clocks stood still: send the new times to people at tables with a clock."""
        self.uptime.learn(outages)
        for table_id in self.audience.tables():
            if (table := self._tables.get(table_id)) is not None and table.clocked:
                self.spawn(self._show_time(table))

    async def _show_time(self, table: HostedTable) -> None:
        async with table.lock:
            if self.holds(table):
                table.time.set(max(now_ms(), table.at))
                self.audience.tell_again(table.id, self.projector(table))

    async def _live(self) -> None:
        """Send heartbeats, however long other work takes."""
        while True:
            try:
                if not self.store.stored_lately:
                    await self.store.beat()
            except StorageError as error:
                log.warning("%s", error)
            await asyncio.sleep(self.store.beat_seconds)

    async def _watch(self) -> None:
        """Look at tables that are due, and drop idle ones."""
        while True:
            try:
                for table_id, due in await self._overdue():
                    await self._attend_to(table_id, due)
            except GunbaiError as error:
                log.warning("%s", error)
            self.drop_idle()
            await asyncio.sleep(self.store.beat_seconds)

    def drop_idle(self) -> None:
        """Drop tables that nobody has open: those not used for long, and if they are too many or their logs too long,
        the longest unused. Very long tables that somebody has open are dropped, too, if there are too many of
        them: they are folded again when something happens there.
        """
        now, alone, long = time.monotonic(), list[tuple[float, str]](), list[tuple[float, str]]()
        size_alone = size_long = 0
        for table_id, used in list(self._used.items()):
            table = self._tables.get(table_id)
            if table is None:
                del self._used[table_id]
            elif table.lock.locked():
                continue
            elif table_id in self.audience:
                if table.weight > _LONG:
                    long.append((used, table_id))
                    size_long += table.weight
            else:
                alone.append((used, table_id))
                size_alone += table.weight
        alone.sort()
        for number, (used, table_id) in enumerate(alone):
            many = len(alone) - number > self._most_alone or size_alone > self._alone_bytes
            if many or now - used > _IDLE_SECONDS:
                size_alone -= self._tables[table_id].weight
                self._discard(self._tables[table_id])
        long.sort()
        for _, table_id in long:
            if size_long <= self._long_bytes:
                break
            size_long -= self._tables[table_id].weight
            self._discard(self._tables[table_id])

    async def _attend_to(self, table_id: str, due: int) -> None:
        """Do what is due at a table; a table that cannot be opened does not hold up the others."""
        next_due: int | None = now_ms() + _LATER_MS
        try:
            table = await self.open(table_id)
            await self.change(table_id, nothing)
            next_due = due_at(table)
        except StorageError:
            raise
        except GunbaiError as error:
            log.warning("table %s: %s", table_id, error)
        except Exception as error:
            log.error("table %s could not be attended to", table_id, exc_info=error)
        t = schema.tables.c
        # Another process may have played on and set the next time itself.
        statement = update(schema.tables).where(t.id == table_id, t.due == due).values(due=next_due)
        await self.store.write(lambda c: c.execute(statement) and None)

    async def _overdue(self) -> Sequence[tuple[str, int]]:
        t = schema.tables.c
        query = select(t.id, t.due).where(t.due <= now_ms() - 1000).order_by(t.due).limit(100)
        return [(table_id, due) for table_id, due in await self.store.rows(query)]


def _unsettled(table: HostedTable) -> bool:
    """Whether something may follow by itself; nothing follows a plain move in a game that goes on."""
    return table.status != PLAYING or bool(table.votes) or table.answer_due() is not None


def _log_fault(table: HostedTable, error: Exception) -> None:
    log.error("table %s: %s", table.id, error, exc_info=None if isinstance(error, GunbaiError) else error)


def _from_thread(loop: asyncio.AbstractEventLoop, call: Callable[..., None], *arguments: Any) -> None:
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(call, *arguments)
