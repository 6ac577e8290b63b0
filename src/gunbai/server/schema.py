"""The tables of the database as they are now; `migrations/` brings older ones here."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    false,
)

metadata = MetaData()

persons = Table(
    "persons",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("login", String(40), unique=True),
    Column("password", Text),
    Column("webhook", Text, nullable=False, server_default=""),
    Column("created", BigInteger, nullable=False),
    # Where a forgotten password is reset; it counts only once its owner has answered from there.
    Column("email", String(200), nullable=False, server_default=""),
    Column("email_confirmed", Boolean, nullable=False, server_default=false()),
    # When the person asked to be deleted; the row goes once nothing of them is left in any log.
    Column("deleted", BigInteger, index=True),
    # Operators keep order: they mute and ban for a time. Only a person with access to the machine makes one.
    Column("operator", Boolean, nullable=False, server_default=false()),
    Column("muted_until", BigInteger, nullable=False, server_default="0"),
    Column("banned_until", BigInteger, nullable=False, server_default="0"),
)

# The holder of the cookie is the person. Only a hash is kept: a stolen database opens no seat.
sessions = Table(
    "sessions",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("token_hash", LargeBinary(32), nullable=False, unique=True),
    Column("person", String(24), ForeignKey("persons.id"), nullable=False, index=True),
    Column("label", String(80), nullable=False, server_default=""),
    Column("created", BigInteger, nullable=False),
    # When it was last used, to the day; a session that nobody uses ends.
    Column("used", BigInteger, nullable=False, server_default="0"),
)

# A row per table for lobby and "my games". Everything in it follows from the events.
tables = Table(
    "tables",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("status", String(12), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    # When the server itself must look at the table next: a clock runs out, a bot is to act. Empty if it need not.
    Column("due", BigInteger, index=True),
    # Once the game is over: what a list says of it, as JSON.
    Column("summary", Text),
    # Who has set it up; empty for games that were over before this was noted, and for somebody who is deleted.
    Column("host", String(24), nullable=False, server_default=""),
    Index("tables_lobby", "status", "listed", "changed"),
)

# The truth. One row is one change to one table, complete in itself; (table_id, seq) makes appending compare-and-append.
# That keeps keys unique, too: a process that appends at a place has read every key before it.
events = Table(
    "events",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("key", String(64)),
    Column("body", Text, nullable=False),
)

# Who sits where, for "my games" and for absorbing a guest; follows from the events.
seats = Table(
    "seats",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", String(24), ForeignKey("persons.id"), nullable=False, index=True),
)

# The people a table's log names, including those who gave up their seat: for exporting and deleting a person's data.
traces = Table(
    "traces",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("person", String(24), primary_key=True),
    Index("ix_traces_person", "person"),
)

watchers = Table(
    "watchers",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("person", String(24), ForeignKey("persons.id"), primary_key=True),
)

# Links to a seat, to any open seat, to watching, to being the same person on another device, to a new password, and to
# the confirmation of an e-mail address.
links = Table(
    "links",
    metadata,
    Column("token_hash", LargeBinary(32), primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("table_id", String(24)),
    Column("seat", Integer),
    Column("person", String(24)),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger),
)

# The secret behind a table's dice; it enters the log only when the game is over.
seeds = Table(
    "seeds",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("seed", LargeBinary(32), nullable=False),
)

mutes = Table(
    "mutes",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("person", String(24), primary_key=True),
    Column("muted", String(24), primary_key=True),
)

# The last turn (the version it began with) that a seat's player was reminded of, and whether that time was short.
reminders = Table(
    "reminders",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("turn", Integer, nullable=False),
    Column("late", Boolean, nullable=False),
)

# Signs of life of the server processes, and the times when none was alive: clocks stand still then.
heartbeats = Table(
    "heartbeats",
    metadata,
    Column("process", String(24), primary_key=True),
    Column("at", BigInteger, nullable=False),
)

outages = Table(
    "outages",
    metadata,
    Column("began", BigInteger, primary_key=True),
    Column("ended", BigInteger, nullable=False),
)

# Addresses that operators have shut out.
address_bans = Table(
    "address_bans",
    metadata,
    Column("address", String(64), primary_key=True),
    Column("until", BigInteger, nullable=False),
)

# What players told the operators about each other.
reports = Table(
    "reports",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("reporter", String(24), nullable=False),
    Column("accused", String(24), nullable=False),
    Column("table_id", String(24), nullable=False),
    Column("text", Text, nullable=False),
    Column("settled", BigInteger),
)

# Every act of an operator; nothing in it is ever changed.
audit = Table(
    "audit",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("operator", String(40), nullable=False),
    Column("act", String(80), nullable=False),
    Column("target", String(64), nullable=False),
    Column("reason", Text, nullable=False),
)
