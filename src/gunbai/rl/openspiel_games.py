"""Every game for OpenSpiel. Importing this registers `gunbai_gunshi`, `gunbai_gunkimono`, `gunbai_shogun` and plugins.

    import pyspiel
    import gunbai.rl.openspiel_games

    game = pyspiel.load_game("gunbai_gunshi(preset=first_battle)")

Parameters: `preset` and `options`, the latter as `name:value;name:value`. Sealed choices are made one after the other
and shown to nobody, so all games are sequential.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pyspiel

from gunbai.core.errors import BadOptions
from gunbai.core.game import CHANCE, Game
from gunbai.core.match import Match, beginning
from gunbai.core.observation import Row, blank_words
from gunbai.core.options import Options
from gunbai.core.registry import find, names

# A tensor of what a seat has seen happen needs a place for every action of the longest game. Longer games have none:
# their information state is a string.
MOST_REMEMBERED = 5_000


def beginning_of(game: Game, preset: str, text: str) -> tuple[Options, str]:
    """The options that the parameters name, and the position to begin from; empty for the first one."""
    given: dict[str, object] = {}
    for item in filter(None, text.split(";")):
        name, colon, value = item.partition(":")
        if not colon:
            raise BadOptions("options are written name:value;name:value, not {input!r}", input=item[:60])
        given[name] = value
    return beginning(game, preset, given)


def _type_of(game: Game, options: Options) -> Any:
    total = game.sum_of_returns(options)
    kinds = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=f"gunbai_{game.info.name}",
        long_name=game.info.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=kinds.ZERO_SUM if total == 0 else kinds.GENERAL_SUM if total is None else kinds.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.info.player_counts),
        min_num_players=min(game.info.player_counts),
        provides_information_state_string=True,
        provides_information_state_tensor=game.longest_game(options) <= MOST_REMEMBERED,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"preset": "", "options": ""},
    )


class GunbaiGame(pyspiel.Game):  # type: ignore[misc]
    """One game with one set of options."""

    rules: Game

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        rules = self.rules
        preset, options = str(given.get("preset", "")), str(given.get("options", ""))
        self.options, position = beginning_of(rules, preset, options)
        self.first = Match(rules, self.options, None, position)
        index = rules.action_index(self.options)
        self.index = index
        self.observer = rules.observer(self.options)
        self.longest = int(rules.longest_game(self.options))
        total = rules.sum_of_returns(self.options)
        about = pyspiel.GameInfo(
            num_distinct_actions=int(index.decisions),
            max_chance_outcomes=int(index.count - index.decisions),
            num_players=self.options.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=total,
            max_game_length=self.longest,
        )
        super().__init__(_type_of(rules, self.options), about, given)

    def new_initial_state(self) -> GunbaiState:
        return GunbaiState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> GunbaiObserver:
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return GunbaiObserver(self, bool(kind.perfect_recall), params)


class GunbaiState(pyspiel.State):  # type: ignore[misc]
    """A match whose chance events OpenSpiel plays."""

    def __init__(self, game: GunbaiGame) -> None:
        super().__init__(game)
        self.index = game.index
        self.match = game.first.copy()

    def current_player(self) -> int:
        if self.match.over:
            return int(pyspiel.PlayerId.TERMINAL)
        actor = self.match.actor
        return int(pyspiel.PlayerId.CHANCE) if actor == CHANCE else actor

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(int(self.index.find(action)) for action in self.match.legal_actions)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        first = int(self.index.decisions)
        found = self.match.game.chance(self.match.state).outcomes()
        return [(int(self.index.find(action)) - first, share) for action, share in found]

    def _apply_action(self, action: int) -> None:
        self.match.push(self._number(self.current_player(), action))

    def _action_to_string(self, player: int, action: int) -> str:
        return self.match.game.action_text(self._number(player, action))

    def _number(self, player: int, action: int) -> int:
        """The game's own number of an action of OpenSpiel."""
        chance = player == int(pyspiel.PlayerId.CHANCE)
        return int(self.index.action_at(action + self.index.decisions if chance else action))

    def is_terminal(self) -> bool:
        return self.match.over

    def returns(self) -> list[float]:
        return list(self.match.returns)

    def __str__(self) -> str:
        return self.match.position


class GunbaiObserver:
    """What a player knows: the row of the seat's view; with perfect recall also all that it has seen happen."""

    def __init__(self, game: GunbaiGame, perfect_recall: bool, params: Any) -> None:
        if params:
            raise ValueError(f"there are no parameters for observing, such as {params}")
        self._game = game
        self._recall = perfect_recall
        size = int(game.observer.size)
        remembered = game.longest if perfect_recall and game.longest <= MOST_REMEMBERED else 0
        self.tensor: npt.NDArray[np.float32] = np.zeros(size + remembered, np.float32)
        self.dict = {part.name: self.tensor[part.start : part.start + part.size] for part in game.observer.parts}
        if remembered:
            # Each action as the seat saw it, by the game's own number plus 1; 0 for what has not happened yet.
            self.dict["seen so far"] = self.tensor[size:]

    def set_from(self, state: GunbaiState, player: int) -> None:
        observer = self._game.observer
        row = Row(blank_words(observer.size))
        row.begin(0)
        observer.write(self._game.rules.view(state.match.state, player), row)
        row.end()
        size = int(observer.size)
        self.tensor[:size] = np.frombuffer(row.words, dtype=np.uint8)[:size]  # type: ignore[call-overload]
        if len(self.tensor) > size:
            seen = state.match.history(player)
            self.tensor[size:] = 0
            self.tensor[size : size + len(seen)] = np.asarray(seen, dtype=np.float32) + 1

    def string_from(self, state: GunbaiState, player: int) -> str:
        rules = self._game.rules
        now = f"{player}: {rules.view_text(rules.view(state.match.state, player))}"
        if not self._recall:
            return now
        return now + " after " + " ".join(map(str, state.match.history(player)))


def _register() -> None:
    for name in names():
        rules = find(name)
        made = type(f"Gunbai{name.title()}", (GunbaiGame,), {"rules": rules})
        kind = _type_of(rules, Options(rules.info.options, {}))
        if kind.short_name not in pyspiel.registered_names():
            pyspiel.register_game(kind, made)


_register()
