"""Baseline: masked PPO by self-play, in PyTorch, which is installed by hand. Prints its learning curve.

    python examples/baseline_ppo_torch.py --game gunkimono --preset mini-1 --updates 128
    python examples/baseline_ppo_torch.py --game gunkimono --set players=2 --updates 200 --against greedy

The same as baseline_ppo.py with PyTorch's layers, gradients and Adam, as a beginning for larger networks: more layers,
a device, a schedule. self_play.py has the loop and the curve.
"""

from __future__ import annotations

import argparse
import sys
from importlib.util import find_spec

if find_spec("torch") is None:
    print("this example needs PyTorch, which is installed by hand: pytorch.org says how")
    sys.exit()

import torch
from self_play import Array, Moments, parser, train
from torch import nn

from gunbai.rl.arrays import BatchEnv

CLIP, EPOCHS, VALUE_WEIGHT, STRETCH = 0.2, 3, 0.5, 4096


class PPO:
    """A body of one hidden layer, a head of logits and one of the value."""

    def __init__(self, env: BatchEnv, given: argparse.Namespace) -> None:
        torch.manual_seed(1)
        torch.set_num_threads(given.threads)
        self._bonus = given.bonus
        self._body = nn.Sequential(nn.Linear(env.observation_size, given.hidden), nn.Tanh())
        self._logits, self._value = nn.Linear(given.hidden, env.action_count), nn.Linear(given.hidden, 1)
        nn.init.normal_(self._logits.weight, std=0.01)
        self._adam = torch.optim.Adam(nn.ModuleList([self._body, self._logits, self._value]).parameters(), given.rate)

    def _forward(self, rows: Array, masks: Array) -> tuple[torch.distributions.Categorical, torch.Tensor]:
        hidden = self._body(torch.as_tensor(rows).float())
        logits = self._logits(hidden).masked_fill(~torch.as_tensor(masks), -1e9)
        return torch.distributions.Categorical(logits=logits), self._value(hidden)[:, 0]

    def policy(self, rows: Array, masks: Array) -> tuple[Array, Array]:
        """What the network says of rows."""
        with torch.no_grad():
            policy, values = self._forward(rows, masks)
            return policy.probs.numpy(), values.numpy()

    def improve(self, moments: Moments) -> None:
        """A few clipped steps on one batch, at most so many decisions at once."""
        gain = torch.as_tensor(moments.results - moments.expected).float()
        advantages = (gain - gain.mean()) / (gain.std(unbiased=False) + 1e-8)
        for _ in range(EPOCHS):
            for part in torch.randperm(len(gain)).split(STRETCH):
                now = Moments(*(column[part.numpy()] for column in moments))
                policy, values = self._forward(now.rows, now.masks)
                ratio = (policy.log_prob(torch.as_tensor(now.actions)) - torch.as_tensor(now.chances).log()).exp()
                clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
                gained = torch.minimum(ratio * advantages[part], clipped * advantages[part]).mean()
                missed = (values - torch.as_tensor(now.results).float()).square().mean()
                loss = VALUE_WEIGHT * missed / 2 - gained - self._bonus * policy.entropy().mean()
                self._adam.zero_grad()
                loss.backward()
                self._adam.step()


if __name__ == "__main__":
    options = parser(__doc__)
    options.add_argument("--hidden", type=int, default=64)
    options.add_argument("--rate", type=float, default=0.003)
    options.add_argument("--bonus", type=float, default=0.05, help="what a nat of entropy is worth")
    options.add_argument("--threads", type=int, default=1)
    given = options.parse_args()
    train(given, lambda env: PPO(env, given))
