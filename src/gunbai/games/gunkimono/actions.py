"""One table: action number ↔ named parts ↔ the text a person types."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from gunbai.core.errors import BadNotation
from gunbai.games.gunkimono.board import FACINGS
from gunbai.games.gunkimono.data import (
    KINDS,
    LETTERS,
    SEAT_NAMES,
    SMALL,
    SQUARE_NUMBERS,
    TILE_NUMBERS,
    TILES,
    square_name,
    tile_name,
)

SQUARES: Final[i64] = 144

USE: Final[i64] = 0  # + tile
PASS: Final[i64] = 45
LAY: Final[i64] = 50  # + square * 4 + facing: first troop on the square, second that way
PUT: Final[i64] = 650  # + square, for a small tile
SUPPORT_WITH: Final[i64] = 800  # + troop of the small tile
VICTORY: Final[i64] = 810
HONOR: Final[i64] = 811
NOTHING: Final[i64] = 812
BUILD_AT: Final[i64] = 820  # + square
TAKE: Final[i64] = 970  # + kind, from the row
BLIND: Final[i64] = 1010
DRAWN: Final[i64] = 1020  # + kind
DRAWN_END: Final[i64] = 1060
DRAWN_HIDDEN: Final[i64] = 1061
REVEALED: Final[i64] = 1070  # + kind
REVEALED_END: Final[i64] = 1110
CLAIMED: Final[i64] = 1120  # + value of the banner
CLAIMED_HIDDEN: Final[i64] = 1120
STARTS: Final[i64] = 1150  # + seat


def _table() -> dict[int, str]:
    texts: dict[int, str] = {}
    for tile in range(int(TILES)):
        size = "small" if tile >= SMALL else "large"
        texts[int(USE) + tile] = f"{size} {tile_name(tile)}"
    texts[int(PASS)] = "pass"
    for square in range(int(SQUARES)):
        name = square_name(square)
        for facing in range(4):
            texts[int(LAY) + square * 4 + facing] = f"place {name} {FACINGS[facing]}"
        texts[int(PUT) + square] = f"place {name}"
        texts[int(BUILD_AT) + square] = f"build {name}"
    for troop in range(5):
        texts[int(SUPPORT_WITH) + troop] = f"support {LETTERS[troop]}"
    texts[int(VICTORY)] = "score points"
    texts[int(HONOR)] = "score honor"
    texts[int(NOTHING)] = "score nothing"
    for kind in range(int(KINDS)):
        texts[int(TAKE) + kind] = f"take {tile_name(kind)}"
        texts[int(DRAWN) + kind] = f"drawn {tile_name(kind)}"
        texts[int(REVEALED) + kind] = f"revealed {tile_name(kind)}"
    texts[int(BLIND)] = "draw"
    texts[int(DRAWN_END)] = "drawn end"
    texts[int(DRAWN_HIDDEN)] = "drawn ?"
    texts[int(REVEALED_END)] = "revealed end"
    texts[int(CLAIMED_HIDDEN)] = "banner ?"
    for value in range(1, 16):
        texts[int(CLAIMED) + value] = f"banner {value}"
    for seat, name in enumerate(SEAT_NAMES):
        texts[int(STARTS) + seat] = f"start {name}"
    return texts


TEXTS: Final[dict[int, str]] = _table()
NUMBERS: Final[dict[str, int]] = {text: number for number, text in TEXTS.items()}


def tile_number(text: str) -> int:
    """The number of a tile by its name; a large tile's halves may stand in either order."""
    name = text.upper()
    if len(name) == 4:
        for written in (name, name[2:] + name[:2]):
            if written in TILE_NUMBERS:
                return TILE_NUMBERS[written]
    elif name in TILE_NUMBERS:
        return TILE_NUMBERS[name]
    raise BadNotation(
        "{input!r} is no tile; a large tile is written I1P2, a small one I, with troops from {letters}",
        input=text[:20],
        letters=LETTERS,
    )


def square_number(text: str) -> int:
    """The number of a square by its name."""
    if text.lower() not in SQUARE_NUMBERS:
        raise BadNotation("{input!r} is no square; squares are written a1, b1, … from the upper left", input=text[:20])
    return SQUARE_NUMBERS[text.lower()]


def parse_action(text: str) -> int:
    """The number of an action by its text."""
    words = text.split()
    tidy = " ".join(words)
    if tidy in NUMBERS:
        return NUMBERS[tidy]
    # Tiles in either order of their halves, and any case.
    if len(words) == 2 and words[0].lower() in ("large", "take", "drawn", "revealed") and len(words[1]) == 4:
        tidy = f"{words[0].lower()} {tile_name(tile_number(words[1]))}"
    elif len(words) == 2 and words[0].lower() in ("small", "support"):
        tidy = f"{words[0].lower()} {words[1].upper()}"
    else:
        tidy = tidy.lower()
    if tidy not in NUMBERS:
        raise BadNotation("{input!r} is not an action of Gunkimono", input=text[:40])
    return NUMBERS[tidy]
