"""What a bot is: something that chooses from what its seat sees, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter, process_time
from typing import Protocol

from gunbai.core.game import Game, View


class Budget:
    """How much a bot may think: the seconds left for its whole turn (a turn is a chain of small actions), or, for
    repeatable play, a number of iterations for this one action. With `cpu` the seconds are those the process itself
    has worked, so that measurements do not suffer from what else the machine does.
    """

    def __init__(self, seconds: float = 1.0, iterations: int = 0, cpu: bool = False) -> None:
        self.seconds = seconds
        self.iterations = iterations
        self.cpu = cpu

    def clock(self) -> float:
        """The time by which the seconds are counted."""
        return process_time() if self.cpu else perf_counter()


class Bot(Protocol):
    """Anything with a `choose`. It gets the view of its seat, never a state."""

    def choose(self, game: Game, view: View, legal: Sequence[int], budget: Budget) -> int: ...
