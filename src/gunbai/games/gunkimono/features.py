"""What of a Gunkimono position a learned judgement looks at: the numbers of the features that one seat has.

Every feature belongs to one seat, and its weight is in points: the sum over a seat's features foretells how many points
the seat still gets. Points it has already are no feature. All seats share the weights, with two players or with five.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from gunbai.core.judgement import Features
from gunbai.games.gunkimono import turn
from gunbai.games.gunkimono.board import count
from gunbai.games.gunkimono.data import FIRST_SYMBOLS, FIRST_TROOP, SECOND_SYMBOLS, SECOND_TROOP
from gunbai.games.gunkimono.prospects import Prospects
from gunbai.games.gunkimono.state import (
    BANNER,
    BUILD,
    EMPTY,
    GONE,
    PLACE,
    SCORE,
    SUPPORT,
    TILE,
    GunkimonoState,
)

# Turns that a seat still has: none, one, two … and many.
TURNS: Final[i64] = 17
# The same in steps of three turns, for what depends on time less.
SPANS: Final[i64] = 6
PLACES: Final[i64] = 16
# Points that a stronghold would bring if nothing changed any more, in steps of two.
PAYS: Final[i64] = 80
# Points of one placing.
POINTS: Final[i64] = 40

# -- where each kind of feature begins --------------------------------------------------------------

FORT: Final[i64] = 0  # troops in the formation of a stronghold times turns
FORT_GROWTH: Final[i64] = FORT + PAYS  # troops that one square more would link to it, times turns
FORT_CUT: Final[i64] = FORT_GROWTH + PAYS  # troops that one covered square would cut off, times turns
SHARED: Final[i64] = FORT_CUT + PAYS  # turns; both strongholds in one formation
NEXT: Final[i64] = SHARED + TURNS  # strongholds built, what the next would bring if honor comes as usual
MISSING: Final[i64] = NEXT + 2 * PAYS  # strongholds built, span, rows missing for the next
LAGGING: Final[i64] = MISSING + 2 * SPANS * PLACES  # strongholds built, markers missing for the next
SITE: Final[i64] = LAGGING + 2 * 6  # strongholds built, the largest formation to build in
COLUMN: Final[i64] = SITE + 2 * PLACES  # layer of the next banner, a rival is as near, span, rows to the end
RESERVE: Final[i64] = COLUMN + 3 * 2 * SPANS * 9  # span, small tiles
HAND_HONOR: Final[i64] = RESERVE + SPANS * 6  # span, rows missing for the next stronghold that the hand can bring
HAND_FORT: Final[i64] = HAND_HONOR + SPANS * 12  # span, troops in hand of a kind that an own stronghold holds
HAND_BANNER: Final[i64] = HAND_FORT + SPANS * 7  # columns that the hand can bring to their end
ON_TURN: Final[i64] = HAND_BANNER + 6  # span, how far the turn is
PENDING: Final[i64] = ON_TURN + SPANS * 4  # points that the troop being scored would bring
OPEN: Final[i64] = PENDING + PLACES  # span, the largest formation nobody holds, for the seat that lays next
WAITING: Final[i64] = OPEN + SPANS * PLACES  # how many seats lay a tile before this one
BUILT: Final[i64] = WAITING + 5  # strongholds built, turns
BEST: Final[i64] = BUILT + 3 * TURNS  # lays next or later, points of the best placing that the hand allows
SECOND: Final[i64] = BEST + 2 * POINTS  # likewise of the best placing with another tile
FEATURES: Final[i64] = SECOND + 2 * POINTS


def _ladders() -> list[tuple[int, int]]:
    """Where features of rising amounts begin, and how many there are: neighbours of one ladder are nearly alike."""
    found = [(FORT, PAYS), (FORT_GROWTH, PAYS), (FORT_CUT, PAYS), (SHARED, TURNS), (HAND_BANNER, 6), (PENDING, PLACES)]
    for begin, rungs, times in (
        (NEXT, PAYS, 2),
        (MISSING, PLACES, 2 * SPANS),
        (LAGGING, 6, 2),
        (SITE, PLACES, 2),
        (COLUMN, 9, 6 * SPANS),
        (RESERVE, 6, SPANS),
        (HAND_HONOR, 12, SPANS),
        (HAND_FORT, 7, SPANS),
        (OPEN, PLACES, SPANS),
        (BUILT, TURNS, 3),
        (BEST, POINTS, 2),
        (SECOND, POINTS, 2),
    ):
        found += [(begin + rungs * i, rungs) for i in range(times)]
    return [(int(begin), int(rungs)) for begin, rungs in found]


LADDERS: Final = _ladders()

# The parts of a judgement that can be told apart: what the seat's strongholds pay, how near the next one is, banners,
# tiles kept; what changes with the course of a turn alone is no reason for anything.
PART_FORTS: Final[i64] = 1
PART_NEXT: Final[i64] = 2
PART_BANNERS: Final[i64] = 3
PART_TILES: Final[i64] = 4


def _parts() -> vec[i64]:
    """For every feature the part it belongs to; 0 for none."""
    out = [0] * int(FEATURES)
    for begin, end, part in (
        (FORT, NEXT, PART_FORTS),
        (NEXT, COLUMN, PART_NEXT),
        (COLUMN, RESERVE, PART_BANNERS),
        (RESERVE, HAND_HONOR, PART_TILES),
        (HAND_FORT, HAND_BANNER, PART_TILES),
        (HAND_BANNER, ON_TURN, PART_BANNERS),
        (BUILT, BEST, PART_FORTS),
        (BEST, FEATURES, PART_TILES),
    ):
        for number in range(begin, end):
            out[int(number)] = int(part)
    return vec[i64](out)


PART_OF: Final = _parts()


def told(value: vec[float]) -> vec[float]:
    """The weights by which reasons are told: nearer to a stronghold or a banner is never worse.

    Weights of amounts that few games show are noise, and ladders of neighbouring spans lie apart as a whole. A sum
    bears both, for they are the same for all seats; a reason would name them. So each ladder of the next stronghold and
    of the banners is made to rise or fall all along, and is counted from its worst end.
    """
    out = value[:]
    for begin, rungs in LADDERS:
        if PART_OF[begin] not in (PART_NEXT, PART_BANNERS):
            continue
        falls = MISSING <= begin < SITE or COLUMN <= begin < RESERVE
        order = list(range(begin + rungs - 1, begin - 1, -1)) if falls else list(range(begin, begin + rungs))
        # Neighbours in the wrong order share their mean, until none are.
        blocks: list[tuple[float, int]] = []
        for number in order:
            total, size = value[number], 1
            while blocks and blocks[-1][0] * size > total * blocks[-1][1]:
                before = blocks.pop()
                total, size = total + before[0], size + before[1]
            blocks.append((total, size))
        worst = blocks[0][0] / blocks[0][1]
        at = 0
        for total, size in blocks:
            for number in order[at : at + size]:
                out[number] = total / size - worst
            at += size
    # A rival who is as near to a banner makes it worth no more.
    for layer in range(3):
        for k in range(9 * SPANS):
            alone = COLUMN + layer * 2 * 9 * SPANS + k
            out[alone] = max(out[alone], out[alone + 9 * SPANS])
    return out


_BLANK: Final = vec[i64]([0] * 64)


@final
class FeatureList(Features):
    """The features of one seat; it can be filled again."""

    def __init__(self) -> None:
        super().__init__(_BLANK)

    def add(self, number: i64) -> None:
        self.numbers[self.length] = number
        self.length += 1

    def read(self, t: GunkimonoState, seat: i64) -> None:
        """Take in what the seat has on the field, on the track and in hand."""
        self.length = 0
        left = turns_of(t, seat)
        span = span_of(left)
        self._forts(t, seat, left)
        self._track(t, seat, left, span)
        self.add(RESERVE + span * 6 + min(count(t.reserve[seat]), 5))
        self._hand(t, seat, span)
        self._tempo(t, seat, left, span)

    def _forts(self, t: GunkimonoState, seat: i64, left: i64) -> None:
        b = t.board
        forts = b.forts[seat]
        if not forts:
            return
        others = b.all_forts() & ~forts
        first: i64 = 0
        rest = forts
        while rest:
            fort = rest & -rest
            rest &= rest - 1
            shown = shown_at(t, fort)
            formation = b.grow(fort, shown)
            size = count(formation)
            self.add(fort_feature(left, size))
            if first and formation == first:
                self.add(SHARED + left)
                continue
            first = formation
            growth: i64 = 0
            around = b.beside(formation) & ~formation & ~b.all_forts()
            while around:
                square = around & -around
                around &= around - 1
                wider = b.grow(formation | square, shown | square)
                if not wider & others:
                    growth = max(growth, count(wider) - size)
            self.add(FORT_GROWTH + min(growth * left // 2, PAYS - 1))
            cut: i64 = 0
            inner = formation & ~forts
            while inner:
                square = inner & -inner
                inner &= inner - 1
                cut = max(cut, size - count(b.grow(fort, formation & ~square)))
            self.add(FORT_CUT + min(cut * left // 2, PAYS - 1))

    def _track(self, t: GunkimonoState, seat: i64, left: i64, span: i64) -> None:
        built = count(t.board.forts[seat])
        self.add(BUILT + min(built, 2) * TURNS + left)
        if built < 2:
            missing = rows_missing(t, seat, t.setting.rows[built])
            site = largest_site(t, seat)
            self.add(next_feature(built, left, missing, site))
            self.add(missing_feature(built, span, missing))
            self.add(LAGGING + built * 6 + 5 - turn.markers_there(t, seat))
            self.add(SITE + built * PLACES + min(site, PLACES - 1))
        for troop in range(5):
            at = t.honor[seat * 5 + troop]
            if at != GONE:
                number = column_feature(t, seat, troop, at, span)
                if number >= 0:
                    self.add(number)

    def _hand(self, t: GunkimonoState, seat: i64, span: i64) -> None:
        built = count(t.board.forts[seat])
        row: i64 = t.setting.rows[built] if built < 2 else 0
        end = t.setting.rows[2]
        held = t.board.forts[seat]
        first_part: i64 = 0
        # What the hand can bring in each column, the best tile of each.
        brought = vec[i64]([0, 0, 0, 0, 0])
        hand = t.setting.hand
        for slot in range(seat * hand, seat * hand + hand):
            code = t.hands[slot]
            if code == EMPTY:
                break
            kind = code >> 1
            one, two = FIRST_TROOP[kind], SECOND_TROOP[kind]
            brought[one] += FIRST_SYMBOLS[kind]
            brought[two] += SECOND_SYMBOLS[kind]
            if held & t.board.troops[one]:
                first_part += 1
            if held & t.board.troops[two]:
                first_part += 1
        honor: i64 = 0
        banners: i64 = 0
        for troop in range(5):
            at = t.honor[seat * 5 + troop]
            if at == GONE:
                continue
            if at < row:
                honor += min(row - at, brought[troop])
            if at + brought[troop] >= end and turn.banners_left(t, troop) > 0:
                banners += 1
        if built < 2:
            self.add(HAND_HONOR + span * 12 + min(honor, 11))
        if held:
            self.add(HAND_FORT + span * 7 + min(first_part, 6))
        self.add(HAND_BANNER + banners)

    def _tempo(self, t: GunkimonoState, seat: i64, left: i64, span: i64) -> None:
        if t.turn < 0:
            return
        players = t.setting.players
        step = t.step
        laying = step in (TILE, PLACE, SUPPORT)
        waiting = (seat - t.turn + players) % players
        if t.turn == seat:
            far: i64 = 0 if laying else 1 + min(t.half, 1) if step in (SCORE, BANNER) else 3
            self.add(ON_TURN + span * 4 + far)
            if step == SCORE:
                self.add(PENDING + min(turn.half_points(t), PLACES - 1))
        if not laying:
            waiting = (waiting + players - 1) % players
        if left:
            self.add(WAITING + min(waiting, 4))
            if waiting == 0:
                self.add(OPEN + span * PLACES + min(largest_open(t), PLACES - 1))
            self._placings(t, seat, min(waiting, 1))

    def _placings(self, t: GunkimonoState, seat: i64, waiting: i64) -> None:
        """What the two best tiles of the hand would score on the field as it lies."""
        prospects = Prospects()
        prospects.read(t.board, seat)
        most: i64 = 0
        second: i64 = 0
        hand = t.setting.hand
        last: i64 = EMPTY
        for slot in range(seat * hand, seat * hand + hand):
            code = t.hands[slot]
            if code == EMPTY:
                break
            if code >> 1 == last:
                second = most
                continue
            last = code >> 1
            # A small tile laid under it is worth about two points.
            points = i64(max(prospects.best(t, seat, last, 0.0, 0.0, 2.0), 0.0))
            if points > most:
                most, second = points, most
            else:
                second = max(second, points)
        self.add(BEST + waiting * POINTS + min(most, POINTS - 1))
        self.add(SECOND + waiting * POINTS + min(second, POINTS - 1))


def turns_of(t: GunkimonoState, seat: i64) -> i64:
    """About how many turns the seat still has, one under way with them as long as its strongholds have not paid.

    The end tile lies half-way down the end-game stack on average; when it has come, the round is finished.
    """
    players = t.setting.players
    if t.turn < 0:
        return min((t.main + t.end_stack // 2) // players + 1, TURNS - 1)
    paid = t.step not in (TILE, PLACE, SUPPORT, SCORE, BANNER, BUILD)
    away = (seat - t.turn + players) % players
    if t.end_shown:
        mine = (seat - t.sword + players) % players
        now = (t.turn - t.sword + players) % players
        return 1 if mine > now or (mine == now and not paid) else 0
    if away == 0 and paid:
        away = players
    return min(max(t.main + t.end_stack // 2 + 1 - away, 0) // players + 1, TURNS - 1)


def span_of(left: i64) -> i64:
    """Turns in steps of three."""
    return min((left + 2) // 3, SPANS - 1)


def fort_feature(left: i64, size: i64) -> i64:
    """The feature of a stronghold in a formation of so many troops."""
    return FORT + min(left * size // 2, PAYS - 1)


def next_feature(built: i64, left: i64, missing: i64, site: i64) -> i64:
    """The feature of what the next stronghold would bring; three rows of honor a turn are usual."""
    return NEXT + built * PAYS + min(max(3 * left - missing, 0) * site // 6, PAYS - 1)


def missing_feature(built: i64, span: i64, missing: i64) -> i64:
    """The feature of so many rows missing for the next stronghold."""
    return MISSING + (built * SPANS + span) * PLACES + min(missing, PLACES - 1)


def column_feature(t: GunkimonoState, seat: i64, troop: i64, at: i64, span: i64) -> i64:
    """The feature of a marker on a row of a column with banners; -1 where none is left."""
    left = turn.banners_left(t, troop)
    if left <= 0:
        return -1
    layer: i64 = len(t.setting.banners) - left
    rival: i64 = 0
    for other in range(t.setting.players):
        if other != seat and t.honor[other * 5 + troop] >= at:
            rival = 1
    steps = max(min(t.setting.rows[2] - at, 8), 0)
    return COLUMN + ((min(layer, 2) * 2 + rival) * SPANS + span) * 9 + steps


def rows_missing(t: GunkimonoState, seat: i64, row: i64) -> i64:
    """The rows that the seat's markers still have to climb to reach this one."""
    missing: i64 = 0
    for troop in range(5):
        at = t.honor[seat * 5 + troop]
        if at != GONE and at < row:
            missing += row - at
    return missing


def shown_at(t: GunkimonoState, square: i64) -> i64:
    """All squares that show the same troop as this one."""
    for troop in range(5):
        if square & t.board.troops[troop]:
            return t.board.troops[troop]
    return square


def largest_site(t: GunkimonoState, seat: i64) -> i64:
    """Troops in the largest formation in which the seat could build."""
    return _largest(t, t.board.building_sites(seat, t.setting.own_double))


def largest_open(t: GunkimonoState) -> i64:
    """Troops in the largest formation without a stronghold."""
    return _largest(t, t.board.building_sites(0, False))


def _largest(t: GunkimonoState, sites: i64) -> i64:
    b = t.board
    most: i64 = 0
    for troop in range(5):
        shown = b.troops[troop]
        # A single troop is no find; only squares with a neighbour of their kind begin a formation.
        rest = shown & sites & b.beside(shown)
        while rest:
            formation = b.grow(rest & -rest, shown)
            rest &= ~formation
            most = max(most, count(formation))
    return max(most, 1)
