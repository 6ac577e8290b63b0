"""RULES §1 to §3: field, formation, shogun and card order."""

from __future__ import annotations

import pytest

from gunbai.core.errors import IllegalAction
from gunbai.core.game import SPECTATOR, playout
from gunbai.core.rng import Rng
from gunbai.games.gunshi.data import HOME, LINE_NAMES, SQUARE_NAMES, ZONE_OF_ENEMY
from tests.games.gunshi.field import GAME, at, fences, legal, mlp, new, objects, play, units

rule = pytest.mark.rule


def squares(bits: int) -> set[str]:
    return {SQUARE_NAMES[q] for q in range(49) if bits >> q & 1}


@rule("1.1", "1.2")
def test_homes_have_seventeen_squares() -> None:
    rows = {f"{x}{y}" for x in "abcdefg" for y in (1, 2)}
    assert squares(int(HOME[0])) == rows | {"c3", "d3", "e3"}
    assert squares(int(HOME[1])) == {f"{x}{y}" for x in "abcdefg" for y in (6, 7)} | {"c5", "d5", "e5"}
    assert new().seat == 0


@rule("1.3")
def test_the_zone_is_the_whole_back_line() -> None:
    assert squares(int(ZONE_OF_ENEMY[0])) == {f"{x}7" for x in "abcdefg"}
    assert squares(int(ZONE_OF_ENEMY[1])) == {f"{x}1" for x in "abcdefg"}


@rule("1.5")
def test_there_are_84_lines_and_four_fences_each() -> None:
    assert len(set(LINE_NAMES)) == 84
    s = new()
    for line in ("a1-a2", "b1-b2", "c1-c2", "d1-d2"):
        s = play(s, f"fence {line}")
        s = play(s, "infantry " + min(objects(s, "infantry")), "face south")
    assert fences(s, 0) == {"a1-a2", "b1-b2", "c1-c2", "d1-d2"}
    assert not objects(s, "fence")


@rule("1.5")
def test_one_line_holds_one_fence() -> None:
    s = play(new(), "fence d3-d4", "fence d5-d6")
    assert "d3-d4" not in objects(s, "fence")


@rule("1.6", "2.1")
def test_g01_an_infantry_costs_two_of_eighteen() -> None:
    s = play(new(), "infantry d2", "face north")
    assert (mlp(s, 0), mlp(s, 1)) == (16, 18)
    assert GAME.actor(s) == 1
    s = play(s, "cavalry d6", "face south", "archer a1", "face east", "fence d4-d5")
    assert (mlp(s, 0), mlp(s, 1)) == (13, 13)


@rule("1.7", "2.2")
def test_units_face_any_way_and_the_square_is_taken() -> None:
    s = play(new(), "cavalry d2")
    assert legal(s) == ["face north", "face east", "face south", "face west"]
    s = play(s, "face west", "archer d6", "face south")
    assert units(s, 0) == {"d2": "C<"}
    assert "d2" not in objects(s, "infantry")
    with pytest.raises(IllegalAction):
        play(s, "infantry d4")


@rule("2.3")
def test_fences_go_to_any_line_touching_home() -> None:
    lines = objects(new(), "fence")
    assert len(lines) == 33
    assert {"d3-d4", "c3-c4", "b3-c3", "a2-a3", "a1-b1"} <= lines
    assert not {"a3-a4", "a3-b3", "d4-d5"} & lines


@rule("1.4")
def test_the_reserve_is_shared_and_runs_out() -> None:
    s = new()
    for red, blue in (("a1", "a7"), ("b1", "b7"), ("c1", "c7")):
        s = play(s, f"cavalry {red}", "face north", f"cavalry {blue}", "face south")
    assert mlp(s, 0) == 6
    assert not objects(s, "cavalry")
    assert objects(s, "archer")


@rule("2.4", "2.5")
def test_all_points_must_be_spent_and_a_side_that_cannot_place_is_skipped() -> None:
    s = new(points=6)
    s = play(s, "cavalry d2", "face north", "archer d6", "face south", "infantry c2", "face north")
    assert mlp(s, 0) == 0
    # Blue has 3 left: an archer, an infantry or a fence; it may not stop.
    assert "end" not in legal(s)
    s = play(s, "fence d4-d5")
    assert GAME.actor(s) == 1, "red can place nothing and is skipped"
    s = play(s, "infantry e6", "face south")
    assert legal(s)[0].startswith("shogun"), "nobody can place any more"


@rule("2.5")
def test_one_point_may_be_left_without_fences() -> None:
    s = new(points=7)
    for line in ("a1-a2", "b1-b2", "c1-c2", "d1-d2"):
        s = play(s, f"fence {line}", f"fence {line.replace('1', '7').replace('2', '6')[3:]}-{line[0]}7")
    s = play(s, "infantry d2", "face north", "archer d6", "face south")
    assert (mlp(s, 0), mlp(s, 1)) == (1, 0)
    assert GAME.view(s, 0).data()["phase"] == "arrange"


@rule("3.1", "3.3")
def test_the_shogun_is_a_secret_unit_of_the_formation() -> None:
    s = new(formation="first_battle")
    assert objects(s, "shogun") == {"c3", "d3", "e3", "b2", "d2", "f2"}
    s = play(s, "shogun d2")
    for seat in (1, SPECTATOR):
        data = GAME.view(s, seat).data()
        assert data["red"]["committed"]  # type: ignore[index]
        assert data["red"]["shogun"] is None  # type: ignore[index]
    assert [int(p) for p in GAME.pending(s)] == [1]


@rule("3.2", "1.8")
def test_three_cards_are_taken_and_four_stacked() -> None:
    s = new(points=6)
    while GAME.view(s, 0).data()["phase"] == "formation":
        GAME.apply(s, GAME.legal(s)[0])
    s = play(s, legal(s)[0])
    assert legal(s) == ["hand M", "hand Re"], "a hand is written in ascending order, and Rf F are only two"
    s = play(s, "hand M", "hand M", "hand Re")
    assert legal(s) == ["deck M", "deck Re", "deck Rf", "deck F"]
    s = play(s, "deck Rf", "deck F", "deck M")
    assert GAME.actor(s) == 1, "the last card settles itself"
    s = play(s, legal(s)[0], "hand Re", "hand Re", "hand F", "deck M", "deck M", "deck M")
    mine = GAME.view(s, 0).data()["red"]
    assert mine["hand"] == ["M", "M", "Re"]  # type: ignore[index]
    assert [c["card"] for c in mine["deck"]] == ["Rf", "F", "M", "Re"]  # type: ignore[index]
    theirs = GAME.view(s, 1).data()["red"]
    assert theirs["hand"] is None  # type: ignore[index]
    assert [c["card"] for c in theirs["deck"]] == [None] * 4  # type: ignore[index]


@rule("3.3")
def test_either_side_may_commit_first() -> None:
    s = new(formation="formation_1")
    blue_first = s.copy()
    GAME.focus(blue_first, 1)
    assert GAME.actor(blue_first) == 1
    a = play(play(s, "shogun a1"), "shogun d7")
    b = play(play(blue_first, "shogun d7"), "shogun a1")
    assert a.key() == b.key()


@rule("13.2")
@pytest.mark.parametrize("name", ["first_battle", "formation_1", "formation_2", "formation_3"])
def test_ready_made_formations_are_open_and_start_without_points(name: str) -> None:
    s = new(formation=name)
    data = GAME.view(s, SPECTATOR).data()
    assert (mlp(s, 0), mlp(s, 1)) == (0, 0)
    for side in ("red", "blue"):
        assert sum(c["card"] is not None for c in data[side]["pool"]) == 3  # type: ignore[index]
        assert all(c["known_to_all"] for c in data[side]["deck"])  # type: ignore[index]
    red_cost = {"first_battle": 18, "formation_1": 18, "formation_2": 18, "formation_3": 24}[name]
    cost = {"infantry": 2, "archer": 3, "cavalry": 4}
    for owner in ("red", "blue"):
        mine = [u for u in data["units"] if u["owner"] == owner]  # type: ignore[attr-defined]
        pieces = sum(cost[unit["type"]] for unit in mine)
        assert pieces + len(data[owner]["fences"]) == red_cost  # type: ignore[index]


@rule("13.2")
def test_first_battle_card_order() -> None:
    s = new(formation="first_battle")
    assert GAME.view(s, 0).data()["red"]["hand"] == ["M", "Re", "F"]  # type: ignore[index]
    assert [c["card"] for c in GAME.view(s, 0).data()["blue"]["deck"]] == ["M", "Re", "M", "F"]  # type: ignore[index]


def test_random_formations_always_reach_the_battle() -> None:
    for seed in range(8):
        s = new(points=6 + seed)
        playout(GAME, s, Rng(seed), 200)
        assert s.turn > 0


@rule("1.4")
def test_taken_units_return_to_the_reserve() -> None:
    s = at("C d2", "C d4, I+ d6", "card=M")
    before = GAME.view(s, 0).data()["reserve"]["cavalry"]  # type: ignore[index]
    s = play(s, "unit d2", "move north", "to d4")
    assert GAME.view(s, 0).data()["reserve"]["cavalry"] == before + 1  # type: ignore[index]
