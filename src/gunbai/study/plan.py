"""A study as it stands in its file: what is asked, what is compared, who plays, and when it is enough.

title = "Gunshi: the final edition beside its draft"
game = "gunshi"
bots = ["search"]
games = 400

[variants.final]
[variants.draft]
edition = "draft"
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gunbai import bots
from gunbai.bots.fingerprint import fingerprint
from gunbai.core.errors import GunbaiError
from gunbai.core.game import Game
from gunbai.core.options import Options, parse_options
from gunbai.core.registry import find
from gunbai.study.watching import Watch, read_watches

# What a file may say besides its variants: name, kind, and the usual value (None: it must be said).
_WORDS: dict[str, tuple[type, Any]] = {
    "title": (str, None),
    "game": (str, None),
    "question": (str, ""),
    "bots": (list, ["greedy"]),
    "iterations": (int, 50),
    "games": (int, 200),
    "look": (int, 50),
    "margin": (float, 0.0),
    "seed": (int, 0),
}


@dataclass(frozen=True)
class Variant:
    """One way to play that is compared with others: options as text, and who sits down."""

    name: str
    options: str
    bots: tuple[str, ...]


@dataclass(frozen=True)
class Study:
    """The whole plan. `games` are played for each variant at most; after every `look` games the study stops if the
    95 % interval of each seat's mean result, in every variant, is no wider than `margin` to either side."""

    title: str
    question: str
    game: str
    rules: int
    iterations: int
    games: int
    look: int
    margin: float
    seed: int
    variants: tuple[Variant, ...]
    watches: tuple[Watch, ...] = ()

    @property
    def engine(self) -> Game:
        return find(self.game, self.rules)

    def options(self, variant: Variant) -> Options:
        return Options(self.engine.info.options, parse_options(variant.options))

    def fingerprint(self, variant: Variant) -> str:
        """What decides the games of a variant; games kept under another one are none of this study."""
        told = [self.game, self.rules, self.iterations, self.seed, variant.options, variant.bots]
        told.append(fingerprint(self.game, variant.bots))
        return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:16]


def read_study(path: Path, games: int = 0) -> Study:
    """A study from its file; `games` overrides how many the file asks for."""
    try:
        text = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise GunbaiError(f"{path} is no TOML: {error}") from None
    asked = text.pop("variants", {})
    watches = read_watches(path, text.pop("watch", {}))
    words = {name: _word(path, text, name) for name in _WORDS}
    if text:
        raise GunbaiError(f"{path}: a study does not know {', '.join(sorted(text))}; it knows {', '.join(_WORDS)}")
    if not isinstance(asked, dict) or not asked:
        raise GunbaiError(f"{path} compares nothing: write [variants.NAME] with the options of each")
    engine = find(words["game"])
    variants = tuple(_variant(path, engine, name, values, words["bots"]) for name, values in asked.items())
    if words["games"] < 2 or words["look"] < 2 or words["iterations"] < 1:
        raise GunbaiError(f"{path}: games and look are at least 2, iterations at least 1")
    return Study(
        words["title"],
        words["question"],
        words["game"],
        engine.info.rules_version,
        words["iterations"],
        games or words["games"],
        words["look"],
        words["margin"],
        words["seed"],
        variants,
        watches,
    )


def _word(path: Path, text: dict[str, Any], name: str) -> Any:
    kind, usual = _WORDS[name]
    value = text.pop(name, usual)
    if value is None:
        raise GunbaiError(f"{path} does not say its {name}")
    if kind is float and isinstance(value, int):
        value = float(value)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise GunbaiError(f"{path}: {name} is a {kind.__name__}, not {value!r}")
    return value


def _variant(path: Path, game: Game, name: str, values: object, usual: list[str]) -> Variant:
    if not isinstance(values, dict):
        raise GunbaiError(f"{path}: variants are tables, [variants.{name}]")
    given = dict(values)
    preset, players = given.pop("preset", ""), given.pop("bots", usual)
    for bot in players:
        bots.make(str(bot))
        if bot == "level-5" or str(bot).startswith("exec:"):
            raise GunbaiError(f"{path}: {bot} thinks by the clock, so its games would not repeat; give another bot")
    options = Options(game.info.options, {**game.info.preset(preset), **given})
    return Variant(name, options.text(), tuple(str(bot) for bot in players))
