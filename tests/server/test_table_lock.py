"""The lock of a table: one change at a time, in the order in which they came."""

from __future__ import annotations

import asyncio
import contextlib

import pytest

from gunbai.server.table_lock import TableLock


def test_it_goes_to_whoever_has_waited_longest_and_past_those_who_left() -> None:
    async def main() -> list[str]:
        lock, done = TableLock(), list[str]()

        async def use(name: str) -> None:
            async with lock:
                done.append(name)
                await asyncio.sleep(0)

        assert lock.take()
        assert not lock.take()
        assert lock.locked()
        tasks = [asyncio.create_task(use(name)) for name in "abcd"]
        await asyncio.sleep(0)
        tasks[0].cancel()
        tasks[2].cancel()
        lock.release()
        # Nobody gets in between those who wait.
        assert lock.locked()
        assert not lock.take()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert not lock.locked()
        assert lock.take()
        return done

    assert asyncio.run(main()) == ["b", "d"]


def test_who_gives_up_just_when_it_is_handed_over_hands_it_on() -> None:
    async def main() -> None:
        lock = TableLock()
        assert lock.take()
        first, second = asyncio.create_task(lock.acquire()), asyncio.create_task(lock.acquire())
        await asyncio.sleep(0)
        lock.release()
        first.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await first
        await asyncio.wait_for(second, 5)
        assert lock.locked()
        lock.release()
        assert not lock.locked()

    asyncio.run(main())


def test_only_a_lock_that_is_held_can_be_released() -> None:
    with pytest.raises(RuntimeError):
        TableLock().release()
