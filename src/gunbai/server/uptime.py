"""Time of service: wall time without the outages, in which no server could take a move."""

from __future__ import annotations

import time
from bisect import bisect_left, bisect_right
from collections.abc import Sequence


def now_ms() -> int:
    """The time of the wall clock, in milliseconds."""
    return time.time_ns() // 1_000_000


class Uptime:
    """Maps wall-clock milliseconds to seconds of service. Times before the newest outage never change their value."""

    def __init__(self, outages: Sequence[tuple[int, int]]) -> None:
        self.learn(outages)

    def learn(self, outages: Sequence[tuple[int, int]]) -> None:
        """Take in all outages, oldest first."""
        self._began = [began for began, _ in outages]
        self._lost = [0]
        self._ended = [ended for _, ended in outages]
        for began, ended in outages:
            self._lost.append(self._lost[-1] + max(0, ended - began))

    def __call__(self, at: int) -> float:
        """Seconds of service until then.

        >>> up = Uptime([(1000, 5000)])
        >>> up(1000), up(3000), up(6000)
        (1.0, 1.0, 2.0)
        """
        i = bisect_right(self._began, at)
        if i and at < self._ended[i - 1]:
            return (self._began[i - 1] - self._lost[i - 1]) / 1000
        return (at - self._lost[i]) / 1000

    def when(self, seconds: float) -> int:
        """The first moment with so many seconds of service before it.

        >>> up = Uptime([(1000, 5000)])
        >>> up.when(0.5), up.when(1.0), up.when(2.0)
        (500, 1000, 6000)
        """
        served = [began - lost for began, lost in zip(self._began, self._lost, strict=False)]
        return round(seconds * 1000) + self._lost[bisect_left(served, round(seconds * 1000))]
