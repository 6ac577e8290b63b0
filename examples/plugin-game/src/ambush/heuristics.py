"""What bots know beyond the rules: soldiers count, and taking one is rarely wrong."""

from __future__ import annotations

from typing import cast

from librt.vecs import append, vec
from mypy_extensions import i64

from ambush.actions import FIRST_MOVE, move_of
from ambush.data import BLACK, WHITE
from ambush.state import AmbushState
from gunbai.core.game import Heuristics, State
from gunbai.core.rng import Rng

TAKES = 5.0


class AmbushHeuristics(Heuristics):
    """A glance at the forces, and a taste for captures."""

    def values(self, s: State) -> vec[float]:
        t = cast(AmbushState, s)
        lead = 0.8 * (t.count(BLACK) - t.count(WHITE)) / t.size
        return vec[float]([lead, -lead])

    def weights(self, s: State, actions: vec[i64]) -> vec[float]:
        t = cast(AmbushState, s)
        out = vec[float]()
        for action in actions:
            takes = action >= FIRST_MOVE and t.soldiers[move_of(int(action))[1]] >= 0
            out = append(out, TAKES if takes else 1.0)
        return out

    def rollout(self, s: State, actions: vec[i64], rng: Rng) -> i64:
        weights = self.weights(s, actions)
        pick = rng.unit() * sum(weights)
        for action, weight in zip(actions, weights, strict=True):
            pick -= weight
            if pick < 0:
                return action
        return actions[len(actions) - 1]
