"""A game so far: what was done, the positions behind it, and what each watcher sees of it."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Callable, Iterator, Sequence

from gunbai.core import record as records
from gunbai.core.errors import GunbaiError
from gunbai.core.game import CHANCE, DONE, SPECTATOR, Game, State, View
from gunbai.core.options import Options
from gunbai.core.record import Step
from gunbai.session.clock import NONE, Clock
from gunbai.session.log_line import Line, sentences
from gunbai.session.offers import Offer, Offers
from gunbai.session.seat import Seat

# A state is kept every so many actions, and before each of the last few: enough to step back without a full replay.
CHECKPOINT_EVERY = 128
_RECENT = 8
_NOTHING: tuple[int, View | None] = (-1, None)


class History(Offers):
    """The true state, which only a table in play moves on, and the projections of it that may leave the table.

    A watcher is a seat or SPECTATOR.
    """

    def __init__(
        self,
        game: Game,
        options: Options,
        seats: Sequence[Seat],
        clock: Clock,
        position: str,
        consent: Callable[[int, Offer], bool],
    ) -> None:
        super().__init__(game, options, seats, consent)
        players = options.players
        self.clock = clock
        self.version = 0
        self._ending, self._ending_seat = "", -1
        self._state = game.parse_position(position) if position else game.start(options)
        # Packed: five hundred tables with long games lie in one process.
        self._actions, self._actors = array("q"), array("b")
        self._watchers = (*range(players), int(SPECTATOR))
        self._histories = {watcher: array("q") for watcher in self._watchers}
        self._checkpoints = [self._state.copy()]
        self._recent: deque[State] = deque(maxlen=_RECENT)
        # What watchers saw last, with the length of the game then: the next action is told from there.
        self._looks: dict[int, tuple[int, View | None]] = {}
        # Whether the last to act was the one in focus, not another of several who owed a sealed choice.
        self._expected = False
        # Per seat, the first version from which on nothing but other seats' sealed choices happened.
        self._fresh = [0] * players
        self._asked_at = -1
        self._answer: tuple[int, tuple[int, ...]] = (int(DONE), ())

    # -- what everyone may know ---------------------------------------------------------------

    @property
    def length(self) -> int:
        """The number of actions played, chance included."""
        return len(self._actions)

    @property
    def last_actor(self) -> int:
        """Who acted last, chance included; chance too if nobody has."""
        return self._actors[-1] if self._actors else int(CHANCE)

    @property
    def last_decider(self) -> int:
        """The seat that decided last, whatever chance did since; -1 if none has."""
        return next((actor for actor in reversed(self._actors) if actor >= 0), -1)

    def turn_of(self, seat: int) -> int:
        """The version since which the seat's choice is the same, whatever others have sealed meanwhile."""
        return self._fresh[seat]

    @property
    def chance_actions(self) -> int:
        """How many of the actions played were chance's."""
        return self._actors.count(int(CHANCE))

    @property
    def over(self) -> bool:
        return bool(self._ending) or self._waiting()[0] == DONE

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats the game waits for; several where choices are sealed, none at a chance node or the end."""
        return () if self._ending else self._waiting()[1]

    @property
    def waits_for_chance(self) -> bool:
        """Whether a chance event is left to the caller."""
        return not self._ending and self._waiting()[0] == CHANCE

    def _waiting(self) -> tuple[int, tuple[int, ...]]:
        """Who acts by the rules, and who may; asked of the game once a version, for everything else asks it often."""
        if self._asked_at != self.version:
            actor = int(self.game.actor(self._state))
            seats = () if actor == DONE else tuple(int(seat) for seat in self.game.pending(self._state))
            self._asked_at, self._answer = self.version, (actor, seats)
        return self._answer

    @property
    def returns(self) -> tuple[float, ...]:
        return records.returns_of(self.game, self._state, self._ending, self._ending_seat)

    @property
    def result(self) -> str:
        """The result in words; '*' while the game goes on."""
        return records.result_text(self.game, self._state, self._ending, self._ending_seat)

    # -- projections ----------------------------------------------------------------------------

    def view(self, watcher: int) -> View:
        """What the watcher sees, with what it saw happen."""
        view = self.game.view(self._facing(watcher), watcher)
        view.history = self.history(watcher)
        return view

    def history(self, watcher: int) -> list[int]:
        """The actions so far as the watcher perceived them."""
        self._need_watcher(watcher)
        return self._histories[watcher].tolist()

    def steps(self, watcher: int, since: int = 0) -> list[Step]:
        """Who did what, as the watcher perceived it, from the action after the first `since`."""
        self._need_watcher(watcher)
        since = max(since, 0)
        return [Step(*pair) for pair in zip(self._actors[since:], self._histories[watcher][since:], strict=True)]

    def legal(self, watcher: int) -> list[int]:
        """What the watcher may do now; empty when the game does not wait for it."""
        if watcher not in self.to_act:
            self._need_watcher(watcher)
            return []
        return [int(action) for action in self.game.legal(self._facing(watcher))]

    def choices(self, seat: int) -> list[int]:
        """What a bot in that seat chooses from: the legal actions that keep its word."""
        legal = self.legal(seat)
        return self._words.kept(self.view(seat), legal) if len(legal) > 1 else legal

    def log(self, watcher: int, since: int = 0, by_turn: bool = False) -> list[Line]:
        """The game in sentences as the watcher saw it, from the action after the first `since`.

        One sentence an action, or one for each unbroken run of actions of the same seat.
        """
        if since + 1 == self.length and self._expected and self._recent:
            # The last action alone, which is what is told after each: who saw the position before need not look again.
            self._need_watcher(watcher)
            length, view = self._looks.get(watcher, _NOTHING)
            if view is None or length != since:
                view = self.game.view(self._recent[-1], watcher)
            return [self._line(view, self._look(self._state, watcher), watcher, since)]
        lines: list[Line] = []
        for line in self.telling(watcher, since):
            if by_turn and lines and line.seat == lines[-1].seat >= 0:
                lines[-1] = lines[-1].go_on(line.text, line.action, line.effects)
            else:
                lines.append(line)
        return lines

    def telling(self, watcher: int, since: int = 0) -> Iterator[Line]:
        """The same line by line, for who has other things to do in between; the game must not move on meanwhile."""
        self._need_watcher(watcher)
        start, end = min(max(since, 0), self.length), self.length
        s = self._state_at(start)
        for number in range(start, end):
            self._in_focus(s, self._actors[number])
            view = self.game.view(s, watcher)
            s = s.copy()
            self.game.apply(s, self._actions[number])
            yield self._line(view, self.game.view(s, watcher), watcher, number)

    def _line(self, view: View, after: View, watcher: int, number: int) -> Line:
        """One action told by who saw the positions before and after it."""
        action = self._histories[watcher][number]
        known = self.game.hindsight(view, action, after)
        text = self.game.tell(known, [action])
        came = self.game.aftermath(view, action, after)
        if came:
            text = f"{text} {sentences(came)}"
        if announced := self._words.announced(number):
            text = f"{text} {announced}"
        return Line(number + 1, self._actors[number], text, action, (*self.game.effects(known, action), *came))

    def seen_by(self, watcher: int) -> dict[str, object]:
        """The position and its choices as the watcher may receive them now, as plain JSON values."""
        return {**self.seen_by_all(), **self.seen_only_by(watcher)}

    def seen_by_all(self) -> dict[str, object]:
        """The part that is the same for every watcher."""
        over, control = self.over, self.clock.control
        return {
            "version": self.version,
            "length": self.length,
            "to_act": self.to_act,
            "over": over,
            "result": self.result if over else "*",
            "returns": self.returns,
            "clock": {
                "control": control.text(),
                "running": self.clock.running,
                "left": None
                if control.kind == NONE
                else [round(self.clock.left(seat), 3) for seat in range(self._players)],
            },
        }

    def seen_only_by(self, watcher: int) -> dict[str, object]:
        """The part that may differ from watcher to watcher."""
        s = self._facing(watcher)
        view = self._look(s, watcher)
        legal = self.game.legal(s) if watcher in self.to_act else ()
        offer = self.offer
        return {
            "view": view.data(),
            "prompt": self.result if self.over else self.game.prompt(view),
            "legal": [{"action": int(a), "text": self.game.action_text(a)} for a in legal],
            "truces": self.truces(watcher),
            "offer": {"kind": offer.kind, "seat": offer.seat, "length": offer.length} if offer else None,
        }

    def _look(self, s: State, watcher: int) -> View:
        """The view of the position as it is now; kept, for the next action is told from it."""
        if s is not self._state:
            # Seen with the watcher in focus, as nobody else sees it.
            return self.game.view(s, watcher)
        length, view = self._looks.get(watcher, _NOTHING)
        if view is None or length != self.length:
            view = self.game.view(s, watcher)
            self._looks[watcher] = self.length, view
        return view

    def seen_at(self, watcher: int, length: int) -> dict[str, object]:
        """What the watcher saw after the first `length` actions, for looking back; nothing can be decided there."""
        self._need_watcher(watcher)
        if not 0 <= length <= self.length:
            raise GunbaiError(
                "there are {length} actions so far; there is no moment {number}", length=self.length, number=length
            )
        if length == self.length:
            return {**self.seen_by(watcher), "legal": []}
        s = self._state_at(length)
        view = self.game.view(s, watcher)
        to_act = [] if self.game.actor(s) == CHANCE else [int(seat) for seat in self.game.pending(s)]
        return {
            "version": 0,
            "length": length,
            "view": view.data(),
            "prompt": self.game.prompt(view),
            "to_act": to_act,
            "legal": [],
            "over": False,
            "result": "*",
            "returns": [0.0] * self._players,
            "truces": [],
            "offer": None,
            "clock": {"control": self.clock.control.text(), "running": [], "left": None},
        }

    def _facing(self, watcher: int) -> State:
        """The state with the watcher in focus, if it owes one of several sealed choices; not to be changed."""
        self._need_watcher(watcher)
        if watcher not in self.to_act or self._waiting()[0] == watcher:
            return self._state
        s = self._state.copy()
        self.game.focus(s, watcher)
        return s

    def _truth(self) -> State:
        return self._state

    def _state_at(self, length: int) -> State:
        """A fresh state after the first `length` actions."""
        back = self.length - length
        if back == 0:
            return self._state.copy()
        if back <= len(self._recent):
            return self._recent[-back].copy()
        start = length // CHECKPOINT_EVERY
        s = self._checkpoints[start].copy()
        for i in range(start * CHECKPOINT_EVERY, length):
            self._in_focus(s, self._actors[i])
            self.game.apply(s, self._actions[i])
        return s

    def _in_focus(self, s: State, actor: int) -> None:
        if actor >= 0 and self.game.actor(s) != actor:
            self.game.focus(s, actor)
