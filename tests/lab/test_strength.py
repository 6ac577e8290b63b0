"""The page of strength claims only what enough games show."""

from __future__ import annotations

from pathlib import Path

import pytest

import tests.toy.game  # noqa: F401 - registers whisper
from gunbai.core.errors import GunbaiError
from gunbai.lab.arena import Bout, Result, Standing
from gunbai.lab.strength import Measure, known, marked, measure, page, plan, rewritten

PAIR = Measure("Guessing", "whisper", "", "greedy", "random", 0.1, 4, 0.65, 0.5, 24)


def standing(won: int, games: int) -> Standing:
    made = Standing(("greedy", "random"))
    for number in range(games):
        first = 1.0 if number < won else -1.0
        bout = Bout("whisper", "", ("greedy", "random"), number, 0, 0.1)
        places = [1, 2] if first > 0 else [2, 1]
        made.add(bout, Result(bout.key, [first, -first], places, 9, "", [1, 1], [0.1, 0.1], [0.1, 0.1]))
    return made


def test_few_games_claim_nothing() -> None:
    assert PAIR.verdict(Standing(PAIR.lineup)) == "not measured"
    assert PAIR.verdict(standing(10, 10)) == "so far, too few games"
    assert PAIR.verdict(standing(24, 24)) == "reached"
    assert PAIR.verdict(standing(16, 24)) == "not shown"
    assert PAIR.verdict(standing(2, 24)) == "not reached"


def test_the_page_gives_figures_and_the_command_that_repeats_them(tmp_path: Path) -> None:
    kept, heard = tmp_path / "kept.jsonl", list[str]()
    short = Measure("Guessing", "whisper", "", "greedy", "random", 0.1, 1, 0.65, 0.5, 24)
    played = measure([short], kept, 1, lambda m: heard.append(m.first))
    assert heard == ["greedy", "greedy"]
    assert played[0][1].games == known([short], kept)[0][1].games == 2
    text = page(played)
    assert "gunbai arena whisper -b greedy -b random --seconds 0.1 --rounds 1 --cpu" in text
    assert "| 2 |" in text


def test_a_page_is_written_anew_around_what_people_wrote(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    short = Measure("Guessing", "whisper", "", "greedy", "random", 0.1, 1, 0.65, 0.5, 24)
    empty = page(known([short], folder))
    assert marked(empty)
    assert not marked("# A page of somebody's own\n")
    told = empty.replace("## Guessing", "## Guessing\n\nWhat people think of it.") + "\nThe end.\n"
    assert "not measured" in told
    measure([short], folder, 1, lambda m: None)
    assert [file.name for file in folder.iterdir()] == ["whisper.jsonl"]
    found = known([short], folder)
    anew = rewritten(told, found)
    assert "What people think of it." in anew
    assert anew.endswith("\nThe end.\n")
    assert "not measured" not in anew
    assert "| 2 |" in anew
    assert rewritten(anew, found) == anew
    longer = Measure("Guessing", "whisper", "", "greedy", "random", 0.1, 9, 0.65, 0.5, 24)
    assert measure([longer], folder, 1, lambda m: None, most=4)[0][1].games == 4
    with pytest.raises(GunbaiError, match="has no"):
        rewritten(told.replace("<!-- /strength -->", ""), found)


def test_every_game_has_a_ladder() -> None:
    for game in ("gunshi", "gunkimono", "shogun"):
        pairs = [(m.first, m.second) for m in plan() if m.game == game and m.section == "The levels"]
        steps = [pair for pair in pairs if "script:taker" not in pair]
        assert steps == [(f"level-{number}", f"level-{number - 1}") for number in (2, 3, 4, 5)]
        beginners = [pair for pair in pairs if "script:taker" in pair]
        assert beginners == ([] if game == "shogun" else [("script:taker", "level-1"), ("level-3", "script:taker")])
