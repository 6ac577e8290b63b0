"""Moves that end the game at once: enough units onto the enemy's back line by one command, which nothing can answer.

A search finds such a command only after a dozen small actions in the right order, and until then takes the position for
what it looks like on average. So it is told. Everything read here is open to both sides but the shogun of the side that
moves, which may not invade, and the enemy's next card, which in a search is that of a guessed world.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from gunbai.games.gunshi.actions import A_GO, A_INVADE, A_JOIN, A_SEND, A_TO, A_UNIT, A_WAY
from gunbai.games.gunshi.board import facing, fenced
from gunbai.games.gunshi.data import (
    BESIDE,
    HAND_SIZE,
    INVADERS_TO_WIN,
    MOVE,
    NEXT,
    NORTH,
    SOUTH,
    ZONE_OF_ENEMY,
    bit_at,
    count,
    lowest,
)
from gunbai.games.gunshi.packed import count_of, row_kind, sealed_card, sealed_square
from gunbai.games.gunshi.state import (
    ACT,
    ALL,
    ARRANGE,
    CAV,
    FACING,
    HAND,
    INF,
    INVADE,
    JOIN,
    KIT,
    LIGHTNING,
    MLP,
    MOVING,
    PIECE,
    ROW,
    ROW_N,
    SEAL,
    SEAL_N,
    SEND,
    SHOGUN,
    SIDE,
    TO,
    UNIT,
    WHAT,
    GunshiState,
    invaders,
)


def sure_winner(t: GunshiState) -> i64:
    """The seat that wins by the command under way or the one that comes next; -1: nobody is sure to."""
    phase = t.phase
    if t.turn == 0:
        return 0 if phase in (PIECE, FACING, ARRANGE) and _opening_wins(t) else -1
    if phase == SEND:
        # The side that sends has carried out its cards: nothing happens before the other carries out its own.
        seat = 1 - t.seat
        if _moves_next(t, SIDE * seat):
            return seat if leader(t, seat) >= 0 else -1
        return t.seat if _sends_first(t) and leader(t, t.seat) >= 0 else -1
    if t.card != MOVE or phase not in (UNIT, WHAT, JOIN, ACT, TO, INVADE):
        return -1
    return t.seat if _goes_on(t) else -1


def winning_step(t: GunshiState, actions: vec[i64]) -> i64:
    """The next small action of a command that wins at once; -1 where there is none."""
    phase, seat = t.phase, t.seat
    if phase == SEND:
        waiting = t.turn > 0 and t.side[SIDE * seat + ROW_N] == 0 and _sends_first(t)
        return A_SEND + MOVE if waiting and leader(t, seat) >= 0 else -1
    if t.card != MOVE or phase not in (UNIT, WHAT, JOIN, ACT, TO, INVADE):
        return -1
    if phase == UNIT:
        square = leader(t, seat)
        return A_UNIT + square if square >= 0 else -1
    if not _goes_on(t):
        return -1
    if phase == WHAT:
        return A_WAY + _ahead(seat)
    if phase == INVADE:
        return A_INVADE
    if phase == JOIN:
        comrades = _troop(t, seat, t.unit)
        for action in actions:
            if action == A_GO or comrades >> (action - A_JOIN) & 1:
                return action
        return -1
    if phase == ACT:
        # The front goes first.
        return actions[len(actions) - 1] if seat == 0 else actions[0]
    for action in actions:
        if ZONE_OF_ENEMY[seat] >> (action - A_TO) & 1:
            return action
    return -1


def forcing_step(t: GunshiState, actions: vec[i64]) -> i64:
    """The next small action of a charge after which one more Move would win; -1 where there is none.

    Horses take what stands before them, or tear down a fence by riding up to it, and keep together.
    """
    phase, seat = t.phase, t.seat
    if t.card != MOVE or phase not in (UNIT, WHAT, JOIN, TO) or count(t.side[SIDE * seat + CAV]) < 2:
        return -1
    if phase == UNIT:
        rest = _lookers(t, seat)
        while rest:
            square = lowest(rest)
            rest &= rest - 1
            if _charge(t, seat, square) > 0:
                return A_UNIT + square
        return -1
    if phase == WHAT:
        return A_WAY + _ahead(seat) if _charge(t, seat, t.unit) > 0 else -1
    if t.doing != MOVING or t.way != _ahead(seat):
        return -1
    if phase == JOIN:
        if _charge(t, seat, t.unit) <= 0:
            return -1
        lookers = _lookers(t, seat)
        for action in actions:
            if action == A_GO or lookers >> (action - A_JOIN) & 1:
                return action
        return -1
    return _together(t, seat, actions)


def _lookers(t: GunshiState, seat: i64) -> i64:
    """Horses that look ahead and may invade."""
    side, o = t.side, SIDE * seat
    return _near(t, seat) & side[o + CAV]


def _charge(t: GunshiState, seat: i64, square: i64) -> i64:
    """How far a horse and those beside it must ride ahead so that one more Move wins; 0: it is not to be had so."""
    side, o = t.side, SIDE * seat
    wanted = INVADERS_TO_WIN - invaders(side, o)
    if not _lookers(t, seat) >> square & 1:
        return 0
    troop = bit_at(square) | (BESIDE[square] & _lookers(t, seat))
    if count(troop) < wanted:
        return 0
    distance: i64 = 0
    rest = troop
    while rest:
        one = lowest(rest)
        rest &= rest - 1
        far = _obstacle(t, seat, one, troop)
        if far < 0 or (far > 0 and distance not in (0, far)):
            return 0
        distance = max(distance, far)
    return distance


def _obstacle(t: GunshiState, seat: i64, square: i64, troop: i64) -> i64:
    """How far ahead the only thing stands that keeps a horse from the enemy's back line; 0 for nothing, -1 for more.

    That is an enemy unit, which falls, or a fence, which falls once a horse has ridden up to it. A horse behind another
    of its troop has nothing of its own before it.
    """
    side, o = t.side, SIDE * seat
    enemy, ahead, zone = SIDE - o, _ahead(seat), ZONE_OF_ENEMY[seat]
    found: i64 = 0
    far: i64 = 0
    here = square
    while True:
        wall = fenced(t, enemy, here, ahead)
        if wall and (far == 0 or (found and found != far)):
            return -1
        if wall:
            found = far
        here = NEXT[49 * ahead + here]
        if here < 0:
            return -1
        far += 1
        bit: i64 = bit_at(here)
        if zone & bit:
            return -1 if side[o + ALL] & ~troop & bit else found
        if troop & bit:
            return 0
        if side[o + ALL] & bit:
            return -1
        if side[enemy + ALL] & bit:
            if found:
                return -1
            found = far


def _together(t: GunshiState, seat: i64, actions: vec[i64]) -> i64:
    """Where a horse of a charge goes: it takes, or else stops beside most of the others that look ahead."""
    side, o = t.side, SIDE * seat
    foes, others = side[SIDE - o + ALL], _lookers(t, seat) & ~bit_at(t.at)
    if not side[o + CAV] >> t.at & 1 or (not t.members & ~bit_at(t.at) and count(t.chain) < 2):
        return -1
    best: i64 = -1
    most: i64 = 0
    for action in actions:
        square = action - A_TO
        if foes >> square & 1:
            return action
        beside = count(BESIDE[square] & others)
        if beside > most:
            best, most = action, beside
    return best


def leader(t: GunshiState, seat: i64) -> i64:
    """A unit that, with those beside it, brings enough invaders by one Move; -1 where there is none."""
    side, o = t.side, SIDE * seat
    wanted = INVADERS_TO_WIN - invaders(side, o)
    rest = _near(t, seat)
    if not rest or (wanted > 1 and count(rest) + count(rest & t.shields) < wanted):
        return -1
    while rest:
        square = lowest(rest)
        rest &= rest - 1
        if _weight(t, _troop(t, seat, square)) >= wanted:
            return square
    return -1


def _near(t: GunshiState, seat: i64) -> i64:
    """Units that may be able to go to the enemy's back line: horses that look ahead, and all a step before it."""
    side, o = t.side, SIDE * seat
    ahead = _ahead(seat)
    zone = ZONE_OF_ENEMY[seat]
    found = side[o + ALL] & (zone >> 7 if seat == 0 else zone << 7)
    rest = side[o + CAV] & ~found & ~zone
    while rest:
        square = lowest(rest)
        rest &= rest - 1
        if facing(t, square) == ahead:
            found |= bit_at(square)
    if side[o + SHOGUN] >= 0:
        found &= ~bit_at(side[o + SHOGUN])
    return found


def _troop(t: GunshiState, seat: i64, square: i64) -> i64:
    """The unit and those of its kind beside it that one Move ahead brings to the enemy's back line; 0 if not itself."""
    side, o = t.side, SIDE * seat
    kind: i64 = 0 if side[o + INF] >> square & 1 else CAV if side[o + CAV] >> square & 1 else 1
    here: i64 = bit_at(square)
    troop = (here | (BESIDE[square] & side[o + kind])) & _near(t, seat)
    while troop & here:
        # Horses that stay where they are stand in the way of those behind them.
        arriving: i64 = 0
        rest = troop
        while rest:
            one = lowest(rest)
            rest &= rest - 1
            if _arrives(t, o, one, troop, seat):
                arriving |= bit_at(one)
        if arriving == troop:
            return troop
        troop = arriving
    return 0


def _arrives(t: GunshiState, o: i64, square: i64, troop: i64, seat: i64) -> bool:
    """Whether a unit gets to the enemy's back line by a Move ahead, once those of its troop before it have invaded."""
    side, enemy = t.side, SIDE - o
    ahead, zone = _ahead(seat), ZONE_OF_ENEMY[seat]
    own = side[o + ALL] & ~troop
    riding = side[o + CAV] >> square & 1 != 0
    far = riding and facing(t, square) == ahead
    if riding and facing(t, square) == ahead ^ 2:
        return False
    jumped = False
    here = square
    while not fenced(t, enemy, here, ahead):
        here = NEXT[49 * ahead + here]
        if here < 0:
            return False
        bit: i64 = bit_at(here)
        if zone & bit:
            # Foot does not get past a shield.
            return not own & bit and (riding or not t.shields & side[enemy + ALL] & bit)
        if not far or side[enemy + ALL] & bit:
            return False
        if own & bit:
            if jumped or side[o + CAV] & bit:
                return False
            jumped = True
    return False


def _goes_on(t: GunshiState) -> bool:
    """Whether the Move under way can still bring enough invaders."""
    seat = t.seat
    side, o = t.side, SIDE * seat
    wanted = INVADERS_TO_WIN - invaders(side, o)
    phase = t.phase
    if phase == UNIT:
        return leader(t, seat) >= 0
    if phase == WHAT:
        return _weight(t, _troop(t, seat, t.unit)) >= wanted
    if t.doing != MOVING or t.way != _ahead(seat):
        return False
    if phase == JOIN:
        # Who has joined must go too, and is left out of the count where it does not arrive.
        joined = t.chain & ~bit_at(t.unit)
        later: i64 = BESIDE[t.unit] if t.last < 0 else BESIDE[t.unit] & ~(bit_at(t.last + 1) - 1)
        troop = _troop(t, seat, t.unit)
        return _weight(t, troop & (bit_at(t.unit) | joined | later)) >= wanted
    going = t.members
    arrived: i64 = 0
    if phase == TO:
        going |= bit_at(t.at)
    elif phase == INVADE:
        if side[o + SHOGUN] == t.at:
            return False
        arrived = 1 + (t.shields >> t.at & 1)
        going &= ~bit_at(t.at)
    if side[o + SHOGUN] >= 0:
        going &= ~bit_at(side[o + SHOGUN])
    rest = going
    while rest:
        one = lowest(rest)
        rest &= rest - 1
        if _arrives(t, o, one, going | (bit_at(t.at) if arrived else 0), seat):
            arrived += 1 + (t.shields >> one & 1)
    return arrived >= wanted


def _sends_first(t: GunshiState) -> bool:
    """Whether a Move of the side that sends comes before anything the other side can do: it has not sent a card yet."""
    side, o = t.side, SIDE * t.seat
    if side[SIDE - o + ROW_N]:
        return False
    return row_kind(side[o + ROW], 0) == MOVE if side[o + ROW_N] else count_of(side[o + HAND], MOVE) > 0


def _opening_wins(t: GunshiState) -> bool:
    """Whether red's first Move wins whatever blue does: blue can place nothing more, and carries out no card before it.

    Red needs a shogun that is not among the invaders, and the Move in its hand.
    """
    side, sealed = t.side, t.side[SEAL]
    if (t.phase != ARRANGE and side[SIDE + MLP]) or side[SHOGUN] >= 0 or not count_of(side[KIT], MOVE):
        return False
    if leader(t, 0) < 0:
        return False
    suspects = side[ALL]
    if t.phase == ARRANGE:
        if t.settings.open_cards and not count_of(side[HAND], MOVE):
            return False
        chosen = side[SEAL_N]
        if chosen:
            suspects = bit_at(sealed_square(sealed))
        if chosen >= 1 + HAND_SIZE:
            held = False
            for i in range(HAND_SIZE):
                held = held or sealed_card(sealed, i) == MOVE
            if not held:
                return False
    wins = False
    while suspects and not wins:
        side[SHOGUN] = lowest(suspects)
        suspects &= suspects - 1
        wins = leader(t, 0) >= 0
    side[SHOGUN] = -1
    return wins


def _moves_next(t: GunshiState, o: i64) -> bool:
    """Whether a Move is among the cards that the side carries out in its next turn."""
    side = t.side
    if side[o + ROW_N] == 0:
        return False
    if row_kind(side[o + ROW], 0) == MOVE:
        return True
    return side[o + LIGHTNING] != 0 and side[o + ROW_N] > 1 and row_kind(side[o + ROW], 1) == MOVE


def _weight(t: GunshiState, troop: i64) -> i64:
    """How many invaders these units are: a shield counts as one more."""
    return count(troop) + count(troop & t.shields)


def _ahead(seat: i64) -> i64:
    return SOUTH if seat else NORTH
