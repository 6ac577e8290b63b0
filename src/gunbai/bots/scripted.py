"""Opponents that always play one plan: the game knows the plan, and the bot's name says which."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

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
