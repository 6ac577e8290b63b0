"""Recovered daimyos return to a province of the victor and gather units of its force (RULES §12.5)."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.games.shogun.actions import A_ABSORB, A_DONE, A_RECOVER, act
from gunbai.games.shogun.data import ARMIES_EACH, PROVINCES
from gunbai.games.shogun.losing import can_pick, forget_picked, pick
from gunbai.games.shogun.phase import Phase
from gunbai.games.shogun.state import (
    ABSORB,
    ARMY_WIDTH,
    AT,
    FORCE_AIM,
    HOLE,
    LAND_WIDTH,
    PLAN,
    RECOVER,
    SPENT,
    WAITS,
    ShogunState,
)


def waiting_clan(t: ShogunState) -> i64:
    """A clan with a recovered daimyo who has no province yet and now finds one, or -1."""
    for row in range(t.clans * ARMIES_EACH):
        if t.army[row * ARMY_WIDTH + AT] == WAITS and _has_free_province(t, row // ARMIES_EACH):
            return row // ARMIES_EACH
    return -1


def _has_free_province(t: ShogunState, c: i64) -> bool:
    found = False
    for p in range(PROVINCES):
        found = found or (t.owner(p) == c and t.army_in(p) < 0)
    return found


def begin_recovery(t: ShogunState) -> bool:
    """Ask where the next recovered daimyo returns; False when nobody is left who can be placed.

    Before Action 1 every clan with waiting daimyos is asked. The first version of the rules asked one of them only.
    """
    while t.gain >= 0:
        c = t.gain
        if _has_free_province(t, c):
            for a in range(ARMIES_EACH):
                if t.army[(c * ARMIES_EACH + a) * ARMY_WIDTH + AT] == WAITS:
                    t.after = t.stage
                    t.gain_army = a
                    t.turn = c
                    t.stage = RECOVER
                    return True
        t.gain = waiting_clan(t) if t.stage == PLAN and t.rules > 1 else -1
    return False


@final
class Recovery(Phase):
    """The stages in which a recovered daimyo is placed and gathers units."""

    def prepare(self, t: ShogunState) -> bool:
        t.turn = t.gain
        return True

    def legal(self, t: ShogunState) -> vec[i64]:
        out = vec[i64]()
        if t.stage == RECOVER:
            for p in range(PROVINCES):
                if t.owner(p) == t.gain and t.army_in(p) < 0:
                    out = append(out, act(A_RECOVER, p))
            return out
        row = t.gain * ARMIES_EACH + t.gain_army
        for unit in range(t.cursor, 5):
            if can_pick(t, row, t.army[row * ARMY_WIDTH + AT], unit):
                out = append(out, act(A_ABSORB, unit))
        return append(out, act(A_DONE))

    def apply(self, t: ShogunState, kind: i64, x: i64, y: i64) -> None:
        row = t.gain * ARMIES_EACH + t.gain_army
        a = row * ARMY_WIDTH
        if kind == A_RECOVER:
            t.mark_army(row)
            t.army[a + AT] = x
            t.army[a + HOLE] = 0
            t.army[a + SPENT] = 0
            t.stage = ABSORB
            t.cursor = 0
        elif kind == A_ABSORB:
            pick(t, row, t.army[a + AT], x)
            t.cursor = x
            if t.force_size(t.army[a + AT]) == 0:
                # A force that is gone fights no battle (RULES §12.5).
                t.mark(t.army[a + AT])
                t.land[t.army[a + AT] * LAND_WIDTH + FORCE_AIM] = -1
        else:
            t.cursor = 0
            forget_picked(t, row)
            t.stage = t.after
            t.after = -1
            t.gain_army = -1
            begin_recovery(t)


PHASE: Final = Recovery()
