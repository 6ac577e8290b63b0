"""The page of strength claims only what enough games show."""

from __future__ import annotations

from pathlib import Path

import tests.toy.game  # noqa: F401 - registers whisper
from gunbai.lab.arena import Bout, Result, Standing
from gunbai.lab.strength import Measure, known, measure, page, plan

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


def test_every_game_has_a_ladder() -> None:
    for game in ("gunshi", "gunkimono", "shogun"):
        pairs = [(m.first, m.second) for m in plan() if m.game == game and m.section == "The levels"]
        steps = [pair for pair in pairs if "script:taker" not in pair]
        assert steps == [(f"level-{number}", f"level-{number - 1}") for number in (2, 3, 4, 5)]
        beginners = [pair for pair in pairs if "script:taker" in pair]
        assert beginners == ([] if game == "shogun" else [("script:taker", "level-1"), ("level-3", "script:taker")])
