"""The part of a Gunshi view's data that the drawing uses, with types."""

from __future__ import annotations

import msgspec

SEATS = ("red", "blue")


class Unit(msgspec.Struct, frozen=True):
    """A unit on the field; `shogun` is None where the watcher does not know."""

    square: str
    owner: str
    type: str
    facing: str
    shield: bool
    shogun: bool | None

    @property
    def seat(self) -> int:
        return SEATS.index(self.owner)


class RowCard(msgspec.Struct, frozen=True):
    """A card on its way: its slot, its code where the watcher knows it, and how it lies."""

    slot: str
    card: str | None
    face: str


class SomeCard(msgspec.Struct, frozen=True):
    """A card of a deck, or one of which it is known only that it is in hand or row."""

    card: str | None


class Side(msgspec.Struct, frozen=True):
    """One side's goods as the watcher sees them."""

    mlp: int
    fences: list[str]
    fences_left: int
    shogun: str | None
    shogun_shown: bool
    invaders: int
    next_card: str
    hand_size: int
    hand: list[str] | None
    row: list[RowCard]
    deck: list[SomeCard]
    pool: list[SomeCard]
    trap: bool
    committed: bool
    prepared: list[str] = msgspec.field(default_factory=list)
    sealed: list[str] = msgspec.field(default_factory=list)


class Command(msgspec.Struct, frozen=True):
    """The command in progress."""

    card: str | None = None
    unit: str | None = None
    at: str | None = None
    chain: list[str] = msgspec.field(default_factory=list)


class Battle(msgspec.Struct, frozen=True):
    """A whole view."""

    seat: int | None
    phase: str
    turn: int
    units: list[Unit]
    reserve: dict[str, int]
    red: Side
    blue: Side
    command: Command | None

    @property
    def watcher(self) -> int:
        """The seat that looks, -1 for a spectator."""
        return -1 if self.seat is None else self.seat

    @property
    def sides(self) -> tuple[Side, Side]:
        return self.red, self.blue

    @property
    def fences(self) -> dict[str, int]:
        """Fenced lines with the seat that owns the fence."""
        return {line: seat for seat, side in enumerate(self.sides) for line in side.fences}

    @property
    def acting(self) -> str | None:
        """The square of the unit that a direction would be for."""
        return (self.command.at or self.command.unit) if self.command else None


def read(data: object) -> Battle:
    """The view's data with types; a missing or misshapen field is an error at once."""
    return msgspec.convert(data, Battle)
