"""A process that runs game code for the server: it thinks for bots and players, checks plans and reads records.

It is handed views, never a true state (worker_messages.py), and answers one request after the other. A request that
takes too long costs the process its life: the server kills it and starts another.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections import OrderedDict

import msgspec

from gunbai import bots
from gunbai.bots.advice import analyse
from gunbai.core import record as records
from gunbai.core.bot import Bot, Budget
from gunbai.core.errors import BadRecord, GunbaiError, Unexplained
from gunbai.core.foresight import Foresight
from gunbai.core.game import DONE, Game, Outlook
from gunbai.core.registry import find, use_plugin
from gunbai.core.rng import Rng
from gunbai.server import inquiry_messages as im
from gunbai.server import messages as m
from gunbai.server import worker_messages as w
from gunbai.server.memory import allow_at_most, resident
from gunbai.server.worker_messages import refusal, view_in
from gunbai.session.plan import check_plan, everybody_knows, expand_plan
from gunbai.session.reveal import Glimpse, Public, learnt_by, reveals

# A hint lists this many of the best actions.
_HINTED = 5
# How many bots live here; the least recently asked is forgotten, and starts from nothing when it is asked again.
_BOTS = 500
# How many bots keep what they have thought in the turn under way; the trees of a search are large.
_AWAKE = 4
# At most so many actions of a moment are foreseen; no game of ours has as many.
_MOST_ACTIONS = 1_000
# How many moments are kept: a player who makes a plan asks about one moment many times.
_MOMENTS = 16


class Household:
    """The bots that live in this process, by table and seat. Each keeps what it knows from one action to the next."""

    def __init__(self, awake_bytes: int = 0) -> None:
        self._bots: OrderedDict[tuple[str, int], tuple[str, Bot]] = OrderedDict()
        # With more memory than this in use, only the bot that is asked keeps its thoughts; 0 is no bound.
        self._awake_bytes = awake_bytes

    def __len__(self) -> int:
        return len(self._bots)

    def bot(self, request: w.ThinkRequest) -> Bot:
        """The bot that sits there; a new one if none does, or if another was there before."""
        key = (request.table, request.seat)
        name, bot = self._bots.pop(key, ("", None))
        if bot is None or name != request.bot:
            bot = bots.make(request.bot, request.seed)
        self._bots[key] = (request.bot, bot)
        awake = _AWAKE
        if self._awake_bytes and resident() > self._awake_bytes:
            awake = 1
        # The last asked stands last.
        for _, sleeper in list(self._bots.values())[-_AWAKE - 1 : -awake]:
            if callable(rest := getattr(sleeper, "rest", None)):
                rest()
        if len(self._bots) > _BOTS:
            self._bots.popitem(last=False)
        return bot


_household = Household()
_outlooks: OrderedDict[tuple[str, int, bytes], Outlook] = OrderedDict()


def answer(request: w.WorkerRequest, household: Household = _household) -> w.WorkerAnswer:
    """Compute the answer to a request."""
    match request:
        case w.ThinkRequest():
            return _think(request, household)
        case w.HintRequest():
            return _hint(request)
        case w.UndoRequest():
            result: Public = w.result_in(request.result)
            return w.UndoAnswer(reveals(_game(request), view_in(request.view), request.action, result))
        case w.TakeBackRequest():
            steps = [Glimpse(view_in(s.view), s.actor, s.perceived, w.result_in(s.result)) for s in request.steps]
            return w.TakeBackAnswer(learnt_by(_game(request), steps))
        case w.PlanRequest():
            return _plan(request)
        case w.ForcedRequest():
            view = view_in(request.view)
            return w.ForcedAnswer(everybody_knows(_game(request), view, request.seat, request.action, request.length))
        case w.ForeseeRequest():
            return foresee(_outlook(request), request.plans)
        case w.PointRequest():
            return point(_outlook(request), request.places)
        case w.OddsRequest():
            found = find(request.game).odds(request.attacker, request.defender, request.conditions)
            return w.OddsAnswer(found.attacker_wins, found.attacker_loses, found.defender_loses)
        case w.ImportRequest():
            return _read(request)


def _game(
    request: w.ThinkRequest
    | w.HintRequest
    | w.UndoRequest
    | w.TakeBackRequest
    | w.PlanRequest
    | w.ForcedRequest
    | w.ForeseeRequest
    | w.PointRequest,
) -> Game:
    return find(request.game, request.rules)


def _think(request: w.ThinkRequest, household: Household) -> w.ChosenAction:
    bot = household.bot(request)
    budget = Budget(request.seconds, request.iterations)
    return w.ChosenAction(int(bot.choose(_game(request), view_in(request.view), request.legal, budget)))


def _hint(request: w.HintRequest) -> w.HintAnswer:
    budget = Budget(request.seconds, request.iterations)
    found = analyse(_game(request), view_in(request.view), budget, request.seed)
    best = found.advice[:_HINTED]
    return w.HintAnswer(
        [
            im.HintLine(
                a.action,
                a.text,
                a.expected,
                round(max(0.0, 1 - a.margin), 4),
                [m.Effect(reason.template, reason.words) for reason in a.reasons],
            )
            for a in best
        ],
        list(found.line),
    )


def _plan(request: w.PlanRequest) -> w.PlanAnswer:
    game, view = _game(request), view_in(request.view)
    if request.command:
        return w.PlanAnswer(expand_plan(game, view, request.version, request.name, request.command))
    check_plan(game, view, request.version, request.name, request.actions)
    return w.PlanAnswer(request.actions)


# -- foresight ---------------------------------------------------------------------------------------------


def _outlook(request: w.ForeseeRequest | w.PointRequest) -> Outlook:
    key = (request.game, request.rules, request.view)
    found = _outlooks.pop(key, None) or _game(request).outlook(view_in(request.view))
    _outlooks[key] = found
    if len(_outlooks) > _MOMENTS:
        _outlooks.popitem(last=False)
    return found


def foresee(outlook: Outlook, plans: list[list[m.Action]]) -> w.ForeseenAnswer:
    """What each of the plans would bring; without plans, what every legal action would."""
    templates: dict[str, int] = {}
    given = w.ForeseenAnswer([], [], [], {})
    if not plans:
        for action in list(outlook.legal)[:_MOST_ACTIONS]:
            told = outlook.foresee([int(action)])
            effects, sayings = _effects(told), _sayings(told, templates)
            given.actions.append(im.ForeseenAction(int(action), told.certain, effects, sayings))
    parse = outlook.game.parse_action
    for number, plan in enumerate(plans):
        try:
            told = outlook.foresee([int(parse(a)) if isinstance(a, str) else a for a in plan])
            given.plans.append(im.ForeseenPlan(told.certain, _effects(told), _sayings(told, templates)))
        except GunbaiError as error:
            given.plans.append(im.ForeseenPlan())
            given.refused[number] = refusal(error)
    given.templates.extend(templates)
    return given


def point(outlook: Outlook, places: list[str]) -> w.PointedAnswer:
    """What these things on the board stand for; all things if none are named."""
    quick = [
        im.QuickOrder(m.Effect(order.saying.template, order.saying.words), list(order.actions), order.piece)
        for order in outlook.quick_orders()
    ]
    given = w.PointedAnswer({}, [], outlook.ways(), quick)
    # Most things of a board are refused for the same few reasons, so each reason is told once.
    refused: dict[str, w.PlaceRefused] = {}
    for place in places or outlook.places():
        pointing = outlook.point(place)
        if pointing.refusal is None:
            given.places[place] = list(pointing.actions)
        else:
            reason = str(pointing.refusal)
            if reason not in refused:
                refused[reason] = w.PlaceRefused([], refusal(pointing.refusal))
            refused[reason].places.append(place)
    given.refused.extend(refused.values())
    return given


def _sayings(foresight: Foresight, templates: dict[str, int]) -> list[im.Sentence]:
    """The sentences; the same few templates come again and again, so each is sent once."""
    return [(templates.setdefault(s.template, len(templates)), s.words) for s in foresight.sayings]


def _effects(foresight: Foresight) -> list[im.ForeseenEffect]:
    return [
        im.ForeseenEffect(e.kind, e.piece, e.seat, e.at, e.to, e.amount, e.before, e.places, e.parts)
        for e in foresight.effects
    ]


# -- records ------------------------------------------------------------------------------------------------


def _read(request: w.ImportRequest) -> w.ImportAnswer:
    return checked_record(records.read(request.text))


def checked_record(record: records.Record) -> w.ImportAnswer:
    """A record that has been read, replayed; if its game goes on, also looked at as the seats to act see it."""
    game, s = record.rules, record.final()
    over = bool(record.ending) or game.actor(s) == DONE
    if not over:
        # A game that goes on will be sampled for hints, bots and undo. Better it fails here, before there is a table.
        for seat in game.pending(s):
            try:
                game.resample(game.view(s, seat), Rng(1))
            except Unexplained as error:
                raise BadRecord(f"the position contradicts itself: {error}"[:300]) from None
    return w.ImportAnswer(
        record.game,
        record.rules_version,
        dict(record.options.chosen()),
        record.options.players,
        [(step.seat, step.action) for step in record.steps],
        record.ending,
        record.ending_seat,
        record.players,
        record.position,
        record.notes,
        [(aside.at, aside.seat, aside.text) for aside in record.asides],
        over,
    )


# -- the process --------------------------------------------------------------------------------------------


def _end_with(server: int) -> None:
    """Exit when the server is gone, however it ended: nobody else would stop a bot that never answers."""
    while os.getppid() == server:
        time.sleep(1)
    os._exit(0)


def main() -> None:
    """Answer requests until the other side hangs up."""
    threading.Thread(target=_end_with, args=(int(sys.argv[1]),), daemon=True).start()
    os.nice(int(sys.argv[2]))
    most = int(sys.argv[3])
    allow_at_most(2 * most)
    household = Household(most // 2)
    for plugin in sys.argv[4:]:
        use_plugin(plugin)
    decoder: msgspec.json.Decoder[w.WorkerRequest] = msgspec.json.Decoder(w.WorkerRequest)
    # What a bot prints goes to the error stream, so that it cannot garble the answers.
    answers, sys.stdout = sys.stdout.buffer, sys.stderr

    def say(given: w.WorkerAnswer) -> None:
        answers.write(msgspec.json.encode(given) + b"\n")
        answers.flush()

    say(w.Ready())
    for line in sys.stdin.buffer:
        try:
            say(_answered(decoder.decode(line), household))
        except Exception as error:  # any bot, any fault: the table must hear of it
            say(w.Failure(f"{type(error).__name__}: {error}"[:300]))


def _answered(request: w.WorkerRequest, household: Household) -> w.WorkerAnswer:
    if isinstance(request, w.ThinkRequest):
        return answer(request, household)
    try:
        return answer(request, household)
    except GunbaiError as error:
        return refusal(error)


if __name__ == "__main__":
    main()
