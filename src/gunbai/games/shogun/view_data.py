"""The shape of `ShogunView.data()`; the browser's types are made of it (`scripts/web_types.py`)."""

from __future__ import annotations

from typing import Literal, TypedDict


class TroopsData(TypedDict, total=False):
    """Units by kind; a kind without units is left out."""

    bowmen: int
    swordsmen: int
    gunners: int
    spearmen: int


class BinsData(TypedDict):
    """The koku in the bins of a plan."""

    swords: int
    build: int
    levy: int
    ronin: int
    ninja: int


class LostData(TroopsData):
    """Units and ronin that casualties are taken from."""

    ronin: int


class LosingData(TypedDict):
    """The troops that a side loses its casualties from; null where none of that kind fights."""

    army: LostData | None
    force: LostData | None


class SidesData(TypedDict):
    """A battle as the odds read it: both sides, whether the defenders strike first, and where the round stands."""

    attacker: str
    defender: str
    naval: bool
    at: str


class LevyPriceData(TypedDict):
    """How many units of these kinds, counted together, one koku pays for."""

    units: list[str]
    for_a_koku: int


class PricesData(TypedDict):
    """What koku buy: the price of a building, how many ronin one koku hires, and what it raises."""

    build: int
    ronin: int
    levy: list[LevyPriceData]


class LandData(TypedDict):
    """A province; what is null this seat does not know, or it does not matter now.

    `room` is how many units its force can still take, `ronin_room` how many ronin can still be hidden there.
    """

    owner: str | None
    force: TroopsData
    room: int
    ronin: int
    hidden_ronin: int | None
    ronin_room: int | None
    castle: Literal["", "castle", "fortress"]
    bonus: int
    aim: str | None
    levy: int | None
    called_off: bool
    arrived: list[int]


class ArmyData(TypedDict):
    """An army, named "red 1"; `room` is how many more of each kind it can take."""

    army: str
    at: str
    units: TroopsData
    room: TroopsData
    ronin: int
    hole: int
    level: int
    struck: bool
    aim: str | None
    moves_left: int
    finished: bool
    has_moved: bool
    picked_up_here: TroopsData


class ClanData(TypedDict):
    """A clan; what is null this seat does not know."""

    seat: int
    alive: bool
    koku: int | None
    bins: BinsData | None
    tray: TroopsData
    sword: int
    veiled_ronin: int
    sealed: bool
    to_seal: int
    choices_made: int | None
    last_choice: int | None
    wish: int | None
    building: int | None
    provinces: int


class MovingData(TypedDict):
    """What is on the move: the units a garrison or a march is chosen from, and how many more the mover can choose."""

    final: bool
    army: int
    to: str | None
    march_to: str | None
    into_army: bool
    chosen: int
    choose_from: TroopsData | None
    at_most: int | None
    by_type: list[int]
    from_type: int
    recovering: int


BattleData = TypedDict(
    "BattleData",
    {
        "sides": SidesData | None,
        "losing": LosingData | None,
        "army": str | None,
        "from": str | None,
        "to": str | None,
        "step": int,
        "side": Literal["attacker", "defender"],
        "rolled": int,
        "hits_on_attacker": int,
        "hits_on_defender": int,
        "to_lose": int,
        "first_strike": bool,
        "attacks_made": int,
        "success": bool,
        "emptied": str | None,
        "lapsed": str | None,
    },
)


class SpyData(TypedDict):
    """Who looks into whose plan."""

    by: str | None
    on: str | None


class StrikeData(TypedDict):
    """Whose ninja strikes at which army."""

    by: str | None
    at: str | None


class SupplyData(TypedDict):
    """What is left in the box."""

    ronin: int
    castles: int
    bases: int


class SetUpData(TypedDict):
    """How many armies and reinforcements a clan sets up."""

    armies: int
    reinforcements: int


class ShogunData(TypedDict):
    """Shogun as one seat sees it. Provinces go by their ids."""

    game: Literal["shogun"]
    seat: int
    round: int
    stage: str
    turn: str | None
    at_war: str | None
    ninja: str | None
    spy: SpyData
    supply: SupplyData
    goal: int
    set_up: SetUpData
    prices: PricesData
    clans: dict[str, ClanData]
    armies: list[ArmyData]
    provinces: dict[str, LandData]
    moving: MovingData
    battle: BattleData
    strike: StrikeData
    takes_over: str | None
    winner: int
    secrets: bool


VIEW_DATA = ShogunData
