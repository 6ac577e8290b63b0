"""One table in play: the only owner of a game's true state. What leaves it is a projection for one watcher."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence

from gunbai.core import record as records
from gunbai.core.errors import GunbaiError, NotYourTurn
from gunbai.core.game import CHANCE, DONE, SPECTATOR, Game, State, View
from gunbai.core.options import Options
from gunbai.core.record import Aside, Record, Step
from gunbai.core.rng import Rng
from gunbai.session.clock import NONE, Clock, Control, on_clock
from gunbai.session.company import DRAW, TAKE_BACK, Company, Offer, bots_are_kind
from gunbai.session.dice import Dice, NoDice, TableDice
from gunbai.session.line import Line
from gunbai.session.reveal import reveals_to_anyone
from gunbai.session.seat import Seat

# A state is kept every so many actions, and before each of the last few: enough to step back without a full replay.
_CHECKPOINT_EVERY = 128
_RECENT = 8
# How many worlds are looked at before a forced choice counts as forced for everybody.
_IMAGINED = 50


class StaleVersion(GunbaiError):
    """The sender had not seen what happened since; nothing was changed."""


class GameOver(GunbaiError):
    """Something was tried at a table whose game has ended."""


class Table(Company):
    """Seats, actions, log, undo, offers and clock around one game.

    A watcher is a seat or SPECTATOR. `version` grows with every change of the game; a sender names the version it saw
    and is refused as stale when the game has moved on. Sealed choices of different seats commute, so another seat's
    seal does not make a waiting seat's version stale.

    **Undo.** A seat may take back its last action while all of this holds: the game is not over; nobody, chance
    included, has acted since; with a clock, the seat's time has not been passed on; and the action revealed nothing to
    anyone, the seat itself included (`session/reveal.py` says what that means), nor broke a truce. Anything further is
    a take-back, which the other seats must accept. Truces agreed on since stand.
    """

    def __init__(
        self,
        game: Game,
        options: Options,
        seats: Sequence[Seat] = (),
        *,
        dice: Dice | None = None,
        clock: Clock | None = None,
        position: str = "",
        consent: Callable[[int, Offer], bool] = bots_are_kind,
    ) -> None:
        super().__init__(game, options, seats, consent)
        players = options.players
        self.clock = clock or Clock(Control(), players)
        self.version = 0
        self._position = position
        self._ending, self._ending_seat = "", -1
        self._dice = dice or TableDice()
        self._state = game.parse_position(position) if position else game.start(options)
        # Packed: five hundred tables with long games lie in one process.
        self._actions, self._actors = array("q"), array("b")
        self._watchers = (*range(players), int(SPECTATOR))
        self._histories = {watcher: array("q") for watcher in self._watchers}
        self._checkpoints = [self._state.copy()]
        self._recent: deque[State] = deque(maxlen=_RECENT)
        # Whether the last to act was the one in focus, not another of several who owed a sealed choice.
        self._expected = False
        # Per seat, the first version from which on nothing but other seats' sealed choices happened.
        self._fresh = [0] * players
        # The version somebody judged for undo, and whether the action before it showed anything.
        self._judgement = (-1, False)
        self._asked_at = -1
        self._answer: tuple[int, tuple[int, ...]] = (int(DONE), ())
        self._settle()
        self.clock.run(self._on_clock())

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
            # The last action alone, which is what is told after each: no copy is needed to look at the position before.
            self._need_watcher(watcher)
            return [self._line(self._recent[-1], watcher, since)]
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
            yield self._line(s, watcher, number)
            self.game.apply(s, self._actions[number])

    def _line(self, s: State, watcher: int, number: int) -> Line:
        """One action told from the position before it."""
        view = self.game.view(s, watcher)
        action = self._histories[watcher][number]
        text = self.game.tell(view, [action])
        if announced := self._words.announced(number):
            text = f"{text} {announced}"
        return Line(number + 1, self._actors[number], text, action, tuple(self.game.effects(view, action)))

    def seen_by(self, watcher: int) -> dict[str, object]:
        """The position and its choices as the watcher may receive them now, as plain JSON values."""
        s = self._facing(watcher)
        view = self.game.view(s, watcher)
        over, to_act = self.over, self.to_act
        result = self.result if over else "*"
        legal = self.game.legal(s) if watcher in to_act else ()
        offer = self.offer
        return {
            "version": self.version,
            "length": self.length,
            "view": view.data(),
            "prompt": result if over else self.game.prompt(view),
            "to_act": to_act,
            "legal": [{"action": int(a), "text": self.game.action_text(a)} for a in legal],
            "over": over,
            "result": result,
            "returns": self.returns,
            "truces": self.truces(watcher),
            "offer": {"kind": offer.kind, "seat": offer.seat, "length": offer.length} if offer else None,
            "clock": {
                "control": self.clock.control.text(),
                "running": self.clock.running,
                "left": None
                if self.clock.control.kind == NONE
                else [round(self.clock.left(seat), 3) for seat in range(self._players)],
            },
        }

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

    def expand(self, seat: int, text: str) -> list[int]:
        """A whole command as typed by the seat, as its atomic actions, checked; nothing is played."""
        self._need_turn(seat)
        return self.game.expand(self._facing(seat), text)

    def check(self, seat: int, action: int) -> None:
        """Raise, with the rule, unless the seat may play this action now."""
        self._need_turn(seat)
        self.game.check(self._facing(seat), action)

    def check_all(self, seat: int, actions: Sequence[int]) -> None:
        """Raise unless the seat may play these actions one after the other, with nobody in between."""
        if len(actions) == 1:
            self.check(seat, actions[0])
            return
        self._need_turn(seat)
        s = self._facing(seat).copy()
        for number, action in enumerate(actions):
            if number and self.game.actor(s) != seat:
                raise NotYourTurn(
                    "{seat} may play {number} of these actions, then somebody else decides",
                    seat=self.name(seat),
                    number=number,
                )
            self.game.check(s, action)
            self.game.apply(s, action)

    # -- playing --------------------------------------------------------------------------------

    def play(self, seat: int, action: int, version: int | None = None) -> list[Step]:
        """Play one action for a seat, and what chance answers; raises and changes nothing if it may not be played.

        `version` is what the sender had seen. Returns the steps that were added.
        """
        self.tick()
        if seat == CHANCE:
            if not self.waits_for_chance:
                raise NotYourTurn("the game does not wait for chance")
            self.game.check(self._state, action)
        else:
            self._need_turn(seat)
            if version is not None and not self._fresh[seat] <= version <= self.version:
                raise StaleVersion(
                    "the game is at version {version}; the action was meant for {meant}",
                    version=self.version,
                    meant=version,
                )
            self.check(seat, action)
        self.offer = None
        before = self.length
        self._advance(seat, action)
        self._settle()
        if seat >= 0:
            self.clock.fresh_move(seat)
        self.clock.run(self._on_clock())
        return [Step(self._actors[i], self._actions[i]) for i in range(before, self.length)]

    def roll(self, draw: Callable[[Game, State], int]) -> Step:
        """Let the caller's dice decide the chance event the game waits for."""
        if not self.waits_for_chance:
            raise NotYourTurn("the game does not wait for chance")
        return self.play(int(CHANCE), draw(self.game, self._state))[0]

    def forced(self) -> int | None:
        """The only action there is, if everybody can know that there is no other; else None.

        A forced choice may be played for its seat, and that must not tell what the seat holds: it must be the only one
        in every world a spectator can imagine, not just in the true one.
        """
        waiting = self.to_act
        if len(waiting) != 1:
            return None
        actions = self.game.legal(self._state)
        if len(actions) != 1:
            return None
        if self.game.info.hidden:
            rng = Rng(self.length)
            known = self.game.view(self._state, SPECTATOR)
            for _ in range(_IMAGINED):
                world = self.game.resample(known, rng)
                if self.game.actor(world) != waiting[0] or list(self.game.legal(world)) != list(actions):
                    return None
        return int(actions[0])

    def undo_refusal(self, seat: int) -> str:
        """Why the seat may not take its last action back; empty if it may."""
        if barred := self._undo_barred(seat):
            return barred
        shown = self._shown()
        if shown is None:
            shown = reveals_to_anyone(self.game, *self.last_step())
            self.judged(self.version, shown)
        if shown:
            return "it showed something that was hidden"
        return ""

    def _undo_barred(self, seat: int) -> str:
        if self.over:
            return "the game is over"
        if not self.length:
            return "nothing has been done yet"
        last = self._actors[-1]
        if last != seat:
            return f"{self.name(last)} acted last"
        if self.clock.control.kind != NONE and seat not in self.to_act:
            return "the clock has passed on"
        if self._words.announced(self.length - 1):
            return "it broke a truce, and everybody was told"
        return ""

    def can_undo(self, watcher: int) -> bool | None:
        """Whether the watcher may take its last action back; None while nobody has judged what that action showed."""
        if watcher < 0 or not self.length or self._actors[-1] != watcher or self._undo_barred(watcher):
            return False
        shown = self._shown()
        return None if shown is None else not shown

    def last_step(self) -> tuple[State, int, State]:
        """The position before the last action, the action, and the position after it; the truth, not to be shown."""
        before = self._state_at(self.length - 1)
        self._in_focus(before, self._actors[-1])
        return before, self._actions[-1], self._state

    def judged(self, version: int, shown: bool) -> None:
        """Take note of a judgement, made here or elsewhere: did the action that led to this version show anything?"""
        self._judgement = version, shown

    def _shown(self) -> bool | None:
        if not self.game.info.hidden:
            return False
        return self._judgement[1] if self._judgement[0] == self.version else None

    def undo(self, seat: int) -> None:
        """Take back the seat's last action, if nothing was revealed since."""
        self._need_seat(seat)
        self.tick()
        if refusal := self.undo_refusal(seat):
            if not self.over and self.length and self._actors[-1] != seat:
                raise GunbaiError(
                    "this cannot be undone: {last_seat} acted last", last_seat=self.name(self._actors[-1])
                )
            raise GunbaiError("this cannot be undone: {reason}", reason=refusal)
        self.retract(seat)

    def retract(self, seat: int) -> None:
        """Carry out an undo whose right was established before, as when a log is replayed."""
        self._cut(self.length - 1, seat, self.to_act)

    # -- endings and offers ---------------------------------------------------------------------

    def resign(self, seat: int) -> None:
        self._need_seat(seat)
        self._end(records.RESIGNED, seat)

    def agree_draw(self) -> None:
        """End the game as a draw that all agreed to elsewhere, as when a record is read."""
        self._end(records.AGREED_DRAW, -1)

    def abandon(self) -> None:
        """End the game without a result."""
        self._end(records.ABANDONED, -1)

    def run_out(self, seat: int) -> None:
        """The seat's time is over, as judged by whoever keeps the time; it loses."""
        self._need_seat(seat)
        self._end(records.OUT_OF_TIME, seat)

    def tick(self) -> None:
        """Look at the clock; who has run out of time loses at once."""
        if not self.over and (late := self.clock.flagged()) is not None:
            self._end(records.OUT_OF_TIME, late)

    def offer_draw(self, seat: int) -> None:
        """Offer a draw to all other seats; offering one while another's offer stands accepts it."""
        self._put(Offer(DRAW, seat))

    def offer_take_back(self, seat: int, length: int) -> None:
        """Ask to take back all actions after the first `length`; `log(watcher, length)` says what that would undo."""
        if not 0 <= length < self.length:
            raise GunbaiError(
                "a take-back leaves from 0 to {most} actions, not {number}", most=max(self.length - 1, 0), number=length
            )
        self._put(Offer(TAKE_BACK, seat, length))

    def answer(self, seat: int, yes: bool) -> bool:
        """Accept or decline the standing offer; True when that was the last consent needed and it was carried out."""
        self._need_seat(seat)
        return self._carry_out(self._reply(seat, yes))

    # -- files ----------------------------------------------------------------------------------

    def record(self) -> Record:
        """The game as a record: the whole truth, so not for players of a running game."""
        notes = {"seats": " ".join(seat.text() for seat in self.seats)}
        if self.clock.control.kind != NONE:
            notes["clock"] = self.clock.text()
        return Record(
            self.game.info.name,
            self.game.info.rules_version,
            self.options,
            [Step(actor, action) for actor, action in zip(self._actors, self._actions, strict=True)],
            self._ending,
            self._ending_seat,
            [seat.name for seat in self.seats],
            self._position,
            notes,
            list(self._words.asides),
        )

    @classmethod
    def from_record(
        cls, record: Record, seats: Sequence[Seat] = (), *, dice: Dice | None = None, clock: Clock | None = None
    ) -> Table:
        """A table at the point a record reached; the record must have been read (and so checked) before."""
        table = cls(record.rules, record.options, seats, dice=NoDice(), clock=clock, position=record.position)
        for step in record.steps:
            table._advance(step.seat, step.action)
        table._fold_words(dict(enumerate(record.asides)))
        table._ending, table._ending_seat = record.ending, record.ending_seat
        table._dice = dice or TableDice()
        table._settle()
        table.clock.run(table._on_clock())
        return table

    # -- inside ---------------------------------------------------------------------------------

    def _need_turn(self, seat: int) -> None:
        self._need_seat(seat)
        if self.over:
            raise GameOver("the game is over: {result}", result=self.result)
        if seat not in self.to_act:
            due = " and ".join(self.name(other) for other in self.to_act) or "chance"
            raise NotYourTurn("it is not {seat}'s turn but {due_seats}'s", seat=self.name(seat), due_seats=due)

    def _facing(self, watcher: int) -> State:
        """The state with the watcher in focus, if it owes one of several sealed choices; not to be changed."""
        self._need_watcher(watcher)
        if watcher not in self.to_act or self._waiting()[0] == watcher:
            return self._state
        s = self._state.copy()
        self.game.focus(s, watcher)
        return s

    def _on_clock(self) -> tuple[int, ...]:
        if self.over or self.clock.control.kind == NONE:
            return ()
        return on_clock(self.game, self._state)

    def _advance(self, actor: int, action: int) -> None:
        waiting = self.to_act
        self._recent.append(self._state.copy())
        self._expected = actor < 0 or self._waiting()[0] == actor
        if not self._expected:
            self.game.focus(self._state, actor)
        self._words.watch(self._state, self.length, action)
        for watcher in self._watchers:
            self._histories[watcher].append(int(self.game.seen_as(self._state, action, watcher)))
        self.game.apply(self._state, action)
        self._actions.append(action)
        self._actors.append(actor)
        if self.length % _CHECKPOINT_EVERY == 0:
            self._checkpoints.append(self._state.copy())
        self._changed(actor, waiting)

    def _changed(self, actor: int, waiting: Sequence[int]) -> None:
        self.version += 1
        still = self.to_act
        for seat in range(self._players):
            if seat == actor or seat not in waiting or seat not in still:
                self._fresh[seat] = self.version

    def _settle(self) -> None:
        while self.waits_for_chance:
            outcome = self._dice.draw(self.game, self._state, self.length)
            if outcome is None:
                return
            self._advance(int(CHANCE), outcome)

    def _truth(self) -> State:
        return self._state

    def _state_at(self, length: int) -> State:
        """A fresh state after the first `length` actions."""
        back = self.length - length
        if back == 0:
            return self._state.copy()
        if back <= len(self._recent):
            return self._recent[-back].copy()
        start = length // _CHECKPOINT_EVERY
        s = self._checkpoints[start].copy()
        for i in range(start * _CHECKPOINT_EVERY, length):
            self._in_focus(s, self._actors[i])
            self.game.apply(s, self._actions[i])
        return s

    def _fold_words(self, said: Mapping[int, Aside]) -> None:
        """Bring what was said and what was done together again, from the first word on."""
        first = min((aside.at for aside in said.values()), default=self.length)
        steps = [Step(*pair) for pair in zip(self._actors[first:], self._actions[first:], strict=True)]
        self._words.fold(said, self._state_at(first), steps)

    def _in_focus(self, s: State, actor: int) -> None:
        if actor >= 0 and self.game.actor(s) != actor:
            self.game.focus(s, actor)

    def _cut(self, length: int, seat: int, waiting: Sequence[int]) -> None:
        """Forget every action after the first `length`."""
        self._state = self._state_at(length)
        self._expected = False
        for _ in range(min(self.length - length, len(self._recent))):
            self._recent.pop()
        for packed in (self._actions, self._actors, *self._histories.values()):
            del packed[length:]
        del self._checkpoints[length // _CHECKPOINT_EVERY + 1 :]
        self._fold_words(self._words.up_to(length))
        self.offer = None
        self._changed(seat, waiting)
        self._settle()
        self.clock.run(self._on_clock())

    def _end(self, ending: str, seat: int) -> None:
        if self.over:
            raise GameOver("the game is over: {result}", result=self.result)
        self.offer = None
        self._ending, self._ending_seat = ending, seat
        self._changed(seat, ())
        self.clock.run(())

    def _put(self, offer: Offer) -> None:
        self._need_seat(offer.seat)
        self.tick()
        if self.over:
            raise GameOver("the game is over: {result}", result=self.result)
        self._carry_out(self._propose(offer))

    def _carry_out(self, agreed: Offer | None) -> bool:
        if agreed is None:
            return False
        if agreed.kind == DRAW:
            self._end(records.AGREED_DRAW, -1)
        else:
            self._cut(agreed.length, agreed.seat, ())
        return True
