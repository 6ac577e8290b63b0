"""The last part of phase D: units of provincial forces move one province each (RULES §13.4, §13.5)."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.games.shogun.actions import A_ALONG, A_DONE, A_MARCH, A_MARCH_JOIN, A_SEND, act
from gunbai.games.shogun.data import (
    ARMIES_EACH,
    ASHIGARU_LIMIT,
    BOW,
    FORCE_LIMIT,
    GUN,
    PROVINCES,
    RONIN,
    SAMURAI_LIMIT,
    SPEAR,
    SWORD,
)
from gunbai.games.shogun.losing import conquer
from gunbai.games.shogun.movement_check import army_room, force_room
from gunbai.games.shogun.phase import Phase
from gunbai.games.shogun.state import (
    ARMY_RONIN,
    ARMY_WIDTH,
    AT,
    CAME,
    CLAN_WIDTH,
    FORCE,
    FORCE_RONIN,
    HIDDEN,
    LAND_WIDTH,
    MARCH,
    MARCH_RONIN,
    NEXT_TURN,
    OWNER,
    SEND,
    STRUCK,
    UNITS,
    VEILED,
    ShogunState,
)


def _rested(t: ShogunState, p: i64, unit: i64) -> i64:
    """Units of a type in the force that have not moved yet in this final movement."""
    land = t.land
    return land[p * LAND_WIDTH + FORCE + unit] - land[p * LAND_WIDTH + CAME + unit]


def _came(t: ShogunState, p: i64) -> i64:
    """Units of all types in the force that cannot move again in this final movement."""
    i = p * LAND_WIDTH + CAME
    land = t.land
    return land[i] + land[i + 1] + land[i + 2] + land[i + 3]


def _army_next_door(t: ShogunState, p: i64) -> bool:
    """Whether an army of the clan at war stands one step from a province."""
    army, far = t.army, t.board.far
    first = t.war * ARMIES_EACH
    for a in range(ARMIES_EACH):
        q = army[(first + a) * ARMY_WIDTH + AT]
        if q >= 0 and far[q * PROVINCES + p] == 1:
            return True
    return False


def _seen_ronin(t: ShogunState, p: i64) -> i64:
    land = t.land
    return land[p * LAND_WIDTH + FORCE_RONIN] - land[p * LAND_WIDTH + CAME + RONIN]


def _has_square(t: ShogunState, q: i64, join: i64, unit: i64) -> bool:
    """Whether one more unit of the type fits, those already sent counted."""
    if join == 0:
        return t.force_size(q) + t.picked < FORCE_LIMIT
    i = t.army_in(q) * ARMY_WIDTH + UNITS
    if unit in (BOW, SWORD):
        return t.army[i + BOW] + t.army[i + SWORD] + t.sent[BOW] + t.sent[SWORD] < SAMURAI_LIMIT
    return t.army[i + GUN] + t.army[i + SPEAR] + t.sent[GUN] + t.sent[SPEAR] < ASHIGARU_LIMIT


def ronin_fit(t: ShogunState, p: i64, q: i64, join: i64, units: i64, ronin: i64) -> bool:
    """Whether so many units and ronin may go from p to q and leave no troop with too many ronin (RULES §7.9)."""
    return _led_behind(t, p, units, ronin) and _led_there(t, q, join, units, ronin)


def _led_behind(t: ShogunState, p: i64, units: i64, ronin: i64) -> bool:
    """Whether p stays held, and its troops can lead the ronin that stay, when so many units and ronin leave it."""
    left = t.force_size(p) - units
    army = t.army_in(p)
    if left == 0 and army < 0:
        return False
    seen = min(ronin, _seen_ronin(t, p))
    room = force_room(t, p, left) + seen
    if room < 0:
        return False
    if army >= 0:
        room += army_room(t, army)
    return t.land[p * LAND_WIDTH + HIDDEN] - (ronin - seen) <= room


def _led_there(t: ShogunState, q: i64, join: i64, units: i64, ronin: i64) -> bool:
    """Whether the troop that is joined can lead so many ronin more, and both troops the hidden ones of q beside them.

    The first version of the rules forgot the hidden ones.
    """
    row = t.army_in(q)
    by_army: i64 = 0
    if row >= 0:
        by_army = army_room(t, row)
    force = t.force_size(q)
    if join == 1:
        by_force = force_room(t, q, force)
        by_army += units - ronin
        if by_army < 0:
            return False
    else:
        by_force = force_room(t, q, force + units) - ronin
        if by_force < 0:
            return False
    return t.land[q * LAND_WIDTH + HIDDEN] <= by_force + by_army or t.rules == 1


def _fits(t: ShogunState, p: i64, q: i64, join: i64, least: i64, most: i64) -> bool:
    """Whether a march of that many units can take along a fitting number of ronin."""
    available = _seen_ronin(t, p) + t.land[p * LAND_WIDTH + HIDDEN]
    for units in range(least, most + 1):
        for ronin in range(available + 1):
            if ronin_fit(t, p, q, join, units, ronin):
                return True
    return False


def _sendable(t: ShogunState, p: i64, q: i64, join: i64, first: i64) -> i64:
    """How many more units of types from `first` on can be sent, squares and the force limit considered."""
    samurai: i64 = 0
    ashigaru: i64 = 0
    land, sent = t.land, t.sent
    i = p * LAND_WIDTH
    for unit in range(first, RONIN):
        n = land[i + FORCE + unit] - land[i + CAME + unit] - sent[unit]
        if unit in (BOW, SWORD):
            samurai += n
        else:
            ashigaru += n
    if join == 0:
        return min(samurai + ashigaru, FORCE_LIMIT - t.force_size(q) - t.picked)
    i = t.army_in(q) * ARMY_WIDTH + UNITS
    army = t.army
    samurai = min(samurai, SAMURAI_LIMIT - army[i + BOW] - army[i + SWORD] - sent[BOW] - sent[SWORD])
    ashigaru = min(ashigaru, ASHIGARU_LIMIT - army[i + GUN] - army[i + SPEAR] - sent[GUN] - sent[SPEAR])
    return samurai + ashigaru


def _may_march(t: ShogunState, p: i64, q: i64, join: i64, one: bool) -> bool:
    """Whether units of p may go to q, which is empty or friendly, and friendly if they join an army there.

    `one` says that a single unit may leave p without ronin. Mostly it may arrive, too, and no other march is tried.
    """
    if join == 1:
        row = t.army_in(q)
        if row < 0 or t.army[row * ARMY_WIDTH + STRUCK] == 1:
            return False
    most = _sendable(t, p, q, join, 0)
    if most < 1:
        return False
    return (one and _led_there(t, q, join, 1, 0)) or _fits(t, p, q, join, 1, most)


def _marches(t: ShogunState, most: i64) -> vec[i64]:
    """The marches that are possible, at most so many of them."""
    out = vec[i64]()
    land, war, first, near = t.land, t.war, t.board.first, t.board.near
    for join in range(2):
        for p in range(PROVINCES):
            if land[p * LAND_WIDTH + OWNER] != war or (join == 1 and not _army_next_door(t, p)):
                continue
            n = t.force_size(p)
            if n == _came(t, p) or (n == 1 and t.army_in(p) < 0):
                continue
            one = _led_behind(t, p, 1, 0)
            for i in range(first[p], first[p + 1]):
                q = near[i]
                holder = land[q * LAND_WIDTH + OWNER]
                if holder != war and (join == 1 or holder >= 0):
                    continue
                if _may_march(t, p, q, join, one):
                    out = append(out, act(A_MARCH if join == 0 else A_MARCH_JOIN, p, q))
                    if len(out) == most:
                        return out
    return out


def _legal_sends(t: ShogunState) -> vec[i64]:
    out = vec[i64]()
    p, q, join = t.att_from, t.march_to, t.march_join
    for unit in range(t.cursor, RONIN):
        if _rested(t, p, unit) > t.sent[unit] and _has_square(t, q, join, unit):
            most = t.picked + _sendable(t, p, q, join, unit)
            if _fits(t, p, q, join, t.picked + 1, most):
                out = append(out, act(A_SEND, unit))
    if t.picked > 0 and _fits(t, p, q, join, t.picked, t.picked):
        out = append(out, act(A_DONE))
    return out


def _arrive(t: ShogunState, ronin: i64) -> None:
    p, q = t.att_from, t.march_to
    i, j = p * LAND_WIDTH, q * LAND_WIDTH
    row = t.army_in(q)
    army = row * ARMY_WIDTH
    t.mark(p)
    if t.march_join == 1:
        t.mark_army(row)
    else:
        t.mark(q)
    for unit in range(4):
        n = t.sent[unit]
        t.land[i + FORCE + unit] -= n
        if t.march_join == 1:
            t.army[army + UNITS + unit] += n
        else:
            t.land[j + FORCE + unit] += n
            t.land[j + CAME + unit] += n
    t.call_back()
    seen = min(ronin, _seen_ronin(t, p))
    t.land[i + FORCE_RONIN] -= seen
    t.land[i + HIDDEN] -= ronin - seen
    t.clan[t.war * CLAN_WIDTH + VEILED] -= ronin - seen
    if t.march_join == 1:
        t.army[army + ARMY_RONIN] += ronin
    else:
        t.land[j + FORCE_RONIN] += ronin
        t.land[j + CAME + RONIN] += ronin
    t.att_from = -1
    t.march_to = -1
    t.march_join = 0
    t.picked = 0
    t.cursor = 0
    t.stage = MARCH
    if t.owner(q) < 0:
        conquer(t, t.war, q)


@final
class March(Phase):
    """The stages in which units of forces move."""

    def prepare(self, t: ShogunState) -> bool:
        t.turn = t.war
        if t.stage == MARCH and len(_marches(t, 1)) == 0:
            t.stage = NEXT_TURN
            return False
        if t.stage == MARCH_RONIN and t.clan[t.war * CLAN_WIDTH + VEILED] == 0 and _seen_ronin(t, t.att_from) == 0:
            _arrive(t, 0)
            return False
        return True

    def legal(self, t: ShogunState) -> vec[i64]:
        if t.stage == MARCH:
            return append(_marches(t, -1), act(A_DONE))
        if t.stage == SEND:
            return _legal_sends(t)
        out = vec[i64]()
        p = t.att_from
        for ronin in range(_seen_ronin(t, p) + t.land[p * LAND_WIDTH + HIDDEN] + 1):
            if ronin_fit(t, p, t.march_to, t.march_join, t.picked, ronin):
                out = append(out, act(A_ALONG, ronin))
        return out

    def apply(self, t: ShogunState, kind: i64, x: i64, y: i64) -> None:
        if kind in (A_MARCH, A_MARCH_JOIN):
            t.att_from = x
            t.march_to = y
            t.march_join = 1 if kind == A_MARCH_JOIN else 0
            t.picked = 0
            t.cursor = 0
            t.call_back()
            t.stage = SEND
        elif kind == A_SEND:
            t.send(x, 1)
            t.picked += 1
            t.cursor = x
        elif kind == A_ALONG:
            _arrive(t, x)
        elif t.stage == SEND:
            t.stage = MARCH_RONIN
        else:
            t.stage = NEXT_TURN


PHASE: Final = March()
