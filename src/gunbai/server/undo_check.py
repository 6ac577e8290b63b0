"""Can a seat take its last action back? That takes some thousand imagined worlds, so another process looks at them."""

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

log = logging.getLogger("gunbai.judge")

# A table must rest this long before anybody wonders about its last action: who plays on does not want it back.
_REST_SECONDS = 0.3
_LONGEST = 5.0


class UndoCheck:
    """Finds out whether a last action showed something hidden, for who sees an undo button and for who presses it."""

    def __init__(self, registry: TableRegistry, settings: Settings) -> None:
        self._registry = registry
        self._worker = Worker(settings, yielding=False)
        self._busy, self._pace = asyncio.Lock(), asyncio.Lock()
        self._waiting: set[str] = set()

    async def stop(self) -> None:
        await self._worker.stop()

    def attend(self, table: HostedTable) -> None:
        """Called after every event, and when somebody comes: look into the last action once the table rests."""
        if table.id not in self._waiting and self._wondering(table) is not None:
            self._waiting.add(table.id)
            self._registry.spawn(self._look(table.id))

    async def settle(self, table_id: str, seat: int) -> None:
        """Make sure that it is known whether the seat can undo; Refused if that cannot be found out now."""
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
                answer = await self._worker.ask(request, _LONGEST)
        except NoAnswer as error:
            log.warning("table %s: the judge failed: %s", table_id, error)
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
                    # What nobody asked for takes at most half of the process's time.
                    await asyncio.sleep(monotonic() - began)
                async with table.lock:
                    if table.version == seen and self._registry.holds(table):
                        self._registry.tell_again(table, table.chairs[seat].person)
        except GunbaiError as error:
            log.info("table %s: %s", table_id, error)
        finally:
            self._waiting.discard(table_id)

    def _wondering(self, table: HostedTable) -> int | None:
        """The seat of a person who has the table open and cannot be told yet whether they can undo."""
        if not table.begun:
            return None
        play = table.game_table
        seat = play.history.last_actor
        if seat < 0 or play.can_undo(seat) is not None:
            return None
        chair = table.chairs[seat]
        return seat if chair.kind == PERSON and self._registry.present(table.id, chair.person) else None


def undo_request(table: HostedTable, seat: int) -> UndoRequest:
    """The last action, with positions before and after it that are drawn from what its seat saw: no truth leaves."""
    play = table.game_table
    game = play.game
    before, action, after = play.history.last_step()
    drawn = [game.resample(game.view(s, seat), Rng(play.length)) for s in (before, after)]
    setup, (first, last) = table.setup, (game.position_text(s) for s in drawn)
    return UndoRequest(setup.game, setup.rules, seat, first, action, last)
