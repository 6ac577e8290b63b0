"""What the heuristics of a game may offer besides, where a turn is many small actions and is chosen as a whole plan."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from librt.vecs import vec
from mypy_extensions import i64

from gunbai.core.game import Game, State, View
from gunbai.core.rng import Rng
from gunbai.core.saying import Saying


@runtime_checkable
class PlansTurns(Protocol):
    """Heuristics with these methods make the search choose whole plans (`gunbai.bots.planner`)."""

    def values(self, s: State) -> vec[float]: ...

    def weights(self, s: State, actions: vec[i64]) -> vec[float]: ...

    def rollout(self, s: State, actions: vec[i64], rng: Rng) -> i64: ...

    def guess(self, game: Game, v: View, rng: Rng) -> State: ...

    def judgeable(self, begun: State, s: State, seat: i64) -> bool:
        """Whether a plan that the seat made at `begun` can be judged at `s`: its fruits are in."""

    def ready_plan(self, game: Game, v: View, rng: Rng) -> list[int]:
        """A plan that the game can tell without a search, such as a mixed bid; empty where there is none."""

    def expects(self, begun: State, ends: list[State], seat: i64) -> list[Saying]:
        """In words, what a plan that the seat made at `begun` may be expected to bring: it has led to these ends."""


@runtime_checkable
class PlaysOn(Protocol):
    """What such heuristics may have besides, because compiled code is quicker than a loop around it."""

    def play_on(self, game: Game, begun: State, s: State, seat: i64, rng: Rng) -> None:
        """Go on from `s` by the quick policy until the plan made at `begun` can be judged, or the game is over."""


@runtime_checkable
class PlaysFurther(Protocol):
    """What such heuristics may have besides, where a position at the end of a turn hides what comes next."""

    def values(self, s: State) -> vec[float]: ...

    def further(self, begun: State, judgements: i64) -> i64:
        """How many playouts should go on further, when so many end where a plan can be judged."""

    def play_further(self, game: Game, begun: State, s: State, seat: i64, rng: Rng) -> None:
        """Go on from `s` by the quick policy to a later moment at which plans made at `begun` can be compared."""


def mixed(count: int, times: int) -> Saying:
    """In words, that a plan is drawn so often from several, because what can be foreseen can be answered."""
    return Saying("is one of several plans to mix, drawn {count} times of {times}", count=count, times=times)
