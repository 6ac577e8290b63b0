"""Styles within a level: named, and no more than a little otherwise."""

from __future__ import annotations

from typing import cast

import pytest

import gunbai
from gunbai.bots.levels import STYLES, LevelBot, Styled, in_style, level_of
from gunbai.core.bot import Budget
from gunbai.core.game import CHANCE, Heuristics, State
from gunbai.core.judgement import Learning
from gunbai.core.options import Options
from gunbai.core.registry import find
from gunbai.core.rng import Rng
from gunbai.games.gunkimono.learned import LearnedHeuristics as GunkimonoHeuristics
from gunbai.games.shogun.learned import PlannedHeuristics
from gunbai.games.shogun.state import PLAN, ShogunState
from gunbai.games.shogun.view import ShogunView
from tests.learn import positions as quick

GAMES = ("gunshi", "gunkimono", "shogun")
BEGUN = {"gunshi": "turn", "gunkimono": "step", "shogun": "round"}
# Games of Shogun are long: fewer of their positions are enough.
EVERY = {"gunshi": 7, "gunkimono": 7, "shogun": 400}


def judged(game: str) -> list[State]:
    """Positions of a game that has begun, in which somebody is to act."""
    rules = find(game)
    return [
        s for s in quick.positions(rules, "", 12, EVERY[game]) if getattr(s, BEGUN[game]) > 0 and rules.actor(s) >= 0
    ]


def fresh(game: str) -> Heuristics:
    learning = cast(Learning, find(game).learning)
    return learning.heuristics(learning.weights())


def begun(game: str) -> ShogunState:
    """The first bid of a game of Shogun."""
    rules, rng = find(game), Rng(5)
    s = cast(ShogunState, rules.start(Options(rules.info.options, {})))
    while s.stage != PLAN:
        chance = rules.actor(s) == CHANCE
        legal = rules.legal(s)
        rules.apply(s, rules.draw(s, rng) if chance else rules.heuristics.rollout(s, legal, rng))
    return s


@pytest.mark.parametrize("game", GAMES)
def test_styles_are_named_and_change_a_little(game: str) -> None:
    assert level_of("level-4:careful") == level_of("level-4")
    assert level_of("level-4:lazy") is None
    rules, plain = find(game), fresh(game)
    for style in ("aggressive", "careful"):
        other = fresh(game)
        assert isinstance(other, Styled)
        other.style(style)
        changed = 0
        for s in judged(game):
            other.guess(rules, rules.view(s, 1), Rng(1))
            own, usual = other.values(s)[1], plain.values(s)[1]
            changed += own != usual
            assert abs(own - usual) < 0.5
        assert changed > 10


def test_a_tricky_player_of_gunkimono_thinks_more_of_a_tile_that_nobody_sees() -> None:
    other, plain = cast(GunkimonoHeuristics, fresh("gunkimono")), cast(GunkimonoHeuristics, fresh("gunkimono"))
    other.style("tricky")
    assert other.drawn > plain.drawn


def test_a_tricky_player_of_shogun_is_harder_to_foresee() -> None:
    """The likeliest of the sealed bids is less likely, and all of them still spend what there is."""
    shares = []
    for tricky in (False, True):
        heuristics = cast(PlannedHeuristics, fresh("shogun"))
        if tricky:
            heuristics.style("tricky")
        t = begun("shogun")
        view = cast(ShogunView, find("shogun").view(t, find("shogun").actor(t)))
        plans = heuristics.bids(t, view, Rng(3))
        assert {sum(bins) for bins, _ in plans} == {5}
        assert sum(share for _, share in plans) == pytest.approx(1.0)
        shares.append(plans[0][1])
    assert shares[1] < shares[0] - 0.1


@pytest.mark.parametrize("game", GAMES)
def test_a_level_plays_in_the_style_that_is_named(game: str) -> None:
    match = gunbai.new(game, seed=2)
    for style in STYLES:
        bot = LevelBot(3, 5, style.key)
        chosen = bot.choose(find(game), match.view(match.actor), match.legal_actions, Budget(1.0, 20))
        assert chosen in match.legal_actions


@pytest.mark.parametrize("game", GAMES)
def test_a_table_draws_the_style_of_its_bots(game: str) -> None:
    rules = find(game)
    drawn = {in_style(rules, "level-4", f"table {number}") for number in range(40)}
    assert drawn == {"level-4", "level-4:aggressive", "level-4:careful", "level-4:tricky"}
    assert {in_style(rules, "level-4", "the same") for _ in range(5)} <= drawn
    for bot in ("level-1", "level-2", "search", "level-4:tricky", "script:rush"):
        assert {in_style(rules, bot, f"table {number}") for number in range(40)} == {bot}
