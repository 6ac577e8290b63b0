"""The operator's part of the command line: `gunbai admin`."""

from __future__ import annotations

from typing import Annotated

import typer

from gunbai.server.commands import Database, DataFolder
from gunbai.server.settings import Settings, default_data_folder

app = typer.Typer(no_args_is_help=True, help="For whoever runs the server.")

Origin = Annotated[str, typer.Option(help="The public address of the server.", envvar="GUNBAI_ORIGIN")]


@app.command("reset-password")
def reset_password(
    login: Annotated[str, typer.Argument(help="The login of the account.")],
    data: DataFolder = None,
    database: Database = "",
    origin: Origin = "http://127.0.0.1:8420",
) -> None:
    """Print a link with which the holder of an account chooses a new password within an hour; hand it to them."""
    settings = Settings(data=data or default_data_folder(), database=database, origins=(origin,))
    # Imported here so that other commands start at once.
    from gunbai.server.admin import password_link  # noqa: PLC0415

    print(password_link(settings, login))
