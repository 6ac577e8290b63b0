"""One entry point: gunbai …"""

# Each adds its commands.
from gunbai.cli import analyse, arena, measuring, odds, playing, position, reading, serving, training  # noqa: F401
from gunbai.cli.app import app, main

__all__ = ["app", "main"]
