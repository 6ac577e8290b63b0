"""What is said at a table: every word in order, who may hear it, and what the game's own talk makes of it."""

from __future__ import annotations

from collections.abc import Sequence

from gunbai.core import record as records
from gunbai.core.game import Game, State, View
from gunbai.core.options import Options
from gunbai.core.record import Aside, Step


class Words:
    """The asides of one game, folded together with its actions into agreements and breaches."""

    def __init__(self, game: Game, options: Options) -> None:
        self.asides: list[Aside] = []
        self._game, self._options = game, options
        self._talk = game.talk(options)
        # Per action (its number from 0) what it announced to everybody.
        self._announced: dict[int, str] = {}

    def check(self, s: State, seat: int, text: str) -> str:
        """The words as they may be said; raises if they may not, and changes nothing."""
        text = records.check_aside(text)
        self._talk.check(s, seat, text)
        return text

    def hear(self, s: State, aside: Aside) -> None:
        """Take in words that were checked when they were said."""
        self.asides.append(aside)
        self._talk.hear(s, aside.seat, aside.text)

    def watch(self, s: State, number: int, action: int) -> None:
        """Take notice of an action about to be applied."""
        if told := self._talk.watch(s, action):
            self._announced[number] = told

    def announced(self, number: int) -> str:
        """What an action told everybody about broken words; usually nothing."""
        return self._announced.get(number, "")

    def concerns(self, number: int, watcher: int) -> bool:
        """Whether a watcher may know of the aside with that number, from 0."""
        return self._talk.concerns(number, watcher)

    def lines(self, watcher: int) -> list[str]:
        """The agreements a watcher may know of."""
        return self._talk.lines(watcher)

    def asked(self) -> list[int]:
        """The seats that owe an answer."""
        return self._talk.asked()

    def reply(self, view: View) -> str:
        """What a bot in the view's seat answers; empty for nothing."""
        return self._talk.reply(view)

    def fold(self, asides: Sequence[Aside], s: State, steps: Sequence[Step]) -> None:
        """Begin anew: `s` is the position in which the first aside was said, `steps` are the actions from there on."""
        self.asides = []
        self._talk = self._game.talk(self._options)
        self._announced.clear()
        first = asides[0].at if asides else 0
        for number in range(first, first + len(steps) + 1):
            while len(self.asides) < len(asides) and asides[len(self.asides)].at <= number:
                self.hear(s, asides[len(self.asides)])
            if asides and number < first + len(steps):
                step = steps[number - first]
                if step.seat >= 0 and self._game.actor(s) != step.seat:
                    self._game.focus(s, step.seat)
                self.watch(s, number, step.action)
                self._game.apply(s, step.action)
