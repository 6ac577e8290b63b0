"""A full state that fits a view: everything hidden is drawn at random from what is possible."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.core.errors import Unexplained
from gunbai.core.rng import Rng
from gunbai.games.gunshi.data import (
    COPIES,
    HAND_SIZE,
    KINDS,
    KIT_SIZE,
    PREPARED,
    SEAT_NAMES,
    TRAP,
    UNKNOWN,
    bit_at,
    count,
    lowest,
)
from gunbai.games.gunshi.packed import (
    all_of,
    count_of,
    deck_kind,
    first_place,
    kind_in,
    one_of,
    pool_entry,
    row_kind,
    square_to_seal,
    to_deck,
    to_row,
    to_seal,
)
from gunbai.games.gunshi.setup import sealed_due
from gunbai.games.gunshi.state import (
    ALL,
    ARRANGE,
    COMMITTED,
    DECK,
    DECK_N,
    DISCARD,
    HAND,
    INSPIRATION_TAKEN,
    INSPIRED,
    KIT,
    PILE,
    POOL,
    POOL_N,
    REMOVED,
    ROW,
    ROW_N,
    SEAL,
    SEAL_KIT,
    SEAL_N,
    SEAL_PILE,
    SHOGUN,
    SHOWN,
    SIDE,
    TAKEN,
    TRAP_OUT,
    GunshiState,
    hand_size,
)

_TRIES: i64 = 300


def fill(t: GunshiState, seat: i64, rng: Rng) -> None:
    """Invent the secrets of one side in a redacted state."""
    o = SIDE * seat
    if t.phase in (SEAL_KIT, SEAL_PILE, ARRANGE):
        if (t.settings.secret_kits and t.phase == ARRANGE) or _pile_made(t):
            _fill_prepared(t, o, rng)
        if t.side[o + COMMITTED]:
            _fill_sealed(t, o, rng)
        if t.phase == ARRANGE and t.settings.open_cards:
            # A ready-made formation: everybody knows the hand before a card is played.
            for i in range(t.side[o + POOL_N]):
                t.side[o + HAND] += one_of(kind_in(pool_entry(t.side[o + POOL], i)))
        return
    if t.turn == 0:
        _fill_prepared(t, o, rng)
        return
    if t.side[o + SHOGUN] < 0 and not t.side[o + SHOWN]:
        t.side[o + SHOGUN] = random_square(t.side[o + ALL] & ~t.cleared, rng)
    _fill_cards(t, o, seat, rng)


def random_square(squares: i64, rng: Rng) -> i64:
    """One of a set, each as likely as the other."""
    skip: i64 = rng.below(count(squares))
    for _ in range(skip):
        squares &= squares - 1
    return lowest(squares)


def _pile_made(t: GunshiState) -> bool:
    return t.settings.inspiration == 2 and t.phase != SEAL_PILE


def _fill_prepared(t: GunshiState, o: i64, rng: Rng) -> None:
    """Before the battle: a secret kit or prepared pile, any is as likely as any other."""
    if t.settings.secret_kits:
        t.side[o + KIT] = _random_kit(t, 0, rng)
    if _pile_made(t):
        t.side[o + PILE] = _random_pile(t, 0, PREPARED, rng)


def _random_kit(t: GunshiState, known: i64, rng: Rng) -> i64:
    """Seven cards out of all a side owns, the known ones among them; counts, four bits a kind."""
    rest = vec[i64]()
    for kind in range(KINDS):
        if kind < 4 or t.settings.advanced >> kind & 1:
            for _ in range(COPIES[kind] - count_of(known, kind)):
                rest = append(rest, kind)
    shuffle(rest, rng)
    kit = known
    for i in range(KIT_SIZE - all_of(known)):
        kit += one_of(rest[i])
    return kit


def _random_pile(t: GunshiState, with_kind: i64, size: i64, rng: Rng) -> i64:
    """Some advanced cards as bits; with_kind is a kind + 1 that must be among them, or 0."""
    pile: i64 = bit_at(with_kind - 1) if with_kind else 0
    while count(pile) < size:
        pile |= bit_at(random_square(t.settings.advanced & ~pile, rng))
    return pile


def shuffle(cards: vec[i64], rng: Rng) -> None:
    """In place, every order as likely as the other."""
    i: i64 = len(cards) - 1
    while i > 0:
        j: i64 = rng.below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
        i -= 1


def _fill_sealed(t: GunshiState, o: i64, rng: Rng) -> None:
    """The sealed choices of a side that has committed."""
    due = sealed_due(t)
    sealed: i64 = 0
    if t.phase == SEAL_KIT:
        sealed = _ascending(_random_kit(t, 0, rng))
    elif t.phase == SEAL_PILE:
        pile = _random_pile(t, 0, due, rng)
        place: i64 = 0
        while pile:
            sealed |= to_seal(lowest(pile), place)
            place += 1
            pile &= pile - 1
    else:
        sealed = square_to_seal(random_square(t.side[o + ALL], rng))
        if due > 1:
            cards = listed(t.side[o + KIT])
            shuffle(cards, rng)
            hand: i64 = 0
            for i in range(HAND_SIZE):
                hand += one_of(cards[i])
            sealed |= _ascending(hand)
            for i in range(HAND_SIZE, 6):
                sealed |= to_seal(cards[i], i)
    t.side[o + SEAL] = sealed
    t.side[o + SEAL_N] = due


def listed(counts: i64) -> vec[i64]:
    """Card counts as a list of kinds."""
    out = vec[i64]()
    for kind in range(KINDS):
        for _ in range(count_of(counts, kind)):
            out = append(out, kind)
    return out


def _ascending(counts: i64) -> i64:
    """Card counts as packed kinds in ascending order."""
    out: i64 = 0
    cards = listed(counts)
    for i in range(len(cards)):
        out |= to_seal(cards[i], i)
    return out


# -- cards in the battle ------------------------------------------------------------------------------------


def known_cards(t: GunshiState, o: i64, seat: i64) -> i64:
    """Counts of the side's cards whose place and kind the view shows."""
    known: i64 = 0
    for i in range(t.side[o + ROW_N]):
        kind = row_kind(t.side[o + ROW], i)
        if kind != UNKNOWN:
            known += one_of(kind)
    for i in range(t.side[o + DECK_N]):
        kind = deck_kind(t.side[o + DECK], i)
        if kind != UNKNOWN:
            known += one_of(kind)
    if t.side[o + TRAP_OUT]:
        known += one_of(TRAP)
    if t.card >= 0 and t.seat == seat:
        known += one_of(t.card)
    return known


def _fits(known: i64, kit: i64) -> bool:
    """Whether the counts of `known` are all within `kit`."""
    return all(count_of(known, kind) <= count_of(kit, kind) for kind in range(KINDS))


def _fill_cards(t: GunshiState, o: i64, seat: i64, rng: Rng) -> None:
    """Hand, face-down row and unseen deck: all deals that fit what was seen are equally likely (RULES §12.3).

    Deals are drawn until one fits. Where so much is known that hardly any fits, the last resort is a search, which
    finds a deal if there is one; its deals are random, but not equally likely.
    """
    side = t.side
    known = known_cards(t, o, seat)
    taken = side[o + INSPIRED] == INSPIRATION_TAKEN or (t.phase == DISCARD and t.seat == seat)
    public_kit = side[o + KIT]
    tries: i64 = 0
    while tries < _TRIES:
        tries += 1
        kit = public_kit
        if t.settings.secret_kits:
            kit = _random_kit(t, known, rng)
            side[o + KIT] = kit
        if taken:
            kit = _swapped_kit(t, o, kit, rng)
        if not _fits(known, kit):
            continue
        cards = listed(kit - known)
        shuffle(cards, rng)
        if pool_allows(t, o, cards):
            _deal(t, o, cards)
            break
    else:
        _search_deal(t, o, known, public_kit, taken, rng)
    if t.settings.inspiration == 2 and not side[o + PILE]:
        side[o + PILE] = _random_pile(t, side[o + TAKEN], PREPARED, rng)


def _search_deal(t: GunshiState, o: i64, known: i64, kit: i64, taken: bool, rng: Rng) -> None:
    """Some deal that fits, found by trying all; Unexplained if there is none."""
    side = t.side
    if t.settings.secret_kits:
        owned: i64 = 0
        for kind in range(KINDS):
            if kind < 4 or t.settings.advanced >> kind & 1:
                owned += one_of(kind) * COPIES[kind]
        if _fits(known, owned) and _deal_found(t, o, owned - known, rng):
            side[o + KIT] = known_cards(t, o, o // SIDE) + side[o + HAND]
            return
    elif not taken:
        if _fits(known, kit) and _deal_found(t, o, kit - known, rng):
            return
    else:
        choices = side[o + PILE] if t.settings.inspiration == 3 else t.settings.advanced
        for new in range(KINDS):
            if not choices >> new & 1:
                continue
            side[o + TAKEN] = new + 1
            wide = kit + one_of(new)
            if side[o + INSPIRED] != INSPIRATION_TAKEN:
                if _fits(known, wide) and _deal_found(t, o, wide - known, rng):
                    return
                continue
            for out in range(KINDS):
                if count_of(wide, out) and _fits(known, wide - one_of(out)):
                    side[o + REMOVED] = out + 1
                    if _deal_found(t, o, wide - one_of(out) - known, rng):
                        return
    raise Unexplained("no cards of {seat} explain what was seen of them", seat=SEAT_NAMES[int(o // SIDE)])


def _deal_found(t: GunshiState, o: i64, rest: i64, rng: Rng) -> bool:
    """Deal from these cards so that the pool allows it, if that can be done; rest are counts, four bits a kind."""
    side = t.side
    dealt = vec[i64]()
    for _ in range(side[o + ROW_N] + hand_size(side, o)):
        dealt = append(dealt, UNKNOWN)
    if not _deal_along(t, o, rest, 0, 0, dealt, rng):
        return False
    hidden = vec[i64]()
    for i in range(len(dealt)):
        if i >= side[o + ROW_N] or row_kind(side[o + ROW], i) == UNKNOWN:
            hidden = append(hidden, dealt[i])
            rest -= one_of(dealt[i])
    loose = listed(rest)
    shuffle(loose, rng)
    for i in range(len(loose)):
        hidden = append(hidden, loose[i])
    _deal(t, o, hidden)
    return True


def _deal_along(t: GunshiState, o: i64, rest: i64, place: i64, used: i64, dealt: vec[i64], rng: Rng) -> bool:
    """Fill the places from this one on, row first, then hand, each as `pool_allows` wants it."""
    side = t.side
    if place == len(dealt):
        return True
    in_row = place < side[o + ROW_N]
    want: i64 = row_kind(side[o + ROW], place) if in_row else UNKNOWN
    first = rng.below(KINDS)
    for step in range(KINDS):
        kind = (first + step) % KINDS
        if want not in (UNKNOWN, kind):
            continue
        if want == UNKNOWN and not count_of(rest, kind):
            continue
        found = _entry_for(t, o, used, kind, place if in_row else 7)
        if found < 0:
            continue
        dealt[place] = kind
        left = rest - one_of(kind) if want == UNKNOWN else rest
        if _deal_along(t, o, left, place + 1, used | bit_at(found), dealt, rng):
            return True
    return False


def _swapped_kit(t: GunshiState, o: i64, kit: i64, rng: Rng) -> i64:
    """The kit after an inspiration nobody else saw: one advanced card in, one card out."""
    choices = t.side[o + PILE] if t.settings.inspiration == 3 else t.settings.advanced
    new = random_square(choices, rng)
    t.side[o + TAKEN] = new + 1
    kit += one_of(new)
    if t.side[o + INSPIRED] != INSPIRATION_TAKEN:
        return kit
    cards = listed(kit)
    out: i64 = cards[rng.below(len(cards))]
    t.side[o + REMOVED] = out + 1
    return kit - one_of(out)


def pool_allows(t: GunshiState, o: i64, cards: vec[i64]) -> bool:
    """Whether each row card can have been in hand when it was sent, with these cards in the hidden places.

    Hidden places are filled in order: face-down row, then hand, then deck. A card of the row takes a pool entry of its
    kind if there is one old enough, else an unknown one; what the pool is sure of must be left in hand in the end.
    """
    side = t.side
    used: i64 = 0
    at: i64 = 0
    for j in range(side[o + ROW_N]):
        kind = row_kind(side[o + ROW], j)
        if kind == UNKNOWN:
            kind = cards[at]
            at += 1
        found = _entry_for(t, o, used, kind, j)
        if found < 0:
            return False
        used |= bit_at(found)
    for _ in range(hand_size(side, o)):
        found = _entry_for(t, o, used, cards[at], 7)
        if found < 0:
            return False
        at += 1
        used |= bit_at(found)
    return True


def _entry_for(t: GunshiState, o: i64, used: i64, kind: i64, place: i64) -> i64:
    """The pool's entry for a card of that kind in that place of the row (7 for the hand): one of its kind that is old
    enough, else an unknown one; -1 if there is none."""
    pool, n = t.side[o + POOL], t.side[o + POOL_N]
    found = _pool_entry(pool, n, used, kind, place)
    return found if found >= 0 else _pool_entry(pool, n, used, UNKNOWN, place)


def _pool_entry(pool: i64, n: i64, used: i64, kind: i64, place: i64) -> i64:
    for i in range(n):
        entry = pool_entry(pool, i)
        if kind_in(entry) == kind and first_place(entry) <= place and not used >> i & 1:
            return i
    return -1


def _deal(t: GunshiState, o: i64, cards: vec[i64]) -> None:
    side = t.side
    at: i64 = 0
    for j in range(side[o + ROW_N]):
        if row_kind(side[o + ROW], j) == UNKNOWN:
            side[o + ROW] -= to_row(UNKNOWN - cards[at], j)
            at += 1
    for _ in range(hand_size(side, o)):
        side[o + HAND] += one_of(cards[at])
        at += 1
    for i in range(side[o + DECK_N]):
        if deck_kind(side[o + DECK], i) == UNKNOWN:
            side[o + DECK] -= to_deck(UNKNOWN - cards[at], i)
            at += 1
