"""The friendly way in: one game in hand, with words for everything.

>>> import gunbai
>>> match = gunbai.new("gunshi")
>>> match.turn
'red'
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from gunbai.core import record as records
from gunbai.core.errors import BadOptions, GunbaiError, IllegalAction, NotYourTurn
from gunbai.core.files import replacing
from gunbai.core.game import CHANCE, DONE, SPECTATOR, Game, State, View, bring_into_focus
from gunbai.core.game_files import minis
from gunbai.core.options import Options
from gunbai.core.record import Aside, Record, Step
from gunbai.core.registry import find
from gunbai.core.rng import Rng


class Match:
    """One game from its first position on: legal actions, moves by text or number, views, record."""

    def __init__(self, game: Game, options: Options, seed: int | None = None, position: str = "") -> None:
        self.game = game
        self.options = options
        self.record = Record(game.info.name, game.info.rules_version, options, position=position)
        self.state: State = self.record.start()
        # With a seed, chance resolves itself; without one, the caller plays the dice.
        self._rng = None if seed is None else Rng(seed)
        # What every seat and a spectator saw happen so far, noted as it is played.
        self._seen: dict[int, list[int]] = {watcher: [] for watcher in (*range(options.players), int(SPECTATOR))}
        self._settle()

    def copy(self) -> Match:
        """The same match as a thing of its own: what is played in one is not played in the other."""
        twin = Match.__new__(Match)
        twin.game, twin.options = self.game, self.options
        twin.record, twin.state = self.record.copy(), self.state.copy()
        twin._rng = None if self._rng is None else self._rng.copy()
        twin._seen = {watcher: seen[:] for watcher, seen in self._seen.items()}
        return twin

    def __copy__(self) -> Match:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Match:
        return self.copy()

    # -- reading ----------------------------------------------------------------------------

    @property
    def actor(self) -> int:
        """The seat to act, CHANCE or DONE."""
        return int(DONE) if self.record.ending else int(self.game.actor(self.state))

    @property
    def turn(self) -> str:
        """The name of the seat to act; 'chance' or 'over' otherwise."""
        actor = self.actor
        if actor == DONE:
            return "over"
        return "chance" if actor == CHANCE else self.game.info.seat_names[actor]

    @property
    def over(self) -> bool:
        return self.actor == DONE

    @property
    def legal(self) -> list[str]:
        """The legal actions as text."""
        return [self.game.action_text(a) for a in self.legal_actions]

    @property
    def legal_actions(self) -> list[int]:
        """The legal actions as numbers, ascending."""
        return [] if self.over else [int(a) for a in self.game.legal(self.state)]

    @property
    def returns(self) -> tuple[float, ...]:
        return records.returns_of(self.game, self.state, self.record.ending, self.record.ending_seat)

    @property
    def result(self) -> str:
        """The result in words; '*' while the game goes on."""
        return records.result_text(self.game, self.state, self.record.ending, self.record.ending_seat)

    @property
    def position(self) -> str:
        """The position on one line, hidden parts included."""
        return self.game.position_text(self.state)

    def view(self, seat: int | None = None) -> View:
        """What a seat sees, with what it saw happen; without a seat, a spectator's view."""
        history = self.history(seat)
        view = self.game.view(self.state, SPECTATOR if seat is None else seat)
        view.history = history
        return view

    def history(self, seat: int | None = None) -> list[int]:
        """The game so far as a seat perceived it."""
        if seat is not None:
            self._need_seat(seat)
        return self._seen[int(SPECTATOR) if seat is None else seat][:]

    # -- playing ----------------------------------------------------------------------------

    def push(self, action: int | str, seat: int | None = None) -> None:
        """Play one action by text or number. Illegal ones raise and change nothing."""
        if self.over:
            raise IllegalAction("end", "the game is over")
        number = int(self.game.parse_action(action)) if isinstance(action, str) else action
        actor = self.actor
        if seat is not None and seat != actor:
            self._need_seat(seat)
            if seat not in [int(p) for p in self.game.pending(self.state)]:
                raise NotYourTurn(
                    "it is not {seat}'s turn but {due_seat}'s", seat=self.game.info.seat_names[seat], due_seat=self.turn
                )
            focused = self.state.copy()
            bring_into_focus(self.game, focused, seat)
            self.game.check(focused, number)
            self.state, actor = focused, seat
        else:
            self.game.check(self.state, number)
        self._play(actor, number)
        self._settle()

    def play(self, command: str) -> list[int]:
        """Play a whole command in words, all of it or nothing; returns its atomic actions."""
        actions = self.game.expand(self.state, command)
        played = len(self.record.steps)
        try:
            for action in actions:
                self.push(action)
        except GunbaiError:
            # A chance event in the middle that is the caller's to play can cut a command short.
            self.undo(len(self.record.steps) - played)
            raise
        return actions

    def say(self, seat: int, text: str) -> None:
        """Put a word of a seat into the record (a truce, a remark); it never touches the rules."""
        self._need_seat(seat)
        self.record.asides.append(Aside(len(self.record.steps), seat, records.check_aside(text)))

    def resign(self, seat: int) -> None:
        self._end(records.RESIGNED, seat)

    def agree_draw(self) -> None:
        self._end(records.AGREED_DRAW, -1)

    def time_out(self, seat: int) -> None:
        self._end(records.OUT_OF_TIME, seat)

    def undo(self, actions: int = 1) -> None:
        """Take back the last actions (and an ending)."""
        left = max(0, len(self.record.steps) - actions)
        self.record.ending, self.record.ending_seat = "", -1
        self.record.asides = [aside for aside in self.record.asides if aside.at <= left]
        del self.record.steps[left:]
        for seen in self._seen.values():
            del seen[left:]
        self.state = self.record.final()

    # -- files --------------------------------------------------------------------------------

    def text(self) -> str:
        """The record as text."""
        return records.write(self.record)

    def save(self, path: str | Path) -> None:
        """Write the record; the file is complete or not there at all."""
        with replacing(Path(path)) as draft:
            draft.write_text(self.text(), encoding="utf-8")

    def _end(self, ending: str, seat: int) -> None:
        if self.over:
            raise IllegalAction("end", "the game is over")
        self.record.ending, self.record.ending_seat = ending, seat

    def _need_seat(self, seat: int) -> None:
        if not 0 <= seat < self.options.players:
            raise GunbaiError(
                "there is no seat {seat_number}; seats are 0 to {last_number}",
                seat_number=seat,
                last_number=self.options.players - 1,
            )

    def _play(self, seat: int, action: int) -> None:
        bring_into_focus(self.game, self.state, seat)
        for watcher, seen in self._seen.items():
            seen.append(int(self.game.seen_as(self.state, action, watcher)))
        self.game.apply(self.state, action)
        self.record.steps.append(Step(seat, action))

    def _settle(self) -> None:
        while self._rng is not None and self.actor == CHANCE:
            self._play(int(CHANCE), int(self.game.draw(self.state, self._rng)))


def new(name: str, *, preset: str = "", seed: int | None = 0, **options: object) -> Match:
    """A new game: `new("gunshi", preset="first_battle", edition="draft")`.

    `seed=None` leaves every chance event to the caller.
    """
    game = find(name)
    given, position = beginning(game, preset, options)
    return Match(game, given, seed, position)


def beginning(game: Game, preset: str, given: Mapping[str, object]) -> tuple[Options, str]:
    """The options that a preset and single options name, and the position to begin from: empty for the first one.

    Besides its presets a game may have minis, for exact solvers: positions, which carry options of their own.
    """
    small = minis(game) if preset and preset not in game.info.presets else {}
    if preset not in small:
        return Options(game.info.options, game.info.preset(preset) | dict(given)), ""
    if given:
        raise BadOptions("the position {preset_name!r} carries its own options; give no others", preset_name=preset)
    position = small[preset].position
    return game.parse_position(position).options, position


def from_position(name: str, text: str, seed: int | None = 0) -> Match:
    """A match that starts from a position line."""
    game = find(name)
    return Match(game, game.parse_position(text).options, seed, text)


def parse(text: str, seed: int | None = 0) -> Match:
    """A match from a record's text, every action checked."""
    loaded = records.read(text)
    match = Match(loaded.rules, loaded.options, None, loaded.position)
    for step in loaded.steps:
        match._play(step.seat, step.action)
    match.record = loaded
    match._rng = None if seed is None else Rng(seed)
    if not loaded.ending:
        match._settle()
    return match


def load(path: str | Path, seed: int | None = 0) -> Match:
    """A match from a record file."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise GunbaiError("cannot read {path}: {why}", path=str(path), why=str(error.strerror)) from None
    except UnicodeDecodeError:
        raise GunbaiError("{path} is not a text file", path=str(path)) from None
    return parse(text, seed)
