"""The server's part of the command line."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from gunbai.core import record as records
from gunbai.core.errors import GunbaiError
from gunbai.plugin_option import Plugin
from gunbai.server import fair_dice
from gunbai.server.settings import UNLIMITED, Limits, Settings, default_data_folder
from gunbai.server.settings_sources import complete, described

app = typer.Typer(rich_markup_mode=None, no_args_is_help=True, help="The server: tables for many, kept for ever.")

DataFolder = Annotated[Path | None, typer.Option("--data", help="Where everything is kept.", envvar="GUNBAI_DATA")]
Database = Annotated[
    str, typer.Option(help="A postgresql:// address instead of the SQLite file.", envvar="GUNBAI_DATABASE")
]


@app.command()
def serve(
    context: typer.Context,
    data: DataFolder = None,
    database: Database = "",
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port to listen on; 0 takes a free one.")] = 8420,
    origin: Annotated[list[str] | None, typer.Option(help="Public origin behind a proxy, as https://name.")] = None,
    secure_cookies: Annotated[bool, typer.Option(help="Send cookies over https only.")] = False,
    trust_proxy: Annotated[bool, typer.Option(help="Believe X-Forwarded-For.")] = False,
    bot_workers: Annotated[int, typer.Option(help="Processes that think for bots.")] = 2,
    bot_seconds: Annotated[float, typer.Option(help="How long a bot may think about a turn.")] = 2.0,
    bot_grace: Annotated[float, typer.Option(help="How much longer a bot may take before it is stopped.")] = 5.0,
    check_seconds: Annotated[
        float, typer.Option(help="The longest time for a question about a position: plans, foresight, undo.")
    ] = 5.0,
    import_seconds: Annotated[float, typer.Option(help="The longest time for reading a record.")] = 20.0,
    private_webhooks: Annotated[bool, typer.Option(help="Let reminders go into private networks.")] = False,
    heartbeat: Annotated[float, typer.Option(help="Seconds between signs of life; clocks stand after three.")] = 2.0,
    smtp: Annotated[
        str, typer.Option(help="The mail server, as smtp://USER:PASSWORD@HOST:PORT or smtps://….", envvar="GUNBAI_SMTP")
    ] = "",
    mail_from: Annotated[str, typer.Option(help="The sender of its mails.", envvar="GUNBAI_MAIL_FROM")] = "",
    session_days: Annotated[int, typer.Option(help="Days without use after which a session ends.", min=1)] = 365,
    link_days: Annotated[int, typer.Option(help="Days for which a link to a table works.", min=1)] = 30,
    gathering_days: Annotated[int, typer.Option(help="Days that a table waits for players.", min=1)] = 14,
    plugin: Plugin = None,
    bot: Annotated[
        list[str] | None, typer.Option("--bot", help="One more bot that people may seat, such as py:module:Class.")
    ] = None,
    limits: Annotated[bool, typer.Option(help="Ration requests per address, person and table.")] = True,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the table in your browser.")] = False,
    fd: Annotated[
        int | None, typer.Option(help="Listen on this socket, which the starting process has opened, not on a new one.")
    ] = None,
    take_over: Annotated[
        bool, typer.Option("--take-over", help="Load everything, then wait until the server before this one has ended.")
    ] = False,
    compiling: Annotated[
        bool, typer.Option("--compiling", help="Tell browsers that a compiled server will take over.")
    ] = False,
    settings_file: Annotated[
        Path | None, typer.Option(help="A TOML file with settings.", envvar="GUNBAI_SETTINGS_FILE")
    ] = None,
    setting: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="Any setting, such as limits.idle_seconds=5."),
    ] = None,
    show_settings: Annotated[
        bool, typer.Option("--settings", help="Print all settings, their values and what they are for, and end.")
    ] = False,
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
        bot_grace=bot_grace,
        check_seconds=check_seconds,
        import_seconds=import_seconds,
        private_webhooks=private_webhooks,
        heartbeat=heartbeat,
        smtp=smtp,
        mail_from=mail_from,
        session_days=session_days,
        link_days=link_days,
        gathering_days=gathering_days,
        plugins=tuple(plugin or ()),
        bots=tuple(bot or ()),
        compiling=compiling,
        limits=Limits() if limits else UNLIMITED,
    )
    settings = complete(settings, _given(context), settings_file, os.environ, setting or ())
    if show_settings:
        for name, value, variable, about in described(settings):
            print(f"{name} = {value}\n    {about} ({variable})")
        return
    # Imported here and below so that commands which serve nothing start at once.
    from gunbai.server.run_server import run  # noqa: PLC0415 - other commands start without it

    run(settings, open_browser=open_browser, fd=fd, take_over=take_over)


def _given(context: typer.Context) -> set[str]:
    """The settings that the command line itself names."""
    names = {"origin": "origins", "plugin": "plugins", "bot": "bots"}
    sources = {name: context.get_parameter_source(name) for name in context.params}
    return {names.get(name, name) for name, source in sources.items() if source and source.name != "DEFAULT"}


@app.command()
def verify(
    record: Annotated[Path, typer.Argument(help="A record of a finished game.")],
    fingerprint: Annotated[str, typer.Option(help="The fingerprint that was shown before the game.")] = "",
) -> None:
    """Check every die and shuffle of a finished game against the seed the server had committed to."""
    try:
        text = record.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise GunbaiError(f"cannot read {record}") from None
    found = records.read(text)
    drawn = fair_dice.verify(found)
    print(f"{record}: all {drawn} draws follow from the committed seed and the players' entropy")
    head = found.notes
    if head["dice"] == fair_dice.FIRST_VERSION:
        print("these dice are of the first version: no seat committed to its entropy before others showed theirs")
        return
    if fingerprint and fingerprint != head["fingerprint"]:
        raise GunbaiError("the commitments are not those that were shown before the game")
    print(f"every seat's entropy is what it committed to; fingerprint {head['fingerprint']}")
    if "in clear" in head:
        print(f"given in clear, which binds nobody: the entropy of seats {head['in clear']}")


@app.command()
def backup(
    target: Annotated[Path, typer.Argument(help="The file to write.")], data: DataFolder = None, database: Database = ""
) -> None:
    """Copy everything into one file, while the server runs."""
    settings = Settings(data=data or default_data_folder(), database=database)
    from gunbai.server.backup import backup as copy  # noqa: PLC0415 - other commands start without it

    print(copy(settings, target))


@app.command()
def restore(
    source: Annotated[Path, typer.Argument(help="A file written by backup.")],
    data: DataFolder = None,
    database: Database = "",
) -> None:
    """Bring a backup into an empty data folder or database."""
    settings = Settings(data=data or default_data_folder(), database=database)
    from gunbai.server.backup import restore as bring_back  # noqa: PLC0415 - other commands start without it

    print(bring_back(settings, source))


@app.command("export")
def export_table(
    table: Annotated[str, typer.Argument(help="The table's name, as in its address.")],
    target: Annotated[Path | None, typer.Argument(help="The file to write; without one it is printed.")] = None,
    record: Annotated[
        bool, typer.Option("--record", help="Only the game, as a record with all that is hidden.")
    ] = False,
    plugin: Plugin = None,
    data: DataFolder = None,
    database: Database = "",
) -> None:
    """Write one table into a file, finished or not, with everything that happened at it; the server may be running."""
    settings = Settings(data=data or default_data_folder(), database=database)
    from gunbai.server import archive  # noqa: PLC0415 - other commands start without it

    text = archive.export_record(settings, table) if record else archive.export(settings, table)
    if target is None:
        print(text, end="")
    else:
        archive.write_file(text, target)
        print(f"{target}: table {table}")


@app.command("import")
def import_table(
    source: Annotated[Path, typer.Argument(help="A file written by export.")],
    plugin: Plugin = None,
    data: DataFolder = None,
    database: Database = "",
) -> None:
    """Put an exported table into a database that does not have it."""
    settings = Settings(data=data or default_data_folder(), database=database)
    from gunbai.server import archive  # noqa: PLC0415 - other commands start without it

    try:
        text = source.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise GunbaiError(f"cannot read {source}") from None
    print(archive.bring_in(settings, text))
