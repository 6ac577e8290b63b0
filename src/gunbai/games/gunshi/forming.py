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
from gunbai.games.gunshi.charges import Charge, answering, lookers, read_charge
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
    FORMING_ONE,
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
    race_answer,
    race_charge,
    race_set,
    race_two,
    riders,
    rides_home,
    unguarded,
)
from gunbai.games.gunshi.state import ALL, ARC, CAV, FENCE_N, INF, MLP, SIDE, GunshiState

_RIDER: Final[i64] = 2


@final
class Forming:
    """The seat to place in one position of the formation: what stays the same for all its placements."""

    def __init__(self, weights: vec[float], t: GunshiState, seat: i64, racing: bool) -> None:
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
        # Races only where there are weights for them, for they take longer.
        self.racing = racing
        self.mine = Charge()
        self.theirs = Charge()
        self.other = Charge()
        self.further = Charge()
        self.looking = lookers(t, seat)
        self.looking_of_enemy = lookers(t, 1 - seat)
        self.race_now = 0.0
        if racing:
            read_charge(self.mine, t, seat)
            read_charge(self.theirs, t, 1 - seat)
            foot = t.side[self.o + INF] | t.side[self.o + ARC]
            self.race_now = self.race(self.mine, self.theirs, self.points, foot, t.side[self.o + CAV])

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

    def race(self, mine: Charge, theirs: Charge, points: i64, foot: i64, horses: i64) -> float:
        """What the race of both sides' horses adds up to, with so many points left and these units of one's own."""
        side, w, seat, enemy = self.t.side, self.weights, self.seat, self.enemy
        points_of_enemy = side[enemy + MLP]
        total = w[race_set(seat, mine.three, theirs.three)] - w[race_set(1 - seat, theirs.three, mine.three)]
        total += w[race_charge(seat, mine.three, points_of_enemy)] - w[race_charge(1 - seat, theirs.three, points)]
        total += w[race_two(seat, mine.two, points, points_of_enemy)]
        total -= w[race_two(1 - seat, theirs.two, points_of_enemy, points)]
        total += w[race_answer(seat, theirs.three, answering(theirs.stops, foot, horses))]
        others = answering(mine.stops, side[enemy + INF] | side[enemy + ARC], side[enemy + CAV])
        total -= w[race_answer(1 - seat, mine.three, others)]
        return total + w[FORMING_ONE + 4 * seat + mine.one - 1] - w[FORMING_ONE + 4 - 4 * seat + theirs.one - 1]

    def race_gain(self, kind: i64, square: i64, points: i64) -> float:
        """By how much a unit there changes the race."""
        if not self.racing:
            return 0.0
        t, side, bit = self.t, self.t.side, bit_at(square)
        foot, horses = side[self.o + INF] | side[self.o + ARC], side[self.o + CAV]
        mine, theirs = self.mine, self.theirs
        if kind == _RIDER:
            horses |= bit
            mine = self.other
            mine.read(t, self.seat, self.looking | bit, side[self.enemy + ALL], side[self.enemy + FENCE_N])
        else:
            foot |= bit
        if theirs.files >> (square % 7) & 1 and not ZONE_OF_ENEMY[1 - self.seat] & bit:
            theirs = self.further
            standing = side[self.o + ALL] | bit
            theirs.read(t, 1 - self.seat, self.looking_of_enemy, standing, side[self.o + FENCE_N])
        return self.race(mine, theirs, points, foot, horses) - self.race_now

    def race_gain_of_fence(self, line: i64) -> float:
        """By how much a fence changes the race."""
        if not self.racing:
            return 0.0
        side, theirs = self.t.side, self.theirs
        if line < NORTH_LINES and theirs.files >> (line % 7) & 1:
            theirs = self.further
            fences = side[self.o + FENCE_N] | bit_at(line)
            theirs.read(self.t, 1 - self.seat, self.looking_of_enemy, side[self.o + ALL], fences)
        foot = side[self.o + INF] | side[self.o + ARC]
        return self.race(self.mine, theirs, self.points - FENCE_COST, foot, side[self.o + CAV]) - self.race_now

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
        total += self.race_gain(kind, square, self.points - COST[kind])
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
        total += self.race_gain_of_fence(line)
        return total + self.standing(self.points - FENCE_COST, open_files, 0, self.riders, theirs) - self.now


def gains(weights: vec[float], t: GunshiState, actions: vec[i64], racing: bool = True) -> vec[float]:
    """The gain of each placement; 0 for other actions."""
    forming = Forming(weights, t, t.seat, racing)
    out = vec[float]()
    for action in actions:
        out = append(out, forming.gain(action))
    return out
