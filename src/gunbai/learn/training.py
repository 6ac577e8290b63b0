"""Round after round: play, fit, measure. Everything is kept in a folder; a run can be stopped and gone on with."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Protocol, TypeVar, runtime_checkable

from gunbai.core.errors import GunbaiError
from gunbai.core.game import CHANCE, DONE, Game, State
from gunbai.core.options import Options, parse_options
from gunbai.core.rng import Rng
from gunbai.learn.fit import Examples, area, fit_secret, fit_value
from gunbai.learn.points import fitted_in_points
from gunbai.learn.selfplay import NEW, Played, Task, kept_games, play_missing, tasks
from gunbai.learn.winner import fit_winner

# Of one game at most so many positions teach: neighbours tell the same thing.
POSITIONS = 40
_Row = TypeVar("_Row")
# A third of the positions is looked at, so that they lie apart.
EVERY = 3
# How the odds of actions are fitted; the share of even odds is that of `LEAST` in the games' priors, about.
CHOICES_EVEN = 0.1
CHOICES_PASSES = 60
CHOICES_RATE = 0.1


@dataclass(frozen=True)
class Recipe:
    """How weights are made; the defaults serve a game that says nothing else."""

    rounds: int = 4
    games: int = 2000
    simulations: int = 50
    horizon: int = 10
    even: float = 0.25
    seed: int = 1


def recipe_of(game: Game, told: Mapping[str, int], seed: int) -> Recipe:
    """How the game's shipped weights are made, but for what is told otherwise."""
    own: Mapping[str, int] = getattr(game.learning, "recipe", {})
    return replace(Recipe(seed=seed), **{**own, **told})


@dataclass
class Round:
    """What one round came to. Losses are in bits, on games held out: less is better."""

    number: int
    games: int
    positions: int
    value_loss: float
    area: float
    secrets: int
    secret_even: float
    secret_bits: float
    # Bits missing to know which action the newest bot chose, with even odds and with the learned ones.
    choices: int = 0
    choice_even: float = 0.0
    choice_bits: float = 0.0


def examples_of(game: Game, played: Sequence[Played], whose: str = "") -> tuple[Examples, Examples]:
    """Positions with their results, and positions with a secret to guess: anybody's, or only that of one player.

    With more than two seats the result of a position is the number of the seat that won.
    """
    learning = game.learning
    assert learning is not None
    tells = getattr(learning, "tells", None)
    values, secrets = Examples(), Examples()
    for number, each in enumerate(played):
        s = game.start(Options(game.info.options, parse_options(each.options)))
        rng = Rng(number)
        rows, hidden = list[list[list[int]]](), list[tuple[int, list[list[int]]]]()
        for action in each.actions:
            chance = game.actor(s) == CHANCE
            game.apply(s, action)
            if chance or game.actor(s) == DONE or (rng.below(EVERY) if tells is None else not tells(s)):
                continue
            rows.append([learning.features(s, seat) for seat in range(len(each.returns))])
            guessed = rng.below(2)
            true, places = learning.secret(s, guessed)
            if len(places) > 1 and whose in ("", each.players[guessed]):
                hidden.append((true, places))
        answer = (each.returns[0] + 1.0) / 2.0
        if learning_of_many(game):
            # Who shares a victory, or is stopped before there is one, teaches nothing.
            if max(each.returns) < 1.0:
                continue
            answer = float(each.returns.index(max(each.returns)))
        for row in _some(rows, POSITIONS, rng):
            values.add(row, answer, number)
        for true, places in _some(hidden, POSITIONS // 4, rng):
            secrets.add(places, float(true), number)
    return values, secrets


@runtime_checkable
class LearnsChoices(Protocol):
    """What a game's learning has where the odds of actions are learned, too."""

    choice_count: int

    def choices(self, s: State, actions: list[int]) -> list[list[int]]:
        """The features of each of the actor's actions; empty where their odds are not learned."""
        ...


def choices_of(game: Game, played: Sequence[Played], whose: Sequence[str] = (NEW,)) -> Examples:
    """What these players chose among, and what they chose.

    Slips of training are among it; they are few, and no action is thereby taken for impossible.
    """
    learning, choices = game.learning, Examples()
    assert isinstance(learning, LearnsChoices)
    for number, each in enumerate(played):
        s = game.start(Options(game.info.options, parse_options(each.options)))
        for action in each.actions:
            actor = int(game.actor(s))
            if actor >= 0 and each.players[actor] in whose:
                legal = [int(a) for a in game.legal(s)]
                # One is no choice.
                features = learning.choices(s, legal) if len(legal) > 1 else []
                if features:
                    choices.add(features, float(legal.index(action)), number)
            game.apply(s, action)
    return choices


def learning_of_many(game: Game) -> bool:
    """Whether results are learned as the seat that won, because more than two may play."""
    return bool(getattr(game.learning, "of_many", False))


def _some(rows: list[_Row], most: int, rng: Rng) -> list[_Row]:
    """So many of them at most, in any order."""
    while len(rows) > most:
        rows[rng.below(len(rows))] = rows[-1]
        rows.pop()
    return rows


def fitted(game: Game, played: Sequence[Played], recipe: Recipe, number: int) -> tuple[dict[str, object], Round]:
    """Weights from all these games."""
    learning = game.learning
    assert learning is not None
    if learning.in_points:
        weights, points, rows = fitted_in_points(game, played)
        known = area(rows, points.weights, 0.0)
        loss = points.loss / max(points.baseline, 1e-9)
        return weights, Round(number, len(played), len(rows.answers), loss, known, 0, 0.0, 0.0)
    values, secrets = examples_of(game, played)
    if learning_of_many(game):
        value = fit_winner(values, learning.feature_count, learning.ladders)
        weights = {"value": value.weights}
        return weights, Round(number, len(played), len(values.answers), value.loss, 0.0, 0, value.baseline, 0.0)
    value = fit_value(values, learning.feature_count, Rng(recipe.seed))
    weights = {"horizon": recipe.horizon, "even": recipe.even, "value": value.weights}
    found = Round(number, len(played), len(values.answers), value.loss, area(values, value.weights), 0, 0.0, 0.0)
    if len(secrets.answers):
        secret = fit_secret(secrets, learning.secret_count, Rng(recipe.seed), recipe.even)
        weights["secret"] = secret.weights
        found.secrets, found.secret_even, found.secret_bits = len(secrets.answers), secret.baseline, secret.loss
    choices = choices_of(game, played) if isinstance(learning, LearnsChoices) else Examples()
    if isinstance(learning, LearnsChoices) and len(choices.answers):
        prior = fit_secret(choices, learning.choice_count, Rng(recipe.seed), CHOICES_EVEN, CHOICES_PASSES, CHOICES_RATE)
        weights["prior"] = prior.weights
        found.choices, found.choice_even, found.choice_bits = len(choices.answers), prior.baseline, prior.loss
    return weights, found


class Training:
    """One run in one folder: `recipe.json`, a file of games and one of weights for each round, and `rounds.jsonl`."""

    def __init__(self, game: Game, folder: Path, recipe: Recipe) -> None:
        self.game = game
        self.folder = folder
        self.recipe = recipe
        folder.mkdir(parents=True, exist_ok=True)
        said = {"game": game.info.name, **asdict(recipe)}
        path = folder / "recipe.json"
        if path.exists() and json.loads(path.read_text(encoding="utf-8")) != said:
            raise GunbaiError(f"{folder} holds a run with another recipe; take another folder, or the same recipe")
        path.write_text(json.dumps(said) + "\n", encoding="utf-8")

    def games_file(self, number: int) -> Path:
        return self.folder / f"round-{number}.jsonl"

    def weights_file(self, number: int) -> Path:
        return self.folder / f"round-{number}.weights"

    def weights(self, number: int) -> Mapping[str, object]:
        """What a round found; nothing before the first."""
        if number < 0:
            return {}
        found: Mapping[str, object] = json.loads(self.weights_file(number).read_text(encoding="utf-8"))
        return found

    def run(
        self, processes: int, on_game: Callable[[int, int], None], on_round: Callable[[Round], None]
    ) -> Mapping[str, object]:
        """Play and fit what is missing; the weights of the last round are given back."""
        pool: list[Played] = []
        for number in range(self.recipe.rounds):
            wanted = list(tasks(self.game, number, self.recipe.games, self.recipe.simulations))
            self._play(number, wanted, processes, on_game)
            pool += sorted(kept_games(self.games_file(number)), key=lambda game: game.number)
            if not self.weights_file(number).exists():
                weights, found = fitted(self.game, pool, self.recipe, number)
                with (self.folder / "rounds.jsonl").open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(found)) + "\n")
                self.weights_file(number).write_text(json.dumps(weights) + "\n", encoding="utf-8")
                on_round(found)
        return self.weights(self.recipe.rounds - 1)

    def _play(self, number: int, wanted: Sequence[Task], processes: int, on_game: Callable[[int, int], None]) -> None:
        def heard(games: int) -> None:
            on_game(number, games)

        play_missing(wanted, self.games_file(number), self.weights(number - 1), processes, heard)
