"""Plays the games of a data set over all cores and writes them part by part. A run that was killed is gone on with."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO

from gunbai import bots
from gunbai.core import processes
from gunbai.core.bot import Budget
from gunbai.core.files import replacing
from gunbai.core.match import Match
from gunbai.data.card import card
from gunbai.data.recipe import GAMES, SEATS, TABLES, TRUTH, Done, Recipe, file_of, finish, finished, settle
from gunbai.data.rows import SeatRow, rows
from gunbai.data.tables import Table, open_table

if os.name != "nt":
    import fcntl

# Simulations decide; this only ends a search that hangs.
_LONG = 600.0
# Beside the parts of a data set: the workers of a run share a lock on it.
_AT_WORK = "workers"
# What this process keeps open until it ends.
_held: list[IO[str]] = []


def play(recipe: Recipe, number: int) -> Match:
    """One game of the recipe, played to its end. Its number decides everything about it."""
    seed = recipe.seed + number
    match = Match(recipe.engine, recipe.all_options, seed)
    names = recipe.seated(number)
    minds = [bots.make(name, seed * 8 + seat) for seat, name in enumerate(names)]
    bots.play_out(match, minds, Budget(_LONG, recipe.iterations))
    match.record.players = list(names)
    return match


def write_part(task: tuple[Path, Recipe, int]) -> Done:
    """Play and write one part. Its files are there when all of them are whole, and then it is noted as done."""
    folder, recipe, part = task
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
            if processes.abandoned():
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
    """Wait until no other run, and nothing that a killed one has left running, writes into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        _take(lock, folder)
        with (folder / _AT_WORK).open("w") as workers:
            _take(workers, folder)
        yield


def _take(lock: IO[str], folder: Path) -> None:
    """Hold a lock as long as its file is open, alone."""
    if os.name == "nt":
        return
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        print(f"gunbai: another run writes into {folder}; waiting for it", file=sys.stderr, flush=True)
        fcntl.flock(lock, fcntl.LOCK_EX)


def _join(folder: Path) -> None:
    """Prepare a worker: it shares a lock with the other workers of its run until it ends, even if its run is killed."""
    if os.name != "nt":
        _held.append((folder / _AT_WORK).open("a"))
        fcntl.flock(_held[-1], fcntl.LOCK_SH)


def write(folder: Path, recipe: Recipe, asked: int, on_part: Callable[[Done], None]) -> list[Done]:
    """Write what is missing of a data set and its card; `on_part` hears of every part, those of earlier runs first."""
    with _alone(folder):
        settle(folder, recipe)
        made = {done.part: done for done in finished(folder, recipe)}
        for done in made.values():
            on_part(done)
        missing = [(folder, recipe, part) for part in range(recipe.parts) if part not in made]
        if missing:
            with processes.pool(processes.workers(asked, len(missing)), _join, folder) as pool:
                for done in pool.imap_unordered(write_part, missing):
                    made[done.part] = done
                    on_part(done)
        all_done = [made[part] for part in sorted(made)]
        with replacing(folder / "README.md") as draft:
            draft.write_text(card(recipe, all_done), encoding="utf-8")
    return all_done
