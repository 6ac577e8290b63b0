"""Lessons that are games: every script of the house can be played, and what it claims is what happens."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from gunbai.core import registry
from gunbai.core.errors import BadNotation, IllegalAction
from gunbai.core.game_files import game_file
from gunbai.session.lesson import Lesson, LessonStep, NotInThisStep, read_lesson

GAMES = ("gunshi", "gunkimono", "shogun")
# In these words no lesson of the house may lack a topic: see the issue "Tables worth staring at".
TOPICS = {
    "gunshi": ["send M", "join", "fence", "shoot", "lightning", "cavalry d2"],
    "gunkimono": ["score points", "score honor", "build", "banner"],
    "shogun": ["bin", "castle", "levy", "move 1", "hits", "lose army", "press", "march"],
}


def script_of(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(game_file(registry.find(name), "lesson.json") or "{}")
    return found


def lesson_of(name: str) -> Lesson:
    found = read_lesson(registry.find(name))
    assert found is not None
    return found


def actions_of(lesson: Lesson, step: LessonStep) -> list[str]:
    return [lesson.game.action_text(move.action) for move in lesson.moves[step.first : step.end]]


@pytest.mark.parametrize("name", GAMES)
def test_every_step_can_be_played_and_speaks_both_languages(name: str) -> None:
    lesson, script = lesson_of(name), script_of(name)
    assert len(lesson.steps) == len(script["steps"]) > 8
    for step, given in zip(lesson.steps, script["steps"], strict=True):
        for texts in (step.text, *([step.otherwise] if step.first < step.end else [])):
            assert texts["en"].isascii()
            assert any(ord(letter) > 0x3000 for letter in texts["ja"])
            assert not re.search(r"駒|[0-9一二三四五何]体", texts["ja"]), "the table calls a unit 部隊"
            assert len(texts["en"]) < 330, "too long to be read beside a board on a telephone"
        assert set(given) <= {"en", "ja", "play", "else", "proof"}
    said = " ".join(lesson.game.action_text(move.action) for move in lesson.moves)
    assert [topic for topic in TOPICS[name] if topic not in said] == []


@pytest.mark.parametrize("name", GAMES)
def test_what_a_step_claims_is_what_happens(name: str) -> None:
    lesson = lesson_of(name)
    proofs = 0
    for step, given in zip(lesson.steps, script_of(name)["steps"], strict=True):
        proof = given.get("proof", {})
        told = " ".join(line.text for line in lesson.table(step.end).log.lines(lesson.seat, step.first))
        for claim in proof.get("told", []):
            assert claim in told, f"{name}: {given['en']}"
            proofs += 1
        for action, paragraph in proof.get("refused", {}).items():
            at = step.first + proof.get("refused_after", 0)
            with pytest.raises(IllegalAction) as refused:
                lesson.check(at, [int(lesson.game.parse_action(action))])
            assert refused.value.paragraph == paragraph
            proofs += 1
    assert proofs >= 4


@pytest.mark.parametrize("name", GAMES)
def test_only_what_the_step_asks_for_is_taken(name: str) -> None:
    lesson = lesson_of(name)
    others = 0
    for at, move in enumerate(lesson.moves):
        if not move.learner:
            continue
        lesson.check(at, [move.action])
        for other in lesson.table(at).legal(lesson.seat)[:4]:
            if other != move.action:
                others += 1
                with pytest.raises(NotInThisStep):
                    lesson.check(at, [other])
    assert others > 8


def test_several_actions_may_be_laid_out_in_any_order() -> None:
    lesson = lesson_of("shogun")
    plan = lesson.awaited(0)
    assert [lesson.game.action_text(action) for action in plan][:2] == ["bin swords 1", "bin build 2"]
    lesson.check(0, plan)
    lesson.check(0, plan[::-1])
    with pytest.raises(NotInThisStep):
        lesson.check(0, [int(lesson.game.parse_action(f"bin {b} {n}")) for b, n in [("swords", 5)]])


def test_what_opponents_and_chance_do_is_shown_action_by_action() -> None:
    lesson = lesson_of("shogun")
    taken = next(at for at, move in enumerate(lesson.moves) if lesson.game.action_text(move.action) == "take sword 1")
    # Both draws of swords belong to the learner's action.
    assert lesson.stops_after(taken, 1) == [taken + 3]
    # Of the others' sealed plans each action is a moment.
    assert lesson.stops_after(0, 5) == list(range(5, 16))


def test_the_gunshi_lesson_is_won() -> None:
    lesson = lesson_of("gunshi")
    table = lesson.table(len(lesson.moves))
    assert table.over
    assert table.returns == (1.0, -1.0)


def test_the_shogun_lesson_is_a_whole_round_and_brings_experience() -> None:
    lesson = lesson_of("shogun")
    before, after = (lesson.game.position_text(lesson.table(at).history.state) for at in (0, len(lesson.moves)))
    assert "stage=plan" in before
    assert "round=2" in before
    assert "stage=plan" in after
    assert "round=3" in after
    assert ("hole=2" in before, "hole=3" in after) == (True, True)
    view: Any = lesson.table(len(lesson.moves)).view(0).data()
    assert json.dumps(view).count('"red"') > 0
    assert "bungo red" in after


def test_a_broken_lesson_says_where() -> None:
    gunshi = registry.find("gunshi")
    start: dict[str, Any] = {"position": script_of("gunshi")["position"]}
    with pytest.raises(BadNotation, match="action 1 of the lesson, 'send R1'"):
        Lesson(gunshi, start | {"steps": [{"en": "Send.", "play": ["send R1"]}]})
    with pytest.raises(BadNotation, match="does not begin with the learner"):
        Lesson(gunshi, start | {"steps": [{"en": "Look.", "play": ["red: send M"]}]})
    with pytest.raises(BadNotation, match="no list"):
        Lesson(gunshi, start | {"steps": 3})
