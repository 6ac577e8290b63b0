"""Where a game turned, seen with the eyes of the seat to act."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gunbai.bots.advice import analyse, why
from gunbai.core.bot import Budget
from gunbai.core.game import Game, View, bring_into_focus
from gunbai.core.record import Record

# A move is a turning point when the search expects this much less of it than of its best (results run from -1 to 1).
TURNING = 0.25


@dataclass(frozen=True)
class Turn:
    """A decision that cost its player: the step's number from 1, what was played, and what was better."""

    number: int
    seat: int
    played: str
    expected: float
    better: str
    better_expected: float
    # What either would bring, as its player could foresee then.
    brings: str
    better_brings: str
    # What speaks for the better one beside what was played.
    why: str = ""

    @property
    def cost(self) -> float:
        return self.better_expected - self.expected


def turning_points(
    record: Record, budget: Budget | None = None, seed: int = 1, progress: Callable[[int, int], None] | None = None
) -> list[Turn]:
    """The decisions of a game that cost their player most, each judged by what that player could see then."""
    game = record.rules
    s = record.start()
    out = []
    for number, step in enumerate(record.steps, start=1):
        if progress is not None:
            progress(number, len(record.steps))
        bring_into_focus(game, s, step.seat)
        if step.seat >= 0 and len(game.legal(s)) > 1:
            turn = _turn(game, game.view(s, step.seat), number, step.action, budget or Budget(0.3), seed)
            if turn is not None:
                out.append(turn)
        game.apply(s, step.action)
    return out


def _turn(game: Game, view: View, number: int, action: int, budget: Budget, seed: int) -> Turn | None:
    """What a decision gave away, if it was much."""
    liked = analyse(game, view, budget, seed).advice
    if not liked or liked[0].action == action:
        return None
    # The search hardly looks at what it does not like, so what was played gets a fair look of its own.
    looked = analyse(game, view, budget, seed, action).advice
    if not looked or liked[0].expected - looked[0].expected < TURNING:
        return None
    played, better = looked[0], liked[0]
    return Turn(
        number,
        int(view.seat),
        played.text,
        played.expected,
        better.text,
        better.expected,
        played.brings,
        better.brings,
        "; ".join(str(reason) for reason in why(game, view, [better.action, action], seed).get(better.action, ())),
    )
