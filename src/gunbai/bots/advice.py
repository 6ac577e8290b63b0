"""What the search thinks of a moment, seen with the eyes of the seat to act."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import sqrt

from gunbai.bots.searcher import SearchBot
from gunbai.core.bot import Budget
from gunbai.core.errors import GunbaiError
from gunbai.core.foresight import sentences
from gunbai.core.game import Game, View


@dataclass(frozen=True)
class Advice:
    """One action the search considered: what it expects of it, how sure it is, and how much it looked."""

    action: int
    text: str
    sentence: str
    expected: float
    margin: float
    share: float
    # What it would bring, as the game foresees it for the seat; empty where there is nothing to say.
    brings: str

    def as_dict(self) -> dict[str, object]:
        return asdict(self)


@dataclass(frozen=True)
class Analysis:
    """The actions of a moment, the best first, and the line the searcher would play."""

    seat: int
    simulations: int
    advice: tuple[Advice, ...]
    line: tuple[str, ...]

    def as_dict(self) -> dict[str, object]:
        return asdict(self)


def analyse(game: Game, view: View, budget: Budget | None = None, seed: int = 1, only: int = -1) -> Analysis:
    """Judge the moment a view shows; the view must be that of a seat whose turn it is.

    With `only`, the whole budget goes to that one action.
    """
    if view.seat < 0:
        raise GunbaiError("a spectator has nothing to decide")
    choices, line = SearchBot(seed).judge(game, view, budget or Budget(2.0), only)
    outlook = game.outlook(view)
    total = sum(choice.visits for choice in choices)
    advice = tuple(
        Advice(
            choice.action,
            game.action_text(choice.action),
            game.tell(view, [choice.action]),
            round(choice.value, 4),
            # Results lie between -1 and 1, so this bounds the standard error of their mean.
            round(1.96 * sqrt(max(0.0, 1.0 - choice.value**2) / choice.visits), 4),
            round(choice.visits / total, 4),
            sentences(outlook.foresee([choice.action]).sayings),
        )
        for choice in choices
    )
    return Analysis(int(view.seat), total, advice, tuple(game.action_text(a) for a in line))
