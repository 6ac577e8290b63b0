"""Movement in Shogun straight from the rulebook, one small step at a time over plain sets: slow, and nobody's copy.

A world is one clan's pieces on a small map. All sequences of steps are tried, and what counts is the set of worlds in
which a phase may end; how an engine spells its orders does not matter. Ronin in sight keep their limit at every step,
hidden ones when the phase ends; marching forces have none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

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
    # Whether it has picked up a unit where it stands: only then the ronin of that force may come too.
    picked: bool = False


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


def garrisons(units: list[Unit]) -> list[list[Unit]]:
    """Every choice of one to five units to leave behind, alike ones counted once.

    Of alike units those that have not moved stay first: they may still march, and nobody would choose otherwise.
    """
    alike: dict[str, list[Unit]] = {}
    for unit in sorted(units, key=lambda unit: unit[2]):
        alike.setdefault(unit[0], []).append(unit)
    kinds = sorted(alike)
    chosen = []
    for counts in product(*(range(len(alike[kind]) + 1) for kind in kinds)):
        if 1 <= sum(counts) <= FORCE_LIMIT:
            chosen.append([unit for kind, n in zip(kinds, counts, strict=True) for unit in alike[kind][:n]])
    return chosen


def pick_ups(w: World, army: Army) -> Iterator[World]:
    """The army takes a unit out of the force where it stands, with the ronin that are then too many for the force.

    When it has picked up a unit there, it may take a ronin alone. A unit that has moved stays what it is (A-61).
    """
    ronin = [unit for unit in w.units if unit[:2] == ("ronin", ("force", army.at))]
    picked = replace(army, picked=True)
    for unit in sorted({unit for unit in w.force(army.at) if not unit[2]}):
        joined: Unit = (unit[0], ("army", army.number), False)
        if not fits([*w.army_units(army.number), joined]):
            continue
        follow = max(0, len(ronin) - max(0, len(w.force(army.at)) - 2))
        came: list[Unit] = [("ronin", ("army", army.number), False)] * follow
        after = w.replaced([unit, *ronin[:follow]], [joined, *came], picked)
        if after.seen_ronin_fit():
            yield after
    if ronin and army.picked:
        after = w.replaced(ronin[:1], [("ronin", ("army", army.number), False)])
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
            staying = garrisons(w.army_units(army.number))
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


def army_steps(w: World, near: dict[str, set[str]], *, final: bool) -> Iterator[World]:
    """Every pick-up and every move of one army by one province."""
    for army in w.armies:
        if not army.struck:
            yield from pick_ups(w, army)
            yield from army_moves(w, army, near, final=final)


def in_order(w: World) -> bool:
    """Whether the armies may stop here: one a province, and all hidden ronin led."""
    return _one_army_each(w) and w.hidden_ronin_fit()


def ends(w: World, near: dict[str, set[str]], *, final: bool, march: bool = True) -> set[tuple[object, ...]]:
    """Every board in which phase A (or, when final, phase D) may end: armies first in any order, then forces.

    Without `march` the boards on which the armies have gone and the forces have not.
    """

    def armies_go(now: World) -> Iterator[World]:
        yield from army_steps(now, near, final=final)

    def forces_go(now: World) -> Iterator[World]:
        yield from force_moves(now, near)

    after_armies = {now for now in _reach({w}, [armies_go]) if in_order(now)}
    done = _reach(after_armies, [forces_go]) if final and march else after_armies
    return {now.summary() for now in done}


class Outlook:
    """Which steps of the armies are lawful: those after which some sequence of steps still ends in order.

    All worlds that steps can reach are listed, then those from which no lawful end can be reached are struck out.
    The conquest that leaves `win_at` provinces empty ends the game; the board must then be in order.
    """

    def __init__(self, start: World, near: dict[str, set[str]], *, final: bool, win_at: int = -1) -> None:
        self.win_at = win_at
        self.after: dict[World, set[World]] = {}
        before: dict[World, list[World]] = {}
        waiting = [start]
        while waiting:
            w = waiting.pop()
            if w in self.after:
                continue
            self.after[w] = set() if self.won(w) else set(army_steps(w, near, final=final))
            for later in self.after[w]:
                before.setdefault(later, []).append(w)
                waiting.append(later)
        self.lawful = {w for w in self.after if in_order(w)}
        waiting = list(self.lawful)
        while waiting:
            for w in before.get(waiting.pop(), []):
                if w not in self.lawful:
                    self.lawful.add(w)
                    waiting.append(w)

    def won(self, w: World) -> bool:
        return len(w.empty) == self.win_at

    def steps(self, w: World) -> set[World]:
        """The lawful steps from here."""
        return {later for later in self.after[w] if later in self.lawful}


def _one_army_each(w: World) -> bool:
    places = [army.at for army in w.armies]
    return len(places) == len(set(places))
