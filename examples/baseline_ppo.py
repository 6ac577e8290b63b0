"""Baseline: masked PPO by self-play on a mini, in NumPy. Prints its learning curve: decisions, NashConv, bits.

    python examples/baseline_ppo.py --game gunkimono --preset mini-1 --updates 128

One small network for both seats reads the observation of the seat to act; illegal actions are masked out of its
policy. A batch of games is played at once, and each finished game's result is what its decisions get. The curve is
exact: the network is asked at every information set of the game, and the solver finds its best opponents. Plain PPO
has no promise to come near an equilibrium: in Gunkimono, where nobody need bluff, it does; in Gunshi it does not.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
import numpy.typing as npt

import gunbai
from gunbai.lab import solver
from gunbai.lab.tree import Tree
from gunbai.lab.yardstick import tabulated
from gunbai.rl.arrays import BatchEnv

Array = npt.NDArray[np.float64]
CLIP, EPOCHS, BONUS, VALUE_WEIGHT = 0.2, 3, 0.05, 0.5


class Network:
    """One hidden layer; a head of logits and one of the value. Adam, written out."""

    def __init__(self, inputs: int, actions: int, hidden: int, rng: np.random.Generator) -> None:
        shapes = {"w": (inputs, hidden), "b": (hidden,), "p": (hidden, actions), "v": (hidden, 1)}
        self.weights = {k: rng.normal(0, 0.1 if k == "w" else 0.01, shape) for k, shape in shapes.items()}
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


def play(env: BatchEnv, network: Network, steps: int, rng: np.random.Generator) -> list[Array]:
    """Rows, masks, actions, their probabilities and advantages, results: of every decision whose game has ended."""
    open_games: list[list[tuple[Any, ...]]] = [[] for _ in range(len(env.acting))]
    done: list[tuple[Any, ...]] = []
    for _ in range(steps):
        rows, masks = env.observations.astype(np.float64), env.masks.copy()
        _, policy, values = network(rows, masks)
        drawn = (policy.cumsum(axis=1) > rng.random((len(policy), 1))).argmax(axis=1)
        actions = np.where(masks[np.arange(len(drawn)), drawn], drawn, policy.argmax(axis=1))
        for g, action in enumerate(actions):
            open_games[g].append((rows[g], masks[g], action, policy[g, action], values[g], env.acting[g]))
        env.step(actions)
        for over in env.ended.nonzero()[0]:
            for *moment, value, seat in open_games[over]:
                done.append((*moment, env.rewards[over, seat] - value, env.rewards[over, seat]))
            open_games[over] = []
    return [np.array(column) for column in zip(*done, strict=True)]


def improve(network: Network, batch: list[Array], rate: float) -> None:
    """A few clipped steps on one batch."""
    rows, masks, actions, old, advantages, results = batch
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    at = np.arange(len(rows)), actions.astype(int)
    for _ in range(EPOCHS):
        hidden, policy, values = network(rows, masks.astype(bool))
        ratio = policy[at] / old
        # Where the ratio has left the clip in the direction of its advantage, there is nothing more to gain.
        free = np.where(advantages > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        weight = advantages * ratio * free
        logs = np.log(np.maximum(policy, 1e-12))
        entropy = -(policy * logs).sum(axis=1, keepdims=True)
        by_logits = policy * weight[:, None] + BONUS * policy * (logs + entropy)
        by_logits[at] -= weight
        network.learn(rows, hidden, by_logits / len(rows), VALUE_WEIGHT * (values - results) / len(rows), rate)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--game", default="gunkimono")
    parser.add_argument("--preset", default="mini-1")
    parser.add_argument("--updates", type=int, default=32)
    parser.add_argument("--games", type=int, default=64, help="games played at once")
    parser.add_argument("--rate", type=float, default=0.003)
    given = parser.parse_args()
    rng = np.random.default_rng(1)
    env = BatchEnv(given.game, given.games, preset=given.preset, seed=1)
    network = Network(env.observation_size, env.action_count, 64, rng)
    match = gunbai.new(given.game, preset=given.preset, seed=None)
    tree = Tree(match.game, match.state)

    def shares(view: gunbai.View, legal: list[int]) -> list[float]:
        """What the network answers from a view."""
        places = [int(env.batch.index.find(action)) for action in legal]
        mask = np.zeros((1, env.action_count), bool)
        mask[0, places] = True
        row = np.array([env.batch.observer.values(view)], np.float64)
        return [float(share) for share in network(row, mask)[1][0, places]]

    print("updates,decisions,nash_conv,bits")
    decisions, shown = 0, 1
    for update in range(1, given.updates + 1):
        batch = play(env, network, 40, rng)
        decisions += len(batch[0])
        improve(network, batch, given.rate)
        if update in (shown, given.updates):
            policy = tabulated(tree, match.state, shares)
            bits = -np.log2(batch[3]).mean()
            print(f"{update},{decisions},{solver.nash_conv(tree, policy):.4f},{bits:.3f}", flush=True)
            shown *= 2
