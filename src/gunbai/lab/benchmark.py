"""One bot by a written protocol: exact measures on minis, then full games against named opponents.

docs/benchmark.md is the protocol in words. What is set here is what the tables of different people share; a change
here is a new version of the protocol.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from gunbai.core.game import Game
from gunbai.core.game_files import minis
from gunbai.core.match import Match, beginning
from gunbai.core.options import Options
from gunbai.lab.arena import Arena, Bout, Result, Standing, bouts
from gunbai.lab.tree import Tree
from gunbai.lab.yardstick import Measure, Solved, measure, solve

PROTOCOL = 1
OPPONENTS = ("random", "greedy", "level-2", "level-4")
# How full games are set up, where not as the game itself would: short enough for many games, long enough to be whole.
SETUPS: dict[str, dict[str, object]] = {"gunkimono": {"players": 2}, "shogun": {"map": "kyushu", "players": 3}}
# Minis are solved until nobody can win more than this by leaving the equilibrium.
GAP = 0.001
MOST_ROUNDS = 5_000


@dataclass(frozen=True)
class Plan:
    """What is asked of a bot. Seeds: the answers' dice, and the first of the games' seeds."""

    bot: str
    minis: int = 2
    asks: int = 16
    opponents: tuple[str, ...] = OPPONENTS
    rounds: int = 10
    iterations: int = 0
    seconds: float = 0.2
    seed: int = 1


@dataclass(frozen=True)
class OnMini:
    """A bot on one mini."""

    name: str
    solved: Solved
    found: Measure


def on_minis(game: Game, plan: Plan) -> Iterator[OnMini]:
    """The bot's NashConv on the smallest minis of a game, the smallest first."""
    for name in list(minis(game))[: plan.minis]:
        options, position = beginning(game, name, {})
        match = Match(game, options, None, position)
        tree = Tree(game, match.state)
        solved = solve(tree, GAP, MOST_ROUNDS)
        # A bot that is only told a time would answer a small question no better for thinking long.
        found = measure(tree, match.state, plan.bot, plan.asks, plan.iterations or 100, plan.seed)
        yield OnMini(name, solved, found)


def setup(game: Game) -> Options:
    """The options of full games."""
    return Options(game.info.options, SETUPS.get(game.info.name, {}))


def in_games(
    game: Game,
    plan: Plan,
    keep: Path | None = None,
    jobs: int = 0,
    on_result: Callable[[], None] = lambda: None,
) -> list[Standing]:
    """The bot in full games against each opponent, every seat as often as any other."""
    standings = [Standing(lineup) for lineup in lineups(game, plan)]
    by_lineup = {standing.lineup: standing for standing in standings}

    def heard(bout: Bout, result: Result) -> bool:
        by_lineup[bout.lineup].add(bout, result)
        on_result()
        return True

    Arena(keep, jobs).run(list(wanted(game, plan)), heard)
    return standings


def wanted(game: Game, plan: Plan) -> Iterator[Bout]:
    """Every game that the plan asks for. Time is what the bot's process has worked, not what the clock says."""
    options = setup(game).text()
    seated = lineups(game, plan)
    return bouts(game.info.name, options, seated, plan.rounds, plan.seed, plan.seconds, plan.iterations, cpu=True)


def lineups(game: Game, plan: Plan) -> list[tuple[str, ...]]:
    """The bot and as many of one opponent as there are other seats."""
    others = setup(game).players - 1
    return [(plan.bot, *([opponent] * others)) for opponent in plan.opponents if opponent != plan.bot]
