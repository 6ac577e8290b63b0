"""The first search never changes: its games of the day it was frozen repeat action by action, in every game."""

from __future__ import annotations

from pathlib import Path

import pytest

from gunbai import bots
from gunbai.core.bot import Budget
from gunbai.core.game import CHANCE, DONE
from gunbai.core.options import Options, parse_options
from gunbai.core.registry import find
from gunbai.core.rng import Rng

GAMES = Path(__file__).with_name("search_1.txt")
SIMULATIONS = 12
MOST_ACTIONS = 120


def opening(game_name: str, options: str, bot: str) -> list[str]:
    """How a bot plays all seats of a game, chance included, at most so many actions long."""
    game = find(game_name)
    s = game.start(Options(game.info.options, parse_options(options)))
    minds = [bots.make(bot, 100 + seat) for seat in range(s.options.players)]
    histories: list[list[int]] = [[] for _ in minds]
    chance, played = Rng(7), list[str]()
    while len(played) < MOST_ACTIONS and (actor := int(game.actor(s))) != DONE:
        if actor == CHANCE:
            action = int(game.draw(s, chance))
        else:
            view = game.view(s, actor)
            view.history = histories[actor]
            legal = [int(a) for a in game.legal(s)]
            action = minds[actor].choose(game, view, legal, Budget(600.0, SIMULATIONS))
        for seat, history in enumerate(histories):
            history.append(int(game.seen_as(s, action, seat)))
        game.apply(s, action)
        played.append(game.action_text(action))
    return played


LINES = GAMES.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("line", LINES, ids=lambda line: str(line).partition(":")[0])
def test_the_first_search_plays_as_on_the_day_it_was_frozen(line: str) -> None:
    """To change what it knows or how it thinks, give the newer bots a copy and leave it the old one."""
    title, _, actions = line.partition(": ")
    game, _, options = title.partition(" ")
    assert opening(game, options, "search-1") == actions.split(" | ")
