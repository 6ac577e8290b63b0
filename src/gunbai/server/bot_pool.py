"""Bots at tables: worker processes are asked, watched, and replaced when they crash or hang."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import sys
from time import monotonic

import msgspec

from gunbai.core.bot import TurnTime
from gunbai.core.errors import GunbaiError
from gunbai.core.rng import Rng
from gunbai.server.bot_worker import Choice, Question
from gunbai.server.hall import Hall, bots_at
from gunbai.server.settings import Settings
from gunbai.server.table import LiveTable

log = logging.getLogger("gunbai.bots")

_LINE = 1 << 20
# What a worker may inherit; database addresses and the like stay here.
_KEPT = ("PATH", "PYTHONPATH", "PYTHONHOME", "LANG", "LC_ALL", "SYSTEMROOT", "VIRTUAL_ENV", "HOME")


class BotFailed(GunbaiError):
    """A bot gave no usable answer."""


class Worker:
    """One process that thinks; started when needed, killed when it does not answer."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._process: asyncio.subprocess.Process | None = None

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process is not None else None

    async def ask(self, question: Question) -> int:
        """The bot's choice; BotFailed if it crashes, hangs, or answers nonsense."""
        try:
            async with asyncio.timeout(question.seconds + self._settings.bot_grace):
                process = await self._running()
                assert process.stdin is not None
                assert process.stdout is not None
                process.stdin.write(msgspec.json.encode(question) + b"\n")
                await process.stdin.drain()
                line = await process.stdout.readline()
            choice = msgspec.json.decode(line, type=Choice)
        except TimeoutError:
            await self.stop()
            raise BotFailed("it did not answer in time") from None
        except (OSError, ValueError, msgspec.DecodeError):
            await self.stop()
            raise BotFailed("its process ended") from None
        except asyncio.CancelledError:
            await self.stop()
            raise
        if choice.error:
            raise BotFailed(choice.error)
        if choice.action not in question.legal:
            raise BotFailed(f"it chose {choice.action}, which is not legal")
        return choice.action

    async def stop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _running(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "gunbai.server.bot_worker",
                *self._settings.plugins,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                env={name: os.environ[name] for name in _KEPT if name in os.environ},
                limit=_LINE,
            )
        return self._process


class BotPool:
    """Asks workers on behalf of the bots that sit at tables."""

    def __init__(self, hall: Hall, settings: Settings) -> None:
        self._hall = hall
        self._seconds = settings.bot_seconds
        self._free: asyncio.Queue[Worker] = asyncio.Queue()
        self.workers = [Worker(settings) for _ in range(max(1, settings.bot_workers))]
        for worker in self.workers:
            self._free.put_nowait(worker)
        self._thinking: dict[str, TurnTime] = {}

    def attend(self, table: LiveTable) -> None:
        """Called after every event: start thinking where a bot is to act."""
        if table.id not in self._thinking and bots_at(table):
            self._thinking[table.id] = TurnTime(self._seconds)
            self._hall.spawn(self._play(table.id))

    async def stop(self) -> None:
        await asyncio.gather(*(worker.stop() for worker in self.workers))

    async def _play(self, table_id: str) -> None:
        try:
            while await self._one(table_id):
                pass
        finally:
            del self._thinking[table_id]

    async def _one(self, table_id: str) -> bool:
        table = await self._hall.open(table_id)
        async with table.lock:
            waiting = bots_at(table)
            if not waiting:
                return False
            seat, bot = waiting[0]
            question = ask(table, seat, bot, self._thinking[table_id].left(seat))
            version = table.version
        note = ""
        worker = await self._free.get()
        began = monotonic()
        try:
            action = await worker.ask(question)
        except BotFailed as error:
            log.warning("table %s: bot %s failed: %s", table_id, bot, error)
            action = secrets.choice(question.legal)
            note = f"the bot {bot} gave no answer; an action was drawn for it"
        finally:
            self._thinking[table_id].used(monotonic() - began)
            self._free.put_nowait(worker)
        with contextlib.suppress(GunbaiError):
            await self._hall.change(table_id, lambda t: t.act(seat, [action], version, note), f"bot:{version}:{seat}")
        return True


def ask(table: LiveTable, seat: int, bot: str, seconds: float, seed: int | None = None) -> Question:
    """What a bot is told: made from the view of its seat and a random number, nothing else."""
    play = table.table
    view = play.view(seat)
    seed = secrets.randbits(60) if seed is None else seed
    world = play.game.resample(view, Rng(seed))
    return Question(
        table.setup.game,
        bot,
        seat,
        play.game.position_text(world),
        view.history,
        play.legal(seat),
        seconds,
        seed,
    )
