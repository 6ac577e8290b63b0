"""Weights fitted to examples: results of positions by logistic regression, places of secrets by conditional logit.

Both have a few thousand weights of which each example touches a hundred, so plain compiled loops with Adagrad take
seconds; nothing outside the standard library is needed (docs/decisions/learned-judgement.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, sqrt
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.core.rng import Rng

_SMALL: Final = 1e-8
# One game in so many is held out: it judges, and never teaches.
HELD_OUT: Final[i64] = 8
_PATIENCE: Final = 4


@final
class Examples:
    """Groups of feature numbers, flat, with an answer for each example and the game it comes from.

    For a value an example has two groups, one for each side, and the answer is the first side's result from 0 to 1. For
    a secret it has a group for each place, and the answer is the number of the true one.
    """

    def __init__(self) -> None:
        self.numbers = vec[i64]()
        # Where each group begins, and behind them all the end; where each example's groups begin, likewise.
        self.groups = vec[i64]([0])
        self.firsts = vec[i64]([0])
        self.answers = vec[float]()
        self.games = vec[i64]()

    def add(self, groups: list[list[int]], answer: float, game: int) -> None:
        for group in groups:
            for number in group:
                self.numbers = append(self.numbers, number)
            self.groups = append(self.groups, len(self.numbers))
        self.firsts = append(self.firsts, len(self.groups) - 1)
        self.answers = append(self.answers, answer)
        self.games = append(self.games, game)

    def score(self, group: i64, weights: vec[float]) -> float:
        """The sum of the weights of one group."""
        total = 0.0
        for i in range(self.groups[group], self.groups[group + 1]):
            total += weights[self.numbers[i]]
        return total

    def split(self) -> tuple[vec[i64], vec[i64]]:
        """The numbers of the examples that teach, and of those that are held out, whole games at a time."""
        taught = vec[i64]()
        held = vec[i64]()
        for i in range(len(self.answers)):
            # The multiplier spreads neighbouring games; a share of games, not of positions, is held out.
            if (self.games[i] * 2654435761 >> 7) % HELD_OUT == 0:
                held = append(held, i)
            else:
                taught = append(taught, i)
        return taught, held


@final
class Fit:
    """What training found, and how good it is on games that it has not learned from."""

    def __init__(self, weights: list[float], loss: float, baseline: float, passes: int) -> None:
        self.weights = weights
        # Log loss on held-out games in bits, and that of knowing nothing.
        self.loss = loss
        self.baseline = baseline
        self.passes = passes


@final
class _Slope:
    """Weights that move against their gradients, each at a rate of its own (Adagrad)."""

    def __init__(self, count: i64, rate: float, start: list[float]) -> None:
        self.rate = rate
        self.weights = vec[float](start)
        self.squares = vec[float]()
        while len(self.weights) < count:
            self.weights = append(self.weights, 0.0)
        for _ in range(count):
            self.squares = append(self.squares, 0.0)

    def move(self, examples: Examples, group: i64, gradient: float) -> None:
        weights, squares, numbers = self.weights, self.squares, examples.numbers
        square = gradient * gradient
        for i in range(examples.groups[group], examples.groups[group + 1]):
            number = numbers[i]
            squares[number] += square
            weights[number] -= self.rate * gradient / sqrt(squares[number] + _SMALL)


def shuffle(order: vec[i64], rng: Rng) -> None:
    """In place, every order as likely as the other."""
    i: i64 = len(order) - 1
    while i > 0:
        j: i64 = rng.below(i + 1)
        order[i], order[j] = order[j], order[i]
        i -= 1


def sigmoid(x: float) -> float:
    """From any number to a chance between 0 and 1."""
    return 1.0 / (1.0 + exp(-max(-40.0, min(40.0, x))))


def fit_value(
    examples: Examples, count: i64, rng: Rng, passes: i64 = 30, rate: float = 0.05, start: list[float] | None = None
) -> Fit:
    """Weights whose sum over the first side's features, less the second's, foretells the first side's result.

    They begin with those given, and stay so where nothing better is found.
    """
    taught, held = examples.split()
    slope = _Slope(count, rate, start or [])
    best = slope.weights[:]
    lowest, since, made = value_loss(examples, held, best) if start else 1e9, 0, 0
    while made < passes and since < _PATIENCE:
        made += 1
        shuffle(taught, rng)
        for i in taught:
            first = examples.firsts[i]
            x = examples.score(first, slope.weights) - examples.score(first + 1, slope.weights)
            gradient = sigmoid(x) - examples.answers[i]
            slope.move(examples, first, gradient)
            slope.move(examples, first + 1, -gradient)
        loss = value_loss(examples, held, slope.weights)
        since += 1
        if loss < lowest - 1e-5:
            lowest, since = loss, 0
            best = slope.weights[:]
    return Fit([round(w, 4) for w in best], lowest, 1.0, made)


def fit_points(examples: Examples, count: i64, ridge: float = 10.0, passes: i64 = 60) -> Fit:
    """Weights whose sum over the first side's features, less the second's, foretells by how many points the first side
    gets more from here on. The loss is the mean squared error in points, the baseline that of foretelling none.

    Least squares with a small price on large weights, solved by conjugate gradients: no rate to tune, any order alike.
    """
    taught, held = examples.split()
    weights, rest, along = _zeros(count), _zeros(count), _zeros(count)
    for i in taught:
        _spread(examples, examples.firsts[i], rest, examples.answers[i])
    size = 0.0
    for k in range(count):
        along[k] = rest[k]
        size += rest[k] * rest[k]
    best = weights[:]
    baseline = points_loss(examples, held, weights)
    lowest, made = baseline, 0
    while made < passes and size > _SMALL:
        made += 1
        bent = _zeros(count)
        for i in taught:
            first = examples.firsts[i]
            _spread(examples, first, bent, examples.score(first, along) - examples.score(first + 1, along))
        curve = 0.0
        for k in range(count):
            bent[k] += ridge * along[k]
            curve += along[k] * bent[k]
        step = size / curve
        left = 0.0
        for k in range(count):
            weights[k] += step * along[k]
            rest[k] -= step * bent[k]
            left += rest[k] * rest[k]
        for k in range(count):
            along[k] = rest[k] + left / size * along[k]
        size = left
        loss = points_loss(examples, held, weights)
        if loss < lowest:
            lowest = loss
            best = weights[:]
    return Fit(list(best), lowest, baseline, made)


def _zeros(count: i64) -> vec[float]:
    out = vec[float]()
    for _ in range(count):
        out = append(out, 0.0)
    return out


def _spread(examples: Examples, first: i64, out: vec[float], amount: float) -> None:
    """Add an amount for every feature of an example's first side, and take it off for those of the second."""
    for i in range(examples.groups[first], examples.groups[first + 1]):
        out[examples.numbers[i]] += amount
    for i in range(examples.groups[first + 1], examples.groups[first + 2]):
        out[examples.numbers[i]] -= amount


def climbed(features: list[int], ladders: Sequence[tuple[int, int]]) -> list[int]:
    """Features with all lower rungs of their ladders, so that what is learned of one amount counts for larger ones."""
    rungs = {begin + i: begin for begin, count in ladders for i in range(count)}
    return [rung for number in features for rung in range(rungs.get(number, number), number + 1)]


def gathered(weights: list[float], ladders: Sequence[tuple[int, int]]) -> list[float]:
    """Weights of rungs as weights of the features themselves: each is the sum of the rungs up to it."""
    out = weights[:]
    for begin, count in ladders:
        for number in range(begin + 1, begin + count):
            out[number] += out[number - 1]
    return out


def points_loss(examples: Examples, chosen: vec[i64], weights: vec[float]) -> float:
    """The mean squared error, in points."""
    total = 0.0
    for i in chosen:
        first = examples.firsts[i]
        error = examples.score(first, weights) - examples.score(first + 1, weights) - examples.answers[i]
        total += error * error
    return total / float(max(1, len(chosen)))


def value_loss(examples: Examples, chosen: vec[i64], weights: vec[float]) -> float:
    """The mean log loss of the results, in bits."""
    total = 0.0
    for i in chosen:
        first = examples.firsts[i]
        p = sigmoid(examples.score(first, weights) - examples.score(first + 1, weights))
        answer = examples.answers[i]
        total -= answer * log(max(p, _SMALL)) + (1.0 - answer) * log(max(1.0 - p, _SMALL))
    return total / log(2.0) / float(max(1, len(chosen)))


def chances(examples: Examples, example: i64, weights: vec[float]) -> vec[float]:
    """How likely each place of an example is."""
    out = vec[float]()
    total = 0.0
    for group in range(examples.firsts[example], examples.firsts[example + 1]):
        likely = exp(max(-30.0, min(30.0, examples.score(group, weights))))
        total += likely
        out = append(out, likely)
    for i in range(len(out)):
        out[i] /= total
    return out


def fit_secret(
    examples: Examples,
    count: i64,
    rng: Rng,
    even: float,
    passes: i64 = 20,
    rate: float = 0.05,
    start: list[float] | None = None,
) -> Fit:
    """Weights whose exponentials are the odds of the places; judged with a share of even odds mixed in."""
    taught, held = examples.split()
    slope = _Slope(count, rate, start or [])
    best = slope.weights[:]
    lowest, since, made = secret_bits(examples, held, best, even) if start else 1e9, 0, 0
    while made < passes and since < _PATIENCE:
        made += 1
        shuffle(taught, rng)
        for i in taught:
            first = examples.firsts[i]
            odds = chances(examples, i, slope.weights)
            true = i64(int(examples.answers[i]))
            for j in range(len(odds)):
                slope.move(examples, first + j, odds[j] - (1.0 if j == true else 0.0))
        loss = secret_bits(examples, held, slope.weights, even)
        since += 1
        if loss < lowest - 1e-5:
            lowest, since = loss, 0
            best = slope.weights[:]
    return Fit([round(w, 4) for w in best], lowest, secret_bits(examples, held, best, 1.0), made)


def secret_bits(examples: Examples, chosen: vec[i64], weights: vec[float], even: float) -> float:
    """How many bits are still missing to know the true place, on average; even = 1 knows nothing."""
    total = 0.0
    for i in chosen:
        odds = chances(examples, i, weights)
        n: i64 = len(odds)
        true = i64(int(examples.answers[i]))
        total -= log(even / float(n) + (1.0 - even) * odds[true])
    return total / log(2.0) / float(max(1, len(chosen)))


def area(examples: Examples, weights: list[float], even: float = 0.5) -> float:
    """How often a held-out position of a winner looks better than one of a loser (AUC); draws are left out."""
    packed = vec[float](weights)
    pairs = list[tuple[float, bool]]()
    _, held = examples.split()
    for i in held:
        if examples.answers[i] != even:
            first = examples.firsts[i]
            score = examples.score(first, packed) - examples.score(first + 1, packed)
            pairs.append((score, examples.answers[i] > even))
    pairs.sort()
    ranks = [rank for rank, (_, good) in enumerate(pairs, start=1) if good]
    won, rank_sum = len(ranks), float(sum(ranks))
    lost = len(pairs) - won
    return (rank_sum - won * (won + 1) / 2) / (won * lost) if won and lost else 0.5
