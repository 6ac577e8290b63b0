"""Baseline: magnetic mirror descent on a mini, tabular, in NumPy. Prints its learning curve: rounds, NashConv, seconds.

    python examples/baseline_mmd.py --game gunshi --preset mini-1 --rounds 2000

A regularised method (Sokota et al., 2023): every information set moves its policy towards what its actions are worth,
and is held back by a magnet, the even policy. The magnet weakens as rounds go by, so that the last policy itself, not
a mean over all of them, comes near an equilibrium.
"""

from __future__ import annotations

import argparse
from time import process_time

import numpy as np
import numpy.typing as npt
from librt.vecs import vec

import gunbai
from gunbai.core.game import CHANCE
from gunbai.lab import solver
from gunbai.lab.tree import Tree

Numbers = npt.NDArray[np.float64]


class Levels:
    """The tree as arrays, its edges in groups by depth, so that a walk down or up is a few operations of NumPy."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        first = np.array(tree.first)
        self.child = np.array(tree.child)
        self.chance = np.array(tree.chance)
        self.parent = np.repeat(np.arange(tree.nodes), np.diff(first))
        self.payoff = np.array(tree.payoff).reshape(-1, 2)
        self.actor = np.array(tree.actor)[self.parent]
        # The slot of each edge: the action of an information set that it stands for. Chance has none.
        start = np.array(tree.slot)[np.array(tree.infoset)[self.parent]]
        self.slot = np.where(self.actor == CHANCE, 0, start + np.arange(len(self.child)) - first[self.parent])
        self.owner = np.repeat(np.array(tree.owner), np.diff(np.array(tree.slot)))
        self.infoset = np.repeat(np.arange(tree.infosets), np.diff(np.array(tree.slot)))
        depth = np.zeros(tree.nodes, np.int64)
        for edge in range(len(self.child)):
            depth[self.child[edge]] = depth[self.parent[edge]] + 1
        self.groups = [np.flatnonzero(depth[self.child] == d) for d in range(1, int(depth.max()) + 1)]

    def worth(self, policy: Numbers, seat: int) -> Numbers:
        """What each action of the seat is worth where it can choose it, given how the others lead there."""
        share = np.where(self.actor == CHANCE, self.chance, policy[self.slot])
        others, value = np.ones(self.tree.nodes), self.payoff[:, seat].copy()
        for edges in self.groups:
            led = np.where(self.actor[edges] == seat, 1.0, share[edges])
            others[self.child[edges]] = others[self.parent[edges]] * led
        for edges in reversed(self.groups):
            np.add.at(value, self.parent[edges], share[edges] * value[self.child[edges]])
        own = np.flatnonzero(self.actor == seat)
        weight = others[self.parent[own]]
        total, reach = np.zeros(self.tree.slots), np.zeros(self.tree.slots)
        np.add.at(total, self.slot[own], weight * value[self.child[own]])
        np.add.at(reach, self.slot[own], weight)
        found: Numbers = total / np.maximum(reach, 1e-12)
        return found

    def normalised(self, logits: Numbers) -> Numbers:
        """Logits as probabilities within each information set."""
        top = np.full(self.tree.infosets, -np.inf)
        np.maximum.at(top, self.infoset, logits)
        raised = np.exp(logits - top[self.infoset])
        total = np.zeros(self.tree.infosets)
        np.add.at(total, self.infoset, raised)
        found: Numbers = raised / total[self.infoset]
        return found


parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
parser.add_argument("--game", default="gunshi")
parser.add_argument("--preset", default="mini-1")
parser.add_argument("--rounds", type=int, default=1000)
parser.add_argument("--step", type=float, default=0.5, help="the step size in the first round")
given = parser.parse_args()

match = gunbai.new(given.game, preset=given.preset, seed=None)
tree = Tree(match.game, match.state)
levels = Levels(tree)
policy = np.array(solver.uniform(tree))
magnet = np.log(policy)
print(f"# {given.game} {given.preset}: {tree.nodes} nodes, {tree.infosets} information sets")
print("rounds,nash_conv,seconds")
began, shown = process_time(), 1
for number in range(1, given.rounds + 1):
    step, pull = given.step / np.sqrt(number), 1.0 / np.sqrt(number)
    worth = np.where(levels.owner == 0, levels.worth(policy, 0), levels.worth(policy, 1))
    logits = (np.log(np.maximum(policy, 1e-30)) + step * worth + step * pull * magnet) / (1.0 + step * pull)
    policy = levels.normalised(logits)
    if number in (shown, given.rounds):
        found = solver.nash_conv(tree, vec[float](policy.tolist()))
        print(f"{number},{found:.6f},{process_time() - began:.3f}")
        shown *= 2
