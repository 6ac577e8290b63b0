"""The tables of the edition, read from edition.json, and what follows from the options of one game."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.core.errors import BadOptions
from gunbai.core.options import Option, Options

EDITION: Final[dict[str, Any]] = json.loads(
    files("gunbai.games.gunkimono").joinpath("edition.json").read_text(encoding="utf-8")
)

TROOPS: Final[i64] = 5
LETTERS: Final = "".join(str(troop["letter"]) for troop in EDITION["troops"])
TROOP_NAMES: Final = tuple(str(troop["name"]) for troop in EDITION["troops"])
BANNER_NAMES: Final = ("dragon", "crane", "lotus")
SEAT_NAMES: Final = ("red", "black", "white", "purple", "teal")

# A large tile's kind: its pair of troops (IP, IA, … SC) times four, plus the symbols (1/1, 1/2, 2/1, 2/2).
PAIRS: Final = tuple(LETTERS[i] + LETTERS[j] for i in range(5) for j in range(i + 1, 5))
KINDS: Final[i64] = 40
# Small tiles follow the large kinds in one numbering of tiles.
SMALL: Final[i64] = 40
TILES: Final[i64] = 45

MAX_SIDE: Final[i64] = 12
MAX_CELLS: Final[i64] = 60
MAX_ROWS_OF_TRACK: Final = 20


def _powers_of_two() -> vec[i64]:
    out = vec[i64]()
    power: i64 = 1
    for _ in range(62):
        out = append(out, power)
        power *= 2
    return out


_BITS: Final[vec[i64]] = _powers_of_two()


def bit(number: i64) -> i64:
    """The set that holds just this number."""
    # Not `1 << number`: mypyc writes the literal as a 32-bit C integer.
    return _BITS[number]


def filled(length: i64, value: i64) -> vec[i64]:
    """A vec of equal values."""
    return vec[i64]([value] * length)


def _halves(which: i64, symbols: bool) -> vec[i64]:
    out = vec[i64]()
    for pair in PAIRS:
        for first in (1, 2):
            for second in (1, 2):
                if symbols:
                    out = append(out, i64(second if which else first))
                else:
                    out = append(out, i64(LETTERS.index(pair[which])))
    return out


FIRST_TROOP: Final[vec[i64]] = _halves(0, False)
SECOND_TROOP: Final[vec[i64]] = _halves(1, False)
FIRST_SYMBOLS: Final[vec[i64]] = _halves(0, True)
SECOND_SYMBOLS: Final[vec[i64]] = _halves(1, True)


OPTIONS: Final = (
    Option("players", 3, "how many daimyo play", low=2, high=5),
    Option(
        "layout",
        "gk56",
        "the printed battlefield",
        choices=tuple(EDITION["layouts"]),
        provenance=EDITION["layouts"]["gk56"]["provenance"],
    ),
    Option("grid", "", "a battlefield of your own instead: rows of troop letters, as in AAPS/SPIC"),
    Option("box", "full", "the tiles, banners and stack sizes", choices=tuple(EDITION["boxes"])),
    Option(
        "track",
        "",
        "rows of the honor track: first stronghold, second stronghold, ending row, as in 3,6,8; empty: by player count",
        provenance=EDITION["boxes"]["full"]["track_provenance"],
    ),
    Option("own_double", True, "a second stronghold may stand in a formation that holds one's own first", fine=True),
    Option("start", "random", "who holds the start player's sword", choices=("random", *SEAT_NAMES)),
)
PRESETS: Final[dict[str, dict[str, object]]] = {
    "tiny": {"players": 2, "layout": "tiny", "box": "tiny"},
    "gk55": {"layout": "gk55"},
    "strict": {"own_double": False},
}


class Field:
    """A battlefield as printed: its shape and its troops. Immutable; a set of squares is an integer, a bit per cell."""

    def __init__(self, grid: str) -> None:
        lines = grid.split("/")
        width = len(lines[0])
        if not 1 <= width <= MAX_SIDE or not 1 <= len(lines) <= MAX_SIDE or not 2 <= width * len(lines) <= MAX_CELLS:
            raise BadOptions(
                "a battlefield has 2 to {most} squares and no side above {side}", most=MAX_CELLS, side=MAX_SIDE
            )
        for number, line in enumerate(lines, start=1):
            if len(line) != width:
                raise BadOptions(
                    "row {row} of the battlefield has {squares} squares, the first has {width}",
                    row=number,
                    squares=len(line),
                    width=width,
                )
            for letter in line:
                if letter not in LETTERS:
                    raise BadOptions(
                        "row {row} of the battlefield: {letter!r} is none of {letters}",
                        row=number,
                        letter=letter,
                        letters=LETTERS,
                    )
        self.grid: Final = grid
        self.rows: Final[i64] = len(lines)
        self.columns: Final[i64] = width
        self.cells: Final[i64] = width * len(lines)
        self.all: Final[i64] = (1 << (width * len(lines))) - 1
        printed = vec[i64]([0, 0, 0, 0, 0])
        squares = vec[i64]()
        cells = filled(MAX_SIDE * MAX_SIDE, -1)
        first_column: i64 = 0
        cell: i64 = 0
        for row, line in enumerate(lines):
            first_column |= bit(cell)
            for column, letter in enumerate(line):
                printed[LETTERS.index(letter)] |= bit(cell)
                square: i64 = row * MAX_SIDE + column
                squares = append(squares, square)
                cells[square] = cell
                cell += 1
        self.printed: Final[vec[i64]] = printed
        # Squares are numbered alike on every field (row * 12 + column); cells count this field's squares only.
        self.square_of: Final[vec[i64]] = squares
        self.cell_of: Final[vec[i64]] = cells
        # Squares that have a neighbour to the west / east / south.
        self.has_west: Final[i64] = self.all & ~first_column
        self.has_east: Final[i64] = (self.all & ~first_column) >> 1
        self.has_south: Final[i64] = self.all >> width

    def __deepcopy__(self, memo: object) -> Field:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return Field, (self.grid,)


class Setting:
    """Everything the options decide, worked out once and shared by all states of a game. Immutable."""

    def __init__(self, options: Options) -> None:
        self.options: Final = options
        players = options.players
        box = EDITION["boxes"][options.word("box")]
        own_grid = options.word("grid")
        self.field: Final = Field(own_grid or str(EDITION["layouts"][options.word("layout")]["grid"]))
        self.players: Final[i64] = players
        self.own_double: Final[bool] = options.flag("own_double")
        start = options.word("start")
        if start != "random" and SEAT_NAMES.index(start) >= players:
            raise BadOptions("{seat} cannot hold the sword in a game of {players}", seat=start, players=players)
        self.start: Final[i64] = -1 if start == "random" else SEAT_NAMES.index(start)

        copies = vec[i64]()
        for pair in PAIRS:
            for count in box["large_tiles"].get(pair, (0, 0, 0, 0)):
                copies = append(copies, i64(count))
        self.copies: Final[vec[i64]] = copies
        self.hand: Final[i64] = box["hand"]
        self.row: Final[i64] = box["row"]
        self.end_stack: Final[i64] = box["end_stack"]
        # Tiles in the main stacks before the row and the hands are drawn from them.
        self.main_stack: Final[i64] = box["tiles_used"][str(players)] - box["end_stack"]

        small = vec[i64]([0, 0, 0, 0, 0])
        reserve: i64 = 0
        for letter, symbols in box["small_tiles"].items():
            small[LETTERS.index(letter)] = symbols
            reserve |= bit(LETTERS.index(letter))
        self.small_symbols: Final[vec[i64]] = small
        self.reserve: Final[i64] = reserve

        self.rows: Final[vec[i64]] = _track(options.word("track"), box["track"][str(players)])
        # Troops without any tile have no column: their markers count as gone from the start.
        columns: i64 = 0
        for kind in range(40):
            if copies[kind] > 0:
                columns |= bit(FIRST_TROOP[kind]) | bit(SECOND_TROOP[kind])
        self.columns: Final[i64] = columns
        values = vec[i64]()
        for name in box["banners_by_players"][str(players)]:
            mask: i64 = 0
            for value in box["banners"][name]:
                mask |= bit(i64(value))
            values = append(values, mask)
        # One mask of banner values per layer of the stacks, the topmost first.
        self.banners: Final[vec[i64]] = values

    def __deepcopy__(self, memo: object) -> Setting:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return Setting, (self.options,)


def _track(text: str, given: list[int]) -> vec[i64]:
    if not text:
        return vec[i64]([given[0], given[1], given[2]])
    words = text.split(",")
    rows = [int(word) for word in words if word.isascii() and word.isdigit() and len(word) <= 2]
    if len(words) != 3 or len(rows) != 3 or not 1 <= rows[0] < rows[1] <= rows[2] <= MAX_ROWS_OF_TRACK:
        raise BadOptions(
            "option track is three rising rows of at most {most}, as in 3,6,8, not {input!r}",
            most=MAX_ROWS_OF_TRACK,
            input=text[:40],
        )
    return vec[i64]([rows[0], rows[1], rows[2]])


def tile_name(tile: i64) -> str:
    """`I1P2` for a large tile, `I` for a small one."""
    if tile >= SMALL:
        return LETTERS[int(tile - SMALL)]
    pair = PAIRS[int(tile // 4)]
    return f"{pair[0]}{FIRST_SYMBOLS[tile]}{pair[1]}{SECOND_SYMBOLS[tile]}"


TILE_NUMBERS: Final[dict[str, int]] = {tile_name(tile): int(tile) for tile in range(45)}


def cell_name(field: Field, cell: i64) -> str:
    """`c2`: the column's letter and the row's number, counted from the upper left."""
    return square_name(field.square_of[cell])


def square_name(square: i64) -> str:
    """The same name from a square's number."""
    return "abcdefghijkl"[int(square % MAX_SIDE)] + str(int(square // MAX_SIDE) + 1)


SQUARE_NUMBERS: Final[dict[str, int]] = {square_name(square): int(square) for square in range(144)}
