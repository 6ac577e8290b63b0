"""Simulations a second of our search in each game's middle, beside OpenSpiel's MCTS on chess and dark chess.

Ours are information-set simulations with the game's knowledge, cut at its horizon, worlds drawn anew; plain ones run to
the end at random, as OpenSpiel's do. All in one run, rounds interleaved, processor time. Writes benchmarks/search.md.

    python -m benchmarks.search --peers .venv-bench/bin/python
"""

from __future__ import annotations

import subprocess
from functools import partial
from typing import Any

import gunbai
from benchmarks.measuring import HERE, Rate, arguments, by_turns, circumstances, publish, table
from gunbai.bots.search import Search, SearchSettings
from gunbai.core.game import CHANCE, Game, State
from gunbai.core.rng import Rng

# What is played, and after how many actions of quick play its middle begins.
MIDDLES: list[tuple[str, dict[str, Any], int]] = [
    ("gunshi", {}, 90),
    ("gunkimono", {"players": 2}, 60),
    ("shogun", {}, 330),
]
PEERS = ("chess", "dark_chess")
KNOWING = SearchSettings()
PLAIN = SearchSettings(exploration=0.7, playout=-1, knowledge=False, guard=False, worlds_share=1)


def middle(name: str, options: dict[str, Any], actions: int) -> tuple[Game, State]:
    """A position in the middle of a game played by the game's own quick policy, where somebody has a choice."""
    match = gunbai.new(name, seed=5, **options)
    game, s, rng = match.game, match.state.copy(), Rng(7)
    while actions > 0 or game.actor(s) == CHANCE or len(game.legal(s)) < 3:
        legal = game.legal(s)
        game.apply(s, game.draw(s, rng) if game.actor(s) == CHANCE else game.heuristics.rollout(s, legal, rng))
        actions -= 1
    return game, s


def our_rate(game: Game, s: State, settings: SearchSettings, seconds: float, seed: int) -> float:
    search = Search(game, game.view(s, game.actor(s)), settings, Rng(1 + seed))
    search.cpu = True
    search.run(seconds, 0)
    return int(search.simulations) / seconds


def peer_rate(python: str, name: str, seconds: float, _: int) -> float:
    command = [python, str(HERE / "search_peers.py"), name, str(seconds)]
    made, took = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    return int(made) / float(took)


def main() -> None:
    given = arguments(__doc__, rounds=5)
    contestants: dict[str, Rate] = {}
    for name, options, actions in MIDDLES:
        for kind, settings in (("search", KNOWING), ("plain search, to the end", PLAIN)):
            contestants[f"{name}: {kind}"] = partial(our_rate, *middle(name, options, actions), settings, given.seconds)
    for name in PEERS:
        contestants[f"open_spiel MCTS: {name}"] = partial(peer_rate, given.peers, name, given.seconds)
    rates = by_turns(contestants, given.rounds)
    text = [
        "# Simulations of the search",
        "",
        "Information-set simulations of one position in each game's middle, on one core, per processor second.",
        f"{given.rounds} rounds of {given.seconds:g} s each, by turns. Regenerate with `python -m benchmarks.search`.",
        "",
        *circumstances(),
        "",
        *table("simulations/s", rates),
    ]
    publish("search.md", text)


if __name__ == "__main__":
    main()
