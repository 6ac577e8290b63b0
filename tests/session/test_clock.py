"""Clocks: totals, days per move, pauses, flags; and whose time runs."""

from __future__ import annotations

from math import inf
from pathlib import Path

import pytest

from gunbai.core.errors import GunbaiError
from gunbai.core.options import Options
from gunbai.core.registry import find
from gunbai.session import Clock, Control, GameOver, Table, days_per_move, load, parse_control, save, tournament
from gunbai.session.clock import DAY, parse_clock
from tests.session import hideout


class Hand:
    """A watch moved by hand."""

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time

    def wait(self, seconds: float) -> None:
        self.time += seconds


def table_with(control: Control, hand: Hand) -> Table:
    game = find("hideout")
    assert game is hideout.GAME
    table = Table(game, Options(game.info.options, {}), clock=Clock(control, 2, hand))
    table.play(0, 1)
    table.play(1, 2)
    return table


def test_without_a_control_time_does_not_matter() -> None:
    hand = Hand()
    table = table_with(Control(), hand)
    hand.wait(1e9)
    table.play(0, 13)
    assert (table.clock.left(0), table.clock.flagged()) == (inf, None)


def test_a_total_runs_down_for_who_must_act_and_nothing_is_added() -> None:
    hand = Hand()
    table = table_with(tournament(), hand)
    hand.wait(100)
    table.play(0, 13)
    hand.wait(10)
    table.play(0, hideout.PASS)
    hand.wait(30)
    assert (table.clock.left(0), table.clock.left(1)) == (1090, 1170)
    assert table.clock.running == (1,)


def test_a_clock_that_runs_out_loses_at_once() -> None:
    hand = Hand()
    table = table_with(tournament(), hand)
    hand.wait(1199.9)
    table.tick()
    assert not table.over
    hand.wait(0.1)
    table.tick()
    assert table.result == "black -1, white 1 (black out of time)"
    assert table.clock.running == ()


def test_an_action_after_the_flag_is_too_late() -> None:
    hand = Hand()
    table = table_with(tournament(), hand)
    hand.wait(1201)
    with pytest.raises(GameOver, match="black out of time"):
        table.play(0, 13)
    assert table.length == 2


def test_undo_returns_no_time_and_ends_when_the_clock_has_passed_on() -> None:
    hand = Hand()
    table = table_with(tournament(), hand)
    hand.wait(5)
    table.play(0, 13)
    table.undo(0)
    assert table.clock.left(0) == 1195
    table.play(0, 13)
    table.play(0, hideout.PASS)
    assert table.undo_refusal(0) == "the clock has passed on"


def test_days_per_move_start_again_with_each_action() -> None:
    hand = Hand()
    table = table_with(days_per_move(3), hand)
    hand.wait(2.9 * DAY)
    table.play(0, 13)
    assert table.clock.left(0) == 3 * DAY
    hand.wait(DAY)
    table.play(0, hideout.PASS)
    assert (table.clock.left(1), table.clock.running) == (3 * DAY, (1,))
    hand.wait(3 * DAY)
    table.tick()
    assert table.result == "black 1, white -1 (white out of time)"


def test_sealed_choices_run_several_clocks_and_the_first_to_fall_loses() -> None:
    hand = Hand()
    game = find("hideout")
    table = Table(game, Options(game.info.options, {}), clock=Clock(tournament(), 2, hand))
    assert table.clock.running == (0, 1)
    hand.wait(100)
    table.play(1, 2)
    hand.wait(50)
    assert (table.clock.left(0), table.clock.left(1)) == (1050, 1100)


def test_of_several_clocks_the_one_with_the_least_time_falls_first() -> None:
    hand = Hand()
    clock = Clock(tournament(), 3, hand)
    clock.run([1])
    hand.wait(100)
    clock.run([0, 1, 2])
    hand.wait(1099)
    assert clock.flagged() is None
    hand.wait(1)
    assert clock.flagged() == 1


def test_a_sealed_choice_of_another_seat_gives_nobody_new_time() -> None:
    hand = Hand()
    game = find("hideout")
    table = Table(game, Options(game.info.options, {}), clock=Clock(days_per_move(1), 2, hand))
    assert table.clock.running == (0, 1)
    hand.wait(DAY / 2)
    table.play(0, 1)
    assert list(table.clock.running) == [1]
    assert table.clock.left(1) == DAY / 2


def test_a_paused_clock_stands_still() -> None:
    hand = Hand()
    table = table_with(tournament(), hand)
    hand.wait(10)
    table.clock.pause()
    hand.wait(1e6)
    table.tick()
    assert not table.over
    # Nor does it run when a paused game is saved, or paused once more.
    assert table.clock.text() == "total:1200 1190.000 1200.000"
    table.clock.pause()
    assert table.clock.left(0) == 1190
    table.clock.resume()
    hand.wait(10)
    assert table.clock.left(0) == 1180


def test_the_clock_is_kept_with_the_game(tmp_path: Path) -> None:
    hand = Hand()
    table = table_with(tournament(), hand)
    hand.wait(100.5)
    save(table, tmp_path / "game")
    hand.wait(5000)
    again = load(tmp_path / "game", now=hand)
    hand.wait(10)
    assert (again.clock.left(0), again.clock.left(1)) == (1089.5, 1200)


def test_controls_and_clocks_are_words() -> None:
    for control in (Control(), tournament(), days_per_move(2)):
        assert parse_control(control.text()) == control
    for text in (
        "",
        "total",
        "total:0",
        "total:nan",
        "per-move:1e99",
        "blitz:5",
        "none:5",
        "total:５００",
        "total:1_000",
        "total: 5 0",
    ):
        with pytest.raises(GunbaiError):
            parse_control(text)
    for text in ("", "total:5 1", "total:5 6 1", "total:5 -1 1", "total:5 x 1"):
        with pytest.raises(GunbaiError):
            parse_clock(text, 2)
