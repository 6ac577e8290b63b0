"""Players of their own: each chooses from the view of its seat, and never meets the true state of a game in play."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from gunbai.core.bot import Bot, Budget
from gunbai.core.errors import GunbaiError
from gunbai.core.game import CHANCE
from gunbai.core.match import Match

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
    """A bot of that name, `level-1` to `level-5`, `search:guard=0,playout=30` or `exec:COMMAND`.

    Equal seeds and equal views give equal choices.
    """
    if name.startswith("exec:"):
        external = import_module("gunbai.bots.external")
        outside: Bot = external.ExternalBot(name.removeprefix("exec:"), seed)
        return outside
    if name.startswith("level-") and name[6:].isascii() and name[6:].isdigit():
        levels = import_module("gunbai.bots.levels")
        made_level: Bot = levels.LevelBot(int(name[6:]), seed)
        return made_level
    if name.startswith("search:"):
        searcher = import_module("gunbai.bots.searcher")
        tuned: Bot = searcher.SearchBot(seed, searcher.parse_settings(name.removeprefix("search:")))
        return tuned
    if name not in _BOTS:
        raise GunbaiError("there is no bot {name!r}; there are {names}", name=name, names=", ".join(_BOTS))
    module, bot = _BOTS[name]
    made: Bot = getattr(import_module(module), bot)(seed)
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
