"""The JSON messages of inquiries: hints, foresight and pointing, which change nothing at a table."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from gunbai.server.messages import Action, Effect, Message, Problem, SeatNumber, Version, Word


class Hint(Message, tag="hint"):
    """Ask for advice: the best actions by what the seat sees, where the table allows hints."""

    seat: SeatNumber | None = None


Plan = Annotated[list[Action], Meta(min_length=1, max_length=32)]


class Foresee(Message, tag="foresee"):
    """Ask what each legal action of a seat would bring, or each of these plans (actions in a row)."""

    version: Version
    seat: SeatNumber | None = None
    plans: Annotated[list[Plan], Meta(max_length=64)] = msgspec.field(default_factory=list)


class Point(Message, tag="point"):
    """Ask what things on the board stand for: which legal actions begin with them, or why there is none."""

    version: Version
    seat: SeatNumber | None = None
    places: Annotated[list[Word], Meta(max_length=400, description="Left out: everything on the board.")] = (
        msgspec.field(default_factory=list)
    )


Inquiry = Hint | Foresee | Point

# -- answers ------------------------------------------------------------------------------------------


class HintLine(msgspec.Struct):
    """An action, the result the search expects of it (-1 to 1), how sure it is of that (0 to 1), and what speaks for it
    (against it, beside the best): sentences as template and words, the most important first."""

    action: int
    text: str
    value: float
    sure: float
    reasons: list[Effect] = msgspec.field(default_factory=list)


class HintGiven(msgspec.Struct):
    """Advice for a seat at a version: the best actions first, and the line the search would play."""

    seat: int
    version: int
    actions: list[HintLine]
    line: list[str]


# A sentence: the number of its template in `templates`, and its words.
Sentence = tuple[int, dict[str, str | int]]


class ForeseenEffect(msgspec.Struct, omit_defaults=True):
    """One thing that would happen; core/foresight.py says what the fields mean. Empty ones are left out."""

    kind: str
    piece: str = ""
    seat: int = -1
    at: str = ""
    to: str = ""
    amount: int = 0
    before: int = 0
    places: tuple[str, ...] = ()
    parts: tuple[int, ...] = ()


class ForeseenAction(msgspec.Struct):
    """What one legal action would bring: effects as data, sentences, and whether dice and hidden things have no say."""

    action: int
    certain: bool
    effects: list[ForeseenEffect]
    sayings: list[Sentence]


class ForeseenPlan(msgspec.Struct, omit_defaults=True):
    """What a plan would bring, or why it cannot be played."""

    certain: bool = False
    effects: list[ForeseenEffect] = []
    sayings: list[Sentence] = []
    refused: Problem | None = None


class Foreseen(msgspec.Struct, omit_defaults=True):
    """What a seat can foresee at a version: of every legal action, or of the plans that were asked about, in order."""

    seat: int
    version: int
    templates: list[str] = []
    actions: list[ForeseenAction] = []
    plans: list[ForeseenPlan] = []


class RefusedPlaces(msgspec.Struct):
    """Things on the board that stand for nothing now, and why."""

    places: list[str]
    why: Problem


class QuickOrder(msgspec.Struct):
    """Several actions in a row that people give as one order; `piece` is the thing on the board it belongs to."""

    saying: Effect
    actions: list[int]
    piece: str


class Pointed(msgspec.Struct):
    """What things on the board stand for at a version: the legal actions that begin with each, and what is refused.

    `ways` tells where each thing can go: thing, goal, legal actions. `quick` are orders of several actions.
    """

    seat: int
    version: int
    places: dict[str, list[int]]
    refused: list[RefusedPlaces]
    ways: dict[str, dict[str, list[int]]]
    quick: list[QuickOrder]
