"""One table in play: the only owner of a game's true state. What leaves it is a projection for one watcher."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from gunbai.core import record as records
from gunbai.core.errors import GunbaiError, NotYourTurn
from gunbai.core.game import CHANCE, SPECTATOR, Game, Outlook, State
from gunbai.core.options import Options
from gunbai.core.record import Aside, Record, Step
from gunbai.core.rng import Rng
from gunbai.session.clock import NONE, Clock, Control
from gunbai.session.dice import Dice, NoDice, TableDice
from gunbai.session.history import CHECKPOINT_EVERY, History
from gunbai.session.offers import DRAW, TAKE_BACK, Offer, bots_are_kind
from gunbai.session.reveal import reveals_to_anyone
from gunbai.session.seat import Seat

T = TypeVar("T")

# How many worlds are looked at before a forced choice counts as forced for everybody.
_IMAGINED = 50
# In how many worlds several actions in a row are tried before they count as impossible.
_TRIED = 8


class StaleVersion(GunbaiError):
    """The sender had not seen what happened since; nothing was changed."""


class GameOver(GunbaiError):
    """Something was tried at a table whose game has ended."""


class Table(History):
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
        super().__init__(game, options, seats, clock or Clock(Control(), options.players), position, consent)
        self._position = position
        self._dice = dice or TableDice()
        # The version somebody judged for undo, and whether the action before it showed anything.
        self._judgement = (-1, False)
        self._settle()
        self.clock.run(self._on_clock())

    # -- what may be played ---------------------------------------------------------------------

    def expand(self, seat: int, text: str) -> list[int]:
        """A whole command as typed by the seat, as its atomic actions, checked as `check_all` does."""
        self._need_turn(seat)

        def understood(world: State) -> list[int]:
            actions = self.game.expand(world, text)
            self._follow_each_other(world, seat, actions)
            return actions

        return self._foreseen(seat, understood)

    def check(self, seat: int, action: int) -> None:
        """Raise, with the rule, unless the seat may play this action now."""
        self._need_turn(seat)
        self.game.check(self._facing(seat), action)

    def check_all(self, seat: int, actions: Sequence[int]) -> None:
        """Raise unless, for all the seat can know, it may play these actions one after the other."""
        if len(actions) == 1:
            self.check(seat, actions[0])
            return
        self._need_turn(seat)
        self._foreseen(seat, lambda world: self._follow_each_other(world, seat, actions))

    def outlook(self, seat: int, version: int | None = None) -> Outlook:
        """What the seat, whose decision it must be, can foresee; `version` is what the asker had seen."""
        self.need_fresh(seat, version)
        return self.game.outlook(self.view(seat))

    def _foreseen(self, seat: int, tried: Callable[[State], T]) -> T:
        """What comes of several actions in a row, as far as the seat can foresee it.

        They are tried in worlds that fit what the seat sees, never in the true one: an action may open what was hidden,
        and whether another could follow it would tell that at no cost. One world in which all goes well is enough.
        """
        if not self.game.info.hidden:
            return tried(self._facing(seat))
        # The same question gets the same answer: the sampler is seeded by what everybody knows.
        view, rng = self.view(seat), Rng(self.version)
        refusals: list[GunbaiError] = []
        while len(refusals) < _TRIED:
            world = self.game.resample(view, rng)
            self._in_focus(world, seat)
            try:
                return tried(world)
            except GunbaiError as error:
                refusals.append(error)
        raise refusals[0]

    def _follow_each_other(self, s: State, seat: int, actions: Sequence[int]) -> None:
        s = s.copy()
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
            self.need_fresh(seat, version)
            self.check(seat, action)
        self.offer = None
        before = self.length
        self._advance(seat, action)
        self._settle()
        if seat >= 0:
            self.clock.fresh_move(seat)
        self.clock.run(self._on_clock())
        return [Step(self._actors[i], self._actions[i]) for i in range(before, self.length)]

    def play_all(self, seat: int, actions: Sequence[int], version: int | None = None) -> list[Step]:
        """Play several actions of a seat in a row; none, if the seat could have known that they cannot all be played.

        Where only something hidden stands in the way of one, those before it have opened that, and stay played.
        """
        self.need_fresh(seat, version)
        self.check_all(seat, actions)
        steps = self.play(seat, actions[0], version)
        for action in actions[1:]:
            try:
                self.check(seat, action)
            except GunbaiError:
                break
            steps += self.play(seat, action)
        return steps

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

    def need_fresh(self, seat: int, version: int | None) -> None:
        """Raise unless the seat may decide now and what it saw at that version still holds for its decision."""
        self._need_turn(seat)
        if version is not None and not self._fresh[seat] <= version <= self.version:
            raise StaleVersion(
                "the game is at version {version}; the action was meant for {meant}",
                version=self.version,
                meant=version,
            )

    def _on_clock(self) -> tuple[int, ...]:
        if self.over or self.clock.control.kind == NONE:
            return ()
        return tuple(int(seat) for seat in self.game.on_clock(self._state))

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
        if self.length % CHECKPOINT_EVERY == 0:
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

    def _fold_words(self, said: Mapping[int, Aside]) -> None:
        """Bring what was said and what was done together again, from the first word on."""
        first = min((aside.at for aside in said.values()), default=self.length)
        steps = [Step(*pair) for pair in zip(self._actors[first:], self._actions[first:], strict=True)]
        self._words.fold(said, self._state_at(first), steps)

    def _cut(self, length: int, seat: int, waiting: Sequence[int]) -> None:
        """Forget every action after the first `length`."""
        self._state = self._state_at(length)
        self._looks = {}
        self._expected = False
        for _ in range(min(self.length - length, len(self._recent))):
            self._recent.pop()
        for packed in (self._actions, self._actors, *self._histories.values()):
            del packed[length:]
        del self._checkpoints[length // CHECKPOINT_EVERY + 1 :]
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
