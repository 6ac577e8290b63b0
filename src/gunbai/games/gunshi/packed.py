"""How small things share one integer: counts of kinds, the row, the deck, the pool, sealed choices, invaders.

The widths stand here and nowhere else. Each function is one or two machine instructions once it is compiled.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from gunbai.games.gunshi.data import bit_at, lowest

# -- counts: four bits a kind (kits, hands; units on an Invader Spot) ---------------------------------


def count_of(counts: i64, kind: i64) -> i64:
    """How many of a kind there are."""
    return counts >> (4 * kind) & 15


def all_of(counts: i64) -> i64:
    """How many there are of all kinds."""
    n: i64 = 0
    while counts:
        n += counts & 15
        counts >>= 4
    return n


def from_kind(counts: i64, kind: i64) -> i64:
    """The counts of this kind and those after it, as counts that begin with it."""
    return counts >> (4 * kind)


def first_kind(counts: i64) -> i64:
    """The first kind of which there is one."""
    return lowest(counts) >> 2


def counts_of(kinds: tuple[int, ...]) -> int:
    """The counts of some cards."""
    return sum(int(one_of(kind)) for kind in kinds)


def one_of(kind: i64) -> i64:
    """One of a kind, to be added to counts or taken off."""
    return bit_at(4 * kind)


# -- the row: six bits a card, its kind below its marks -------------------------------------------------

FACE_UP: Final[i64] = 16
SCOUTED: Final[i64] = 32


def row_entry(row: i64, place: i64) -> i64:
    """A card of the row with its marks."""
    return row >> (6 * place) & 63


def row_kind(row: i64, place: i64) -> i64:
    """A card of the row."""
    return row >> (6 * place) & 15


def to_row(entry: i64, place: i64) -> i64:
    """An entry where it belongs in the row."""
    return entry << (6 * place)


def row_after_first(row: i64) -> i64:
    """The row when its first card has left."""
    return row >> 6


# -- the deck: five bits a card, top first ----------------------------------------------------------------

KNOWN: Final[i64] = 16  # everybody has seen it


def deck_entry(deck: i64, place: i64) -> i64:
    """A card of the deck with its mark."""
    return deck >> (5 * place) & 31


def deck_kind(deck: i64, place: i64) -> i64:
    """A card of the deck."""
    return deck >> (5 * place) & 15


def to_deck(entry: i64, place: i64) -> i64:
    """An entry where it belongs in the deck."""
    return entry << (5 * place)


def deck_after_top(deck: i64) -> i64:
    """The deck when its top card has left."""
    return deck >> 5


# -- the pool: seven bits an entry, a kind and the first place of the row it can be in --------------------


def pool_entry(pool: i64, i: i64) -> i64:
    """An entry of the pool."""
    return pool >> (7 * i) & 127


def to_pool(entry: i64, i: i64) -> i64:
    """An entry where it belongs in the pool."""
    return entry << (7 * i)


def pooled(kind: i64, first: i64) -> i64:
    """An entry of the pool for a card that can be in that place of the row and later ones."""
    return kind | first << 4


def without_entry(pool: i64, i: i64) -> i64:
    """The pool without one entry; those after it move up."""
    low: i64 = pool & (bit_at(7 * i) - 1)
    return low | (pool >> (7 * i + 7)) << (7 * i)


def one_earlier(pool: i64, i: i64) -> i64:
    """The pool after the first card of the row has left: an entry for a later place is for the place before it now."""
    return pool - bit_at(7 * i + 4) if pool >> (7 * i + 4) & 7 else pool


def kind_in(entry: i64) -> i64:
    """The kind in an entry of row, deck or pool."""
    return entry & 15


def has_mark(entry: i64, mark: i64) -> i64:
    """1 if an entry of row or deck has a mark, else 0."""
    if entry & mark:
        return 1
    return 0


def first_place(entry: i64) -> i64:
    """The first place of the row that a card of the pool can be in, from 0."""
    return entry >> 4


# -- sealed choices: four bits a card in the order of choosing, the shogun's square above them --------------


def sealed_card(sealed: i64, i: i64) -> i64:
    """The i-th sealed card."""
    return sealed >> (4 * i) & 15


def to_seal(kind: i64, i: i64) -> i64:
    """A card where it belongs among the sealed choices."""
    return kind << (4 * i)


def sealed_square(sealed: i64) -> i64:
    """The square of the shogun."""
    return sealed >> 28


def square_to_seal(square: i64) -> i64:
    """The shogun's square where it belongs among the sealed choices."""
    return square << 28


# -- the Invader Spot: counts of units, and above them the shields ---------------------------------------

SPOT_SHIELD: Final[i64] = 1 << 12


def spot_shields(spot: i64) -> i64:
    """The shields on an Invader Spot."""
    return spot >> 12
