"""The list of games. A game of the house is a folder and one line; games of others come as plugins.

Rules that were played before may stay registered too.
"""

from __future__ import annotations

from pkgutil import resolve_name
from typing import NamedTuple

from gunbai.core import plugins
from gunbai.core.errors import UnknownGame, UnknownRules
from gunbai.core.game import Game
from gunbai.core.plugins import BrokenPlugin

# name -> module that holds `GAME`. Modules are imported on first use, so listing costs nothing.
_GAMES: dict[str, str] = {}
# (name, version of the rules) -> module, for rules that are no longer the current ones.
_EARLIER: dict[tuple[str, int], str] = {}
_LOADED: dict[str, Game] = {}
# name -> (module, class) of the bots that a program has registered. They stand here for processes that must know them.
bots: dict[str, tuple[str, str]] = {}


def register(name: str, module: str, version: int | None = None) -> None:
    """Make a game known under a name; its module must define `GAME`.

    With a version, the module holds rules of that game that were played before: new games are not begun by them, but
    tables and records that were go on by them.
    """
    if version is None:
        _GAMES[name] = module
    else:
        _EARLIER[name, version] = module


class Known(NamedTuple):
    """What a process knows besides installed plugins, for another process that must know the same."""

    games: dict[str, str]
    earlier: dict[tuple[str, int], str]
    bots: dict[str, tuple[str, str]]
    plugins: tuple[str, ...]

    def holds(self, module: str) -> bool:
        """Whether something of this comes from that module."""
        places = (*self.games.values(), *self.earlier.values(), *(home for home, _ in self.bots.values()))
        return module in self.plugins or any(place.partition(":")[0] == module for place in places)


def known() -> Known:
    """What this process knows; it can be pickled, and nothing is loaded for it."""
    return Known(dict(_GAMES), dict(_EARLIER), dict(bots), plugins.imported())


def know(known: Known) -> None:
    """Know what another process knows."""
    _GAMES.update(known.games)
    _EARLIER.update(known.earlier)
    bots.update(known.bots)
    for module in known.plugins:
        use_plugin(module)


def names() -> tuple[str, ...]:
    """All games: those registered, in the order of registration, then those installed as plugins. None is loaded."""
    return (*_GAMES, *(name for name in plugins.installed(plugins.GAMES) if name not in _GAMES))


def playable() -> list[Game]:
    """All games, loaded; a plugin that cannot be loaded is reported and left out."""
    found = []
    for name in names():
        try:
            found.append(find(name))
        except BrokenPlugin as error:
            plugins.report(error)
    return found


def loaded() -> tuple[Game, ...]:
    """The games that have been used so far, of the house and of others."""
    return tuple(_LOADED.values())


def find(name: str, version: int | None = None) -> Game:
    """The game of that name: as it is played now, or by the version of the rules that something is pinned to."""
    current = _current(name)
    if version is None or version == current.info.rules_version:
        return current
    if (name, version) not in _EARLIER:
        raise UnknownRules(
            "{game} is played by version {version} of its rules here; version {old_version} is not installed",
            game=name,
            version=current.info.rules_version,
            old_version=version,
        )
    earlier = load(_EARLIER[name, version])
    assert earlier.info.rules_version == version, f"{_EARLIER[name, version]} does not hold version {version}"
    return earlier


def use_plugin(module: str) -> None:
    """Import a module of others. It registers its games itself, or its `GAME` is registered here."""
    game = getattr(plugins.import_plugin(module), "GAME", None)
    if not isinstance(game, Game):
        return
    name = game.info.name
    if name not in names():
        register(name, module)
    elif not _is_known(game):
        raise BrokenPlugin(f"the plugin {module} brings a game {name!r}, but there is another of that name")


def _is_known(game: Game) -> bool:
    """Whether this very game is registered, now or as an earlier version: a plugin may be named twice."""
    try:
        return find(game.info.name, game.info.rules_version) is game
    except UnknownRules:
        return False


def _current(name: str) -> Game:
    if name in _GAMES:
        return load(_GAMES[name])
    entry = plugins.installed(plugins.GAMES).get(name)
    if entry is None:
        raise UnknownGame("there is no game {name!r}; there are {games}", name=name, games=", ".join(names()))
    if entry.value not in _LOADED:
        found = plugins.load(entry)
        game = getattr(found, "GAME", found)
        if not isinstance(game, Game):
            raise BrokenPlugin(f"the plugin {name} is no game: {entry.value} is a {type(found).__name__}")
        if game.info.name != name:
            raise BrokenPlugin(f"the plugin {name} holds a game that calls itself {game.info.name!r}")
        _LOADED[entry.value] = game
    return _LOADED[entry.value]


def place_of(game: Game) -> str:
    """Where a game was loaded from; empty if it came some other way."""
    return next((place for place, loaded in _LOADED.items() if loaded is game), "")


def load(place: str) -> Game:
    """The game of a module that holds `GAME`, or of a name in a module (`module:name`)."""
    game = _LOADED.get(place)
    if game is None:
        found = resolve_name(place)
        game = getattr(found, "GAME", found)
        assert isinstance(game, Game)
        _LOADED[place] = game
    return game
