"""Tables at which only bots sit: they cost computing time and nobody waits for them, so each person may have a few."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from gunbai.server.accounts import NotAllowed
from gunbai.server.hosted_table import PLAYING, HostedTable
from gunbai.server.neighbours import Neighbours
from gunbai.server.settings import Limits
from gunbai.server.tokens import new_name
from gunbai.server.whereabouts import Whereabouts

_BOT_TABLES = "bot tables"


class BotTables:
    """Counts the games in play among bots alone, by the person who set them up and by that person's address.

    Several processes may have the same table open, so they tell each other which they know, and not how many.
    """

    def __init__(self, limits: Limits, whereabouts: Whereabouts, neighbours: Neighbours) -> None:
        self._per_person, self._per_address = limits.bot_tables_per_person, limits.bot_tables_per_address
        self._whereabouts, self._neighbours = whereabouts, neighbours
        self._running: dict[str, tuple[str, str]] = {}
        # Games that are being set up: who asks for many at once must not find each of them alone.
        self._coming: dict[str, tuple[str, str]] = {}

    def attend(self, table: HostedTable) -> None:
        """Called after every event of a table."""
        if table.bots and table.bots == len(table.chairs) and table.status == PLAYING:
            if table.id not in self._running:
                by = table.setup.by
                self._running[table.id] = by, self._whereabouts.of(by)
                self._neighbours.hold(_BOT_TABLES, table.id, f"{by} {self._whereabouts.of(by)}")
        elif table.id in self._running:
            del self._running[table.id]
            self._neighbours.let_go(_BOT_TABLES, table.id)

    @contextmanager
    def place(self, person: str) -> Iterator[None]:
        """A place for one more such game, kept while it is set up; NotAllowed if person or address have enough."""
        self._check(person)
        name = new_name()
        self._coming[name] = person, self._whereabouts.of(person)
        try:
            yield
        finally:
            del self._coming[name]

    def _check(self, person: str) -> None:
        address = self._whereabouts.of(person)
        running = self._everywhere()
        own = sum(by == person for by, _ in running.values())
        if own >= self._per_person:
            raise NotAllowed("you have {most} games among bots alone; wait until one has ended", most=own)
        near = sum(where == address for _, where in running.values()) if address else 0
        if near >= self._per_address:
            raise NotAllowed("your address has {most} games among bots alone; wait until one has ended", most=near)

    def _everywhere(self) -> dict[str, tuple[str, str]]:
        running = self._running | self._coming
        for table_id, about in self._neighbours.all_held(_BOT_TABLES):
            by, _, where = about.partition(" ")
            # Only a process that has seen the person knows the address.
            if table_id not in running or not running[table_id][1]:
                running[table_id] = by, where
        return running
