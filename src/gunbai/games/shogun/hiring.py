"""Actions 3 to 6: build, levy, hire ronin, hire the ninja (RULES §6, §7, §8)."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.games.shogun.actions import (
    A_CASTLE,
    A_FORTRESS,
    A_HIDE,
    A_HIDE_NONE,
    A_LEVY,
    A_LEVY_ARMY,
    A_LEVY_NEXT,
    A_LEVY_NONE,
    act,
)
from gunbai.games.shogun.data import (
    BIN_BUILD,
    BIN_LEVY,
    BIN_NINJA,
    BIN_RONIN,
    BOW,
    FORCE_LIMIT,
    GUN,
    MIDDLE_PER_KOKU,
    PROVINCES,
    RONIN_PER_KOKU,
    SPEAR,
    SPEARS_PER_KOKU,
    SWORD,
)
from gunbai.games.shogun.losing import has_room
from gunbai.games.shogun.opening import first_open
from gunbai.games.shogun.phase import Phase
from gunbai.games.shogun.state import (
    ALIVE,
    ARMY_RONIN,
    ARMY_WIDTH,
    BINS,
    BUILD,
    BUILDING,
    CASTLE,
    CLAN_WIDTH,
    FORCE,
    FORCE_RONIN,
    HIDDEN,
    HIRING,
    LAND_WIDTH,
    LAST,
    LEVY,
    LEVYING,
    NEXT_TURN,
    OWNER,
    QUOTA,
    SEALED,
    STEP,
    TRAY,
    UNITS,
    VEILED,
    ShogunState,
)


def _waits(t: ShogunState) -> bool:
    """Whether some clan still owes a sealed choice; keeps the focus where it is while it does."""
    if t.turn < 0 or t.clan[t.turn * CLAN_WIDTH + SEALED] == 1 or t.clan[t.turn * CLAN_WIDTH + ALIVE] == 0:
        t.turn = first_open(t, SEALED)
    return t.turn >= 0


# -- build (RULES §6) ----------------------------------------------------------------------------------------


def _can_raise(t: ShogunState, c: i64, stands: i64) -> bool:
    """Whether a clan has paid and finds piece and place for a castle (`stands` 0) or under one for a base (1)."""
    if t.clan[c * CLAN_WIDTH + ALIVE] == 0 or t.clan[c * CLAN_WIDTH + BINS + BIN_BUILD] == 0:
        return False
    if (t.castles if stands == 0 else t.bases) > 0:
        for p in range(PROVINCES):
            if t.owner(p) == c and t.land[p * LAND_WIDTH + CASTLE] == stands:
                return True
    return False


def can_build(t: ShogunState, c: i64) -> bool:
    """Whether a clan has paid for a building and has a place and a piece for one."""
    return _can_raise(t, c, 0) or _can_raise(t, c, 1)


def _prepare_building(t: ShogunState) -> bool:
    if t.count == 0:
        castles: i64 = 0
        bases: i64 = 0
        for c in range(t.clans):
            t.clan[c * CLAN_WIDTH + SEALED] = 0 if can_build(t, c) else 1
            castles += 1 if _can_raise(t, c, 0) else 0
            bases += 1 if _can_raise(t, c, 1) else 0
        # With enough for all who could want them all build at once; otherwise in turn order, openly (RULES §6.4).
        t.clash = 1 if castles > t.castles or bases > t.bases else 0
        t.count = 1
    if t.clash == 1:
        for sword in range(1, t.clans_alive() + 1):
            c = t.clan_with_sword(sword)
            if c >= 0 and t.clan[c * CLAN_WIDTH + SEALED] == 0:
                if can_build(t, c):
                    t.turn = c
                    return True
                t.clan[c * CLAN_WIDTH + SEALED] = 1
    elif _waits(t):
        return True
    for c in range(t.clans):
        _raise_building(t, c)
    t.clash = 0
    t.count = 0
    t.turn = -1
    t.stage = LEVYING
    return False


def _raise_building(t: ShogunState, c: i64) -> None:
    code = t.clan[c * CLAN_WIDTH + BUILD]
    if code > 100:
        t.mark(code - 101)
        t.land[(code - 101) * LAND_WIDTH + CASTLE] = 2
        t.bases -= 1
    elif code > 0:
        t.mark(code - 1)
        t.land[(code - 1) * LAND_WIDTH + CASTLE] = 1
        t.castles -= 1
    t.clan[c * CLAN_WIDTH + BUILD] = 0


# -- levy (RULES §7.1-7.6) -----------------------------------------------------------------------------------


def _begin_levy(t: ShogunState) -> None:
    """Every levy takes the same number of choices whatever is chosen, so that their number tells nothing."""
    for c in range(t.clans):
        i = c * CLAN_WIDTH
        own = t.provinces_of(c)
        tray = t.clan[i + TRAY] + t.clan[i + TRAY + 1] + t.clan[i + TRAY + 2] + t.clan[i + TRAY + 3]
        most = min(SPEARS_PER_KOKU * t.clan[i + BINS + BIN_LEVY], own, tray)
        # Three choices turn the page from one type to the next.
        t.clan[i + QUOTA] = most + 3 if most > 0 else 0
        t.clan[i + STEP] = 0
        t.clan[i + LAST] = 0
        t.clan[i + SEALED] = 1 if most == 0 or t.clan[i + ALIVE] == 0 else 0


def levied(t: ShogunState, c: i64) -> vec[i64]:
    """Units of each type in the sealed levy of a clan."""
    units = vec[i64]([0] * 4)
    land = t.land
    for p in range(PROVINCES):
        code = land[p * LAND_WIDTH + LEVY]
        if code > 0 and land[p * LAND_WIDTH + OWNER] == c:
            units[(code - 1) % 4] += 1
    return units


def levy_cost(t: ShogunState, c: i64) -> i64:
    """The koku that the sealed levy of a clan takes (RULES §7.2)."""
    units = levied(t, c)
    return _price(units[BOW], units[SWORD] + units[GUN], units[SPEAR])


def _price(bows: i64, middle: i64, spears: i64) -> i64:
    """The koku for so many bowmen, swordsmen and gunners together, and spearmen."""
    pairs = (middle + MIDDLE_PER_KOKU - 1) // MIDDLE_PER_KOKU
    return bows + pairs + (spears + SPEARS_PER_KOKU - 1) // SPEARS_PER_KOKU


def _legal_levy(t: ShogunState) -> vec[i64]:
    """A place for one more unit of the present type, in the order of the map, or the next type (RULES §7.2-7.5).

    `LAST` is type * 256 + the first province still open, or -1 when nothing more is wanted.
    """
    out = vec[i64]()
    c = t.turn
    i = c * CLAN_WIDTH
    last = t.clan[i + LAST]
    if last < 0:
        return append(out, act(A_LEVY_NONE))
    unit = last // 256
    units = levied(t, c)
    middle = units[SWORD] + units[GUN]
    spears = units[SPEAR]
    free = t.clan[i + BINS + BIN_LEVY] - _price(units[BOW], middle, spears)
    # A started pair or trio is already paid for; spearmen share no koku with others.
    paid = (unit in (SWORD, GUN) and middle % MIDDLE_PER_KOKU > 0) or (unit == SPEAR and spears % SPEARS_PER_KOKU > 0)
    # The choices left must suffice to turn to the last type.
    steps = t.clan[i + QUOTA] - t.clan[i + STEP]
    if (free >= 1 or paid) and t.clan[i + TRAY + unit] > units[unit] and steps > SPEAR - unit:
        land = t.land
        for p in range(last % 256, PROVINCES):
            if land[p * LAND_WIDTH + OWNER] == c and land[p * LAND_WIDTH + LEVY] == 0 and t.force_size(p) < FORCE_LIMIT:
                out = append(out, act(A_LEVY, unit, p))
        for p in range(last % 256, PROVINCES):
            if land[p * LAND_WIDTH + OWNER] == c and land[p * LAND_WIDTH + LEVY] == 0:
                row = t.army_in(p)
                if row >= 0 and has_room(t, row, unit):
                    out = append(out, act(A_LEVY_ARMY, unit, p))
    return append(out, act(A_LEVY_NEXT if unit < SPEAR else A_LEVY_NONE))


def _reveal_levy(t: ShogunState) -> None:
    for p in range(PROVINCES):
        code = t.land[p * LAND_WIDTH + LEVY]
        if code == 0:
            continue
        unit = (code - 1) % 4
        t.mark(p)
        if code <= 4:
            t.land[p * LAND_WIDTH + FORCE + unit] += 1
        else:
            row = t.army_in(p)
            t.mark_army(row)
            t.army[row * ARMY_WIDTH + UNITS + unit] += 1
        t.clan[t.owner(p) * CLAN_WIDTH + TRAY + unit] -= 1
        t.land[p * LAND_WIDTH + LEVY] = 0
    _clear_seals(t)


def _clear_seals(t: ShogunState) -> None:
    for c in range(t.clans):
        t.clan[c * CLAN_WIDTH + STEP] = 0
        t.clan[c * CLAN_WIDTH + LAST] = 0
        t.clan[c * CLAN_WIDTH + QUOTA] = 0


# -- ronin (RULES §7.7-7.11) ---------------------------------------------------------------------------------


def ronin_room(t: ShogunState, p: i64) -> i64:
    """Ronin that may still be hidden in a province: one less than the units of each troop, those there counted."""
    room: i64 = 0
    force = t.force_size(p)
    if force > 0:
        room += force - 1 - t.land[p * LAND_WIDTH + FORCE_RONIN]
    row = t.army_in(p)
    if row >= 0:
        room += t.regulars(row) - t.army[row * ARMY_WIDTH + ARMY_RONIN]
    return room - t.land[p * LAND_WIDTH + HIDDEN]


def _begin_hiring(t: ShogunState) -> None:
    """Hire in turn order; only a shortage makes the order matter."""
    for c in range(t.clans):
        t.clan[c * CLAN_WIDTH + SEALED] = 1
    for sword in range(1, t.clans_alive() + 1):
        c = t.clan_with_sword(sword)
        i = c * CLAN_WIDTH
        hired = min(RONIN_PER_KOKU * t.clan[i + BINS + BIN_RONIN], t.pool)
        t.pool -= hired
        t.clan[i + VEILED] = hired
        room: i64 = 0
        for p in range(PROVINCES):
            if t.owner(p) == c:
                room += ronin_room(t, p)
        t.clan[i + QUOTA] = min(hired, room)
        t.clan[i + STEP] = 0
        t.clan[i + LAST] = 0
        t.clan[i + SEALED] = 0 if min(hired, room) > 0 else 1


def _legal_hiding(t: ShogunState) -> vec[i64]:
    out = vec[i64]()
    last = t.clan[t.turn * CLAN_WIDTH + LAST]
    if last >= 0:
        for p in range(last, PROVINCES):
            if t.owner(p) == t.turn and ronin_room(t, p) > 0:
                out = append(out, act(A_HIDE, p))
    return append(out, act(A_HIDE_NONE))


# -- ninja (RULES §8.1) --------------------------------------------------------------------------------------


def hire_ninja(t: ShogunState) -> None:
    """The highest bid hires the ninja, a tie nobody; every bin is emptied."""
    _clear_seals(t)
    best: i64 = 0
    holder: i64 = -1
    for c in range(t.clans):
        i = c * CLAN_WIDTH
        bid = t.clan[i + BINS + BIN_NINJA]
        if t.clan[i + ALIVE] == 1 and bid > 0:
            if bid > best:
                best = bid
                holder = c
            elif bid == best:
                holder = -1
        for b in range(5):
            t.clan[i + BINS + b] = 0
    t.ninja = holder


@final
class Hiring(Phase):
    """The stages of building, levy and ronin."""

    def prepare(self, t: ShogunState) -> bool:
        """`count` is 0 before an action has begun and 1 while its sealed choices are made."""
        if t.stage == BUILDING:
            return _prepare_building(t)
        if t.count == 0:
            if t.stage == LEVYING:
                _begin_levy(t)
            else:
                _begin_hiring(t)
            t.count = 1
        if _waits(t):
            return True
        if t.stage == LEVYING:
            _reveal_levy(t)
            t.stage = HIRING
        else:
            hire_ninja(t)
            t.stage = NEXT_TURN
            t.slot = 0
        t.count = 0
        t.turn = -1
        return False

    def legal(self, t: ShogunState) -> vec[i64]:
        if t.stage == LEVYING:
            return _legal_levy(t)
        if t.stage == HIRING:
            return _legal_hiding(t)
        out = vec[i64]()
        if t.castles > 0:
            for p in range(PROVINCES):
                if t.owner(p) == t.turn and t.land[p * LAND_WIDTH + CASTLE] == 0:
                    out = append(out, act(A_CASTLE, p))
        if t.bases > 0:
            for p in range(PROVINCES):
                if t.owner(p) == t.turn and t.land[p * LAND_WIDTH + CASTLE] == 1:
                    out = append(out, act(A_FORTRESS, p))
        return out

    def apply(self, t: ShogunState, kind: i64, x: i64, y: i64) -> None:
        i = t.turn * CLAN_WIDTH
        if kind in (A_CASTLE, A_FORTRESS):
            t.clan[i + BUILD] = (1 if kind == A_CASTLE else 101) + x
            t.clan[i + SEALED] = 1
            if t.clash == 1:
                _raise_building(t, t.turn)
            return
        if kind in (A_LEVY, A_LEVY_ARMY):
            t.mark(y)
            t.land[y * LAND_WIDTH + LEVY] = x + (1 if kind == A_LEVY else 5)
            t.clan[i + LAST] = x * 256 + y + 1
        elif kind == A_LEVY_NEXT:
            t.clan[i + LAST] = (t.clan[i + LAST] // 256 + 1) * 256
        elif kind == A_HIDE:
            t.mark(x)
            t.land[x * LAND_WIDTH + HIDDEN] += 1
            t.clan[i + LAST] = x
        else:
            t.clan[i + LAST] = -1
        t.clan[i + STEP] += 1
        if t.clan[i + STEP] == t.clan[i + QUOTA]:
            t.clan[i + SEALED] = 1


PHASE: Final = Hiring()
