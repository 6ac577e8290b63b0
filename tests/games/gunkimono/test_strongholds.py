"""Strongholds and what they pay (RULES §5, §7), with the rulebook's examples H and J."""

from __future__ import annotations

import pytest

from gunbai.games.gunkimono.state import BUILD, TILE
from tests.games.gunkimono.table import cell, honor, legal, play, points, position, refused

rule = pytest.mark.rule
# All markers but the cavalry's stand on the first stronghold row of two players.
ALMOST = "track=3,6,8 honor=3,3,3,3,1/0,0,0,0,0"


@rule("5.1", "5.3")
def test_example_h_not_into_a_formation_of_another() -> None:
    s = position(f"players=2 grid=SSSP/SISP {ALMOST} forts=b1:black hands=-/-")
    play(s, "small C", "place b2", "score honor")
    assert s.step == BUILD
    for square in ("a1", "b1", "c1", "a2", "c2"):
        assert refused(s, f"build {square}") == "5.3"
    assert legal(s) == {"build d1", "build b2", "build d2"}
    play(s, "build d2")
    held = s.board.formation(cell(s, "d2"))
    assert held == 1 << cell(s, "d1") | 1 << cell(s, "d2")
    assert points(s) == [2, 0]


@rule("5.1")
def test_a_stronghold_is_due_only_when_all_five_markers_are_there() -> None:
    s = position("players=2 grid=SSSP/SISP track=3,6,8 honor=3,3,3,2,1/0,0,0,0,0 hands=-/-")
    play(s, "small C", "place b2", "score honor")
    assert s.board.all_forts() == 0
    assert s.step == TILE
    assert refused(s, "build a1") == "5.1"


@rule("5.1")
def test_building_is_compulsory_and_waits_for_the_second_troop() -> None:
    s = position("players=2 grid=AAPS/SPIC track=3,6,8 honor=3,3,2,3,3/0,0,0,0,0 hands=A1C1/-")
    play(s, "large A1C1", "place c1 south", "score honor")
    assert legal(s) == {"score points", "score honor"}
    play(s, "score points")
    assert points(s) == [2, 0]
    assert s.step == BUILD
    assert refused(s, "draw") == "5.1"
    assert len(legal(s)) == 8


@rule("5.2")
def test_markers_that_left_the_track_count_as_there() -> None:
    s = position("players=2 grid=SSSP/SISP track=3,6,8 honor=-,3,-,3,1/0,0,0,0,0 banners=15,14/- hands=-/-")
    play(s, "small C", "place b2", "score honor")
    assert s.step == BUILD


@rule("5.3")
def test_any_square_will_do_printed_or_not_except_one_with_a_stronghold() -> None:
    s = position("players=2 grid=IP/AS track=1,2,9 honor=1,1,1,1,0/0,0,0,0,0 forts=a1:black hands=-/-")
    play(s, "small C", "place b2", "score honor")
    assert legal(s) == {"build b1", "build a2", "build b2"}


@rule("5.3")
@pytest.mark.parametrize(("option", "allowed"), [("on", True), ("off", False)])
def test_a_second_own_stronghold_in_one_formation(option: str, allowed: bool) -> None:
    text = f"players=2 own_double={option} grid=SSSP/SISP track=1,3,8 honor=3,3,3,3,1/0,0,0,0,0 forts=b1:red hands=-/-"
    s = play(position(text), "small C", "place b2", "score honor")
    assert ("build a1" in legal(s)) is allowed
    assert refused(s, "build b1") == "5.3"
    if not allowed:
        assert refused(s, "build a1") == "5.3"
        assert legal(s) == {"build d1", "build b2", "build d2"}


@rule("5.4", "7.1")
def test_one_stronghold_a_turn_the_other_on_the_next_even_without_honor() -> None:
    s = position("players=2 grid=SSSP/SISP track=1,3,8 honor=3,3,3,3,1/0,0,0,0,0 hands=-/-")
    play(s, "small C", "place b2", "score honor", "build a1")
    assert s.turn == 1
    play(s, "small I", "place d1", "score points")
    assert s.turn == 0
    play(s, "small A", "place d1", "score points")
    assert s.step == BUILD
    play(s, "build d1")
    assert bin(s.board.forts[0]).count("1") == 2
    # Five samurai twice, then one archer for the new one, and one point for placing it.
    assert points(s) == [5 + 1 + 5 + 1, 1]


@rule("5.4")
def test_there_is_no_third_stronghold() -> None:
    s = position("players=2 grid=SSSP/SISP track=1,3,8 honor=7,7,7,7,5/0,0,0,0,0 forts=a1:red,d1:red hands=-/-")
    play(s, "small C", "place b2", "score honor")
    assert s.step == TILE


@rule("5.5")
def test_a_stronghold_without_a_site_waits() -> None:
    s = position("players=2 grid=SSSS/SSSS track=1,3,8 honor=1,1,1,1,0/0,0,0,0,0 forts=b1:black hands=-/-")
    play(s, "small C", "place a1", "score honor")
    assert s.step == BUILD
    assert legal(s) == {"build a1"}
    full = "players=2 grid=SC track=1,3,8 honor=1,1,1,1,1/0,0,0,0,0 forts=a1:black,b1:black hands=-/-"
    waiting = play(position(full + " reserve=-/-"), "pass")
    assert (waiting.turn, waiting.step) == (1, TILE)
    # Every formation is held by black: red scores, cannot build, and the turn goes on.
    held = "players=2 grid=SCI track=1,3,8 honor=1,1,1,1,1/0,0,0,0,0 forts=a1:black,b1:black hands=-/-"
    s = play(position(held), "small C", "place c1", "score honor")
    assert (s.turn, s.step) == (1, TILE)
    # Once a free formation exists, the stronghold is built after the next scoring.
    play(s, "small P", "place c1", "score points", "small A", "place c1", "score points")
    assert (s.turn, s.step) == (0, BUILD)
    assert legal(s) == {"build c1"}


@rule("5.7", "7.1")
def test_joining_an_own_formation_pays_at_assessment_not_at_placing() -> None:
    s = position("players=2 grid=SSSP/SISP forts=a1:red hands=-/-")
    play(s, "small S", "place b2")
    assert legal(s) == {"score honor"}
    play(s, "score honor")
    assert points(s) == [6, 0]
    assert honor(s)["S"] == 2


@rule("5.8")
def test_a_cut_formation_leaves_control_with_the_stronghold() -> None:
    s = position("players=2 grid=SSSSS forts=a1:red turn=black hands=-/-")
    play(s, "small A", "place c1", "score points")
    assert s.board.owner(s.board.formation(cell(s, "b1"))) == 0
    assert s.board.owner(s.board.formation(cell(s, "d1"))) == -1
    play(s, "small I", "place d1", "score points")
    # The stronghold's part has two troops left; placing beside the free part scores again.
    assert points(s) == [1 + 2, 1]


@rule("5.9")
def test_formations_of_two_owners_may_not_be_linked() -> None:
    s = position("players=2 grid=SSPSS/IIIII forts=a1:red,e1:black hands=-/-")
    play(s, "small S")
    assert refused(s, "place c1") == "5.9"
    assert legal(s) == {f"place {column}2" for column in "abcde"}
    t = play(position("players=2 grid=SSPSS/IIIII forts=a1:red,e1:black hands=S1C1/-"), "large S1C1")
    assert refused(t, "place c1 south") == "5.9"


@rule("5.9")
def test_a_third_player_may_not_link_them_either() -> None:
    s = position("players=3 grid=SSPSS forts=a1:red,e1:black turn=white hands=-/-/-")
    assert refused(s, "small S") == "3.9"


@rule("5.9")
def test_linking_is_judged_when_the_whole_tile_lies() -> None:
    # Samurai on c1 would touch both, but the other half covers d1, which was black's only link.
    s = position("players=2 grid=SSPSS/IIIII forts=a1:red,e1:black hands=S1C1/-")
    play(s, "large S1C1")
    assert "place c1 east" in legal(s)
    assert "place c1 west" in legal(s)
    play(s, "place c1 east")
    assert s.board.owner(s.board.formation(cell(s, "c1"))) == 0
    assert s.board.formation(cell(s, "e1")) == 1 << cell(s, "e1")


@rule("5.9")
def test_formations_of_one_owner_may_be_linked_by_anyone() -> None:
    s = position("players=2 grid=SSPSS forts=a1:red,e1:red turn=black hands=-/-")
    play(s, "small S", "place c1")
    assert legal(s) == {"score honor"}


@rule("7.1")
def test_example_j_each_stronghold_pays_its_formation() -> None:
    s = position("players=2 grid=SSAA/SSAP track=1,3,8 honor=3,3,3,3,1/0,0,0,0,0 forts=a1:red hands=-/-")
    play(s, "small C", "place d2", "score honor", "build c1")
    assert points(s) == [4 + 3, 0]


@rule("7.2")
def test_two_own_strongholds_in_one_formation_pay_twice() -> None:
    s = position("players=2 grid=SSAA/SSAP forts=a1:red,b2:red hands=-/-")
    play(s, "small C", "place d2", "score honor")
    assert points(s) == [8, 0]


@rule("7.1")
def test_only_the_player_of_the_turn_is_paid() -> None:
    s = position("players=2 grid=SSAA/SSAP forts=a1:red,c1:black turn=black hands=-/-")
    play(s, "small C", "place d2", "score honor")
    assert points(s) == [0, 3]
