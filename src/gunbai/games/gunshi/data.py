"""Everything of Gunshi that is a fact and not a procedure: board, pieces, cards, ready-made formations.

Squares are 0 … 48, a1 = 0, g1 = 6, a2 = 7; red sits on row 1 and faces north. A set of squares is a 49-bit number.
A line between two squares is a bit too: bit q of a *north* set is the line between q and the square north of it,
bit q of an *east* set the line between q and the square east of it.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

RED: Final[i64] = 0
BLUE: Final[i64] = 1
SEAT_NAMES: Final = ("red", "blue")

WIDTH: Final[i64] = 7
SQUARES: Final[i64] = 49
BOARD: Final[i64] = (1 << 49) - 1
FILE_A: Final[i64] = sum(1 << (7 * r) for r in range(7))
FILE_G: Final[i64] = FILE_A << 6
ROW_1: Final[i64] = 127
ROW_7: Final[i64] = 127 << 42

# -- directions -------------------------------------------------------------------------------

NORTH: Final[i64] = 0
EAST: Final[i64] = 1
SOUTH: Final[i64] = 2
WEST: Final[i64] = 3
DIRECTION_NAMES: Final = ("north", "east", "south", "west")

# -- units --------------------------------------------------------------------------------------

INFANTRY: Final[i64] = 0
ARCHER: Final[i64] = 1
CAVALRY: Final[i64] = 2
UNIT_NAMES: Final = ("infantry", "archer", "cavalry")
UNIT_LETTERS: Final = "IAC"

COST: Final = vec[i64]([2, 3, 4])
EN_ROUTE_COST: Final = vec[i64]([4, 5, 6])
SUPPLY: Final = vec[i64]([10, 8, 6])
FENCES_PER_SIDE: Final[i64] = 4
FENCE_COST: Final[i64] = 1
LIGHTNING_COST: Final[i64] = 6
START_POINTS: Final[i64] = 18
HAND_SIZE: Final[i64] = 3
ROW_LIMIT: Final[i64] = 4
KIT_SIZE: Final[i64] = 7
# Advanced cards each side prepares in secret for the second form of the Inspiration.
PREPARED: Final[i64] = 3
INVADERS_TO_WIN: Final[i64] = 3

# Home territory: two full rows and the three centre squares of the third.
HOME: Final = vec[i64]([(1 << 14) - 1 | 0b0011100 << 14, ((1 << 14) - 1) << 35 | 0b0011100 << 28])
# The squares a side must reach to invade: the enemy's whole back line.
ZONE_OF_ENEMY: Final = vec[i64]([127 << 42, 127])

# -- cards ----------------------------------------------------------------------------------------

MOVE: Final[i64] = 0
REORIENT: Final[i64] = 1
REINFORCE: Final[i64] = 2
FENCE: Final[i64] = 3
RAPID_MOVE: Final[i64] = 4
REVIEW: Final[i64] = 5
CROSSBOW: Final[i64] = 6
EN_ROUTE: Final[i64] = 7
LIGHT: Final[i64] = 8
SCOUT: Final[i64] = 9
RAPID_FIRE: Final[i64] = 10
SWITCH: Final[i64] = 11
TRAP: Final[i64] = 12
KINDS: Final[i64] = 13
# A card whose face is not known; fits the four bits of a packed card.
UNKNOWN: Final[i64] = 15

CARD_CODES: Final = ("M", "Re", "Rf", "F", "R1", "R2", "R3", "R4", "R5", "R6", "S1", "S2", "S3")
CARD_NAMES: Final = (
    "Move",
    "Reorient or Shoot",
    "Reinforce",
    "Build Fence",
    "Rapid-Move",
    "Logistical Review",
    "Crossbow or Reorient",
    "Reinforce en Route",
    "Light Infantry",
    "Scout",
    "Rapid Fire",
    "Strategic Switch",
    "Chain Trap",
)
RAPID_MOVE_COST: Final[i64] = 2
REVIEW_GAIN: Final[i64] = 2
SCOUT_ROW_COST: Final[i64] = 2
SCOUT_SHOGUN_COST: Final[i64] = 5
SWITCH_COST: Final[i64] = 2
TRAP_COST: Final[i64] = 2

# How many copies of each card one side owns.
COPIES: Final = vec[i64]([3, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1])
RIKUTOH: Final = tuple(range(4, 10))
SANRYAKU: Final = tuple(range(10, 13))


EXAMPLE_DECKS: Final[dict[str, tuple[str, ...]]] = {
    "wave_after_wave": ("M", "M", "Re", "R1", "R2", "R3", "R4"),
    "fire_at_will": ("M", "Re", "Re", "F", "R1", "R3", "R4"),
    "logistical_nightmare": ("M", "F", "R1", "R3", "R4", "R5", "R6"),
    "who_dares_wins": ("M", "M", "R4", "R5", "S1", "S2", "S3"),
}


class Formation:
    """A ready-made set-up: pieces and card order of both sides, known to both."""

    def __init__(
        self, pieces: tuple[str, str], fences: tuple[str, str], hands: tuple[str, str], decks: tuple[str, str]
    ) -> None:
        # "C a1, I c3 d3": types with their squares, all facing the enemy.
        self.pieces: Final = pieces
        self.fences: Final = fences
        self.hands: Final = hands
        self.decks: Final = decks


_DEVELOPERS_HANDS: Final = ("M M Re", "M Re F")
_DEVELOPERS_DECKS: Final = ("Rf F M Re", "M Re M Rf")

FORMATIONS: Final[dict[str, Formation]] = {
    "first_battle": Formation(
        ("A c3 d3 e3, I b2 d2 f2", "C c7 d7, I b6 c6, A d6 e6"),
        ("c3-c4 d3-d4 e3-e4", ""),
        ("M Re F", "M Re Rf"),
        ("M Re M Rf", "M Re M F"),
    ),
    "formation_1": Formation(
        ("C a1, I c3 d3 e3, A c2 d2", "A c6 d6 e6, C d7, I b6 f6"),
        ("d3-d4 e3-e4", "a5-a6"),
        _DEVELOPERS_HANDS,
        _DEVELOPERS_DECKS,
    ),
    "formation_2": Formation(
        ("A c3 d3 e3, C d1, I b2 f2", "C d6, A c7 e7, I b6 f6"),
        ("d3-d4", "c4-c5 d4-d5 e4-e5 d5-d6"),
        _DEVELOPERS_HANDS,
        _DEVELOPERS_DECKS,
    ),
    "formation_3": Formation(
        ("C c2 d2 e2, I c3 d3 e3, A b2 f2", "I c5 d5 e5 b6 f6, A c6 e6, C d6"),
        ("", "c4-c5 e4-e5 b5-b6 f5-f6"),
        _DEVELOPERS_HANDS,
        _DEVELOPERS_DECKS,
    ),
    # Ours, not the rulebook's: two against two, for exhaustive tests and exact solvers.
    "skirmish": Formation(
        ("C d2, A c3", "I d5, C e6"),
        ("", "e5-e6"),
        ("M M Re", "M M Re"),
        ("Re M Rf F", "Re M Rf F"),
    ),
}

# What the missing pictures would have told us. Shown by the "about this edition" page and by the option list.
PROVENANCE: Final[dict[str, str]] = {
    "zone": "the rulebook calls it the back line; that all seven of its squares carry the mark is reconstructed",
    "mlp_max": "reconstructed: no number above 18 is named anywhere",
    "gain": "third slot = 3 is printed; first, second and fourth slot = 1, 2, 4 are reconstructed on the same line",
    "fence_lines": "front, flanks and front diagonals are named; the exact lines of the diagonals are reconstructed",
    "formations": "card orders are printed; the placement of the pieces and 0 points at the start are reconstructed",
    "first_battle": "reconstructed: the first column of the First Battle Guide is taken as red's",
    "letters": "unit letters only tie a marker to its unit; the marker is tied directly here, so no letters exist",
}

# Points gained for the last slot of the row that is filled (index: cards counted).
GAIN: Final = vec[i64]([0, 1, 2, 3, 4])

_BITS: Final = vec[i64]([1 << place for place in range(63)])


def bit_at(place: i64) -> i64:
    """A number with one bit set. Not `1 << place`: mypyc writes the literal as a 32-bit C integer."""
    return _BITS[place]


# -- geometry, computed once --------------------------------------------------------------------------


def square_name(square: i64) -> str:
    """`d2` for 10."""
    return "abcdefg"[square % 7] + str(square // 7 + 1)


SQUARE_NAMES: Final = tuple(square_name(q) for q in range(49))
SQUARE_BY_NAME: Final = {name: q for q, name in enumerate(SQUARE_NAMES)}


def _on_board(x: int, y: int) -> bool:
    return 0 <= x < 7 and 0 <= y < 7


# (dx, dy) of one step in each direction, and of one step to the right of it.
STEP: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))


def _turned(right: int, forward: int, facing: int) -> tuple[int, int]:
    """An offset (to the right, forward) as seen by a unit, on the board."""
    fx, fy = STEP[facing]
    rx, ry = STEP[(facing + 1) % 4]
    return right * rx + forward * fx, right * ry + forward * fy


def _next_table() -> list[int]:
    table = []
    for facing in range(4):
        dx, dy = STEP[facing]
        for q in range(49):
            x, y = q % 7 + dx, q // 7 + dy
            table.append(y * 7 + x if _on_board(x, y) else -1)
    return table


# NEXT[49 * direction + square]: the neighbour that way, -1 beyond the rim.
NEXT: Final = vec[i64](_next_table())
BESIDE: Final = vec[i64]([sum(bit_at(NEXT[49 * d + q]) for d in range(4) if NEXT[49 * d + q] >= 0) for q in range(49)])

# Lines are numbered 0 … 83: first the 42 north lines by square, then the 42 east lines row by row.
LINES: Final[i64] = 84
NORTH_LINES: Final[i64] = 42


def east_line(place: i64) -> i64:
    """The number of the line between a square and the one east of it."""
    return NORTH_LINES + place // 7 * 6 + place % 7


def place_of_line(line: i64) -> i64:
    """The bit of a line in its north or east set: the lower of the squares it separates."""
    return line if line < NORTH_LINES else (line - NORTH_LINES) // 6 * 7 + (line - NORTH_LINES) % 6


def line_number(a: int, b: int) -> int:
    """The line between two neighbouring squares, -1 when they are none."""
    low, high = min(a, b), max(a, b)
    if high - low == 7:
        return low
    if high - low == 1 and low % 7 < 6:
        return int(east_line(low))
    return -1


def line_squares(line: int) -> tuple[int, int]:
    """The two squares a line separates, the lower first."""
    low = int(place_of_line(line))
    return (low, low + 7) if line < NORTH_LINES else (low, low + 1)


LINE_NAMES: Final = tuple("-".join(SQUARE_NAMES[q] for q in line_squares(e)) for e in range(84))
LINE_BY_NAME: Final = {name: e for e, name in enumerate(LINE_NAMES)}

# The lines on the four sides of a square, as a north set and an east set.
AROUND_NORTH: Final = vec[i64]([(1 << q if q < 42 else 0) | (1 << (q - 7) if q >= 7 else 0) for q in range(49)])
AROUND_EAST: Final = vec[i64]([(1 << q if q % 7 < 6 else 0) | (1 << (q - 1) if q % 7 else 0) for q in range(49)])


def line_sets(line: int) -> tuple[int, int]:
    """A line as a north set and an east set."""
    q = line_squares(line)[0]
    return (1 << q, 0) if line < NORTH_LINES else (0, 1 << q)


def _build_sets(east: bool) -> list[int]:
    """The lines an infantry may fence: front, both front diagonals, both flanks. Index 4 * square + facing."""
    out = []
    for q in range(49):
        for facing in range(4):
            found = 0
            for a, b in (((0, 0), (0, 1)), ((-1, 0), (-1, 1)), ((1, 0), (1, 1)), ((0, 0), (-1, 0)), ((0, 0), (1, 0))):
                ax, ay = _turned(*a, facing)
                bx, by = _turned(*b, facing)
                ax, ay, bx, by = q % 7 + ax, q // 7 + ay, q % 7 + bx, q // 7 + by
                if _on_board(ax, ay) and _on_board(bx, by):
                    found |= line_sets(line_number(ay * 7 + ax, by * 7 + bx))[east]
            out.append(found)
    return out


BUILD_NORTH: Final = vec[i64](_build_sets(False))
BUILD_EAST: Final = vec[i64](_build_sets(True))

SHOTS: Final[i64] = 6
_SHOOT_RANGE: Final = ((0, 1), (0, 2), (-1, 1), (1, 1), (-1, 0), (1, 0))
_CROSSBOW_RANGE: Final = ((0, 1), (0, 2), (0, 3), (-1, 0), (1, 0))


def _shot_table(crossbow: bool) -> list[int]:
    """Per square and facing six rows of (target set, north lines, east lines that would stop the arrow).

    Index ((4 * square + facing) * 6 + shot) * 3; a shot off the board has target set 0.
    """
    out: list[int] = []
    for q in range(49):
        for facing in range(4):
            rows: list[int] = []
            for right, forward in _CROSSBOW_RANGE if crossbow else _SHOOT_RANGE:
                dx, dy = _turned(right, forward, facing)
                x, y = q % 7 + dx, q // 7 + dy
                if not _on_board(x, y):
                    rows += [0, 0, 0]
                    continue
                stops = [0, 0]
                for crossed in range(forward - 1 if crossbow and forward else 0, forward):
                    # The boundary between ranks `crossed` and `crossed + 1`, in the target's own file.
                    nx, ny = _turned(right, crossed, facing)
                    mx, my = _turned(right, crossed + 1, facing)
                    a, b = (q // 7 + ny) * 7 + q % 7 + nx, (q // 7 + my) * 7 + q % 7 + mx
                    for east in (0, 1):
                        stops[east] |= line_sets(line_number(a, b))[east]
                rows += [1 << (y * 7 + x), *stops]
            out += rows + [0] * (18 - len(rows))
    return out


SHOOT_TABLE: Final = vec[i64](_shot_table(False))
CROSSBOW_TABLE: Final = vec[i64](_shot_table(True))


def _bit_table() -> vec[i64]:
    out = vec[i64]()
    for _ in range(67):
        out = append(out, 0)
    for q in range(63):
        out[(1 << q) % 67] = q
    return out


# 2 is a primitive root of 67, so a single bit modulo 67 names its place.
_PLACE: Final = _bit_table()


def lowest(squares: i64) -> i64:
    """The lowest square of a set that is not empty."""
    return _PLACE[(squares & -squares) % 67]


def count(squares: i64) -> i64:
    """How many squares a set has."""
    n: i64 = 0
    while squares:
        squares &= squares - 1
        n += 1
    return n


def shifted(squares: i64, direction: i64) -> i64:
    """Every square of the set, one step that way; those on the rim fall off."""
    if direction == NORTH:
        return (squares & ~ROW_7) << 7
    if direction == SOUTH:
        return squares >> 7
    if direction == EAST:
        return (squares & ~FILE_G) << 1
    return (squares & ~FILE_A) >> 1


# Lines with at least one square in the home of a side: where it may set fences before the battle.
def _home_lines(seat: int, east: bool) -> int:
    found = 0
    for line in range(84):
        a, b = line_squares(line)
        if HOME[seat] >> a & 1 or HOME[seat] >> b & 1:
            found |= line_sets(line)[east]
    return found


HOME_NORTH: Final = vec[i64]([_home_lines(0, False), _home_lines(1, False)])
HOME_EAST: Final = vec[i64]([_home_lines(0, True), _home_lines(1, True)])
