"""The operator's part of the command line: `gunbai admin`."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Annotated, Any

import typer

from gunbai.server.commands import Database, DataFolder
from gunbai.server.settings import Settings, default_data_folder

app = typer.Typer(rich_markup_mode=None, no_args_is_help=True, help="For the person who runs the server.")

Origin = Annotated[str, typer.Option(help="The public address of the server.", envvar="GUNBAI_ORIGIN")]
Address = Annotated[str, typer.Option("--server", help="Where the server runs.", envvar="GUNBAI_SERVER")]
Reason = Annotated[str, typer.Option(help="Why; it stands in the audit log.")]
Hours = Annotated[float, typer.Option(help="For how many hours; 0 ends it.", min=0)]
PersonId = Annotated[str, typer.Argument(help="The person's number, as reports show it.")]
TableName = Annotated[str, typer.Argument(help="The table's name, as in its address.")]
_LOCAL = "http://127.0.0.1:8420"


def _settings(data: DataFolder, database: str, origin: str = _LOCAL) -> Settings:
    return Settings(data=data or default_data_folder(), database=database, origins=(origin,))


def _ask(data: DataFolder, database: str, server: str, path: str, body: Mapping[str, object] | None = None) -> Any:
    """Ask the running server something as an operator, or tell it something."""
    from gunbai.server.admin import ask  # noqa: PLC0415 - other commands start without it

    return ask(_settings(data, database), server, path, body)


@app.command("reset-password")
def reset_password(
    login: Annotated[str, typer.Argument(help="The login of the account.")],
    data: DataFolder = None,
    database: Database = "",
    origin: Origin = _LOCAL,
) -> None:
    """Print a link with which the holder of an account chooses a new password within an hour; hand it to them."""
    from gunbai.server.admin import password_link  # noqa: PLC0415 - other commands start without it

    print(password_link(_settings(data, database, origin), login))


@app.command()
def operator(
    login: Annotated[str, typer.Argument(help="The login of the account.")],
    on: Annotated[bool, typer.Option("--on/--off", help="An operator, or no longer.")] = True,
    data: DataFolder = None,
    database: Database = "",
) -> None:
    """Make the holder of an account an operator."""
    from gunbai.server.admin import set_operator  # noqa: PLC0415 - other commands start without it

    print(set_operator(_settings(data, database), login, on))


@app.command()
def reports(data: DataFolder = None, database: Database = "", server: Address = _LOCAL) -> None:
    """Print reports that nobody has dealt with, oldest first; if there are too many, some of everybody's."""
    for line in _ask(data, database, server, "reports"):
        who = f"{line['name'] or 'somebody'} ({line['accused']})"
        several = f"  ({line['by_reporter']} by this reporter)" if line["by_reporter"] > 1 else ""
        print(_safe(f"{line['id']}  {_when(line['at'])}  table {line['table']}  {who}: {line['text']}{several}"))


@app.command()
def settle(
    report: Annotated[str, typer.Argument(help="The report's number.")],
    reason: Reason,
    all_of_reporter: Annotated[bool, typer.Option(help="Also all other reports of whoever made it.")] = False,
    data: DataFolder = None,
    database: Database = "",
    server: Address = _LOCAL,
) -> None:
    """Say what came of a report; it is not shown again."""
    _ask(data, database, server, f"reports/{report}/settle", {"reason": reason, "all_of_reporter": all_of_reporter})


@app.command()
def mute(
    person: PersonId,
    reason: Reason,
    hours: Hours = 24,
    data: DataFolder = None,
    database: Database = "",
    server: Address = _LOCAL,
) -> None:
    """Let nobody hear a person for a time."""
    _ask(data, database, server, "mute", {"person": person, "hours": hours, "reason": reason})


@app.command()
def ban(
    person: PersonId,
    reason: Reason,
    hours: Hours = 24,
    with_address: Annotated[bool, typer.Option(help="Also the address they were last seen at.")] = False,
    data: DataFolder = None,
    database: Database = "",
    server: Address = _LOCAL,
) -> None:
    """Shut a person out for a time."""
    wish = {"person": person, "hours": hours, "reason": reason, "with_address": with_address}
    _ask(data, database, server, "ban", wish)


@app.command("ban-address")
def ban_address(
    address: Annotated[str, typer.Argument(help="192.0.2.1, or a network of 64 bits as 2001:db8:1:2::/64.")],
    reason: Reason,
    hours: Hours = 24,
    data: DataFolder = None,
    database: Database = "",
    server: Address = _LOCAL,
) -> None:
    """Shut an address out for a time."""
    _ask(data, database, server, "ban-address", {"address": address, "hours": hours, "reason": reason})


@app.command()
def close(
    table: TableName, reason: Reason, data: DataFolder = None, database: Database = "", server: Address = _LOCAL
) -> None:
    """End a game, or a table that waits for players, without a result."""
    _ask(data, database, server, f"tables/{table}/close", {"reason": reason})


@app.command()
def delete(
    table: TableName, reason: Reason, data: DataFolder = None, database: Database = "", server: Address = _LOCAL
) -> None:
    """Remove a table with all that is kept about it. There is no way back."""
    _ask(data, database, server, f"tables/{table}/delete", {"reason": reason})


@app.command()
def audit(data: DataFolder = None, database: Database = "", server: Address = _LOCAL) -> None:
    """Print what operators did, newest first."""
    for line in _ask(data, database, server, "audit"):
        print(_safe(f"{_when(line['at'])}  {line['operator']}  {line['act']}  {line['target']}  {line['reason']}"))


def _safe(line: str) -> str:
    """What people wrote, as a terminal may be given it: nothing that it takes for a command or another line."""
    return "".join(ch if ch.isprintable() else " " for ch in line)


def _when(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M")
