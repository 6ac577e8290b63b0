"""The simplest game of two: they take turns at adding one. The same game the peer serves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from librt.vecs import vec
from mypy_extensions import i64

from gunbai.core.errors import BadNotation, IllegalAction
from gunbai.core.game import DONE, Game, GameInfo, State, View
from gunbai.core.options import Option, Options
from gunbai.core.registry import register
from gunbai.core.rng import Rng

LAST = 1_000_000
ADD = vec[i64]([0])


class TallyState(State):
    """The total; it also says whose turn it is."""

    def __init__(self, options: Options, total: int = 0) -> None:
        super().__init__(options)
        self.total = total

    def copy(self) -> TallyState:
        return TallyState(self.options, self.total)

    def key(self) -> bytes:
        return b"%d" % self.total


class TallyView(View):
    """Everything: nothing is hidden."""

    def __init__(self, s: TallyState, seat: int) -> None:
        super().__init__(seat)
        self.total = s.total
        self.options = s.options

    def data(self) -> dict[str, object]:
        return {"total": self.total, "turn": self.total % 2}


class Tally(Game):
    """Add one, in turn."""

    def __init__(self) -> None:
        players = Option("players", 2, "how many play", low=2, high=2)
        super().__init__(
            GameInfo("tally", "Tally", "Add one.", 1, ("first", "second"), (players,), {"tiny": {}}, False)
        )

    def start(self, options: Options) -> State:
        return TallyState(options)

    def actor(self, s: TallyState) -> i64:  # type: ignore[override]
        return DONE if s.total >= LAST else s.total % 2

    def legal(self, s: State) -> vec[i64]:
        return ADD

    def apply(self, s: TallyState, action: i64) -> None:  # type: ignore[override]
        s.total += 1

    def check(self, s: State, action: i64) -> None:
        if action != 0:
            raise IllegalAction("1.1", "one can only add one")

    def returns(self, s: State) -> tuple[float, ...]:
        return (0.0, 0.0)

    def placing(self, s: State) -> tuple[int, ...]:
        return (1, 1)

    def outcome(self, s: State) -> str:
        return ""

    def view(self, s: TallyState, seat: i64) -> View:  # type: ignore[override]
        return TallyView(s, seat)

    def seen_as(self, s: State, action: i64, seat: i64) -> i64:
        return action

    def resample(self, v: View, rng: Rng) -> State:
        w = cast(TallyView, v)
        return TallyState(w.options, w.total)

    def action_text(self, action: i64) -> str:
        return "add"

    def parse_action(self, text: str) -> i64:
        if text != "add":
            raise BadNotation(f"{text[:40]!r} is not an action of Tally")
        return 0

    def expand(self, s: State, text: str) -> list[int]:
        return [int(self.parse_action(text))]

    def tell(self, v: View, actions: Sequence[int]) -> str:
        return "One is added."

    def prompt(self, v: View) -> str:
        return "Add one."

    def position_text(self, s: State) -> str:
        return str(cast(TallyState, s).total)

    def parse_position(self, text: str) -> State:
        return TallyState(Options(self.info.options, {}), int(text))

    def view_text(self, v: View) -> str:
        return str(cast(TallyView, v).total)


GAME = Tally()
register("tally", "benchmarks.server.tally")
