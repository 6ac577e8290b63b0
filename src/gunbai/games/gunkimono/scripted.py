"""Opponents that always play one plan. Simple-minded on purpose: a judgement must hold against them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from mypy_extensions import i64

from gunbai.core.game import Game, View
from gunbai.core.rng import Rng
from gunbai.games.gunkimono import belief, turn
from gunbai.games.gunkimono.actions import BLIND, BUILD_AT, HONOR, LAY, PUT, TAKE, VICTORY
from gunbai.games.gunkimono.board import count
from gunbai.games.gunkimono.data import SMALL, bit
from gunbai.games.gunkimono.state import GONE, PLACE, SCORE, TILE, GunkimonoState
from gunbai.games.gunkimono.view import GunkimonoView

if TYPE_CHECKING:
    from gunbai.core.bot import Budget


class Script:
    """A plan: it says how well each action fits, and plays one of those that fit best."""

    def __init__(self, seed: int = 0) -> None:
        self.rng = Rng(seed)

    def choose(self, game: Game, view: View, legal: Sequence[int], budget: Budget) -> int:
        # The hidden parts of this world are invented; no plan looks at them.
        t = belief.resample(cast(GunkimonoView, view), self.rng)
        best, fitting = -1e9, list[int]()
        for action in legal:
            liked = self.liking(t, action)
            if liked > best:
                best, fitting = liked, []
            if liked == best:
                fitting.append(action)
        return fitting[int(self.rng.below(len(fitting)))]

    def liking(self, t: GunkimonoState, action: i64) -> float:
        """How well an action of the seat on turn fits the plan."""
        step = t.step
        if step == TILE:
            return self.tile(t, action)
        if step == PLACE:
            return self.place(t, action)
        if step == SCORE:
            return self.scoring(t, action)
        if BUILD_AT <= action < TAKE:
            return float(count(t.board.formation(t.setting.field.cell_of[action - BUILD_AT])))
        if TAKE <= action < BLIND:
            return self.symbols(t, action - TAKE)
        return 0.0

    def tile(self, t: GunkimonoState, tile: i64) -> float:
        """The best that can be made of a tile."""
        after = t.copy()
        turn.apply(after, tile)
        best = -1e9
        for facing in range(1 if tile >= SMALL else 4):
            cells = (
                after.board.small_fits(tile - SMALL)
                if tile >= SMALL
                else after.board.fits(tile, facing, after.reserve[after.turn] != 0)
            )
            cell: i64 = 0
            while cells:
                if cells & 1:
                    square = t.setting.field.square_of[cell]
                    best = max(best, self.place(after, PUT + square if tile >= SMALL else LAY + square * 4 + facing))
                cells >>= 1
                cell += 1
        return best

    def place(self, t: GunkimonoState, action: i64) -> float:
        """What the troops on a place score, each by the better of the plan's ways, less a little for a small tile."""
        b = t.board
        if action >= PUT:
            here = bit(t.setting.field.cell_of[action - PUT])
            return self.half(t, here, 0, 0) - 0.5
        cell = t.setting.field.cell_of[(action - LAY) >> 2]
        other = b.neighbour(cell, (action - LAY) & 3)
        support = 0.0 if b.levels[cell] == b.levels[other] else 0.5
        return self.half(t, bit(cell), bit(other), 0) + self.half(t, bit(other), bit(cell), 1) - support

    def half(self, t: GunkimonoState, here: i64, there: i64, half: i64) -> float:
        """What one troop of the tile is worth to the plan on this square."""
        return self.joined(t, here, there, half)

    def joined(self, t: GunkimonoState, here: i64, there: i64, half: i64) -> float:
        """The points that one troop of the tile would score on this square."""
        b, troop = t.board, turn.troop_of(t.tile, half)
        formation = b.grow(here, (b.troops[troop] & ~there) | here)
        return 0.0 if formation & b.all_forts() else float(count(formation))

    def scoring(self, t: GunkimonoState, action: i64) -> float:
        return 1.0 if action == VICTORY else 0.0

    def symbols(self, t: GunkimonoState, tile: i64) -> float:
        """The stronghold symbols of a tile that count for the seat."""
        worth = 0.0
        for half in range(2):
            if t.honor[t.turn * 5 + turn.troop_of(tile, half)] != GONE:
                worth += float(turn.symbols_of(t.setting, tile, half))
        return worth


class TakerBot(Script):
    """A beginner: takes the most points at once, and honor only where there are no points."""


class HonorBot(Script):
    """All-in on honor: every troop climbs its column, for the banners."""

    def half(self, t: GunkimonoState, here: i64, there: i64, half: i64) -> float:
        troop = turn.troop_of(t.tile, half)
        open_column = t.honor[t.turn * 5 + troop] != GONE
        return (
            10.0 * float(turn.symbols_of(t.setting, t.tile, half))
            if open_column
            else super().half(t, here, there, half)
        )

    def scoring(self, t: GunkimonoState, action: i64) -> float:
        return 1.0 if action == HONOR else 0.0


class BuilderBot(HonorBot):
    """Rushes strongholds: honor for the markers that lag, a large formation to build in, and growth for it later."""

    def half(self, t: GunkimonoState, here: i64, there: i64, half: i64) -> float:
        b, troop = t.board, turn.troop_of(t.tile, half)
        formation = b.grow(here, (b.troops[troop] & ~there) | here)
        size = float(count(formation))
        if b.forts[t.turn] & formation:
            return 30.0 + 5.0 * size
        if b.all_forts() & formation:
            return self._climbs(t, troop, turn.symbols_of(t.setting, t.tile, half)) - size
        return self._climbs(t, troop, turn.symbols_of(t.setting, t.tile, half)) + size

    def scoring(self, t: GunkimonoState, action: i64) -> float:
        climbs = self._climbs(t, turn.half_troop(t), turn.half_symbols(t))
        if action == HONOR:
            return climbs
        return float(turn.half_points(t)) if action == VICTORY else 0.0

    def _climbs(self, t: GunkimonoState, troop: i64, symbols: i64) -> float:
        """The rows that a marker gains towards the next stronghold."""
        row = turn.stronghold_row(t, t.turn)
        at = t.honor[t.turn * 5 + troop]
        return 10.0 * float(min(row - at, symbols)) if at not in (GONE, row) and at < row else 0.0


class HoarderBot(TakerBot):
    """Waits: small tiles first and the poorest places, so that others have to commit themselves; then it takes."""

    def tile(self, t: GunkimonoState, tile: i64) -> float:
        return super().tile(t, tile) + (20.0 if tile >= SMALL else 0.0)

    def place(self, t: GunkimonoState, action: i64) -> float:
        worth = super().place(t, action)
        return -worth if t.tile >= SMALL else worth

    def scoring(self, t: GunkimonoState, action: i64) -> float:
        small = t.tile >= SMALL
        return 1.0 if action == (HONOR if small else VICTORY) else 0.0


class ChooserBot(HonorBot):
    """Takes the better of points and honor, as if every symbol were worth the same; its seed says how much."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.symbol = 1.0 + 0.5 * float(seed % 7)

    def half(self, t: GunkimonoState, here: i64, there: i64, half: i64) -> float:
        troop = turn.troop_of(t.tile, half)
        honor = self.symbol * float(turn.symbols_of(t.setting, t.tile, half))
        points = self.joined(t, here, there, half)
        return max(points, honor) if t.honor[t.turn * 5 + troop] != GONE else points

    def scoring(self, t: GunkimonoState, action: i64) -> float:
        if action == HONOR:
            return self.symbol * float(turn.half_symbols(t))
        return float(turn.half_points(t)) if action == VICTORY else 0.0
