"""Plays what its game's quick policy plays: no thought, but the habits of a player who knows the game."""

from __future__ import annotations

from collections.abc import Sequence

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.core.bot import Budget
from gunbai.core.game import Game, View, bring_into_focus
from gunbai.core.rng import Rng


class HabitBot:
    """Guesses one world that fits its view and acts there as a simulation of the search would."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = Rng(seed)

    def choose(self, game: Game, view: View, legal: Sequence[int], budget: Budget) -> int:
        if len(legal) == 1:
            return legal[0]
        world = game.resample(view, self._rng)
        bring_into_focus(game, world, view.seat)
        actions = vec[i64]()
        for action in legal:
            actions = append(actions, action)
        return int(game.heuristics.rollout(world, actions, self._rng))
