"""The server's part of the command line."""

from __future__ import annotations

import asyncio
import logging
import socket
import sys
from pathlib import Path
from typing import Annotated

import typer
import uvicorn

from gunbai.core import record as records
from gunbai.core.errors import GunbaiError
from gunbai.server import backup as backups
from gunbai.server import fair
from gunbai.server.settings import Limits, Settings, default_data_folder

app = typer.Typer(no_args_is_help=True, help="The server: tables for many, kept for ever.")

DataFolder = Annotated[Path | None, typer.Option("--data", help="Where everything is kept.", envvar="GUNBAI_DATA")]
Database = Annotated[
    str, typer.Option(help="A postgresql:// address instead of the SQLite file.", envvar="GUNBAI_DATABASE")
]


@app.command()
def serve(
    data: DataFolder = None,
    database: Database = "",
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port to listen on; 0 takes a free one.")] = 8420,
    origin: Annotated[list[str] | None, typer.Option(help="Public origin behind a proxy, as https://name.")] = None,
    secure_cookies: Annotated[bool, typer.Option(help="Send cookies over https only.")] = False,
    trust_proxy: Annotated[bool, typer.Option(help="Believe X-Forwarded-For.")] = False,
    bot_workers: Annotated[int, typer.Option(help="Processes that think for bots.")] = 1,
    bot_seconds: Annotated[float, typer.Option(help="How long a bot thinks about an action.")] = 1.0,
    private_webhooks: Annotated[bool, typer.Option(help="Let reminders go into private networks.")] = False,
    plugin: Annotated[list[str] | None, typer.Option(help="A module to import first; it registers more games.")] = None,
    limits: Annotated[bool, typer.Option(help="Ration requests per address, person and table.")] = True,
) -> None:
    """Start the server and keep it running until it is stopped."""
    settings = Settings(
        data=data or default_data_folder(),
        database=database,
        host=host,
        port=port,
        origins=tuple(origin or ()),
        secure_cookies=secure_cookies,
        trust_proxy=trust_proxy,
        bot_workers=bot_workers,
        bot_seconds=bot_seconds,
        private_webhooks=private_webhooks,
        plugins=tuple(plugin or ()),
        limits=Limits() if limits else UNLIMITED,
    )
    run(settings)


# For tests and measurements on one's own machine.
UNLIMITED = Limits(
    address_rate=1e9, address_burst=1e9, person_rate=1e9, person_burst=1e9, table_rate=1e9, table_burst=1e9,
    login_rate=1e9, login_burst=1e9, guests_rate=1e9, guests_burst=1e9, sockets_per_address=100_000,
    tables_per_person=100_000,
)  # fmt: skip


def run(settings: Settings) -> None:
    """Serve until interrupted; one line says where, or what is wrong."""
    from gunbai.server.app import build  # noqa: PLC0415 - commands that do not serve need not load it

    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(levelname)s %(name)s: %(message)s")
    listener = socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
    except (OSError, OverflowError) as error:
        raise GunbaiError(f"cannot listen on {settings.host} port {settings.port}: {error}") from None
    config = uvicorn.Config(
        build(settings),
        log_config=None,
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=settings.limits.message_bytes,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=5,
        lifespan="on",
    )
    server = _Server(config, listener)
    asyncio.run(server.serve(sockets=[listener]))
    if server.failed:
        raise GunbaiError(server.failed)


class _Server(uvicorn.Server):
    """Says where it listens once it does, and why not if it cannot."""

    def __init__(self, config: uvicorn.Config, listener: socket.socket) -> None:
        super().__init__(config)
        self._listener = listener
        self.failed = ""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            host, port = self._listener.getsockname()[:2]
            shown = f"[{host}]" if ":" in host else host
            print(f"Gunbai is ready at http://{shown}:{port}/", flush=True)
        else:
            self.failed = "the server could not start; the lines above say why"


@app.command()
def verify(record: Annotated[Path, typer.Argument(help="A record of a finished game.")]) -> None:
    """Check every die and shuffle of a finished game against the seed the server had committed to."""
    try:
        text = record.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise GunbaiError(f"cannot read {record}") from None
    drawn = fair.verify(records.read(text))
    print(f"{record}: all {drawn} draws follow from the committed seed and the players' entropy")


@app.command()
def backup(
    target: Annotated[Path, typer.Argument(help="The file to write.")], data: DataFolder = None, database: Database = ""
) -> None:
    """Copy everything into one file, while the server runs."""
    settings = Settings(data=data or default_data_folder(), database=database)
    print(backups.backup(settings, target))


@app.command()
def restore(
    source: Annotated[Path, typer.Argument(help="A file written by backup.")],
    data: DataFolder = None,
    database: Database = "",
) -> None:
    """Bring a backup into an empty data folder or database."""
    settings = Settings(data=data or default_data_folder(), database=database)
    print(backups.restore(settings, source))
