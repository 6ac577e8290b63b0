"""Orders: what people tell a table to do. Checks who may give one, and for which seat, before the table is changed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from gunbai.core import record as records
from gunbai.core.game import SPECTATOR
from gunbai.server import events as ev
from gunbai.server import messages as m
from gunbai.server.access import Access, which_seat
from gunbai.server.accounts import NotAllowed, Person
from gunbai.server.disk_ration import ROW_BYTES, DiskRation
from gunbai.server.follow_ups import Operation
from gunbai.server.hosted_table import HostedTable, MovedOn, Refused
from gunbai.server.limits import RateLimits
from gunbai.server.lobby import Lobby
from gunbai.server.mutes import Mutes
from gunbai.server.plan_check import CheckedPlan, PlanCheck, actions_of
from gunbai.server.rematch import Rematches
from gunbai.server.table_registry import Placed, TableRegistry
from gunbai.server.undo_check import UndoCheck
from gunbai.server.uptime import now_ms
from gunbai.session import StaleVersion

# Orders that need no seat, and orders that do not depend on which of the sender's seats they come from.
_WITHOUT_SEAT = (m.Join, m.Mute, m.Rematch, m.Leave)
_FROM_ANY_SEAT = (m.Start, m.Say)
# Orders that a person muted by an operator cannot give.
_WORDS = (m.Say, m.Aside)
# What an order costs of a person's allowance, where it makes the server compute or other people read.
_COSTS: dict[type, int] = {m.Undo: 10, m.Say: 5, m.Aside: 5, m.Offer: 5}


# What brings a game to its end; it is refused only to somebody deep in debt for what the server has stored of them.
_TO_THE_END = (m.Act, m.Answer, m.Resign, m.Leave, m.Open, m.Start)

# How many times an order is checked again because the table has moved on meanwhile.
_TRIES = 5


class Orders:
    """Carries out orders."""

    def __init__(
        self,
        registry: TableRegistry,
        access: Access,
        rates: RateLimits,
        lobby: Lobby,
        mutes: Mutes,
        rematches: Rematches,
        undo_check: UndoCheck,
        plan_check: PlanCheck,
        ration: DiskRation,
    ) -> None:
        self._registry, self._access, self._rates, self._ration = registry, access, rates, ration
        self._lobby, self._mutes, self._rematches = lobby, mutes, rematches
        self._undo_check, self._plan_check = undo_check, plan_check

    async def carry_out(self, person: Person, table_id: str, order: m.Order) -> Placed | m.NewTableDone:
        """Do what a person told a table; the answer counts only events that the person may know of."""
        self._rates.by_person.take(person.id, _COSTS.get(type(order), 1))
        table = self._registry.at_hand(table_id) or await self._registry.open(table_id)
        key = None if not isinstance(order, m.Act) and isinstance(order, m.Mute) else _own_key(person, order.key)
        if key is not None and key in table.keys and not isinstance(order, m.Rematch):
            # It was done before, whatever has become of the table and the sender's seats since.
            return _numbered(person, Placed(table, table.keys[key], repeated=True))
        seats = table.seats_of(person.id) or await self._access.may_see(person, table)
        if seats:
            # Strangers must not be able to use up what the players may ask of their table.
            self._rates.by_table.take(table_id)
        if isinstance(order, _TO_THE_END):
            self._ration.check(person.id)
        else:
            self._ration.take(person.id, ROW_BYTES)
        silenced = self._registry.silenced
        if silenced and isinstance(order, _WORDS) and silenced.get(person.id, 0) > now_ms():
            raise NotAllowed("an operator has muted you for a time")
        placed: Placed | m.NewTableDone
        # Most orders are acts, and it takes long to find that they are none of the others.
        if not isinstance(order, m.Act) and isinstance(order, _WITHOUT_SEAT):
            placed = await self._without_seat(person, table, order, key)
        else:
            if not seats:
                raise NotAllowed("you do not sit at this table")
            if isinstance(order, m.Act):
                seat = which_seat(table, seats, order.seat)
            else:
                seat = seats[0] if isinstance(order, _FROM_ANY_SEAT) else which_seat(table, seats, order.seat)
                if isinstance(order, m.Undo):
                    await self._undo_check.settle(table_id, seat)
            if isinstance(order, m.Act) and not order.command and len(order.actions) == 1:
                # Nearly every order: nothing has to be looked at by a worker first.
                placed = await self._registry.change(table_id, _single_act(person.id, seat, order), key)
            else:
                placed = await self._carry_out(person, table_id, seat, order, key)
        if isinstance(placed, Placed):
            self._ration.charge(person.id, placed.size)
            return _numbered(person, placed)
        return placed

    async def _carry_out(self, person: Person, table_id: str, seat: int, order: m.Order, key: str | None) -> Placed:
        """Change the table, after workers have looked at what takes sampled worlds; again if it moves on meanwhile."""
        for _ in range(_TRIES):
            operation = _operation(person, seat, order)
            if isinstance(order, m.Act) and (order.command or len(order.actions) > 1):
                plan = await self._plan_check.check(person.id, table_id, seat, order)
                if plan is not None:
                    operation = partial(_play_plan, seat=seat, plan=plan, version=order.version)
            elif isinstance(order, m.Offer):
                judged = await self._undo_check.bots_agree(table_id, seat, order.what, order.length)
                if judged is not None:
                    operation = partial(_make_offer, seat=seat, order=order, judged=judged)
            try:
                return await self._registry.change(table_id, _while_seated(person.id, seat, operation), key)
            except MovedOn:
                continue
        raise StaleVersion("the game has just moved on; look again")

    async def _without_seat(
        self, person: Person, table: HostedTable, order: m.Join | m.Mute | m.Rematch | m.Leave, key: str | None
    ) -> Placed | m.NewTableDone:
        match order:
            case m.Join():
                return await self._lobby.join(person, table.id, order.seat, order.entropy, key, order.commitment)
            case m.Mute():
                return await self._mutes.mute(person, table, order)
            case m.Rematch():
                return await self._rematches.ask(person, table, order.entropy, key, order.commitment)
            case m.Leave():
                return await self._lobby.leave(person, table, key)


def _single_act(person: str, seat: int, order: m.Act) -> Operation:
    """As `_while_seated` with one action; two functions fewer are made and called for every move."""

    def operate(table: HostedTable) -> ev.AnyEvent:
        _check_seat(table, seat, person)
        return table.act(seat, _actions(table, seat, order), order.version)

    return operate


def _operation(person: Person, seat: int, order: m.Order) -> Callable[[HostedTable], ev.AnyEvent]:
    match order:
        case m.Act():
            return lambda t: t.act(seat, _actions(t, seat, order), order.version)
        case m.Undo():
            return lambda t: t.undo(seat, order.version)
        case m.Offer():
            return lambda t: t.offer(seat, order.what, order.length, order.version)
        case m.Answer():
            return lambda t: t.answer(seat, order.yes, order.what, order.length, order.version)
        case m.Resign():
            return lambda t: t.end(records.RESIGNED, seat) if t.begun else _not_begun()
        case m.Vote():
            return lambda t: t.vote(seat, order.what, -1 if order.absent is None else order.absent, order.yes)
        case m.Say():
            return lambda t: t.chat(seat, person.id, person.name, order.text)
        case m.Aside():
            return lambda t: t.declare(seat, order.text)
        case m.Start():
            return lambda t: t.begin()
        case m.Season():
            return lambda t: t.season(seat, order.entropy, order.commitment)
        case m.Open():
            return lambda t: t.open_dice(seat, order.entropy)
    raise AssertionError(f"no seat's order: {order!r}")


def _while_seated(person: str, seat: int, operation: Callable[[HostedTable], ev.AnyEvent]) -> Operation:
    """The operation, if the seat is still the person's when the table is free: a bot may have taken it meanwhile."""

    def operate(table: HostedTable) -> ev.AnyEvent:
        _check_seat(table, seat, person)
        return operation(table)

    return operate


def _check_seat(table: HostedTable, seat: int, person: str) -> None:
    if table.chairs[seat].person != person:
        raise NotAllowed("this is not your seat")


def _not_begun() -> ev.AnyEvent:
    raise Refused("the game has not begun")


def _actions(table: HostedTable, seat: int, order: m.Act) -> list[int]:
    if len(order.actions) == 1 and not order.command and isinstance(order.actions[0], int):
        return [order.actions[0]]
    actions = actions_of(table, order)
    return table.game_table.expand(seat, order.command) if order.command else actions


def _play_plan(table: HostedTable, seat: int, plan: CheckedPlan, version: int | None) -> ev.AnyEvent:
    return table.act(seat, plan.actions, version, checked_at=plan.version)


def _make_offer(table: HostedTable, seat: int, order: m.Offer, judged: tuple[int, bool]) -> ev.AnyEvent:
    return table.offer(seat, order.what, order.length, order.version, judged)


def _numbered(person: Person, placed: Placed) -> Placed:
    """The answer with the event's number as the person counts events."""
    table = placed.table
    placed.seq = table.whispers.number(placed.seq, table.seats_of(person.id) or (int(SPECTATOR),))
    return placed


def _own_key(person: Person, key: str | None) -> str | None:
    """The idempotency key made the person's own, so that nobody can use up another person's."""
    return None if key is None else f"{person.id}:{key}"
