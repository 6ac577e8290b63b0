"""Mire: a game of a plugin with functions that never return."""

from __future__ import annotations

import itertools
from typing import cast

from mypy_extensions import i64

from gunbai.core.game import Game, GameInfo, State, View
from gunbai.core.options import Option
from gunbai.core.registry import register
from gunbai.core.rng import Rng
from tests.toy.game import Whisper, WhisperState


class Mire(Whisper):
    """Nobody ever finds a world that fits a view; with `deep`, a secret that is sealed as 3 is never applied either.

    With `slow`, neither a secret of 3 nor a look at a secret of 2 comes to an end, in plain Python.
    """

    def __init__(self) -> None:
        options = (
            Option("players", 2, "how many play", low=2, high=3),
            Option("deep", False, "applying hangs too"),
            Option("slow", False, "applying and looking hang too, in plain Python"),
        )
        Game.__init__(self, GameInfo("mire", "Mire", "Nobody comes out.", 1, ("north", "east", "south"), options, {}))

    def resample(self, v: View, rng: Rng) -> State:
        return forever()

    def apply(self, s: State, action: i64) -> None:
        if action == 3 and s.options.flag("deep"):
            forever()
        if action == 3 and s.options.flag("slow"):
            for_ages()
        super().apply(s, action)

    def view(self, s: State, seat: i64) -> View:
        if s.options.flag("slow") and 2 in cast(WhisperState, s).secrets:
            for_ages()
        return super().view(s, seat)


def forever() -> State:
    """Endless in C: not one step of the interpreter, so no signal handler and no other thread, as in compiled code."""
    raise AssertionError(sum(itertools.repeat(1)))


def for_ages() -> None:
    while True:
        pass


GAME = Mire()
register("mire", "tests.server.attacks.mire")
