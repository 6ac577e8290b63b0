"""Players of their own: each chooses from the view of its seat, and never meets the true state of a game in play."""

from __future__ import annotations

from importlib import import_module

from gunbai.core.bot import Bot
from gunbai.core.errors import GunbaiError

# name -> (module, class). Modules are imported on first use; a bot's class takes a seed.
_BOTS: dict[str, tuple[str, str]] = {
    "random": ("gunbai.bots.random", "RandomBot"),
    "greedy": ("gunbai.bots.greedy", "GreedyBot"),
    "plain": ("gunbai.bots.searcher", "PlainSearchBot"),
    "search": ("gunbai.bots.searcher", "SearchBot"),
}


def register(name: str, module: str, bot: str) -> None:
    """Make a bot known under a name; its class is called with a seed."""
    _BOTS[name] = (module, bot)


def names() -> tuple[str, ...]:
    """All bots, the weakest first."""
    return tuple(_BOTS)


def make(name: str, seed: int = 0) -> Bot:
    """A bot of that name; equal seeds and equal views give equal choices."""
    if name not in _BOTS:
        raise GunbaiError(f"there is no bot {name!r}; there are {', '.join(_BOTS)}")
    module, bot = _BOTS[name]
    made: Bot = getattr(import_module(module), bot)(seed)
    return made
