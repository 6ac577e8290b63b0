"""The table as a full screen: board, choices, log and a command line."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from math import inf
from pathlib import Path
from typing import ClassVar, TypeVar

from rich.console import Group
from rich.text import Text
from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, ScrollableContainer, Vertical
from textual.geometry import Region
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from gunbai import session
from gunbai.core.errors import GunbaiError
from gunbai.core.rulebook import rules_text
from gunbai.terminal import ink, style
from gunbai.terminal.board import Board
from gunbai.terminal.drawing import CHOICE, CURSOR, LAST, Room
from gunbai.terminal.screens import HandOver, Page, QuestionScreen
from gunbai.terminal.sitting import AGAIN, BOARD, INFO, LOG, QUIT, REFUSED, RULES, Answer, Sitting
from gunbai.terminal.start import Setup, next_question

_KEYS = "Tab board · F4 hint · ? why not · ^Z undo · ^S save · F1 help F2 rules F3 log · ^Q leave"
_WIDE, _NARROW = 130, 78
# An offer is answered, and a game that is over begun again, through the same list as everything else.
_ACCEPT, _DECLINE, _AGAIN, _LEAVE = -1, -2, -3, -4
_LINES = {_ACCEPT: "accept", _DECLINE: "decline", _AGAIN: "again", _LEAVE: "quit"}
_END = [(_AGAIN, "play again, same seats"), (_LEAVE, "leave")]
_SHORT_ANSWER = 4
_TABLE_ACTIONS = ("move", "switch", "clear", "line", "hint", "leave")


Part = TypeVar("Part", bound=Widget)


class TableApp(App[int]):
    """One sitting on the screen. Draws only what the sitting may show; everything it does goes through the sitting."""

    CSS = style.CSS
    TITLE = "Gunbai"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        ("up", "move(-1)", "Choose"),
        ("down", "move(1)", "Choose"),
        ("pageup", "move(-8)", "Choose"),
        ("pagedown", "move(8)", "Choose"),
        Binding("tab", "switch", "Board", priority=True),
        ("escape", "clear", "Clear"),
        ("ctrl+z", "line('undo')", "Undo"),
        ("ctrl+s", "line('save')", "Save"),
        ("ctrl+q", "leave", "Leave"),
        ("f1", "line('help')", "Help"),
        ("f2", "line(':rules')", "Rules"),
        ("f3", "line(':log')", "Log"),
        ("f4", "hint", "Hint"),
    ]

    def __init__(self, sitting: Sitting | None = None, *, thinking: float = 2.0) -> None:
        super().__init__()
        self.sitting = sitting
        self._thinking = thinking
        self._place = ""
        self._shown: list[tuple[int, str]] = []
        self._answer = ""
        # The version of the table for which a choice may be pointed at.
        self._pointed_at = -1
        self._mounting = True

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return dict(style.VARIABLES)

    def compose(self) -> ComposeResult:
        yield Static(id="head")
        with Horizontal(id="middle"):
            with ScrollableContainer(id="field"):
                yield Board(id="board")
            with Vertical(id="side"):
                yield Static(id="side-title")
                yield OptionList(id="choices")
                yield Static(id="log")
        yield Static(id="answer")
        yield Static(id="prompt")
        yield Input(id="command", placeholder="type an action or a command, Enter plays", compact=True)
        yield Static(Text(_KEYS, ink.FAINT, no_wrap=True, overflow="ellipsis"), id="keys")

    def on_mount(self) -> None:
        self._part("#choices", OptionList).can_focus = False
        command = self._part("#command", Input)
        command.cursor_blink = False
        command.focus()
        self.set_interval(1.0, self._second)
        if self.sitting is None:
            self._ask_for_a_game()
        else:
            self._go_on()

    def on_ready(self) -> None:
        self._mounting = False

    @property
    def _standing(self) -> bool:
        """Whether there is a table to draw on. Timers, bots and late messages may come while it is taken down."""
        return bool(self.screen_stack) and (self.is_running or self._mounting)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While a page, a question or the cover lies over the table, its keys are not for the table."""
        return len(self.screen_stack) == 1 or action not in _TABLE_ACTIONS

    def on_resize(self) -> None:
        if not self._standing:
            return
        self.screen_stack[0].set_class(self.size.width >= _WIDE, "wide")
        self.screen_stack[0].set_class(self.size.width < _NARROW, "narrow")
        self.call_after_refresh(self._draw)

    # -- before the game ------------------------------------------------------------------------

    @work
    async def _ask_for_a_game(self) -> None:
        setup = Setup()
        while (question := next_question(setup)) is not None:
            chosen = await self.push_screen_wait(QuestionScreen(question.text, question.answers))
            if not chosen and not setup.step_back():
                self.exit(0)
                return
            if chosen:
                setup.answer(question.about, chosen)
        try:
            table = session.load(setup.resume) if setup.resume else setup.table()
        except GunbaiError as error:
            await self.push_screen_wait(Page("This cannot be started", str(error)))
            self.exit(1)
            return
        self.sitting = Sitting(table, self._thinking, Path(setup.resume) if setup.resume else None)
        self._go_on()

    # -- the flow of play -----------------------------------------------------------------------

    def _go_on(self) -> None:
        """After anything happened: redraw, then hand over or let a bot think."""
        sitting = self.sitting
        assert sitting is not None
        if not self._standing:
            return
        self._place = ""
        self._draw()
        if sitting.covered:
            if not isinstance(self.screen, HandOver):
                self._hand_over()
        elif sitting.bot_to_act is not None:
            self._let_bot_think()

    @work(exclusive=True, group="bot")
    async def _let_bot_think(self) -> None:
        sitting = self.sitting
        assert sitting is not None
        while (seat := sitting.bot_to_act) is not None:
            version = sitting.table.version
            try:
                action = await asyncio.to_thread(sitting.think, seat)
                if sitting.table.version != version:
                    continue
                sitting.play_bot(seat, action)
            except GunbaiError as error:
                self._answer = f"{sitting.table.name(seat)} cannot go on: {error}"
                break
            if sitting.covered:
                break
            self._draw()
        self._go_on() if sitting.covered else self._draw()

    @work
    async def _hand_over(self) -> None:
        sitting = self.sitting
        assert sitting is not None
        while sitting.covered and not sitting.table.over:
            person = sitting.next_person
            assert person is not None
            last = sitting.last_person
            may_undo = sitting.table.name(last) if last is not None and last == sitting.eyes else ""
            wish = await self.push_screen_wait(HandOver(sitting.table.name(person), person, may_undo))
            if wish == "undo":
                answer = sitting.type(":undo")
                if answer.kind == REFUSED:
                    self.notify(answer.text)
            else:
                sitting.take_seat()
        self._go_on()

    def _second(self) -> None:
        sitting = self.sitting
        if sitting is None or sitting.table.over or not self._standing:
            return
        sitting.table.tick()
        if sitting.table.over:
            sitting.look_round()
            self._draw()
        else:
            self._draw_head()

    # -- what a person does ---------------------------------------------------------------------

    def on_input_changed(self) -> None:
        self._draw()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        line = event.value.strip()
        if not line:
            self._play_highlighted()
        elif self.sitting is not None:
            self._take(self.sitting.type(line, self._highlighted()))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if event.option_list.id == "choices" and event.option_index < len(self._shown):
            self._play(self._shown[event.option_index][0])

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        if event.option_list.id == "choices":
            self._draw_board()
            self._draw_prompt()

    def on_board_walked(self, event: Board.Walked) -> None:
        self._draw_board()
        self._draw_prompt()

    def on_board_pointed(self, event: Board.Pointed) -> None:
        """A place narrows the list; when one choice is left, pointing at it plays it."""
        if self.sitting is None:
            return
        found = self.sitting.choices(self._typed(), event.place)
        if len(found) == 1:
            self._play(found[0][0])
            return
        self._place = event.place if found and self._place != event.place else ""
        self._draw()

    def action_move(self, by: int) -> None:
        choices = self._part("#choices", OptionList)
        if choices.option_count:
            at = choices.highlighted if choices.highlighted is not None else -1 if by > 0 else 0
            choices.highlighted = min(max(at + by, 0), choices.option_count - 1)

    def action_switch(self) -> None:
        board = self._part("#board", Board)
        command = self._part("#command", Input)
        (command if board.has_focus else board).focus()
        self._draw_board()

    def action_clear(self) -> None:
        self._part("#command", Input).value = ""
        self._part("#command", Input).focus()
        self._place, self._answer = "", ""
        self._draw()

    def action_line(self, line: str) -> None:
        if self.sitting is not None:
            self._take(self.sitting.type(line))

    @work(exclusive=True, group="hint")
    async def action_hint(self) -> None:
        """Think beside the screen; a hint for a moment that has passed is not shown."""
        sitting = self.sitting
        if sitting is None or sitting.table.over:
            return
        version = sitting.table.version
        self._answer = "Looking for a hint …"
        self._draw()
        answer = await asyncio.to_thread(sitting.type, ":hint")
        if self._standing and self.sitting is sitting and sitting.table.version == version:
            self._answer = answer.text
            self._draw()

    def action_leave(self) -> None:
        self.exit(0)

    def _typed(self) -> str:
        """What the command line narrows the choices by; questions and commands with a colon narrow nothing."""
        typed = self._part("#command", Input).value
        return "" if typed.startswith(("?", ":")) else typed

    def _highlighted(self) -> int | None:
        at = self._part("#choices", OptionList).highlighted
        return self._shown[at][0] if at is not None and at < len(self._shown) else None

    def _play_highlighted(self) -> None:
        if (action := self._highlighted()) is not None:
            self._play(action)
        elif self._shown:
            self._answer = "Point at a choice first: ↑ ↓, the mouse, or type a part of it. Then press Enter."
            self._draw()

    def _play(self, action: int) -> None:
        if self.sitting is None:
            return
        if action < 0:
            self._take(self.sitting.type(_LINES[action]))
        else:
            try:
                self._take(self.sitting.play(action))
            except GunbaiError as error:
                self._take(Answer(INFO, str(error)))

    def _take(self, answer: Answer) -> None:
        """Show what came of something typed or chosen."""
        sitting = self.sitting
        assert sitting is not None
        if answer.kind == QUIT:
            self.exit(0)
            return
        if answer.kind == AGAIN:
            self.sitting = sitting = sitting.again()
            self._pointed_at = -1
        self._answer = ""
        if answer.kind == RULES:
            self.push_screen(Page(f"The rules of {sitting.game.info.title}", rules_text(sitting.game), markdown=True))
        elif answer.kind == LOG or answer.text.count("\n") >= _SHORT_ANSWER:
            self.push_screen(Page("The game so far" if answer.kind == LOG else "Gunbai", answer.text))
        elif answer.kind != BOARD:
            self._answer = answer.text
        # A refused line stays, so that it can be mended.
        if answer.kind != REFUSED:
            self._part("#command", Input).value = ""
        self._go_on()

    def _part(self, name: str, kind: type[Part]) -> Part:
        """A widget of the table, whatever screen lies over it."""
        return self.screen_stack[0].query_one(name, kind)

    # -- drawing --------------------------------------------------------------------------------

    def _draw(self) -> None:
        sitting = self.sitting
        if sitting is None or not self._standing:
            return
        self._draw_choices()
        self._draw_board()
        self._draw_head()
        self._draw_log()
        answer = self._part("#answer", Static)
        answer.update(Text(self._answer))
        answer.display = bool(self._answer) and not sitting.covered
        self._draw_prompt()

    def _draw_prompt(self) -> None:
        """What the game waits for, and what the choice pointed at would mean."""
        sitting = self.sitting
        if sitting is None or not self._standing:
            return
        prompt = "" if sitting.covered else sitting.prompt
        if not sitting.covered and not sitting.table.over and sitting.bot_to_act is not None:
            prompt = f"{sitting.table.name(sitting.bot_to_act)} is thinking …"
        words = Text(prompt, ink.STRONG, no_wrap=True, overflow="ellipsis")
        if (action := self._highlighted()) is not None and action >= 0:
            brings = sitting.brings(action)
            words.append(f"\n→ {sitting.meaning(action)}{f' ({brings})' if brings else ''}", ink.MEANING)
        elif (board := self._part("#board", Board)).has_focus and (about := sitting.drawing.about(board.cursor)):
            words.append(f"\n{about}", ink.MEANING)
        self._part("#prompt", Static).update(words)

    def _draw_choices(self) -> None:
        sitting = self.sitting
        assert sitting is not None
        self._shown = sitting.choices(self._typed(), self._place)
        if self._typed() and not self._shown:
            # What is typed is no part of any choice: perhaps a whole command. Keep the choices in sight.
            self._shown = sitting.choices("", self._place)
        if sitting.asked_to_consent:
            self._shown = [(_ACCEPT, "accept"), (_DECLINE, "decline")]
        elif sitting.table.over and sitting.persons:
            self._shown = _END
        choices = self._part("#choices", OptionList)
        before = choices.get_option_at_index(choices.highlighted).id if choices.highlighted is not None else None
        choices.clear_options()
        choices.add_options([Option(Text(text, no_wrap=True), id=str(action)) for action, text in self._shown])
        # At first nothing is pointed at, so that a stray Enter plays nothing. Typing points at the first that fits.
        ids = [str(action) for action, _ in self._shown]
        if before in ids and self._pointed_at == sitting.table.version:
            choices.highlighted = ids.index(before)
        elif self._shown and self._typed():
            choices.highlighted = 0
        self._pointed_at = sitting.table.version
        total = len(self._shown) if sitting.asked_to_consent else len(sitting.legal)
        title = f" {total} choices" if len(self._shown) == total else f" {len(self._shown)} of {total} choices"
        if total == 1:
            title = " 1 choice"
        if self._place:
            title += f" at {self._place} (Esc: all)"
        if sitting.covered or not total:
            title = " no choice now"
        if self._shown is _END:
            title = " the game is over"
        self._part("#side-title", Static).update(Text(title, ink.STRONG))

    def _draw_board(self) -> None:
        sitting = self.sitting
        if sitting is None or not self._standing:
            return
        board = self._part("#board", Board)
        if sitting.covered:
            board.show(type(board.picture)(), set())
            return
        field = self._part("#field", ScrollableContainer)
        room = Room(max(20, field.size.width), max(8, field.size.height), scrolls=True)
        data = sitting.view.data()
        names = {spot.name for spot in sitting.drawing.picture(data, {}, room).spots}
        marks = {place: LAST for text in sitting.news() if (place := _first(sitting.drawing.places(text), names))}
        for _, text in self._shown:
            if place := _first(sitting.drawing.places(text), names):
                marks[place] = CHOICE
        cursor = board.cursor if board.has_focus else ""
        if not cursor and (action := self._highlighted()) is not None and action >= 0:
            cursor = _first(sitting.drawing.places(sitting.game.action_text(action)), names)
        open_places = {place for place, mark in marks.items() if mark == CHOICE}
        if cursor:
            marks[cursor] = CURSOR
            board.cursor = cursor
        board.show(sitting.drawing.picture(data, marks, room), open_places)
        if seen := cursor or min(open_places, default=""):
            self.call_after_refresh(self._bring_into_view, seen)

    def _bring_into_view(self, place: str) -> None:
        """Scroll the board to the place that is pointed at, or to one that can be chosen; as little as possible."""
        if not self._standing:
            return
        spot = next((spot for spot in self._part("#board", Board).picture.spots if spot.name == place), None)
        if spot is not None:
            region = Region(spot.column, spot.row, spot.width, spot.height)
            self._part("#field", ScrollableContainer).scroll_to_region(region, animate=False)

    def _draw_head(self) -> None:
        sitting = self.sitting
        assert sitting is not None
        table = sitting.table
        line = Text(no_wrap=True, overflow="ellipsis")
        line.append(f" {sitting.game.info.title} ", ink.STRONG)
        for seat in range(table.options.players):
            line.append("  ")
            acting = "▸" if seat in table.to_act else " "
            you = "*" if seat == sitting.eyes and not sitting.covered else ""
            line.append(f"{acting}{table.name(seat)}{you}", ink.seat_style(seat))
            if (left := table.clock.left(seat)) != inf:
                line.append(f" {_clock_text(left)}{'◷' if seat in table.clock.running else ''}", ink.STRONG)
        self._part("#head", Static).update(line)

    def _draw_log(self) -> None:
        sitting = self.sitting
        assert sitting is not None
        pane = self._part("#log", Static)
        rows = max(3, pane.size.height)
        width = max(10, pane.size.width)
        shown: list[Text] = []
        for entry in [] if sitting.covered else sitting.lately(rows):
            text = Text(overflow="fold")
            text.append("▪ " if entry.seat >= 0 else "⚄ ", ink.seat_style(entry.seat))
            text.append(entry.text)
            shown += text.wrap(self.console, width)
        # A whole turn may be longer than the pane: its end is shown then.
        pane.update(Group(*shown[-rows:]))


def _first(places: Sequence[str], names: set[str]) -> str:
    return next((place for place in places if place in names), "")


def _clock_text(seconds: float) -> str:
    whole = int(seconds)
    if whole >= 86_400:
        return f"{whole // 86_400}d {whole % 86_400 // 3600}h"
    return f"{whole // 60}:{whole % 60:02}"
