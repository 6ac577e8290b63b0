"""Long work in short slices, because one event loop serves all tables and other moves must not wait."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from time import monotonic

# The longest slice. A move at another table waits for at most a few of them.
_SLICE_SECONDS = 0.001


async def in_slices(work: Iterator[None]) -> None:
    """Do all of the work; where it pauses after a full slice, other tasks run first."""
    end = monotonic() + _SLICE_SECONDS
    for _ in work:
        if monotonic() >= end:
            await asyncio.sleep(0)
            end = monotonic() + _SLICE_SECONDS
