"""Opponents that always play one plan: the game knows the plan, and the bot's name says which."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from gunbai.bots.habit import HabitBot
from gunbai.bots.searcher import SearchBot
from gunbai.core.bot import Bot, Budget
from gunbai.core.errors import GunbaiError
from gunbai.core.game import Game, View


class ScriptedBot:
    """Plays a script of the game it sits at; a game that has none of that name refuses it."""

    def __init__(self, script: str, seed: int = 0) -> None:
        self._script = script
        self._seed = seed
        self._player: Bot | None = None

    def choose(self, game: Game, view: View, legal: Sequence[int], budget: Budget) -> int:
        if self._player is None:
            made = game.scripts.get(self._script)
            if made is None:
                known = ", ".join(game.scripts) or "none"
                raise GunbaiError(f"{game.info.name} has no script {self._script[:40]!r}; there are: {known}")
            self._player = cast(Bot, made(self._seed))
        return self._player.choose(game, view, legal, budget)


class OpeningBot:
    """Plays the first decisions of every game by the same luck, as habit would, and then searches.

    Its name says which luck and how many decisions: `opening:7:24`.
    """

    def __init__(self, name: str, seed: int = 0) -> None:
        number, colon, length = name.partition(":")
        if not colon or not (number + length).isascii() or not (number.isdigit() and length.isdigit()):
            raise GunbaiError(f"an opening is written opening:7:24, not opening:{name[:40]}")
        self._opening = HabitBot(int(number))
        self._left = int(length)
        self._search = SearchBot(seed)

    def choose(self, game: Game, view: View, legal: Sequence[int], budget: Budget) -> int:
        if self._left > 0 and len(legal) > 1:
            self._left -= 1
            return self._opening.choose(game, view, legal, budget)
        return self._search.choose(game, view, legal, budget)
