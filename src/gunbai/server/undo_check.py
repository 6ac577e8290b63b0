"""Whether a seat can take its last action back. That takes thousands of sampled worlds, so a worker computes it."""

from __future__ import annotations

import asyncio
import logging
from time import monotonic

from gunbai.core.errors import GunbaiError
from gunbai.core.rng import Rng
from gunbai.server.bot_worker import UndoAnswer, UndoRequest
from gunbai.server.hosted_table import HostedTable, Refused
from gunbai.server.settings import Settings
from gunbai.server.table_registry import TableRegistry
from gunbai.server.workers import NoAnswer, Worker
from gunbai.session import PERSON

log = logging.getLogger("gunbai.undo")

# The check starts after the table has rested this long: a player who plays on does not want to undo.
_REST_SECONDS = 0.3
_LONGEST = 5.0


class UndoCheck:
    """Finds out whether a last action showed something hidden, for the undo button and for the order itself."""

    def __init__(self, registry: TableRegistry, settings: Settings) -> None:
        self._registry = registry
        self.worker = Worker(settings, yielding=False)
        self._busy, self._pace = asyncio.Lock(), asyncio.Lock()
        self._waiting: set[str] = set()

    async def stop(self) -> None:
        await self.worker.stop()

    def attend(self, table: HostedTable) -> None:
        """Called after every event, and when a person opens the table: check the last action once the table rests."""
        if table.id not in self._waiting and self._wondering(table) is not None:
            self._waiting.add(table.id)
            self._registry.spawn(self._look(table.id))

    async def settle(self, table_id: str, seat: int) -> None:
        """Find out whether the seat can undo, if it is not known yet; Refused if that fails."""
        table = await self._registry.hold(table_id)
        try:
            if not table.begun or table.game_table.can_undo(seat) is not None:
                return
            play = table.game_table
            version, request = play.version, undo_request(table, seat)
        finally:
            table.lock.release()
        try:
            async with self._busy:
                answer = await self.worker.ask(request, _LONGEST)
        except NoAnswer as error:
            log.warning("table %s: the undo check failed: %s", table_id, error)
            raise Refused("whether this can be undone cannot be told now; ask for a take-back instead") from None
        assert isinstance(answer, UndoAnswer)
        play.judged(version, answer.shown)

    async def _look(self, table_id: str) -> None:
        try:
            table = await self._registry.open(table_id)
            seen = -1
            while seen != table.version:
                seen = table.version
                await asyncio.sleep(_REST_SECONDS)
            seat = self._wondering(table)
            if seat is not None:
                async with self._pace:
                    began = monotonic()
                    await self.settle(table_id, seat)
                    # Checks that nobody asked for take at most half of the worker's time.
                    await asyncio.sleep(monotonic() - began)
                async with table.lock:
                    if table.version == seen and self._registry.holds(table):
                        self._registry.tell_again(table, table.chairs[seat].person)
        except GunbaiError as error:
            log.info("table %s: %s", table_id, error)
        finally:
            self._waiting.discard(table_id)

    def _wondering(self, table: HostedTable) -> int | None:
        """The seat of a connected person for whom it is not known yet whether they can undo; else None."""
        if not table.begun:
            return None
        play = table.game_table
        seat = play.history.last_actor
        if seat < 0 or play.can_undo(seat) is not None:
            return None
        chair = table.chairs[seat]
        return seat if chair.kind == PERSON and self._registry.present(table.id, chair.person) else None


def undo_request(table: HostedTable, seat: int) -> UndoRequest:
    """The last action with positions before and after it, sampled from its seat's views: the worker gets no secrets."""
    play = table.game_table
    game = play.game
    before, action, after = play.history.last_step()
    drawn = [game.resample(game.view(s, seat), Rng(play.length)) for s in (before, after)]
    setup, (first, last) = table.setup, (game.position_text(s) for s in drawn)
    return UndoRequest(setup.game, setup.rules, seat, first, action, last)
