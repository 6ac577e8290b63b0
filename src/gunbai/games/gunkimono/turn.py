"""The steps of a turn: what follows what. Every change of a state happens here."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.games.gunkimono.actions import (
    BLIND,
    BUILD_AT,
    CLAIMED,
    DRAWN,
    DRAWN_END,
    HONOR,
    LAY,
    NOTHING,
    PASS,
    PUT,
    REVEALED,
    REVEALED_END,
    STARTS,
    SUPPORT_WITH,
    TAKE,
    USE,
    VICTORY,
)
from gunbai.games.gunkimono.board import count
from gunbai.games.gunkimono.data import (
    FIRST_SYMBOLS,
    FIRST_TROOP,
    KINDS,
    SECOND_SYMBOLS,
    SECOND_TROOP,
    SMALL,
    Setting,
    bit,
)
from gunbai.games.gunkimono.state import (
    BANNER,
    BUILD,
    DEAL,
    DRAW,
    EMPTY,
    GONE,
    OVER,
    PLACE,
    REFILL,
    REVEAL,
    ROW,
    SCORE,
    START,
    SUPPORT,
    TILE,
    GunkimonoState,
    put,
    take,
)

# -- what a position says ---------------------------------------------------------------------------


def dealt_to(t: GunkimonoState) -> i64:
    """The seat whose hand is being dealt, or drawn for."""
    if t.step != DEAL:
        return t.turn
    hand = t.setting.hand
    seat: i64 = 0
    while t.hands[seat * hand + hand - 1] != EMPTY:
        seat += 1
    return seat


def half_cell(t: GunkimonoState) -> i64:
    """The cell of the troop being scored."""
    return t.cell if t.half == 0 else t.board.neighbour(t.cell, t.facing)


def lower_cell(t: GunkimonoState) -> i64:
    """The lower square of a large tile that waits for its support (RULES §3.5)."""
    second = t.board.neighbour(t.cell, t.facing)
    return t.cell if t.board.levels[t.cell] < t.board.levels[second] else second


def troop_of(tile: i64, half: i64) -> i64:
    """The troop on a half of a tile; a small tile has one half."""
    if tile >= SMALL:
        return tile - SMALL
    return FIRST_TROOP[tile] if half == 0 else SECOND_TROOP[tile]


def symbols_of(setting: Setting, tile: i64, half: i64) -> i64:
    """The stronghold symbols on a half of a tile."""
    if tile >= SMALL:
        return setting.small_symbols[tile - SMALL]
    return FIRST_SYMBOLS[tile] if half == 0 else SECOND_SYMBOLS[tile]


def half_troop(t: GunkimonoState) -> i64:
    """The troop being scored."""
    return troop_of(t.tile, t.half)


def half_symbols(t: GunkimonoState) -> i64:
    """Its symbols."""
    return symbols_of(t.setting, t.tile, t.half)


def half_points(t: GunkimonoState) -> i64:
    """Victory points the troop would score; 0 when a stronghold in its formation bars them (RULES §4.3, §5.7)."""
    formation = t.board.grow(bit(half_cell(t)), t.board.troops[half_troop(t)])
    return 0 if formation & t.board.all_forts() else count(formation)


def banners_left(t: GunkimonoState, troop: i64) -> i64:
    """Banners still on a column: one went with each marker that left it (RULES §6.1, §6.3)."""
    layers: i64 = len(t.setting.banners)
    if not (t.setting.columns >> troop & 1):
        return 0
    for seat in range(t.setting.players):
        if t.honor[seat * 5 + troop] == GONE:
            layers -= 1
    return layers if layers > 0 else 0


def banner_layer(t: GunkimonoState) -> i64:
    """The layer (dragon 0, crane 1, lotus 2) of the banner being claimed; its marker has just left."""
    return len(t.setting.banners) - banners_left(t, half_troop(t)) - 1


def banner_choices(t: GunkimonoState) -> i64:
    """The values that banner can have, a bit per value: those of its layer nobody has claimed."""
    values = t.setting.banners[banner_layer(t)]
    for seat in range(t.setting.players):
        values &= ~t.banners[seat]
    return values


def stronghold_due(t: GunkimonoState, seat: i64) -> bool:
    """Whether all five markers have reached the row of the seat's lowest remaining stronghold (RULES §5.1)."""
    return markers_there(t, seat) == 5


def stronghold_row(t: GunkimonoState, seat: i64) -> i64:
    """The row of the seat's next stronghold, or -1 when both are built."""
    built = count(t.board.forts[seat])
    return -1 if built >= 2 else t.setting.rows[built]


def markers_there(t: GunkimonoState, seat: i64) -> i64:
    """How many of the seat's markers have reached the row of its next stronghold; none when both are built."""
    row = stronghold_row(t, seat)
    if row < 0:
        return 0
    there: i64 = 0
    for troop in range(5):
        at = t.honor[seat * 5 + troop]
        if at == GONE or at >= row:
            there += 1
    return there


def stack_left(t: GunkimonoState) -> i64:
    """Tiles in the face-down stacks, the end tile included while it lies there."""
    return t.main + t.end_stack + (1 - t.end_shown)


def can_use(t: GunkimonoState, tile: i64) -> bool:
    """Whether the tile, held by the seat whose turn it is, fits anywhere."""
    return t.board.fits_somewhere(tile, t.reserve[t.turn] != 0)


def usable_tiles(t: GunkimonoState) -> vec[i64]:
    """The tiles of the seat to act that have a place, each kind once, ascending."""
    out = vec[i64]()
    hand = t.setting.hand
    last: i64 = EMPTY
    for slot in range(t.turn * hand, t.turn * hand + hand):
        code = t.hands[slot]
        if code != EMPTY and code >> 1 != last:
            last = code >> 1
            if can_use(t, last):
                out = append(out, last)
    reserve = t.reserve[t.turn]
    for troop in range(5):
        if reserve >> troop & 1 and t.board.small_fits(troop):
            out = append(out, SMALL + troop)
    return out


def troops_owned(t: GunkimonoState, seat: i64) -> i64:
    """Troops in the seat's formations, each formation once (RULES §9.5)."""
    owned: i64 = 0
    forts = t.board.forts[seat]
    for troop in range(5):
        shown = t.board.troops[troop]
        if forts & shown:
            owned |= t.board.grow(forts & shown, shown)
    return count(owned)


def banner_points(t: GunkimonoState, seat: i64) -> i64:
    """The sum of the seat's banners."""
    total: i64 = 0
    for value in range(1, 16):
        if t.banners[seat] >> value & 1:
            total += value
    return total


def total_points(t: GunkimonoState, seat: i64) -> i64:
    """The seat's points with its banners."""
    return t.vp[seat] + banner_points(t, seat)


# -- what an action does ----------------------------------------------------------------------------


def apply(t: GunkimonoState, action: i64) -> None:
    """Carry out a legal action."""
    if action < PASS:
        _use(t, action - USE)
    elif action == PASS:
        t.passes += 1
        _assess(t)
        _end_turn(t)
    elif action < PUT:
        _lay(t, t.setting.field.cell_of[(action - LAY) >> 2], (action - LAY) & 3)
    elif action < SUPPORT_WITH:
        t.cell = t.setting.field.cell_of[action - PUT]
        t.board.cover(t.cell, t.tile - SMALL, half_symbols(t))
        _begin_scoring(t)
    elif action < VICTORY:
        t.reserve[t.turn] &= ~bit(action - SUPPORT_WITH)
        t.board.raise_level(lower_cell(t))
        _cover_both(t)
    elif action <= NOTHING:
        _score(t, action)
    elif action < TAKE:
        t.board.build(t.turn, t.setting.field.cell_of[action - BUILD_AT])
        _assess(t)
        _begin_refill(t)
    elif action < BLIND:
        kind = action - TAKE
        t.moved = True
        take(t.row, 0, t.setting.row, kind)
        put(t.hands, t.turn * t.setting.hand, (t.turn + 1) * t.setting.hand, kind * 2 + 1)
        if stack_left(t) > 0:
            t.step = REVEAL
        else:
            _end_turn(t)
    elif action == BLIND:
        t.step = DRAW
    elif action < REVEALED:
        _drawn(t, action)
    elif action < CLAIMED:
        _revealed(t, action)
    elif action < STARTS:
        t.moved = True
        t.banners[t.turn] |= bit(action - CLAIMED)
        _next_half(t)
    else:
        _begin_game(t, action - STARTS)


def _use(t: GunkimonoState, tile: i64) -> None:
    if tile >= SMALL:
        t.reserve[t.turn] &= ~bit(tile - SMALL)
    else:
        t.moved = True
        begin = t.turn * t.setting.hand
        end = begin + t.setting.hand
        # Of two equal tiles the one all have seen goes first: that is all the others can tell (RULES §10.2).
        if not take(t.hands, begin, end, tile * 2 + 1):
            take(t.hands, begin, end, tile * 2)
    t.tile = tile
    t.step = PLACE


def _lay(t: GunkimonoState, cell: i64, facing: i64) -> None:
    t.cell = cell
    t.facing = facing
    if t.board.levels[cell] == t.board.levels[t.board.neighbour(cell, facing)]:
        _cover_both(t)
    else:
        t.step = SUPPORT


def _cover_both(t: GunkimonoState) -> None:
    t.board.cover(t.cell, FIRST_TROOP[t.tile], FIRST_SYMBOLS[t.tile])
    t.board.cover(t.board.neighbour(t.cell, t.facing), SECOND_TROOP[t.tile], SECOND_SYMBOLS[t.tile])
    _begin_scoring(t)


def _begin_scoring(t: GunkimonoState) -> None:
    t.passes = 0
    t.half = 0
    t.step = SCORE


def _score(t: GunkimonoState, action: i64) -> None:
    if action == VICTORY:
        t.vp[t.turn] += half_points(t)
    elif action == HONOR:
        troop = half_troop(t)
        at = t.turn * 5 + troop
        t.honor[at] += half_symbols(t)
        if t.honor[at] >= t.setting.rows[2]:
            waiting = banners_left(t, troop)
            t.honor[at] = GONE
            if waiting > 0:
                t.step = BANNER
                return
    _next_half(t)


def _next_half(t: GunkimonoState) -> None:
    if t.half == 0 and t.tile < SMALL:
        t.half = 1
        t.step = SCORE
        return
    # Both halves are scored; only now a stronghold may rise, one a turn (RULES §5.1, §5.4).
    if stronghold_due(t, t.turn) and t.board.building_sites(t.turn, t.setting.own_double):
        t.step = BUILD
        return
    _assess(t)
    _begin_refill(t)


def _assess(t: GunkimonoState) -> None:
    forts = t.board.forts[t.turn]
    while forts:
        fort = forts & -forts
        forts &= forts - 1
        for troop in range(5):
            shown = t.board.troops[troop]
            if fort & shown:
                t.vp[t.turn] += count(t.board.grow(fort, shown))
                break


def _begin_refill(t: GunkimonoState) -> None:
    if t.tile < SMALL and (t.row[0] != EMPTY or stack_left(t) > 0):
        t.step = REFILL
    else:
        _end_turn(t)


def _from_stack(t: GunkimonoState, kind: i64) -> None:
    t.moved = True
    t.bag[kind] -= 1
    if t.main > 0:
        t.main -= 1
    else:
        t.end_stack -= 1


def _drawn(t: GunkimonoState, action: i64) -> None:
    if action == DRAWN_END:
        t.end_shown = 1
        # The refill is not done yet: row or stack once more, if anything is left (RULES §8.5).
        _begin_refill(t)
        return
    kind = action - DRAWN
    seat = dealt_to(t)
    _from_stack(t, kind)
    put(t.hands, seat * t.setting.hand, (seat + 1) * t.setting.hand, kind * 2)
    if t.step == DEAL:
        if t.hands[len(t.hands) - 1] != EMPTY:
            if t.setting.start >= 0:
                _begin_game(t, t.setting.start)
            else:
                t.step = START
    else:
        _end_turn(t)


def _revealed(t: GunkimonoState, action: i64) -> None:
    if action == REVEALED_END:
        t.end_shown = 1
        if stack_left(t) == 0:
            _end_turn(t)
        return
    kind = action - REVEALED
    _from_stack(t, kind)
    put(t.row, 0, t.setting.row, kind)
    if t.step == ROW:
        if t.row[t.setting.row - 1] != EMPTY:
            t.step = DEAL
    else:
        _end_turn(t)


def _begin_game(t: GunkimonoState, seat: i64) -> None:
    t.sword = seat
    t.turn = seat
    t.step = TILE


def _end_turn(t: GunkimonoState) -> None:
    t.tile = EMPTY
    t.cell = EMPTY
    t.facing = EMPTY
    t.half = 0
    players = t.setting.players
    follower = (t.turn + 1) % players
    if follower == t.sword and (t.end_shown or t.passes >= players):
        t.step = OVER
        return
    t.turn = follower
    t.step = TILE


def tile_weights(t: GunkimonoState) -> tuple[i64, i64]:
    """The weight of one copy of an unseen kind, and of the end tile, for the next tile off the stack.

    Every unseen tile is equally likely to lie anywhere; the end tile is equally likely to be any of the end-game stack.
    """
    if t.main > 0 or t.end_shown:
        return 1, 0
    if t.end_stack == 0:
        return 0, 1
    unseen: i64 = 0
    for kind in range(KINDS):
        unseen += t.bag[kind]
    return t.end_stack, unseen
