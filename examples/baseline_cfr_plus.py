"""Baseline: CFR+ on a mini. Prints its learning curve as comma-separated values: rounds, NashConv, value, seconds.

    python examples/baseline_cfr_plus.py --game shogun --preset mini-2 --rounds 1000

The tree and the solver are the lab's, compiled; `gunbai.lab.solver` is short and says how the algorithm goes.
"""

from __future__ import annotations

import argparse
from time import process_time

import gunbai
from gunbai.lab import solver
from gunbai.lab.tree import Tree

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
parser.add_argument("--game", default="gunshi")
parser.add_argument("--preset", default="mini-1")
parser.add_argument("--rounds", type=int, default=200)
given = parser.parse_args()

match = gunbai.new(given.game, preset=given.preset, seed=None)
tree = Tree(match.game, match.state)
print(f"# {given.game} {given.preset}: {tree.nodes} nodes, {tree.infosets} information sets")
print("rounds,nash_conv,value,seconds")
learner = solver.CFRPlus(tree)
began, step = process_time(), 1
while learner.rounds < given.rounds:
    learner.run(min(step, given.rounds - learner.rounds))
    policy = learner.average()
    found = solver.nash_conv(tree, policy)
    print(f"{learner.rounds},{found:.6f},{solver.values(tree, policy)[0]:.6f},{process_time() - began:.3f}")
    step *= 2
