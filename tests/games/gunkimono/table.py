"""Short words for the tests: a position from a line, actions by text, why something is refused."""

from __future__ import annotations

from typing import cast

import pytest

from gunbai.core.errors import IllegalAction
from gunbai.core.game import CHANCE
from gunbai.core.options import Options
from gunbai.core.rng import Rng
from gunbai.games.gunkimono.data import LETTERS, SQUARE_NUMBERS
from gunbai.games.gunkimono.rules import GAME
from gunbai.games.gunkimono.state import GunkimonoState


def position(text: str) -> GunkimonoState:
    return cast(GunkimonoState, GAME.parse_position(text))


def start(**options: object) -> GunkimonoState:
    return cast(GunkimonoState, GAME.start(Options(GAME.info.options, options)))


def play(s: GunkimonoState, *texts: str) -> GunkimonoState:
    """Play actions by text on the state itself, each checked."""
    for text in texts:
        action = GAME.parse_action(text)
        GAME.check(s, action)
        GAME.apply(s, action)
    return s


def turn(s: GunkimonoState, command: str) -> GunkimonoState:
    """Play a whole command; chance that interrupts it takes its first outcome."""
    for action in GAME.expand(s, command):
        while GAME.actor(s) == CHANCE:
            GAME.apply(s, GAME.legal(s)[0])
        GAME.apply(s, action)
    return s


def settle(s: GunkimonoState, seed: int = 0) -> GunkimonoState:
    """Let chance decide whatever is up to it."""
    rng = Rng(seed)
    while GAME.actor(s) == CHANCE:
        GAME.apply(s, GAME.draw(s, rng))
    return s


def legal(s: GunkimonoState) -> set[str]:
    return {GAME.action_text(action) for action in GAME.legal(s)}


def refused(s: GunkimonoState, text: str) -> str:
    """The paragraph that forbids an action; the state must not change."""
    before = s.key()
    with pytest.raises(IllegalAction) as caught:
        GAME.check(s, GAME.parse_action(text))
    assert s.key() == before
    return caught.value.paragraph


def cell(s: GunkimonoState, name: str) -> int:
    return int(s.setting.field.cell_of[SQUARE_NUMBERS[name]])


def top(s: GunkimonoState, name: str) -> str:
    return LETTERS[int(s.board.troop_at(cell(s, name)))]


def level(s: GunkimonoState, name: str) -> int:
    return int(s.board.levels[cell(s, name)])


def honor(s: GunkimonoState, seat: int = 0) -> dict[str, int | None]:
    """The rows of a seat's markers by letter; None for one that has left."""
    rows = [int(row) for row in s.honor[seat * 5 : seat * 5 + 5]]
    return {letter: (row if row >= 0 else None) for letter, row in zip(LETTERS, rows, strict=True)}


def points(s: GunkimonoState) -> list[int]:
    return [int(p) for p in s.vp]
