"""The list of games. A new game is a folder and one line here."""

from __future__ import annotations

from importlib import import_module

from gunbai.core.errors import UnknownGame
from gunbai.core.game import Game

# name -> module that holds `GAME`. Modules are imported on first use, so listing costs nothing.
_GAMES: dict[str, str] = {}
_LOADED: dict[str, Game] = {}


def register(name: str, module: str) -> None:
    """Make a game known under a name; its module must define `GAME`."""
    _GAMES[name] = module
    _LOADED.pop(name, None)


def names() -> tuple[str, ...]:
    """All registered games, in the order of registration."""
    return tuple(_GAMES)


def find(name: str) -> Game:
    """The game of that name."""
    if name not in _LOADED:
        if name not in _GAMES:
            raise UnknownGame("there is no game {name!r}; there are {games}", name=name, games=", ".join(_GAMES))
        game = import_module(_GAMES[name]).GAME
        assert isinstance(game, Game)
        _LOADED[name] = game
    return _LOADED[name]
