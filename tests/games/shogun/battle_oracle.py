"""One Shogun battle worked out die by die in exact fractions: slow, and sharing nothing with the code it judges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations

# A unit is (kind, troop): troop "army", "force" or "bonus". A side is a sorted tuple of units.
Unit = tuple[str, str]
Fighters = tuple[Unit, ...]
Ends = dict[tuple[Fighters, Fighters], Fraction]
Stop = Callable[[Fighters, Fighters], bool]
Orders = tuple[tuple[str, ...], tuple[str, ...]]  # kinds in the order they are given up in step 3 and in step 7

TO_HIT = {"bowman": 6, "gunner": 4, "daimyo": 6, "swordsman": 5, "ronin": 5, "spearman": 4}
RANGED = ("bowman", "gunner")
MELEE = ("daimyo", "swordsman", "ronin", "spearman")


def legal_losses(side: Fighters, hits: int) -> Iterator[Fighters]:
    """Every set of units the owner may remove for so many hits; all of them when the hits suffice for all."""
    if hits >= len(side):
        yield side
        return
    for chosen in set(combinations(side, hits)):
        left = list((Counter(side) - Counter(chosen)).elements())
        real = [unit for unit in chosen if unit[1] != "bonus"]
        if real and any(troop == "bonus" for _, troop in left):
            continue
        if ("daimyo", "army") in chosen:
            continue  # somebody else is left, so he would not be the last
        if real and not all(keeps_ronin_limit(left, troop) for troop in ("army", "force")):
            continue
        yield chosen


def keeps_ronin_limit(left: list[Unit], troop: str) -> bool:
    """Whether a troop has fewer ronin than other units, or none."""
    kinds = [kind for kind, where in left if where == troop]
    return "ronin" not in kinds or 2 * kinds.count("ronin") < len(kinds)


@cache
def without(side: Fighters, hits: int, order: tuple[str, ...]) -> Fighters:
    """What is left when the owner, hit by hit, gives up the first unit of his order that he may; provincials first."""

    def preference(chosen: Fighters) -> tuple[int, bool]:
        ((kind, troop),) = chosen
        return order.index(kind) if kind in order else len(order), troop == "army"

    left = side
    for _ in range(min(hits, len(side))):
        (lost,) = min(legal_losses(left, 1), key=preference)
        left = tuple(sorted((Counter(left) - Counter([lost])).elements()))
    removed = tuple(sorted((Counter(side) - Counter(left)).elements()))
    assert removed in set(legal_losses(side, hits)), "the rulebook judges all casualties of a step together"
    return left


@cache
def rolls(side: Fighters, kinds: tuple[str, ...]) -> tuple[tuple[int, Fraction], ...]:
    """The chance of each number of hits, one die after another."""
    chances = {0: Fraction(1)}
    for kind, _ in side:
        if kind in kinds:
            hit = Fraction(TO_HIT[kind], 12)
            after: Counter[int] = Counter()
            for hits, chance in chances.items():
                after[hits] += chance * (1 - hit)  # type: ignore[assignment]
                after[hits + 1] += chance * hit  # type: ignore[assignment]
            chances = after  # type: ignore[assignment]
    return tuple(chances.items())


class Oracle:
    """The distribution over the ends of battles with these casualty orders and this rule for calling off."""

    def __init__(self, attacker: Orders, defender: Orders, stop: Stop | None = None) -> None:
        self.attacker = attacker
        self.defender = defender
        self.stop = stop
        self.known: dict[tuple[Fighters, Fighters], Ends] = {}

    def volley(self, a: Fighters, d: Fighters, kinds: tuple[str, ...], step: int) -> Ends:
        """Both sides roll for these kinds, then both remove casualties."""
        out: Ends = {}
        for by_a, p in rolls(a, kinds):
            for by_d, q in rolls(d, kinds):
                add(out, (without(a, by_d, self.attacker[step]), without(d, by_a, self.defender[step])), p * q)
        return out

    def one_round(self, a: Fighters, d: Fighters) -> Ends:
        """Where both sides may stand in step 8, or when the battle ended before it."""
        out: Ends = {}
        for (a2, d2), p in self.volley(a, d, RANGED, 0).items():
            for end, q in (self.volley(a2, d2, MELEE, 1) if a2 and d2 else {(a2, d2): Fraction(1)}).items():
                add(out, end, p * q)
        return out

    def fought_on(self, a: Fighters, d: Fighters) -> Ends:
        """The ends of a battle whose next round is fought in any case."""
        if (a, d) not in self.known:
            ends: Ends = {}
            stay = Fraction(0)
            for (a2, d2), p in self.one_round(a, d).items():
                if not a2 or not d2 or (self.stop and self.stop(a2, d2)):
                    add(ends, (a2, d2), p)
                elif (a2, d2) == (a, d):
                    stay = p
                else:
                    for end, q in self.fought_on(a2, d2).items():
                        add(ends, end, p * q)
            self.known[a, d] = {end: p / (1 - stay) for end, p in ends.items()}
        return self.known[a, d]

    def ends(self, a: Fighters, d: Fighters, *, naval: bool = False) -> Ends:
        """All ends of the battle, with the defender's first strike when it comes over the sea."""
        if not naval:
            return self.fought_on(a, d)
        out: Ends = {}
        real = tuple(unit for unit in d if unit[1] != "bonus")
        for hits, p in rolls(real, RANGED + MELEE):
            left = without(a, hits, self.attacker[1])
            for end, q in (self.fought_on(left, d) if left else {(left, d): Fraction(1)}).items():
                add(out, end, p * q)
        return out

    def after_rounds(self, a: Fighters, d: Fighters, rounds: int) -> Ends:
        """Where both sides may stand when the attacker calls off after so many rounds."""
        now: Ends = {(a, d): Fraction(1)}
        for _ in range(rounds):
            after: Ends = {}
            for (a2, d2), p in now.items():
                for end, q in (self.one_round(a2, d2) if a2 and d2 else {(a2, d2): Fraction(1)}).items():
                    add(after, end, p * q)
            now = after
        return now


def add(ends: Ends, end: tuple[Fighters, Fighters], p: Fraction) -> None:
    """More chance for one end."""
    ends[end] = ends.get(end, Fraction(0)) + p
