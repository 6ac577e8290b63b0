"""The terminal's picture of a battlefield says everything without colours."""

from __future__ import annotations

from gunbai.games.gunkimono.rules import GAME
from gunbai.terminal.drawing import CHOICE, Room, drawing_for
from tests.games.gunkimono.table import position

DRAWING = drawing_for("gunkimono")
TABLE = (
    "players=2 grid=AAPS/SPIC board=AA2*PS/SP1IC forts=a1:red hands=I1P1,A1S1/P1C1!,I1A1 row=I1C1,A1C1,P1S1 "
    "honor=0,0,0,0,-/0,0,3,0,0 banners=15/- vp=12,7"
)


def drawn(seat: int, room: Room, marks: dict[str, str] | None = None) -> str:
    return DRAWING.picture(GAME.view(position(TABLE), seat).data(), marks or {}, room).text()


def test_levels_symbols_strongholds_and_formations_are_shown() -> None:
    text = drawn(0, Room(100, 30))
    assert "A▲r" in text
    assert "A2:" in text
    assert "P1." in text
    # The archers at a1 and b1 are one formation; the samurai at a2 and d1 are not.
    assert text.splitlines()[1].count("═") == 1
    assert "║" not in text


def test_own_hand_and_banner_values_show_and_the_others_do_not() -> None:
    own, other = drawn(0, Room(100, 30)), drawn(1, Room(100, 30))
    assert "I1P1 A1S1" in own
    assert "banners 15" in own
    assert "I1P1" not in other
    assert "banners D" in other
    assert "holds P1C1" in own


def test_narrow_rooms_put_the_table_below_and_still_say_all() -> None:
    wide, narrow = drawn(0, Room(100, 30)), drawn(0, Room(30, 12))
    beside, below = (next(n for n, line in enumerate(text.splitlines()) if "honor" in line) for text in (wide, narrow))
    field = sum(line.lstrip()[:1].isdigit() for line in narrow.splitlines())
    assert beside == 0
    assert below > field > 0
    for word in ("12 pts", "I1P1", "I1C1", "P1C1"):
        assert word in wide
        assert word in narrow


def test_squares_tiles_and_marks_can_be_pointed_at() -> None:
    picture = DRAWING.picture(GAME.view(position(TABLE), 0).data(), {"c1": CHOICE}, Room(100, 30))
    spots = {spot.name: spot for spot in picture.spots}
    assert {"a1", "d2", "I1P1", "P1S1"} <= spots.keys()
    assert picture.at(spots["c1"].row, spots["c1"].column + 1) == "c1"
    assert "‹P" in picture.text()
    assert DRAWING.places("place c1 east")[0] == "c1"
