"""Shogun's map in the terminal: provinces in their places, under the names that actions use, joined to neighbours."""

from __future__ import annotations

from itertools import combinations

import pytest

import gunbai
from gunbai.core.game import SPECTATOR
from gunbai.core.options import Options
from gunbai.terminal.drawing import Picture, Room, Spot, drawing_for
from gunbai.terminal.shogun_map import COLUMNS, ROWS, sheet

GAME = gunbai.find("shogun")
OPTIONS = {
    "japan": Options(GAME.info.options, {}),
    "kyushu": Options(GAME.info.options, dict(GAME.info.presets["kyushu"])),
    "other sea lines": Options(GAME.info.options, {"sea_lines": "iki-nagato,sado-dewa"}),
}
every_board = pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS.keys())
ROOMS = (Room(40, 20, scrolls=True), Room(COLUMNS + 1, ROWS + 10), Room(160, 70), Room(240, 60))


def picture(options: Options, room: Room) -> Picture:
    data = GAME.view(GAME.start(options), int(SPECTATOR)).data()
    return drawing_for("shogun", options).picture(data, {}, room)


def apart(one: Spot, other: Spot) -> bool:
    return (
        one.row + one.height <= other.row
        or other.row + other.height <= one.row
        or one.column + one.width <= other.column
        or other.column + other.width <= one.column
    )


@every_board
@pytest.mark.parametrize("room", ROOMS, ids=str)
def test_every_province_stands_alone_under_its_own_name(options: Options, room: Room) -> None:
    drawn, places = picture(options, room), {place.id for place in GAME.board(options).places}
    spots = [spot for spot in drawn.spots if spot.name in places]
    assert {spot.name for spot in spots} == places
    for spot in spots:
        assert drawn.lines[spot.row].plain[spot.column :].startswith(spot.name)
    assert all(apart(one, other) for one, other in combinations(spots, 2))


def test_provinces_lie_as_on_the_board() -> None:
    """North of the middle stays north of it, and the same for east: the map can be read by anyone who knows Japan."""
    plan = GAME.board(OPTIONS["japan"])
    at = sheet(plan, COLUMNS, ROWS).at
    for one, other in combinations(plan.places, 2):
        if abs(one.x - other.x) > 150:
            assert (one.x < other.x) == (at[one.id][1] < at[other.id][1]), (one.id, other.id)
        if abs(one.y - other.y) > 150:
            assert (one.y < other.y) == (at[one.id][0] < at[other.id][0]), (one.id, other.id)


@every_board
def test_what_is_pointed_at_names_its_neighbours_by_land_and_by_sea(options: Options) -> None:
    plan, drawing = GAME.board(options), drawing_for("shogun", options)
    for place in plan.places:
        near = {name for way in plan.ways if place.id in way for name in way} - {place.id}
        crossed = {name for way in plan.crossings if place.id in way for name in way} - {place.id}
        name, _, told = drawing.about(place.id).partition(": ")
        parts = dict(part.split(" to ", 1) for part in told.split("; ") if near)
        assert name == place.id
        assert set(parts.get("by sea", "").split(", ")) - {""} == crossed
        assert set(parts.get("next", "").split(", ")) - {""} == near - crossed
    assert drawing.about("red") == ""


def test_ways_over_the_sea_are_drawn_otherwise() -> None:
    drawn = sheet(GAME.board(OPTIONS["japan"]), COLUMNS, ROWS)
    row, column = drawn.at["oki"]
    around = "".join(line[max(0, column - 6) : column + 8] for line in drawn.lines[row : row + 3])
    assert "~" in around
    assert "·" not in around


def test_a_narrow_page_without_scrolling_has_a_table() -> None:
    """Four letters each, for a printer or a plain terminal; places can be pointed at all the same."""
    drawn = picture(OPTIONS["japan"], Room(80, 24))
    assert max(line.cell_len for line in drawn.lines) <= 80
    assert {place.id for place in GAME.board(OPTIONS["japan"]).places} <= {spot.name for spot in drawn.spots}
