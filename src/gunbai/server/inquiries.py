"""Questions of the holder of a seat: hints, what actions would bring, what the board stands for.

They change nothing, and they are answered from that seat's view alone.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial

from gunbai.server import inquiry_messages as im
from gunbai.server import messages as m
from gunbai.server.access import Access, which_seat
from gunbai.server.accounts import NotAllowed, Person
from gunbai.server.bot_pool import BotPool
from gunbai.server.fair_queue import UNATTENDED
from gunbai.server.hosted_table import HostedTable, Refused
from gunbai.server.limits import RateLimits
from gunbai.server.problems import problem
from gunbai.server.settings import Settings
from gunbai.server.table_registry import TableRegistry
from gunbai.server.whereabouts import Whereabouts
from gunbai.server.worker_messages import (
    ForeseenAnswer,
    ForeseeRequest,
    OddsAnswer,
    OddsRequest,
    PointedAnswer,
    PointRequest,
    WorkerAnswer,
    error_of,
    packed,
)
from gunbai.server.workers import Asker, NoAnswer, WorkerPool
from gunbai.session import PERSON

log = logging.getLogger("gunbai.inquiries")

# How many moments are cached: a page that is loaded again, or open twice, asks for the same moment.
_KEPT = 200
# What a question costs of a person's allowance: a whole board once, else by the number of plans.
_BOARD_COST = 4
_PLANS_PER_COST = 8


Ask = Callable[[ForeseeRequest | PointRequest], Awaitable[WorkerAnswer]]


@dataclass
class Moment:
    """A seat at a version: its view for a worker, and what the worker found out about the whole of it."""

    seat: int
    version: int
    game: str
    rules: int
    view: bytes
    _foreseen: im.Foreseen | None = None
    _pointed: im.Pointed | None = None

    async def foresee(self, question: im.Foresee, ask: Ask) -> im.Foreseen:
        """What each legal action would bring, or each of the plans that are asked about."""
        if self._foreseen is not None and not question.plans:
            return self._foreseen
        given = await ask(ForeseeRequest(self.game, self.rules, self.view, question.plans))
        assert isinstance(given, ForeseenAnswer)
        for number, told in given.refused.items():
            given.plans[number].refused = problem(error_of(told))[1]
        answer = im.Foreseen(self.seat, self.version, given.templates, given.actions, given.plans)
        if not question.plans:
            self._foreseen = answer
        return answer

    async def point(self, question: im.Point, ask: Ask) -> im.Pointed:
        """What things on the board stand for: all of them, or those that are asked about."""
        if self._pointed is not None and not question.places:
            return self._pointed
        given = await ask(PointRequest(self.game, self.rules, self.view, question.places))
        assert isinstance(given, PointedAnswer)
        refused = [im.RefusedPlaces(each.places, problem(error_of(each.why))[1]) for each in given.refused]
        answer = im.Pointed(self.seat, self.version, given.places, refused, given.ways, given.quick)
        if not question.places:
            self._pointed = answer
        return answer


def cost_of(question: im.Foresee | im.Point) -> int:
    """What a question costs of the asker's allowance, in requests."""
    if isinstance(question, im.Point):
        return 1
    return 1 + len(question.plans) // _PLANS_PER_COST if question.plans else _BOARD_COST


class Inquiries:
    """Answers the holder of a seat whose decision it is."""

    def __init__(
        self,
        registry: TableRegistry,
        access: Access,
        rates: RateLimits,
        bots: BotPool,
        settings: Settings,
        workers: WorkerPool,
        whereabouts: Whereabouts,
    ) -> None:
        self._registry, self._access, self._rates, self._bots = registry, access, rates, bots
        self._seconds, self._workers, self._whereabouts = settings.check_seconds, workers, whereabouts
        self._moments: OrderedDict[tuple[str, int, int], Moment] = OrderedDict()

    async def answer(
        self, person: Person, table_id: str, question: im.Inquiry
    ) -> im.HintGiven | im.Foreseen | im.Pointed:
        match question:
            case im.Hint():
                return await self.hint(person, table_id, question)
            case im.Foresee():
                return await self.foresee(person, table_id, question)
            case im.Point():
                return await self.point(person, table_id, question)

    async def hint(self, person: Person, table_id: str, question: im.Hint) -> im.HintGiven:
        """Advice for a seat of one's own, where the table allows it."""
        table, seats = await self._seated(person, table_id)
        seat = which_seat(table, seats, question.seat)
        others = {chair.person for chair in table.chairs if chair.kind == PERSON} - {person.id}
        if table.setup.hints == "nobody" or (table.setup.hints == "bots" and others):
            raise NotAllowed("there are no hints at this table")
        self._rates.hints.take(person.id)
        return await self._bots.hint(person.id, table_id, seat)

    async def foresee(self, person: Person, table_id: str, question: im.Foresee) -> im.Foreseen:
        """What each legal action would bring, or each of the plans that are asked about."""
        moment = await self._moment(person, table_id, question)
        return await moment.foresee(question, partial(self._ask, person, table_id))

    async def point(self, person: Person, table_id: str, question: im.Point) -> im.Pointed:
        """What things on the board stand for: all of them, or those that are asked about."""
        moment = await self._moment(person, table_id, question)
        return await moment.point(question, partial(self._ask, person, table_id))

    async def odds(self, where: str, request: OddsRequest) -> m.Odds:
        """The exact odds of a battle, for anybody who asks from an address."""
        try:
            given = await self._workers.ask(request, self._seconds, Asker("", where, UNATTENDED), "")
        except NoAnswer as error:
            log.warning("odds of %s: %s", request.game, error)
            raise Refused("these odds take too long to compute; ask for fewer troops") from None
        assert isinstance(given, OddsAnswer)
        return m.Odds(given.attacker_wins, given.attacker_loses, given.defender_loses)

    async def _ask(self, person: Person, table_id: str, request: ForeseeRequest | PointRequest) -> WorkerAnswer:
        asker = Asker(person.id, self._whereabouts.of(person.id))
        try:
            return await self._workers.ask(request, self._seconds, asker, f"foresee:{table_id}")
        except NoAnswer as error:
            log.warning("table %s: no foresight: %s", table_id, error)
            raise Refused("what this brings cannot be told now; it took too long") from None

    async def _moment(self, person: Person, table_id: str, question: im.Foresee | im.Point) -> Moment:
        self._rates.by_person.take(person.id, cost_of(question))
        table, seats = await self._seated(person, table_id)
        self._rates.by_table.take(table_id)
        seat, play = which_seat(table, seats, question.seat), table.game_table
        play.need_fresh(seat, question.version)
        key = (table_id, seat, play.version)
        if key not in self._moments:
            setup = table.setup
            self._moments[key] = Moment(seat, play.version, setup.game, setup.rules, packed(play.view(seat)))
            if len(self._moments) > _KEPT:
                self._moments.popitem(last=False)
        self._moments.move_to_end(key)
        return self._moments[key]

    async def _seated(self, person: Person, table_id: str) -> tuple[HostedTable, list[int]]:
        """The table, and the seats that the person holds there."""
        table = self._registry.at_hand(table_id) or await self._registry.open(table_id)
        seats = table.seats_of(person.id) or await self._access.may_see(person, table)
        if not seats:
            raise NotAllowed("you do not sit at this table")
        return table, seats
