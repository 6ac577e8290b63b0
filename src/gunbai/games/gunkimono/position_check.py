"""Whether a position that somebody wrote can be played: every refusal is one line that names the field."""

from __future__ import annotations

from gunbai.core.errors import BadNotation
from gunbai.games.gunkimono import turn
from gunbai.games.gunkimono.board import bare_board, count
from gunbai.games.gunkimono.data import BANNER_NAMES, SEAT_NAMES, SMALL, cell_name, tile_name
from gunbai.games.gunkimono.state import (
    BANNER,
    BUILD,
    DEAL,
    DRAW,
    EMPTY,
    GONE,
    PLACE,
    REFILL,
    REVEAL,
    ROW,
    SCORE,
    START,
    STEP_NAMES,
    SUPPORT,
    TILE,
    GunkimonoState,
)


def check_claims(t: GunkimonoState) -> None:
    """No more banners than markers that left the track."""
    players = int(t.setting.players)
    pending = -1
    if t.step == BANNER:
        troop = int(turn.half_troop(t))
        gone = sum(t.honor[seat * 5 + troop] == GONE for seat in range(players))
        if t.honor[t.turn * 5 + troop] != GONE or gone > len(t.setting.banners):
            raise BadNotation("step: no banner is being claimed")
        pending = gone - 1
    used = [troop for troop in range(5) if t.setting.columns >> troop & 1]
    for layer, values in enumerate(t.setting.banners):
        left = sum(sum(t.honor[seat * 5 + troop] == GONE for seat in range(players)) > layer for troop in used)
        claimed = sum(int(count(mask & values)) for mask in t.banners)
        if claimed > left - (layer == pending):
            raise BadNotation(f"banners: more {BANNER_NAMES[layer]} banners than markers that left the track")
    for seat in range(players):
        own = sum(t.honor[seat * 5 + troop] == GONE for troop in used) - (pending >= 0 and seat == t.turn)
        if count(t.banners[seat]) > own:
            raise BadNotation(f"banners: {SEAT_NAMES[seat]} has more banners than markers that left the track")


def check_step(t: GunkimonoState) -> None:
    """What the step needs, so that every position read can be played on."""
    hand = int(t.setting.hand)
    own_hand = t.hands[t.turn * hand : (t.turn + 1) * hand] if t.step >= TILE else t.hands
    room = any(code == EMPTY for code in own_hand)
    row_full = all(kind != EMPTY for kind in t.row)
    stack = turn.stack_left(t) > 0
    if t.step < TILE:
        dealt = [code != EMPTY for code in t.hands]
        in_order = dealt == sorted(dealt, reverse=True)
        fits = {
            int(ROW): not row_full and not any(dealt),
            int(DEAL): row_full and room and in_order,
            int(START): row_full and not room and t.setting.start < 0,
        }[int(t.step)]
        untouched = bare_board(t.setting.field).troops == t.board.troops and not any(t.board.levels)
        if not (fits and untouched and not t.board.all_forts()):
            raise BadNotation(f"step: {STEP_NAMES[int(t.step)]} does not fit the tiles laid out")
        return
    large = 0 <= t.tile < SMALL
    if large and t.step in (PLACE, SUPPORT, SCORE, BANNER, BUILD, REFILL, DRAW) and not room:
        raise BadNotation("hands: the tile in play has left no room in the hand")
    if t.step == PLACE and not turn.can_use(t, t.tile):
        raise BadNotation(f"tile: {tile_name(t.tile)} fits nowhere")
    if t.step == SUPPORT:
        second = t.board.neighbour(t.cell, t.facing)
        places = t.board.fits(t.tile, t.facing, t.reserve[t.turn] != 0)
        if not places >> t.cell & 1 or t.board.levels[t.cell] == t.board.levels[second]:
            raise BadNotation("at: no tile waits for support there")
    if t.step in (SCORE, BANNER):
        halves = [(t.cell, 0)] + ([(t.board.neighbour(t.cell, t.facing), 1)] if large else [])
        for cell, half in halves:
            if t.board.troop_at(cell) != turn.troop_of(t.tile, half) or t.board.levels[cell] == 0:
                raise BadNotation(f"at: the tile does not lie on {cell_name(t.setting.field, cell)}")
    if t.step == BUILD and not (
        turn.stronghold_due(t, t.turn) and t.board.building_sites(t.turn, t.setting.own_double)
    ):
        raise BadNotation("step: no stronghold can be built now")
    if t.step in (REFILL, DRAW, REVEAL):
        source = stack or (t.step == REFILL and t.row[0] != EMPTY)
        if not large or not source or (t.step == REVEAL and row_full):
            raise BadNotation(f"step: nothing to {STEP_NAMES[int(t.step)]} now")
