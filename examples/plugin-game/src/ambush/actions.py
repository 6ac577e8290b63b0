"""One table: action number, what it means, and the text that a person types.

0 to 24 name the general on that square, 25 is another seat's secret, 30 and on move from a square one step some way.
"""

from __future__ import annotations

from typing import Final

from ambush.data import SQUARES, STEPS, WIDTH, inside, step
from gunbai.core.errors import BadNotation

HIDDEN: Final = len(SQUARES)
FIRST_MOVE: Final = 30

_TEXTS: Final = {
    **{n: f"general {square}" for n, square in enumerate(SQUARES)},
    HIDDEN: "general ?",
    **{
        FIRST_MOVE + n * len(STEPS) + way: f"{square}-{SQUARES[to]}"
        for n, square in enumerate(SQUARES)
        for way in range(len(STEPS))
        if (to := step(n, way, WIDTH)) >= 0
    },
}
_NUMBERS: Final = {text: number for number, text in _TEXTS.items()}
NAMING: Final = tuple(range(len(SQUARES)))
MOVES: Final = tuple(number for number in _TEXTS if number >= FIRST_MOVE)


def on_board(size: int) -> list[int]:
    """Every action on a board of that size, ascending."""
    named = [n for n in NAMING if inside(n, size)]
    return named + [a for a in MOVES if all(inside(n, size) for n in move_of(a))]


def move_of(action: int) -> tuple[int, int]:
    """From which square a move goes to which."""
    square, way = divmod(action - FIRST_MOVE, len(STEPS))
    return square, step(square, way, WIDTH)


def text_of(action: int) -> str:
    """The text of an action."""
    return _TEXTS[action]


def known(action: int) -> bool:
    """Whether there is an action of that number."""
    return action in _TEXTS and action != HIDDEN


def parse(text: str) -> int:
    """The inverse of `text_of`."""
    if text not in _NUMBERS:
        raise BadNotation("{input!r} is not an action such as c1-c2 or general c1", input=text[:40])
    return _NUMBERS[text]
