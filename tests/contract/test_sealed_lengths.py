"""Nothing is told by length: how many steps a seat takes in secret says nothing that others may not know.

A row of a data set, a line of a log and a message on a wire are counted by steps. If a sealed choice took more steps
one way than another, the number alone would give it away.
"""

from __future__ import annotations

from collections import defaultdict

import pytest

from gunbai.core.game import Game, State
from gunbai.core.rng import Rng
from tests.contract.cases import CASES, Case, walk

# Ways that are tried from each moment, and steps after which a way is given up.
WAYS = 8
MOST = 60


def secretly(game: Game, s: State, seat: int, players: int, rng: Rng) -> tuple[int, tuple[int, ...], bool]:
    """Play at random until the seat's stretch is over: its steps, those all could see, whether any was sealed."""
    steps, open_ones, sealed = 0, [], False
    while game.actor(s) == seat and steps < MOST:
        legal = game.legal(s)
        action = legal[rng.below(len(legal))]
        if any(game.seen_as(s, action, other) != action for other in range(players) if other != seat):
            sealed = True
        else:
            open_ones.append(int(action))
        game.apply(s, action)
        steps += 1
    return steps, tuple(open_ones), sealed


@pytest.mark.parametrize("case", CASES, ids=str)
def test_equal_views_come_after_equally_many_steps(case: Case) -> None:
    game = case.game
    for s, _ in walk(case, 9, every=5):
        seat = int(game.actor(s))
        if seat < 0:
            continue
        rng = Rng(3)
        found: dict[tuple[int, tuple[int, ...], str], set[int]] = defaultdict(set)
        for _ in range(WAYS):
            world = s.copy()
            steps, open_ones, sealed = secretly(game, world, seat, case.players, rng)
            if sealed and game.actor(world) >= 0:
                for other in range(case.players):
                    if other != seat:
                        found[other, open_ones, game.view_text(game.view(world, other))].add(steps)
        assert all(len(lengths) == 1 for lengths in found.values()), game.view_text(game.view(s, seat))
