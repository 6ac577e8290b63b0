"""Five opponents for every game, from a recruit to a strategist. None of them sees more than its seat does.

Those that search can play in a style, where a game has styles: `level-4:careful`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Protocol, runtime_checkable

from gunbai.bots.greedy import GreedyBot
from gunbai.bots.habit import HabitBot
from gunbai.bots.searcher import FirstSearchBot, SearchBot
from gunbai.core.bot import Bot, Budget
from gunbai.core.errors import GunbaiError
from gunbai.core.game import Game, Heuristics, View
from gunbai.core.rng import Rng


@dataclass(frozen=True)
class Level:
    """One opponent: a name, and what to expect of it."""

    number: int
    name: str
    japanese: str
    about: str
    about_japanese: str
    seconds: float  # for a whole turn, unless the player allows less


LEVELS = (
    Level(
        1,
        "Ashigaru",
        "足軽",
        "A foot soldier: half his moves are whims, the rest takes what is there.",
        "足軽。半分は気まぐれ、残りは目の前のものを取る。",
        0.1,
    ),
    Level(
        2,
        "Bushi",
        "武士",
        "A warrior: takes what the moment offers and thinks no further than his own turn.",
        "武士。その場の得を取り、自分の手番より先は考えない。",
        0.2,
    ),
    Level(
        3,
        "Hatamoto",
        "旗本",
        "A captain: plays soundly and weighs your answers for a moment at most.",
        "旗本。手堅く指し、相手の応手は少し読むだけ。",
        0.5,
    ),
    Level(
        4,
        "Daimyo",
        "大名",
        "A lord: knows the game well and makes no careless mistakes.",
        "大名。この道に通じ、うかつな手は指さない。",
        1.0,
    ),
    Level(
        5,
        "Gunshi",
        "軍師",
        "The strategist: looks as far ahead as two seconds a turn allow.",
        "軍師。一手番二秒の許すかぎり先を読む。",
        2.0,
    ),
)


@dataclass(frozen=True)
class Style:
    """How one opponent of a level differs from another: a name, and what to expect of it."""

    key: str
    name: str
    japanese: str
    about: str
    about_japanese: str


STYLES = (
    Style("aggressive", "aggressive", "攻め気", "Thinks highly of his own attacks.", "自分の攻めを高く買う。"),
    Style("careful", "careful", "慎重", "Fears the attacks of others.", "相手の攻めを恐れる。"),
    Style("tricky", "tricky", "曲者", "Chooses in secret what few expect.", "隠す手に意外なものを選ぶ。"),
)


@runtime_checkable
class Styled(Protocol):
    """What heuristics have in games that know styles."""

    def style(self, name: str) -> None:
        """Play in the style from now on; such heuristics serve one player alone."""
        ...


def level(number: int) -> Level:
    """The level of that number, 1 to 5."""
    if not 1 <= number <= len(LEVELS):
        raise GunbaiError("levels run from 1 to {most}, not {number}", most=len(LEVELS), number=number)
    return LEVELS[number - 1]


def level_of(bot: str) -> Level | None:
    """The level that a bot's name, such as `level-4` or `level-4:careful`, stands for; None for other bots."""
    bot, colon, style = bot.partition(":")
    if colon and style not in {each.key for each in STYLES}:
        return None
    word = bot.removeprefix("level-")
    known = bot != word and word.isascii() and word.isdigit() and 1 <= int(word) <= len(LEVELS)
    return LEVELS[int(word) - 1] if known else None


def in_style(game: Game, bot: str, luck: str) -> str:
    """The bot's name with a style that luck, such as a table's name, draws; others than levels that know styles stay.

    One in four plays in no style.
    """
    found, knowing = level_of(bot), game.heuristics
    if found is None or ":" in bot or found.number <= 2 or not isinstance(knowing, Styled):
        return bot
    drawn = sha256(luck.encode()).digest()[0] % (len(STYLES) + 1)
    return f"{bot}:{STYLES[drawn].key}" if drawn < len(STYLES) else bot


class LevelBot:
    """Plays at a level; keeps to the level's time unless the budget is smaller, but never thinks less than it must."""

    def __init__(self, number: int, seed: int = 0, style: str = "") -> None:
        self.level = level(number)
        self.style = style
        self._rng = Rng(seed)
        self._seed = seed
        self._search: SearchBot | None = None
        self._greedy = GreedyBot(seed + 1)
        self._habit: HabitBot | None = None
        self._given = 0.0
        self._last = 0.0

    def choose(self, game: Game, view: View, legal: Sequence[int], budget: Budget) -> int:
        number, tuning = self.level.number, game.heuristics.levels
        if len(legal) > 1 and number <= 2 and self._rng.unit() < tuning.whims[number - 1]:
            return legal[int(self._rng.below(len(legal)))]
        thinker: Bot = self._searcher(game) if number > 2 else self._greedy
        if number <= tuning.by_habit:
            thinker = self._by_habit(game)
        few, many = tuning.simulations
        # Up to level 4 simulations decide, not the clock; level 5 thinks no less than level 4 before the clock may.
        most = {3: few, 4: many}.get(number, 0)
        least = {3: few, 4: many, 5: many}.get(number, 0)
        seconds = budget.seconds if budget.iterations else self._left(budget.seconds)
        own = Budget(seconds, budget.iterations, budget.cpu, most, 0 if budget.iterations else least)
        return thinker.choose(game, view, legal, own)

    def _by_habit(self, game: Game) -> HabitBot:
        """Habit as it was first set by hand, where a game has tuned it for the search since."""
        if self._habit is None:
            self._habit = HabitBot(self._seed + 1, game.earlier.get(FirstSearchBot.NAME))
        return self._habit

    def rest(self) -> None:
        """Forget what the search has thought in the turn under way."""
        if self._search is not None:
            self._search.rest()

    def _searcher(self, game: Game) -> SearchBot:
        """The search in this bot's style, where the game knows styles."""
        if self._search is None:
            own: Heuristics | None = None
            if self.style and game.learning is not None and isinstance(game.heuristics, Styled):
                own = game.learning.heuristics(game.learning.weights())
                if isinstance(own, Styled):
                    own.style(self.style)
            self._search = SearchBot(self._seed + 1, heuristics=own)
        return self._search

    def _left(self, seconds: float) -> float:
        """What is left of the level's own time for the turn; more seconds than last time mean a new turn."""
        if seconds > self._last:
            self._given = seconds
        self._last = seconds
        return max(0.0, min(self._given, self.level.seconds) - (self._given - seconds))
