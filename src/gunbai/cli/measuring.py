"""Commands that count and measure: perft, bench, fuzz."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from time import perf_counter
from typing import Annotated

import typer

import gunbai
from gunbai.cli.progress import bars
from gunbai.cli.reading import table
from gunbai.cli.shared import (
    GameName,
    Given,
    Json,
    OnlyGames,
    Plugin,
    Preset,
    Processes,
    emit,
    from_the_first,
    new_match,
    out,
    typed,
)
from gunbai.core.game import DONE
from gunbai.core.game import perft as count
from gunbai.core.processes import pool, workers
from gunbai.core.registry import playable
from gunbai.lab import mutants
from gunbai.lab.bench import measure
from gunbai.lab.fuzz import Tally
from gunbai.lab.fuzz import fuzz as play_games
from gunbai.lab.mutants import Tampering

CHUNK = 20
MOST_SHOWN = 10


app = typer.Typer(rich_markup_mode=None)


@app.command()
def perft(
    game: GameName,
    depth: Annotated[int, typer.Option("--depth", "-d", min=0, max=40, help="How many actions deep.")] = 3,
    position: Annotated[str, typer.Option("--position", help="Start from this position text.")] = "",
    preset: Preset = "",
    option: Given = None,
    divide: Annotated[bool, typer.Option("--divide", help="Also the count below each first action.")] = False,
    as_json: Json = False,
    plugin: Plugin = None,
) -> None:
    """Count the action sequences of a given length: the quickest way to compare two rule engines.

    Examples: `gunbai perft gunshi --depth 3` · `gunbai perft gunshi --preset tiny -d 5 --divide`
    """
    match = gunbai.from_position(game, position, seed=None) if position else new_match(game, preset, typed(option))
    rules, s = match.game, match.state
    began = perf_counter()
    below: dict[str, int] = {}
    if divide and depth > 0 and rules.actor(s) != DONE:
        for action in rules.legal(s):
            child = s.copy()
            rules.apply(child, action)
            below[rules.action_text(action)] = int(count(rules, child, depth - 1))
        nodes = sum(below.values())
    else:
        nodes = int(count(rules, s, depth))
    took = perf_counter() - began
    if as_json:
        data = {"game": game, "depth": depth, "nodes": nodes, "seconds": round(took, 6), "position": match.position}
        emit(data | ({"divide": below} if divide else {}))
        return
    for text, number in below.items():
        print(f"{number:12,}  {text}")
    print(f"{nodes:12,}  sequences of {depth} actions ({took:.2f} s)")


@app.command()
def bench(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="Only this game.")] = "",
    preset: Preset = "",
    option: Given = None,
    seconds: Annotated[float, typer.Option("--seconds", min=0.01, max=600, help="Time per measurement.")] = 2.0,
    as_json: Json = False,
    plugin: Plugin = None,
) -> None:
    """Measure random play inside the engine and from Python, copying, views, the size of a state, and foresight.

    Examples: `gunbai bench` · `gunbai bench gunshi --seconds 5` · `gunbai bench --json`
    """
    rows = table("game", "compiled", "engine actions/s", "python actions/s", "copy ns", "state bytes", "actions a game")
    seen: list[str] = []
    foreseen: list[str] = []
    for name in [game] if game else [each.info.name for each in playable()]:
        match = from_the_first(new_match(name, preset, typed(option)))
        figures = measure(match.game, match.options, seconds)
        if as_json:
            emit(asdict(figures))
        rows.add_row(
            name,
            "yes" if figures.compiled else "no",
            f"{figures.engine_actions_per_s:,}",
            f"{figures.python_actions_per_s:,}",
            f"{figures.copy_ns:,}",
            f"{figures.state_bytes:,}",
            f"{figures.actions_per_game:,}",
        )
        seen.append(f"{name} {figures.view_ns / 1000:.2f} µs")
        foreseen.append(f"{name} {figures.foresee_ms:.2f} ms")
    if not as_json:
        out.print(rows)
        print(f"what the seat to act sees takes: {', '.join(seen)}")
        print(f"foreseeing all actions of a moment takes at most: {', '.join(foreseen)}")


@app.command()
def fuzz(
    games: Annotated[
        int, typer.Option("--games", "-n", min=1, help="How many games, over all that are chosen.")
    ] = 1000,
    game: OnlyGames = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Another seed plays other games.")] = 0,
    first: Annotated[int, typer.Option("--first", min=0, help="Number of the first game; repeats a finding.")] = 0,
    processes: Processes = 0,
    as_json: Json = False,
    plugin: Plugin = None,
) -> int:
    """Play random games over all presets, options and player counts, and check the laws every game must keep.

    Ends with a figure, and with exit code 1 when a law was broken; each finding says how to play it again.

    Examples: `gunbai fuzz` · `gunbai fuzz --games 100000` · `gunbai fuzz --game gunshi --games 500`
    """
    names = [each.info.name for each in ([gunbai.find(name) for name in game] if game else playable())]
    total, began = Tally(violations=[]), perf_counter()
    started = workers(processes, games)
    tasks = list(_tasks(names, games, first, seed))
    with pool(started) as players, bars() as progress:
        shown = progress.add_task("games", total=games)
        for tally in players.imap_unordered(_play, tasks):
            total.add(tally)
            progress.update(shown, completed=total.games, description=f"games ({total.actions:,} actions)")
    took = perf_counter() - began
    violations = total.violations or []
    if as_json:
        emit(
            {
                "games": total.games,
                "actions": total.actions,
                "seconds": round(took, 3),
                "of": names,
                "seed": seed,
                "violations": [asdict(v) for v in violations],
            }
        )
    else:
        for violation in violations[:MOST_SHOWN]:
            print(violation)
        if len(violations) > MOST_SHOWN:
            print(f"… and {len(violations) - MOST_SHOWN} more")
        print(
            f"{total.games:,} random games of {', '.join(names)}: {total.actions:,} actions, "
            f"{len(violations):,} violations, {took:.0f} s on {started} processes"
        )
    return 1 if violations else 0


def _tasks(names: list[str], games: int, first: int, seed: int) -> Iterator[tuple[str, range, int]]:
    """The games dealt out evenly over the names, in pieces small enough for a smooth end; games take turns."""
    share, rest = divmod(games, len(names))
    counts = [share + (i < rest) for i in range(len(names))]
    for start in range(0, max(counts), CHUNK):
        for name, number in zip(names, counts, strict=True):
            if start < number:
                yield name, range(first + start, first + min(number, start + CHUNK)), seed


def _play(task: tuple[str, range, int]) -> Tally:
    return play_games(*task)


@app.command()
def tamper(
    positions: Annotated[
        int, typer.Option("--positions", "-n", min=1, help="How many positions of each game.")
    ] = 20_000,
    game: OnlyGames = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Another seed tampers otherwise.")] = 0,
    processes: Processes = 0,
    as_json: Json = False,
    plugin: Plugin = None,
) -> int:
    """Tamper with positions: each is refused on reading, or everything works on it and answers within a second.

    Exit code 1 when one was accepted on which something failed; each finding prints the position.

    Examples: `gunbai tamper` · `gunbai tamper --game shogun --positions 2000`
    """
    names = [each.info.name for each in ([gunbai.find(name) for name in game] if game else playable())]
    tasks = [
        (name, min(CHUNK, positions - start), (seed << 32) + start)
        for start in range(0, positions, CHUNK)
        for name in names
    ]
    totals = {name: Tampering() for name in names}
    with pool(workers(processes, len(tasks))) as players:
        for name, tally in players.imap_unordered(_tamper, tasks):
            totals[name].add(tally)
    for name, total in totals.items():
        if as_json:
            emit({"game": name, **asdict(total)})
            continue
        for fault in total.faults[:MOST_SHOWN]:
            print(fault)
        print(
            f"{name}: {total.tried:,} positions, {total.refused:,} refused, {total.unchanged:,} unchanged, "
            f"{total.accepted:,} played, {len(total.faults):,} faults"
        )
    return 1 if any(total.faults for total in totals.values()) else 0


def _tamper(task: tuple[str, int, int]) -> tuple[str, Tampering]:
    name, count, seed = task
    return name, mutants.tamper(name, count, seed)
