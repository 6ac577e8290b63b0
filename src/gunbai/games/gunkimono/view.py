"""What one seat may see, built field by field from what is public or its own (RULES §10)."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.core.copying import reduced
from gunbai.core.game import View
from gunbai.core.options import Options
from gunbai.games.gunkimono import turn
from gunbai.games.gunkimono.board import FACINGS, Board, count
from gunbai.games.gunkimono.data import (
    BANNER_NAMES,
    KINDS,
    LETTERS,
    SEAT_NAMES,
    TROOP_NAMES,
    Setting,
    bit,
    cell_name,
    filled,
    tile_name,
)
from gunbai.games.gunkimono.state import BANNER, EMPTY, GONE, OVER, STEP_NAMES, GunkimonoState


class GunkimonoView(View):
    """One seat's knowledge: the public table, its own hand and banners, and the tiles it has not seen anywhere."""

    def __init__(self, seat: i64, options: Options, setting: Setting, board: Board) -> None:
        super().__init__(seat)
        self.options: Final = options
        self.setting: Final = setting
        self.board: Final = board
        self.step: i64 = 0
        self.turn: i64 = -1
        self.sword: i64 = -1
        self.tile: i64 = EMPTY
        self.cell: i64 = EMPTY
        self.facing: i64 = EMPTY
        self.half: i64 = 0
        self.main: i64 = 0
        self.end_stack: i64 = 0
        self.end_shown: i64 = 0
        self.passes: i64 = 0
        self.row = vec[i64]()
        self.honor = vec[i64]()
        self.vp = vec[i64]()
        self.reserve = vec[i64]()
        # The viewer's hand, coded as in the state; empty for a spectator.
        self.hand = vec[i64]()
        # Per seat the tiles all have seen it take from the row (state code), and how many others it holds.
        self.known: list[vec[i64]] = []
        self.unknown = vec[i64]()
        # Per seat its banners by layer; values only of the viewer, or of all once they are turned over.
        self.claimed: list[list[int]] = []
        self.banner_values = vec[i64]()
        # Large tiles the viewer has not seen, by kind: stacks, removed tiles and the others' hidden tiles.
        self.unseen = vec[i64]()
        # What `look_again` has copied since the view before: whether the seat is another one, and whether any tile or
        # banner has moved. The board has marks of its own.
        self.turned: bool = True
        self.moved: bool = True

    def __reduce__(self) -> tuple[object, ...]:
        return reduced(self, "seat", "options", "setting", "board")

    def data(self) -> dict[str, object]:
        field = self.setting.field
        b = self.board
        seats = [_seat(self, seat) for seat in range(self.setting.players)]
        squares = []
        formations = _formations(b)
        for cell in range(field.cells):
            owner = b.owner(bit(cell))
            squares.append(
                {
                    "square": cell_name(field, cell),
                    "troop": TROOP_NAMES[int(b.troop_at(cell))],
                    "level": int(b.levels[cell]),
                    "symbols": int(b.symbols[cell]),
                    "stronghold": SEAT_NAMES[int(owner)] if owner >= 0 else None,
                    # The first square of the formation names it: squares with the same name hang together.
                    "formation": formations[cell],
                }
            )
        return {
            "seat": int(self.seat),
            "options": dict(self.options.all()),
            "rows": int(field.rows),
            "columns": int(field.columns),
            "step": STEP_NAMES[int(self.step)],
            "turn": SEAT_NAMES[int(self.turn)] if self.turn >= 0 else None,
            "start_player": SEAT_NAMES[int(self.sword)] if self.sword >= 0 else None,
            "tile": tile_name(self.tile) if self.tile >= 0 else None,
            "tile_square": cell_name(field, self.cell) if self.cell >= 0 else None,
            "tile_direction": FACINGS[int(self.facing)] if self.facing >= 0 else None,
            "scoring_half": int(self.half) + 1,
            "board": squares,
            "row": [tile_name(kind) for kind in self.row if kind != EMPTY],
            "main_stack": int(self.main),
            "end_game_stack": int(self.end_stack),
            "end_tile_shown": bool(self.end_shown),
            "passes": int(self.passes),
            "hand": [tile_name(code >> 1) for code in self.hand if code != EMPTY],
            "unseen_tiles": {tile_name(kind): int(self.unseen[kind]) for kind in range(KINDS) if self.unseen[kind]},
            "stronghold_rows": [int(self.setting.rows[0]), int(self.setting.rows[1])],
            "ending_row": int(self.setting.rows[2]),
            "banner_stacks": {TROOP_NAMES[troop]: _stack(self, troop) for troop in range(5)},
            "players": seats,
        }


def _formations(b: Board) -> list[str]:
    """Per cell the first square of its formation."""
    names = [""] * int(b.field.cells)
    for cell in range(b.field.cells):
        if not names[cell]:
            name = cell_name(b.field, cell)
            squares = b.formation(cell)
            for other in range(cell, b.field.cells):
                if squares >> other & 1:
                    names[other] = name
    return names


def _stack(v: GunkimonoView, troop: int) -> list[str]:
    if not (v.setting.columns >> troop & 1):
        return []
    gone = sum([v.honor[seat * 5 + troop] == GONE for seat in range(v.setting.players)])
    # The marker whose banner is being claimed has left, its banner still lies there.
    if v.step == BANNER and turn.troop_of(v.tile, v.half) == troop:
        gone -= 1
    return list(BANNER_NAMES[min(gone, len(v.setting.banners)) : len(v.setting.banners)])


def _seat(v: GunkimonoView, seat: i64) -> dict[str, object]:
    # In the order of the banners.
    own = v.banner_values[seat]
    values = [value for layer in v.setting.banners for value in range(1, 16) if (own & layer) >> value & 1]
    shown = seat == v.seat or v.step == OVER
    return {
        "name": SEAT_NAMES[int(seat)],
        "points": int(v.vp[seat]),
        "honor": {
            TROOP_NAMES[troop]: (int(v.honor[seat * 5 + troop]) if v.honor[seat * 5 + troop] != GONE else None)
            for troop in range(5)
        },
        "reserve": [LETTERS[troop] for troop in range(5) if v.reserve[seat] >> troop & 1],
        "hand_known": [tile_name(code >> 1) for code in v.known[int(seat)]],
        "hand_hidden": int(v.unknown[seat]),
        "banners": [BANNER_NAMES[layer] for layer in v.claimed[int(seat)]],
        "banner_values": values if shown else None,
        "strongholds_built": int(count(v.board.forts[seat])),
    }


def look(t: GunkimonoState, seat: i64) -> GunkimonoView:
    """The view of a seat or a spectator."""
    v = GunkimonoView(seat, t.options, t.setting, t.board.copy())
    v.row = t.row[:]
    v.honor = t.honor[:]
    v.vp = t.vp[:]
    v.reserve = t.reserve[:]
    _show_turn(t, v)
    _show_tiles(t, v)
    _show_banners(t, v)
    return v


def look_again(t: GunkimonoState, v: GunkimonoView, seat: i64) -> GunkimonoView:
    """Bring a view of this state up to date, for the same seat or another one, and say in it what was copied."""
    turned = seat != v.seat
    v.seat = seat
    board = t.board
    v.board.marked = board.marked
    if board.marked != 0:
        _copy(board.troops, v.board.troops)
        _copy(board.forts, v.board.forts)
        _copy(board.levels, v.board.levels)
        _copy(board.symbols, v.board.symbols)
        _copy(board.steps, v.board.steps)
        board.marked = 0
    _copy(t.honor, v.honor)
    _copy(t.vp, v.vp)
    _copy(t.reserve, v.reserve)
    _show_turn(t, v)
    v.turned = turned
    v.moved = turned or t.moved
    if v.moved:
        _copy(t.row, v.row)
        _show_tiles(t, v)
        _show_banners(t, v)
        t.moved = False
    elif t.step == OVER:
        _show_banners(t, v)
    return v


def _copy(source: vec[i64], out: vec[i64]) -> None:
    """All numbers of a table into another one of the same size."""
    for i in range(i64(len(source))):
        out[i] = source[i]


def _show_turn(t: GunkimonoState, v: GunkimonoView) -> None:
    """Where the turn stands, which all see."""
    v.step = t.step
    v.turn = t.turn
    v.sword = t.sword
    v.tile = t.tile
    v.cell = t.cell
    v.facing = t.facing
    v.half = t.half
    v.main = t.main
    v.end_stack = t.end_stack
    v.end_shown = t.end_shown
    v.passes = t.passes


def _show_tiles(t: GunkimonoState, v: GunkimonoView) -> None:
    """The seat's hand, what it knows of the others', and the tiles it has not seen."""
    seat = v.seat
    hand = t.setting.hand
    hands = t.hands
    unseen = t.bag[:]
    unknown = filled(t.setting.players, 0)
    v.hand = vec[i64]()
    v.known = []
    for other in range(t.setting.players):
        known = vec[i64]()
        for slot in range(other * hand, (other + 1) * hand):
            code = hands[slot]
            if code == EMPTY:
                continue
            if code & 1:
                known = append(known, code)
            else:
                unknown[other] += 1
                if other != seat:
                    unseen[code >> 1] += 1
        v.known.append(known)
        if other == seat:
            v.hand = hands[other * hand : (other + 1) * hand]
    v.unknown = unknown
    v.unseen = unseen


def _show_banners(t: GunkimonoState, v: GunkimonoView) -> None:
    """Whose banners are of which layer, and the values of the seat's own."""
    seat = v.seat
    banners = t.setting.banners
    values = filled(t.setting.players, 0)
    v.claimed = []
    for other in range(t.setting.players):
        layers: list[int] = []
        claimed = t.banners[other]
        if claimed != 0:
            for layer in range(len(banners)):
                for _ in range(count(claimed & banners[layer])):
                    layers.append(layer)
        v.claimed.append(layers)
        # Banners are turned over when the game has ended (RULES §9.3).
        if other == seat or t.step == OVER:
            values[other] = claimed
    v.banner_values = values
