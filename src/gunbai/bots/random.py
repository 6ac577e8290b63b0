"""The simplest opponent: any legal action, all equally likely."""

from __future__ import annotations

from collections.abc import Sequence

from gunbai.core.bot import Budget
from gunbai.core.game import Game, View
from gunbai.core.rng import Rng


class RandomBot:
    """Plays at random."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = Rng(seed)

    def choose(self, game: Game, view: View, legal: Sequence[int], budget: Budget) -> int:
        return legal[int(self._rng.below(len(legal)))]
