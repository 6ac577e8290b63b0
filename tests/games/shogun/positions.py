"""Small Shogun positions set up piece by piece, and read back piece by piece, for referees that know no engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import cast

from gunbai.core.options import Options
from gunbai.games.shogun import state as table
from gunbai.games.shogun.data import PROVINCE_NUMBER, UNIT_NAMES
from gunbai.games.shogun.rules import GAME
from gunbai.games.shogun.state import ShogunState, blank

Troop = Mapping[str, int]  # kind of unit -> number
ATTACKER, DEFENDER, BYSTANDER = 0, 1, 2


def empty_board(**options: object) -> ShogunState:
    """A board without pieces in round 2, the first clan at war; each clan has a daimyo far away."""
    t = blank(Options(GAME.info.options, {"players": 3, **options}))
    t.round = 2
    t.slot = 1
    t.war = t.turn = ATTACKER
    for clan, province in ((ATTACKER, "mutsu"), (DEFENDER, "sado"), (BYSTANDER, "oki")):
        t.clan[clan * table.CLAN_WIDTH + table.SWORD_HELD] = clan + 1
        put_army(t, clan, 2, province, {"spearman": 1})
    return t


def put_force(t: ShogunState, clan: int, province: str, units: Troop) -> None:
    """A provincial force, seen ronin included, in a province that is the clan's."""
    i = PROVINCE_NUMBER[province] * int(table.LAND_WIDTH)
    t.land[i + table.OWNER] = clan
    for kind, n in units.items():
        t.land[i + (table.FORCE_RONIN if kind == "ronin" else table.FORCE + UNIT_NAMES.index(kind))] = n


def put_army(
    t: ShogunState, clan: int, number: int, province: str, units: Troop, *, hole: int = 0, struck: bool = False
) -> None:
    """An army with its daimyo; `number` counts from 0."""
    i = (clan * 3 + number) * int(table.ARMY_WIDTH)
    t.land[PROVINCE_NUMBER[province] * table.LAND_WIDTH + table.OWNER] = clan
    t.army[i + table.AT] = PROVINCE_NUMBER[province]
    t.army[i + table.HOLE] = hole
    t.army[i + table.STRUCK] = int(struck)
    for kind, n in units.items():
        if kind != "daimyo":
            t.army[i + (table.ARMY_RONIN if kind == "ronin" else table.UNITS + UNIT_NAMES.index(kind))] = n


def remove_army(t: ShogunState, clan: int, number: int) -> None:
    """An army that stands alone somewhere goes, and its province is empty."""
    i = (clan * 3 + number) * int(table.ARMY_WIDTH)
    t.land[t.army[i + table.AT] * table.LAND_WIDTH + table.OWNER] = -1
    for column in range(int(table.ARMY_WIDTH)):
        t.army[i + column] = -1 if column in (table.AT, table.ARMY_AIM) else 0


def let_move(t: ShogunState, clan: int, number: int, points: int) -> None:
    """So many provinces an army may still move; 0 when it cannot act at all."""
    i = (clan * 3 + number) * int(table.ARMY_WIDTH)
    t.army[i + table.POINTS] = points
    t.army[i + table.SPENT] = int(points == 0)


def put_walls(t: ShogunState, province: str, kind: str, bonus: int) -> None:
    """A castle or fortress with so many bonus defenders left."""
    i = PROVINCE_NUMBER[province] * int(table.LAND_WIDTH)
    t.land[i + table.CASTLE] = ("", "castle", "fortress").index(kind)
    t.land[i + table.BONUS] = bonus


def hide(t: ShogunState, clan: int, province: str, ronin: int) -> None:
    """So many ronin under a province card."""
    t.land[PROVINCE_NUMBER[province] * table.LAND_WIDTH + table.HIDDEN] += ronin
    t.clan[clan * table.CLAN_WIDTH + table.VEILED] += ronin


def hidden(t: ShogunState, province: str) -> int:
    return int(t.land[PROVINCE_NUMBER[province] * table.LAND_WIDTH + table.HIDDEN])


def declare(t: ShogunState, target: str, *, army: int = -1, force: str = "") -> None:
    """One declared battle, and the game waits for it to be fought."""
    if army >= 0:
        t.army[army * table.ARMY_WIDTH + table.ARMY_AIM] = PROVINCE_NUMBER[target]
    else:
        t.land[PROVINCE_NUMBER[force] * table.LAND_WIDTH + table.FORCE_AIM] = PROVINCE_NUMBER[target]
    t.stage = table.COMBAT


def army_at(t: ShogunState, clan: int, province: str) -> int:
    """The number of the clan's army in a province, or -1."""
    for number in range(3):
        if t.army[(clan * 3 + number) * int(table.ARMY_WIDTH) + table.AT] == PROVINCE_NUMBER[province]:
            return number
    return -1


def army_units(t: ShogunState, clan: int, number: int) -> Counter[str]:
    """What an army has, a standing daimyo included; empty when it is lost."""
    i = (clan * 3 + number) * int(table.ARMY_WIDTH)
    if t.army[i + table.AT] < 0:
        return Counter()
    counts = {kind: int(t.army[i + table.UNITS + at]) for at, kind in enumerate(UNIT_NAMES[:4])}
    counts["ronin"] = int(t.army[i + table.ARMY_RONIN])
    counts["daimyo"] = 1 - int(t.army[i + table.STRUCK])
    return +Counter(counts)


def force_units(t: ShogunState, province: str) -> Counter[str]:
    """What a provincial force has, seen ronin included."""
    i = PROVINCE_NUMBER[province] * int(table.LAND_WIDTH)
    counts = {kind: int(t.land[i + table.FORCE + at]) for at, kind in enumerate(UNIT_NAMES[:4])}
    counts["ronin"] = int(t.land[i + table.FORCE_RONIN])
    return +Counter(counts)


def bonus_left(t: ShogunState, province: str) -> int:
    return int(t.land[PROVINCE_NUMBER[province] * table.LAND_WIDTH + table.BONUS])


def owner(t: ShogunState, province: str) -> int:
    return int(t.land[PROVINCE_NUMBER[province] * table.LAND_WIDTH + table.OWNER])


def copied(t: ShogunState) -> ShogunState:
    return t.copy()


def through_text(t: ShogunState) -> ShogunState:
    """The same position, written and read back: what a referee from outside would send."""
    read = cast(ShogunState, GAME.parse_position(GAME.position_text(t)))
    assert read.key() == t.key()
    return read
