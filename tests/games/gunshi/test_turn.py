"""RULES §4 and §14: the turn, the row, Lightning, re-supply, endings."""

from __future__ import annotations

import pytest

from gunbai.core.errors import IllegalAction
from gunbai.core.game import playout
from gunbai.core.match import from_position
from gunbai.core.options import Options
from gunbai.core.rng import Rng
from tests.games.gunshi.field import GAME, at, board, invaders_of, legal, mlp, new, over, play, units

rule = pytest.mark.rule


def row(s: object, seat: int) -> list[tuple[str, str | None, str]]:
    data = GAME.view(s, seat).data()[("red", "blue")[seat]]  # type: ignore[arg-type]
    return [(c["slot"], c["card"], c["face"]) for c in data["row"]]  # type: ignore[index]


def deck(s: object, seat: int) -> list[str]:
    data = GAME.view(s, seat).data()[("red", "blue")[seat]]  # type: ignore[arg-type]
    return [c["card"] for c in data["deck"]]  # type: ignore[index]


@rule("4.1")
def test_the_first_turn_has_nothing_to_resolve() -> None:
    s = play(new(formation="first_battle"), "shogun d2", "shogun d7")
    assert legal(s) == ["send M", "send Re", "send F"]
    assert s.turn == 1


@rule("4.4", "4.5")
def test_g14_faces_alternate_over_the_whole_game() -> None:
    s = play(new(formation="formation_1"), "shogun a1", "shogun d7", "send M", "send M", "end")
    assert row(s, 0) == [("1", "M", "down"), ("2", "M", "up")]
    s = play(s, "send M", "end")
    s = play(s, "unit a1", "move north", "to a2", "send Re")
    assert row(s, 0) == [("1", "M", "up"), ("2", "Re", "down")]


@rule("4.4")
def test_at_least_one_card_is_sent() -> None:
    s = play(new(formation="formation_1"), "shogun a1", "shogun d7")
    with pytest.raises(IllegalAction) as refused:
        play(s, "end")
    assert refused.value.paragraph == "4.4"


@rule("4.4")
def test_g15_the_row_holds_four_cards() -> None:
    s = at("I d2*", "I d6*", "phase=send row=M.(M).Re/- hand=M.Rf.F/M.M.M")
    s = play(s, "send M")
    assert GAME.actor(s) == 1, "the row is full, the turn over"


@rule("4.8")
def test_g02_three_slots_give_three_points() -> None:
    s = at("I d2*", "I d6*", "phase=send row=M.(M)/-")
    s = play(s, legal(s)[0], "end")
    assert mlp(s, 0) == 3


@rule("4.6", "4.7", "4.2", "4.8")
def test_g12_lightning_in_the_final_edition() -> None:
    text = "phase=send mlp=6/0 row=Re.(Rf)/- hand=F.M.M/- deck=M.Re/-"
    s = at("I d2*", "I d6*", text.replace("/- deck", "/M.M.M deck").replace("M.Re/-", "M.Re/Re.Re.Rf.F"))
    s = play(s, "send F", "lightning")
    assert [(slot, card) for slot, card, _ in row(s, 0)] == [("L", "Re"), ("1", "Rf"), ("2", "F")]
    assert mlp(s, 0) == 0 + 2
    s = play(s, "send M", "end")
    # Next turn: Re, then Rf, both under the deck in that order, F moves up.
    s = play(s, "unit d2", "turn east", "infantry a1", "face north")
    assert [(slot, card) for slot, card, _ in row(s, 0)] == [("1", "F")]
    assert deck(s, 0)[-2:] == ["Re", "Rf"]


@rule("4.7", "4.8", "13.1")
def test_g13_lightning_in_the_draft() -> None:
    s = at(
        "I d2*",
        "I d6*",
        "edition=draft phase=send mlp=6/0 row=Re.(Rf)/- hand=F.M.M/M.M.M deck=M.Re/Re.Re.Rf.F",
    )
    s = play(s, "send F", "lightning")
    assert [(slot, card) for slot, card, _ in row(s, 0)] == [("1", "Re"), ("L", "Rf"), ("2", "F")]
    assert mlp(s, 0) == 3
    s = play(s, "send M", "end", "unit d2", "turn east")
    assert s.card == 2, "the Lightning card is resolved second"
    s = play(s, "infantry a1", "face north")
    assert deck(s, 0)[-2:] == ["Re", "Rf"]


@rule("4.6")
def test_lightning_needs_six_points_and_two_cards() -> None:
    assert "lightning" not in legal(play(at("I d2*", "I d6*", "phase=send mlp=6/0"), "send M"))
    s = at("I d2*", "I d6*", "phase=send mlp=5/0 row=Re/-")
    assert "lightning" not in legal(play(s, "send M"))
    s = at("I d2*", "I d6*", "phase=send mlp=6/0 row=Re/-")
    assert "lightning" in legal(play(s, "send M"))


@rule("4.8")
@pytest.mark.parametrize(("basis", "gain"), [("position", 3), ("cards", 4)])
def test_the_basis_of_resupply_is_an_option(basis: str, gain: int) -> None:
    s = at("I d2*", "I d6*", f"resupply_basis={basis} phase=send mlp=6/0 row=Re.(Re).M/-")
    assert mlp(play(s, "send M", "lightning"), 0) == gain


@rule("1.6")
def test_points_beyond_the_track_are_lost() -> None:
    s = at("I d2*", "I d6*", "phase=send mlp=17/0 row=Re.(Re).M/-")
    assert mlp(play(s, "send M", "end"), 0) == 18


@rule("4.9")
def test_the_hand_is_filled_to_three() -> None:
    s = at("I d2*", "I d6*", "phase=send")
    s = play(s, legal(s)[0], legal(s)[0], legal(s)[0])
    data = GAME.view(s, 0).data()["red"]
    assert data["hand_size"] == 3  # type: ignore[index]
    assert len(data["deck"]) == 1  # type: ignore[index]


@rule("4.3", "7.1")
@pytest.mark.parametrize(
    "more",
    [
        "row=Rf/- mlp=1/0",
        "row=F/- mlp=5/0 fences=a1-a2,b1-b2,c1-c2,d1-d2/-",
        "row=F/- mlp=0/0",
        "variant=custom row=R4/- mlp=3/0",
    ],
)
def test_g16_unpayable_cards_do_nothing_and_go_under_the_deck(more: str) -> None:
    s = at("I d2*", "I d6*", more)
    before = int(more.split("mlp=")[1][0])
    assert GAME.view(s, 0).data()["step"] == "send"
    assert mlp(s, 0) == before
    card = more.split("row=")[1].split("/", maxsplit=1)[0]
    assert deck(s, 0)[-1] == card


@rule("4.3", "5.1")
def test_a_move_must_be_made_but_only_if_there_is_one() -> None:
    assert all(text.startswith("unit") for text in legal(at("I d2*", "I d6*", "row=M/-")))
    # An archer walled in by draft fences cannot move.
    s = at("A a1*", "I g7*", "edition=draft row=M/- fences=-/a1-a2,a1-b1")
    assert GAME.view(s, 0).data()["step"] == "send"


@rule("14.5", "3.1")
def test_both_clocks_run_while_both_choose_in_secret() -> None:
    s = GAME.start(Options(GAME.info.options, {"formation": "first_battle"}))
    assert list(GAME.on_clock(s)) == [0, 1]
    while 1 in list(GAME.pending(s)):
        GAME.focus(s, 1)
        GAME.apply(s, GAME.legal(s)[0])
    assert list(GAME.on_clock(s)) == [0]


@rule("14.1")
def test_taking_the_shogun_wins_at_once() -> None:
    s = play(at("C d2, I a1*", "A d5*, I g7", "row=M/-"), "unit d2", "move north", "to d5")
    assert over(s)
    assert GAME.returns(s) == (1.0, -1.0)
    assert GAME.outcome(s) == "shogun taken"
    assert [str(each) for each in GAME.ending(s)] == ["the shogun of blue has fallen"]
    assert GAME.view(s, 0).data()["blue"]["shogun_shown"]  # type: ignore[index]


@rule("14.2")
def test_g05_a_shielded_infantry_counts_two() -> None:
    s = at("I+ d6, A a1*", "I g7*", "row=M/- spot=C/-")
    s = play(s, "unit d6", "move north", "invade")
    assert invaders_of(s, 0) == 3
    assert GAME.outcome(s) == "three invaders"
    assert [str(each) for each in GAME.ending(s)] == ["red has 3 invaders in the enemy's camp"]
    assert GAME.placing(s) == (1, 2)


@rule("14.3")
def test_surrender_is_a_matter_of_the_table() -> None:
    match = from_position("gunshi", board("I d2*", "I d6*") + " phase=send")
    match.resign(0)
    assert match.over
    assert match.returns == (-1.0, 1.0)


@rule("14.4")
def test_the_turn_cap_ends_in_a_draw() -> None:
    s = new(turn_cap=6, formation="formation_2")
    playout(GAME, s, Rng(1), 10_000)
    if GAME.outcome(s) == "turn cap reached":
        assert GAME.returns(s) == (0.0, 0.0)
        assert GAME.placing(s) == (1, 1)
    s = at("I d2*", "I d6*", "turn_cap=7 n=7 phase=send")
    s = play(s, "send M", "end")
    assert GAME.outcome(s) == "turn cap reached"


@rule("14.4")
def test_points_settle_no_dispute() -> None:
    """More points change nothing but what can be paid for."""
    few = at("A d4, I a1*", "I d6*", "card=Re mlp=0/0")
    many = at("A d4, I a1*", "I d6*", "card=Re mlp=18/0")
    assert legal(few) == legal(many)
    assert units(few, 0) == units(many, 0)
