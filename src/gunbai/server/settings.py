"""The settings of a server."""

from __future__ import annotations

from pathlib import Path

import msgspec

from gunbai.core.errors import GunbaiError


def default_data_folder() -> Path:
    """The user's own data folder for Gunbai."""
    # Imported here: the command line reads this file, also where there is no server.
    from platformdirs import user_data_path  # noqa: PLC0415

    return user_data_path("gunbai", appauthor=False)


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """How much one address, one person and one table may ask for. Rates are per second, with a burst."""

    message_bytes: int = 16_384
    import_bytes: int = 1_000_000
    address_rate: float = 50.0
    address_burst: float = 500.0
    socket_rate: float = 200.0
    socket_burst: float = 2000.0
    person_rate: float = 30.0
    person_burst: float = 200.0
    table_rate: float = 100.0
    table_burst: float = 500.0
    # Passwords are slow to check on purpose, so guesses are rationed much harder.
    login_rate: float = 0.2
    login_burst: float = 10.0
    guests_rate: float = 0.5
    guests_burst: float = 60.0
    # A hint keeps a worker process busy for a second.
    hint_rate: float = 0.5
    hint_burst: float = 5.0
    # Games among bots alone that one person, or one address, may have in play at once.
    bot_tables_per_person: int = 10
    bot_tables_per_address: int = 50
    sockets_per_address: int = 200
    tables_per_person: int = 200
    # What a connection may cost before anybody knows who it is. With 0 connections: as many as the system lets us have.
    connections: int = 0
    connections_per_address: int = 300
    head_bytes: int = 32_768
    head_lines: int = 100
    path_bytes: int = 4_096
    head_seconds: float = 10.0
    body_seconds: float = 60.0
    # How long a connection may be silent between two requests, and how long a client may take to read what it was sent.
    idle_seconds: float = 5.0
    send_seconds: float = 30.0
    # How often a socket is asked whether it is still there, and how long it has to answer.
    ping_seconds: float = 20.0
    pong_seconds: float = 20.0
    # Frames of a socket that carry no order: pings, fragments, empty messages.
    control_rate: float = 10.0
    control_burst: float = 100.0
    # How much may wait for one socket that does not read, and for all of them.
    send_buffer_bytes: int = 65_536
    socket_backlog_bytes: int = 262_144
    backlog_bytes: int = 67_108_864


# For tests and measurements on one's own machine.
UNLIMITED = Limits(
    address_rate=1e9, address_burst=1e9, socket_rate=1e9, socket_burst=1e9, person_rate=1e9, person_burst=1e9,
    table_rate=1e9, table_burst=1e9, login_rate=1e9, login_burst=1e9, guests_rate=1e9, guests_burst=1e9,
    hint_rate=1e9, hint_burst=1e9, bot_tables_per_person=100_000, bot_tables_per_address=100_000,
    sockets_per_address=100_000, tables_per_person=100_000,
    connections_per_address=100_000, control_rate=1e9, control_burst=1e9,
)  # fmt: skip


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """One server process. With no `database` everything lies in one SQLite file in the data folder."""

    data: Path = msgspec.field(default_factory=default_data_folder)
    database: str = ""
    host: str = "127.0.0.1"
    port: int = 8420
    # Origins besides the server's own that may open sockets and send changes (a reverse proxy's public name).
    origins: tuple[str, ...] = ()
    secure_cookies: bool = False
    trust_proxy: bool = False
    # With two or more, one is always there for bots against people.
    bot_workers: int = 2
    bot_seconds: float = 2.0
    # A bot that has not answered this long after its budget is stopped and a legal action drawn for it.
    bot_grace: float = 5.0
    # The longest time for a question that somebody waits for (plans, foresight, undo), and for reading a record.
    check_seconds: float = 5.0
    import_seconds: float = 20.0
    private_webhooks: bool = False
    # Seconds between two heartbeats. A process that has left out three of them does not count as alive.
    heartbeat: float = 2.0
    # The mail server for forgotten passwords, as smtp://USER:PASSWORD@HOST:PORT (smtps:// for TLS from the start).
    smtp: str = ""
    # The sender of its mails; without one, gunbai@ the public host.
    mail_from: str = ""
    # After so many days without use a session ends, and so many days a link to a table works.
    session_days: int = 365
    link_days: int = 30
    # Modules to import first, with games and bots of others.
    plugins: tuple[str, ...] = ()
    # Browsers are told that the games are being compiled, and that this server will be replaced by a faster one.
    compiling: bool = False
    # Bots that people may seat besides the listed ones, such as `py:module:Class`.
    bots: tuple[str, ...] = ()
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
