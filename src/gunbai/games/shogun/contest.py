"""Whole games by habit alone, quickly: each seat by its own habits. They tell which habits win."""

from __future__ import annotations

from mypy_extensions import i64

from gunbai.core.game import CHANCE, DONE, Game, State
from gunbai.core.rng import Rng
from gunbai.games.shogun.heuristics import ShogunHeuristics


def contest(game: Game, s: State, minds: list[ShogunHeuristics], rng: Rng, most: i64) -> i64:
    """Play on until the game is over, or for so many actions at most; how many it took."""
    made: i64 = 0
    while made < most:
        actor = game.actor(s)
        if actor == DONE:
            break
        made += 1
        if actor == CHANCE:
            game.apply(s, game.draw(s, rng))
        else:
            actions = game.legal(s)
            game.apply(s, actions[0] if len(actions) == 1 else minds[actor].rollout(s, actions, rng))
    return made
