"""A view of Gunkimono as a row of small numbers. Seats are counted from the viewer on; squares from the upper left.

Every part takes whole words: the board first, which a tile or a stronghold changes, then the tiles, which drawing and
playing one changes, then what any choice may change.
"""

from __future__ import annotations

from typing import Final, cast, final

from librt.vecs import vec
from mypy_extensions import i64

from gunbai.core.observation import LANES, MOST, Observer, Row, word_of
from gunbai.core.state import View
from gunbai.games.gunkimono.data import KINDS, TROOPS, Setting, bit
from gunbai.games.gunkimono.view import GunkimonoView

_KIND_WORDS: Final[i64] = KINDS // LANES
_STEP_WORDS: Final[i64] = 2
_TILE_WORDS: Final[i64] = 6
_SEAT_WORDS: Final[i64] = 4


def _parts(setting: Setting) -> list[tuple[str, int]]:
    # Values behind the last square, step, tile or seat are 0. Forty kinds are five words.
    word = int(LANES)
    squares = int(_words(setting)) * word
    players, kinds = int(setting.players), int(KINDS)
    parts = [("troop on top, by troop and square", int(TROOPS) * squares)]
    parts += [(f"{_who(seat)}: strongholds by square", squares) for seat in range(players)]
    parts += [
        ("level by square", squares),
        ("symbols by square", squares),
        ("own hand by kind", kinds),
        ("row by kind", kinds),
        ("tiles not seen by kind", kinds),
    ]
    parts += [(f"{_who(seat)}: known tiles by kind", kinds) for seat in range(players)]
    parts += [
        ("its square, of the tile in play", squares),
        ("viewer's seat", word),
        ("turn, from the viewer on", word),
        ("start player, from the viewer on", word),
        ("direction of the tile in play", word),
        ("half being scored; main stack, end-game stack, end tile shown, passes", word),
        ("step", word * int(_STEP_WORDS)),
        ("tile in play", word * int(_TILE_WORDS)),
    ]
    for seat in range(players):
        parts += [
            (f"{_who(seat)}: rows of the honor track plus 1, by troop; points: low, high; hidden tiles", word),
            (f"{_who(seat)}: small tiles left, by troop; banners by layer", word),
            (f"{_who(seat)}: values of its banners, where known", 2 * word),
        ]
    return parts


def _who(seat: int) -> str:
    return f"seat {seat} from the viewer on"


def _words(setting: Setting) -> i64:
    return (setting.field.cells + LANES - 1) // LANES


@final
class GunkimonoObserver(Observer):
    """The row of Gunkimono for one battlefield and number of players."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(_parts(setting))
        self.setting: Final = setting
        # Words of a set of squares, and of the two parts of a row that are not always written.
        self._words: Final[i64] = _words(setting)
        self._board_words: Final[i64] = self._words * (TROOPS + setting.players + 2)
        self._tiles_words: Final[i64] = _KIND_WORDS * (3 + setting.players)

    def write(self, v: View, row: Row) -> None:
        seen = cast(GunkimonoView, v)
        self._write_board(seen, row)
        self._write_tiles(seen, row)
        self._write_turn(seen, row)

    def rewrite(self, v: View, row: Row) -> None:
        seen = cast(GunkimonoView, v)
        if seen.turned or seen.board.marked != 0:
            self._write_board(seen, row)
        else:
            row.at += self._board_words
        if seen.moved:
            self._write_tiles(seen, row)
        else:
            row.at += self._tiles_words
        self._write_turn(seen, row)

    def _write_board(self, seen: GunkimonoView, row: Row) -> None:
        players = self.setting.players
        cells = self.setting.field.cells
        words = self._words
        board = seen.board
        first = _first(seen)
        for troop in range(TROOPS):
            row.squares(board.troops[troop], words)
        for i in range(players):
            row.squares(board.forts[(first + i) % players], words)
        _by_square(board.levels, cells, row.words, row.at)
        _by_square(board.symbols, cells, row.words, row.at + words)
        row.at += 2 * words

    def _write_tiles(self, seen: GunkimonoView, row: Row) -> None:
        players = self.setting.players
        first = _first(seen)
        row.tally(seen.hand, 1, _KIND_WORDS)
        row.tally(seen.row, 0, _KIND_WORDS)
        _by_square(seen.unseen, KINDS, row.words, row.at)
        row.at += _KIND_WORDS
        for i in range(players):
            row.tally(seen.known[(first + i) % players], 1, _KIND_WORDS)

    def _write_turn(self, seen: GunkimonoView, row: Row) -> None:
        players = self.setting.players
        first = _first(seen)
        row.squares(bit(seen.cell) if seen.cell >= 0 else 0, self._words)
        words = row.words
        at = row.at
        words[at] = _hot(seen.seat)
        words[at + 1] = _hot(_from(first, seen.turn, players))
        words[at + 2] = _hot(_from(first, seen.sword, players))
        words[at + 3] = _hot(seen.facing)
        words[at + 4] = _word(seen.half, seen.main, seen.end_stack, seen.end_shown, seen.passes, 0, 0, 0)
        at += 5
        at = _one_hot(seen.step, _STEP_WORDS, words, at)
        at = _one_hot(seen.tile, _TILE_WORDS, words, at)
        for i in range(players):
            _write_seat(seen, (first + i) % players, words, at)
            at += _SEAT_WORDS
        row.at = at


def _write_seat(seen: GunkimonoView, seat: i64, words: vec[i64], at: i64) -> None:
    honor = seen.honor
    i = seat * TROOPS
    points = seen.vp[seat]
    words[at] = _word(
        honor[i] + 1,
        honor[i + 1] + 1,
        honor[i + 2] + 1,
        honor[i + 3] + 1,
        honor[i + 4] + 1,
        points & MOST,
        points >> 7,
        seen.unknown[seat],
    )
    left = seen.reserve[seat]
    layers: i64 = 0
    for layer in seen.claimed[seat]:
        layers += 1 << (8 * layer)
    words[at + 1] = _spread(left & 31) | layers << 40
    values = seen.banner_values[seat]
    words[at + 2] = _spread(values & 255)
    words[at + 3] = _spread(values >> 8)


def _by_square(table: vec[i64], count: i64, words: vec[i64], at: i64) -> None:
    """Numbers of a table, eight a word; behind the last of them is 0."""
    i: i64 = 0
    while i + LANES <= count:
        words[at] = _word(
            table[i],
            table[i + 1],
            table[i + 2],
            table[i + 3],
            table[i + 4],
            table[i + 5],
            table[i + 6],
            table[i + 7],
        )
        at += 1
        i += LANES
    if i < count:
        word: i64 = 0
        for lane in range(count - i):
            word |= table[i + lane] << (8 * lane)
        words[at] = word


def _one_hot(value: i64, count: i64, words: vec[i64], at: i64) -> i64:
    """So many words, all 0 but the value of this number; the word behind them."""
    for _ in range(count):
        words[at] = _hot(value)
        value -= LANES
        at += 1
    return at


def _hot(value: i64) -> i64:
    """A word with a 1 in the place of this number; a number outside leaves all of it 0."""
    return 1 << (8 * value) if 0 <= value < LANES else i64(0)


def _spread(bits: i64) -> i64:
    """Eight bits as eight values of 0 or 1."""
    word = (bits | bits << 28) & 0x0000000F0000000F
    word = (word | word << 14) & 0x0003000300030003
    return (word | word << 7) & 0x0101010101010101


def _word(a: i64, b: i64, c: i64, d: i64, e: i64, f: i64, g: i64, h: i64) -> i64:
    """As `word_of`, which lies in another library: a call to it takes longer than all this."""
    if (a | b | c | d | e | f | g | h) & ~MOST != 0:
        return word_of(a, b, c, d, e, f, g, h)
    return a | b << 8 | c << 16 | d << 24 | e << 32 | f << 40 | g << 48 | h << 56


def _first(seen: GunkimonoView) -> i64:
    """The seat that is counted first: the viewer's."""
    return seen.seat if seen.seat >= 0 else i64(0)


def _from(first: i64, seat: i64, players: i64) -> i64:
    """A seat, counted from the viewer on; -1 for nobody."""
    if seat < 0:
        return -1
    return (seat - first + players) % players
