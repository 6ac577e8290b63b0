"""A view of Gunshi as a row of small numbers. The viewer's side comes first; squares keep their names (a1 first)."""

from __future__ import annotations

from typing import Final, cast, final

from librt.vecs import vec
from mypy_extensions import i64

from gunbai.core.observation import Observer, Row
from gunbai.core.state import View
from gunbai.games.gunshi.data import BOARD, KINDS, KIT_SIZE, UNKNOWN, bit_at
from gunbai.games.gunshi.packed import (
    FACE_UP,
    KNOWN,
    SCOUTED,
    count_of,
    deck_entry,
    first_place,
    has_mark,
    kind_in,
    pool_entry,
    row_entry,
    sealed_card,
    sealed_square,
    spot_shields,
)
from gunbai.games.gunshi.state import (
    ALL,
    ARC,
    ARRANGE,
    CAV,
    COMMITTED,
    DECK,
    DECK_N,
    FACE,
    FENCE_E,
    FENCE_N,
    HAND,
    INF,
    INSPIRED,
    KIT,
    LIGHTNING,
    MLP,
    PHASE_NAMES,
    PILE,
    POOL,
    POOL_N,
    REMOVED,
    ROW,
    ROW_N,
    SEAL,
    SEAL_N,
    SHOGUN,
    SHOWN,
    SIDE,
    SPOT,
    TAKEN,
    TRAP_OUT,
    GunshiState,
)
from gunbai.games.gunshi.view import GunshiView

# Cards a row, a deck or the pool of a side can hold.
_ROW: Final[i64] = 6
_DECK: Final[i64] = 8
_POOL: Final[i64] = 9
# A set of squares takes whole words: 49 squares and seven values that are always 0. So do a card and counts of cards.
_WORDS: Final[i64] = 7
_SQUARES: Final = 56
_SLOT: Final = 16


# The two words of a card by its kind: 1 at its place; a card that is not known stands behind the kinds.
_PLACES: Final = [int(KINDS) if kind == UNKNOWN else kind for kind in range(16)]
_LOW: Final[vec[i64]] = vec[i64]([1 << (8 * place) if place < 8 else 0 for place in _PLACES])
_HIGH: Final[vec[i64]] = vec[i64]([1 << (8 * place - 64) if 8 <= place < 14 else 0 for place in _PLACES])


def _side_boards(who: str) -> list[tuple[str, int]]:
    """The sets of squares and cards of one side."""
    return [
        (f"{who} infantry by square", _SQUARES),
        (f"{who} archers by square", _SQUARES),
        (f"{who} cavalry by square", _SQUARES),
        (f"{who} fences north of squares", _SQUARES),
        (f"{who} fences east of squares", _SQUARES),
        (f"{who} shogun's square, where known", _SQUARES),
        (f"{who} sealed square of the shogun", _SQUARES),
        (f"{who} kit by kind", _SLOT),
        (f"{who} hand by kind", _SLOT),
        (f"{who} row: kind (the 14th is unknown), face up, scouted", int(_ROW) * _SLOT),
        (f"{who} deck: kind (the 14th is unknown), known to all, 0", int(_DECK) * _SLOT),
        (f"{who} hand and row: kind (the 14th is unknown), first place, 0", int(_POOL) * _SLOT),
        (f"{who} sealed cards in order: kind, 0, 0", int(KIT_SIZE) * _SLOT),
        (f"{who} card taken by inspiration: kind, 0, 0", _SLOT),
        (f"{who} card put away for it: kind, 0, 0", _SLOT),
        (f"{who} prepared advanced cards by kind", _SLOT),
    ]


def _side_numbers(who: str) -> list[tuple[str, int]]:
    """The single numbers of one side."""
    return [
        (f"{who} points", 1),
        (f"{who} shogun is shown", 1),
        (f"{who} invaders: infantry, archers, cavalry, shields", 4),
        (f"{who} next card face up", 1),
        (f"{who} cards in row, deck, hand and face-down row together", 3),
        (f"{who} lightning", 1),
        (f"{who} chain trap open", 1),
        (f"{who} inspiration: none, due, declined, taken", 4),
        (f"{who} sealed choices made; all made", 2),
    ]


def _parts() -> list[tuple[str, int]]:
    return [
        *[(f"faces {way}, by square", _SQUARES) for way in ("north", "east", "south", "west")],
        ("shields by square", _SQUARES),
        ("cleared of being shogun, by square", _SQUARES),
        ("unit of the card", _SQUARES),
        ("chain members that have not acted", _SQUARES),
        ("chain", _SQUARES),
        ("unit acting", _SQUARES),
        ("own neighbours before the move", _SQUARES),
        ("card being resolved: kind, cards left to resolve, 0", _SLOT),
        *_side_boards("own"),
        *_side_boards("enemy"),
        ("viewer is red, blue", 2),
        ("turn is red's, blue's", 2),
        ("step", len(PHASE_NAMES)),
        ("turn number: low, high", 2),
        ("what the chain does", 8),
        ("direction", 4),
        ("last unit that joined or type being placed, plus 1", 1),
        ("moved exactly one square", 1),
        ("stage of a rapid card", 1),
        ("winner is red, blue", 2),
        *_side_numbers("own"),
        *_side_numbers("enemy"),
    ]


@final
class GunshiObserver(Observer):
    """The row of Gunshi, the same for every option set."""

    def __init__(self) -> None:
        super().__init__(_parts())

    def write(self, v: View, row: Row) -> None:
        seen = cast(GunshiView, v)
        t = seen.state
        viewer: i64 = 0
        if seen.seat >= 0:
            viewer = seen.seat
        units = t.side[ALL] | t.side[SIDE + ALL]
        low = t.face_low
        high = t.face_high
        row.squares(~low & ~high & BOARD & units, _WORDS)
        row.squares(low & ~high & units, _WORDS)
        row.squares(~low & high & units, _WORDS)
        row.squares(low & high & units, _WORDS)
        row.squares(t.shields, _WORDS)
        row.squares(t.cleared, _WORDS)
        row.squares(_square(t.unit), _WORDS)
        row.squares(t.members, _WORDS)
        row.squares(t.chain, _WORDS)
        row.squares(_square(t.at), _WORDS)
        row.squares(t.beside, _WORDS)
        row.slot(t.card, t.left)
        _write_boards(t, viewer, row)
        _write_boards(t, 1 - viewer, row)
        row.one_hot(seen.seat, 2)
        row.one_hot(t.seat, 2)
        row.one_hot(t.phase, len(PHASE_NAMES))
        row.number(t.turn & 127)
        row.number(t.turn >> 7)
        row.one_hot(t.doing, 8)
        row.one_hot(t.way, 4)
        row.number(t.last + 1)
        row.number(t.stepped)
        row.number(t.stage)
        row.one_hot(t.winner, 2)
        _write_numbers(t, viewer, row)
        _write_numbers(t, 1 - viewer, row)


def _square(square: i64) -> i64:
    """One square as a set; none if it is negative."""
    return bit_at(square) if square >= 0 else i64(0)


def _write_boards(t: GunshiState, seat: i64, row: Row) -> None:
    o = SIDE * seat
    side = t.side
    row.squares(side[o + INF], _WORDS)
    row.squares(side[o + ARC], _WORDS)
    row.squares(side[o + CAV], _WORDS)
    row.squares(side[o + FENCE_N], _WORDS)
    row.squares(side[o + FENCE_E], _WORDS)
    row.squares(_square(side[o + SHOGUN]), _WORDS)
    # While formations are arranged, the first sealed choice is the shogun's square.
    sealed = side[o + SEAL]
    cards = side[o + SEAL_N]
    if t.phase == ARRANGE and cards > 0:
        row.squares(bit_at(sealed_square(sealed)), _WORDS)
        cards -= 1
    else:
        row.squares(0, _WORDS)
    row.counts(side[o + KIT])
    row.counts(side[o + HAND])
    row.at = _write_row(side[o + ROW], side[o + ROW_N], row.words, row.at)
    row.at = _write_deck(side[o + DECK], side[o + DECK_N], row.words, row.at)
    row.at = _write_pool(side[o + POOL], side[o + POOL_N], row.words, row.at)
    for i in range(cards):
        row.slot(sealed_card(sealed, i), 0)
    row.blank(2 * (KIT_SIZE - cards))
    row.slot(side[o + TAKEN] - 1, 0)
    row.slot(side[o + REMOVED] - 1, 0)
    row.squares(side[o + PILE], 2)


def _write_row(cards: i64, n: i64, words: vec[i64], at: i64) -> i64:
    """Two words a place, from a word on; the word behind them."""
    end = at + 2 * _ROW
    for i in range(n):
        entry = row_entry(cards, i)
        kind = kind_in(entry)
        words[at] = _LOW[kind]
        words[at + 1] = _HIGH[kind] | has_mark(entry, FACE_UP) << 48 | has_mark(entry, SCOUTED) << 56
        at += 2
    return _blank(words, at, end)


def _write_deck(cards: i64, n: i64, words: vec[i64], at: i64) -> i64:
    end = at + 2 * _DECK
    for i in range(n):
        entry = deck_entry(cards, i)
        kind = kind_in(entry)
        words[at] = _LOW[kind]
        words[at + 1] = _HIGH[kind] | has_mark(entry, KNOWN) << 48
        at += 2
    return _blank(words, at, end)


def _write_pool(cards: i64, n: i64, words: vec[i64], at: i64) -> i64:
    end = at + 2 * _POOL
    for i in range(n):
        entry = pool_entry(cards, i)
        kind = kind_in(entry)
        words[at] = _LOW[kind]
        words[at + 1] = _HIGH[kind] | (first_place(entry) + 1) << 48
        at += 2
    return _blank(words, at, end)


def _blank(words: vec[i64], at: i64, end: i64) -> i64:
    for i in range(at, end):
        words[i] = 0
    return end


def _write_numbers(t: GunshiState, seat: i64, row: Row) -> None:
    o = SIDE * seat
    side = t.side
    row.number(side[o + MLP])
    row.number(side[o + SHOWN])
    spot = side[o + SPOT]
    row.number(count_of(spot, 0))
    row.number(count_of(spot, 1))
    row.number(count_of(spot, 2))
    row.number(spot_shields(spot))
    row.number(side[o + FACE])
    row.number(side[o + ROW_N])
    row.number(side[o + DECK_N])
    row.number(side[o + POOL_N])
    row.number(side[o + LIGHTNING])
    row.number(side[o + TRAP_OUT])
    row.one_hot(side[o + INSPIRED], 4)
    row.number(side[o + SEAL_N])
    row.number(side[o + COMMITTED])
