"""The time at one table: what its clock is told, who may take longer, and when somebody has to look at it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from gunbai.session import Clock
from gunbai.session.clock import PER_MOVE

SHORT_OF_TIME: Final = 0.25  # a player with this share of the time for a move left is reminded again


class TableTime:
    """The time of service that a table's clock was last told, in seconds. It knows no table, as `SettledConsent`."""

    def __init__(self, uptime: Callable[[int], float]) -> None:
        self._uptime = uptime
        self.seconds = 0.0

    def now(self) -> float:
        return self.seconds

    def set(self, at: int) -> None:
        """It is so many milliseconds of the wall clock; only time in which a server was up counts."""
        self.seconds = self._uptime(at)


def give_more(clock: Clock, patient_with: Sequence[int]) -> None:
    """Give these seats another move's time if theirs is over: nothing happens then, and they may come back at any time.

    Asked before every event, when it is played and when it is read again from the log, so nothing is written of it.
    """
    for seat in patient_with:
        if clock.left(seat) <= 0:
            clock.fresh_move(seat)


def seconds_to_look(clock: Clock, patient_with: Sequence[int]) -> float | None:
    """Seconds until time runs short or out for any other seat; None if for none of them a clock runs."""
    left = min((clock.left(seat) for seat in clock.running if seat not in patient_with), default=None)
    if left is None or clock.control.kind != PER_MOVE:
        return left
    short = clock.control.seconds * SHORT_OF_TIME
    return left - short if left > short else left
