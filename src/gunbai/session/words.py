"""Words said at a table beside the game, for instance truces: who may hear them, and what the game makes of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence

from gunbai.core import record as records
from gunbai.core.game import View, bring_into_focus
from gunbai.core.options import Options
from gunbai.core.record import Aside
from gunbai.session.history import History
from gunbai.session.seat import BOT, Seats


class Words:
    """The asides of one game. The game's own `talk` turns them into agreements, and notices when actions break them.

    An aside gets a serial number (0, 1, 2 …) when it is said and keeps it. Taking actions back may remove asides.
    """

    def __init__(self, options: Options, seats: Seats, history: History) -> None:
        self._options, self._seats, self._history = options, seats, history
        self._game = history.game
        self._talk = self._game.talk(options)
        self._asides: list[Aside] = []
        # Serial number -> place in `_asides`.
        self._places: dict[int, int] = {}
        self._said = 0
        # Per action (its number from 0) what it announced to everybody.
        self._announced: dict[int, str] = {}

    # -- saying ---------------------------------------------------------------------------------

    def say(self, seat: int, text: str) -> None:
        """Put words of a seat on record, and what bots answer; the rules take no notice of them."""
        self.hear(seat, self.check(seat, text))
        while (answer := self.answer_due()) is not None:
            self.hear(*answer)

    def check(self, seat: int, text: str) -> str:
        """The words as they may be said; raises, and changes nothing, if they are a garbled agreement."""
        self._seats.check(seat)
        text = records.check_aside(text)
        self._talk.check(self._history.state, seat, text)
        return text

    def hear(self, seat: int, text: str) -> None:
        """Take in words that were checked before, as when a log is replayed; bots do not answer."""
        self._seats.check(seat)
        history = self._history
        aside = Aside(history.length, seat, text)
        self._add(self._said, aside)
        self._talk.hear(history.state, seat, text)
        self._said += 1

    def answer_due(self) -> tuple[int, str] | None:
        """A bot's seat that owes an answer to what was said, and its words."""
        if self._history.over:
            return None
        for seat in self._talk.asked():
            if self._seats[seat].kind == BOT and (text := self._talk.reply(self._history.view(seat))):
                return seat, text
        return None

    # -- what a watcher may know ------------------------------------------------------------------

    def known_to(self, watcher: int) -> list[Aside]:
        """The words said so far that the watcher may know of; when the game is over, everybody may know all."""
        self._history.check_watcher(watcher)
        if self._history.over:
            return self.all()
        return [aside for place, aside in enumerate(self._asides) if self._talk.concerns(place, watcher)]

    def may_hear(self, serial: int, watcher: int) -> bool:
        """Whether the watcher may know of the aside with this serial number; when the game is over, everybody may."""
        self._history.check_watcher(watcher)
        if self._history.over:
            return True
        return serial in self._places and self._talk.concerns(self._places[serial], watcher)

    def truces(self, watcher: int) -> list[str]:
        """The agreements the watcher may know of, a line each; everybody may know of a broken one."""
        self._history.check_watcher(watcher)
        return self._talk.lines(watcher)

    def announced(self, number: int) -> str:
        """What action number 0, 1, 2 … told everybody about a broken agreement; usually nothing."""
        return self._announced.get(number, "")

    # -- inside the table -------------------------------------------------------------------------

    def all(self) -> list[Aside]:
        """Every aside, also those that only some may know of."""
        return list(self._asides)

    def keeping(self, view: View, legal: list[int]) -> list[int]:
        """The legal actions with which the view's seat keeps its word."""
        return self._talk.kept(view, legal)

    def watch(self, action: int) -> None:
        """Take notice of an action about to be applied to the position."""
        if told := self._talk.watch(self._history.state, action):
            self._announced[self._history.length] = told

    def cut(self, length: int) -> None:
        """All actions after the first `length` were taken back. Agreements made since then stand; other words go."""
        left: dict[int, Aside] = {}
        for serial, place in self._places.items():
            aside = self._asides[place]
            if aside.at <= length or self._talk.stays(place):
                left[serial] = Aside(min(aside.at, length), aside.seat, aside.text)
        self._replay(left)

    def restore(self, asides: Sequence[Aside]) -> None:
        """Take in all asides of a record whose actions have been played."""
        self._replay(dict(enumerate(asides)))

    def _replay(self, said: Mapping[int, Aside]) -> None:
        """Start over with asides by serial number, and follow the actions from the first aside on."""
        self._asides, self._places, self._announced = [], {}, {}
        self._said = max([self._said, *(serial + 1 for serial in said)])
        self._talk = self._game.talk(self._options)
        waiting = deque(said.items())
        if not waiting:
            return
        first = min(aside.at for aside in said.values())
        s = self._history.state_at(first)
        for number, step in enumerate([*self._history.true_steps(first), None], start=first):
            while waiting and waiting[0][1].at <= number:
                serial, aside = waiting.popleft()
                self._add(serial, aside)
                self._talk.hear(s, aside.seat, aside.text)
            if step is not None:
                bring_into_focus(self._game, s, step.seat)
                if told := self._talk.watch(s, step.action):
                    self._announced[number] = told
                self._game.apply(s, step.action)

    def _add(self, serial: int, aside: Aside) -> None:
        self._places[serial] = len(self._asides)
        self._asides.append(aside)
