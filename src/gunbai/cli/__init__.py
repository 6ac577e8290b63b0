"""One entry point: gunbai …"""

from gunbai.cli import analyse, arena, measuring, odds, playing, position, reading  # noqa: F401 - each adds its commands
from gunbai.cli.app import app, main

__all__ = ["app", "main"]
