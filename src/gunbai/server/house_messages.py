"""The JSON messages that describe the house: its games, boards, lessons, rules, bots and levels."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from gunbai.server.messages import one_of


class OptionLine(msgspec.Struct):
    """One option of a game."""

    name: str
    kind: Annotated[str, one_of("integer", "flag", "choice", "text")]
    default: int | str | bool
    about: str
    choices: list[str]
    low: int
    high: int
    provenance: str
    # Without these values of other options it changes nothing.
    needs: dict[str, list[str]]
    # Values of a free text that have a name.
    examples: list[str]
    # A fine point that few will want to change.
    fine: bool


class GameLine(msgspec.Struct):
    """A game that can be played here."""

    name: str
    title: str
    about: str
    rules: int
    seats: list[str]
    players: list[int]
    options: list[OptionLine]
    # Ready-made settings, styles of official play among them; and the time control that belongs to a style.
    presets: dict[str, dict[str, Any]]
    clocks: dict[str, str]
    # Options that suit a first game; whether the game brings a lesson to read, one to play, and a picture of its own.
    first: dict[str, Any]
    # Presets too small to be a game for people.
    trials: list[str]
    lesson: bool
    guide: bool
    art: bool


class BoardPlace(msgspec.Struct):
    """A place of a board: the name that action texts use, where it lies, and its name in words."""

    id: str
    x: float
    y: float
    name: str


class BoardLine(msgspec.Struct):
    """A board for screens that have no drawing of the game: its places, and pairs that are joined."""

    places: list[BoardPlace]
    ways: list[tuple[str, str]]


class LessonLine(msgspec.Struct):
    """A step of a lesson: what a seat sees at a moment, what it may do there, and which of that is right."""

    text: str
    done: str
    answers: list[str]
    choices: list[str]
    view: dict[str, Any] | None
    board: BoardLine | None


class RuleLine(msgspec.Struct):
    """One numbered paragraph of a game's rules, in Markdown."""

    number: str
    section: str
    text: str


class LevelLine(msgspec.Struct):
    """One of the levels of the bots: the name to seat it by, and what to expect."""

    bot: str
    name: str
    japanese: str
    about: str
    about_japanese: str
    seconds: float


class House(msgspec.Struct):
    """What this server offers."""

    version: str
    games: list[GameLine]
    bots: list[str]
    levels: list[LevelLine]
    # Bots of others, installed beside the server.
    guests: list[str]
    # Whether it sends mail, and so resets forgotten passwords by itself.
    mail: bool
    # The games run uncompiled until a compiled server takes over; bots think more slowly until then.
    compiling: bool
