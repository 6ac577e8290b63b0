"""Mire: a game of a plugin with functions that never return."""

from __future__ import annotations

import itertools

from mypy_extensions import i64

from gunbai.core.game import Game, GameInfo, State, View
from gunbai.core.options import Option
from gunbai.core.registry import register
from gunbai.core.rng import Rng
from tests.toy.game import Whisper


class Mire(Whisper):
    """Nobody ever finds a world that fits a view; with `deep`, a secret that is sealed as 3 is never applied either."""

    def __init__(self) -> None:
        options = (Option("players", 2, "how many play", low=2, high=3), Option("deep", False, "applying hangs too"))
        Game.__init__(self, GameInfo("mire", "Mire", "Nobody comes out.", 1, ("north", "east", "south"), options, {}))

    def resample(self, v: View, rng: Rng) -> State:
        return forever()

    def apply(self, s: State, action: i64) -> None:
        if action == 3 and s.options.flag("deep"):
            forever()
        super().apply(s, action)


def forever() -> State:
    """Endless in C: not one step of the interpreter, so no signal handler and no other thread, as in compiled code."""
    raise AssertionError(sum(itertools.repeat(1)))


GAME = Mire()
register("mire", "tests.server.attacks.mire")
