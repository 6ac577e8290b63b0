"""The drawn map says what the game says: provinces share a border exactly where they are adjacent by land."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).parents[2]
DRAWN = json.loads((ROOT / "web/src/games/shogun/geometry.json").read_text())
GAME = {p["id"]: p for p in json.loads((ROOT / "src/gunbai/games/shogun/map.json").read_text())["provinces"]}


def _points(arc: dict[str, list[int]]) -> list[tuple[int, int]]:
    x = y = 0
    out = []
    for dx, dy in zip(arc["p"][::2], arc["p"][1::2], strict=True):
        x, y = x + dx, y + dy
        out.append((x, y))
    return out


def test_every_province_is_drawn_once() -> None:
    assert sorted(p["id"] for p in DRAWN["provinces"]) == sorted(GAME)


def test_a_shared_border_means_adjacent_by_land_and_nothing_else_does() -> None:
    # Segments, not only the names noted on arcs: what is drawn decides.
    segments: dict[frozenset[tuple[int, int]], set[str]] = {}
    for province in DRAWN["provinces"]:
        for ring in province["rings"]:
            for number in ring:
                line = _points(DRAWN["arcs"][abs(number) - 1])
                for a, b in pairwise(line):
                    if a != b:
                        segments.setdefault(frozenset((a, b)), set()).add(province["id"])
    touching = {frozenset(sides) for sides in segments.values() if len(sides) == 2}
    assert not [sides for sides in segments.values() if len(sides) > 2]
    assert touching == {frozenset((p, q)) for p, entry in GAME.items() for q in entry["land"]}


def test_every_ring_closes() -> None:
    for province in DRAWN["provinces"]:
        for ring in province["rings"]:
            ends = []
            for number in ring:
                line = _points(DRAWN["arcs"][abs(number) - 1])
                ends.append((line[0], line[-1]) if number > 0 else (line[-1], line[0]))
            for here, there in zip(ends, ends[1:] + ends[:1], strict=True):
                assert here[1] == there[0], province["id"]


def test_sea_lines_join_the_provinces_the_game_joins() -> None:
    drawn = {frozenset((line["a"], line["b"])) for line in DRAWN["sea"]}
    assert drawn == {frozenset((p, q)) for p, entry in GAME.items() for q in entry["sea"]}


def test_provinces_without_land_neighbours_are_islands() -> None:
    coastal = {name for arc in DRAWN["arcs"] if "" in arc["s"] for name in arc["s"] if name}
    alone = {p for p, entry in GAME.items() if not entry["land"]}
    assert alone == {"awaji", "iki", "oki", "sado", "tsushima"}
    assert alone <= coastal
