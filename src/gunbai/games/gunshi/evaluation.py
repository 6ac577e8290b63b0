"""What a Gunshi player sees at a look: what units are worth, what the next commands threaten."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.games.gunshi.board import charge, facing, targets
from gunbai.games.gunshi.data import BESIDE, MOVE, REORIENT, count, lowest
from gunbai.games.gunshi.packed import row_kind
from gunbai.games.gunshi.state import (
    ALL,
    ARC,
    CAV,
    FENCE_E,
    FENCE_N,
    INF,
    LIGHTNING,
    MLP,
    ROW,
    ROW_N,
    SHOGUN,
    SIDE,
    GunshiState,
    invaders,
)

# In points of supply, set by hand: a unit is worth a little more than it costs, an invader more than a unit.
UNIT_WORTH: Final = vec[float]([2.2, 3.2, 4.6])
SHIELD_WORTH: Final = 1.2
FENCE_WORTH: Final = 0.35
POINT_WORTH: Final = 0.28
INVADER_WORTH: Final = vec[float]([0.0, 5.0, 12.0, 30.0, 30.0, 30.0, 30.0])
ADVANCE_WORTH: Final = 0.12
# A shogun that could be taken by the next command.
SHOGUN_DANGER: Final = 9.0
UNIT_DANGER: Final = 0.22
SCALE: Final = 14.0


def reach(t: GunshiState, o: i64) -> i64:
    """Every enemy square this side could strike with the kind of card it resolves next."""
    side = t.side
    if side[o + ROW_N] == 0:
        return 0
    foes = side[SIDE - o + ALL]
    found: i64 = 0
    cards: i64 = 1 + side[o + LIGHTNING]
    i: i64 = 0
    while i < cards and i < side[o + ROW_N]:
        kind = row_kind(side[o + ROW], i)
        if kind == MOVE:
            found |= strikes(t, o)
        elif kind == REORIENT:
            rest = side[o + ARC]
            while rest:
                found |= targets(t, o, lowest(rest), False)
                rest &= rest - 1
        i += 1
    return found & foes


def strikes(t: GunshiState, o: i64) -> i64:
    """Every square the side's units could move to now."""
    found: i64 = 0
    feet = t.side[o + INF] | t.side[o + ARC]
    rest = feet
    while rest:
        found |= BESIDE[lowest(rest)]
        rest &= rest - 1
    rest = t.side[o + CAV]
    while rest:
        square = lowest(rest)
        found |= charge(t, o, square, facing(t, square))
        rest &= rest - 1
    return found


def can_strike(t: GunshiState, o: i64, square: i64) -> bool:
    """Whether the unit has an enemy within reach of the card in hand; near enough for a quick simulation."""
    if t.card == REORIENT:
        return t.side[o + ARC] >> square & 1 != 0 and targets(t, o, square, False) != 0
    foes = t.side[SIDE - o + ALL]
    if BESIDE[square] & foes:
        return True
    return t.side[o + CAV] >> square & 1 != 0 and charge(t, o, square, facing(t, square)) & foes != 0


def strength(t: GunshiState, o: i64, seat: i64) -> float:
    """One side's pieces, points and progress."""
    side = t.side
    total = (
        UNIT_WORTH[0] * float(count(side[o + INF]))
        + UNIT_WORTH[1] * float(count(side[o + ARC]))
        + UNIT_WORTH[2] * float(count(side[o + CAV]))
        + SHIELD_WORTH * float(count(side[o + INF] & t.shields))
        + FENCE_WORTH * float(count(side[o + FENCE_N]) + count(side[o + FENCE_E]))
        + POINT_WORTH * float(side[o + MLP])
        + INVADER_WORTH[invaders(side, o)]
    )
    rows: i64 = 0
    rest = side[o + ALL]
    while rest:
        row = lowest(rest) // 7
        rows += row if seat == 0 else 6 - row
        rest &= rest - 1
    return total + ADVANCE_WORTH * float(rows)


def squash(x: float) -> float:
    """A smooth step from -1 to 1."""
    return x / (1.0 + (x if x >= 0.0 else -x))


def shares(t: GunshiState) -> vec[float]:
    """What each seat may expect of a position, from -1 to 1: material, progress and the next command's threats."""
    balance = strength(t, 0, 0) - strength(t, SIDE, 1)
    for seat in range(2):
        o = SIDE * seat
        threatened = reach(t, o)
        if threatened:
            worth = UNIT_DANGER * float(count(threatened)) * 3.0
            shogun = t.side[SIDE - o + SHOGUN]
            if shogun >= 0 and threatened >> shogun & 1:
                # A shield buys a turn against foot and arrow.
                worth += SHOGUN_DANGER * (0.4 if t.shields >> shogun & 1 else 1.0)
            if t.seat == seat:
                worth *= 1.6
            balance += worth if seat == 0 else -worth
    value = squash(balance / SCALE)
    out = vec[float]()
    out = append(out, value)
    return append(out, -value)
