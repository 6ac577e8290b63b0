"""What a seat knows as a row of small numbers, for networks. Every value is a byte from 0 to 127.

A game names the parts of its row once, and writes them in that order from a view: what the view does not hold
cannot reach the row.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from gunbai.core.copying import reduced
from gunbai.core.state import View

MOST: Final[i64] = 127
# Values in one word of the buffer. They lie in it as in memory of a little-endian machine: the first one lowest.
LANES: Final[i64] = 8


def _spread() -> vec[i64]:
    """Eight bits as eight values of 0 or 1, for each of the 256 sets of bits."""
    table = vec[i64]()
    for bits in range(256):
        word = 0
        for lane in range(8):
            word |= (bits >> lane & 1) << (8 * lane)
        table = append(table, i64(word))
    return table


_SPREAD: Final[vec[i64]] = _spread()
# What of a full word still fits behind so many values. The highest bit of a word is never used.
_FITS: Final[vec[i64]] = vec[i64]([(1 << (64 - 8 * filled)) - 1 & (1 << 63) - 1 for filled in range(8)])
_ONE: Final[vec[i64]] = vec[i64]([1, 2, 4, 8, 16, 32, 64, 128])
# A value of a word set to 1; the highest is not needed here.
_LANE: Final[vec[i64]] = vec[i64]([1 << (8 * lane) for lane in range(8)])


def blank_words(values: i64) -> vec[i64]:
    """Room for so many values, all of them 0."""
    words = vec[i64]()
    for _ in range((values + LANES - 1) // LANES):
        words = append(words, i64(0))
    return words


class Part:
    """A named stretch of a row."""

    def __init__(self, name: str, start: int, size: int) -> None:
        self.name: Final = name
        self.start: Final = start
        self.size: Final = size

    def __reduce__(self) -> tuple[object, ...]:
        return reduced(self, "name", "start", "size")

    def __repr__(self) -> str:
        return f"{self.name}: {self.start} to {self.start + self.size - 1}"


@final
class Row:
    """Writes values one after the other into a buffer of words.

    Sets of squares, slots and counts are quickest where a word begins: a game writes them before its single numbers.

    >>> row = Row(blank_words(8))
    >>> row.begin(0)
    >>> row.bits(0b101, 3); row.number(9); row.one_hot(1, 3); row.end()
    >>> row.values(8)
    [1, 0, 1, 9, 0, 1, 0, 0]
    """

    def __init__(self, words: vec[i64]) -> None:
        self.words = words
        # The number of the word being filled: where a word begins, a game may write whole words itself and move on.
        self.at: i64 = 0
        # The word being filled, and how many values it holds.
        self._word: i64 = 0
        self._filled: i64 = 0

    def begin(self, at: i64) -> None:
        """Start a row at a word of the buffer."""
        self.at = at
        self._word = 0
        self._filled = 0

    def number(self, value: i64) -> None:
        """One value; what lies outside 0 to 127 is moved to the nearer end."""
        filled = self._filled
        # Values are nearly always inside, so this is foreseen; whether one is 0 would not be.
        if value & ~MOST != 0:
            value = _fitted(value)
        word = self._word | value << (8 * filled)
        if filled == LANES - 1:
            self.words[self.at] = word
            self.at += 1
            self._word = 0
            self._filled = 0
        else:
            self._word = word
            self._filled = filled + 1

    def bits(self, value: i64, count: i64) -> None:
        """So many values of 0 or 1, the lowest bit first. Bits above them must be 0."""
        words = self.words
        spreads = _SPREAD
        filled = self._filled
        at = self.at
        if filled == 0:
            while count >= LANES:
                words[at] = spreads[value & 255]
                at += 1
                value >>= 8
                count -= LANES
            self._word = spreads[value & 255] if count > 0 else i64(0)
            self._filled = count
            self.at = at
            return
        word = self._word
        while count > 0:
            spread = spreads[value & 255]
            taken: i64 = count if count < LANES else LANES
            word |= (spread & _FITS[filled]) << (8 * filled)
            if filled + taken >= LANES:
                words[at] = word
                at += 1
                word = spread >> (8 * (LANES - filled)) if filled > 0 else i64(0)
                filled += taken - LANES
            else:
                filled += taken
            value >>= 8
            count -= taken
        self._word = word
        self._filled = filled
        self.at = at

    def squares(self, value: i64, words: i64) -> None:
        """A set of squares where a word begins: a value for each bit of so many whole words."""
        buffer = self.words
        spread = _SPREAD
        at = self.at
        for i in range(at, at + words):
            buffer[i] = spread[value & 255]
            value >>= 8
        self.at = at + words

    def slot(self, kind: i64, mark: i64) -> None:
        """Sixteen values where a word begins: one of fourteen kinds (negative for none), a number, and 0."""
        low: i64 = 0
        high: i64 = mark << 48
        if kind >= LANES:
            high |= _LANE[kind - LANES]
        elif kind >= 0:
            low = _LANE[kind]
        words = self.words
        at = self.at
        words[at] = low
        words[at + 1] = high
        self.at = at + 2

    def blank(self, count: i64) -> None:
        """So many whole words of 0 where a word begins."""
        words = self.words
        at = self.at
        for i in range(at, at + count):
            words[i] = 0
        self.at = at + count

    def counts(self, packed: i64) -> None:
        """Sixteen values where a word begins: numbers of four bits each, the lowest first; the last must be 0."""
        self.words[self.at] = _nibbles(packed & 0xFFFFFFFF)
        self.words[self.at + 1] = _nibbles(packed >> 32)
        self.at += 2

    def tally(self, items: vec[i64], shift: i64, words: i64) -> None:
        """How many items there are of each number, where a word begins: a value for each number of so many words.

        The number of an item stands above so many of its bits; negative items do not count.
        """
        buffer = self.words
        at = self.at
        for i in range(at, at + words):
            buffer[i] = 0
        for item in items:
            if item >= 0:
                number = item >> shift
                buffer[at + number // LANES] += _LANE[number % LANES]
        self.at = at + words

    def one_hot(self, value: i64, count: i64) -> None:
        """So many values, all 0 but the one of this number; a number outside leaves all of them 0."""
        while count > 0:
            bits: i64 = 0
            if 0 <= value < LANES:
                bits = _ONE[value]
            self.bits(bits, count if count < LANES else LANES)
            value -= LANES
            count -= LANES

    def run(self, table: vec[i64], first: i64, count: i64, plus: i64) -> None:
        """Entries of a table, each with something added: so that what is unknown or nobody (negative) becomes 0."""
        words = self.words
        word = self._word
        filled = self._filled
        at = self.at
        i = first
        end = first + count
        if filled == 0:
            while i + LANES <= end:
                words[at] = word_of(
                    table[i] + plus,
                    table[i + 1] + plus,
                    table[i + 2] + plus,
                    table[i + 3] + plus,
                    table[i + 4] + plus,
                    table[i + 5] + plus,
                    table[i + 6] + plus,
                    table[i + 7] + plus,
                )
                at += 1
                i += LANES
        while i < end:
            value = table[i] + plus
            if value & ~MOST != 0:
                value = _fitted(value)
            word |= value << (8 * filled)
            i += 1
            filled += 1
            if filled == LANES:
                words[at] = word
                at += 1
                word = 0
                filled = 0
        self._word = word
        self._filled = filled
        self.at = at

    def end(self) -> None:
        """Write what is left of the last word."""
        if self._filled > 0:
            self.words[self.at] = self._word

    def values(self, count: i64) -> list[int]:
        """The first values of the buffer, for people and tests."""
        return [int(self.words[i // LANES] >> (8 * (i % LANES)) & MOST) for i in range(count)]


def _fitted(value: i64) -> i64:
    """A number moved into 0 to 127."""
    if value < 0:
        return 0
    return MOST if value > MOST else value


def word_of(a: i64, b: i64, c: i64, d: i64, e: i64, f: i64, g: i64, h: i64) -> i64:
    """A word of eight values, each moved into 0 to 127."""
    if (a | b | c | d | e | f | g | h) & ~MOST != 0:
        a = _fitted(a)
        b = _fitted(b)
        c = _fitted(c)
        d = _fitted(d)
        e = _fitted(e)
        f = _fitted(f)
        g = _fitted(g)
        h = _fitted(h)
    return a | b << 8 | c << 16 | d << 24 | e << 32 | f << 40 | g << 48 | h << 56


def _nibbles(value: i64) -> i64:
    """Eight numbers of four bits as eight values."""
    value = (value | value << 16) & 0x0000FFFF0000FFFF
    value = (value | value << 8) & 0x00FF00FF00FF00FF
    return (value | value << 4) & 0x0F0F0F0F0F0F0F0F


@mypyc_attr(allow_interpreted_subclasses=True)
class Observer:
    """How one game with one set of options is written as a row: a game overrides `write` and names its parts."""

    def __init__(self, parts: Sequence[tuple[str, int]]) -> None:
        self.parts: list[Part] = []
        start = 0
        for name, size in parts:
            self.parts.append(Part(name, start, size))
            start += size
        # Values in a row, and words that it takes in a buffer.
        self.size: i64 = start
        self.row_words: i64 = (self.size + LANES - 1) // LANES

    def write(self, v: View, row: Row) -> None:
        """Write all parts in their order; `begin` and `end` are the caller's."""
        raise NotImplementedError

    def rewrite(self, v: View, row: Row) -> None:
        """Write into a row that holds the view which `Game.look_again` was given; `v` is what it returned.

        A game may leave out what is the same in both.
        """
        self.write(v, row)

    def values(self, v: View) -> list[int]:
        """The row of a view as a list."""
        row = Row(blank_words(self.size))
        row.begin(0)
        self.write(v, row)
        row.end()
        return row.values(self.size)
