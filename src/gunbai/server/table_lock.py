"""One change of a table at a time."""

from __future__ import annotations

import asyncio


class TableLock:
    """A lock for tasks, in the order in which they came. Whoever finds it free takes it without a coroutine: nearly
    every move does, and asyncio's own lock costs it as much as decoding an order."""

    def __init__(self) -> None:
        self._held = False
        self._waiting: list[asyncio.Future[None]] = []

    def locked(self) -> bool:
        return self._held

    def take(self) -> bool:
        """Take the lock if it is free."""
        if self._held:
            return False
        self._held = True
        return True

    async def acquire(self) -> None:
        """Wait until the lock is one's own."""
        if self.take():
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                # It had been handed over already.
                self.release()
            raise

    def release(self) -> None:
        """Hand the lock to whoever has waited longest."""
        if not self._held:
            raise RuntimeError("the lock is not held")
        while self._waiting:
            turn = self._waiting.pop(0)
            if not turn.done():
                turn.set_result(None)
                return
        self._held = False

    async def __aenter__(self) -> None:
        await self.acquire()

    async def __aexit__(self, *about: object) -> None:
        self.release()
