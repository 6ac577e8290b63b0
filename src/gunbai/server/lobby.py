"""The lobby: creating tables, listing them, taking seats and giving them up."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from time import monotonic

import msgspec
from sqlalchemy import Integer, func, select, type_coerce

from gunbai import bots
from gunbai.bots.levels import LEVELS
from gunbai.core import record as records
from gunbai.core.errors import BadRecord, GunbaiError, UnknownGame
from gunbai.core.options import Options
from gunbai.core.registry import find
from gunbai.server import events as ev
from gunbai.server import messages as m
from gunbai.server import schema
from gunbai.server.access import Access
from gunbai.server.accounts import NotAllowed, NotKnown, Person, clean_name
from gunbai.server.bot_tables import BotTables
from gunbai.server.clean_text import visible
from gunbai.server.disk_ration import TABLE_BYTES, DiskRation
from gunbai.server.follow_ups import STAND_IN
from gunbai.server.hosted_table import GATHERING, OVER, PLAYING, HostedTable, Refused, RulesChanged, Unreadable
from gunbai.server.limits import RateLimits
from gunbai.server.projection import line
from gunbai.server.settings import Settings
from gunbai.server.store import Store
from gunbai.server.table_registry import Placed, TableRegistry
from gunbai.server.turns import Turns
from gunbai.server.whereabouts import Whereabouts
from gunbai.server.worker_messages import ImportAnswer, ImportRequest
from gunbai.server.workers import Asker, NoAnswer, WorkerPool
from gunbai.session import BOT, OPEN, PERSON, parse_control

log = logging.getLogger("gunbai.lobby")

_summary: msgspec.json.Decoder[m.TableLine] = msgspec.json.Decoder(m.TableLine)
_LISTED = 100
# From how many tables those are chosen, and how many of one host at a time.
_CANDIDATES, _AT_A_TIME = 1_000, 5
# How many seconds that choice may be old: it takes a look at all tables.
_CHOSEN_SECONDS = 3.0
# How many running games are shown, and how many seconds the list of their ids may be old.
_RUNNING, _RUNNING_SECONDS = 50, 3.0
_COST_OF_IMPORT = 50
# The longest player's name in an imported record.
_NAME = 200


def seatable_bots(settings: Settings) -> tuple[str, ...]:
    """The bots people may seat; a name such as `exec:COMMAND` runs programs here, so only the settings can allow it."""
    return (*bots.usable(), *settings.bots, *(f"level-{level.number}" for level in LEVELS))


def guest_bots(settings: Settings) -> tuple[str, ...]:
    """Those of them that are not of the house."""
    return (*(name for name in bots.usable() if name not in bots.HOUSE), *settings.bots)


class Lobby:
    """Where tables are set up and players find them."""

    def __init__(
        self,
        registry: TableRegistry,
        store: Store,
        access: Access,
        rates: RateLimits,
        settings: Settings,
        readers: WorkerPool,
        whereabouts: Whereabouts,
        bot_tables: BotTables,
        ration: DiskRation,
    ) -> None:
        self._registry, self._store, self._access, self._rates = registry, store, access, rates
        self._settings, self._readers, self._bot_tables = settings, readers, bot_tables
        self._whereabouts, self._ration = whereabouts, ration
        self._most = settings.limits.tables_per_person
        # The ids of games in play, and until when this list is fresh enough.
        self._running: tuple[float, list[str]] = (0.0, [])
        # By status: the tables chosen for a list, and until when the choice is fresh enough.
        self._chosen: dict[str, tuple[float, list[str]]] = {}
        # By person: who asks for many tables at once gets one after the other, each counted.
        self._places = Turns()

    # -- new tables -------------------------------------------------------------------------------------

    async def create(self, person: Person, wish: m.NewTable) -> HostedTable:
        """Set a table up as wished."""
        self._rates.by_person.take(person.id)
        self._ration.take(person.id, TABLE_BYTES)
        game = find(wish.game)
        options = Options(game.info.options, game.info.preset(wish.preset) | wish.options)
        words = wish.seats or ["me", *["open"] * (options.players - 1)]
        if len(words) != options.players:
            raise GunbaiError("{players} play, but {given} seats are given", players=options.players, given=len(words))
        chairs = [self._chair(person, word, i, wish.names) for i, word in enumerate(words)]
        mine = [i for i, chair in enumerate(chairs) if chair.kind == PERSON]
        setup = ev.Created(
            game=game.info.name,
            rules=game.info.rules_version,
            options=dict(options.chosen()),
            chairs=chairs,
            by=person.id,
            commitment="",
            clock=parse_control(wish.clock).text(),
            fate=wish.fate,
            watch=wish.watch,
            listed=wish.listed,
            autostart=wish.autostart,
            auto=wish.auto,
            hints=wish.hints,
            entropy=dict.fromkeys(mine, wish.entropy) if wish.entropy and not wish.commitment else {},
            commitments=dict.fromkeys(mine, wish.commitment) if wish.commitment else {},
        )
        async with self.room(person):
            if not all(chair.kind == BOT for chair in chairs):
                return await self._registry.create(setup)
            with self._bot_tables.place(person.id):
                return await self._registry.create(setup)

    async def import_record(self, person: Person, text: str) -> HostedTable:
        """Keep a record on this server: a finished game to read, or an unfinished one in which all seats are yours."""
        self._rates.by_person.take(person.id, _COST_OF_IMPORT)
        size = TABLE_BYTES + len(text.encode(errors="replace"))
        self._ration.take(person.id, size)
        await self._check_room(person)
        asker = Asker(person.id, self._whereabouts.of(person.id))
        try:
            record = await self._readers.ask(ImportRequest(text), self._settings.import_seconds, asker)
        except NoAnswer as error:
            log.warning("a record of %s could not be read: %s", person.id, error)
            raise BadRecord("the record takes too long to read") from None
        assert isinstance(record, ImportAnswer)
        async with self.room(person):
            table = await self._registry.import_record(setup_of(record, person), record)
        self._ration.charge(person.id, max(0, table.weight - size))
        return table

    def _chair(self, person: Person, word: str, seat: int, names: list[str]) -> ev.Chair:
        if word == OPEN:
            return ev.Chair(OPEN)
        if word in ("me", PERSON):
            name = clean_name(names[seat]) if seat < len(names) else ""
            return ev.Chair(PERSON, name or person.name, person=person.id)
        bot = word.removeprefix(f"{BOT}:")
        seatable = seatable_bots(self._settings)
        if bot not in seatable:
            raise GunbaiError(
                "a seat is me, open or bot:NAME with one of {bots}, not {input!r}",
                bots=", ".join(seatable),
                input=word,
            )
        return ev.Chair(BOT, bot, bot)

    @asynccontextmanager
    async def room(self, person: Person) -> AsyncIterator[None]:
        """Room for one more game of the person, kept until the game is there, or NotAllowed."""
        async with self._places.of(person.id):
            await self._check_room(person)
            yield

    async def _check_room(self, person: Person) -> None:
        """Refuse if the person has as many unfinished games as one person may have."""
        s, t = schema.seats.c, schema.tables.c
        query = (
            select(t.id)
            .join(schema.seats, s.table_id == t.id)
            .where(s.person == person.id, t.status != OVER)
            .distinct()
        )
        if len(await self._store.read(lambda c: c.execute(query.limit(self._most)).all())) >= self._most:
            raise NotAllowed("you have {most} unfinished games; finish or leave some first", most=self._most)

    # -- lists ------------------------------------------------------------------------------------------

    async def gathering(self) -> list[m.TableLine]:
        """Listed tables that wait for players: first those at which somebody sits and waits now, then the newest."""
        ids = await self._listed(GATHERING)
        ids.sort(key=lambda table_id: not self._registry.awaited(table_id))
        return [line for line in await self._lines(ids, "") if line.status == GATHERING]

    async def running(self) -> list[m.TableLine]:
        """Listed games in play that anybody may watch, newest first. The ids are looked up only every few seconds."""
        if self._running[0] < monotonic():
            self._running = monotonic() + _RUNNING_SECONDS, await self._listed(PLAYING)
        lines = await self._lines(self._running[1], "")
        return [line for line in lines if line.watch == "anyone" and line.status == PLAYING][:_RUNNING]

    async def _listed(self, status: str) -> list[str]:
        """The listed tables with this status, newest first; if there are too many, some of each host's."""
        t = schema.tables.c
        newest = select(t.id).where(t.status == status, t.listed).order_by(t.created.desc()).limit(_LISTED + 1)
        ids = [i for (i,) in await self._store.rows(newest)]
        if len(ids) <= _LISTED:
            return ids
        until, chosen = self._chosen.get(status, (0.0, []))
        if until < monotonic():
            # Whoever asks meanwhile gets the choice before.
            self._chosen[status] = monotonic() + _CHOSEN_SECONDS, chosen or ids[:_LISTED]
            chosen = await self._choose(status)
            self._chosen[status] = monotonic() + _CHOSEN_SECONDS, chosen
        return list(chosen)

    async def _choose(self, status: str) -> list[str]:
        """Hosts take turns, and so do the addresses they were last seen at: whoever sets up hundreds of tables hides
        nobody else's."""
        t = schema.tables.c
        turn = func.row_number().over(partition_by=t.host, order_by=t.created.desc())
        # A few at a time: of somebody's two games only the older one may be for everybody to watch.
        turns_of_few = type_coerce(turn - 1, Integer) // _AT_A_TIME
        query = select(t.id, t.created, t.host).where(t.status == status, t.listed)
        query = query.order_by(turns_of_few, t.created.desc()).limit(_CANDIDATES)
        rows = await self._store.rows(query)
        turns = self._whereabouts.turns(host for _, _, host in rows)
        chosen = sorted((turn, -created, table_id) for turn, (table_id, created, _) in zip(turns, rows, strict=True))
        chosen = chosen[:_LISTED]
        return [table_id for _, _, table_id in sorted(chosen, key=lambda each: each[1])]

    async def tables_of(self, person: Person, status: str = "") -> list[m.TableLine]:
        """The person's own games, last changed first."""
        s, t = schema.seats.c, schema.tables.c
        query = select(t.id, t.changed, t.summary).join(schema.seats, s.table_id == t.id).where(s.person == person.id)
        if status:
            query = query.where(t.status == status)
        query = query.group_by(t.id, t.changed, t.summary).order_by(t.changed.desc()).limit(_LISTED)
        found: list[m.TableLine] = []
        for table_id, changed, summary in await self._store.rows(query):
            if summary is None:
                found += await self._lines([table_id], person.id)
            else:
                found.append(msgspec.structs.replace(_summary.decode(summary), changed=changed))
        over = {kept.id: kept for kept in found if kept.status == OVER}
        # Only of the games that are shown: somebody may have finished thousands.
        held = select(s.table_id, s.seat).where(s.person == person.id, s.table_id.in_(over)).order_by(s.seat)
        for kept in over.values():
            kept.you = []
        for table_id, seat in await self._store.rows(held):
            if over[table_id].seats[seat].kind == PERSON:
                over[table_id].you.append(seat)
        # The column `changed` may lag behind the moves, so the tables in memory decide the order.
        return sorted(found, key=lambda kept: -kept.changed)

    async def _lines(self, ids: list[str], person: str) -> list[m.TableLine]:
        found = []
        for table_id in ids:
            try:
                table = await self._registry.hold(table_id)
            except (NotKnown, RulesChanged, UnknownGame, Unreadable):
                continue
            found.append(line(table, table.seats_of(person) if person else []))
            table.lock.release()
        return found

    # -- seats ------------------------------------------------------------------------------------------

    async def join(
        self, person: Person, table_id: str, seat: int | None, entropy: str, key: str | None, commitment: str = ""
    ) -> Placed:
        """Take an open seat: the one that is named, else one kept for the person, else the first that is free."""

        def operate(table: HostedTable) -> ev.AnyEvent:
            kept = table.kept_for(person.id)
            free = kept + [i for i, chair in enumerate(table.chairs) if chair.kind == OPEN and not chair.person]
            if seat is None and not free:
                raise Refused("there is no open seat")
            place = free[0] if seat is None else seat
            name = table.chairs[place].name if place in kept else person.name
            return table.sit(place, person.id, name, entropy, commitment)

        async with self.room(person):
            return await self._registry.change(table_id, operate, key)

    async def leave(self, person: Person, table: HostedTable, key: str | None) -> Placed:
        """Give up all seats of the person, or the right to watch if they hold none."""
        seats = table.seats_of(person.id) or table.kept_for(person.id)
        if not seats:
            await self._access.stop_watching(person, table.id)
            return Placed(table, table.seq)
        if table.status == OVER:
            raise Refused("the game is over; there is nothing to leave")
        placed = Placed(table, table.seq)
        for number, seat in enumerate(seats):
            own_key = f"{key}:{number}" if key and number else key
            leave_seat = partial(_leave_seat, seat=seat, person=person.id)
            placed = await self._registry.change(table.id, leave_seat, own_key)
            if placed.table.status == OVER:
                break
        try:
            await self._registry.change(table.id, _end_what_is_nobodys)
        except Exception as error:  # they have left all the same
            log.error("table %s is nobody's and could not be ended: %s", table.id, error)
        return placed


def setup_of(record: ImportAnswer, person: Person) -> ev.Created:
    """The table for a record: to be watched if the game is over, else with all seats the person's."""
    players = [visible(who) for who in record.players] or [""] * record.seats
    if any(len(who) > _NAME for who in players):
        raise GunbaiError("a player's name in a record has at most {most} characters", most=_NAME)
    if record.over:
        chairs = [ev.Chair(PERSON, who) for who in players]
    else:
        chairs = [ev.Chair(PERSON, (who or person.name)[:40], person=person.id) for who in players]
    return ev.Created(
        record.game, record.rules, record.options, chairs, person.id, "",
        watch="anyone" if record.over else "nobody", listed=False, autostart=False, position=record.position,
        imported=record.notes,
    )  # fmt: skip


def _end_what_is_nobodys(table: HostedTable) -> ev.AnyEvent | None:
    """A game that its last player has left; bots playing on would take time from others."""
    left = table.status != OVER and not any(chair.kind == PERSON for chair in table.chairs)
    return table.end(records.ABANDONED) if left else None


def _leave_seat(table: HostedTable, seat: int, person: str) -> ev.AnyEvent | None:
    if table.chairs[seat].person != person:
        return None  # it was given up while this waited for the table, and somebody else may sit there
    if table.status == GATHERING:
        return table.stand(seat)
    if len(table.chairs) > 2:
        return table.replace(seat, STAND_IN, "left")
    return table.end(records.RESIGNED, seat)
