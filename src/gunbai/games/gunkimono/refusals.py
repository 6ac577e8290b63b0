"""Why an action is not legal: the paragraph of RULES.md and a reason safe to show to the seat that tried."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from gunbai.core.errors import IllegalAction
from gunbai.games.gunkimono import turn
from gunbai.games.gunkimono.actions import (
    BLIND,
    BUILD_AT,
    CLAIMED,
    DRAWN,
    HONOR,
    LAY,
    NOTHING,
    PASS,
    PUT,
    SUPPORT_WITH,
    TAKE,
    TEXTS,
    USE,
    VICTORY,
)
from gunbai.games.gunkimono.board import FACINGS, count
from gunbai.games.gunkimono.data import (
    FIRST_TROOP,
    SEAT_NAMES,
    SECOND_TROOP,
    SMALL,
    SQUARE_NUMBERS,
    TILE_NUMBERS,
    TROOP_NAMES,
    cell_name,
    tile_name,
)
from gunbai.games.gunkimono.state import (
    BUILD,
    EMPTY,
    GONE,
    OVER,
    PLACE,
    REFILL,
    SCORE,
    SUPPORT,
    TILE,
    GunkimonoState,
)

# Per step: its paragraph and what the game waits for.
_WAITING: Final[tuple[tuple[str, str], ...]] = (
    ("2.3", "the face-up row is being laid out"),
    ("2.4", "the hands are being dealt"),
    ("2.7", "the start player is being drawn"),
    ("3.1", "a tile has to be chosen now"),
    ("3.1", "the chosen tile has to be placed now"),
    ("3.5", "a small tile has to be chosen as support now"),
    ("4.2", "a placed troop has to be scored now"),
    ("6.1", "a war banner is being claimed"),
    ("5.1", "a stronghold has to be built now"),
    ("8.1", "the hand has to be refilled now"),
    ("8.1", "a tile is being drawn"),
    ("8.2", "the face-up row is being refilled"),
    ("9.2", "the game is over"),
)


def why_not(t: GunkimonoState, action: i64) -> IllegalAction:
    """The paragraph and the reason against an action that is not legal."""
    paragraph, waiting = _WAITING[int(t.step)]
    if t.step == OVER:
        return IllegalAction(paragraph, waiting)
    if int(action) not in TEXTS:
        return IllegalAction(paragraph, "there is no such action; {waiting}", waiting=waiting)
    if t.step == TILE and USE <= action <= PASS:
        return _tile(t, action)
    if t.step == PLACE and LAY <= action < SUPPORT_WITH:
        return _place(t, action)
    if t.step == SUPPORT and SUPPORT_WITH <= action < VICTORY:
        return IllegalAction(
            "3.5", "there is no small {troop} tile left in reserve", troop=TROOP_NAMES[int(action - SUPPORT_WITH)]
        )
    if SUPPORT_WITH <= action < VICTORY:
        return _stray_support(t)
    if t.step == SCORE and VICTORY <= action <= NOTHING:
        return _score(t, action)
    if t.step == BUILD and BUILD_AT <= action < TAKE:
        return _build(t, action)
    if BUILD_AT <= action < TAKE and t.step in (TILE, REFILL):
        return IllegalAction("5.1", "no stronghold is due; {waiting}", waiting=waiting)
    if t.step == REFILL and TAKE <= action <= BLIND:
        if action == BLIND:
            return IllegalAction("8.6", "the stacks are empty")
        return IllegalAction("8.1", "{tile} does not lie in the face-up row", tile=tile_name(action - TAKE))
    if action >= DRAWN:
        if action < CLAIMED:
            return IllegalAction(paragraph, "no such tile can come from the stack now; {waiting}", waiting=waiting)
        return IllegalAction(paragraph, "chance cannot bring that now; {waiting}", waiting=waiting)
    return IllegalAction(paragraph, waiting)


def why_not_here(t: GunkimonoState, place: str) -> IllegalAction:
    """Why nothing can be begun with a square, `hand:TILE`, `row:TILE` or the `stack`."""
    where, _, tile = place.partition(":")
    if where == "hand":
        kind = TILE_NUMBERS[tile]
        small = t.step == SUPPORT and kind >= SMALL
        return why_not(t, SUPPORT_WITH + kind - SMALL if small else USE + kind)
    if where == "row":
        return why_not(t, TAKE + TILE_NUMBERS[tile])
    if where == "stack":
        return why_not(t, BLIND)
    square = SQUARE_NUMBERS[place]
    if t.step == PLACE and t.tile < SMALL:
        return _large_over(t, square)
    return why_not(t, PUT + square if t.step == PLACE else BUILD_AT + square if t.step == BUILD else LAY + square * 4)


def _large_over(t: GunkimonoState, square: i64) -> IllegalAction:
    """Why neither half of a large tile can lie on a square: the reason against most of the ways on the battlefield."""
    cell = t.setting.field.cell_of[square]
    found: list[IllegalAction] = []
    for facing in range(4):
        other = t.board.neighbour(cell, facing)
        # What ends at the edge of the battlefield forbids nothing: there are other ways.
        if other >= 0:
            found.append(_place(t, LAY + square * 4 + facing))
            found.append(_place(t, LAY + t.setting.field.square_of[other] * 4 + ((facing + 2) & 3)))
    said = [str(reason) for reason in found]
    return max(found, key=lambda reason: said.count(str(reason)))


def _tile(t: GunkimonoState, action: i64) -> IllegalAction:
    if action == PASS:
        return IllegalAction("3.9", "a tile can be placed, so one must be")
    tile = action - USE
    if tile >= SMALL:
        troop = TROOP_NAMES[int(tile - SMALL)]
        if not (t.reserve[t.turn] >> (tile - SMALL) & 1):
            return IllegalAction("3.1", "there is no small {troop} tile left in reserve", troop=troop)
        return IllegalAction("3.9", "the small {troop} tile fits nowhere on the battlefield", troop=troop)
    hand = t.setting.hand
    held = False
    for slot in range(t.turn * hand, (t.turn + 1) * hand):
        held = held or (t.hands[slot] != EMPTY and t.hands[slot] >> 1 == tile)
    if not held:
        return IllegalAction("3.1", "{tile} is not in hand", tile=tile_name(tile))
    return IllegalAction("3.9", "{tile} fits nowhere on the battlefield", tile=tile_name(tile))


def _place(t: GunkimonoState, action: i64) -> IllegalAction:
    small = t.tile >= SMALL
    if small != (action >= PUT):
        if small:
            return IllegalAction("3.1", "a small tile covers one square, so it has no direction")
        return IllegalAction("3.1", "a large tile covers two squares: name the direction of its second troop")
    b = t.board
    square = action - PUT if small else (action - LAY) >> 2
    cell = t.setting.field.cell_of[square]
    if cell < 0:
        return IllegalAction("3.1", "that square is not on the battlefield")
    if small:
        troop = t.tile - SMALL
        bar = _covers(t, cell, troop)
        return bar if bar is not None else _links()
    facing = (action - LAY) & 3
    other = b.neighbour(cell, facing)
    if other < 0:
        return IllegalAction(
            "3.1", "{way} of {square} the battlefield ends", way=FACINGS[int(facing)], square=cell_name(b.field, cell)
        )
    step = b.levels[other] - b.levels[cell]
    for at in (cell, other):
        if b.all_forts() >> at & 1:
            return IllegalAction("5.6", "a stronghold stands on {square}", square=cell_name(b.field, at))
    if step > 1 or step < -1:
        return IllegalAction(
            "3.5", "the squares differ by {levels} levels; one small tile mends only one", levels=abs(int(step))
        )
    if step != 0 and t.reserve[t.turn] == 0:
        return IllegalAction("3.4", "the squares lie at different levels and no small tile is left as support")
    # The lower half of a step rests on the face-down support and may repeat the troop below.
    for at, troop, supported in ((cell, FIRST_TROOP[t.tile], step == 1), (other, SECOND_TROOP[t.tile], step == -1)):
        if not supported:
            bar = _covers(t, at, troop)
            if bar is not None:
                return bar
    return _links()


def _links() -> IllegalAction:
    return IllegalAction("5.9", "it would link formations held by different players")


def _covers(t: GunkimonoState, cell: i64, troop: i64) -> IllegalAction | None:
    b = t.board
    if b.all_forts() >> cell & 1:
        return IllegalAction("5.6", "a stronghold stands on {square}", square=cell_name(b.field, cell))
    if b.troops[troop] >> cell & 1:
        return IllegalAction(
            "3.2",
            "{troop} may not cover {troop} on {square}",
            troop=TROOP_NAMES[int(troop)],
            square=cell_name(b.field, cell),
        )
    return None


def _stray_support(t: GunkimonoState) -> IllegalAction:
    if t.tile >= SMALL:
        return IllegalAction("3.7", "only one small tile may be placed in a turn, so nothing supports a small tile")
    return IllegalAction(
        "3.5", "support is only for a large tile laid across a step of one level, after its place is named"
    )


def _score(t: GunkimonoState, action: i64) -> IllegalAction:
    troop = TROOP_NAMES[int(turn.half_troop(t))]
    if action == VICTORY:
        return IllegalAction(
            "5.7", "a stronghold stands in this {troop} formation, so it gives no points for placing", troop=troop
        )
    if action == HONOR:
        return IllegalAction("6.2", "the {troop} marker has left the honor track", troop=troop)
    if t.honor[t.turn * 5 + turn.half_troop(t)] != GONE or turn.half_points(t) > 0:
        return IllegalAction("4.5", "the {troop} has to be scored", troop=troop)
    return IllegalAction("4.5", "nothing can be scored")


def _build(t: GunkimonoState, action: i64) -> IllegalAction:
    b = t.board
    cell = t.setting.field.cell_of[action - BUILD_AT]
    if cell < 0:
        return IllegalAction("5.3", "that square is not on the battlefield")
    if b.all_forts() >> cell & 1:
        return IllegalAction("5.3", "a stronghold stands on {square} already", square=cell_name(b.field, cell))
    formation = b.formation(cell)
    owner = b.owner(formation)
    if owner == t.turn:
        return IllegalAction(
            "5.3",
            "this formation of {size} holds a stronghold of your own, and the strict rule is on",
            size=count(formation),
        )
    return IllegalAction(
        "5.3", "this formation of {size} is held by {seat}", size=count(formation), seat=SEAT_NAMES[int(owner)]
    )
