"""The legal actions of every phase, ascending, and what each action does."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.games.gunshi import battle, inspiration, setup
from gunbai.games.gunshi.actions import (
    A_ASK,
    A_BLIND,
    A_DECK,
    A_DECLINE,
    A_DISCARD,
    A_END,
    A_FACE,
    A_FENCE,
    A_GO,
    A_HAND,
    A_HIT,
    A_INVADE,
    A_JOIN,
    A_LIGHTNING,
    A_LOOK,
    A_NEXT,
    A_PICK,
    A_PLACE,
    A_PREPARE,
    A_REVEAL,
    A_SEND,
    A_SHOGUN,
    A_SHOOT,
    A_STAY,
    A_SWITCH,
    A_TAKE,
    A_TO,
    A_TURN,
    A_UNIT,
    A_WAY,
)
from gunbai.games.gunshi.board import facing
from gunbai.games.gunshi.chain import (
    able_now,
    aims,
    can_support,
    card_shoots,
    card_turns,
    card_units,
    card_ways,
    chain_works,
    destinations,
    joinable,
    may_stay,
    open_lines,
    pairs_east,
    pairs_north,
    support_squares,
)
from gunbai.games.gunshi.data import KINDS, SCOUT_ROW_COST, SCOUT_SHOGUN_COST, east_line, lowest
from gunbai.games.gunshi.packed import count_of
from gunbai.games.gunshi.state import (
    ACT,
    ALL,
    ARRANGE,
    DISCARD,
    FACING,
    HAND,
    HIT,
    INSPIRE,
    INVADE,
    JOIN,
    LINE,
    MLP,
    PICK,
    PIECE,
    PILE,
    REVEAL,
    ROW_N,
    SEAL_KIT,
    SEAL_PILE,
    SEND,
    SHOGUN,
    SIDE,
    SPY,
    SUPPORT,
    SWAP,
    TO,
    TURN,
    UNIT,
    WHAT,
    GunshiState,
)


def is_sealed(phase: i64) -> bool:
    """Whether both seats choose in this phase without seeing the other's choice."""
    return phase in (ARRANGE, SEAL_KIT, SEAL_PILE)


def _squares(out: vec[i64], verb: i64, squares: i64) -> vec[i64]:
    while squares:
        out = append(out, verb + lowest(squares))
        squares &= squares - 1
    return out


def _kinds(out: vec[i64], verb: i64, counts: i64) -> vec[i64]:
    for kind in range(KINDS):
        if count_of(counts, kind):
            out = append(out, verb + kind)
    return out


def _pile(out: vec[i64], verb: i64, pile: i64) -> vec[i64]:
    for kind in range(KINDS):
        if pile >> kind & 1:
            out = append(out, verb + kind)
    return out


def legal(t: GunshiState, seat: i64) -> vec[i64]:
    """What the acting seat can do; at a chance node, what can come up."""
    out = vec[i64]()
    phase, o, side = t.phase, SIDE * seat, t.side
    if phase == UNIT:
        return _squares(out, A_UNIT, card_units(t, o, t.card))
    if phase == SEND:
        if battle.can_send(t, o):
            out = _kinds(out, A_SEND, side[o + HAND])
        if battle.can_end(t):
            out = append(out, A_END)
        if battle.can_lightning(t, o):
            out = append(out, A_LIGHTNING)
        return out
    if phase == WHAT:
        return _what(t, o, out)
    if phase == JOIN:
        out = _squares(out, A_JOIN, joinable(t, o))
        if chain_works(t, o, t.chain):
            out = append(out, A_GO)
        return out
    if phase == ACT:
        return _squares(out, A_NEXT, able_now(t, o))
    if phase == TO:
        return _squares(out, A_TO, destinations(t, o, t.at))
    if phase == HIT:
        return _squares(out, A_HIT, aims(t, o, t.at))
    if phase == LINE:
        for line in open_lines(t, o, t.at):
            out = append(out, A_FENCE + line)
        return out
    if phase == INVADE:
        # The shogun gets the question too, with one answer: leaving it out would betray it (RULES §12.5).
        if side[o + SHOGUN] != t.at:
            out = append(out, A_INVADE)
        return append(out, A_STAY) if may_stay(t, o) else out
    if phase == FACING:
        for direction in range(4):
            out = append(out, A_FACE + direction)
        return out
    if phase == TURN:
        for direction in range(4):
            if direction != facing(t, t.unit):
                out = append(out, A_TURN + direction)
        return out
    if phase == SUPPORT:
        for kind in range(3):
            if can_support(t, o, t.card, kind):
                out = _squares(out, A_PLACE + 49 * kind, support_squares(t, o, t.card))
        return out
    if phase == PIECE:
        return setup.piece_choices(t)
    if phase == PICK:
        return setup.pick_choices(t)
    if is_sealed(phase):
        return setup.sealed_choices(t, seat)
    return _rare(t, o, out)


def _what(t: GunshiState, o: i64, out: vec[i64]) -> vec[i64]:
    ways = card_ways(t, o)
    turns = card_turns(t, o)
    for direction in range(4):
        if ways >> direction & 1:
            out = append(out, A_WAY + direction)
    for direction in range(4):
        if turns >> direction & 1:
            out = append(out, A_TURN + direction)
    if card_shoots(t, o):
        out = append(out, A_SHOOT)
    return out


def _rare(t: GunshiState, o: i64, out: vec[i64]) -> vec[i64]:
    phase, side = t.phase, t.side
    if phase == SPY:
        if side[o + MLP] >= SCOUT_ROW_COST:
            for place in range(side[SIDE - o + ROW_N]):
                out = append(out, A_LOOK + place)
        if side[o + MLP] >= SCOUT_SHOGUN_COST:
            out = _squares(out, A_ASK, side[SIDE - o + ALL])
    elif phase == SWAP:
        out = _squares(out, A_SWITCH, pairs_north(t, o))
        rest = pairs_east(t, o)
        while rest:
            place = lowest(rest)
            out = append(out, A_SWITCH + east_line(place))
            rest &= rest - 1
    elif phase == INSPIRE:
        if t.settings.inspiration == 1:
            out = append(out, A_BLIND)
        else:
            out = _pile(out, A_TAKE, side[o + PILE])
        out = append(out, A_DECLINE)
    elif phase == REVEAL:
        out = _pile(out, A_REVEAL, t.settings.advanced)
    elif phase == DISCARD:
        out = _kinds(out, A_DISCARD, side[o + HAND])
    return out


def apply(t: GunshiState, seat: i64, a: i64) -> None:
    """Carry out a legal action (or, on a view, a masked one)."""
    phase = t.phase
    if a < A_WAY:
        battle.choose_unit(t, a - A_UNIT)
    elif a < A_TURN:
        battle.choose_way(t, a - A_WAY)
    elif a < A_SHOOT:
        if phase == TURN:
            battle.turn_after(t, a - A_TURN)
        else:
            battle.choose_turn(t, a - A_TURN)
    elif a == A_SHOOT:
        battle.choose_shot(t)
    elif a < A_GO:
        battle.join(t, a - A_JOIN)
    elif a == A_GO:
        battle.close_chain(t)
    elif a < A_TO:
        battle.begin_act(t, a - A_NEXT)
    elif a < A_HIT:
        battle.move_to(t, a - A_TO)
    elif a < A_INVADE:
        battle.hit(t, a - A_HIT)
    elif a == A_INVADE:
        battle.invade(t)
    elif a == A_STAY:
        battle.stay(t)
    elif a < A_FACE:
        setup.choose_piece(t, (a - A_PLACE) // 49, (a - A_PLACE) % 49)
    elif a < A_FENCE:
        if t.card >= 0:
            battle.place_support(t, a - A_FACE)
        else:
            setup.place_piece(t, a - A_FACE)
    elif a < A_SWITCH:
        if phase == LINE:
            battle.build(t, a - A_FENCE)
        else:
            setup.place_fence(t, a - A_FENCE)
    elif a < A_LOOK:
        battle.switch(t, a - A_SWITCH)
    elif a < A_ASK:
        battle.look(t, a - A_LOOK)
    elif a < A_SEND:
        battle.ask(t, a - A_ASK)
    elif a < A_END:
        battle.send(t, _card(a - A_SEND))
    elif a in (A_END, A_LIGHTNING):
        battle.end_turn(t, a == A_LIGHTNING)
    elif a < A_HAND:
        setup.seal(t, seat, a - A_SHOGUN)
    elif a < A_DECK:
        setup.seal(t, seat, _card(a - A_HAND))
    elif a < A_PICK:
        setup.seal(t, seat, _card(a - A_DECK))
    elif a < A_PREPARE:
        if phase == PICK:
            setup.pick(t, a - A_PICK)
        else:
            setup.seal(t, seat, _card(a - A_PICK))
    elif a < A_TAKE:
        setup.seal(t, seat, _card(a - A_PREPARE))
    elif a < A_BLIND:
        inspiration.take(t, _card(a - A_TAKE))
    elif a == A_BLIND:
        inspiration.take_blind(t)
    elif a == A_DECLINE:
        inspiration.decline(t)
    elif a < A_DISCARD:
        inspiration.take(t, _card(a - A_REVEAL))
    else:
        inspiration.discard(t, _card(a - A_DISCARD))


def _card(number: i64) -> i64:
    return number if number < KINDS else 15
