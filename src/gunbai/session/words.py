"""What is said at a table: every word in order, who may hear it, and what the game's own talk makes of it."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence

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
        # The serial number each aside got when it was said -> its place among those that still stand.
        self._places: dict[int, int] = {}
        self._said = 0
        # Per action (its number from 0) what it announced to everybody.
        self._announced: dict[int, str] = {}

    def check(self, s: State, seat: int, text: str) -> str:
        """The words as they may be said; raises if they may not, and changes nothing."""
        text = records.check_aside(text)
        self._talk.check(s, seat, text)
        return text

    def hear(self, s: State, aside: Aside) -> None:
        """Take in words that were checked when they were said."""
        self._hear(s, self._said, aside)
        self._said += 1

    def _hear(self, s: State, serial: int, aside: Aside) -> None:
        self._places[serial] = len(self.asides)
        self.asides.append(aside)
        self._talk.hear(s, aside.seat, aside.text)

    def watch(self, s: State, number: int, action: int) -> None:
        """Take notice of an action about to be applied."""
        if told := self._talk.watch(s, action):
            self._announced[number] = told

    def announced(self, number: int) -> str:
        """What an action told everybody about broken words; usually nothing."""
        return self._announced.get(number, "")

    def concerns(self, serial: int, watcher: int) -> bool:
        """Whether a watcher may know of the aside that was said as number 0, 1, 2 … and still stands."""
        return serial in self._places and self._talk.concerns(self._places[serial], watcher)

    def known_to(self, watcher: int) -> list[Aside]:
        """The asides a watcher may know of."""
        return [aside for place, aside in enumerate(self.asides) if self._talk.concerns(place, watcher)]

    def up_to(self, length: int) -> dict[int, Aside]:
        """What is left, by serial number, when all actions after the first `length` are taken back."""
        left: dict[int, Aside] = {}
        for serial, place in self._places.items():
            aside = self.asides[place]
            if aside.at <= length or self._talk.stays(place):
                left[serial] = Aside(min(aside.at, length), aside.seat, aside.text)
        return left

    def lines(self, watcher: int) -> list[str]:
        """The agreements a watcher may know of."""
        return self._talk.lines(watcher)

    def asked(self) -> list[int]:
        """The seats that owe an answer or may propose something."""
        return self._talk.asked()

    def reply(self, view: View) -> str:
        """What a bot in the view's seat answers; empty for nothing."""
        return self._talk.reply(view)

    def kept(self, view: View, legal: list[int]) -> list[int]:
        """The actions that keep a bot's word."""
        return self._talk.kept(view, legal)

    def fold(self, said: Mapping[int, Aside], s: State, steps: Sequence[Step]) -> None:
        """Begin anew with asides by serial number.

        `s` is the position in which the first of them was said, `steps` are the actions from there on.
        """
        self.asides, self._places, self._announced = [], {}, {}
        self._said = max([self._said, *(serial + 1 for serial in said)])
        self._talk = self._game.talk(self._options)
        waiting = deque(said.items())
        if not waiting:
            return
        first = waiting[0][1].at
        for number, step in enumerate([*steps, None], start=first):
            while waiting and waiting[0][1].at <= number:
                self._hear(s, *waiting.popleft())
            if step is not None:
                if step.seat >= 0 and self._game.actor(s) != step.seat:
                    self._game.focus(s, step.seat)
                self.watch(s, number, step.action)
                self._game.apply(s, step.action)
