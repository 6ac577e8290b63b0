"""Victory points and honor (RULES §4), with the rulebook's examples E, F and G."""

from __future__ import annotations

import pytest

from gunbai.games.gunkimono.rules import GAME
from tests.games.gunkimono.table import honor, legal, play, points, position, refused, settle, top

rule = pytest.mark.rule


@rule("4.1", "4.2", "4.3")
def test_example_e_points_for_both_troops() -> None:
    s = position("players=2 grid=AAPS/SPIC hands=A1C1/-")
    play(s, "large A1C1", "place c1 south", "score points")
    assert points(s) == [3, 0]
    play(s, "score points")
    assert points(s) == [5, 0]
    assert honor(s) == dict.fromkeys("IPASC", 0)


@rule("4.4")
def test_example_f_honor_for_both_troops() -> None:
    s = position("players=2 grid=AAPS/SPIC hands=P1I2/-")
    play(s, "large I2P1", "place a1 east", "score honor", "score honor")
    assert honor(s) == {"I": 2, "P": 1, "A": 0, "S": 0, "C": 0}
    assert points(s) == [0, 0]


@rule("4.2", "4.4")
def test_example_g_each_troop_its_own_way() -> None:
    s = position("players=2 grid=AAI/APC/IAP hands=A1S2/-")
    play(s, "large A1S2", "place b2 east", "score points", "score honor")
    assert points(s) == [5, 0]
    assert honor(s)["S"] == 2
    assert bin(s.board.formation(5)).count("1") == 1


@rule("4.1")
def test_formations_ignore_levels_and_corners() -> None:
    s = position("players=2 grid=SIS/ISI board=SI3S/I2SI hands=-/-")
    # The two infantry tiles touch no side: one is at b1, the others at a2 and c2.
    assert bin(s.board.formation(1)).count("1") == 1
    play(s, "small I", "place b2", "score points")
    assert points(s) == [4, 0]


@rule("4.1")
def test_formations_do_not_run_over_the_edge() -> None:
    s = position("players=2 grid=PPI/IPP hands=-/-")
    assert bin(s.board.formation(2)).count("1") == 1
    assert bin(s.board.formation(3)).count("1") == 1


@rule("4.3")
def test_a_half_may_cut_the_formation_of_the_other() -> None:
    # The cavalry half covers the archer that tied the row together: the archer half finds only one neighbour.
    s = position("players=2 grid=AASAA hands=A1C1/-")
    play(s, "large A1C1", "place c1 east", "score points", "score points")
    assert points(s) == [3 + 1, 0]
    assert top(s, "d1") == "C"


@rule("4.2", "8.1")
def test_a_small_tile_is_scored_once_and_draws_nothing() -> None:
    s = position("players=2 grid=AAPS/SPIC hands=A1C1/- row=I1P1,I1P2,I1A1")
    play(s, "small A", "place c1", "score points")
    assert points(s) == [3, 0]
    assert s.turn == 1
    assert refused(s, "draw") == "3.1"


@rule("4.5", "5.7", "6.2")
def test_one_open_kind_is_forced_and_none_scores_nothing() -> None:
    barred = position("players=2 grid=AAPS/SPIC forts=a1:black hands=-/-")
    play(barred, "small A", "place c1")
    assert legal(barred) == {"score honor"}
    assert refused(barred, "score points") == "5.7"
    assert refused(barred, "score nothing") == "4.5"
    gone = position("players=2 grid=AAPS/SPIC honor=0,0,-,0,0/0,0,0,0,0 hands=-/-")
    play(gone, "small A", "place c1")
    assert legal(gone) == {"score points"}
    assert refused(gone, "score honor") == "6.2"
    both = position("players=2 grid=AAPS/SPIC forts=a1:black honor=0,0,-,0,0/0,0,0,0,0 hands=-/-")
    play(both, "small A", "place c1")
    assert legal(both) == {"score nothing"}
    play(both, "score nothing")
    assert points(both) == [0, 0]


@rule("4.6")
def test_points_pass_a_hundred_and_two_hundred() -> None:
    s = position("players=2 grid=AAPS/SPIC vp=98,197 hands=-/-")
    play(s, "small A", "place c1", "score points")
    play(s, "small P", "place a1", "score points")
    assert points(s) == [101, 198]


@rule("4.2")
def test_nothing_else_can_be_done_before_both_troops_are_scored() -> None:
    s = position("players=2 grid=AAPS/SPIC hands=A1C1/- row=I1P1,I1P2,I1A1")
    play(s, "large A1C1", "place c1 south")
    assert refused(s, "take I1P1") == "4.2"
    play(s, "score honor")
    assert refused(s, "draw") == "4.2"
    play(s, "score honor")
    assert legal(s) == {"take I1P1", "take I1P2", "take I1A1", "draw"}
    settle(play(s, "draw"))
    assert GAME.actor(s) == 1
