"""What a seat may see: a state filled field by field from a list of what is public and what is the seat's own."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from gunbai.core.copying import reduced
from gunbai.core.game import View
from gunbai.games.shogun.actions import A_SEALED, act
from gunbai.games.shogun.choosing import choose_from, most_units
from gunbai.games.shogun.combat import side_army, side_force
from gunbai.games.shogun.data import (
    ARMIES_EACH,
    BIN_NAMES,
    BOW,
    BUILD_PRICE,
    CLAN_NAMES,
    CLANS_MAX,
    FORCE_LIMIT,
    GUN,
    MIDDLE_PER_KOKU,
    PROVINCE_IDS,
    PROVINCES,
    RONIN_PER_KOKU,
    SPEAR,
    SPEARS_PER_KOKU,
    SWORD,
    UNIT_NAMES,
    UNIT_PLURALS,
)
from gunbai.games.shogun.hiring import ronin_room
from gunbai.games.shogun.line_up import moment_text, side_of
from gunbai.games.shogun.losing import army_squares
from gunbai.games.shogun.state import (
    ALIVE,
    ARMY_AIM,
    ARMY_RONIN,
    ARMY_WIDTH,
    AT,
    BARRED,
    BINS,
    BONUS,
    BUILD,
    CAME,
    CASTLE,
    CLAN_WIDTH,
    DEFENCE,
    FORCE,
    FORCE_AIM,
    FORCE_RONIN,
    GARRISON,
    HIDDEN,
    HIRING,
    HOLE,
    JOIN,
    JOINED,
    KOKU,
    LAND_WIDTH,
    LAST,
    LEVY,
    LOSE,
    LOW_PROVINCES,
    MOVED,
    OWNER,
    POINTS,
    PRESS,
    QUOTA,
    ROLL,
    SEALED,
    SEAT,
    SEND,
    SPENT,
    STAGE_NAMES,
    STEP,
    STRUCK,
    SWORD_HELD,
    TRAY,
    UNITS,
    VEILED,
    WISH,
    ShogunState,
)

# What koku buy, for those who lay out a plan or a levy before they seal it (RULES §4.2, §7.2, §7.7).
PRICES: Final = {
    "build": int(BUILD_PRICE),
    "ronin": int(RONIN_PER_KOKU),
    "levy": [
        {"units": [UNIT_NAMES[BOW]], "for_a_koku": 1},
        {"units": [UNIT_NAMES[SWORD], UNIT_NAMES[GUN]], "for_a_koku": int(MIDDLE_PER_KOKU)},
        {"units": [UNIT_NAMES[SPEAR]], "for_a_koku": int(SPEARS_PER_KOKU)},
    ],
}

# A value the seat does not know.
UNKNOWN: Final[i64] = -9

# Columns that everybody sees. What is in no list stays unknown.
PUBLIC_LAND: Final[list[int]] = [
    OWNER, FORCE, FORCE + 1, FORCE + 2, FORCE + 3, FORCE_RONIN, CASTLE, BONUS, FORCE_AIM, BARRED,
    CAME, CAME + 1, CAME + 2, CAME + 3, CAME + 4,
]  # fmt: skip
PUBLIC_ARMY: Final[list[int]] = [
    AT,
    UNITS,
    UNITS + 1,
    UNITS + 2,
    UNITS + 3,
    ARMY_RONIN,
    HOLE,
    STRUCK,
    ARMY_AIM,
    POINTS,
    SPENT,
    MOVED,
    JOINED,
    JOINED + 1,
    JOINED + 2,
    JOINED + 3,
]
PUBLIC_CLAN: Final[list[int]] = [SEAT, ALIVE, TRAY, TRAY + 1, TRAY + 2, TRAY + 3, SWORD_HELD, VEILED, SEALED, QUOTA]
# Columns that only the owner sees. Koku become a plan bin by bin, so what is left of them is part of the plan.
OWN_LAND: Final[list[int]] = [HIDDEN, LEVY]
OWN_CLAN: Final[list[int]] = [KOKU, STEP, LAST, WISH, BUILD]
# What is not public is unknown until it is known to be the seat's own: a column in no list is nobody's. Vecs, because
# a loop over a tuple costs more than all the rest of a view.
_LAND_BLANK: Final = vec[i64]([column for column in range(LAND_WIDTH) if column not in PUBLIC_LAND])
_ARMY_BLANK: Final = vec[i64]([column for column in range(ARMY_WIDTH) if column not in PUBLIC_ARMY])
_CLAN_BLANK: Final = vec[i64]([column for column in range(CLAN_WIDTH) if column not in PUBLIC_CLAN])
_SEEN_LAND: Final = vec[i64](PUBLIC_LAND)
_SEEN_ARMY: Final = vec[i64](PUBLIC_ARMY)
_NOTHING: Final = vec[i64]([0] * CLANS_MAX)
_OWN_LAND: Final = vec[i64](OWN_LAND)
_OWN_CLAN: Final = vec[i64](OWN_CLAN)


def _public(table: vec[i64], width: i64, blank: vec[i64]) -> vec[i64]:
    """A table with its rows' other columns unknown."""
    out = table[:]
    if len(blank) > 0:
        # A range with a step would count in Python's own numbers.
        row: i64 = 0
        while row < len(out):
            for column in blank:
                out[row + column] = UNKNOWN
            row += width
    return out


class ShogunView(View):
    """One seat's knowledge as a state with gaps: every unknown number is `UNKNOWN`."""

    def __init__(self, seat: i64, seen: ShogunState, knows: vec[i64]) -> None:
        super().__init__(seat)
        self.seen = seen
        # Per clan 1 if the seat controls it.
        self.knows = knows

    def __reduce__(self) -> tuple[object, ...]:
        return reduced(self, "seat", "seen", "knows")

    def data(self) -> dict[str, object]:
        return data_of(self)


def _controlled(t: ShogunState, seat: i64) -> vec[i64]:
    """Per clan 1 if the seat controls it; a spectator controls nothing."""
    own = _NOTHING[:]
    for c in range(t.clans):
        if t.clan[c * CLAN_WIDTH + SEAT] == seat:
            own[c] = 1
    return own


def view_of(t: ShogunState, seat: i64) -> ShogunView:
    """The view of a seat."""
    own = _controlled(t, seat)
    army = _public(t.army, ARMY_WIDTH, _ARMY_BLANK)
    seen = ShogunState(t.options, t.board, t.track, t.clans, _shown_land(t, own), army, _shown_clans(t, own), t.sent)
    seen.goal = t.goal
    seen.at_once = t.at_once
    seen.bans = t.bans
    seen.rules = t.rules
    _show_counters(t, seen)
    return ShogunView(seat, seen, own)


def look_again(t: ShogunState, v: ShogunView, seat: i64) -> ShogunView:
    """Bring a view of this state up to date, for the same seat or another one; its marks say which rows were copied."""
    own = _controlled(t, seat)
    seen = v.seen
    low = t.marked_low
    high = t.marked_high
    # What is secret of a clan's provinces is shown anew where the onlooker, or whether ronin are hidden, has changed.
    renewed: i64 = 0
    for c in range(t.clans):
        veiled = c * CLAN_WIDTH + VEILED
        if own[c] != v.knows[c] or (t.clan[veiled] == 0) != (seen.clan[veiled] == 0):
            renewed |= 1 << c
    if renewed != 0:
        land = t.land
        for p in range(PROVINCES):
            c = land[p * LAND_WIDTH + OWNER]
            if c >= 0 and renewed >> c & 1 == 1:
                if p < LOW_PROVINCES:
                    low |= 1 << p
                else:
                    high |= 1 << (p - LOW_PROVINCES)
    _show_marked(t, own, low, 0, seen.land)
    _show_marked(t, own, high, LOW_PROVINCES, seen.land)
    _copy_armies(t.army, t.marked_armies, seen.army)
    seen.marked_low = low
    seen.marked_high = high
    seen.marked_armies = t.marked_armies
    t.unmark()
    seen.clan = _shown_clans(t, own)
    seen.sent = t.sent
    _show_counters(t, seen)
    v.seat = seat
    v.knows = own
    return v


def _show_marked(t: ShogunState, own: vec[i64], marks: i64, first: i64, land: vec[i64]) -> None:
    """Copy what a seat may see of the marked provinces, counted from the first on."""
    p = first
    whole = t.land
    while marks != 0:
        if marks & 255 == 0:
            marks >>= 8
            p += 8
            continue
        if marks & 1 == 1:
            i = p * LAND_WIDTH
            for column in _SEEN_LAND:
                land[i + column] = whole[i + column]
            for column in _LAND_BLANK:
                land[i + column] = UNKNOWN
            _show_secrets(t, own, p, land)
        marks >>= 1
        p += 1


def _copy_armies(army: vec[i64], marks: i64, out: vec[i64]) -> None:
    """Copy what a seat may see of the marked armies."""
    i: i64 = 0
    while marks != 0:
        if marks & 1 == 1:
            for column in _SEEN_ARMY:
                out[i + column] = army[i + column]
            for column in _ARMY_BLANK:
                out[i + column] = UNKNOWN
        marks >>= 1
        i += ARMY_WIDTH


def _shown_land(t: ShogunState, own: vec[i64]) -> vec[i64]:
    land = _public(t.land, LAND_WIDTH, _LAND_BLANK)
    for p in range(PROVINCES):
        _show_secrets(t, own, p, land)
    return land


def _show_secrets(t: ShogunState, own: vec[i64], p: i64, land: vec[i64]) -> None:
    """Fill in what a seat knows of a province beyond what everybody sees."""
    whole = t.land
    i = p * LAND_WIDTH
    c = whole[i + OWNER]
    if c < 0:
        land[i + HIDDEN] = 0
        land[i + LEVY] = 0
    elif own[c] == 1:
        for column in _OWN_LAND:
            land[i + column] = whole[i + column]
    elif t.clan[c * CLAN_WIDTH + VEILED] == 0:
        land[i + HIDDEN] = 0


def _shown_clans(t: ShogunState, own: vec[i64]) -> vec[i64]:
    clan = _public(t.clan, CLAN_WIDTH, _CLAN_BLANK)
    whole = t.clan
    spy = t.spy_by >= 0 and own[t.spy_by] == 1
    for c in range(CLANS_MAX):
        i = c * CLAN_WIDTH
        if own[c] == 1 or c >= t.clans:
            for column in _OWN_CLAN:
                clan[i + column] = whole[i + column]
        clan[i + KOKU] = whole[i + KOKU]
        if own[c] == 0 and t.bins_open == 0 and whole[i + KOKU] == 0:
            # Koku in hand and in sealed bins together are public: income is counted openly.
            for b in range(i64(5)):
                clan[i + KOKU] += whole[i + BINS + b]
        if own[c] == 1 or t.bins_open == 1 or c >= t.clans or (spy and t.spy_on == c):
            for b in range(i64(5)):
                clan[i + BINS + b] = whole[i + BINS + b]
    return clan


def _show_counters(t: ShogunState, seen: ShogunState) -> None:
    seen.stage = t.stage
    seen.turn = t.turn
    seen.round = t.round
    seen.slot = t.slot
    seen.count = t.count
    seen.resume = t.resume
    seen.after = t.after
    seen.ninja = t.ninja
    seen.spy_by = t.spy_by
    seen.spy_on = t.spy_on
    seen.bins_open = t.bins_open
    seen.pool = t.pool
    seen.castles = t.castles
    seen.bases = t.bases
    seen.clash = t.clash
    seen.war = t.war
    seen.final = t.final
    seen.current = t.current
    seen.dest = t.dest
    seen.att_army = t.att_army
    seen.att_from = t.att_from
    seen.att_to = t.att_to
    seen.step = t.step
    seen.side = t.side
    seen.rolled = t.rolled
    seen.hits_on_attacker = t.hits_on_attacker
    seen.hits_on_defender = t.hits_on_defender
    seen.to_lose = t.to_lose
    seen.cursor = t.cursor
    seen.opening = t.opening
    seen.strike_first = t.strike_first
    seen.used = t.used
    seen.success = t.success
    seen.emptied = t.emptied
    seen.lapsed = t.lapsed
    seen.march_to = t.march_to
    seen.march_join = t.march_join
    seen.strike_by = t.strike_by
    seen.strike_at = t.strike_at
    seen.gain = t.gain
    seen.gain_army = t.gain_army
    seen.winner = t.winner
    seen.ending = t.ending
    seen.picked = t.picked


def perceived(t: ShogunState, action: i64, seat: i64, sealed: bool) -> i64:
    """The action as a seat sees it happen: a sealed choice of another player is only that."""
    if sealed and t.clan[t.turn * CLAN_WIDTH + SEAT] != seat:
        return act(A_SEALED)
    return action


# -- plain data ----------------------------------------------------------------------------------------------


def _number(value: i64) -> int | None:
    return None if value == UNKNOWN else int(value)


def _place(p: i64) -> str | None:
    return PROVINCE_IDS[p] if p >= 0 else None


def _clan(c: i64) -> str | None:
    return CLAN_NAMES[c] if c >= 0 else None


def _troops(table: vec[i64], first: i64) -> dict[str, int]:
    return {UNIT_PLURALS[u]: int(table[first + u]) for u in range(4) if table[first + u]}


def _army_name(row: i64) -> str | None:
    return f"{CLAN_NAMES[row // ARMIES_EACH]} {row % ARMIES_EACH + 1}" if row >= 0 else None


def data_of(v: ShogunView) -> dict[str, object]:
    """The view as plain JSON values."""
    t = v.seen
    return {
        "game": "shogun",
        "seat": int(v.seat),
        "round": int(t.round),
        "stage": STAGE_NAMES[t.stage],
        "turn": _clan(t.turn),
        "at_war": _clan(t.war),
        "ninja": _clan(t.ninja),
        "spy": {"by": _clan(t.spy_by), "on": _clan(t.spy_on)},
        "supply": {"ronin": int(t.pool), "castles": int(t.castles), "bases": int(t.bases)},
        "goal": int(t.goal),
        "set_up": {"armies": int(t.board.armies), "reinforcements": int(t.board.reinforcements)},
        "prices": PRICES,
        "clans": {CLAN_NAMES[c]: _clan_data(v, c) for c in range(t.clans)},
        "armies": [_army_data(t, row) for row in range(t.clans * ARMIES_EACH) if t.army[row * ARMY_WIDTH + AT] >= 0],
        "provinces": {PROVINCE_IDS[p]: _land_data(t, p) for p in t.board.provinces},
        "moving": _moving_data(v),
        "battle": _battle_data(t),
        "strike": {"by": _clan(t.strike_by), "at": _army_name(t.strike_at)},
        "takes_over": _clan(t.gain),
        "winner": int(t.winner),
        "secrets": _has_secrets(v),
    }


def _has_secrets(v: ShogunView) -> bool:
    """Whether the seat knows something now that others do not: a sealed choice, hidden ronin, a plan it has seen.

    Where no seat at a device does, nothing has to be covered between them.
    """
    t = v.seen
    for c in range(t.clans):
        i = c * CLAN_WIDTH
        if v.knows[c] == 0:
            continue
        if t.clan[i + VEILED] > 0 or t.clan[i + SEALED] == 1 or t.clan[i + STEP] > 0 or t.spy_by == c:
            return True
        if t.bins_open == 0 and any(t.clan[i + BINS + b] > 0 for b in range(5)):
            return True
    return False


def _clan_data(v: ShogunView, c: i64) -> dict[str, object]:
    t = v.seen
    i = c * CLAN_WIDTH
    bins = None
    if t.clan[i + BINS] != UNKNOWN:
        bins = {BIN_NAMES[b]: int(t.clan[i + BINS + b]) for b in range(5)}
    return {
        "seat": int(t.clan[i + SEAT]),
        "alive": t.clan[i + ALIVE] == 1,
        "koku": _number(t.clan[i + KOKU]),
        "bins": bins,
        "tray": _troops(t.clan, i + TRAY),
        "sword": int(t.clan[i + SWORD_HELD]),
        "veiled_ronin": int(t.clan[i + VEILED]),
        "sealed": t.clan[i + SEALED] == 1,
        "to_seal": int(t.clan[i + QUOTA]),
        "choices_made": _number(t.clan[i + STEP]),
        "last_choice": _number(t.clan[i + LAST]),
        "wish": _number(t.clan[i + WISH]),
        "building": _number(t.clan[i + BUILD]),
        "provinces": int(t.provinces_of(c)),
    }


def _army_data(t: ShogunState, row: i64) -> dict[str, object]:
    i = row * ARMY_WIDTH
    return {
        "army": _army_name(row),
        "at": _place(t.army[i + AT]),
        "units": _troops(t.army, i + UNITS),
        "room": {UNIT_PLURALS[u]: int(army_squares(t, row, u)) for u in range(4)},
        "ronin": int(t.army[i + ARMY_RONIN]),
        "hole": int(t.army[i + HOLE]),
        "level": int(t.level(row)),
        "struck": t.army[i + STRUCK] == 1,
        "aim": _place(t.army[i + ARMY_AIM]),
        "moves_left": int(t.army[i + POINTS]),
        "finished": t.army[i + SPENT] == 1,
        "has_moved": t.army[i + MOVED] == 1,
        "picked_up_here": _troops(t.army, i + JOINED),
    }


def _land_data(t: ShogunState, p: i64) -> dict[str, object]:
    i = p * LAND_WIDTH
    levy = t.land[i + LEVY]
    return {
        "owner": _clan(t.land[i + OWNER]),
        "force": _troops(t.land, i + FORCE),
        "room": int(FORCE_LIMIT - t.force_size(p)),
        "ronin": int(t.land[i + FORCE_RONIN]),
        "hidden_ronin": _number(t.land[i + HIDDEN]),
        "ronin_room": int(ronin_room(t, p)) if t.stage == HIRING and t.land[i + HIDDEN] != UNKNOWN else None,
        "castle": ("", "castle", "fortress")[t.land[i + CASTLE]],
        "bonus": int(t.land[i + BONUS]),
        "aim": _place(t.land[i + FORCE_AIM]),
        "levy": None if levy == UNKNOWN else int(levy),
        "called_off": t.land[i + BARRED] == 1,
        "arrived": [int(t.land[i + CAME + u]) for u in range(5)],
    }


def _moving_data(v: ShogunView) -> dict[str, object]:
    t = v.seen
    # Only the mover knows where its ronin hide, and they have a say in how many may go.
    choosing = t.stage in (GARRISON, SEND)
    return {
        "final": t.final == 1,
        "army": int(t.current) + 1,
        "to": _place(t.dest),
        "march_to": _place(t.march_to),
        "into_army": t.march_join == 1,
        "chosen": int(t.picked),
        "choose_from": _troops(choose_from(t), 0) if choosing else None,
        "at_most": int(most_units(t)) if choosing and v.knows[t.war] == 1 else None,
        "by_type": [int(n) for n in t.sent],
        "from_type": int(t.cursor),
        "recovering": int(t.gain_army) + 1,
    }


def _battle_data(t: ShogunState) -> dict[str, object]:
    return {
        "sides": _sides_data(t),
        "losing": {"army": _losing(t, 0), "force": _losing(t, 1)} if t.stage == LOSE else None,
        "army": _army_name(t.att_army),
        "from": _place(t.att_from),
        "to": _place(t.att_to),
        "step": int(t.step),
        "side": ("attacker", "defender")[t.side],
        "rolled": int(t.rolled),
        "hits_on_attacker": int(t.hits_on_attacker),
        "hits_on_defender": int(t.hits_on_defender),
        "to_lose": int(t.to_lose),
        "first_strike": t.strike_first == 1,
        "attacks_made": int(t.used),
        "success": t.success == 1,
        "emptied": _place(t.emptied),
        "lapsed": _place(t.lapsed),
    }


def _sides_data(t: ShogunState) -> dict[str, object] | None:
    """The battle under way as the odds read it."""
    if t.att_to < 0 or t.stage not in (JOIN, DEFENCE, ROLL, LOSE, PRESS):
        return None
    attacker, defender = side_of(t, 0), side_of(t, 1)
    if attacker is None or defender is None:
        return None
    return {
        "attacker": attacker.text(),
        "defender": defender.text(),
        "naval": t.strike_first == 1,
        "at": moment_text(t),
    }


def _losing(t: ShogunState, troop: i64) -> dict[str, int] | None:
    """The troop a side loses its casualties from: its army (0) or its force (1), ronin included."""
    if troop == 0:
        row = side_army(t, t.side)
        table, first, ronin = t.army, row * ARMY_WIDTH + UNITS, row * ARMY_WIDTH + ARMY_RONIN
        fights = row >= 0
    else:
        p = side_force(t, t.side)
        table, first, ronin = t.land, p * LAND_WIDTH + FORCE, p * LAND_WIDTH + FORCE_RONIN
        fights = p >= 0
    if not fights:
        return None
    return {**_troops(table, first), "ronin": int(table[ronin])}
