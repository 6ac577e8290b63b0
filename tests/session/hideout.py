"""Hideout: each hides a stone in one of four boxes; a turn is two atoms: point at a box, then open, pass or show."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import cast

from librt.vecs import vec
from mypy_extensions import i64

from gunbai.core.errors import BadNotation, IllegalAction
from gunbai.core.game import DONE, Game, GameInfo, State, View
from gunbai.core.options import Option, Options
from gunbai.core.rng import Rng

HIDDEN, OPEN, PASS, SHOW = 4, 20, 21, 22
TEXTS = {
    **{n: f"hide {n}" for n in range(4)},
    HIDDEN: "hide ?",
    **{10 + n: f"point {n}" for n in range(4)},
    OPEN: "open",
    PASS: "pass",
    SHOW: "show",
}
NUMBERS = {text: number for number, text in TEXTS.items()}


class HideoutState(State):
    """stones (-1 not hidden yet), which are shown, boxes opened per seat, box pointed at (-1 none), turn, turns."""

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self.stones, self.shown, self.found = [-1, -1], [False, False], -1
        self.opened: list[list[int]] = [[], []]
        self.pointed, self.turn, self.left = -1, 0, options.integer("turns")

    def fields(self) -> list[object]:
        return [self.stones, self.shown, self.found, self.opened, self.pointed, self.turn, self.left]

    def copy(self) -> HideoutState:
        other = HideoutState(self.options)
        parts = json.loads(json.dumps(self.fields()))
        other.stones, other.shown, other.found, other.opened, other.pointed, other.turn, other.left = parts
        return other

    def key(self) -> bytes:
        return json.dumps(self.fields()).encode()


class HideoutView(View):
    def __init__(self, s: HideoutState, seat: int) -> None:
        super().__init__(seat)
        self.state = s.copy()
        for owner in range(2):
            if owner != seat and not s.shown[owner] and s.stones[owner] >= 0:
                self.state.stones[owner] = HIDDEN

    def data(self) -> dict[str, object]:
        s = self.state
        return {"stones": s.stones, "shown": s.shown, "opened": s.opened, "pointed": s.pointed, "left": s.left}


class Hideout(Game):
    def __init__(self) -> None:
        options = (Option("players", 2, "two play", low=2, high=2), Option("turns", 6, "how long", low=1, high=9999))
        super().__init__(
            GameInfo("hideout", "Hideout", "Find the stone.", 1, ("black", "white"), options, {"tiny": {"turns": 1}})
        )

    def start(self, options: Options) -> State:
        return HideoutState(options)

    def actor(self, s: State) -> i64:
        t = cast(HideoutState, s)
        if t.found >= 0 or t.left == 0:
            return DONE
        if min(t.stones) < 0:
            return t.turn if t.stones[t.turn] < 0 else t.stones.index(-1)
        return t.turn

    def pending(self, s: State) -> vec[i64]:
        t = cast(HideoutState, s)
        if min(t.stones) < 0:
            return vec[i64]([i for i, x in enumerate(t.stones) if x < 0])
        return vec[i64]([] if self.actor(s) == DONE else [t.turn])

    def focus(self, s: State, seat: i64) -> None:
        cast(HideoutState, s).turn = int(seat)

    def legal(self, s: State) -> vec[i64]:
        t = cast(HideoutState, s)
        if self.actor(s) == DONE:
            return vec[i64]()
        if min(t.stones) < 0:
            return vec[i64](list(range(4)))
        if t.pointed < 0:
            return vec[i64]([10 + n for n in range(4) if n not in t.opened[1 - t.turn]])
        return vec[i64]([OPEN, PASS] + [SHOW] * (not t.shown[t.turn]))

    def apply(self, s: State, action: i64) -> None:
        t = cast(HideoutState, s)
        if action <= 3:
            t.stones[self.actor(s)] = int(action)
            t.turn = 0
            return
        if 10 <= action <= 13:
            t.pointed = int(action) - 10
            return
        if action == OPEN:
            other = 1 - t.turn
            if t.stones[other] == t.pointed:
                t.found = t.turn
            t.opened[other] = sorted([*t.opened[other], t.pointed])
        if action == SHOW:
            t.shown[t.turn] = True
        t.turn, t.pointed, t.left = 1 - t.turn, -1, t.left - 1

    def check(self, s: State, action: i64) -> None:
        if action not in list(self.legal(s)):
            raise IllegalAction("1.1", f"{TEXTS.get(int(action), action)} is not possible now")

    def returns(self, s: State) -> tuple[float, ...]:
        found = cast(HideoutState, s).found
        return (0.0, 0.0) if found < 0 else tuple(1.0 if seat == found else -1.0 for seat in range(2))

    def outcome(self, s: State) -> str:
        return "stone found" if cast(HideoutState, s).found >= 0 else "nobody found a stone"

    def view(self, s: State, seat: i64) -> View:
        return HideoutView(cast(HideoutState, s), int(seat))

    def seen_as(self, s: State, action: i64, seat: i64) -> i64:
        return HIDDEN if action <= 3 and self.actor(s) != seat else action

    def resample(self, v: View, rng: Rng) -> State:
        t = cast(HideoutView, v).state.copy()
        for owner, stone in enumerate(t.stones):
            if stone == HIDDEN:
                free = [n for n in range(4) if n not in t.opened[owner]]
                t.stones[owner] = free[int(rng.below(len(free)))]
        return t

    def action_text(self, action: i64) -> str:
        return TEXTS[int(action)]

    def parse_action(self, text: str) -> i64:
        if text not in NUMBERS:
            raise BadNotation(f"{text[:40]!r} is not an action of Hideout")
        return NUMBERS[text]

    def expand(self, s: State, text: str) -> list[int]:
        t, actions = s.copy(), []
        for part in text.split(", "):
            action = self.parse_action(part)
            self.check(t, action)
            self.apply(t, action)
            actions.append(int(action))
        return actions

    def tell(self, v: View, actions: Sequence[int]) -> str:
        return "; ".join(TEXTS[a] for a in actions)

    def prompt(self, v: View) -> str:
        return "Find the stone."


GAME = Hideout()
