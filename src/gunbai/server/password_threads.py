"""Threads for passwords, which are slow to check on purpose; addresses take turns, so that guessers hold up nobody."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from gunbai.server.fair_queue import ATTENDED, FairQueue

# How many passwords are looked at at once. Each takes 64 MB and, for a tenth of a second, all cores.
_AT_ONCE = 2
T = TypeVar("T")


class PasswordThreads:
    """A few threads and one fair queue for them."""

    def __init__(self) -> None:
        # Of their own: whoever guesses passwords must not keep others from what needs a thread.
        self._threads = ThreadPoolExecutor(_AT_ONCE, "gunbai-password", _step_back)
        self._queue: FairQueue[asyncio.Future[None]] = FairQueue()
        self._busy = 0

    async def run(self, work: Callable[[], T], address: str) -> T:
        """Wait for the turn of an address, then do the work in a thread."""
        await self._turn(address)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._next()

    async def _turn(self, address: str) -> None:
        if self._busy < _AT_ONCE:
            self._busy += 1
            return
        granted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        ticket = self._queue.push(granted, ATTENDED, address, "")
        try:
            await granted
        except asyncio.CancelledError:
            if granted.done() and not granted.cancelled():
                self._next()
            else:
                self._queue.discard(ticket)
            raise

    def _next(self) -> None:
        """Whoever was busy is not any more: the next one is."""
        while (ticket := self._queue.pop()) is not None:
            if not ticket.what.done():
                ticket.what.set_result(None)
                return
        self._busy -= 1


def _step_back() -> None:
    """Let the serving thread go first. On Linux each thread has a niceness of its own, elsewhere all have the same."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, 0, 5)
