"""Worker processes: as many as there are cores, with the games and bots that this process knows."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.pool import Pool
from types import ModuleType

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
    known = registry.known()
    with _main_program_aside(known):
        started = context.Pool(count, _begin, (known, prepare, given))
    with started:
        yield started


@contextmanager
def _main_program_aside(known: registry.Known) -> Iterator[None]:
    """Keep new processes from running the program's own file again, which they do to find what it defines.

    A researcher's script without `if __name__ == "__main__":` would do all its work once more in each of them, and end
    in an error. They need the file only for a game or a bot that it defines itself.
    """
    main = sys.modules["__main__"]
    if known.holds("__main__"):
        yield
        return
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


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
