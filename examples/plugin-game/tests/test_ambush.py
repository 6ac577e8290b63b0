"""The rules of Ambush, each test named by the paragraph it stands for."""

from __future__ import annotations

from pathlib import Path

import pytest
from ambush.bots import Corner
from ambush.rules import GAME

import gunbai
from gunbai import Rng, bots
from gunbai.core.bot import Budget
from gunbai.core.rulebook import paragraphs, rules_text
from gunbai.lab.fuzz import fuzz


def match(*actions: str, size: int = 5) -> gunbai.Match:
    made = gunbai.new("ambush", size=size)
    for action in actions:
        made.push(action)
    return made


def test_it_is_found_by_its_entry_point() -> None:
    assert gunbai.find("ambush") is GAME
    assert isinstance(bots.make("corner"), Corner)


def test_1_1_and_1_2_rows_of_soldiers_face_each_other() -> None:
    assert match().position == "wwwww/...../...../...../bbbbb b -,- 0"
    assert match(size=3).position.startswith("www/.../bbb")


def test_2_1_generals_are_secret() -> None:
    made = match("general c1", "general d5")
    assert made.view(0).data()["generals"] == {"black": "c1", "white": "?"}
    assert made.view(1).data()["generals"] == {"black": "?", "white": "d5"}
    assert made.view().data()["generals"] == {"black": "?", "white": "?"}


def test_2_1_only_an_own_soldier_becomes_general() -> None:
    with pytest.raises(gunbai.IllegalAction, match=r"no soldier of yours stands on c5 \(rule 2.1\)"):
        match("general c5")


def test_2_2_black_begins_and_generals_stay() -> None:
    made = match("general c1", "general d5")
    assert made.turn == "black"
    with pytest.raises(gunbai.IllegalAction, match=r"rule 2.2"):
        made.push("general a1")
    with pytest.raises(gunbai.IllegalAction, match=r"rule 2.2"):
        match("c1-c2")


def test_3_1_soldiers_move_one_step_on_the_board() -> None:
    made = match("general c1", "general d5")
    assert made.legal == ["a1-a2", "b1-b2", "c1-c2", "d1-d2", "e1-e2"]
    with pytest.raises(gunbai.IllegalAction, match=r"rule 3.1"):
        made.push("c2-c3")
    with pytest.raises(gunbai.IllegalAction, match=r"rule 3.1"):
        match("general a1", "general a3", size=3).push("c1-d1")


def test_3_2_enemies_are_taken_and_friends_are_not() -> None:
    made = gunbai.from_position("ambush", "ww.../..w../..b../...../bb... b a1,a5 10")
    with pytest.raises(gunbai.IllegalAction, match=r"rule 3.2"):
        made.push("a1-b1")
    before = made.view(1)
    made.push("c3-c4")
    assert "takes the soldier on c4" in GAME.tell(before, [made.record.steps[-1].action])
    assert made.position == "ww.../..b../...../...../bb... w a1,a5 11"


def test_3_3_a_general_moves_like_a_soldier_and_stays_the_general() -> None:
    made = match("general c1", "general d5", "c1-c2")
    assert made.position.endswith("w c2,d5 1")


def test_4_1_taking_the_general_wins() -> None:
    made = gunbai.from_position("ambush", "w..../..w../..b../...../bb... b a1,c4 10")
    made.push("c3-c4")
    assert (made.returns, made.result) == ((1.0, -1.0), "black 1, white -1 (general taken)")
    assert made.view().data()["generals"] == {"black": "?", "white": "c4"}


@pytest.mark.parametrize(("soldiers", "returns"), [("bb", (1.0, -1.0)), ("b.", (0.0, 0.0))])
def test_4_2_after_the_last_move_the_larger_force_wins(soldiers: str, returns: tuple[float, float]) -> None:
    made = gunbai.from_position("ambush", f"w..../...../...../...../{soldiers}... w a1,a5 59")
    made.push("a5-a4")
    assert made.returns == returns


def test_every_paragraph_has_a_test() -> None:
    names = Path(__file__).read_text(encoding="utf-8")
    missing = [p.number for p in paragraphs(rules_text(GAME)) if p.number.replace(".", "_") not in names]
    assert not missing


def test_a_row_for_networks_tells_what_a_seat_knows_and_nothing_else() -> None:
    observer = GAME.observer(match().options)
    known: dict[tuple[int, ...], str] = {}
    for seed in range(4):
        made = gunbai.new("ambush", preset="tiny", seed=seed)
        rng = Rng(seed)
        while not made.over:
            for seat in (0, 1):
                view = made.view(seat)
                row = tuple(observer.values(view))
                assert known.setdefault(row, str(view.data())) == str(view.data())
                other = GAME.view(GAME.resample(view, rng), seat)
                assert tuple(observer.values(other)) == row
            made.push(made.legal_actions[rng.below(len(made.legal_actions))])


def test_the_laws_of_the_contract_hold() -> None:
    tally = fuzz("ambush", range(20), seed=7)
    assert tally.games == 20
    assert not tally.violations


@pytest.mark.parametrize("name", ["ambush", "gunshi"])
def test_the_bot_plays_any_game_the_same_way_twice(name: str) -> None:
    def played() -> str:
        match = gunbai.new(name, preset="tiny", seed=3)
        return bots.play_out(match, [Corner(1), bots.make("random", 2)], Budget(60.0)).text()

    assert played() == played()
