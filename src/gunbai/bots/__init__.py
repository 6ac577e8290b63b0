"""Players of their own: each chooses from the view of its seat, and never meets the true state of a game in play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module

from gunbai.core import plugins, registry
from gunbai.core.bot import Bot, Budget
from gunbai.core.errors import GunbaiError
from gunbai.core.game import CHANCE
from gunbai.core.match import Match
from gunbai.core.plugins import BrokenPlugin

# name -> (module, class). Modules are imported on first use; a bot's class takes a seed.
_HOUSE: dict[str, tuple[str, str]] = {
    "random": ("gunbai.bots.random", "RandomBot"),
    "greedy": ("gunbai.bots.greedy", "GreedyBot"),
    "plain": ("gunbai.bots.searcher", "PlainSearchBot"),
    "search-1": ("gunbai.bots.searcher", "FirstSearchBot"),
    "search": ("gunbai.bots.searcher", "SearchBot"),
}

HOUSE = tuple(_HOUSE)


def register(name: str, module: str, bot: str) -> None:
    """Make a bot known under a name; its class is called with a seed."""
    registry.bots[name] = (module, bot)


def names() -> tuple[str, ...]:
    """All bots: those of the house, the weakest first, then those installed as plugins. None is loaded."""
    known = _HOUSE | registry.bots
    return (*known, *(name for name in plugins.installed(plugins.BOTS) if name not in known))


def usable() -> tuple[str, ...]:
    """The names of all bots that can be loaded; a plugin that cannot is reported and left out."""
    return _usable(names())


@cache
def _usable(some: tuple[str, ...]) -> tuple[str, ...]:
    found = []
    for name in some:
        try:
            bot_class(name)
        except BrokenPlugin as error:
            plugins.report(error)
        else:
            found.append(name)
    return tuple(found)


def bot_class(name: str) -> Callable[..., Bot]:
    """What makes a bot of that name from a seed: a registered one, an installed one, or `py:module:Class`."""
    if name.startswith("py:"):
        return _python_class(name)
    known = _HOUSE | registry.bots
    if name in known:
        module, bot = known[name]
        return _callable(name, getattr(import_module(module), bot))
    entry = plugins.installed(plugins.BOTS).get(name)
    if entry is None:
        raise GunbaiError(
            "there is no bot {name!r}; there are {names}, level-1 to level-5, and bots of your own as py:module:Class "
            "or exec:COMMAND",
            name=name,
            names=", ".join(names()),
        )
    return _callable(name, plugins.load(entry))


def make(name: str, seed: int = 0) -> Bot:
    """A bot of that name, `level-1` to `level-5`, `level-4:careful`, `search:guard=0,playout=30`, `script:rush`,
    `opening:7:24`, `weights:FILE`, `py:module:Class` or `exec:COMMAND`.

    Equal seeds and equal views give equal choices.
    """
    if name.startswith("exec:"):
        external = import_module("gunbai.bots.external")
        outside: Bot = external.ExternalBot(name.removeprefix("exec:"), seed)
        return outside
    number, colon, style = name.removeprefix("level-").partition(":")
    if name.startswith("level-") and number.isascii() and number.isdigit():
        levels = import_module("gunbai.bots.levels")
        if colon and levels.level_of(name) is None:
            raise GunbaiError(f"{style[:40]!r} is not a style of the levels")
        made_level: Bot = levels.LevelBot(int(number), seed, style)
        return made_level
    if name.startswith("search:"):
        searcher = import_module("gunbai.bots.searcher")
        tuned: Bot = searcher.SearchBot(seed, searcher.parse_settings(name.removeprefix("search:")))
        return tuned
    if name.startswith("script:"):
        scripted = import_module("gunbai.bots.scripted")
        script: Bot = scripted.ScriptedBot(name.removeprefix("script:"), seed)
        return script
    if name.startswith("opening:"):
        scripted = import_module("gunbai.bots.scripted")
        opening: Bot = scripted.OpeningBot(name.removeprefix("opening:"), seed)
        return opening
    if name.startswith("weights:"):
        searcher = import_module("gunbai.bots.searcher")
        weighing: Bot = searcher.WeightsBot(name.removeprefix("weights:"), seed)
        return weighing
    made = bot_class(name)
    try:
        # A class without a constructor of its own has no use for a seed.
        return made() if getattr(made, "__init__", None) is object.__init__ else made(seed)
    except Exception as error:
        if name in _HOUSE or name in registry.bots:
            raise
        raise BrokenPlugin(f"the bot {name} cannot be made: {type(error).__name__}: {error}"[:300]) from error


def _python_class(name: str) -> Callable[..., Bot]:
    module, colon, bot = name.removeprefix("py:").partition(":")
    if not colon or not module or not bot.isidentifier():
        raise GunbaiError(f"a bot in Python is written py:module:Class, not {name[:80]!r}")
    found = getattr(plugins.import_plugin(module), bot, None)
    if found is None:
        raise BrokenPlugin(f"the module {module} has no {bot}")
    return _callable(name, found)


def _callable(name: str, found: object) -> Callable[..., Bot]:
    """A bot's class, or a function that makes one; without `choose` a class is no bot."""
    if not callable(found) or (isinstance(found, type) and not callable(getattr(found, "choose", None))):
        raise BrokenPlugin(f"{name} is no bot: a bot is a class with a `choose` that is made from a seed")
    made: Callable[..., Bot] = found
    return made


def play_out(match: Match, players: Sequence[Bot], budget: Budget | None = None) -> Match:
    """Let bots play a match to its end, one per seat; each sees the view of its seat. The match is given back."""
    if len(players) != match.options.players:
        raise GunbaiError(
            "{players} play, but {given} bots are given", players=match.options.players, given=len(players)
        )
    while not match.over:
        seat = match.actor
        if seat == CHANCE:
            raise GunbaiError("a match between bots needs a seed, so that chance resolves itself")
        match.push(players[seat].choose(match.game, match.view(seat), match.legal_actions, budget or Budget()))
    return match
