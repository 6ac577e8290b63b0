"""What units can do on the field and what happens when they do it (RULES §4 to §7)."""

from __future__ import annotations

from mypy_extensions import i64

from gunbai.games.gunshi.data import (
    AROUND_EAST,
    AROUND_NORTH,
    BOARD,
    BUILD_EAST,
    BUILD_NORTH,
    CAVALRY,
    CROSSBOW_TABLE,
    EAST,
    FENCES_PER_SIDE,
    INFANTRY,
    NEXT,
    NORTH,
    SHOOT_TABLE,
    SHOTS,
    SOUTH,
    SUPPLY,
    bit_at,
    count,
    lowest,
    shifted,
)
from gunbai.games.gunshi.packed import SPOT_SHIELD, count_of, one_of
from gunbai.games.gunshi.state import (
    ALL,
    CAV,
    FENCE_E,
    FENCE_N,
    INF,
    OVER,
    SHOGUN,
    SHOGUN_TAKEN,
    SHOWN,
    SIDE,
    SPOT,
    GunshiState,
)


def facing(t: GunshiState, square: i64) -> i64:
    """The direction the unit on the square faces."""
    return (t.face_low >> square & 1) | (t.face_high >> square & 1) << 1


def set_facing(t: GunshiState, square: i64, direction: i64) -> None:
    """Turn the unit on the square."""
    bit: i64 = bit_at(square)
    t.face_low = t.face_low | bit if direction & 1 else t.face_low & ~bit
    t.face_high = t.face_high | bit if direction & 2 else t.face_high & ~bit


def units_facing(t: GunshiState, direction: i64) -> i64:
    """All squares whose facing bits say that direction, empty ones included."""
    low = t.face_low if direction & 1 else ~t.face_low
    high = t.face_high if direction & 2 else ~t.face_high
    return low & high & BOARD


def unit_type(t: GunshiState, o: i64, square: i64) -> i64:
    """INFANTRY, ARCHER or CAVALRY; o is SIDE * owner, the square holds one of its units."""
    if t.side[o + INF] >> square & 1:
        return INFANTRY
    return CAVALRY if t.side[o + CAV] >> square & 1 else 1


def fenced(t: GunshiState, enemy: i64, square: i64, direction: i64) -> bool:
    """Whether an enemy fence stands on that side of the square; the board's rim is none. enemy is SIDE * seat."""
    if direction == NORTH:
        return t.side[enemy + FENCE_N] >> square & 1 != 0
    if direction == EAST:
        return t.side[enemy + FENCE_E] >> square & 1 != 0
    if direction == SOUTH:
        return square >= 7 and t.side[enemy + FENCE_N] >> (square - 7) & 1 != 0
    return square % 7 != 0 and t.side[enemy + FENCE_E] >> (square - 1) & 1 != 0


def fenced_squares(t: GunshiState, enemy: i64, direction: i64) -> i64:
    """All squares with an enemy fence on that side."""
    if direction == NORTH:
        return t.side[enemy + FENCE_N]
    if direction == EAST:
        return t.side[enemy + FENCE_E]
    if direction == SOUTH:
        return t.side[enemy + FENCE_N] << 7
    return t.side[enemy + FENCE_E] << 1


# -- moving -------------------------------------------------------------------------------------------


def charge(t: GunshiState, o: i64, square: i64, direction: i64) -> i64:
    """Where cavalry on the square can ride straight ahead: over one own infantry or archer at most (RULES §5.4)."""
    enemy = SIDE - o
    own = t.side[o + ALL]
    foes = t.side[enemy + ALL]
    horses = t.side[o + CAV]
    found: i64 = 0
    jumped = False
    here = square
    while not fenced(t, enemy, here, direction):
        here = NEXT[49 * direction + here]
        if here < 0:
            break
        bit: i64 = bit_at(here)
        if own & bit:
            if jumped or horses & bit:
                break
            jumped = True
            continue
        found |= bit
        if foes & bit:
            break
    return found


def steps(t: GunshiState, o: i64, square: i64, direction: i64) -> i64:
    """Where the unit on the square can go in that direction by a plain Move."""
    if t.side[o + CAV] >> square & 1:
        ahead = facing(t, square)
        if ahead == direction:
            return charge(t, o, square, direction)
        if (ahead ^ 2) == direction:
            return 0
    to = NEXT[49 * direction + square]
    if to < 0 or t.side[o + ALL] >> to & 1 or fenced(t, SIDE - o, square, direction):
        return 0
    return bit_at(to)


def light_steps(t: GunshiState, o: i64, square: i64, direction: i64) -> i64:
    """Where infantry can go in that direction by Light Infantry: one step, or two straight ahead (RULES §9.6)."""
    enemy = SIDE - o
    own = t.side[o + ALL]
    to = NEXT[49 * direction + square]
    if to < 0 or fenced(t, enemy, square, direction):
        return 0
    found: i64 = 0 if own >> to & 1 else bit_at(to)
    if facing(t, square) == direction and not fenced(t, enemy, to, direction):
        to = NEXT[49 * direction + to]
        if to >= 0 and not own >> to & 1:
            found |= bit_at(to)
    return found


def movable(t: GunshiState, o: i64, direction: i64) -> i64:
    """The side's units that could move that way by themselves now."""
    enemy = SIDE - o
    side = t.side
    own = side[o + ALL]
    horses = side[o + CAV]
    open_ahead = own & shifted(BOARD & ~own, direction ^ 2) & ~fenced_squares(t, enemy, direction)
    if not horses:
        return open_ahead
    riding = horses & units_facing(t, direction)
    able = open_ahead & ~(horses & units_facing(t, direction ^ 2))
    blocked = riding & ~open_ahead
    while blocked:
        square = lowest(blocked)
        blocked &= blocked - 1
        if charge(t, o, square, direction):
            able |= bit_at(square)
    return able


def leavers(t: GunshiState, o: i64, direction: i64, able: i64) -> i64:
    """Those of the able units that would leave their square: infantry and archers stop at a shield (RULES §5.3)."""
    side = t.side
    walls = shifted(side[SIDE - o + ALL] & t.shields, direction ^ 2)
    return able & (side[o + CAV] | ~walls)


def origins(t: GunshiState, o: i64, direction: i64) -> i64:
    """Units that can carry out a Move that way, alone or because a neighbour of their type ahead goes too."""
    able = movable(t, o, direction)
    leaving = leavers(t, o, direction, able)
    side = t.side
    free = ~fenced_squares(t, SIDE - o, direction) & ~(side[o + CAV] & units_facing(t, direction ^ 2))
    found = able
    for kind in range(ALL):
        same = side[o + kind]
        found |= same & shifted(leaving & same, direction ^ 2) & free
    return found


def chain_moves(t: GunshiState, o: i64, origin: i64, chain: i64, direction: i64) -> bool:
    """Whether every unit of the chain can act when the front ones go first (RULES §8.6)."""
    able = movable(t, o, direction)
    leaving = leavers(t, o, direction, able)
    free = ~fenced_squares(t, SIDE - o, direction) & ~(t.side[o + CAV] & units_facing(t, direction ^ 2))
    start: i64 = bit_at(origin)
    ahead = shifted(start, direction)
    behind = shifted(start, direction ^ 2)
    if chain & ~start & ~behind & ~able:
        return False
    # When the one ahead leaves, the origin enters an empty square and so leaves its own.
    origin_leaves = leaving & start
    if not able & start:
        if not (chain & ahead & leaving and free & start):
            return False
        origin_leaves = start
    return not (chain & behind) or (origin_leaves != 0 and free & behind != 0)


def clear_fences(t: GunshiState, enemy: i64, square: i64) -> None:
    """Remove every enemy fence around a square; the fences go back to their owner (RULES §7.5)."""
    t.side[enemy + FENCE_N] &= ~AROUND_NORTH[square]
    t.side[enemy + FENCE_E] &= ~AROUND_EAST[square]


def remove_unit(t: GunshiState, o: i64, square: i64) -> None:
    """Take a unit of side o off the field; a lost shogun loses the game."""
    bit: i64 = bit_at(square)
    t.side[o + unit_type(t, o, square)] &= ~bit
    t.side[o + ALL] &= ~bit
    t.shields &= ~bit
    t.cleared &= ~bit
    t.face_low &= ~bit
    t.face_high &= ~bit
    if t.side[o + SHOGUN] == square:
        t.side[o + SHOGUN] = -1
        t.side[o + SHOWN] = 1
        t.winner = 1 - o // SIDE
        t.ending = SHOGUN_TAKEN
        t.phase = OVER


def put_unit(t: GunshiState, o: i64, kind: i64, square: i64) -> None:
    """A unit from the reserve, infantry with its shield; the facing is set apart."""
    bit: i64 = bit_at(square)
    t.side[o + kind] |= bit
    t.side[o + ALL] |= bit
    if kind == INFANTRY:
        t.shields |= bit


def relocate(t: GunshiState, o: i64, square: i64, to: i64) -> None:
    """Carry a unit with all that is known of it to an empty square."""
    bit: i64 = bit_at(square)
    new: i64 = bit_at(to)
    kind = unit_type(t, o, square)
    t.side[o + kind] ^= bit | new
    t.side[o + ALL] ^= bit | new
    if t.shields & bit:
        t.shields ^= bit | new
    if t.cleared & bit:
        t.cleared ^= bit | new
    if t.face_low & bit:
        t.face_low ^= bit | new
    if t.face_high & bit:
        t.face_high ^= bit | new
    if t.side[o + SHOGUN] == square:
        t.side[o + SHOGUN] = to


def attack_or_enter(t: GunshiState, o: i64, square: i64, to: i64, direction: i64) -> bool:
    """Move a unit; True when it really entered the square, False when it only broke a shield (RULES §5)."""
    enemy = SIDE - o
    bit: i64 = bit_at(to)
    if t.side[enemy + ALL] & bit:
        if t.shields & bit and not t.side[o + CAV] >> square & 1:
            t.shields &= ~bit
            if t.settings.turn_on_shield_hit:
                set_facing(t, square, direction)
            return False
        remove_unit(t, enemy, to)
    relocate(t, o, square, to)
    set_facing(t, to, direction)
    clear_fences(t, enemy, to)
    return True


def invade_from(t: GunshiState, o: i64, square: i64) -> None:
    """A unit leaves the field for the enemy's Invader Spot, its shield with it."""
    bit: i64 = bit_at(square)
    kind = unit_type(t, o, square)
    t.side[o + SPOT] += one_of(kind)
    if t.shields & bit:
        t.side[o + SPOT] += SPOT_SHIELD
    t.side[o + kind] &= ~bit
    t.side[o + ALL] &= ~bit
    t.shields &= ~bit
    t.cleared &= ~bit
    t.face_low &= ~bit
    t.face_high &= ~bit


def swap_units(t: GunshiState, o: i64, a: i64, b: i64) -> None:
    """Two own units change places, facings kept; not a move (RULES §9.10)."""
    both: i64 = (bit_at(a)) | (bit_at(b))
    for kind in range(3):
        t.side[o + kind] = _swapped(t.side[o + kind], a, b, both)
    t.shields = _swapped(t.shields, a, b, both)
    t.cleared = _swapped(t.cleared, a, b, both)
    t.face_low = _swapped(t.face_low, a, b, both)
    t.face_high = _swapped(t.face_high, a, b, both)
    if t.side[o + SHOGUN] == a:
        t.side[o + SHOGUN] = b
    elif t.side[o + SHOGUN] == b:
        t.side[o + SHOGUN] = a


def _swapped(squares: i64, a: i64, b: i64, both: i64) -> i64:
    return squares ^ both if (squares >> a ^ squares >> b) & 1 else squares


# -- shooting -------------------------------------------------------------------------------------------


def targets(t: GunshiState, o: i64, square: i64, crossbow: bool) -> i64:
    """Enemy units an archer can shoot; arrows fly over units, fences across the facing stop them (RULES §6)."""
    enemy = SIDE - o
    foes = t.side[enemy + ALL]
    walls_n = t.side[enemy + FENCE_N]
    walls_e = t.side[enemy + FENCE_E]
    table = CROSSBOW_TABLE if crossbow else SHOOT_TABLE
    i: i64 = (4 * square + facing(t, square)) * 18
    found: i64 = 0
    for _ in range(SHOTS):
        if table[i] & foes and not table[i + 1] & walls_n and not table[i + 2] & walls_e:
            found |= table[i]
        i += 3
    return found


def field_of_fire(t: GunshiState, o: i64, square: i64, crossbow: bool) -> tuple[i64, i64]:
    """The squares within range of an archer of side o, empty ones too: those it can hit, and those behind a fence."""
    walls_n = t.side[SIDE - o + FENCE_N]
    walls_e = t.side[SIDE - o + FENCE_E]
    table = CROSSBOW_TABLE if crossbow else SHOOT_TABLE
    i: i64 = (4 * square + facing(t, square)) * 18
    found: i64 = 0
    covered: i64 = 0
    for _ in range(SHOTS):
        if table[i + 1] & walls_n or table[i + 2] & walls_e:
            covered |= table[i]
        else:
            found |= table[i]
        i += 3
    return found, covered


def shots_suffice(t: GunshiState, o: i64, archers: i64, crossbow: bool) -> bool:
    """Whether all these archers can shoot one after another: a shielded target takes two arrows, others one."""
    return _hall(t, o, archers, crossbow, 0, 0)


def _hall(t: GunshiState, o: i64, rest: i64, crossbow: bool, reached: i64, shooters: i64) -> bool:
    # Hall's condition: any group of shooters must have at least as many arrows' worth of targets between them.
    if count(reached) + count(reached & t.shields) < shooters:
        return False
    if not rest:
        return True
    square = lowest(rest)
    rest &= rest - 1
    return _hall(t, o, rest, crossbow, reached, shooters) and _hall(
        t, o, rest, crossbow, reached | targets(t, o, square, crossbow), shooters + 1
    )


def shoot(t: GunshiState, o: i64, square: i64) -> None:
    """An arrow strikes the enemy on the square: its shield goes first."""
    bit: i64 = bit_at(square)
    if t.shields & bit:
        t.shields &= ~bit
    else:
        remove_unit(t, SIDE - o, square)


# -- fences and reserve --------------------------------------------------------------------------------


def fences_left(t: GunshiState, o: i64) -> i64:
    """Fences of the side not on the field."""
    return FENCES_PER_SIDE - count(t.side[o + FENCE_N]) - count(t.side[o + FENCE_E])


def free_north(t: GunshiState, o: i64) -> i64:
    """North lines without a fence and without an enemy beside them."""
    foes = t.side[SIDE - o + ALL]
    return ~(t.side[FENCE_N] | t.side[SIDE + FENCE_N] | foes | foes >> 7) & (BOARD >> 7)


def free_east(t: GunshiState, o: i64) -> i64:
    """East lines without a fence and without an enemy beside them."""
    foes = t.side[SIDE - o + ALL]
    return ~(t.side[FENCE_E] | t.side[SIDE + FENCE_E] | foes | foes >> 1) & BOARD


def build_north(t: GunshiState, o: i64, square: i64) -> i64:
    """North lines the infantry on the square can fence."""
    return BUILD_NORTH[4 * square + facing(t, square)] & free_north(t, o)


def build_east(t: GunshiState, o: i64, square: i64) -> i64:
    """East lines the infantry on the square can fence."""
    return BUILD_EAST[4 * square + facing(t, square)] & free_east(t, o)


def lines_suffice(t: GunshiState, o: i64, builders: i64) -> bool:
    """Whether all these infantry can build one fence each, each on a line of its own."""
    return _lines_hall(t, o, builders, 0, 0, 0)


def _lines_hall(t: GunshiState, o: i64, rest: i64, north: i64, east: i64, builders: i64) -> bool:
    if count(north) + count(east) < builders:
        return False
    if not rest:
        return True
    square = lowest(rest)
    rest &= rest - 1
    return _lines_hall(t, o, rest, north, east, builders) and _lines_hall(
        t, o, rest, north | build_north(t, o, square), east | build_east(t, o, square), builders + 1
    )


def reserve(t: GunshiState, kind: i64) -> i64:
    """Units of a type left in the shared reserve: neither on the field nor on an Invader Spot."""
    used = count(t.side[kind]) + count(t.side[SIDE + kind])
    return SUPPLY[kind] - used - count_of(t.side[SPOT], kind) - count_of(t.side[SIDE + SPOT], kind)
