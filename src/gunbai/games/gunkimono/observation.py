"""A view of Gunkimono as a row of small numbers. Seats are counted from the viewer on; squares from the upper left."""

from __future__ import annotations

from typing import Final, cast

from mypy_extensions import i64

from gunbai.core.observation import MOST, Observer, Row
from gunbai.core.state import View
from gunbai.games.gunkimono.data import KINDS, TILES, TROOPS, Setting, bit, filled
from gunbai.games.gunkimono.state import EMPTY, STEP_NAMES
from gunbai.games.gunkimono.view import GunkimonoView

# Values of a banner are bits 1 to 15.
_BANNER_BITS: Final[i64] = 16
_LAYERS: Final[i64] = 3


def _parts(setting: Setting) -> list[tuple[str, int]]:
    cells, players, kinds = int(setting.field.cells), int(setting.players), int(KINDS)
    parts = [
        ("viewer's seat", players),
        ("turn, from the viewer on", players),
        ("start player, from the viewer on", players),
        ("step", len(STEP_NAMES)),
        ("tile in play", int(TILES)),
        ("its square", cells),
        ("its direction", 4),
        ("half being scored", 1),
        ("main stack, end-game stack, end tile shown, passes", 4),
        ("own hand by kind", kinds),
        ("row by kind", kinds),
        ("tiles not seen by kind", kinds),
        ("troop on top, by troop and square", int(TROOPS) * cells),
        ("level by square", cells),
        ("symbols by square", cells),
    ]
    for seat in range(players):
        who = f"seat {seat} from the viewer on"
        parts += [
            (f"{who}: strongholds by square", cells),
            (f"{who}: rows of the honor track plus 1, by troop", int(TROOPS)),
            (f"{who}: points: low, high", 2),
            (f"{who}: small tiles left", int(TROOPS)),
            (f"{who}: known tiles by kind", kinds),
            (f"{who}: hidden tiles", 1),
            (f"{who}: banners by layer", int(_LAYERS)),
            (f"{who}: values of its banners, where known", int(_BANNER_BITS)),
        ]
    return parts


class GunkimonoObserver(Observer):
    """The row of Gunkimono for one battlefield and number of players."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(_parts(setting))
        self.setting: Final = setting

    def write(self, v: View, row: Row) -> None:
        seen = cast(GunkimonoView, v)
        players = self.setting.players
        cells = self.setting.field.cells
        first: i64 = seen.seat if seen.seat >= 0 else 0
        row.one_hot(seen.seat, players)
        row.one_hot((seen.turn - first + players) % players if seen.turn >= 0 else -1, players)
        row.one_hot((seen.sword - first + players) % players if seen.sword >= 0 else -1, players)
        row.one_hot(seen.step, len(STEP_NAMES))
        row.one_hot(seen.tile, TILES)
        row.bits(bit(seen.cell) if seen.cell >= 0 else 0, cells)
        row.one_hot(seen.facing, 4)
        row.number(seen.half)
        row.number(seen.main)
        row.number(seen.end_stack)
        row.number(seen.end_shown)
        row.number(seen.passes)
        counts = filled(KINDS, 0)
        for code in seen.hand:
            if code != EMPTY:
                counts[code >> 1] += 1
        row.run(counts, 0, KINDS, 0)
        counts = filled(KINDS, 0)
        for kind in seen.row:
            if kind != EMPTY:
                counts[kind] += 1
        row.run(counts, 0, KINDS, 0)
        row.run(seen.unseen, 0, KINDS, 0)
        for troop in range(TROOPS):
            row.bits(seen.board.troops[troop], cells)
        row.run(seen.board.levels, 0, cells, 0)
        row.run(seen.board.symbols, 0, cells, 0)
        for i in range(players):
            self._write_seat(seen, (first + i) % players, row)

    def _write_seat(self, seen: GunkimonoView, seat: i64, row: Row) -> None:
        row.bits(seen.board.forts[seat], self.setting.field.cells)
        row.run(seen.honor, seat * TROOPS, TROOPS, 1)
        row.number(seen.vp[seat] & MOST)
        row.number(seen.vp[seat] >> 7)
        row.bits(seen.reserve[seat], TROOPS)
        counts = filled(KINDS, 0)
        for code in seen.known[seat]:
            counts[code >> 1] += 1
        row.run(counts, 0, KINDS, 0)
        row.number(seen.unknown[seat])
        layers = filled(_LAYERS, 0)
        for layer in seen.claimed[seat]:
            layers[layer] += 1
        row.run(layers, 0, _LAYERS, 0)
        row.bits(seen.banner_values[seat], _BANNER_BITS)
