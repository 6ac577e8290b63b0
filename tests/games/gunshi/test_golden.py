"""Golden games, counted trees, and what never changes however the game goes."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gunbai
from gunbai.core.game import DONE, perft, random_action
from gunbai.core.options import Options
from gunbai.core.rng import Rng
from gunbai.games.gunshi.belief import known_cards
from gunbai.games.gunshi.board import fences_left, reserve
from gunbai.games.gunshi.data import CARD_CODES, TRAP
from gunbai.games.gunshi.packed import all_of, count_of, spot_shields
from gunbai.games.gunshi.setup import PRESETS
from gunbai.games.gunshi.state import (
    ALL,
    HAND,
    INSPIRED,
    KIT,
    MLP,
    POOL_N,
    ROW_N,
    SEND,
    SHOGUN,
    SIDE,
    SPOT,
    TAKEN,
    GunshiState,
    hand_size,
)
from tests.games.golden import FOLDER
from tests.games.gunshi.field import GAME, enemy_fence_beside_a_unit
from tests.games.gunshi.oracle import results
from tests.games.gunshi.playthroughs import GAMES, played
from tests.games.gunshi.test_oracle import field_of, reached

PERFT = Path(__file__).parents[2] / "perft" / "gunshi.txt"
rule = pytest.mark.rule


def counted() -> list[tuple[str, list[int]]]:
    """`position ; D1 n ; D2 n …`, comments and empty lines aside."""
    cases = []
    for line in PERFT.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            position, *counts = line.split(";")
            cases.append((position.strip(), [int(word.split()[1]) for word in counts]))
    return cases


@pytest.mark.parametrize(("position", "counts"), counted(), ids=lambda value: str(value)[:60])
def test_trees_have_as_many_leaves_as_counted(position: str, counts: list[int]) -> None:
    s = GAME.parse_position(position)
    assert [int(perft(GAME, s, depth)) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize("position", [position for position, _ in counted() if " card=" in position])
def test_counted_positions_agree_with_the_slow_reading(position: str) -> None:
    s = cast(GunshiState, GAME.parse_position(position))
    card = CARD_CODES[s.card]
    if card not in ("M", "Re", "F", "R1", "R3", "R5", "S1", "S2"):
        pytest.skip("the slow reading knows no reserve and no scouts")
    s.side[SHOGUN] = s.side[SIDE + SHOGUN] = -1
    me = int(s.seat)
    assert reached(s, me) == results(field_of(s, me), card)


def test_the_first_placement_counted_by_hand() -> None:
    """3 types on 17 squares and 33 lines; then a facing, or blue's same choice."""
    s = GAME.start(Options(GAME.info.options, {}))
    assert perft(GAME, s, 1) == 3 * 17 + 33
    assert perft(GAME, s, 2) == 3 * 17 * 4 + 33 * (3 * 17 + 33)


@pytest.mark.parametrize("name", GAMES)
def test_golden_games_are_played_the_same(name: str) -> None:
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert played(name).text() == text
    assert gunbai.parse(text).over


def test_no_golden_game_is_missing() -> None:
    assert {file.stem for file in FOLDER.glob("gunshi-*.txt")} == GAMES.keys()


def check_conservation(s: GunshiState) -> None:
    """G28: units, shields, fences and cards never appear or vanish."""
    for kind in range(3):
        assert reserve(s, kind) >= 0
    shields = bin(s.shields).count("1") + sum(int(spot_shields(s.side[o + SPOT])) for o in (0, SIDE))
    infantry = 10 - reserve(s, 0)
    assert shields <= infantry, "shields in the reserve are never fewer than infantry there"
    assert not s.side[ALL] & s.side[SIDE + ALL]
    assert not s.shields & ~(s.side[0] | s.side[SIDE])
    for seat in range(2):
        o, side = SIDE * seat, s.side
        assert side[o + ALL] == side[o] | side[o + 1] | side[o + 2]
        assert 0 <= fences_left(s, o) <= 4
        assert 0 <= side[o + MLP] <= s.settings.mlp_max
        if not s.turn:
            continue
        assert all_of(known_cards(s, o, seat)) + all_of(side[o + HAND]) == 7 + (s.phase == 20 and s.seat == seat)
        assert side[o + POOL_N] - side[o + ROW_N] == all_of(side[o + HAND])
        assert side[o + ROW_N] <= 4
        if s.phase != 22:
            assert side[o + ALL] >> side[o + SHOGUN] & 1, "a shogun is on the field until the game ends"
        if s.seat != seat and side[o + ROW_N]:
            # A trap that lay out at the last draw may have sprung since.
            assert hand_size(side, o) == 3 or count_of(side[o + KIT], TRAP) or side[o + TAKEN] == TRAP + 1
        assert side[o + INSPIRED] == 0 or s.settings.inspiration
    if s.settings.reinforcement_clears:
        assert not enemy_fence_beside_a_unit(s), "nobody rests beside an enemy fence"


@rule("1.4", "4.9", "7.5")
@settings(max_examples=40, deadline=None)
@given(st.sampled_from(sorted(PRESETS)), st.integers(0, 2**64))
def test_g28_nothing_appears_or_vanishes(preset: str, seed: int) -> None:
    rng = Rng(seed)
    s = cast(GunshiState, GAME.start(Options(GAME.info.options, dict(PRESETS[preset]))))
    for _ in range(400):
        check_conservation(s)
        if GAME.actor(s) == DONE:
            break
        GAME.apply(s, random_action(GAME, s, rng))
    assert s.phase != SEND or GAME.legal(s)
