"""Choices that everybody can know to be forced are played by the server, where the table wants that (`auto`).

Where something is hidden a worker finds out, by sampling, whether everybody can know.
"""

from __future__ import annotations

import contextlib
import logging
from functools import partial

from gunbai.core.errors import GunbaiError
from gunbai.core.game import SPECTATOR
from gunbai.server.hosted_table import HostedTable
from gunbai.server.settings import Settings
from gunbai.server.table_registry import TableRegistry
from gunbai.server.whereabouts import Whereabouts
from gunbai.server.worker_messages import ForcedAnswer, ForcedRequest, packed
from gunbai.server.workers import Asker, NoAnswer, WorkerPool

log = logging.getLogger("gunbai.forced")


class ForcedPlay:
    """Looks at tables after every event."""

    def __init__(
        self, registry: TableRegistry, settings: Settings, workers: WorkerPool, whereabouts: Whereabouts
    ) -> None:
        self._registry, self._workers, self._whereabouts = registry, workers, whereabouts
        self._seconds = settings.check_seconds
        # Per table the version that is being looked at.
        self._looking: dict[str, int] = {}

    def attend(self, table: HostedTable) -> None:
        """Called after every event of a table."""
        if table.setup.auto and not self.looks_at(table) and table.maybe_forced() is not None:
            self._looking[table.id] = table.version
            self._registry.spawn(self._look(table))

    def looks_at(self, table: HostedTable) -> bool:
        """Whether it is still being found out what of a table is forced."""
        return table.id in self._looking

    async def _look(self, table: HostedTable) -> None:
        try:
            while (found := table.maybe_forced()) is not None:
                version = self._looking[table.id] = table.version
                if not await self._is_known(table, *found):
                    if version == table.version:
                        return
                    continue
                with contextlib.suppress(GunbaiError):
                    played = partial(HostedTable.play_forced, version=version)
                    await self._registry.change(table.id, played, f"forced:{version}")
                if not self._registry.holds(table):
                    return
        finally:
            del self._looking[table.id]

    async def _is_known(self, table: HostedTable, seat: int, action: int) -> bool:
        person = table.chairs[seat].person
        asker = Asker(person, self._whereabouts.of(person))
        request = forced_request(table, seat, action)
        try:
            given = await self._workers.ask(request, self._seconds, asker, f"forced:{table.id}")
        except NoAnswer as error:
            log.warning("table %s: whether a choice is forced cannot be told: %s", table.id, error)
            return False
        return isinstance(given, ForcedAnswer) and given.forced


def forced_request(table: HostedTable, seat: int, action: int) -> ForcedRequest:
    """The question for a worker. It holds the only action, so it is no spectator's, but what comes of it is public."""
    play, setup = table.game_table, table.setup
    view = packed(play.view(int(SPECTATOR)))
    return ForcedRequest(setup.game, setup.rules, view, seat, action, play.length)
