"""Small boards on Shikoku for the movement of armies, in the engine and with the referee; around it all is hostile."""

from __future__ import annotations

import json
import random
from collections import Counter
from importlib.resources import files

from gunbai.games.shogun import state as table
from gunbai.games.shogun.data import PROVINCE_NUMBER, UNIT_NAMES
from gunbai.games.shogun.state import ARMY_WIDTH, LAND_WIDTH, ShogunState
from tests.games.shogun import movement_oracle as movement
from tests.games.shogun import positions as at


def borders() -> dict[str, set[str]]:
    """Who borders whom, read from the map's data."""
    data = json.loads(files("gunbai.games.shogun").joinpath("map.json").read_text("utf-8"))
    near: dict[str, set[str]] = {}
    for edge in data["edges"]:
        near.setdefault(edge["a"], set()).add(edge["b"])
        near.setdefault(edge["b"], set()).add(edge["a"])
    return near


NEAR = borders()
REGION = ("awa_shikoku", "iyo", "sanuki", "tosa")
AROUND = ("awaji", "bungo")
MOVING = (int(table.MOVE), int(table.GARRISON), int(table.ALONG))
MARCHING = (*MOVING, int(table.MARCH), int(table.SEND), int(table.MARCH_RONIN))


def some_crowd(seed: int, *, final: bool, empty: int = 0, samurai: bool = False) -> tuple[ShogunState, movement.World]:
    """Up to three armies on Shikoku, few enough units, ronin in sight and hidden ones that all can be tried.

    With samurai each troop is of bowmen or of spearmen, so that the squares of an army card matter.
    """
    rng = random.Random(seed)
    most = 6 if final else 7
    t, world = one_crowd(rng, final=final, samurai=samurai)
    while (
        not 1 <= sum(army.points for army in world.armies) <= 4 or len(world.units) > most or len(world.empty) < empty
    ):
        t, world = one_crowd(rng, final=final, samurai=samurai)
    return at.through_text(t), world


def one_crowd(rng: random.Random, *, final: bool, samurai: bool) -> tuple[ShogunState, movement.World]:
    t = at.empty_board()
    empty: list[str] = []
    at.remove_army(t, at.ATTACKER, 2)
    for province in AROUND:
        at.put_force(t, at.DEFENDER, province, {"spearman": 1})
    units: list[movement.Unit] = []
    armies: list[movement.Army] = []
    places = rng.sample(REGION, rng.choice([1, 2, 2, 3, 3]))
    for province in REGION:
        room = 0
        if province in places:
            number = places.index(province)
            struck = rng.random() < 0.15
            level = rng.choice([1, 1, 2, 3])
            n = rng.randint(int(struck), 4 if samurai else 3)
            kind = rng.choice(["bowman", "bowman", "spearman"]) if samurai else "spearman"
            seen = rng.choice([0, 0, 1]) if n else 0
            at.put_army(t, at.ATTACKER, number, province, {kind: n, "ronin": seen}, struck=struck)
            at.let_move(t, at.ATTACKER, number, 0 if struck else level)
            armies.append(movement.Army(number, province, 0 if struck else level, struck))
            units += [(kind, ("army", number), False)] * n + [("ronin", ("army", number), False)] * seen
            room += n - seen
        if rng.random() < (0.4 if province in places else 0.7):
            n = rng.choice([1, 1, 2, 3])
            kind = rng.choice(["bowman", "spearman"]) if samurai else "spearman"
            seen = rng.choice([0, 1]) if n > 1 else 0
            at.put_force(t, at.ATTACKER, province, {kind: n, "ronin": seen})
            units += [(kind, ("force", province), False)] * n + [("ronin", ("force", province), False)] * seen
            room += n - 1 - seen
        elif province not in places and final and rng.random() < 0.6:
            empty.append(province)
        elif province not in places:
            at.put_force(t, at.DEFENDER, province, {"spearman": 1})
        hidden = rng.randint(0, min(room, 2))
        at.hide(t, at.ATTACKER, province, hidden)
        units += [("ronin", ("hidden", province), False)] * hidden
    armies.sort(key=lambda army: army.number)
    t.stage = table.MOVE
    t.final = int(final)
    return t, movement.World(tuple(sorted(units, key=str)), tuple(armies), frozenset(empty))


def summary(t: ShogunState, armies: int) -> tuple[object, ...]:
    """The board as the referee sums it up."""
    forces: Counter[tuple[str, tuple[str, int | str]]] = Counter()
    for number in range(armies):
        for kind, n in at.army_units(t, at.ATTACKER, number).items():
            if kind != "daimyo":
                forces[kind, ("army", number)] += n
    for province in REGION:
        if at.owner(t, province) == at.ATTACKER:
            for kind, n in at.force_units(t, province).items():
                forces[kind, ("force", province)] += n
            if hidden := at.hidden(t, province):
                forces["ronin", ("hidden", province)] += hidden
    places = tuple((number, p) for number in range(armies) for p in REGION if at.army_at(t, at.ATTACKER, p) == number)
    return tuple(sorted((str(k), n) for k, n in forces.items())), places


def world_of(t: ShogunState, armies: int, region: tuple[str, ...] = REGION) -> movement.World:
    """The pieces of the clan at war as the referee writes them, with what has moved and what was picked up."""
    units: list[movement.Unit] = []
    markers: list[movement.Army] = []
    for number in range(armies):
        i = number * int(ARMY_WIDTH)
        struck = t.army[i + table.STRUCK] == 1
        gone = t.final == 1 and t.army[i + table.MOVED] == 1
        joined = [int(t.army[i + table.JOINED + unit]) for unit in range(4)]
        place = next(p for p in region if t.army[i + table.AT] == PROVINCE_NUMBER[p])
        markers.append(movement.Army(number, place, int(t.army[i + table.POINTS]), struck, any(joined)))
        for unit, kind in enumerate(UNIT_NAMES):
            n = int(t.army[i + table.UNITS + unit])
            rested = n if not gone or unit == 4 else joined[unit]
            units += [(kind, ("army", number), False)] * rested + [(kind, ("army", number), True)] * (n - rested)
    empty = []
    for province in region:
        i = PROVINCE_NUMBER[province] * int(LAND_WIDTH)
        if t.land[i + table.OWNER] < 0:
            empty.append(province)
        elif t.land[i + table.OWNER] == at.ATTACKER:
            for unit, kind in enumerate(UNIT_NAMES):
                n, came = int(t.land[i + table.FORCE + unit]), int(t.land[i + table.CAME + unit])
                units += [(kind, ("force", province), False)] * (n - came) + [(kind, ("force", province), True)] * came
            units += [("ronin", ("hidden", province), False)] * int(t.land[i + table.HIDDEN])
    return movement.World(tuple(sorted(units, key=str)), tuple(markers), frozenset(empty))
