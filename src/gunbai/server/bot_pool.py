"""Bots at tables: asks worker processes what they choose, and plays it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from time import monotonic

from gunbai.core.bot import TurnTime
from gunbai.core.errors import GunbaiError, NotYourTurn
from gunbai.core.rng import Rng
from gunbai.server import messages as m
from gunbai.server.bot_worker import ChosenAction, HintAnswer, HintRequest, ThinkRequest
from gunbai.server.hosted_table import HostedTable, Refused
from gunbai.server.settings import Settings
from gunbai.server.table_registry import TableRegistry, bots_at
from gunbai.server.workers import NoAnswer, Worker

log = logging.getLogger("gunbai.bots")

# The longest time a hint may take.
_HINT_SECONDS = 1.0


class BotPool:
    """Asks workers on behalf of the bots that sit at tables."""

    def __init__(self, registry: TableRegistry, settings: Settings) -> None:
        self._registry = registry
        self._seconds = settings.bot_seconds
        self._free: asyncio.Queue[Worker] = asyncio.Queue()
        self.workers = [Worker(settings, yielding=True) for _ in range(max(1, settings.bot_workers))]
        for worker in self.workers:
            self._free.put_nowait(worker)
        self._thinking: dict[str, TurnTime] = {}
        self._stopping = False

    def attend(self, table: HostedTable) -> None:
        """Called after every event: start thinking where a bot is to act."""
        if table.id not in self._thinking and bots_at(table):
            self._thinking[table.id] = TurnTime(self._seconds)
            self._registry.spawn(self._play(table.id))

    async def hint(self, table_id: str, seat: int) -> m.HintGiven:
        """What the search advises a seat to do, from what that seat sees."""
        table = await self._registry.hold(table_id)
        try:
            version, request = table.version, hint_request(table, seat, min(self._seconds, _HINT_SECONDS))
        finally:
            table.lock.release()
        worker = await self._free.get()
        try:
            found = await worker.ask(request, request.seconds)
        except NoAnswer as error:
            log.warning("table %s: no hint: %s", table_id, error)
            raise Refused("there is no hint now; try again") from None
        finally:
            self._free.put_nowait(worker)
        assert isinstance(found, HintAnswer)
        return m.HintGiven(seat, version, found.actions, found.line)

    async def stop(self) -> None:
        self._stopping = True
        await asyncio.gather(*(worker.stop() for worker in self.workers))

    async def _play(self, table_id: str) -> None:
        try:
            while await self._one(table_id):
                pass
        finally:
            del self._thinking[table_id]

    async def _one(self, table_id: str) -> bool:
        table = await self._registry.hold(table_id)
        try:
            waiting = bots_at(table)
            if not waiting:
                return False
            seat, bot = waiting[0]
            request = think_request(table, seat, bot, self._thinking[table_id].left(seat))
            version = table.version
        finally:
            table.lock.release()
        note = ""
        worker = await self._free.get()
        began = monotonic()
        try:
            action = await _choose(worker, request)
        except NoAnswer as error:
            if self._stopping:
                # The bot is not at fault: the next server process asks it again.
                return False
            log.warning("table %s: bot %s failed: %s", table_id, bot, error)
            action = secrets.choice(request.legal)
            note = f"the bot {bot} gave no answer; an action was drawn for it"
        finally:
            self._thinking[table_id].used(monotonic() - began)
            self._free.put_nowait(worker)
        with contextlib.suppress(GunbaiError):
            await self._registry.change(
                table_id, lambda t: t.act(seat, [action], version, note), f"bot:{version}:{seat}"
            )
        return True


async def _choose(worker: Worker, request: ThinkRequest) -> int:
    choice = await worker.ask(request, request.seconds)
    if not isinstance(choice, ChosenAction) or choice.action not in request.legal:
        raise NoAnswer(f"it answered {choice}, which is not legal"[:300])
    return choice.action


def think_request(table: HostedTable, seat: int, bot: str, seconds: float, seed: int | None = None) -> ThinkRequest:
    """What a bot is told: made from the view of its seat and a random number, nothing else."""
    seed = secrets.randbits(60) if seed is None else seed
    position, history = _seen(table, seat, seed)
    setup, legal = table.setup, table.game_table.bot_actions(seat)
    return ThinkRequest(setup.game, setup.rules, bot, seat, position, history, legal, seconds, seed)


def hint_request(table: HostedTable, seat: int, seconds: float, seed: int | None = None) -> HintRequest:
    """The same for a person who wants advice."""
    if seat not in table.game_table.to_act:
        raise NotYourTurn("it is not your turn; there is nothing to advise")
    seed = secrets.randbits(60) if seed is None else seed
    return HintRequest(table.setup.game, table.setup.rules, seat, *_seen(table, seat, seed), seconds, seed)


def _seen(table: HostedTable, seat: int, seed: int) -> tuple[str, list[int]]:
    """A position that fits the view of a seat, and what the seat saw happen."""
    game, view = table.game_table.game, table.game_table.view(seat)
    return game.position_text(game.resample(view, Rng(seed))), view.history
