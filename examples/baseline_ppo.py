"""Baseline: masked PPO by self-play, in NumPy. Prints its learning curve.

    python examples/baseline_ppo.py --game gunkimono --preset mini-1 --updates 128
    python examples/baseline_ppo.py --game gunkimono --set players=2 --updates 200 --against greedy --against random

One small network for all seats reads the observation of the seat to act; illegal actions are masked out of its
policy. Each finished game's result is what its decisions get; self_play.py has the loop and the curve. Plain PPO has no
promise to come near an equilibrium: in Gunkimono, where nobody need bluff, it does; in Gunshi it does not.
baseline_ppo_torch.py is the same in PyTorch.
"""

from __future__ import annotations

import argparse

import numpy as np
import numpy.typing as npt
from self_play import Array, Moments, parser, train

from gunbai.rl.arrays import BatchEnv

Floats = npt.NDArray[np.float32]
CLIP, EPOCHS, VALUE_WEIGHT, STRETCH = 0.2, 3, 0.5, 4096


class PPO:
    """One hidden layer; a head of logits and one of the value. Gradients and Adam are written out."""

    def __init__(self, env: BatchEnv, given: argparse.Namespace) -> None:
        inputs, actions, hidden = env.observation_size, env.action_count, given.hidden
        shapes = {"w": (inputs, hidden), "b": (hidden,), "p": (hidden, actions), "v": (hidden, 1)}
        self._rng, self._rate, self._bonus = np.random.default_rng(1), given.rate, given.bonus
        drawn = {k: self._rng.normal(0, 0.1 if k == "w" else 0.01, shape) for k, shape in shapes.items()}
        self.weights = {k: w.astype(np.float32) for k, w in drawn.items()}
        self._mean = {k: np.zeros_like(w) for k, w in self.weights.items()}
        self._spread = {k: np.zeros_like(w) for k, w in self.weights.items()}
        self._steps = 0

    def _forward(self, rows: Floats, masks: Array) -> tuple[Floats, Floats, Floats]:
        """Hidden values, the masked policy, and the value of each row."""
        hidden = np.tanh(rows @ self.weights["w"] + self.weights["b"])
        logits = np.where(masks, hidden @ self.weights["p"], -np.inf)
        raised = np.exp(logits - logits.max(axis=1, keepdims=True))
        return hidden, raised / raised.sum(axis=1, keepdims=True), (hidden @ self.weights["v"])[:, 0]

    def policy(self, rows: Array, masks: Array) -> tuple[Array, Array]:
        """What the network says of rows."""
        _, policy, values = self._forward(rows.astype(np.float32), masks)
        return policy, values

    def improve(self, moments: Moments) -> None:
        """A few clipped steps on one batch, at most so many decisions at once."""
        gain = moments.results - moments.expected
        advantages = (gain - gain.mean()) / (gain.std() + 1e-8)
        for _ in range(EPOCHS):
            for part in np.array_split(self._rng.permutation(len(gain)), -(-len(gain) // STRETCH)):
                self._step(Moments(*(column[part] for column in moments)), advantages[part])

    def _step(self, now: Moments, advantages: Array) -> None:
        rows, at = now.rows.astype(np.float32), (np.arange(len(now.rows)), now.actions.astype(int))
        hidden, policy, values = self._forward(rows, now.masks)
        ratio = policy[at] / now.chances
        # Where the ratio has left the clip in the direction of its advantage, there is nothing more to gain.
        free = np.where(advantages > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        weight = advantages * ratio * free
        logs = np.log(np.maximum(policy, 1e-12))
        entropy = -(policy * logs).sum(axis=1, keepdims=True)
        by_logits = policy * weight[:, None] + self._bonus * policy * (logs + entropy)
        by_logits[at] -= weight
        by_values = VALUE_WEIGHT * (values - now.results) / len(rows)
        self._adam(rows, hidden, (by_logits / len(rows)).astype(np.float32), by_values.astype(np.float32))

    def _adam(self, rows: Floats, hidden: Floats, by_logits: Floats, by_values: Floats) -> None:
        by_hidden = by_logits @ self.weights["p"].T + by_values[:, None] * self.weights["v"][:, 0]
        inner = by_hidden * (1 - hidden**2)
        found = {"w": rows.T @ inner, "b": inner.sum(0), "p": hidden.T @ by_logits, "v": hidden.T @ by_values[:, None]}
        self._steps += 1
        for key, gradient in found.items():
            self._mean[key] = 0.9 * self._mean[key] + 0.1 * gradient
            self._spread[key] = 0.999 * self._spread[key] + 0.001 * gradient**2
            mean = self._mean[key] / (1 - 0.9**self._steps)
            self.weights[key] -= self._rate * mean / (np.sqrt(self._spread[key] / (1 - 0.999**self._steps)) + 1e-8)


if __name__ == "__main__":
    options = parser(__doc__)
    options.add_argument("--hidden", type=int, default=64)
    options.add_argument("--rate", type=float, default=0.003)
    options.add_argument("--bonus", type=float, default=0.05, help="what a nat of entropy is worth")
    given = options.parse_args()
    train(given, lambda env: PPO(env, given))
