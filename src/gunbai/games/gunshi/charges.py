"""How many Moves horses need to bring three of themselves home when nobody answers, and who stands by to answer.

One look at bits, for formations: what stands on a file falls one by one, a Move each, and horses beside each other ride
together. It is a sketch: a Move too few here and there, exact where one Move is enough or nothing stands in the way.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from gunbai.games.gunshi.board import facing
from gunbai.games.gunshi.data import BESIDE, NORTH, SOUTH, ZONE_OF_ENEMY, bit_at, count, lowest
from gunbai.games.gunshi.state import ALL, ARC, CAV, FENCE_N, INF, SIDE, GunshiState

# So many Moves are told apart; the last number stands for all more, and for no charge at all.
SLOWEST: Final[i64] = 4
_WANTED: Final[i64] = 3


@final
class Charge:
    """The horses of one side: how soon three and two of them are home, and where they stop on the way."""

    def __init__(self) -> None:
        # Moves until three are home, until two are, and until one is: 1 to SLOWEST.
        self.three: i64 = SLOWEST
        self.two: i64 = SLOWEST
        self.one: i64 = SLOWEST
        # Where the three that arrive first stop after their first Move, unless they are home by then.
        self.stops: i64 = 0
        # The files on which the horses stand that look ahead.
        self.files: i64 = 0
        self.troop = vec[i64]([0] * 6)
        self.needed = vec[i64]([0] * 6)
        self.first = vec[i64]([0] * 6)

    def read(self, t: GunshiState, seat: i64, horses: i64, standing: i64, fences: i64) -> None:
        """Take in the seat's horses against what the enemy has standing and its fences across the way."""
        o = SIDE * seat
        ahead: i64 = SOUTH if seat else NORTH
        foot = t.side[o + INF] | t.side[o + ARC]
        self.three = self.two = self.one = SLOWEST
        self.stops = self.files = 0
        number: i64 = 0
        rest = horses
        while rest and number < 6:
            square = lowest(rest)
            rest &= rest - 1
            self.files |= bit_at(square % 7)
            self.troop[number] = square
            self._along(number, square, ahead, foot, standing, fences, seat)
            self.one = min(self.one, self.needed[number])
            number += 1
        best: i64 = SLOWEST
        for i in range(number):
            near = BESIDE[self.troop[i]] | bit_at(self.troop[i])
            for moves in range(1, SLOWEST):
                found: i64 = 0
                stops: i64 = 0
                for j in range(number):
                    if near >> self.troop[j] & 1 and self.needed[j] <= moves:
                        found += 1
                        stops |= self.first[j]
                if found >= 2:
                    self.two = min(self.two, moves)
                if found >= _WANTED:
                    if moves < best:
                        best = moves
                        self.stops = stops
                    break
        self.three = best

    def _along(self, number: i64, square: i64, ahead: i64, foot: i64, standing: i64, fences: i64, seat: i64) -> None:
        """How many Moves one horse needs on its file, and where the first of them ends."""
        step: i64 = -7 if seat else 7
        zone = ZONE_OF_ENEMY[seat]
        moves: i64 = 1
        first: i64 = 0
        jumped = False
        fallen: i64 = -1
        here = square
        if zone >> square & 1:
            self.needed[number] = SLOWEST
            self.first[number] = 0
            return
        while True:
            line = here - 7 if seat else here
            if fences >> line & 1 and fallen != here:
                # It rides up to the fence, which falls; the next Move goes on.
                moves += 1
                first = first or bit_at(here)
            here += step
            bit: i64 = bit_at(here)
            if zone & bit:
                break
            if standing & bit:
                moves += 1
                first = first or bit
                fallen = here
            elif foot & bit:
                if jumped:
                    moves = SLOWEST
                jumped = True
        self.needed[number] = min(moves, SLOWEST)
        self.first[number] = first


def lookers(t: GunshiState, seat: i64) -> i64:
    """The seat's horses that look ahead."""
    ahead: i64 = SOUTH if seat else NORTH
    found: i64 = 0
    rest = t.side[SIDE * seat + CAV]
    while rest:
        square = lowest(rest)
        rest &= rest - 1
        if facing(t, square) == ahead:
            found |= bit_at(square)
    return found


def read_charge(charge: Charge, t: GunshiState, seat: i64) -> None:
    """The seat's charge as the field lies."""
    enemy = SIDE - SIDE * seat
    charge.read(t, seat, lookers(t, seat), t.side[enemy + ALL], t.side[enemy + FENCE_N])


def answering(stops: i64, foot: i64, horses: i64) -> i64:
    """How many units could take a horse where it stops, 0 to 3: foot beside it, horses to its side or behind it."""
    near: i64 = 0
    rest = stops
    while rest:
        near |= BESIDE[lowest(rest)]
        rest &= rest - 1
    return min(count(near & (foot | horses) & ~stops), 3)
