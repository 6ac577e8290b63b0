"""The ninja as an assassin: strikes at the moments the rules name, revenge, disruption (RULES §8)."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.games.shogun.actions import A_NINJA, A_NO_STRIKE, A_REVENGE, A_STRIKE, act
from gunbai.games.shogun.data import ARMIES_EACH, DIE_FACES, NINJA_HITS
from gunbai.games.shogun.losing import lose_army, settle_losses, vacate
from gunbai.games.shogun.phase import Phase
from gunbai.games.shogun.state import (
    ARMY_AIM,
    ARMY_WIDTH,
    AT,
    NINJA_ROLL,
    OFFER,
    REVENGE,
    REVENGE_ROLL,
    STRUCK,
    ShogunState,
)


def _can_be_struck(t: ShogunState, row: i64) -> bool:
    return t.army[row * ARMY_WIDTH + AT] >= 0 and t.army[row * ARMY_WIDTH + STRUCK] == 0


def _has_target(t: ShogunState, clan: i64, own: bool) -> bool:
    for row in range(t.clans * ARMIES_EACH):
        c = row // ARMIES_EACH
        if _can_be_struck(t, row) and (c == clan if own else not t.friends(c, clan)):
            return True
    return False


def offer(t: ShogunState, resume: i64) -> None:
    """A moment at which the ninja may strike, before the game goes on with another stage (RULES §8.3)."""
    t.stage = OFFER
    t.resume = resume


def _go_on(t: ShogunState) -> None:
    t.stage = t.resume
    t.resume = -1
    t.strike_by = -1
    t.strike_at = -1


def _strike(t: ShogunState, row: i64, by: i64) -> None:
    """Lay the daimyo down: his army is disrupted; an army without other units is lost at once (RULES §8.6, §8.8)."""
    _go_on(t)
    t.mark_army(row)
    t.army[row * ARMY_WIDTH + STRUCK] = 1
    t.army[row * ARMY_WIDTH + ARMY_AIM] = -1
    if t.regulars(row) == 0:
        p = t.army[row * ARMY_WIDTH + AT]
        lose_army(t, row)
        vacate(t, p)
        settle_losses(t, by, row // ARMIES_EACH)


@final
class Ninja(Phase):
    """The stages of a strike and of revenge."""

    def prepare(self, t: ShogunState) -> bool:
        if t.stage != OFFER:
            return True
        if t.ninja >= 0 and not (t.bans and t.round == 1) and _has_target(t, t.ninja, False):
            t.turn = t.ninja
            return True
        _go_on(t)
        return False

    def legal(self, t: ShogunState) -> vec[i64]:
        out = vec[i64]()
        if t.stage == OFFER:
            for row in range(t.clans * ARMIES_EACH):
                if _can_be_struck(t, row) and not t.friends(row // ARMIES_EACH, t.ninja):
                    out = append(out, act(A_STRIKE, row // ARMIES_EACH, row % ARMIES_EACH))
            return append(out, act(A_NO_STRIKE))
        if t.stage == REVENGE:
            for a in range(ARMIES_EACH):
                if _can_be_struck(t, t.strike_by * ARMIES_EACH + a):
                    out = append(out, act(A_REVENGE, a))
            return out
        for face in range(1, DIE_FACES + 1):
            out = append(out, act(A_NINJA, face))
        return out

    def apply(self, t: ShogunState, kind: i64, x: i64, y: i64) -> None:
        if kind == A_STRIKE:
            t.strike_by = t.ninja
            t.strike_at = x * ARMIES_EACH + y
            t.ninja = -1
            t.stage = NINJA_ROLL
            t.turn = -1
        elif kind == A_NO_STRIKE:
            _go_on(t)
        elif kind == A_NINJA:
            hit = x <= NINJA_HITS
            if t.stage == NINJA_ROLL:
                if hit:
                    _strike(t, t.strike_at, t.strike_by)
                else:
                    t.stage = REVENGE_ROLL
            elif not hit and _has_target(t, t.strike_by, True):
                t.stage = REVENGE
                t.turn = t.strike_at // ARMIES_EACH
            else:
                _go_on(t)
        else:
            _strike(t, t.strike_by * ARMIES_EACH + x, t.strike_at // ARMIES_EACH)


PHASE: Final = Ninja()
