"""Baseline: masked PPO by self-play, in NumPy. Prints its learning curve.

    python examples/baseline_ppo.py --game gunkimono --preset mini-1 --updates 128
    python examples/baseline_ppo.py --game gunkimono --set players=2 --updates 200 --against greedy --against random

One small network for all seats reads the observation of the seat to act; illegal actions are masked out of its
policy. A batch of games is played at once, and each finished game's result is what its decisions get. On a mini the
curve is exact: the network is asked at every information set of the game, and the solver finds its best opponents.
On a whole game (--against) it is the score against named bots, over all seats. Plain PPO has no promise to come near
an equilibrium: in Gunkimono, where nobody need bluff, it does; in Gunshi it does not.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

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

Array = npt.NDArray[np.float32]
CLIP, EPOCHS, BONUS, VALUE_WEIGHT, STRETCH = 0.2, 3, 0.05, 0.5, 4096


class Network:
    """One hidden layer; a head of logits and one of the value. Adam, written out."""

    def __init__(self, env: BatchEnv, hidden: int, rng: np.random.Generator) -> None:
        self._env = env
        inputs, actions = env.observation_size, env.action_count
        shapes = {"w": (inputs, hidden), "b": (hidden,), "p": (hidden, actions), "v": (hidden, 1)}
        drawn = {k: rng.normal(0, 0.1 if k == "w" else 0.01, shape) for k, shape in shapes.items()}
        self.weights = {k: w.astype(np.float32) for k, w in drawn.items()}
        self._mean = {k: np.zeros_like(w) for k, w in self.weights.items()}
        self._spread = {k: np.zeros_like(w) for k, w in self.weights.items()}
        self._steps = 0

    def __call__(self, rows: Array, masks: Any) -> tuple[Array, Array, Array]:
        """Hidden values, the masked policy, and the value of each row."""
        hidden = np.tanh(rows @ self.weights["w"] + self.weights["b"])
        logits = np.where(masks, hidden @ self.weights["p"], -np.inf)
        raised = np.exp(logits - logits.max(axis=1, keepdims=True))
        return hidden, raised / raised.sum(axis=1, keepdims=True), (hidden @ self.weights["v"])[:, 0]

    def learn(self, rows: Array, hidden: Array, by_logits: Array, by_values: Array, rate: float) -> None:
        """One step of Adam against the gradients by logits and values."""
        by_hidden = by_logits @ self.weights["p"].T + by_values[:, None] * self.weights["v"][:, 0]
        inner = by_hidden * (1 - hidden**2)
        found = {"w": rows.T @ inner, "b": inner.sum(0), "p": hidden.T @ by_logits, "v": hidden.T @ by_values[:, None]}
        self._steps += 1
        for key, gradient in found.items():
            self._mean[key] = 0.9 * self._mean[key] + 0.1 * gradient
            self._spread[key] = 0.999 * self._spread[key] + 0.001 * gradient**2
            mean = self._mean[key] / (1 - 0.9**self._steps)
            self.weights[key] -= rate * mean / (np.sqrt(self._spread[key] / (1 - 0.999**self._steps)) + 1e-8)

    def shares(self, view: gunbai.View, legal: Sequence[int]) -> list[float]:
        """How likely it is to choose each action, from a view."""
        places = [int(self._env.batch.index.find(action)) for action in legal]
        mask = np.zeros((1, self._env.action_count), bool)
        mask[0, places] = True
        row = np.array([self._env.batch.observer.values(view)], np.float32)
        return [float(share) for share in self(row, mask)[1][0, places]]

    def choose(self, game: gunbai.Game, view: gunbai.View, legal: Sequence[int], budget: Budget) -> int:
        """As a bot: the likeliest action."""
        return legal[int(np.argmax(self.shares(view, legal)))]


class Player:
    """Plays the games of a batch with the network; a game may go on from one update to the next."""

    def __init__(self, env: BatchEnv, network: Network, rng: np.random.Generator) -> None:
        self._env, self._network, self._rng = env, network, rng
        self._open: list[list[tuple[Any, ...]]] = [[] for _ in env.acting]

    def play(self, steps: int) -> list[npt.NDArray[Any]]:
        """Rows, masks, actions, their probabilities, values and results: of each decision whose game ended now."""
        env, done = self._env, list[tuple[Any, ...]]()
        for _ in range(steps):
            rows, masks = env.observations.copy(), env.masks.copy()
            _, policy, values = self._network(rows.astype(np.float32), masks)
            drawn = (policy.cumsum(axis=1) > self._rng.random((len(policy), 1))).argmax(axis=1)
            actions = np.where(masks[np.arange(len(drawn)), drawn], drawn, policy.argmax(axis=1))
            for g, action in enumerate(actions):
                self._open[g].append((rows[g], masks[g], action, policy[g, action], values[g], int(env.acting[g])))
            env.step(actions)
            for over in env.ended.nonzero()[0]:
                done += [(*moment, env.rewards[over, seat]) for *moment, seat in self._open[over]]
                self._open[over] = []
        return [np.array(column) for column in zip(*done, strict=True)]


def improve(network: Network, batch: list[npt.NDArray[Any]], rate: float, rng: np.random.Generator) -> None:
    """A few clipped steps on one batch, at most so many decisions at once."""
    spread = float((batch[5] - batch[4]).std()) + 1e-8
    mean = float((batch[5] - batch[4]).mean())
    for _ in range(EPOCHS):
        for part in np.array_split(rng.permutation(len(batch[0])), -(-len(batch[0]) // STRETCH)):
            bytes_of, masks, actions, old, guessed, results = (column[part] for column in batch)
            rows, advantages = bytes_of.astype(np.float32), ((results - guessed) - mean) / spread
            at = np.arange(len(rows)), actions.astype(int)
            hidden, policy, values = network(rows, masks)
            ratio = policy[at] / old
            # Where the ratio has left the clip in the direction of its advantage, there is nothing more to gain.
            free = np.where(advantages > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
            weight = advantages * ratio * free
            logs = np.log(np.maximum(policy, 1e-12))
            entropy = -(policy * logs).sum(axis=1, keepdims=True)
            by_logits = policy * weight[:, None] + BONUS * policy * (logs + entropy)
            by_logits[at] -= weight
            by_values = VALUE_WEIGHT * (values - results) / len(rows)
            network.learn(rows, hidden, (by_logits / len(rows)).astype(np.float32), by_values.astype(np.float32), rate)


def score(network: Network, game: str, options: dict[str, str], bot: str, games: int) -> str:
    """Its share of results against a bot in all other seats, in every seat equally often, with its 95 % interval."""
    total, seats = 0.0, gunbai.new(game, seed=None, **options).options.players
    for number in range(games):
        match, seat = gunbai.new(game, seed=number // seats, **options), number % seats
        minds: list[Any] = [network if other == seat else bots.make(bot, number) for other in range(seats)]
        bots.play_out(match, minds, Budget(iterations=20))
        total += (match.returns[seat] + 1) / 2
    low, high = wilson(total, games)
    return f"{total / games:.3f} ({low:.2f} to {high:.2f})"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--game", default="gunkimono")
    parser.add_argument("--preset", help="mini-1, or the usual game with --against")
    parser.add_argument("--set", action="append", default=[], help="an option of the game, as NAME=VALUE")
    parser.add_argument("--updates", type=int, default=32)
    parser.add_argument("--games", type=int, default=64, help="games played at once")
    parser.add_argument("--steps", type=int, default=40, help="decisions in each of them between updates")
    parser.add_argument("--hidden", type=int, default=64)
    parser.add_argument("--rate", type=float, default=0.003)
    parser.add_argument("--against", action="append", default=[], help="a bot to play against, instead of NashConv")
    parser.add_argument("--matches", type=int, default=100, help="games against each of them")
    given = parser.parse_args()
    preset = given.preset if given.preset is not None else "" if given.against else "mini-1"
    options = {"preset": preset, **dict(word.split("=", 1) for word in given.set)}
    rng = np.random.default_rng(1)
    env = BatchEnv(given.game, given.games, seed=1, **options)
    network = Network(env, given.hidden, rng)
    player = Player(env, network, rng)
    match = gunbai.new(given.game, seed=None, **options)
    tree = None if given.against else Tree(match.game, match.state)
    print("updates,decisions,bits," + (",".join(given.against) or "nash_conv"))
    decisions, shown = 0, 1
    for update in range(1, given.updates + 1):
        batch = player.play(given.steps)
        while not batch:
            batch = player.play(given.steps)
        decisions += len(batch[0])
        improve(network, batch, given.rate, rng)
        if update in (shown, given.updates):
            if tree is not None:
                policy = tabulated(tree, match.state, network.shares)
                told = [f"{solver.nash_conv(tree, policy):.4f}"]
            else:
                told = [score(network, given.game, options, bot, given.matches) for bot in given.against]
            print(f"{update},{decisions},{-np.log2(batch[3]).mean():.3f},{','.join(told)}", flush=True)
            shown *= 2
