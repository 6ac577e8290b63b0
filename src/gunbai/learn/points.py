"""Weights in points, for games that are won by them: how many points a seat still gets, with any number of seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from librt.vecs import vec

from gunbai.core.game import CHANCE, DONE, Game
from gunbai.core.options import Options, parse_options
from gunbai.core.rng import Rng
from gunbai.learn.fit import Examples, Fit, climbed, fit_points, gathered
from gunbai.learn.selfplay import NEVER, Played

# Few games move weights little.
RIDGE_OF_FEW = 200.0
# Of one game about so many positions teach: neighbours tell the same thing.
POSITIONS = 30
# More decisions than any game has.
BEYOND = 1_000_000


@dataclass(frozen=True)
class _Moment:
    """Two seats of a position, the features of both, and by how many points the first is ahead."""

    first: int
    second: int
    features: list[list[int]]
    ahead: float


def examples_in_points(game: Game, played: Sequence[Played]) -> Examples:
    """Positions with how many points more the first of two seats got from there on than the second."""
    learning = game.learning
    assert learning is not None
    tells = getattr(learning, "tells", None)
    values = Examples()
    for number, each in enumerate(played):
        s = game.start(Options(game.info.options, parse_options(each.options)))
        rng, seats, rows = Rng(number), len(each.returns), list[_Moment]()
        # Decisions of each seat until its positions teach: how a leader would have gone on is not to be learned.
        waits = [BEYOND if wait == NEVER else wait for wait in each.leads] or [0] * seats
        for action in each.actions:
            actor = int(game.actor(s))
            chance = actor == CHANCE
            if not chance:
                waits[actor] -= 1
            game.apply(s, action)
            if game.actor(s) == DONE:
                break
            if not tells(s) if tells else chance or rng.below(len(each.actions)) >= POSITIONS:
                continue
            teach = [seat for seat in range(seats) if waits[seat] <= 0]
            if len(teach) < 2:
                continue
            one = int(rng.below(len(teach)))
            first, second = teach[one], teach[(one + 1 + int(rng.below(len(teach) - 1))) % len(teach)]
            ahead = learning.points(s, first) - learning.points(s, second)
            rows.append(_Moment(first, second, [learning.features(s, seat) for seat in (first, second)], ahead))
        if game.actor(s) == DONE:
            for row in rows:
                more = learning.points(s, row.first) - learning.points(s, row.second) - row.ahead
                values.add([climbed(seat, learning.ladders) for seat in row.features], more, number)
    return values


def fitted_in_points(game: Game, played: Sequence[Played]) -> tuple[dict[str, object], Fit, Examples]:
    """Weights from all these games, with what they are used with."""
    learning = game.learning
    assert learning is not None
    values = examples_in_points(game, played)
    found = fit_points(values, learning.feature_count)
    weights = [round(weight, 4) for weight in gathered(found.weights, learning.ladders)]
    return {**learning.settings, "value": weights}, found, values


def moved_in_points(game: Game, played: Sequence[Played], before: list[float]) -> list[float]:
    """Weights in points, moved towards what these games say: fitted to what they foretold wrongly. What would foretell
    held-out games no better is left as it was."""
    learning = game.learning
    assert learning is not None
    values = examples_in_points(game, played)
    rungs = vec[float](scattered(before, learning.ladders))
    wrong = list[float]()
    for i, answer in enumerate(values.answers):
        first = values.firsts[i]
        wrong.append(answer - values.score(first, rungs) + values.score(first + 1, rungs))
    values.answers = vec[float](wrong)
    found = fit_points(values, learning.feature_count, ridge=RIDGE_OF_FEW)
    changes = gathered(found.weights, learning.ladders)
    return [round(old + change, 4) for old, change in zip(before, changes, strict=True)]


def scattered(weights: list[float], ladders: Sequence[tuple[int, int]]) -> list[float]:
    """Weights of features as weights of rungs, each what it adds to the one below it; `gathered` undoes it."""
    out = weights[:]
    for begin, count in ladders:
        for number in range(begin + count - 1, begin, -1):
            out[number] -= out[number - 1]
    return out
