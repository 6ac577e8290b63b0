"""Questions of the holder of a seat: hints, what actions would bring, what the board stands for.

They change nothing, and they are answered from that seat's view alone.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass

from gunbai.core.errors import GunbaiError
from gunbai.core.foresight import Foresight
from gunbai.core.game import Outlook
from gunbai.server import messages as m
from gunbai.server.access import Access, which_seat
from gunbai.server.accounts import NotAllowed, Person
from gunbai.server.bot_pool import BotPool
from gunbai.server.hosted_table import HostedTable
from gunbai.server.limits import RateLimits
from gunbai.server.problems import problem
from gunbai.server.table_registry import TableRegistry
from gunbai.server.time_slices import in_slices
from gunbai.session import PERSON

# How many moments are cached: a page that is loaded again, or open twice, asks for the same moment.
_KEPT = 200
# At most so many actions of a moment are foreseen; no game of ours has as many.
_MOST_ACTIONS = 1_000
# What a question costs of a person's allowance: a whole board once, else by the number of plans.
_BOARD_COST = 4
_PLANS_PER_COST = 8


@dataclass
class _Moment:
    """A seat at a version: its outlook, and what it foresees of every legal action once somebody has asked."""

    outlook: Outlook
    foreseen: m.Foreseen | None = None


class Inquiries:
    """Answers the holder of a seat whose decision it is."""

    def __init__(self, registry: TableRegistry, access: Access, rates: RateLimits, bots: BotPool) -> None:
        self._registry, self._access, self._rates, self._bots = registry, access, rates, bots
        self._moments: OrderedDict[tuple[str, int, int], _Moment] = OrderedDict()

    async def answer(self, person: Person, table_id: str, question: m.Inquiry) -> m.HintGiven | m.Foreseen | m.Pointed:
        match question:
            case m.Hint():
                return await self.hint(person, table_id, question)
            case m.Foresee():
                return await self.foresee(person, table_id, question)
            case m.Point():
                return await self.point(person, table_id, question)

    async def hint(self, person: Person, table_id: str, question: m.Hint) -> m.HintGiven:
        """Advice for a seat of one's own, where the table allows it."""
        table, seats = await self._seated(person, table_id)
        seat = which_seat(table, seats, question.seat)
        others = {chair.person for chair in table.chairs if chair.kind == PERSON} - {person.id}
        if table.setup.hints == "nobody" or (table.setup.hints == "bots" and others):
            raise NotAllowed("there are no hints at this table")
        self._rates.hints.take(person.id)
        return await self._bots.hint(table_id, seat)

    async def foresee(self, person: Person, table_id: str, question: m.Foresee) -> m.Foreseen:
        """What each legal action would bring, or each of the plans that are asked about."""
        cost = 1 + len(question.plans) // _PLANS_PER_COST if question.plans else _BOARD_COST
        seat, version, moment = await self._moment(person, table_id, question.seat, question.version, cost)
        if moment.foreseen is not None and not question.plans:
            return moment.foreseen
        answer = m.Foreseen(seat, version, [], [], [])
        templates: dict[str, int] = {}
        if question.plans:
            await in_slices(_plans(moment.outlook, question.plans, answer.plans, templates))
        else:
            await in_slices(_actions(moment.outlook, answer.actions, templates))
        answer.templates.extend(templates)
        if not question.plans:
            moment.foreseen = answer
        return answer

    async def point(self, person: Person, table_id: str, question: m.Point) -> m.Pointed:
        """What things on the board stand for: all of them, or those that are asked about."""
        seat, version, moment = await self._moment(person, table_id, question.seat, question.version, 1)
        answer = m.Pointed(seat, version, {}, [])
        await in_slices(_places(moment.outlook, question.places or moment.outlook.places(), answer))
        return answer

    async def _moment(
        self, person: Person, table_id: str, wanted: int | None, version: int, cost: int
    ) -> tuple[int, int, _Moment]:
        self._rates.by_person.take(person.id, cost)
        table, seats = await self._seated(person, table_id)
        self._rates.by_table.take(table_id)
        seat, play = which_seat(table, seats, wanted), table.game_table
        key = (table_id, seat, play.version)
        if key not in self._moments:
            self._moments[key] = _Moment(play.outlook(seat, version))
            if len(self._moments) > _KEPT:
                self._moments.popitem(last=False)
        else:
            play.need_fresh(seat, version)
        self._moments.move_to_end(key)
        return seat, play.version, self._moments[key]

    async def _seated(self, person: Person, table_id: str) -> tuple[HostedTable, list[int]]:
        """The table, and the seats that the person holds there."""
        table = self._registry.at_hand(table_id) or await self._registry.open(table_id)
        seats = table.seats_of(person.id) or await self._access.may_see(person, table)
        if not seats:
            raise NotAllowed("you do not sit at this table")
        return table, seats


def _sayings(foresight: Foresight, templates: dict[str, int]) -> list[m.Sentence]:
    """The sentences; the same few templates come again and again, so each is sent once."""
    return [(templates.setdefault(s.template, len(templates)), s.words) for s in foresight.sayings]


def _effects(foresight: Foresight) -> list[m.ForeseenEffect]:
    return [
        m.ForeseenEffect(e.kind, e.piece, e.seat, e.at, e.to, e.amount, e.before, e.places, e.parts)
        for e in foresight.effects
    ]


def _actions(outlook: Outlook, found: list[m.ForeseenAction], templates: dict[str, int]) -> Iterator[None]:
    for action in outlook.legal[:_MOST_ACTIONS]:
        told = outlook.foresee([int(action)])
        found.append(m.ForeseenAction(int(action), told.certain, _effects(told), _sayings(told, templates)))
        yield


def _plans(
    outlook: Outlook, plans: list[list[m.Action]], found: list[m.ForeseenPlan], templates: dict[str, int]
) -> Iterator[None]:
    parse = outlook.game.parse_action
    for plan in plans:
        try:
            told = outlook.foresee([int(parse(a)) if isinstance(a, str) else a for a in plan])
            found.append(m.ForeseenPlan(told.certain, _effects(told), _sayings(told, templates)))
        except GunbaiError as error:
            found.append(m.ForeseenPlan(refused=problem(error)[1]))
        yield


def _places(outlook: Outlook, places: list[str], answer: m.Pointed) -> Iterator[None]:
    # Most things of a board are refused for the same few reasons, so each reason is told once.
    refused: dict[str, m.RefusedPlaces] = {}
    for place in places:
        pointing = outlook.point(place)
        if pointing.refusal is None:
            answer.places[place] = list(pointing.actions)
        else:
            reason = str(pointing.refusal)
            if reason not in refused:
                refused[reason] = m.RefusedPlaces([], problem(pointing.refusal)[1])
            refused[reason].places.append(place)
        yield
    answer.refused.extend(refused.values())
