"""The batch plays the games of the engine, shows each actor its own view, and takes nothing illegal."""

from __future__ import annotations

import numpy as np
import pytest

import gunbai
from gunbai.core.game import CHANCE, DONE
from gunbai.core.observation import Row, blank_words
from gunbai.rl.arrays import BatchEnv

# Game, preset, and how many steps a test follows.
KINDS = [("gunshi", "tiny", 120), ("gunshi", "first_battle", 60), ("gunkimono", "tiny", 60), ("gunkimono", "", 60),
         ("shogun", "tiny", 60), ("shogun", "kyushu", 40)]  # fmt: skip


class Alone:
    """One game played by the contract's own words, with the draws that a game of a batch has."""

    def __init__(self, env: BatchEnv, seed: int) -> None:
        self.game, self.options, self.rng = env.game, env.options, gunbai.Rng(seed)
        self.state = self.game.start(self.options)
        self.draw()

    def draw(self) -> None:
        while self.game.actor(self.state) == CHANCE:
            self.game.apply(self.state, self.game.draw(self.state, self.rng))

    def play(self, action: int) -> list[float] | None:
        """The returns if that ends the game; another one is begun then."""
        self.game.apply(self.state, action)
        self.draw()
        if self.game.actor(self.state) != DONE:
            return None
        returns = list(self.game.returns(self.state))
        self.state = self.game.start(self.options)
        self.draw()
        return returns


@pytest.mark.parametrize(("name", "preset", "steps"), KINDS)
def test_arrays_show_what_the_engine_says(name: str, preset: str, steps: int) -> None:
    env = BatchEnv(name, games=3, preset=preset, seed=11)
    game, index, observer = env.game, env.batch.index, env.batch.observer
    alone = [Alone(env, 11 + number) for number in range(3)]
    ended = 0
    for _ in range(steps):
        for number, single in enumerate(alone):
            actor = game.actor(single.state)
            assert env.acting[number] == actor
            legal = sorted(int(index.find(action)) for action in game.legal(single.state))
            assert list(np.flatnonzero(env.masks[number])) == legal
            assert env.observations[number].tolist() == observer.values(game.view(single.state, actor))
            assert env.batch.state(number).key() == single.state.key()
        actions = env.random_actions()
        env.step(actions)
        for number, single in enumerate(alone):
            returns = single.play(int(index.action_at(int(actions[number]))))
            assert env.ended[number] == (returns is not None)
            assert env.rewards[number].tolist() == (returns or [0.0] * env.seats)
            ended += int(env.ended[number])
    if preset == "tiny" and name != "shogun":
        assert ended > 0


# Game, options, how many decisions: whole games, in which armies fall, clans are taken over and seats take turns.
LONG: list[tuple[str, dict[str, object], int]] = [
    ("shogun", {"preset": "kyushu"}, 3000),
    ("shogun", {"preset": "kyushu", "players": 2}, 1500),
    ("shogun", {}, 2500),
    ("gunkimono", {"players": 5}, 600),
    ("gunkimono", {"preset": "gk55"}, 300),
    ("gunshi", {}, 300),
]


@pytest.mark.parametrize(("name", "options", "decisions"), LONG, ids=str)
def test_a_row_that_is_rewritten_in_part_is_that_of_the_view(
    name: str, options: dict[str, object], decisions: int
) -> None:
    env = BatchEnv(name, games=2, seed=7, **options)  # type: ignore[arg-type]
    observer, size = env.batch.observer, env.observation_size
    own = blank_words(size)
    row, values = Row(own), np.frombuffer(own, dtype=np.uint8)[:size]  # type: ignore[call-overload]
    for step in range(decisions // 2):
        env.step(env.random_actions())
        number = step % 2
        row.begin(0)
        observer.write(env.game.view(env.batch.state(number), env.acting[number]), row)
        row.end()
        different = np.flatnonzero(env.observations[number] != values)
        assert not len(different), [part for part in observer.parts if part.start <= different[0]][-1]


def test_arrays_are_made_once_and_rewritten() -> None:
    env = BatchEnv("gunshi", games=2, preset="tiny", seed=1)
    before = env.observations.copy()
    held = env.observations
    env.step(env.random_actions())
    assert held is env.observations
    assert (held != before).any()


def test_actions_that_were_drawn_and_the_same_ones_handed_over_play_the_same_games() -> None:
    drawn, handed = BatchEnv("gunshi", games=3, seed=5), BatchEnv("gunshi", games=3, seed=5)
    for _ in range(40):
        actions = drawn.random_actions()
        handed.step(actions.tolist())
        drawn.step(actions)
        assert (drawn.observations == handed.observations).all()
        assert (drawn.masks == handed.masks).all()


def test_equal_seeds_give_equal_games_whatever_the_number_of_games() -> None:
    many, one = BatchEnv("gunkimono", games=4, seed=20), BatchEnv("gunkimono", games=1, seed=22)
    assert (many.observations[2] == one.observations[0]).all()
    many.reset(20)
    again = BatchEnv("gunkimono", games=4, seed=20)
    assert (many.observations == again.observations).all()


def test_an_illegal_action_is_named_and_nothing_is_played() -> None:
    env = BatchEnv("gunshi", games=3, preset="tiny", seed=1)
    before = env.observations.copy(), env.masks.copy()
    actions = env.random_actions().copy()
    for wrong in (int(np.flatnonzero(~env.masks[1])[0]), -1, env.action_count, 2**62):
        actions[1] = wrong
        with pytest.raises(gunbai.GunbaiError, match="not legal in game 1"):
            env.step(actions)
        assert (env.observations == before[0]).all()
        assert (env.masks == before[1]).all()
    with pytest.raises(gunbai.GunbaiError, match="takes 3 actions"):
        env.step(actions[:2])
    with pytest.raises(gunbai.GunbaiError, match="at least one game"):
        BatchEnv("gunshi", games=0)


def test_every_number_of_seats_has_its_columns() -> None:
    for seats in (2, 3, 4, 5):
        env = BatchEnv("gunkimono", games=2, seed=3, players=seats)
        assert env.rewards.shape == (2, seats)
        assert max(env.acting) < seats
        assert CHANCE not in env.acting.tolist()
