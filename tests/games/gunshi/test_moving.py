"""RULES §5 to §7: moving, capturing, invading, turning, shooting, reinforcing, fences."""

from __future__ import annotations

import pytest

from gunbai.core.errors import IllegalAction
from tests.games.gunshi.field import GAME, at, fences, invaders_of, legal, mlp, objects, over, play, units

rule = pytest.mark.rule


@rule("5.1", "5.2")
@pytest.mark.parametrize("kind", ["I", "A"])
def test_foot_moves_one_square_any_way_and_turns_there(kind: str) -> None:
    s = play(at(f"{kind} d4 W, I a1*", "I g7*", "card=M"), "unit d4")
    assert legal(s) == ["move north", "move east", "move south", "move west"]
    assert units(play(s, "move east"), 0)["e4"] == f"{kind}>"


@rule("5.3", "5.6")
def test_g06_infantry_breaks_a_shield_and_stays() -> None:
    s = play(at("I d4 E, I a1*", "I+ d5, I g7*", "card=M"), "unit d4", "move north")
    assert units(s, 0)["d4"] == "I^", "it turns to the blow"
    assert units(s, 1)["d5"] == "Iv"


@rule("5.6")
def test_turning_to_the_blow_is_an_option() -> None:
    s = at("I d4 E, I a1*", "I+ d5, I g7*", "turn_on_shield_hit=off card=M")
    assert units(play(s, "unit d4", "move north"), 0)["d4"] == "I>"


@rule("5.3")
def test_the_second_blow_kills() -> None:
    s = play(at("A d4, I a1*", "I d5, I g7*", "card=M"), "unit d4", "move north")
    assert units(s, 0)["d5"] == "A^"
    assert "d5" not in units(s, 1)


@rule("5.5", "5.4")
def test_g07_cavalry_takes_infantry_and_shield() -> None:
    s = play(at("C d2, I a1*", "I+ d5, I g7*", "card=M"), "unit d2", "move north", "to d5")
    assert units(s, 0)["d5"] == "C^"
    assert set(units(s, 1)) == {"g7"}


@rule("5.4")
@pytest.mark.parametrize(
    ("own", "enemy", "reach"),
    [
        ("I d2, A d4", "", {"d3"}),
        ("I d2", "I d3", {"d3"}),
        ("", "", {"d2", "d3", "d4", "d5", "d6", "d7"}),
        ("A d3", "A d6", {"d2", "d4", "d5", "d6"}),
        ("I d2, I d3", "", set()),
    ],
)
def test_g17_cavalry_jumps_one_foot_unit(own: str, enemy: str, reach: set[str]) -> None:
    s = at(f"C d1, I a1*{', ' + own if own else ''}", f"I g7*{', ' + enemy if enemy else ''}", "card=M")
    s = play(s, "unit d1")
    if not reach:
        assert "move north" not in legal(s)
        return
    s = play(s, "move north")
    if len(reach) == 1:
        assert reach <= set(units(s, 0))
    else:
        assert objects(s, "to") == reach


@rule("5.4", "8.5")
def test_g17_cavalry_behind_cavalry_must_take_it_along() -> None:
    s = play(at("C d1, C d2, I a1*", "I g7*", "card=M"), "unit d1", "move north")
    assert legal(s) == ["join d2"]


@rule("5.4")
def test_cavalry_steps_sideways_but_never_back() -> None:
    s = play(at("C d4 E, I a1*", "I g7*", "card=M"), "unit d4")
    assert legal(s) == ["move north", "move east", "move south"]
    assert units(play(s, "move north"), 0)["d5"] == "C^"


@rule("5.4", "7.5", "7.6")
def test_g18_two_moves_beat_a_fence() -> None:
    s = at("C d2, I a1*", "I d6, I g7*", "row=M.M/- fences=-/d5-d6")
    s = play(s, "unit d2", "move north")
    assert objects(s, "to") == {"d3", "d4", "d5"}
    stopped = play(s, "to d5")
    assert fences(stopped, 1) == set()
    assert fences(play(s, "to d4"), 1) == {"d5-d6"}
    s = at("C d5, I a1*", "I d6, I g7*", "row=M/-")
    assert units(play(s, "unit d5", "move north"), 0)["d6"] == "C^"


@rule("7.5")
def test_fences_beside_squares_only_passed_stay() -> None:
    s = at("C d1, I a1*", "I g7*", "card=M fences=-/c3-d3,d3-e3,c5-d5")
    s = play(s, "unit d1", "move north", "to d5")
    assert fences(s, 1) == {"c3-d3", "d3-e3"}


@rule("5.7", "5.8")
def test_entering_the_zone_asks_whether_to_invade() -> None:
    s = play(at("I+ d6, I a1*", "I g7*", "card=M"), "unit d6", "move north")
    assert legal(s) == ["invade", "stay"]
    assert units(play(s, "stay"), 0)["d7"] == "I+^"
    inside = play(s, "invade")
    assert invaders_of(inside, 0) == 2
    assert "d7" not in units(inside, 0)
    reserve = GAME.view(inside, 0).data()["reserve"]
    assert reserve["infantry"] == 10 - 1 - 1 - 1  # type: ignore[index] # two on the field, one on the spot


@rule("5.7")
def test_moving_along_the_zone_may_invade_standing_there_may_not() -> None:
    s = play(at("A d7 N, I a1*", "I g7*", "card=M"), "unit d7", "move east")
    assert legal(s) == ["invade", "stay"]
    turned = play(at("A d7 N, I a1*", "I g7*", "card=Re"), "unit d7", "turn east")
    assert "invade" not in legal(turned)


@rule("5.7")
def test_fences_round_the_zone_square_fall_before_the_invasion() -> None:
    s = at("A d6, I a1*", "I g7*", "card=M fences=-/c7-d7")
    assert fences(play(s, "unit d6", "move north", "invade"), 1) == set()


@rule("5.6", "5.7")
def test_breaking_a_shield_in_the_zone_is_no_entry() -> None:
    s = play(at("A d6, I a1*", "I+ d7, I g7*", "card=M fences=-/c7-d7"), "unit d6", "move north")
    assert "invade" not in legal(s)
    assert fences(s, 1) == {"c7-d7"}


@rule("5.9", "12.5")
def test_g27_the_shogun_enters_the_zone_but_cannot_invade() -> None:
    s = play(at("I d6*", "I g7*", "card=M"), "unit d6", "move north")
    assert legal(s) == ["stay"]
    with pytest.raises(IllegalAction) as refused:
        GAME.check(s, GAME.parse_action("invade"))
    assert refused.value.paragraph == "5.9"
    assert "shogun" in refused.value.reason


@rule("6.1")
def test_turning_is_always_possible() -> None:
    s = at("C d4, I a1*", "I g7*", "card=Re")
    assert objects(s, "unit") == {"d4", "a1"}
    s = play(s, "unit d4")
    assert legal(s) == ["turn east", "turn south", "turn west"]
    assert units(play(s, "turn south"), 0)["d4"] == "Cv"


@rule("6.2")
def test_g19_the_range_of_an_archer() -> None:
    everywhere = ", ".join(f"A {x}{y}" for x in "bcdef" for y in (3, 4, 5, 6) if (x, y) != ("d", 4))
    hits = set()
    for foe in everywhere.split(", "):
        s = play(at("A d4, I a1*", f"{foe}, I g7*", "card=Re"), "unit d4")
        if "shoot" in legal(s):
            hits.add(foe[2:])
    assert hits == {"c4", "c5", "d5", "d6", "e4", "e5"}


@rule("6.2")
@pytest.mark.parametrize(
    ("facing", "expected"),
    [
        ("E", {"e4", "f4", "e5", "e3", "d5", "d3"}),
        ("S", {"d3", "d2", "c3", "e3", "c4", "e4"}),
        ("W", {"c4", "b4", "c5", "c3", "d5", "d3"}),
    ],
)
def test_the_range_turns_with_the_archer(facing: str, expected: set[str]) -> None:
    foes = ", ".join(f"C {q}" for q in sorted(expected))
    s = play(at(f"A d4 {facing}, I a1*", f"{foes}, I g7*", "card=Re"), "unit d4", "shoot")
    assert objects(s, "hit") == expected


@rule("6.3", "6.4")
def test_arrows_fly_over_units_and_break_shields_first() -> None:
    s = play(at("A d3, I d4, I a1*", "I+ d5, I g7*", "card=Re"), "unit d3", "shoot")
    assert units(s, 1)["d5"] == "Iv"
    assert units(s, 0)["d3"] == "A^"
    s = play(at("A d3, I d4, I a1*", "I d5, I g7*", "card=Re"), "unit d3", "shoot")
    assert "d5" not in units(s, 1)


@rule("6.5")
@pytest.mark.parametrize(
    ("fence", "foe", "blocked"),
    [
        ("d4-d5", "d5", True),
        ("d4-d5", "d4", False),
        ("c3-c4", "c4", True),
        ("c3-c4", "e4", False),
        ("c4-d4", "c4", False),
        ("c4-d4", "d5", False),
        ("d3-d4", "d4", True),
        ("d3-d4", "d5", True),
        ("c3-d3", "c3", False),
    ],
)
def test_g20_which_fences_stop_an_arrow(fence: str, foe: str, blocked: bool) -> None:
    # In the draft a unit may rest beside an enemy fence, so all cases can be set up there.
    s = play(at("A d3, I a1*", f"A {foe}, I g7*", f"edition=draft card=Re fences=-/{fence}"), "unit d3")
    assert ("shoot" not in legal(s)) == blocked
    own = play(at("A d3, I a1*", f"A {foe}, I g7*", f"edition=draft card=Re fences={fence}/-"), "unit d3")
    assert "shoot" in legal(own), "own fences never hinder"


@rule("7.1", "1.6")
def test_g03_reinforce_brings_one_unit_only() -> None:
    s = play(at("I a1*", "I g7*", "row=Rf/- mlp=8/0"), "cavalry d2", "face east")
    assert mlp(s, 0) == 4
    assert units(s, 0)["d2"] == "C>"
    assert GAME.view(s, 0).data()["step"] == "send"


@rule("7.1")
def test_reinforcements_go_to_open_squares_of_the_own_home() -> None:
    s = at("I a1*, A d3", "I g7*", "card=Rf mlp=3/0")
    assert not objects(s, "cavalry"), "four points are needed"
    assert len(objects(s, "archer")) == 15
    assert not {"a1", "d3", "d4", "a3"} & objects(s, "infantry")
    assert units(play(s, "infantry g2", "face south"), 0)["g2"] == "I+v"


@rule("7.2", "13.1")
@pytest.mark.parametrize(
    ("edition", "left"),
    [("edition=final", set()), ("edition=draft", {"d2-d3"}), ("reinforcement_clears_fences=no", {"d2-d3"})],
)
def test_fences_round_a_reinforcement(edition: str, left: set[str]) -> None:
    s = at("I a1*", "I g7*", f"{edition} card=Rf mlp=3/0 fences=-/d2-d3")
    assert fences(play(s, "archer d2", "face north"), 1) == left


@rule("7.3")
@pytest.mark.parametrize(
    ("where", "lines"),
    [
        ("d3", {"d3-d4", "c3-c4", "e3-e4", "c3-d3", "d3-e3"}),
        ("d3 E", {"d3-e3", "d4-e4", "d2-e2", "d3-d4", "d2-d3"}),
        ("a3", {"a3-a4", "b3-b4", "a3-b3"}),
        ("d7", {"c7-d7", "d7-e7"}),
        ("d3 S", {"d2-d3", "c2-c3", "e2-e3", "c3-d3", "d3-e3"}),
        ("d3 W", {"c3-d3", "c4-d4", "c2-d2", "d3-d4", "d2-d3"}),
    ],
)
def test_g22_five_lines_to_build_on(where: str, lines: set[str]) -> None:
    s = play(at(f"I {where}, A a1*", "I g1*", "card=F mlp=1/0"), f"unit {where[:2]}")
    assert objects(s, "fence") == lines


@rule("7.4", "7.3")
def test_g23_no_fence_beside_an_enemy() -> None:
    s = play(at("I d3, A a1*", "I d4, I g7*", "card=F mlp=1/0"), "unit d3")
    assert objects(s, "fence") == {"c3-c4", "e3-e4", "c3-d3", "d3-e3"}
    with pytest.raises(IllegalAction) as refused:
        play(s, "fence d3-d4")
    assert refused.value.paragraph == "7.4"
    s = play(s, "fence c3-c4")
    assert mlp(s, 0) == 0
    assert fences(s, 0) == {"c3-c4"}


@rule("7.3")
def test_only_infantry_builds() -> None:
    assert objects(at("A d3, C e3, I f3, I a1*", "I g7*", "card=F mlp=1/0"), "unit") == {"f3", "a1"}


@rule("7.6")
def test_own_fences_never_hinder() -> None:
    s = play(at("C d1, I a1*", "I g7*", "card=M fences=d2-d3,d4-d5/-"), "unit d1", "move north")
    assert objects(s, "to") == {"d2", "d3", "d4", "d5", "d6", "d7"}
    assert fences(play(s, "to d4"), 0) == {"d2-d3", "d4-d5"}


@rule("5.4", "7.6")
def test_nobody_crosses_an_enemy_fence() -> None:
    s = at("I d4, I a1*", "I g7*", "edition=draft card=M fences=-/d4-d5")
    assert "move north" not in legal(play(s, "unit d4"))


@rule("14.1")
def test_a_shot_can_win() -> None:
    assert over(play(at("A d3, I a1*", "C d5*", "card=Re"), "unit d3", "shoot"))
