"""Whether a seat can take its last action back, and whether bots let more be taken back.

That takes thousands of sampled worlds, so a worker computes it.
"""

from __future__ import annotations

import asyncio
import logging
from time import monotonic

from gunbai.core.errors import GunbaiError
from gunbai.server.fair_queue import ATTENDED, UNATTENDED
from gunbai.server.hosted_table import HostedTable, Refused
from gunbai.server.settings import Settings
from gunbai.server.table_registry import TableRegistry
from gunbai.server.whereabouts import Whereabouts
from gunbai.server.worker_messages import SeenStep, TakeBackAnswer, TakeBackRequest, UndoAnswer, UndoRequest, packed
from gunbai.server.workers import Asker, NoAnswer, WorkerPool
from gunbai.session import PERSON
from gunbai.session.reveal import Glimpse, public

log = logging.getLogger("gunbai.undo")

# The check starts after the table has rested this long: a player who plays on does not want to undo.
_REST_SECONDS = 0.3


class UndoCheck:
    """Finds out whether a last action showed something hidden, for the undo button and for the order itself."""

    def __init__(
        self, registry: TableRegistry, settings: Settings, workers: WorkerPool, whereabouts: Whereabouts
    ) -> None:
        self._registry, self._workers, self._whereabouts = registry, workers, whereabouts
        self._seconds = settings.check_seconds
        self._pace = asyncio.Lock()
        self._waiting: set[str] = set()

    def attend(self, table: HostedTable) -> None:
        """Called after every event, and when a person opens the table: check the last action once the table rests."""
        if table.id not in self._waiting and self._wondering(table) is not None:
            self._waiting.add(table.id)
            self._registry.spawn(self._look(table.id))

    async def settle(self, table_id: str, seat: int, rank: int = ATTENDED) -> None:
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
            person = table.chairs[seat].person
            asker = Asker(person, self._whereabouts.of(person), rank)
            answer = await self._workers.ask(request, self._seconds, asker, f"undo:{table_id}:{version}")
        except NoAnswer as error:
            log.warning("table %s: the undo check failed: %s", table_id, error)
            raise Refused("whether this can be undone cannot be told now; ask for a take-back instead") from None
        assert isinstance(answer, UndoAnswer)
        play.judged(version, answer.shown)

    async def bots_agree(self, table_id: str, seat: int, what: str, length: int) -> tuple[int, bool] | None:
        """The version, and whether bots let the seat take back; they do not if that cannot be told in time.

        None if no bot is asked, or nothing has to be sampled.
        """
        table = await self._registry.hold(table_id)
        try:
            if not table.begun or not table.game.info.hidden or not table.bots_asked(seat, what, length):
                return None
            version, seen = table.version, table.game_table.glimpses(seat, length)
            if not seen:
                return version, seen is not None
            request = take_back_request(table, seen)
            person = table.chairs[seat].person
        finally:
            table.lock.release()
        asker = Asker(person, self._whereabouts.of(person))
        try:
            answer = await self._workers.ask(request, self._seconds, asker, f"take-back:{table_id}")
        except NoAnswer as error:
            log.warning("table %s: a take-back could not be judged: %s", table_id, error)
            return version, False
        assert isinstance(answer, TakeBackAnswer)
        return version, not answer.learnt

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
                    await self.settle(table_id, seat, UNATTENDED)
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
        """The seat of a connected person of whom it is not known yet whether they can undo; else None."""
        if not table.begun or not table.game.info.hidden:
            return None
        play = table.game_table
        seat = play.history.last_actor
        if seat < 0 or play.can_undo(seat) is not None:
            return None
        chair = table.chairs[seat]
        return seat if chair.kind == PERSON and self._registry.audience.present(table.id, [chair.person]) else None


def undo_request(table: HostedTable, seat: int) -> UndoRequest:
    """The last action with what its seat saw before and after it: the worker gets no secrets."""
    play, setup = table.game_table, table.setup
    before, action, after = play.history.last_step()
    known, result = play.game.view(before, seat), public(play.game, after, seat)
    return UndoRequest(setup.game, setup.rules, packed(known), action, packed(result))


def take_back_request(table: HostedTable, seen: list[Glimpse]) -> TakeBackRequest:
    """What the seat that asks saw of the actions."""
    steps = [SeenStep(packed(g.known), g.actor, g.perceived, packed(g.result)) for g in seen]
    return TakeBackRequest(table.setup.game, table.setup.rules, steps)
