"""What a step of the formation is worth by the learned weights, without carrying it out.

A search asks for every placement at every visit; reading all features of a copy for each would cost it most of its
simulations. So only what a placement changes is added up: the unit or fence itself, its price, the files it closes, and
the charges it makes or stops.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.games.gunshi.actions import A_FACE, A_FENCE, A_PLACE, A_SWITCH
from gunbai.games.gunshi.data import (
    BESIDE,
    COST,
    FENCE_COST,
    FILE_A,
    NORTH,
    NORTH_LINES,
    SOUTH,
    ZONE_OF_ENEMY,
    bit_at,
    count,
)
from gunbai.games.gunshi.features import (
    FORMING_FENCE,
    FORMING_KIND,
    FORMING_PAIR,
    FORMING_POINTS,
    FORMING_UNIT,
    HOME_PLACES,
    OPEN_FILES,
    PLACE,
    charge_set,
    exposure,
    gap_set,
    in_company,
    riders,
    rides_home,
    unguarded,
)
from gunbai.games.gunshi.state import CAV, MLP, SIDE, GunshiState

_RIDER: Final[i64] = 2


@final
class Forming:
    """The seat to place in one position of the formation: what stays the same for all its placements."""

    def __init__(self, weights: vec[float], t: GunshiState, seat: i64) -> None:
        self.weights = weights
        self.t = t
        self.seat = seat
        self.o: i64 = SIDE * seat
        self.enemy: i64 = SIDE - SIDE * seat
        self.points: i64 = t.side[self.o + MLP]
        self.open_files = unguarded(t, seat)
        self.gaps_of_enemy = exposure(unguarded(t, 1 - seat))
        self.riders = riders(t, seat)
        self.riders_of_enemy = riders(t, 1 - seat)
        self.now = self.standing(self.points, self.open_files, 0, self.riders, self.riders_of_enemy)

    def standing(self, points: i64, open_files: i64, horses: i64, mine: i64, theirs: i64) -> float:
        """What points, gaps and charges of both sides add up to, with so many points left and horses more."""
        t, w, seat = self.t, self.weights, self.seat
        points_of_enemy = t.side[self.enemy + MLP]
        total = w[FORMING_POINTS + min(points, 30)] + w[OPEN_FILES + 8 + count(open_files)]
        horses_of_enemy = count(t.side[self.enemy + CAV])
        total += w[gap_set(seat, exposure(open_files), horses_of_enemy, points_of_enemy)]
        total -= w[gap_set(1 - seat, self.gaps_of_enemy, count(t.side[self.o + CAV]) + horses, points)]
        if mine:
            total += w[charge_set(seat, mine, points_of_enemy)]
        if theirs:
            total -= w[charge_set(1 - seat, theirs, points)]
        return total

    def gain(self, action: i64) -> float:
        """By how much a placement raises the seat's sum of weights over the other's."""
        if action >= A_FENCE and action < A_SWITCH:
            return self.fence_gain(action - A_FENCE)
        if action < A_PLACE or action >= A_FACE:
            return 0.0
        t, w, seat = self.t, self.weights, self.seat
        kind: i64 = (action - A_PLACE) // 49
        square: i64 = (action - A_PLACE) % 49
        place = PLACE[49 * seat + square]
        total = w[FORMING_UNIT + kind * HOME_PLACES + min(place, HOME_PLACES - 1)]
        alike = t.side[self.o + kind]
        own = min(count(alike), 8)
        total += w[FORMING_KIND + 10 * kind + own + 1] - w[FORMING_KIND + 10 * kind + own]
        if BESIDE[square] & alike:
            pairs = FORMING_PAIR + 6 * kind
            total += w[pairs + min(in_company(alike | bit_at(square)), 5)] - w[pairs + min(in_company(alike), 5)]
        mine, theirs, open_files, horses = self.riders, self.riders_of_enemy, self.open_files, i64(0)
        file: i64 = square % 7
        if place >= 4:
            # Whatever stands before the back line closes its file.
            open_files &= ~bit_at(file)
            theirs &= ~(FILE_A << file)
        if kind == _RIDER:
            horses = 1
            ahead: i64 = SOUTH if seat else NORTH
            if rides_home(t, self.o, square, ahead, ZONE_OF_ENEMY[seat]):
                mine |= bit_at(square)
        return total + self.standing(self.points - COST[kind], open_files, horses, mine, theirs) - self.now

    def fence_gain(self, line: i64) -> float:
        """The same for a fence."""
        w, total = self.weights, 0.0
        theirs, open_files = self.riders_of_enemy, self.open_files
        if line < NORTH_LINES:
            file: i64 = line % 7
            total = w[FORMING_FENCE + min(file, 6 - file)]
            open_files &= ~bit_at(file)
            theirs &= ~(FILE_A << file)
        return total + self.standing(self.points - FENCE_COST, open_files, 0, self.riders, theirs) - self.now


def gains(weights: vec[float], t: GunshiState, actions: vec[i64]) -> vec[float]:
    """The gain of each placement; 0 for other actions."""
    forming = Forming(weights, t, t.seat)
    out = vec[float]()
    for action in actions:
        out = append(out, forming.gain(action))
    return out
