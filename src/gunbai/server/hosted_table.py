"""One table as the fold of its events. The same fold runs when a table is loaded and when it is played.

Operations (`act`, `answer`, …) change the table in memory and return the event that says so; the registry writes that
event and publishes only when it is on disk. If it cannot be written, the table is thrown away and folded again from
the log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from gunbai.core import record as records
from gunbai.core.errors import GunbaiError, UnknownRules
from gunbai.core.game import CHANCE, SPECTATOR, Game
from gunbai.core.options import Options
from gunbai.core.registry import find
from gunbai.server import events as ev
from gunbai.server.clean_text import visible
from gunbai.server.store import Row
from gunbai.server.table_dice import TableDice, all_chosen
from gunbai.server.table_lock import TableLock
from gunbai.server.table_time import TableTime, give_more, seconds_to_look
from gunbai.server.version_marks import VersionMarks
from gunbai.server.votes import Votes
from gunbai.server.whispers import Whispers
from gunbai.session import BOT, DRAW, OPEN, PERSON, TAKE_BACK, Clock, NoDice, Seat, StaleVersion, Table, parse_control
from gunbai.session.clock import NONE, PER_MOVE
from gunbai.session.offers import Offer, SettledConsent

GATHERING, PLAYING, OVER = "gathering", "playing", "over"
# More forced choices in a row than this are a fault; no game of ours comes near it.
_MOST_FORCED = 500


class Refused(GunbaiError):
    """The table is not in a state in which this can be done."""


class MovedOn(Refused):
    """The table has changed since a worker looked at it."""


class RulesChanged(GunbaiError):
    """The table was played by rules this server no longer has."""


class Unreadable(GunbaiError):
    """The table's log holds something that this server cannot follow."""


class HostedTable:
    """A table in memory: its set-up, who sits where, the game in play, and what has been said."""

    def __init__(self, table_id: str, uptime: Callable[[int], float], seed: bytes) -> None:
        self.id = table_id
        self.lock = TableLock()
        self.seq = self.at = self.created = 0
        # The last event that changed what somebody sees of the game; chat, for one, does not.
        self.shown = 0
        self.keys: dict[str, int] = {}
        # The length of its log in characters: the memory it takes is at most some forty times that.
        self.weight = 0
        self.setup: ev.Created
        self.game: Game  # by the version of the rules that the table is pinned to
        self.chairs: list[ev.Chair] = []
        # Caches of `seats_of` and `bots`, emptied when the chairs change; every message asks for them.
        self._held: dict[str, list[int]] = {}
        self._bots = -1
        self.dice = TableDice(table_id, seed)
        self._game_table: Table | None = None
        self.continued_at = ""
        self.votes = Votes()
        # Events besides the game's own actions: (seq, at, event). All are public except some declarations.
        self.happenings: list[tuple[int, int, ev.AnyEvent]] = []
        self.changed = 0  # the time of the last event that everybody may know of
        self.whispers = Whispers()
        self.time, self._bot_answers = TableTime(uptime), SettledConsent()
        self._marks = VersionMarks()

    # -- reading --------------------------------------------------------------------------------

    @property
    def status(self) -> str:
        if not self.begun:
            return GATHERING
        return OVER if self.game_table.over else PLAYING

    @property
    def clocked(self) -> bool:
        """Whether somebody's time can run out."""
        return self.begun and self.game_table.clock.control.kind != NONE

    @property
    def version(self) -> int:
        return self.game_table.version if self.begun else 0

    @property
    def begun(self) -> bool:
        """Whether the game has begun, and so there is a `game_table`."""
        return self._game_table is not None

    @property
    def game_table(self) -> Table:
        """The game in play; Refused before it has begun."""
        if self._game_table is None:
            raise Refused("the game has not begun")
        return self._game_table

    def seats_of(self, person: str) -> list[int]:
        """The seats a person holds; not to be changed."""
        held = self._held.get(person)
        if held is None:
            held = [i for i, chair in enumerate(self.chairs) if chair.kind == PERSON and chair.person == person]
            self._held[person] = held
        return held

    @property
    def bots(self) -> int:
        """How many seats are bots'."""
        if self._bots < 0:
            self._bots = sum([chair.kind == BOT for chair in self.chairs])
        return self._bots

    def kept_for(self, person: str) -> list[int]:
        """The open seats that only this person may take."""
        return [i for i, chair in enumerate(self.chairs) if chair.kind == OPEN and person and chair.person == person]

    def answer_due(self) -> tuple[int, str] | None:
        """A bot's seat that owes an answer to what was said, and its words."""
        return self.game_table.words.answer_due() if self.begun else None

    def bots_to_act(self) -> list[int]:
        """The bots' seats the game waits for."""
        if not self.begun or not self.bots:
            return []
        return [seat for seat in self.game_table.to_act if self.chairs[seat].kind == BOT]

    def since(self, version: int) -> int:
        """How many actions a client that saw that version can keep; it must read the rest (again)."""
        if not self.begun or version <= 0 or version > self.game_table.version:
            return 0
        return self._marks.kept_since(version, self.game_table.length)

    def seconds_to_look(self) -> float | None:
        """Seconds until time runs short or out for a seat, by the clock as last told; None if no clock runs."""
        if not self.clocked or self.game_table.over:
            return None
        return seconds_to_look(self.game_table.clock, self._patient_with())

    def _patient_with(self) -> list[int]:
        """The seats whose clock runs, and for which nothing happens when their time for a move is over: those that are
        voted on already, and bots where a bot would take their place."""
        clock = self.game_table.clock
        stays = BOT if self.setup.fate == "bot" and clock.control.kind == PER_MOVE else ""
        return [seat for seat in clock.running if self.votes.is_about(seat) or self.chairs[seat].kind == stays]

    def keep_time(self) -> None:
        """Before an event, live and in the fold alike: whom nothing happens to has another move's time."""
        if self.clocked and not self.game_table.over:
            give_more(self.game_table.clock, self._patient_with())

    def late(self) -> int | None:
        """The seat whose time ran out, where something has to happen then; to ask changes nothing."""
        return self.game_table.clock.flagged(self._patient_with())

    def record(self) -> records.Record:
        """The whole truth as a record; only for a game that is over."""
        record = self.game_table.record()
        if self.setup.imported is not None:
            return self._as_it_came(record, self.setup.imported)
        record.notes |= self.dice.notes()
        return record

    def _as_it_came(self, record: records.Record, head: dict[str, str]) -> records.Record:
        """An imported game keeps its own head lines, unless it was played on here: then seats and clock are ours."""
        played_on = any(chair.person for chair in self.chairs)
        record.notes = head | record.notes if played_on else dict(head)
        if not any(record.players):
            record.players = []
        return record

    # -- operations: change the table, return the event ---------------------------------------------

    def sit(self, seat: int, person: str, name: str, entropy: str, commitment: str = "") -> ev.Sat:
        if self.begun:
            raise Refused("the game has begun; seats can no longer be taken")
        if not 0 <= seat < len(self.chairs):
            raise Refused("there is no seat {seat_number} at this table", seat_number=seat)
        chair = self.chairs[seat]
        if chair.kind != OPEN:
            raise Refused("this seat is taken")
        if chair.person not in ("", person):
            raise Refused("this seat is kept for {player}", player=chair.name)
        event = ev.Sat(seat, person, name, "" if commitment else entropy, commitment)
        self._apply(event)
        return event

    def stand(self, seat: int) -> ev.Stood:
        if self.begun:
            raise Refused("the game has begun")
        event = ev.Stood(seat)
        self._apply(event)
        return event

    def season(self, seat: int, entropy: str, commitment: str = "") -> ev.Seasoned:
        if self.begun:
            raise Refused("the dice are cast: entropy can be added only before the game begins")
        event = ev.Seasoned(seat, "" if commitment else entropy, commitment)
        self._apply(event)
        return event

    @property
    def committed(self) -> bool:
        """Whether all seats are taken, so that all commitments are known and may be opened."""
        return all(chair.kind != OPEN for chair in self.chairs)

    @property
    def begins_by_itself(self) -> bool:
        """Whether the game begins now without anybody's order."""
        return self.status == GATHERING and self.setup.autostart and self.committed and not self.dice.unopened()

    def open_dice(self, seat: int, entropy: str) -> ev.Opened:
        """Show the entropy that a seat has committed to; nobody may do so before all seats are taken."""
        if self.begun:
            raise Refused("the dice are cast: entropy can be added only before the game begins")
        if not self.committed:
            raise Refused("entropy is shown when all seats are taken and nobody can choose theirs any more")
        if seat not in self.dice.unopened():
            raise Refused("this seat has nothing to open")
        if not self.dice.opens(seat, entropy):
            raise Refused("this is not what the seat committed to")
        event = ev.Opened(seat, entropy)
        self._apply(event)
        return event

    def begin(self) -> ev.Began:
        if self.begun:
            raise Refused("the game has begun already")
        if any(chair.kind == OPEN for chair in self.chairs):
            raise Refused("there are open seats")
        if waiting := self.dice.unopened():
            names = ", ".join(self.chairs[seat].name for seat in waiting)
            raise Refused("the game begins when {players} have opened their dice", players=names)
        self._set_up()
        return ev.Began(self._follow())

    def resuming(self, steps: Sequence[ev.Move], asides: Sequence[tuple[int, int, str]]) -> Iterator[None]:
        """Begin with the steps and asides of an imported game; pauses after every step."""
        self._set_up()
        yield from self._replaying(steps, asides)

    def resumed(self, steps: Sequence[ev.Move], asides: Sequence[tuple[int, int, str]]) -> ev.Began:
        """The event for an imported game, with the actions that follow by themselves."""
        return ev.Began([*steps, *self._follow()], list(asides))

    def act(
        self, seat: int, actions: Sequence[int], version: int | None, note: str = "", checked_at: int = -1
    ) -> ev.Played:
        """Play a seat's actions, as `Table.play_all` says, and whatever follows by itself.

        `checked_at` is the version at which a worker has found that the actions can follow each other.
        """
        if not actions:
            raise Refused("no action was given")
        play = self.game_table
        before = play.length
        if len(actions) == 1:
            play.play_on(seat, actions[0], version)
        else:
            if checked_at >= 0 and checked_at != play.version:
                raise MovedOn("the game has just moved on; try again")
            play.play_all(seat, actions, version, checked_at >= 0)
        self.votes.close_about(seat)
        past = play.history
        done: list[ev.Move] = [(past.actor_of(i), past.true_action(i), 0) for i in range(before, play.length)]
        return ev.Played(seat, done + self._follow(), note)

    def undo(self, seat: int, version: int | None = None) -> ev.Undone:
        if version is not None and version != self.version:
            raise StaleVersion(
                "the game is at version {version}; the undo was meant for {meant}", version=self.version, meant=version
            )
        if self.game_table.can_undo(seat) is None:
            # The undo check takes too long for the event loop and was made before this; somebody has acted since.
            raise StaleVersion("the game has just moved on; look again before you undo")
        self.game_table.undo(seat)
        self._forget_draws()
        return ev.Undone(seat, self.game_table.length)

    def play_forced(self, version: int) -> ev.Played:
        """Play the only action there is; a worker has found that everybody can know there is no other."""
        play = self.game_table
        action = play.only_action()
        if action is None or play.version != version:
            raise MovedOn("the game has just moved on; try again")
        seat = play.to_act[0]
        play.play(seat, action)
        self.votes.close_about(seat)
        return ev.Played(seat, [(seat, action, 1), *self._follow()])

    def maybe_forced(self) -> tuple[int, int] | None:
        """A person's seat and its only action, if the table plays forced choices and a worker must find out whether
        this is one.
        """
        if not self.setup.auto or not self.begun or not self.game.info.hidden or self.game_table.over:
            return None
        action = self.game_table.only_action()
        if action is None or self.chairs[self.game_table.to_act[0]].kind != PERSON:
            return None
        return self.game_table.to_act[0], action

    def offer(
        self, seat: int, what: str, length: int, version: int | None = None, judged: tuple[int, bool] | None = None
    ) -> ev.Offered:
        """Offer a draw, or ask for a take-back; `judged` is a version, and whether bots agree to it there."""
        if what not in (DRAW, TAKE_BACK):
            raise Refused("what can be offered is {draw!r} or {take_back!r}", draw=DRAW, take_back=TAKE_BACK)
        if version not in (None, self.version):
            raise StaleVersion("the game has just moved on; look again before you make an offer")
        if judged is not None and judged[0] != self.version:
            raise MovedOn("the game has just moved on; try again")
        declined = not (self._bots_agree(seat, what, length) if judged is None else judged[1])
        self._offer(seat, what, length, declined)
        return ev.Offered(seat, what, length, self._follow(), declined)

    def answer(
        self, seat: int, yes: bool, what: str | None = None, length: int | None = None, version: int | None = None
    ) -> ev.Answered:
        offer = self.game_table.offers.standing
        # Every action lapses an offer, so one that was seen at another version is not the one that stands.
        if offer is not None and (
            what not in (None, offer.kind) or length not in (None, offer.length) or version not in (None, self.version)
        ):
            raise StaleVersion("another offer has taken its place; look again")
        self.game_table.answer(seat, yes)
        self._forget_draws()
        return ev.Answered(seat, yes, self._follow())

    def end(self, ending: str, seat: int = -1) -> ev.Ended:
        if self.begun and self.game_table.over:
            raise Refused("the game is over: {result}", result=self.game_table.result)
        event = ev.Ended(ending, seat)
        self._apply(event)
        return event

    def vote(self, seat: int, what: str, absent: int, yes: bool) -> ev.Voted:
        if self.status != PLAYING:
            raise Refused("there is no game to vote on")
        if not self.votes.may_be_cast(what, absent):
            raise Refused("no vote is open on that")
        event = ev.Voted(seat, what, absent, yes)
        self._apply(event)
        return event

    def replace(self, seat: int, bot: str, reason: str) -> ev.Replaced:
        event = ev.Replaced(seat, bot, reason)
        self._apply(event)
        return event

    def miss(self, seat: int) -> ev.Absent:
        event = ev.Absent(seat)
        self._apply(event)
        return event

    def declare(self, seat: int, text: str) -> ev.Declared:
        event = ev.Declared(seat, self.game_table.words.check(seat, visible(text)))
        self._apply(event)
        return event

    def chat(self, seat: int, person: str, name: str, text: str) -> ev.Chatted:
        if not text.isprintable():
            raise Refused("chat is one line of printable characters")
        text = visible(text).strip()
        if not text:
            raise Refused("chat is one line of printable characters")
        return ev.Chatted(person, name, text, seat)

    def hand(self, seat: int, person: str, name: str) -> ev.Handed:
        event = ev.Handed(seat, person, name)
        self._apply(event)
        return event

    def go_on(self, table: str) -> ev.Continued:
        if self.continued_at:
            raise Refused("a rematch has been set up already")
        event = ev.Continued(table)
        self._apply(event)
        return event

    def reveal(self) -> ev.Revealed:
        if self.status != OVER:
            raise Refused("the seed is revealed when the game is over")
        event = ev.Revealed(self.dice.seed)
        self._apply(event)
        return event

    def agreed(self, what: str, absent: int = -1) -> bool:
        """Whether every other person at the table voted for it; on a seat those who are away, too, are not asked."""
        people = [i for i, chair in enumerate(self.chairs) if chair.kind == PERSON and i != absent]
        here = people if absent < 0 else [i for i in people if not self.votes.is_about(i)]
        return self.votes.agreed(what, absent, here or people)

    # -- the fold ---------------------------------------------------------------------------------

    def fold(self, row: Row) -> None:
        """Take in one stored event."""
        event = ev.decode(row.body)
        self.time.set(row.at)
        self.keep_time()
        self._apply(event)
        self.noted(row, event)

    def folding(self, rows: Iterable[Row]) -> Iterator[None]:
        """Take in many stored events; pauses after every event, and after every step of an imported game."""
        for row in rows:
            event = ev.decode(row.body)
            self.time.set(row.at)
            self.keep_time()
            if isinstance(event, ev.Began):
                yield from self.resuming(event.steps, event.asides)
            else:
                self._apply(event)
            self.noted(row, event)
            yield

    def noted(self, row: Row, event: ev.AnyEvent) -> None:
        """Note an event that is stored: its place, its key, and what people may read of it."""
        assert row.seq == self.seq + 1, f"table {self.id} misses event {self.seq + 1}"
        self.seq, self.at = row.seq, row.at
        self.weight += len(row.body)
        if row.key is not None:
            self.keys[row.key] = row.seq
        if self.begun:
            self._marks.note(self.game_table.version, self.game_table.length)
        if isinstance(event, ev.Played) and not event.note and all_chosen(event.steps):
            self.shown, self.changed = row.seq, row.at  # nearly every event, and asking for all other kinds takes long
            return
        if not isinstance(event, ev.BESIDE_THE_GAME):
            self.shown = row.seq
        if isinstance(event, ev.Declared):
            everybody = [*range(len(self.chairs)), int(SPECTATOR)]
            self.whispers.note(row.seq, self.game_table.words, everybody)
        elif isinstance(event, ev.Began):
            self.whispers.skip(len(event.asides))
        if row.seq not in self.whispers:
            self.changed = row.at
        if isinstance(event, ev.Created):
            self.created = row.at
        elif not isinstance(event, (ev.Began, ev.Played)) or ev.worth_telling(event):
            self.happenings.append((row.seq, row.at, event))

    def _apply(self, event: ev.AnyEvent) -> None:
        self._held, self._bots = {}, -1
        match event:
            case ev.Created():
                self.setup = event
                self.chairs = list(event.chairs)
                self.dice.set_up(event)
                try:
                    self.game = find(event.game, event.rules)
                except UnknownRules:
                    raise RulesChanged(
                        "this table was played by version {old_version} of the rules; "
                        "this server plays {game} by version {version}",
                        old_version=event.rules,
                        game=event.game,
                        version=find(event.game).info.rules_version,
                    ) from None
            case ev.Sat():
                self.chairs[event.seat] = ev.Chair(PERSON, event.name, person=event.person)
                self.dice.commit(event.seat, event.entropy, event.commitment, self.chairs)
            case ev.Handed():
                kind = OPEN if self.chairs[event.seat].kind == OPEN else PERSON
                self.chairs[event.seat] = ev.Chair(kind, event.name, person=event.person)
                if self.begun:
                    self.game_table.seats.put(event.seat, Seat(PERSON, event.name))
            case ev.Stood():
                self.chairs[event.seat] = ev.Chair(OPEN)
                self.dice.commit(event.seat, "", "", self.chairs)
            case ev.Seasoned():
                self.dice.commit(event.seat, event.entropy, event.commitment, self.chairs)
            case ev.Opened():
                self.dice.entropy[event.seat] = event.entropy
            case ev.Began():
                self._set_up()
                self._replay(event.steps, event.asides)
            case ev.Played():
                self._replay(event.steps)
                self.votes.close_about(event.seat)
            case ev.Undone():
                self.game_table.retract(event.seat)
                self._forget_draws()
            case ev.Offered():
                self._offer(event.seat, event.what, event.length, event.declined or event.what == DRAW)
                self._replay(event.steps)
            case ev.Answered():
                self.game_table.answer(event.seat, event.yes)
                self._forget_draws()
                self._replay(event.steps)
            case ev.Ended():
                self._end(event)
            case ev.Voted():
                self.votes.cast(event.seat, event.what, event.absent, event.yes)
            case ev.Replaced():
                self.chairs[event.seat] = ev.Chair(BOT, event.bot, event.bot)
                self.game_table.seats.put(event.seat, Seat(BOT, event.bot, event.bot))
                self.game_table.clock.fresh_move(event.seat)
                self.votes.close_about(event.seat)
            case ev.Absent():
                self.game_table.clock.fresh_move(event.seat)
                self.votes.open_about(event.seat)
            case ev.Declared():
                self.game_table.words.hear(event.seat, event.text)
            case ev.Revealed():
                self.dice.revealed = event.seed
            case ev.Continued():
                self.continued_at = event.table
            case ev.Chatted():
                pass

    def _set_up(self) -> None:
        """The first position, with clocks running."""
        game = self.game
        options = Options(game.info.options, self.setup.options)
        control = parse_control(self.setup.clock)
        seats = [Seat(chair.kind, chair.name, chair.bot) for chair in self.chairs]
        clock = Clock(control, options.players, self.time.now)
        position, consent = self.setup.position, self._bot_answers.consent
        self._game_table = Table(game, options, seats, dice=NoDice(), clock=clock, position=position, consent=consent)
        self.dice.cast()

    def _follow(self) -> list[ev.Move]:
        """Draw chance events, and play forced choices where the table wants that; returns what was played."""
        table, steps = self.game_table, list[ev.Move]()
        for _ in range(_MOST_FORCED):
            while table.waits_for_chance:
                steps.append(self.dice.roll(table))
            # Where something is hidden, a worker finds out whether a choice is forced.
            forced = table.only_action() if self.setup.auto and not self.game.info.hidden else None
            if forced is None:
                break
            seat = table.to_act[0]
            table.play(seat, forced)
            steps.append((seat, forced, 1))
        return steps

    def _replay(self, steps: Sequence[ev.Move], asides: Sequence[tuple[int, int, str]] = ()) -> None:
        for _ in self._replaying(steps, asides):
            pass

    def _replaying(self, steps: Sequence[ev.Move], asides: Sequence[tuple[int, int, str]]) -> Iterator[None]:
        said = 0
        for number, (seat, action, _) in enumerate(steps):
            while said < len(asides) and asides[said][0] <= number:
                self.game_table.words.hear(*asides[said][1:])
                said += 1
            self.game_table.play(seat, action)
            if seat == CHANCE:
                self.dice.count_draw()
            yield
        for _, speaker, text in asides[said:]:
            self.game_table.words.hear(speaker, text)

    def bots_asked(self, seat: int, what: str, length: int) -> bool:
        """Whether bots have to agree to an offer, and something they look at can keep them from it."""
        bots = any(chair.kind == BOT and number != seat for number, chair in enumerate(self.chairs))
        # An offer that names a moment that is not there is refused by the table, in its own words.
        return what == TAKE_BACK and bots and 0 <= length < self.game_table.length

    def _bots_agree(self, seat: int, what: str, length: int) -> bool:
        if not self.bots_asked(seat, what, length):
            return what == TAKE_BACK or not any(chair.kind == BOT for chair in self.chairs)
        return self.game_table.bot_agrees(-1, Offer(what, seat, length))

    def _offer(self, seat: int, what: str, length: int, declined: bool) -> None:
        self._bot_answers.declined = declined
        if what == DRAW:
            self.game_table.offer_draw(seat)
        else:
            self.game_table.offer_take_back(seat, length)
        self._forget_draws()

    def _end(self, event: ev.Ended) -> None:
        if not self.begun:
            # The game had not begun: the table closes as a game without moves.
            self._set_up()
        if event.ending == records.RESIGNED:
            self.game_table.resign(event.seat)
        elif event.ending == records.OUT_OF_TIME:
            self.game_table.run_out(event.seat)
        elif event.ending == records.AGREED_DRAW:
            self.game_table.agree_draw()
        else:
            self.game_table.abandon()

    def _forget_draws(self) -> None:
        """After actions were taken back: forget the draws that are no longer part of the game."""
        self.dice.keep_draws(self.game_table.history.chance_actions)
