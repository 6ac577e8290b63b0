"""The screens besides the table: hand-over, pages to read, and the questions before a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widgets import Markdown, OptionList, Static
from textual.widgets.option_list import Option

from gunbai.terminal import ink


class HandOver(Screen[str]):
    """Between two people at one keyboard; says who comes next and nothing else."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("enter", "ready", "I am alone: show"),
        ("u", "undo", "Take back"),
        ("ctrl+q", "leave", "Leave"),
    ]

    def __init__(self, person: str, seat: int, may_undo: str) -> None:
        super().__init__()
        self._person, self._seat, self._may_undo = person, seat, may_undo

    def compose(self) -> ComposeResult:
        words = Text(justify="center")
        words.append("軍 配\n\n", ink.FAINT)
        words.append("Hand the keyboard to\n\n")
        words.append(f" {self._person} \n\n", ink.seat_style(self._seat) + ink.REVERSED)
        words.append("When nobody else looks, press Enter.\n", ink.STRONG)
        if self._may_undo:
            words.append(f"\n{self._may_undo} may take the last action back, if it showed nothing: u", ink.FAINT)
        with Vertical(id="cover"):
            yield Static(words, id="cover-words")

    def action_ready(self) -> None:
        self.dismiss("ready")

    def action_undo(self) -> None:
        if self._may_undo:
            self.dismiss("undo")

    def action_leave(self) -> None:
        self.app.exit(0)


class Page(ModalScreen[None]):
    """Something to read: rules, log, help, the answer to a why-not."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,q,enter", "dismiss", "Back")]

    def __init__(self, title: str, text: str, markdown: bool = False) -> None:
        super().__init__()
        self._title, self._text, self._markdown = title, text, markdown

    def compose(self) -> ComposeResult:
        with Vertical(id="page"):
            yield Static(Text(self._title, ink.STRONG), id="page-title")
            with VerticalScroll(id="page-body") as body:
                body.can_focus = True
                yield Markdown(self._text) if self._markdown else Static(Text(self._text))
            yield Static(Text("↑ ↓ PgUp PgDn scroll · Esc back", ink.FAINT), id="page-keys")

    def on_mount(self) -> None:
        self.query_one("#page-body").focus()


class QuestionScreen(Screen[str]):
    """One question with a list of answers; Esc steps back."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "back", "Back"), ("ctrl+q", "leave", "Leave")]

    def __init__(self, question: str, answers: Sequence[tuple[str, str, str]]) -> None:
        super().__init__()
        self._question, self._answers = question, answers

    def compose(self) -> ComposeResult:
        with Vertical(id="question"):
            yield Static(Text.assemble(("軍配 ", ink.RED), ("Gunbai", ink.STRONG)), id="question-head")
            yield Static(Text(self._question, ink.STRONG), id="question-title")
            options = []
            for key, label, about in self._answers:
                text = Text(label, "bold")
                if about:
                    text.append(f"\n  {about}", "not bold")
                options.append(Option(text, id=key))
            yield OptionList(*options, id="question-answers")
            yield Static(Text("↑ ↓ choose · Enter · Esc back · Ctrl+Q leave", ink.FAINT), id="question-keys")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_id or "")

    def action_back(self) -> None:
        self.dismiss("")

    def action_leave(self) -> None:
        self.app.exit(0)
