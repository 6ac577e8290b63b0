"""A game as a text file: a head, then one line per action. A person can read it, a program can replay it.

gunbai record 1
game: gunshi
rules: 1
options: edition=draft
red: Ann
blue: greedy
result: red 1, blue -1 (shogun taken)

red: place infantry d2 north
…
end: 143 actions
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from gunbai.core.errors import BadNotation, BadOptions, BadRecord, GunbaiError, IllegalAction, UnknownGame, UnknownRules
from gunbai.core.game import CHANCE, DONE, Game, State, advance, bring_into_focus
from gunbai.core.options import Options, parse_options
from gunbai.core.registry import find

SCHEMA = 1
_HEAD = "gunbai record"
_MAX_LINES = 1_000_000

# How a game can end apart from its rules; each is a line of its own in the record.
RESIGNED, AGREED_DRAW, OUT_OF_TIME, ABANDONED = "resigns", "draw agreed", "out of time", "abandoned"


class Step(NamedTuple):
    """One recorded action: who acted (a seat or CHANCE) and the action number."""

    seat: int
    action: int


class Aside(NamedTuple):
    """Something said at the table that the rules do not know (a truce, a word): before step `at`, by a seat."""

    at: int
    seat: int
    text: str


@dataclass
class Record:
    """Options, rules version and action list: enough to replay a game exactly, without a seed."""

    game: str
    rules_version: int
    options: Options
    steps: list[Step] = field(default_factory=list)
    ending: str = ""
    ending_seat: int = -1
    players: list[str] = field(default_factory=list)
    # A game may start from any position instead of the first one (studies, puzzles, tests).
    position: str = ""
    notes: dict[str, str] = field(default_factory=dict)
    asides: list[Aside] = field(default_factory=list)

    @property
    def rules(self) -> Game:
        """The game, by the version of its rules that the record is pinned to."""
        return find(self.game, self.rules_version)

    def start(self) -> State:
        """The position the game began from."""
        game = self.rules
        return game.parse_position(self.position) if self.position else game.start(self.options)

    def states(self) -> list[State]:
        """Every position of the game, the first included."""
        game = self.rules
        s = self.start()
        out = [s.copy()]
        for step in self.steps:
            advance(game, s, step.seat, step.action)
            out.append(s.copy())
        return out

    def final(self) -> State:
        """The last position."""
        game = self.rules
        s = self.start()
        for step in self.steps:
            advance(game, s, step.seat, step.action)
        return s

    def copy(self) -> Record:
        """The same record as a thing of its own."""
        return replace(
            self, steps=self.steps[:], players=self.players[:], notes=dict(self.notes), asides=self.asides[:]
        )

    def __copy__(self) -> Record:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Record:
        # Options, steps and asides never change.
        return self.copy()


def returns_of(game: Game, s: State, ending: str, ending_seat: int) -> tuple[float, ...]:
    """The result per seat, endings outside the rules included.

    A seat that resigns or runs out of time loses, and the others share what is left; an agreed draw is shared by all.
    So the sum of a game's returns stays the same. An abandoned game has no result.
    """
    if ending == "" or game.actor(s) == DONE:
        return game.returns(s)
    players = s.options.players
    if ending == ABANDONED:
        return (0.0,) * players
    total = game.sum_of_returns(s.options)
    if ending == AGREED_DRAW:
        return ((total or 0.0) / players,) * players
    if total is None:
        share = 1.0 if players == 2 else 0.0
    else:
        share = (total + 1.0) / (players - 1)
    return tuple(-1.0 if seat == ending_seat else share for seat in range(players))


def result_text(game: Game, s: State, ending: str, ending_seat: int) -> str:
    """The result in words, `*` while the game goes on."""
    if ending == "" and game.actor(s) != DONE:
        return "*"
    return _result_of(game, s, ending, ending_seat, returns_of(game, s, ending, ending_seat))


def _former_result(game: Game, s: State, ending: str, ending_seat: int) -> str:
    """The result as records had it until shares of a tie or a draw among three or more added up: they were 0."""
    values = returns_of(game, s, ending, ending_seat)
    return _result_of(game, s, ending, ending_seat, tuple(0.0 if -1.0 < value < 0.0 else value for value in values))


def _result_of(game: Game, s: State, ending: str, ending_seat: int, values: tuple[float, ...]) -> str:
    names = game.info.seat_names
    how = game.outcome(s) if game.actor(s) == DONE else ending
    if ending_seat >= 0 and game.actor(s) != DONE:
        how = f"{names[ending_seat]} {ending}"
    return ", ".join(f"{names[i]} {v:g}" for i, v in enumerate(values)) + f" ({how})"


def write(record: Record, annotate: Callable[[State, Step], str] | None = None) -> str:
    """The record as text; `annotate` may add a comment before a step."""
    work = writing(record, annotate)
    while True:
        try:
            next(work)
        except StopIteration as end:
            return str(end.value)


def writing(record: Record, annotate: Callable[[State, Step], str] | None = None) -> Generator[None, None, str]:
    """The same for callers that cannot wait for all of a long record at once: pauses after every step."""
    game = record.rules
    names = game.info.seat_names
    s = record.start()
    body = []
    spoken = 0
    for at, step in enumerate(record.steps):
        while spoken < len(record.asides) and record.asides[spoken].at <= at:
            body.append(_aside_line(record.asides[spoken], names))
            spoken += 1
        if annotate is not None and (note := annotate(s, step)):
            body.append(f"# {note}")
        who = names[step.seat] if step.seat >= 0 else "chance"
        body.append(f"{who}: {game.action_text(step.action)}")
        advance(game, s, step.seat, step.action)
        yield
    body += [_aside_line(aside, names) for aside in record.asides[spoken:]]
    if record.ending:
        who = f"{names[record.ending_seat]} " if record.ending_seat >= 0 else ""
        body.append(f"ending: {who}{record.ending}")
    head = [f"{_HEAD} {SCHEMA}", f"game: {record.game}", f"rules: {record.rules_version}"]
    if text := record.options.text():
        head.append(f"options: {text}")
    if record.position:
        head.append(f"position: {record.position}")
    for key, value in [*zip(names, record.players, strict=False), *record.notes.items()]:
        if ":" in key or not f"{key}{value}".isprintable():
            raise GunbaiError(f"a record cannot hold {key[:40]!r}: {value[:40]!r}; heads are single printable lines")
        head.append(f"{key}: {value.strip()}")
    head.append(f"result: {result_text(game, s, record.ending, record.ending_seat)}")
    return "\n".join([*head, "", *body, f"end: {len(record.steps)} actions", ""])


def _aside_line(aside: Aside, names: tuple[str, ...]) -> str:
    return f"aside {names[aside.seat]}: {aside.text}"


def check_aside(text: str) -> str:
    """The text of an aside as it may stand in a record: one line of at most 500 printable characters."""
    text = text.strip()
    if not text or len(text) > 500 or not text.isprintable():
        raise GunbaiError("an aside is one line of 1 to 500 printable characters")
    return text


def read(text: str) -> Record:
    """Parse and replay a record, checking every action; BadRecord says which line fails and why."""
    lines = text.split("\n")
    if len(lines) > _MAX_LINES:
        raise BadRecord(f"a record has at most {_MAX_LINES} lines")
    record, game, result, body_at = _read_head(lines)
    names = {name: seat for seat, name in enumerate(game.info.seat_names[: record.options.players])}
    s = record.start()
    ended = False
    for number, raw in enumerate(lines[body_at:], start=body_at + 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        if ended:
            raise BadRecord("nothing may follow the end line", number)
        who, colon, rest = line.partition(":")
        rest = rest.strip()
        if not colon:
            raise BadRecord(f"a line is written 'who: action', not {line[:60]!r}", number)
        if who == "end":
            if rest != f"{len(record.steps)} actions":
                raise BadRecord(f"the end line counts {rest[:30]!r}, but there are {len(record.steps)} actions", number)
            ended = True
            continue
        if record.ending:
            raise BadRecord("the game has ended already", number)
        if who.startswith("aside "):
            speaker = who.removeprefix("aside ")
            if speaker not in names:
                raise BadRecord(f"there is no seat {speaker[:40]!r} in this game", number)
            try:
                record.asides.append(Aside(len(record.steps), names[speaker], check_aside(rest)))
            except GunbaiError as error:
                raise BadRecord(str(error), number) from None
            continue
        if who == "ending":
            _read_ending(record, names, rest, number)
            if game.actor(s) == DONE:
                raise BadRecord("the game had ended by its rules already", number)
            continue
        record.steps.append(_read_step(game, s, names, who, rest, number))
    if not ended:
        raise BadRecord("the record is cut off: its end line is missing", len(lines))
    truth = result_text(game, s, record.ending, record.ending_seat)
    if result is not None and result[0] not in (truth, _former_result(game, s, record.ending, record.ending_seat)):
        raise BadRecord(f"the result is given as {result[0][:80]!r}, but the moves give {truth!r}", result[1])
    return record


def _read_head(lines: list[str]) -> tuple[Record, Game, tuple[str, int] | None, int]:
    first = lines[0].strip()
    if not first.startswith(_HEAD):
        raise BadRecord(f"this is not a record: the first line must be '{_HEAD} {SCHEMA}'", 1)
    if first != f"{_HEAD} {SCHEMA}":
        raise BadRecord(f"this record has schema {first.removeprefix(_HEAD).strip()[:20]!r}; {SCHEMA} can be read", 1)
    fields: dict[str, tuple[str, int]] = {}
    body_at = len(lines)
    for number, line in enumerate(lines[1:], start=2):
        if not line.strip():
            body_at = number
            break
        key, colon, value = line.partition(":")
        if not colon:
            raise BadRecord(f"a head line is written 'key: value', not {line[:60]!r}", number)
        if key in fields:
            raise BadRecord(f"{key[:40]!r} is given twice", number)
        fields[key] = (value.strip(), number)
    if "game" not in fields:
        raise BadRecord("the head does not name the game", 1)
    name, at = fields.pop("game")
    version, version_at = fields.pop("rules", ("", 1))
    if not (version.isascii() and version.isdigit() and len(version) < 10):
        raise BadRecord(f"the head gives the rules version as {version[:20]!r}, which is no number", version_at)
    try:
        game = find(name, int(version))
    except UnknownGame as error:
        raise BadRecord(str(error), at) from None
    except UnknownRules as error:
        raise BadRecord(f"the record was played by rules version {version!r}: {error}", version_at) from None
    text, at = fields.pop("options", ("", 1))
    try:
        options = Options(game.info.options, parse_options(text))
    except BadOptions as error:
        raise BadRecord(str(error), at) from None
    result = fields.pop("result", None)
    record = Record(name, game.info.rules_version, options)
    record.position, at = fields.pop("position", ("", 1))
    if record.position:
        try:
            if game.parse_position(record.position).options != options:
                raise BadRecord("the position and the options line disagree", at)
        except BadNotation as error:
            raise BadRecord(str(error), at) from None
    seats = game.info.seat_names[: options.players]
    if any(seat in fields for seat in seats):
        record.players = [fields.pop(seat, ("", 0))[0] for seat in seats]
    record.notes = {key: value for key, (value, _) in fields.items()}
    return record, game, result, body_at


def _read_ending(record: Record, names: dict[str, int], text: str, line: int) -> None:
    if text in (AGREED_DRAW, ABANDONED):
        record.ending = text
        return
    who, _, kind = text.partition(" ")
    if who not in names or kind not in (RESIGNED, OUT_OF_TIME):
        raise BadRecord(f"{text[:60]!r} is not a way a game can end", line)
    record.ending, record.ending_seat = kind, names[who]


def _read_step(game: Game, s: State, names: dict[str, int], who: str, text: str, line: int) -> Step:
    actor = game.actor(s)
    if actor == DONE:
        raise BadRecord("the game was over before this action", line)
    if who == "chance":
        seat = int(CHANCE)
    elif who in names:
        seat = names[who]
    else:
        raise BadRecord(f"there is no seat {who[:40]!r} in this game", line)
    try:
        action = game.parse_action(text)
        if seat != actor and (seat < 0 or actor == CHANCE or seat not in list(game.pending(s))):
            due = "chance" if actor == CHANCE else game.info.seat_names[int(actor)]
            raise BadRecord(f"it is not {who}'s turn but {due}'s", line)
        bring_into_focus(game, s, seat)
        game.check(s, action)
    except BadRecord:
        raise
    except (IllegalAction, BadNotation) as error:
        raise BadRecord(f"{who}: {text[:80]!r}: {error}", line) from None
    except GunbaiError as error:
        raise BadRecord(str(error), line) from None
    game.apply(s, action)
    return Step(seat, int(action))
