"""Every registered game, option set and player count; a new game or preset is picked up by itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import tests.toy.game  # noqa: F401 - registers the toy game
from gunbai.core.errors import BadOptions
from gunbai.core.game import CHANCE, DONE, Game, State, bring_into_focus, playout
from gunbai.core.options import Options
from gunbai.core.registry import find, names
from gunbai.core.rng import Rng

ACTION_LIMIT = 300_000
# A long game is sampled more thinly, so that every game costs about the same time to test.
NODES = 100


@dataclass(frozen=True)
class Case:
    """One way to play one game."""

    name: str
    preset: str
    players: int

    @property
    def game(self) -> Game:
        return find(self.name)

    @property
    def options(self) -> Options:
        given = dict(self.game.info.presets[self.preset]) if self.preset else {}
        return Options(self.game.info.options, {**given, "players": self.players})

    def __str__(self) -> str:
        return f"{self.name}-{self.preset or 'default'}-{self.players}"


def _cases() -> Iterator[Case]:
    for name in names():
        info = find(name).info
        for preset in ("", *info.presets):
            fixed = info.presets[preset].get("players") if preset else None
            for players in info.player_counts:
                if fixed in (None, players):
                    yield Case(name, preset, players)


CASES = list(_cases())


@cache
def length(case: Case) -> int:
    """About how many actions a random game takes."""
    return int(playout(case.game, case.game.start(case.options), Rng(9), ACTION_LIMIT))


def walk(case: Case, seed: int, every: int = 1, limit: int = ACTION_LIMIT) -> Iterator[tuple[State, Rng]]:
    """The nodes of one random game (about one in `every`, the first four and the last always), each a copy."""
    game = case.game
    every = max(every, length(case) // NODES)
    rng, aside = Rng(seed), Rng(seed + 1)
    s = game.start(case.options)
    for number in range(limit):
        actor = game.actor(s)
        if actor == DONE:
            yield s.copy(), aside
            return
        if number < 4 or aside.below(every) == 0:
            yield s.copy(), aside
        if actor == CHANCE:
            game.apply(s, game.draw(s, rng))
        else:
            # Any pending seat may be the next to decide.
            seats = game.pending(s)
            seat = seats[rng.below(len(seats))]
            bring_into_focus(game, s, seat)
            actions = game.legal(s)
            game.apply(s, actions[rng.below(len(actions))])
    raise AssertionError(f"{case}: a random game did not end within {limit} actions")


def watchers(case: Case) -> list[int]:
    """All seats and the spectator."""
    return [*range(case.players), -3]


__all__ = ["CASES", "BadOptions", "Case", "walk", "watchers"]
