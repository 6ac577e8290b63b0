"""The shape of `GunkimonoView.data()`; the browser's types are made of it (`scripts/web_types.py`)."""

from __future__ import annotations

from typing import Literal, TypedDict

SeatName = Literal["red", "black", "white", "purple", "teal"]
Troop = Literal["infantry", "spearman", "archer", "samurai", "cavalry"]
Way = Literal["north", "east", "south", "west"]


class SquareData(TypedDict):
    """A square: the troop on top, how many tiles lie there, whose stronghold, and the first square of its formation."""

    square: str
    troop: Troop
    level: int
    symbols: int
    stronghold: SeatName | None
    formation: str


class HonorData(TypedDict):
    """A player's honor by troop; null when the marker has left the track."""

    infantry: int | None
    spearman: int | None
    archer: int | None
    samurai: int | None
    cavalry: int | None


class BannerStacksData(TypedDict):
    """The banners that are left, by troop."""

    infantry: list[str]
    spearman: list[str]
    archer: list[str]
    samurai: list[str]
    cavalry: list[str]


class PlayerData(TypedDict):
    """A player; `banner_values` is null where this seat may not know them."""

    name: SeatName
    points: int
    honor: HonorData
    reserve: list[str]
    hand_known: list[str]
    hand_hidden: int
    banners: list[str]
    banner_values: list[int] | None
    strongholds_built: int


class GunkimonoData(TypedDict):
    """Gunkimono as one seat sees it. Squares count from the upper left."""

    seat: int
    options: dict[str, int | str | bool]
    rows: int
    columns: int
    step: str
    turn: SeatName | None
    start_player: SeatName | None
    tile: str | None
    tile_square: str | None
    tile_direction: Way | None
    scoring_half: int
    board: list[SquareData]
    row: list[str]
    main_stack: int
    end_game_stack: int
    end_tile_shown: bool
    passes: int
    hand: list[str]
    unseen_tiles: dict[str, int]
    stronghold_rows: list[int]
    ending_row: int
    banner_stacks: BannerStacksData
    players: list[PlayerData]


VIEW_DATA = GunkimonoData
