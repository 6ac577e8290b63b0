"""Live help for players: what a tile would do on a place, worked out from a view alone."""

from __future__ import annotations

from dataclasses import dataclass

from mypy_extensions import i64

from gunbai.core.rng import Rng
from gunbai.games.gunkimono import belief, refusals, turn
from gunbai.games.gunkimono.actions import BUILD_AT, HONOR, LAY, PUT, SUPPORT_WITH, TAKE, VICTORY
from gunbai.games.gunkimono.board import Board, count, lowest
from gunbai.games.gunkimono.data import BANNER_NAMES, SEAT_NAMES, SMALL, TROOP_NAMES, bit, cell_name, tile_name
from gunbai.games.gunkimono.state import BUILD, GONE, PLACE, SCORE
from gunbai.games.gunkimono.view import GunkimonoView


@dataclass(frozen=True)
class FormationHelp:
    """A formation that lies there now: troop, squares and who holds it ('' for nobody)."""

    troop: str
    squares: tuple[str, ...]
    holder: str

    @property
    def size(self) -> int:
        return len(self.squares)


@dataclass(frozen=True)
class TroopHelp:
    """One troop of the tile: where it would lie and what it could score there."""

    troop: str
    square: str
    # Victory points for scoring it now; 0 when a stronghold stands in its formation (RULES §5.7).
    points: int
    size: int
    # Honor for scoring it so; 0 when the marker has left the track (RULES §6.2).
    honor: int
    row_after: int
    # The kind of banner that honor would win, '' for none.
    banner: str
    # The formations that would grow together through this troop.
    joins: tuple[FormationHelp, ...]


@dataclass(frozen=True)
class CutHelp:
    """A formation the tile would cover a part of, and the sizes of what would be left of it."""

    formation: FormationHelp
    parts: tuple[int, ...]


@dataclass(frozen=True)
class StrongholdHelp:
    """A stronghold whose pay would change: points a turn before and after."""

    holder: str
    square: str
    before: int
    after: int


@dataclass(frozen=True)
class PlacementHelp:
    """All that can be said of a tile on a place. `refusal` is '' when it is legal; then the rest is filled in."""

    tile: str
    refusal: str
    support: bool
    troops: tuple[TroopHelp, ...]
    cuts: tuple[CutHelp, ...]
    strongholds: tuple[StrongholdHelp, ...]

    def sentences(self) -> list[str]:
        """The same in words."""
        if self.refusal:
            return [f"{self.tile}: {self.refusal}"]
        out = ["needs a small tile as support"] if self.support else []
        for t in self.troops:
            points = f"{t.points} points" if t.points else "no points (stronghold)"
            honor = f"{t.honor} honor" + (f" and a {t.banner} banner" if t.banner else "") if t.honor else "no honor"
            joined = f", joining {' and '.join([_named(f) for f in t.joins])}" if t.joins else ""
            out.append(f"{t.troop} on {t.square}: {points} or {honor}{joined}")
        for cut in self.cuts:
            left = " and ".join([str(size) for size in cut.parts]) or "nothing"
            out.append(f"leaves {left} of {_named(cut.formation)}")
        out.extend(
            [f"{s.holder}'s stronghold on {s.square} pays {s.after} instead of {s.before}" for s in self.strongholds]
        )
        return out


def _named(f: FormationHelp) -> str:
    holder = f"{f.holder}'s " if f.holder else ""
    return f"{holder}{f.size} {f.troop} at {f.squares[0]}"


def placement_help(v: GunkimonoView, tile: i64, square: i64, facing: i64 = -1) -> PlacementHelp:
    """What the tile would do with its first troop on the square and its second that way (RULES §3 to §7).

    The one who asks is the viewer, or for a spectator the player whose turn it is. Whether that player holds the tile
    is not asked, so any tile can be tried.
    """
    seat = v.seat if v.seat >= 0 else v.turn
    name = tile_name(tile)
    world = belief.resample(v, Rng(0))
    world.turn = seat
    world.tile = tile
    world.step = PLACE
    cell = v.setting.field.cell_of[square]
    action = PUT + square if tile >= SMALL else LAY + square * 4 + facing
    small = tile >= SMALL
    legal = cell >= 0 and (
        (v.board.small_fits(tile - SMALL) if small else v.board.fits(tile, facing, v.reserve[seat] != 0)) >> cell & 1
    )
    if not legal:
        return PlacementHelp(name, str(refusals.why_not(world, action)), False, (), (), ())
    cells = [cell] if small else [cell, v.board.neighbour(cell, facing)]
    support = not small and v.board.levels[cells[0]] != v.board.levels[cells[1]]
    after = v.board.copy()
    for half, at in enumerate(cells):
        after.cover(at, turn.troop_of(tile, half), turn.symbols_of(v.setting, tile, half))
    troops = tuple([_troop(v, after, seat, tile, half, at, cells) for half, at in enumerate(cells)])
    cuts = tuple(_cuts(v.board, after, cells))
    return PlacementHelp(name, "", support, troops, cuts, tuple(_pay(v.board, after)))


def _formation(board: Board, squares: i64, troop: i64) -> FormationHelp:
    owner = board.owner(squares)
    names = tuple([cell_name(board.field, cell) for cell in range(board.field.cells) if squares >> cell & 1])
    return FormationHelp(TROOP_NAMES[int(troop)], names, SEAT_NAMES[int(owner)] if owner >= 0 else "")


def _troop(v: GunkimonoView, after: Board, seat: i64, tile: i64, half: i64, at: i64, cells: list[i64]) -> TroopHelp:
    troop = turn.troop_of(tile, half)
    formation = after.formation(at)
    size = int(count(formation))
    points = 0 if formation & after.all_forts() else size
    marker = v.honor[seat * 5 + troop]
    symbols = 0 if marker == GONE else int(turn.symbols_of(v.setting, tile, half))
    end = v.setting.rows[2]
    row_after = -1 if marker == GONE else min(int(marker) + symbols, int(end))
    banner = ""
    if marker != GONE and row_after >= end:
        gone = sum([v.honor[other * 5 + troop] == GONE for other in range(v.setting.players)])
        if gone < len(v.setting.banners):
            banner = BANNER_NAMES[gone]
    # What touches the new troop, as it hangs together without it.
    rest = formation & ~bit(at)
    joins: list[FormationHelp] = []
    while rest:
        part = after.grow(rest & -rest, rest)
        joins.append(_formation(v.board, part, troop))
        rest &= ~part
    return TroopHelp(
        TROOP_NAMES[int(troop)], cell_name(v.board.field, at), points, size, symbols, row_after, banner, tuple(joins)
    )


def _cuts(before: Board, after: Board, cells: list[i64]) -> list[CutHelp]:
    out: list[CutHelp] = []
    done: i64 = 0
    for cell in cells:
        old = before.troop_at(cell)
        formation = before.formation(cell)
        # Two squares of one formation make one cut; a covered troop on its own leaves nothing to speak of.
        if done & formation or count(formation) == 1 or after.troops[old] & bit(cell):
            continue
        done |= formation
        rest = formation & after.troops[old]
        parts: list[int] = []
        while rest:
            part = after.grow(rest & -rest, rest)
            parts.append(int(count(part)))
            rest &= ~part
        parts.sort(reverse=True)
        out.append(CutHelp(_formation(before, formation, old), tuple(parts)))
    return out


def _pay(before: Board, after: Board) -> list[StrongholdHelp]:
    out: list[StrongholdHelp] = []
    for seat in range(5):
        forts = before.forts[seat]
        while forts:
            cell = lowest(forts)
            forts &= forts - 1
            was = int(count(before.formation(cell)))
            will = int(count(after.formation(cell)))
            if was != will:
                out.append(StrongholdHelp(SEAT_NAMES[seat], cell_name(before.field, cell), was, will))
    return out


def explain(v: GunkimonoView, action: i64) -> str:
    """What an action would bring, in one line; '' where there is nothing to say."""
    if v.step == PLACE and LAY <= action < SUPPORT_WITH:
        small = v.tile >= SMALL
        if small != (action >= PUT):
            return ""
        square = action - PUT if small else (action - LAY) >> 2
        return "; ".join(placement_help(v, v.tile, square, -1 if small else (action - LAY) & 3).sentences())
    if v.step == SCORE and (action in (VICTORY, HONOR)):
        at = v.cell if v.half == 0 else v.board.neighbour(v.cell, v.facing)
        if action == VICTORY:
            return f"{count(v.board.formation(at))} points"
        troop = turn.troop_of(v.tile, v.half)
        row = v.honor[v.turn * 5 + troop] + turn.symbols_of(v.setting, v.tile, v.half)
        end = v.setting.rows[2]
        return f"to the end of the {TROOP_NAMES[int(troop)]} column" if row >= end else f"to row {row} of {end}"
    if v.step == BUILD and BUILD_AT <= action < TAKE:
        cell = v.setting.field.cell_of[action - BUILD_AT]
        return f"pays {count(v.board.formation(cell))} a turn" if cell >= 0 else ""
    return ""
