"""The full screen, run for real without a terminal."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from gunbai.core.bot import Budget
from gunbai.core.errors import GunbaiError
from gunbai.core.game import Game, View
from gunbai.core.registry import find
from gunbai.session import Clock, LogLine, tournament
from gunbai.terminal import make_table
from gunbai.terminal.app import TableApp
from gunbai.terminal.board import Board
from gunbai.terminal.screens import HandOver, Page, QuestionScreen
from gunbai.terminal.sitting import Sitting
from gunbai.terminal.start import GAME, Setup, next_question

Script = Callable[[TableApp, Pilot[int]], Coroutine[Any, Any, None]]


def on_screen(app: TableApp, script: Script, size: tuple[int, int] = (80, 24)) -> None:
    async def whole() -> None:
        async with app.run_test(size=size) as pilot:
            await settled(app, pilot)
            await script(app, pilot)

    asyncio.run(whole())


async def settled(app: TableApp, pilot: Pilot[int]) -> None:
    """Wait until no bot thinks and everything is drawn."""
    await pilot.pause()
    while any(worker.group == "bot" and not worker.is_finished for worker in app.workers):
        await pilot.pause(0.01)
    before = ""
    while app.is_running and (now := shown(app)) != before:
        before = now
        await pilot.pause(0.02)


async def press(app: TableApp, pilot: Pilot[int], *keys: str) -> None:
    """Press keys and wait for what comes of them."""
    await pilot.press(*keys)
    await settled(app, pilot)


def shown(app: TableApp) -> str:
    """The text on the screen, line by line."""
    rows = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in rows)


def sitting(*seats: str, game: str = "hideout") -> Sitting:
    return Sitting(make_table(game, seats=seats, seed=5), thinking=0.05)


async def typed(app: TableApp, pilot: Pilot[int], line: str) -> None:
    app.query_one("#command", Input).value = line
    await press(app, pilot, "enter")


def test_a_whole_game_is_played_with_arrows_and_enter() -> None:
    app = TableApp(sitting("person", "bot:random", game="whisper"))

    async def script(app: TableApp, pilot: Pilot[int]) -> None:
        assert app.sitting is not None
        await press(app, pilot, "down", "down", "enter")
        assert app.sitting.log()[1].text == "seal 1"
        for _ in range(10):
            if not app.sitting.table.over:
                await press(app, pilot, "down", "enter")
        assert app.sitting.table.over
        assert "The game is over" in shown(app)

    on_screen(app, script)


def test_a_stray_enter_plays_nothing() -> None:
    app = TableApp(sitting("person", "bot:random"))

    async def script(app: TableApp, pilot: Pilot[int]) -> None:
        assert app.sitting is not None
        length = app.sitting.table.length
        await press(app, pilot, "enter", "enter")
        assert app.sitting.table.length == length
        assert "Point at a choice first" in shown(app)
        await press(app, pilot, "down", "enter", "enter")
        assert app.sitting.log()[-1].text == "hide 0", "one choice, one Enter"

    on_screen(app, script)


def test_a_hint_says_what_and_why_and_plays_nothing() -> None:
    app = TableApp(sitting("person", "bot:random"))

    async def script(app: TableApp, pilot: Pilot[int]) -> None:
        assert app.sitting is not None
        length = app.sitting.table.length
        await press(app, pilot, "f4", "f4")
        while any(worker.group == "hint" and not worker.is_finished for worker in app.workers):
            await pilot.pause(0.01)
        await settled(app, pilot)
        assert "Hint: hide" in shown(app)
        assert app.sitting.table.length == length

    on_screen(app, script)


def test_after_the_end_one_can_play_again_with_the_same_seats() -> None:
    app = TableApp(sitting("person", "bot:random"))

    async def script(app: TableApp, pilot: Pilot[int]) -> None:
        old = app.sitting
        assert old is not None
        await typed(app, pilot, "resign yes")
        assert "white (random) wins, black resigns" in shown(app)
        await press(app, pilot, "enter")
        assert app.sitting is old, "nothing was pointed at"
        await press(app, pilot, "down", "enter")
        assert app.sitting is not None
        assert app.sitting is not old
        assert not app.sitting.table.over
        assert [seat.text() for seat in app.sitting.table.seats] == ["person", "bot:random"]
        assert "4 choices" in shown(app)

    on_screen(app, script)


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (160, 50)])
def test_board_choices_prompt_and_log_are_all_on_the_screen(size: tuple[int, int]) -> None:
    app = TableApp(sitting("person", "bot:random"))

    async def script(app: TableApp, pilot: Pilot[int]) -> None:
        await typed(app, pilot, "hide 1")
        text = shown(app)
        for words in ("Hideout", "black", "stones", "4 choices", "point 0", "Find the stone", "hide 1"):
            assert words in text, words

    on_screen(app, script, size)


class Nosy(Board):
    """A board that lets everything strike once more while it is taken down."""

    def on_unmount(self) -> None:
        assert isinstance(self.app, TableApp)
        strike_late(self.app)


def strike_late(app: TableApp) -> None:
    """What timers, a bot that has just thought, and late messages call."""
    app._second()
    app.on_resize()
    app.on_input_changed()
    app._draw_board()
    app._draw_prompt()
    app._go_on()


def test_of_a_turn_that_is_longer_than_the_log_the_end_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    told = Sitting.lately

    def long(self: Sitting, runs: int) -> list[LogLine]:
        return [line._replace(text="on and on " * 99 + "THE-END") for line in told(self, runs)[-1:]]

    monkeypatch.setattr(Sitting, "lately", long)

    async def script(app: TableApp, pilot: Pilot[int]) -> None:
        assert "THE-END" in shown(app)

    on_screen(TableApp(sitting("person", "bot:random")), script)


def test_what_strikes_while_the_screen_is_taken_down_finds_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gunbai.terminal.app.Board", Nosy)
    app = TableApp(sitting("person", "bot:random"))

    async def script(app: TableApp, pilot: Pilot[int]) -> None:
        assert isinstance(app.query_one("#board"), Nosy)

    on_screen(app, script)
    assert not app.screen_stack
    strike_late(app)


def test_typing_narrows_the_list_and_escape_clears() -> None:
    app = TableApp(sitting("person", "bot:random"))

    async def script(app: TableApp, pilot: Pilot[int]) -> None:
        await press(app, pilot, "3")
        assert "1 of 4 choices" in shown(app)
        await press(app, pilot, "escape")
        assert app.query_one("#choices", OptionList).option_count == 4
        assert app.query_one("#command", Input).value == ""

    on_screen(app, script)


def test_why_not_undo_and_refusals_are_answered() -> None:
    app = TableApp(sitting("person", "bot:random", game="whisper"))

    async def script(app: TableApp, pilot: Pilot[int]) -> None:
        await typed(app, pilot, "? guess 3")
        assert "§1.1 Each player seals" in shown(app)
        await typed(app, pilot, "guess 3")
        assert app.query_one("#command", Input).value == "guess 3", "a refused line stays to be mended"
        await press(app, pilot, "escape")
        await press(app, pilot, "down", "enter")
        await press(app, pilot, "ctrl+z")
        assert "this cannot be undone: chance acted last" in shown(app)

    on_screen(app, script)


def test_undo_takes_a_choice_back() -> None:
    app = TableApp(sitting("person", "bot:random"))

    async def script(app: TableApp, pilot: Pilot[int]) -> None:
        assert app.sitting is not None
        await typed(app, pilot, "hide 1")
        length = app.sitting.table.length
        await typed(app, pilot, "point 2")
        assert app.sitting.table.length == length + 1
        await press(app, pilot, "ctrl+z")
        assert app.sitting.table.length == length
        assert "4 choices" in shown(app)

    on_screen(app, script)


def test_pages_open_and_close() -> None:
    app = TableApp(sitting("person", "bot:random", game="whisper"))

    async def script(app: TableApp, pilot: Pilot[int]) -> None:
        for key, words in (("f1", "take back"), ("f2", "toy game of the tests"), ("f3", "seal ?")):
            await press(app, pilot, key)
            assert isinstance(app.screen, Page)
            assert words in shown(app)
            await press(app, pilot, "escape")
            assert not isinstance(app.screen, Page)

    on_screen(app, script)


def test_the_hand_over_screen_shows_no_secret() -> None:
    screens: dict[str, set[str]] = {"cover": set(), "cover again": set()}

    def with_stone(stone: int) -> Script:
        async def script(app: TableApp, pilot: Pilot[int]) -> None:
            assert isinstance(app.screen, HandOver)
            await press(app, pilot, "enter")
            await typed(app, pilot, f"hide {stone}")
            assert isinstance(app.screen, HandOver)
            screens["cover"].add(app.export_screenshot())
            assert "white" in shown(app)
            await press(app, pilot, "u")
            screens["cover again"].add(app.export_screenshot())
            assert "black" in shown(app)
            await press(app, pilot, "enter")
            await typed(app, pilot, f"hide {stone}")
            await press(app, pilot, "enter")
            assert not isinstance(app.screen, HandOver)
            screens.setdefault("white's own", set()).add(app.export_screenshot())

        return script

    for stone in range(4):
        on_screen(TableApp(sitting("person", "person")), with_stone(stone))
    assert {name: len(pictures) for name, pictures in screens.items()} == dict.fromkeys(screens, 1)


def test_a_place_on_the_board_narrows_and_plays() -> None:
    app = TableApp(sitting("person", "bot:random"))

    async def script(app: TableApp, pilot: Pilot[int]) -> None:
        assert app.sitting is not None
        board = app.query_one("#board", Board)
        await press(app, pilot, "tab")
        assert board.has_focus
        await press(app, pilot, "down", "down")
        assert board.cursor
        board.post_message(Board.Pointed("2"))
        await settled(app, pilot)
        assert app.sitting.log()[-1].text == "hide 2", "one choice left: pointing plays it"

    on_screen(app, script)


def test_a_clock_that_runs_out_ends_the_game_on_the_screen() -> None:
    time = [0.0]
    table = make_table("hideout", seats=["person", "bot:random"], seed=5)
    table.clock = Clock(tournament(), 2, lambda: time[0])
    table.clock.run((0,))
    app = TableApp(Sitting(table))

    async def script(app: TableApp, pilot: Pilot[int]) -> None:
        assert "20:00" in shown(app)
        time[0] = 60.0
        app._second()
        await settled(app, pilot)
        assert "19:00" in shown(app)
        time[0] = 1200.0
        app._second()
        await settled(app, pilot)
        assert "black out of time" in shown(app)
        assert "the game is over" in shown(app)

    on_screen(app, script)


def test_a_bot_that_fails_says_so_and_the_table_stays() -> None:
    class Broken:
        def choose(self, game: Game, view: View, legal: Sequence[int], budget: Budget) -> int:
            raise GunbaiError("my head hurts")

    table = sitting("bot:random", "person")
    table._bots[0] = Broken()
    app = TableApp(table)

    async def script(app: TableApp, pilot: Pilot[int]) -> None:
        for _ in range(500):
            if "cannot go on" in shown(app):
                break
            await pilot.pause(0.01)
        assert "black (random) cannot go on: my head hurts" in shown(app)
        await typed(app, pilot, "resign yes")
        assert table.table.over

    on_screen(app, script)


def test_the_questions_before_a_game_lead_to_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    app = TableApp()

    async def script(app: TableApp, pilot: Pilot[int]) -> None:
        assert isinstance(app.screen, QuestionScreen)
        assert "What shall we play?" in shown(app)
        answers = app.screen.query_one("#question-answers", OptionList)
        answers.highlighted = answers.get_option_index("whisper")
        for words in ("which way?", "How many play?", "Against whom?", "Which side is yours?"):
            await press(app, pilot, "enter")
            assert words in shown(app)
        await press(app, pilot, "escape")
        text = shown(app)
        assert "Level 1: Ashigaru" in text
        assert "half his moves are whims" in text
        await press(app, pilot, "enter")
        await press(app, pilot, "enter")
        assert app.sitting is not None
        assert [seat.text() for seat in app.sitting.table.seats] == ["person", "bot:level-1"]
        assert app.sitting.game.info.name == "whisper"
        assert "Seal a secret." in str(app.query_one("#prompt", Static).render())

    on_screen(app, script)


@pytest.mark.parametrize("name", ["gunshi", "gunkimono", "shogun"])
def test_ready_made_settings_say_what_they_are(name: str) -> None:
    """Nobody reads names of options, and the first game is not offered twice."""
    setup = Setup()
    setup.answer(GAME, name)
    asked = next_question(setup)
    assert asked is not None
    for key, title, about in asked.answers:
        assert title[0].isupper()
        assert about
        assert not re.search(r"_|True|False|variant|layout|gk55|option", f"{title} {about}")
        assert key in find(name).info.ways
    assert [key for key, _, _ in asked.answers][:2] == ["first", "standard"]
    assert "first_battle" not in [key for key, _, _ in asked.answers]


def test_saving_and_leaving(tmp_path: Path) -> None:
    path = tmp_path / "game.gunbai"
    app = TableApp(Sitting(make_table("whisper", seats=["person", "bot:random"], seed=5), 0.05, path))

    async def script(app: TableApp, pilot: Pilot[int]) -> None:
        await press(app, pilot, "ctrl+s")
        assert path.exists()
        assert "Saved as" in shown(app)
        await press(app, pilot, "ctrl+q")

    on_screen(app, script)
    assert app.return_value == 0
