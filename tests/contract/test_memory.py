"""What Python code hands to compiled code, and takes from it, is freed again."""

from __future__ import annotations

import gc
import pickle
import tracemalloc
from collections.abc import Callable

import pytest

from gunbai.core.game import CHANCE, State, View, bring_into_focus, playout
from gunbai.core.rng import Rng
from tests.contract.cases import CASES, Case, length

ROUNDS = 150
# Caches and counters may take a little; a vec that is never freed costs hundreds of bytes each time.
BYTES_A_ROUND = 64
# One way to play each game: presets and players change numbers, not what is handed over.
GAMES = list({case.name: case for case in CASES}.values())


def growth(step: Callable[[], object], rounds: int = ROUNDS) -> float:
    """How many bytes more are in use after each time; the first times fill caches, and do not count."""
    tracemalloc.start()
    try:
        used = []
        for _ in range(3):
            for _ in range(rounds):
                step()
            gc.collect()
            used.append(tracemalloc.get_traced_memory()[0])
        return min(used[1] - used[0], used[2] - used[1]) / rounds
    finally:
        tracemalloc.stop()


def moment(case: Case) -> tuple[State, View]:
    """A position in the middle of a game where somebody has a choice, and what that seat sees."""
    game, rng = case.game, Rng(5)
    s = game.start(case.options)
    playout(game, s, rng, length(case) // 2)
    while game.actor(s) == CHANCE:
        playout(game, s, rng, 1)
    seat = game.actor(s)
    bring_into_focus(game, s, seat)
    return s, game.view(s, seat)


@pytest.mark.parametrize("case", GAMES, ids=str)
def test_a_view_that_comes_from_another_process_is_freed(case: Case) -> None:
    _, view = moment(case)
    data = pickle.dumps(view, 5)
    assert growth(lambda: pickle.loads(data)) < BYTES_A_ROUND


@pytest.mark.parametrize("case", GAMES, ids=str)
def test_actions_that_python_hands_over_are_freed(case: Case) -> None:
    s, _ = moment(case)
    game, rng = case.game, Rng(5)
    assert growth(lambda: game.heuristics.weights(s, game.legal(s))) < BYTES_A_ROUND
    assert growth(lambda: game.heuristics.rollout(s, game.legal(s), rng)) < BYTES_A_ROUND


@pytest.mark.parametrize("case", GAMES, ids=str)
def test_a_position_that_was_read_is_freed(case: Case) -> None:
    s, _ = moment(case)
    text = case.game.position_text(s)
    assert growth(lambda: case.game.parse_position(text), 8) < BYTES_A_ROUND
