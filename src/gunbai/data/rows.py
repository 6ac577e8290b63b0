"""Rows of one finished game, one moment after the other: a game of any length takes the memory of one moment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gunbai.core.errors import GunbaiError
from gunbai.core.game import Game, State, View, advance, bring_into_focus
from gunbai.core.match import Match
from gunbai.core.observation import Observer
from gunbai.core.options import Options
from gunbai.core.rng import Rng

# A position is judged in so many worlds that fit the seat's view.
WORLDS = 4


@dataclass(frozen=True)
class SeatRow:
    """What one seat knew at one moment, what it might do and did, and what came of it in the end."""

    game: int
    step: int
    seat: int
    acting: bool
    view: View
    # Numbers of the game's own; empty, and no choice, for a seat that only looks on.
    legal: tuple[int, ...]
    choice: int | None
    # What it saw happen since its last row, as it saw it.
    seen: tuple[int, ...]
    value: float
    result: float


@dataclass(frozen=True)
class TruthRow:
    """One action and the whole position before it, everything hidden included."""

    game: int
    step: int
    actor: int
    action: int
    position: str


def value(game: Game, view: View, step: int) -> float:
    """What the game's judgement expects for the seat, at a glance: the mean over worlds that fit its view.

    The worlds are drawn by the number of the step, which every seat knows; the true position has no say.
    """
    rng = Rng(step)
    seat, found = int(view.seat), 0.0
    for _ in range(WORLDS):
        found += game.heuristics.values(game.heuristics.guess(game, view, rng))[seat]
    return found / WORLDS


def rows(match: Match, number: int, everyone: bool) -> Iterator[SeatRow | TruthRow]:
    """All rows of a finished game in its order: the truth before each action, then what seats knew of the moment."""
    game, record = match.game, match.record
    seats = range(match.options.players)
    returns = match.returns
    # How much of what happened each seat's rows have told already.
    told = [0] * len(seats)
    histories = [match.history(seat) for seat in seats]
    s: State = record.start()
    for step, (actor, action) in enumerate(record.steps):
        bring_into_focus(game, s, actor)
        yield TruthRow(number, step, actor, action, game.position_text(s))
        if actor >= 0:
            for seat in seats if everyone else (actor,):
                view = game.view(s, seat)
                acting = seat == actor
                yield SeatRow(
                    number,
                    step,
                    seat,
                    acting,
                    view,
                    tuple(int(a) for a in game.legal(s)) if acting else (),
                    action if acting else None,
                    tuple(histories[seat][told[seat] : step]),
                    value(game, view, step),
                    float(returns[seat]),
                )
                told[seat] = step
        advance(game, s, actor, action)


def observer_of(game: Game, options: Options) -> Observer:
    """How views become numbers; a game that does not say so can be written as JSON lines."""
    try:
        return game.observer(options)
    except GunbaiError as error:
        raise GunbaiError(f"{error}; --format jsonl does without") from None
