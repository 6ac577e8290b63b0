"""Everything that a server and the commands load, sooner or later; `tests.forks` forks them from a process that has it.

Nothing is opened here and no thread is started. The toy game is left out: commands must not know it by themselves.
"""

from __future__ import annotations

import gc
from importlib import import_module
from pathlib import Path

from gunbai import bots
from gunbai.cli.front import COMMANDS
from gunbai.core import plugins
from gunbai.core.registry import playable
from gunbai.server.app import build
from gunbai.server.settings import Settings

# Loaded by the libraries themselves only when they are used, which every server does.
AT_FIRST_USE = (
    "alembic.autogenerate",
    "alembic.command",
    "alembic.ddl.sqlite",
    "anyio._backends._asyncio",
    "concurrent.futures.thread",
    "gunbai.server.run_server",
    "gunbai.server.wire",
    "httpcore",
    "mako.template",
    "prometheus_client.core",
    "pydantic.plugin._loader",
    "sqlalchemy.dialects.sqlite",
    "typer._adapters",
    "typer._click.decorators",
    "uvicorn.loops.uvloop",
    "uvicorn.lifespan.on",
    "uvloop",
    "uvicorn.protocols.http.auto",
    "uvicorn.protocols.websockets.auto",
)


def load() -> None:
    """Import it all; what another version of a library has no longer is no loss."""
    for name in AT_FIRST_USE:
        try:
            import_module(name)
        except ImportError:
            continue
    for bring, _ in COMMANDS.values():
        bring()
    # An application that is thrown away: building one imports the rest, and what it reads of types is kept.
    build(Settings(data=Path("nowhere")))
    playable()
    bots.usable()
    # Each process looks for plugins by itself.
    plugins.installed.cache_clear()
    bots._usable.cache_clear()
    # What is there now is shared with every fork as long as no collection touches it.
    gc.collect()
    gc.freeze()


load()
