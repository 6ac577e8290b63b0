"""Undo of what is sealed in Shogun step by step: free until the last seal opens all of them."""

from __future__ import annotations

from typing import cast

import pytest

from gunbai.core.options import Options
from gunbai.core.registry import find
from gunbai.games.shogun.view import ShogunView
from gunbai.session import Table

SHOWN = "it showed something that was hidden"
# Two koku are levied by red, one by blue, none by green; or hired as ronin; or are still to be planned.
BOARD = (
    " | red1@hida 1B; blue1@oki 3P; green1@shima 1P"
    " | hida red 2P; mino red 1P; etchu red 1P; oki blue 1P; shima green; kai blue 1P"
)
LEVY = (
    "shogun players=3 | stage=levy round=2 bins_open=1"
    " | red sword=1 bins=0,0,2,0,0; blue sword=2 bins=0,0,1,0,0; green sword=3" + BOARD
)
HIRE = LEVY.replace("stage=levy", "stage=hire").replace("0,0,2,0,0", "0,0,0,1,0").replace("0,0,1,0,0", "0,0,0,1,0")
PLAN = "shogun players=3 | stage=plan round=2 | red koku=3; blue koku=3; green koku=3" + BOARD


def at(position: str) -> Table:
    game = find("shogun")
    return Table(game, Options(game.info.options, {"players": 3}), position=position)


def stage_of(table: Table) -> str:
    return str(cast(ShogunView, table.view(0)).data()["stage"])


def seal(table: Table, seat: int) -> int:
    """Make the seat's sealed choice, step by step, always the first there is; returns how many steps it took."""
    before, stage = table.length, stage_of(table)
    while seat in table.to_act and stage_of(table) == stage:
        table.play(seat, table.legal(seat)[0])
    return table.length - before


@pytest.mark.parametrize("position", [LEVY, PLAN], ids=["levy", "plan"])
def test_what_is_sealed_can_be_taken_back_step_by_step_until_all_have_sealed(position: str) -> None:
    table = at(position)
    red, length = table.to_act[0], table.length
    steps = seal(table, red)
    assert steps > 1
    assert table.to_act, "somebody still owes a choice"
    for _ in range(steps):
        assert table.undo_refusal(red) == ""
        table.undo(red)
    assert (table.length, red in table.to_act) == (length, True)
    seal(table, red)
    for seat in table.to_act:
        seal(table, seat)
    # Bids that are all the same are settled by lot, which nobody takes back either.
    assert table.undo_refusal(seat) in (SHOWN, "chance acted last")


def test_hidden_ronin_can_be_taken_back_although_nobody_may_know_where_they_are() -> None:
    table = at(HIRE)
    red = table.to_act[0]
    assert seal(table, red) > 1
    assert table.undo_refusal(red) == ""


def test_a_choice_that_others_answered_is_not_taken_back() -> None:
    table = at(LEVY)
    red, blue = table.to_act
    seal(table, red)
    table.play(blue, table.legal(blue)[0])
    assert table.undo_refusal(red) == "blue acted last"
