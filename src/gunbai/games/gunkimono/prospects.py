"""What tiles could score on the field as it lies: how many troops each square joins, and the best place for a tile.

One look at the field serves all tiles and places; a placing then costs two look-ups instead of two formations. It is
exact but for one thing: a half that covers a square of the formation the other half joins takes off one troop, even
where it cuts off more.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from gunbai.games.gunkimono.actions import LAY, PUT
from gunbai.games.gunkimono.board import Board, count
from gunbai.games.gunkimono.data import FIRST_TROOP, SECOND_TROOP, SMALL
from gunbai.games.gunkimono.state import GunkimonoState

_CELLS: Final[i64] = 64
_NONE: Final = vec[i64]([0] * 320)
# The number of a bit by its remainder: powers of two have different ones.
_PRIME: Final[i64] = 67


def _numbers() -> vec[i64]:
    out = [0] * int(_PRIME)
    for number in range(63):
        out[(1 << number) % int(_PRIME)] = number
    return vec[i64](out)


NUMBER_OF: Final = _numbers()
# What no place is worth.
NOWHERE: Final = -1e9


@final
class Prospects:
    """The field as one seat sees it; `read` takes in another."""

    def __init__(self) -> None:
        # Troops of open formations beside a cell: troop * 64 + cell.
        self.joined = _NONE[:]
        # Per troop the cells beside formations that nobody scores, and those of them beside the seat's own.
        self.barred = vec[i64]([0, 0, 0, 0, 0])
        self.own = vec[i64]([0, 0, 0, 0, 0])
        # The most troops that a single troop of each kind would score with.
        self.top = vec[i64]([0, 0, 0, 0, 0])
        # What one troop more is worth to a stronghold of the seat.
        self.growth = 0.0
        # The best place of the tile asked for last.
        self.place: i64 = -1

    def read(self, b: Board, seat: i64) -> None:
        """Take in the field."""
        self.joined = _NONE[:]
        joined = self.joined
        forts = b.all_forts()
        own = b.forts[seat]
        for troop in range(5):
            shown = b.troops[troop]
            free = b.field.all & ~forts & ~shown
            base: i64 = troop * _CELLS
            barred: i64 = 0
            mine: i64 = 0
            most: i64 = 0
            rest = shown
            while rest:
                formation = b.grow(rest & -rest, shown)
                rest &= ~formation
                near = b.beside(formation) & free
                if formation & forts:
                    barred |= near
                    if formation & own:
                        mine |= near
                    continue
                size = count(formation)
                while near:
                    at = base + NUMBER_OF[(near & -near) % _PRIME]
                    near &= near - 1
                    joined[at] += size
                    most = max(most, joined[at])
            self.barred[troop] = barred
            self.own[troop] = mine
            self.top[troop] = most + 1

    def half(self, troop: i64, cell: i64, honor: float) -> float:
        """What a troop on a cell scores: points, or what its honor is worth if that is more."""
        if self.barred[troop] >> cell & 1:
            return honor + self.growth if self.own[troop] >> cell & 1 else honor
        return max(float(self.joined[troop * _CELLS + cell] + 1), honor)

    def best(self, t: GunkimonoState, seat: i64, tile: i64, first: float, second: float, support: float) -> float:
        """The most that a tile of the seat can bring, with what honor for its troops is worth, and what a small tile is
        worth that lies under it; `place` is where."""
        b = t.board
        self.place = -1
        most = NOWHERE
        squares = t.setting.field.square_of
        if tile >= SMALL:
            cells = b.small_fits(tile - SMALL)
            while cells:
                cell = NUMBER_OF[(cells & -cells) % _PRIME]
                cells &= cells - 1
                worth = self.half(tile - SMALL, cell, first)
                if worth > most:
                    most = worth
                    self.place = PUT + squares[cell]
            return most
        one, two = FIRST_TROOP[tile], SECOND_TROOP[tile]
        shows_one, shows_two = b.troops[one], b.troops[two]
        supported = t.reserve[seat] != 0
        for facing in range(4):
            cells = b.fits(tile, facing, supported)
            step = b.field.columns
            if facing == 1:
                step = 1
            elif facing == 0:
                step = -step
            elif facing == 3:
                step = -1
            while cells:
                cell = NUMBER_OF[(cells & -cells) % _PRIME]
                cells &= cells - 1
                other = cell + step
                worth = self.half(one, cell, first) + self.half(two, other, second)
                if shows_one >> other & 1:
                    worth -= 1.0
                if shows_two >> cell & 1:
                    worth -= 1.0
                if supported and b.levels[cell] != b.levels[other]:
                    worth -= support
                if worth > most:
                    most = worth
                    self.place = LAY + squares[cell] * 4 + facing
        return most
