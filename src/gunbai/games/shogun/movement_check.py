"""Whether the movement of armies can still end as it must: one army a province, every ronin led (RULES §9.4, §9.10).

Between two steps both may be otherwise, as long as a way leads back. The search for one lets each army go one more
route and pick up on it what can be spared; it finds relief by another army, an army's own return, changes of place.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.games.shogun.data import ARMIES_EACH, PROVINCES
from gunbai.games.shogun.losing import can_pick, pick
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
    MOVED,
    OWNER,
    POINTS,
    SPENT,
    UNITS,
    VEILED,
    ShogunState,
)

_NOWHERE: Final[i64] = 99


def force_room(t: ShogunState, p: i64, force: i64) -> i64:
    """Ronin a force of that size may hold beside those already with it."""
    return (force - 1 if force > 0 else 0) - t.land[p * LAND_WIDTH + FORCE_RONIN]


def army_room(t: ShogunState, row: i64) -> i64:
    """Ronin an army may still take: a struck daimyo counts, for the limit asks at the end of a phase (RULES §8.11)."""
    return t.regulars(row) - t.army[row * ARMY_WIDTH + ARMY_RONIN]


def companion(t: ShogunState, row: i64) -> i64:
    """Another army of the same clan in the same province, or -1."""
    c = row // ARMIES_EACH
    p = t.army[row * ARMY_WIDTH + AT]
    for other in range(c * ARMIES_EACH, c * ARMIES_EACH + ARMIES_EACH):
        if other != row and p >= 0 and t.army[other * ARMY_WIDTH + AT] == p:
            return other
    return -1


def may_still_move(t: ShogunState, row: i64) -> bool:
    """Whether an army is on the board and may act in this phase of movement."""
    return t.army[row * ARMY_WIDTH + AT] >= 0 and t.army[row * ARMY_WIDTH + SPENT] == 0


# -- what must be so in the end ------------------------------------------------------------------------------


def in_order(t: ShogunState) -> bool:
    """Whether the armies of the clan at war may stop where they are."""
    return _crowded(t) < 0 and _leaderless(t, -1) < 0


def in_order_elsewhere(t: ShogunState, row: i64) -> bool:
    """Whether all would be in order but for this army and its province."""
    first = t.war * ARMIES_EACH
    for a in range(ARMIES_EACH):
        other = first + a
        if other != row and companion(t, other) >= 0 and companion(t, other) != row:
            return False
    return _leaderless(t, t.army[row * ARMY_WIDTH + AT]) < 0


def _crowded(t: ShogunState) -> i64:
    """A province where two armies of the clan at war stand, or -1."""
    for a in range(ARMIES_EACH):
        row = t.war * ARMIES_EACH + a
        if companion(t, row) >= 0:
            return t.army[row * ARMY_WIDTH + AT]
    return -1


def _lack(t: ShogunState, p: i64) -> i64:
    """Hidden ronin more than the troops in a province can lead."""
    room = force_room(t, p, t.force_size(p))
    row = t.army_in(p)
    if row >= 0:
        room += army_room(t, row)
    return t.land[p * LAND_WIDTH + HIDDEN] - room


def _leaderless(t: ShogunState, passed: i64) -> i64:
    """A province of the clan at war, other than `passed`, with too many hidden ronin, or -1."""
    if t.clan[t.war * CLAN_WIDTH + VEILED] > 0:
        for p in range(PROVINCES):
            if t.land[p * LAND_WIDTH + HIDDEN] > 0 and p != passed and t.owner(p) == t.war and _lack(t, p) > 0:
                return p
    return -1


# -- the search ----------------------------------------------------------------------------------------------


def can_end(t: ShogunState, gone: i64) -> bool:
    """Whether some more movement brings everything in order; bit a of `gone` is an army that has had its route."""
    p = _crowded(t)
    if p >= 0:
        anywhere = vec[i64]()
        for a in range(ARMIES_EACH):
            row = t.war * ARMIES_EACH + a
            leaves = t.army[row * ARMY_WIDTH + AT] == p and _may_go(t, a, gone)
            if leaves and _route(t, row, -1, anywhere, gone | (i64(1) << a)):
                return True
        return False
    p = _leaderless(t, -1)
    if p < 0:
        return True
    here = t.army_in(p)
    if here >= 0 and may_still_move(t, here):
        # An army that takes in the whole force can lead one ronin more than both apart.
        u = t.copy()
        _gather(u, here, t.force_size(p))
        if _lack(u, p) <= 0 and can_end(u, gone):
            return True
    far = _distances(t, p)
    for a in range(ARMIES_EACH):
        if _may_go(t, a, gone) and _route(t, t.war * ARMIES_EACH + a, p, far, gone | (i64(1) << a)):
            return True
    return _relieved(t, far, gone)


def _relieved(t: ShogunState, far: vec[i64], gone: i64) -> bool:
    """Whether an army that could lead them can go because another first comes to hold its province."""
    for b in range(ARMIES_EACH):
        i = (t.war * ARMIES_EACH + b) * ARMY_WIDTH
        if not _may_go(t, b, gone) or far[t.army[i + AT]] > t.army[i + POINTS] or t.force_size(t.army[i + AT]) > 0:
            continue
        near = _distances(t, t.army[i + AT])
        for a in range(ARMIES_EACH):
            row = t.war * ARMIES_EACH + a
            if a != b and _may_go(t, a, gone) and _route(t, row, t.army[i + AT], near, gone | (i64(1) << a)):
                return True
    return False


def _may_go(t: ShogunState, a: i64, gone: i64) -> bool:
    row = t.war * ARMIES_EACH + a
    return (gone >> a) & 1 == 0 and may_still_move(t, row) and t.army[row * ARMY_WIDTH + POINTS] > 0


def _route(t: ShogunState, row: i64, target: i64, far: vec[i64], gone: i64) -> bool:
    """Whether the army can go on, to `target` unless that is -1, and everything then come in order."""
    points = t.army[row * ARMY_WIDTH + POINTS]
    p = t.army[row * ARMY_WIDTH + AT]
    for i in range(t.board.first[p], t.board.first[p + 1]):
        q = t.board.near[i]
        if points < 1 or t.owner(q) != t.war or (target >= 0 and far[q] >= points):
            continue
        for taking in range(2):
            u = t.copy()
            if _set_out(u, row, q, taking == 1):
                if (target < 0 or q == target) and can_end(u, gone):
                    return True
                if _route(u, row, target, far, gone):
                    return True
    return False


def _set_out(t: ShogunState, row: i64, q: i64, taking: bool) -> bool:
    """Go to q with what can be spared, leaving hidden ronin for another army or taking those nobody leads along."""
    p = t.army[row * ARMY_WIDTH + AT]
    _gather(t, row, force_room(t, p, t.force_size(p)) - t.land[p * LAND_WIDTH + HIDDEN])
    other = companion(t, row)
    garrison: i64 = 1 if t.force_size(p) == 0 and other < 0 else 0
    stays = force_room(t, p, t.force_size(p) + garrison) + (army_room(t, other) if other >= 0 else 0)
    along = max(t.land[p * LAND_WIDTH + HIDDEN] - stays, 0) if taking else 0
    if t.regulars(row) < garrison or army_room(t, row) < garrison + along or (taking and along == 0):
        return False
    take_step(t, row, q, garrison, along)
    return True


def _gather(t: ShogunState, row: i64, most: i64) -> None:
    """Pick up to so many units where the army stands, in the order in which they are spelled."""
    a = row % ARMIES_EACH
    for unit in range(t.cursor if t.current == a else 0, 4):
        while most > 0 and can_pick(t, row, t.army[row * ARMY_WIDTH + AT], unit):
            pick(t, row, t.army[row * ARMY_WIDTH + AT], unit)
            most -= 1


def take_step(t: ShogunState, row: i64, q: i64, garrison: i64, along: i64) -> None:
    """Move an army at one stroke, spearmen first to stay; nothing is won by it."""
    i = row * ARMY_WIDTH
    p = t.army[i + AT]
    for k in range(4):
        unit: i64 = 3 - k
        n = min(garrison, t.army[i + UNITS + unit])
        garrison -= n
        t.army[i + UNITS + unit] -= n
        t.land[p * LAND_WIDTH + FORCE + unit] += n
        if t.final == 1 and t.army[i + MOVED] == 1:
            t.land[p * LAND_WIDTH + CAME + unit] += n
    t.land[p * LAND_WIDTH + HIDDEN] -= along
    t.clan[t.war * CLAN_WIDTH + VEILED] -= along
    t.army[i + ARMY_RONIN] += along
    t.army[i + AT] = q
    t.army[i + POINTS] -= 1
    t.army[i + MOVED] = 1
    t.land[q * LAND_WIDTH + OWNER] = t.war
    t.current = row % ARMIES_EACH
    t.cursor = 0


def _distances(t: ShogunState, target: i64) -> vec[i64]:
    """Steps from each province to the target through friendly ones only."""
    far = vec[i64]([_NOWHERE] * PROVINCES)
    far[target] = 0
    queue = vec[i64]([target])
    at: i64 = 0
    while at < len(queue):
        p = queue[at]
        at += 1
        for i in range(t.board.first[p], t.board.first[p + 1]):
            q = t.board.near[i]
            if far[q] == _NOWHERE and t.owner(q) == t.war:
                far[q] = far[p] + 1
                queue = append(queue, q)
    return far
