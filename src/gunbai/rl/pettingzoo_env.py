"""Every game as an environment of PettingZoo, seat after seat (AEC).

from gunbai.rl.pettingzoo_env import env
games = env("gunshi", preset="first_battle")
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from gunbai.core.errors import GunbaiError
from gunbai.rl.single import SingleGame

Observation = dict[str, npt.NDArray[Any]]


class GunbaiAECEnv(AECEnv[str, Observation, int]):  # type: ignore[misc]
    """One game; agents are the seats by name. An observation has the seat's row and its mask of legal actions."""

    def __init__(self, game: str, preset: str = "", render_mode: str | None = None, **options: object) -> None:
        super().__init__()
        self.single = SingleGame(game, preset, **options)
        self.metadata: dict[str, Any] = {
            "name": f"gunbai_{game}_v{self.single.game.info.rules_version}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = list(self.single.seat_names)
        self.agents = self.possible_agents[:]
        size, actions = self.single.observation_size, self.single.action_count
        row = spaces.Box(0, 127, (size,), np.uint8)
        mask = spaces.Box(0, 1, (actions,), np.int8)
        self.observation_spaces = {
            name: spaces.Dict({"observation": row, "action_mask": mask}) for name in self.possible_agents
        }
        self.action_spaces = {name: spaces.Discrete(actions) for name in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        drawn = int(np.random.default_rng().integers(2**31)) if seed is None else seed
        self.single.reset(drawn)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in self.agents}
        self._pass_on()

    def observe(self, agent: str) -> Observation:
        seat = self.possible_agents.index(agent)
        return {"observation": self.single.observation(seat), "action_mask": self.single.mask(seat)}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise GunbaiError("{seat} has to choose an action", seat=agent)
        self._cumulative_rewards[agent] = 0.0
        self.single.play(int(action))
        self._clear_rewards()
        if self.single.over:
            for name, value in zip(self.possible_agents, self.single.returns, strict=True):
                self.rewards[name] = value
                self.terminations[name] = True
        self._pass_on()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The position as a spectator sees it, on one line."""
        return self.single.game.view_text(self.single.view(None)) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""

    def _pass_on(self) -> None:
        actor = self.single.actor
        self.agent_selection = self.possible_agents[max(actor, 0)] if actor >= 0 else self.agents[0]


def env(
    game: str, preset: str = "", render_mode: str | None = None, **options: object
) -> AECEnv[str, Observation, int]:
    """The game as PettingZoo's own games come: order of calls and range of actions are checked."""
    made: AECEnv[str, Observation, int] = GunbaiAECEnv(game, preset, render_mode, **options)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)
