"""The game of Gunshi as the house knows it: the contract's methods, each handed on to the room that does it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.core.game import CHANCE, DONE, Chance, Game, GameInfo, Outlook, State, View
from gunbai.core.observation import Observer
from gunbai.core.options import Options
from gunbai.core.position import check_position
from gunbai.core.rng import Rng
from gunbai.core.saying import Saying
from gunbai.games.gunshi import actions, belief, choices, extent, limits, refusals, setup, tournament, view
from gunbai.games.gunshi.data import SEAT_NAMES
from gunbai.games.gunshi.drilled import ColumnBot, HerdBot, PairBot, PhalanxBot, WingBot
from gunbai.games.gunshi.heuristics import GunshiHeuristics
from gunbai.games.gunshi.learned import GunshiLearning
from gunbai.games.gunshi.scripted import HunterBot, MirrorBot, RushBot, TakerBot, TurtleBot, WaitingBot
from gunbai.games.gunshi.state import (
    COMMITTED,
    ENDING_NAMES,
    OVER,
    REVEAL,
    SIDE,
    GunshiState,
)
from gunbai.games.gunshi.view import GunshiView
from gunbai.games.gunshi.ways import WAYS

RULES_VERSION = 1


class Gunshi(Game):
    """Gunshi: The Art of Strategy."""

    def __init__(self) -> None:
        super().__init__(
            GameInfo(
                "gunshi",
                "Gunshi: The Art of Strategy",
                "Command an army by letters that arrive turns later; hunt the secret shogun or invade.",
                RULES_VERSION,
                SEAT_NAMES,
                setup.OPTIONS,
                setup.PRESETS,
                tournaments=tournament.STYLES,
                first_game={"players": 2, "formation": "first_battle"},
                ways=WAYS,
                trials=("tiny",),
            )
        )

        by_hand = GunshiHeuristics()
        self.earlier = {"search-1": by_hand}
        self.learning = GunshiLearning()
        self.scripts = {
            "rush": RushBot,
            "taker": TakerBot,
            "hunter": HunterBot,
            "turtle": TurtleBot,
            "mirror": MirrorBot,
            "waiting": WaitingBot,
            "column": ColumnBot,
            "herd": HerdBot,
            "phalanx": PhalanxBot,
            "wing": WingBot,
            "pair": PairBot,
        }
        weights = self.learning.weights()
        self.heuristics = self.learning.heuristics(weights) if weights else by_hand

    # -- play -------------------------------------------------------------------------------

    def start(self, options: Options) -> State:
        return setup.start(options)

    def actor(self, s: State) -> i64:
        t = cast(GunshiState, s)
        phase = t.phase
        if phase == OVER:
            return DONE
        if phase == REVEAL:
            return CHANCE
        if choices.is_sealed(phase):
            if t.focus >= 0:
                return t.focus
            return 1 if t.side[COMMITTED] else 0
        return t.seat

    def legal(self, s: State) -> vec[i64]:
        t = cast(GunshiState, s)
        if t.phase == OVER:
            return vec[i64]()
        actor = self.actor(s)
        return choices.legal(t, actor if actor >= 0 else t.seat)

    def apply(self, s: State, action: i64) -> None:
        choices.apply(cast(GunshiState, s), self.actor(s), action)

    def check(self, s: State, action: i64) -> None:
        for allowed in self.legal(s):
            if allowed == action:
                return
        refusals.refuse(cast(GunshiState, s), self.actor(s), action)

    def chance(self, s: State) -> Chance:
        found = self.legal(s)
        weights = vec[i64]()
        for _ in found:
            weights = append(weights, 1)
        return Chance(found, weights)

    def returns(self, s: State) -> tuple[float, ...]:
        t = cast(GunshiState, s)
        if t.winner < 0:
            return (0.0, 0.0)
        return (1.0, -1.0) if t.winner == 0 else (-1.0, 1.0)

    def sum_of_returns(self, options: Options) -> float | None:
        return 0.0

    def decisions(self, options: Options) -> vec[i64]:
        return extent.decisions(options)

    def outcomes(self, options: Options) -> vec[i64]:
        return extent.outcomes(options)

    def longest_game(self, options: Options) -> i64:
        return extent.longest_game(options)

    def placing(self, s: State) -> tuple[int, ...]:
        t = cast(GunshiState, s)
        if t.winner < 0:
            return (1, 1)
        return (1, 2) if t.winner == 0 else (2, 1)

    def outcome(self, s: State) -> str:
        return ENDING_NAMES[cast(GunshiState, s).ending]

    def ending(self, s: State) -> Sequence[Saying]:
        from gunbai.games.gunshi import telling  # noqa: PLC0415

        return telling.ending(cast(GunshiState, s))

    # -- sealed choices ------------------------------------------------------------------------

    def violations(self, s: State) -> list[str]:
        return limits.violations(cast(GunshiState, s))

    def pending(self, s: State) -> vec[i64]:
        out = vec[i64]()
        for seat in view.waiting(cast(GunshiState, s)):
            out = append(out, seat)
        return out

    def focus(self, s: State, seat: i64) -> None:
        t = cast(GunshiState, s)
        if choices.is_sealed(t.phase) and not t.side[SIDE * seat + COMMITTED]:
            first: i64 = 1 if t.side[COMMITTED] else 0
            t.focus = seat if seat != first else -1

    def on_clock(self, s: State) -> vec[i64]:
        return tournament.on_clock(cast(GunshiState, s))

    # -- what a seat knows ----------------------------------------------------------------------

    def view(self, s: State, seat: i64) -> View:
        return GunshiView(seat, view.redacted(cast(GunshiState, s), seat))

    def observer(self, options: Options) -> Observer:
        from gunbai.games.gunshi.observation import GunshiObserver  # noqa: PLC0415 - not needed to play

        return GunshiObserver()

    def seen_as(self, s: State, action: i64, seat: i64) -> i64:
        return view.seen_as(cast(GunshiState, s), action, self.actor(s), seat)

    def resample(self, v: View, rng: Rng) -> State:
        known = cast(GunshiView, v)
        t = known.state.copy()
        for seat in range(2):
            if seat != v.seat:
                belief.fill(t, seat, rng)
        return t

    # -- words ------------------------------------------------------------------------------------

    def action_text(self, action: i64) -> str:
        return actions.text_of(int(action))

    def parse_action(self, text: str) -> i64:
        return actions.number_of(text)

    def expand(self, s: State, text: str) -> list[int]:
        from gunbai.games.gunshi import orders  # noqa: PLC0415 - words are not needed to play

        return orders.expand(self, cast(GunshiState, s), text)

    def tell(self, v: View, actions: Sequence[int]) -> str:
        from gunbai.games.gunshi import telling  # noqa: PLC0415

        return telling.tell(cast(GunshiView, v), actions)

    def effects(self, v: View, action: i64) -> list[Saying]:
        from gunbai.games.gunshi import telling  # noqa: PLC0415

        return telling.effects(cast(GunshiView, v), int(action))

    def aftermath(self, before: View, action: i64, after: View) -> list[Saying]:
        from gunbai.games.gunshi import aftermath  # noqa: PLC0415

        return aftermath.aftermath(cast(GunshiView, before), int(action), cast(GunshiView, after))

    def hindsight(self, before: View, action: i64, after: View) -> View:
        from gunbai.games.gunshi import aftermath  # noqa: PLC0415

        return aftermath.hindsight(cast(GunshiView, before), int(action), cast(GunshiView, after))

    def outlook(self, v: View) -> Outlook:
        from gunbai.games.gunshi.foresight import GunshiOutlook  # noqa: PLC0415

        return GunshiOutlook(self, v)

    def prompt(self, v: View) -> str:
        from gunbai.games.gunshi import telling  # noqa: PLC0415

        return telling.prompt(cast(GunshiView, v))

    def position_text(self, s: State) -> str:
        from gunbai.games.gunshi import notation  # noqa: PLC0415

        return notation.position_text(cast(GunshiState, s))

    def parse_position(self, text: str) -> State:
        from gunbai.games.gunshi import notation  # noqa: PLC0415

        s = notation.parse_position(text)
        check_position(self, s)
        return s

    def view_text(self, v: View) -> str:
        from gunbai.games.gunshi import notation  # noqa: PLC0415

        return notation.view_text(cast(GunshiView, v))


GAME = Gunshi()
