"""Who wins among any number of seats: a conditional logit, fitted by Newton's method.

Counts of men and provinces rise and fall together, so steps along one weight at a time stop far from the best weights.
Here all of them are solved for at once. Weights cost a little, and neighbours on a ladder (14 provinces, 15 provinces)
cost what they bend: amounts that were seldom seen continue the line of those around them.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.learn.fit import Examples, Fit, chances, secret_bits

# Positions of one game have one result between them, so each counts for a part.
SHARE: Final = 0.15
# The price of a weight, of one on a ladder, and of a bend between three neighbours there.
RIDGE: Final = 10.0
LADDER_RIDGE: Final = 0.05
BEND: Final = 2000.0
_PASSES: Final = 12
_SETTLED: Final = 1e-3
_SMALL: Final = 1e-9


def fit_winner(examples: Examples, count: i64, ladders: Sequence[tuple[int, int]], bend: float = BEND) -> Fit:
    """Weights whose exponentials are the odds of the seats to win."""
    taught, held = examples.split()
    price = prices(count, ladders, bend)
    weights = zeros(count)
    made = 0
    while made < _PASSES:
        made += 1
        normal = Normal(price, weights)
        for i in taught:
            normal.hear(examples, i, weights)
        step = solved(normal.curve, normal.slope)
        largest = 0.0
        for k in range(count):
            weights[k] -= step[k]
            largest = max(largest, step[k], -step[k])
        if largest < _SETTLED:
            break
    bits, even = secret_bits(examples, held, weights, 0.0), secret_bits(examples, held, weights, 1.0)
    return Fit([round(w, 4) for w in weights], bits, even, made)


@final
class Normal:
    """The slope and the curve of the loss where the weights stand now."""

    def __init__(self, price: vec[float], weights: vec[float]) -> None:
        self.count: i64 = len(weights)
        self.curve = price[:]
        self.slope = zeros(self.count)
        for k in range(self.count):
            for j in range(self.count):
                self.slope[k] += price[k * self.count + j] * weights[j]
        self._counts = zeros(self.count)
        self._mean = zeros(self.count)

    def hear(self, examples: Examples, example: i64, weights: vec[float]) -> None:
        """Add what one position says."""
        odds = chances(examples, example, weights)
        first = examples.firsts[example]
        true = i64(int(examples.answers[example]))
        anywhere = vec[i64]()
        for seat in range(len(odds)):
            there = self._count(examples, first + seat)
            odd = odds[seat]
            off = SHARE * (odd - (1.0 if seat == true else 0.0))
            for k in there:
                amount = self._counts[k]
                self.slope[k] += off * amount
                if self._mean[k] == 0.0:
                    anywhere = append(anywhere, k)
                self._mean[k] += (odd + _SMALL) * amount
                self._outer(there, k, SHARE * odd * amount, self._counts)
            for k in there:
                self._counts[k] = 0.0
        for k in anywhere:
            self._outer(anywhere, k, -SHARE * self._mean[k], self._mean)
        for k in anywhere:
            self._mean[k] = 0.0

    def _count(self, examples: Examples, group: i64) -> vec[i64]:
        """The features of a seat, each once; how often each is named stands in `_counts`."""
        there = vec[i64]()
        for i in range(examples.groups[group], examples.groups[group + 1]):
            number = examples.numbers[i]
            if self._counts[number] == 0.0:
                there = append(there, number)
            self._counts[number] += 1.0
        return there

    def _outer(self, there: vec[i64], k: i64, amount: float, by: vec[float]) -> None:
        row = k * self.count
        curve = self.curve
        for j in there:
            curve[row + j] += amount * by[j]


def zeros(count: i64) -> vec[float]:
    """So many noughts."""
    out = vec[float]()
    for _ in range(count):
        out = append(out, 0.0)
    return out


def prices(count: i64, ladders: Sequence[tuple[int, int]], bend: float) -> vec[float]:
    """What weights cost, as a square matrix, row by row."""
    out = zeros(count * count)
    for k in range(count):
        out[k * count + k] = RIDGE
    for begin, rungs in ladders:
        for k in range(begin, begin + rungs):
            out[k * count + k] += LADDER_RIDGE - RIDGE
        for k in range(begin, begin + rungs - 2):
            for i in range(3):
                for j in range(3):
                    out[(k + i) * count + k + j] += bend * (-2.0 if i == 1 else 1.0) * (-2.0 if j == 1 else 1.0)
    return out


def solved(matrix: vec[float], right: vec[float]) -> vec[float]:
    """What the matrix, which is symmetric and positive, turns into the right side (Cholesky)."""
    n: i64 = len(right)
    low = zeros(n * n)
    out = right[:]
    for i in range(n):
        for j in range(i + 1):
            total = matrix[i * n + j]
            for k in range(j):
                total -= low[i * n + k] * low[j * n + k]
            low[i * n + j] = sqrt(max(total, _SMALL)) if i == j else total / low[j * n + j]
    for i in range(n):
        for k in range(i):
            out[i] -= low[i * n + k] * out[k]
        out[i] /= low[i * n + i]
    for down in range(n):
        i = n - 1 - down
        for k in range(i + 1, n):
            out[i] -= low[k * n + i] * out[k]
        out[i] /= low[i * n + i]
    return out
