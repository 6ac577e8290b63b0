"""Each limit of Gunkimono's rules is a law: a position that breaks it is named with its paragraph."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import pytest

import gunbai
from gunbai.games.gunkimono.state import GunkimonoState

GAME = gunbai.find("gunkimono")


def position() -> GunkimonoState:
    match = gunbai.new("gunkimono", seed=3)
    for _ in range(40):
        match.push(match.legal_actions[0])
    return cast(GunkimonoState, match.state.copy())


def _square_without_troop(s: GunkimonoState) -> None:
    for troop in range(5):
        s.board.troops[troop] &= ~1


def _three_strongholds(s: GunkimonoState) -> None:
    s.board.forts[0] = 0b111


def _tile_from_nowhere(s: GunkimonoState) -> None:
    s.bag[0] += 9


def _deep_stack(s: GunkimonoState) -> None:
    s.main += 60


def _marker_beyond(s: GunkimonoState) -> None:
    s.honor[0] = 40


def _banner_twice(s: GunkimonoState) -> None:
    s.banners[0] = s.banners[1] = 1 << 11


def _unearned_banner(s: GunkimonoState) -> None:
    s.banners[0] = 1 << 11


BREAKS: list[tuple[Callable[[GunkimonoState], None], str]] = [
    (_square_without_troop, "§1.1"),
    (_three_strongholds, "§1.4"),
    (_tile_from_nowhere, "§1.2"),
    (_deep_stack, "§2.2"),
    (_marker_beyond, "§4.4"),
    (_banner_twice, "§1.5"),
    (_unearned_banner, "§6.1"),
]


def test_a_position_of_play_breaks_nothing() -> None:
    assert GAME.violations(position()) == []


@pytest.mark.parametrize(("break_it", "paragraph"), BREAKS, ids=[paragraph for _, paragraph in BREAKS])
def test_a_broken_limit_is_named(break_it: Callable[[GunkimonoState], None], paragraph: str) -> None:
    s = position()
    break_it(s)
    assert any(line.startswith(paragraph) for line in GAME.violations(s)), GAME.violations(s)
