"""Bots that write down when they are asked: in the file `diary` of the home folder, one line per choice."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from pathlib import Path

from gunbai import bots
from gunbai.core.bot import Budget
from gunbai.core.game import Game, View


class Diarist:
    """Plays the first action, and writes down who it is and how many play."""

    def __init__(self, seed: int) -> None:
        self._seed, self._choices = seed, 0

    def choose(self, game: Game, view: View, legal: Sequence[int], budget: Budget) -> int:
        self._choices += 1
        line = f"{len(view.data()['secrets'])} {view.seat} {os.getpid()}:{self._seed} {self._choices}\n"  # type: ignore[arg-type]
        with (Path.home() / "diary").open("a") as diary:
            diary.write(line)
        return legal[0]


class Sloth(Diarist):
    """Takes its time: until the test writes the file `go` into the home folder."""

    def choose(self, game: Game, view: View, legal: Sequence[int], budget: Budget) -> int:
        action = super().choose(game, view, legal, budget)
        while not (Path.home() / "go").exists():
            time.sleep(0.01)
        return action


class Timekeeper:
    """Plays the first action, and writes down how much it has heard and how many seconds it is given."""

    def __init__(self, seed: int) -> None:
        pass

    def choose(self, game: Game, view: View, legal: Sequence[int], budget: Budget) -> int:
        with (Path.home() / "diary").open("a") as diary:
            diary.write(f"{len(view.history)} {budget.seconds!r}\n")
        return legal[0]


class Lemming:
    """Takes its process with it."""

    def __init__(self, seed: int) -> None:
        pass

    def choose(self, game: Game, view: View, legal: Sequence[int], budget: Budget) -> int:
        with (Path.home() / "diary").open("a") as diary:
            diary.write("jumps\n")
        os._exit(1)


class Hoarder:
    """Plays the first action, and keeps forty megabytes more for every choice."""

    def __init__(self, seed: int) -> None:
        self._kept: list[bytes] = []

    def choose(self, game: Game, view: View, legal: Sequence[int], budget: Budget) -> int:
        self._kept.append(os.urandom(40 << 20))
        return legal[0]


class Glutton:
    """Wants a gigabyte at once."""

    def __init__(self, seed: int) -> None:
        pass

    def choose(self, game: Game, view: View, legal: Sequence[int], budget: Budget) -> int:
        return legal[len(bytearray(1 << 30)) % 1]


bots.register("diarist", "tests.server.attacks.slow_bots", "Diarist")
bots.register("sloth", "tests.server.attacks.slow_bots", "Sloth")
bots.register("timekeeper", "tests.server.attacks.slow_bots", "Timekeeper")
bots.register("lemming", "tests.server.attacks.slow_bots", "Lemming")
bots.register("hoarder", "tests.server.attacks.slow_bots", "Hoarder")
bots.register("glutton", "tests.server.attacks.slow_bots", "Glutton")
