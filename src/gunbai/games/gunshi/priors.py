"""Which actions of a battle players tend to choose: features of each action, and odds from learned weights.

The odds tell a search where to look first. As everywhere, places are told from the acting side, files a and g alike.
Of the enemy's secrets only the row is read, to tell how soon it moves; in a search that is the row of a guessed world.
"""

from __future__ import annotations

from math import exp
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.core.judgement import Features
from gunbai.games.gunshi.actions import (
    A_END,
    A_FACE,
    A_FENCE,
    A_GO,
    A_HIT,
    A_INVADE,
    A_JOIN,
    A_LIGHTNING,
    A_LOOK,
    A_NEXT,
    A_PLACE,
    A_SEND,
    A_SHOGUN,
    A_SHOOT,
    A_STAY,
    A_SWITCH,
    A_TO,
    A_TURN,
    A_WAY,
    ACTIONS,
)
from gunbai.games.gunshi.board import charge, facing, set_facing, steps, targets
from gunbai.games.gunshi.data import (
    BESIDE,
    FENCE,
    MOVE,
    NORTH,
    NORTH_LINES,
    REORIENT,
    SOUTH,
    ZONE_OF_ENEMY,
    bit_at,
    count,
    lowest,
)
from gunbai.games.gunshi.evaluation import strikes
from gunbai.games.gunshi.features import PLACE, PLACES, plies_until, rides_home
from gunbai.games.gunshi.state import ALL, ARC, CAV, INF, ROW, ROW_N, SEND, SHOGUN, SHOWN, SIDE, GunshiState

# What can be struck: nothing, units that are not the shogun, one that may be it, one of two at most, the shogun.
PREY: Final[i64] = 5
# How near the enemy is to striking a square: not, with a later card, with the next one.
DANGER: Final[i64] = 3
# The card being carried out: Move, Reorient, Fence or another.
CARDS: Final[i64] = 4

# -- where each kind of feature begins --------------------------------------------------------------

PLAIN: Final[i64] = 0  # actions that are told by their number alone, whatever the position
UNIT_AT: Final[i64] = PLAIN + ACTIONS  # card, kind, place of the unit chosen
UNIT_PREY: Final[i64] = UNIT_AT + CARDS * 3 * PLACES  # card, kind
UNIT_HOME: Final[i64] = UNIT_PREY + CARDS * 3 * PREY  # card, kind: it can reach the enemy's back line
UNIT_DANGER: Final[i64] = UNIT_HOME + CARDS * 3  # card, danger, the shogun or not, shield
UNIT_PEERS: Final[i64] = UNIT_DANGER + CARDS * DANGER * 4  # card, kind, how many of its kind are beside it
WAY_PREY: Final[i64] = UNIT_PEERS + CARDS * 3 * 5  # kind, way
WAY_ROW: Final[i64] = WAY_PREY + 3 * 4 * PREY  # kind, way, row
WAY_HOME: Final[i64] = WAY_ROW + 3 * 4 * 7  # kind
WAY_DANGER: Final[i64] = WAY_HOME + 3  # danger where it goes (one more: many squares), the shogun or not
TURN_ROW: Final[i64] = WAY_DANGER + 2 * (DANGER + 1)  # kind, way, row
TURN_PREY: Final[i64] = TURN_ROW + 3 * 4 * 7  # kind: what it could strike once turned
TURN_HOME: Final[i64] = TURN_PREY + 3 * PREY  # a horse that could then ride home
CHAIN_PREY: Final[i64] = TURN_HOME + 1  # joining or acting next, kind
CHAIN_DANGER: Final[i64] = CHAIN_PREY + 2 * 3 * PREY  # joining or acting next, danger, the shogun or not
CHAIN_DONE: Final[i64] = CHAIN_DANGER + 2 * 2 * DANGER  # card, units of the chain
TO_PREY: Final[i64] = CHAIN_DONE + CARDS * 6  # kind
TO_ROW: Final[i64] = TO_PREY + 3 * PREY  # kind, row
TO_DANGER: Final[i64] = TO_ROW + 3 * 7  # danger, the shogun or not
TO_HOME: Final[i64] = TO_DANGER + 2 * DANGER  # the shogun or not
HIT_PREY: Final[i64] = TO_HOME + 2
HIT_KIND: Final[i64] = HIT_PREY + PREY  # by foot or horse, or by an arrow; kind, shield
STAYING: Final[i64] = HIT_KIND + 2 * 3 * 2  # kind: stays on the back line instead of invading
PLACED: Final[i64] = STAYING + 3  # kind, place of a reinforcement
FACED: Final[i64] = PLACED + 3 * PLACES  # way of a reinforcement
FENCED: Final[i64] = FACED + 4  # across the way or along it, place
SENT_AT: Final[i64] = FENCED + 2 * PLACES  # card (two more: the turn ends, with Lightning), place in the row
SENT_AFTER: Final[i64] = SENT_AT + 15 * 5  # card, the card before it in the row
SENT_FIRST: Final[i64] = SENT_AFTER + 15 * 16  # card, the card that comes next
SENT_THREATS: Final[i64] = SENT_FIRST + 15 * 16  # card, one of eight facts about who could strike whom
FEATURES: Final[i64] = SENT_THREATS + 15 * 8

_BLANK: Final = vec[i64]([0] * 24)
# No action is ever as good as forgotten.
LEAST: Final = 0.02


@final
class ActionFeatures(Features):
    """The features of one action after the other, in one position."""

    def __init__(self) -> None:
        super().__init__(_BLANK)
        self.o: i64 = 0
        self.seat: i64 = 0
        self.ahead: i64 = NORTH
        self.card: i64 = 0
        self.foes: i64 = 0
        self.shogun: i64 = -1
        self.suspects: i64 = 0
        self.found: i64 = 0  # the enemy's shogun as a set, where it is known
        self.struck: i64 = 0  # squares the enemy could move to
        self.nearness: i64 = 0
        self.facts: i64 = 0

    def add(self, number: i64) -> None:
        self.numbers[self.length] = number
        self.length += 1

    def begin(self, t: GunshiState) -> None:
        """What all actions of a position share."""
        side, seat = t.side, t.seat
        o = SIDE * seat
        enemy = SIDE - o
        self.o, self.seat = o, seat
        self.ahead = SOUTH if seat else NORTH
        self.card = 0 if t.card == MOVE else 1 if t.card == REORIENT else 2 if t.card == FENCE else 3
        self.foes = side[enemy + ALL]
        self.shogun = side[o + SHOGUN]
        shown = side[enemy + SHOWN] != 0 and side[enemy + SHOGUN] >= 0
        self.found = bit_at(side[enemy + SHOGUN]) if shown else 0
        self.suspects = 0 if side[enemy + SHOWN] else self.foes & ~t.cleared
        self.struck = strikes(t, enemy)
        self.nearness = 2 if plies_until(t, 1 - seat, MOVE) <= 1 else 1
        if t.phase == SEND:
            self._threats(t)

    def _threats(self, t: GunshiState) -> None:
        side, o, enemy = t.side, self.o, SIDE - self.o
        own = side[o + ALL]
        strike = strikes(t, o) & self.foes
        facts: i64 = 0
        if strike:
            facts |= 1
        if strike & (self.suspects | self.found):
            facts |= 2
        if _shots(t, o):
            facts |= 4
        if self.struck & own:
            facts |= 8
        if self.shogun >= 0 and self.struck >> self.shogun & 1:
            facts |= 16
        if _shots(t, enemy):
            facts |= 32
        zone = ZONE_OF_ENEMY[self.seat]
        if strikes(t, o) & zone:
            facts |= 64
        if self.struck & ZONE_OF_ENEMY[1 - self.seat]:
            facts |= 128
        self.facts = facts

    def prey(self, squares: i64) -> i64:
        """What of the enemy stands on these squares, at best."""
        squares &= self.foes
        if not squares:
            return 0
        if squares & self.found:
            return 4
        if squares & self.suspects:
            return 3 if count(self.suspects) <= 2 else 2
        return 1

    def danger(self, square: i64) -> i64:
        return self.nearness if self.struck >> square & 1 else 0

    def kind(self, t: GunshiState, square: i64) -> i64:
        side, o = t.side, self.o
        return 0 if side[o + INF] >> square & 1 else 2 if side[o + CAV] >> square & 1 else 1

    def row(self, square: i64) -> i64:
        return PLACE[49 * self.seat + square] // 4

    def relative(self, square: i64, way: i64) -> i64:
        """A way as the side sees it: 0 ahead, 1 inwards, 2 back, 3 outwards."""
        way ^= 2 * self.seat
        if way & 1:
            column: i64 = 6 - square % 7 if self.seat else square % 7
            return 3 if (way == 1 and column > 3) or (way == 3 and column < 3) else 1
        return way

    def read(self, t: GunshiState, action: i64) -> None:
        """Take in one action of the position begun with."""
        self.length = 0
        if action < A_WAY:
            self._unit(t, action)
        elif action < A_TURN:
            self._way(t, action - A_WAY)
        elif action < A_SHOOT:
            self._turn(t, action - A_TURN)
        elif action >= A_JOIN and action < A_GO:
            self._chained(t, action - A_JOIN, 0)
        elif action == A_GO:
            self.add(CHAIN_DONE + 6 * self.card + min(count(t.chain), 5))
        elif action >= A_NEXT and action < A_TO:
            self._chained(t, action - A_NEXT, 1)
        elif action >= A_TO and action < A_HIT:
            self._to(t, action - A_TO)
        elif action >= A_HIT and action < A_INVADE:
            self._struck(t, action - A_HIT, 1)
        elif action == A_STAY:
            self.add(STAYING + self.kind(t, t.at))
        elif action >= A_PLACE and action < A_FACE:
            self.add(PLACED + (action - A_PLACE) // 49 * PLACES + PLACE[49 * self.seat + (action - A_PLACE) % 49])
        elif action >= A_FACE and action < A_FENCE:
            way = (action - A_FACE) ^ 2 * self.seat
            self.add(FACED + (1 if way & 1 else way))
        elif action >= A_FENCE and action < A_SWITCH:
            self._fence(action - A_FENCE)
        elif action >= A_SWITCH and action < A_LOOK:
            self.add(PLAIN + A_SWITCH)
        elif action >= A_SEND and action < A_SHOGUN:
            self._sent(t, 13 if action == A_END else 14 if action == A_LIGHTNING else action - A_SEND)
        else:
            self.add(PLAIN + action)

    def _unit(self, t: GunshiState, square: i64) -> None:
        o, card, kind = self.o, self.card, self.kind(t, square)
        which = 3 * card + kind
        self.add(UNIT_AT + which * PLACES + PLACE[49 * self.seat + square])
        reached: i64 = 0
        if card == 1:
            if kind == 1:
                reached = targets(t, o, square, False)
        elif card != 2:
            for way in range(4):
                reached |= steps(t, o, square, way)
            if reached & ZONE_OF_ENEMY[self.seat] and square != self.shogun:
                self.add(UNIT_HOME + which)
        self.add(UNIT_PREY + which * PREY + self.prey(reached))
        mine: i64 = 2 if square == self.shogun else 0
        self.add(UNIT_DANGER + 4 * (card * DANGER + self.danger(square)) + mine + (t.shields >> square & 1))
        self.add(UNIT_PEERS + 5 * which + count(BESIDE[square] & t.side[o + kind]))

    def _way(self, t: GunshiState, way: i64) -> None:
        square = t.unit
        kind, relative = self.kind(t, square), self.relative(square, way)
        reached = steps(t, self.o, square, way)
        self.add(WAY_PREY + (4 * kind + relative) * PREY + self.prey(reached))
        self.add(WAY_ROW + 7 * (4 * kind + relative) + self.row(square))
        if reached & ZONE_OF_ENEMY[self.seat]:
            self.add(WAY_HOME + kind)
        danger = DANGER if reached == 0 or reached & (reached - 1) else self.danger(lowest(reached))
        self.add(WAY_DANGER + 2 * danger + (1 if square == self.shogun else 0))

    def _turn(self, t: GunshiState, way: i64) -> None:
        square = t.unit
        kind, relative = self.kind(t, square), self.relative(square, way)
        self.add(TURN_ROW + 7 * (4 * kind + relative) + self.row(square))
        if kind == 2:
            self.add(TURN_PREY + 2 * PREY + self.prey(charge(t, self.o, square, way)))
            if way == self.ahead and rides_home(t, self.o, square, way, ZONE_OF_ENEMY[self.seat]):
                self.add(TURN_HOME)
        elif kind == 1:
            before = facing(t, square)
            set_facing(t, square, way)
            self.add(TURN_PREY + PREY + self.prey(targets(t, self.o, square, False)))
            set_facing(t, square, before)

    def _chained(self, t: GunshiState, square: i64, acting: i64) -> None:
        kind = self.kind(t, square)
        reached = targets(t, self.o, square, False) if self.card == 1 else steps(t, self.o, square, t.way)
        self.add(CHAIN_PREY + (3 * acting + kind) * PREY + self.prey(reached))
        self.add(CHAIN_DANGER + 2 * (DANGER * acting + self.danger(square)) + (1 if square == self.shogun else 0))

    def _to(self, t: GunshiState, square: i64) -> None:
        kind = self.kind(t, t.at)
        mine: i64 = 1 if t.at == self.shogun else 0
        self.add(TO_PREY + PREY * kind + self.prey(bit_at(square)))
        self.add(TO_ROW + 7 * kind + self.row(square))
        self.add(TO_DANGER + 2 * self.danger(square) + mine)
        if ZONE_OF_ENEMY[self.seat] >> square & 1:
            self.add(TO_HOME + mine)
        if self.foes >> square & 1:
            self._struck(t, square, 0)

    def _struck(self, t: GunshiState, square: i64, arrow: i64) -> None:
        enemy = SIDE - self.o
        kind: i64 = 0 if t.side[enemy + INF] >> square & 1 else 2 if t.side[enemy + CAV] >> square & 1 else 1
        if arrow:
            self.add(HIT_PREY + self.prey(bit_at(square)))
        self.add(HIT_KIND + 6 * arrow + 2 * kind + (t.shields >> square & 1))

    def _fence(self, line: i64) -> None:
        if line < NORTH_LINES:
            self.add(FENCED + PLACE[49 * self.seat + line + 7 * self.seat])
        else:
            east = line - NORTH_LINES
            self.add(FENCED + PLACES + PLACE[49 * self.seat + east // 6 * 7 + east % 6])

    def _sent(self, t: GunshiState, card: i64) -> None:
        row, n = t.side[self.o + ROW], t.side[self.o + ROW_N]
        self.add(SENT_AT + 5 * card + min(n, 4))
        last: i64 = row >> (6 * (n - 1)) & 15 if n else 14
        self.add(SENT_AFTER + 16 * card + last)
        self.add(SENT_FIRST + 16 * card + (row & 15 if n else 14))
        rest = self.facts
        while rest:
            self.add(SENT_THREATS + 8 * card + lowest(rest))
            rest &= rest - 1


def _shots(t: GunshiState, o: i64) -> bool:
    """Whether an archer of the side has somebody to shoot at."""
    rest = t.side[o + ARC]
    while rest:
        if targets(t, o, lowest(rest), False):
            return True
        rest &= rest - 1
    return False


def priors(weights: vec[float], features: ActionFeatures, t: GunshiState, actions: vec[i64]) -> vec[float]:
    """How likely each action is; every one keeps a chance."""
    features.begin(t)
    out = vec[float]()
    most = -1e9
    for action in actions:
        features.read(t, action)
        x = features.total(weights)
        most = max(most, x)
        out = append(out, x)
    total = 0.0
    for i in range(len(out)):
        out[i] = exp(max(-30.0, out[i] - most))
        total += out[i]
    for i in range(len(out)):
        out[i] = LEAST + out[i] / total
    return out
