"""Looks to the end of its own turn, in worlds that fit what it sees, and takes what looks best there."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from time import monotonic

from gunbai.core.bot import Budget
from gunbai.core.game import CHANCE, DONE, Game, State, View, random_action
from gunbai.core.rng import Rng

WORLDS = 12
# A turn is a chain of small actions; the rest of it is played at random before the position is judged.
REST_OF_TURN = 40


class GreedyBot:
    """One action deep, by the game's own `heuristics.evaluate`; plays at random in a game that has none."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = Rng(seed)

    def choose(self, game: Game, view: View, legal: Sequence[int], budget: Budget) -> int:
        evaluate = evaluation(game)
        if len(legal) == 1 or evaluate is None:
            return legal[int(self._rng.below(len(legal)))]
        seat = int(view.seat)
        totals = [0.0] * len(legal)
        stop = monotonic() + budget.seconds
        for world_number in range(budget.iterations or WORLDS):
            if world_number and monotonic() > stop:
                break
            world = game.resample(view, self._rng)
            if game.actor(world) != seat:
                game.focus(world, seat)
            for i, action in enumerate(legal):
                after = world.copy()
                game.apply(after, action)
                totals[i] += self._worth(game, after, seat, evaluate)
        best = max(totals)
        choices = [action for action, total in zip(legal, totals, strict=True) if total == best]
        return choices[int(self._rng.below(len(choices)))]

    def _worth(self, game: Game, s: State, seat: int, evaluate: Callable[[State, int], float]) -> float:
        for _ in range(REST_OF_TURN):
            if game.actor(s) not in (seat, CHANCE):
                break
            game.apply(s, random_action(game, s, self._rng))
        return game.returns(s)[seat] if game.actor(s) == DONE else evaluate(s, seat)


def evaluation(game: Game) -> Callable[[State, int], float] | None:
    """`evaluate(state, seat)` of the game's heuristics module, if it has one."""
    package = type(game).__module__.rpartition(".")[0]
    try:
        import_module(f"{package}.heuristics")
    except ModuleNotFoundError:
        return None
    return getattr(sys.modules[f"{package}.heuristics"], "evaluate", None)
