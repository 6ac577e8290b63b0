"""The one source of chance: a small, fast generator that gives the same numbers compiled or not."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

_MASK: Final[i64] = 0xFFFFFFFF


@final
class Rng:
    """sfc32, a 128-bit generator by Chris Doty-Humphrey; not for secrets, only for play.

    >>> a, b = Rng(7), Rng(7)
    >>> [a.below(6) for _ in range(5)] == [b.below(6) for _ in range(5)]
    True
    """

    def __init__(self, seed: int) -> None:
        # Every bit of the seed counts, also beyond 64 bits: the words are folded in with a multiplier.
        self._a: i64 = 0
        self._b: i64 = 0
        self._c: i64 = 0
        self._counter: i64 = 1
        rest = seed if seed >= 0 else -2 * seed + 1
        words = [0, 0, 0]
        place = 0
        while rest or place < 3:
            words[place % 3] = (words[place % 3] * 0x9E3779B1 + (rest & 0xFFFFFFFF) + 1) & 0xFFFFFFFF
            rest >>= 32
            place += 1
        self._a = words[0]
        self._b = words[1]
        self._c = words[2]
        for _ in range(15):
            self.bits32()

    def bits32(self) -> i64:
        """The next 32 random bits."""
        out: i64 = (self._a + self._b + self._counter) & _MASK
        self._counter = (self._counter + 1) & _MASK
        self._a = self._b ^ (self._b >> 9)
        self._b = (self._c + ((self._c << 3) & _MASK)) & _MASK
        self._c = ((((self._c << 21) & _MASK) | (self._c >> 11)) + out) & _MASK
        return out

    def below(self, n: i64) -> i64:
        """A uniform integer in 0 … n-1, exactly fair (values that would favour some are redrawn)."""
        if n <= 1:
            return 0
        limit: i64 = (_MASK + 1) - (_MASK + 1) % n
        bits: i64 = self.bits32()
        while bits >= limit:
            bits = self.bits32()
        return bits % n

    def unit(self) -> float:
        """A float in [0, 1)."""
        return float(self.bits32()) / 4294967296.0

    def copy(self) -> Rng:
        """A generator that will give the same numbers as this one.

        >>> a = Rng(7)
        >>> b = a.copy()
        >>> a.below(1000) == b.below(1000)
        True
        """
        return _rng_at(self._a, self._b, self._c, self._counter)

    def __copy__(self) -> Rng:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Rng:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        return _rng_at, (int(self._a), int(self._b), int(self._c), int(self._counter))

    def split(self) -> Rng:
        """An independent generator, so that one consumer's draws never shift another's."""
        return Rng((int(self.bits32()) << 64) | (int(self.bits32()) << 32) | int(self.bits32()))


def _rng_at(a: i64, b: i64, c: i64, counter: i64) -> Rng:
    """The generator with these words inside."""
    out = Rng(0)
    out._a = a
    out._b = b
    out._c = c
    out._counter = counter
    return out
