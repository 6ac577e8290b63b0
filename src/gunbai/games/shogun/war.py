"""Action 7: whose turn it is, declarations of battle, and the end of the round (RULES §9.1, §10, §13.6, §13.7)."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.games.shogun.actions import (
    A_DECLARE_ARMY,
    A_DECLARE_FORCE,
    A_DONE,
    act,
)
from gunbai.games.shogun.data import (
    ARMIES_EACH,
    CASTLE_BONUS,
    FORTRESS_BONUS,
    INCOME_MINIMUM,
    PROVINCES,
)
from gunbai.games.shogun.losing import BY_PROVINCES, SHARED, finish
from gunbai.games.shogun.ninja import offer
from gunbai.games.shogun.phase import Phase
from gunbai.games.shogun.planning import seat_provinces
from gunbai.games.shogun.state import (
    ALIVE,
    ARMY_AIM,
    ARMY_RONIN,
    ARMY_WIDTH,
    AT,
    BARRED,
    BONUS,
    CAME,
    CASTLE,
    CLAN_WIDTH,
    COMBAT,
    DECLARE,
    END_ROUND,
    FORCE_AIM,
    FORCE_RONIN,
    HIDDEN,
    KOKU,
    LAND_WIDTH,
    MOVE_BEGIN,
    MOVED,
    NEXT_TURN,
    OWNER,
    POINTS,
    ROUND,
    SPENT,
    STRUCK,
    VEILED,
    ShogunState,
)

# -- turns and rounds ----------------------------------------------------------------------------------------


def _next_turn(t: ShogunState) -> None:
    """The next sword's owner goes to war; bonus defenders stand at full strength again (RULES §9.1, §11.8)."""
    t.mark_all()
    land = t.land
    for p in range(PROVINCES):
        i = p * LAND_WIDTH
        castle = land[i + CASTLE]
        land[i + BONUS] = 0
        if castle == 1:
            land[i + BONUS] = CASTLE_BONUS
        elif castle == 2:
            land[i + BONUS] = FORTRESS_BONUS
        land[i + FORCE_AIM] = -1
        land[i + BARRED] = 0
        for unit in range(5):
            land[i + CAME + unit] = 0
    army = t.army
    for row in range(t.clans * ARMIES_EACH):
        a = row * ARMY_WIDTH
        army[a + ARMY_AIM] = -1
        army[a + POINTS] = 0
        army[a + SPENT] = 0
        army[a + MOVED] = 0
    t.forget_battle()
    t.final = 0
    t.current = -1
    t.dest = -1
    while t.slot < t.clans:
        t.slot += 1
        c = t.clan_with_sword(t.slot)
        if c >= 0:
            t.war = c
            offer(t, MOVE_BEGIN)
            return
    t.slot = 0
    t.war = -1
    t.turn = -1
    for p in range(PROVINCES):
        land[p * LAND_WIDTH + BONUS] = 0
    t.stage = END_ROUND


def _end_round(t: ShogunState) -> None:
    """Ronin go home, koku come in, and the longer games look for a winner (RULES §13.6, §13.7, §14.3)."""
    t.mark_all()
    t.pool = t.options.integer("ronin")
    for p in range(PROVINCES):
        t.land[p * LAND_WIDTH + FORCE_RONIN] = 0
        t.land[p * LAND_WIDTH + HIDDEN] = 0
    for row in range(t.clans * ARMIES_EACH):
        t.army[row * ARMY_WIDTH + ARMY_RONIN] = 0
    for c in range(t.clans):
        t.clan[c * CLAN_WIDTH + VEILED] = 0
        if t.clan[c * CLAN_WIDTH + ALIVE] == 1:
            koku = t.provinces_of(c) // 3
            t.clan[c * CLAN_WIDTH + KOKU] = koku if koku > INCOME_MINIMUM else INCOME_MINIMUM
    best: i64 = -1
    most: i64 = t.goal - 1
    for seat in range(t.options.players):
        held = seat_provinces(t, seat)
        if held > most:
            most = held
            best = seat
        elif held == most and best >= 0:
            best = SHARED
    if best != -1:
        finish(t, best, BY_PROVINCES)
        return
    t.stage = ROUND


# -- declarations (RULES §10) --------------------------------------------------------------------------------


def is_enemy(t: ShogunState, q: i64) -> bool:
    """Whether a province belongs to another player than the one at war."""
    holder = t.owner(q)
    return holder >= 0 and not t.friends(holder, t.war)


def may_declare(t: ShogunState, q: i64) -> bool:
    """Whether a troop beside a province may declare a battle against it (RULES §10.1, §10.4)."""
    if t.owner(q) < 0:
        return True
    return is_enemy(t, q) and not (t.bans and t.round == 1 and t.army_in(q) >= 0)


def _declarations(t: ShogunState, most: i64) -> vec[i64]:
    """Armies first, then forces by province, at most so many; `cursor` is one past the last troop that declared."""
    out = vec[i64]()
    for a in range(ARMIES_EACH):
        i = (t.war * ARMIES_EACH + a) * ARMY_WIDTH
        p = t.army[i + AT]
        if a >= t.cursor and p >= 0 and t.army[i + STRUCK] == 0:
            for j in range(t.board.first[p], t.board.first[p + 1]):
                if may_declare(t, t.board.near[j]):
                    out = append(out, act(A_DECLARE_ARMY, a, t.board.near[j]))
                    if len(out) == most:
                        return out
    land, war, first, near = t.land, t.war, t.board.first, t.board.near
    for p in range(max(0, t.cursor - ARMIES_EACH), PROVINCES):
        if land[p * LAND_WIDTH + OWNER] == war and t.force_size(p) > 0:
            for j in range(first[p], first[p + 1]):
                q = near[j]
                # Most neighbours are the clan's own: they need not be asked about.
                if land[q * LAND_WIDTH + OWNER] != war and may_declare(t, q):
                    out = append(out, act(A_DECLARE_FORCE, p, q))
                    if len(out) == most:
                        return out
    return out


def _end_declarations(t: ShogunState) -> None:
    t.cursor = 0
    offer(t, COMBAT)


@final
class War(Phase):
    """Declarations, and the stages between two turns."""

    def prepare(self, t: ShogunState) -> bool:
        if t.stage == NEXT_TURN:
            _next_turn(t)
            return False
        if t.stage == END_ROUND:
            _end_round(t)
            return t.stage != ROUND
        t.turn = t.war
        if t.stage == DECLARE and len(_declarations(t, 1)) == 0:
            _end_declarations(t)
            return False
        return True

    def legal(self, t: ShogunState) -> vec[i64]:
        return append(_declarations(t, -1), act(A_DONE))

    def apply(self, t: ShogunState, kind: i64, x: i64, y: i64) -> None:
        if kind == A_DECLARE_ARMY:
            t.mark_army(t.war * ARMIES_EACH + x)
            t.army[(t.war * ARMIES_EACH + x) * ARMY_WIDTH + ARMY_AIM] = y
            t.cursor = x + 1
        elif kind == A_DECLARE_FORCE:
            t.mark(x)
            t.land[x * LAND_WIDTH + FORCE_AIM] = y
            t.cursor = ARMIES_EACH + x + 1
        else:
            _end_declarations(t)


PHASE: Final = War()
