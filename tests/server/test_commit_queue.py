"""The queue between event loop and writer: nothing is lost, nothing waits for a bell that nobody rings."""

from __future__ import annotations

import asyncio
import threading

from gunbai.server.commit_queue import CommitQueue, Job

# A thread that would wait for ever is given up after this.
PATIENCE = 30.0


def test_batches_keep_the_order_and_are_no_larger_than_asked() -> None:
    async def main() -> None:
        line = CommitQueue()
        futures = [line.add(None, None) for _ in range(5)]
        assert len(line) == 5
        assert [job.done for job in line.take(3)] == futures[:3]
        assert [job.done for job in line.take(3)] == futures[3:]

    asyncio.run(main())


def test_a_writer_that_sleeps_is_woken_by_a_job_and_by_the_end() -> None:
    async def main() -> None:
        line, taken, loop = CommitQueue(), list[Job](), asyncio.get_running_loop()
        seen = asyncio.Event()

        def write() -> None:
            while batch := line.take(10):
                taken.extend(batch)
                loop.call_soon_threadsafe(line.deliver, batch)
            loop.call_soon_threadsafe(seen.set)

        writer = threading.Thread(target=write, daemon=True)
        writer.start()
        for _ in range(3):
            # Each waits for the one before, so the writer has nothing to do in between and goes to sleep.
            await asyncio.wait_for(line.add(None, None), PATIENCE)
        line.close()
        await asyncio.wait_for(seen.wait(), PATIENCE)
        writer.join(PATIENCE)
        assert not writer.is_alive()
        assert len(taken) == 3

    asyncio.run(main())


def test_what_came_before_the_end_is_still_handed_out() -> None:
    async def main() -> None:
        line = CommitQueue()
        done = line.add(None, None)
        line.close()
        assert [job.done for job in line.take(10)] == [done]
        assert line.take(10) == []

    asyncio.run(main())


def test_who_no_longer_waits_does_not_keep_the_others_from_hearing() -> None:
    async def main() -> None:
        line = CommitQueue()
        gone, there = line.add(None, None), line.add(None, None)
        gone.cancel()
        line.deliver(line.take(10))
        assert there.done()
        assert not there.cancelled()

    asyncio.run(main())
