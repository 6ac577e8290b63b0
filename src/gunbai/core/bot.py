"""What a bot is: something that chooses from what its seat sees, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter, process_time
from typing import Protocol

from gunbai.core.game import Game, View


class Budget:
    """How much a bot may think: the seconds left for its whole turn (a turn is a chain of small actions), or, for
    repeatable play, a number of iterations for this one action. With `cpu` the seconds are those the process itself
    has worked, so that measurements do not suffer from what else the machine does; `most` iterations may end the
    thought before its time, and `least` are made even when the time is up before.
    """

    def __init__(
        self, seconds: float = 1.0, iterations: int = 0, cpu: bool = False, most: int = 0, least: int = 0
    ) -> None:
        self.seconds = seconds
        self.iterations = iterations
        self.cpu = cpu
        self.most = most
        self.least = least

    def clock(self) -> float:
        """The time by which the seconds are counted."""
        return process_time() if self.cpu else perf_counter()


class TurnTime:
    """Shares a whole turn's seconds out over its small actions; a turn is a chain of one seat's actions, unbroken by
    another seat's.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._seat = -1
        self._left = seconds

    def left(self, seat: int) -> float:
        """What the seat may still use; another seat than the last begins a turn."""
        if seat != self._seat:
            self.begin(seat)
        return self._left

    def begin(self, seat: int = -1) -> None:
        """The turn of the seat begins; without a seat, the turn of the next one that asks."""
        self._seat, self._left = seat, self._seconds

    def used(self, seconds: float) -> None:
        self._left = max(0.0, self._left - seconds)


class Bot(Protocol):
    """Anything with a `choose`. It gets the view of its seat, never a state."""

    def choose(self, game: Game, view: View, legal: Sequence[int], budget: Budget) -> int: ...
