"""The settings of a server."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec

from gunbai.core.errors import GunbaiError


def default_data_folder() -> Path:
    """The user's own data folder for Gunbai."""
    # Imported here: the command line reads this file, also where there is no server.
    from platformdirs import user_data_path  # noqa: PLC0415

    return user_data_path("gunbai", appauthor=False)


def _about(text: str) -> msgspec.Meta:
    """What a setting is for; `gunbai serve --settings` prints it."""
    return msgspec.Meta(description=text)


_Rate = Annotated[float, msgspec.Meta(gt=0)]


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """How much one address, one person and one table may ask for. Rates are per second, with a burst."""

    message_bytes: Annotated[int, _about("the longest message on a socket, and the longest body of a request")] = 16_384
    import_bytes: Annotated[int, _about("the longest record that is taken in")] = 1_000_000
    address_rate: Annotated[_Rate, _about("requests a second from one address")] = 50.0
    address_burst: Annotated[float, _about("requests at once from one address")] = 500.0
    socket_rate: Annotated[_Rate, _about("messages a second on all sockets of one address")] = 200.0
    socket_burst: Annotated[float, _about("messages at once on all sockets of one address")] = 2000.0
    person_rate: Annotated[_Rate, _about("orders a second from one person")] = 30.0
    person_burst: Annotated[float, _about("orders at once from one person")] = 200.0
    table_rate: Annotated[_Rate, _about("orders a second to one table")] = 100.0
    table_burst: Annotated[float, _about("orders at once to one table")] = 500.0
    # Passwords are slow to check on purpose, so guesses are rationed much harder.
    login_rate: Annotated[_Rate, _about("attempts to log in a second from one address")] = 0.2
    login_burst: Annotated[float, _about("attempts to log in at once from one address")] = 10.0
    guests_rate: Annotated[_Rate, _about("new guests a second from one address")] = 0.5
    guests_burst: Annotated[float, _about("new guests at once from one address")] = 60.0
    # A hint keeps a worker process busy for a second.
    hint_rate: Annotated[_Rate, _about("hints a second for one person")] = 0.5
    hint_burst: Annotated[float, _about("hints at once for one person")] = 5.0
    # A very long game takes a quarter of a million bytes, most take a tenth of that.
    person_bytes_per_day: Annotated[_Rate, _about("bytes that are stored of one person in a day")] = 20e6
    address_bytes_per_day: Annotated[_Rate, _about("bytes that are stored of everybody at one address in a day")] = (
        100e6
    )
    bot_tables_per_person: Annotated[int, _about("games among bots alone that one person may have in play")] = 10
    bot_tables_per_address: Annotated[int, _about("games among bots alone that one address may have in play")] = 50
    sockets_per_address: Annotated[int, _about("open sockets of one address")] = 200
    tables_per_person: Annotated[int, _about("unfinished games of one person")] = 200
    unattended_tables: Annotated[int, _about("tables in memory that nobody has open")] = 1_000
    unattended_bytes: Annotated[int, _about("logs of the tables in memory that nobody has open")] = 16_777_216
    long_tables_bytes: Annotated[int, _about("logs of the very long tables in memory that somebody has open")] = (
        67_108_864
    )
    # What a connection may cost before anybody knows who it is.
    connections: Annotated[int, _about("open connections; 0 for as many as the system allows, less 200")] = 0
    connections_per_address: Annotated[int, _about("open connections of one address; without a proxy only")] = 300
    head_bytes: Annotated[int, _about("the longest head of a request")] = 32_768
    head_lines: Annotated[int, _about("the most header lines of a request")] = 100
    path_bytes: Annotated[int, _about("the longest address in a request, with its query")] = 4_096
    head_seconds: Annotated[float, _about("time for a request's head to come")] = 10.0
    body_seconds: Annotated[float, _about("time for a request's body to come")] = 60.0
    idle_seconds: Annotated[float, _about("time between two requests on one connection")] = 5.0
    send_seconds: Annotated[float, _about("time for a client to read what it was sent")] = 30.0
    ping_seconds: Annotated[float, _about("time after which a socket is asked whether it is still there")] = 20.0
    pong_seconds: Annotated[float, _about("time for a socket to answer that")] = 20.0
    control_rate: Annotated[_Rate, _about("pings, fragments and empty messages a second on one socket")] = 10.0
    control_burst: Annotated[float, _about("pings, fragments and empty messages at once on one socket")] = 100.0
    flood_seconds: Annotated[
        float, _about("time for which new connections of an address wait after such a flood; doubles with each one")
    ] = 1.0
    flood_seconds_most: Annotated[float, _about("the longest such time; after twice that floods are forgotten")] = 10.0
    send_buffer_bytes: Annotated[int, _about("what the system holds for one client that does not read")] = 65_536
    socket_backlog_bytes: Annotated[int, _about("answers that wait for one socket that does not read")] = 262_144
    backlog_bytes: Annotated[int, _about("what waits for all sockets and requests whose senders do not read")] = (
        67_108_864
    )


# For tests and measurements on one's own machine.
UNLIMITED = Limits(
    address_rate=1e9, address_burst=1e9, socket_rate=1e9, socket_burst=1e9, person_rate=1e9, person_burst=1e9,
    table_rate=1e9, table_burst=1e9, login_rate=1e9, login_burst=1e9, guests_rate=1e9, guests_burst=1e9,
    hint_rate=1e9, hint_burst=1e9, person_bytes_per_day=1e15, address_bytes_per_day=1e15,
    bot_tables_per_person=100_000, bot_tables_per_address=100_000,
    sockets_per_address=100_000, tables_per_person=100_000,
    connections_per_address=100_000, control_rate=1e9, control_burst=1e9, flood_seconds=0.0,
)  # fmt: skip


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """One server process. With no `database` everything lies in one SQLite file in the data folder."""

    data: Annotated[Path, _about("where everything is kept")] = msgspec.field(default_factory=default_data_folder)
    database: Annotated[str, _about("a postgresql:// address instead of the SQLite file")] = ""
    host: Annotated[str, _about("the address to listen on")] = "127.0.0.1"
    port: Annotated[int, _about("the port to listen on; 0 takes a free one")] = 8420
    origins: Annotated[
        tuple[str, ...], _about("origins besides the server's own that may open sockets and send changes")
    ] = ()
    secure_cookies: Annotated[bool, _about("send cookies over https only")] = False
    trust_proxy: Annotated[bool, _about("believe X-Forwarded-For and X-Forwarded-Proto")] = False
    bot_workers: Annotated[
        int, _about("processes that think for bots; with two or more, one is always there for bots against people")
    ] = 2
    bot_seconds: Annotated[float, _about("how long a bot may think about a turn")] = 2.0
    bot_grace: Annotated[float, _about("so long after its time a bot is stopped, and a legal action drawn for it")] = (
        5.0
    )
    worker_bytes: Annotated[
        int,
        msgspec.Meta(ge=134_217_728),
        _about(
            "memory of a worker process above which it is replaced before its next request; above half of that its "
            "bots forget what they thought in the turn under way, and twice as much it never gets"
        ),
    ] = 536_870_912
    check_seconds: Annotated[float, _about("time for a question that somebody waits for: plans, foresight, undo")] = 5.0
    import_seconds: Annotated[float, _about("time for reading a record")] = 20.0
    rules_seconds: Annotated[
        float, _about("time for one call of a plugin's rules; after twice that at most it is cut off, its table closed")
    ] = 2.0
    private_webhooks: Annotated[bool, _about("let reminders go into private networks")] = False
    heartbeat: Annotated[
        float, _about("seconds between two heartbeats; a process that leaves out three does not count as alive")
    ] = 2.0
    smtp: Annotated[str, _about("the mail server for forgotten passwords, as smtp://USER:PASSWORD@HOST:PORT")] = ""
    mail_from: Annotated[str, _about("the sender of its mails; without one, gunbai@ the public host")] = ""
    session_days: Annotated[int, _about("days without use after which a session ends")] = 365
    link_days: Annotated[int, _about("days for which a link to a table works")] = 30
    gathering_days: Annotated[int, _about("days that a table waits for players before it is closed")] = 14
    plugins: Annotated[tuple[str, ...], _about("modules to import first, with games and bots of others")] = ()
    compiling: Annotated[bool, _about("tell browsers that a compiled server will take over")] = False
    bots: Annotated[tuple[str, ...], _about("bots that people may seat besides the listed ones")] = ()
    log: Annotated[Literal["text", "json"], _about("lines of the log for people or for programs")] = "text"
    log_level: Annotated[Literal["debug", "info", "warning", "error"], _about("what is logged")] = "warning"
    access_log: Annotated[bool, _about("log every request, without its query and headers")] = False
    metrics_token: Annotated[str, _about("who brings it may read /metrics; without it, nobody may")] = ""
    limits: Limits = Limits()

    @property
    def public_address(self) -> str:
        """Where people find this server; links in mails lead there."""
        return self.origins[0].rstrip("/") if self.origins else f"http://{self.host}:{self.port}"

    @property
    def url(self) -> str:
        """The database as an SQLAlchemy address."""
        if not self.database:
            return f"sqlite:///{self.data / 'gunbai.sqlite3'}"
        scheme, colon, rest = self.database.partition("://")
        if not colon or scheme not in ("postgresql", "postgres", "postgresql+psycopg"):
            raise GunbaiError("the database setting is a postgresql://… address, or empty for SQLite")
        return f"postgresql+psycopg://{rest}"
