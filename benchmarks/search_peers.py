"""OpenSpiel's own MCTS for benchmarks/search.py, run by the interpreter of .venv-bench: `search_peers.py GAME SECONDS`.

Prints simulations and processor seconds: one random rollout to the end a simulation, from the middle of a game.
"""

from __future__ import annotations

import sys
from random import Random
from time import process_time

import pyspiel

PORTION = 100


def main() -> None:
    name, limit = sys.argv[1], float(sys.argv[2])
    game, pick = pyspiel.load_game(name), Random(3)
    state = game.new_initial_state()
    for _ in range(30):
        state.apply_action(pick.choice(state.legal_actions()))
    evaluator = pyspiel.RandomRolloutEvaluator(1, 7)
    bot = pyspiel.MCTSBot(game, evaluator, 1.4, PORTION, 200, False, 7, False)
    made, began = 0, process_time()
    while (took := process_time() - began) < limit:
        bot.mcts_search(state)
        made += PORTION
    print(made, took)


if __name__ == "__main__":
    main()
