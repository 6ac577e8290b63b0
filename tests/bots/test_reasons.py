"""Hints say why: what the judgement's parts tell of an action beside the others, from the seat's view alone."""

from __future__ import annotations

import pytest

import tests.toy.game  # noqa: F401 - registers the toy game, whose judgement has no parts
from gunbai.bots.advice import MOST_REASONS, analyse, why
from gunbai.core.bot import Budget
from gunbai.core.game import CHANCE, DONE, State
from gunbai.core.options import Options, parse_options
from gunbai.core.registry import find
from gunbai.core.rng import Rng

OPENINGS = {"gunshi": "formation=first_battle", "gunkimono": "players=2"}


def later(name: str, seed: int, actions: int) -> State:
    """A position with a choice, after so many actions of habit."""
    game, rng = find(name), Rng(seed)
    s = game.start(Options(game.info.options, parse_options(OPENINGS[name])))
    while game.actor(s) != DONE and (actions > 0 or game.actor(s) == CHANCE or len(game.legal(s)) < 3):
        actions -= 1
        chance = game.actor(s) == CHANCE
        game.apply(s, game.draw(s, rng) if chance else game.heuristics.rollout(s, game.legal(s), rng))
    return s


@pytest.mark.parametrize("name", sorted(OPENINGS))
def test_reasons_are_a_few_sentences_the_game_knows(name: str) -> None:
    game, said = find(name), 0
    known = {text for both in game.heuristics.reasons for text in both}
    for seed in range(4):
        s = later(name, seed, 60)
        if game.actor(s) == DONE:
            continue
        found = analyse(game, game.view(s, game.actor(s)), Budget(60.0, 40))
        for each in found.advice:
            assert len(each.reasons) <= MOST_REASONS
            assert {reason.template for reason in each.reasons} <= known
            said += len(each.reasons)
        assert not found.advice[0].equal
        assert found.as_dict()["advice"] == [each.as_dict() for each in found.advice]
    assert said > 3


@pytest.mark.parametrize("name", sorted(OPENINGS))
def test_reasons_do_not_depend_on_what_is_hidden(name: str) -> None:
    game = find(name)
    s = later(name, 2, 60)
    view = game.view(s, game.actor(s))
    actions = [int(action) for action in game.legal(s)][:4]
    other = game.resample(view, Rng(9))
    assert why(game, game.view(other, view.seat), actions) == why(game, view, actions)


def test_points_now_are_a_reason() -> None:
    """A troop of a large open formation in the last turn: points beat honor, and the reason says by how many."""
    game = find("gunkimono")
    for seed in range(40):
        s, rng = later("gunkimono", seed, 10), Rng(seed)
        while game.actor(s) != DONE:
            texts = {game.action_text(action): int(action) for action in game.legal(s)}
            if game.actor(s) != CHANCE and {"score points", "score honor"} <= set(texts):
                worth = why(game, game.view(s, game.actor(s)), [texts["score points"], texts["score honor"]])
                templates = [reason.template for reason in worth[texts["score points"]]]
                if "brings {points} more points at once" in templates:
                    against = [reason.template for reason in worth[texts["score honor"]]]
                    assert "brings {points} fewer points at once" in against
                    return
            chance = game.actor(s) == CHANCE
            game.apply(s, game.draw(s, rng) if chance else game.heuristics.rollout(s, game.legal(s), rng))
    raise AssertionError("no such moment came up")


def test_a_game_whose_judgement_has_no_parts_gives_no_reasons() -> None:
    game = find("whisper")
    s = game.start(Options(game.info.options, {}))
    rng = Rng(1)
    while game.actor(s) == CHANCE:
        game.apply(s, game.draw(s, rng))
    view = game.view(s, game.actor(s))
    assert why(game, view, [int(action) for action in game.legal(s)]) == {}
