"""Learning, by command: play games, fit weights to them, and say how good they are."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

import gunbai
from gunbai.cli.progress import bars
from gunbai.cli.shared import GameName, Json, Plugin, Processes, emit
from gunbai.learn.training import Recipe, Round, Training, recipe_of

_USUAL = Recipe()


app = typer.Typer(rich_markup_mode=None)


@app.command()
def train(
    game: GameName,
    folder: Annotated[Path | None, typer.Option("--folder", help="Keep the run here, and go on from it.")] = None,
    rounds: Annotated[int | None, typer.Option("--rounds", min=1, help="How often to play and fit.")] = None,
    games: Annotated[int | None, typer.Option("--games", min=8, help="Games in each round.")] = None,
    simulations: Annotated[
        int | None, typer.Option("--simulations", min=0, help="For an action of the bots that play; 0: by habit.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Another seed shuffles otherwise.")] = _USUAL.seed,
    write: Annotated[Path | None, typer.Option("--write", help="Also write the last weights to this file.")] = None,
    processes: Processes = 0,
    as_json: Json = False,
    plugin: Plugin = None,
) -> None:
    """Learn to judge a game from nothing: bots play, weights are fitted to the results, the next round plays by them.

    It can be stopped at any time; the same command goes on where it stopped. `loss` is the loss on games that were held
    out (1 knows nothing); `secret` compares even odds with learned ones, where a game has a secret to guess.

    Examples: `gunbai train gunshi` · `gunbai train gunshi --rounds 1 --games 200 --folder try`
    """
    found = gunbai.find(game)
    told = {"rounds": rounds, "games": games, "simulations": simulations}
    recipe = recipe_of(found, {name: number for name, number in told.items() if number is not None}, seed)
    run = Training(found, folder or Path(f"train-{game}"), recipe)
    with bars() as progress:
        shown = progress.add_task("games", total=recipe.rounds * recipe.games)

        def on_game(number: int, played: int) -> None:
            progress.update(shown, completed=number * recipe.games + played, description=f"round {number + 1}")

        def on_round(found: Round) -> None:
            if as_json:
                emit(asdict(found))
            else:
                progress.print(_line(found))

        weights = run.run(processes, on_game, on_round)
    if write is not None:
        write.write_text(json.dumps(weights) + "\n", encoding="utf-8")
    if not as_json:
        print(f"the weights are in {write or run.weights_file(recipe.rounds - 1)}")


def _line(found: Round) -> str:
    """One round in a line."""
    text = (
        f"round {found.number + 1}: {found.games:,} games, {found.positions:,} positions, "
        f"loss {found.value_loss:.4f}, area {found.area:.3f}"
    )
    if found.secrets:
        text += f", secret {found.secret_even:.2f} to {found.secret_bits:.2f} bits"
    if found.choices:
        text += f", actions {found.choice_even:.2f} to {found.choice_bits:.2f} bits"
    return text
