"""Styles within a level: named, and no more than a little otherwise."""

from __future__ import annotations

from typing import cast

import gunbai
from gunbai.bots.levels import STYLES, LevelBot, in_style, level_of
from gunbai.core.bot import Budget
from gunbai.core.game import State
from gunbai.core.judgement import Learning
from gunbai.core.registry import find
from gunbai.core.rng import Rng
from gunbai.games.gunshi.learned import LearnedHeuristics
from gunbai.games.gunshi.state import GunshiState
from tests.learn import positions as quick

GAME = find("gunshi")
LEARNING = cast(Learning, GAME.learning)


def battles() -> list[State]:
    return [s for s in quick.positions(GAME, "", 4, 7) if cast(GunshiState, s).turn > 0 and GAME.actor(s) >= 0]


def test_styles_are_named_and_change_a_little() -> None:
    assert level_of("level-4:careful") == level_of("level-4")
    assert level_of("level-4:lazy") is None
    plain = cast(LearnedHeuristics, LEARNING.heuristics(LEARNING.weights()))
    for style in ("aggressive", "careful"):
        other = cast(LearnedHeuristics, LEARNING.heuristics(LEARNING.weights()))
        other.style(style)
        changed = 0
        for s in battles():
            other.guess(GAME, GAME.view(s, 1), Rng(1))
            own, usual = other.values(s)[1], plain.values(s)[1]
            changed += own != usual
            assert abs(own - usual) < 0.5
        assert changed > 10


def test_a_level_plays_in_the_style_that_is_named() -> None:
    match = gunbai.new("gunshi", formation="first_battle", seed=2)
    for style in STYLES:
        bot = LevelBot(3, 5, style.key)
        assert bot.choose(GAME, match.view(match.actor), match.legal_actions, Budget(1.0, 20)) in match.legal_actions


def test_a_table_draws_the_style_of_its_bots() -> None:
    drawn = {in_style(GAME, "level-4", f"table {number}") for number in range(40)}
    assert drawn == {"level-4", "level-4:aggressive", "level-4:careful", "level-4:tricky"}
    assert {in_style(GAME, "level-4", "the same") for _ in range(5)} <= drawn
    for bot in ("level-1", "level-2", "search", "level-4:tricky", "script:rush"):
        assert {in_style(GAME, bot, f"table {number}") for number in range(40)} == {bot}
    assert {in_style(find("shogun"), "level-4", f"table {number}") for number in range(40)} == {"level-4"}
