"""gunbai play."""

from __future__ import annotations

from typing import Annotated

import typer

from gunbai.cli.shared import Given, Plugin, Preset, typed

app = typer.Typer(rich_markup_mode=None)


@app.command()
def play(
    game: Annotated[
        str, typer.Argument(metavar="[GAME]", help="A name from `gunbai games`; without it, you are asked.")
    ] = "",
    preset: Preset = "",
    option: Given = None,
    seats: Annotated[
        str,
        typer.Option(
            "--seats",
            "-s",
            metavar="WHO,WHO…",
            help="person, or a bot (`gunbai bots` lists them, or py:module:Class); one for each seat.",
        ),
    ] = "",
    clock: Annotated[str, typer.Option("--clock", help="total:SECONDS for each player, or per-move:SECONDS.")] = "",
    resume: Annotated[str, typer.Option("--resume", metavar="FILE", help="Go on with a saved game.")] = "",
    save: Annotated[str, typer.Option("--save", metavar="FILE", help="Where to save this game.")] = "",
    seed: Annotated[int | None, typer.Option("--seed", help="Repeatable dice and bots.")] = None,
    thinking: Annotated[float, typer.Option("--thinking", min=0.01, max=600, help="Seconds for a bot's turn.")] = 2.0,
    plain: Annotated[
        bool, typer.Option("--plain", help="Lines instead of a screen, for pipes and screen readers.")
    ] = False,
    plugin: Plugin = None,
) -> int:
    """Play in the terminal: alone against bots, or several people at one keyboard.

    Examples: `gunbai play` · `gunbai play gunshi` · `gunbai play gunshi --seats person,person --clock total:1200` ·
    `gunbai play --resume game.txt`
    """
    from gunbai import terminal  # noqa: PLC0415 - the screen library is slow to load and only needed here

    return terminal.run(
        game,
        preset=preset,
        options=typed(option),
        seats=[word.strip() for word in seats.split(",")] if seats else (),
        clock=clock,
        resume=resume or None,
        save=save or None,
        seed=seed,
        plain=plain,
        thinking=thinking,
    )
