"""Moves that win at once: found wherever they are, never promised where they are not, and answered in time."""

from __future__ import annotations

from typing import cast

import pytest

from gunbai import bots
from gunbai.bots.searcher import SearchBot
from gunbai.core.bot import Budget
from gunbai.core.game import DONE
from gunbai.games.gunshi.actions import A_LIGHTNING
from gunbai.games.gunshi.data import MOVE, SQUARE_BY_NAME
from gunbai.games.gunshi.finishing import forcing_step, sure_winner, winning_step
from gunbai.games.gunshi.learned import SURE, LearnedHeuristics
from gunbai.games.gunshi.state import CAV, SEND, GunshiState
from tests.games.gunshi.field import GAME, at, new, play

COLUMN = "C d3, C d4, C d5, I a1*"


def step(s: GunshiState) -> str:
    found = int(winning_step(s, GAME.legal(s)))
    return GAME.action_text(found) if found >= 0 else ""


def forced(s: GunshiState) -> str:
    found = int(forcing_step(s, GAME.legal(s)))
    return GAME.action_text(found) if found >= 0 else ""


def finished(s: GunshiState, winner: int) -> GunshiState:
    """The game played on by winning steps; the other side, and cards before the Move, do anything."""
    t = s.copy()
    while GAME.actor(t) != DONE:
        legal = [int(action) for action in GAME.legal(t)]
        if (t.phase == SEND and t.seat != winner) or t.card != MOVE:
            action = next(each for each in reversed(legal) if each != A_LIGHTNING)
        else:
            action = int(winning_step(t, GAME.legal(t)))
        assert action in legal
        GAME.apply(t, action)
    return t


def test_three_horses_before_an_open_file_win_by_one_move() -> None:
    s = at(COLUMN, "I g7*", "card=M")
    assert sure_winner(s) == 0
    assert step(s) == "unit d4", "the one with the others beside it leads"
    t = play(s, "unit d4", "move north", "join d3", "join d5", "to d7")
    assert step(t) == "invade"
    assert finished(s, 0).winner == 0
    assert GAME.heuristics.values(s)[0] == SURE


@pytest.mark.parametrize(
    ("red", "blue", "more"),
    [
        (COLUMN, "I d6, I g7*", "card=M"),  # one stands in the way
        (COLUMN, "I g7*", "card=M fences=-/d5-d6"),  # a fence does
        (COLUMN, "I g7*", "card=Re"),
        ("C d3, C d4*, C d5, I a1", "I g7*", "card=M"),  # the shogun may not invade
        ("C d3, C d4, C d5*, I a1", "I g7*", "card=M"),  # nor do others ride past it
        ("C d3, C d4, C f5, I a1*", "I g7*", "card=M"),  # only neighbours join
        ("C d3, C d4, C d5 E, I a1*", "I g7*", "card=M"),  # who looks aside stands in the way
        ("I d6, A e6, I a1*", "I g7*", "card=M"),  # only one kind joins
        ("I+ d6, I a1*", "I g7*", "card=M"),  # a shield and its bearer are two
        ("I+ d6, I+ e6, I a1*", "I+ d7, I g7*", "card=M"),  # foot does not get past a shield
    ],
)
def test_nothing_is_promised_where_something_is_missing(red: str, blue: str, more: str) -> None:
    s = at(red, blue, more)
    assert sure_winner(s) == -1
    assert step(s) == ""


@pytest.mark.parametrize(
    ("red", "blue", "more"),
    [
        ("C c3, C d3, C e3, I a1*", "I d7, I g7*", "card=M"),  # a unit on the back line is taken
        ("C c2, I c3, C d2, C e2, I a1*", "I g7*", "card=M"),  # one own foot is jumped
        ("C d3, I a1*", "I g7*", "card=M spot=C.C/-"),
        ("I+ d6, I e6, I a1*", "I g7*", "card=M"),  # two of them and a shield
        ("C d6 E, C d5, C d4, I a1*", "I g7*", "card=M spot=C/-"),  # a step aside
    ],
)
def test_other_ways_to_bring_three(red: str, blue: str, more: str) -> None:
    s = at(red, blue, more)
    assert sure_winner(s) == 0
    assert finished(s, 0).winner == 0


def test_who_sends_cannot_answer_any_more() -> None:
    """The side that sends has carried out its cards; before it, the other's horses win with a Move that comes first."""
    rows = "phase=send turn=blue hand=Rf.M.F/M.M.F"
    assert sure_winner(at(COLUMN, "I g7*", f"{rows} row=M.Re/Re")) == 0
    assert sure_winner(at(COLUMN, "I g7*", f"{rows} row=Re.M/Re")) == -1
    assert sure_winner(at(COLUMN, "I g7*", f"{rows} row=L:Re.M/Re")) == 0
    assert sure_winner(at(COLUMN, "I g7*", f"{rows.replace('blue', 'red')} row=M.Re/Re")) == -1


@pytest.mark.parametrize("pair", [("column", "herd"), ("phalanx", "rush"), ("rush", "column")])
def test_whoever_is_sure_to_win_does(pair: tuple[str, str]) -> None:
    sure = 0
    for seed in range(4):
        s, minds = new(), [bots.make(f"script:{name}", seed * 2 + i) for i, name in enumerate(pair)]
        while GAME.actor(s) != DONE:
            winner = int(sure_winner(s)) if s.turn else -1
            if winner >= 0:
                sure += 1
                assert finished(s, winner).winner == winner
            actor = int(GAME.actor(s))
            legal = [int(action) for action in GAME.legal(s)]
            GAME.apply(s, minds[actor].choose(GAME, GAME.view(s, actor), legal, Budget(1.0)))
    assert sure > 0


def test_a_charge_takes_what_stands_before_it_and_keeps_together() -> None:
    s = at("C d1, C d2, C d3, I a1*", "I+ d5, I g7*", "card=M")
    assert sure_winner(s) == -1
    said = []
    while s.phase != SEND:
        said.append(forced(s))
        s = play(s, said[-1])
        while s.phase != SEND and len(GAME.legal(s)) == 1:
            GAME.apply(s, GAME.legal(s)[0])
    assert said == ["unit d2", "move north", "join d1", "to d5", "to d4", "to d3"]
    assert s.side[CAV] == sum(1 << SQUARE_BY_NAME[name] for name in ("d3", "d4", "d5"))


@pytest.mark.parametrize(
    ("blue", "more", "wanted"),
    [
        ("I d5, I g7*", "card=M", "unit d2"),
        ("I g7*", "card=M fences=-/d5-d6", "unit d2"),  # a fence falls when a horse has ridden up to it
        ("I d5, I d6, I g7*", "card=M", ""),  # two in a file are too many
        ("I d5, I g7*", "card=M fences=-/d5-d6", "unit d2"),  # taking the unit tears down the fence behind it
        ("I d4, I g7*", "card=M fences=-/d5-d6", ""),
        ("I g7*", "card=M fences=-/d3-d4", ""),  # nobody rides up to a fence it stands at
        ("I g7*", "card=Re", ""),
    ],
)
def test_a_charge_is_looked_at_where_one_thing_is_in_its_way(blue: str, more: str, wanted: str) -> None:
    assert forced(at("C d1, C d2, C d3, I a1*", blue, more)) == wanted


@pytest.mark.parametrize("simulations", [100, 400])
def test_the_search_puts_a_reinforcement_before_the_charge(simulations: int) -> None:
    """A lesson from lost games: three horses were about to invade, and the reinforcement went elsewhere."""
    s = at(COLUMN, "C a7*, C a6, C g6 W", "turn=blue row=M.Re/Rf mlp=7/3 hand=M.Rf.F/M.M.F")
    actions = [int(action) for action in GAME.legal(s)]
    for seed in range(4):
        action = SearchBot(seed).choose(GAME, GAME.view(s, 1), actions, Budget(600.0, simulations))
        assert GAME.action_text(action) in ("infantry d6", "archer d6", "infantry d7", "archer d7", "infantry d5")


def test_where_a_unit_looks_is_not_left_to_luck() -> None:
    """What half a formation is worth does not tell the ways apart; horses that look aside lost most games."""
    heuristics = cast(LearnedHeuristics, GAME.heuristics)
    s = new()
    assert heuristics.mixes(GAME.view(s, 0)) > 0.0
    s = play(s, "cavalry d2")
    assert heuristics.mixes(GAME.view(s, 0)) == 0.0
    legal = [int(action) for action in GAME.legal(s)]
    chosen = {SearchBot(seed).choose(GAME, GAME.view(s, 0), legal, Budget(600.0, 100)) for seed in range(8)}
    assert {GAME.action_text(action) for action in chosen} == {"face north"}
