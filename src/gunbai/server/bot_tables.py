"""Tables at which only bots sit: they cost computing time and nobody waits for them, so each person may have a few."""

from __future__ import annotations

from gunbai.server.accounts import NotAllowed
from gunbai.server.hosted_table import PLAYING, HostedTable
from gunbai.server.settings import Limits
from gunbai.server.whereabouts import Whereabouts
from gunbai.session import BOT


def only_bots(table: HostedTable) -> bool:
    """Whether all seats are bots'."""
    return all(chair.kind == BOT for chair in table.chairs)


class BotTables:
    """Counts the games in play among bots alone, by the person who set them up and by that person's address."""

    def __init__(self, limits: Limits, whereabouts: Whereabouts) -> None:
        self._per_person, self._per_address = limits.bot_tables_per_person, limits.bot_tables_per_address
        self._whereabouts = whereabouts
        self._running: dict[str, tuple[str, str]] = {}

    def attend(self, table: HostedTable) -> None:
        """Called after every event of a table."""
        if table.status == PLAYING and only_bots(table):
            if table.id not in self._running:
                self._running[table.id] = table.setup.by, self._whereabouts.of(table.setup.by)
        elif table.id in self._running:
            del self._running[table.id]

    def check(self, person: str) -> None:
        """Refuse if the person or the address has as many such games as allowed."""
        address = self._whereabouts.of(person)
        own = sum(by == person for by, _ in self._running.values())
        if own >= self._per_person:
            raise NotAllowed("you have {most} games among bots alone; wait until one has ended", most=own)
        near = sum(where == address for _, where in self._running.values()) if address else 0
        if near >= self._per_address:
            raise NotAllowed("your address has {most} games among bots alone; wait until one has ended", most=near)
