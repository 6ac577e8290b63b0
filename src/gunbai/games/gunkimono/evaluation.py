"""What a Gunkimono player sees at a look: points to come, what honor and a place for a tile are worth."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.core.judgement import expected_results
from gunbai.games.gunkimono import turn
from gunbai.games.gunkimono.actions import LAY, PUT
from gunbai.games.gunkimono.board import count
from gunbai.games.gunkimono.data import FIRST_SYMBOLS, FIRST_TROOP, SECOND_SYMBOLS, SECOND_TROOP, SMALL, bit
from gunbai.games.gunkimono.state import GONE, GunkimonoState

# Mean worth of a banner of each layer.
_BANNER_WORTH: Final[vec[float]] = vec[float]([13.0, 8.0, 3.0])
# Troops a stronghold's formation tends to have, and honor a turn tends to bring: rough figures from self-play.
_USUAL_FORMATION: Final = 5.0
_HONOR_A_TURN: Final = 3.0


def turns_left(t: GunkimonoState) -> float:
    """About how many turns each seat still has; the end tile lies half-way down the end-game stack on average."""
    if t.end_shown:
        return 0.5
    return (float(t.main) + 0.5 * float(t.end_stack)) / float(t.setting.players) + 1.0


def honor_step(t: GunkimonoState, seat: i64, troop: i64, turns: float) -> float:
    """What one more row in a column is worth: its share of the banner, and of the next stronghold if it lags."""
    at = t.honor[seat * 5 + troop]
    if at == GONE:
        return 0.0
    end = t.setting.rows[2]
    left = turn.banners_left(t, troop)
    worth = 0.0
    if left > 0:
        banner = _BANNER_WORTH[len(t.setting.banners) - left]
        worth = 1.6 * banner * (float(at) + 1.0) / float(end * end)
    built = count(t.board.forts[seat])
    if built < 2:
        row = t.setting.rows[built]
        if at < row and turns > _missing(t, seat, row) / _HONOR_A_TURN:
            # It brings the stronghold nearer by its part of a turn.
            worth += 0.8 * _USUAL_FORMATION / _HONOR_A_TURN
    return worth


def _missing(t: GunkimonoState, seat: i64, row: i64) -> float:
    missing = 0.0
    for troop in range(5):
        at = t.honor[seat * 5 + troop]
        if at != GONE and at < row:
            missing += float(row - at)
    return missing


def _projection(t: GunkimonoState, seat: i64, turns: float) -> float:
    """Points the seat may end with, apart from what everybody will score alike."""
    total = float(turn.total_points(t, seat))
    forts = t.board.forts[seat]
    while forts:
        fort = forts & -forts
        forts &= forts - 1
        for troop in range(5):
            if fort & t.board.troops[troop]:
                total += 0.85 * turns * float(count(t.board.grow(fort, t.board.troops[troop])))
    for troop in range(5):
        at = t.honor[seat * 5 + troop]
        left = turn.banners_left(t, troop)
        if at > 0 and left > 0:
            reached = float(at) / float(t.setting.rows[2])
            total += 0.8 * _BANNER_WORTH[len(t.setting.banners) - left] * reached * reached
    built = count(t.board.forts[seat])
    if built < 2:
        row = t.setting.rows[built]
        missing = _missing(t, seat, row)
        after = turns - missing / _HONOR_A_TURN
        if after > 0.0:
            total += 0.8 * after * _USUAL_FORMATION
    return total + 0.8 * float(count(t.reserve[seat]))


def placing_worth(t: GunkimonoState, action: i64, turns: float) -> float:
    """Points or honor for both troops on a place, and what the strongholds around gain or lose."""
    b = t.board
    if action >= PUT:
        first = bit(t.setting.field.cell_of[action - PUT])
        return _half_worth(t, first, 0, t.tile - SMALL, t.setting.small_symbols[t.tile - SMALL], turns) - 1.0
    cell = t.setting.field.cell_of[(action - LAY) >> 2]
    other = b.neighbour(cell, (action - LAY) & 3)
    first = bit(cell)
    second = bit(other)
    worth = _half_worth(t, first, second, FIRST_TROOP[t.tile], FIRST_SYMBOLS[t.tile], turns)
    worth += _half_worth(t, second, first, SECOND_TROOP[t.tile], SECOND_SYMBOLS[t.tile], turns)
    # A support costs a small tile.
    return worth if b.levels[cell] == b.levels[other] else worth - 1.5


def _half_worth(t: GunkimonoState, here: i64, there: i64, troop: i64, symbols: i64, turns: float) -> float:
    b = t.board
    formation = b.grow(here, (b.troops[troop] & ~there) | here)
    owner = b.owner(formation)
    honor = float(symbols) * honor_step(t, t.turn, troop, turns)
    worth = honor
    if owner < 0:
        size = float(count(formation))
        worth = size if size > honor else honor
    elif owner == t.turn:
        held = b.grow(b.forts[owner] & formation, b.troops[troop])
        worth += 0.8 * turns * float(count(formation) - count(held))
    # Covering a troop of a held formation hurts its owner.
    for covered in range(5):
        if b.troops[covered] & here and covered != troop:
            holder = b.owner(b.grow(here, b.troops[covered]))
            if holder >= 0:
                worth += 0.5 * turns if holder != t.turn else -0.8 * turns
    return worth


def shares(t: GunkimonoState) -> vec[float]:
    """What every seat may expect of a position, from -1 to 1: its share by the points that all may end with."""
    turns = turns_left(t)
    totals = vec[float]()
    for seat in range(t.setting.players):
        totals = append(totals, _projection(t, seat, turns))
    # The fewer turns are left, the more a lead is worth.
    return expected_results(totals, 4.0 + 1.5 * turns)
