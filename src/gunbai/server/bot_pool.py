"""Bots at tables: asks worker processes what they choose, and plays it."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import secrets
from math import ceil
from time import monotonic

from gunbai.bots.levels import level_of
from gunbai.core.errors import GunbaiError, NotYourTurn
from gunbai.core.game import Game
from gunbai.server import inquiry_messages as im
from gunbai.server.fair_queue import ATTENDED, UNATTENDED
from gunbai.server.hosted_table import HostedTable, Refused
from gunbai.server.limits import TooMuch
from gunbai.server.settings import Settings
from gunbai.server.table_registry import TableRegistry
from gunbai.server.whereabouts import Whereabouts
from gunbai.server.worker_messages import ChosenAction, HintAnswer, HintRequest, ThinkRequest, packed
from gunbai.server.workers import Asker, NoAnswer, TookTooLong, Worker, WorkerPool
from gunbai.session import BOT, PERSON

log = logging.getLogger("gunbai.bots")

# The longest time a hint may take.
_HINT_SECONDS = 1.0
# How many hints of one person may wait at once.
_HINTS_WAITING = 2
# A bot gives its worker back in the middle of a turn if it has had it this much longer than its time.
_OVERTIME = 1.0
# Where the number of choices is a secret, answers come at whole multiples of this, and never before their share.
_BEAT, _MARGIN = 0.01, 0.02
# How often people who wait are told how many bots think before theirs; whoever comes to wait hears it sooner.
_TELL_SECONDS, _TELL_NEXT = 0.5, 0.05
_MOST_HOMES = 10_000
# How many answers to people who wanted advice are kept: who asks again in the same moment is told the same.
_ADVICE_KEPT = 1_000
# Bots that search, besides the higher levels.
_SEARCHERS = ("search", "search-1", "plain")


class _Turn:
    """The turn of a bot at a table: its seat, the seconds it has left, and the worker it holds."""

    def __init__(self) -> None:
        self.seat = -1
        self.left = 0.0
        self.worker: Worker | None = None
        # The worker that knows the bot, and until when the bot may keep it.
        self.home: Worker | None = None
        self.until = 0.0


class BotPool:
    """Asks workers on behalf of the bots that sit at tables."""

    def __init__(
        self, registry: TableRegistry, settings: Settings, workers: WorkerPool, whereabouts: Whereabouts
    ) -> None:
        self._registry = registry
        self._seconds, self._grace = settings.bot_seconds, settings.bot_grace
        self._pool, self._whereabouts = workers, whereabouts
        self._turns: dict[str, _Turn] = {}
        # Where the bots of a table live, for the next turn.
        self._homes: dict[str, Worker] = {}
        self._hinting: dict[str, int] = {}
        # The last advice for a seat of a table, and the number of the view it was given for.
        self._advice: dict[tuple[str, int], tuple[int, HintAnswer]] = {}
        # Per table, how many bots the people there were last told to be before theirs, and after which event: an event
        # takes the place of what was told before it.
        self._told: dict[str, tuple[int, int]] = {}
        self._telling = False
        self._joined = asyncio.Event()
        self._stopping = False

    def attend(self, table: HostedTable) -> None:
        """Called after every event: start thinking where a bot is to act."""
        if table.bots and table.id not in self._turns and bots_at(table):
            turn = _Turn()
            turn.home = self._homes.get(table.id)
            self._turns[table.id] = turn
            self._registry.spawn(self._play(table.id, turn))

    async def hint(self, person: str, table_id: str, seat: int) -> im.HintGiven:
        """What the search advises a seat to do, from what that seat sees."""
        table = await self._registry.hold(table_id)
        try:
            version, request = table.version, hint_request(table, seat, min(self._seconds, _HINT_SECONDS))
        finally:
            table.lock.release()
        moment, given = self._advice.get((table_id, seat), (-1, None))
        if given is None or moment != request.seed:
            given = await self._advise(person, table_id, request)
            if len(self._advice) >= _ADVICE_KEPT:
                self._advice.clear()
            self._advice[table_id, seat] = (request.seed, given)
        return im.HintGiven(seat, version, given.actions, given.line)

    async def _advise(self, person: str, table_id: str, request: HintRequest) -> HintAnswer:
        waiting = self._hinting.get(person, 0)
        if waiting >= _HINTS_WAITING:
            raise TooMuch("for hints", _HINT_SECONDS)
        self._hinting[person] = waiting + 1
        asker = Asker(person, self._whereabouts.of(person), UNATTENDED)
        try:
            found = await self._pool.ask(request, request.seconds + self._grace, asker, f"hint:{table_id}")
        except NoAnswer as error:
            log.warning("table %s: no hint: %s", table_id, error)
            raise Refused("there is no hint now; try again") from None
        finally:
            self._hinting[person] -= 1
            if not self._hinting[person]:
                del self._hinting[person]
        assert isinstance(found, HintAnswer)
        return found

    def stopping(self) -> None:
        """The server is going down: a bot that gives no answer from now on is not at fault."""
        self._stopping = True

    # -- turns ------------------------------------------------------------------------------------------

    async def _play(self, table_id: str, turn: _Turn) -> None:
        try:
            while await self._one(table_id, turn):
                pass
        finally:
            del self._turns[table_id]
            self._told.pop(table_id, None)
            self._give_back(turn)
            if len(self._homes) >= _MOST_HOMES:
                self._homes.clear()
            if turn.home is not None:
                self._homes[table_id] = turn.home

    async def _one(self, table_id: str, turn: _Turn) -> bool:
        """One action of a bot; False when no bot is to act."""
        table = await self._registry.open(table_id)
        waiting = bots_at(table)
        if not waiting:
            return False
        if turn.seat != waiting[0][0]:
            # Another bot's turn begins, and it has to queue up like everybody else.
            self._give_back(turn)
        if turn.worker is None:
            turn.worker = await self._wait(table, turn)
        table = await self._registry.hold(table_id)
        try:
            waiting = bots_at(table)
            if not waiting:
                return False
            seat, bot = waiting[0]
            if turn.seat != seat:
                turn.seat, turn.left = seat, own_seconds(bot, self._seconds)
                turn.until = monotonic() + turn.left + _OVERTIME
            request = think_request(table, seat, bot, turn.left)
            version = table.version
            share = share_of(table.game, bot, turn.left) if _keeps_count_secret(table) else -1.0
        finally:
            table.lock.release()
        began = monotonic()
        action, note = await self._ask(turn, request)
        if action is None:
            return False
        took = monotonic() - began
        if share >= 0:
            took = await self._wait_for_beat(turn, share, took)
        turn.left = max(0.0, turn.left - took)
        with contextlib.suppress(GunbaiError):
            await self._registry.change(
                table_id, lambda t: t.act(seat, [action], version, note), f"bot:{version}:{seat}"
            )
        if turn.worker is not None and self._pool.crowded and monotonic() > turn.until:
            self._give_back(turn)
        return True

    async def _wait(self, table: HostedTable, turn: _Turn) -> Worker:
        """Wait for a worker, and let the people at the table know how many wait before them."""
        people = [chair.person for chair in table.chairs if chair.kind == PERSON and chair.person]
        person = people[0] if people else table.setup.by
        asker = Asker(person, self._whereabouts.of(person), ATTENDED if people else UNATTENDED)
        if people and not self._telling:
            # It begins when this bot is in the queue, and ends at once if nobody has to wait.
            self._telling = True
            self._registry.spawn(self._tell())
        elif people:
            self._joined.set()
        worker = await self._pool.acquire(asker, turn.home, table.id)
        turn.home = worker
        if self._told.pop(table.id, None):
            self._show(table.id, 0)
        return worker

    async def _ask(self, turn: _Turn, request: ThinkRequest) -> tuple[int | None, str]:
        """The bot's choice and a note; no choice if the server is going down."""
        assert turn.worker is not None
        subject = f"bot:{request.table}"
        try:
            self._pool.check_barred(subject)
            choice = await turn.worker.ask(request, request.seconds + self._grace)
            if not isinstance(choice, ChosenAction) or choice.action not in request.legal:
                raise NoAnswer(f"it answered {choice}, which is not legal"[:300])
        except NoAnswer as error:
            if self._stopping:
                # The bot is not at fault: the next server process asks it again.
                return None, ""
            if isinstance(error, TookTooLong):
                self._pool.bar(subject)
            self._give_back(turn)
            log.warning("table %s: bot %s failed: %s", request.table, request.bot, error)
            note = f"the bot {request.bot} gave no answer; an action was drawn for it"
            return secrets.choice(request.legal), note
        return choice.action, ""

    async def _wait_for_beat(self, turn: _Turn, share: float, took: float) -> float:
        """Hold the answer back until a moment that does not tell how many choices there were; the time since asked."""
        due = answer_due(share, took)
        if due > took:
            if self._pool.crowded:
                self._give_back(turn)
            await asyncio.sleep(due - took)
        return due

    def _give_back(self, turn: _Turn) -> None:
        if turn.worker is not None:
            worker, turn.worker = turn.worker, None
            self._pool.release(worker)

    # -- what people who wait are told -------------------------------------------------------------------

    async def _tell(self) -> None:
        """While bots wait for a worker, tell the people at their tables how many are before theirs."""
        try:
            while self._pool.crowded:
                before: dict[str, int] = {}
                for number, table_id in enumerate(self._pool.waiting(), start=1):
                    before.setdefault(table_id, number)
                for table_id, number in before.items():
                    self._show_anew(table_id, number)
                # A long queue is not read again for each of many who come at once.
                await asyncio.sleep(_TELL_NEXT)
                with contextlib.suppress(asyncio.TimeoutError):
                    await asyncio.wait_for(self._joined.wait(), _TELL_SECONDS)
                self._joined.clear()
        finally:
            self._telling = False

    def _show_anew(self, table_id: str, ahead: int) -> None:
        """Show it to those at a table who do not know it; whoever cannot be told now is told next time."""
        table = self._registry.at_hand(table_id)
        if table is not None and table_id in self._turns and self._told.get(table_id) != (ahead, table.seq):
            seq = table.seq
            if self._show(table_id, ahead):
                self._told[table_id] = (ahead, seq)

    def _show(self, table_id: str, ahead: int) -> bool:
        table = self._registry.at_hand(table_id)
        waiting = bots_at(table) if table is not None and table_id in self._registry.audience else []
        return table is not None and bool(waiting) and self._registry.tell_thinking(table, waiting[0][0], ahead)


def bots_at(table: HostedTable) -> list[tuple[int, str]]:
    """The seats of bots that are to act, with the bots' names."""
    return [(seat, table.chairs[seat].bot) for seat in table.bots_to_act() if table.chairs[seat].kind == BOT]


def own_seconds(bot: str, most: float) -> float:
    """How long a bot may think about a whole turn: as its level says, if that is less than the server allows."""
    level = level_of(bot)
    return most if level is None else min(most, level.seconds)


def share_of(game: Game, bot: str, seconds: float) -> float:
    """How long a bot with so many seconds left thinks about one action, if it thinks at all."""
    level = level_of(bot)
    if level is None:
        searches = bot.partition(":")[0] in _SEARCHERS
    else:
        searches = level.number > max(2, game.heuristics.levels.by_habit)
    return seconds * game.heuristics.pace + _MARGIN if searches else 0.0


def answer_due(share: float, took: float) -> float:
    """When the answer is given, in seconds since the bot was asked: by the share alone, unless that was not enough."""
    return ceil(max(share, took, _BEAT) / _BEAT) * _BEAT


def _keeps_count_secret(table: HostedTable) -> bool:
    """Whether somebody could learn something hidden from how long a bot takes."""
    return table.game.info.hidden and any(chair.kind == PERSON for chair in table.chairs)


def think_request(table: HostedTable, seat: int, bot: str, seconds: float, seed: int | None = None) -> ThinkRequest:
    """What a bot is told: made from the view of its seat and a random number, nothing else."""
    seed = secrets.randbits(60) if seed is None else seed
    setup, legal = table.setup, table.game_table.bot_actions(seat)
    view = packed(table.game_table.view(seat))
    return ThinkRequest(setup.game, setup.rules, table.id, seat, bot, view, legal, seconds, seed)


def hint_request(table: HostedTable, seat: int, seconds: float) -> HintRequest:
    """The same for a person who wants advice; the number is drawn from the view, so that it is the moment's own."""
    if seat not in table.game_table.to_act:
        raise NotYourTurn("it is not your turn; there is nothing to advise")
    view = packed(table.game_table.view(seat))
    seed = int.from_bytes(hashlib.blake2b(view, digest_size=7).digest(), "big")
    return HintRequest(table.setup.game, table.setup.rules, view, seconds, seed)
