"""A view of Gunkimono as a row of small numbers. Seats are counted from the viewer on; squares from the upper left."""

from __future__ import annotations

from typing import Final, cast, final

from mypy_extensions import i64

from gunbai.core.observation import LANES, MOST, Observer, Row
from gunbai.core.state import View
from gunbai.games.gunkimono.data import KINDS, TILES, TROOPS, Setting, bit
from gunbai.games.gunkimono.state import STEP_NAMES
from gunbai.games.gunkimono.view import GunkimonoView

# Values of a banner are bits 1 to 15.
_BANNER_BITS: Final[i64] = 16
_LAYERS: Final[i64] = 3


def _parts(setting: Setting) -> list[tuple[str, int]]:
    # A set of squares takes whole words; values behind the last square are 0. Forty kinds are five words.
    squares = int(_words(setting) * LANES)
    cells, players, kinds = int(setting.field.cells), int(setting.players), int(KINDS)
    parts = [
        ("its square, of the tile in play", squares),
        ("troop on top, by troop and square", int(TROOPS) * squares),
        ("own hand by kind", kinds),
        ("row by kind", kinds),
    ]
    for seat in range(players):
        who = f"seat {seat} from the viewer on"
        parts += [(f"{who}: strongholds by square", squares), (f"{who}: known tiles by kind", kinds)]
    parts += [
        ("level by square", cells),
        ("symbols by square", cells),
        ("viewer's seat", players),
        ("turn, from the viewer on", players),
        ("start player, from the viewer on", players),
        ("step", len(STEP_NAMES)),
        ("tile in play", int(TILES)),
        ("its direction", 4),
        ("half being scored", 1),
        ("main stack, end-game stack, end tile shown, passes", 4),
        ("tiles not seen by kind", kinds),
    ]
    for seat in range(players):
        who = f"seat {seat} from the viewer on"
        parts += [
            (f"{who}: rows of the honor track plus 1, by troop", int(TROOPS)),
            (f"{who}: points: low, high", 2),
            (f"{who}: small tiles left", int(TROOPS)),
            (f"{who}: hidden tiles", 1),
            (f"{who}: banners by layer", int(_LAYERS)),
            (f"{who}: values of its banners, where known", int(_BANNER_BITS)),
        ]
    return parts


def _words(setting: Setting) -> i64:
    return (setting.field.cells + LANES - 1) // LANES


@final
class GunkimonoObserver(Observer):
    """The row of Gunkimono for one battlefield and number of players."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(_parts(setting))
        self.setting: Final = setting
        self._words: Final[i64] = _words(setting)

    def write(self, v: View, row: Row) -> None:
        seen = cast(GunkimonoView, v)
        players = self.setting.players
        cells = self.setting.field.cells
        words = self._words
        first: i64 = 0
        if seen.seat >= 0:
            first = seen.seat
        if seen.cell >= 0:
            row.squares(bit(seen.cell), words)
        else:
            row.squares(0, words)
        for troop in range(TROOPS):
            row.squares(seen.board.troops[troop], words)
        row.tally(seen.hand, 1, KINDS // LANES)
        row.tally(seen.row, 0, KINDS // LANES)
        for i in range(players):
            seat = (first + i) % players
            row.squares(seen.board.forts[seat], words)
            row.tally(seen.known[seat], 1, KINDS // LANES)
        row.run(seen.board.levels, 0, cells, 0)
        row.run(seen.board.symbols, 0, cells, 0)
        row.one_hot(seen.seat, players)
        row.one_hot(_from(first, seen.turn, players), players)
        row.one_hot(_from(first, seen.sword, players), players)
        row.one_hot(seen.step, len(STEP_NAMES))
        row.one_hot(seen.tile, TILES)
        row.one_hot(seen.facing, 4)
        row.number(seen.half)
        row.number(seen.main)
        row.number(seen.end_stack)
        row.number(seen.end_shown)
        row.number(seen.passes)
        row.run(seen.unseen, 0, KINDS, 0)
        for i in range(players):
            self._write_seat(seen, (first + i) % players, row)

    def _write_seat(self, seen: GunkimonoView, seat: i64, row: Row) -> None:
        row.run(seen.honor, seat * TROOPS, TROOPS, 1)
        row.number(seen.vp[seat] & MOST)
        row.number(seen.vp[seat] >> 7)
        row.bits(seen.reserve[seat], TROOPS)
        row.number(seen.unknown[seat])
        claimed = seen.claimed[seat]
        for layer in range(_LAYERS):
            row.number(claimed.count(int(layer)))
        row.bits(seen.banner_values[seat], _BANNER_BITS)


def _from(first: i64, seat: i64, players: i64) -> i64:
    """A seat, counted from the viewer on; -1 for nobody."""
    if seat < 0:
        return -1
    return (seat - first + players) % players
