"""Bots nobody would want to meet."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence

from gunbai import bots
from gunbai.core.bot import Budget
from gunbai.core.game import Game, View


class CrashingBot:
    def __init__(self, seed: int) -> None:
        pass

    def choose(self, game: Game, view: View, legal: Sequence[int], budget: Budget) -> int:
        os._exit(3)


class HangingBot(CrashingBot):
    def choose(self, game: Game, view: View, legal: Sequence[int], budget: Budget) -> int:
        time.sleep(3600)
        return legal[0]


class RaisingBot(CrashingBot):
    def choose(self, game: Game, view: View, legal: Sequence[int], budget: Budget) -> int:
        raise RuntimeError("I do not know")


class CheatingBot(CrashingBot):
    def choose(self, game: Game, view: View, legal: Sequence[int], budget: Budget) -> int:
        return max(legal) + 1000


class PrintingBot(CrashingBot):
    def choose(self, game: Game, view: View, legal: Sequence[int], budget: Budget) -> int:
        print('{"action": 0}')
        return legal[0]


for word in ("crashing", "hanging", "raising", "cheating", "printing"):
    bots.register(word, "tests.server.bad_bots", f"{word.capitalize()}Bot")
