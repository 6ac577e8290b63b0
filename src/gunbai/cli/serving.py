"""The server's commands: serve, verify, backup, restore."""

from __future__ import annotations

from gunbai.cli.app import app
from gunbai.server.commands import app as server

app.add_typer(server)
