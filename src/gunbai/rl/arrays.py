"""Many games at once as NumPy arrays that are made once and rewritten by every step."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gunbai.core.match import beginning
from gunbai.core.observation import LANES, Part
from gunbai.core.registry import find
from gunbai.core.rng import Rng
from gunbai.rl.batch import Batch


class BatchEnv:
    """So many games of one kind. All arrays show the present moment; copy what must outlive the next step.

    >>> env = BatchEnv("gunshi", games=2, preset="tiny", seed=1)
    >>> env.observations.shape == (2, env.observation_size) and env.masks.shape == (2, env.action_count)
    True
    >>> env.step(env.random_actions())
    """

    def __init__(self, game: str, games: int = 1, *, preset: str = "", seed: int = 0, **options: object) -> None:
        rules = find(game)
        self.game = rules
        self.options, position = beginning(rules, preset, options)
        first = rules.parse_position(position) if position else None
        self.batch = batch = Batch(rules, self.options, games, seed, first)
        self.seats = int(batch.seats)
        self.observation_size = int(batch.values)
        self.action_count = int(batch.actions)
        self._rng = Rng(seed)
        rows = np.frombuffer(batch.observations, dtype=np.uint8).reshape(games, -1)  # type: ignore[call-overload]
        masks = np.frombuffer(batch.masks, dtype=np.uint8).reshape(games, -1)  # type: ignore[call-overload]
        # What the seat to act knows, and which actions it has.
        self.observations: npt.NDArray[np.uint8] = rows[:, : self.observation_size]
        self.masks: npt.NDArray[np.bool_] = masks.view(np.bool_)[:, : self.action_count]
        # Who acts; returns by seat of the games that ended with the last step; which those are.
        self.acting: npt.NDArray[np.int64] = np.frombuffer(batch.acting, dtype=np.int64)  # type: ignore[call-overload]
        rewards = np.frombuffer(batch.rewards, dtype=np.float64)  # type: ignore[call-overload]
        self.rewards: npt.NDArray[np.float64] = rewards.reshape(games, self.seats)
        # What the last step played, or the next one plays if it was drawn: such actions need not be handed over.
        self._chosen: npt.NDArray[np.int64] = np.frombuffer(batch.chosen, dtype=np.int64)  # type: ignore[call-overload]
        self.ended: npt.NDArray[np.int64] = np.frombuffer(batch.ended, dtype=np.int64)  # type: ignore[call-overload]

    @property
    def parts(self) -> list[Part]:
        """What each stretch of an observation stands for."""
        return self.batch.observer.parts

    def reset(self, seed: int = 0) -> None:
        """Begin every game anew; equal seeds give equal games."""
        self._rng = Rng(seed)
        self.batch.reset(seed)

    def step(self, actions: npt.ArrayLike) -> None:
        """Play an action in every game, by its index. GunbaiError if one is illegal; then nothing was played."""
        if actions is not self._chosen:
            self.batch.choose(np.ascontiguousarray(actions, dtype="<i8").tobytes())
        self.batch.step()

    def random_actions(self) -> npt.NDArray[np.int64]:
        """A legal action for every game, drawn evenly; the next call, or step, rewrites this array too."""
        self.batch.choose_at_random(self._rng)
        return self._chosen


assert np.dtype(np.int64).itemsize == LANES
