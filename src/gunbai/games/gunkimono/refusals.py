"""Why an action is not legal: the paragraph of RULES.md and a reason safe to show to the seat that tried."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

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

Refusal = tuple[str, str]

# Per step: its paragraph and what the game waits for.
_WAITING: Final[tuple[Refusal, ...]] = (
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

_LINKS: Final[Refusal] = ("5.9", "it would link formations held by different players")


def why_not(t: GunkimonoState, action: i64) -> Refusal:
    """The paragraph and the reason against an action that is not legal."""
    paragraph, waiting = _WAITING[int(t.step)]
    if t.step == OVER:
        return paragraph, waiting
    if int(action) not in TEXTS:
        return paragraph, f"there is no such action; {waiting}"
    if t.step == TILE and USE <= action <= PASS:
        return _tile(t, action)
    if t.step == PLACE and LAY <= action < SUPPORT_WITH:
        return _place(t, action)
    if t.step == SUPPORT and SUPPORT_WITH <= action < VICTORY:
        return "3.5", f"there is no small {TROOP_NAMES[int(action - SUPPORT_WITH)]} tile left in reserve"
    if SUPPORT_WITH <= action < VICTORY:
        return _stray_support(t)
    if t.step == SCORE and VICTORY <= action <= NOTHING:
        return _score(t, action)
    if t.step == BUILD and BUILD_AT <= action < TAKE:
        return _build(t, action)
    if BUILD_AT <= action < TAKE and t.step in (TILE, REFILL):
        return "5.1", f"no stronghold is due; {waiting}"
    if t.step == REFILL and TAKE <= action <= BLIND:
        if action == BLIND:
            return "8.6", "the stacks are empty"
        return "8.1", f"{tile_name(action - TAKE)} does not lie in the face-up row"
    if action >= DRAWN:
        what = "no such tile can come from the stack" if action < CLAIMED else "chance cannot bring that"
        return paragraph, f"{what} now; {waiting}"
    return paragraph, waiting


def _tile(t: GunkimonoState, action: i64) -> Refusal:
    if action == PASS:
        return "3.9", "a tile can be placed, so one must be"
    tile = action - USE
    name = f"the small {TROOP_NAMES[int(tile - SMALL)]} tile" if tile >= SMALL else tile_name(tile)
    if tile >= SMALL:
        if not (t.reserve[t.turn] >> (tile - SMALL) & 1):
            return "3.1", f"there is no small {TROOP_NAMES[int(tile - SMALL)]} tile left in reserve"
    else:
        hand = t.setting.hand
        held = False
        for slot in range(t.turn * hand, (t.turn + 1) * hand):
            held = held or (t.hands[slot] != EMPTY and t.hands[slot] >> 1 == tile)
        if not held:
            return "3.1", f"{tile_name(tile)} is not in hand"
    return "3.9", f"{name} fits nowhere on the battlefield"


def _place(t: GunkimonoState, action: i64) -> Refusal:
    small = t.tile >= SMALL
    if small != (action >= PUT):
        if small:
            return "3.1", "a small tile covers one square, so it has no direction"
        return "3.1", "a large tile covers two squares: name the direction of its second troop"
    b = t.board
    square = action - PUT if small else (action - LAY) >> 2
    cell = t.setting.field.cell_of[square]
    if cell < 0:
        return "3.1", "that square is not on the battlefield"
    if small:
        troop = t.tile - SMALL
        bar = _covers(t, cell, troop)
        return bar if bar[0] else _LINKS
    facing = (action - LAY) & 3
    other = b.neighbour(cell, facing)
    if other < 0:
        return "3.1", f"{FACINGS[int(facing)]} of {cell_name(b.field, cell)} the battlefield ends"
    step = b.levels[other] - b.levels[cell]
    for at in (cell, other):
        if b.all_forts() >> at & 1:
            return "5.6", f"a stronghold stands on {cell_name(b.field, at)}"
    if step > 1 or step < -1:
        return "3.5", f"the squares differ by {abs(int(step))} levels; one small tile mends only one"
    if step != 0 and t.reserve[t.turn] == 0:
        return "3.4", "the squares lie at different levels and no small tile is left as support"
    # The lower half of a step rests on the face-down support and may repeat the troop below.
    for at, troop, supported in ((cell, FIRST_TROOP[t.tile], step == 1), (other, SECOND_TROOP[t.tile], step == -1)):
        if not supported:
            bar = _covers(t, at, troop)
            if bar[0]:
                return bar
    return _LINKS


def _covers(t: GunkimonoState, cell: i64, troop: i64) -> Refusal:
    b = t.board
    if b.all_forts() >> cell & 1:
        return "5.6", f"a stronghold stands on {cell_name(b.field, cell)}"
    if b.troops[troop] >> cell & 1:
        return "3.2", f"{TROOP_NAMES[int(troop)]} may not cover {TROOP_NAMES[int(troop)]} on {cell_name(b.field, cell)}"
    return "", ""


def _stray_support(t: GunkimonoState) -> Refusal:
    if t.tile >= SMALL:
        return "3.7", "only one small tile may be placed in a turn, so nothing supports a small tile"
    return "3.5", "support is only for a large tile laid across a step of one level, after its place is named"


def _score(t: GunkimonoState, action: i64) -> Refusal:
    troop = TROOP_NAMES[int(turn.half_troop(t))]
    if action == VICTORY:
        return "5.7", f"a stronghold stands in this {troop} formation, so it gives no points for placing"
    if action == HONOR:
        return "6.2", f"the {troop} marker has left the honor track"
    if t.honor[t.turn * 5 + turn.half_troop(t)] != GONE or turn.half_points(t) > 0:
        return "4.5", f"the {troop} has to be scored"
    return "4.5", "nothing can be scored"


def _build(t: GunkimonoState, action: i64) -> Refusal:
    b = t.board
    cell = t.setting.field.cell_of[action - BUILD_AT]
    if cell < 0:
        return "5.3", "that square is not on the battlefield"
    if b.all_forts() >> cell & 1:
        return "5.3", f"a stronghold stands on {cell_name(b.field, cell)} already"
    formation = b.formation(cell)
    owner = b.owner(formation)
    if owner == t.turn:
        return "5.3", f"this formation of {count(formation)} holds a stronghold of your own, and the strict rule is on"
    return "5.3", f"this formation of {count(formation)} is held by {SEAT_NAMES[int(owner)]}"
