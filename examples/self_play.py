"""What learners by self-play share: a batch of games played by a policy, and the learning curve of that policy.

    python examples/self_play.py --game gunshi --preset mini-1      # the even policy, which learns nothing

On a mini the curve is exact: the policy is asked at every information set of the game, and the solver finds its best
opponents. On a whole game (--against BOT) it is the score against named bots, over all seats.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from time import process_time
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

import gunbai
from gunbai import bots
from gunbai.core.bot import Budget
from gunbai.lab import solver
from gunbai.lab.statistics import wilson
from gunbai.lab.tree import Tree
from gunbai.lab.yardstick import tabulated
from gunbai.rl.arrays import BatchEnv

Array = npt.NDArray[Any]


class Moments(NamedTuple):
    """Decisions of games that have ended, a column each: what was seen, what was legal, what was chosen, how likely
    that was, what the learner expected, and the result of the seat."""

    rows: Array
    masks: Array
    actions: Array
    chances: Array
    expected: Array
    results: Array


class Learner(Protocol):
    """What a learner is to this loop."""

    def policy(self, rows: Array, masks: Array) -> tuple[Array, Array]:
        """How likely each action is in each row, and what the row is worth."""

    def improve(self, moments: Moments) -> None:
        """Learn from games that have ended."""


class Even:
    """All legal actions alike."""

    def policy(self, rows: Array, masks: Array) -> tuple[Array, Array]:
        """Nothing is expected of any row."""
        return masks / masks.sum(axis=1, keepdims=True), np.zeros(len(rows))

    def improve(self, moments: Moments) -> None:
        """Learn nothing."""


class Table:
    """A batch of games; a game may go on from one update to the next."""

    def __init__(self, env: BatchEnv, learner: Learner) -> None:
        self._env, self._learner, self._rng = env, learner, np.random.default_rng(1)
        self._open: list[list[tuple[Any, ...]]] = [[] for _ in env.acting]

    def play(self, steps: int) -> Moments:
        """So many decisions in each game, or more until a game has ended."""
        env, done = self._env, list[tuple[Any, ...]]()
        while steps > 0 or not done:
            steps -= 1
            rows, masks = env.observations.copy(), env.masks.copy()
            policy, values = self._learner.policy(rows, masks)
            drawn = (policy.cumsum(axis=1) > self._rng.random((len(policy), 1))).argmax(axis=1)
            actions = np.where(masks[np.arange(len(drawn)), drawn], drawn, policy.argmax(axis=1))
            for g, action in enumerate(actions):
                self._open[g].append((rows[g], masks[g], action, policy[g, action], values[g], int(env.acting[g])))
            env.step(actions)
            for over in env.ended.nonzero()[0]:
                done += [(*moment, env.rewards[over, seat]) for *moment, seat in self._open[over]]
                self._open[over] = []
        return Moments(*(np.array(column) for column in zip(*done, strict=True)))


class Asked:
    """A learner as a bot that plays what is likeliest, and as a policy that the solver can judge."""

    def __init__(self, env: BatchEnv, learner: Learner, options: dict[str, str]) -> None:
        self._env, self._learner, self._options = env, learner, options

    def shares(self, view: gunbai.View, legal: Sequence[int]) -> list[float]:
        """How likely each action is, from a view."""
        places = [int(self._env.batch.index.find(action)) for action in legal]
        mask = np.zeros((1, self._env.action_count), bool)
        mask[0, places] = True
        row = np.array([self._env.batch.observer.values(view)], np.uint8)
        return [float(share) for share in self._learner.policy(row, mask)[0][0, places]]

    def choose(self, game: gunbai.Game, view: gunbai.View, legal: Sequence[int], budget: Budget) -> int:
        """As a bot does."""
        return legal[int(np.argmax(self.shares(view, legal)))]

    def score(self, bot: str, games: int) -> str:
        """Its share of results against a bot in all other seats, in every seat equally often, with 95 % intervals."""
        name, seats, total = self._env.game.info.name, self._env.seats, 0.0
        for number in range(games):
            match = gunbai.new(name, seed=number // seats, **self._options)
            minds: list[Any] = [bots.make(bot, number) for _ in range(seats)]
            minds[number % seats] = self
            bots.play_out(match, minds, Budget(iterations=20))
            total += (match.returns[number % seats] + 1) / 2
        low, high = wilson(total, games)
        return f"{total / games:.3f},{low:.3f},{high:.3f}"


def parser(doc: str | None) -> argparse.ArgumentParser:
    """The options that all learners have."""
    made = argparse.ArgumentParser(description=(doc or "").partition("\n")[0])
    made.add_argument("--game", default="gunkimono")
    made.add_argument("--preset", help="mini-1, or the usual game with --against")
    made.add_argument("--set", action="append", default=[], help="an option of the game, as NAME=VALUE")
    made.add_argument("--updates", type=int, default=32)
    made.add_argument("--games", type=int, default=64, help="games played at once")
    made.add_argument("--steps", type=int, default=40, help="decisions in each of them between updates")
    made.add_argument("--against", action="append", default=[], help="a bot to play against, instead of NashConv")
    made.add_argument("--matches", type=int, default=100, help="games against each of them")
    return made


def train(given: argparse.Namespace, make: Callable[[BatchEnv], Learner]) -> None:
    """Play, improve, and print the curve as comma-separated values."""
    preset = given.preset if given.preset is not None else "" if given.against else "mini-1"
    options = {"preset": preset, **dict(word.split("=", 1) for word in given.set)}
    env = BatchEnv(given.game, given.games, seed=1, **options)
    learner = make(env)
    table, asked = Table(env, learner), Asked(env, learner, options)
    match = gunbai.new(given.game, seed=None, **options)
    tree = None if given.against else Tree(match.game, match.state)
    told = [f"{bot},{bot} low,{bot} high" for bot in given.against] if given.against else ["nash_conv"]
    print(",".join(["updates", "decisions", "seconds", *told]))
    decisions, shown, began = 0, 1, process_time()
    for update in range(1, given.updates + 1):
        moments = table.play(given.steps)
        decisions += len(moments.rows)
        learner.improve(moments)
        if update in (shown, given.updates):
            if tree is not None:
                told = [f"{solver.nash_conv(tree, tabulated(tree, match.state, asked.shares)):.4f}"]
            else:
                told = [asked.score(bot, given.matches) for bot in given.against]
            print(",".join([str(update), str(decisions), f"{process_time() - began:.1f}", *told]), flush=True)
            shown *= 2


if __name__ == "__main__":
    train(parser(__doc__).parse_args(), lambda env: Even())
