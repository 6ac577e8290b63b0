"""Looks to the end of its own turn, in worlds that fit what it sees, and takes what looks best there."""

from __future__ import annotations

from collections.abc import Sequence

from gunbai.core.bot import Budget
from gunbai.core.game import CHANCE, DONE, Game, Heuristics, State, View, bring_into_focus
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
        began, seat = budget.clock(), int(view.seat)
        stop = began + budget.seconds * (1.0 if budget.iterations else game.heuristics.pace)
        totals, tried = dict.fromkeys(legal, 0.0), dict.fromkeys(legal, 0)
        order: list[int] = []
        for _ in range(budget.iterations or WORLDS):
            world = game.resample(view, self._rng)
            bring_into_focus(game, world, seat)
            # The promising ones first: time may be up at any moment.
            order = order or _by_weight(game, world, set(legal))
            for action in order:
                if budget.clock() > stop:
                    break
                after = world.copy()
                game.apply(after, action)
                totals[action] += self._worth(game, after, seat)
                tried[action] += 1
        means = {action: totals[action] / tried[action] for action in order if tried[action]}
        if not means:
            return order[0]
        best = max(means.values())
        choices = [action for action, mean in means.items() if mean == best]
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


def _by_weight(game: Game, world: State, allowed: set[int]) -> list[int]:
    actions = game.legal(world)
    weights = game.heuristics.weights(world, actions)
    ranked = sorted(range(len(actions)), key=lambda i: -weights[i])
    return [int(actions[i]) for i in ranked if int(actions[i]) in allowed]
