"""Gunshi in the terminal: the picture, whole games by screen and by lines, and no secret on a shared screen."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.style import Style
from textual.pilot import Pilot

from gunbai.core.game import SPECTATOR
from gunbai.core.rng import Rng
from gunbai.session import Table
from gunbai.terminal import ink, make_table
from gunbai.terminal.app import TableApp
from gunbai.terminal.board import Board
from gunbai.terminal.drawing import CHOICE, CURSOR, Room
from gunbai.terminal.gunshi import DRAWING
from gunbai.terminal.screens import HandOver
from gunbai.terminal.sitting import Sitting
from tests.terminal.test_app import Script, on_screen, press, settled, shown, typed
from tests.terminal.test_plain import play

SMALL, LARGE = Room(46, 19), Room(100, 40)

FIRST_BATTLE = """\
▽ blue  0 MLP 1 ··  2 ··  3 ··  4 ··  inv 0/3
  ┌─────┬─────┬─────┬─────┬─────┬─────┬─────┐
7 │  +  │  +  │ C▽  │ C▽  │  +  │  +  │  +  │
  ├─────┼─────┼─────┼─────┼─────┼─────┼─────┤
6 │  ·  │ I▽▣ │ I▽▣ │ A▽  │ A▽  │  ·  │  ·  │
  ├─────┼─────┼─────┼─────┼─────┼─────┼─────┤
5 │  ·  │  ·  │  ·  │  ·  │  ·  │  ·  │  ·  │
  ├─────┼─────┼─────┼─────┼─────┼─────┼─────┤
4 │  ·  │  ·  │  ·  │  ·  │  ·  │  ·  │  ·  │
  ├─────┼─────┼═════┼═════┼═════┼─────┼─────┤
3 │  ·  │  ·  │ A▲  │ A▲  │ A▲  │  ·  │  ·  │
  ├─────┼─────┼─────┼─────┼─────┼─────┼─────┤
2 │  ·  │ I▲▣ │  ·  │ I▲▣ │  ·  │ I▲▣ │  ·  │
  ├─────┼─────┼─────┼─────┼─────┼─────┼─────┤
1 │  +  │  +  │  +  │  +  │  +  │  +  │  +  │
  └──a──┴──b──┴──c──┴──d──┴──e──┴──f──┴──g──┘
▲ red   0 MLP 1 ··  2 ··  3 ··  4 ··  inv 0/3
"""


def first_battle(*seats: str, **options: object) -> Table:
    return make_table("gunshi", seats=seats, options={"formation": "first_battle", **options}, seed=3)


def in_battle(shogun: str = "shogun d2") -> Table:
    """First Battle with both shoguns chosen; red's is given."""
    table = first_battle("person", "person")
    table.play(0, int(table.game.parse_action(shogun)))
    while 1 in table.to_act and table.view(1).data()["turn"] == 0:
        table.play(1, table.legal(1)[0])
    return table


def played(table: Table, *texts: str) -> Table:
    for text in texts:
        table.play(table.to_act[0], int(table.game.parse_action(text)))
    return table


# -- the picture ----------------------------------------------------------------------------------


def test_the_small_board_fits_a_terminal_of_80_by_24() -> None:
    picture = DRAWING.picture(first_battle().view(0).data(), {}, SMALL)
    assert picture.text().startswith(FIRST_BATTLE)
    assert len(picture.lines) <= SMALL.rows
    assert max(line.cell_len for line in picture.lines) <= SMALL.columns


def test_larger_rooms_get_larger_squares() -> None:
    data = first_battle().view(0).data()
    heights = [len(DRAWING.picture(data, {}, room).lines) for room in (SMALL, Room(60, 30), LARGE)]
    assert heights == sorted(set(heights))
    assert "▣INF" in DRAWING.picture(data, {}, LARGE).text()


def test_an_own_shogun_has_a_star_and_the_enemys_has_none_yet() -> None:
    table = in_battle()
    red, blue = (DRAWING.picture(table.view(seat).data(), {}, SMALL).text() for seat in (0, 1))
    assert "I▲▣★" in red
    assert "★d2" in red
    assert blue.count("★") == 2
    assert "I▲▣★" not in blue
    assert "★" not in DRAWING.picture(table.view(int(SPECTATOR)).data(), {}, SMALL).text()


def test_cards_sent_face_down_are_known_to_their_owner_only() -> None:
    table = in_battle()
    played(table, "send M", "send Re")
    rows = {
        seat: DRAWING.picture(table.view(seat).data(), {}, SMALL).text().splitlines()[16]
        for seat in (0, 1, int(SPECTATOR))
    }
    assert "1(M ) 2[Re] 3 ··" in rows[0]
    assert "1▒▒▒▒ 2[Re] 3 ··" in rows[1] == rows[int(SPECTATOR)]


def test_choices_and_cursor_are_marked_by_signs_and_colour() -> None:
    data = in_battle().view(0).data()
    picture = DRAWING.picture(data, {"d2": CHOICE, "f2": CURSOR, "c1": CHOICE, "d3-d4": CHOICE, "d2-e2": CURSOR}, SMALL)
    text = picture.text()
    assert "‹I▲▣›" in text
    assert "[I▲▣]" in text
    assert "‹ + ›" in text
    assert "──◇──" in text
    assert "◆" in text
    backgrounds = {span.style.bgcolor for line in picture.lines for span in line.spans if isinstance(span.style, Style)}
    assert {ink.CHOICE.bgcolor, ink.CURSOR.bgcolor} <= backgrounds


def test_every_square_line_and_card_can_be_pointed_at() -> None:
    picture = DRAWING.picture(in_battle().view(0).data(), {}, SMALL)
    names = [spot.name for spot in picture.spots]
    assert len([name for name in names if len(name) == 2 and name[0] in "abcdefg"]) == 49
    assert len([name for name in names if "-" in name]) == 84
    assert {"M", "Re"} <= set(names)
    for spot in picture.spots:
        found = picture.at(spot.row, spot.column)
        assert found == spot.name or found in names
    assert picture.at(14, 4) is not None


def test_a_direction_points_at_the_square_it_leads_to() -> None:
    table = in_battle()
    played(table, "send M", "end")
    while table.to_act != (0,):
        table.play(1, table.legal(1)[0])
    assert table.view(0).data()["step"] == "unit"
    played(table, "unit d2")
    data = table.view(0).data()
    spots = {spot.name: spot for spot in DRAWING.picture(data, {}, SMALL).spots}
    assert (spots["west"].row, spots["west"].column) == (spots["c2"].row, spots["c2"].column)
    assert "‹ · ›" in DRAWING.picture(data, {"west": CHOICE}, SMALL).text()


# -- play -----------------------------------------------------------------------------------------


def test_a_whole_game_against_a_bot_on_the_screen() -> None:
    app = TableApp(Sitting(first_battle("person", "bot:random", turn_cap=10), thinking=0.05))

    async def script(app: TableApp, pilot: Pilot[int]) -> None:
        rng = Rng(8)
        sitting = app.sitting
        assert sitting is not None
        for _ in range(150):
            if sitting.table.over:
                break
            await pilot.press(*["down"] * int(rng.below(4)), "enter")
            while sitting.bot_to_act is not None:
                await pilot.pause(0.01)
        await settled(app, pilot)
        assert sitting.table.over
        assert "The game is over" in shown(app)

    on_screen(app, script)


def test_the_mouse_chooses_on_the_board() -> None:
    app = TableApp(Sitting(first_battle("person", "bot:random"), thinking=0.05))

    async def script(app: TableApp, pilot: Pilot[int]) -> None:
        sitting = app.sitting
        assert sitting is not None
        board = app.query_one("#board", Board)
        spot = next(spot for spot in board.picture.spots if spot.name == "f2")
        await pilot.click("#board", offset=(spot.column + 2, spot.row))
        await settled(app, pilot)
        assert "shogun f2" in [sitting.game.action_text(a) for a in sitting.table.history.perceived(0)]

    on_screen(app, script)


def test_two_people_share_a_screen_and_no_secret() -> None:
    covers: set[str] = set()
    blues: set[str] = set()

    def with_shogun(square: str) -> Script:
        async def script(app: TableApp, pilot: Pilot[int]) -> None:
            await press(app, pilot, "enter")
            await typed(app, pilot, f"shogun {square}")
            assert isinstance(app.screen, HandOver)
            covers.add(app.export_screenshot())
            await press(app, pilot, "enter")
            assert "blue" in shown(app)
            blues.add(app.export_screenshot())

        return script

    for square in ("b2", "d2", "f2", "c3"):
        on_screen(TableApp(Sitting(first_battle("person", "person"))), with_shogun(square))
    assert (len(covers), len(blues)) == (1, 1)


def test_why_not_quotes_the_rule() -> None:
    sitting = Sitting(in_battle())
    sitting.take_seat()
    answer = sitting.type("? infantry d2")
    assert "§" in answer.text
    assert sitting.type("? send M").text == (
        "Nothing forbids it: send M is legal now."
        " It brings: Move goes face down to slot 1; carried out on your next turn."
    )


@pytest.mark.parametrize("seats", ["['person', 'bot:random']", "['person', 'person']"])
def test_a_whole_game_by_lines(seats: str, tmp_path: Path) -> None:
    path = tmp_path / "game.gunbai"
    start = "options={'formation': 'first_battle', 'turn_cap': 6}, seats=" + seats
    lines = "\n1\n" * 4 + f"save {path}\nquit\n"
    if "bot" in seats:
        lines = lines.replace("\n1\n", "1\n")
    out = play(lines, "gunshi", start)
    assert f"Saved as {path}" in out
    out = play("\n1\n" * 300, "", f"resume={str(path)!r}")
    assert "The game is over: " in out
