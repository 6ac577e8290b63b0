"""Lessons that are games: a script beside a game's rules, which a learner plays through on the real board.

`lesson.json` lies in the game's folder:

- `options`, `position`: where the game begins (both optional), and `seat`, the learner's;
- `before`: actions that are played before the first step, each with its seat: `"blue: place archer d6 south"`;
- `steps`: what the learner reads (`en`, `ja`) and then does: `play` is a list of actions. Those without a seat are the
  learner's, in this order; those with one (`"blue: …"`, `"chance: …"`) are played for it as soon as their turn comes.
  A step begins with an action of the learner, or has none and is only read. `else` (`en`, `ja`) answers a learner who
  tries something else that the rules allow.

Chance and the opponents are part of the script, so every learner meets the same battle, and a test can replay it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gunbai.core.errors import BadNotation, GunbaiError
from gunbai.core.game import CHANCE, Game
from gunbai.core.game_files import guided_lesson, translations
from gunbai.core.options import Options
from gunbai.session.dice import NoDice
from gunbai.session.table import Table

LANGUAGES = ("en", "ja")
# A lesson is a quarter of an hour at most; every learner's first request plays it through once.
_MOST_MOVES = 600


class NotInThisStep(GunbaiError):
    """The learner did something that the rules allow, but that this step does not speak of."""


class Move(NamedTuple):
    """One action of the script: who acts (a seat or CHANCE), and whether the learner has to do it."""

    seat: int
    action: int
    learner: bool


class LessonStep(NamedTuple):
    """What is read, by language, and which moves of the script belong to it: from `first` up to, not with, `end`."""

    text: dict[str, str]
    otherwise: dict[str, str]
    first: int
    end: int


class Lesson:
    """A script that has been played through once: every action of it is legal. Moments are numbered by actions."""

    def __init__(self, game: Game, script: Mapping[str, object]) -> None:
        self.game = game
        self.options = Options(game.info.options, _mapping(script.get("options", {})))
        self.position = str(script.get("position", ""))
        if self.position:
            self.options = game.parse_position(self.position).options
        self.seat = _number(script.get("seat", 0))
        self.moves: list[Move] = []
        self.steps: list[LessonStep] = []
        table = self.table(0)
        for line in _list(script.get("before", [])):
            self._play(table, str(line))
        self.begins = len(self.moves)
        known = translations(game, "ja")
        for given in _list(script.get("steps", [])):
            step = _mapping(given)
            first = len(self.moves)
            for line in _list(step.get("play", [])):
                self._play(table, str(line))
            if first < len(self.moves) and not self.moves[first].learner:
                raise BadNotation("step {number} of the lesson does not begin with the learner", number=len(self.steps))
            text, otherwise = _texts(step, known), _texts(_mapping(step.get("else", {})), known)
            self.steps.append(LessonStep(text, otherwise, first, len(self.moves)))
        if len(self.moves) > _MOST_MOVES:
            raise BadNotation("the lesson has {count} actions, too many", count=len(self.moves))

    def table(self, at: int) -> Table:
        """The game after the first `at` actions of the script."""
        table = Table(self.game, self.options, dice=NoDice(), position=self.position)
        for move in self.moves[:at]:
            table.play(move.seat, move.action)
        return table

    def awaited(self, at: int) -> list[int]:
        """What the learner does next, one action after the other, until somebody else acts or something is read."""
        found: list[int] = []
        pauses = {step.first for step in self.steps if step.first == step.end}
        while at < len(self.moves) and self.moves[at].learner and not (found and at in pauses):
            found.append(self.moves[at].action)
            at += 1
        return found

    def expects(self, at: int, actions: Sequence[int]) -> bool:
        """Whether these are the learner's next actions, in any order: a board may lay out several before it says
        them."""
        return bool(actions) and sorted(actions) == sorted(self.awaited(at)[: len(actions)])

    def check(self, at: int, actions: Sequence[int]) -> None:
        """Raise unless these are the learner's next actions. What the rules forbid is refused with the rule, what they
        allow with a word on the step."""
        if not self.expects(at, actions):
            self.table(at).check_all(self.seat, actions)
            self.refuse()

    def refuse(self) -> None:
        """Say that something which the rules allow is not what the step is about."""
        raise NotInThisStep("the rules allow that, but this step of the lesson is about something else")

    def stops_after(self, at: int, done: int) -> list[int]:
        """The moments to show one after the other when the learner has done so many actions at a moment."""
        at += done
        stops = [at]
        while at < len(self.moves) and not self.moves[at].learner:
            chance = self.moves[at].seat == CHANCE
            at += 1
            if chance:
                stops[-1] = at
            else:
                stops.append(at)
        return stops

    def _play(self, table: Table, line: str) -> None:
        names, seat, text = self.game.info.seat_names, self.seat, line
        head, colon, rest = line.partition(": ")
        if colon and (head == "chance" or head in names):
            seat, text = (int(CHANCE) if head == "chance" else names.index(head)), rest
        try:
            action = int(self.game.parse_action(text))
            table.play(seat, action)
        except GunbaiError as error:
            raise BadNotation(
                "action {number} of the lesson, {input!r}: {reason}",
                number=len(self.moves) + 1,
                input=line,
                reason=str(error),
            ) from None
        self.moves.append(Move(seat, action, text == line))


def read_lesson(game: Game) -> Lesson | None:
    """The lesson that lies beside a game's rules, or None; BadNotation if it cannot be played."""
    text = guided_lesson(game)
    return None if text is None else Lesson(game, _mapping(json.loads(text)))


def _texts(said: Mapping[str, object], known: Mapping[str, str]) -> dict[str, str]:
    """What is said by language; a game may keep its Japanese in `texts.ja.json` instead."""
    english = str(said.get("en", ""))
    return {"en": english, "ja": str(said.get("ja", known.get(english, english)))}


def _mapping(value: object) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise BadNotation("a part of the lesson is no object: {input}", input=str(value)[:40])
    return value


def _list(value: object) -> Sequence[object]:
    if not isinstance(value, list):
        raise BadNotation("a part of the lesson is no list: {input}", input=str(value)[:40])
    return value


def _number(value: object) -> int:
    if not isinstance(value, int):
        raise BadNotation("a part of the lesson is no number: {input}", input=str(value)[:40])
    return value
