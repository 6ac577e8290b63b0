"""What a seat may see: a state in which every secret of others is blank, built word by word from a whitelist."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from gunbai.core.copying import reduced
from gunbai.core.game import View
from gunbai.games.gunshi import setup
from gunbai.games.gunshi.actions import (
    A_BLIND,
    A_DECK,
    A_DISCARD,
    A_END,
    A_HAND,
    A_PICK,
    A_PREPARE,
    A_REVEAL,
    A_SEND,
    A_SHOGUN,
    A_TAKE,
    HIDDEN_CARD,
    HIDDEN_SQUARE,
)
from gunbai.games.gunshi.board import facing, fences_left, field_of_fire, reserve, unit_type
from gunbai.games.gunshi.data import (
    ARCHER,
    CARD_CODES,
    CAVALRY,
    COPIES,
    CROSSBOW,
    DIRECTION_NAMES,
    HAND_SIZE,
    INFANTRY,
    KINDS,
    KIT_SIZE,
    LINE_NAMES,
    RAPID_MOVE,
    SEAT_NAMES,
    SQUARE_NAMES,
    UNIT_NAMES,
    UNKNOWN,
    line_sets,
    lowest,
)
from gunbai.games.gunshi.packed import (
    FACE_UP,
    KNOWN,
    SCOUTED,
    count_of,
    deck_entry,
    first_place,
    kind_in,
    one_of,
    pool_entry,
    row_entry,
    sealed_card,
    sealed_square,
    spot_shields,
    to_deck,
    to_row,
)
from gunbai.games.gunshi.state import (
    ALL,
    ARC,
    ARRANGE,
    CAV,
    COMMITTED,
    DECK,
    DECK_N,
    DOING_NAMES,
    ENDING_NAMES,
    FACE,
    FACING,
    FENCE_E,
    FENCE_N,
    HAND,
    INF,
    INSPIRED,
    KIT,
    LIGHTNING,
    MLP,
    OVER,
    PHASE_NAMES,
    PICK,
    PILE,
    POOL,
    POOL_N,
    REMOVED,
    REVEAL,
    ROW,
    ROW_N,
    SEAL,
    SEAL_KIT,
    SEAL_N,
    SEAL_PILE,
    SHOGUN,
    SHOWN,
    SIDE,
    SPOT,
    STAGE_NAMES,
    TAKEN,
    TRAP_OUT,
    GunshiState,
    empty_sides,
    hand_size,
    invaders,
)

# Words everybody may read. All others are secret, or hold cards of which some are secret.
_PUBLIC: Final = (
    INF,
    ARC,
    CAV,
    ALL,
    FENCE_N,
    FENCE_E,
    MLP,
    SHOWN,
    SPOT,
    FACE,
    ROW_N,
    LIGHTNING,
    DECK_N,
    POOL,
    POOL_N,
    TRAP_OUT,
    INSPIRED,
    COMMITTED,
)
# What is not public is blank: a word in no list is nobody's but its owner's. A vec, because a loop over a tuple costs
# more than all the rest of a view.
_BLANK: Final = vec[i64]([word for word in range(SIDE) if word not in _PUBLIC])
_EMPTY: Final = empty_sides()


def public_row(side_row: i64, n: i64, to_enemy: bool) -> i64:
    """The row as an outsider sees it: cards face down are unknown, save those the enemy has scouted."""
    out: i64 = 0
    for i in range(n):
        entry = row_entry(side_row, i)
        if not entry & FACE_UP and not (to_enemy and entry & SCOUTED):
            entry |= UNKNOWN
        out |= to_row(entry, i)
    return out


def public_deck(deck: i64, n: i64) -> i64:
    """The deck as an outsider knows it: only cards that were resolved before."""
    out: i64 = 0
    for i in range(n):
        entry = deck_entry(deck, i)
        if not entry & KNOWN:
            entry |= UNKNOWN
        out |= to_deck(entry, i)
    return out


def redacted(t: GunshiState, seat: i64) -> GunshiState:
    """The state with nothing in it that the seat may not know."""
    new = t.copy()
    side = new.side
    for owner in range(i64(2)):
        if owner == seat:
            continue
        o = SIDE * owner
        for word in _BLANK:
            side[o + word] = _EMPTY[word]
        if t.side[o + SHOWN]:
            side[o + SHOGUN] = t.side[o + SHOGUN]
        if not t.settings.secret_kits:
            side[o + KIT] = t.side[o + KIT]
        if t.settings.inspiration == 3:
            side[o + PILE] = t.side[o + PILE]
        side[o + ROW] = public_row(t.side[o + ROW], t.side[o + ROW_N], seat >= 0)
        side[o + DECK] = public_deck(t.side[o + DECK], t.side[o + DECK_N])
    return new


class GunshiView(View):
    """What one seat sees, with names for everything in `data()`."""

    def __init__(self, seat: i64, state: GunshiState) -> None:
        super().__init__(seat)
        self.state = state

    def __reduce__(self) -> tuple[object, ...]:
        return reduced(self, "seat", "state")

    def data(self) -> dict[str, object]:
        t = self.state
        return {
            "game": "gunshi",
            "seat": int(self.seat) if self.seat >= 0 else None,
            # deck, advanced, formation, arrange, battle or over; the step is the exact decision.
            "phase": STAGE_NAMES[t.phase] if t.phase != FACING or t.turn else "formation",
            "step": PHASE_NAMES[t.phase],
            "turn": int(t.turn),
            "to_act": [SEAT_NAMES[s] for s in waiting(t)],
            "units": units_data(t),
            "fences": fences_data(t),
            "reserve": {name: int(reserve(t, kind)) for kind, name in enumerate(UNIT_NAMES)},
            "red": self._side(0),
            "blue": self._side(1),
            "command": command_data(t),
            "winner": SEAT_NAMES[t.winner] if t.winner >= 0 else None,
            "ending": ENDING_NAMES[t.ending],
        }

    def _side(self, seat: int) -> dict[str, object]:
        t, o = self.state, SIDE * seat
        side = t.side
        mine = self.seat == seat
        shogun = side[o + SHOGUN]
        spot = side[o + SPOT]
        out: dict[str, object] = {
            "mlp": int(side[o + MLP]),
            "fences": fence_names(t, o),
            "fences_left": int(fences_left(t, o)),
            "shogun": SQUARE_NAMES[shogun] if shogun >= 0 else None,
            "shogun_shown": bool(side[o + SHOWN]),
            "spot": {
                "infantry": int(count_of(spot, INFANTRY)),
                "archer": int(count_of(spot, ARCHER)),
                "cavalry": int(count_of(spot, CAVALRY)),
                "shields": int(spot_shields(spot)),
            },
            "invaders": int(invaders(side, o)),
            "next_card": "up" if side[o + FACE] else "down",
            "hand_size": int(hand_size(side, o)),
            "hand": card_list(side[o + HAND]) if mine else None,
            "row": row_data(t, seat),
            "lightning": bool(side[o + LIGHTNING]),
            "deck": deck_data(side[o + DECK], side[o + DECK_N]),
            "pool": pool_data(side[o + POOL], side[o + POOL_N]),
            "trap": bool(side[o + TRAP_OUT]),
            "committed": bool(side[o + COMMITTED]),
            "can_place": t.turn == 0 and setup.can_place(t, seat),
            "kit": card_list(side[o + KIT]) if mine or not t.settings.secret_kits else None,
            "inspiration": ("none", "due", "declined", "taken")[side[o + INSPIRED]],
        }
        if mine or t.settings.inspiration == 3:
            out["prepared"] = [CARD_CODES[k] for k in range(KINDS) if side[o + PILE] >> k & 1]
        if mine:
            out["taken"] = CARD_CODES[side[o + TAKEN] - 1] if side[o + TAKEN] else None
            out["removed"] = CARD_CODES[side[o + REMOVED] - 1] if side[o + REMOVED] else None
            out["sealed"] = sealed_data(t, o)
            pile = pile_data(t, o)
            if pile is not None:
                out["pile"] = pile
        return out


def waiting(t: GunshiState) -> list[int]:
    """The seats the game waits for; none while chance decides or when it is over."""
    if t.phase in (OVER, REVEAL):
        return []
    if t.phase == ARRANGE or PICK < t.phase <= 2:
        return [seat for seat in range(2) if not t.side[SIDE * seat + COMMITTED]]
    return [int(t.seat)]


def sealed_data(t: GunshiState, o: i64) -> list[str]:
    """A seat's own sealed choices so far, as words."""
    n, sealed = int(t.side[o + SEAL_N]), int(t.side[o + SEAL])
    if t.phase != ARRANGE:
        return [CARD_CODES[sealed_card(sealed, i)] for i in range(n)]
    cards = [CARD_CODES[sealed_card(sealed, i)] for i in range(n - 1)]
    return [SQUARE_NAMES[sealed_square(sealed)], *cards] if n else []


def pile_data(t: GunshiState, o: i64) -> dict[str, object] | None:
    """The cards a seat chooses from in secret now: the verb, how many it chooses, and which of them it has chosen."""
    n = int(t.side[o + SEAL_N])
    if t.side[o + COMMITTED] or t.phase not in (SEAL_KIT, SEAL_PILE, ARRANGE):
        return None
    if t.phase == ARRANGE:
        if n == 0:
            return None
        if n <= HAND_SIZE:
            return _pile("hand", t.side[o + KIT], int(HAND_SIZE), sealed_data(t, o)[1:])
        left = setup.unsealed(t, o, HAND_SIZE)
        return _pile("deck", left, int(KIT_SIZE - HAND_SIZE), sealed_data(t, o)[1 + HAND_SIZE :])
    cards: i64 = 0
    for kind in range(KINDS):
        if t.settings.advanced >> kind & 1 or (kind < RAPID_MOVE and t.phase == SEAL_KIT):
            cards += COPIES[kind] * one_of(kind)
    verb = "pick" if t.phase == SEAL_KIT else "prepare"
    return _pile(verb, cards, int(setup.sealed_due(t)), sealed_data(t, o))


def _pile(verb: str, cards: i64, count: int, chosen: list[str]) -> dict[str, object]:
    return {"verb": verb, "cards": card_list(cards), "count": count, "chosen": chosen}


def fences_data(t: GunshiState) -> list[dict[str, object]]:
    """Every fence on the field with its owner."""
    return [{"line": name, "owner": SEAT_NAMES[seat]} for seat in range(2) for name in fence_names(t, SIDE * seat)]


def units_data(t: GunshiState) -> list[dict[str, object]]:
    """Every unit on the field; the shogun only where this view knows."""
    out: list[dict[str, object]] = []
    for square in range(49):
        for seat in range(2):
            o = SIDE * seat
            if not t.side[o + ALL] >> square & 1:
                continue
            known: bool | None = None
            if t.side[o + SHOGUN] >= 0:
                known = bool(t.side[o + SHOGUN] == square)
            elif t.cleared >> square & 1:
                known = False
            unit: dict[str, object] = {
                "square": SQUARE_NAMES[square],
                "owner": SEAT_NAMES[seat],
                "type": UNIT_NAMES[unit_type(t, o, square)],
                "facing": DIRECTION_NAMES[facing(t, square)],
                "shield": bool(t.shields >> square & 1),
                # None: this seat does not know. Cleared: everybody knows that it is no shogun.
                "shogun": known,
                "cleared": bool(t.cleared >> square & 1),
            }
            if t.side[o + ARC] >> square & 1:
                in_range, covered = field_of_fire(t, o, square, t.card == CROSSBOW and t.seat == seat)
                unit["range"], unit["covered"] = squares_list(in_range), squares_list(covered)
            out.append(unit)
    return out


def fence_names(t: GunshiState, o: i64) -> list[str]:
    """A side's fences as line names."""
    out = []
    for line in range(84):
        north, east = line_sets(line)
        if t.side[o + FENCE_N] & north or t.side[o + FENCE_E] & east:
            out.append(LINE_NAMES[line])
    return out


def card_list(counts: i64) -> list[str]:
    """Card counts as codes, ascending."""
    out: list[str] = []
    for kind in range(KINDS):
        out += [CARD_CODES[kind]] * int(count_of(counts, kind))
    return out


def slot_names(t: GunshiState, seat: int) -> list[str]:
    """What the places of the row are called, in the order of resolving (RULES §4.7)."""
    o = SIDE * seat
    n = int(t.side[o + ROW_N])
    plain = [str(i + 1) for i in range(n)]
    if not t.side[o + LIGHTNING] or not n:
        return plain
    if t.turn and t.seat == seat and t.left and t.card >= 0:
        # The first of the two lies open already: the second still waits in its slot.
        return [("L" if t.settings.draft else "1"), *[str(i + 2) for i in range(n - 1)]] if t.left == 2 else plain
    if t.settings.draft:
        return ["1", "L", *[str(i + 2) for i in range(n - 2)]]
    return ["L", *plain[: n - 1]]


def row_data(t: GunshiState, seat: int) -> list[dict[str, object]]:
    """The row, slot by slot."""
    o = SIDE * seat
    out: list[dict[str, object]] = []
    for i, slot in enumerate(slot_names(t, seat)):
        entry = row_entry(t.side[o + ROW], i)
        kind = kind_in(entry)
        out.append(
            {
                "slot": slot,
                "card": CARD_CODES[kind] if kind != UNKNOWN else None,
                "face": "up" if entry & FACE_UP else "down",
                "scouted": bool(entry & SCOUTED),
            }
        )
    return out


def deck_data(deck: i64, n: i64) -> list[dict[str, object]]:
    """The deck, top first."""
    out: list[dict[str, object]] = []
    for i in range(n):
        entry = int(deck_entry(deck, i))
        kind = kind_in(entry)
        out.append({"card": CARD_CODES[kind] if kind != UNKNOWN else None, "known_to_all": bool(entry & KNOWN)})
    return out


def pool_data(pool: i64, n: i64) -> list[dict[str, object]]:
    """Hand and face-down row together: what is public about each card (RULES §12.3)."""
    out: list[dict[str, object]] = []
    for i in range(n):
        entry = int(pool_entry(pool, i))
        kind = kind_in(entry)
        out.append({"card": CARD_CODES[kind] if kind != UNKNOWN else None, "first_place": int(first_place(entry)) + 1})
    return out


def squares_list(squares: i64) -> list[str]:
    """A set of squares as names."""
    out: list[str] = []
    while squares:
        out.append(SQUARE_NAMES[lowest(squares)])
        squares &= squares - 1
    return out


def command_data(t: GunshiState) -> dict[str, object] | None:
    """The command in progress, None between commands."""
    if t.card < 0 and t.at < 0:
        return {"sent": int(t.stage)} if t.stage else None
    return {
        "card": CARD_CODES[t.card] if t.card >= 0 else None,
        "cards_left": int(t.left),
        "unit": SQUARE_NAMES[t.unit] if t.unit >= 0 else None,
        "doing": DOING_NAMES[t.doing],
        "direction": DIRECTION_NAMES[t.way] if t.doing else None,
        "chain": squares_list(t.chain),
        "to_act": squares_list(t.members),
        "last": int(t.last),
        "at": SQUARE_NAMES[t.at] if t.at >= 0 else None,
        "beside": squares_list(t.beside),
        "stepped": bool(t.stepped),
        "stage": int(t.stage),
    }


def seen_as(t: GunshiState, action: i64, actor: i64, seat: i64) -> i64:
    """How a seat perceives an action: cards and squares it may not see are masked."""
    if seat == actor:
        return action
    if A_SEND <= action < A_END:
        return action if t.side[SIDE * actor + FACE] else A_SEND + HIDDEN_CARD
    if A_SHOGUN <= action < A_HAND:
        return A_SHOGUN + HIDDEN_SQUARE
    if A_HAND <= action < A_DECK:
        return A_HAND + HIDDEN_CARD
    if A_DECK <= action < A_PICK:
        return A_DECK + HIDDEN_CARD
    if A_PICK <= action < A_PREPARE and t.phase != PICK:
        return A_PICK + HIDDEN_CARD
    if A_PREPARE <= action < A_TAKE:
        # Modification 3 turns all choices up together: the very last one is seen as it is made.
        opens = t.settings.inspiration == 3 and t.side[SIDE * actor + SEAL_N] == 1
        return action if opens and t.side[SIDE * (1 - actor) + COMMITTED] else A_PREPARE + HIDDEN_CARD
    if A_TAKE <= action < A_BLIND:
        return A_TAKE + HIDDEN_CARD
    if A_REVEAL <= action < A_DISCARD:
        return action if seat == t.seat else A_REVEAL + HIDDEN_CARD
    if action >= A_DISCARD:
        return A_DISCARD + HIDDEN_CARD
    return action
