"""Games as data, by command."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gunbai import bots
from gunbai.bots.fingerprint import fingerprint
from gunbai.cli.progress import bars
from gunbai.cli.shared import GameName, Given, Json, Plugin, Preset, Processes, emit, new_match, typed
from gunbai.core.errors import GunbaiError

app = typer.Typer(rich_markup_mode=None)


@app.command()
def dataset(
    game: GameName,
    folder: Annotated[
        Path | None, typer.Option("--folder", help="Where it is written; the same command goes on there.")
    ] = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")] = 100,
    bot: Annotated[
        list[str] | None,
        typer.Option("--bot", "-b", help="Who plays; repeat it. They move up one seat from game to game."),
    ] = None,
    iterations: Annotated[
        int, typer.Option("--iterations", min=1, help="Simulations for a decision, for bots that search.")
    ] = 50,
    seed: Annotated[int, typer.Option("--seed", min=0, help="The seed of the first game.")] = 0,
    part: Annotated[
        int, typer.Option("--part", min=1, help="Games in a file; what a killed run has to play again at most.")
    ] = 20,
    kinds: Annotated[
        list[str] | None, typer.Option("--format", help="parquet or jsonl (JSON lines); repeat it for both.")
    ] = None,
    everyone: Annotated[
        bool, typer.Option("--everyone", help="A row of every seat at every decision, not only of the one deciding.")
    ] = False,
    processes: Processes = 0,
    preset: Preset = "",
    option: Given = None,
    as_json: Json = False,
    plugin: Plugin = None,
) -> None:
    """Let bots play, and write the games as data: positions, what each seat saw and chose, results, values.

    It can be stopped at any time; the same command goes on where it stopped and gives the same files.

    Examples: `gunbai dataset gunshi -p first_battle -n 1000 -b search` ·
    `gunbai dataset shogun -p tiny -b greedy -b random --format jsonl --everyone`
    """
    from gunbai.data.recipe import PARQUET, Done, Recipe  # noqa: PLC0415 - what it stands on may not be installed
    from gunbai.data.writing import write  # noqa: PLC0415

    names = bot or ["greedy"]
    for name in names:
        bots.make(name)
        if name == "level-5" or name.startswith("exec:"):
            raise GunbaiError(f"{name} thinks by the clock, so its games would not repeat; give another bot")
    match = new_match(game, preset, typed(option))
    recipe = Recipe(
        game,
        match.game.info.rules_version,
        match.options.text(),
        tuple(names),
        iterations,
        seed,
        games,
        part,
        tuple(dict.fromkeys(kinds or [PARQUET])),
        everyone,
        code=fingerprint(game, names),
    )
    target = folder or Path(f"dataset-{game}")
    with bars() as progress:
        shown = progress.add_task("games", total=games)

        def on_part(done: Done) -> None:
            progress.advance(shown, done.games)

        made = write(target, recipe, processes, on_part)
    rows, decisions = sum(part.rows for part in made), sum(part.decisions for part in made)
    if as_json:
        emit({"folder": str(target), "games": games, "rows": rows, "decisions": decisions})
    else:
        print(f"{target} holds {games:,} games, {decisions:,} decisions, {rows:,} rows; its README.md says the rest")
