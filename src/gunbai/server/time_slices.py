"""Long work on the one loop that serves all tables, done in slices: nobody else's move waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from time import monotonic

# What another table's move may have to wait at each of the few turns of the loop that it takes.
_SLICE_SECONDS = 0.001


async def in_slices(work: Iterator[None]) -> None:
    """Do all of the work, and let the others have their turn wherever it pauses and has taken its share."""
    end = monotonic() + _SLICE_SECONDS
    for _ in work:
        if monotonic() >= end:
            await asyncio.sleep(0)
            end = monotonic() + _SLICE_SECONDS
