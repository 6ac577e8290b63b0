"""What never changes: seats, squares, directions, options."""

from __future__ import annotations

from typing import Final

from gunbai.core.info import BoardPlan, Place
from gunbai.core.options import Option

BLACK, WHITE = 0, 1
SEATS: Final = ("black", "white")
# Boards of every size share one numbering, so that an action means the same square on each of them.
WIDTH: Final = 5
SQUARES: Final = tuple(f"{'abcde'[n % WIDTH]}{n // WIDTH + 1}" for n in range(WIDTH * WIDTH))
# Right, left, forward as black sees it, and back: steps in column and row.
STEPS: Final = ((1, 0), (-1, 0), (0, 1), (0, -1))

OPTIONS: Final = (
    Option("players", 2, "two play", low=2, high=2),
    Option("size", 5, "rows and columns of the board", low=3, high=WIDTH),
    Option("moves", 60, "the game ends after so many moves", low=1, high=400),
)
PRESETS: Final = {"short": {"size": 4, "moves": 30}, "tiny": {"size": 3, "moves": 5}}


def inside(square: int, size: int) -> bool:
    """Whether a square lies on a board of that size."""
    return square % WIDTH < size and square // WIDTH < size


def step(square: int, way: int, size: int) -> int:
    """The square one step that way, or -1 where the board ends."""
    column, row = square % WIDTH + STEPS[way][0], square // WIDTH + STEPS[way][1]
    return row * WIDTH + column if 0 <= column < size and 0 <= row < size else -1


def board(size: int) -> BoardPlan:
    """The board for screens, row 1 at the bottom."""
    squares = [n for n in range(len(SQUARES)) if inside(n, size)]
    places = tuple(Place(SQUARES[n], n % WIDTH, size - 1 - n // WIDTH) for n in squares)
    ways = tuple((SQUARES[n], SQUARES[to]) for n in squares for way in (0, 2) if (to := step(n, way, size)) >= 0)
    return BoardPlan(places, ways)
