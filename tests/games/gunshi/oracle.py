"""A slow second reading of the rules: dictionaries, loops, every order tried. Shares no code with the engine.

`results(field, card)` is the set of all positions a side can reach by resolving one card. Nobody is the shogun here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, permutations

Square = tuple[int, int]
Line = frozenset[Square]
STEPS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
RIGHT = {"N": "E", "E": "S", "S": "W", "W": "N"}
LEFT = {v: k for k, v in RIGHT.items()}
BACK = {"N": "S", "S": "N", "E": "W", "W": "E"}


@dataclass(frozen=True)
class Unit:
    owner: int
    kind: str
    facing: str
    shield: bool = False


@dataclass(frozen=True)
class Field:
    """Units by square, fences by line with owner; points and invaders of the side to act, and a trap against it."""

    units: frozenset[tuple[Square, Unit]]
    fences: frozenset[tuple[Line, int]]
    me: int
    points: int
    invaders: int = 0
    trap: bool = False
    won: bool = False

    def at(self, square: Square) -> Unit | None:
        return dict(self.units).get(square)

    def put(self, square: Square, unit: Unit | None) -> Field:
        units = dict(self.units)
        units.pop(square, None)
        if unit is not None:
            units[square] = unit
        return replace(self, units=frozenset(units.items()))

    def own(self) -> dict[Square, Unit]:
        return {q: u for q, u in self.units if u.owner == self.me}

    def foe(self, square: Square) -> bool:
        unit = self.at(square)
        return unit is not None and unit.owner != self.me

    def blocked(self, a: Square, b: Square) -> bool:
        """Whether a fence of the enemy stands between two neighbours."""
        return (frozenset((a, b)), 1 - self.me) in self.fences

    def clear_around(self, square: Square) -> Field:
        kept = frozenset((line, owner) for line, owner in self.fences if owner == self.me or square not in line)
        return replace(self, fences=kept)


def inside(square: Square) -> bool:
    return 0 <= square[0] < 7 and 0 <= square[1] < 7


def step(square: Square, way: str, n: int = 1) -> Square:
    return square[0] + n * STEPS[way][0], square[1] + n * STEPS[way][1]


def beside(square: Square) -> list[Square]:
    return [q for q in (step(square, way) for way in "NESW") if inside(q)]


def move_goals(f: Field, square: Square, way: str) -> list[Square]:
    unit = f.at(square)
    assert unit is not None
    if unit.kind == "C" and way == BACK[unit.facing]:
        return []
    far = 6 if unit.kind == "C" and way == unit.facing else 1
    goals, jumped, here = [], 0, square
    for _ in range(far):
        there = step(here, way)
        if not inside(there) or f.blocked(here, there):
            break
        other = f.at(there)
        if other is None:
            goals.append(there)
        elif other.owner != f.me:
            goals.append(there)
            break
        elif other.kind == "C" or jumped or far == 1:
            break
        else:
            jumped += 1
        here = there
    return goals


def light_goals(f: Field, square: Square, way: str) -> list[Square]:
    unit = f.at(square)
    assert unit is not None
    goals, here = [], square
    for _ in range(2 if unit.facing == way else 1):
        there = step(here, way)
        if not inside(there) or f.blocked(here, there):
            break
        other = f.at(there)
        if other is None or other.owner != f.me:
            goals.append(there)
        here = there
    return goals


def after_move(
    f: Field, square: Square, goal: Square, way: str, light: bool
) -> Iterator[tuple[Field, Square | None, bool]]:
    """(field, where the unit is now or None if it invaded, whether it entered the goal)."""
    unit = f.at(square)
    assert unit is not None
    if light:
        unit = replace(unit, shield=False)
    target = f.at(goal)
    if target is not None and target.shield and unit.kind != "C":
        g = f.put(goal, replace(target, shield=False)).put(square, replace(unit, facing=way))
        yield g, square, False
        return
    moved = replace(unit, facing=way)
    g = f.put(square, None).put(goal, moved).clear_around(goal)
    yield g, goal, True
    if goal[1] == (6 if f.me == 0 else 0):
        count = g.invaders + 1 + int(moved.shield)
        yield replace(g.put(goal, None), invaders=count, won=count >= 3), None, True


def chained_moves(f: Field, origin: Square, way: str, members: tuple[Square, ...], light: bool) -> Iterator[Field]:
    near = [q for q in beside(origin) if q in f.own() and q not in members]
    for order in permutations(members):
        yield from _acts(f, origin, way, order, light, near, False)


def _acts(
    f: Field, origin: Square, way: str, order: tuple[Square, ...], light: bool, near: list[Square], stepped: bool
) -> Iterator[Field]:
    if f.won:
        yield f
        return
    if not order:
        yield from drag(f, way, sorted(near, key=lambda q: (q[1], q[0]))) if stepped and f.trap else iter([f])
        return
    square = order[0]
    goals = light_goals(f, square, way) if light else move_goals(f, square, way)
    for goal in goals:
        for g, _, entered in after_move(f, square, goal, way, light):
            one = stepped or (square == origin and entered and goal in beside(origin))
            yield from _acts(g, origin, way, order[1:], light, near, one)


def drag(f: Field, way: str, near: list[Square]) -> Iterator[Field]:
    if f.won:
        yield f
        return
    if not near:
        yield replace(f, trap=False)
        return
    square, rest = near[0], near[1:]
    goal = step(square, way)
    if not inside(goal) or f.at(goal) is not None or f.blocked(square, goal):
        yield from drag(f, way, rest)
        return
    for g, _, _ in after_move(f, square, goal, way, False):
        yield from drag(g, way, rest)


def chains(f: Field, kinds: str) -> Iterator[tuple[Square, tuple[Square, ...]]]:
    """Every unit with every set of its own neighbours of its type."""
    own = f.own()
    for origin, unit in own.items():
        if unit.kind not in kinds:
            continue
        near = [q for q in beside(origin) if q in own and own[q].kind == unit.kind]
        for n in range(len(near) + 1):
            for some in combinations(near, n):
                yield origin, (origin, *some)


def turns(f: Field) -> Iterator[Field]:
    for _, members in chains(f, "IAC"):
        for way in "NESW":
            if all(f.at(q).facing != way for q in members):  # type: ignore[union-attr]
                g = f
                for q in members:
                    g = g.put(q, replace(f.at(q), facing=way))  # type: ignore[type-var]
                yield g


def shots(f: Field, square: Square, crossbow: bool) -> list[Square]:
    unit = f.at(square)
    assert unit is not None
    way = unit.facing
    ahead = (1, 2, 3) if crossbow else (1, 2)
    found = []
    for n in ahead:
        goal = step(square, way, n)
        crossed = [(step(square, way, k), step(square, way, k + 1)) for k in ((n - 1,) if crossbow else range(n))]
        if inside(goal) and f.foe(goal) and not any(f.blocked(*pair) for pair in crossed):
            found.append(goal)
    for side in (LEFT[way], RIGHT[way]):
        flank = step(square, side)
        if inside(flank) and f.foe(flank):
            found.append(flank)
        corner = step(flank, way)
        if not crossbow and inside(corner) and f.foe(corner) and not f.blocked(flank, corner):
            found.append(corner)
    return found


def struck(f: Field, goal: Square) -> Field:
    target = f.at(goal)
    assert target is not None
    return f.put(goal, replace(target, shield=False) if target.shield else None)


def volleys(f: Field, order: tuple[Square, ...], crossbow: bool) -> Iterator[Field]:
    if not order:
        yield f
        return
    for goal in shots(f, order[0], crossbow):
        yield from volleys(struck(f, goal), order[1:], crossbow)


def lines(f: Field, square: Square) -> list[Line]:
    unit = f.at(square)
    assert unit is not None
    way = unit.facing
    left, right = step(square, LEFT[way]), step(square, RIGHT[way])
    pairs = [(q, step(q, way)) for q in (square, left, right)] + [(square, left), (square, right)]
    taken = {line for line, _ in f.fences}
    return [
        frozenset(pair)
        for pair in pairs
        if all(inside(q) and not f.foe(q) for q in pair) and frozenset(pair) not in taken
    ]


def walls(f: Field, order: tuple[Square, ...]) -> Iterator[Field]:
    if not order:
        yield f
        return
    if f.points < 1 or sum(owner == f.me for _, owner in f.fences) >= 4:
        return
    for line in lines(f, order[0]):
        yield from walls(replace(f, fences=f.fences | {(line, f.me)}, points=f.points - 1), order[1:])


def rapid_moves(f: Field) -> Iterator[Field]:
    if f.points < 2:
        return
    paid = replace(f, points=f.points - 2)
    for square, unit in paid.own().items():
        near = sorted((q for q in beside(square) if q in paid.own()), key=lambda q: (q[1], q[0]))
        for first in "NESW":
            if first != unit.facing:
                turned = paid.put(square, replace(unit, facing=first))
                for way in "NESW":
                    for goal in move_goals(turned, square, way):
                        for g, _, entered in after_move(turned, square, goal, way, False):
                            spring = entered and g.trap and goal in beside(square)
                            yield from drag(g, way, near) if spring else iter([g])
        for way in "NESW":
            for goal in move_goals(paid, square, way):
                for g, now, entered in after_move(paid, square, goal, way, False):
                    spring = entered and g.trap and goal in beside(square)
                    for h in drag(g, way, near) if spring else iter([g]):
                        if h.won or now is None:
                            yield h
                            continue
                        mover = h.at(now)
                        assert mover is not None
                        for turn in "NESW":
                            if turn != mover.facing:
                                yield h.put(now, replace(mover, facing=turn))


def switches(f: Field) -> Iterator[Field]:
    if f.points < 2:
        return
    for square, unit in f.own().items():
        for other in beside(square):
            twin = f.own().get(other)
            if twin is not None:
                yield replace(f, points=f.points - 2).put(square, twin).put(other, unit)


def results(f: Field, card: str) -> set[Field]:
    """Every position the card can lead to; the position itself when nothing can be done."""
    found: set[Field] = set()
    if card in ("M", "R5"):
        for origin, members in chains(f, "I" if card == "R5" else "IAC"):
            for way in "NESW":
                found |= set(chained_moves(f, origin, way, members, card == "R5"))
    elif card in ("Re", "R3"):
        found |= set(turns(f))
        for _, members in chains(f, "A"):
            for order in permutations(members):
                found |= set(volleys(f, order, card == "R3"))
    elif card == "F":
        for _, members in chains(f, "I"):
            for order in permutations(members):
                found |= set(walls(f, order))
    elif card == "R1":
        found |= set(rapid_moves(f))
    elif card == "S1":
        for square, unit in f.own().items():
            if unit.kind == "A":
                for goal in shots(f, square, False):
                    g = struck(f, goal)
                    again = [struck(g, second) for second in shots(g, square, False)]
                    found |= set(again or [g])
    elif card == "S2":
        found |= set(switches(f))
    return found or {f}
