"""A full state that fits a view: what others sealed or hid is drawn at random, within the rules."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.core.rng import Rng
from gunbai.games.shogun import hiring, planning
from gunbai.games.shogun.data import ARMIES_EACH, PROVINCES
from gunbai.games.shogun.state import (
    ALIVE,
    ALONG,
    ARMY_WIDTH,
    AT,
    BINS,
    BUILD,
    BUILDING,
    CLAN_WIDTH,
    GARRISON,
    HIDDEN,
    HIRING,
    KOKU,
    LAND_WIDTH,
    LAST,
    LEVY,
    LEVYING,
    MARCH_RONIN,
    PLAN,
    QUOTA,
    SEALED,
    SEND,
    STEP,
    SWORD_HELD,
    VEILED,
    WISH,
    WISHES,
    ShogunState,
)
from gunbai.games.shogun.view import UNKNOWN, ShogunView


def resample(v: ShogunView, rng: Rng) -> ShogunState:
    """Fill every gap of the view."""
    t = v.seen.copy()
    focus = t.turn
    committed = vec[i64]()
    for c in range(t.clans):
        if v.knows[c] == 0:
            _blank_secrets(t, c)
            if _has_committed(t, c):
                committed = append(committed, c)
    for p in range(PROVINCES):
        if t.land[p * LAND_WIDTH + LEVY] == UNKNOWN:
            t.land[p * LAND_WIDTH + LEVY] = 0
    for c in committed:
        _choose_again(t, c, rng)
    if t.stage == HIRING:
        _clear_unknown_ronin(t)
    else:
        _scatter_ronin(v, t, rng)
    t.turn = focus
    return t


def _blank_secrets(t: ShogunState, c: i64) -> None:
    i = c * CLAN_WIDTH
    t.clan[i + STEP] = 0
    t.clan[i + LAST] = 0
    t.clan[i + WISH] = 0
    t.clan[i + BUILD] = 0
    if t.clan[i + BINS] == UNKNOWN:
        for b in range(5):
            t.clan[i + BINS + b] = 0
    elif t.bins_open == 0:
        # The spy has seen this plan: the koku are in the bins.
        t.clan[i + KOKU] = 0


def _has_committed(t: ShogunState, c: i64) -> bool:
    """Whether the others wait to see a choice this clan has already sealed."""
    i = c * CLAN_WIDTH
    if t.clan[i + ALIVE] == 0 or t.clan[i + SEALED] == 0:
        return False
    if t.bins_open == 0:
        return t.clan[i + KOKU] > 0 and t.ninja != c
    if t.stage == WISHES:
        return t.clan[i + SWORD_HELD] == 0 and planning.in_tie(t, c, planning.highest_bid(t))
    if t.stage == BUILDING:
        return t.clash == 0 and hiring.can_build(t, c)
    return t.stage in (LEVYING, HIRING) and t.clan[i + QUOTA] > 0


def _choose_again(t: ShogunState, c: i64, rng: Rng) -> None:
    i = c * CLAN_WIDTH
    stage = t.stage
    if t.bins_open == 0:
        t.stage = PLAN
    if stage == HIRING:
        for p in range(PROVINCES):
            if t.owner(p) == c:
                t.land[p * LAND_WIDTH + HIDDEN] = 0
    t.turn = c
    t.clan[i + SEALED] = 0
    while t.clan[i + SEALED] == 0:
        if t.stage in (PLAN, WISHES):
            options = planning.PHASE.legal(t)
            action = options[rng.below(len(options))]
            planning.PHASE.apply(t, action >> 16, (action >> 8) & 255, action & 255)
        else:
            options = hiring.PHASE.legal(t)
            action = options[rng.below(len(options))]
            hiring.PHASE.apply(t, action >> 16, (action >> 8) & 255, action & 255)
    t.stage = stage


def _clear_unknown_ronin(t: ShogunState) -> None:
    for p in range(PROVINCES):
        if t.land[p * LAND_WIDTH + HIDDEN] == UNKNOWN:
            t.land[p * LAND_WIDTH + HIDDEN] = 0


def _scatter_ronin(v: ShogunView, t: ShogunState, rng: Rng) -> None:
    """Spread each other clan's unseen ronin over provinces that can hold them; a few may never have been deployed."""
    _clear_unknown_ronin(t)
    closed: i64 = -1
    if t.stage in (GARRISON, ALONG):
        row = t.att_army if t.att_army >= 0 else t.war * ARMIES_EACH + t.current
        closed = t.army[row * ARMY_WIDTH + AT]
    elif t.stage in (SEND, MARCH_RONIN):
        closed = t.att_from
    for c in range(t.clans):
        if v.knows[c] == 1:
            continue
        for _ in range(t.clan[c * CLAN_WIDTH + VEILED]):
            places = vec[i64]()
            for p in range(PROVINCES):
                if p != closed and t.owner(p) == c and hiring.ronin_room(t, p) > 0:
                    places = append(places, p)
            pick = rng.below(len(places) + 1)
            if pick < len(places):
                t.land[places[pick] * LAND_WIDTH + HIDDEN] += 1
