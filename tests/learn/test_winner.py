"""The winner among many seats: known odds are found again, also for amounts that were never seen."""

from __future__ import annotations

import random
from math import exp, log

import pytest
from librt.vecs import vec

from gunbai.learn.fit import Examples
from gunbai.learn.winner import fit_winner, solved

RUNGS = 12


def games(worth: list[float], count: int, without: int = -1) -> Examples:
    """Three seats, each with one rung of a ladder and up to four men; who has more is likelier to win."""
    dice, examples = random.Random(7), Examples()
    rungs = [rung for rung in range(RUNGS) if rung != without]
    for number in range(count):
        seats = [[dice.choice(rungs), *[RUNGS] * dice.randrange(5)] for _ in range(3)]
        odds = [exp(sum(worth[k] for k in seat)) for seat in seats]
        examples.add(seats, float(dice.choices(range(3), odds)[0]), number)
    return examples


def test_rungs_and_counts_are_found_again() -> None:
    worth = [*[0.2 * rung for rung in range(RUNGS)], 0.5]
    found = fit_winner(games(worth, 20_000), RUNGS + 1, [(0, RUNGS)])
    assert found.weights[RUNGS] == pytest.approx(0.5, abs=0.06)
    for rung in range(1, RUNGS):
        assert found.weights[rung] - found.weights[rung - 1] == pytest.approx(0.2, abs=0.06)
    assert found.loss < found.baseline - 0.2
    assert found.baseline == pytest.approx(log(3.0) / log(2.0))


def test_a_rung_that_was_never_seen_lies_between_its_neighbours() -> None:
    worth = [*[0.2 * rung for rung in range(RUNGS)], 0.5]
    found = fit_winner(games(worth, 4000, without=6), RUNGS + 1, [(0, RUNGS)])
    assert found.weights[5] < found.weights[6] < found.weights[7]


def test_mere_chance_teaches_nothing() -> None:
    found = fit_winner(games([0.0] * (RUNGS + 1), 4000), RUNGS + 1, [(0, RUNGS)])
    assert max(abs(weight) for weight in found.weights) < 0.1
    assert found.loss > found.baseline - 0.01


def test_equations_are_solved() -> None:
    matrix = vec[float]([4.0, 2.0, 0.4, 2.0, 5.0, 1.0, 0.4, 1.0, 3.0])
    assert list(solved(matrix, vec[float]([6.4, 8.0, 4.4]))) == pytest.approx([1.0, 1.0, 1.0])
