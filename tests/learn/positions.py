"""Positions of quick games, for what must hold in all of them."""

from __future__ import annotations

from gunbai.core.game import CHANCE, DONE, Game, State
from gunbai.core.options import Options, parse_options
from gunbai.core.rng import Rng


def positions(game: Game, options: str, seeds: int, every: int) -> list[State]:
    """From the beginning to the end of games played by the judgement set by hand, about one position of `every`."""
    found, by_hand = [], game.earlier["search-1"]
    for seed in range(seeds):
        rng, s = Rng(seed), game.start(Options(game.info.options, parse_options(options)))
        while game.actor(s) != DONE:
            legal = game.legal(s)
            chance = game.actor(s) == CHANCE
            game.apply(s, game.draw(s, rng) if chance else by_hand.rollout(s, legal, rng))
            if rng.below(every) == 0:
                found.append(s.copy())
    return found
