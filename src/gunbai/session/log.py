"""The log of a game: every action as one sentence, told to each watcher by what it saw."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from gunbai.core.game import View, bring_into_focus
from gunbai.core.saying import Saying
from gunbai.session.history import History
from gunbai.session.words import Words

# A line without its number; see LogLine.
Told = tuple[int, str, int, tuple[Saying, ...]]


class LogLine(NamedTuple):
    """One line of the log as one watcher reads it: number from 1, who acted, a sentence, the (last) action perceived.

    `effects` are the parts of the sentence besides the action, so that a client can say it in another language.
    """

    number: int
    seat: int
    text: str
    action: int
    effects: tuple[Saying, ...] = ()

    def go_on(self, text: str, action: int, effects: tuple[Saying, ...]) -> LogLine:
        """The same seat's next action told in the same line."""
        return LogLine(self.number, self.seat, _joined(self.text, text), action, self.effects + effects)


class Log:
    """Tells the game to a watcher in sentences."""

    def __init__(self, history: History, words: Words) -> None:
        self._history, self._words = history, words
        self._game = history.game

    def lines(self, watcher: int, since: int = 0, by_turn: bool = False) -> list[LogLine]:
        """The game in sentences as the watcher saw it, from the action after the first `since`.

        One sentence an action, or with `by_turn` one for each unbroken run of actions of the same seat.
        """
        if since + 1 == self._history.length and (last := self.last(watcher)) is not None:
            return [LogLine(since + 1, *last)]
        lines: list[LogLine] = []
        for line in self.telling(watcher, since):
            if by_turn and lines and line.seat == lines[-1].seat >= 0:
                lines[-1] = lines[-1].go_on(line.text, line.action, line.effects)
            else:
                lines.append(line)
        return lines

    def telling(self, watcher: int, since: int = 0) -> Iterator[LogLine]:
        """The same line by line, so that the caller can pause in between; the game must not move on meanwhile."""
        history, game = self._history, self._game
        history.check_watcher(watcher)
        start, end = min(max(since, 0), history.length), history.length
        s = history.state_at(start)
        for number in range(start, end):
            actor, action = history.true_step(number)
            bring_into_focus(game, s, actor)
            view = game.view(s, watcher)
            s = s.copy()
            game.apply(s, action)
            yield self._line(view, game.view(s, watcher), watcher, number)

    def last(self, watcher: int) -> Told | None:
        """The last action alone; None if telling it takes a replay. The server asks for it after each action."""
        views = self._history.around_last(watcher)
        return None if views is None else self._tell(views[0], views[1], watcher, self._history.length - 1)

    def _line(self, view: View, after: View, watcher: int, number: int) -> LogLine:
        return LogLine(number + 1, *self._tell(view, after, watcher, number))

    def _tell(self, view: View, after: View, watcher: int, number: int) -> Told:
        """One action, told from the watcher's views before and after it."""
        game = self._game
        actor, action = self._history.actor_of(number), self._history.perceived_as(watcher, number)
        known = game.hindsight(view, action, after)
        text = game.tell(known, [action])
        came = game.aftermath(view, action, after)
        if came:
            text = f"{text} {sentences(came)}"
        if announced := self._words.announced(number):
            text = f"{text} {announced}"
        return actor, text, action, (*game.effects(known, action), *came)


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
