"""Worker processes: as many as there are cores, with the games and bots that this process knows."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.pool import Pool

from gunbai.core import registry


def workers(asked: int, tasks: int) -> int:
    """How many processes to start: as many as asked for, or one for each core, and none without a task."""
    return max(1, min(asked or os.cpu_count() or 1, tasks))


@contextmanager
def pool(count: int, prepare: Callable[..., None] | None = None, *given: object) -> Iterator[Pool]:
    """Processes that take tasks; each calls `prepare` with what is given before its first one.

    They are never forks of this process: a thread of it may hold a lock, which nobody in a fork would ever give back.
    """
    context = multiprocessing.get_context("spawn" if os.name == "nt" else "forkserver")
    with context.Pool(count, _begin, (registry.known(), prepare, given)) as started:
        yield started


def abandoned() -> bool:
    """Whether this is a worker whose parent has ended, killed perhaps: what it does is of no use any more."""
    parent = multiprocessing.parent_process()
    return parent is not None and not parent.is_alive()


def _begin(known: registry.Known, prepare: Callable[..., None] | None, given: tuple[object, ...]) -> None:
    # An interrupt reaches every process of a terminal; the parent ends its workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    registry.know(known)
    if prepare is not None:
        prepare(*given)
