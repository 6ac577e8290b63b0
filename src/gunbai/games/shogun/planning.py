"""Actions 1 and 2: sealed plans, the spy, and swords by bid, agreement and lot (RULES §4, §5)."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.games.shogun.actions import A_BIN, A_DRAW, A_NO_SPY, A_SPY, A_TAKE, A_TIE, A_WISH, act
from gunbai.games.shogun.data import ARMIES_EACH, BIN_BUILD, BIN_NINJA, BIN_SWORDS, BUILD_PRICE
from gunbai.games.shogun.losing import BY_ROUNDS, SHARED, finish
from gunbai.games.shogun.opening import first_open
from gunbai.games.shogun.phase import Phase
from gunbai.games.shogun.recovery import waiting_clan
from gunbai.games.shogun.sealing import open_clan
from gunbai.games.shogun.state import (
    ALIVE,
    ARMY_WIDTH,
    BINS,
    BUILDING,
    CLAN_WIDTH,
    DRAW,
    HOLE,
    KOKU,
    OVER,
    PLAN,
    ROUND,
    SEALED,
    SEAT,
    SPY,
    STEP,
    STRUCK,
    SWORD_HELD,
    SWORDS,
    TAKE,
    TIE,
    WISH,
    WISHES,
    ShogunState,
)


def begin_round(t: ShogunState) -> None:
    """Successors are appointed, then planning begins; the round limit may end the game instead (RULES §8.9, §14.6)."""
    if t.round >= t.options.integer("rounds"):
        _end_by_rounds(t)
        return
    t.round += 1
    for row in range(t.clans * ARMIES_EACH):
        if t.army[row * ARMY_WIDTH + STRUCK] == 1:
            t.mark_army(row)
            t.army[row * ARMY_WIDTH + STRUCK] = 0
            t.army[row * ARMY_WIDTH + HOLE] = 0
    t.bins_open = 0
    t.spy_by = -1
    t.spy_on = -1
    t.war = -1
    t.slot = 0
    for c in range(t.clans):
        t.clan[c * CLAN_WIDTH + SWORD_HELD] = 0
        open_seal(t, c)
    if t.ninja >= 0:
        # The spy's owner waits until all others have planned (RULES §4.5).
        t.spy_by = t.ninja
        t.clan[t.ninja * CLAN_WIDTH + SEALED] = 1
    t.stage = PLAN
    # A recovered daimyo who found no province free looks again (RULES §12.5).
    t.gain = waiting_clan(t)


def open_seal(t: ShogunState, c: i64) -> None:
    """Let a clan make its sealed choices; fallen clans owe none."""
    t.clan[c * CLAN_WIDTH + SEALED] = 0
    t.clan[c * CLAN_WIDTH + STEP] = 0


def _end_by_rounds(t: ShogunState) -> None:
    best: i64 = -1
    most: i64 = -1
    for seat in range(t.options.players):
        held = seat_provinces(t, seat)
        if held == most:
            best = SHARED
        elif held > most:
            most = held
            best = seat
    finish(t, best, BY_ROUNDS)


def seat_provinces(t: ShogunState, seat: i64) -> i64:
    """Provinces of all colours a seat controls."""
    n: i64 = 0
    for c in range(t.clans):
        if t.clan[c * CLAN_WIDTH + SEAT] == seat:
            n += t.provinces_of(c)
    return n


# -- swords --------------------------------------------------------------------------------------------------


def _bid(t: ShogunState, c: i64) -> i64:
    return t.clan[c * CLAN_WIDTH + BINS + BIN_SWORDS]


def in_tie(t: ShogunState, c: i64, bid: i64) -> bool:
    """Whether a clan without a sword has made this bid."""
    i = c * CLAN_WIDTH
    return t.clan[i + ALIVE] == 1 and t.clan[i + SWORD_HELD] == 0 and _bid(t, c) == bid


def highest_bid(t: ShogunState) -> i64:
    """The highest bid among clans without a sword, -1 when all have one."""
    best: i64 = -1
    for c in range(t.clans):
        if t.clan[c * CLAN_WIDTH + ALIVE] == 1 and t.clan[c * CLAN_WIDTH + SWORD_HELD] == 0 and _bid(t, c) > best:
            best = _bid(t, c)
    return best


def _prepare_swords(t: ShogunState) -> bool:
    """Find who takes or draws a sword next (RULES §5.2-5.5)."""
    bid = highest_bid(t)
    if bid < 0:
        t.turn = -1
        t.clash = 0
        t.stage = BUILDING
        t.count = 0
        return False
    tied: i64 = 0
    first: i64 = -1
    for c in range(t.clans):
        if in_tie(t, c, bid):
            tied += 1
            if first < 0:
                first = c
    t.turn = first
    if bid == 0:
        t.stage = DRAW
        return True
    if tied == 1:
        t.clash = 0
        t.stage = TAKE
        return True
    if t.clash == 1:
        t.turn = -1
        t.stage = TIE
        return True
    for c in range(t.clans):
        t.clan[c * CLAN_WIDTH + SEALED] = 0 if in_tie(t, c, bid) else 1
    t.stage = WISHES
    return True


def _prepare_wishes(t: ShogunState) -> bool:
    if t.turn < 0 or t.clan[t.turn * CLAN_WIDTH + SEALED] == 1:
        t.turn = first_open(t, SEALED)
    if t.turn >= 0:
        return True
    agreed = True
    for c in range(t.clans):
        for d in range(c):
            if t.clan[c * CLAN_WIDTH + WISH] > 0 and t.clan[c * CLAN_WIDTH + WISH] == t.clan[d * CLAN_WIDTH + WISH]:
                agreed = False
    for c in range(t.clans):
        if agreed and t.clan[c * CLAN_WIDTH + WISH] > 0:
            t.clan[c * CLAN_WIDTH + SWORD_HELD] = t.clan[c * CLAN_WIDTH + WISH]
        t.clan[c * CLAN_WIDTH + WISH] = 0
    if not agreed:
        t.clash = 1
    t.stage = SWORDS
    return False


@final
class Planning(Phase):
    """The stages of plans, spy and swords, and the beginning of a round."""

    def prepare(self, t: ShogunState) -> bool:
        if t.stage == ROUND:
            begin_round(t)
            return t.stage == OVER
        if t.stage == PLAN:
            if t.turn < 0 or t.clan[t.turn * CLAN_WIDTH + ALIVE] == 0 or t.clan[t.turn * CLAN_WIDTH + SEALED] == 1:
                t.turn = first_open(t, SEALED)
            elif t.rules > 2:
                # A player of two clans always plans for the first of them first (RULES §4.3, §15.1).
                t.turn = open_clan(t, t.clan[t.turn * CLAN_WIDTH + SEAT])
            if t.turn >= 0:
                return True
            if t.ninja >= 0:
                t.turn = t.ninja
                t.stage = SPY
                return True
            t.bins_open = 1
            t.stage = SWORDS
            return False
        if t.stage == SWORDS:
            return _prepare_swords(t)
        if t.stage == WISHES:
            return _prepare_wishes(t)
        return True

    def legal(self, t: ShogunState) -> vec[i64]:
        out = vec[i64]()
        if t.stage == PLAN:
            i = t.turn * CLAN_WIDTH
            step = t.clan[i + STEP]
            left = t.clan[i + KOKU]
            for b in range(step):
                left -= t.clan[i + BINS + b]
            if step == BIN_NINJA:
                return append(out, act(A_BIN, step, left))
            for koku in range(left + 1):
                if step != BIN_BUILD or koku in (0, BUILD_PRICE):
                    out = append(out, act(A_BIN, step, koku))
            return out
        if t.stage == SPY:
            for c in range(t.clans):
                if t.clan[c * CLAN_WIDTH + ALIVE] == 1 and not t.friends(c, t.turn):
                    out = append(out, act(A_SPY, c))
            return append(out, act(A_NO_SPY))
        if t.stage == TIE:
            bid = highest_bid(t)
            for c in range(t.clans):
                if in_tie(t, c, bid):
                    out = append(out, act(A_TIE, c))
            return out
        kind = A_WISH if t.stage == WISHES else A_TAKE if t.stage == TAKE else A_DRAW
        for sword in range(1, t.clans_alive() + 1):
            if t.clan_with_sword(sword) < 0:
                out = append(out, act(kind, sword))
        return out

    def apply(self, t: ShogunState, kind: i64, x: i64, y: i64) -> None:
        i = t.turn * CLAN_WIDTH
        if kind == A_BIN:
            t.clan[i + BINS + x] = y
            t.clan[i + STEP] += 1
            if x == BIN_NINJA:
                t.clan[i + SEALED] = 1
                t.clan[i + STEP] = 0
                t.clan[i + KOKU] = 0
        elif kind in (A_SPY, A_NO_SPY):
            t.spy_on = x if kind == A_SPY else -1
            t.ninja = -1
            open_seal(t, t.turn)
            t.stage = PLAN
        elif kind == A_WISH:
            t.clan[i + WISH] = x
            t.clan[i + SEALED] = 1
        elif kind == A_TIE:
            t.turn = x
            t.stage = TAKE
        else:
            t.clan[i + SWORD_HELD] = x
            t.stage = SWORDS


PHASE: Final = Planning()
