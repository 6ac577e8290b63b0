"""The list of games. A new game is a folder and one line here; rules that were played before may stay too."""

from __future__ import annotations

from importlib import import_module

from gunbai.core.errors import UnknownGame, UnknownRules
from gunbai.core.game import Game

# name -> module that holds `GAME`. Modules are imported on first use, so listing costs nothing.
_GAMES: dict[str, str] = {}
# (name, version of the rules) -> module, for rules that are no longer the current ones.
_EARLIER: dict[tuple[str, int], str] = {}
_LOADED: dict[str, Game] = {}


def register(name: str, module: str, version: int | None = None) -> None:
    """Make a game known under a name; its module must define `GAME`.

    With a version, the module holds rules of that game that were played before: new games are not begun by them, but
    tables and records that were go on by them.
    """
    if version is None:
        _GAMES[name] = module
    else:
        _EARLIER[name, version] = module


def names() -> tuple[str, ...]:
    """All registered games, in the order of registration."""
    return tuple(_GAMES)


def find(name: str, version: int | None = None) -> Game:
    """The game of that name: as it is played now, or by the version of the rules that something is pinned to."""
    if name not in _GAMES:
        raise UnknownGame("there is no game {name!r}; there are {games}", name=name, games=", ".join(_GAMES))
    current = _load(_GAMES[name])
    if version is None or version == current.info.rules_version:
        return current
    if (name, version) not in _EARLIER:
        raise UnknownRules(
            "{game} is played by version {version} of its rules here; version {old_version} is not installed",
            game=name,
            version=current.info.rules_version,
            old_version=version,
        )
    earlier = _load(_EARLIER[name, version])
    assert earlier.info.rules_version == version, f"{_EARLIER[name, version]} does not hold version {version}"
    return earlier


def _load(module: str) -> Game:
    game = _LOADED.get(module)
    if game is None:
        game = import_module(module).GAME
        assert isinstance(game, Game)
        _LOADED[module] = game
    return game
