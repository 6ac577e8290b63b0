"""One entry point: gunbai …"""

from gunbai.cli.front import app, main

__all__ = ["app", "main"]
