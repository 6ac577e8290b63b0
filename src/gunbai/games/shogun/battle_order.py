"""Phase C outside the dice: the order of battles and the chains of experienced armies (RULES §11.1, §11.10)."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.games.shogun.actions import A_ATTACK, A_DONE, A_ENTER, A_FIGHT_ARMY, A_FIGHT_FORCE, act
from gunbai.games.shogun.armies import depart, enters
from gunbai.games.shogun.combat import begin_battle
from gunbai.games.shogun.data import ARMIES_EACH, PROVINCES
from gunbai.games.shogun.ninja import offer
from gunbai.games.shogun.phase import Phase
from gunbai.games.shogun.state import (
    ARMY_AIM,
    ARMY_WIDTH,
    AT,
    BARRED,
    CHAIN,
    COMBAT,
    FINAL_BEGIN,
    FORCE_AIM,
    HOLE,
    LAND_WIDTH,
    STRUCK,
    ShogunState,
)
from gunbai.games.shogun.war import is_enemy


def _lapse(t: ShogunState) -> None:
    """Drop declared battles that cannot be fought any more (RULES §11.3)."""
    for a in range(ARMIES_EACH):
        row = t.war * ARMIES_EACH + a
        aim = t.army[row * ARMY_WIDTH + ARMY_AIM]
        if aim >= 0 and not is_enemy(t, aim) and t.level(row) == 1:
            t.mark_army(row)
            t.army[row * ARMY_WIDTH + ARMY_AIM] = -1
    land = t.land
    for p in range(PROVINCES):
        aim = land[p * LAND_WIDTH + FORCE_AIM]
        if aim >= 0 and (not is_enemy(t, aim) or t.owner(p) != t.war or t.force_size(p) == 0):
            t.mark(p)
            land[p * LAND_WIDTH + FORCE_AIM] = -1


def _legal_fights(t: ShogunState, most: i64) -> vec[i64]:
    """Armies first, then forces by province, at most so many."""
    out = vec[i64]()
    for a in range(ARMIES_EACH):
        if t.army[(t.war * ARMIES_EACH + a) * ARMY_WIDTH + ARMY_AIM] >= 0:
            out = append(out, act(A_FIGHT_ARMY, a))
            if len(out) == most:
                return out
    land = t.land
    for p in range(PROVINCES):
        if land[p * LAND_WIDTH + FORCE_AIM] >= 0:
            out = append(out, act(A_FIGHT_FORCE, p))
            if len(out) == most:
                return out
    return out


def _legal_chain(t: ShogunState) -> vec[i64]:
    out = vec[i64]()
    row = t.att_army
    if t.lapsed >= 0:
        out = append(out, act(A_ENTER, t.lapsed))
        return append(out, act(A_DONE))
    p = t.army[row * ARMY_WIDTH + AT]
    for i in range(t.board.first[p], t.board.first[p + 1]):
        q = t.board.near[i]
        if is_enemy(t, q) and t.land[q * LAND_WIDTH + BARRED] == 0:
            out = append(out, act(A_ATTACK, q))
    # Into the province just emptied for free, into another for an attack; one must be left (RULES §11.12).
    spare = t.level(row) - t.used
    for i in range(t.board.first[p], t.board.first[p + 1]):
        q = t.board.near[i]
        if t.owner(q) < 0 and (q == t.emptied or spare >= 2) and enters(t, row, q):
            out = append(out, act(A_ENTER, q))
    return append(out, act(A_DONE))


def _end_chain(t: ShogunState) -> None:
    """One hole forward for an army that won a battle this round (RULES §13.8)."""
    i = t.att_army * ARMY_WIDTH
    if t.success == 1 and t.army[i + AT] >= 0 and t.army[i + STRUCK] == 0 and t.army[i + HOLE] + 1 < len(t.track):
        t.mark_army(t.att_army)
        t.army[i + HOLE] += 1
    t.att_army = -1
    t.att_from = -1
    t.used = 0
    t.success = 0
    t.emptied = -1
    t.lapsed = -1
    land = t.land
    for p in range(PROVINCES):
        if land[p * LAND_WIDTH + BARRED] != 0:
            t.mark(p)
            land[p * LAND_WIDTH + BARRED] = 0
    t.stage = COMBAT


@final
class BattleOrder(Phase):
    """The stages between two battles."""

    def prepare(self, t: ShogunState) -> bool:
        t.turn = t.war
        if t.stage == COMBAT:
            _lapse(t)
            if len(_legal_fights(t, 1)) > 0:
                return True
            offer(t, FINAL_BEGIN)
            return False
        row = t.att_army
        i = row * ARMY_WIDTH
        if t.army[i + AT] < 0 or t.army[i + STRUCK] == 1:
            _end_chain(t)
            return False
        if t.lapsed >= 0:
            if t.owner(t.lapsed) < 0 and enters(t, row, t.lapsed):
                return True
            t.lapsed = -1
            t.used = 1
        if t.used >= t.level(row) or len(_legal_chain(t)) == 1:
            _end_chain(t)
            return False
        return True

    def legal(self, t: ShogunState) -> vec[i64]:
        return _legal_fights(t, -1) if t.stage == COMBAT else _legal_chain(t)

    def apply(self, t: ShogunState, kind: i64, x: i64, y: i64) -> None:
        if kind == A_FIGHT_FORCE:
            aim = t.land[x * LAND_WIDTH + FORCE_AIM]
            t.mark(x)
            t.land[x * LAND_WIDTH + FORCE_AIM] = -1
            t.att_army = -1
            begin_battle(t, x, aim)
        elif kind == A_FIGHT_ARMY:
            row = t.war * ARMIES_EACH + x
            i = row * ARMY_WIDTH
            aim = t.army[i + ARMY_AIM]
            t.mark_army(row)
            t.army[i + ARMY_AIM] = -1
            t.att_army = row
            t.used = 0
            t.success = 0
            t.emptied = -1
            if is_enemy(t, aim):
                begin_battle(t, t.army[i + AT], aim)
            else:
                # An experienced army may enter a target empty by now; otherwise the attack is spent.
                t.lapsed = aim
                t.stage = CHAIN
        elif kind == A_ATTACK:
            begin_battle(t, t.army[t.att_army * ARMY_WIDTH + AT], x)
        elif kind == A_ENTER:
            if t.lapsed >= 0:
                t.lapsed = -1
                t.used = 1
            elif x != t.emptied:
                t.used += 1
            t.emptied = -1
            depart(t, t.att_army, x)
        elif t.lapsed >= 0:
            t.lapsed = -1
            t.used = 1
        else:
            _end_chain(t)


PHASE: Final = BattleOrder()
