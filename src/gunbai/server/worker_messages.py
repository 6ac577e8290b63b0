"""What the server asks worker processes, and what they answer. One line of JSON each.

A worker gets the view of one seat, pickled: views are built from a whitelist, so even the bytes on the pipe hold
nothing that the seat does not know. A worker has no database, no seed and no true state. Its answers are plain JSON.
"""

from __future__ import annotations

import pickle
from typing import Any

import msgspec

from gunbai.core import errors
from gunbai.core.errors import BadRecord, GunbaiError, IllegalAction
from gunbai.core.game import View
from gunbai.core.info import NoOdds
from gunbai.server.inquiry_messages import ForeseenAction, ForeseenPlan, HintLine, QuickOrder
from gunbai.server.messages import Action
from gunbai.session.reveal import Public


def packed(thing: object) -> bytes:
    """A view, or what a watcher got of a position, as bytes for a worker."""
    return pickle.dumps(thing, 5)


def view_in(data: bytes) -> View:
    """The view again. Only a worker calls this, with what its own server sent."""
    view: View = pickle.loads(data)
    return view


def result_in(data: bytes) -> Public:
    """What a watcher got of a position, again."""
    result: Public = pickle.loads(data)
    return result


class Ready(msgspec.Struct, tag="ready"):
    """The process has started."""


class ThinkRequest(msgspec.Struct, tag="choose"):
    """What one bot is asked: at which table and seat it sits, what it sees, what it may do.

    `iterations` instead of `seconds` make the answer repeatable.
    """

    game: str
    rules: int
    table: str
    seat: int
    bot: str
    view: bytes
    legal: list[int]
    seconds: float
    seed: int
    iterations: int = 0


class ChosenAction(msgspec.Struct, tag="chosen"):
    """The bot's choice."""

    action: int


class HintRequest(msgspec.Struct, tag="hint"):
    """What a seat could do best, by what it sees; `iterations` instead of `seconds` make the answer repeatable."""

    game: str
    rules: int
    view: bytes
    seconds: float
    seed: int
    iterations: int = 0


class HintAnswer(msgspec.Struct, tag="hinted"):
    """The best actions first, and the line the search would play."""

    actions: list[HintLine]
    line: list[str]


class UndoRequest(msgspec.Struct, tag="undo"):
    """Whether a seat's action showed anybody something hidden, as far as that seat can tell.

    `view` is what the seat saw before the action, `result` all it got of the position after it.
    """

    game: str
    rules: int
    view: bytes
    action: int
    result: bytes


class UndoAnswer(msgspec.Struct, tag="judged"):
    """Whether the action showed something."""

    shown: bool


class SeenStep(msgspec.Struct):
    """One action as a watcher saw it; `session.reveal.Glimpse` says what the fields mean."""

    view: bytes
    actor: int
    perceived: int
    result: bytes


class TakeBackRequest(msgspec.Struct, tag="take-back"):
    """Whether the watcher learnt something hidden by one of these actions."""

    game: str
    rules: int
    steps: list[SeenStep]


class TakeBackAnswer(msgspec.Struct, tag="told"):
    """Whether it did."""

    learnt: bool


class PlanRequest(msgspec.Struct, tag="plan"):
    """Whether a seat may, for all it can know, play these actions (or this command) one after the other."""

    game: str
    rules: int
    view: bytes
    version: int
    # How refusals call the seat.
    name: str
    actions: list[int]
    command: str = ""


class PlanAnswer(msgspec.Struct, tag="planned"):
    """The actions as numbers."""

    actions: list[int]


class ForcedRequest(msgspec.Struct, tag="forced"):
    """Whether an action of a seat is the only one in every world that a spectator can imagine."""

    game: str
    rules: int
    view: bytes
    seat: int
    action: int
    length: int


class ForcedAnswer(msgspec.Struct, tag="known"):
    """Whether everybody can know that the action is the only one."""

    forced: bool


class ForeseeRequest(msgspec.Struct, tag="foresee"):
    """What each legal action of the view's seat would bring, or each of these plans."""

    game: str
    rules: int
    view: bytes
    plans: list[list[Action]] = []


class PointRequest(msgspec.Struct, tag="point"):
    """What things on the board stand for; none are all."""

    game: str
    rules: int
    view: bytes
    places: list[str] = []


class OddsRequest(msgspec.Struct, tag="odds"):
    """The odds of one battle."""

    game: str
    attacker: str
    defender: str
    conditions: dict[str, Any]


class OddsAnswer(msgspec.Struct, tag="reckoned"):
    """The attacker's chance to win, and what either side loses on average."""

    attacker_wins: float
    attacker_loses: float
    defender_loses: float


class ImportRequest(msgspec.Struct, tag="import"):
    """The text of a record to be read, checked and replayed."""

    text: str


class ImportAnswer(msgspec.Struct, tag="read"):
    """A record that follows the rules, and whether its game is over."""

    game: str
    rules: int
    options: dict[str, Any]
    # How many play.
    seats: int
    steps: list[tuple[int, int]]
    ending: str
    ending_seat: int
    players: list[str]
    position: str
    notes: dict[str, str]
    asides: list[tuple[int, int, str]]
    over: bool


class Refusal(msgspec.Struct, tag="refused"):
    """An error of ours: its class, its template with words, and the paragraph or line it names."""

    kind: str
    template: str
    words: dict[str, str | int]
    paragraph: str = ""
    line: int = 0


class PlaceRefused(msgspec.Struct):
    """Things on the board that stand for nothing now, and why."""

    places: list[str]
    why: Refusal


class ForeseenAnswer(msgspec.Struct, tag="foreseen"):
    """What a seat can foresee; `refused` says by number which plans cannot be played."""

    templates: list[str]
    actions: list[ForeseenAction]
    plans: list[ForeseenPlan]
    refused: dict[int, Refusal] = {}


class PointedAnswer(msgspec.Struct, tag="pointed"):
    """The legal actions that begin with each thing, what is refused, where things can go, and quick orders."""

    places: dict[str, list[int]]
    refused: list[PlaceRefused]
    ways: dict[str, dict[str, list[int]]]
    quick: list[QuickOrder]


class Failure(msgspec.Struct, tag="failed"):
    """Why there is no answer."""

    error: str


WorkerRequest = (
    ThinkRequest
    | HintRequest
    | UndoRequest
    | TakeBackRequest
    | PlanRequest
    | ForcedRequest
    | ForeseeRequest
    | PointRequest
    | OddsRequest
    | ImportRequest
)
WorkerAnswer = (
    Ready
    | ChosenAction
    | HintAnswer
    | UndoAnswer
    | TakeBackAnswer
    | PlanAnswer
    | ForcedAnswer
    | ForeseenAnswer
    | PointedAnswer
    | OddsAnswer
    | ImportAnswer
    | Refusal
    | Failure
)

# Errors that keep their class on the way back; every other one of ours arrives as a plain GunbaiError.
_KINDS: dict[str, type[GunbaiError]] = {
    kind.__name__: kind
    for kind in (
        errors.BadNotation,
        errors.BadOptions,
        errors.NotYourTurn,
        errors.Unexplained,
        errors.UnknownGame,
        errors.UnknownRules,
        NoOdds,
    )
}


def refusal(error: GunbaiError) -> Refusal:
    """An error as an answer."""
    kind = type(error).__name__
    if isinstance(error, IllegalAction):
        return Refusal(IllegalAction.__name__, error.template, error.words, error.paragraph)
    if isinstance(error, BadRecord):
        return Refusal(BadRecord.__name__, error.reason, {}, "", error.line)
    return Refusal(kind, error.template, error.words)


def error_of(told: Refusal) -> GunbaiError:
    """The error again."""
    if told.kind == IllegalAction.__name__:
        return IllegalAction(told.paragraph, told.template, **told.words)
    if told.kind == BadRecord.__name__:
        return BadRecord(told.template, told.line)
    return _KINDS.get(told.kind, GunbaiError)(told.template, **told.words)
