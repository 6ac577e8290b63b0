"""Lessons that are games, over HTTP: the learner's browser plays a game's script on the real board.

Nothing is kept for a learner: a moment of a lesson is a number, and the browser remembers how far it has come.
"""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody, PathParameter

from gunbai.core import registry
from gunbai.core.errors import GunbaiError
from gunbai.core.game import Game
from gunbai.server import fair_dice
from gunbai.server import inquiry_messages as im
from gunbai.server import messages as m
from gunbai.server.accounts import NotKnown
from gunbai.server.api import PROBLEMS, AnyRequest
from gunbai.server.fair_queue import UNATTENDED
from gunbai.server.guide_messages import Guide, GuideDone, GuideStep
from gunbai.server.hosted_table import Refused
from gunbai.server.inquiries import Moment, cost_of
from gunbai.server.plan_check import named_actions
from gunbai.server.request_checks import address
from gunbai.server.services import services_of
from gunbai.server.turns import Turns
from gunbai.server.worker_messages import ForeseeRequest, PlanAnswer, PlanRequest, PointRequest, WorkerAnswer, packed
from gunbai.server.workers import Asker, NoAnswer
from gunbai.session.lesson import Lesson, read_lesson

log = logging.getLogger("gunbai.guides")

# What the rules say to several actions costs as much as what a whole board brings.
_PLAN_COST = 4
_Moment = Annotated[int, PathParameter(ge=0, le=10_000, description="How many actions of the lesson are played.")]


class Walk:
    """A lesson played through once, and everything the learner sees on the way."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        game, seat, table = lesson.game, lesson.seat, lesson.table(0)
        self.sights: list[dict[str, Any]] = []
        # The moments at which the learner decides something.
        self.moments: dict[int, Moment] = {}
        self.lines: list[m.LogLine] = []
        for number in range(len(lesson.moves) + 1):
            if number:
                move = lesson.moves[number - 1]
                table.play(move.seat, move.action)
                for line in table.log.lines(seat, number - 1):
                    effects = [m.Effect(effect.template, effect.words) for effect in line.effects]
                    text = game.action_text(line.action)
                    self.lines.append(m.LogLine(line.number, line.seat, text, line.text, effects))
            own = {"seat": seat, "asked": table.history.turn_of(seat), "can_undo": False}
            self.sights.append({**table.seen_by(seat), **own})
            if seat in table.to_act:
                view = packed(table.view(seat))
                self.moments[number] = Moment(seat, number, game.info.name, game.info.rules_version, view)

    def update(self, at: int, since: int, whole: bool) -> dict[str, Any]:
        """What brings a learner from one moment to another."""
        told: dict[str, Any] = {"type": "update", "seq": at + 1, "version": at, "you": [self.lesson.seat]}
        if whole:
            told["table"] = self._table()
        told["sights"] = [{**self.sights[at], "log": {"from": since, "lines": self.lines[since:at]}}]
        return told

    def guide(self) -> Guide:
        lesson, text = self.lesson, self.lesson.game.action_text
        steps = [
            GuideStep(
                step.text,
                step.otherwise,
                step.first,
                step.end,
                [text(move.action) if move.learner else "" for move in lesson.moves[step.first : step.end]],
            )
            for step in lesson.steps
        ]
        return Guide(lesson.seat, lesson.begins, steps)

    def _table(self) -> dict[str, Any]:
        """The public part of a table at which only the learner and the teacher sit."""
        lesson = self.lesson
        info, players = lesson.game.info, lesson.options.players
        seats = [
            m.SeatLine(i, name, *(("person", "", "") if i == lesson.seat else ("bot", "", "teacher")))
            for i, name in enumerate(info.seat_names[:players])
        ]
        nothing: dict[str, Any] = dict.fromkeys(("rematch_of", "next"))
        dice = {
            "version": fair_dice.FIRST_VERSION,
            "commitment": "",
            "commitments": [""] * players,
            "fingerprint": "",
            "unopened": [],
            "entropy": [""] * players,
            "seed": None,
        }
        return {
            "id": f"learn:{info.name}",
            "game": info.name,
            "rules": info.rules_version,
            "options": lesson.options.chosen(),
            "status": "playing",
            "seats": seats,
            "clock": "none",
            "fate": "lose",
            "watch": "nobody",
            "listed": False,
            "auto": False,
            "hints": "nobody",
            "created": 0,
            "votes": [],
            "dice": dice,
            **nothing,
        }


_walks: dict[Game, Walk | None] = {}
_walking = Turns()


async def walk_of(name: str) -> Walk:
    """The lesson of a game, played through in another thread when it is first asked for, once for all who ask."""
    game = registry.find(name)
    if game not in _walks:
        async with _walking.of(name):
            if game not in _walks:
                _walks[game] = await asyncio.to_thread(_walked, game)
    walk = _walks[game]
    if walk is None:
        raise NotKnown("this game has no lesson that is played")
    return walk


def _walked(game: Game) -> Walk | None:
    try:
        lesson = read_lesson(game)
    except (GunbaiError, ValueError) as error:
        # The lesson of a plugin may be broken; the game can be played all the same.
        log.warning("lesson of %s: %s", game.info.name, error)
        return None
    return None if lesson is None else Walk(lesson)


@get("/games/{name:str}/guide", operation_id="guide", responses=PROBLEMS)
async def guide(name: FromPath[str]) -> Guide:
    """The lesson of a game that is played on the board: what is read, step by step, and what the learner does."""
    return (await walk_of(name)).guide()


@get("/games/{name:str}/guide/{at:int}", operation_id="guide_moment", responses=PROBLEMS)
async def guide_moment(name: FromPath[str], at: _Moment) -> Response[m.Update]:
    """A moment of the lesson as the learner sees it, like the update of a table."""
    walk = await walk_of(name)
    if at >= len(walk.sights):
        raise NotKnown("the lesson is shorter than that")
    return Response(walk.update(at, 0, True))  # type: ignore[arg-type]


@post("/games/{name:str}/guide/act", operation_id="guide_act", status_code=200, responses=PROBLEMS)
async def guide_act(request: AnyRequest, name: FromPath[str], data: JSONBody[m.Act]) -> Response[GuideDone]:
    """Do what the step asks for. What the rules forbid is refused with the rule, anything else with a word on the step;
    the answer brings the moments that follow, one for each action of an opponent."""
    walk = await walk_of(name)
    lesson, at = walk.lesson, data.version
    moment = _need_decision(walk, at)
    actions = named_actions(lesson.game, data)
    if data.command or not lesson.expects(at, actions):
        # What the rules say to it takes sampled worlds, so a worker is asked, as at a table.
        seat_name = lesson.game.info.seat_names[lesson.seat]
        plan = PlanRequest(moment.game, moment.rules, moment.view, at, seat_name, actions, data.command)
        _charge(request, _PLAN_COST)
        found = await _ask(request, plan)
        assert isinstance(found, PlanAnswer)
        actions = found.actions
        if not lesson.expects(at, actions):
            lesson.refuse()
    stops = lesson.stops_after(at, len(actions))
    updates = [walk.update(stop, since, False) for since, stop in zip([at, *stops], stops, strict=False)]
    return Response(GuideDone(updates))  # type: ignore[arg-type]


@post("/games/{name:str}/guide/foresee", operation_id="guide_foresee", status_code=200, responses=PROBLEMS)
async def guide_foresee(request: AnyRequest, name: FromPath[str], data: JSONBody[im.Foresee]) -> im.Foreseen:
    """What each legal action would bring at a moment of the lesson, or each of the plans that are asked about."""
    _charge(request, cost_of(data))
    return await _need_decision(await walk_of(name), data.version).foresee(data, partial(_ask, request))


@post("/games/{name:str}/guide/point", operation_id="guide_point", status_code=200, responses=PROBLEMS)
async def guide_point(request: AnyRequest, name: FromPath[str], data: JSONBody[im.Point]) -> im.Pointed:
    """What things on the board stand for at a moment of the lesson."""
    _charge(request, cost_of(data))
    return await _need_decision(await walk_of(name), data.version).point(data, partial(_ask, request))


def _need_decision(walk: Walk, at: int) -> Moment:
    if at not in walk.moments:
        raise Refused("there is nothing for you to decide at this moment of the lesson")
    return walk.moments[at]


def _charge(request: AnyRequest, cost: int) -> None:
    """A question to a worker costs what it would cost a person at a table; here nobody is known but an address. One of
    it was counted when the request came."""
    services = services_of(request)
    services.rates.by_address.take(address(request, services.settings), cost - 1)


async def _ask(request: AnyRequest, question: ForeseeRequest | PointRequest | PlanRequest) -> WorkerAnswer:
    services = services_of(request)
    where = address(request, services.settings)
    asker = Asker("", where, UNATTENDED)
    try:
        return await services.workers.questions.ask(question, services.settings.check_seconds, asker, f"lesson:{where}")
    except NoAnswer as error:
        log.warning("no foresight in the lesson of %s: %s", question.game, error)
        raise Refused("what this brings cannot be told now; it took too long") from None


HANDLERS: list[HTTPRouteHandler] = [guide, guide_moment, guide_act, guide_foresee, guide_point]
