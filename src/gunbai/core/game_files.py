"""What may lie beside a game's rules for those who show it: rules in words, translations, lessons, a picture.

All of it is optional but RULES.md:

- `RULES.md`, `RULES.ja.md`: the rules, in numbered paragraphs;
- `texts.ja.json`: English lines that the game says (title, refusals, options, lessons) with their Japanese;
- `lessons.json`: a list of steps, each with a `text` and, where something is to be done, a `position`, the `seat` that
  looks, the `answers` that are right (action texts) and what to say when it is `done`;
- `lesson.json`: a first battle to be played on the board (`session/lesson.py` says how it is written);
- `minis.json`: small positions for exact solvers, by name: an `about` and a `position`; no player is offered them;
- `art.svg`: a picture of 36 by 21 for the game's card.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gunbai.core import plugins
from gunbai.core.game import Game
from gunbai.core.plugins import BrokenPlugin


@dataclass(frozen=True)
class LessonStep:
    """One step of a lesson; without answers it is only to be read and looked at."""

    text: str
    position: str = ""
    seat: int = 0
    answers: tuple[str, ...] = ()
    done: str = ""


@dataclass(frozen=True)
class Mini:
    """A position small enough to be solved: every way that play can go on from it fits into memory."""

    about: str
    position: str


def game_file(game: Game, name: str) -> str | None:
    """The text of a file beside the game's rules, or None."""
    module = sys.modules[type(game).__module__]
    assert module.__file__ is not None
    try:
        return Path(module.__file__).with_name(name).read_text(encoding="utf-8")
    except OSError:
        return None


def translations(game: Game, language: str) -> dict[str, str]:
    """What the game says in English, in another language; empty where there is nothing."""
    found = _json(game, f"texts.{language}.json")
    return {str(key): str(value) for key, value in found.items()} if isinstance(found, dict) else {}


def lessons(game: Game) -> list[LessonStep]:
    """The steps of the game's lesson; empty for a game without one."""
    found = _json(game, "lessons.json")
    try:
        return [
            LessonStep(
                str(step["text"]),
                str(step.get("position", "")),
                int(step.get("seat", 0)),
                tuple(str(answer) for answer in step.get("answers", ())),
                str(step.get("done", "")),
            )
            for step in found or ()
        ]
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        plugins.report(BrokenPlugin(f"lessons.json of {game.info.name}: {type(error).__name__}: {error}"))
        return []


def minis(game: Game) -> dict[str, Mini]:
    """The game's small positions by name, the smallest first; empty for a game without any."""
    found = _json(game, "minis.json")
    try:
        return {str(name): Mini(str(one["about"]), str(one["position"])) for name, one in (found or {}).items()}
    except (AttributeError, KeyError, TypeError) as error:
        plugins.report(BrokenPlugin(f"minis.json of {game.info.name}: {type(error).__name__}: {error}"))
        return {}


def guided_lesson(game: Game) -> str | None:
    """The script of the lesson that is played on the board, or None."""
    return game_file(game, "lesson.json")


def _json(game: Game, name: str) -> Any:
    text = game_file(game, name)
    if text is None:
        return None
    try:
        return json.loads(text)
    except ValueError as error:
        plugins.report(BrokenPlugin(f"{name} of {game.info.name} is no JSON: {error}"))
        return None
