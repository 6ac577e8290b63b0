"""The battle: turns, cards, commands. Every function changes a state in place and leaves it at the next decision."""

from __future__ import annotations

from mypy_extensions import i64

from gunbai.games.gunshi.board import (
    attack_or_enter,
    clear_fences,
    fenced,
    invade_from,
    put_unit,
    relocate,
    set_facing,
    shoot,
    swap_units,
    targets,
)
from gunbai.games.gunshi.chain import (
    able_now,
    aims,
    can_support,
    card_units,
    destinations,
    joinable,
    open_lines,
    pairs_east,
    pairs_north,
    support_squares,
)
from gunbai.games.gunshi.data import (
    BESIDE,
    COST,
    CROSSBOW,
    EN_ROUTE,
    EN_ROUTE_COST,
    FENCE,
    FENCE_COST,
    GAIN,
    HAND_SIZE,
    INVADERS_TO_WIN,
    LIGHT,
    LIGHTNING_COST,
    NEXT,
    NORTH_LINES,
    RAPID_FIRE,
    RAPID_MOVE,
    RAPID_MOVE_COST,
    REINFORCE,
    REVIEW,
    REVIEW_GAIN,
    ROW_LIMIT,
    SCOUT,
    SCOUT_ROW_COST,
    SCOUT_SHOGUN_COST,
    SWITCH,
    SWITCH_COST,
    TRAP,
    TRAP_COST,
    ZONE_OF_ENEMY,
    bit_at,
    lowest,
    place_of_line,
)
from gunbai.games.gunshi.packed import FACE_UP, SCOUTED, row_entry, to_row
from gunbai.games.gunshi.state import (
    ACT,
    ALL,
    BOLTING,
    BUILDING,
    DECK_N,
    DRAGGED,
    FENCE_E,
    FENCE_N,
    HIT,
    INSPIRATION_DECLINED,
    INSPIRATION_DUE,
    INSPIRATION_NONE,
    INSPIRE,
    INSPIRED,
    INVADE,
    INVADED,
    JOIN,
    LIGHT_MOVING,
    LIGHTNING,
    LINE,
    MLP,
    MOVING,
    NOTHING,
    OVER,
    PILE,
    ROW,
    ROW_N,
    SEND,
    SHOGUN,
    SHOOTING,
    SHOWN,
    SIDE,
    SPY,
    SUPPORT,
    SWAP,
    TO,
    TRAP_OUT,
    TURN,
    TURN_CAP,
    TURNING,
    UNIT,
    WHAT,
    GunshiState,
    bury,
    draw_card,
    hand_size,
    invaders,
    pop_row,
    send_card,
)

# -- the turn --------------------------------------------------------------------------------------------


def begin_turn(t: GunshiState) -> None:
    """The seat whose turn it is resolves what its row holds ready (RULES §4.1)."""
    if t.turn >= t.settings.turn_cap:
        t.phase = OVER
        t.ending = TURN_CAP
        return
    t.turn += 1
    o = SIDE * t.seat
    if t.side[o + ROW_N] == 0:
        t.left = 0
    else:
        t.left = 1 + t.side[o + LIGHTNING]
    next_card(t)


def next_card(t: GunshiState) -> None:
    """Turn up card after card until one needs a decision or all are done."""
    o = SIDE * t.seat
    while t.left > 0:
        t.card = pop_row(t.side, o)
        if begin_card(t):
            return
        lay_away(t)
    after_orders(t)


def begin_card(t: GunshiState) -> bool:
    """Whether the card needs a decision; what needs none is carried out, what cannot be done is not (RULES §4.3)."""
    side, o, card = t.side, SIDE * t.seat, t.card
    if card == REVIEW:
        gain(t, o, REVIEW_GAIN)
        return False
    if card == TRAP:
        if side[o + MLP] >= TRAP_COST:
            side[o + MLP] -= TRAP_COST
            side[o + TRAP_OUT] = 1
        return False
    if card in (REINFORCE, EN_ROUTE):
        for kind in range(3):
            if can_support(t, o, card, kind) and support_squares(t, o, card):
                t.phase = SUPPORT
                return True
        return False
    if card == SCOUT:
        row = side[SIDE - o + ROW_N]
        if side[o + MLP] >= SCOUT_SHOGUN_COST or (side[o + MLP] >= SCOUT_ROW_COST and row > 0):
            t.phase = SPY
            return True
        return False
    if card == SWITCH:
        if side[o + MLP] >= SWITCH_COST and (pairs_north(t, o) | pairs_east(t, o)):
            t.phase = SWAP
            return True
        return False
    if card_units(t, o, card):
        t.phase = UNIT
        return True
    return False


def lay_away(t: GunshiState) -> None:
    """The resolved card goes under the deck, or lies open if it is a Chain Trap that was paid for."""
    o = SIDE * t.seat
    if t.card != TRAP or not t.side[o + TRAP_OUT]:
        bury(t.side, o, t.card)
    t.card = -1
    t.left -= 1
    t.unit = -1
    t.doing = NOTHING
    t.way = 0
    t.members = 0
    t.chain = 0
    t.last = -1
    t.at = -1
    t.beside = 0
    t.stepped = 0
    t.stage = 0


def finish_card(t: GunshiState) -> None:
    """The card is done; on to the next."""
    lay_away(t)
    next_card(t)


def after_orders(t: GunshiState) -> None:
    """All commands are carried out: inspiration if it is due, then new commands (RULES §10.5)."""
    o = SIDE * t.seat
    t.side[o + LIGHTNING] = 0
    t.phase = SEND
    if t.side[o + INSPIRED] == INSPIRATION_DUE:
        if t.settings.inspiration == 1 or t.side[o + PILE]:
            t.phase = INSPIRE
        else:
            t.side[o + INSPIRED] = INSPIRATION_DECLINED


def gain(t: GunshiState, o: i64, points: i64) -> None:
    """Points beyond the end of the track are lost."""
    total = t.side[o + MLP] + points
    t.side[o + MLP] = total if total < t.settings.mlp_max else t.settings.mlp_max


def can_end(t: GunshiState) -> bool:
    """At least one card was sent this turn."""
    return t.stage > 0


def can_send(t: GunshiState, o: i64) -> bool:
    """There is room in the row and a card in hand."""
    return t.side[o + ROW_N] < ROW_LIMIT and hand_size(t.side, o) > 0


def can_lightning(t: GunshiState, o: i64) -> bool:
    """Six points and two cards in the row (RULES §4.6)."""
    return t.stage > 0 and t.side[o + MLP] >= LIGHTNING_COST and t.side[o + ROW_N] >= 2


def send(t: GunshiState, kind: i64) -> None:
    """Send a card; the turn ends by itself when nothing is left to choose."""
    o = SIDE * t.seat
    send_card(t.side, o, kind)
    t.stage += 1
    if not can_send(t, o) and not can_lightning(t, o):
        end_turn(t, False)


def end_turn(t: GunshiState, lightning: bool) -> None:
    """Re-supply by the row, draw, and the other side's turn (RULES §4.8)."""
    side, o = t.side, SIDE * t.seat
    cards = side[o + ROW_N]
    if lightning:
        side[o + MLP] -= LIGHTNING_COST
        side[o + LIGHTNING] = 1
        if not t.settings.gain_by_cards:
            cards -= 1
    gain(t, o, GAIN[cards])
    while hand_size(side, o) < HAND_SIZE and side[o + DECK_N] > 0:
        draw_card(side, o)
    t.stage = 0
    t.seat = 1 - t.seat
    begin_turn(t)


# -- carrying out a command -----------------------------------------------------------------------------


def choose_unit(t: GunshiState, square: i64) -> None:
    """This unit carries out the card."""
    o = SIDE * t.seat
    t.unit = square
    if t.side[SIDE - o + TRAP_OUT]:
        t.beside = BESIDE[square] & t.side[o + ALL]
    if t.card == FENCE:
        t.doing = BUILDING
        ask_chain(t)
    elif t.card == RAPID_FIRE:
        t.doing = SHOOTING
        t.chain = bit_at(square)
        t.members = t.chain
        begin_act(t, square)
    else:
        if t.card == RAPID_MOVE:
            t.side[o + MLP] -= RAPID_MOVE_COST
        t.phase = WHAT


def choose_way(t: GunshiState, direction: i64) -> None:
    """It moves that way."""
    t.way = direction
    if t.card == RAPID_MOVE:
        t.doing = MOVING
        t.chain = bit_at(t.unit)
        t.members = t.chain
        next_act(t)
        return
    t.doing = LIGHT_MOVING if t.card == LIGHT else MOVING
    ask_chain(t)


def choose_turn(t: GunshiState, direction: i64) -> None:
    """It turns that way."""
    if t.card == RAPID_MOVE:
        # Turned first: the move must follow.
        set_facing(t, t.unit, direction)
        t.stage = 2
        return
    t.way = direction
    t.doing = TURNING
    ask_chain(t)


def choose_shot(t: GunshiState) -> None:
    """It shoots."""
    t.doing = BOLTING if t.card == CROSSBOW else SHOOTING
    ask_chain(t)


def ask_chain(t: GunshiState) -> None:
    """Who joins? Not asked when nobody can."""
    t.chain = bit_at(t.unit)
    t.last = -1
    t.phase = JOIN
    if not joinable(t, SIDE * t.seat):
        close_chain(t)


def join(t: GunshiState, square: i64) -> None:
    """One more unit joins the chain."""
    t.chain |= bit_at(square)
    t.last = square
    if not joinable(t, SIDE * t.seat):
        close_chain(t)


def close_chain(t: GunshiState) -> None:
    """The members are fixed; now they act."""
    t.members = t.chain
    t.last = -1
    if t.doing == TURNING:
        rest = t.chain
        while rest:
            set_facing(t, lowest(rest), t.way)
            rest &= rest - 1
        finish_card(t)
        return
    next_act(t)


def next_act(t: GunshiState) -> None:
    """The next member acts; the player chooses it only when several can."""
    if not t.members:
        after_chain(t)
        return
    able = able_now(t, SIDE * t.seat)
    if able & (able - 1):
        t.at = -1
        t.phase = ACT
    else:
        begin_act(t, lowest(able))


def begin_act(t: GunshiState, square: i64) -> None:
    """A member acts; what it does is asked only when there is a choice."""
    o = SIDE * t.seat
    t.at = square
    if t.doing == BUILDING:
        lines = open_lines(t, o, square)
        if len(lines) == 1:
            build(t, lines[0])
        else:
            t.phase = LINE
    elif t.doing in (SHOOTING, BOLTING):
        found = aims(t, o, square)
        if found & (found - 1):
            t.phase = HIT
        else:
            hit(t, lowest(found))
    else:
        found = destinations(t, o, square)
        if found & (found - 1):
            t.phase = TO
        else:
            move_to(t, lowest(found))


def move_to(t: GunshiState, to: i64) -> None:
    """The acting unit goes there or strikes there."""
    o, start = SIDE * t.seat, t.at
    bit: i64 = bit_at(start)
    if t.doing == LIGHT_MOVING:
        t.shields &= ~bit
    t.members &= ~bit
    entered = attack_or_enter(t, o, start, to, t.way)
    if t.phase == OVER:
        return
    if entered and start == t.unit:
        t.stepped = BESIDE[start] >> to & 1
    t.at = to if entered else start
    if start == t.unit and t.card == RAPID_MOVE:
        t.unit = t.at
    if entered and ZONE_OF_ENEMY[t.seat] >> to & 1:
        t.phase = INVADE
    else:
        next_act(t)


def invade(t: GunshiState) -> None:
    """The unit goes on to the Invader Spot (RULES §5.7)."""
    o = SIDE * t.seat
    invade_from(t, o, t.at)
    if t.card == RAPID_MOVE and t.at == t.unit:
        t.unit = -1
    if t.settings.inspiration and t.side[o + INSPIRED] == INSPIRATION_NONE:
        t.side[o + INSPIRED] = INSPIRATION_DUE
    if invaders(t.side, o) >= INVADERS_TO_WIN:
        t.winner = t.seat
        t.ending = INVADED
        t.phase = OVER
        return
    stay(t)


def stay(t: GunshiState) -> None:
    """The unit stays in the zone."""
    t.at = -1
    if t.doing == DRAGGED:
        next_drag(t)
    else:
        next_act(t)


def hit(t: GunshiState, square: i64) -> None:
    """The acting archer shoots there."""
    o = SIDE * t.seat
    shoot(t, o, square)
    if t.phase == OVER:
        return
    if t.card == RAPID_FIRE:
        t.stage += 1
        if t.stage < 2 and targets(t, o, t.at, False):
            begin_act(t, t.at)
        else:
            finish_card(t)
        return
    t.members &= ~(bit_at(t.at))
    next_act(t)


def build(t: GunshiState, line: i64) -> None:
    """The acting infantry builds there."""
    o = SIDE * t.seat
    t.side[o + MLP] -= FENCE_COST
    set_fence(t, o, line)
    t.members &= ~(bit_at(t.at))
    next_act(t)


def set_fence(t: GunshiState, o: i64, line: i64) -> None:
    """A fence of side o on a line."""
    if line < NORTH_LINES:
        t.side[o + FENCE_N] |= bit_at(line)
    else:
        t.side[o + FENCE_E] |= bit_at(place_of_line(line))


def after_chain(t: GunshiState) -> None:
    """All members have acted. A single step may spring the enemy's Chain Trap (RULES §9.11)."""
    o = SIDE * t.seat
    if t.stepped and t.side[SIDE - o + TRAP_OUT]:
        t.stepped = 0
        t.doing = DRAGGED
        t.members = t.beside & ~t.chain
        next_drag(t)
        return
    after_command(t)


def next_drag(t: GunshiState) -> None:
    """The neighbours that did not act themselves follow one step; blocked ones stay where they are."""
    o = SIDE * t.seat
    while t.members:
        square = lowest(t.members)
        t.members &= t.members - 1
        to = NEXT[49 * t.way + square]
        if to < 0 or (t.side[ALL] | t.side[SIDE + ALL]) >> to & 1 or fenced(t, SIDE - o, square, t.way):
            continue
        relocate(t, o, square, to)
        set_facing(t, to, t.way)
        clear_fences(t, SIDE - o, to)
        if ZONE_OF_ENEMY[t.seat] >> to & 1:
            t.at = to
            t.phase = INVADE
            return
    t.side[SIDE - o + TRAP_OUT] = 0
    bury(t.side, SIDE - o, TRAP)
    after_command(t)


def after_command(t: GunshiState) -> None:
    """A rapid move that began with the move ends with a turn, unless the unit has left the field."""
    if t.card == RAPID_MOVE and t.stage == 0 and t.unit >= 0:
        t.stage = 1
        t.at = -1
        t.phase = TURN
        return
    finish_card(t)


def turn_after(t: GunshiState, direction: i64) -> None:
    """The turn that ends a rapid move."""
    set_facing(t, t.unit, direction)
    finish_card(t)


# -- reinforcements, scouts, switches ------------------------------------------------------------------


def place_support(t: GunshiState, direction: i64) -> None:
    """Pay, put the unit down, clear enemy fences around it; a newcomer is no shogun."""
    o, kind = SIDE * t.seat, t.last
    t.side[o + MLP] -= COST[kind] if t.card == REINFORCE else EN_ROUTE_COST[kind]
    put_unit(t, o, kind, t.at)
    set_facing(t, t.at, direction)
    t.cleared |= bit_at(t.at)
    if t.settings.reinforcement_clears or t.card == EN_ROUTE:
        clear_fences(t, SIDE - o, t.at)
    finish_card(t)


def look(t: GunshiState, place: i64) -> None:
    """See one card of the enemy row; only this seat learns it."""
    o = SIDE * t.seat
    t.side[o + MLP] -= SCOUT_ROW_COST
    enemy = SIDE - o
    if not row_entry(t.side[enemy + ROW], place) & FACE_UP:
        t.side[enemy + ROW] |= to_row(SCOUTED, place)
    finish_card(t)


def ask(t: GunshiState, square: i64) -> None:
    """Is this your shogun? The answer is heard by all."""
    o = SIDE * t.seat
    t.side[o + MLP] -= SCOUT_SHOGUN_COST
    if t.side[SIDE - o + SHOGUN] == square:
        t.side[SIDE - o + SHOWN] = 1
    else:
        t.cleared |= bit_at(square)
    finish_card(t)


def switch(t: GunshiState, line: i64) -> None:
    """Two neighbours change places (RULES §9.10)."""
    o = SIDE * t.seat
    t.side[o + MLP] -= SWITCH_COST
    low = place_of_line(line)
    swap_units(t, o, low, low + 7 if line < NORTH_LINES else low + 1)
    finish_card(t)
