"""Where provinces and the lines between them stand on a map made of characters.

A province takes two rows: its name as actions write it, and what stands there. Provinces stand where they lie on the
board; those that would cover each other are moved apart by as little as possible.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Final

from gunbai.core.info import BoardPlan

# The smallest sheet on which the whole of Japan has room, names and lines included.
COLUMNS, ROWS = 116, 42
LAND, SEA = "·", "~"
_LABEL_ROWS: Final = 2
_LEAST_WIDTH: Final = 6
_TRIES: Final = 400
# A character is about twice as high as it is wide, and a name is wide: a step down moves more labels apart.
_SIDEWAYS_COSTS: Final = 3.0


@dataclass(frozen=True)
class Sheet:
    """A map before anything stands on it: the lines, and the first character of each province's name."""

    lines: tuple[str, ...]
    at: Mapping[str, tuple[int, int]]


def width_of(name: str) -> int:
    """How many characters a province needs: its name, and a gap."""
    return max(len(name) + 1, _LEAST_WIDTH)


@cache
def sheet(plan: BoardPlan, columns: int, rows: int) -> Sheet:
    """The map of a board in so many columns and rows; at least as many as it needs are taken."""
    columns, rows = max(columns, COLUMNS), max(rows, ROWS)
    at = _spread(plan, columns, rows)
    grid = [[" "] * columns for _ in range(rows)]
    crossings = set(plan.crossings)
    for way in plan.ways:
        _draw_line(grid, at, way, SEA if way in crossings else LAND)
    return Sheet(tuple("".join(line) for line in grid), at)


def _spread(plan: BoardPlan, columns: int, rows: int) -> dict[str, tuple[int, int]]:
    names = [place.id for place in plan.places]
    xs = _scaled([place.x for place in plan.places], columns - max(width_of(name) for name in names))
    ys = _scaled([place.y for place in plan.places], rows - _LABEL_ROWS)
    for _ in range(_TRIES):
        moved = False
        for a, b in combinations(range(len(names)), 2):
            moved |= _push_apart(names, xs, ys, a, b)
        for i, name in enumerate(names):
            xs[i] = min(max(xs[i], 0.0), float(columns - width_of(name)))
            ys[i] = min(max(ys[i], 0.0), float(rows - _LABEL_ROWS))
        if not moved:
            break
    return {name: (round(ys[i]), round(xs[i])) for i, name in enumerate(names)}


def _scaled(values: Sequence[float], size: int) -> list[float]:
    low, high = min(values), max(values)
    return [(value - low) / (high - low or 1) * size for value in values]


def _push_apart(names: Sequence[str], xs: list[float], ys: list[float], a: int, b: int) -> bool:
    wide, other = width_of(names[a]), width_of(names[b])
    # Rounding may take half a character from each.
    over_x = min(xs[a] + wide, xs[b] + other) - max(xs[a], xs[b]) + 1
    over_y = min(ys[a], ys[b]) + _LABEL_ROWS - max(ys[a], ys[b]) + 0.6
    if over_x <= 0 or over_y <= 0:
        return False
    if over_x / _SIDEWAYS_COSTS < over_y:
        step = (over_x / 2 + 0.01) / 2
        right = xs[a] + wide / 2 > xs[b] + other / 2
        xs[a], xs[b] = (xs[a] + step, xs[b] - step) if right else (xs[a] - step, xs[b] + step)
    else:
        step = (over_y / 2 + 0.01) / 2
        ys[a], ys[b] = (ys[a] + step, ys[b] - step) if ys[a] > ys[b] else (ys[a] - step, ys[b] + step)
    return True


def _draw_line(grid: list[list[str]], at: Mapping[str, tuple[int, int]], way: tuple[str, str], sign: str) -> None:
    (row, column), (to_row, to_column) = (at[name] for name in way)
    x, y = column + width_of(way[0]) / 2, row + 0.5
    to_x, to_y = to_column + width_of(way[1]) / 2, to_row + 0.5
    steps = int(max(abs(to_x - x) / 2, abs(to_y - y))) * 2 + 1
    for step in range(steps + 1):
        part = step / steps
        line, place = round(y + (to_y - y) * part), round(x + (to_x - x) * part)
        if 0 <= line < len(grid) and 0 <= place < len(grid[line]):
            grid[line][place] = sign
