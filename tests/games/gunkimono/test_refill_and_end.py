"""Refilling the hand and the end of the game (RULES §8, §9), with the rulebook's example K."""

from __future__ import annotations

import pytest

from gunbai.games.gunkimono import turn as turns
from gunbai.games.gunkimono.rules import GAME
from gunbai.games.gunkimono.state import DRAW, EMPTY, OVER, REFILL, REVEAL, TILE
from tests.games.gunkimono.table import legal, play, position, refused

rule = pytest.mark.rule
# Red has placed and scored a large tile and is to refill; black is the last player of the round.
REFILLING = "players=2 step=refill tile=A1C1 half=2 at=c1:south sword=red turn=red grid=AAPS/SPIC"


def hand(text: str) -> list[str]:
    return text.split("hands=")[1].split(" ", maxsplit=1)[0].split("/")


@rule("8.1", "8.2")
def test_a_tile_from_the_row_is_replaced_at_once() -> None:
    s = position(f"{REFILLING} hands=I1P1,I1P2/- row=A1S1,A1S2,P1S1")
    assert legal(s) == {"take A1S1", "take A1S2", "take P1S1", "draw"}
    assert refused(s, "take S1C1") == "8.1"
    play(s, "take A1S1")
    assert s.step == REVEAL
    assert GAME.actor(s) == -1
    main = s.main
    play(s, "revealed I1A1")
    assert s.main == main - 1
    assert hand(GAME.position_text(s)) == ["I1P1,I1P2,A1S1!", "-"]
    assert "row=I1A1,P1S1,A1S2 " in GAME.position_text(s)
    assert s.turn == 1


@rule("8.1")
def test_a_blind_draw() -> None:
    s = position(f"{REFILLING} hands=I1P1,I1P2/- row=A1S1,A1S2,P1S1")
    play(s, "draw")
    assert s.step == DRAW
    play(s, "drawn S2C2")
    assert hand(GAME.position_text(s)) == ["I1P1,I1P2,S2C2", "-"]
    assert "row=P1S1,A1S1,A1S2" in GAME.position_text(s)


@rule("8.3")
def test_the_end_game_stack_opens_when_the_main_stack_is_empty() -> None:
    s = position(f"{REFILLING} hands=-/- row=A1S1,A1S2,P1S1 stack=1 last=5+end")
    play(s, "draw")
    assert "drawn end" not in legal(s)
    play(s, "drawn S2C2")
    assert (s.main, s.end_stack) == (0, 5)
    t = position(f"{REFILLING} hands=-/- row=A1S1,A1S2,P1S1 stack=0 last=5+end")
    play(t, "draw")
    chances = dict(GAME.chance(t).outcomes())
    assert chances[int(GAME.parse_action("drawn end"))] == pytest.approx(1 / 6)
    unseen = sum(int(copies) for copies in t.bag)
    assert chances[int(GAME.parse_action("drawn I1P2"))] == pytest.approx(5 / 6 * 2 / unseen)
    assert sum(chances.values()) == pytest.approx(1)


@rule("8.3", "10.3")
def test_fast_draws_have_the_listed_chances() -> None:
    from gunbai.core.rng import Rng

    s = position(f"{REFILLING} hands=-/- row=A1S1 stack=0 last=2+end")
    play(s, "draw")
    rng, n = Rng(5), 20_000
    seen: dict[int, int] = {}
    for _ in range(n):
        outcome = int(GAME.draw(s, rng))
        seen[outcome] = seen.get(outcome, 0) + 1
    for outcome, chance in GAME.chance(s).outcomes():
        spread = (chance * (1 - chance) / n) ** 0.5
        assert abs(seen.get(outcome, 0) / n - chance) < 5 * spread


@rule("8.4")
def test_an_end_tile_for_the_row_is_set_aside() -> None:
    s = position(f"{REFILLING} hands=-/- row=A1S1,A1S2,P1S1 stack=0 last=2+end")
    play(s, "take A1S1", "revealed end")
    assert (s.step, s.end_shown) == (REVEAL, 1)
    assert "revealed end" not in legal(s)
    play(s, "revealed I1P1")
    assert (s.end_stack, s.turn, s.step) == (1, 1, TILE)


@rule("8.5")
def test_an_end_tile_drawn_blind_lets_the_player_choose_again() -> None:
    s = position(f"{REFILLING} hands=-/- row=A1S1,A1S2,P1S1 stack=0 last=2+end")
    play(s, "draw", "drawn end")
    assert (s.step, s.end_shown, s.turn) == (REFILL, 1, 0)
    assert legal(s) == {"take A1S1", "take A1S2", "take P1S1", "draw"}
    play(s, "take P1S1", "revealed I1P1")
    assert s.turn == 1


@rule("8.6")
def test_empty_stacks() -> None:
    s = position(f"{REFILLING} hands=-/- row=A1S1,A1S2,P1S1 stack=0 last=0")
    assert legal(s) == {"take A1S1", "take A1S2", "take P1S1"}
    assert refused(s, "draw") == "8.6"
    play(s, "take A1S1")
    assert (s.turn, s.step) == (1, TILE)
    only_end = position(f"{REFILLING} hands=-/- row=- stack=0 last=0+end")
    play(only_end, "draw")
    assert legal(only_end) == {"drawn end"}
    play(only_end, "drawn end")
    assert (only_end.turn, only_end.step) == (1, TILE)
    last = position("players=2 grid=AAPS/SPIC hands=A1C1/- row=- stack=0 last=0")
    play(last, "large A1C1", "place c1 south", "score points", "score points")
    assert (last.turn, last.step) == (1, TILE)


@rule("9.1")
def test_the_round_is_finished_after_the_end_tile() -> None:
    s = position("players=3 sword=black turn=black grid=AAPS/SPIC hands=A1C1/-/- row=A1S1 stack=0 last=0")
    play(s, "small A", "place c1", "score points")
    assert s.turn == 2
    play(s, "small I", "place c1", "score points")
    assert s.turn == 0
    play(s, "small A", "place c1", "score points")
    assert s.step == OVER
    assert legal(s) == set()
    assert refused(s, "small I") == "9.2"


@rule("9.2")
def test_the_last_player_s_own_end_tile_ends_the_game() -> None:
    text = REFILLING.replace("sword=red", "sword=black")
    s = position(f"{text} hands=-/- row=A1S1,A1S2,P1S1 stack=0 last=2+end")
    play(s, "draw", "drawn end", "draw", "drawn I1P1")
    assert s.step == OVER


@rule("9.3", "9.4")
def test_example_k_banners_are_added() -> None:
    gone = "honor=-,-,-,-,0/-,-,-,0,0/-,0,0,0,0"
    text = f"players=3 sword=black turn=red vp=92,120,3 {gone} banners=12,7,6,5/-/- grid=AAPS/SPIC stack=0 last=0"
    s = position(text)
    play(s, "small A", "place c1", "score points")
    assert s.step == OVER
    assert turns.total_points(s, 0) == 125
    assert GAME.placing(s) == (1, 2, 3)
    assert GAME.returns(s) == (1.0, -1.0, -1.0)
    assert "125" in GAME.outcome(s)
    seen = GAME.view(s, 1).data()["players"][0]  # type: ignore[index]
    # Beside their banners.
    assert seen["banners"] == ["dragon", "crane", "crane", "lotus"]
    assert seen["banner_values"] == [12, 6, 7, 5]
    (why,) = GAME.ending(s)
    assert why.words["seat"] == "red"
    assert why.words["points"] == 125


@rule("9.5")
def test_a_tie_goes_to_more_troops_held_each_formation_once() -> None:
    # Red's two strongholds share one formation of three; black holds two and two.
    text = "players=2 step=over grid=SSSP/AAPC forts=a1:red,b1:red,a2:black,d1:black vp=50,50"
    s = position(text)
    assert turns.troops_owned(s, 0) == 3
    assert turns.troops_owned(s, 1) == 3
    s = position(text.replace("AAPC", "AAPP"))
    assert turns.troops_owned(s, 1) == 5
    assert GAME.placing(s) == (2, 1)
    assert GAME.returns(s) == (-1.0, 1.0)
    assert GAME.outcome(s).startswith("tie broken")
    assert [str(each) for each in GAME.ending(s)] == [
        "red and black have 50 points each",
        "a tie goes to whose strongholds hold more troops",
        "red holds 3",
        "black holds 5",
    ]


@rule("9.6")
def test_a_shared_win() -> None:
    s = position("players=3 step=over vp=50,50,20")
    assert GAME.placing(s) == (1, 1, 3)
    assert GAME.returns(s) == (0.0, 0.0, -1.0)
    assert GAME.outcome(s).startswith("shared win")
    assert str(GAME.ending(s)[-1]) == "so they share the win"


def test_the_hand_is_full_again_after_a_refill() -> None:
    s = position(f"{REFILLING} hands=I1P1,I1P2/- row=A1S1,A1S2,P1S1")
    play(s, "draw", "drawn S2C2")
    assert all(code != EMPTY for code in s.hands[:3])
