"""One game for environments that ask seat by seat: chance plays itself, actions are dense indices."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gunbai.core.errors import GunbaiError
from gunbai.core.game import View
from gunbai.core.match import Match, new
from gunbai.core.observation import Row, blank_words


class SingleGame:
    """The game under a PettingZoo or Gymnasium environment."""

    def __init__(self, game: str, preset: str = "", **options: object) -> None:
        self.match: Match = new(game, preset=preset, seed=0, **options)
        self.game = self.match.game
        self.options = self.match.options
        self.seat_names = self.game.info.seat_names[: self.options.players]
        self._position = self.match.record.position
        self.observer = self.game.observer(self.options)
        self.index = self.game.action_index(self.options)
        self.observation_size = int(self.observer.size)
        self.action_count = int(self.index.decisions)

    def reset(self, seed: int) -> None:
        """Begin anew; equal seeds give equal draws."""
        self.match = Match(self.game, self.options, seed, self._position)

    @property
    def actor(self) -> int:
        """The seat to act; DONE (negative) when the game is over."""
        return self.match.actor

    @property
    def over(self) -> bool:
        return self.match.over

    @property
    def returns(self) -> tuple[float, ...]:
        return self.match.returns

    def view(self, seat: int | None) -> View:
        """What a seat sees, with what it saw happen; without a seat, a spectator's view."""
        return self.match.view(seat)

    def legal(self) -> list[int]:
        """The actions of the seat to act, by the game's own numbers."""
        return self.match.legal_actions

    def observation(self, seat: int) -> npt.NDArray[np.uint8]:
        """What a seat knows as numbers."""
        row = Row(blank_words(self.observer.size))
        row.begin(0)
        self.observer.write(self.game.view(self.match.state, seat), row)
        row.end()
        values = np.frombuffer(row.words, dtype=np.uint8)  # type: ignore[call-overload]
        found: npt.NDArray[np.uint8] = values[: self.observation_size].copy()
        return found

    def mask(self, seat: int) -> npt.NDArray[np.int8]:
        """1 for every action that the seat may choose now; all 0 when it is not its turn."""
        mask = np.zeros(self.action_count, dtype=np.int8)
        if seat == self.actor:
            for action in self.match.legal_actions:
                mask[self.index.find(action)] = 1
        return mask

    def play(self, index: int) -> None:
        """The seat to act chooses the action of an index. IllegalAction names the rule; then nothing has changed."""
        if not 0 <= index < self.action_count:
            raise GunbaiError("there is no action of index {number} for a seat", number=index)
        self.match.push(int(self.index.action_at(index)))
