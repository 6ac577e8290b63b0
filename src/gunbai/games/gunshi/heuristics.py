"""What a Gunshi player knows beyond the rules: what units are worth, what threatens, and what is worth a try."""

from __future__ import annotations

from typing import cast

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.core.game import Heuristics, State
from gunbai.core.rng import Rng
from gunbai.games.gunshi.actions import (
    A_DECLINE,
    A_END,
    A_FACE,
    A_FENCE,
    A_GO,
    A_HAND,
    A_HIT,
    A_INVADE,
    A_LIGHTNING,
    A_PLACE,
    A_SEND,
    A_SHOGUN,
    A_SHOOT,
    A_STAY,
    A_SWITCH,
    A_TO,
    A_TURN,
    A_UNIT,
    A_WAY,
)
from gunbai.games.gunshi.board import steps, targets
from gunbai.games.gunshi.data import (
    BESIDE,
    NORTH,
    REORIENT,
    SOUTH,
    ZONE_OF_ENEMY,
    bit_at,
    count,
    lowest,
)
from gunbai.games.gunshi.evaluation import UNIT_WORTH, can_strike, shares
from gunbai.games.gunshi.state import (
    ALL,
    ARC,
    CAV,
    INF,
    INVADE,
    PIECE,
    SHOGUN,
    SHOWN,
    SIDE,
    TO,
    UNIT,
    WHAT,
    GunshiState,
)


class GunshiHeuristics(Heuristics):
    """Material, progress and the next command's threats; captures, invasions and facing the enemy first."""

    def __init__(self) -> None:
        super().__init__()
        # About two commands further: measured, 30 won 67 % of 30 games against 14 (0.05 s a turn).
        self.horizon = 30

    def values(self, s: State) -> vec[float]:
        return shares(cast(GunshiState, s))

    def weights(self, s: State, actions: vec[i64]) -> vec[float]:
        t = cast(GunshiState, s)
        out = vec[float]()
        for action in actions:
            out = append(out, self.weight(t, action))
        return out

    def weight(self, t: GunshiState, action: i64) -> float:
        """How much one action deserves to be looked at."""
        o = SIDE * t.seat
        enemy = SIDE - o
        foes = t.side[enemy + ALL]
        ahead = NORTH if t.seat == 0 else SOUTH
        if action < A_WAY:
            square = action - A_UNIT
            if t.card == REORIENT:
                return 5.0 if t.side[o + ARC] >> square & 1 and targets(t, o, square, False) else 1.0
            found: i64 = 0
            for way in range(4):
                found |= steps(t, o, square, way)
            weight = 1.0
            if found & foes:
                weight += 3.0 * self.prize(t, enemy, found & foes)
            if found & ZONE_OF_ENEMY[t.seat] and t.side[o + SHOGUN] != square:
                weight += 6.0
            return weight
        if action < A_TURN:
            way = action - A_WAY
            found = steps(t, o, t.unit, way)
            if found & foes:
                return 2.0 + 3.0 * self.prize(t, enemy, found & foes)
            if found & ZONE_OF_ENEMY[t.seat]:
                return 6.0
            return 2.0 if way == ahead else 1.0
        if action < A_SHOOT:
            return 1.5 if action - A_TURN == ahead else 0.6
        if action == A_SHOOT:
            return 8.0
        if action < A_GO:
            return 2.5
        if action == A_GO:
            return 1.5
        if action < A_TO:
            return 1.0
        if action < A_HIT:
            bit: i64 = bit_at(action - A_TO)
            if foes & bit:
                return 2.0 + 3.0 * self.prize(t, enemy, bit)
            return 5.0 if ZONE_OF_ENEMY[t.seat] & bit else 1.0
        if action < A_INVADE:
            return 1.0 + 2.0 * self.prize(t, enemy, bit_at(action - A_HIT))
        if action == A_INVADE:
            return 8.0
        if action == A_STAY:
            return 1.0
        if action < A_FACE:
            return self.place_weight(t, o, action)
        if action < A_FENCE:
            return 12.0 if action - A_FACE == ahead else 0.5
        if action < A_SWITCH:
            return 0.5 if t.phase == PIECE else 1.5
        if action >= A_SEND and action < A_END:
            return 2.0
        if action == A_END:
            return 1.0
        if action == A_LIGHTNING:
            return 2.0
        if action >= A_SHOGUN and action < A_HAND:
            return self.shogun_weight(t, action - A_SHOGUN)
        if action == A_DECLINE:
            return 0.3
        return 1.0

    def prize(self, t: GunshiState, enemy: i64, squares: i64) -> float:
        """What striking the best of these enemy squares promises, the chance of meeting the shogun included.

        Counted as a player counts: every unit not known to be something else may be the shogun.
        """
        side = t.side
        if side[enemy + SHOWN] and side[enemy + SHOGUN] >= 0 and squares >> side[enemy + SHOGUN] & 1:
            return 40.0
        suspects = side[enemy + ALL] & ~t.cleared
        best = 0.0
        while squares:
            square = lowest(squares)
            squares &= squares - 1
            worth = UNIT_WORTH[2] if side[enemy + CAV] >> square & 1 else UNIT_WORTH[1]
            if side[enemy + INF] >> square & 1:
                worth = UNIT_WORTH[0]
            if not side[enemy + SHOWN] and suspects >> square & 1:
                worth += 12.0 / float(count(suspects))
            best = worth if worth > best else best
        return best

    def place_weight(self, t: GunshiState, o: i64, action: i64) -> float:
        """Same kinds side by side, foot in front of horse."""
        kind = (action - A_PLACE) // 49
        square = (action - A_PLACE) % 49
        weight = 1.0 + 1.5 * float(count(BESIDE[square] & t.side[o + kind]))
        row = square // 7 if o == 0 else 6 - square // 7
        if kind == 2:
            weight *= 1.2 if row <= 1 else 0.6
        else:
            weight *= 1.3 if row >= 1 else 0.5
        return weight

    def shogun_weight(self, t: GunshiState, square: i64) -> float:
        """Behind the lines, rather a unit that has no need to fight; never certain."""
        o: i64 = 0 if t.side[ALL] >> square & 1 else SIDE
        row = square // 7 if o == 0 else 6 - square // 7
        return (3.0 - float(row)) * (2.0 if t.shields >> square & 1 else 1.0) + 0.3

    def rollout(self, s: State, actions: vec[i64], rng: Rng) -> i64:
        """Invade, strike and shoot when it can be done; otherwise anything, facing the enemy."""
        t = cast(GunshiState, s)
        phase = t.phase
        n: i64 = len(actions)
        if phase == INVADE:
            return actions[0]
        if phase == TO:
            foes = t.side[SIDE - SIDE * t.seat + ALL]
            for i in range(n):
                if foes >> (actions[i] - A_TO) & 1:
                    return actions[i]
            return actions[rng.below(n)]
        if phase == WHAT:
            o = SIDE * t.seat
            foes = t.side[SIDE - o + ALL]
            for i in range(n):
                action = actions[i]
                if action == A_SHOOT:
                    return action
                if action >= A_WAY and action < A_TURN and steps(t, o, t.unit, action - A_WAY) & foes:
                    return action
            return actions[rng.below(n)]
        if phase == UNIT:
            # Two tries for a unit that can strike at once.
            o = SIDE * t.seat
            pick = actions[rng.below(n)]
            for _ in range(2):
                if can_strike(t, o, pick - A_UNIT):
                    return pick
                pick = actions[rng.below(n)]
            return pick
        return actions[rng.below(n)]
