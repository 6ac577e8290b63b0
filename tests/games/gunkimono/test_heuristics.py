"""The advice that bots get is sensible: bounded, aware of everything public, and better than chance."""

from __future__ import annotations

from typing import cast

from gunbai import bots
from gunbai.core.bot import Budget
from gunbai.core.game import CHANCE, DONE
from gunbai.core.options import Options
from gunbai.core.rng import Rng
from gunbai.games.gunkimono.rules import GAME
from gunbai.games.gunkimono.state import GunkimonoState
from tests.games.gunkimono.table import play, position, start


def test_values_and_weights_are_bounded_everywhere() -> None:
    rng = Rng(4)
    s = start(players=4, track="1,2,4")
    while GAME.actor(s) != DONE:
        values = [float(v) for v in GAME.heuristics.values(s)]
        assert len(values) == 4
        assert all(-1.0 <= v <= 1.0 for v in values)
        actions = GAME.legal(s)
        if GAME.actor(s) == CHANCE:
            GAME.apply(s, GAME.draw(s, rng))
            continue
        weights = GAME.heuristics.weights(s, actions)
        assert len(weights) == len(actions)
        assert all(w > 0.0 for w in weights)
        picked = GAME.heuristics.rollout(s, actions, rng)
        assert picked in list(actions)
        GAME.apply(s, picked)


def test_more_points_look_better() -> None:
    behind, ahead = (GAME.heuristics.values(position(f"players=2 vp={p},50"))[0] for p in (30, 70))
    assert behind < 0 < ahead


def test_the_larger_formation_weighs_more() -> None:
    s = play(position("players=2 grid=AAI/APC/IAP hands=-/-"), "small A")
    actions = GAME.legal(s)
    weights = dict(zip([GAME.action_text(a) for a in actions], GAME.heuristics.weights(s, actions), strict=True))
    assert max(weights, key=lambda text: weights[text]) == "place b2"


def test_greedy_beats_random() -> None:
    s = cast(GunkimonoState, GAME.start(Options(GAME.info.options, {"players": 2})))
    rng = Rng(1)
    players = [bots.make("greedy", 1), bots.make("random", 2)]
    while (actor := int(GAME.actor(s))) != DONE:
        if actor == CHANCE:
            GAME.apply(s, GAME.draw(s, rng))
            continue
        legal = [int(a) for a in GAME.legal(s)]
        GAME.apply(s, players[actor].choose(GAME, GAME.view(s, actor), legal, Budget(1.0, 1)))
    assert GAME.placing(s) == (1, 2)
