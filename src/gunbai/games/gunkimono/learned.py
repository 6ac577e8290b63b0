"""The learned judgement of Gunkimono: the points a seat still gets, as a sum over its features.

The same weights say what an action is worth: what honor, strongholds and small tiles are worth after it, less what they
were worth before. Points of all seats become chances to win by how far they lie apart and how much time is left.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from pathlib import Path
from typing import Final, cast, final

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.core.game import Game, State, View
from gunbai.core.info import LevelTuning
from gunbai.core.judgement import Learning, expected_results
from gunbai.core.rng import Rng
from gunbai.games.gunkimono import turn
from gunbai.games.gunkimono.actions import (
    BLIND,
    BUILD_AT,
    CLAIMED,
    HONOR,
    LAY,
    NOTHING,
    PASS,
    PUT,
    SUPPORT_WITH,
    TAKE,
    VICTORY,
)
from gunbai.games.gunkimono.board import count, lowest
from gunbai.games.gunkimono.data import FIRST_SYMBOLS, FIRST_TROOP, SECOND_SYMBOLS, SECOND_TROOP, SMALL, bit
from gunbai.games.gunkimono.features import (
    FEATURES,
    FORT_CUT,
    LADDERS,
    LAGGING,
    PART_FORTS,
    PART_OF,
    RESERVE,
    SHARED,
    FeatureList,
    column_feature,
    fort_feature,
    largest_site,
    missing_feature,
    next_feature,
    rows_missing,
    shown_at,
    span_of,
    told,
    turns_of,
)
from gunbai.games.gunkimono.heuristics import GunkimonoHeuristics
from gunbai.games.gunkimono.prospects import Prospects
from gunbai.games.gunkimono.state import (
    BANNER,
    BUILD,
    DRAW,
    EMPTY,
    GONE,
    OVER,
    PLACE,
    REFILL,
    REVEAL,
    SCORE,
    SUPPORT,
    TILE,
    GunkimonoState,
)

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
# Scripts that lead the games into positions which the newest weights would avoid.
LEADERS: Final = ("taker", "honor", "builder", "hoarder", "chooser")

# Tuned by matches against `search-1` (weights.md): actions of a simulation beyond the tree, points that make an action
# a third as promising, what a tile off the stack is worth, points of a lead at the end and more for each turn left.
SETTINGS: Final[dict[str, object]] = {"horizon": 1, "keen": 2.0, "drawn": 10.0, "scale": [6.0, 0.8]}
# In a style, what others' strongholds pay, and what could be cut off from one's own, is taken for so much more than it
# is; and a tile that nobody sees is worth so many points more.
BOLDNESS: Final = 1.2
CARE: Final = 1.5
SECRECY: Final = 4.0
# What one troop more in the formation of a stronghold is worth a turn: some of it is covered again.
_GROWTH: Final = 0.8
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


@final
class LearnedHeuristics(GunkimonoHeuristics):
    """Values, promising actions and quick simulations from weights in points."""

    def __init__(self, value: list[float], scale: tuple[float, float], horizon: int, keen: float, drawn: float) -> None:
        super().__init__()
        self.horizon = horizon
        self.value_weights = vec[float](value)
        self.told_weights = told(self.value_weights)
        # How many points of a lead mean what: at the end, and more for each turn left.
        self.scale = scale[0]
        self.scale_a_turn = scale[1]
        # How many points less make an action a third as promising.
        self.keen = keen
        # What an unknown tile is worth beside those that lie open.
        self.drawn = drawn
        # In a style, one's own features and those of rivals weigh a little otherwise; -1: nobody's do.
        self.own: i64 = -1
        self.own_weights = self.value_weights
        self.rival_weights = self.value_weights
        self.reasons = REASONS
        # Less than this is no reason: it rounds to one point, and luck decides more.
        self.notable = 1.5
        # Level 2 judges every action of its own turn by what was learned; fewer simulations than these lose to that.
        self.levels = LevelTuning(simulations=(200, 1600))

    # -- values -----------------------------------------------------------------------------------

    def values(self, s: State) -> vec[float]:
        t = self.finished(cast(GunkimonoState, s))
        totals = vec[float]()
        turns: i64 = 0
        for seat in range(t.setting.players):
            totals = append(totals, float(turn.total_points(t, seat)) + self.score(t, seat))
            turns += turns_of(t, seat)
        return expected_results(totals, self.scale + self.scale_a_turn * float(turns) / float(t.setting.players))

    def finished(self, t: GunkimonoState) -> GunkimonoState:
        """The position after the turn under way, as it looks at a glance: only positions between turns are judged.

        A tile off the stack stays unknown, so the hand may be one short, and the row, which is not looked at, too.
        """
        if t.step in (TILE, OVER) or t.turn < 0:
            return t
        out = t.copy()
        while out.step not in (TILE, REVEAL, DRAW, OVER):
            turn.apply(out, self.at_a_glance(out))
        players = t.setting.players
        follower = (out.turn + 1) % players
        if out.step in (REVEAL, DRAW) and not (out.end_shown and follower == out.sword):
            out.turn = follower
            out.step = TILE
        return out

    def at_a_glance(self, t: GunkimonoState) -> i64:
        """A good action of the turn under way, found without a list of what is legal."""
        seat, step = t.turn, t.step
        if step == PLACE:
            prospects = self.prospects(t)
            self.best_placing(t, t.tile, self.gains(t), prospects)
            return prospects.place
        if step == SUPPORT:
            return SUPPORT_WITH + self.least_wanted(t)
        if step == SCORE:
            points = turn.half_points(t)
            if t.honor[seat * 5 + turn.half_troop(t)] == GONE:
                return VICTORY if points else NOTHING
            return VICTORY if points and float(points) >= self.worth(t, HONOR, self.gains(t)) else HONOR
        if step == BANNER:
            return CLAIMED + lowest(turn.banner_choices(t))
        if step == BUILD:
            return self.best_site(t)
        # REFILL: the tile that joins most troops, if any lies open.
        prospects = self.prospects(t)
        best: i64 = BLIND
        most: i64 = -1
        for kind in t.row:
            if kind != EMPTY:
                joins = prospects.top[FIRST_TROOP[kind]] + prospects.top[SECOND_TROOP[kind]]
                if joins > most:
                    best, most = TAKE + kind, joins
        return best

    def least_wanted(self, t: GunkimonoState) -> i64:
        """The small tile to lay under another: one whose column is closed, if there is one."""
        chosen: i64 = -1
        for troop in range(5):
            if t.reserve[t.turn] >> troop & 1 and (chosen < 0 or t.honor[t.turn * 5 + troop] == GONE):
                chosen = troop
        return chosen

    def best_site(self, t: GunkimonoState) -> i64:
        """To build in the largest formation."""
        b = t.board
        sites = b.building_sites(t.turn, t.setting.own_double)
        best: i64 = -1
        most: i64 = 0
        for troop in range(5):
            shown = b.troops[troop]
            rest = shown & sites
            while rest:
                formation = b.grow(rest & -rest, shown)
                if count(formation) > most:
                    most = count(formation)
                    best = lowest(rest)
                rest &= ~formation
        return BUILD_AT + t.setting.field.square_of[best]

    def score(self, t: GunkimonoState, seat: i64) -> float:
        """The points that the seat still gets."""
        features = FeatureList()
        features.read(t, seat)
        if self.own < 0:
            return features.total(self.value_weights)
        return features.total(self.own_weights if seat == self.own else self.rival_weights)

    def guess(self, game: Game, v: View, rng: Rng) -> State:
        if self.own >= 0:
            self.own = v.seat
        return super().guess(game, v, rng)

    def style(self, name: str) -> None:
        """Play a little otherwise from now on: these heuristics then serve one player."""
        if name == "tricky":
            self.drawn += SECRECY
            return
        changed = self.value_weights[:]
        if name == "aggressive":
            for number in range(FEATURES):
                if PART_OF[number] == PART_FORTS:
                    changed[number] *= BOLDNESS
            self.rival_weights = changed
        elif name == "careful":
            for number in range(FORT_CUT, SHARED):
                changed[number] *= CARE
            self.own_weights = changed
        self.own = 0

    def parts(self, s: State, seat: i64) -> vec[float]:
        t = cast(GunkimonoState, s)
        out = vec[float]([float(turn.total_points(t, seat)), 0.0, 0.0, 0.0, 0.0, 0.0])
        features = FeatureList()
        features.read(t, seat)
        for i in range(features.length):
            number = features.numbers[i]
            part = PART_OF[number]
            if part:
                out[part] += self.told_weights[number]
        rival = -1e9
        for other in range(t.setting.players):
            if other != seat:
                rival = max(rival, float(turn.total_points(t, other)) + self.score(t, other))
        out[5] = -rival
        return out

    # -- actions ----------------------------------------------------------------------------------

    def weights(self, s: State, actions: vec[i64]) -> vec[float]:
        t = cast(GunkimonoState, s)
        out = self.worths(t, actions, self.gains(t))
        most = -1e9
        for worth in out:
            most = max(most, worth)
        for i in range(len(out)):
            out[i] = LEAST + exp(max(-30.0, (out[i] - most) / self.keen))
        return out

    def rollout(self, s: State, actions: vec[i64], rng: Rng) -> i64:
        """What looks best at a glance."""
        t = cast(GunkimonoState, s)
        gains = self.gains(t)
        if t.step == PLACE:
            prospects = self.prospects(t)
            self.best_placing(t, t.tile, gains, prospects)
            if prospects.place >= 0:
                return prospects.place
        worths = self.worths(t, actions, gains)
        best = actions[0]
        most = worths[0]
        for i in range(1, len(actions)):
            if worths[i] > most:
                best, most = actions[i], worths[i]
        return best

    def prospects(self, t: GunkimonoState) -> Prospects:
        """The field as the seat on turn sees it."""
        found = Prospects()
        found.read(t.board, t.turn)
        found.growth = _GROWTH * float(turns_of(t, t.turn))
        return found

    def best_placing(self, t: GunkimonoState, tile: i64, gains: vec[float], prospects: Prospects) -> float:
        """What the best place for a tile of the seat on turn brings; `prospects.place` is that place."""
        small = -self.small_worth(t)
        if tile >= SMALL:
            troop = tile - SMALL
            honor = gains[troop * 2 + min(max(t.setting.small_symbols[troop], 1), 2) - 1]
            return prospects.best(t, t.turn, tile, honor, 0.0, 0.0)
        first = gains[FIRST_TROOP[tile] * 2 + FIRST_SYMBOLS[tile] - 1]
        second = gains[SECOND_TROOP[tile] * 2 + SECOND_SYMBOLS[tile] - 1]
        return prospects.best(t, t.turn, tile, first, second, small)

    def worths(self, t: GunkimonoState, actions: vec[i64], gains: vec[float]) -> vec[float]:
        """About how many points each action of the seat on turn brings, now and later."""
        out = vec[float]()
        if t.step == TILE and actions[0] != PASS:
            prospects = self.prospects(t)
            small = self.small_worth(t)
            for tile in actions:
                worth = self.best_placing(t, tile, gains, prospects)
                out = append(out, worth + small if tile >= SMALL else worth)
            return out
        if t.step == REFILL:
            # What the tile would bring at once, if it were the seat's turn again.
            prospects = self.prospects(t)
            for action in actions:
                worth = self.drawn if action == BLIND else self.best_placing(t, action - TAKE, gains, prospects)
                out = append(out, worth)
            return out
        for action in actions:
            out = append(out, self.worth(t, action, gains))
        return out

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
        """The same of one action; of a tile only its placing is worth anything."""
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
        return 0.0

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


@final
class GunkimonoLearning(Learning):
    """What can be learned of Gunkimono."""

    def __init__(self) -> None:
        super().__init__(FEATURES, 0, OPENINGS, [f"script:{name}" for name in LEADERS])
        self.file = str(Path(__file__).with_name(WEIGHTS))
        # Quick games teach as much as searched ones and cost a hundredth; the first are those of a beginner.
        self.first = "script:taker"
        self.recipe = {"rounds": 3, "games": 3000, "simulations": 0}
        # Scripts lead each seat for up to so many decisions, about a whole game of two: then they have been everywhere.
        self.longest_lead = 80
        self.in_points = True
        self.settings = dict(SETTINGS)
        self.ladders = tuple(LADDERS)

    def features(self, s: State, seat: i64) -> list[int]:
        found = FeatureList()
        found.read(cast(GunkimonoState, s), seat)
        return found.listed()

    def points(self, s: State, seat: i64) -> float:
        return float(turn.total_points(cast(GunkimonoState, s), seat))

    def heuristics(self, weights: Mapping[str, object]) -> LearnedHeuristics:
        value = cast(list[float], weights["value"])
        said = {**SETTINGS, **weights}
        scale = cast(list[float], said["scale"])
        horizon = int(cast(int, said["horizon"]))
        keen, drawn = (float(cast(float, said[name])) for name in ("keen", "drawn"))
        return LearnedHeuristics(value, (float(scale[0]), float(scale[1])), horizon, keen, drawn)

    def tells(self, s: State) -> bool:
        """Positions to learn from: those between turns, which are all that is judged."""
        return cast(GunkimonoState, s).step == TILE
