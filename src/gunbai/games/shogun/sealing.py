"""Sealed choices: when several seats choose at once, who still owes one, and which choice opens them all."""

from __future__ import annotations

from mypy_extensions import i64

from gunbai.games.shogun.data import BIN_NINJA
from gunbai.games.shogun.state import (
    ALIVE,
    BUILDING,
    CLAN_WIDTH,
    HIRING,
    LEVYING,
    PLAN,
    QUOTA,
    SEALED,
    SEAT,
    STEP,
    WISHES,
    ShogunState,
)


def is_sealed(t: ShogunState) -> bool:
    """Whether several seats choose at once and in secret."""
    return t.stage in (PLAN, WISHES, LEVYING, HIRING) or (t.stage == BUILDING and t.clash == 0)


def open_clan(t: ShogunState, seat: i64) -> i64:
    """The seat's first clan that still owes a sealed choice, or -1."""
    for c in range(t.clans):
        i = c * CLAN_WIDTH
        if t.clan[i + SEAT] == seat and t.clan[i + ALIVE] == 1 and t.clan[i + SEALED] == 0:
            return c
    return -1


def opens_seals(t: ShogunState) -> bool:
    """Whether the choice that is due is the last one before everybody sees them all; ronin stay hidden even then."""
    i = t.turn * CLAN_WIDTH
    if t.stage == HIRING or (t.stage == PLAN and (t.ninja >= 0 or t.clan[i + STEP] < BIN_NINJA)):
        return False
    if t.stage == LEVYING and t.clan[i + STEP] + 1 < t.clan[i + QUOTA]:
        return False
    for c in range(t.clans):
        if c != t.turn and t.clan[c * CLAN_WIDTH + ALIVE] == 1 and t.clan[c * CLAN_WIDTH + SEALED] == 0:
            return False
    return True
