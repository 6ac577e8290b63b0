"""Armies on the move in phases A and D: steps, garrisons, pick-ups, ronin that go along (RULES §9.3-9.10, §13.1)."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.games.shogun.actions import A_ALONG, A_DONE, A_LEAVE, A_MOVE, A_PICK, act
from gunbai.games.shogun.data import ARMIES_EACH, BOW, FORCE_LIMIT, GUN, PROVINCES, SPEAR, SWORD
from gunbai.games.shogun.losing import can_pick, conquer, forget_picked, pick
from gunbai.games.shogun.movement_check import (
    ALLOWED,
    REFUSED,
    UNSURE,
    army_room,
    companion,
    force_room,
    in_order,
    in_order_elsewhere,
    leaderless,
    may_still_move,
    parting,
)
from gunbai.games.shogun.movement_outlook import Outlook
from gunbai.games.shogun.ninja import offer
from gunbai.games.shogun.phase import Phase
from gunbai.games.shogun.state import (
    ALONG,
    ARMY_AIM,
    ARMY_RONIN,
    ARMY_WIDTH,
    AT,
    CAME,
    CHAIN,
    CLAN_WIDTH,
    DECLARE,
    FINAL_BEGIN,
    FORCE,
    GARRISON,
    HIDDEN,
    JOINED,
    LAND_WIDTH,
    MARCH,
    MOVE,
    MOVE_BEGIN,
    MOVED,
    POINTS,
    SPENT,
    STRUCK,
    UNITS,
    VEILED,
    ShogunState,
)


def _begin_movement(t: ShogunState) -> None:
    t.final = 1 if t.stage == FINAL_BEGIN else 0
    t.forget_battle()
    for a in range(ARMIES_EACH):
        row = t.war * ARMIES_EACH + a
        i = row * ARMY_WIDTH
        t.mark_army(row)
        standing = t.army[i + AT] >= 0 and t.army[i + STRUCK] == 0
        t.army[i + POINTS] = t.level(row) if standing else 0
        t.army[i + SPENT] = t.army[i + STRUCK]
        t.army[i + MOVED] = 0
        t.army[i + ARMY_AIM] = -1
        forget_picked(t, row)
    t.current = -1
    t.stage = MOVE


def _has_mobile_army(t: ShogunState) -> bool:
    mobile = False
    for a in range(ARMIES_EACH):
        mobile = mobile or may_still_move(t, t.war * ARMIES_EACH + a)
    return mobile


def _end_movement(t: ShogunState) -> None:
    for a in range(ARMIES_EACH):
        row = t.war * ARMIES_EACH + a
        t.mark_army(row)
        t.army[row * ARMY_WIDTH + POINTS] = 0
        t.army[row * ARMY_WIDTH + SPENT] = 0
        t.army[row * ARMY_WIDTH + MOVED] = 0
        forget_picked(t, row)
    t.current = -1
    t.cursor = 0
    if t.final == 1:
        t.stage = MARCH
    else:
        offer(t, DECLARE)


# -- one step ------------------------------------------------------------------------------------------------


def mover(t: ShogunState) -> i64:
    """The row of the army on the move: the one fighting its chain, or the current one of a movement phase."""
    return t.att_army if t.att_army >= 0 else t.war * ARMIES_EACH + t.current


def _would_win(t: ShogunState, q: i64) -> bool:
    """Whether moving to q ends the game at once, so that nothing can be put in order after it (RULES §14.4)."""
    return t.owner(q) < 0 and t.at_once and t.provinces_of(t.war) + 1 >= t.goal


def _judge(t: ShogunState, row: i64, q: i64, garrison: i64, along: i64, calm: bool) -> i64:
    """Whether an army may go to q with so large a garrison and so many hidden ronin, or whether a search must tell.

    `calm` says that nothing is out of order but what this step itself changes (RULES §9.4, §9.9, §9.10).
    """
    p = t.army[row * ARMY_WIDTH + AT]
    room = army_room(t, row)
    if room < garrison + along:
        return REFUSED
    other = companion(t, row)
    stays = force_room(t, p, t.force_size(p) + garrison)
    if other >= 0:
        stays += army_room(t, other)
    remain = t.land[p * LAND_WIDTH + HIDDEN] - along
    if t.att_army >= 0:
        return ALLOWED if remain <= stays else REFUSED
    meets = t.army_in(q)
    if calm and remain <= stays and meets < 0:
        return ALLOWED
    if _would_win(t, q):
        return REFUSED
    if calm and other < 0:
        if remain <= stays:
            return _judge_meeting(t, row, meets)
        # The army comes back for the ronin at once, if the province it goes to needs no garrison.
        if t.army[row * ARMY_WIDTH + POINTS] >= 2:
            fits = remain <= stays + room - garrison - along
            return ALLOWED if fits and t.owner(q) == t.war else UNSURE
        return UNSURE if _comes_near(t, row, p) else REFUSED
    parts = parting(t, row, q)
    if parts == ALLOWED and (remain > stays or leaderless(t, p)):
        return UNSURE
    return parts


def _judge_meeting(t: ShogunState, row: i64, meets: i64) -> i64:
    """Whether an army may step to where another stands, when nothing else is out of order.

    The army goes on, if only back, or the one it meets moves out, if only to where it came from. That one takes hidden
    ronin along that the first cannot lead.
    """
    there = meets * ARMY_WIDTH
    goes = t.army[row * ARMY_WIDTH + POINTS] >= 2 or (t.army[there + SPENT] == 0 and t.army[there + POINTS] >= 1)
    return ALLOWED if goes else REFUSED


def _comes_near(t: ShogunState, row: i64, p: i64) -> bool:
    """Whether another army has as many steps left as there are to p on the map."""
    first = t.war * ARMIES_EACH
    for other in range(first, first + ARMIES_EACH):
        i = other * ARMY_WIDTH
        if (
            other != row
            and may_still_move(t, other)
            and t.board.far[t.army[i + AT] * PROVINCES + p] <= t.army[i + POINTS]
        ):
            return True
    return False


def _can_leave(
    t: ShogunState, outlook: Outlook, row: i64, q: i64, unit: i64, least: i64, most: i64, calm: bool
) -> bool:
    """Whether some garrison of that size lets the army leave for q.

    Unless `unit` is -1, it begins with a unit of that type, and goes on with that type and later ones.
    """
    hidden = t.land[t.army[row * ARMY_WIDTH + AT] * LAND_WIDTH + HIDDEN]
    unsure = False
    for garrison in range(least, most + 1):
        for along in range(hidden + 1):
            answer = _judge(t, row, q, garrison, along, calm)
            if answer == ALLOWED:
                return True
            unsure = unsure or answer == UNSURE
    if unsure:
        for garrison in range(least, most + 1):
            for along in range(hidden + 1):
                unsure = _judge(t, row, q, garrison, along, calm) == UNSURE
                if unsure and _can_end(t, outlook, row, q, unit, garrison, along):
                    return True
    return False


def _can_end(t: ShogunState, outlook: Outlook, row: i64, q: i64, unit: i64, garrison: i64, along: i64) -> bool:
    """Whether the phase can end lawfully after this step, with some garrison of that size (see `_can_leave`)."""
    i = row * ARMY_WIDTH
    first = max(unit, 0)
    samurai: i64 = 0
    ashigaru: i64 = 0
    rested_s: i64 = 0
    rested_h: i64 = 0
    all_rested = t.final == 0 or t.army[i + MOVED] == 0
    for kind in range(first, 4):
        n = t.army[i + UNITS + kind]
        rested = n if all_rested else t.army[i + JOINED + kind]
        if kind in (BOW, SWORD):
            samurai += n
            rested_s += rested
        else:
            ashigaru += n
            rested_h += rested
    # The one unit that is named stays in any case, even if it has moved and others have not.
    named_s: i64 = 1 if unit in (BOW, SWORD) else 0
    named_h: i64 = 1 if unit in (GUN, SPEAR) else 0
    tired: i64 = 0 if unit < 0 or all_rested or t.army[i + JOINED + unit] > 0 else 1
    for left_s in range(max(named_s, garrison - ashigaru), min(garrison - named_h, samurai) + 1):
        left_h = garrison - left_s
        stay_s = min(left_s - tired * named_s, rested_s)
        stay_h = min(left_h - tired * named_h, rested_h)
        if outlook.goes(row % ARMIES_EACH, q, left_s, left_h, stay_s, stay_h, along):
            return True
    return False


def departs(t: ShogunState, outlook: Outlook, row: i64, q: i64, calm: bool) -> bool:
    """Whether an army may leave its province for q, with the garrison that this takes."""
    p = t.army[row * ARMY_WIDTH + AT]
    if t.force_size(p) > 0 or companion(t, row) >= 0:
        return _can_leave(t, outlook, row, q, -1, 0, 0, calm)
    return _can_leave(t, outlook, row, q, -1, 1, min(FORCE_LIMIT, t.regulars(row)), calm)


def enters(t: ShogunState, row: i64, q: i64) -> bool:
    """Whether the army that fights its chain may enter an empty province (RULES §11.12)."""
    return departs(t, Outlook(t), row, q, True)


def depart(t: ShogunState, row: i64, q: i64) -> None:
    """Begin the step to q: a garrison first where one is needed, then the ronin that go along."""
    p = t.army[row * ARMY_WIDTH + AT]
    t.dest = q
    t.picked = 0
    t.cursor = 0
    t.stage = ALONG if t.force_size(p) > 0 or companion(t, row) >= 0 else GARRISON


def _leave(t: ShogunState, unit: i64) -> None:
    """Drop one unit as a garrison; one that has moved with the army in final movement stays put (RULES §13.3)."""
    row = mover(t)
    i = row * ARMY_WIDTH
    p = t.army[i + AT]
    t.mark(p)
    t.mark_army(row)
    t.army[i + UNITS + unit] -= 1
    t.land[p * LAND_WIDTH + FORCE + unit] += 1
    if t.army[i + JOINED + unit] > 0:
        t.army[i + JOINED + unit] -= 1
    elif t.final == 1 and t.army[i + MOVED] == 1:
        t.land[p * LAND_WIDTH + CAME + unit] += 1
    t.picked += 1
    t.cursor = unit


def _arrive(t: ShogunState) -> None:
    row = mover(t)
    i = row * ARMY_WIDTH
    q = t.dest
    t.mark_army(row)
    t.army[i + AT] = q
    t.dest = -1
    t.picked = 0
    t.cursor = 0
    forget_picked(t, row)
    t.stage = CHAIN if t.att_army >= 0 else MOVE
    if t.att_army < 0:
        t.army[i + POINTS] -= 1
        t.army[i + MOVED] = 1
    if t.owner(q) < 0:
        conquer(t, t.war, q)


# -- legal and apply -----------------------------------------------------------------------------------------


def _legal_moves(t: ShogunState, outlook: Outlook) -> vec[i64]:
    out = vec[i64]()
    first = t.war * ARMIES_EACH
    for a in range(ARMIES_EACH):
        row = first + a
        i = row * ARMY_WIDTH
        if may_still_move(t, row) and t.army[i + POINTS] >= 1:
            p = t.army[i + AT]
            calm = in_order_elsewhere(t, row)
            for j in range(t.board.first[p], t.board.first[p + 1]):
                q = t.board.near[j]
                # A friendly province, in final movement an empty one too.
                if (t.owner(q) == t.war or (t.final == 1 and t.owner(q) < 0)) and departs(t, outlook, row, q, calm):
                    out = append(out, act(A_MOVE, a, q))
    ordered = in_order(t)
    for a in range(ARMIES_EACH):
        row = first + a
        if may_still_move(t, row):
            # One result has one spelling, in the order of types; but not where the order of steps may matter.
            for unit in range(t.cursor if a == t.current and ordered else 0, 5):
                if can_pick(t, row, t.army[row * ARMY_WIDTH + AT], unit) and (
                    ordered or _may_pick(t, outlook, row, unit)
                ):
                    out = append(out, act(A_PICK, a, unit))
    if ordered:
        out = append(out, act(A_DONE))
    return out


def _may_pick(t: ShogunState, outlook: Outlook, row: i64, unit: i64) -> bool:
    """Whether a pick-up while something is out of order leaves a way to put it right; without hidden ronin it does."""
    return t.clan[t.war * CLAN_WIDTH + VEILED] == 0 or outlook.picks(row % ARMIES_EACH, unit)


def _legal_garrison(t: ShogunState, outlook: Outlook) -> vec[i64]:
    """One unit more to leave behind, in the order of types; `picked` counts those left so far."""
    out = vec[i64]()
    row = mover(t)
    calm = in_order_elsewhere(t, row)
    later = t.regulars(row)
    for unit in range(4):
        n = t.army[row * ARMY_WIDTH + UNITS + unit]
        most = min(FORCE_LIMIT - t.picked, later)
        if unit >= t.cursor and n > 0 and _can_leave(t, outlook, row, t.dest, unit, 1, most, calm):
            out = append(out, act(A_LEAVE, unit))
        later -= n
    if t.picked > 0 and _can_leave(t, outlook, row, t.dest, -1, 0, 0, calm):
        out = append(out, act(A_DONE))
    return out


def _legal_along(t: ShogunState, outlook: Outlook) -> vec[i64]:
    out = vec[i64]()
    row = mover(t)
    calm = in_order_elsewhere(t, row)
    for along in range(t.land[t.army[row * ARMY_WIDTH + AT] * LAND_WIDTH + HIDDEN] + 1):
        answer = _judge(t, row, t.dest, 0, along, calm)
        if answer == ALLOWED or (answer == UNSURE and _can_end(t, outlook, row, t.dest, -1, 0, along)):
            out = append(out, act(A_ALONG, along))
    return out


def _listed(t: ShogunState, outlook: Outlook) -> vec[i64]:
    if t.stage == MOVE:
        return _legal_moves(t, outlook)
    if t.stage == GARRISON:
        return _legal_garrison(t, outlook)
    return _legal_along(t, outlook)


def legal_movement(t: ShogunState, outlook: Outlook) -> vec[i64]:
    """What the clan at war may do; `outlook` answers about steps in doubt."""
    out = _listed(t, outlook)
    if len(out) == 0 and outlook.insist():
        out = _listed(t, outlook)
    if len(out) == 0 and t.stage == MOVE:
        # Only a position from outside, which already contradicts itself, comes to this.
        out = append(out, act(A_DONE))
    return out


@final
class Armies(Phase):
    """The stages in which armies move."""

    def prepare(self, t: ShogunState) -> bool:
        if t.stage in (MOVE_BEGIN, FINAL_BEGIN):
            _begin_movement(t)
            return False
        t.turn = t.war
        if t.stage == MOVE and not _has_mobile_army(t):
            _end_movement(t)
            return False
        if t.stage == ALONG and t.clan[t.war * CLAN_WIDTH + VEILED] == 0:
            _arrive(t)
            return False
        return True

    def legal(self, t: ShogunState) -> vec[i64]:
        return legal_movement(t, Outlook(t))

    def apply(self, t: ShogunState, kind: i64, x: i64, y: i64) -> None:
        if kind in (A_MOVE, A_PICK):
            if t.current != x:
                t.current = x
                t.cursor = 0
                if t.rules == 1:
                    for a in range(ARMIES_EACH):
                        forget_picked(t, t.war * ARMIES_EACH + a)
            row = t.war * ARMIES_EACH + x
            if kind == A_MOVE:
                depart(t, row, y)
            else:
                pick(t, row, t.army[row * ARMY_WIDTH + AT], y)
                t.cursor = y
        elif kind == A_LEAVE:
            _leave(t, x)
        elif kind == A_ALONG:
            row = mover(t)
            p = t.army[row * ARMY_WIDTH + AT]
            t.mark(p)
            t.mark_army(row)
            t.land[p * LAND_WIDTH + HIDDEN] -= x
            t.clan[t.war * CLAN_WIDTH + VEILED] -= x
            t.army[row * ARMY_WIDTH + ARMY_RONIN] += x
            _arrive(t)
        elif t.stage == GARRISON:
            t.stage = ALONG
        else:
            _end_movement(t)


PHASE: Final = Armies()
