"""What people may ask of the house, whichever way they come: who may do what, to which table, for which seat."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from time import monotonic

import msgspec
from sqlalchemy import Connection, delete, insert, select

from gunbai import bots
from gunbai.bots.levels import LEVELS
from gunbai.core import record as records
from gunbai.core.errors import GunbaiError, UnknownGame
from gunbai.core.game import SPECTATOR
from gunbai.core.options import Options
from gunbai.core.registry import find
from gunbai.server import events as ev
from gunbai.server import messages as m
from gunbai.server import schema
from gunbai.server.accounts import ANY, DEVICE, SEAT, WATCH, Accounts, Link, NotAllowed, NotKnown, Person
from gunbai.server.bot_pool import BotPool
from gunbai.server.hosted_table import GATHERING, OVER, PLAYING, HostedTable, Refused, RulesChanged, Unreadable
from gunbai.server.limits import Bucket
from gunbai.server.projection import line, moment, to_write
from gunbai.server.settings import Settings
from gunbai.server.store import MUTED, Store, now_ms
from gunbai.server.table_registry import STAND_IN, Operation, Placed, TableRegistry
from gunbai.server.undo_check import UndoCheck
from gunbai.session import BOT, OPEN, PERSON, parse_control

log = logging.getLogger("gunbai.desk")

_summary: msgspec.json.Decoder[m.TableLine] = msgspec.json.Decoder(m.TableLine)
_LISTED = 100
# So many running games are shown, and so long is a list of them good.
_RUNNING, _RUNNING_SECONDS = 50, 3.0
_COMING_AND_GOING = (m.Join, m.Mute, m.Rematch, m.Leave)
_FOR_ANY_SEAT = (m.Start, m.Say)
# What a request costs of a person's ration, where it makes the server think or others read.
_COSTS: dict[type, int] = {m.Undo: 10, m.Say: 5, m.Aside: 5, m.Offer: 5}
_COST_OF_IMPORT = 50


def seatable_bots() -> tuple[str, ...]:
    """The bots people may seat: a name such as `exec:COMMAND` would let anybody run programs on this machine."""
    return (*bots.names(), *(f"level-{level.number}" for level in LEVELS))


class Desk:
    """Takes requests of persons, checks their right, and passes them to the registry."""

    def __init__(
        self,
        registry: TableRegistry,
        people: Accounts,
        store: Store,
        settings: Settings,
        judge: UndoCheck,
        pool: BotPool,
    ) -> None:
        self.registry, self.people, self.store, self.settings = registry, people, store, settings
        self._judge, self._pool = judge, pool
        limits = settings.limits
        self._by_person = Bucket("from you", limits.person_rate, limits.person_burst)
        self._hints = Bucket("for hints", limits.hint_rate, limits.hint_burst)
        self._running: tuple[float, list[str]] = (0.0, [])
        registry.told[MUTED] = self._muted_elsewhere
        self._by_table = Bucket("to this table", limits.table_rate, limits.table_burst)

    # -- tables ---------------------------------------------------------------------------------------

    async def create(self, person: Person, wish: m.NewTable) -> HostedTable:
        """Set a table up as wished."""
        self._by_person.take(person.id)
        await self._room_for_another(person)
        game = find(wish.game)
        given: dict[str, object] = {}
        if wish.preset:
            if wish.preset not in game.info.presets:
                raise GunbaiError(
                    "{game} has no preset {preset_name!r}; there are {presets}",
                    game=wish.game,
                    preset_name=wish.preset,
                    presets=", ".join(game.info.presets),
                )
            given.update(game.info.presets[wish.preset])
        given.update(wish.options)
        options = Options(game.info.options, given)
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
            entropy=dict.fromkeys(mine, wish.entropy) if wish.entropy else {},
        )
        return await self.registry.create(setup)

    def _chair(self, person: Person, word: str, seat: int, names: list[str]) -> ev.Chair:
        if word == OPEN:
            return ev.Chair(OPEN)
        if word in ("me", PERSON):
            name = names[seat] if seat < len(names) and names[seat].isprintable() and names[seat] else person.name
            return ev.Chair(PERSON, name, person=person.id)
        bot = word.removeprefix(f"{BOT}:")
        if bot not in seatable_bots():
            raise GunbaiError(
                "a seat is me, open or bot:NAME with one of {bots}, not {input!r}",
                bots=", ".join(seatable_bots()),
                input=word,
            )
        return ev.Chair(BOT, bot, bot)

    async def _room_for_another(self, person: Person) -> None:
        s, t = schema.seats.c, schema.tables.c
        query = (
            select(t.id)
            .join(schema.seats, s.table_id == t.id)
            .where(s.person == person.id, t.status != OVER)
            .distinct()
        )
        most = self.settings.limits.tables_per_person
        if len(await self.store.read(lambda c: c.execute(query.limit(most)).all())) >= most:
            raise NotAllowed("you have {most} unfinished games; finish or leave some first", most=most)

    async def lobby(self) -> list[m.TableLine]:
        """Tables that wait for players, newest first."""
        t = schema.tables.c
        query = select(t.id).where(t.status == GATHERING, t.listed).order_by(t.created.desc()).limit(_LISTED)
        return await self._lines([i for (i,) in await self.store.rows(query)], "")

    async def running(self) -> list[m.TableLine]:
        """Games in play that anybody may watch, the last begun first; asked for often, so looked up now and then."""
        if self._running[0] < monotonic():
            t = schema.tables.c
            query = select(t.id).where(t.status == PLAYING, t.listed).order_by(t.created.desc()).limit(_LISTED)
            ids = [i for (i,) in await self.store.rows(query)]
            self._running = monotonic() + _RUNNING_SECONDS, ids
        lines = await self._lines(self._running[1], "")
        return [line for line in lines if line.watch == "anyone" and line.status == PLAYING][:_RUNNING]

    async def tables_of(self, person: Person, status: str = "") -> list[m.TableLine]:
        """The person's own games, newest first."""
        s, t = schema.seats.c, schema.tables.c
        query = select(t.id, t.changed, t.summary).join(schema.seats, s.table_id == t.id).where(s.person == person.id)
        if status:
            query = query.where(t.status == status)
        query = query.group_by(t.id, t.changed, t.summary).order_by(t.changed.desc()).limit(_LISTED)
        found: list[m.TableLine] = []
        for table_id, changed, summary in await self.store.rows(query):
            if summary is None:
                found += await self._lines([table_id], person.id)
            else:
                found.append(msgspec.structs.replace(_summary.decode(summary), changed=changed))
        held = await self.store.rows(select(s.table_id, s.seat).where(s.person == person.id).order_by(s.seat))
        for kept in found:
            if kept.status == OVER:
                seats = [seat for table_id, seat in held if table_id == kept.id]
                kept.you = [seat for seat in seats if kept.seats[seat].kind == PERSON]
        # The database need not know of every move at once; who sorts in the end are the tables themselves.
        return sorted(found, key=lambda kept: -kept.changed)

    async def _lines(self, ids: list[str], person: str) -> list[m.TableLine]:
        found = []
        for table_id in ids:
            try:
                table = await self.registry.hold(table_id)
            except (RulesChanged, UnknownGame, Unreadable):
                continue
            found.append(line(table, table.seats_of(person) if person else []))
            table.lock.release()
        return found

    async def sit_down(self, person: Person, table_id: str, seat: int | None, entropy: str, key: str | None) -> Placed:
        """Take an open seat at a table the person may know of."""
        await self._room_for_another(person)

        def operate(table: HostedTable) -> ev.AnyEvent:
            kept = table.kept_for(person.id)
            free = kept + [i for i, chair in enumerate(table.chairs) if chair.kind == OPEN and not chair.person]
            if seat is None and not free:
                raise Refused("there is no open seat")
            place = free[0] if seat is None else seat
            return table.sit(place, person.id, table.chairs[place].name if place in kept else person.name, entropy)

        return await self.registry.change(table_id, operate, key)

    # -- who may see ------------------------------------------------------------------------------------

    async def may_see(self, person: Person | None, table: HostedTable) -> list[int]:
        """The seats the person holds; empty for one who may watch; NotKnown for one who may not even do that."""
        seats = table.seats_of(person.id) if person else []
        if seats or (person is not None and table.kept_for(person.id)) or await self.may_watch(person, table):
            return seats
        if table.status == GATHERING and table.setup.listed:
            return []
        raise NotKnown("there is no such table")

    async def may_watch(self, person: Person | None, table: HostedTable) -> bool:
        """Whether the person may watch the game at a table without playing in it."""
        if person is None or table.setup.watch != "link":
            return table.setup.watch == "anyone"
        w = schema.watchers.c
        query = select(w.person).where(w.table_id == table.id, w.person == person.id)
        return await self.store.read(lambda c: c.execute(query).first()) is not None

    async def muted(self, person: Person | None, table_id: str) -> set[str]:
        """Whom the person does not want to hear at this table."""
        return set() if person is None else await self._muted_by(person.id, table_id)

    async def _muted_by(self, person: str, table_id: str) -> set[str]:
        u = schema.mutes.c
        query = select(u.muted).where(u.table_id == table_id, u.person == person)
        return {i for (i,) in await self.store.rows(query)}

    async def update(self, person: Person | None, table_id: str, version: int, after: int) -> bytes:
        """All that is new to the person since a version and an event."""
        muted = await self.muted(person, table_id)
        table = await self.registry.hold(table_id)
        try:
            seats = await self.may_see(person, table)
            await self.registry.tell_beforehand(table, seats, version)
            table.set_time(max(now_ms(), table.at))
            seen = table.place_of(after, seats or (int(SPECTATOR),))
            return self.registry.projector(table).update(seats, version, seen, muted)[0]
        finally:
            table.lock.release()

    async def record(self, person: Person | None, table_id: str, seat: int | None) -> str:
        """The game as one file, as far as the person may see it."""
        table = await self.registry.hold(table_id)
        try:
            seats = await self.may_see(person, table)
            if seat is not None and seat not in seats:
                raise NotAllowed("this is not your seat")
            watcher = seat if seat is not None else (seats[0] if seats else int(SPECTATOR))
            write = to_write(table, watcher)
        finally:
            table.lock.release()
        return await asyncio.to_thread(write)

    async def moment(self, person: Person | None, table_id: str, length: int, seat: int | None) -> bytes:
        """The game as it was after so many actions: from a seat of one's own, or from any seat once it is over."""
        table = await self.registry.hold(table_id)
        try:
            seats = await self.may_see(person, table)
            if seat is not None and seat not in seats and (table.status != OVER or seat >= len(table.chairs)):
                raise NotAllowed("this is not your seat")
            watcher = seat if seat is not None else (seats[0] if seats else int(SPECTATOR))
            return moment(table, watcher, length)
        finally:
            table.lock.release()

    # -- orders -----------------------------------------------------------------------------------------

    async def order(self, person: Person, table_id: str, order: m.Order) -> Placed | m.NewTableDone:
        """Carry out what a person told a table; the answer counts only events that the person may know of."""
        self._by_person.take(person.id, _COSTS.get(type(order), 1))
        table = self.registry.at_hand(table_id) or await self.registry.open(table_id)
        key = None if isinstance(order, m.Mute) else _key(person, order.key)
        if key is not None and key in table.keys and not isinstance(order, m.Rematch):
            # Whatever has become of the table and the sender's seats since: it was done.
            return self._numbered(person, table, Placed(table.keys[key], table.version, repeated=True))
        seats = table.seats_of(person.id) or await self.may_see(person, table)
        if seats:
            # Strangers must not be able to use up what the players may ask of their table.
            self._by_table.take(table_id)
        placed: Placed | m.NewTableDone
        if isinstance(order, _COMING_AND_GOING):
            placed = await self._come_or_go(person, table, order, key)
        else:
            if not seats:
                raise NotAllowed("you do not sit at this table")
            seat = seats[0] if isinstance(order, _FOR_ANY_SEAT) else _seat(table, seats, order.seat)
            if isinstance(order, m.Undo):
                await self._judge.settle(table_id, seat)
            operation = _while_seated(person.id, seat, _operation(person, seat, order))
            placed = await self.registry.change(table_id, operation, key)
        if isinstance(placed, Placed):
            table = self.registry.at_hand(table_id) or await self.registry.open(table_id)
            return self._numbered(person, table, placed)
        return placed

    @staticmethod
    def _numbered(person: Person, table: HostedTable, placed: Placed) -> Placed:
        placed.seq = table.number(placed.seq, table.seats_of(person.id) or (int(SPECTATOR),))
        return placed

    async def _come_or_go(
        self, person: Person, table: HostedTable, order: m.Join | m.Mute | m.Rematch | m.Leave, key: str | None
    ) -> Placed | m.NewTableDone:
        match order:
            case m.Join():
                return await self.sit_down(person, table.id, order.seat, order.entropy, key)
            case m.Mute():
                return await self._mute(person, table, order)
            case m.Rematch():
                return await self._rematch(person, table, order)
            case m.Leave():
                return await self._leave(person, table, key)

    async def hint(self, person: Person, table_id: str, order: m.Hint) -> m.HintGiven:
        """Advice for a seat of one's own, where the table allows it."""
        table = await self.registry.open(table_id)
        seats = await self.may_see(person, table)
        if not seats:
            raise NotAllowed("you do not sit at this table")
        seat = _seat(table, seats, order.seat)
        others = {chair.person for chair in table.chairs if chair.kind == PERSON} - {person.id}
        if table.setup.hints == "nobody" or (table.setup.hints == "bots" and others):
            raise NotAllowed("there are no hints at this table")
        self._hints.take(person.id)
        return await self._pool.hint(table_id, seat)

    async def _leave(self, person: Person, table: HostedTable, key: str | None) -> Placed:
        seats = table.seats_of(person.id) or table.kept_for(person.id)
        if not seats:
            w = schema.watchers.c
            gone = delete(schema.watchers).where(w.table_id == table.id, w.person == person.id)
            await self.store.write(lambda c: c.execute(gone) and None)
            return Placed(table.seq, table.version)
        if table.status == OVER:
            raise Refused("the game is over; there is nothing to leave")
        placed = Placed(table.seq, table.version)
        for number, seat in enumerate(seats):
            own_key = f"{key}:{number}" if key and number else key
            placed = await self.registry.change(table.id, partial(_leave_seat, seat=seat), own_key)
            if table.status == OVER:
                break
        if table.status == GATHERING and not any(chair.kind == PERSON for chair in table.chairs):
            placed = await self.registry.change(table.id, lambda t: t.end(records.ABANDONED))
        return placed

    async def _mute(self, person: Person, table: HostedTable, order: m.Mute) -> Placed:
        if order.seat >= len(table.chairs) or not (muted := table.chairs[order.seat].person):
            raise Refused("nobody sits there whom you could mute")
        u = schema.mutes.c

        def work(c: Connection) -> None:
            c.execute(delete(schema.mutes).where(u.table_id == table.id, u.person == person.id, u.muted == muted))
            if order.on:
                c.execute(insert(schema.mutes).values(table_id=table.id, person=person.id, muted=muted))
            self.store.announce(c, MUTED, f"{table.id} {person.id}")

        await self.store.write(work)
        await self._mute_sockets(table.id, person.id)
        return Placed(table.seq, table.version)

    def _muted_elsewhere(self, word: str) -> None:
        """Somebody muted somebody through another process, or, without a word, may have."""
        if word:
            table_id, _, muter = word.partition(" ")
            connected = {(table_id, muter)} if self.registry.present(table_id, muter) else set()
        else:
            connected = {
                (place, one.person) for place, some in self.registry.audience.items() for one in some if one.person
            }
        for table_id, person in connected:
            self.registry.spawn(self._mute_sockets(table_id, person))

    async def _mute_sockets(self, table_id: str, person: str) -> None:
        self.registry.mute(table_id, person, await self._muted_by(person, table_id))

    async def _rematch(self, person: Person, table: HostedTable, order: m.Rematch) -> m.NewTableDone:
        """Who asks first sits down at a new table, with the others' seats kept for them; by asking they take them."""
        if not table.seats_of(person.id):
            raise NotAllowed("you do not sit at this table")
        if table.status != OVER:
            raise Refused("a rematch follows when the game is over")
        if not table.continued_at:
            await self._room_for_another(person)
            new = await self.registry.create(_once_more(table, person.id, order.entropy))
            try:
                await self.registry.change(table.id, partial(HostedTable.go_on, table=new.id), _key(person, order.key))
                return m.NewTableDone(new.id)
            except Refused:
                # Somebody else was faster; two tables would be one too many.
                await self.registry.change(new.id, lambda t: t.end(records.ABANDONED))
        name = (await self.registry.open(table.id)).continued_at
        for seat in (await self.registry.open(name)).kept_for(person.id):
            await self.sit_down(person, name, seat, order.entropy, None)
        return m.NewTableDone(name)

    # -- links --------------------------------------------------------------------------------------------

    async def make_link(self, person: Person, table_id: str, wish: m.NewLink) -> m.LinkMade:
        """A secret that lets its holder sit down or watch."""
        self._by_person.take(person.id)
        table = await self.registry.open(table_id)
        if not table.seats_of(person.id) and table.setup.by != person.id:
            await self.may_see(person, table)
            raise NotAllowed("only players of a table hand out links to it")
        if wish.kind == WATCH and table.setup.watch == "nobody":
            raise Refused("nobody may watch this table")
        if wish.kind == SEAT and (wish.seat is None or wish.seat >= len(table.chairs)):
            raise GunbaiError("say which seat the link is for")
        seat = wish.seat if wish.kind == SEAT and wish.seat is not None else -1
        return m.LinkMade(await self.people.new_link(Link(wish.kind, table_id, seat)), wish.kind)

    async def follow_link(self, person: Person, link: Link, entropy: str) -> m.LinkOpened:
        """Do what the link is for, as this person."""
        if link.kind == DEVICE:
            return m.LinkOpened(DEVICE, None, [])
        table = await self.registry.open(link.table)
        if link.kind in (SEAT, ANY) and not table.seats_of(person.id):
            await self.sit_down(person, link.table, link.seat if link.kind == SEAT else None, entropy, None)
        if link.kind == WATCH:
            row = {"table_id": link.table, "person": person.id}

            def work(c: Connection) -> None:
                w = schema.watchers.c
                c.execute(delete(schema.watchers).where(w.table_id == link.table, w.person == person.id))
                c.execute(insert(schema.watchers).values(row))

            await self.store.write(work)
        return m.LinkOpened(link.kind, link.table, (await self.registry.open(link.table)).seats_of(person.id))

    # -- moving in ------------------------------------------------------------------------------------------

    async def absorb(self, guest: Person, account: Person) -> int:
        """Hand every seat of a guest to an account; how many."""
        s = schema.seats.c
        query = select(s.table_id, s.seat).where(s.person == guest.id)
        handed = 0
        for table_id, seat in await self.store.rows(query):

            def operate(table: HostedTable, seat: int = seat) -> ev.AnyEvent | None:
                if table.chairs[seat].person != guest.id:
                    return None
                return table.hand(seat, account.id, account.name)

            try:
                await self.registry.change(table_id, operate)
                handed += 1
            except (RulesChanged, UnknownGame, Unreadable) as error:
                # It can be neither played nor seen; nobody should be kept out of their account by it.
                log.warning("table %s stays with its guest: %s", table_id, error)
        return handed

    async def take_in(self, person: Person, text: str) -> HostedTable:
        """Keep a record on this server: a finished game to read, or an unfinished one in which all seats are yours."""
        self._by_person.take(person.id, _COST_OF_IMPORT)
        record = await asyncio.to_thread(records.read, text)
        return await self.registry.take_in(record, person.id, person.name)


def _operation(person: Person, seat: int, order: m.Order) -> Callable[[HostedTable], ev.AnyEvent]:
    match order:
        case m.Act():
            return lambda t: t.act(seat, _actions(t, seat, order), order.version)
        case m.Undo():
            return lambda t: t.undo(seat, order.version)
        case m.Offer():
            return lambda t: t.offer(seat, order.what, order.length)
        case m.Answer():
            return lambda t: t.answer(seat, order.yes, order.what, order.length)
        case m.Resign():
            return lambda t: t.end(records.RESIGNED, seat) if t.play else _not_begun()
        case m.Vote():
            return lambda t: t.vote(seat, order.what, -1 if order.absent is None else order.absent, order.yes)
        case m.Say():
            return lambda t: t.said(seat, person.id, person.name, order.text)
        case m.Aside():
            return lambda t: t.speak(seat, order.text)
        case m.Start():
            return lambda t: t.begin()
        case m.Season():
            return lambda t: t.season(seat, order.entropy)
    raise AssertionError(f"no seat's order: {order!r}")


def _while_seated(person: str, seat: int, operation: Callable[[HostedTable], ev.AnyEvent]) -> Operation:
    """The operation, if the seat is still the person's when its turn comes: a bot may have taken it just now."""

    def operate(table: HostedTable) -> ev.AnyEvent:
        if table.chairs[seat].person != person:
            raise NotAllowed("this is not your seat")
        return operation(table)

    return operate


def _not_begun() -> ev.AnyEvent:
    raise Refused("the game has not begun")


def _actions(table: HostedTable, seat: int, order: m.Act) -> list[int]:
    if bool(order.actions) == bool(order.command):
        raise GunbaiError("an act has either actions or a command")
    play = table.table
    if order.command:
        return play.expand(seat, order.command)
    return [int(play.game.parse_action(a)) if isinstance(a, str) else a for a in order.actions]


def _once_more(table: HostedTable, person: str, entropy: str) -> ev.Created:
    """The same again, seats moved on by one. Nobody's clock runs before they have come: their seats are only kept."""
    setup, chairs = table.setup, table.chairs[1:] + table.chairs[:1]
    waiting = [
        ev.Chair(OPEN, chair.name, person=chair.person) if chair.kind == PERSON and chair.person != person else chair
        for chair in chairs
    ]
    own = [i for i, chair in enumerate(waiting) if chair.kind == PERSON]
    return ev.Created(
        setup.game, find(setup.game).info.rules_version, setup.options, waiting, person, "",
        setup.clock, setup.fate, setup.watch, False, setup.autostart, setup.auto, setup.hints, rematch_of=table.id,
        entropy=dict.fromkeys(own, entropy) if entropy else {},
    )  # fmt: skip


def _leave_seat(table: HostedTable, seat: int) -> ev.AnyEvent:
    if table.status == GATHERING:
        return table.stand(seat)
    if len(table.chairs) > 2:
        return table.replace(seat, STAND_IN, "left")
    return table.end(records.RESIGNED, seat)


def _seat(table: HostedTable, seats: list[int], wanted: int | None) -> int:
    if wanted is not None:
        if wanted not in seats:
            raise NotAllowed("this is not your seat")
        return wanted
    if len(seats) == 1:
        return seats[0]
    waiting = [seat for seat in seats if table.play and seat in table.play.to_act]
    if len(waiting) == 1:
        return waiting[0]
    raise GunbaiError("you hold several seats; say which one")


def _key(person: Person, key: str | None) -> str | None:
    """Keys are each person's own, so that nobody can use up another's."""
    return None if key is None else f"{person.id}:{key}"
