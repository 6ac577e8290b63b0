"""Each limit of Gunshi's rules is a law: a position that breaks it is named with its paragraph."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gunbai.games.gunshi.state import ALL, FENCE_N, HAND, INF, MLP, ROW_N, SHOGUN, SIDE, SPOT, GunshiState
from tests.games.gunshi.field import GAME, at


def position() -> GunshiState:
    return at("I d3*, A c3", "I d6, A e6*", "phase=send row=(M)/(Rf).F hand=M.Re.F/M.M.M")


def _more_points(s: GunshiState) -> None:
    s.side[MLP] = 19


def _five_fences(s: GunshiState) -> None:
    s.side[FENCE_N] = 0b11111


def _two_on_a_square(s: GunshiState) -> None:
    s.side[SIDE + INF] |= s.side[INF]
    s.side[SIDE + ALL] |= s.side[INF]


def _long_row(s: GunshiState) -> None:
    s.side[ROW_N] = 5


def _strange_card(s: GunshiState) -> None:
    s.side[HAND] += 1 << 4


def _three_invaders(s: GunshiState) -> None:
    s.side[SPOT] = 3


def _no_shogun(s: GunshiState) -> None:
    s.side[SHOGUN] = 48


def _bare_shield(s: GunshiState) -> None:
    s.shields |= 1 << 40


BREAKS: list[tuple[Callable[[GunshiState], None], str]] = [
    (_more_points, "§1.6"),
    (_five_fences, "§1.5"),
    (_two_on_a_square, "§1.1"),
    (_long_row, "§4.4"),
    (_strange_card, "§4.9"),
    (_three_invaders, "§14.2"),
    (_no_shogun, "§14.1"),
    (_bare_shield, "§1.4"),
]


def test_a_position_of_play_breaks_nothing() -> None:
    assert GAME.violations(position()) == []


@pytest.mark.parametrize(("break_it", "paragraph"), BREAKS, ids=[paragraph for _, paragraph in BREAKS])
def test_a_broken_limit_is_named(break_it: Callable[[GunshiState], None], paragraph: str) -> None:
    s = position()
    break_it(s)
    assert any(line.startswith(paragraph) for line in GAME.violations(s)), GAME.violations(s)
