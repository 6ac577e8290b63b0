"""RULES §8: who joins, who acts when."""

from __future__ import annotations

import pytest

from gunbai.core.errors import IllegalAction
from tests.games.gunshi.field import GAME, at, command, fences, invaders_of, legal, mlp, objects, over, play, units

rule = pytest.mark.rule


@rule("8.2", "8.1")
def test_g09_only_neighbours_of_the_first_unit_join() -> None:
    s = at("I a2, I b2, I c2, I d2, A g1*", "I g7*", "card=M")
    assert objects(play(s, "unit a2", "move north"), "join") == {"b2"}
    assert objects(play(s, "unit b2", "move north"), "join") == {"a2", "c2"}


@rule("8.1")
def test_only_units_of_the_same_type_join_shield_or_not() -> None:
    s = at("I d3, I+ c3, A e3, C d2, A g1*", "I g7*", "card=M")
    assert objects(play(s, "unit d3", "move north"), "join") == {"c3"}


@rule("8.3")
def test_g10_a_line_of_three_advances() -> None:
    s = at("I c2, I d2 E, I e2, A g1*", "I g7*", "card=M")
    s = play(s, "unit d2", "move north", "join c2", "join e2", "next e2", "next c2")
    assert {q: u for q, u in units(s, 0).items() if q != "g1"} == {"c3": "I^", "d3": "I^", "e3": "I^"}


@rule("8.2")
def test_any_of_them_may_be_left_out() -> None:
    s = play(at("I c2, I d2, I e2, A g1*", "I g7*", "card=M"), "unit d2", "move north")
    assert legal(s) == ["join c2", "join e2", "go"]
    assert set(units(play(s, "join e2", "next d2"), 0)) == {"c2", "d3", "e3", "g1"}
    assert set(units(play(s, "go"), 0)) == {"c2", "d3", "e2", "g1"}


@rule("8.5", "8.6")
def test_a_column_advances_front_first() -> None:
    s = play(at("I d2, I d3, I d4, A g1*", "I g7*", "card=M"), "unit d3", "move north")
    assert legal(s) == ["join d2", "join d4"], "without d4 nobody could move; d2 may come too"
    both = play(s, "join d2", "join d4")
    assert set(units(both, 0)) == {"d3", "d4", "d5", "g1"}, "only one order is possible"
    assert legal(play(s, "join d2")) == ["join d4"] if not over(s) else True


@rule("8.6")
def test_a_shield_ahead_blocks_the_column() -> None:
    s = at("I d2, I d3, A g1*", "I+ d4, I g7*", "card=M")
    assert "move north" not in legal(play(s, "unit d2")), "d3 would only strike and stay"
    s = play(s, "unit d3", "move north")
    assert units(s, 1)["d4"] == "Iv", "d2 cannot join, so nothing is asked"


@rule("8.3", "5.4")
def test_cavalry_ride_each_its_own_distance() -> None:
    s = at("C c1, C d1 E, C e1, I a1*", "I g7*", "card=M")
    s = play(s, "unit d1", "move north", "join c1", "join e1")
    s = play(s, "next c1")
    assert len(objects(s, "to")) == 6
    s = play(s, "to c5", "next d1", "to e3") if "to e3" in legal(s) else play(s, "to c5", "next d1")
    assert units(s, 0)["d2"] == "C^", "facing east, it only steps to its left"
    assert len(objects(s, "to")) == 6


@rule("8.3")
def test_cavalry_facing_away_cannot_join() -> None:
    s = play(at("C d2, C e2 S, I a1*", "I g7*", "card=M"), "unit d2", "move north")
    assert not objects(s, "join")


@rule("8.4", "6.1")
def test_chained_turns_end_facing_one_way() -> None:
    s = play(at("A d3, A c3 E, A e3 W, A d2 S, I a1*", "I g7*", "card=Re"), "unit d3", "turn east")
    assert objects(s, "join") == {"d2", "e3"}, "c3 faces east already"
    s = play(s, "join d2", "join e3")
    assert [units(s, 0)[q] for q in ("c3", "d2", "d3", "e3")] == ["A>"] * 4


@rule("8.4", "6.3")
def test_g08_two_arrows_kill_a_shielded_infantry() -> None:
    s = at("A c4, A d4, I a1*", "I+ d5, I g7*", "card=Re")
    s = play(s, "unit d4", "shoot", "join c4")
    after_first = play(s, "next d4")
    # The second archer had only one target left: both arrows are spent.
    assert "d5" not in units(after_first, 1)
    alone = play(at("A c4, A d4, I a1*", "I+ d5, I g7*", "card=Re"), "unit d4", "shoot", "go")
    assert units(alone, 1)["d5"] == "Iv"


@rule("8.4", "8.5")
def test_an_archer_left_without_target_cannot_join() -> None:
    s = play(at("A c4, A d4, I a1*", "I d5, I g7*", "card=Re"), "unit d4", "shoot")
    assert "d5" not in units(s, 1), "one target takes one arrow, so c4 was not asked"


@rule("8.5")
def test_a_choice_that_would_leave_another_idle_is_not_offered() -> None:
    # d4 reaches c5 and d5, c4 only c5 (and c6, b5 ... which are empty): d4 must leave c5 to c4.
    s = play(at("A c4 N, A d4 N, I a1*", "C c5, C e5, I g7*", "card=Re"), "unit d4", "shoot", "join c4", "next d4")
    assert "e5" not in units(s, 1)
    assert "c5" not in units(s, 1)


@rule("8.4", "7.3")
def test_g11_chained_fences_cost_a_point_each() -> None:
    s = at("I c3, I d3, A a1*", "I g7*", "card=F mlp=2/0")
    s = play(s, "unit d3", "join c3", "fence c3-c4", "fence d3-d4")
    assert mlp(s, 0) == 0
    assert fences(s, 0) == {"c3-c4", "d3-d4"}
    poor = play(at("I c3, I d3, A a1*", "I g7*", "card=F mlp=1/0"), "unit d3")
    assert not objects(poor, "join"), "one point builds one fence"


@rule("8.4")
def test_two_builders_need_two_lines_and_two_fences() -> None:
    s = play(at("I c3, I d3, A a1*", "I g7*", "card=F mlp=9/0 fences=a1-a2,b1-b2,c1-c2/-"), "unit d3")
    assert not objects(s, "join"), "one fence is left"


@rule("14.2", "8.3", "5.7")
def test_g04_three_chained_cavalry_invade_and_win() -> None:
    s = at("C b4, C c4, C d4, I a1*", "I g7*", "card=M")
    s = command(s, "c4-c7! b4-b7! d4-d7!")
    assert invaders_of(s, 0) == 3
    assert over(s)
    assert GAME.returns(s)[0] == 1.0


@rule("8.7")
def test_an_invader_frees_its_square_at_once() -> None:
    # Along the zone: the front rider invades, the one behind may ride through to the same square.
    s = at("C d7 E, C c7 E, I a1*", "I a7*", "card=M")
    s = play(s, "unit c7", "move east", "join d7", "to g7", "invade", "to g7")
    assert legal(s) == ["invade", "stay"]


@rule("8.7")
def test_a_game_won_in_the_middle_of_a_chain_ends_there() -> None:
    s = at("C c4, C d4, I a1*", "A c6*, I d6", "card=M")
    s = play(s, "unit c4", "move north", "join d4", "next c4", "to c6")
    assert over(s)
    assert "d4" in units(s, 0)


@rule("5.7", "8.3")
def test_g24_a_reinforced_rider_chains_with_its_neighbour() -> None:
    s = at("I a2*", "C d7, I g7*", "turn=blue row=-/Rf.M mlp=0/4")
    s = play(s, "cavalry c7", "face south")
    s = at("I a2*", "C d7, C c7, I g7*", "turn=blue card=M")
    s = command(s, "d7-d1! c7-c1!")
    assert invaders_of(s, 1) == 2


@rule("8.5")
def test_who_joined_must_act() -> None:
    s = play(at("C c2, C d2, I a1*", "I g7*", "card=M"), "unit d2", "move north", "join c2")
    assert objects(s, "next") == {"c2", "d2"}
    s = play(s, "next d2", "to d4")
    assert objects(s, "to") == {"c3", "c4", "c5", "c6", "c7"}
    with pytest.raises(IllegalAction):
        play(s, "go")
