"""Dice: where the chance events of a table come from."""

from __future__ import annotations

import secrets
from typing import Protocol

from gunbai.core.game import Game, State
from gunbai.core.rng import Rng


class Dice(Protocol):
    """Resolves chance nodes; `number` counts the actions before it, so that a draw can be proved later."""

    def draw(self, game: Game, s: State, number: int) -> int | None:
        """An outcome of the chance node, or None to leave it to the caller that feeds the table."""
        ...


class TableDice:
    """Fair draws from a seed; without one, from the operating system's entropy."""

    def __init__(self, seed: int | None = None) -> None:
        self._rng = Rng(secrets.randbits(96) if seed is None else seed)

    def draw(self, game: Game, s: State, number: int) -> int | None:
        return int(game.draw(s, self._rng))


class NoDice:
    """Leaves every chance event to the caller: replays, fair dice kept elsewhere, tests."""

    def draw(self, game: Game, s: State, number: int) -> int | None:
        return None
