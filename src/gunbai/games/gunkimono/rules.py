"""The rules of Gunkimono: whose decision it is, what may be done, what chance may bring, and who has won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.core.game import CHANCE, DONE, Chance, Game, GameInfo, Outlook, State, View
from gunbai.core.observation import Observer
from gunbai.core.options import Options
from gunbai.core.position import check_position
from gunbai.core.rng import Rng
from gunbai.core.saying import Saying
from gunbai.games.gunkimono import actions, belief, extent, foresight, limits, notation, refusals, telling, turn
from gunbai.games.gunkimono.actions import (
    BLIND,
    BUILD_AT,
    CLAIMED,
    CLAIMED_HIDDEN,
    DRAWN,
    DRAWN_END,
    DRAWN_HIDDEN,
    HONOR,
    LAY,
    NOTHING,
    PASS,
    PUT,
    REVEALED,
    REVEALED_END,
    STARTS,
    SUPPORT_WITH,
    TAKE,
    VICTORY,
)
from gunbai.games.gunkimono.data import KINDS, OPTIONS, PRESETS, SEAT_NAMES, SMALL, Setting, bit
from gunbai.games.gunkimono.heuristics import GunkimonoHeuristics
from gunbai.games.gunkimono.learned import GunkimonoLearning
from gunbai.games.gunkimono.scripted import BuilderBot, ChooserBot, HoarderBot, HonorBot, TakerBot
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
    ROW,
    SCORE,
    START,
    SUPPORT,
    TILE,
    GunkimonoState,
    first_state,
)
from gunbai.games.gunkimono.view import GunkimonoView, look, look_again
from gunbai.games.gunkimono.ways import WAYS


class Gunkimono(Game):
    """Two to five daimyo, one battlefield, hidden hands, tiles from a bag."""

    def __init__(self) -> None:
        super().__init__(
            GameInfo(
                "gunkimono",
                "Gunkimono",
                "Cover the battlefield with troops for victory points or honor, and hold formations with strongholds.",
                1,
                SEAT_NAMES,
                OPTIONS,
                PRESETS,
                first_game={"players": 2},
                ways=WAYS,
                trials=("tiny",),
            )
        )
        by_hand = GunkimonoHeuristics()
        self.earlier = {"search-1": by_hand}
        learning = GunkimonoLearning()
        self.learning = learning
        self.scripts = {
            "taker": TakerBot,
            "honor": HonorBot,
            "builder": BuilderBot,
            "hoarder": HoarderBot,
            "chooser": ChooserBot,
        }
        weights = learning.weights()
        self.heuristics = learning.heuristics(weights) if weights else by_hand

    # -- play -------------------------------------------------------------------------------

    def start(self, options: Options) -> State:
        return first_state(options, Setting(options))

    def actor(self, s: State) -> i64:
        t = cast(GunkimonoState, s)
        step = t.step
        if step == OVER:
            return DONE
        if step < TILE or step == BANNER or step >= DRAW:
            return CHANCE
        return t.turn

    def legal(self, s: State) -> vec[i64]:
        t = cast(GunkimonoState, s)
        step = t.step
        if step == TILE:
            out = turn.usable_tiles(t)
            return out if len(out) > 0 else append(out, PASS)
        if step == PLACE:
            return _places(t)
        if step == SUPPORT:
            return _bits(t.reserve[t.turn], SUPPORT_WITH)
        if step == SCORE:
            return _scorings(t)
        if step == BUILD:
            return _sites(t)
        if step == REFILL:
            return _refills(t)
        if step == OVER:
            return vec[i64]()
        if step == BANNER:
            return _bits(turn.banner_choices(t), CLAIMED)
        return self.chance(s).actions

    def apply(self, s: State, action: i64) -> None:
        turn.apply(cast(GunkimonoState, s), action)

    def check(self, s: State, action: i64) -> None:
        for allowed in self.legal(s):
            if allowed == action:
                return
        raise refusals.why_not(cast(GunkimonoState, s), action)

    def chance(self, s: State) -> Chance:
        t = cast(GunkimonoState, s)
        outcomes = vec[i64]()
        weights = vec[i64]()
        if t.step in (START, BANNER):
            if t.step == BANNER:
                outcomes = _bits(turn.banner_choices(t), CLAIMED)
            else:
                outcomes = _bits(bit(t.setting.players) - 1, STARTS)
            for _ in outcomes:
                weights = append(weights, i64(1))
            return Chance(outcomes, weights)
        per_copy, end = turn.tile_weights(t)
        revealing = t.step in (ROW, REVEAL)
        first = REVEALED if revealing else DRAWN
        if per_copy:
            for kind in range(KINDS):
                if t.bag[kind] > 0:
                    outcomes = append(outcomes, first + kind)
                    weights = append(weights, t.bag[kind] * per_copy)
        if end:
            outcomes = append(outcomes, REVEALED_END if revealing else DRAWN_END)
            weights = append(weights, end)
        return Chance(outcomes, weights)

    def draw(self, s: State, rng: Rng) -> i64:
        """The same chances as `chance`, without listing them."""
        t = cast(GunkimonoState, s)
        if t.step == START:
            return STARTS + rng.below(t.setting.players)
        if t.step == BANNER:
            return self.chance(s).sample(rng)
        revealing = t.step in (ROW, REVEAL)
        if t.main == 0 and not t.end_shown and rng.below(t.end_stack + 1) == 0:
            return REVEALED_END if revealing else DRAWN_END
        unseen: i64 = 0
        for kind in range(KINDS):
            unseen += t.bag[kind]
        pick = rng.below(unseen)
        which: i64 = 0
        while pick >= t.bag[which]:
            pick -= t.bag[which]
            which += 1
        return (REVEALED if revealing else DRAWN) + which

    def returns(self, s: State) -> tuple[float, ...]:
        t = cast(GunkimonoState, s)
        if t.step != OVER:
            return (0.0,) * int(t.setting.players)
        places = self.placing(s)
        share = 2.0 / places.count(1) - 1.0
        return tuple([share if place == 1 else -1.0 for place in places])

    def sum_of_returns(self, options: Options) -> float | None:
        return 2.0 - options.players

    def decisions(self, options: Options) -> vec[i64]:
        return extent.decisions(options)

    def outcomes(self, options: Options) -> vec[i64]:
        return extent.outcomes(options)

    def longest_game(self, options: Options) -> i64:
        return extent.longest_game(options)

    def placing(self, s: State) -> tuple[int, ...]:
        t = cast(GunkimonoState, s)
        scores = [
            (int(turn.total_points(t, seat)), int(turn.troops_owned(t, seat))) for seat in range(t.setting.players)
        ]
        return tuple([1 + sum([other > score for other in scores]) for score in scores])

    def outcome(self, s: State) -> str:
        t = cast(GunkimonoState, s)
        if t.step != OVER:
            return ""
        points = [int(turn.total_points(t, seat)) for seat in range(t.setting.players)]
        how = "most points" if points.count(max(points)) == 1 else "tie broken by troops held"
        if self.placing(s).count(1) > 1:
            how = "shared win"
        return f"{how}: {', '.join([str(p) for p in points])}"

    def ending(self, s: State) -> Sequence[Saying]:
        return telling.ending(cast(GunkimonoState, s))

    # -- what a seat knows ----------------------------------------------------------------------

    def violations(self, s: State) -> list[str]:
        return limits.violations(cast(GunkimonoState, s))

    def view(self, s: State, seat: i64) -> View:
        return look(cast(GunkimonoState, s), seat)

    def look_again(self, s: State, before: View, seat: i64) -> View:
        return look_again(cast(GunkimonoState, s), cast(GunkimonoView, before), seat)

    def observer(self, options: Options) -> Observer:
        from gunbai.games.gunkimono.observation import GunkimonoObserver  # noqa: PLC0415 - not needed to play

        return GunkimonoObserver(Setting(options))

    def seen_as(self, s: State, action: i64, seat: i64) -> i64:
        t = cast(GunkimonoState, s)
        if DRAWN <= action < DRAWN + KINDS and seat != turn.dealt_to(t):
            return DRAWN_HIDDEN
        if CLAIMED < action < STARTS and seat != t.turn:
            return CLAIMED_HIDDEN
        return action

    def resample(self, v: View, rng: Rng) -> State:
        return belief.resample(cast(GunkimonoView, v), rng)

    # -- words ------------------------------------------------------------------------------------

    def action_text(self, action: i64) -> str:
        return actions.TEXTS[int(action)]

    def parse_action(self, text: str) -> i64:
        return actions.parse_action(text)

    def expand(self, s: State, text: str) -> list[int]:
        return telling.expand(self, s, text)

    def tell(self, v: View, actions: Sequence[int]) -> str:
        return telling.tell(self, cast(GunkimonoView, v), actions)

    def effects(self, v: View, action: i64) -> list[Saying]:
        return telling.effects(self, cast(GunkimonoView, v), int(action))

    def prompt(self, v: View) -> str:
        return telling.prompt(cast(GunkimonoView, v))

    def outlook(self, v: View) -> Outlook:
        return foresight.GunkimonoOutlook(self, v)

    def position_text(self, s: State) -> str:
        return notation.position_text(cast(GunkimonoState, s))

    def parse_position(self, text: str) -> State:
        s = notation.parse_position(text)
        check_position(self, s)
        return s

    def view_text(self, v: View) -> str:
        return notation.view_text(cast(GunkimonoView, v))


def _bits(mask: i64, first: i64) -> vec[i64]:
    out = vec[i64]()
    number: i64 = 0
    while mask:
        if mask & 1:
            out = append(out, first + number)
        mask >>= 1
        number += 1
    return out


def _places(t: GunkimonoState) -> vec[i64]:
    b = t.board
    squares = t.setting.field.square_of
    out = vec[i64]()
    if t.tile >= SMALL:
        small = b.small_fits(t.tile - SMALL)
        cell: i64 = 0
        while small:
            if small & 1:
                out = append(out, PUT + squares[cell])
            small >>= 1
            cell += 1
        return out
    support = t.reserve[t.turn] != 0
    north = b.fits(t.tile, 0, support)
    east = b.fits(t.tile, 1, support)
    south = b.fits(t.tile, 2, support)
    west = b.fits(t.tile, 3, support)
    any_way = north | east | south | west
    cell = 0
    while any_way >> cell:
        if any_way >> cell & 1:
            number = LAY + squares[cell] * 4
            if north >> cell & 1:
                out = append(out, number)
            if east >> cell & 1:
                out = append(out, number + 1)
            if south >> cell & 1:
                out = append(out, number + 2)
            if west >> cell & 1:
                out = append(out, number + 3)
        cell += 1
    return out


def _scorings(t: GunkimonoState) -> vec[i64]:
    out = vec[i64]()
    if turn.half_points(t) > 0:
        out = append(out, VICTORY)
    if t.honor[t.turn * 5 + turn.half_troop(t)] != GONE:
        out = append(out, HONOR)
    return out if len(out) > 0 else append(out, NOTHING)


def _sites(t: GunkimonoState) -> vec[i64]:
    out = vec[i64]()
    sites = t.board.building_sites(t.turn, t.setting.own_double)
    cell: i64 = 0
    while sites:
        if sites & 1:
            out = append(out, BUILD_AT + t.setting.field.square_of[cell])
        sites >>= 1
        cell += 1
    return out


def _refills(t: GunkimonoState) -> vec[i64]:
    out = vec[i64]()
    last: i64 = EMPTY
    for kind in t.row:
        if kind not in (EMPTY, last):
            last = kind
            out = append(out, TAKE + kind)
    if turn.stack_left(t) > 0:
        out = append(out, BLIND)
    return out


GAME: Final = Gunkimono()
