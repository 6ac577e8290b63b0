"""A bot in ten lines: it prefers the action that leaves it the most choices next, in one world that fits its view."""

from __future__ import annotations

from collections.abc import Sequence

import gunbai
from gunbai import bots
from gunbai.core.bot import Budget


class LikesFreedom:
    """Counts its legal actions after each of its actions."""

    def choose(self, game: gunbai.Game, view: gunbai.View, legal: Sequence[int], budget: Budget) -> int:
        world = game.resample(view, gunbai.Rng(len(legal)))
        freedom = {}
        for action in legal:
            after = world.copy()
            gunbai.advance(game, after, view.seat, action)
            freedom[action] = len(game.legal(after)) if game.actor(after) == view.seat else 0
        return max(legal, key=freedom.__getitem__)


if __name__ == "__main__":
    for seed in range(3):
        match = gunbai.new("gunshi", preset="tiny", seed=seed)
        print(bots.play_out(match, [LikesFreedom(), bots.make("random", seed)]).result)
