"""The server's commands: serve, verify, backup, restore, and the operator's."""

from __future__ import annotations

import typer

from gunbai.server.admin_commands import app as admin
from gunbai.server.commands import app as server

app = typer.Typer(rich_markup_mode=None)
app.add_typer(server)
app.add_typer(admin, name="admin")
