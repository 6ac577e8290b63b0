"""The battlefield in play. A set of squares is one integer with a bit per cell, so that whole formations and all
places for a tile come from a few shifts, and nothing is recomputed for each candidate."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from gunbai.core.copying import reduced
from gunbai.games.gunkimono.data import FIRST_TROOP, SECOND_TROOP, SMALL, Field, bit, filled

NORTH: Final[i64] = 0
EAST: Final[i64] = 1
SOUTH: Final[i64] = 2
WEST: Final[i64] = 3
FACINGS: Final = ("north", "east", "south", "west")


def count(mask: i64) -> i64:
    """How many squares a set holds."""
    n: i64 = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


def lowest(mask: i64) -> i64:
    """The number of the first cell in a non-empty set."""
    cell: i64 = 0
    while not (mask & 0xFF):
        mask >>= 8
        cell += 8
    while not (mask & 1):
        mask >>= 1
        cell += 1
    return cell


@final
class Board:
    """Top troops, levels and strongholds, with the level steps between neighbours kept up to date."""

    def __init__(
        self, field: Field, troops: vec[i64], forts: vec[i64], levels: vec[i64], symbols: vec[i64], steps: vec[i64]
    ) -> None:
        self.field: Final = field
        # Per troop the squares that show it; per seat the squares of its strongholds.
        self.troops = troops
        self.forts = forts
        self.levels = levels
        # Symbols on the top troop of each cell; printed troops have none.
        self.symbols = symbols
        # Cells whose neighbour lies level / one higher / one lower: east in 0-2, south in 3-5.
        self.steps = steps
        # Cells whose troop, level or stronghold has changed since a view was last brought up to date
        # (`view.look_again`). No part of the position: a copy begins without.
        self.marked: i64 = 0

    def __reduce__(self) -> tuple[object, ...]:
        return reduced(self, "field", "troops", "forts", "levels", "symbols", "steps")

    def copy(self) -> Board:
        return Board(self.field, self.troops[:], self.forts[:], self.levels[:], self.symbols[:], self.steps[:])

    # -- formations (RULES §4.1) ----------------------------------------------------------------

    def beside(self, squares: i64) -> i64:
        """The squares orthogonally next to any of these."""
        f = self.field
        w = f.columns
        return (
            ((squares & f.has_east) << 1)
            | ((squares & f.has_west) >> 1)
            | ((squares & f.has_south) << w)
            | (squares >> w)
        )

    def grow(self, seed: i64, within: i64) -> i64:
        """All squares of `within` that hang together with the seed."""
        out = seed
        more = out | (self.beside(out) & within)
        while more != out:
            out = more
            more = out | (self.beside(out) & within)
        return out

    def troop_at(self, cell: i64) -> i64:
        here = bit(cell)
        troop: i64 = 0
        while not (self.troops[troop] & here):
            troop += 1
        return troop

    def formation(self, cell: i64) -> i64:
        """The squares of the formation a cell belongs to."""
        return self.grow(bit(cell), self.troops[self.troop_at(cell)])

    def all_forts(self) -> i64:
        f = self.forts
        return f[0] | f[1] | f[2] | f[3] | f[4]

    def owner(self, formation: i64) -> i64:
        """The seat whose stronghold stands in the formation, or -1."""
        for seat in range(5):
            if self.forts[seat] & formation:
                return seat
        return -1

    # -- changes ----------------------------------------------------------------------------------

    def raise_level(self, cell: i64) -> None:
        """One more tile lies on the cell."""
        self.marked |= bit(cell)
        self.levels[cell] += 1
        f = self.field
        w = f.columns
        here = bit(cell)
        if here & f.has_east:
            self._measure(0, cell, cell + 1)
        if here & f.has_west:
            self._measure(0, cell - 1, cell)
        if here & f.has_south:
            self._measure(3, cell, cell + w)
        if cell >= w:
            self._measure(3, cell - w, cell)

    def _measure(self, base: i64, cell: i64, neighbour: i64) -> None:
        here = bit(cell)
        keep: i64 = ~here
        s = self.steps
        s[base] &= keep
        s[base + 1] &= keep
        s[base + 2] &= keep
        step = self.levels[neighbour] - self.levels[cell]
        if step == 0:
            s[base] |= here
        elif step == 1:
            s[base + 1] |= here
        elif step == -1:
            s[base + 2] |= here

    def cover(self, cell: i64, troop: i64, symbols: i64) -> None:
        """A troop of a tile comes to lie face up on the cell."""
        here = bit(cell)
        t = self.troops
        for other in range(5):
            t[other] &= ~here
        t[troop] |= here
        self.symbols[cell] = symbols
        self.raise_level(cell)

    def build(self, seat: i64, cell: i64) -> None:
        """A stronghold of the seat rises."""
        here = bit(cell)
        self.marked |= here
        self.forts[seat] |= here

    # -- where a tile may lie (RULES §3, §5) --------------------------------------------------------

    def neighbour(self, cell: i64, facing: i64) -> i64:
        """The next cell that way, or -1 beyond the edge."""
        f = self.field
        here = bit(cell)
        if facing == NORTH:
            return cell - f.columns if cell >= f.columns else -1
        if facing == EAST:
            return cell + 1 if here & f.has_east else -1
        if facing == SOUTH:
            return cell + f.columns if here & f.has_south else -1
        return cell - 1 if here & f.has_west else -1

    def fits(self, tile: i64, facing: i64, support: bool) -> i64:
        """Where the first troop of a large tile may lie when the second lies that way; support if a small tile is left.

        With support the lower half, and only that, is free of the duplication rule (RULES §3.6).
        """
        f = self.field
        w = f.columns
        t0 = FIRST_TROOP[tile]
        t1 = SECOND_TROOP[tile]
        free = f.all & ~self.all_forts()
        first = free & ~self.troops[t0]
        second = free & ~self.troops[t1]
        s = self.steps
        if facing == EAST:
            out = first & (second >> 1) & s[0]
            if support:
                out |= (free & (second >> 1) & s[1]) | (first & (free >> 1) & s[2])
        elif facing == SOUTH:
            out = first & (second >> w) & s[3]
            if support:
                out |= (free & (second >> w) & s[4]) | (first & (free >> w) & s[5])
        elif facing == WEST:
            out = first & ((second & s[0]) << 1)
            if support:
                out |= (first & ((free & s[1]) << 1)) | (free & ((second & s[2]) << 1))
        else:
            out = first & ((second & s[3]) << w)
            if support:
                out |= (first & ((free & s[4]) << w)) | (free & ((second & s[5]) << w))
        if out:
            suspects = out & (self.meeting(t0) | self._behind(self.meeting(t1), facing))
            while suspects:
                suspect = suspects & -suspects
                suspects &= suspects - 1
                if self.links_owners(suspect, self._ahead(suspect, facing), t0, t1):
                    out &= ~suspect
        return out

    def small_fits(self, troop: i64) -> i64:
        """Where a small tile may lie face up."""
        return self.field.all & ~self.all_forts() & ~self.troops[troop] & ~self.meeting(troop)

    def fits_somewhere(self, tile: i64, support: bool) -> bool:
        if tile >= SMALL:
            return self.small_fits(tile - SMALL) != 0
        return any(self.fits(tile, facing, support) for facing in range(4))

    def meeting(self, troop: i64) -> i64:
        """The squares that touch formations of this troop held by two different seats."""
        once: i64 = 0
        twice: i64 = 0
        shown = self.troops[troop]
        for seat in range(5):
            held = self.forts[seat] & shown
            if held:
                near = self.beside(self.grow(held, shown))
                twice |= once & near
                once |= near
        return twice

    def links_owners(self, first: i64, second: i64, t0: i64, t1: i64) -> bool:
        """Whether a tile on these two squares would give one formation two owners (RULES §5.9), cuts considered."""
        return self._owners(self.grow(first, (self.troops[t0] & ~second) | first)) > 1 or (
            self._owners(self.grow(second, (self.troops[t1] & ~first) | second)) > 1
        )

    def _owners(self, formation: i64) -> i64:
        n: i64 = 0
        for seat in range(5):
            if self.forts[seat] & formation:
                n += 1
        return n

    def _ahead(self, squares: i64, facing: i64) -> i64:
        f = self.field
        if facing == EAST:
            return (squares & f.has_east) << 1
        if facing == WEST:
            return (squares & f.has_west) >> 1
        if facing == SOUTH:
            return (squares & f.has_south) << f.columns
        return squares >> f.columns

    def _behind(self, squares: i64, facing: i64) -> i64:
        return self._ahead(squares, (facing + 2) & 3)

    def building_sites(self, seat: i64, own_double: bool) -> i64:
        """Squares where a seat may build: no stronghold there, none of another seat in the formation (RULES §5.3)."""
        sites = self.field.all & ~self.all_forts()
        for other in range(5):
            held = self.forts[other]
            if held and (other != seat or not own_double):
                for troop in range(5):
                    shown = self.troops[troop]
                    if held & shown:
                        sites &= ~self.grow(held & shown, shown)
        return sites


def bare_board(field: Field) -> Board:
    """The field before any tile lies on it."""
    steps = vec[i64]([field.has_east, 0, 0, field.has_south, 0, 0])
    return Board(
        field, field.printed[:], vec[i64]([0, 0, 0, 0, 0]), filled(field.cells, 0), filled(field.cells, 0), steps
    )
