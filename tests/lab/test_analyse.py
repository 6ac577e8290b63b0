"""Explanations come from the same search and the same view as the bots' play."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import gunbai
import tests.toy.game  # noqa: F401 - registers the toy game
from gunbai.bots.advice import analyse
from gunbai.cli.front import run
from gunbai.core.bot import Budget
from gunbai.core.errors import GunbaiError
from gunbai.core.foresight import sentences
from gunbai.lab.analyse import turning_points

# North has two guesses left, and east's 3 is known to all.
KNOWN = "[[0,3],[0,1],[1,0],[[],[3]],1,0]"


def test_the_best_action_comes_first_with_its_margin() -> None:
    match = gunbai.from_position("whisper", KNOWN)
    found = analyse(match.game, match.view(0), Budget(30.0, 400))
    best = found.advice[0]
    assert best.text == found.line[0] == "guess 3"
    assert best.expected > 0.5
    assert 0 <= best.margin < 0.2
    assert abs(sum(a.share for a in found.advice) - 1) < 0.01
    assert found.simulations <= 400


def test_a_spectator_gets_no_advice() -> None:
    match = gunbai.from_position("whisper", KNOWN)
    with pytest.raises(GunbaiError, match="spectator"):
        analyse(match.game, match.view(), Budget(1.0, 10))


def test_advice_does_not_depend_on_what_is_hidden() -> None:
    advice = []
    for token in (0, 1):
        match = gunbai.from_position("whisper", KNOWN.replace("[0,1]", f"[0,{token}]"))
        advice.append(analyse(match.game, match.view(0), Budget(30.0, 100)).as_dict())
    assert advice[0] == advice[1]


def test_a_mistake_is_a_turning_point(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = gunbai.from_position("whisper", "[[0,3],[0,1],[0,0],[[],[3]],1,0]")
    match.push("guess 0")
    match.push("guess 2")
    turns = turning_points(match.record, Budget(30.0, 300))
    assert [(t.number, t.played, t.better) for t in turns] == [(1, "guess 0", "guess 3")]
    assert turns[0].cost >= 0.25
    file = tmp_path / "game.txt"
    match.save(file)
    assert run(["analyse", str(file), "--at", "0", "--seconds", "0.2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["advice"][0]["text"] == "guess 3"
    assert run(["analyse", str(file), "--seconds", "0.2"]) == 0
    told = capsys.readouterr().out
    assert "played guess 0" in told
    assert "guess 3 was better" in told
    assert run(["analyse", str(file), "--at", "99"]) == 2


def test_a_position_is_judged_by_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["analyse", "whisper", "--position", KNOWN, "--seconds", "0.2"]) == 0
    told = capsys.readouterr().out
    assert "line: guess 3" in told
    assert run(["analyse", "whisper", "--position", KNOWN, "--at", "1"]) == 2


@pytest.mark.parametrize(("name", "options"), [("gunshi", {}), ("gunkimono", {"players": 2}), ("shogun", {})])
def test_every_game_is_explained(name: str, options: dict[str, Any]) -> None:
    """A moment of a record and its turning points, each advice with words and a legal action."""
    match = gunbai.new(name, seed=5, **options)
    bots = [gunbai.bots.make("random", seat) for seat in range(match.options.players)]
    while len(match.record.steps) < 120:
        actor = match.actor
        match.push(bots[actor].choose(match.game, match.view(actor), match.legal_actions, Budget()))
    found = analyse(match.game, match.view(match.actor), Budget(30.0, 60))
    assert {a.action for a in found.advice} <= set(match.legal_actions)
    assert all(a.text and a.sentence and -1 <= a.expected <= 1 for a in found.advice)
    outlook = match.game.outlook(match.view(match.actor))
    assert [a.brings for a in found.advice] == [sentences(outlook.foresee([a.action]).sayings) for a in found.advice]
    assert name != "gunkimono" or all(a.brings for a in found.advice)
    match.undo(len(match.record.steps) - 90)
    for turn in turning_points(match.record, Budget(30.0, 20)):
        assert turn.played != turn.better
        assert turn.cost >= 0.25
