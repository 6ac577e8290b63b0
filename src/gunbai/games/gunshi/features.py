"""What of a Gunshi position a learned judgement looks at: the numbers of the features that are there, side by side.

Every feature belongs to one side and is told from that side's own place: row 1 is its back line, and files a and g are
the same file. A position is worth the sum of one side's features less the sum of the other's, so both seats share
every weight.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.core.judgement import Features
from gunbai.games.gunshi.board import charge, facing, fenced, targets
from gunbai.games.gunshi.charges import Charge, answering, read_charge
from gunbai.games.gunshi.data import (
    BESIDE,
    FILE_A,
    MOVE,
    NEXT,
    NORTH,
    REORIENT,
    SOUTH,
    ZONE_OF_ENEMY,
    bit_at,
    count,
    lowest,
)
from gunbai.games.gunshi.packed import sealed_square
from gunbai.games.gunshi.state import (
    ALL,
    ARC,
    ARRANGE,
    CAV,
    FACING,
    FENCE_E,
    FENCE_N,
    HAND,
    INF,
    LIGHTNING,
    MLP,
    PIECE,
    ROW,
    ROW_N,
    SEAL,
    SEAL_N,
    SHOGUN,
    SHOWN,
    SIDE,
    GunshiState,
    invaders,
)

# So many plies ahead a card's turn is told apart; the last bucket is later or never.
PLIES: Final[i64] = 9
# A square as its side sees it, files a and g alike.
PLACES: Final[i64] = 28
HOME_PLACES: Final[i64] = 12

# -- where each kind of feature of a side begins ----------------------------------------------------

UNIT_AT: Final[i64] = 0  # kind, place, facing (ahead, inwards, back, outwards)
SHIELD_AT: Final[i64] = UNIT_AT + 3 * PLACES * 4  # row
SHOGUN_AT: Final[i64] = SHIELD_AT + 7  # kind, place
SUSPECTS: Final[i64] = SHOGUN_AT + 3 * PLACES  # how many may be the shogun, 0 when it is known
POINTS: Final[i64] = SUSPECTS + 12
INVADERS: Final[i64] = POINTS + 31
ROW_CARD: Final[i64] = INVADERS + 4  # place in the row, kind
HAND_CARD: Final[i64] = ROW_CARD + 4 * 14  # kind, how many
CARD_IN_PLAY: Final[i64] = HAND_CARD + 14 * 4  # the card this side is carrying out now
NEXT_MOVE: Final[i64] = CARD_IN_PLAY + 14
NEXT_SHOT: Final[i64] = NEXT_MOVE + PLIES
MOVE_ON_SHOGUN: Final[i64] = NEXT_SHOT + PLIES  # shielded or not, plies
SHOT_ON_SHOGUN: Final[i64] = MOVE_ON_SHOGUN + 2 * PLIES
MOVE_ON_UNITS: Final[i64] = SHOT_ON_SHOGUN + 2 * PLIES  # how many up to 3, plies
SHOT_ON_UNITS: Final[i64] = MOVE_ON_UNITS + 4 * PLIES
RIDERS: Final[i64] = SHOT_ON_UNITS + 4 * PLIES  # horses that can invade by one charge, plies
WALKERS: Final[i64] = RIDERS + 4 * PLIES  # foot one step before the enemy's back line, plies
BLOCKERS: Final[i64] = WALKERS + 4 * PLIES  # enemies before a horse that looks ahead, its row
HORSES: Final[i64] = BLOCKERS + 4 * 7  # horses side by side that look ahead
FENCE_AHEAD: Final[i64] = HORSES + 4  # place of a fence across the way
FENCE_ASIDE: Final[i64] = FENCE_AHEAD + PLACES
LIGHTNING_SET: Final[i64] = FENCE_ASIDE + PLACES
GUARDS: Final[i64] = LIGHTNING_SET + 1  # own units beside the shogun
EXPOSED: Final[i64] = GUARDS + 5  # how large a charge could come through, the enemy's horses; in the battle
OPEN_FILES: Final[i64] = EXPOSED + 3 * 8  # how many files nothing guards; in the formation or in the battle
CHARGE_SET: Final[i64] = OPEN_FILES + 2 * 8  # seat, the enemy's points left (none, 1, 4, 8 or more), size of the charge
# A formation under way has features of its own instead of those of the battle: there a unit is a step of a plan.
FORMING_UNIT: Final[i64] = CHARGE_SET + 2 * 4 * 4  # kind, place in the three rows of home
FORMING_KIND: Final[i64] = FORMING_UNIT + 3 * HOME_PLACES  # kind, how many
FORMING_POINTS: Final[i64] = FORMING_KIND + 3 * 10
FORMING_FENCE: Final[i64] = FORMING_POINTS + 31  # across the way: file
FORMING_PAIR: Final[i64] = FORMING_FENCE + 4  # kind, how many stand beside one of their kind
FORMING_GAP: Final[i64] = FORMING_PAIR + 3 * 6  # seat, how large a charge could come through, horses the enemy may have
FORMING_RACE: Final[i64] = FORMING_GAP + 2 * 3 * 4  # seat, Moves until three horses are home, and until the enemy's are
FORMING_CHARGE: Final[i64] = FORMING_RACE + 2 * 4 * 4  # seat, Moves until three are home, the enemy's points left
FORMING_TWO: Final[i64] = FORMING_CHARGE + 2 * 4 * 5  # seat, Moves until two are home, points of either side
FORMING_ANSWER: Final[i64] = FORMING_TWO + 2 * 4 * 3 * 3  # seat, Moves of the enemy's three, units that can answer
FORMING_ONE: Final[i64] = FORMING_ANSWER + 2 * 4 * 4  # seat, Moves until one is home
FEATURES: Final[i64] = FORMING_ONE + 2 * 4


def _parts() -> vec[i64]:
    """For every feature the part of a judgement it belongs to, for one's own side and then for the enemy's.

    0 the own shogun's safety, 1 danger for the enemy's shogun, 2 the own invasion, 3 the enemy's, 4 units and where
    they stand, 5 threats against units, 6 the order of cards, 7 points.
    """
    own = [4] * int(FEATURES)
    for begin, end, part in (
        (SHOGUN_AT, POINTS, 0),
        (POINTS, INVADERS, 7),
        (INVADERS, ROW_CARD, 2),
        (ROW_CARD, MOVE_ON_SHOGUN, 6),
        (MOVE_ON_SHOGUN, MOVE_ON_UNITS, 1),
        (MOVE_ON_UNITS, RIDERS, 5),
        (RIDERS, FENCE_AHEAD, 2),
        (LIGHTNING_SET, GUARDS, 6),
        (GUARDS, EXPOSED, 0),
        (EXPOSED, CHARGE_SET, 3),
        (CHARGE_SET, FORMING_UNIT, 2),
        (FORMING_POINTS, FORMING_FENCE, 7),
        (FORMING_GAP, FORMING_RACE, 3),
        (FORMING_RACE, FORMING_ANSWER, 2),
        (FORMING_ANSWER, FORMING_ONE, 3),
        (FORMING_ONE, FEATURES, 2),
    ):
        for number in range(begin, end):
            own[int(number)] = part
    mirrored = {0: 1, 1: 0, 2: 3, 3: 2}
    return vec[i64](own + [mirrored.get(part, part) for part in own])


PART_OF: Final = _parts()

# More than one side ever has at once: 24 units, their shields, seven cards, four fences, and some single facts.
_BLANK: Final = vec[i64]([0] * 120)


def _places(seat: int) -> list[int]:
    """For every square its number 0 … 27 as the seat sees it."""
    return [(q // 7 if seat == 0 else 6 - q // 7) * 4 + min(q % 7, 6 - q % 7) for q in range(49)]


PLACE: Final = vec[i64](_places(0) + _places(1))


@final
class FeatureList(Features):
    """The features of one side of a position; it can be filled again."""

    def __init__(self) -> None:
        super().__init__(_BLANK)
        self.mine = Charge()
        self.theirs = Charge()

    def add(self, number: i64) -> None:
        self.numbers[self.length] = number
        self.length += 1

    def read(self, t: GunshiState, seat: i64) -> None:
        """Take in what the seat has on the field, in its row and in hand."""
        self.length = 0
        if forming(t):
            self._formation(t, seat)
            self._charge_set(t, seat)
            self._gaps(t, seat)
            self._race(t, seat)
            return
        self._units(t, seat)
        self._cards(t, seat)
        self._threats(t, seat)
        self._gaps(t, seat)
        if t.turn == 0:
            self._charge_set(t, seat)

    def _formation(self, t: GunshiState, seat: i64) -> None:
        side, o = t.side, SIDE * seat
        for kind in range(3):
            rest = side[o + kind]
            self.add(FORMING_KIND + 10 * kind + min(count(rest), 9))
            self.add(FORMING_PAIR + 6 * kind + min(in_company(rest), 5))
            while rest:
                self.add(FORMING_UNIT + kind * HOME_PLACES + min(PLACE[49 * seat + lowest(rest)], HOME_PLACES - 1))
                rest &= rest - 1
        self.add(FORMING_POINTS + min(side[o + MLP], 30))
        rest = side[o + FENCE_N]
        while rest:
            file = lowest(rest) % 7
            self.add(FORMING_FENCE + min(file, 6 - file))
            rest &= rest - 1

    def _race(self, t: GunshiState, seat: i64) -> None:
        """How soon the horses of either side are home, and who can take them on the way."""
        side, o = t.side, SIDE * seat
        enemy = SIDE - o
        read_charge(self.mine, t, seat)
        read_charge(self.theirs, t, 1 - seat)
        foot = side[o + INF] | side[o + ARC]
        self.add(race_set(seat, self.mine.three, self.theirs.three))
        self.add(race_charge(seat, self.mine.three, side[enemy + MLP]))
        self.add(race_two(seat, self.mine.two, side[o + MLP], side[enemy + MLP]))
        self.add(race_answer(seat, self.theirs.three, answering(self.theirs.stops, foot, side[o + CAV])))
        self.add(FORMING_ONE + 4 * seat + self.mine.one - 1)

    def _charge_set(self, t: GunshiState, seat: i64) -> None:
        found = riders(t, seat)
        if found:
            self.add(charge_set(seat, found, t.side[SIDE - SIDE * seat + MLP]))

    def _units(self, t: GunshiState, seat: i64) -> None:
        side, o = t.side, SIDE * seat
        for kind in range(3):
            rest = side[o + kind]
            while rest:
                square = lowest(rest)
                rest &= rest - 1
                self.add(UNIT_AT + (kind * PLACES + PLACE[49 * seat + square]) * 4 + _way(t, seat, square))
        rest = side[o + INF] & t.shields
        while rest:
            self.add(SHIELD_AT + PLACE[49 * seat + lowest(rest)] // 4)
            rest &= rest - 1
        shogun = shogun_of(t, o)
        if shogun >= 0:
            kind = 0 if side[o + INF] >> shogun & 1 else 2 if side[o + CAV] >> shogun & 1 else 1
            self.add(SHOGUN_AT + kind * PLACES + PLACE[49 * seat + shogun])
            self.add(GUARDS + count(BESIDE[shogun] & side[o + ALL]))
            suspects: i64 = 0 if side[o + SHOWN] else count(side[o + ALL] & ~t.cleared)
            self.add(SUSPECTS + min(suspects, 11))
        self.add(INVADERS + min(invaders(side, o), 3))
        rest = side[o + FENCE_N]
        while rest:
            # A line lies between two squares; the one nearer to its owner names it.
            square = lowest(rest) + 7 * seat
            self.add(FENCE_AHEAD + PLACE[49 * seat + square])
            rest &= rest - 1
        rest = side[o + FENCE_E]
        while rest:
            self.add(FENCE_ASIDE + PLACE[49 * seat + lowest(rest)])
            rest &= rest - 1

    def _cards(self, t: GunshiState, seat: i64) -> None:
        side, o = t.side, SIDE * seat
        self.add(POINTS + min(side[o + MLP], 30))
        for i in range(min(side[o + ROW_N], 4)):
            self.add(ROW_CARD + 14 * i + min(side[o + ROW] >> (6 * i) & 15, 13))
        hand = side[o + HAND]
        for kind in range(13):
            held = hand >> (4 * kind) & 15
            if held:
                self.add(HAND_CARD + 4 * kind + min(held, 3))
        if t.seat == seat and t.card >= 0:
            self.add(CARD_IN_PLAY + min(t.card, 13))
        if side[o + LIGHTNING]:
            self.add(LIGHTNING_SET)

    def _threats(self, t: GunshiState, seat: i64) -> None:
        side, o = t.side, SIDE * seat
        enemy = SIDE - o
        foes = side[enemy + ALL]
        shogun = shogun_of(t, enemy)
        ahead: i64 = SOUTH if seat else NORTH
        zone = ZONE_OF_ENEMY[seat]
        to_move = plies_until(t, seat, MOVE)
        to_shot = plies_until(t, seat, REORIENT)
        self.add(NEXT_MOVE + to_move)
        self.add(NEXT_SHOT + to_shot)
        # What the horses can reach.
        home: i64 = 0
        own_shogun = shogun_of(t, o)
        lookers: i64 = 0
        struck: i64 = 0
        rest = side[o + CAV]
        while rest:
            square = lowest(rest)
            rest &= rest - 1
            way = facing(t, square)
            reached = charge(t, o, square, way)
            struck |= reached | (BESIDE[square] & ~side[o + ALL])
            if way == ahead:
                lookers |= bit_at(square)
                row = PLACE[49 * seat + square] // 4
                self.add(BLOCKERS + min(_before(t, enemy, square, ahead), 3) * 7 + row)
                if square != own_shogun and rides_home(t, o, square, ahead, zone):
                    home |= bit_at(square)
        if lookers:
            self.add(HORSES + min(_largest(lookers), 3))
        if home and t.turn:
            self.add(RIDERS + chain_of(home) * PLIES + to_move)
        # What foot can reach.
        feet = side[o + INF] | side[o + ARC]
        walkers: i64 = 0
        rest = feet
        while rest:
            square = lowest(rest)
            rest &= rest - 1
            struck |= BESIDE[square]
            if BESIDE[square] & zone & ~side[o + ALL]:
                walkers += 1
        if walkers:
            self.add(WALKERS + min(walkers, 3) * PLIES + to_move)
        struck &= foes
        if struck:
            self.add(MOVE_ON_UNITS + min(count(struck), 3) * PLIES + to_move)
            if shogun >= 0 and struck >> shogun & 1:
                self.add(MOVE_ON_SHOGUN + (t.shields >> shogun & 1) * PLIES + to_move)
        shot: i64 = 0
        rest = side[o + ARC]
        while rest:
            shot |= targets(t, o, lowest(rest), False)
            rest &= rest - 1
        if shot:
            self.add(SHOT_ON_UNITS + min(count(shot), 3) * PLIES + to_shot)
            if shogun >= 0 and shot >> shogun & 1:
                self.add(SHOT_ON_SHOGUN + (t.shields >> shogun & 1) * PLIES + to_shot)

    def _gaps(self, t: GunshiState, seat: i64) -> None:
        """The files on which the enemy's horses could ride to this side's back line."""
        open_files = unguarded(t, seat)
        exposed = exposure(open_files)
        enemy = SIDE - SIDE * seat
        if t.turn == 0:
            self.add(gap_set(seat, exposed, count(t.side[enemy + CAV]), t.side[enemy + MLP]))
        else:
            self.add(EXPOSED + 8 * exposed + min(count(t.side[enemy + CAV]), 3))
        self.add(OPEN_FILES + (8 if t.turn == 0 else 0) + count(open_files))


def forming(t: GunshiState) -> bool:
    """Whether the formation is under way: units and fences are being placed."""
    return t.turn == 0 and t.phase in (PIECE, FACING)


def shogun_of(t: GunshiState, o: i64) -> i64:
    """Where the side's shogun is, sealed already or in the battle; -1 where it is not chosen or not known."""
    shogun = t.side[o + SHOGUN]
    if shogun < 0 and t.phase == ARRANGE and t.side[o + SEAL_N]:
        return sealed_square(t.side[o + SEAL])
    return shogun


def charge_set(seat: i64, found: i64, points: i64) -> i64:
    """The feature of a charge that could invade at once, while the enemy has so many points to meet it."""
    left: i64 = 0 if points == 0 else 1 if points < 4 else 2 if points < 8 else 3
    return CHARGE_SET + 16 * seat + 4 * left + chain_of(found)


def gap_set(seat: i64, exposed: i64, horses: i64, points: i64) -> i64:
    """The feature of gaps before the battle: what could come through, and how many horses the enemy may bring."""
    return FORMING_GAP + 12 * seat + 4 * exposed + min(horses + points // 4, 3)


def race_set(seat: i64, mine: i64, theirs: i64) -> i64:
    """The feature of a race: after how many Moves three horses of either side are home."""
    return FORMING_RACE + 16 * seat + 4 * (mine - 1) + theirs - 1


def race_charge(seat: i64, moves: i64, points: i64) -> i64:
    """The feature of a charge that needs so many Moves, while the enemy has so many points to meet it."""
    left: i64 = 0 if points == 0 else 1 if points < 2 else 2 if points < 4 else 3 if points < 8 else 4
    return FORMING_CHARGE + 20 * seat + 5 * (moves - 1) + left


def race_two(seat: i64, moves: i64, points: i64, points_of_enemy: i64) -> i64:
    """The feature of two horses that need so many Moves, and of the points left for a third and against it."""
    return FORMING_TWO + 36 * seat + 9 * (moves - 1) + 3 * min(points // 4, 2) + min(points_of_enemy // 4, 2)


def race_answer(seat: i64, moves: i64, units: i64) -> i64:
    """The feature of units that can take the enemy's horses where these stop first."""
    return FORMING_ANSWER + 16 * seat + 4 * (moves - 1) + units


def in_company(units: i64) -> i64:
    """How many of these units have another of them beside them."""
    found: i64 = 0
    rest = units
    while rest:
        if BESIDE[lowest(rest)] & units:
            found += 1
        rest &= rest - 1
    return found


def riders(t: GunshiState, seat: i64) -> i64:
    """The seat's horses that look ahead and could ride to the enemy's back line; the shogun may not invade."""
    o = SIDE * seat
    ahead: i64 = SOUTH if seat else NORTH
    found: i64 = 0
    rest = t.side[o + CAV]
    if shogun_of(t, o) >= 0:
        rest &= ~bit_at(shogun_of(t, o))
    while rest:
        square = lowest(rest)
        rest &= rest - 1
        if facing(t, square) == ahead and rides_home(t, o, square, ahead, ZONE_OF_ENEMY[seat]):
            found |= bit_at(square)
    return found


def exposure(open_files: i64) -> i64:
    """2 where three horses can come through, 1 where fewer can, 0 where none.

    Three can come through one of the middle files, one behind the other, or through two files side by side.
    """
    if open_files & 0b0011100 or open_files & open_files >> 1:
        return 2
    return 1 if open_files else 0


def unguarded(t: GunshiState, seat: i64) -> i64:
    """The files, one bit each, without a unit before the seat's back line and without a fence of the seat across.

    A unit on the back line stops nobody: a horse that takes it has arrived.
    """
    o = SIDE * seat
    standing = (t.side[o + ALL] & ~ZONE_OF_ENEMY[1 - seat]) | t.side[o + FENCE_N]
    guarded: i64 = 0
    while standing:
        guarded |= bit_at(lowest(standing) % 7)
        standing &= standing - 1
    return 127 & ~guarded


# -- who may be the shogun --------------------------------------------------------------------------

# As above, for one suspect: where it stands, what is beside it, and whether the enemy can strike it.
SUSPECT_AT: Final[i64] = 0  # kind, place
SUSPECT_SHIELD: Final[i64] = SUSPECT_AT + 3 * PLACES  # kind, shielded or not
SUSPECT_BESIDE: Final[i64] = SUSPECT_SHIELD + 6  # own units beside it
SUSPECT_WAY: Final[i64] = SUSPECT_BESIDE + 5  # kind, facing
SUSPECT_ALIKE: Final[i64] = SUSPECT_WAY + 12  # kind, how many suspects are of it
SUSPECT_FEATURES: Final[i64] = SUSPECT_ALIKE + 3 * 8


def suspect_features(t: GunshiState, seat: i64, square: i64, suspects: i64) -> vec[i64]:
    """What an outsider sees of one unit that may be the seat's shogun."""
    side, o = t.side, SIDE * seat
    kind: i64 = 0 if side[o + INF] >> square & 1 else 2 if side[o + CAV] >> square & 1 else 1
    out = vec[i64]()
    out = append(out, SUSPECT_AT + kind * PLACES + PLACE[49 * seat + square])
    out = append(out, SUSPECT_SHIELD + 2 * kind + (t.shields >> square & 1))
    out = append(out, SUSPECT_BESIDE + count(BESIDE[square] & side[o + ALL]))
    out = append(out, SUSPECT_WAY + 4 * kind + _way(t, seat, square))
    return append(out, SUSPECT_ALIKE + 8 * kind + min(count(suspects & side[o + kind]), 7))


def _way(t: GunshiState, seat: i64, square: i64) -> i64:
    """The facing as its side sees it: 0 ahead, 1 inwards, 2 back, 3 outwards."""
    way = facing(t, square) ^ 2 * seat
    if way & 1:
        column: i64 = 6 - square % 7 if seat else square % 7
        return 3 if (way == 1 and column > 3) or (way == 3 and column < 3) else 1
    return way


def plies_until(t: GunshiState, seat: i64, kind: i64) -> i64:
    """How many turns of either side pass until the seat's next card of a kind acts; the last bucket for none."""
    side, o = t.side, SIDE * seat
    mine = t.seat == seat
    if mine and t.card == kind:
        return 0
    first: i64 = 2 if mine and t.card >= 0 else 0 if mine else 1
    for i in range(side[o + ROW_N]):
        if side[o + ROW] >> (6 * i) & 15 == kind:
            return min(first + 2 * i, PLIES - 1)
    return PLIES - 1


def rides_home(t: GunshiState, o: i64, square: i64, ahead: i64, zone: i64) -> bool:
    """Whether a horse that looks ahead could ride to the enemy's back line once own horses before it have ridden on."""
    side, enemy = t.side, SIDE - o
    jumped = False
    here = square
    while not fenced(t, enemy, here, ahead):
        here = NEXT[49 * ahead + here]
        if here < 0:
            return False
        bit: i64 = bit_at(here)
        if zone & bit:
            return side[o + ALL] & bit == 0
        if side[enemy + ALL] & bit:
            return False
        if side[o + ALL] & bit and not side[o + CAV] & bit:
            if jumped:
                return False
            jumped = True
    return False


def chain_of(riders: i64) -> i64:
    """How many of these horses one command can send at most: one and those directly beside it, three are enough."""
    most: i64 = 0
    rest = riders
    while rest:
        most = max(most, 1 + count(BESIDE[lowest(rest)] & riders))
        rest &= rest - 1
    return min(most, 3)


def _before(t: GunshiState, enemy: i64, square: i64, ahead: i64) -> i64:
    """How many enemy units stand before a horse on its file."""
    column: i64 = FILE_A << (square % 7)
    if ahead == NORTH:
        column &= ~((bit_at(square) << 1) - 1)
    else:
        column &= bit_at(square) - 1
    return count(column & t.side[enemy + ALL])


def _largest(squares: i64) -> i64:
    """How many squares the largest group of neighbours has."""
    most: i64 = 0
    while squares:
        group = squares & -squares
        while True:
            grown = group
            rest = group
            while rest:
                grown |= BESIDE[lowest(rest)] & squares
                rest &= rest - 1
            if grown == group:
                break
            group = grown
        most = max(most, count(group))
        squares &= ~group
    return most
