"""Who can carry out a card, who may join the chain, and what each of them can do now (RULES §8)."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.games.gunshi.board import (
    attack_or_enter,
    build_east,
    build_north,
    chain_moves,
    charge,
    facing,
    fences_left,
    invade_from,
    light_steps,
    lines_suffice,
    movable,
    origins,
    reserve,
    shots_suffice,
    steps,
    targets,
    unit_type,
    units_facing,
)
from gunbai.games.gunshi.data import (
    BESIDE,
    BOARD,
    COST,
    CROSSBOW,
    EN_ROUTE_COST,
    FENCE,
    FILE_G,
    HOME,
    LIGHT,
    MOVE,
    RAPID_FIRE,
    RAPID_MOVE,
    RAPID_MOVE_COST,
    REINFORCE,
    REORIENT,
    ZONE_OF_ENEMY,
    bit_at,
    count,
    east_line,
    lowest,
    shifted,
)
from gunbai.games.gunshi.state import (
    ALL,
    ARC,
    BOLTING,
    BUILDING,
    CAV,
    FENCE_E,
    FENCE_N,
    INF,
    LIGHT_MOVING,
    MLP,
    MOVING,
    SHOGUN,
    SIDE,
    TURNING,
    GunshiState,
)

# -- the unit that carries out the card --------------------------------------------------------------


def card_units(t: GunshiState, o: i64, card: i64) -> i64:
    """The units that can carry out the card; none means that nothing happens (RULES §4.3)."""
    side = t.side
    found: i64 = 0
    if card == MOVE:
        for direction in range(4):
            found |= origins(t, o, direction)
    elif card in (REORIENT, CROSSBOW):
        found = side[o + ALL]
    elif card == FENCE:
        if side[o + MLP] >= 1 and fences_left(t, o) >= 1:
            rest = side[o + INF]
            while rest:
                square = lowest(rest)
                rest &= rest - 1
                if build_north(t, o, square) | build_east(t, o, square):
                    found |= bit_at(square)
    elif card == RAPID_MOVE:
        if side[o + MLP] >= RAPID_MOVE_COST:
            for direction in range(4):
                found |= movable(t, o, direction)
                found |= turning_riders(t, o, direction)
    elif card == LIGHT:
        rest = side[o + INF]
        while rest:
            square = lowest(rest)
            rest &= rest - 1
            for direction in range(4):
                if light_origin(t, o, square, direction):
                    found |= bit_at(square)
                    break
    elif card == RAPID_FIRE:
        rest = side[o + ARC]
        while rest:
            square = lowest(rest)
            rest &= rest - 1
            if targets(t, o, square, False):
                found |= bit_at(square)
    return found


def turning_riders(t: GunshiState, o: i64, direction: i64) -> i64:
    """Cavalry that could ride that way once turned there (RULES §9.1)."""
    found: i64 = 0
    rest = t.side[o + CAV] & ~units_facing(t, direction)
    while rest:
        square = lowest(rest)
        rest &= rest - 1
        if charge(t, o, square, direction):
            found |= bit_at(square)
    return found


def card_ways(t: GunshiState, o: i64) -> i64:
    """The directions the chosen unit can move in, one bit each."""
    found: i64 = 0
    square = t.unit
    for direction in range(4):
        if t.card == MOVE:
            able = origins(t, o, direction) >> square & 1 != 0
        elif t.card == LIGHT:
            able = light_origin(t, o, square, direction)
        else:
            able = t.card == RAPID_MOVE and steps(t, o, square, direction) != 0
        if able:
            found |= bit_at(direction)
    return found


def card_turns(t: GunshiState, o: i64) -> i64:
    """The facings the chosen unit can turn to, one bit each."""
    if t.card in (MOVE, LIGHT) or t.stage == 2:
        return 0
    now = facing(t, t.unit)
    found: i64 = 15 & ~(bit_at(now))
    if t.card == RAPID_MOVE and t.side[o + CAV] >> t.unit & 1:
        # A rider must still be able to move once turned.
        for turned in range(4):
            if not rides_when_facing(t, o, t.unit, turned):
                found &= ~(bit_at(turned))
    elif t.card == RAPID_MOVE and not card_ways(t, o):
        found = 0
    return found


def rides_when_facing(t: GunshiState, o: i64, square: i64, ahead: i64) -> bool:
    """Whether cavalry on the square could move if it faced that way."""
    if charge(t, o, square, ahead):
        return True
    # A single step sideways is open exactly when a foot soldier could make it.
    own = t.side[o + ALL]
    for direction in (ahead + 1 & 3, ahead + 3 & 3):
        first = shifted(bit_at(square), direction) & ~own
        if first and charge(t, o, square, direction) & first:
            return True
    return False


def card_shoots(t: GunshiState, o: i64) -> bool:
    """Whether the chosen unit is an archer with somebody to shoot at."""
    if t.card not in (REORIENT, CROSSBOW):
        return False
    return t.side[o + ARC] >> t.unit & 1 != 0 and targets(t, o, t.unit, t.card == CROSSBOW) != 0


def can_support(t: GunshiState, o: i64, card: i64, kind: i64) -> bool:
    """Whether a unit of the type is affordable and in the reserve."""
    cost = COST[kind] if card == REINFORCE else EN_ROUTE_COST[kind]
    return t.side[o + MLP] >= cost and reserve(t, kind) > 0


def support_squares(t: GunshiState, o: i64, card: i64) -> i64:
    """Where a reinforcement may be put."""
    taken = t.side[ALL] | t.side[SIDE + ALL]
    home = HOME[o // SIDE]
    if card == REINFORCE:
        return home & ~taken
    hosts = t.side[o + INF] | t.side[o + ARC]
    around: i64 = 0
    for direction in range(4):
        around |= shifted(hosts, direction)
    return around & ~taken & ~home


def pairs_north(t: GunshiState, o: i64) -> i64:
    """North lines with an own unit on both sides."""
    own = t.side[o + ALL]
    return own & own >> 7


def pairs_east(t: GunshiState, o: i64) -> i64:
    """East lines with an own unit on both sides."""
    own = t.side[o + ALL]
    return own & own >> 1 & ~FILE_G & BOARD


# -- joining --------------------------------------------------------------------------------------------


def chain_works(t: GunshiState, o: i64, chain: i64) -> bool:
    """Whether every unit of the chain can do its part, in some order (RULES §8.5)."""
    doing = t.doing
    if doing == MOVING:
        return chain_moves(t, o, t.unit, chain, t.way)
    if doing == LIGHT_MOVING:
        return light_chain(t, o, t.unit, chain, t.way)
    if doing == BUILDING:
        n = count(chain)
        return n <= t.side[o + MLP] and n <= fences_left(t, o) and lines_suffice(t, o, chain)
    if doing == TURNING:
        return True
    return shots_suffice(t, o, chain, doing == BOLTING)


def candidates(t: GunshiState, o: i64) -> i64:
    """Neighbours of the unit, of its type, that come after the last one that joined."""
    found = BESIDE[t.unit] & t.side[o + unit_type(t, o, t.unit)] & ~t.chain
    if t.doing == TURNING:
        found &= ~units_facing(t, t.way)
    if t.last >= 0:
        found &= ~((bit_at(t.last + 1)) - 1)
    return found


def joinable(t: GunshiState, o: i64) -> i64:
    """The candidates that can join so that the chain still works or can be completed."""
    rest = candidates(t, o)
    found: i64 = 0
    while rest:
        new = rest & -rest
        rest &= rest - 1
        if can_complete(t, o, t.chain | new, rest):
            found |= new
    return found


def can_complete(t: GunshiState, o: i64, chain: i64, later: i64) -> bool:
    """Whether the chain works, as it is or with some of the later candidates."""
    if chain_works(t, o, chain):
        return True
    if t.doing not in (MOVING, LIGHT_MOVING):
        return False
    # Only the units straight ahead and behind can unlock one another.
    start: i64 = bit_at(t.unit)
    ahead = shifted(start, t.way) & later
    behind = shifted(start, t.way ^ 2) & later
    if ahead and chain_works(t, o, chain | ahead):
        return True
    if not behind:
        return False
    return chain_works(t, o, chain | behind) or (ahead != 0 and chain_works(t, o, chain | ahead | behind))


# -- light infantry: two steps and passing through make order matter ---------------------------------------


def light_origin(t: GunshiState, o: i64, square: i64, direction: i64) -> bool:
    """Whether infantry can carry out Light Infantry that way, alone or with neighbours."""
    if light_steps(t, o, square, direction):
        return True
    start: i64 = bit_at(square)
    same = t.side[o + INF]
    ahead = shifted(start, direction) & same
    if not ahead:
        return False
    behind = shifted(start, direction ^ 2) & same
    return light_chain(t, o, square, start | ahead, direction) or (
        behind != 0 and light_chain(t, o, square, start | ahead | behind, direction)
    )


def light_chain(t: GunshiState, o: i64, origin: i64, chain: i64, direction: i64) -> bool:
    """Whether all of the chain can act; those in the origin's own file depend on one another."""
    start: i64 = bit_at(origin)
    file = start | shifted(start, direction) | shifted(start, direction ^ 2)
    rest = chain & ~file
    while rest:
        square = lowest(rest)
        rest &= rest - 1
        if not light_steps(t, o, square, direction):
            return False
    return light_order_exists(t, o, chain & file, direction)


def light_order_exists(t: GunshiState, o: i64, members: i64, direction: i64) -> bool:
    """Whether some order and some choice of steps lets all members act."""
    rest = members
    while rest:
        square = lowest(rest)
        rest &= rest - 1
        goals = light_steps(t, o, square, direction)
        while goals:
            to = lowest(goals)
            goals &= goals - 1
            if light_after(t, o, square, to, members & ~(bit_at(square)), direction):
                return True
    return members == 0


def light_after(t: GunshiState, o: i64, square: i64, to: i64, members: i64, direction: i64) -> bool:
    """Whether the other members can all act once this one has gone there."""
    if not members:
        return True
    trial = t.copy()
    # What is possible must not depend on a secret: try it as if nobody were the shogun.
    trial.side[SIDE - o + SHOGUN] = -1
    entered = attack_or_enter(trial, o, square, to, direction)
    if light_order_exists(trial, o, members, direction):
        return True
    if not entered or not ZONE_OF_ENEMY[o // SIDE] >> to & 1 or t.side[o + SHOGUN] == square:
        return False
    # It may still make room by invading (RULES §8.7).
    invade_from(trial, o, to)
    return light_order_exists(trial, o, members, direction)


def may_stay(t: GunshiState, o: i64) -> bool:
    """Whether a unit that entered the zone may stay: not if it blocks a member that has still to act."""
    if t.doing != LIGHT_MOVING or not t.members:
        return True
    start: i64 = bit_at(t.unit)
    file = start | shifted(start, t.way) | shifted(start, t.way ^ 2)
    return light_order_exists(t, o, t.members & file, t.way)


# -- acting -----------------------------------------------------------------------------------------------


def able_now(t: GunshiState, o: i64) -> i64:
    """The members that can act at this moment."""
    if t.doing == MOVING:
        return t.members & movable(t, o, t.way)
    if t.doing == LIGHT_MOVING:
        found: i64 = 0
        rest = t.members
        while rest:
            square = lowest(rest)
            rest &= rest - 1
            if destinations(t, o, square):
                found |= bit_at(square)
        return found
    if t.doing == BUILDING:
        return t.members & -t.members
    return t.members


def destinations(t: GunshiState, o: i64, square: i64) -> i64:
    """Where a member can go so that the others can still act."""
    if t.doing != LIGHT_MOVING:
        return steps(t, o, square, t.way)
    start: i64 = bit_at(t.unit)
    file = start | shifted(start, t.way) | shifted(start, t.way ^ 2)
    bit: i64 = bit_at(square)
    others = t.members & file & ~bit
    goals = light_steps(t, o, square, t.way)
    if not others or not file & bit:
        return goals
    found: i64 = 0
    while goals:
        to = lowest(goals)
        goals &= goals - 1
        if light_after(t, o, square, to, others, t.way):
            found |= bit_at(to)
    return found


def aims(t: GunshiState, o: i64, square: i64) -> i64:
    """The targets of a member that leave the others somebody to shoot at."""
    crossbow = t.doing == BOLTING
    found = targets(t, o, square, crossbow)
    others = t.members & ~(bit_at(square))
    if not others:
        return found
    side, enemy = t.side, SIDE - o
    foes, shields = side[enemy + ALL], t.shields
    rest = found
    while rest:
        bit = rest & -rest
        rest &= rest - 1
        if shields & bit:
            t.shields = shields & ~bit
        else:
            side[enemy + ALL] = foes & ~bit
        if not shots_suffice(t, o, others, crossbow):
            found &= ~bit
        side[enemy + ALL] = foes
        t.shields = shields
    return found


def open_lines(t: GunshiState, o: i64, square: i64) -> vec[i64]:
    """The lines a member can fence so that the others still find one, ascending."""
    others = t.members & ~(bit_at(square))
    out = vec[i64]()
    for word in (FENCE_N, FENCE_E):
        free = build_north(t, o, square) if word == FENCE_N else build_east(t, o, square)
        own = t.side[o + word]
        while free:
            bit = free & -free
            free &= free - 1
            if others:
                t.side[o + word] = own | bit
                fits = lines_suffice(t, o, others)
                t.side[o + word] = own
                if not fits:
                    continue
            place = lowest(bit)
            out = append(out, place if word == FENCE_N else east_line(place))
    return out
