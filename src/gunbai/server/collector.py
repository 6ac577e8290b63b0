"""When the interpreter looks for garbage: in many short pauses instead of a few long ones.

Moves leave no cycles of references; requests leave a few. CPython begins to collect when the number of objects has
grown. A move replaces about as many objects as it makes, so with thousands of tables a hundred thousand young objects
came together before that, and everybody waited a tenth of a second (benchmarks/server/results.md). Here the young ones
are looked through twenty times a second. That finds nearly all: after 25,000 requests a look through all objects found
290 more of 100,000. It takes half a second with 5,000 tables, so it waits until memory has grown and few people wait.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
import time
from typing import Final

log = logging.getLogger("gunbai.collector")

_PAUSE_SECONDS: Final = 0.05
# Counting the blocks of memory takes longer than a pause should.
_PAUSES_A_COUNT: Final = 100
# Less growth than this, about 50 MB, is not worth looking through everything.
_LEAST_BLOCKS: Final = 500_000
# Few people wait while the process uses less of a core than this.
_QUIET_SHARE: Final = 0.2


class Collector:
    """Collects on the event loop in place of the interpreter's own rule."""

    def __init__(self) -> None:
        self._pauses = 0
        self._blocks = 0
        self._worked, self._counted_at = 0.0, 0.0
        self._next: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Take over. What is loaded by now is no garbage and is never looked at again."""
        gc.collect()
        gc.freeze()
        gc.disable()
        self._blocks = sys.getallocatedblocks()
        self._is_quiet()
        self._wait()

    def stop(self) -> None:
        """Leave it to the interpreter again."""
        if self._next is not None:
            self._next.cancel()
        gc.enable()

    def _wait(self) -> None:
        self._next = asyncio.get_running_loop().call_later(_PAUSE_SECONDS, self._collect)

    def _collect(self) -> None:
        self._pauses += 1
        if self._pauses % _PAUSES_A_COUNT == 0 and self._is_time():
            found = gc.collect()
            self._blocks = sys.getallocatedblocks()
            log.info("collected %d objects; %d blocks of memory are left", found, self._blocks)
        else:
            gc.collect(0)
        self._wait()

    def _is_time(self) -> bool:
        """Whether to look through everything: after growth by half in a quiet moment, after threefold growth anyhow."""
        quiet, grown = self._is_quiet(), sys.getallocatedblocks() - self._blocks
        return grown > max(_LEAST_BLOCKS, self._blocks // 2) if quiet else grown > max(_LEAST_BLOCKS, 2 * self._blocks)

    def _is_quiet(self) -> bool:
        worked, now = time.process_time(), time.monotonic()
        quiet = worked - self._worked < _QUIET_SHARE * (now - self._counted_at)
        self._worked, self._counted_at = worked, now
        return quiet
