"""Worker processes: each takes one request at a time, and is replaced when it crashes, hangs or takes too long."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import time
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path

import msgspec

import gunbai
from gunbai.core.errors import GunbaiError
from gunbai.server.fair_queue import ATTENDED, UNATTENDED, FairQueue, Ticket
from gunbai.server.memory import resident
from gunbai.server.settings import Settings
from gunbai.server.worker_messages import Failure, Ready, Refusal, WorkerAnswer, WorkerRequest, error_of

# The longest answer; a large record that was read is the longest there is.
_LINE = 1 << 25
# Starting a process takes time that is not the request's.
_START_SECONDS = 60.0
# A subject whose request took too long is refused for this many seconds.
_BARRED_SECONDS = 60.0
_MOST_BARRED = 10_000
# Environment variables a worker inherits; it gets no database address.
_KEPT = ("PATH", "PYTHONPATH", "PYTHONHOME", "LANG", "LC_ALL", "SYSTEMROOT", "VIRTUAL_ENV", "HOME")

_decoder: msgspec.json.Decoder[WorkerAnswer] = msgspec.json.Decoder(WorkerAnswer)


class NoAnswer(GunbaiError):
    """A worker gave no usable answer."""


class _Ended(NoAnswer):
    """A worker's process ended before it answered."""


class TookTooLong(NoAnswer):
    """A worker was stopped because it did not answer in time."""


class Worker:
    """One process; started when needed, killed when it does not answer in time."""

    def __init__(self, settings: Settings, niceness: int) -> None:
        self._settings = settings
        self._niceness = niceness
        self._process: asyncio.subprocess.Process | None = None
        self._environment = {name: os.environ[name] for name in _KEPT if name in os.environ}
        self._outdated = False
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The process that answers, if there is one."""
        return None if self._process is None else self._process.pid

    def renew(self) -> None:
        """Start another process for the next request, and start it from the installed package.

        A server that runs from the sources calls this when the compiled package is ready.
        """
        self._outdated = True
        sources = Path(gunbai.__file__).parents[1]
        paths = self._environment.pop("PYTHONPATH", "").split(os.pathsep)
        kept = [path for path in paths if path and Path(path).absolute() != sources]
        if kept:
            self._environment["PYTHONPATH"] = os.pathsep.join(kept)

    async def ask(self, request: WorkerRequest, seconds: float) -> WorkerAnswer:
        """The answer within so many seconds; NoAnswer if the process crashes, hangs or fails, or an error of ours."""
        used_before = self._process is not None
        try:
            answer = await self._answer(request, seconds)
        except _Ended:
            if not used_before:
                raise
            # It may have died while it had nothing to do; the request is not to blame, so another process gets it.
            answer = await self._answer(request, seconds)
        if isinstance(answer, Failure):
            raise NoAnswer(answer.error)
        if isinstance(answer, Refusal):
            raise error_of(answer)
        return answer

    def close(self) -> None:
        """Start no process any more: the server is going down."""
        self._closed = True

    async def stop(self) -> None:
        """Kill the process; the next request starts another."""
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _answer(self, request: WorkerRequest, seconds: float) -> WorkerAnswer:
        """What the process says; if it says nothing, or nothing that can be read, it is stopped."""
        try:
            process = await self._running()
            assert process.stdin is not None
            assert process.stdout is not None
            async with asyncio.timeout(seconds):
                process.stdin.write(msgspec.json.encode(request) + b"\n")
                await process.stdin.drain()
                line = await process.stdout.readline()
            return _decoder.decode(line)
        except TimeoutError:
            await self.stop()
            raise TookTooLong("it did not answer in time") from None
        except (OSError, ValueError, msgspec.DecodeError):
            await self.stop()
            raise _Ended("its process ended") from None
        except asyncio.CancelledError:
            await self.stop()
            raise

    def _too_large(self) -> bool:
        """Whether the process has grown beyond what it may keep from one request to the next."""
        return self._process is not None and resident(self._process.pid) > self._settings.worker_bytes

    async def _running(self) -> asyncio.subprocess.Process:
        if self._closed:
            raise OSError("the server is going down")
        if self._outdated or self._too_large():
            await self.stop()
            self._outdated = False
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "gunbai.server.bot_worker",
                str(os.getpid()),
                str(self._niceness),
                str(self._settings.worker_bytes),
                *self._settings.plugins,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                env=self._environment,
                limit=_LINE,
            )
            assert self._process.stdout is not None
            async with asyncio.timeout(_START_SECONDS):
                ready = _decoder.decode(await self._process.stdout.readline())
            if not isinstance(ready, Ready):
                raise OSError("the process did not start")
        return self._process


@dataclass(frozen=True)
class Asker:
    """On whose behalf a worker is asked: a person, the address they were last seen at, and how urgent it is."""

    person: str = ""
    address: str = ""
    rank: int = ATTENDED


@dataclass
class _Wish:
    """What waits in the queue: a future for the worker, the worker that is liked best, and who asked."""

    granted: asyncio.Future[Worker]
    liked: Worker | None
    label: str


class WorkerPool:
    """Some workers and one fair queue for them. What can wait never takes the last worker of several."""

    def __init__(self, settings: Settings, size: int, niceness: int) -> None:
        self.workers = [Worker(settings, niceness) for _ in range(max(1, size))]
        self._free = list(self.workers)
        self._queue: FairQueue[_Wish] = FairQueue()
        # The workers that are busy with what can wait.
        self._unattended: set[Worker] = set()
        self._barred: OrderedDict[str, float] = OrderedDict()

    async def acquire(self, asker: Asker, liked: Worker | None = None, label: str = "") -> Worker:
        """Wait for one's turn; the caller releases the worker."""
        granted: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        ticket = self._queue.push(_Wish(granted, liked, label), asker.rank, asker.address, asker.person)
        self._serve()
        try:
            return await granted
        except asyncio.CancelledError:
            if granted.done() and not granted.cancelled():
                self.release(granted.result())
            else:
                self._queue.discard(ticket)
            raise

    def release(self, worker: Worker) -> None:
        """The worker is free for the next one."""
        self._unattended.discard(worker)
        self._free.append(worker)
        self._serve()

    async def ask(self, request: WorkerRequest, seconds: float, asker: Asker, subject: str = "") -> WorkerAnswer:
        """Wait for one's turn, and for the answer. A subject that took too long is refused for a while."""
        self.check_barred(subject)
        worker = await self.acquire(asker)
        try:
            self.check_barred(subject)
            return await worker.ask(request, seconds)
        except TookTooLong:
            self.bar(subject)
            raise
        finally:
            self.release(worker)

    def bar(self, subject: str) -> None:
        """A request about it took too long: refuse such requests for a while, so that others get their turn."""
        if subject:
            self._barred[subject] = time.monotonic() + _BARRED_SECONDS
            self._barred.move_to_end(subject)
            if len(self._barred) > _MOST_BARRED:
                self._barred.popitem(last=False)

    def check_barred(self, subject: str) -> None:
        """Raise TookTooLong if a request about the subject took too long a short while ago."""
        if self._barred.get(subject, 0.0) > time.monotonic():
            raise TookTooLong("it took too long a moment ago")

    def waiting(self) -> list[str]:
        """The labels of all who wait, in the order in which they will be served."""
        return [ticket.what.label for ticket in self._queue.in_order()]

    def waiting_for(self, person: str) -> int:
        """How many requests of a person wait that can wait."""
        return self._queue.waiting_for(person)

    @property
    def crowded(self) -> bool:
        """Whether somebody waits."""
        return len(self._queue) > 0

    def renew(self) -> None:
        """Let every worker use a new process from its next request on."""
        for worker in self.workers:
            worker.renew()

    async def stop(self) -> None:
        """Kill all processes for good; requests that wait for one get no answer."""
        for worker in self.workers:
            worker.close()
        await asyncio.gather(*(worker.stop() for worker in self.workers))

    def _serve(self) -> None:
        while self._free:
            ticket = self._next()
            if ticket is None:
                return
            wish = ticket.what
            if wish.granted.done():
                continue
            worker = wish.liked if wish.liked in self._free else self._free[0]
            self._free.remove(worker)
            if ticket.rank == UNATTENDED:
                self._unattended.add(worker)
            wish.granted.set_result(worker)

    def _next(self) -> Ticket[_Wish] | None:
        room = max(1, len(self.workers) - 1)
        return self._queue.pop(UNATTENDED if len(self._unattended) < room else ATTENDED)


class Workers:
    """All worker processes of a server, by what they are for; none is started before it is needed."""

    def __init__(self, settings: Settings) -> None:
        # Bots think at low priority, so that serving comes first.
        self.bots = WorkerPool(settings, settings.bot_workers, niceness=10)
        # A person waits for these: checks of plans, foresight, odds.
        self.questions = WorkerPool(settings, 2, niceness=0)
        # What takes thousands of worlds: whether an action can be undone or taken back.
        self.undo_checks = WorkerPool(settings, 1, niceness=0)
        self.imports = WorkerPool(settings, 1, niceness=10)

    @property
    def pools(self) -> tuple[WorkerPool, ...]:
        return self.bots, self.questions, self.undo_checks, self.imports

    def renew(self) -> None:
        """Let the next request to every worker start a new process, from the installed package."""
        for pool in self.pools:
            pool.renew()

    async def stop(self) -> None:
        await asyncio.gather(*(pool.stop() for pool in self.pools))
