"""Changes on their way from the event loop to the thread that writes them."""

from __future__ import annotations

import asyncio
import queue
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from gunbai.server.store import Row


class Job:
    """An event to append, what else is to be changed with it, and the future of whoever waits for it."""

    def __init__(self, row: Row | None, work: Callable[[Connection], Any] | None, done: asyncio.Future[Any]) -> None:
        self.row, self.work, self.done = row, work, done


class CommitQueue:
    """Only the event loop's thread adds jobs and only the writer takes them; a bell wakes a writer that sleeps."""

    def __init__(self) -> None:
        self._jobs: deque[Job] = deque()
        self._bell: queue.SimpleQueue[None] = queue.SimpleQueue()
        self._asleep = False
        self.closed = False
        self.loop: asyncio.AbstractEventLoop | None = None

    def __len__(self) -> int:
        return len(self._jobs)

    def add(self, row: Row | None, work: Callable[[Connection], Any] | None) -> asyncio.Future[Any]:
        """Let the writer do this with its next batch."""
        if self.loop is None:
            self.loop = asyncio.get_running_loop()
        done = self.loop.create_future()
        self._jobs.append(Job(row, work, done))
        if self._asleep:
            self._asleep = False
            self._bell.put(None)
        return done

    def close(self) -> None:
        """Take no more; the writer gets what is left."""
        self.closed = True
        self._bell.put(None)

    def take(self, most: int) -> list[Job]:
        """The next batch; waits for one. Empty when the queue is closed and nothing is left."""
        jobs = self._jobs
        while not jobs:
            if self.closed:
                return []
            self._asleep = True
            # A job that came before the line above rang no bell.
            if not jobs:
                self._bell.get()
            self._asleep = False
        return [jobs.popleft() for _ in range(min(len(jobs), most))]

    def deliver(self, batch: list[Job]) -> None:
        """On the event loop: all of this is on disk."""
        for job in batch:
            if not job.done.done():
                job.done.set_result(None)
