"""What decides every byte of a data set: the same recipe gives the same files, in one run or in many."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from gunbai.core.errors import GunbaiError
from gunbai.core.files import replacing
from gunbai.core.game import Game
from gunbai.core.options import Options, parse_options
from gunbai.core.registry import find

SCHEMA = 1
PARQUET, JSON_LINES = "parquet", "jsonl"
FORMATS = (PARQUET, JSON_LINES)
# The three tables. A seat's rows hold what it could know; only the truth holds more.
GAMES, SEATS, TRUTH = "games", "seats", "truth"
TABLES = (GAMES, SEATS, TRUTH)
_FILE = "dataset.json"
_DONE = "done"


@dataclass(frozen=True)
class Recipe:
    """Who plays what how often. Bots think by a number of simulations, so that their games repeat."""

    game: str
    rules: int
    options: str
    players: tuple[str, ...]
    iterations: int
    seed: int
    games: int
    part: int
    formats: tuple[str, ...] = (PARQUET,)
    # Rows of every seat at every decision, or only of the seat that decides.
    everyone: bool = False
    schema: int = SCHEMA
    # Code and weights of the bots; others would play other games.
    code: str = ""

    @property
    def engine(self) -> Game:
        return find(self.game, self.rules)

    @property
    def all_options(self) -> Options:
        return Options(self.engine.info.options, parse_options(self.options))

    def seated(self, number: int) -> tuple[str, ...]:
        """Who sits where in a game: the players move up one seat from game to game."""
        n = self.all_options.players
        return tuple(self.players[(seat + number) % len(self.players)] for seat in range(n))

    @property
    def parts(self) -> int:
        return -(-self.games // self.part)

    def numbers(self, part: int) -> range:
        """The games of a part."""
        return range(part * self.part, min(self.games, (part + 1) * self.part))


@dataclass(frozen=True)
class Done:
    """What a finished part holds: for the card, and so that it is not made again."""

    part: int
    games: int
    rows: int
    decisions: int
    actions: int
    # By seat: the sum of results, and how many games it won alone.
    results: tuple[float, ...]
    wins: tuple[int, ...]
    outcomes: Mapping[str, int]


def file_of(folder: Path, table: str, part: int, kind: str) -> Path:
    """Where one part of a table lies."""
    return folder / table / f"part-{part:05}.{kind}"


def settle(folder: Path, recipe: Recipe) -> None:
    """Note the recipe in its folder. A folder with another one is left alone; more or fewer games are no other one."""
    for name in recipe.formats:
        if name not in FORMATS:
            raise GunbaiError(f"a data set is written as {' or '.join(FORMATS)}, not {name[:40]!r}")
    if (folder / _FILE).exists():
        kept = read_recipe(folder)
        if replace(kept, games=0, code="") != replace(recipe, games=0, code=""):
            raise GunbaiError(f"{folder} holds another data set; its {_FILE} says which")
        if kept.code != recipe.code:
            raise GunbaiError(
                f"the games in {folder} were played by bots of the mark {kept.code or 'unknown'}, and now it is "
                f"{recipe.code}: they may play otherwise; give another folder, or go on with the gunbai that began it"
            )
    for table in (*TABLES, _DONE):
        (folder / table).mkdir(parents=True, exist_ok=True)
    with replacing(folder / _FILE) as draft:
        draft.write_text(json.dumps(asdict(recipe), indent=1) + "\n", encoding="utf-8")


def read_recipe(folder: Path) -> Recipe:
    """The recipe that a folder was made by."""
    try:
        kept = json.loads((folder / _FILE).read_text(encoding="utf-8"))
        kept.setdefault("code", "")
        known = {field.name for field in fields(Recipe)}
        if kept.get("schema") != SCHEMA or set(kept) != known:
            raise GunbaiError(f"{folder} was written by another version of gunbai dataset")
        return Recipe(**_frozen(kept))
    except (OSError, ValueError, TypeError, AttributeError):
        raise GunbaiError(f"{folder} holds no data set of gunbai") from None


def finish(folder: Path, done: Done) -> None:
    """Note that all files of a part are there."""
    with replacing(folder / _DONE / f"part-{done.part:05}.json") as draft:
        draft.write_text(json.dumps(asdict(done)) + "\n", encoding="utf-8")


def finished(folder: Path, recipe: Recipe) -> Iterator[Done]:
    """The parts that are whole. One that was cut shorter by an earlier, smaller run is made again."""
    for part in range(recipe.parts):
        try:
            kept = json.loads((folder / _DONE / f"part-{part:05}.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            continue
        if kept["games"] == len(recipe.numbers(part)):
            yield Done(**_frozen(kept))


def _frozen(kept: Mapping[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in kept.items()}
