"""Movement in Shogun straight from the rulebook, one small step at a time over plain sets: slow, and nobody's copy.

A world is one clan's pieces on a small map. All sequences of steps are tried, and what counts is the set of worlds in
which a phase may end; how an engine spells its orders does not matter. Ronin in sight keep their limit at every step,
hidden ones when the phase ends; marching forces have none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

SAMURAI = ("bowman", "swordsman")
ASHIGARU = ("gunner", "spearman")
FORCE_LIMIT = 5

# A unit: its kind, where it is, and whether it has moved in this phase. Where: ("army", number), ("force", province) or
# ("hidden", province) for ronin under a province card.
Unit = tuple[str, tuple[str, int | str], bool]


@dataclass(frozen=True)
class Army:
    """A daimyo's marker: where it stands and how many provinces it may still move."""

    number: int
    at: str
    points: int
    struck: bool = False


@dataclass(frozen=True)
class World:
    """The pieces of the clan that moves, and the provinces it may find empty."""

    units: tuple[Unit, ...]
    armies: tuple[Army, ...]
    empty: frozenset[str]

    def force(self, province: str) -> list[Unit]:
        return [unit for unit in self.units if unit[1] == ("force", province) and unit[0] != "ronin"]

    def army_units(self, number: int) -> list[Unit]:
        return [unit for unit in self.units if unit[1] == ("army", number) and unit[0] != "ronin"]

    def ronin(self, where: tuple[str, int | str]) -> int:
        return sum(unit[:2] == ("ronin", where) for unit in self.units)

    def seen_ronin_fit(self) -> bool:
        """Whether each troop has at least one unit more than ronin, the daimyo counted."""
        fits_armies = all(self.ronin(("army", a.number)) <= len(self.army_units(a.number)) + 1 - 1 for a in self.armies)
        places = {str(where) for _, (troop, where), _ in self.units if troop == "force"}
        return fits_armies and all(self.ronin(("force", p)) <= max(0, len(self.force(p)) - 1) for p in places)

    def hidden_ronin_fit(self) -> bool:
        """Whether the troops in each province have room for the ronin under its card."""
        for province in {str(where) for _, (troop, where), _ in self.units if troop == "hidden"}:
            room = max(0, len(self.force(province)) - 1) - self.ronin(("force", province))
            for army in self.armies:
                if army.at == province:
                    room += len(self.army_units(army.number)) - self.ronin(("army", army.number))
            if self.ronin(("hidden", province)) > room:
                return False
        return True

    def occupied(self, province: str) -> bool:
        return bool(self.force(province)) or any(army.at == province for army in self.armies)

    def summary(self) -> tuple[object, ...]:
        """What can be seen on the board when the phase is over."""
        forces = Counter((kind, where) for kind, where, _ in self.units)
        return tuple(sorted((str(k), n) for k, n in forces.items())), tuple((a.number, a.at) for a in self.armies)

    def replaced(self, gone: list[Unit], come: list[Unit], army: Army | None = None, empty: str = "") -> World:
        """The same world with units exchanged, perhaps one army changed and one province no longer empty."""
        units = Counter(self.units)
        units.subtract(gone)
        units.update(come)
        armies = tuple(army if army and army.number == other.number else other for other in self.armies)
        return World(tuple(sorted(units.elements(), key=str)), armies, self.empty - {empty})


def fits(units: list[Unit]) -> bool:
    """Whether an army card has squares for these units."""
    kinds = [kind for kind, _, _ in units]
    return sum(k in SAMURAI for k in kinds) <= 4 and sum(k in ASHIGARU for k in kinds) <= 10


def subsets(units: list[Unit], most: int) -> Iterator[list[Unit]]:
    """Every choice of one to `most` units, alike ones counted once."""
    for n in range(1, min(most, len(units)) + 1):
        for chosen in set(combinations(sorted(units, key=str), n)):
            yield list(chosen)


def pick_ups(w: World, army: Army) -> Iterator[World]:
    """The army takes a unit or a ronin out of the force where it stands, or a unit with a ronin who follows it.

    A unit that has moved stays what it is (A-61).
    """
    ronin = [unit for unit in w.units if unit[:2] == ("ronin", ("force", army.at))][:1]
    units: list[list[Unit]] = [[unit] for unit in set(w.force(army.at)) if not unit[2]]
    for chosen in [*units, ronin, *(unit + ronin for unit in units if ronin)]:
        taken: list[Unit] = [(kind, ("army", army.number), False) for kind, _, _ in chosen]
        if fits(w.army_units(army.number) + [unit for unit in taken if unit[0] != "ronin"]):
            after = w.replaced(chosen, taken)
            if after.seen_ronin_fit():
                yield after


def army_moves(w: World, army: Army, near: dict[str, set[str]], *, final: bool) -> Iterator[World]:
    """The army goes one province further, leaving a garrison where nobody else would be left."""
    if army.points == 0:
        return
    for target in near[army.at]:
        conquest = target in w.empty
        if not (w.occupied(target) or (final and conquest)):
            continue
        others = any(other.at == army.at and other.number != army.number for other in w.armies)
        staying: list[list[Unit]] = [[]]
        if not w.force(army.at) and not others:
            staying = list(subsets(w.army_units(army.number), FORCE_LIMIT))
        for garrison in staying:
            there = Army(army.number, target, army.points - 1, army.struck)
            left = [(kind, ("force", army.at), moved) for kind, _, moved in garrison]
            kept = Counter(w.army_units(army.number))
            kept.subtract(garrison)
            carried = list(kept.elements())
            hidden: Unit = ("ronin", ("hidden", army.at), False)
            for along in range(w.ronin(("hidden", army.at)) + 1):
                after = w.replaced(
                    garrison + carried + [hidden] * along,
                    # Only final movement asks later who has moved already.
                    left
                    + [(kind, where, final) for kind, where, _ in carried]
                    + [("ronin", ("army", army.number), False)] * along,
                    there,
                    target,
                )
                if after.seen_ronin_fit():
                    yield after


def force_moves(w: World, near: dict[str, set[str]]) -> Iterator[World]:
    """One unit of a force goes to a neighbouring province: into its force, into its army, or to conquer it."""
    for unit in set(w.units):
        kind, (troop, where), moved = unit
        if troop != "force" or moved:
            continue
        province = str(where)
        if len(w.force(province)) == 1 and not any(army.at == province for army in w.armies):
            continue  # it would leave the province empty
        for target in near[province]:
            if target in w.empty:
                yield w.replaced([unit], [(kind, ("force", target), True)], None, target)
            elif w.occupied(target):
                if len(w.force(target)) < FORCE_LIMIT:
                    yield w.replaced([unit], [(kind, ("force", target), True)])
                for army in w.armies:
                    joined: Unit = (kind, ("army", army.number), True)
                    if army.at == target and not army.struck and fits(w.army_units(army.number) + [joined]):
                        yield w.replaced([unit], [joined])


def _reach(starts: set[World], steps: list[object]) -> set[World]:
    seen = set(starts)
    waiting = list(starts)
    while waiting:
        w = waiting.pop()
        for step in steps:
            for after in step(w):  # type: ignore[operator]
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
    return seen


def ends(w: World, near: dict[str, set[str]], *, final: bool, march: bool = True) -> set[tuple[object, ...]]:
    """Every board in which phase A (or, when final, phase D) may end: armies first in any order, then forces.

    Without `march` the boards on which the armies have gone and the forces have not.
    """

    def armies_go(now: World) -> Iterator[World]:
        for army in now.armies:
            if not army.struck:
                yield from pick_ups(now, army)
                yield from army_moves(now, army, near, final=final)

    def forces_go(now: World) -> Iterator[World]:
        yield from force_moves(now, near)

    after_armies = {now for now in _reach({w}, [armies_go]) if _one_army_each(now) and now.hidden_ronin_fit()}
    done = _reach(after_armies, [forces_go]) if final and march else after_armies
    return {now.summary() for now in done}


def _one_army_each(w: World) -> bool:
    places = [army.at for army in w.armies]
    return len(places) == len(set(places))
