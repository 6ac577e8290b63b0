"""The log of a table, line by line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from gunbai.core.saying import Saying


class Line(NamedTuple):
    """One line of the log as one watcher read it: number from 1, who acted, a sentence, the (last) action perceived.

    `effects` are the parts of the sentence besides the action, for who says it in another language.
    """

    number: int
    seat: int
    text: str
    action: int
    effects: tuple[Saying, ...] = ()

    def go_on(self, text: str, action: int, effects: tuple[Saying, ...]) -> Line:
        """The same seat's next action told in the same line."""
        return Line(self.number, self.seat, _joined(self.text, text), action, self.effects + effects)


def sentences(sayings: Iterable[Saying]) -> str:
    """Each as a sentence of its own.

    >>> sentences([Saying("{seat} turns up {card}", seat="blue", card="Move")])
    'Blue turns up Move.'
    """
    return " ".join(f"{text[:1].upper()}{text[1:]}." for text in map(str, sayings))


def _joined(told: str, more: str) -> str:
    """Two sentences as one; a subject they share is said once.

    >>> _joined("Red's archer d2 moves.", "Red sends Move.")
    "Red's archer d2 moves, sends Move."
    """
    subject, _, rest = more.partition(" ")
    if rest and told.endswith(".") and told.split(" ", 1)[0].removesuffix("'s") == subject:
        return f"{told[:-1]}, {rest}"
    return f"{told} {more}" if told.endswith(".") else f"{told}; {more}"
