"""The whole truth of a game of Gunkimono in flat integers; no rules."""

from __future__ import annotations

import struct
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.core.copying import reduced
from gunbai.core.game import State
from gunbai.core.options import Options
from gunbai.games.gunkimono.board import Board, bare_board
from gunbai.games.gunkimono.data import Setting, filled

# What the game waits for.
ROW: Final[i64] = 0  # chance fills the face-up row
DEAL: Final[i64] = 1  # chance deals the hands
START: Final[i64] = 2  # chance picks the start player
TILE: Final[i64] = 3
PLACE: Final[i64] = 4
SUPPORT: Final[i64] = 5
SCORE: Final[i64] = 6
BANNER: Final[i64] = 7  # chance turns up the banner just claimed
BUILD: Final[i64] = 8
REFILL: Final[i64] = 9
DRAW: Final[i64] = 10  # chance draws blind for the seat
REVEAL: Final[i64] = 11  # chance refills the row
OVER: Final[i64] = 12
STEP_NAMES: Final = (
    "row", "deal", "start", "tile", "place", "support", "score", "banner", "build", "refill", "draw", "reveal", "over"
)  # fmt: skip

NOBODY: Final[i64] = -1
# A marker that has left the honor track; it has reached every row (RULES §5.2).
GONE: Final[i64] = -1
EMPTY: Final[i64] = -1


@final
class GunkimonoState(State):
    """Board, tiles, track and where the turn stands. Unseen tiles are one multiset: nothing has an order."""

    def __init__(
        self,
        options: Options,
        setting: Setting,
        board: Board,
        bag: vec[i64],
        hands: vec[i64],
        row: vec[i64],
        honor: vec[i64],
        vp: vec[i64],
        reserve: vec[i64],
        banners: vec[i64],
    ) -> None:
        super().__init__(options)
        self.setting: Final = setting
        self.board = board
        # Large tiles nobody has seen, by kind: stacks and removed tiles alike.
        self.bag = bag
        # Per seat `hand` slots, ascending, EMPTY last: kind * 2, plus 1 when it was taken from the row in sight of all.
        self.hands = hands
        # The face-up row by kind, ascending, EMPTY last.
        self.row = row
        # Per seat and troop the marker's row, or GONE.
        self.honor = honor
        self.vp = vp
        # Per seat the small tiles left, a bit per troop.
        self.reserve = reserve
        # Per seat the claimed banners, a bit per value.
        self.banners = banners
        self.step: i64 = ROW
        self.turn: i64 = NOBODY
        self.sword: i64 = NOBODY
        # The tile of this turn (kind, or SMALL + troop), the cell of its first troop and where the second lies.
        self.tile: i64 = EMPTY
        self.cell: i64 = EMPTY
        self.facing: i64 = EMPTY
        # The half being scored.
        self.half: i64 = 0
        self.main: i64 = setting.main_stack
        self.end_stack: i64 = setting.end_stack
        self.end_shown: i64 = 0
        # Turns in a row in which nobody could place a tile.
        self.passes: i64 = 0
        # Whether bag, hands, row or banners have changed since a view was last brought up to date (`view.look_again`).
        # No part of the position: a copy begins with it.
        self.moved: bool = True

    def __reduce__(self) -> tuple[object, ...]:
        return reduced(
            self,
            "options",
            "setting",
            "board",
            "bag",
            "hands",
            "row",
            "honor",
            "vp",
            "reserve",
            "banners",
        )

    def copy(self) -> GunkimonoState:
        other = GunkimonoState(
            self.options,
            self.setting,
            self.board.copy(),
            self.bag[:],
            self.hands[:],
            self.row[:],
            self.honor[:],
            self.vp[:],
            self.reserve[:],
            self.banners[:],
        )
        other.step = self.step
        other.turn = self.turn
        other.sword = self.sword
        other.tile = self.tile
        other.cell = self.cell
        other.facing = self.facing
        other.half = self.half
        other.main = self.main
        other.end_stack = self.end_stack
        other.end_shown = self.end_shown
        other.passes = self.passes
        return other

    def key(self) -> bytes:
        b = self.board
        values: list[int] = []
        for part in (b.troops, b.forts, b.levels, b.symbols, self.bag, self.hands, self.row):
            for value in part:
                values.append(int(value))
        for part in (self.honor, self.vp, self.reserve, self.banners):
            for value in part:
                values.append(int(value))
        for value in (self.step, self.turn, self.sword, self.tile, self.cell, self.facing, self.half, self.main):
            values.append(int(value))
        for value in (self.end_stack, self.end_shown, self.passes):
            values.append(int(value))
        return struct.pack(f"<{len(values)}q", *values)


def put(slots: vec[i64], begin: i64, end: i64, value: i64) -> None:
    """Insert a value into ascending slots that have an EMPTY one left."""
    i = end - 1
    while i > begin and (slots[i - 1] == EMPTY or slots[i - 1] > value):
        slots[i] = slots[i - 1]
        i -= 1
    slots[i] = value


def take(slots: vec[i64], begin: i64, end: i64, value: i64) -> bool:
    """Remove one such value from ascending slots; False if there is none."""
    i = begin
    while i < end and slots[i] != value:
        i += 1
    if i == end:
        return False
    while i + 1 < end:
        slots[i] = slots[i + 1]
        i += 1
    slots[end - 1] = EMPTY
    return True


def first_state(options: Options, setting: Setting) -> GunkimonoState:
    """Everything laid out, nothing drawn."""
    players = setting.players
    honor = vec[i64]()
    for _ in range(players):
        for troop in range(5):
            honor = append(honor, i64(0) if setting.columns >> troop & 1 else GONE)
    return GunkimonoState(
        options,
        setting,
        bare_board(setting.field),
        setting.copies[:],
        filled(players * setting.hand, EMPTY),
        filled(setting.row, EMPTY),
        honor,
        filled(players, 0),
        filled(players, setting.reserve),
        filled(players, 0),
    )
