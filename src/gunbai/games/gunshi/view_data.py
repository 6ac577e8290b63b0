"""The shape of `GunshiView.data()`; the browser's types are made of it (`scripts/web_types.py`)."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

Side = Literal["red", "blue"]
UnitType = Literal["infantry", "archer", "cavalry"]
Way = Literal["north", "east", "south", "west"]
Face = Literal["up", "down"]


class UnitData(TypedDict):
    """A unit on the field; `shogun` is null where this seat does not know.

    An archer has its range: the squares it can hit with the card that is carried out, or with an ordinary shot, and
    those in range that a fence covers.
    """

    square: str
    owner: Side
    type: UnitType
    facing: Way
    shield: bool
    shogun: bool | None
    cleared: bool
    range: NotRequired[list[str]]
    covered: NotRequired[list[str]]


class FenceData(TypedDict):
    """A fence and its owner."""

    line: str
    owner: Side


class RowCardData(TypedDict):
    """A card of the command row; `card` is null where this seat does not know."""

    slot: str
    card: str | None
    face: Face
    scouted: bool


class DeckCardData(TypedDict):
    """A card of the deck, top first."""

    card: str | None
    known_to_all: bool


class PoolCardData(TypedDict):
    """What is public about a card in hand or face down in the row."""

    card: str | None
    first_place: int


class SpotData(TypedDict):
    """What has left the field as an invader."""

    infantry: int
    archer: int
    cavalry: int
    shields: int


class ReserveData(TypedDict):
    """Units that are left in the box."""

    infantry: int
    archer: int
    cavalry: int


class PileData(TypedDict):
    """Cards that are chosen in secret now: `count` of `cards`, and those that are `chosen` already."""

    verb: Literal["hand", "deck", "pick", "prepare"]
    cards: list[str]
    count: int
    chosen: list[str]


class SideData(TypedDict):
    """One side of the table."""

    mlp: int
    fences: list[str]
    fences_left: int
    shogun: str | None
    shogun_shown: bool
    spot: SpotData
    invaders: int
    next_card: Face
    hand_size: int
    hand: list[str] | None
    row: list[RowCardData]
    lightning: bool
    deck: list[DeckCardData]
    pool: list[PoolCardData]
    trap: bool
    committed: bool
    can_place: bool
    kit: list[str] | None
    inspiration: Literal["none", "due", "declined", "taken"]
    prepared: NotRequired[list[str]]
    taken: NotRequired[str | None]
    removed: NotRequired[str | None]
    sealed: NotRequired[list[str]]
    pile: NotRequired[PileData]


class CommandData(TypedDict, total=False):
    """The command in progress; between commands only how many cards were `sent`."""

    card: str | None
    cards_left: int
    unit: str | None
    doing: str
    direction: Way | None
    chain: list[str]
    to_act: list[str]
    last: int
    at: str | None
    beside: list[str]
    stepped: bool
    stage: int
    sent: int


class GunshiData(TypedDict):
    """Gunshi as one seat sees it. Squares are named a1 to g7; red's edge is row 1."""

    game: Literal["gunshi"]
    seat: int | None
    phase: Literal["deck", "advanced", "formation", "arrange", "battle", "over"]
    step: str
    turn: int
    to_act: list[Side]
    units: list[UnitData]
    fences: list[FenceData]
    reserve: ReserveData
    red: SideData
    blue: SideData
    command: CommandData | None
    winner: Side | None
    ending: str


VIEW_DATA = GunshiData
