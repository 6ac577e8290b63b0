"""Ratings of bots from the games between them: Bradley–Terry by choix, intervals by SciPy.

Intervals are those of the likelihood: every rating that the games do not speak clearly against, the other ratings being
free to explain them as well as they can. Who has won every game can be any amount stronger, so that end stays open.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, log

import choix
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq, minimize
from scipy.special import log_expit
from scipy.stats import chi2

from gunbai.lab.arena import Standing

# A step of the logistic model in Elo.
ELO = 400.0 / log(10.0)
# Beyond so many Elo from the mean no game can tell ratings apart.
FARTHEST = 4000.0

Scores = NDArray[np.float64]


def ratings(standings: Sequence[Standing], names: Sequence[str]) -> list[tuple[str, float, float, float]]:
    """Ratings in Elo with 95 % intervals, the strongest first. Every game counts once, also one of many seats."""
    index = {name: i for i, name in enumerate(names)}
    samples = [
        (index[st.lineup[0]], index[st.lineup[1]], score)
        for st in standings
        if st.lineup[0] != st.lineup[1]
        for by_rotation in st.ahead.values()
        for score in by_rotation.values()
    ]
    rated = rating_intervals(samples, len(names))
    return sorted(((name, *rated[index[name]]) for name in names), key=lambda row: -row[1])


def matrix(samples: Sequence[tuple[int, int, float]], bots: int) -> Scores:
    """What each bot (row) has won against each other (column), from games (bot, bot, score of the first, 0 to 1)."""
    won = np.zeros((bots, bots))
    for one, two, score in samples:
        won[one, two] += score
        won[two, one] += 1.0 - score
    return won


def bradley_terry(won: Scores) -> list[float]:
    """Ratings in Elo, mean 0. Half a drawn game with everyone met keeps a bot that never lost finite."""
    met = won + won.T > 0
    if not met.any():
        return [0.0] * len(won)
    # What the prior of choix adds, it also adds to those who never met; so it stays tiny, and only joins them.
    strengths = choix.ilsr_pairwise_dense(won + 0.5 * met, alpha=1e-6)
    return [float(ELO * x) for x in strengths - strengths.mean()]


def rating_intervals(samples: Sequence[tuple[int, int, float]], bots: int) -> list[tuple[float, float, float]]:
    """Rating and 95 % interval of each bot; an end that the games leave open is infinite."""
    won = matrix(samples, bots)
    centre = bradley_terry(won)
    return [(centre[bot], _end(won, bot, centre, -1.0), _end(won, bot, centre, 1.0)) for bot in range(bots)]


def _end(won: Scores, bot: int, centre: Sequence[float], way: float) -> float:
    """The rating furthest down (-1) or up (1) that a likelihood-ratio test at 5 % does not refuse."""
    if won[bot].sum() + won[:, bot].sum() == 0:
        return way * inf
    best = _likelihood(won, minimize(_loss, np.array(centre) / ELO, (won,), jac=True).x)
    allowed = float(chi2.ppf(0.95, 1)) / 2.0
    start = np.array([x / ELO for i, x in enumerate(centre) if i != bot])

    def over(rating: float) -> float:
        """By how much the games speak more clearly against this rating than they may."""
        fixed = rating / ELO
        found = minimize(_loss_beside, start, (won, bot, fixed), jac=True)
        return best - _likelihood(won, _beside(found.x, bot, fixed)) - allowed

    if over(way * FARTHEST) < 0:
        return way * inf
    inner = centre[bot] if over(centre[bot]) < 0 else 0.0
    return float(brentq(over, inner, way * FARTHEST, xtol=0.01))


def _likelihood(won: Scores, strengths: NDArray[np.float64]) -> float:
    gaps = strengths[:, None] - strengths[None, :]
    return float((won * log_expit(gaps)).sum())


def _loss(strengths: NDArray[np.float64], won: Scores) -> tuple[float, NDArray[np.float64]]:
    """What to make small, and how it changes; the last term only keeps the mean at 0."""
    gaps = strengths[:, None] - strengths[None, :]
    missed = won * np.exp(log_expit(-gaps))
    mean = strengths.mean()
    return mean * mean - _likelihood(won, strengths), missed.sum(axis=0) - missed.sum(axis=1) + 2.0 * mean / len(won)


def _beside(others: NDArray[np.float64], bot: int, fixed: float) -> NDArray[np.float64]:
    """All strengths, given one of them and the others up to a shift: the mean is 0 in the end."""
    shift = (-fixed - others.sum()) / len(others)
    return np.insert(others + shift, bot, fixed)


def _loss_beside(others: NDArray[np.float64], won: Scores, bot: int, fixed: float) -> tuple[float, NDArray[np.float64]]:
    loss, slope = _loss(_beside(others, bot, fixed), won)
    rest = np.delete(slope, bot)
    return loss, rest - rest.mean()
