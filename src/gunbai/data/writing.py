"""Plays the games of a data set over all cores and writes them part by part. A run that was killed is gone on with."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from gunbai import bots
from gunbai.core import plugins
from gunbai.core.bot import Budget
from gunbai.core.files import replacing
from gunbai.core.match import Match
from gunbai.core.registry import use_plugin
from gunbai.data.card import card
from gunbai.data.recipe import GAMES, SEATS, TABLES, TRUTH, Done, Recipe, file_of, finish, finished, settle
from gunbai.data.rows import SeatRow, rows
from gunbai.data.tables import Table, open_table

if os.name != "nt":
    import fcntl

# Simulations decide; this only ends a search that hangs.
_LONG = 600.0


def play(recipe: Recipe, number: int) -> Match:
    """One game of the recipe, played to its end. Its number decides everything about it."""
    seed = recipe.seed + number
    match = Match(recipe.engine, recipe.all_options, seed)
    names = recipe.seated(number)
    minds = [bots.make(name, seed * 8 + seat) for seat, name in enumerate(names)]
    bots.play_out(match, minds, Budget(_LONG, recipe.iterations))
    match.record.players = list(names)
    return match


def write_part(task: tuple[Path, Recipe, int, int]) -> Done:
    """Play and write one part. Its files are there when all of them are whole, and then it is noted as done."""
    folder, recipe, part, parent = task
    game, options = recipe.engine, recipe.all_options
    counts, outcomes = Counter[str](), Counter[str]()
    results, wins = [0.0] * options.players, [0] * options.players
    with ExitStack() as files:
        tables: dict[str, list[Table]] = {name: [] for name in TABLES}
        for kind in recipe.formats:
            for name in TABLES:
                draft = files.enter_context(replacing(file_of(folder, name, part, kind)))
                tables[name].append(open_table(kind, name, draft, game, options))
                files.callback(tables[name][-1].close)
        for number in recipe.numbers(part):
            if parent and os.getppid() != parent:
                raise SystemExit("the run that this process worked for has ended")
            match = play(recipe, number)
            for row in rows(match, number, recipe.everyone):
                seat_row = isinstance(row, SeatRow)
                for table in tables[SEATS if seat_row else TRUTH]:
                    table.add(row)
                counts["rows"] += seat_row
                counts["decisions"] += isinstance(row, SeatRow) and row.acting
            returns = [float(value) for value in match.returns]
            told = {
                "game": number,
                "seed": recipe.seed + number,
                "players": match.record.players,
                "returns": returns,
                "places": [int(place) for place in game.placing(match.state)],
                "outcome": game.outcome(match.state),
                "actions": len(match.record.steps),
            }
            for table in tables[GAMES]:
                table.add(told)
            counts["actions"] += len(match.record.steps)
            outcomes[game.outcome(match.state)] += 1
            for seat, value in enumerate(returns):
                results[seat] += value
                wins[seat] += value == max(returns) and returns.count(value) == 1
    done = Done(
        part,
        len(recipe.numbers(part)),
        counts["rows"],
        counts["decisions"],
        counts["actions"],
        tuple(results),
        tuple(wins),
        dict(outcomes),
    )
    finish(folder, done)
    return done


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Wait until no other run, and nothing that a killed one has left running, writes into the folder.

    Worker processes share the lock of the run that forked them, so it is free when the last of them is gone.
    """
    if os.name == "nt":
        yield
        return
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            print(f"gunbai: another run writes into {folder}; waiting for it", file=sys.stderr, flush=True)
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _begin(modules: Sequence[str]) -> None:
    """Prepare a worker: the games and bots its parent knows; interrupts are left to the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for module in modules:
        use_plugin(module)


def write(folder: Path, recipe: Recipe, processes: int, on_part: Callable[[Done], None]) -> list[Done]:
    """Write what is missing of a data set and its card; `on_part` hears of every part, those of earlier runs first."""
    with _alone(folder):
        settle(folder, recipe)
        made = {done.part: done for done in finished(folder, recipe)}
        for done in made.values():
            on_part(done)
        missing = [(folder, recipe, part, os.getpid()) for part in range(recipe.parts) if part not in made]
        if missing:
            context = multiprocessing.get_context("spawn" if os.name == "nt" else "fork")
            workers = min(processes or os.cpu_count() or 1, len(missing))
            with context.Pool(workers, _begin, (plugins.imported(),)) as pool:
                for done in pool.imap_unordered(write_part, missing):
                    made[done.part] = done
                    on_part(done)
        all_done = [made[part] for part in sorted(made)]
        with replacing(folder / "README.md") as draft:
            draft.write_text(card(recipe, all_done), encoding="utf-8")
    return all_done
