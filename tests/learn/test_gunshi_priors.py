"""The learned odds of a battle's actions: they fit the features, and tell nothing hidden."""

from __future__ import annotations

from typing import cast

from librt.vecs import vec

import gunbai
from gunbai.core.game import State
from gunbai.core.registry import find
from gunbai.core.rng import Rng
from gunbai.games.gunshi.learned import GunshiLearning
from gunbai.games.gunshi.priors import FEATURES, LEAST, ActionFeatures, priors
from gunbai.games.gunshi.state import ROW, SIDE, GunshiState
from gunbai.learn.selfplay import NEW, Played
from gunbai.learn.training import choices_of
from tests.learn import positions as quick

GAME = find("gunshi")
LEARNING = cast(GunshiLearning, GAME.learning)


def battles(options: str = "", seeds: int = 4) -> list[State]:
    """Positions of the battle in which there is something to choose."""
    found = quick.positions(GAME, options, seeds, 7)
    return [s for s in found if cast(GunshiState, s).turn > 0 and GAME.actor(s) >= 0 and len(GAME.legal(s)) > 1]


def shipped() -> vec[float]:
    return vec[float](cast(list[float], LEARNING.weights()["prior"]))


def test_every_action_of_a_battle_has_features_with_a_weight() -> None:
    assert len(shipped()) == FEATURES == LEARNING.choice_count
    seen = 0
    for options in ("", "formation=first_battle", "variant=custom deck_rule=secret promos=true"):
        for s in battles(options):
            before = s.key()
            legal = [int(action) for action in GAME.legal(s)]
            rows = LEARNING.choices(s, legal)
            assert len(rows) == len(legal)
            assert all(rows)
            assert all(0 <= number < FEATURES for row in rows for number in row)
            assert s.key() == before, "reading changes nothing"
            seen += 1
    assert seen > 50


def test_no_action_is_ever_forgotten() -> None:
    weights = shipped()
    for s in battles():
        odds = priors(weights, ActionFeatures(), cast(GunshiState, s), GAME.legal(s))
        assert min(odds) >= LEAST
        assert abs(sum(odds) - LEAST * float(len(odds)) - 1.0) < 1e-9


def test_of_what_the_actor_cannot_see_odds_read_the_enemys_row_alone() -> None:
    """The row of the world that was guessed; where the enemy's shogun is guessed to be does not matter."""
    weights, rng, differed = shipped(), Rng(4), 0
    for s in battles():
        actor = int(GAME.actor(s))
        other = cast(GunshiState, GAME.resample(GAME.view(s, actor), rng))
        other.side[SIDE * (1 - actor) + ROW] = cast(GunshiState, s).side[SIDE * (1 - actor) + ROW]
        differed += other.key() != s.key()
        legal = GAME.legal(s)
        one, two = (list(priors(weights, ActionFeatures(), cast(GunshiState, each), legal)) for each in (s, other))
        assert one == two
    assert differed > 10


def test_before_the_battle_nothing_is_learned_of_actions() -> None:
    s = gunbai.new("gunshi", seed=1).state
    assert LEARNING.choices(s, [int(action) for action in GAME.legal(s)]) == []


def test_the_choices_of_the_newest_bot_are_what_is_learned() -> None:
    match = gunbai.new("gunshi", formation="first_battle", seed=3)
    rng, wanted, played = Rng(1), 0, list[int]()
    while not match.over and len(played) < 200:
        legal = match.legal_actions
        wanted += match.actor == 0 and len(legal) > 1 and cast(GunshiState, match.state).turn > 0
        played.append(legal[int(rng.below(len(legal)))])
        match.push(played[-1])
    game = Played(0, "formation=first_battle", [NEW, "search-1"], played, [0.0, 0.0])
    assert wanted > 10
    assert len(choices_of(GAME, [game]).answers) == wanted
