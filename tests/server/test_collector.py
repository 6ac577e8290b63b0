"""The server looks for garbage by itself: for young garbage all the time, for old garbage when memory has grown."""

from __future__ import annotations

import asyncio
import gc
import sys
import weakref
from collections.abc import Awaitable, Callable

import pytest

from gunbai.server import collector as module
from gunbai.server.collector import Collector


class Circle:
    """Refers to itself, so only a collector frees it."""

    def __init__(self) -> None:
        self.itself = self


def with_collector(work: Callable[[Collector], Awaitable[None]]) -> None:
    async def run() -> None:
        collector = Collector()
        collector.start()
        try:
            await work(collector)
        finally:
            collector.stop()

    try:
        asyncio.run(run())
    finally:
        gc.unfreeze()
    assert gc.isenabled()


async def freed(left: weakref.ref[Circle]) -> None:
    async with asyncio.timeout(30):
        while left() is not None:
            await asyncio.sleep(0.01)


def test_young_garbage_goes_at_the_next_pause() -> None:
    async def work(_: Collector) -> None:
        assert not gc.isenabled()
        await freed(weakref.ref(Circle()))

    with_collector(work)


@pytest.mark.parametrize("quiet", [True, False])
def test_old_garbage_goes_when_memory_has_grown(monkeypatch: pytest.MonkeyPatch, quiet: bool) -> None:
    monkeypatch.setattr(module, "_PAUSES_A_COUNT", 1)
    monkeypatch.setattr(module, "_LEAST_BLOCKS", 20_000)
    monkeypatch.setattr(module, "_QUIET_SHARE", 1e9 if quiet else 0.0)
    looks: list[int] = []

    def note(phase: str, info: dict[str, int]) -> None:
        if phase == "stop":
            looks.append(info["generation"])

    async def pauses(count: int) -> None:
        before = len(looks)
        async with asyncio.timeout(30):
            while len(looks) < before + count:
                await asyncio.sleep(0.01)

    async def work(collector: Collector) -> None:
        # What `start` looked at does not count.
        looks.clear()
        circle = Circle()
        left = weakref.ref(circle)
        await pauses(2)
        del circle
        await pauses(2)
        assert left() is not None, "it is old by now, and memory has not grown"
        assert 2 not in looks
        if not quiet:
            # Beside much work it is not enough that memory has doubled.
            collector._blocks = sys.getallocatedblocks() // 2
            await pauses(3)
            assert left() is not None
        collector._blocks = sys.getallocatedblocks() // (2 if quiet else 4)
        await freed(left)
        assert 2 in looks

    gc.callbacks.append(note)
    try:
        with_collector(work)
    finally:
        gc.callbacks.remove(note)
