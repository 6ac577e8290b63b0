"""The JSON messages, over HTTP and sockets alike. Unknown fields are refused: a typo must not pass silently.

What every move makes is hidden from the collector (`gc=False`): a message never refers back to itself.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

Text = Annotated[str, Meta(max_length=500)]
Word = Annotated[str, Meta(min_length=1, max_length=64)]
# In a pattern, `$` alone would let a line feed pass at the end.
Key = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=48,
        pattern=r"^[!-~]+$(?!\n)",
        description="Names this request: sent again, it is not done again.",
    ),
]
SeatNumber = Annotated[int, Meta(ge=0, le=15, description="The seat; may be left out by a player of only one seat.")]
Version = Annotated[int, Meta(ge=0, le=2**31 - 1, description="The version the sender saw.")]
Entropy = Annotated[
    str,
    Meta(
        max_length=128,
        pattern=r"^([0-9a-f]{2})*$(?!\n)",
        description="Up to 64 random bytes in hexadecimal, mixed into the dice.",
    ),
]
Commitment = Annotated[str, Meta(pattern=r"^([0-9a-f]{64})?$(?!\n)", description="SHA-256 of entropy, shown later.")]
Action = Annotated[int, Meta(ge=-(2**62), le=2**62)] | Annotated[str, Meta(max_length=200)]


class Message(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, tag_field="do", gc=False):
    """Base of all that can be said to a table; `do` says which, `id` comes back with the answer on a socket."""

    id: Annotated[int, Meta(ge=0, le=2**53)] | None = None


class Numbered(msgspec.Struct, gc=False):
    """What is looked for in a message that is no order: the number by which its sender knows it."""

    id: int | None = None


class Act(Message, tag="act"):
    """Play: `actions` (numbers or texts) in a row, or one `command` as a person types it."""

    version: Version
    seat: SeatNumber | None = None
    actions: Annotated[list[Action], Meta(max_length=100)] = []
    command: Text = ""
    key: Key | None = None


class Undo(Message, tag="undo"):
    """Take back one's last action while it has shown nothing to anybody."""

    seat: SeatNumber | None = None
    version: Version | None = None
    key: Key | None = None


class Offer(Message, tag="offer"):
    """Offer a draw, or ask to take back everything after the first `length` actions."""

    what: Literal["draw", "take back"]
    version: Version | None = None
    seat: SeatNumber | None = None
    length: Annotated[int, Meta(ge=0, le=2**31 - 1)] = 0
    key: Key | None = None


class Answer(Message, tag="answer"):
    """Accept or decline the standing offer; with `what`, `length` and `version` only the very offer that was seen."""

    yes: bool
    what: Literal["draw", "take back"] | None = None
    length: Annotated[int, Meta(ge=0, le=2**31 - 1)] | None = None
    version: Version | None = None
    seat: SeatNumber | None = None
    key: Key | None = None


class Resign(Message, tag="resign"):
    """Give the game up."""

    seat: SeatNumber | None = None
    key: Key | None = None


class Vote(Message, tag="vote"):
    """Agree to abandon the game, or to let a bot take an absent player's seat, or to let that player lose."""

    what: Literal["abandon", "bot", "lose"]
    absent: SeatNumber | None = None
    yes: bool = True
    seat: SeatNumber | None = None
    key: Key | None = None


class Say(Message, tag="say"):
    """Chat with all at the table."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]
    key: Key | None = None


class Aside(Message, tag="aside"):
    """Put a sentence on record, for instance a truce; the rules take no notice of it."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]
    seat: SeatNumber | None = None
    key: Key | None = None


class Mute(Message, tag="mute"):
    """No longer (or again) receive what the player of a seat says."""

    seat: SeatNumber
    on: bool = True


class Join(Message, tag="join"):
    """Take an open seat, any or a given one."""

    seat: SeatNumber | None = None
    entropy: Entropy = ""
    commitment: Commitment = ""
    key: Key | None = None


class Leave(Message, tag="leave"):
    """Give the seats back; out of a running game of two that is resigning, out of a larger one a bot takes over."""

    key: Key | None = None


class Start(Message, tag="start"):
    """Begin, when all seats are taken."""

    key: Key | None = None


class Season(Message, tag="entropy"):
    """Commit to one's own entropy for the dice, or add it in clear, after the server has committed to its seed."""

    entropy: Entropy = ""
    commitment: Commitment = ""
    seat: SeatNumber | None = None
    key: Key | None = None


class Open(Message, tag="open"):
    """Show the entropy that one's seat has committed to; possible when all seats are taken."""

    entropy: Entropy
    seat: SeatNumber | None = None
    key: Key | None = None


class Rematch(Message, tag="rematch"):
    """Ask for another game with the same players and options, seats moved on by one, or agree to it."""

    entropy: Entropy = ""
    commitment: Commitment = ""
    key: Key | None = None


Order = (
    Act | Undo | Offer | Answer | Resign | Vote | Say | Aside | Mute | Join | Leave | Start | Season | Open | Rematch
)


class NewTable(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A table to be set up. Seats are `me`, `open` or `bot:NAME`; left out, you take the first, the rest are open."""

    game: Word
    preset: Annotated[str, Meta(max_length=64)] = ""
    options: Annotated[dict[str, Any], Meta(max_length=50)] = {}
    seats: Annotated[list[Annotated[str, Meta(max_length=200)]], Meta(max_length=16)] = []
    names: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=16)] = []
    clock: Annotated[str, Meta(max_length=40, description="none, total:SECONDS or per-move:SECONDS")] = "none"
    fate: Literal["lose", "bot", "vote"] = "lose"
    watch: Literal["anyone", "link", "nobody"] = "anyone"
    listed: bool = True
    autostart: bool = True
    auto: bool = False
    hints: Annotated[
        Literal["bots", "anyone", "nobody"],
        Meta(description="Hints for everybody, only for a person who plays against bots alone, or for nobody."),
    ] = "bots"
    entropy: Entropy = ""
    commitment: Commitment = ""


class NewGuest(msgspec.Struct, forbid_unknown_fields=True):
    """A guest's name; it can be changed later."""

    name: Annotated[str, Meta(max_length=200)] = ""


class ChangeMe(msgspec.Struct, forbid_unknown_fields=True):
    """Another name, or another address for reminders (empty for none)."""

    name: Annotated[str, Meta(max_length=200)] | None = None
    webhook: Annotated[str, Meta(max_length=500)] | None = None


class Credentials(msgspec.Struct, forbid_unknown_fields=True):
    """Login and password; `absorb` moves the games of the guest who logs in into the account."""

    login: Annotated[str, Meta(max_length=40)]
    password: Annotated[str, Meta(max_length=200)]
    absorb: bool = True


class Exchange(msgspec.Struct, forbid_unknown_fields=True):
    """The secret out of a link."""

    token: Annotated[str, Meta(min_length=16, max_length=100)]
    entropy: Entropy = ""
    commitment: Commitment = ""
    # Become the person whose link it is, though the browser is somebody else now.
    replace: bool = False
    # Where the link leaves the choice: which open seat, or only to watch.
    seat: SeatNumber | None = None
    watch: bool = False


class NewLink(msgspec.Struct, forbid_unknown_fields=True):
    """A link to a given seat, to any open seat, or to watching."""

    kind: Literal["seat", "any", "watch"] = "any"
    seat: SeatNumber | None = None


class Import(msgspec.Struct, forbid_unknown_fields=True):
    """A record to be kept on this server as a finished or unfinished game."""

    record: str


# -- answers ------------------------------------------------------------------------------------------


class Done(msgspec.Struct, gc=False):
    """A change is on disk: its place in the log and the version it led to; `repeated` if its key had been used."""

    seq: int
    version: int
    repeated: bool = False


class NewTableDone(msgspec.Struct):
    """Where another table is."""

    table: str


class Effect(msgspec.Struct, gc=False):
    """A part of a sentence besides the action itself, as a template and its words."""

    template: str
    words: dict[str, str | int]


class Me(msgspec.Struct):
    """Who the sender is."""

    id: str
    name: str
    login: str | None
    webhook: str
    email: str
    email_confirmed: bool
    operator: bool


class SessionLine(msgspec.Struct):
    """One session of the sender's."""

    id: str
    label: str
    created: int
    used: int
    this: bool


class LinkMade(msgspec.Struct):
    """The secret of a new link; it is shown once. The page address is `/#/link/TOKEN`."""

    token: str
    kind: str


class LinkOpened(msgspec.Struct):
    """What a link led to."""

    kind: str
    table: str | None
    seats: list[int]


class Problem(msgspec.Struct, omit_defaults=True):
    """Why a request was refused; `error` is a word for programs, `detail` a sentence for people.

    `template` and `words` make that sentence, so that a client can say it in another language.
    `paragraph` is the rule that forbids it.
    """

    error: str
    detail: str
    template: str = ""
    words: dict[str, str | int] = {}
    paragraph: str = ""


def one_of(*words: str) -> Meta:
    """A text that is one of these words; the description says so."""
    return Meta(extra_json_schema={"extra": {"enum": list(words)}})


Status = Annotated[str, one_of("gathering", "playing", "over")]


class SeatLine(msgspec.Struct):
    """Who sits where."""

    seat: int
    name: str
    kind: Annotated[str, one_of("person", "bot", "open")]
    player: str
    bot: str


class TableLine(msgspec.Struct):
    """A table in a list."""

    id: str
    game: str
    title: str
    options: dict[str, Any]
    status: Status
    seats: list[SeatLine]
    clock: str
    watch: str
    created: int
    changed: int
    you: list[int]
    your_turn: bool
    result: str


class LogLine(msgspec.Struct, omit_defaults=True, gc=False):
    """One action as a watcher saw it: its number from 1, who acted (-1 for chance), its text and a sentence."""

    number: int
    seat: int
    action: str
    text: str
    effects: list[Effect] = []


class Log(msgspec.Struct):
    """Lines of the log; what the receiver has beyond the first `from` actions is replaced by them."""

    lines: list[LogLine]
    from_: int = msgspec.field(name="from")


class Choice(msgspec.Struct):
    """A legal action, by number and by text."""

    action: int
    text: str


class OfferLine(msgspec.Struct):
    """The standing offer: a draw, or to take back everything after the first `length` actions."""

    kind: Annotated[str, one_of("draw", "take back")]
    seat: int
    length: int
    undoes: list[str] | msgspec.UnsetType = msgspec.UNSET


class ClockLine(msgspec.Struct):
    """The clock: how it is controlled, whose time runs, and the seconds left, if they are counted."""

    control: str
    running: list[int]
    left: list[float] | None


class Sight(msgspec.Struct):
    """The game as one seat knows it (`seat` is null for a spectator). `asked` is the version since which its choice is
    the same, whatever others sealed meanwhile."""

    seat: int | None
    version: int
    asked: int
    length: int
    view: dict[str, Any]
    prompt: str
    to_act: list[int]
    legal: list[Choice]
    over: bool
    result: str
    returns: list[float]
    # What decided a game that ended by its rules.
    ending: list[Effect]
    truces: list[str]
    offer: OfferLine | None
    clock: ClockLine
    can_undo: bool | None
    log: Log


class VoteLine(msgspec.Struct):
    """Seats that want the same: to abandon the game, or a bot in an absent player's seat, or that player to lose."""

    what: Annotated[str, one_of("abandon", "bot", "lose")]
    absent: int | None
    seats: list[int]


class DiceLine(msgspec.Struct):
    """What proves that the dice are fair: see docs/fair-dice.md."""

    version: str
    commitment: str
    commitments: list[str]
    fingerprint: str
    unopened: list[int]
    entropy: list[str] | None
    seed: str | None


class TableData(msgspec.Struct):
    """A table apart from its position."""

    id: str
    game: str
    rules: int
    options: dict[str, Any]
    status: Status
    seats: list[SeatLine]
    clock: str
    fate: str
    watch: str
    listed: bool
    auto: bool
    hints: str
    created: int
    votes: list[VoteLine]
    dice: DiceLine
    rematch_of: str | None
    next: str | None


class Happening(msgspec.Struct, omit_defaults=True):
    """Something that happened at a table besides the game's actions; which fields there are depends on the kind."""

    seq: int
    at: int
    kind: str
    seat: int | msgspec.UnsetType | None = msgspec.UNSET
    player: str | msgspec.UnsetType = msgspec.UNSET
    text: str | msgspec.UnsetType = msgspec.UNSET
    length: int | msgspec.UnsetType = msgspec.UNSET
    what: str | msgspec.UnsetType = msgspec.UNSET
    yes: bool | msgspec.UnsetType = msgspec.UNSET
    ending: str | msgspec.UnsetType = msgspec.UNSET
    absent: int | msgspec.UnsetType = msgspec.UNSET
    bot: str | msgspec.UnsetType = msgspec.UNSET
    reason: str | msgspec.UnsetType = msgspec.UNSET
    seed: str | msgspec.UnsetType = msgspec.UNSET
    table: str | msgspec.UnsetType = msgspec.UNSET
    note: str | msgspec.UnsetType = msgspec.UNSET
    auto: int | msgspec.UnsetType = msgspec.UNSET


class Thinking(msgspec.Struct):
    """A bot is to act; so many other bots think before it, none if it thinks now."""

    seat: int
    ahead: int


class Update(msgspec.Struct):
    """All that is new to the receiver: parts that have not changed are left out."""

    type: Annotated[str, one_of("update")]
    seq: int
    version: int
    you: list[int]
    table: TableData | msgspec.UnsetType = msgspec.UNSET
    sights: list[Sight | None] | msgspec.UnsetType = msgspec.UNSET
    happenings: list[Happening] | msgspec.UnsetType = msgspec.UNSET
    thinking: Thinking | msgspec.UnsetType = msgspec.UNSET


class Odds(msgspec.Struct):
    """Exact odds of a battle: the attacker's chance to win, and what either side loses on average."""

    attacker_wins: float
    attacker_loses: float
    defender_loses: float
