"""Baseline: the bots that are there, from random play to the levels. Prints how they do as they think more.

    python examples/baseline_bots.py --game gunshi --preset mini-1              # NashConv, between two bounds
    python examples/baseline_bots.py --game gunshi --against greedy --games 40  # the score in whole games

None of them learns while it plays; their curve goes over the time that they take for a game.
"""

from __future__ import annotations

import argparse
from time import process_time

import gunbai
from gunbai import bots
from gunbai.core.bot import Budget
from gunbai.lab.statistics import wilson
from gunbai.lab.tree import Tree
from gunbai.lab.yardstick import measure

BOTS = ("random", "greedy", "level-1", "level-2", "level-3", "level-4")


def score(game: str, preset: str, name: str, other: str, games: int) -> str:
    """Its share of results against a bot in all other seats, in every seat equally often, and seconds for a game."""
    total, taken = 0.0, 0.0
    for number in range(games):
        seats = gunbai.new(game, preset=preset, seed=None).options.players
        match, seat = gunbai.new(game, preset=preset, seed=number // seats), number % seats
        minds = [bots.make(name if at == seat else other, number * seats + at) for at in range(seats)]
        began = process_time()
        bots.play_out(match, minds, Budget(seconds=0.0))  # levels think by simulations of their own
        taken += process_time() - began
        total += (match.returns[seat] + 1) / 2
    low, high = wilson(total, games)
    return f"{total / games:.3f},{low:.3f},{high:.3f},{taken / games:.3f}"


parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
parser.add_argument("--game", default="gunshi")
parser.add_argument("--preset", help="mini-1, or the usual game with --against")
parser.add_argument("--asks", type=int, default=16, help="answers at every information set of a mini")
parser.add_argument("--against", help="a bot to play against, instead of NashConv")
parser.add_argument("--games", type=int, default=40, help="games against it")
given = parser.parse_args()
preset = given.preset if given.preset is not None else "" if given.against else "mini-1"
print("bot,score,low,high,seconds" if given.against else "bot,nash_conv_low,nash_conv_high,seconds")
match = gunbai.new(given.game, preset=preset, seed=None)
tree = None if given.against else Tree(match.game, match.state)
for bot in BOTS:
    if tree is None:
        told = score(given.game, preset, bot, given.against, given.games)
    else:
        found = measure(tree, match.state, bot, given.asks, 100)
        told = f"{found.low:.4f},{found.high:.4f},{found.seconds:.2f}"
    print(f"{bot},{told}", flush=True)
