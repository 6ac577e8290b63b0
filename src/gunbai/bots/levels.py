"""Five opponents for every game, from a recruit to a strategist. None of them sees more than its seat does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gunbai.bots.greedy import GreedyBot
from gunbai.bots.search import Settings
from gunbai.bots.searcher import SearchBot
from gunbai.core.bot import Bot, Budget
from gunbai.core.errors import GunbaiError
from gunbai.core.game import Game, View
from gunbai.core.rng import Rng


@dataclass(frozen=True)
class Level:
    """One opponent: a name, what to expect of it, and how it thinks."""

    number: int
    name: str
    japanese: str
    about: str
    seconds: float
    stray: float  # how often it plays a random action instead of thinking
    simulations: int  # 0: as many as the time allows; -1: it looks only to the end of its own turn


LEVELS = (
    Level(
        1, "Ashigaru", "足軽", "A foot soldier: sees what is in front of him, and often follows a whim.", 0.1, 0.5, -1
    ),
    Level(
        2,
        "Bushi",
        "武士",
        "A warrior: takes what the moment offers, thinks no further than his own turn.",
        0.2,
        0.0,
        -1,
    ),
    Level(
        3, "Hatamoto", "旗本", "A captain: weighs your answers a little while, guessing what you hide.", 0.5, 0.0, 600
    ),
    Level(4, "Daimyo", "大名", "A lord: plays out many possible futures before he moves.", 1.0, 0.0, 4000),
    Level(5, "Gunshi", "軍師", "The strategist: as far ahead as two seconds a turn allow.", 2.0, 0.0, 0),
)


def level(number: int) -> Level:
    """The level of that number, 1 to 5."""
    if not 1 <= number <= len(LEVELS):
        raise GunbaiError(f"levels run from 1 to {len(LEVELS)}, not {number}")
    return LEVELS[number - 1]


class LevelBot:
    """Plays at a level; keeps to the level's time unless the budget is smaller."""

    def __init__(self, number: int, seed: int = 0) -> None:
        self.level = level(number)
        self._rng = Rng(seed)
        self._thinker: Bot = GreedyBot(seed + 1) if self.level.simulations < 0 else SearchBot(seed + 1, Settings())

    def choose(self, game: Game, view: View, legal: Sequence[int], budget: Budget) -> int:
        if len(legal) == 1:
            return legal[0]
        if self.level.stray > 0 and self._rng.unit() < self.level.stray:
            return legal[int(self._rng.below(len(legal)))]
        simulations = budget.iterations or max(0, self.level.simulations)
        return self._thinker.choose(
            game, view, legal, Budget(min(budget.seconds, self.level.seconds), simulations, budget.cpu)
        )
