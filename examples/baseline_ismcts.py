"""Baseline: information-set Monte-Carlo tree search (Cowling et al., 2012). Prints its learning curve: how often it
beats random play with more and more simulations an action.

    python examples/baseline_ismcts.py --game gunshi --preset mini-2 --games 200
    gunbai benchmark py:baseline_ismcts:ISMCTS      # with examples/ on PYTHONPATH

Each simulation draws a world that fits the view, descends by UCB1 among the actions that are legal there, adds one
node, and plays on at random. It knows nothing of the game but the contract.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from math import log, sqrt

import gunbai
from gunbai import bots
from gunbai.core.bot import Budget
from gunbai.core.game import CHANCE, bring_into_focus, playout
from gunbai.lab.statistics import wilson

EXPLORING = 0.7
MOST_ACTIONS = 100_000


class Node:
    """What a seat knows after its own and others' actions, as far as the search has seen them."""

    def __init__(self) -> None:
        self.children: dict[tuple[int, int], Node] = {}
        self.visits, self.available, self.total = 0, 0, 0.0


class ISMCTS:
    """A bot: `simulations` for every action, or what the budget says."""

    simulations = 100

    def __init__(self, seed: int = 0) -> None:
        self._rng = gunbai.Rng(seed)

    def choose(self, game: gunbai.Game, view: gunbai.View, legal: Sequence[int], budget: Budget) -> int:
        root, seat = Node(), int(view.seat)
        for _ in range(budget.iterations or self.simulations):
            world = game.resample(view, self._rng)
            bring_into_focus(game, world, seat)
            self._simulate(game, world, root, seat)
        found = {action: root.children[seat, action].visits for action in legal if (seat, action) in root.children}
        return max(found, key=found.__getitem__) if found else legal[0]

    def _simulate(self, game: gunbai.Game, s: gunbai.State, root: Node, watcher: int) -> None:
        """One world, played out; nodes are told apart by what the watching seat sees of each action."""
        path, node, growing = [(root, -1)], root, True
        while growing and (who := int(game.actor(s))) >= CHANCE:
            if who == CHANCE:
                action = int(game.draw(s, self._rng))
                key = (who, int(game.seen_as(s, action, watcher)))
            else:
                actions = [int(a) for a in game.legal(s)]
                keys = [(who, int(game.seen_as(s, a, watcher))) for a in actions]
                place = self._select(node, keys)
                action, key = actions[place], keys[place]
                growing = key not in node.children
            game.apply(s, action)
            node = node.children.setdefault(key, Node())
            path.append((node, who))
        playout(game, s, self._rng, MOST_ACTIONS)
        returns = game.returns(s)
        for node, who in path:
            node.visits += 1
            node.total += returns[who] if who >= 0 else 0.0

    def _select(self, node: Node, keys: list[tuple[int, int]]) -> int:
        """An action not tried yet, any of them; otherwise the one of the highest upper bound."""
        new = [place for place, key in enumerate(keys) if key not in node.children]
        if new:
            return new[int(self._rng.below(len(new)))]
        for key in set(keys):
            node.children[key].available += 1
        tried = [node.children[key] for key in keys]
        bounds = [c.total / c.visits + EXPLORING * sqrt(log(c.available) / c.visits) for c in tried]
        return max(range(len(keys)), key=bounds.__getitem__)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--game", default="gunshi")
    parser.add_argument("--preset", default="mini-2")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--most", type=int, default=64, help="simulations an action at the end of the curve")
    given = parser.parse_args()
    print("simulations,score,low,high")
    simulations = 1
    while simulations <= given.most:
        score = 0.0
        for seed in range(given.games):
            match = gunbai.new(given.game, preset=given.preset, seed=seed)
            mine, seat = ISMCTS(seed), seed % 2
            mine.simulations = simulations
            other = bots.make("random", seed)
            bots.play_out(match, [mine, other] if seat == 0 else [other, mine], Budget(iterations=0))
            score += (match.returns[seat] + 1) / 2
        low, high = wilson(score, given.games)
        print(f"{simulations},{score / given.games:.3f},{low:.3f},{high:.3f}")
        simulations *= 4
