"""What can be known exactly of small games: their values, and how much the best opponent of a bot wins."""

from __future__ import annotations

import os
import platform
from pathlib import Path
from typing import Annotated

import typer

import gunbai
from gunbai import bots
from gunbai.cli.progress import bars
from gunbai.cli.reading import table
from gunbai.cli.shared import (
    Bots,
    GameName,
    Given,
    Iterations,
    Json,
    Kept,
    OnlyGames,
    Plugin,
    Processes,
    emit,
    new_match,
    out,
    the_bots,
    typed,
)
from gunbai.core.errors import GunbaiError
from gunbai.core.game import Game
from gunbai.core.game_files import minis
from gunbai.core.registry import find, playable
from gunbai.lab.bench import compiled
from gunbai.lab.benchmark import OPPONENTS, PROTOCOL, Plan, in_games, on_minis, setup, wanted
from gunbai.lab.strength import by_seat
from gunbai.lab.tree import Tree
from gunbai.lab.yardstick import Measure, Solved, exactly, measure, solve

app = typer.Typer(rich_markup_mode=None)

_USUAL = ("random", "greedy", "level-1", "level-2", "level-3", "level-4", "search")


@app.command()
def nashconv(
    game: GameName,
    bot: Bots = None,
    preset: Annotated[
        str, typer.Option("--preset", "-p", help="A mini of the game, or a preset that is small enough.")
    ] = "",
    option: Given = None,
    asks: Annotated[
        int, typer.Option("--asks", min=2, max=4096, help="How often a bot is asked at each information set.")
    ] = 16,
    iterations: Annotated[
        int, typer.Option("--iterations", min=1, help="Simulations per action; levels from 3 on have their own.")
    ] = 100,
    gap: Annotated[float, typer.Option("--gap", min=0.0, help="Solve until NashConv is no more than this.")] = 0.001,
    rounds: Annotated[int, typer.Option("--rounds", min=1, help="Play at most so many rounds of CFR+.")] = 2000,
    most: Annotated[int, typer.Option("--most", min=1, help="Give up on games with more positions.")] = 10_000_000,
    seed: Annotated[int, typer.Option("--seed", help="Another seed gives other answers of the bots.")] = 0,
    as_json: Json = False,
    plugin: Plugin = None,
) -> None:
    """Solve a small game of two, and say how much the best opponent of each bot wins beyond the game's value.

    NashConv adds up what both seats could win against the bot by knowing how it plays: 0 for perfect play, at most 4.
    Where it comes from a bot's answers, the truth lies between two numbers (docs/yardstick.md).

    Examples: `gunbai nashconv gunshi --preset mini-2` · `gunbai nashconv shogun -p mini-1 -b greedy --asks 64`
    """
    names = the_bots(bot, *_USUAL)
    small = minis(find(game))
    if not preset and not option:
        if not small:
            raise GunbaiError(f"{game} has no minis; name a preset or options that make it small")
        preset = next(iter(small))
    match = new_match(game, preset, typed(option))
    tree = Tree(match.game, match.state, most)
    with bars(counted=False) as progress:
        shown = progress.add_task("CFR+", total=None)
        solved = solve(
            tree,
            gap,
            rounds,
            lambda played, found: progress.update(shown, description=f"CFR+ {played} rounds, NashConv {found:.4f}"),
        )
        found = [exactly(tree, "CFR+", solved.policy)]
        for name in names:
            progress.update(shown, description=f"asking {name}")
            found.append(measure(tree, match.state, name, asks, iterations, seed))
    seats = match.game.info.seat_names[:2]
    if as_json:
        emit({"game": game, "preset": preset, **solved_data(solved)})
        for each in found:
            emit({"game": game, "preset": preset, **measure_data(each)})
        return
    print(f"{game} {preset}: {solved_text(solved, seats[0])}")
    rows = table("policy", "NashConv", *(f"{seat} loses" for seat in seats), "asked", "seconds")
    for each in found:
        lost = (each.against[0] - solved.values[1], each.against[1] - solved.values[0])
        asked = "exact" if each.exact else f"{each.asked} × {each.answers}"
        rows.add_row(each.bot, span(each), *(f"{max(0.0, x):.3f}" for x in lost), asked, f"{each.seconds:.1f}")
    out.print(rows)


@app.command()
def benchmark(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="Any bot: search, py:module:Class, exec:COMMAND …")],
    game: OnlyGames = None,
    small: Annotated[int, typer.Option("--minis", min=0, max=4, help="How many minis, the smallest first.")] = 2,
    asks: Annotated[int, typer.Option("--asks", min=2, max=4096, help="Answers at each information set.")] = 16,
    opponent: Annotated[
        list[str] | None, typer.Option("--opponent", "-b", help="Another opponent than the protocol's; repeat it.")
    ] = None,
    rounds: Annotated[
        int, typer.Option("--rounds", min=0, help="Full games against each opponent, from every seat.")
    ] = 10,
    seconds: Annotated[float, typer.Option("--seconds", min=0.0, help="Processor time for a whole turn.")] = 0.2,
    iterations: Iterations = 0,
    seed: Annotated[int, typer.Option("--seed", help="The first seed of games and answers.")] = 1,
    keep: Kept = None,
    jobs: Processes = 0,
    as_json: Json = False,
    plugin: Plugin = None,
) -> None:
    """Measure a bot by the written protocol: NashConv on minis, then full games against named opponents.

    docs/benchmark.md says what is measured, and how results are cited.

    Examples: `gunbai benchmark search` · `gunbai benchmark py:my_bots:MyBot -g gunshi --rounds 50`
    """
    bots.make(bot)
    plan = Plan(bot, small, asks, tuple(opponent or OPPONENTS), rounds, iterations, seconds, seed)
    for name in plan.opponents:
        bots.make(name)
    chosen = [find(name) for name in game] if game else playable()
    about = {
        "protocol": PROTOCOL,
        "bot": bot,
        "gunbai": gunbai.__version__,
        "python": platform.python_version(),
        "processors": os.cpu_count(),
        "budget": f"{iterations} simulations an action" if iterations else f"{seconds:g} s of processor time a turn",
        "asks": asks,
        "seed": seed,
    }
    if as_json:
        emit(about)
    else:
        print(" · ".join(f"{name} {value}" for name, value in about.items()))
    for each in chosen:
        _benchmark_game(each, plan, keep, jobs, as_json)


def _benchmark_game(game: Game, plan: Plan, keep: Path | None, jobs: int, as_json: bool) -> None:
    name, seats = game.info.name, game.info.seat_names
    compiled_or_not = "compiled" if compiled(game) else "not compiled"
    with bars(counted=False) as progress:
        shown = progress.add_task(f"{name}: minis", total=None)
        small = list(on_minis(game, plan))
        total = len(list(wanted(game, plan)))
        progress.update(shown, description=f"{name}: games", total=total)
        standings = in_games(game, plan, keep, jobs, lambda: progress.advance(shown)) if total else []
    if as_json:
        for one in small:
            emit({"game": name, "mini": one.name, **solved_data(one.solved), **measure_data(one.found)})
        for standing in standings:
            emit({"game": name, "options": setup(game).text(), **standing.as_dict()})
        return
    print(f"{name} ({compiled_or_not})")
    if small:
        rows = table("mini", "information sets", f"worth to {seats[0]}", "NashConv", "asked", "CPU seconds")
        for one in small:
            asked = "exact" if one.found.exact else f"{one.found.asked} × {one.found.answers}"
            value = f"{one.solved.values[0]:+.3f}"
            took = f"{one.found.seconds:.1f}"
            rows.add_row(one.name, f"{one.solved.tree.infosets:,}", value, span(one.found), asked, took)
        out.print(rows)
    if standings:
        rows = table("against", "games", "score", "95 %", "by seat", "CPU s/turn")
        for standing in standings:
            low, high = standing.interval
            took_in_all, turns = standing.seconds[plan.bot]
            rows.add_row(
                standing.lineup[1] + (f" ×{len(standing.lineup) - 1}" if len(standing.lineup) > 2 else ""),
                str(standing.games),
                f"{standing.score / max(1, standing.games):.1%}",
                f"{low:.1%} … {high:.1%}",
                by_seat(standing, seats),
                f"{took_in_all / max(1.0, turns):.3f}",
            )
        out.print(rows)
        print(f"full games: {setup(game).text() or 'the usual set-up'}")


def span(found: Measure) -> str:
    """NashConv as one number where it is exact, else as two."""
    return f"{found.high:.3f}" if found.exact else f"{found.low:.3f} … {found.high:.3f}"


def solved_text(solved: Solved, first_seat: str) -> str:
    """The size and the value of a game in one line."""
    tree = solved.tree
    return (
        f"{int(tree.histories):,} positions, {tree.nodes:,} nodes, {tree.infosets:,} information sets; "
        f"worth {solved.values[0]:+.4f} to {first_seat} "
        f"(CFR+, {solved.rounds} rounds, NashConv {solved.gap:.5f})"
    )


def solved_data(solved: Solved) -> dict[str, object]:
    """The same as JSON."""
    tree = solved.tree
    return {
        "positions": int(tree.histories),
        "nodes": tree.nodes,
        "information_sets": tree.infosets,
        "values": [round(value, 6) for value in solved.values],
        "nash_conv": round(solved.gap, 6),
        "rounds": solved.rounds,
    }


def measure_data(found: Measure) -> dict[str, object]:
    """What was measured of a policy as JSON."""
    return {
        "policy": found.bot,
        "nash_conv": [round(found.low, 6), round(found.high, 6)],
        "best_opponent_gets": [round(value, 6) for value in found.against],
        "asked": found.asked,
        "answers": found.answers,
        "seconds": round(found.seconds, 2),
    }
