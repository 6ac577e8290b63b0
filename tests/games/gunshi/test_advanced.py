"""RULES §9 to §11: advanced cards, inspiration, custom decks."""

from __future__ import annotations

import pytest

from gunbai.core.errors import BadOptions
from gunbai.core.game import CHANCE, SPECTATOR
from tests.games.gunshi.field import GAME, at, command, fences, invaders_of, legal, mlp, new, objects, over, play, units

rule = pytest.mark.rule
CUSTOM = "variant=custom promos=on"


def step(s: object) -> object:
    return GAME.view(s, SPECTATOR).data()["step"]  # type: ignore[arg-type]


@rule("9.1")
def test_rapid_move_moves_then_turns() -> None:
    s = at("I d3, A a1*", "I g7*", f"{CUSTOM} card=R1 mlp=3/0")
    s = play(s, "unit d3", "move north", "turn west")
    assert units(s, 0)["d4"] == "I<"
    assert mlp(s, 0) == 1


@rule("9.1")
def test_rapid_move_turns_then_moves() -> None:
    s = at("C d3, A a1*", "I g7*", f"{CUSTOM} card=R1 mlp=2/0")
    s = play(s, "unit d3", "turn south", "move south", "to d1")
    assert units(s, 0)["d1"] == "Cv"
    assert step(s) == "send"


@rule("9.1")
def test_rapid_move_does_not_chain_and_needs_two_points() -> None:
    s = play(at("I d3, I c3, A a1*", "I g7*", f"{CUSTOM} card=R1 mlp=2/0"), "unit d3", "move north")
    assert set(units(s, 0)) == {"d4", "c3", "a1"}
    assert step(at("I d3, A a1*", "I g7*", f"{CUSTOM} card=R1 mlp=1/0")) == "send"


@rule("9.1", "5.4")
def test_rapid_move_lets_no_rider_step_back() -> None:
    s = play(at("C d4 E, I a1*", "I g7*", f"{CUSTOM} card=R1 mlp=2/0"), "unit d4")
    assert [text for text in legal(s) if text.startswith("move ")] == ["move north", "move east", "move south"]


@rule("9.1")
def test_a_rider_may_not_turn_where_it_could_not_ride() -> None:
    s = play(at("C a1 N, I a2, I a3, I b1, I f2*", "I g7*", f"{CUSTOM} card=R1 mlp=2/0"), "unit a1")
    # East it jumps b1; north two units stand in a row; nothing else is on the board's side.
    assert legal(s) == ["turn east"]


@rule("9.1")
def test_rapid_move_may_invade_and_then_the_turn_lapses() -> None:
    s = play(at("A d6, I a1*", "I g7*", f"{CUSTOM} card=R1 mlp=2/0"), "unit d6", "move north")
    assert step(play(s, "invade")) == "send"
    assert step(play(s, "stay")) == "turn"


@rule("9.2", "1.6")
def test_logistical_review_gives_two_points() -> None:
    assert mlp(at("I d3*", "I g7*", f"{CUSTOM} card=R2 mlp=3/0"), 0) == 5
    assert mlp(at("I d3*", "I g7*", f"{CUSTOM} card=R2 mlp=17/0"), 0) == 18


@rule("9.3")
def test_the_range_of_the_crossbow() -> None:
    foes = ", ".join(f"C {q}" for q in ("d5", "d6", "d7", "c4", "e4"))
    s = play(at("A d4, I a1*", f"{foes}, I g7*", f"{CUSTOM} card=R3"), "unit d4", "shoot")
    assert objects(s, "hit") == {"d5", "d6", "d7", "c4", "e4"}
    s = play(at("A d4, I a1*", "C c5, C e5, I g7*", f"{CUSTOM} card=R3"), "unit d4")
    assert legal(s) == ["turn east", "turn south", "turn west"]


@rule("9.3")
def test_the_crossbow_chains_and_turns() -> None:
    s = at("A d4, A c4, I a1*", "C d6, C c7, I g7*", f"{CUSTOM} card=R3")
    shot = play(s, "unit d4", "shoot", "join c4", "next c4")
    assert set(units(shot, 1)) == {"g7"}
    turned = play(s, "unit d4", "turn east", "join c4")
    assert [units(turned, 0)[q] for q in ("c4", "d4")] == ["A>", "A>"]


@rule("9.4")
@pytest.mark.parametrize(
    ("fence", "foe", "blocked"),
    [
        ("d4-d5", "d5", True),
        ("d4-d5", "d6", False),
        ("d5-d6", "d6", True),
        ("d5-d6", "d5", False),
        ("c3-d3", "c3", False),
    ],
)
def test_g21_fences_and_the_crossbow(fence: str, foe: str, blocked: bool) -> None:
    s = play(at("A d3, I a1*", f"C {foe}, I g7*", f"{CUSTOM} card=R3 fences=-/{fence}"), "unit d3")
    assert ("shoot" not in legal(s)) == blocked


@rule("9.5")
def test_reinforce_en_route() -> None:
    s = at("A d6, C f4, I d3*, I d2", "I g7*", f"{CUSTOM} card=R4 mlp=6/0 fences=-/d6-d7")
    # Beside d6: c6 e6 d5 d7; beside d3 only d4, for c3 e3 d2 are home; nothing beside the cavalry.
    assert objects(s, "cavalry") == {"c6", "e6", "d5", "d7", "d4"}
    s = play(s, "cavalry d7", "face south")
    assert mlp(s, 0) == 0
    assert fences(s, 1) == set()
    assert invaders_of(s, 0) == 0
    assert step(s) == "send", "placing is not moving: no invasion"


@rule("9.5")
def test_en_route_costs_more() -> None:
    s = at("A d6, I a1*", "I g7*", f"{CUSTOM} card=R4 mlp=4/0")
    assert objects(s, "infantry")
    assert not objects(s, "archer")
    assert mlp(play(s, "infantry d5", "face east"), 0) == 0


@rule("9.6")
def test_light_infantry_drops_its_shield_and_goes_two() -> None:
    s = play(at("I+ d3, A a1*", "I g7*", f"{CUSTOM} card=R5"), "unit d3", "move north")
    assert objects(s, "to") == {"d4", "d5"}
    assert units(play(s, "to d5"), 0)["d5"] == "I^"
    assert units(play(s, "to d4"), 0)["d4"] == "I^"
    side = play(at("I+ d3, A a1*", "I g7*", f"{CUSTOM} card=R5"), "unit d3", "move west")
    assert units(side, 0)["c3"] == "I<"


@rule("9.6")
def test_light_infantry_passes_units_but_not_fences() -> None:
    s = play(at("I d3, A a1*", "C d4, I g7*", f"{CUSTOM} card=R5"), "unit d3", "move north")
    assert objects(s, "to") == {"d4", "d5"}
    s = play(at("I d3, C d4, A a1*", "C d5, I g7*", f"{CUSTOM} card=R5"), "unit d3", "move north")
    assert units(s, 0)["d5"] == "I^", "through the own rider onto the enemy"
    s = play(at("I d3, A a1*", "I g7*", f"{CUSTOM} card=R5 fences=-/d4-d5"), "unit d3", "move north")
    assert units(s, 0)["d4"] == "I^"


@rule("9.6", "5.8")
def test_light_infantry_invades_without_its_shield() -> None:
    s = play(at("I+ d6, A a1*", "I g7*", f"{CUSTOM} card=R5"), "unit d6", "move north", "invade")
    assert invaders_of(s, 0) == 1


@rule("9.7")
def test_light_infantry_striking_a_shield_stays() -> None:
    s = play(at("I+ d3, A a1*", "I+ d5, I g7*", f"{CUSTOM} card=R5"), "unit d3", "move north", "to d5")
    assert units(s, 0)["d3"] == "I^"
    assert units(s, 1)["d5"] == "Iv"


@rule("9.6", "8.5")
def test_light_infantry_in_column_needs_the_right_order() -> None:
    s = at("I d2, I d3, A a1*", "I g7*", f"{CUSTOM} card=R5")
    s = play(s, "unit d2", "move north", "join d3")
    # d2 may pass d3 to d4; d3 must then still have somewhere to go (d5), and has.
    assert objects(s, "next") == {"d2", "d3"}
    s = play(s, "next d2")
    assert units(s, 0)["d5"] == "I^"
    assert units(s, 0)["d4"] == "I^"
    # At the rim d3 could pass d2 to d1, but then d2 could not act: the front one must go first.
    rim = at("I d2 S, I d3 S, A a1*", "I g7*", f"{CUSTOM} card=R5")
    rim = play(rim, "unit d3", "move south", "join d2")
    assert set(units(rim, 0)) == {"d1", "d2", "a1"}


@rule("9.8", "12.4")
def test_scouting_a_card_is_private() -> None:
    s = at("I d3*", "I g7*", f"{CUSTOM} card=R6 mlp=4/0 row=-/M.(Re)")
    assert legal(s) == ["look 1", "look 2"], "five points are needed to ask for the shogun"
    s = play(s, "look 2")
    assert mlp(s, 0) == 2
    assert GAME.view(s, 0).data()["blue"]["row"][1]["card"] == "Re"  # type: ignore[index]
    assert GAME.view(s, SPECTATOR).data()["blue"]["row"][1]["card"] is None  # type: ignore[index]


@rule("9.8")
def test_g26_scouting_is_compulsory() -> None:
    s = at("I d3*", "I g7*", f"{CUSTOM} card=R6 mlp=4/0 row=-/M")
    assert legal(s) == ["look 1"]
    assert mlp(play(s, "look 1"), 0) == 2
    assert step(at("I d3*", "I g7*", f"{CUSTOM} card=R6 mlp=1/0 row=-/M")) == "send"


@rule("9.8", "12.4")
def test_asking_for_the_shogun_is_answered_for_all() -> None:
    s = at("I d3*", "A d6*, I g7", f"{CUSTOM} card=R6 mlp=5/0 row=-/M")
    assert objects(s, "ask") == {"d6", "g7"}
    yes = play(s, "ask d6")
    assert GAME.view(yes, SPECTATOR).data()["blue"]["shogun"] == "d6"  # type: ignore[index]
    assert not over(yes)
    no = play(s, "ask g7")
    seen = {u["square"]: u["shogun"] for u in GAME.view(no, 0).data()["units"] if u["owner"] == "blue"}  # type: ignore[attr-defined]
    assert seen == {"d6": None, "g7": False}


@rule("9.9")
def test_rapid_fire_shoots_twice() -> None:
    s = play(at("A d4, I a1*", "I+ d5, C c4, I g7*", f"{CUSTOM} card=S1"), "unit d4", "hit d5")
    assert units(play(s, "hit d5"), 1).keys() == {"c4", "g7"}
    assert units(play(s, "hit c4"), 1).keys() == {"d5", "g7"}


@rule("9.9")
def test_rapid_fire_with_one_target_shoots_as_often_as_it_can() -> None:
    s = at("A d4, A b2, I a1*", "C d5, C a2, C b3, I g7*", f"{CUSTOM} card=S1")
    assert objects(s, "unit") == {"d4", "b2"}, "any archer with a target"
    s = play(s, "unit d4")
    assert step(s) == "send"
    assert "d5" not in units(s, 1)


@rule("9.10")
def test_strategic_switch() -> None:
    s = at("C d7 E, I+ c7, A a1*", "I g1*", f"{CUSTOM} card=S2 mlp=2/0")
    assert objects(s, "switch") == {"c7-d7"}
    s = play(s, "switch c7-d7")
    assert units(s, 0)["c7"] == "C>"
    assert units(s, 0)["d7"] == "I+^"
    assert mlp(s, 0) == 0
    assert step(s) == "send", "no invasion"
    assert step(at("C d4, I+ b4, A a1*", "I g1*", f"{CUSTOM} card=S2 mlp=2/0")) == "send", "no neighbours"


@rule("9.10", "5.9")
def test_a_switch_carries_the_shogun() -> None:
    s = play(at("C d4*, I c4", "I g1*", f"{CUSTOM} card=S2 mlp=2/0"), "switch c4-d4")
    assert GAME.view(s, 0).data()["red"]["shogun"] == "c4"  # type: ignore[index]


@rule("9.11", "4.3")
def test_a_chain_trap_that_cannot_be_paid_for_goes_under_the_deck() -> None:
    s = at("I d3*", "I g7*", f"{CUSTOM} row=S3/- mlp=1/0")
    red = GAME.view(s, 0).data()["red"]
    assert (red["trap"], mlp(s, 0)) == (False, 1)  # type: ignore[index]
    assert red["deck"][-1]["card"] == "S3"  # type: ignore[index]


@rule("9.11")
def test_chain_trap_lies_open_and_drags_the_neighbours() -> None:
    s = at("I d3*", "I g7*", f"{CUSTOM} row=S3/- mlp=2/0")
    assert GAME.view(s, 1).data()["red"]["trap"]  # type: ignore[index]
    assert mlp(s, 0) == 0
    s = at("I a1*", "I d5, A c5 E, C e5 N, A d6, I g7*", f"{CUSTOM} turn=blue card=M trap=out/-")
    s = play(s, "unit d5", "move south")
    assert {q: u for q, u in units(s, 1).items() if q != "g7"} == {"d4": "Iv", "c4": "Av", "e4": "Cv", "d5": "Av"}
    data = GAME.view(s, 0).data()["red"]
    assert not data["trap"]  # type: ignore[index]
    assert data["deck"][-1]["card"] == "S3"  # type: ignore[index]


@rule("9.12")
def test_dragged_units_take_nobody_and_blocked_ones_stay() -> None:
    s = at("C c4, I a1*", "I d5, A c5, A e5, I g7*", f"{CUSTOM} turn=blue card=M trap=out/- fences=e4-e5/-")
    s = play(s, "unit d5", "move south")
    assert set(units(s, 1)) == {"c5", "d4", "e5", "g7"}
    assert "c4" in units(s, 0)


@rule("9.12", "5.7")
def test_dragged_into_the_zone_they_may_invade() -> None:
    s = at("I a1*", "I d2, A c2, A e2, I g7*", f"{CUSTOM} turn=blue card=M trap=out/-")
    s = play(s, "unit d2", "move south", "stay")
    assert legal(s) == ["invade", "stay"]
    s = play(s, "invade", "invade")
    assert invaders_of(s, 1) == 2
    assert not GAME.view(s, 0).data()["red"]["trap"]  # type: ignore[index]


@rule("9.12")
def test_dragged_units_clear_the_trappers_fences() -> None:
    s = at("I a1*", "I d5, A c5, I g7*", f"{CUSTOM} turn=blue card=M trap=out/- fences=b4-c4/-")
    assert fences(play(s, "unit d5", "move south"), 0) == set()


@rule("9.11")
def test_members_of_the_chain_are_not_dragged() -> None:
    s = at("I a1*", "I d5, I c5, A e5, I g7*", f"{CUSTOM} turn=blue card=M trap=out/-")
    s = play(s, "unit d5", "move south", "join c5", "next c5")
    assert set(units(s, 1)) == {"d4", "c4", "e4", "g7"}


@rule("9.13")
@pytest.mark.parametrize(
    ("red", "blue", "card", "commands", "sprung"),
    [
        ("I a1*", "C d6, A c6, I g7*", "M", ["unit d6", "move south", "to d4"], False),
        ("I a1*", "C d6, A c6, I g7*", "M", ["unit d6", "move south", "to d5"], True),
        ("I+ d4, I a1*", "I d5, A c5, I g7*", "M", ["unit d5", "move south"], False),
        ("I a1*", "I d5, A c5, I g7*", "R5", ["unit d5", "move south", "to d3"], False),
        ("I a1*", "I d5, A c5, I g7*", "R5", ["unit d5", "move south", "to d4"], True),
        ("I a1*", "I d5, A c5, I g7*", "S2", ["switch c5-d5"], False),
        ("I a1*", "I d5, A c5, I g7*", "R1", ["unit d5", "move south", "turn north"], True),
        ("I c4, I a1*", "I d5, A c5, I g7*", "M", ["unit d5", "move south"], True),
    ],
)
def test_what_springs_the_trap(red: str, blue: str, card: str, commands: list[str], sprung: bool) -> None:
    s = play(at(red, blue, f"{CUSTOM} turn=blue card={card} mlp=0/2 trap=out/-"), *commands)
    assert GAME.view(s, 0).data()["red"]["trap"] != sprung  # type: ignore[index]


@rule("9.14")
def test_g25_chain_trap_shortens_the_draw() -> None:
    s = at("I d3*", "I g7*", f"{CUSTOM} phase=send row=M.(M).Re/- hand=M.Rf.F/M.M.M trap=out/-")
    s = play(s, "send M")
    assert GAME.view(s, 0).data()["red"]["hand_size"] == 2  # type: ignore[index]


# -- inspiration ----------------------------------------------------------------------------------------------


@rule("10.1", "10.2")
def test_inspiration_by_chance() -> None:
    s = play(at("A d6, I a1*", "I g7*", "variant=inspiration_1 card=M"), "unit d6", "move north", "invade")
    assert legal(s) == ["take blind", "decline"]
    s = play(s, "take blind")
    assert GAME.actor(s) == CHANCE
    assert legal(s) == [f"reveal R{i}" for i in range(1, 7)]
    assert {p for _, p in GAME.chance(s).outcomes()} == {1 / 6}
    seen = GAME.seen_as(s, GAME.parse_action("reveal R4"), 1)
    assert GAME.action_text(seen) == "reveal ?"
    s = play(s, "reveal R4")
    assert "discard R4" in legal(s)
    s = play(s, "discard M")
    data = GAME.view(s, 0).data()["red"]
    assert "R4" in data["hand"]  # type: ignore[index]
    assert data["hand_size"] == 3  # type: ignore[index]
    assert step(s) == "send"


@rule("10.1")
def test_inspiration_comes_once_and_may_be_declined() -> None:
    s = play(at("A d6, I a1*", "I g7*", "variant=inspiration_1 card=M"), "unit d6", "move north", "invade", "decline")
    assert step(s) == "send"
    s = at("A d6, I a1*", "I g7*", "variant=inspiration_1 card=M spot=C/- inspired=declined/no")
    assert step(play(s, "unit d6", "move north", "invade")) == "send"


@rule("10.1")
def test_inspiration_waits_for_both_cards_of_a_lightning_command() -> None:
    s = at("A d6, I a1*", "I g7*", "variant=inspiration_1 row=L:M.Re/-")
    s = play(s, "unit d6", "move north", "invade")
    assert s.card == 1
    assert step(play(s, "unit a1", "turn east")) == "inspire"


@rule("10.3", "10.5", "3.3")
def test_modification_two_prepares_three_cards_in_secret() -> None:
    s = new(variant="inspiration_2", promos=True)
    assert objects(s, "prepare") == {f"R{i}" for i in range(1, 7)} | {"S1"}
    s = play(s, "prepare R1", "prepare R5", "prepare S3")
    assert [int(p) for p in GAME.pending(s)] == [1]
    s = play(s, "prepare R2", "prepare R3", "prepare R4")
    assert GAME.view(s, 0).data()["red"]["prepared"] == ["R1", "R5", "S3"]  # type: ignore[index]
    assert "prepared" not in GAME.view(s, 1).data()["red"]  # type: ignore[operator]
    assert objects(new(variant="inspiration_2"), "prepare") == {"R1", "R2", "R3", "R4"}


@rule("10.4")
def test_modification_three_reveals_together_and_equal_cards_cancel() -> None:
    s = new(variant="inspiration_3", points=6)
    while GAME.view(s, 0).data()["phase"] == "formation":
        GAME.apply(s, GAME.legal(s)[0])
    s = play(s, "prepare R1", "prepare R2")
    assert "R1" not in str(GAME.view(s, 1).data()["red"])
    s = play(s, "prepare R2", "prepare R6")
    for seat in (0, 1, SPECTATOR):
        for side in ("red", "blue"):
            assert GAME.view(s, seat).data()[side]["prepared"] == ["R1", "R6"]  # type: ignore[index]


@rule("10.4")
def test_modification_three_offers_the_open_cards_to_both() -> None:
    more = "variant=inspiration_3 card=M pile=R1.R6/R1.R6"
    s = play(at("A d6, I a1*", "I g7*", more), "unit d6", "move north", "invade")
    assert legal(s) == ["take R1", "take R6", "decline"]
    assert GAME.action_text(GAME.seen_as(s, GAME.parse_action("take R6"), 1)) == "take ?"
    none_left = play(at("A d6, I a1*", "I g7*", "variant=inspiration_3 card=M"), "unit d6", "move north", "invade")
    assert step(none_left) == "send"


# -- custom decks ----------------------------------------------------------------------------------------------


@rule("11.1", "11.2")
def test_six_cards_are_picked_in_turn_after_a_move() -> None:
    s = new(variant="custom")
    assert GAME.actor(s) == 0
    s = play(s, "pick M", "pick M")
    assert "pick M" not in legal(s), "three copies are all there are"
    s = play(s, "pick R1")
    assert "pick R1" not in legal(s)
    s = play(s, "pick Re", "pick Re")
    assert "pick Re" not in legal(s)
    s = play(s, "pick F")
    assert step(s) == "piece"
    kit = ["M", "M", "M", "Re", "Re", "F", "R1"]
    assert GAME.view(s, 0).data()["blue"]["kit"] == kit  # type: ignore[index]
    assert GAME.view(s, 0).data()["red"]["kit"] == kit  # type: ignore[index]
    assert GAME.actor(s) == 0


@rule("11.3")
def test_open_picks_begin_with_blue_and_give_no_move() -> None:
    s = new(variant="custom", deck_rule="open_picks")
    assert GAME.actor(s) == 1
    for i in range(7):
        assert GAME.actor(s) == (1, 0)[i % 2]
        s = play(s, legal(s)[-1])
    assert GAME.view(s, 0).data()["red"]["kit"] == ["F", "R1", "R2", "R3", "R4", "R5", "R6"]  # type: ignore[index]


@rule("11.4", "11.6")
@pytest.mark.parametrize(
    ("deck", "cards"),
    [
        ("wave_after_wave", "M M Re R1 R2 R3 R4"),
        ("fire_at_will", "M Re Re F R1 R3 R4"),
        ("logistical_nightmare", "M F R1 R3 R4 R5 R6"),
        ("who_dares_wins", "M M R4 R5 S1 S2 S3"),
        ("M.M.M.Re.Rf.F.R2", "M M M Re Rf F R2"),
    ],
)
def test_agreed_decks(deck: str, cards: str) -> None:
    s = new(variant="custom", deck_rule="agreed", agreed_deck=deck, promos=deck == "who_dares_wins")
    assert GAME.view(s, SPECTATOR).data()["red"]["kit"] == cards.split()  # type: ignore[index]


@rule("11.4")
@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"variant": "custom", "deck_rule": "agreed"}, "agreed"),
        ({"variant": "custom", "deck_rule": "agreed", "agreed_deck": "M.M"}, "seven"),
        ({"variant": "custom", "deck_rule": "agreed", "agreed_deck": "M.M.M.M.Re.Re.F"}, "3"),
        ({"variant": "custom", "deck_rule": "agreed", "agreed_deck": "M.M.M.Re.Re.F.Z9"}, "Z9"),
        ({"variant": "custom", "deck_rule": "agreed", "agreed_deck": "who_dares_wins"}, "promos"),
        ({"agreed_deck": "wave_after_wave"}, "custom"),
        ({"deck_rule": "secret"}, "custom"),
        ({"edition": "draft", "variant": "custom"}, "final"),
        ({"formation": "formation_1", "variant": "inspiration_1"}, "basic"),
        ({"points": 20}, "points for the formation cannot exceed"),
        ({"points": 5}, "6 to"),
    ],
)
def test_options_that_make_no_game_are_refused(options: dict[str, object], word: str) -> None:
    with pytest.raises(BadOptions, match=word):
        new(**options)


@rule("11.5", "12.1")
def test_secret_decks() -> None:
    s = new(variant="custom", deck_rule="secret")
    s = play(s, *[f"pick {c}" for c in ("M", "M", "M", "Re", "Rf", "R1", "R6")])
    s = play(s, *[f"pick {c}" for c in ("F", "R1", "R2", "R3", "R4", "R5", "R6")])
    assert GAME.view(s, 0).data()["red"]["kit"] == ["M", "M", "M", "Re", "Rf", "R1", "R6"]  # type: ignore[index]
    assert GAME.view(s, 0).data()["blue"]["kit"] is None  # type: ignore[index]


def test_commands_in_words_for_advanced_cards() -> None:
    s = at("C d3, A a1*", "I g7*", f"{CUSTOM} card=R1 mlp=2/0")
    assert units(command(s, "d3-d5 turn west"), 0)["d5"] == "C<"
    s = at("A d4, I a1*", "I+ d5, C c4, I g7*", f"{CUSTOM} card=S1")
    assert set(units(command(s, "d4*d5 d4*c4"), 1)) == {"d5", "g7"}
