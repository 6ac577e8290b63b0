"""The learned judgement of Gunkimono: the points a seat still gets, as a sum over its features.

The same weights say what an action is worth: what honor, strongholds and small tiles are worth after it, less what they
were worth before. Points of all seats become chances to win by how far they lie apart and how much time is left.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import exp
from pathlib import Path
from typing import Final, cast

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.core.game import State
from gunbai.core.judgement import Learning
from gunbai.core.rng import Rng
from gunbai.games.gunkimono import turn
from gunbai.games.gunkimono.actions import BLIND, BUILD_AT, HONOR, LAY, PASS, PUT, SUPPORT_WITH, TAKE, VICTORY
from gunbai.games.gunkimono.board import count
from gunbai.games.gunkimono.data import FIRST_SYMBOLS, FIRST_TROOP, SECOND_SYMBOLS, SECOND_TROOP, SMALL, bit
from gunbai.games.gunkimono.features import (
    FEATURES,
    LADDERS,
    LAGGING,
    PART_OF,
    RESERVE,
    FeatureList,
    column_feature,
    fort_feature,
    largest_site,
    missing_feature,
    next_feature,
    rows_missing,
    shown_at,
    span_of,
    turns_of,
)
from gunbai.games.gunkimono.heuristics import GunkimonoHeuristics
from gunbai.games.gunkimono.state import GONE, SCORE, GunkimonoState

# What training wrote; weights.md beside it says how.
WEIGHTS: Final = "weights.json"
# Mean worth of a banner of each layer.
_BANNER_WORTH: Final[vec[float]] = vec[float]([13.0, 8.0, 3.0])
# What an action that gains nothing weighs beside the best one, which weighs 1.
LEAST: Final = 0.004
# Two players are what is measured; the others are there so that the weights serve them too.
OPENINGS: Final = (
    *["players=2"] * 5,
    *["players=2 layout=gk55"] * 2,
    "players=3",
    "players=4",
    "players=5",
)

# Tuned by matches against `search-1` (weights.md): actions of a simulation beyond the tree, actions it compares, points
# that make an action a third as promising, points of a lead at the end and more of them for each turn left.
SETTINGS: Final[dict[str, object]] = {"horizon": 20, "tries": 5, "keen": 4.0, "scale": [4.0, 1.5]}
# What can speak for an action: points at once, strongholds, the next stronghold, banners, tiles, the strongest rival.
REASONS: Final = (
    ("brings {points} more points at once", "brings {points} fewer points at once"),
    (
        "your strongholds pay about {points} points more by the end",
        "your strongholds pay about {points} points less by the end",
    ),
    (
        "brings your next stronghold nearer, worth about {points} points",
        "delays your next stronghold, at the cost of about {points} points",
    ),
    ("brings banners nearer, worth about {points} points", "leaves banners farther off, by about {points} points"),
    (
        "keeps better tiles for later, worth about {points} points",
        "leaves poorer tiles for later, by about {points} points",
    ),
    (
        "holds the strongest rival back by about {points} points",
        "helps the strongest rival by about {points} points",
    ),
)


class LearnedHeuristics(GunkimonoHeuristics):
    """Values, promising actions and quick simulations from weights in points."""

    def __init__(self, value: list[float], scale: tuple[float, float], horizon: int, keen: float, tries: int) -> None:
        super().__init__()
        self.horizon = horizon
        self.value_weights = vec[float](value)
        # How many points of a lead mean what: at the end, and more for each turn left.
        self.scale = scale[0]
        self.scale_a_turn = scale[1]
        # How many points less make an action a third as promising.
        self.keen = keen
        # How many actions a quick simulation compares.
        self.tries: i64 = tries
        self.reasons = REASONS
        self.notable = 1.0

    # -- values -----------------------------------------------------------------------------------

    def values(self, s: State) -> vec[float]:
        t = cast(GunkimonoState, s)
        totals = vec[float]()
        best = -1e9
        turns: i64 = 0
        for seat in range(t.setting.players):
            total = float(turn.total_points(t, seat)) + self.score(t, seat)
            totals = append(totals, total)
            best = max(best, total)
            turns += turns_of(t, seat)
        scale = self.scale + self.scale_a_turn * float(turns) / float(t.setting.players)
        shares = 0.0
        for total in totals:
            shares += exp((total - best) / scale)
        out = vec[float]()
        for total in totals:
            out = append(out, 2.0 * exp((total - best) / scale) / shares - 1.0)
        return out

    def score(self, t: GunkimonoState, seat: i64) -> float:
        """The points that the seat still gets."""
        features = FeatureList()
        features.read(t, seat)
        weights, numbers = self.value_weights, features.numbers
        total = 0.0
        for i in range(features.length):
            total += weights[numbers[i]]
        return total

    def parts(self, s: State, seat: i64) -> vec[float]:
        t = cast(GunkimonoState, s)
        out = vec[float]([float(turn.total_points(t, seat)), 0.0, 0.0, 0.0, 0.0, 0.0])
        features = FeatureList()
        features.read(t, seat)
        for i in range(features.length):
            number = features.numbers[i]
            part = PART_OF[number]
            if part:
                out[part] += self.value_weights[number]
        rival = -1e9
        for other in range(t.setting.players):
            if other != seat:
                rival = max(rival, float(turn.total_points(t, other)) + self.score(t, other))
        out[5] = -rival
        return out

    # -- actions ----------------------------------------------------------------------------------

    def weights(self, s: State, actions: vec[i64]) -> vec[float]:
        t = cast(GunkimonoState, s)
        gains = self.gains(t)
        out = vec[float]()
        most = -1e9
        for action in actions:
            worth = self.worth(t, action, gains)
            out = append(out, worth)
            most = max(most, worth)
        for i in range(len(out)):
            out[i] = LEAST + exp(max(-30.0, (out[i] - most) / self.keen))
        return out

    def rollout(self, s: State, actions: vec[i64], rng: Rng) -> i64:
        """The best of a few tried at random; both ways of scoring are always compared."""
        t = cast(GunkimonoState, s)
        n: i64 = len(actions)
        gains = self.gains(t)
        if t.step == SCORE or n <= self.tries:
            best = actions[0]
            most = self.worth(t, best, gains)
            for i in range(1, n):
                worth = self.worth(t, actions[i], gains)
                if worth > most:
                    best, most = actions[i], worth
            return best
        best = actions[rng.below(n)]
        most = self.worth(t, best, gains)
        for _ in range(self.tries - 1):
            action = actions[rng.below(n)]
            worth = self.worth(t, action, gains)
            if worth > most:
                best, most = action, worth
        return best

    def gains(self, t: GunkimonoState) -> vec[float]:
        """What one and two symbols in each column are worth to the seat on turn: troop * 2 + symbols - 1."""
        w = self.value_weights
        seat = t.turn
        left = turns_of(t, seat)
        span = span_of(left)
        built = count(t.board.forts[seat])
        row: i64 = t.setting.rows[built] if built < 2 else 0
        missing = rows_missing(t, seat, row)
        site: i64 = largest_site(t, seat) if built < 2 else 0
        lagging: i64 = 0
        for troop in range(5):
            at = t.honor[seat * 5 + troop]
            if at != GONE and at < row:
                lagging += 1
        out = vec[float]()
        for troop in range(5):
            at = t.honor[seat * 5 + troop]
            banners = turn.banners_left(t, troop)
            for symbols in range(1, 3):
                if at == GONE:
                    out = append(out, 0.0)
                    continue
                to = at + symbols
                worth = 0.0
                if banners > 0:
                    worth -= w[column_feature(t, seat, troop, at, span)]
                    if to >= t.setting.rows[2]:
                        worth += _BANNER_WORTH[min(len(t.setting.banners) - banners, 2)]
                    else:
                        worth += w[column_feature(t, seat, troop, to, span)]
                if built < 2 and at < row:
                    climbed: i64 = min(to, row) - at
                    there: i64 = 1 if to >= row else 0
                    worth += w[missing_feature(built, span, missing - climbed)]
                    worth -= w[missing_feature(built, span, missing)]
                    worth += w[next_feature(built, left, missing - climbed, site)]
                    worth -= w[next_feature(built, left, missing, site)]
                    if there:
                        first = LAGGING + built * 6
                        worth += w[first + lagging - 1] - w[first + lagging]
                out = append(out, worth)
        return out

    def worth(self, t: GunkimonoState, action: i64, gains: vec[float]) -> float:
        """About how many points an action of the seat on turn brings, now and later."""
        if action < SMALL:
            return self.tile_worth(t, action, gains)
        if action < PASS:
            troop = action - SMALL
            worth = gains[troop * 2 + min(max(t.setting.small_symbols[troop], 1), 2) - 1]
            return max(worth, 2.0) + self.small_worth(t)
        if LAY <= action < SUPPORT_WITH:
            return self.placing_worth(t, action, gains)
        if SUPPORT_WITH <= action < VICTORY:
            # The small tile least wanted later: one whose column is closed.
            return 2.0 if t.honor[t.turn * 5 + action - SUPPORT_WITH] == GONE else 1.0
        if action == VICTORY:
            return float(turn.half_points(t))
        if action == HONOR:
            return gains[turn.half_troop(t) * 2 + min(max(turn.half_symbols(t), 1), 2) - 1]
        if BUILD_AT <= action < TAKE:
            size = count(t.board.formation(t.setting.field.cell_of[action - BUILD_AT]))
            return self.value_weights[fort_feature(turns_of(t, t.turn), size)]
        if TAKE <= action < BLIND:
            return self.tile_worth(t, action - TAKE, gains)
        return 4.0 if action == BLIND else 0.0

    def tile_worth(self, t: GunkimonoState, kind: i64, gains: vec[float]) -> float:
        """A large tile by itself, before a place is chosen."""
        return self._troop_worth(t, FIRST_TROOP[kind], FIRST_SYMBOLS[kind], gains) + self._troop_worth(
            t, SECOND_TROOP[kind], SECOND_SYMBOLS[kind], gains
        )

    def _troop_worth(self, t: GunkimonoState, troop: i64, symbols: i64, gains: vec[float]) -> float:
        worth = max(gains[troop * 2 + symbols - 1], 2.0)
        own = t.board.forts[t.turn] & t.board.troops[troop]
        if own:
            left = turns_of(t, t.turn)
            size = count(t.board.grow(own, t.board.troops[troop]))
            worth += self.value_weights[fort_feature(left, size + 1)] - self.value_weights[fort_feature(left, size)]
        return worth

    def small_worth(self, t: GunkimonoState) -> float:
        """What a small tile less is worth: something below 0."""
        first = RESERVE + span_of(turns_of(t, t.turn)) * 6
        has = min(count(t.reserve[t.turn]), 5)
        return self.value_weights[first + max(has - 1, 0)] - self.value_weights[first + has]

    def placing_worth(self, t: GunkimonoState, action: i64, gains: vec[float]) -> float:
        """Points or honor for the troops on a place, and what the strongholds around gain or lose."""
        b = t.board
        if action >= PUT:
            here = bit(t.setting.field.cell_of[action - PUT])
            troop = t.tile - SMALL
            symbols = t.setting.small_symbols[troop]
            return self._half_worth(t, here, 0, troop, symbols, gains) + self._covering(t, here, troop)
        cell = t.setting.field.cell_of[(action - LAY) >> 2]
        other = b.neighbour(cell, (action - LAY) & 3)
        first, second = bit(cell), bit(other)
        one, two = FIRST_TROOP[t.tile], SECOND_TROOP[t.tile]
        worth = self._half_worth(t, first, second, one, FIRST_SYMBOLS[t.tile], gains)
        worth += self._half_worth(t, second, first, two, SECOND_SYMBOLS[t.tile], gains)
        worth += self._covering(t, first, one) + self._covering(t, second, two)
        return worth if b.levels[cell] == b.levels[other] else worth + self.small_worth(t)

    def _half_worth(
        self, t: GunkimonoState, here: i64, there: i64, troop: i64, symbols: i64, gains: vec[float]
    ) -> float:
        b = t.board
        honor = gains[troop * 2 + min(max(symbols, 1), 2) - 1]
        formation = b.grow(here, (b.troops[troop] & ~there) | here)
        owner = b.owner(formation)
        if owner < 0:
            return max(float(count(formation)), honor)
        w = self.value_weights
        left = turns_of(t, owner)
        forts = b.forts[owner] & formation
        held = count(b.grow(forts, b.troops[troop] & ~there))
        size = count(formation)
        gain = float(count(forts)) * (w[fort_feature(left, size)] - w[fort_feature(left, held)])
        return honor + gain if owner == t.turn else honor - gain

    def _covering(self, t: GunkimonoState, here: i64, troop: i64) -> float:
        """What strongholds lose whose formation is covered here; below 0 for one's own."""
        b = t.board
        shown = shown_at(t, here)
        if shown == b.troops[troop] or not b.all_forts() & shown:
            return 0.0
        formation = b.grow(here, shown)
        owner = b.owner(formation)
        if owner < 0:
            return 0.0
        w = self.value_weights
        left = turns_of(t, owner)
        size = count(formation)
        loss = 0.0
        forts = b.forts[owner] & formation
        while forts:
            kept = count(b.grow(forts & -forts, formation & ~here))
            loss += w[fort_feature(left, size)] - w[fort_feature(left, kept)]
            forts &= forts - 1
        return -loss if owner == t.turn else loss


class ExplainedHeuristics(GunkimonoHeuristics):
    """Plays by hand and gives reasons by what was learned: that foretells points better, but playing by it has not won
    its match yet (weights.md)."""

    def __init__(self, learned: LearnedHeuristics) -> None:
        super().__init__()
        self.learned = learned
        self.reasons = learned.reasons
        self.notable = learned.notable

    def parts(self, s: State, seat: i64) -> vec[float]:
        return self.learned.parts(s, seat)


class GunkimonoLearning(Learning):
    """What can be learned of Gunkimono."""

    def __init__(self) -> None:
        super().__init__(FEATURES, 0, OPENINGS, ("script:taker", "script:builder"))
        self.in_points = True
        self.settings = dict(SETTINGS)
        self.ladders = tuple(LADDERS)

    def features(self, s: State, seat: i64) -> list[int]:
        found = FeatureList()
        found.read(cast(GunkimonoState, s), seat)
        return [int(found.numbers[i]) for i in range(found.length)]

    def points(self, s: State, seat: i64) -> float:
        return float(turn.total_points(cast(GunkimonoState, s), seat))

    def weights(self) -> Mapping[str, object]:
        path = Path(__file__).with_name(WEIGHTS)
        if not path.exists():
            return {}
        found: Mapping[str, object] = json.loads(path.read_text(encoding="utf-8"))
        return found

    def heuristics(self, weights: Mapping[str, object]) -> LearnedHeuristics:
        value = cast(list[float], weights["value"])
        said = {**SETTINGS, **weights}
        scale = cast(list[float], said["scale"])
        horizon, tries = (int(cast(int, said[name])) for name in ("horizon", "tries"))
        keen = float(cast(float, said["keen"]))
        return LearnedHeuristics(value, (float(scale[0]), float(scale[1])), horizon, keen, tries)
