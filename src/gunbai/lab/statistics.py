"""Honest numbers about games between bots: intervals, ratings, and when to stop."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, log10, sqrt

from gunbai.core.rng import Rng

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


def bradley_terry(scores: Sequence[Sequence[float]]) -> list[float]:
    """Ratings in Elo from a matrix of scores (`scores[i][j]`: what i won against j), average 0.

    The classic fixed point (Zermelo). Half a drawn game with everyone met keeps a bot that never lost finite.
    """
    n = len(scores)
    won = [[scores[i][j] + (0.5 if scores[i][j] + scores[j][i] > 0 else 0.0) for j in range(n)] for i in range(n)]
    strength = [1.0] * n
    for _ in range(2000):
        before = strength
        strength = []
        for i in range(n):
            wins = sum(won[i])
            met = sum((won[i][j] + won[j][i]) / (before[i] + before[j]) for j in range(n) if j != i)
            strength.append(wins / met if met > 0 else before[i])
        scale = exp(sum(log(s) for s in strength) / n)
        strength = [s / scale for s in strength]
        if max(abs(a - b) / b for a, b in zip(strength, before, strict=True)) < 1e-10:
            break
    return [400.0 * log10(s) for s in strength]


def rating_intervals(
    samples: Sequence[tuple[int, int, float]], bots: int, rounds: int = 200, seed: int = 1
) -> list[tuple[float, float, float]]:
    """Rating and 95 % interval per bot, by resampling the pairings (bot, bot, score of the first from 0 to 1)."""

    def rate(drawn: Sequence[tuple[int, int, float]]) -> list[float]:
        scores = [[0.0] * bots for _ in range(bots)]
        for one, two, score in drawn:
            scores[one][two] += score
            scores[two][one] += 1.0 - score
        return bradley_terry(scores)

    centre = rate(samples)
    rng = Rng(seed)
    n = len(samples)
    tries = [rate([samples[int(rng.below(n))] for _ in range(n)]) for _ in range(rounds)] if n else []
    out = []
    for bot in range(bots):
        values = sorted(t[bot] for t in tries)
        low = values[int(0.025 * len(values))] if values else centre[bot]
        high = values[min(len(values) - 1, int(0.975 * len(values)))] if values else centre[bot]
        out.append((centre[bot], low, high))
    return out


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
