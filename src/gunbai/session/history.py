"""The history of one game: the true position, all actions, and what each watcher perceived of them."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Sequence

from gunbai.core import record as records
from gunbai.core.game import CHANCE, DONE, SPECTATOR, Game, State, View, advance, bring_into_focus
from gunbai.core.options import Options
from gunbai.core.record import Step
from gunbai.session.seat import check_watcher

# A state is kept every so many actions, and before each of the last few: enough to step back without a full replay.
CHECKPOINT_EVERY = 128
_RECENT = 8
_NOTHING: tuple[int, View | None] = (-1, None)


class History:
    """What happened in a game so far, and how it ended.

    A watcher is a seat or SPECTATOR. Methods that take a watcher return projections, which may leave the table; all
    others that return positions or actions return the truth. `version` grows with every change.
    """

    def __init__(self, game: Game, options: Options, position: str) -> None:
        players = options.players
        self.game = game
        self.version = 0
        # How the game ended apart from its rules, and by which seat; empty while it goes on.
        self.ending, self.ending_seat = "", -1
        self._players = players
        self._state = game.parse_position(position) if position else game.start(options)
        # Packed, because one server process keeps hundreds of long games.
        self._actions, self._actors = array("q"), array("b")
        self._watchers = (*range(players), int(SPECTATOR))
        self._perceived = {watcher: array("q") for watcher in self._watchers}
        self._checkpoints = [self._state.copy()]
        self._recent: deque[State] = deque(maxlen=_RECENT)
        # Per watcher the last view and the length of the game then: the log tells the next action from there.
        self._looks: dict[int, tuple[int, View | None]] = {}
        # Whether the last actor was the seat in focus, not another of several that owed a sealed choice.
        self._expected = False
        # Per seat, the first version since which nothing but other seats' sealed choices happened.
        self._fresh = [0] * players
        self._asked_at = -1
        self._answer: tuple[int, tuple[int, ...]] = (int(DONE), ())

    # -- what everyone may know -----------------------------------------------------------------

    @property
    def length(self) -> int:
        """The number of actions played, chance included."""
        return len(self._actions)

    @property
    def last_actor(self) -> int:
        """The seat that acted last, or CHANCE; CHANCE too before the first action."""
        return self._actors[-1] if self._actors else int(CHANCE)

    @property
    def last_decider(self) -> int:
        """The seat that decided last, whatever chance did since; -1 if none has."""
        return next((actor for actor in reversed(self._actors) if actor >= 0), -1)

    @property
    def chance_actions(self) -> int:
        """How many of the actions played were chance's."""
        return self._actors.count(int(CHANCE))

    def turn_of(self, seat: int) -> int:
        """The version since which the seat's choice is the same, whatever others have sealed meanwhile."""
        return self._fresh[seat]

    @property
    def over(self) -> bool:
        return bool(self.ending) or self.waiting()[0] == DONE

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats the game waits for; several where choices are sealed, none at a chance node or the end."""
        return () if self.ending else self.waiting()[1]

    @property
    def waits_for_chance(self) -> bool:
        return not self.ending and self.waiting()[0] == CHANCE

    def waiting(self) -> tuple[int, tuple[int, ...]]:
        """The actor by the rules and all seats that may act. The game is asked once a version."""
        if self._asked_at != self.version:
            actor = int(self.game.actor(self._state))
            seats = () if actor == DONE else tuple(int(seat) for seat in self.game.pending(self._state))
            self._asked_at, self._answer = self.version, (actor, seats)
        return self._answer

    @property
    def returns(self) -> tuple[float, ...]:
        return records.returns_of(self.game, self._state, self.ending, self.ending_seat)

    @property
    def result(self) -> str:
        """The result in words; '*' while the game goes on."""
        return records.result_text(self.game, self._state, self.ending, self.ending_seat)

    # -- projections ----------------------------------------------------------------------------

    def view(self, watcher: int) -> View:
        """What the watcher sees, with what it saw happen."""
        view = self.game.view(self.facing(watcher), watcher)
        view.history = self._perceived[watcher].tolist()
        return view

    def look(self, watcher: int) -> View:
        """The watcher's view of the position without its past; kept, because the log tells the next action from it."""
        s = self.facing(watcher)
        if s is not self._state:
            # Only this watcher sees the position with itself in focus, and only until it has chosen.
            return self.game.view(s, watcher)
        return self._look(watcher)

    def _look(self, watcher: int) -> View:
        length, view = self._looks.get(watcher, _NOTHING)
        if view is None or length != self.length:
            view = self.game.view(self._state, watcher)
            self._looks[watcher] = self.length, view
        return view

    def legal(self, watcher: int) -> list[int]:
        """What the watcher may do now; empty when the game does not wait for it."""
        if watcher not in self.to_act:
            self.check_watcher(watcher)
            return []
        return [int(action) for action in self.game.legal(self.facing(watcher))]

    def check_watcher(self, watcher: int) -> None:
        """Raise unless the watcher is a seat of this game or SPECTATOR."""
        check_watcher(watcher, self._players)

    def perceived(self, watcher: int) -> list[int]:
        """The actions so far as the watcher perceived them."""
        self.check_watcher(watcher)
        return self._perceived[watcher].tolist()

    def steps(self, watcher: int, since: int = 0) -> list[Step]:
        """Who did what, as the watcher perceived it, from the action after the first `since`."""
        self.check_watcher(watcher)
        since = max(since, 0)
        return [Step(*pair) for pair in zip(self._actors[since:], self._perceived[watcher][since:], strict=True)]

    def actor_of(self, number: int) -> int:
        """Who played action number 0, 1, 2 …: a seat, or CHANCE."""
        return self._actors[number]

    def perceived_as(self, watcher: int, number: int) -> int:
        """Action number 0, 1, 2 … as the watcher perceived it."""
        return self._perceived[watcher][number]

    def around_last(self, watcher: int) -> tuple[View, View] | None:
        """The watcher's views before and after the last action; None if finding them takes a replay."""
        self.check_watcher(watcher)
        if not self._expected or not self._recent:
            return None
        length, before = self._looks.get(watcher, _NOTHING)
        if before is None or length != self.length - 1:
            before = self.game.view(self._recent[-1], watcher)
        return before, self._look(watcher)

    # -- the truth, which does not leave the table -------------------------------------------------

    @property
    def state(self) -> State:
        """The true position; not to be changed."""
        return self._state

    def facing(self, watcher: int) -> State:
        """The true position with the watcher in focus if it owes one of several sealed choices; not to be changed."""
        self.check_watcher(watcher)
        if watcher not in self.to_act or self.waiting()[0] == watcher:
            return self._state
        s = self._state.copy()
        bring_into_focus(self.game, s, watcher)
        return s

    def state_at(self, length: int) -> State:
        """A fresh state after the first `length` actions."""
        back = self.length - length
        if back == 0:
            return self._state.copy()
        if back <= len(self._recent):
            return self._recent[-back].copy()
        start = length // CHECKPOINT_EVERY
        s = self._checkpoints[start].copy()
        for i in range(start * CHECKPOINT_EVERY, length):
            advance(self.game, s, self._actors[i], self._actions[i])
        return s

    def true_steps(self, since: int = 0) -> list[Step]:
        """Who did what, from the action after the first `since`."""
        return [Step(*pair) for pair in zip(self._actors[since:], self._actions[since:], strict=True)]

    def true_action(self, number: int) -> int:
        """Action number 0, 1, 2 …."""
        return self._actions[number]

    def true_step(self, number: int) -> Step:
        """Action number 0, 1, 2 …, or -1 for the last."""
        return Step(self._actors[number], self._actions[number])

    def last_step(self) -> tuple[State, int, State]:
        """The position before the last action, the action, and the position after it."""
        before = self.state_at(self.length - 1)
        bring_into_focus(self.game, before, self._actors[-1])
        return before, self._actions[-1], self._state

    # -- changes --------------------------------------------------------------------------------

    def turn_to(self, actor: int) -> None:
        """Keep the position and bring the actor into focus; its action is applied next."""
        self._recent.append(self._state.copy())
        self._expected = actor < 0 or self.waiting()[0] == actor
        bring_into_focus(self.game, self._state, actor)

    def apply(self, actor: int, action: int, waiting: Sequence[int]) -> None:
        """Apply an action of the seat that `turn_to` brought into focus; `waiting` were the seats to act before it."""
        for watcher in self._watchers:
            self._perceived[watcher].append(int(self.game.seen_as(self._state, action, watcher)))
        self.game.apply(self._state, action)
        self._actions.append(action)
        self._actors.append(actor)
        if self.length % CHECKPOINT_EVERY == 0:
            self._checkpoints.append(self._state.copy())
        self._changed(actor, waiting)

    def cut(self, length: int, seat: int, waiting: Sequence[int]) -> None:
        """Forget every action after the first `length`, because the seat took them back."""
        self._state = self.state_at(length)
        self._looks = {}
        self._expected = False
        for _ in range(min(self.length - length, len(self._recent))):
            self._recent.pop()
        for packed in (self._actions, self._actors, *self._perceived.values()):
            del packed[length:]
        del self._checkpoints[length // CHECKPOINT_EVERY + 1 :]
        self._changed(seat, waiting)

    def end(self, ending: str, seat: int) -> None:
        """The game ends apart from its rules: a seat resigned, a draw was agreed on, and so on."""
        self.ending, self.ending_seat = ending, seat
        self._changed(seat, ())

    def _changed(self, actor: int, waiting: Sequence[int]) -> None:
        self.version += 1
        still = self.to_act
        for seat in range(self._players):
            if seat == actor or seat not in waiting or seat not in still:
                self._fresh[seat] = self.version
