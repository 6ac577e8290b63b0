"""Looks to the end of its own turn, in worlds that fit what it sees, and takes what looks best there."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic

from gunbai.core.bot import Budget
from gunbai.core.game import CHANCE, DONE, Game, Heuristics, State, View
from gunbai.core.rng import Rng

WORLDS = 12
# A turn is a chain of small actions; the rest of it is played quickly before the position is judged.
REST_OF_TURN = 40


class GreedyBot:
    """One action deep, judged by the game's heuristics; plays at random in a game that has none."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = Rng(seed)

    def choose(self, game: Game, view: View, legal: Sequence[int], budget: Budget) -> int:
        if len(legal) == 1 or type(game.heuristics) is Heuristics:
            return legal[int(self._rng.below(len(legal)))]
        seat = int(view.seat)
        totals = [0.0] * len(legal)
        stop = monotonic() + budget.seconds
        for number in range(budget.iterations or WORLDS):
            if number and not budget.iterations and monotonic() > stop:
                break
            world = game.resample(view, self._rng)
            if game.actor(world) != seat:
                game.focus(world, seat)
            for i, action in enumerate(legal):
                after = world.copy()
                game.apply(after, action)
                totals[i] += self._worth(game, after, seat)
        best = max(totals)
        choices = [action for action, total in zip(legal, totals, strict=True) if total == best]
        return choices[int(self._rng.below(len(choices)))]

    def _worth(self, game: Game, s: State, seat: int) -> float:
        for _ in range(REST_OF_TURN):
            actor = game.actor(s)
            if actor == CHANCE:
                game.apply(s, game.draw(s, self._rng))
            elif actor == seat:
                game.apply(s, game.heuristics.rollout(s, game.legal(s), self._rng))
            else:
                break
        return game.returns(s)[seat] if game.actor(s) == DONE else float(game.heuristics.values(s)[seat])
