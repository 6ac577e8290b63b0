"""War banners (RULES §6), with the rulebook's example I."""

from __future__ import annotations

import pytest

from gunbai.games.gunkimono.rules import GAME
from gunbai.games.gunkimono.state import BANNER
from tests.games.gunkimono.table import honor, legal, play, position, refused

rule = pytest.mark.rule


@rule("6.1", "8.1")
def test_example_i_a_small_tile_claims_the_dragon() -> None:
    s = position("players=3 honor=0,0,0,0,5/0,0,0,0,4/0,0,0,0,0 hands=S1C1/-/- row=I1P1,I1P2,I1A1")
    play(s, "small C", "place a1", "score honor")
    assert s.step == BANNER
    assert legal(s) == {f"banner {value}" for value in range(11, 16)}
    play(s, "banner 13")
    assert honor(s)["C"] is None
    assert s.banners[0] == 1 << 13
    assert s.turn == 1
    data = GAME.view(s, 2).data()
    assert data["banner_stacks"]["cavalry"] == ["crane", "lotus"]  # type: ignore[index]


@rule("6.1")
def test_after_the_dragon_comes_the_crane_then_the_lotus() -> None:
    gone = "honor=0,0,0,0,6/0,0,0,0,-/0,0,0,0,0 banners=-/12/-"
    s = play(position(f"players=3 {gone} hands=-/-/-"), "small C", "place a1", "score honor")
    assert legal(s) == {f"banner {value}" for value in range(6, 11)}
    gone = "honor=0,0,0,0,6/0,0,0,0,-/0,0,0,0,- banners=-/12/8"
    s = play(position(f"players=3 {gone} hands=-/-/-"), "small C", "place a1", "score honor")
    assert legal(s) == {f"banner {value}" for value in range(1, 6)}


@rule("6.1")
def test_values_already_claimed_cannot_come_again() -> None:
    gone = "honor=0,0,0,-,7/0,0,0,0,0 banners=12/-"
    s = play(position(f"players=2 {gone} hands=-/-"), "small C", "place a1", "score honor")
    assert legal(s) == {"banner 11", "banner 13", "banner 14", "banner 15"}
    assert [w for _, w in GAME.chance(s).outcomes()] == [0.25] * 4


@rule("6.1")
def test_rows_beyond_the_end_are_lost() -> None:
    s = position("players=2 track=3,6,8 honor=0,0,0,0,7/0,0,0,0,0 hands=-/-")
    play(s, "small C", "place a1", "score honor", "banner 11")
    assert honor(s) == {"I": 0, "P": 0, "A": 0, "S": 0, "C": None}


@rule("6.2")
def test_without_a_marker_no_honor() -> None:
    s = position("players=2 honor=0,0,0,0,-/0,0,0,0,0 banners=15/- hands=-/-")
    play(s, "small C", "place a1")
    assert refused(s, "score honor") == "6.2"
    assert legal(s) == {"score points"}


@rule("6.3")
def test_an_empty_stack_gives_no_banner_but_the_marker_leaves() -> None:
    gone = "honor=0,0,0,0,7/0,0,0,0,-/0,0,0,0,-/0,0,0,0,-"
    s = position(f"players=4 track=2,4,8 {gone} banners=-/12/8/3 hands=-/-/-/-")
    play(s, "small C", "place a1", "score honor")
    assert honor(s)["C"] is None
    assert s.banners[0] == 0
    assert s.turn == 1


@rule("2.6", "6.3")
def test_two_players_stacks_hold_two() -> None:
    s = position("players=2 honor=0,0,0,0,7/0,0,0,0,- banners=-/12 hands=-/-")
    play(s, "small C", "place a1", "score honor")
    assert legal(s) == {f"banner {value}" for value in range(6, 11)}


@rule("6.1")
def test_both_halves_may_claim() -> None:
    s = position("players=2 honor=7,7,0,0,0/0,0,0,0,0 hands=I1P2/-")
    play(s, "large I1P2", "place b1 south", "score honor", "banner 11", "score honor")
    assert "banner 11" not in legal(s)
    play(s, "banner 15")
    assert s.banners[0] == 1 << 11 | 1 << 15
