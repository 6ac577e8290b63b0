"""An independent referee for Gunshi's commands: slow, plain dictionaries, written from the rulebook alone.

It shares no code with the engine. Given a position and a card it lists every board a whole command can lead to.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, permutations

Square = tuple[int, int]  # column 0-6 from red's left, row 0-6 from red's edge
Edge = frozenset[Square]
NORTH, EAST, SOUTH, WEST = (0, 1), (1, 0), (0, -1), (-1, 0)
WAYS = (NORTH, EAST, SOUTH, WEST)
PRICE = {"I": 2, "A": 3, "C": 4}
EN_ROUTE_PRICE = {"I": 4, "A": 5, "C": 6}
SUPPLY = {"I": 10, "A": 8, "C": 6}


@dataclass(frozen=True)
class Unit:
    kind: str
    side: int
    facing: tuple[int, int]
    shield: bool = False
    shogun: bool = False


@dataclass(frozen=True)
class Field:
    """What a command can change; frozen, so that outcomes can be collected in sets."""

    units: frozenset[tuple[Square, Unit]]
    fences: frozenset[tuple[Edge, int]]
    points: tuple[int, int]
    invaders: tuple[int, int]
    won: int = -1
    trap: tuple[bool, bool] = (False, False)
    standing: tuple[tuple[str, int], ...] = ()  # units on invader spots, by kind: they are not in the reserve


def at(f: Field, square: Square) -> Unit | None:
    return dict(f.units).get(square)


def inside(square: Square) -> bool:
    return 0 <= square[0] < 7 and 0 <= square[1] < 7


def home(side: int) -> set[Square]:
    rows = (0, 1, 2) if side == 0 else (6, 5, 4)
    return {(x, y) for x in range(7) for y in rows[:2]} | {(x, rows[2]) for x in (2, 3, 4)}


def zone(side: int) -> set[Square]:
    return {(x, 0 if side == 0 else 6) for x in range(7)}


def step(square: Square, way: tuple[int, int], n: int = 1) -> Square:
    return square[0] + way[0] * n, square[1] + way[1] * n


def fenced(f: Field, a: Square, b: Square, against: int) -> bool:
    """An enemy fence of `against` lies on the line between two squares."""
    return (frozenset((a, b)), 1 - against) in f.fences


def put(f: Field, square: Square, unit: Unit | None) -> Field:
    units = dict(f.units)
    if unit is None:
        units.pop(square, None)
    else:
        units[square] = unit
    return replace(f, units=frozenset(units.items()))


def clear_fences(f: Field, square: Square, side: int) -> Field:
    around = {frozenset((square, step(square, way))) for way in WAYS}
    return replace(f, fences=frozenset((e, owner) for e, owner in f.fences if not (e in around and owner != side)))


def hit(f: Field, square: Square, both: bool) -> tuple[Field, bool]:
    """A blow or an arrow on an enemy square; True when the square is empty afterwards."""
    unit = at(f, square)
    assert unit is not None
    if unit.shield and not both:
        return put(f, square, replace(unit, shield=False)), False
    f = put(f, square, None)
    if unit.shogun:
        f = replace(f, won=1 - unit.side)
    return f, True


def arrive(f: Field, start: Square, end: Square, way: tuple[int, int], turn_on_hit: bool = True) -> Iterator[Field]:
    """Move a unit to a square it may reach, with the choice to invade."""
    unit = at(f, start)
    assert unit is not None
    if at(f, end) is not None:
        f, empty = hit(f, end, unit.kind == "C")
        if not empty:
            yield put(f, start, replace(unit, facing=way) if turn_on_hit else unit)
            return
    f = put(put(f, start, None), end, replace(unit, facing=way))
    f = clear_fences(f, end, unit.side)
    yield f
    if f.won < 0 and end in zone(1 - unit.side) and not unit.shogun:
        counted = f.invaders[unit.side] + (2 if unit.shield else 1)
        invaders = (counted, f.invaders[1]) if unit.side == 0 else (f.invaders[0], counted)
        standing = dict(f.standing)
        standing[unit.kind] = standing.get(unit.kind, 0) + 1
        yield replace(
            put(f, end, None),
            invaders=invaders,
            won=unit.side if counted >= 3 else -1,
            standing=tuple(sorted(standing.items())),
        )


def reach(f: Field, start: Square, light: bool) -> Iterator[tuple[tuple[int, int], Square]]:
    """Where a Move (or Light Infantry) takes the unit: direction and square."""
    unit = at(f, start)
    assert unit is not None
    for way in WAYS:
        forward = way == unit.facing
        if unit.kind == "C":
            if way == (-unit.facing[0], -unit.facing[1]):
                continue
            limit = 7 if forward else 1
        else:
            limit = 2 if light and forward else 1
        here, jumped = start, False
        for n in range(1, limit + 1):
            there = step(start, way, n)
            if not inside(there) or fenced(f, here, there, unit.side):
                break
            other = at(f, there)
            here = there
            if other is None:
                yield way, there
            elif other.side != unit.side:
                yield way, there
                if not light:
                    break
            elif light:
                continue
            elif unit.kind == "C" and forward and other.kind != "C" and not jumped:
                jumped = True
            else:
                break


def neighbours(f: Field, square: Square, same: bool) -> list[Square]:
    """Own units beside a square; only the same kind when `same`."""
    unit = at(f, square)
    assert unit is not None
    found = []
    for way in WAYS:
        other = at(f, step(square, way))
        if other is not None and other.side == unit.side and (not same or other.kind == unit.kind):
            found.append(step(square, way))
    return found


def chains(f: Field, origin: Square) -> Iterator[tuple[Square, ...]]:
    """Every order of every choice of members, the origin among them."""
    beside = neighbours(f, origin, same=True)
    for n in range(len(beside) + 1):
        for chosen in combinations(beside, n):
            yield from permutations((origin, *chosen))


def moves(f: Field, side: int, light: bool = False) -> set[Field]:
    out: set[Field] = set()
    for origin, unit in f.units:
        if unit.side != side or (light and unit.kind != "I"):
            continue
        beside = neighbours(f, origin, same=False)
        for order in chains(f, origin):
            for way in WAYS:
                out |= _march(_drop_shields(f, order) if light else f, order, way, light, origin, beside, side)
    return out


def _drop_shields(f: Field, squares: tuple[Square, ...]) -> Field:
    for square in squares:
        unit = at(f, square)
        assert unit is not None
        f = put(f, square, replace(unit, shield=False))
    return f


def _march(
    f: Field,
    order: tuple[Square, ...],
    way: tuple[int, int],
    light: bool,
    origin: Square,
    beside: list[Square],
    side: int,
) -> set[Field]:
    """All members act in this order, in one direction; then a Chain Trap may drag the rest."""
    fronts: set[tuple[Field, bool]] = {(f, False)}
    for square in order:
        ahead: set[tuple[Field, bool]] = set()
        for g, sprung in fronts:
            if g.won >= 0:
                ahead.add((g, sprung))
                continue
            for direction, end in reach(g, square, light):
                if direction != way:
                    continue
                for h in arrive(g, square, end, way):
                    one = square == origin and end == step(origin, way) and at(h, origin) is None
                    ahead.add((h, sprung or one))
        fronts = ahead
    out: set[Field] = set()
    for g, sprung in fronts:
        out |= _trap(g, sprung, [b for b in beside if b not in order], way, side)
    return out


def _trap(f: Field, sprung: bool, beside: list[Square], way: tuple[int, int], side: int) -> set[Field]:
    """A laid Chain Trap drags the units beside the mover; it is spent even when none can follow."""
    if not sprung or f.won >= 0 or not f.trap[1 - side]:
        return {f}
    fronts = {replace(f, trap=(f.trap[0] and side == 0, f.trap[1] and side == 1))}
    for square in beside:
        ahead = set()
        for g in fronts:
            end = step(square, way)
            unit = at(g, square)
            assert unit is not None
            if g.won >= 0 or not inside(end) or at(g, end) or fenced(g, square, end, side):
                ahead.add(g)
            else:
                ahead |= set(arrive(g, square, end, way))
        fronts = ahead
    return fronts


def turns(f: Field, side: int) -> set[Field]:
    out: set[Field] = set()
    for origin, unit in f.units:
        if unit.side != side:
            continue
        for way in WAYS:
            if way == unit.facing:
                continue
            beside = [b for b in neighbours(f, origin, same=True) if dict(f.units)[b].facing != way]
            for n in range(len(beside) + 1):
                for chosen in combinations(beside, n):
                    g = f
                    for square in (origin, *chosen):
                        turned = at(g, square)
                        assert turned is not None
                        g = put(g, square, replace(turned, facing=way))
                    out.add(g)
    return out


def targets(f: Field, square: Square, crossbow: bool) -> list[Square]:
    unit = at(f, square)
    assert unit is not None
    ahead, right = unit.facing, (unit.facing[1], -unit.facing[0])
    offsets = [(0, 1), (0, 2), (0, 3)] if crossbow else [(0, 1), (0, 2), (-1, 1), (1, 1)]
    found = []
    for aside, forward in [*offsets, (-1, 0), (1, 0)]:
        goal = step(step(square, right, aside), ahead, forward)
        other = at(f, goal) if inside(goal) else None
        if other is None or other.side == unit.side:
            continue
        file = step(square, right, aside)
        lines = [(step(file, ahead, k), step(file, ahead, k + 1)) for k in range(forward)]
        if crossbow:
            lines = lines[-1:]
        if not any(fenced(f, a, b, unit.side) for a, b in lines):
            found.append(goal)
    return found


def shots(f: Field, side: int, crossbow: bool = False) -> set[Field]:
    out: set[Field] = set()
    for origin, unit in f.units:
        if unit.side != side or unit.kind != "A":
            continue
        for order in chains(f, origin):
            fronts = {f}
            for square in order:
                ahead: set[Field] = set()
                for g in fronts:
                    if g.won >= 0:
                        ahead.add(g)
                        continue
                    ahead |= {hit(g, goal, both=False)[0] for goal in targets(g, square, crossbow)}
                fronts = ahead
            out |= fronts
    return out


def rapid_fire(f: Field, side: int) -> set[Field]:
    out: set[Field] = set()
    for square, unit in f.units:
        if unit.side == side and unit.kind == "A":
            for first in targets(f, square, crossbow=False):
                g = hit(f, first, both=False)[0]
                second = targets(g, square, crossbow=False) if g.won < 0 else []
                out |= {hit(g, goal, both=False)[0] for goal in second} or {g}
    return out


def reserve(f: Field, kind: str) -> int:
    return SUPPLY[kind] - sum(u.kind == kind for _, u in f.units) - dict(f.standing).get(kind, 0)


def pay(f: Field, side: int, amount: int) -> Field:
    left = f.points[side] - amount
    return replace(f, points=(left, f.points[1]) if side == 0 else (f.points[0], left))


def enter(f: Field, side: int, squares: set[Square], price: dict[str, int], clears: bool) -> set[Field]:
    out: set[Field] = set()
    for kind, cost in price.items():
        if cost > f.points[side] or reserve(f, kind) < 1:
            continue
        for square in squares:
            if at(f, square) is not None:
                continue
            for way in WAYS:
                g = put(pay(f, side, cost), square, Unit(kind, side, way, shield=kind == "I"))
                out.add(clear_fences(g, square, side) if clears else g)
    return out


def reinforce(f: Field, side: int, clears: bool = True) -> set[Field]:
    return enter(f, side, home(side), PRICE, clears)


def en_route(f: Field, side: int) -> set[Field]:
    beside = {
        step(square, way)
        for square, unit in f.units
        if unit.side == side and unit.kind != "C"
        for way in WAYS
        if inside(step(square, way))
    }
    return enter(f, side, beside - home(side), EN_ROUTE_PRICE, clears=True)


def build(f: Field, side: int) -> set[Field]:
    out: set[Field] = set()
    for origin, unit in f.units:
        if unit.side != side or unit.kind != "I":
            continue
        for order in chains(f, origin):
            fronts = {f}
            for square in order:
                fronts = {h for g in fronts for h in _fence(g, square, side)}
            out |= fronts
    return out


def _fence(f: Field, square: Square, side: int) -> Iterator[Field]:
    if f.points[side] < 1 or sum(owner == side for _, owner in f.fences) >= 4:
        return
    unit = at(f, square)
    assert unit is not None
    ahead, right = unit.facing, (unit.facing[1], -unit.facing[0])
    lines = [(step(square, right, k), step(step(square, right, k), ahead)) for k in (-1, 0, 1)]
    lines += [(square, step(square, right, k)) for k in (-1, 1)]
    for a, b in lines:
        if not inside(a) or not inside(b) or any(e == frozenset((a, b)) for e, _ in f.fences):
            continue
        if any((u := at(f, s)) is not None and u.side != side for s in (a, b)):
            continue
        yield pay(replace(f, fences=f.fences | {(frozenset((a, b)), side)}), side, 1)


def rapid_move(f: Field, side: int) -> set[Field]:
    if f.points[side] < 2:
        return set()
    f = pay(f, side, 2)
    out: set[Field] = set()
    for square, unit in f.units:
        if unit.side != side:
            continue
        beside = neighbours(f, square, same=False)
        for way, end in reach(f, square, light=False):
            for g in arrive(f, square, end, way):
                one = end == step(square, way) and at(g, square) is None
                for h in _trap(g, one, beside, way, side):
                    out |= _turn_after(h, square, end, unit)
        for facing in WAYS:
            if facing == unit.facing:
                continue
            g = put(f, square, replace(unit, facing=facing))
            for way, end in reach(g, square, light=False):
                for h in arrive(g, square, end, way):
                    one = end == step(square, way) and at(h, square) is None
                    out |= _trap(h, one, beside, way, side)
    return out


def _turn_after(f: Field, start: Square, end: Square, mover: Unit) -> set[Field]:
    """The Reorient half after the Move half; it lapses when the unit has left the field or the game is won."""
    if f.won >= 0:
        return {f}
    for square in (end, start):
        unit = at(f, square)
        if unit is not None and unit.side == mover.side and unit.kind == mover.kind and unit.shogun == mover.shogun:
            return {put(f, square, replace(unit, facing=way)) for way in WAYS if way != unit.facing}
    return {f}


def switch(f: Field, side: int) -> set[Field]:
    out: set[Field] = set()
    if f.points[side] < 2:
        return out
    paid = pay(f, side, 2)
    for square, unit in f.units:
        if unit.side == side:
            for other in neighbours(f, square, same=False):
                second = at(f, other)
                out.add(put(put(paid, square, second), other, unit))
    return out


def outcomes(f: Field, side: int, card: str, draft: bool = False) -> set[Field]:
    """Every field a whole command can lead to; the field itself when nothing can be done."""
    found = {
        "M": lambda: moves(f, side),
        "Re": lambda: turns(f, side) | shots(f, side),
        "R3": lambda: turns(f, side) | shots(f, side, crossbow=True),
        "Rf": lambda: reinforce(f, side, clears=not draft),
        "F": lambda: build(f, side),
        "R1": lambda: rapid_move(f, side),
        "R2": lambda: {pay(f, side, -min(2, 18 - f.points[side]))},
        "R4": lambda: en_route(f, side),
        "R5": lambda: moves(f, side, light=True),
        "S1": lambda: rapid_fire(f, side),
        "S2": lambda: switch(f, side),
    }[card]()
    return found or {f}
