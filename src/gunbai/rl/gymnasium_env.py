"""Every game as an environment of Gymnasium: one seat learns, bots play the others.

import gymnasium
import gunbai.rl.gymnasium_env  # registers gunbai/Gunshi-v0 and the others

env = gymnasium.make("gunbai/Gunshi-v0", preset="first_battle", opponents="level-2")
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from gunbai import bots
from gunbai.core.bot import Bot, Budget
from gunbai.core.errors import GunbaiError
from gunbai.core.registry import names
from gunbai.rl.single import SingleGame

LOST = -1.0


class GunbaiEnv(gymnasium.Env[npt.NDArray[np.uint8], int]):
    """One seat of a game. `info["action_mask"]` and `action_masks()` say what is legal.

    With `illegal="lose"` (the default) an illegal action loses the game, and `info["illegal"]` gives the rule; with
    `illegal="raise"` it raises, and nothing changes.
    """

    def __init__(
        self,
        game: str,
        preset: str = "",
        seat: int = 0,
        opponents: str = "random",
        iterations: int = 50,
        illegal: str = "lose",
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        self.metadata = {"render_modes": ["ansi"], "render_fps": 1}
        self.single = SingleGame(game, preset, **options)
        if not 0 <= seat < self.single.options.players:
            raise GunbaiError("there is no seat {number} in this game", number=seat)
        if illegal not in ("lose", "raise"):
            raise GunbaiError("an illegal action can 'lose' or 'raise', not {input!r}", input=illegal)
        self.seat = seat
        self.render_mode = render_mode
        self._opponents = opponents
        self._budget = Budget(iterations=iterations)
        self._illegal = illegal
        self._bots: dict[int, Bot] = {}
        self.observation_space = spaces.Box(0, 127, (self.single.observation_size,), np.uint8)
        self.action_space = spaces.Discrete(self.single.action_count)  # type: ignore[assignment]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.uint8], dict[str, Any]]:
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(2**31))
        self.single.reset(drawn)
        others = [seat for seat in range(self.single.options.players) if seat != self.seat]
        self._bots = {seat: bots.make(self._opponents, drawn + seat + 1) for seat in others}
        self._let_others_play()
        return self._seen(), self._info()

    def step(self, action: int) -> tuple[npt.NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        if self.single.over:
            raise GunbaiError("the game is over: reset begins another one")
        try:
            self.single.play(int(action))
        except GunbaiError as error:
            if self._illegal == "raise":
                raise
            return self._seen(), LOST, True, False, {**self._info(), "illegal": str(error)}
        self._let_others_play()
        over = self.single.over
        reward = self.single.returns[self.seat] if over else 0.0
        return self._seen(), reward, over, False, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """What is legal now, under the name by which masked learners ask."""
        return self.single.mask(self.seat).astype(np.bool_)

    def render(self) -> str | None:
        """The position as this seat sees it, on one line."""
        view = self.single.view(self.seat)
        return self.single.game.view_text(view) if self.render_mode == "ansi" else None

    def _seen(self) -> npt.NDArray[np.uint8]:
        return self.single.observation(self.seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.single.mask(self.seat)}

    def _let_others_play(self) -> None:
        single = self.single
        while not single.over and single.actor != self.seat:
            seat = single.actor
            action = self._bots[seat].choose(single.game, single.view(seat), single.legal(), self._budget)
            single.match.push(int(action))


def _register() -> None:
    for name in names():
        made = f"gunbai/{name.title()}-v0"
        if made not in gymnasium.registry:
            gymnasium.register(made, entry_point="gunbai.rl.gymnasium_env:GunbaiEnv", kwargs={"game": name})


_register()
