"""What must be so when the armies have moved: one army a province, every ronin led (RULES §9.4, §9.10).

Between two steps both may be otherwise, as long as some sequence of moves of all armies ends lawfully; whether one
does, `movement_search` tells.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from gunbai.games.shogun.data import ARMIES_EACH, PROVINCES
from gunbai.games.shogun.state import (
    ARMY_RONIN,
    ARMY_WIDTH,
    AT,
    CLAN_WIDTH,
    FORCE_RONIN,
    HIDDEN,
    LAND_WIDTH,
    OWNER,
    POINTS,
    SPENT,
    VEILED,
    ShogunState,
)

# Whether a step is lawful; where it is in doubt, a search tells.
REFUSED: Final[i64] = 0
ALLOWED: Final[i64] = 1
UNSURE: Final[i64] = 2


def led_by(force: i64) -> i64:
    """Ronin that a force of so many regular units can lead: one fewer than there are units (RULES §7.9)."""
    # No conditional expression: one of an i64 and a literal is boxed.
    if force > 0:
        return force - 1
    return 0


def force_room(t: ShogunState, p: i64, force: i64) -> i64:
    """Ronin a force of that size may hold beside those already with it."""
    return led_by(force) - t.land[p * LAND_WIDTH + FORCE_RONIN]


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


def in_order(t: ShogunState) -> bool:
    """Whether the armies of the clan at war may stop where they are."""
    return not _crowded(t, -1) and not leaderless(t, -1)


def in_order_elsewhere(t: ShogunState, row: i64) -> bool:
    """Whether all would be in order but for this army and its province."""
    return not _crowded(t, row) and not leaderless(t, t.army[row * ARMY_WIDTH + AT])


def _crowded(t: ShogunState, passed: i64) -> bool:
    """Whether two armies of the clan at war, other than `passed`, stand in one province."""
    first = t.war * ARMIES_EACH
    for a in range(1, ARMIES_EACH):
        p = t.army[(first + a) * ARMY_WIDTH + AT]
        for b in range(a):
            if p >= 0 and t.army[(first + b) * ARMY_WIDTH + AT] == p and passed not in (first + a, first + b):
                return True
    return False


def leaderless(t: ShogunState, passed: i64) -> bool:
    """Whether a province of the clan at war, other than `passed`, has more hidden ronin than its troops can lead."""
    if t.clan[t.war * CLAN_WIDTH + VEILED] > 0:
        land = t.land
        for p in range(PROVINCES):
            hidden = land[p * LAND_WIDTH + HIDDEN]
            if hidden > 0 and p != passed and land[p * LAND_WIDTH + OWNER] == t.war:
                room = force_room(t, p, t.force_size(p))
                for row in range(t.war * ARMIES_EACH, t.war * ARMIES_EACH + ARMIES_EACH):
                    if t.army[row * ARMY_WIDTH + AT] == p:
                        room += army_room(t, row)
                if hidden > room:
                    return True
    return False


def parting(t: ShogunState, row: i64, q: i64) -> i64:
    """Whether two armies in one province, as they stand after an army's step to q, can part; `UNSURE` about three.

    They can if one goes next door, to a friendly province without an army. The other stays, so no garrison is needed,
    and what it cannot lead of hidden ronin goes along with the first. They cannot if neither has a step left.
    """
    first = t.war * ARMIES_EACH
    crowd: i64 = -1
    pairs: i64 = 0
    for a in range(first + 1, first + ARMIES_EACH):
        for b in range(first, a):
            p = q if a == row else t.army[a * ARMY_WIDTH + AT]
            if p >= 0 and p == (q if b == row else t.army[b * ARMY_WIDTH + AT]):
                crowd = p
                pairs += 1
    if pairs != 1:
        return ALLOWED if pairs == 0 else UNSURE
    mobile = False
    for a in range(first, first + ARMIES_EACH):
        if (q if a == row else t.army[a * ARMY_WIDTH + AT]) == crowd and t.army[a * ARMY_WIDTH + SPENT] == 0:
            mobile = mobile or t.army[a * ARMY_WIDTH + POINTS] - (1 if a == row else 0) >= 1
    if not mobile:
        return REFUSED
    for k in range(t.board.first[crowd], t.board.first[crowd + 1]):
        z = t.board.near[k]
        if t.owner(z) == t.war and z != q and not _holds_army(t, z, row):
            return ALLOWED
    return UNSURE


def _holds_army(t: ShogunState, p: i64, passed: i64) -> bool:
    """Whether an army of the clan at war other than `passed` stands in a province."""
    for row in range(t.war * ARMIES_EACH, t.war * ARMIES_EACH + ARMIES_EACH):
        if row != passed and t.army[row * ARMY_WIDTH + AT] == p:
            return True
    return False
