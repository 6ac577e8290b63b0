"""A view of Gunshi as a row of small numbers. The viewer's side comes first; squares keep their names (a1 first)."""

from __future__ import annotations

from typing import Final, cast

from mypy_extensions import i64

from gunbai.core.observation import Observer, Row
from gunbai.core.state import View
from gunbai.games.gunshi.data import BOARD, KINDS, KIT_SIZE, SQUARES, UNKNOWN, bit_at
from gunbai.games.gunshi.packed import (
    FACE_UP,
    KNOWN,
    SCOUTED,
    count_of,
    deck_entry,
    first_place,
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

# Cards a row, a deck or the pool of a side can hold; kinds of cards with one more for a card that is not known.
_ROW: Final[i64] = 6
_DECK: Final[i64] = 8
_POOL: Final[i64] = 9
_CARDS: Final[i64] = KINDS + 1


def _side_parts(who: str) -> list[tuple[str, int]]:
    """The parts of one side."""
    squares, kinds, cards = int(SQUARES), int(KINDS), int(_CARDS)
    return [
        (f"{who} infantry by square", squares),
        (f"{who} archers by square", squares),
        (f"{who} cavalry by square", squares),
        (f"{who} fences north of squares", squares),
        (f"{who} fences east of squares", squares),
        (f"{who} shogun's square, where known", squares),
        (f"{who} points", 1),
        (f"{who} shogun is shown", 1),
        (f"{who} invaders: infantry, archers, cavalry, shields", 4),
        (f"{who} next card face up", 1),
        (f"{who} cards in row, deck, hand and face-down row together", 3),
        (f"{who} lightning", 1),
        (f"{who} chain trap open", 1),
        (f"{who} inspiration: none, due, declined, taken", 4),
        (f"{who} sealed choices made; all made", 2),
        (f"{who} kit by kind", kinds),
        (f"{who} hand by kind", kinds),
        (f"{who} row: kind (the last is unknown), face up, scouted", int(_ROW) * (cards + 2)),
        (f"{who} deck: kind (the last is unknown), known to all", int(_DECK) * (cards + 1)),
        (f"{who} hand and row: kind (the last is unknown), first place", int(_POOL) * (cards + 1)),
        (f"{who} card taken by inspiration", kinds),
        (f"{who} card put away for it", kinds),
        (f"{who} prepared advanced cards", kinds),
        (f"{who} sealed: kinds in order, then the shogun's square", int(KIT_SIZE) * kinds + squares),
    ]


def _parts() -> list[tuple[str, int]]:
    squares = int(SQUARES)
    return [
        ("viewer is red, blue", 2),
        ("turn is red's, blue's", 2),
        ("step", len(PHASE_NAMES)),
        ("turn number: low, high", 2),
        *[(f"faces {way}, by square", squares) for way in ("north", "east", "south", "west")],
        ("shields by square", squares),
        ("cleared of being shogun, by square", squares),
        ("card being resolved", int(KINDS)),
        ("cards left to resolve", 1),
        ("unit of the card", squares),
        ("what the chain does", 8),
        ("direction", 4),
        ("chain members that have not acted", squares),
        ("chain", squares),
        ("last unit that joined or type being placed, plus 1", 1),
        ("unit acting", squares),
        ("own neighbours before the move", squares),
        ("moved exactly one square", 1),
        ("stage of a rapid card", 1),
        ("winner is red, blue", 2),
        *_side_parts("own"),
        *_side_parts("enemy"),
    ]


class GunshiObserver(Observer):
    """The row of Gunshi, the same for every option set."""

    def __init__(self) -> None:
        super().__init__(_parts())

    def write(self, v: View, row: Row) -> None:
        seen = cast(GunshiView, v)
        t = seen.state
        viewer: i64 = seen.seat if seen.seat >= 0 else 0
        row.one_hot(seen.seat, 2)
        row.one_hot(t.seat, 2)
        row.one_hot(t.phase, len(PHASE_NAMES))
        row.number(t.turn & 127)
        row.number(t.turn >> 7)
        units = t.side[ALL] | t.side[SIDE + ALL]
        for way in range(4):
            low = t.face_low if way & 1 else ~t.face_low & BOARD
            high = t.face_high if way & 2 else ~t.face_high & BOARD
            row.bits(low & high & units, SQUARES)
        row.bits(t.shields, SQUARES)
        row.bits(t.cleared, SQUARES)
        row.one_hot(t.card, KINDS)
        row.number(t.left)
        row.bits(bit_at(t.unit) if t.unit >= 0 else 0, SQUARES)
        row.one_hot(t.doing, 8)
        row.one_hot(t.way, 4)
        row.bits(t.members, SQUARES)
        row.bits(t.chain, SQUARES)
        row.number(t.last + 1)
        row.bits(bit_at(t.at) if t.at >= 0 else 0, SQUARES)
        row.bits(t.beside, SQUARES)
        row.number(t.stepped)
        row.number(t.stage)
        row.one_hot(t.winner, 2)
        _write_side(t, viewer, row)
        _write_side(t, 1 - viewer, row)


def _write_side(t: GunshiState, seat: i64, row: Row) -> None:
    o = SIDE * seat
    side = t.side
    row.bits(side[o + INF], SQUARES)
    row.bits(side[o + ARC], SQUARES)
    row.bits(side[o + CAV], SQUARES)
    row.bits(side[o + FENCE_N], SQUARES)
    row.bits(side[o + FENCE_E], SQUARES)
    row.bits(bit_at(side[o + SHOGUN]) if side[o + SHOGUN] >= 0 else 0, SQUARES)
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
    _write_counts(side[o + KIT], row)
    _write_counts(side[o + HAND], row)
    for i in range(_ROW):
        held = i < side[o + ROW_N]
        entry = row_entry(side[o + ROW], i)
        _write_card(kind_in(entry), held, row)
        row.number(1 if held and entry & FACE_UP else 0)
        row.number(1 if held and entry & SCOUTED else 0)
    for i in range(_DECK):
        held = i < side[o + DECK_N]
        entry = deck_entry(side[o + DECK], i)
        _write_card(kind_in(entry), held, row)
        row.number(1 if held and entry & KNOWN else 0)
    for i in range(_POOL):
        held = i < side[o + POOL_N]
        entry = pool_entry(side[o + POOL], i)
        _write_card(kind_in(entry), held, row)
        row.number(first_place(entry) + 1 if held else 0)
    row.one_hot(side[o + TAKEN] - 1, KINDS)
    row.one_hot(side[o + REMOVED] - 1, KINDS)
    row.bits(side[o + PILE], KINDS)
    _write_sealed(t, o, row)


def _write_counts(counts: i64, row: Row) -> None:
    for kind in range(KINDS):
        row.number(count_of(counts, kind))


def _write_card(kind: i64, held: bool, row: Row) -> None:
    """One of the kinds, the last value for a card that is not known, all 0 for no card."""
    shown = KINDS if kind == UNKNOWN else kind
    row.bits(bit_at(shown) if held else 0, _CARDS)


def _write_sealed(t: GunshiState, o: i64, row: Row) -> None:
    """The viewer's own sealed choices; when formations are arranged, the first choice is the shogun's square."""
    sealed = t.side[o + SEAL]
    n = t.side[o + SEAL_N]
    arranging = t.phase == ARRANGE
    cards = n - 1 if arranging else n
    for i in range(KIT_SIZE):
        row.bits(bit_at(sealed_card(sealed, i)) if i < cards else 0, KINDS)
    row.bits(bit_at(sealed_square(sealed)) if arranging and n > 0 else 0, SQUARES)
