"""Plays what its game's quick policy plays: no thought, but the habits of a player who knows the game."""

from __future__ import annotations

from collections.abc import Sequence

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.core.bot import Budget
from gunbai.core.game import Game, Heuristics, View, bring_into_focus
from gunbai.core.rng import Rng


class HabitBot:
    """Guesses one world that fits its view and acts there as a simulation of the search would."""

    def __init__(self, seed: int = 0, heuristics: Heuristics | None = None) -> None:
        self._rng = Rng(seed)
        self._own_heuristics = heuristics

    def choose(self, game: Game, view: View, legal: Sequence[int], budget: Budget) -> int:
        if len(legal) == 1:
            return legal[0]
        world = game.resample(view, self._rng)
        bring_into_focus(game, world, view.seat)
        actions = vec[i64]()
        for action in legal:
            actions = append(actions, action)
        heuristics = self._own_heuristics or game.heuristics
        return int(heuristics.rollout(world, actions, self._rng))
