"""The option `--plugin` of every command that takes a game or a bot; it needs the extra `cli`."""

from __future__ import annotations

from typing import Annotated

import typer

from gunbai.core.registry import use_plugin


def use_plugins(modules: list[str] | None) -> list[str] | None:
    """Import the modules named by `--plugin` before anything else is looked at."""
    for module in modules or ():
        use_plugin(module)
    return modules


Plugin = Annotated[
    list[str] | None,
    typer.Option(
        "--plugin",
        metavar="MODULE",
        envvar="GUNBAI_PLUGINS",
        help="A module with games or bots of others; may be repeated.",
        callback=use_plugins,
        is_eager=True,
    ),
]
