"""Drawings, over every registered game: they never fail, keep to their room and know the places actions speak of."""

from __future__ import annotations

import pytest
from rich.style import Style

import gunbai
import tests.toy.game  # noqa: F401 - registers the toy game
from gunbai.core.game import CHANCE, SPECTATOR
from gunbai.core.rng import Rng
from gunbai.terminal import ink
from gunbai.terminal.drawing import CHOICE, CURSOR, Picture, PlainDrawing, Room, Spot, drawing_for, mark_style
from tests.contract.cases import CASES, Case, walk

ROOMS = (Room(46, 19), Room(90, 45), Room(60, 20, scrolls=True))
every_case = pytest.mark.parametrize("case", CASES, ids=str)


@every_case
def test_every_position_can_be_drawn_for_every_watcher(case: Case) -> None:
    game, drawing = case.game, drawing_for(case.name, case.options)
    for number, (s, _) in enumerate(walk(case, seed=31, every=40)):
        if number >= 4:
            break
        for watcher in (0, case.players - 1, int(SPECTATOR)):
            data = game.view(s, watcher).data()
            texts = [game.action_text(a) for a in game.legal(s)] if game.actor(s) == watcher else []
            marks = {place: CHOICE for text in texts for place in drawing.places(text)}
            for room in ROOMS:
                picture = drawing.picture(data, marks, room)
                bare = drawing.picture(data, {}, room)
                assert bare.text()
                assert {spot.name for spot in picture.spots} == {spot.name for spot in bare.spots}
                assert room.scrolls or max(line.cell_len for line in picture.lines) <= max(room.columns, 100)


@every_case
def test_a_drawing_does_not_change_with_what_is_hidden(case: Case) -> None:
    game, drawing = case.game, drawing_for(case.name, case.options)
    for number, (s, rng) in enumerate(walk(case, seed=32, every=60)):
        if number >= 5:
            break
        for watcher in (0, case.players - 1, int(SPECTATOR)):
            view = game.view(s, watcher)
            world = game.resample(view, Rng(int(rng.below(1000))))
            if game.actor(s) == CHANCE:
                continue
            one = drawing.picture(view.data(), {}, ROOMS[0])
            two = drawing.picture(game.view(world, watcher).data(), {}, ROOMS[0])
            assert one.text() == two.text()
            assert one.lines == two.lines


def test_a_game_without_a_drawing_gets_an_outline() -> None:
    drawing = drawing_for("whisper")
    assert isinstance(drawing, PlainDrawing)
    data = {"phase": "battle", "units": [{"at": "d2", "shield": True}], "row": ["move", None], "none": []}
    picture = drawing.picture(data, {"phase": CURSOR}, Room(40, 20))
    assert picture.text() == "phase  battle\nunits\n  0\n    at  d2\n    shield  yes\nrow  move –\nnone  –"
    assert picture.at(0, 2) == "phase"
    assert picture.at(3, 5) == "at"
    assert picture.at(3, 30) is None
    assert ink.CURSOR in [span.style for span in picture.lines[0].spans]


def test_pointing_finds_the_smallest_place() -> None:
    picture = Picture([], [Spot("d2", 0, 0, 6, 3), Spot("d2-d3", 0, 0, 6, 1)])
    assert picture.at(0, 3) == "d2-d3"
    assert picture.at(1, 3) == "d2"
    assert picture.at(3, 3) is None


def test_marks_show_in_the_style() -> None:
    base = Style(color="red")
    assert mark_style(None, base) == base
    assert len({mark_style(mark, base) for mark in (None, CHOICE, CURSOR)}) == 3


@pytest.mark.parametrize(
    ("columns", "rows", "told"), [(100, 30, True), (46, 30, True), (46, 21, True), (46, 16, False)]
)
def test_the_letters_of_gunkimono_are_explained_where_there_is_room(columns: int, rows: int, told: bool) -> None:
    data = gunbai.new("gunkimono", seed=1).view(0).data()
    lines = [line.plain for line in drawing_for("gunkimono").picture(data, {}, Room(columns, rows)).lines]
    text = "\n".join(lines)
    for troop in ("I infantry", "P spearman", "A archer", "S samurai", "C cavalry"):
        assert (troop in text) == told
    if told:
        assert len(lines) <= rows
        assert max(map(len, lines)) <= columns
