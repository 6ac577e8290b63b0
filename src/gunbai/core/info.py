"""What a game tells the rooms around it, so that none of them must know it by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from gunbai.core.errors import GunbaiError


@dataclass(frozen=True)
class Tournament:
    """A style of official play: the game's options, and each player's seconds for the whole game, nothing added."""

    options: Mapping[str, object]
    seconds: float


@dataclass(frozen=True)
class LevelTuning:
    """How the five opponents play one game. The defaults suit a game whose turns are a few actions long."""

    # How often levels 1 and 2 play anything at all instead of thinking.
    whims: tuple[float, float] = (0.5, 0.0)
    # Simulations for an action at levels 3 and 4, so that they are as strong on any machine; level 5 takes its time.
    # Set by hand; docs/strength.md shows which steps of the ladder games have confirmed.
    simulations: tuple[int, int] = (100, 600)
    # Levels up to this one play by habit: for turns too long to be judged one small action at a time.
    by_habit: int = 0


@dataclass(frozen=True)
class Odds:
    """The odds of one battle: the attacker's chance to win and what either side loses on average.

    `details` holds all that the game computes, as plain JSON values; `page` says it to a person.
    """

    attacker_wins: float
    attacker_loses: float
    defender_loses: float
    details: Mapping[str, object] = field(default_factory=dict)
    page: str = ""


class NoOdds(GunbaiError):
    """A game without battles was asked for odds."""


@dataclass(frozen=True)
class Place:
    """A place on the board: the name that notation uses for it, where it lies, and its name in words."""

    id: str
    x: float
    y: float
    name: str = ""


@dataclass(frozen=True)
class BoardPlan:
    """What never changes about a board and everybody may know: its places, and which of them are joined.

    x grows to the right and y downwards, in any unit; a screen scales them. `crossings` are those of the ways that a
    screen draws otherwise, such as ways over the sea.
    """

    places: tuple[Place, ...] = ()
    ways: tuple[tuple[str, str], ...] = ()
    crossings: tuple[tuple[str, str], ...] = ()

    def data(self) -> dict[str, object]:
        """The plan as plain JSON values."""
        return {
            "places": [{"id": p.id, "x": p.x, "y": p.y, "name": p.name} for p in self.places],
            "ways": [list(way) for way in self.ways],
            "crossings": [list(way) for way in self.crossings],
        }


NO_BOARD = BoardPlan()


@dataclass(frozen=True)
class Piece:
    """Something that stands on a place, as a viewer sees it: a sign of one to three characters, and what it is."""

    at: str
    sign: str
    name: str = ""
    seat: int = -1

    def data(self) -> dict[str, object]:
        """The piece as plain JSON values, for the `pieces` of a view's data."""
        return {"at": self.at, "sign": self.sign, "name": self.name, "seat": self.seat}
