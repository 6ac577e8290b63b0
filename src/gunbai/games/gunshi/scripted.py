"""Opponents that always play one plan. Simple-minded on purpose: a judgement must hold against them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, cast

from mypy_extensions import i64

from gunbai.core.game import Game, View
from gunbai.core.rng import Rng
from gunbai.games.gunshi.actions import (
    A_DECK,
    A_FACE,
    A_FENCE,
    A_HAND,
    A_INVADE,
    A_JOIN,
    A_LIGHTNING,
    A_PLACE,
    A_SEND,
    A_SHOGUN,
    A_SHOOT,
    A_SWITCH,
    A_TO,
    A_TURN,
    A_UNIT,
    A_WAY,
)
from gunbai.games.gunshi.board import charge, facing, steps
from gunbai.games.gunshi.data import (
    ARCHER,
    BESIDE,
    CAVALRY,
    FILE_A,
    HOME,
    INFANTRY,
    MOVE,
    NORTH,
    NORTH_LINES,
    SOUTH,
    ZONE_OF_ENEMY,
    bit_at,
    count,
)
from gunbai.games.gunshi.evaluation import can_strike
from gunbai.games.gunshi.state import (
    ALL,
    CAV,
    FACING,
    FENCE_N,
    INF,
    JOIN,
    PIECE,
    ROW,
    ROW_N,
    SEND,
    SHOGUN,
    SHOWN,
    SIDE,
    SUPPORT,
    TO,
    UNIT,
    WHAT,
    GunshiState,
)
from gunbai.games.gunshi.view import GunshiView

if TYPE_CHECKING:
    from gunbai.core.bot import Budget

HORSES: Final = 3


class Script:
    """A plan: it says how well each action fits, and plays one of those that fit best."""

    def __init__(self, seed: int = 0) -> None:
        self.rng = Rng(seed)

    def choose(self, game: Game, view: View, legal: Sequence[int], budget: Budget) -> int:
        """The action that the plan likes best; among equals any."""
        if len(legal) == 1:
            return legal[0]
        t, seat = cast(GunshiView, view).state, int(view.seat)
        best, most = list[int](), -1e9
        for action in legal:
            liking = self.liking(t, seat, action)
            if liking > most:
                best, most = [action], liking
            elif liking == most:
                best.append(action)
        return best[self.rng.below(len(best))]

    def liking(self, t: GunshiState, seat: i64, action: i64) -> float:
        """How well an action fits the plan."""
        raise NotImplementedError


class RushBot(Script):
    """Waits with fences, sets three horses beside each other before the emptiest files, charges and invades."""

    def liking(self, t: GunshiState, seat: i64, action: i64) -> float:
        """How well an action fits the plan."""
        o = SIDE * seat
        ahead: i64 = NORTH if seat == 0 else SOUTH
        zone = ZONE_OF_ENEMY[seat]
        phase = t.phase
        if phase in (PIECE, SUPPORT):
            return self.placing(t, seat, action)
        if phase == FACING:
            return 1.0 if action - A_FACE == ahead else 0.0
        if phase == UNIT:
            return self.lead(t, seat, action - A_UNIT)
        if phase == WHAT:
            # Ride on; a card that turns brings a horse round to face the enemy.
            return 3.0 if action in (A_WAY + ahead, A_TURN + ahead) else 2.0 if action >= A_TURN else 1.0
        if phase == JOIN:
            return 1.0 if action >= A_JOIN and action < A_JOIN + 49 else 0.0
        if phase == TO:
            square = action - A_TO
            row = float(square // 7 if seat == 0 else 6 - square // 7)
            return row + (20.0 if zone >> square & 1 else 10.0 if t.side[SIDE - o + ALL] >> square & 1 else 0.0)
        if phase == SEND:
            if action == A_SEND + MOVE:
                return 5.0
            if action == A_LIGHTNING:
                return 4.0 if t.side[o + ROW] & 15 == MOVE else 0.0
            # One card a turn at least; more only while a Move is at hand.
            return 1.0 if action >= A_SEND and action < A_SEND + 14 and not t.side[o + ROW_N] else 2.0
        if action >= A_SHOGUN and action < A_HAND:
            return 1.0 if t.side[o + INF] >> (action - A_SHOGUN) & 1 else 0.0
        if action in (A_HAND + MOVE, A_DECK + MOVE, A_INVADE):
            return 1.0
        return 0.0

    def placing(self, t: GunshiState, seat: i64, action: i64) -> float:
        """Fences first, then foot in the corner for a shogun, then horses where least stands in the way."""
        o = SIDE * seat
        if action >= A_FENCE and action < A_SWITCH:
            return 50.0
        kind, square = (action - A_PLACE) // 49, (action - A_PLACE) % 49
        row: i64 = square // 7 if seat == 0 else 6 - square // 7
        if kind == INFANTRY and not t.side[o + INF]:
            return 40.0 + abs(float(square % 7) - 3.0) - float(row)
        if kind != CAVALRY or count(t.side[o + CAV]) >= HORSES:
            return -30.0 - float(row)
        return 30.0 + self.troop(t, seat, square)

    def troop(self, t: GunshiState, seat: i64, square: i64) -> float:
        """How good a place for a horse is: by the best three, one leading and two beside it, it can be part of."""
        o = SIDE * seat
        horses = t.side[o + CAV]
        usable = HOME[seat] & ~(t.side[o + ALL] & ~horses)
        best = -20.0
        for leader in range(49):
            if not usable >> leader & 1:
                continue
            for one in range(49):
                if not BESIDE[leader] & usable & bit_at(one):
                    continue
                for two in range(one):
                    if not BESIDE[leader] & usable & bit_at(two):
                        continue
                    three = bit_at(leader) | bit_at(one) | bit_at(two)
                    if not three >> square & 1 or horses & ~three:
                        continue
                    files: i64 = bit_at(leader % 7) | bit_at(one % 7) | bit_at(two % 7)
                    blocked = 0.0
                    for file in range(7):
                        if files >> file & 1:
                            blocked += in_the_way(t, seat, file)
                    best = max(best, -blocked)
        return best

    def lead(self, t: GunshiState, seat: i64, square: i64) -> float:
        """The unit to carry out a card: a horse that brings most invaders, else one with company."""
        o = SIDE * seat
        horses = t.side[o + CAV]
        if not horses >> square & 1:
            return 0.0
        ahead: i64 = NORTH if seat == 0 else SOUTH
        ready = 0.0
        for each in range(49):
            if horses >> each & 1 and (each == square or BESIDE[square] >> each & 1) and facing(t, each) == ahead:
                ready += 3.0 if charge(t, o, each, ahead) & ZONE_OF_ENEMY[seat] else 1.0
        return 1.0 + ready


class TakerBot(Script):
    """A beginner: sets up anyhow, takes whatever it can take at once, and otherwise goes ahead."""

    def liking(self, t: GunshiState, seat: i64, action: i64) -> float:
        o = SIDE * seat
        foes = t.side[SIDE - o + ALL]
        ahead: i64 = NORTH if seat == 0 else SOUTH
        phase = t.phase
        if phase == FACING:
            return 1.0 if action - A_FACE == ahead else 0.0
        if phase == UNIT:
            return 1.0 if can_strike(t, o, action - A_UNIT) else 0.0
        if phase == WHAT:
            if action == A_SHOOT:
                return 4.0
            if action >= A_WAY and action < A_TURN:
                found = steps(t, o, t.unit, action - A_WAY)
                return 3.0 if found & foes else 2.0 if action == A_WAY + ahead else 1.0
            return 0.0
        if phase == TO:
            bit: i64 = bit_at(action - A_TO)
            return 2.0 if foes & bit else 1.0 if ZONE_OF_ENEMY[seat] & bit else 0.0
        if phase == SEND:
            return 1.0 if action == A_SEND + MOVE else 0.0
        return 1.0 if action == A_INVADE else 0.0


class TurtleBot(TakerBot):
    """Sits behind fences and shields: a unit before every file, and no step forward unless it takes something."""

    def liking(self, t: GunshiState, seat: i64, action: i64) -> float:
        phase = t.phase
        if phase in (PIECE, SUPPORT):
            return self.placing(t, seat, action)
        if phase == SEND:
            # One card a turn, and a Move last of all.
            return -1.0 if action == A_SEND + MOVE else 1.0 if t.side[SIDE * seat + ROW_N] and action < A_SEND else 0.0
        if phase == WHAT and action in (A_WAY + NORTH, A_WAY + SOUTH):
            found = steps(t, SIDE * seat, t.unit, action - A_WAY)
            return 3.0 if found & t.side[SIDE - SIDE * seat + ALL] else -1.0
        return super().liking(t, seat, action)

    def placing(self, t: GunshiState, seat: i64, action: i64) -> float:
        """Foot before every file, fences across the way, archers behind."""
        o = SIDE * seat
        if action >= A_FENCE and action < A_SWITCH:
            return 5.0 if action - A_FENCE < NORTH_LINES else 0.0
        kind, square = (action - A_PLACE) // 49, (action - A_PLACE) % 49
        row: i64 = square // 7 if seat == 0 else 6 - square // 7
        alone = not t.side[o + ALL] & FILE_A << (square % 7)
        if kind == INFANTRY and row == 1 and alone:
            return 10.0
        return 3.0 if kind == ARCHER and row == 0 else 1.0 if kind == INFANTRY else 0.0


class HunterBot(TakerBot):
    """Hunts the shogun: goes for whatever may be it, foot first, and leaves the rest alone."""

    def liking(self, t: GunshiState, seat: i64, action: i64) -> float:
        o = SIDE * seat
        phase = t.phase
        if phase == UNIT:
            return self.nearness(t, seat, action - A_UNIT) + (20.0 if can_strike(t, o, action - A_UNIT) else 0.0)
        if phase == WHAT and action >= A_WAY and action < A_TURN:
            found = steps(t, o, t.unit, action - A_WAY)
            best = 0.0
            for square in range(49):
                if found >> square & 1:
                    best = max(best, self.quarry(t, seat, square) + self.nearness(t, seat, square))
            return 1.0 + best
        if phase == TO:
            square = action - A_TO
            return self.quarry(t, seat, square) + self.nearness(t, seat, square)
        return super().liking(t, seat, action)

    def quarry(self, t: GunshiState, seat: i64, square: i64) -> float:
        """How gladly it strikes a square: the shogun, foot that may be it, others that may be it."""
        enemy = SIDE - SIDE * seat
        if not t.side[enemy + ALL] >> square & 1:
            return 0.0
        if t.side[enemy + SHOWN]:
            return 90.0 if t.side[enemy + SHOGUN] == square else 5.0
        return 5.0 if t.cleared >> square & 1 else 60.0 if t.side[enemy + INF] >> square & 1 else 30.0

    def nearness(self, t: GunshiState, seat: i64, square: i64) -> float:
        """How near the next unit is that may be the shogun."""
        enemy = SIDE - SIDE * seat
        best = 0.0
        for other in range(49):
            if t.side[enemy + ALL] >> other & 1 and not t.cleared >> other & 1:
                rows, files = other // 7 - square // 7, other % 7 - square % 7
                best = max(best, 12.0 - float(max(rows, -rows) + max(files, -files)))
        return best


class MirrorBot(TakerBot):
    """Sets up what the enemy has set up, across the board, and then takes what it can."""

    def liking(self, t: GunshiState, seat: i64, action: i64) -> float:
        if t.phase != PIECE or action < A_PLACE or action >= A_FACE:
            return super().liking(t, seat, action)
        kind, square = (action - A_PLACE) // 49, (action - A_PLACE) % 49
        across = 7 * (6 - square // 7) + square % 7
        return 3.0 if t.side[SIDE - SIDE * seat + kind] >> across & 1 else 1.0


class WaitingBot(TurtleBot):
    """Lets the other come: sends as little as it may, and turns or stands rather than goes, even when it could take."""

    def liking(self, t: GunshiState, seat: i64, action: i64) -> float:
        if t.phase == UNIT:
            return 0.0
        if t.phase == WHAT:
            return 2.0 if action >= A_TURN and action != A_SHOOT else 0.0
        return super().liking(t, seat, action)


def in_the_way(t: GunshiState, seat: i64, file: i64) -> float:
    """What stops a charge on a file: enemy units before their back line, and fences across it."""
    enemy = SIDE - SIDE * seat
    column: i64 = FILE_A << file
    units = t.side[enemy + ALL] & column & ~ZONE_OF_ENEMY[seat]
    return float(count(units)) + 1.5 * float(count(t.side[enemy + FENCE_N] & column))
