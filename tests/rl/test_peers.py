"""The peers' own suites: PettingZoo's api and seed tests, Gymnasium's checker, OpenSpiel's random simulation."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from open_spiel.python.algorithms.generate_playthrough import playthrough
from pettingzoo.test import api_test, parallel_api_test, seed_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

import gunbai
import gunbai.rl.gymnasium_env
import gunbai.rl.openspiel_games
from gunbai.rl.pettingzoo_env import env

GAMES = ("gunshi", "gunkimono", "shogun")
# Seats have names of their own, and an observation has two parts: PettingZoo would have chosen otherwise.
TASTE = "ignore::UserWarning"


@pytest.mark.filterwarnings(TASTE)
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("preset", ["", "tiny"])
def test_pettingzoo_api(name: str, preset: str) -> None:
    api_test(env(name, preset=preset), num_cycles=120)


@pytest.mark.filterwarnings(TASTE)
@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_seeds(name: str) -> None:
    seed_test(lambda: env(name, preset="tiny"), num_cycles=60)


# Seats act in turn, so what PettingZoo offers for such games is its own conversion: one seat acts, the others wait.
# Its seed test for these draws actions without their masks, so no game with rules can pass it; seeds are tested above.
@pytest.mark.filterwarnings(TASTE)
@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_parallel(name: str) -> None:
    parallel_api_test(turn_based_aec_to_parallel(env(name, preset="tiny")), num_cycles=60)


@pytest.mark.filterwarnings(TASTE)
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("preset", ["", "tiny"])
def test_gymnasium_checker(name: str, preset: str) -> None:
    check_env(gymnasium.make(f"gunbai/{name.title()}-v0", preset=preset).unwrapped, skip_render_check=True)


# Whole games; all of Japan takes a minute (docs/environments.md), so Shogun is played on Kyushu.
@pytest.mark.parametrize(
    "game", ["gunshi", "gunkimono", "shogun(preset=kyushu)", *(f"{name}(preset=tiny)" for name in GAMES)]
)
def test_openspiel_random_simulation(game: str) -> None:
    small = "tiny" in game
    loaded = pyspiel.load_game(f"gunbai_{game}")
    pyspiel.random_sim_test(loaded, num_sims=2 if small else 1, serialize=small or "shogun" not in game, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_playthrough(name: str) -> None:
    text = playthrough(f"gunbai_{name}(preset=tiny)", None, seed=4)
    assert f'GameType.short_name = "gunbai_{name}"' in text
    assert "IsTerminal() = True" in text


def test_openspiel_takes_options() -> None:
    game = pyspiel.load_game("gunbai_shogun(preset=tiny,options=players:2;rounds:1)")
    assert game.num_players() == 2
    with pytest.raises(gunbai.BadOptions):
        pyspiel.load_game("gunbai_shogun(options=players)")


def _play(made: Any, rng: np.random.Generator) -> tuple[float, int]:
    _, info = made.reset(seed=7)
    steps = 0
    while True:
        legal = np.flatnonzero(info["action_mask"])
        assert (made.action_masks() == info["action_mask"].astype(bool)).all()
        _, reward, over, cut, info = made.step(int(rng.choice(legal)))
        steps += 1
        if over or cut:
            return float(reward), steps


@pytest.mark.parametrize("name", GAMES)
def test_a_learner_plays_a_whole_game_against_bots(name: str) -> None:
    made = gymnasium.make(f"gunbai/{name.title()}-v0", preset="tiny", opponents="greedy", iterations=4).unwrapped
    reward, steps = _play(made, np.random.default_rng(1))
    assert -1.0 <= reward <= 1.0
    assert steps > 0
    with pytest.raises(gunbai.GunbaiError, match="over"):
        made.step(0)


def test_an_illegal_action_loses_or_raises_with_its_rule() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made: Any = gymnasium.make("gunbai/Gunshi-v0", preset="tiny").unwrapped
        strict: Any = gymnasium.make("gunbai/Gunshi-v0", preset="tiny", illegal="raise").unwrapped
    _, info = made.reset(seed=1)
    strict.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, over, _, info = made.step(wrong)
    assert (reward, over) == (-1.0, True)
    assert info["illegal"]
    before = strict.single.match.position
    with pytest.raises(gunbai.GunbaiError):
        strict.step(wrong)
    assert strict.single.match.position == before
