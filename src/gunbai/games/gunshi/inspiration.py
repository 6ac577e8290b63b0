"""The Gunshi's Inspiration: one advanced card during the battle, unseen, for one of the hand (RULES §10)."""

from __future__ import annotations

from mypy_extensions import i64

from gunbai.games.gunshi.data import UNKNOWN
from gunbai.games.gunshi.packed import one_of, to_pool
from gunbai.games.gunshi.state import (
    DISCARD,
    HAND,
    INSPIRATION_DECLINED,
    INSPIRATION_TAKEN,
    INSPIRED,
    POOL,
    POOL_N,
    REMOVED,
    REVEAL,
    SEND,
    SIDE,
    TAKEN,
    GunshiState,
    add_to_pool,
    take_from_pool,
)


def take(t: GunshiState, kind: i64) -> None:
    """An advanced card comes to the hand unseen; from now on nobody can be sure what the hand holds."""
    side, o = t.side, SIDE * t.seat
    side[o + TAKEN] = kind + 1
    if kind != UNKNOWN:
        side[o + HAND] += one_of(kind)
    i: i64 = 0
    while i < side[o + POOL_N]:
        side[o + POOL] |= to_pool(UNKNOWN, i)
        i += 1
    add_to_pool(side, o, UNKNOWN)
    t.phase = DISCARD


def take_blind(t: GunshiState) -> None:
    """A card nobody has seen will be drawn."""
    t.phase = REVEAL


def decline(t: GunshiState) -> None:
    """No inspiration, now or later."""
    t.side[SIDE * t.seat + INSPIRED] = INSPIRATION_DECLINED
    t.phase = SEND


def discard(t: GunshiState, kind: i64) -> None:
    """A card of the hand is out of the game, unseen."""
    side, o = t.side, SIDE * t.seat
    side[o + REMOVED] = kind + 1
    side[o + INSPIRED] = INSPIRATION_TAKEN
    if kind != UNKNOWN:
        side[o + HAND] -= one_of(kind)
    take_from_pool(side, o, UNKNOWN, False)
    t.phase = SEND
