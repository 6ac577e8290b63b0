"""Marches of provincial forces straight from the rulebook: groups of units and ronin, one march after the other.

A world is the four provinces of Shikoku as plain tuples. Every sequence of marches is tried, and the limits are asked
after each. Nothing here knows how the engine spells its orders.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

REGION = ("awa_shikoku", "iyo", "sanuki", "tosa")
OWN, ENEMY, EMPTY = range(3)
# Bowmen, swordsmen, gunners, spearmen.
Units = tuple[int, ...]
NONE: Units = (0, 0, 0, 0)


class Army(NamedTuple):
    """An army that stands in the province; a struck one takes nobody in."""

    units: Units
    ronin: int
    struck: bool


class Place(NamedTuple):
    """One province: who has it, the force that may still march and the part that has, ronin likewise, hidden ones."""

    owner: int
    fresh: Units = NONE
    tired: Units = NONE
    ronin: int = 0
    tired_ronin: int = 0
    hidden: int = 0
    army: Army | None = None

    @property
    def force(self) -> Units:
        return plus(self.fresh, self.tired)

    def keeps_limits(self) -> bool:
        """Five units to a force, squares of the army card, and for each troop one unit more than it has ronin."""
        force = sum(self.force)
        room = max(force - 1, 0) - self.ronin - self.tired_ronin
        if force > 5 or room < 0 or (self.owner == OWN and force == 0 and self.army is None):
            return False
        if self.army:
            bows, swords, guns, spears = self.army.units
            led = sum(self.army.units) - self.army.ronin
            if bows + swords > 4 or guns + spears > 10 or led < 0:
                return False
            room += led
        return self.hidden <= room


World = tuple[Place, ...]


def plus(some: Units, more: Units) -> Units:
    return tuple(a + b for a, b in zip(some, more, strict=True))


def marches(w: World, near: dict[str, set[str]]) -> Iterator[World]:
    """Every group that may leave a force, and where it may go."""
    for i, here in enumerate(w):
        for group in product(*(range(n + 1) for n in here.fresh)):
            if here.owner != OWN or not any(group):
                continue
            for ronin in range(here.ronin + here.hidden + 1):
                seen = min(ronin, here.ronin)
                left = here._replace(
                    fresh=plus(here.fresh, tuple(-n for n in group)),
                    ronin=here.ronin - seen,
                    hidden=here.hidden - (ronin - seen),
                )
                if left.keeps_limits():
                    for j, there in enumerate(w):
                        if REGION[j] in near[REGION[i]] and there.owner != ENEMY:
                            for full in _arrivals(there, group, ronin):
                                yield tuple(left if k == i else full if k == j else w[k] for k in range(len(w)))


def _arrivals(there: Place, group: Units, ronin: int) -> Iterator[Place]:
    force = there._replace(owner=OWN, tired=plus(there.tired, group), tired_ronin=there.tired_ronin + ronin)
    if force.keeps_limits():
        yield force
    if there.army and not there.army.struck:
        joined = there._replace(army=Army(plus(there.army.units, group), there.army.ronin + ronin, False))
        if joined.keeps_limits():
            yield joined


Board = tuple[tuple[object, ...], ...]


def summary(w: World) -> Board:
    """What lies on the board."""
    return tuple((p.owner, p.force, p.ronin + p.tired_ronin, p.hidden, p.army[:2] if p.army else None) for p in w)


def ends(w: World, near: dict[str, set[str]]) -> set[Board]:
    """Every board on which the marches may end."""
    seen, waiting = {w}, [w]
    while waiting:
        for later in marches(waiting.pop(), near):
            if later not in seen:
                seen.add(later)
                waiting.append(later)
    return {summary(now) for now in seen}
