"""One table in play: the only owner of a game's true state. What leaves it is a projection for one watcher."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gunbai.core import record as records
from gunbai.core.errors import GunbaiError, NotYourTurn
from gunbai.core.game import CHANCE, SPECTATOR, Game, Outlook, State, View, bring_into_focus
from gunbai.core.options import Options
from gunbai.core.record import Record, Step
from gunbai.core.saying import Saying
from gunbai.session.clock import NONE, Clock, Control
from gunbai.session.dice import Dice, NoDice, TableDice
from gunbai.session.history import History
from gunbai.session.log import Log
from gunbai.session.offers import DRAW, TAKE_BACK, Offer, Offers
from gunbai.session.plan import check_plan, everybody_knows, expand_plan, follow_each_other
from gunbai.session.reveal import Glimpse, glimpse, learnt_by, reveals_to_anyone
from gunbai.session.seat import Seat, Seats
from gunbai.session.words import Words

# How many actions a bot looks back at before it lets them be taken back; more are too many.
_MOST_JUDGED = 24


class StaleVersion(GunbaiError):
    """The sender had not seen what happened since; nothing was changed."""


class GameOver(GunbaiError):
    """Something was tried at a table whose game has ended."""


class Table:
    """One game in play, made of parts: `seats`, `history`, `words`, `log`, `offers` and `clock`.

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
        consent: Callable[[int, Offer], bool] | None = None,
    ) -> None:
        self.game = game
        self.options = options
        self.seats = Seats(game, options.players, seats)
        self.clock = clock or Clock(Control(), options.players)
        self.history = History(game, options, position)
        self.words = Words(options, self.seats, self.history)
        self.log = Log(self.history, self.words)
        self.offers = Offers(self.seats, consent or self.bot_agrees)
        # How often the seats agreed to take back; a record says so.
        self.take_backs = 0
        self._position = position
        self._dice = dice or TableDice()
        # The version whose last action was judged for undo, and whether that action showed anything.
        self._judgement = (-1, False)
        self._settle()
        self.clock.run(self._on_clock())

    # -- what everyone may know -----------------------------------------------------------------

    @property
    def version(self) -> int:
        return self.history.version

    @property
    def length(self) -> int:
        """The number of actions played, chance included."""
        return self.history.length

    @property
    def over(self) -> bool:
        return self.history.over

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats the game waits for; several where choices are sealed, none at a chance node or the end."""
        return self.history.to_act

    @property
    def waits_for_chance(self) -> bool:
        """Whether a chance event is left to the caller."""
        return self.history.waits_for_chance

    @property
    def returns(self) -> tuple[float, ...]:
        return self.history.returns

    @property
    def result(self) -> str:
        """The result in words; '*' while the game goes on."""
        return self.history.result

    @property
    def ending(self) -> Sequence[Saying]:
        """What decided the game, in sentences; empty while it goes on, and where people ended it."""
        return self.game.ending(self.history.state)

    def name(self, seat: int) -> str:
        """The seat's own name and who sits there: `red`, or `red (Ann)`."""
        return self.seats.name(seat)

    # -- projections ----------------------------------------------------------------------------

    def view(self, watcher: int) -> View:
        """What the watcher sees, with what it saw happen."""
        return self.history.view(watcher)

    def legal(self, watcher: int) -> list[int]:
        """What the watcher may do now; empty when the game does not wait for it."""
        return self.history.legal(watcher)

    def bot_actions(self, seat: int) -> list[int]:
        """The actions a bot in that seat chooses from: the legal ones that keep its word."""
        legal = self.legal(seat)
        return self.words.keeping(self.view(seat), legal) if len(legal) > 1 else legal

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
            "ending": [{"template": each.template, "words": dict(each.words)} for each in self.ending],
            "clock": {
                "control": control.text(),
                "running": self.clock.running,
                "left": None
                if control.kind == NONE
                else [round(self.clock.left(seat), 3) for seat in range(len(self.seats))],
            },
        }

    def seen_only_by(self, watcher: int) -> dict[str, object]:
        """The part that may differ from watcher to watcher."""
        choices = [{"action": a, "text": self.game.action_text(a)} for a in self.legal(watcher)]
        return {**self.seen_without_choices(watcher), "legal": choices}

    def seen_without_choices(self, watcher: int) -> dict[str, object]:
        """The same without the legal actions, whose texts a caller may have at hand."""
        view = self.history.look(watcher)
        offer = self.offers.standing
        return {
            "view": view.data(),
            "prompt": self.result if self.over else self.game.prompt(view),
            "truces": self.words.truces(watcher),
            "offer": {"kind": offer.kind, "seat": offer.seat, "length": offer.length} if offer else None,
        }

    def seen_at(self, watcher: int, length: int) -> dict[str, object]:
        """What the watcher saw after the first `length` actions, for looking back; nothing can be decided there."""
        self.history.check_watcher(watcher)
        if not 0 <= length <= self.length:
            raise GunbaiError(
                "there are {length} actions so far; there is no moment {number}", length=self.length, number=length
            )
        if length == self.length:
            return {**self.seen_by(watcher), "legal": []}
        s = self.history.state_at(length)
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
            "returns": [0.0] * len(self.seats),
            "ending": [],
            "truces": [],
            "offer": None,
            "clock": {"control": self.clock.control.text(), "running": [], "left": None},
        }

    # -- what may be played ---------------------------------------------------------------------

    def expand(self, seat: int, text: str) -> list[int]:
        """A whole command as typed by the seat, as its atomic actions, checked as `check_all` does."""
        self._need_turn(seat)
        if self.game.info.hidden:
            return expand_plan(self.game, self.view(seat), self.version, self.name(seat), text)
        facing = self.history.facing(seat)
        actions = self.game.expand(facing, text)
        follow_each_other(self.game, facing, seat, self.name(seat), actions)
        return actions

    def check(self, seat: int, action: int) -> None:
        """Raise, with the rule, unless the seat may play this action now."""
        self._need_turn(seat)
        self.game.check(self.history.facing(seat), action)

    def check_all(self, seat: int, actions: Sequence[int]) -> None:
        """Raise unless, for all the seat can know, it may play these actions one after the other."""
        if len(actions) == 1:
            self.check(seat, actions[0])
            return
        self._need_turn(seat)
        if self.game.info.hidden:
            check_plan(self.game, self.view(seat), self.version, self.name(seat), actions)
        else:
            follow_each_other(self.game, self.history.facing(seat), seat, self.name(seat), actions)

    def outlook(self, seat: int, version: int | None = None) -> Outlook:
        """What the seat, whose decision it must be, can foresee; `version` is what the asker had seen."""
        self.need_fresh(seat, version)
        return self.game.outlook(self.view(seat))

    # -- playing --------------------------------------------------------------------------------

    def play(self, seat: int, action: int, version: int | None = None) -> list[Step]:
        """Play one action for a seat, and what chance answers; raises and changes nothing if it may not be played.

        `version` is what the sender had seen. Returns the steps that were added.
        """
        before = self.length
        self.play_on(seat, action, version)
        return self.history.true_steps(before)

    def play_on(self, seat: int, action: int, version: int | None = None) -> None:
        """The same for callers that look up themselves what was added."""
        self.tick()
        if seat == CHANCE:
            if not self.waits_for_chance:
                raise NotYourTurn("the game does not wait for chance")
            self.game.check(self.history.state, action)
        else:
            self.need_fresh(seat, version)
            self.check(seat, action)
        self.offers.lapse()
        self._advance(seat, action)
        self._settle()
        if seat >= 0:
            self.clock.fresh_move(seat)
        self.clock.run(self._on_clock())

    def play_all(
        self, seat: int, actions: Sequence[int], version: int | None = None, checked: bool = False
    ) -> list[Step]:
        """Play several actions of a seat in a row; none, if the seat could have known that they cannot all be played.

        Where only something hidden stands in the way of one, those before it have opened that, and stay played.
        `checked` says that `check_all` has passed at this very version.
        """
        self.need_fresh(seat, version)
        if not checked:
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
        return self.play(int(CHANCE), draw(self.game, self.history.state))[0]

    def forced(self) -> int | None:
        """The only action there is, if everybody can know that there is no other; else None.

        A forced choice may be played for its seat, and that must not tell what the seat holds: it must be the only one
        in every world a spectator can imagine, not just in the true one.
        """
        action = self.only_action()
        if action is None or not self.game.info.hidden:
            return action
        known = self.game.view(self.history.state, SPECTATOR)
        return action if everybody_knows(self.game, known, self.to_act[0], action, self.length) else None

    def only_action(self) -> int | None:
        """The only action of the only seat to act, in truth; whether that is known is another matter."""
        waiting = self.to_act
        if len(waiting) != 1:
            return None
        actions = self.game.legal(self.history.state)
        return int(actions[0]) if len(actions) == 1 else None

    def undo_refusal(self, seat: int) -> str:
        """Why the seat may not take its last action back; empty if it may."""
        if barred := self._undo_barred(seat):
            return barred
        shown = self._shown()
        if shown is None:
            shown = reveals_to_anyone(self.game, *self.history.last_step())
            self.judged(self.version, shown)
        if shown:
            return "it showed something that was hidden"
        return ""

    def _undo_barred(self, seat: int) -> str:
        if self.over:
            return "the game is over"
        if not self.length:
            return "nothing has been done yet"
        last = self.history.last_actor
        if last != seat:
            return f"{self.name(last)} acted last"
        if self.clock.control.kind != NONE and seat not in self.to_act:
            return "the clock has passed on"
        if self.words.announced(self.length - 1):
            return "it broke a truce, and everybody was told"
        return ""

    def can_undo(self, watcher: int) -> bool | None:
        """Whether the watcher may take its last action back; None while nobody has judged what that action showed."""
        if watcher < 0 or not self.length or self.history.last_actor != watcher or self._undo_barred(watcher):
            return False
        shown = self._shown()
        return None if shown is None else not shown

    def judged(self, version: int, shown: bool) -> None:
        """Note whether the action that led to a version showed anything; the server finds that out in a worker."""
        self._judgement = version, shown

    def _shown(self) -> bool | None:
        if not self.game.info.hidden:
            return False
        return self._judgement[1] if self._judgement[0] == self.version else None

    def undo(self, seat: int) -> None:
        """Take back the seat's last action, if nothing was revealed since."""
        self.seats.check(seat)
        self.tick()
        if refusal := self.undo_refusal(seat):
            if not self.over and self.length and self.history.last_actor != seat:
                raise GunbaiError(
                    "this cannot be undone: {last_seat} acted last", last_seat=self.name(self.history.last_actor)
                )
            raise GunbaiError("this cannot be undone: {reason}", reason=refusal)
        self.retract(seat)

    def retract(self, seat: int) -> None:
        """Carry out an undo whose right was established before, as when a log is replayed."""
        self._cut(self.length - 1, seat, self.to_act)

    # -- endings and offers ---------------------------------------------------------------------

    def resign(self, seat: int) -> None:
        self.seats.check(seat)
        self._end(records.RESIGNED, seat)

    def agree_draw(self) -> None:
        """End the game as a draw that all agreed to elsewhere, as when a record is read."""
        self._end(records.AGREED_DRAW, -1)

    def abandon(self) -> None:
        """End the game without a result."""
        self._end(records.ABANDONED, -1)

    def run_out(self, seat: int) -> None:
        """The seat loses because its time is over, as the keeper of the clock has found."""
        self.seats.check(seat)
        self._end(records.OUT_OF_TIME, seat)

    def tick(self) -> None:
        """Look at the clock; a seat that has run out of time loses at once."""
        if not self.over and (late := self.clock.flagged()) is not None:
            self._end(records.OUT_OF_TIME, late)

    def offer_draw(self, seat: int) -> None:
        """Offer a draw to all other seats; offering one while another's offer stands accepts it."""
        self._put(Offer(DRAW, seat))

    def offer_take_back(self, seat: int, length: int) -> None:
        """Ask to take back all actions after the first `length`; `log.lines(watcher, length)` says what that undoes."""
        if not 0 <= length < self.length:
            raise GunbaiError(
                "a take-back leaves from 0 to {most} actions, not {number}", most=max(self.length - 1, 0), number=length
            )
        self._put(Offer(TAKE_BACK, seat, length))

    def bot_agrees(self, seat: int, offer: Offer) -> bool:
        """How a bot answers: it plays on instead of a draw, and lets actions be taken back until dice, a draw or a
        reveal told the asking seat something; nobody can fish for better luck.
        """
        return offer.kind == TAKE_BACK and not self._told_something(offer.seat, offer.length)

    def _told_something(self, watcher: int, length: int) -> bool:
        """Whether chance decided since then, or the watcher learnt something hidden."""
        seen = self.glimpses(watcher, length)
        return seen is None or learnt_by(self.game, seen)

    def glimpses(self, watcher: int, length: int) -> list[Glimpse] | None:
        """What the watcher saw of every action since the first `length`; None if chance decided, or for too many."""
        steps = self.history.true_steps(length)
        if len(steps) > _MOST_JUDGED or any(step.seat == CHANCE for step in steps):
            return None
        if not self.game.info.hidden:
            return []
        before, seen = self.history.state_at(length), list[Glimpse]()
        for step in steps:
            bring_into_focus(self.game, before, step.seat)
            after = before.copy()
            self.game.apply(after, step.action)
            seen.append(glimpse(self.game, before, step.action, after, watcher))
            before = after
        return seen

    def answer(self, seat: int, yes: bool) -> bool:
        """Accept or decline the standing offer; True when that was the last consent needed and it was carried out."""
        self.seats.check(seat)
        return self._carry_out(self.offers.answer(seat, yes))

    # -- files ----------------------------------------------------------------------------------

    def record(self) -> Record:
        """The game as a record: the whole truth, so not for players of a running game."""
        notes = {"seats": " ".join(seat.text() for seat in self.seats)}
        if self.clock.control.kind != NONE:
            notes["clock"] = self.clock.text()
        if self.take_backs:
            notes["take-backs"] = str(self.take_backs)
        return Record(
            self.game.info.name,
            self.game.info.rules_version,
            self.options,
            self.history.true_steps(),
            self.history.ending,
            self.history.ending_seat,
            [seat.name for seat in self.seats],
            self._position,
            notes,
            self.words.all(),
        )

    @classmethod
    def from_record(
        cls, record: Record, seats: Sequence[Seat] = (), *, dice: Dice | None = None, clock: Clock | None = None
    ) -> Table:
        """A table at the point a record reached; the record must have been read (and so checked) before."""
        table = cls(record.rules, record.options, seats, dice=NoDice(), clock=clock, position=record.position)
        for step in record.steps:
            table._advance(step.seat, step.action)
        table.words.restore(record.asides)
        table.history.ending, table.history.ending_seat = record.ending, record.ending_seat
        table._dice = dice or TableDice()
        table._settle()
        table.clock.run(table._on_clock())
        return table

    # -- inside ---------------------------------------------------------------------------------

    def _need_turn(self, seat: int) -> None:
        self.seats.check(seat)
        if self.over:
            raise GameOver("the game is over: {result}", result=self.result)
        if seat not in self.to_act:
            due = " and ".join(self.name(other) for other in self.to_act) or "chance"
            raise NotYourTurn("it is not {seat}'s turn but {due_seats}'s", seat=self.name(seat), due_seats=due)

    def need_fresh(self, seat: int, version: int | None) -> None:
        """Raise unless the seat may decide now and what it saw at that version still holds for its decision."""
        self._need_turn(seat)
        if version is not None and not self.history.turn_of(seat) <= version <= self.version:
            raise StaleVersion(
                "the game is at version {version}; the action was meant for {meant}",
                version=self.version,
                meant=version,
            )

    def _on_clock(self) -> tuple[int, ...]:
        if self.over or self.clock.control.kind == NONE:
            return ()
        return tuple(int(seat) for seat in self.game.on_clock(self.history.state))

    def _advance(self, actor: int, action: int) -> None:
        waiting = self.to_act
        self.history.turn_to(actor)
        self.words.watch(action)
        self.history.apply(actor, action, waiting)

    def _settle(self) -> None:
        while self.waits_for_chance:
            outcome = self._dice.draw(self.game, self.history.state, self.length)
            if outcome is None:
                return
            self._advance(int(CHANCE), outcome)

    def _cut(self, length: int, seat: int, waiting: Sequence[int]) -> None:
        """Forget every action after the first `length`."""
        self.history.cut(length, seat, waiting)
        self.words.cut(length)
        self.offers.lapse()
        self._settle()
        self.clock.run(self._on_clock())

    def _end(self, ending: str, seat: int) -> None:
        if self.over:
            raise GameOver("the game is over: {result}", result=self.result)
        self.offers.lapse()
        self.history.end(ending, seat)
        self.clock.run(())

    def _put(self, offer: Offer) -> None:
        self.seats.check(offer.seat)
        self.tick()
        if self.over:
            raise GameOver("the game is over: {result}", result=self.result)
        self._carry_out(self.offers.propose(offer))

    def _carry_out(self, agreed: Offer | None) -> bool:
        if agreed is None:
            return False
        if agreed.kind == DRAW:
            self._end(records.AGREED_DRAW, -1)
        else:
            self._cut(agreed.length, agreed.seat, ())
            self.take_backs += 1
        return True
