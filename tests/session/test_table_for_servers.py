"""What a server needs of a table besides playing at it: whole commands at once, its own dice, forced choices."""

from __future__ import annotations

import pytest

import tests.toy.game  # noqa: F401 - registers whisper
from gunbai.core.errors import IllegalAction, NotYourTurn
from gunbai.core.game import SPECTATOR, Game, State
from gunbai.core.options import Options
from gunbai.core.registry import find
from gunbai.session import NoDice, Table


def whisper() -> Table:
    game = find("whisper")
    return Table(game, Options(game.info.options, {}), dice=NoDice())


def first(game: Game, s: State) -> int:
    return int(game.chance(s).actions[0])


def test_a_list_of_actions_is_checked_whole_and_changes_nothing() -> None:
    table = whisper()
    with pytest.raises(NotYourTurn, match="1 of these"):
        table.check_all(0, [1, 2])
    with pytest.raises(IllegalAction):
        table.check_all(0, [30])
    table.check_all(0, [1])
    assert table.length == 0
    assert table.version == 0


def test_the_callers_dice_decide_chance_and_nothing_else() -> None:
    table = whisper()
    with pytest.raises(NotYourTurn):
        table.roll(first)
    table.play(0, 1)
    table.play(1, 2)
    rolled = [table.roll(first).action for _ in range(3)]
    assert rolled == [20, 20, 10]
    assert table.to_act == (0,)


def test_a_retracted_action_leaves_the_table_as_an_undo_does() -> None:
    undone, retracted = whisper(), whisper()
    for table in (undone, retracted):
        table.play(0, 1)
    undone.undo(0)
    retracted.retract(0)
    assert undone.seen_by(0) == retracted.seen_by(0)


@pytest.mark.parametrize("length", [0, 1, 2])
def test_who_looks_back_decides_nothing_there(length: int) -> None:
    table = whisper()
    table.play(0, 1)
    table.play(1, 2)
    for watcher in (0, 1, int(SPECTATOR)):
        assert table.seen_at(watcher, length)["legal"] == []
    table = whisper()
    assert table.legal(0)
    assert table.seen_at(0, 0)["legal"] == []


def test_a_free_choice_is_not_forced() -> None:
    assert whisper().forced() is None


def test_what_only_a_secret_forces_is_not_forced_for_the_others() -> None:
    """Red has put nothing into three bins; where the rest must go, nobody else can know."""
    game = find("shogun")
    position = (
        "shogun players=3 map=tiny ronin=4 rounds=2 | stage=plan turn=red round=1"
        " | red koku=3 bins=2,0,0,0,0 step=4; blue bins=1,0,0,2,0 sealed; green bins=1,0,1,1,0 sealed"
        " | red1@bungo 1B1S2G; blue1@chikuzen 1B1S2G; green1@chikugo 1B1S2G"
        " | bungo red 1P; buzen red 3P; chikugo green 3P; chikuzen blue 3P; hizen green 1P; nagato blue 1P"
    )
    table = Table(game, game.parse_position(position).options, dice=NoDice(), position=position)
    assert table.only_action() == game.parse_action("bin ninja 1")
    assert table.forced() is None


def test_who_runs_out_of_time_loses() -> None:
    table = whisper()
    table.run_out(1)
    assert table.over
    assert table.returns == (1.0, -1.0)
