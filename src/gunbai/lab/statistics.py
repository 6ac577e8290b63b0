"""Honest numbers about games between bots: intervals, and when to stop."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, sqrt

_Z = 1.959963984540054  # 95 %


def wilson(score: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a success rate after so many games (half a success for a draw).

    >>> low, high = wilson(20, 25)
    >>> round(low, 2), round(high, 2)
    (0.61, 0.91)
    """
    if games == 0:
        return 0.0, 1.0
    rate = score / games
    denominator = 1 + _Z**2 / games
    centre = (rate + _Z**2 / (2 * games)) / denominator
    margin = _Z * sqrt(rate * (1 - rate) / games + _Z**2 / (4 * games**2)) / denominator
    return max(0.0, centre - margin), min(1.0, centre + margin)


def mean_interval(values: Sequence[float]) -> tuple[float, float, float]:
    """The mean and its 95 % interval (normal approximation; values should be independent, e.g. one per pairing)."""
    n = len(values)
    if n == 0:
        return 0.0, 0.0, 0.0
    mean = sum(values) / n
    spread = sqrt(sum((v - mean) ** 2 for v in values) / (n - 1)) if n > 1 else 0.0
    margin = _Z * spread / sqrt(n)
    return mean, mean - margin, mean + margin


def elo_score(elo: float) -> float:
    """The expected score of a player so many Elo stronger."""
    return 1.0 / (1.0 + exp(-elo * log(10.0) / 400.0))


def sprt(pair_scores: Sequence[float], elo0: float, elo1: float, error: float = 0.05) -> tuple[float, str]:
    """Sequential test of 'elo1 stronger' against 'elo0 stronger', over the mean scores of seat-rotated pairings.

    Returns the log-likelihood ratio and 'accept', 'reject' or '' (go on).
    """
    n = len(pair_scores)
    if n < 8:
        return 0.0, ""
    mean = sum(pair_scores) / n
    variance = sum((s - mean) ** 2 for s in pair_scores) / (n - 1)
    low, high = elo_score(elo0), elo_score(elo1)
    ratio = n * (high - low) * (2 * mean - low - high) / (2 * max(variance, 1e-3))
    bound = log((1 - error) / error)
    return ratio, "accept" if ratio >= bound else "reject" if ratio <= -bound else ""
