"""The door for assistants, by command."""

from __future__ import annotations

from typing import Annotated

import typer

from gunbai.cli.shared import Plugin

app = typer.Typer(rich_markup_mode=None)


@app.command()
def mcp(
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, help="Draw repeatably: for tests. Otherwise nobody knows the seed.")
    ] = None,
    plugin: Plugin = None,
) -> None:
    """Let an assistant read rules and play, by the Model Context Protocol on standard input and output.

    An assistant's configuration names the command `gunbai` with the argument `mcp`; docs/mcp.md shows it.
    """
    from gunbai.mcp.server import Door  # noqa: PLC0415 - the SDK loads slowly, and may not be installed

    Door(seed).server().run("stdio")
