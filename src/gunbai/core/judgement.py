"""What bots know of a game beyond its rules, set by hand or learned from play. Games fill it in."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from math import exp
from pathlib import Path
from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from gunbai.core.info import LevelTuning
from gunbai.core.rng import Rng
from gunbai.core.state import State, View

if TYPE_CHECKING:
    from gunbai.core.game import Game


def expected_results(scores: vec[float], scale: float) -> vec[float]:
    """Per seat, the result from -1 to 1 that scores promise: a softmax, in which a lead by `scale` is worth e times."""
    best = -1e9
    for score in scores:
        best = score if score > best else best
    whole = 0.0
    for score in scores:
        whole += exp((score - best) / scale)
    out = vec[float]()
    for score in scores:
        out = append(out, 2.0 * exp((score - best) / scale) / whole - 1.0)
    return out


@mypyc_attr(allow_interpreted_subclasses=True)
class Heuristics:
    """What bots know of a game beyond its rules. This one knows nothing; a game's `heuristics.py` overrides it.

    It is asked about sampled worlds inside a search, never about the true state of a game in play.
    """

    def __init__(self) -> None:
        # Actions of a simulation beyond the tree before the position is judged.
        self.horizon: i64 = 14
        # The share of the time left for a turn that one of its small actions may take.
        self.pace: float = 0.5
        # How the levels play this game.
        self.levels = LevelTuning()
        # What can speak for an action, part by part of a judgement: what to say when there is more of it and when there
        # is less; {points} stands for how much. Differences below `notable` are not worth a word.
        self.reasons: tuple[tuple[str, str], ...] = ()
        self.notable: float = 0.1

    def facing(self, v: View) -> Heuristics:
        """The knowledge for a search from this view: other than this where what the enemy has done asks for it."""
        return self

    def values(self, s: State) -> vec[float]:
        """Per seat, the expected result from -1 to 1 as it looks at a glance."""
        out = vec[float]()
        for _ in range(s.options.players):
            out = append(out, 0.0)
        return out

    def parts(self, s: State, seat: i64) -> vec[float]:
        """How well the seat stands in each of the `reasons`; the more, the better for it."""
        return vec[float]()

    def weights(self, s: State, actions: vec[i64]) -> vec[float]:
        """How promising each legal action of the actor looks; positive, in any scale."""
        out = vec[float]()
        for _ in actions:
            out = append(out, 1.0)
        return out

    def rollout(self, s: State, actions: vec[i64], rng: Rng) -> i64:
        """The action a quick simulation plays; called very often, so cheap."""
        return actions[rng.below(len(actions))]

    def guess(self, game: Game, v: View, rng: Rng) -> State:
        """A world that fits the view, drawn by what players tend to do; here everything possible is as likely."""
        return game.resample(v, rng)


class Features:
    """Numbers of features in a row of fixed room. A game's subclass reads positions into it, again and again.

    The subclass also adds them: that happens some fifty times a position, and a call from one compiled library into
    another is not inlined (4 % of Gunkimono's judgement).
    """

    def __init__(self, room: vec[i64]) -> None:
        self.numbers = room[:]
        self.length: i64 = 0

    def total(self, weights: vec[float]) -> float:
        """The sum of their weights."""
        numbers = self.numbers
        total = 0.0
        for i in range(self.length):
            total += weights[numbers[i]]
        return total

    def listed(self) -> list[int]:
        """The numbers, as training reads them."""
        return [int(self.numbers[i]) for i in range(self.length)]


@mypyc_attr(allow_interpreted_subclasses=True)
class Learning:
    """Features of positions as numbers, and heuristics made of the weights that training finds for them.

    A position's value is the sum of the weights of one side's features less that of the other. In a game that is won by
    points the sum says how many points a seat still gets, so that it serves any number of seats. The odds of a secret
    are the exponentials of such sums, one for each place where it may be.
    """

    def __init__(self, features: i64, secret_features: i64, openings: Sequence[str], scripts: Sequence[str]) -> None:
        # How many features a side has, and how many a place where a secret may be.
        self.feature_count: i64 = features
        self.secret_count: i64 = secret_features
        # Options to learn from, as text; each is played as often as it stands here.
        self.openings = tuple(openings)
        # Names of scripted bots that some of the games are played against.
        self.scripts = tuple(scripts)
        # Whether the weights are points that a seat still gets, not chances to win.
        self.in_points = False
        # Features that stand for rising amounts: the first of them and how many; neighbours are nearly alike.
        self.ladders: tuple[tuple[int, int], ...] = ()
        # What the weights are used with, as training writes it beside them: the horizon of simulations and the like.
        self.settings: dict[str, object] = {}
        # Where the shipped weights are; empty where there are none.
        self.file: str = ""

    def points(self, s: State, seat: i64) -> float:
        """The points that the seat has, where weights are points."""
        return 0.0

    def features(self, s: State, seat: i64) -> list[int]:
        """The numbers of the features that one side of a position has. Hidden things of a view are features too."""
        raise NotImplementedError

    def secret(self, s: State, seat: i64) -> tuple[int, list[list[int]]]:
        """Where the other side must look for the seat's secret: the number of the true place, and the features of all
        places; no places where there is nothing to guess."""
        return -1, []

    def weights(self) -> Mapping[str, object]:
        """The weights that are shipped; an empty mapping where there are none."""
        if not self.file or not Path(self.file).exists():
            return {}
        found: Mapping[str, object] = json.loads(Path(self.file).read_text(encoding="utf-8"))
        return found

    def heuristics(self, weights: Mapping[str, object]) -> Heuristics:
        """Heuristics that judge by these weights."""
        raise NotImplementedError
