"""Everything before the battle: options, cards to choose, formations, sealed choices (RULES §2, §3, §10, §11)."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.core.errors import BadOptions
from gunbai.core.options import Option, Options
from gunbai.games.gunshi.actions import A_DECK, A_FENCE, A_HAND, A_PICK, A_PLACE, A_PREPARE, A_SHOGUN
from gunbai.games.gunshi.battle import begin_turn, set_fence
from gunbai.games.gunshi.board import fences_left, free_east, free_north, put_unit, reserve, set_facing
from gunbai.games.gunshi.data import (
    BLUE,
    CARD_CODES,
    COPIES,
    COST,
    EXAMPLE_DECKS,
    FENCE_COST,
    FORMATIONS,
    HAND_SIZE,
    HOME,
    HOME_EAST,
    HOME_NORTH,
    KINDS,
    KIT_SIZE,
    LINE_BY_NAME,
    MOVE,
    NORTH,
    PREPARED,
    PROVENANCE,
    RED,
    RIKUTOH,
    SANRYAKU,
    SOUTH,
    SQUARE_BY_NAME,
    START_POINTS,
    UNIT_LETTERS,
    UNKNOWN,
    bit_at,
    east_line,
    lowest,
)
from gunbai.games.gunshi.packed import (
    all_of,
    count_of,
    counts_of,
    first_kind,
    from_kind,
    one_of,
    sealed_card,
    sealed_square,
    square_to_seal,
    to_deck,
    to_seal,
)
from gunbai.games.gunshi.state import (
    ALL,
    ARRANGE,
    COMMITTED,
    DECK,
    DECK_N,
    FACING,
    HAND,
    KIT,
    MLP,
    PICK,
    PIECE,
    PILE,
    SEAL,
    SEAL_KIT,
    SEAL_N,
    SEAL_PILE,
    SHOGUN,
    SIDE,
    GunshiState,
    OptionValues,
    add_to_pool,
    bury,
    empty_sides,
)

BASIC_KIT: Final[i64] = counts_of((0, 0, 0, 1, 1, 2, 3))
_CUSTOM: Final = {"variant": ("custom",)}
_FREE: Final = {"formation": ("free",)}
OPTIONS: Final = (
    Option("players", 2, "always two", low=2, high=2),
    Option("edition", "final", "the printed rules, or the earlier draft", choices=("final", "draft")),
    Option(
        "variant",
        "basic",
        "basic cards only, the Gunshi's Inspiration in one of its three modifications, or custom decks",
        choices=("basic", "inspiration_1", "inspiration_2", "inspiration_3", "custom"),
        needs={"edition": ("final",), "formation": ("free",)},
    ),
    Option(
        "deck_rule",
        "picks",
        "custom decks: picked in turn after a free Move, picked in turn with blue first, agreed, or secret",
        choices=("picks", "open_picks", "agreed", "secret"),
        needs=_CUSTOM,
    ),
    Option(
        "agreed_deck",
        "-",
        "the agreed deck: an example deck by name, or seven cards like M.M.Re.F.R1.R2.R3",
        needs={"deck_rule": ("agreed",), **_CUSTOM},
        examples=tuple(EXAMPLE_DECKS),
    ),
    Option(
        "promos",
        False,
        "the three Sanryaku cards are among the advanced cards",
        needs={"variant": ("inspiration_1", "inspiration_2", "inspiration_3", "custom")},
    ),
    Option(
        "formation",
        "free",
        "build freely, or use a ready-made formation with open card order",
        choices=("free", *FORMATIONS),
        provenance=PROVENANCE["formations"],
    ),
    Option("points", int(START_POINTS), "points for building the formation", low=6, high=99, needs=_FREE),
    Option("mlp_max", 18, "the end of the points track", low=6, high=99, provenance=PROVENANCE["mlp_max"], fine=True),
    Option(
        "turn_cap", 500, "turns after which the game is drawn; the rules have no draw", low=1, high=100_000, fine=True
    ),
    Option(
        "resupply_basis",
        "edition",
        "points by the last filled slot (final) or by the number of cards (draft)",
        choices=("edition", "position", "cards"),
        provenance=PROVENANCE["gain"],
        fine=True,
    ),
    Option(
        "reinforcement_clears_fences",
        "edition",
        "a reinforcement removes enemy fences around it: yes (final), no (draft)",
        choices=("edition", "yes", "no"),
        fine=True,
    ),
    Option(
        "turn_on_shield_hit",
        True,
        "a unit that only breaks a shield turns to face the blow",
        provenance="a ruling: the rulebook is silent",
        fine=True,
    ),
)

PRESETS: Final[dict[str, dict[str, object]]] = {
    "standard": {},
    "draft": {"edition": "draft"},
    "first_battle": {"formation": "first_battle"},
    "formation_1": {"formation": "formation_1"},
    "formation_2": {"formation": "formation_2"},
    "formation_3": {"formation": "formation_3"},
    "inspiration_1": {"variant": "inspiration_1"},
    "inspiration_2": {"variant": "inspiration_2", "promos": True},
    "inspiration_3": {"variant": "inspiration_3", "promos": True},
    "custom": {"variant": "custom", "promos": True},
    "custom_open": {"variant": "custom", "deck_rule": "open_picks"},
    "custom_secret": {"variant": "custom", "deck_rule": "secret", "promos": True},
    "wave_after_wave": {"variant": "custom", "deck_rule": "agreed", "agreed_deck": "wave_after_wave"},
    "fire_at_will": {"variant": "custom", "deck_rule": "agreed", "agreed_deck": "fire_at_will"},
    "logistical_nightmare": {"variant": "custom", "deck_rule": "agreed", "agreed_deck": "logistical_nightmare"},
    "who_dares_wins": {"variant": "custom", "deck_rule": "agreed", "agreed_deck": "who_dares_wins", "promos": True},
    "tiny": {"formation": "skirmish", "turn_cap": 3},
}


def settings_of(options: Options) -> OptionValues:
    """The options as integers; combinations that make no game are refused."""
    draft = options.word("edition") == "draft"
    variant = options.word("variant")
    custom = variant == "custom"
    rule = options.word("deck_rule")
    free = options.word("formation") == "free"
    if draft and variant != "basic":
        raise BadOptions(
            "the draft edition has no advanced cards: variant={variant} needs edition=final", variant=variant
        )
    if not custom and rule != "picks":
        raise BadOptions("deck_rule={rule} needs variant=custom", rule=rule)
    if (custom and rule == "agreed") != (options.word("agreed_deck") != "-"):
        raise BadOptions("agreed decks need variant=custom deck_rule=agreed agreed_deck=..., all three or none")
    if not free and variant != "basic":
        raise BadOptions("ready-made formations come with basic cards: they need variant=basic")
    if options.integer("points") > options.integer("mlp_max"):
        raise BadOptions("the points for the formation cannot exceed the end of the points track")
    basis = options.word("resupply_basis")
    clears = options.word("reinforcement_clears_fences")
    advanced = 0
    if variant != "basic":
        kinds = RIKUTOH + SANRYAKU if options.flag("promos") else RIKUTOH
        advanced = sum(1 << kind for kind in kinds)
    picks = {"picks": 6, "open_picks": 7}.get(rule, 0) if custom else 0
    return OptionValues(
        options.integer("points"),
        options.integer("mlp_max"),
        options.integer("turn_cap"),
        basis == "cards" or (basis == "edition" and draft),
        clears == "yes" or (clears == "edition" and not draft),
        options.flag("turn_on_shield_hit"),
        draft,
        int(variant[-1]) if variant.startswith("inspiration") else 0,
        advanced,
        picks,
        custom and rule == "secret",
        not free,
    )


def parse_deck(text: str, advanced: int) -> tuple[int, ...]:
    """Seven cards from a name or a list of codes."""
    codes = EXAMPLE_DECKS.get(text, tuple(text.split(".")))
    by_code = {code.lower(): kind for kind, code in enumerate(CARD_CODES)}
    kinds = []
    for code in codes:
        if code.lower() not in by_code:
            raise BadOptions(
                "agreed_deck: there is no card {input!r}; cards are {cards}",
                input=code[:20],
                cards=", ".join(CARD_CODES),
            )
        kinds.append(by_code[code.lower()])
    if len(kinds) != KIT_SIZE:
        raise BadOptions("agreed_deck: a deck has seven cards, not {number}", number=len(kinds))
    for kind in kinds:
        if kinds.count(kind) > COPIES[kind]:
            raise BadOptions(
                "agreed_deck: there are only {copies} cards {card}", copies=COPIES[kind], card=CARD_CODES[kind]
            )
        if kind >= 4 and not advanced >> kind & 1:
            raise BadOptions("agreed_deck: {card} needs promos=on", card=CARD_CODES[kind])
    return tuple(sorted(kinds))


def start(options: Options) -> GunshiState:
    """The first position: pieces of a ready-made formation are set, everything else is chosen in play."""
    settings = settings_of(options)
    t = GunshiState(options, settings, empty_sides())
    kit: i64 = BASIC_KIT
    if options.word("agreed_deck") != "-":
        kit = counts_of(parse_deck(options.word("agreed_deck"), int(settings.advanced)))
    elif settings.secret_kits:
        kit = 0
    elif settings.custom_picks:
        kit = one_of(MOVE) if settings.custom_picks == 6 else 0
    for o in (0, SIDE):
        t.side[o + KIT] = kit
        t.side[o + MLP] = settings.points
    if settings.secret_kits:
        t.phase = SEAL_KIT
    elif settings.custom_picks:
        t.phase = PICK
        t.seat = RED if settings.custom_picks == 6 else BLUE
    elif settings.inspiration == 2:
        t.phase = SEAL_PILE
    elif settings.open_cards:
        _set_up(t, options.word("formation"))
        t.phase = ARRANGE
    else:
        t.phase = PIECE
    return t


def _set_up(t: GunshiState, name: str) -> None:
    formation = FORMATIONS[name]
    for seat in (0, 1):
        o = SIDE * seat
        t.side[o + MLP] = 0
        for group in formation.pieces[seat].split(", "):
            letter, *squares = group.split()
            for square in squares:
                put_unit(t, o, UNIT_LETTERS.index(letter), SQUARE_BY_NAME[square])
                set_facing(t, SQUARE_BY_NAME[square], NORTH if seat == 0 else SOUTH)
        for line in formation.fences[seat].split():
            set_fence(t, o, LINE_BY_NAME[line])
        for code in formation.hands[seat].split():
            kind = CARD_CODES.index(code)
            t.side[o + HAND] += one_of(kind)
            add_to_pool(t.side, o, kind)
        for code in formation.decks[seat].split():
            bury(t.side, o, CARD_CODES.index(code))


# -- custom decks picked in turn ------------------------------------------------------------------------


def pick_choices(t: GunshiState) -> vec[i64]:
    """Cards that still have a copy for each side."""
    out = vec[i64]()
    for kind in range(KINDS):
        if kind >= 4 and not t.settings.advanced >> kind & 1:
            continue
        if count_of(t.side[KIT], kind) < COPIES[kind]:
            out = append(out, A_PICK + kind)
    return out


def pick(t: GunshiState, kind: i64) -> None:
    """Both sides get their copy."""
    t.side[KIT] += one_of(kind)
    t.side[SIDE + KIT] = t.side[KIT]
    t.seat = 1 - t.seat
    if all_of(t.side[KIT]) == KIT_SIZE:
        t.phase = PIECE
        t.seat = RED


# -- the formation -----------------------------------------------------------------------------------------


def home_lines(t: GunshiState, seat: i64, north: bool) -> i64:
    """Free lines of a home where a fence may be set before the battle."""
    o = SIDE * seat
    return HOME_NORTH[seat] & free_north(t, o) if north else HOME_EAST[seat] & free_east(t, o)


def can_fence_home(t: GunshiState, seat: i64) -> bool:
    """Whether the side can still set a fence before the battle."""
    o = SIDE * seat
    if t.side[o + MLP] < FENCE_COST or fences_left(t, o) == 0:
        return False
    return home_lines(t, seat, True) | home_lines(t, seat, False) != 0


def can_place(t: GunshiState, seat: i64) -> bool:
    """Whether the side can still spend points on anything (RULES §2.5)."""
    o = SIDE * seat
    if HOME[seat] & ~t.side[o + ALL]:
        for kind in range(3):
            if t.side[o + MLP] >= COST[kind] and reserve(t, kind) > 0:
                return True
    return can_fence_home(t, seat)


def piece_choices(t: GunshiState) -> vec[i64]:
    """Every unit and square, every line, the side can pay for."""
    out = vec[i64]()
    seat, o = t.seat, SIDE * t.seat
    for kind in range(3):
        if t.side[o + MLP] >= COST[kind] and reserve(t, kind) > 0:
            free = HOME[seat] & ~t.side[o + ALL]
            while free:
                out = append(out, A_PLACE + 49 * kind + lowest(free))
                free &= free - 1
    if can_fence_home(t, seat):
        free = home_lines(t, seat, True)
        while free:
            out = append(out, A_FENCE + lowest(free))
            free &= free - 1
        free = home_lines(t, seat, False)
        while free:
            place = lowest(free)
            out = append(out, A_FENCE + east_line(place))
            free &= free - 1
    return out


def choose_piece(t: GunshiState, kind: i64, square: i64) -> None:
    """A unit for a square; its facing comes next."""
    t.last = kind
    t.at = square
    t.phase = FACING


def place_piece(t: GunshiState, direction: i64) -> None:
    """The unit is set and paid for."""
    o, kind = SIDE * t.seat, t.last
    t.side[o + MLP] -= COST[kind]
    put_unit(t, o, kind, t.at)
    set_facing(t, t.at, direction)
    t.last = -1
    t.at = -1
    next_placer(t)


def place_fence(t: GunshiState, line: i64) -> None:
    """A fence is set and paid for."""
    o = SIDE * t.seat
    t.side[o + MLP] -= FENCE_COST
    set_fence(t, o, line)
    next_placer(t)


def next_placer(t: GunshiState) -> None:
    """The sides alternate; one that can place nothing is passed over; when neither can, the formation stands."""
    t.phase = PIECE
    if can_place(t, 1 - t.seat):
        t.seat = 1 - t.seat
    elif not can_place(t, t.seat):
        t.seat = RED
        t.phase = SEAL_PILE if t.settings.inspiration == 3 else ARRANGE


# -- sealed choices ----------------------------------------------------------------------------------------


def sealed_due(t: GunshiState) -> i64:
    """How many sealed choices each side makes in this phase."""
    if t.phase == SEAL_KIT:
        return KIT_SIZE
    if t.phase == SEAL_PILE:
        return PREPARED if t.settings.inspiration == 2 else 2
    # The shogun; then three cards for the hand and three of the four for the deck, the last being settled.
    return 1 if t.settings.open_cards else 7


def sealed_kind(t: GunshiState, o: i64, i: i64) -> i64:
    """The i-th sealed card."""
    return sealed_card(t.side[o + SEAL], i)


def unsealed(t: GunshiState, o: i64, cards: i64) -> i64:
    """The kit without the first sealed cards, as counts."""
    rest = t.side[o + KIT]
    for i in range(cards):
        rest -= one_of(sealed_kind(t, o, i))
    return rest


def sealed_choices(t: GunshiState, seat: i64) -> vec[i64]:
    """The next sealed choice of a seat. Sets are chosen in ascending order, so that each has one spelling."""
    out = vec[i64]()
    o = SIDE * seat
    n = t.side[o + SEAL_N]
    if t.phase == ARRANGE:
        if n == 0:
            rest = t.side[o + ALL]
            while rest:
                out = append(out, A_SHOGUN + lowest(rest))
                rest &= rest - 1
            return out
        left = unsealed(t, o, n - 1)
        if n > HAND_SIZE:
            for kind in range(KINDS):
                if count_of(left, kind):
                    out = append(out, A_DECK + kind)
            return out
        first: i64 = sealed_kind(t, o, n - 2) if n > 1 else 0
        return _ascending(out, left, first, HAND_SIZE + 1 - n, A_HAND)
    if t.phase == SEAL_KIT:
        left = 0
        for kind in range(KINDS):
            if kind < 4 or t.settings.advanced >> kind & 1:
                left += COPIES[kind] * one_of(kind)
        for i in range(n):
            left -= one_of(sealed_kind(t, o, i))
        first = sealed_kind(t, o, n - 1) if n else 0
        return _ascending(out, left, first, KIT_SIZE - n, A_PICK)
    left = 0
    for kind in range(KINDS):
        if t.settings.advanced >> kind & 1:
            left += one_of(kind)
    first = sealed_kind(t, o, n - 1) + 1 if n else 0
    return _ascending(out, left, first, sealed_due(t) - n, A_PREPARE)


def _ascending(out: vec[i64], left: i64, first: i64, wanted: i64, verb: i64) -> vec[i64]:
    """Kinds from `first` on, as long as enough cards of that kind and later ones remain."""
    for kind in range(first, KINDS):
        if count_of(left, kind) and all_of(from_kind(left, kind)) >= wanted:
            out = append(out, verb + kind)
    return out


def seal(t: GunshiState, seat: i64, choice: i64) -> None:
    """Note a sealed choice (a square for the shogun, else a card); reveal when both sides are done."""
    o = SIDE * seat
    n = t.side[o + SEAL_N]
    if t.phase == ARRANGE:
        t.side[o + SEAL] |= square_to_seal(choice) if n == 0 else to_seal(choice, n - 1)
    else:
        t.side[o + SEAL] |= to_seal(choice, n)
    t.side[o + SEAL_N] = n + 1
    t.focus = -1
    if n + 1 == sealed_due(t):
        t.side[o + COMMITTED] = 1
        if t.side[COMMITTED] and t.side[SIDE + COMMITTED]:
            unseal(t)


def unseal(t: GunshiState) -> None:
    """Both sides have committed: their choices take effect together."""
    phase = t.phase
    for seat in range(2):
        o = SIDE * seat
        if phase == SEAL_KIT:
            for i in range(KIT_SIZE):
                t.side[o + KIT] += one_of(sealed_kind(t, o, i))
        elif phase == SEAL_PILE:
            for i in range(sealed_due(t)):
                t.side[o + PILE] |= bit_at(sealed_kind(t, o, i))
        else:
            _arrange(t, o)
        t.side[o + SEAL] = 0
        t.side[o + SEAL_N] = 0
        t.side[o + COMMITTED] = 0
    t.seat = RED
    if phase == ARRANGE:
        begin_turn(t)
    elif phase == SEAL_PILE and t.settings.inspiration == 3:
        # Cards of the same name cancel out; what remains is open to both (RULES §10.4).
        open_pile = t.side[PILE] ^ t.side[SIDE + PILE]
        t.side[PILE] = open_pile
        t.side[SIDE + PILE] = open_pile
        t.phase = ARRANGE
    else:
        t.phase = PIECE


def _arrange(t: GunshiState, o: i64) -> None:
    t.side[o + SHOGUN] = sealed_square(t.side[o + SEAL])
    if t.settings.open_cards:
        return
    for i in range(HAND_SIZE):
        t.side[o + HAND] += one_of(sealed_kind(t, o, i))
        add_to_pool(t.side, o, UNKNOWN)
    for i in range(HAND_SIZE, 6):
        t.side[o + DECK] |= to_deck(sealed_kind(t, o, i), t.side[o + DECK_N])
        t.side[o + DECK_N] += 1
    last = first_kind(unsealed(t, o, 6))
    t.side[o + DECK] |= to_deck(last, t.side[o + DECK_N])
    t.side[o + DECK_N] += 1
