"""Set-up: the deal, the division of two-player piles, swords, first reinforcements, army markers (RULES §3)."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.games.shogun.actions import A_DEAL, A_DRAW, A_MARKER, A_REINFORCE, A_SPLIT, act
from gunbai.games.shogun.data import ARMIES_EACH, ARMY_START, INCOME_MINIMUM, SPEAR
from gunbai.games.shogun.phase import Phase
from gunbai.games.shogun.state import (
    ALIVE,
    ARMY_WIDTH,
    AT,
    CLAN_WIDTH,
    DEAL,
    FIRST_SWORDS,
    FORCE,
    KOKU,
    LAND_WIDTH,
    MARKERS,
    OWNER,
    REINFORCE,
    ROUND,
    SPLIT,
    SWORD_HELD,
    TRAY,
    UNITS,
    ShogunState,
)


def muster(t: ShogunState) -> None:
    """Fill the army cards: each army begins with its fixed few (RULES §3.1)."""
    t.mark_all()
    for c in range(t.clans):
        for a in range(t.board.armies):
            for unit in range(4):
                n: i64 = ARMY_START[unit]
                t.army[(c * ARMIES_EACH + a) * ARMY_WIDTH + UNITS + unit] = n
                t.clan[c * CLAN_WIDTH + TRAY + unit] -= n


def _to_deal(t: ShogunState) -> i64:
    each = len(t.board.provinces) // t.clans
    return each * t.clans


def _prepare_split(t: ShogunState) -> bool:
    """Two players divide their piles between their two colours, card by card (RULES §15.2)."""
    if t.clans > t.options.players:
        for i in range(t.count, len(t.board.provinces)):
            p = t.board.provinces[i]
            if t.owner(p) >= 0 and t.owner(p) < 2:
                # First all cards of seat 0, then those of seat 1.
                mine = t.owner(p) == t.slot
                if mine:
                    t.count = i
                    t.turn = t.slot
                    return True
        t.count = 0
        if t.slot == 0:
            t.slot = 1
            return False
        t.slot = 0
    _claim(t)
    t.stage = FIRST_SWORDS
    return False


def _claim(t: ShogunState) -> None:
    """One spearman into each province, and the first koku (RULES §3.3, §3.5)."""
    owned = [0] * int(t.clans)
    for i in range(len(t.board.provinces)):
        p = t.board.provinces[i]
        c = t.owner(p)
        if c >= 0:
            t.mark(p)
            t.land[p * LAND_WIDTH + FORCE + SPEAR] = 1
            t.clan[c * CLAN_WIDTH + TRAY + SPEAR] -= 1
            owned[int(c)] += 1
    for c in range(t.clans):
        koku: i64 = owned[int(c)] // 3
        t.clan[c * CLAN_WIDTH + KOKU] = koku if koku > INCOME_MINIMUM else INCOME_MINIMUM


def _can_reinforce(t: ShogunState, c: i64) -> bool:
    for i in range(len(t.board.provinces)):
        p = t.board.provinces[i]
        if t.owner(p) == c and t.land[p * LAND_WIDTH + FORCE + SPEAR] == 1:
            return True
    return False


def _split_done(t: ShogunState, c: i64) -> i64:
    """Cards given to a colour so far, in the order of the map."""
    n: i64 = 0
    for i in range(t.count):
        if t.owner(t.board.provinces[i]) == c:
            n += 1
    return n


def first_open(t: ShogunState, column: i64) -> i64:
    """The first living clan whose column is still 0, or -1."""
    for c in range(t.clans):
        if t.clan[c * CLAN_WIDTH + ALIVE] == 1 and t.clan[c * CLAN_WIDTH + column] == 0:
            return c
    return -1


@final
class Opening(Phase):
    """The stages of the set-up."""

    def prepare(self, t: ShogunState) -> bool:
        if t.stage == DEAL:
            if t.count < _to_deal(t):
                return True
            t.count = 0
            t.stage = SPLIT
            return False
        if t.stage == SPLIT:
            return _prepare_split(t)
        if t.stage == FIRST_SWORDS:
            for c in range(t.clans):
                if t.clan[c * CLAN_WIDTH + SWORD_HELD] == 0:
                    t.turn = c
                    return True
            t.stage = REINFORCE
            t.count = 0
            return False
        turns = t.board.reinforcements if t.stage == REINFORCE else t.board.armies
        if t.count < turns * t.clans:
            t.turn = t.clan_with_sword(t.count % t.clans + 1)
            if t.stage == MARKERS or _can_reinforce(t, t.turn):
                return True
            t.count += 1
            return False
        t.count = 0
        if t.stage == REINFORCE:
            t.stage = MARKERS
            return False
        for c in range(t.clans):
            t.clan[c * CLAN_WIDTH + SWORD_HELD] = 0
        t.stage = ROUND
        return False

    def legal(self, t: ShogunState) -> vec[i64]:
        out = vec[i64]()
        if t.stage == DEAL:
            for i in range(len(t.board.provinces)):
                p = t.board.provinces[i]
                if t.owner(p) < 0:
                    out = append(out, act(A_DEAL, p))
        elif t.stage == SPLIT:
            p = t.board.provinces[t.count]
            each = len(t.board.provinces) // t.clans
            for half in range(2):
                if _split_done(t, t.slot + 2 * half) < each:
                    out = append(out, act(A_SPLIT, p, half))
        elif t.stage == FIRST_SWORDS:
            for sword in range(1, t.clans + 1):
                if t.clan_with_sword(sword) < 0:
                    out = append(out, act(A_DRAW, sword))
        else:
            for i in range(len(t.board.provinces)):
                p = t.board.provinces[i]
                if t.owner(p) == t.turn:
                    if t.stage == REINFORCE:
                        if t.land[p * LAND_WIDTH + FORCE + SPEAR] == 1:
                            out = append(out, act(A_REINFORCE, p))
                    elif t.army_in(p) < 0:
                        out = append(out, act(A_MARKER, p))
        return out

    def apply(self, t: ShogunState, kind: i64, x: i64, y: i64) -> None:
        if kind == A_DEAL:
            # Cards go round seat by seat; two players get their piles first and divide them later.
            t.mark(x)
            t.land[x * LAND_WIDTH + OWNER] = t.count % t.options.players
            t.count += 1
        elif kind == A_SPLIT:
            t.mark(x)
            t.land[x * LAND_WIDTH + OWNER] = t.slot + 2 * y
            t.count += 1
        elif kind == A_DRAW:
            t.clan[t.turn * CLAN_WIDTH + SWORD_HELD] = x
        elif kind == A_REINFORCE:
            t.mark(x)
            t.land[x * LAND_WIDTH + FORCE + SPEAR] += 2
            t.clan[t.turn * CLAN_WIDTH + TRAY + SPEAR] -= 2
            t.count += 1
        else:
            row = t.turn * ARMIES_EACH + t.count // t.clans
            t.mark_army(row)
            t.army[row * ARMY_WIDTH + AT] = x
            t.count += 1


PHASE: Final = Opening()
