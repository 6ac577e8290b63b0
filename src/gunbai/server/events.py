"""The events of a table. Folding them, oldest first, gives the table; nothing else about it is stored.

Events are facts: dice are written out, so a fold draws nothing and needs no seed. Every kind ever written must stay
readable for ever: new fields get defaults, old ones keep their meaning, and tags stay when a class is renamed. They are
trees that never refer back to themselves, so the collector need not look at them (`gc=False`).
"""

from __future__ import annotations

from typing import Any

import msgspec

# (seat or CHANCE, action, 1 if it was forced and resolved by itself)
Move = tuple[int, int, int]


class Chair(msgspec.Struct, frozen=True, gc=False):
    """Who sits where: a person by id, a bot by name, or nobody yet. An open seat with a person is kept for them."""

    kind: str
    name: str = ""
    bot: str = ""
    person: str = ""


class Event(msgspec.Struct, tag_field="kind", omit_defaults=True, frozen=True, gc=False):
    """Base of all events."""


class Created(Event, tag="created", frozen=True):
    """A table was set up. `commitment` binds the server's dice before anybody sat down."""

    game: str
    rules: int
    options: dict[str, Any]
    chairs: list[Chair]
    by: str
    commitment: str
    clock: str = "none"
    fate: str = "lose"
    watch: str = "anyone"
    listed: bool = True
    autostart: bool = True
    auto: bool = False
    hints: str = "bots"
    position: str = ""
    rematch_of: str = ""
    entropy: dict[int, str] = {}
    # The version of the dice; empty for tables from before seats committed to their entropy.
    dice: str = ""
    commitments: dict[int, str] = {}
    # The head lines of a record that was played elsewhere; our dice do not vouch for it.
    imported: dict[str, str] | None = None


class Sat(Event, tag="sat", frozen=True):
    """A person took a seat."""

    seat: int
    person: str
    name: str
    entropy: str = ""
    commitment: str = ""


class Handed(Event, tag="handed", frozen=True):
    """A seat passed to another identity of the same person: a guest's games went into an account."""

    seat: int
    person: str
    name: str


class Stood(Event, tag="stood", frozen=True):
    """A person gave a seat back before the game began."""

    seat: int


class Seasoned(Event, tag="seasoned", frozen=True):
    """A seat added its own entropy to the dice, or committed to it, before the first draw."""

    seat: int
    entropy: str
    commitment: str = ""


class Opened(Event, tag="opened", frozen=True):
    """A seat showed the entropy that it had committed to; by then all seats were taken."""

    seat: int
    entropy: str


class Began(Event, tag="began", frozen=True):
    """The game started; `steps` are the draws before the first decision.

    An imported game brings all its steps and asides; an aside is the step it came before, the speaker, and the words.
    """

    steps: list[Move] = []
    asides: list[tuple[int, int, str]] = []


class Played(Event, tag="played", frozen=True):
    """A seat acted; `steps` hold its actions and what followed by itself. `note` says if the server chose for it."""

    seat: int
    steps: list[Move]
    note: str = ""


class Undone(Event, tag="undone", frozen=True):
    """A seat took its last action back."""

    seat: int
    length: int


class Offered(Event, tag="offered", frozen=True):
    """A seat offered a draw or asked for a take-back; bots answer at once, so it may be carried out already."""

    seat: int
    what: str
    length: int = 0
    steps: list[Move] = []
    # Whether a bot said no; logs from before bots could decline a take-back have no such field.
    declined: bool = False


class Answered(Event, tag="answered", frozen=True):
    """A seat answered the standing offer."""

    seat: int
    yes: bool
    steps: list[Move] = []


class Ended(Event, tag="ended", frozen=True):
    """The game ended apart from its rules: resigned, out of time, abandoned."""

    ending: str
    seat: int = -1


class Voted(Event, tag="voted", frozen=True):
    """A seat agreed to abandon the game, or to a fate (`bot`, `lose`) for an absent player's seat."""

    seat: int
    what: str
    absent: int = -1
    yes: bool = True


class Replaced(Event, tag="replaced", frozen=True):
    """A bot took the seat of a player who was absent too long, or who left."""

    seat: int
    bot: str
    reason: str = ""


class Absent(Event, tag="absent", frozen=True):
    """A player ran out of time for a move. The time starts again, and the table votes on what becomes of the seat."""

    seat: int


class Chatted(Event, tag="said", frozen=True):
    """A player chatted with all at the table."""

    person: str
    name: str
    text: str
    seat: int = -1


class Declared(Event, tag="spoke", frozen=True):
    """A seat put a sentence on record beside the rules, for instance a truce."""

    seat: int
    text: str


class Revealed(Event, tag="revealed", frozen=True):
    """The game is over and the seed of its dice is open to all."""

    seed: str


class Continued(Event, tag="continued", frozen=True):
    """The same players went on to another table."""

    table: str


AnyEvent = (
    Created
    | Sat
    | Handed
    | Stood
    | Seasoned
    | Opened
    | Began
    | Played
    | Undone
    | Offered
    | Answered
    | Ended
    | Voted
    | Replaced
    | Absent
    | Chatted
    | Declared
    | Revealed
    | Continued
)

# Events that change nothing of the game itself.
BESIDE_THE_GAME = (
    Chatted,
    Declared,
    Voted,
    Seasoned,
    Opened,
    Sat,
    Stood,
    Handed,
    Revealed,
    Continued,
)

_decoder: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)
_encoder = msgspec.json.Encoder()


# The same as bytes, without a call of Python's more.
to_bytes = _encoder.encode


def encode(event: Event) -> str:
    """The event as one line of JSON."""
    return _encoder.encode(event).decode()


def decode(text: str | bytes) -> AnyEvent:
    """The inverse of `encode`."""
    return _decoder.decode(text)


def worth_telling(event: Began | Played) -> bool:
    """Whether it holds something the players did not choose: a forced action, or one drawn for a bot that failed."""
    for step in event.steps:
        if step[2]:
            return True
    return isinstance(event, Played) and bool(event.note)
