"""Simulations a second of our search in each game's middle, beside OpenSpiel's MCTS on chess and dark chess.

Ours are information-set simulations with the game's knowledge, cut at its horizon, worlds drawn anew; plain ones run to
the end at random, as OpenSpiel's do. All in one run, rounds interleaved, processor time. Writes benchmarks/search.md.

    python benchmarks/search.py --peers .venv-bench/bin/python
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

import gunbai
from gunbai.bots.search import Search, SearchSettings
from gunbai.core.game import CHANCE, Game, State
from gunbai.core.rng import Rng

HERE = Path(__file__).resolve().parent
# What is played, and after how many actions of quick play its middle begins.
MIDDLES: list[tuple[str, dict[str, object], int]] = [
    ("gunshi", {}, 90),
    ("gunkimono", {"players": 2}, 60),
    ("shogun", {}, 330),
]
PEERS = ("chess", "dark_chess")
KNOWING = SearchSettings()
PLAIN = SearchSettings(exploration=0.7, playout=-1, knowledge=False, guard=False, worlds_share=1)


def middle(name: str, options: dict[str, object], actions: int) -> tuple[Game, State]:
    """A position in the middle of a game played by the game's own quick policy, where somebody has a choice."""
    match = gunbai.new(name, seed=5, **options)
    game, s, rng = match.game, match.state.copy(), Rng(7)
    while actions > 0 or game.actor(s) == CHANCE or len(game.legal(s)) < 3:
        legal = game.legal(s)
        game.apply(s, game.draw(s, rng) if game.actor(s) == CHANCE else game.heuristics.rollout(s, legal, rng))
        actions -= 1
    return game, s


def our_rate(game: Game, s: State, settings: SearchSettings, seconds: float) -> float:
    search = Search(game, game.view(s, game.actor(s)), settings, Rng(1))
    search.cpu = True
    search.run(seconds, 0)
    return int(search.simulations) / seconds


def peer_rate(python: str, name: str, seconds: float) -> float:
    command = [python, str(HERE / "search_peers.py"), name, str(seconds)]
    made, took = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    return int(made) / float(took)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--peers", default=str(HERE.parent / ".venv-bench" / "bin" / "python"))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0)
    given = parser.parse_args()
    positions = [(name, *middle(name, options, actions)) for name, options, actions in MIDDLES]
    rates: dict[str, list[float]] = {}
    for _ in range(given.rounds):
        for name, game, s in positions:
            for kind, settings in (("search", KNOWING), ("plain search, to the end", PLAIN)):
                rates.setdefault(f"{name}: {kind}", []).append(our_rate(game, s, settings, given.seconds))
        for name in PEERS:
            rates.setdefault(f"open_spiel MCTS: {name}", []).append(peer_rate(given.peers, name, given.seconds))
    text = [
        "# Simulations of the search",
        "",
        f"Written by `benchmarks/search.py`: {given.rounds} interleaved rounds of {given.seconds:g} s on one core, "
        f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the "
        f"end, Python {platform.python_version()}, gunbai {gunbai.__version__}.",
        "",
        "| what | simulations/s, median | lowest | highest |",
        "|---|---:|---:|---:|",
    ]
    for name, found in rates.items():
        text.append(f"| {name} | {median(found):,.0f} | {min(found):,.0f} | {max(found):,.0f} |")
    (HERE / "search.md").write_text("\n".join([*text, ""]), encoding="utf-8")
    print("\n".join(text))


if __name__ == "__main__":
    main()
