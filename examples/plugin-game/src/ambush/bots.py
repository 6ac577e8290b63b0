"""A bot that plays any game: it leaves the seat that acts next as few choices as it can."""

from __future__ import annotations

from collections.abc import Sequence

from gunbai.core.bot import Budget
from gunbai.core.game import Game, View, bring_into_focus
from gunbai.core.rng import Rng

WORLDS = 3


class Corner:
    """Corners the others: after its action, the next player has few to choose from."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = Rng(seed)

    def choose(self, game: Game, view: View, legal: Sequence[int], budget: Budget) -> int:
        """Try every action in some worlds that fit the view, as long as there is time."""
        stop = budget.clock() + budget.seconds * game.heuristics.pace
        left = dict.fromkeys(legal, 0.0)
        for _ in range(WORLDS):
            world = game.resample(view, self._rng)
            bring_into_focus(game, world, view.seat)
            for action in legal:
                after = world.copy()
                game.apply(after, action)
                # The end of the game leaves nothing to choose, for better or worse.
                left[action] += float(len(game.legal(after))) - 100 * game.returns(after)[view.seat]
                if budget.clock() > stop:
                    break
        fewest = min(left.values())
        best = [action for action in legal if left[action] == fewest]
        return best[int(self._rng.below(len(best)))]
