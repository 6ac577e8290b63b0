"""What bots let be taken back in every game, and what a record says about actions that people took back."""

from __future__ import annotations

import pytest

from gunbai.core import record as records
from gunbai.core.game import CHANCE
from gunbai.core.rng import Rng
from gunbai.session import BOT, Seat, Table, TableDice
from tests.contract.cases import CASES, Case

# In Gunshi nothing is drawn or thrown after the first choice.
drawing_case = pytest.mark.parametrize(
    "case",
    [c for c in CASES if not c.preset and c.players == c.game.info.player_counts[0] and c.name != "gunshi"],
    ids=str,
)


def played(case: Case, seats: list[Seat], seed: int) -> Table:
    """A running game in which chance has decided something after the first choice."""
    rng = Rng(seed)
    table = Table(case.game, case.options, seats, dice=TableDice(seed))
    while not any(step.seat == CHANCE for step in table.history.true_steps(1)):
        seat = table.to_act[int(rng.below(len(table.to_act)))]
        legal = table.legal(seat)
        table.play(seat, legal[int(rng.below(len(legal)))])
    assert not table.over
    return table


def last_chance(table: Table) -> int:
    """The number of actions before the last draw or throw."""
    return max(number for number, step in enumerate(table.history.true_steps()) if step.seat == CHANCE)


@drawing_case
def test_no_bot_lets_a_draw_or_a_throw_be_taken_back(case: Case) -> None:
    """Otherwise a person against bots asks again and again until the dice are kind (the draws after it are new)."""
    seats = [Seat("person", "Ann"), *(Seat(BOT, "greedy", "greedy") for _ in range(case.players - 1))]
    table = played(case, seats, 7)
    length = table.length
    for before in {0, last_chance(table) // 2, last_chance(table)}:
        table.offer_take_back(0, before)
        assert (table.length, table.offers.standing) == (length, None)


@drawing_case
def test_people_may_take_back_a_draw_and_the_record_says_how_often(case: Case) -> None:
    table = played(case, [Seat("person", f"Person {number}") for number in range(case.players)], 8)
    assert "take-backs" not in table.record().notes
    for times in (1, 2):
        before = last_chance(table)
        table.offer_take_back(0, before)
        assert table.length > before
        for seat in range(1, case.players):
            table.answer(seat, True)
        assert records.read(records.write(table.record())).notes["take-backs"] == str(times)
