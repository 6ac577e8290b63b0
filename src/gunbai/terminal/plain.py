"""The line mode: the same table by typed lines, for pipes, scripts and screen readers."""

from __future__ import annotations

import sys
from typing import TextIO

from gunbai.terminal.drawing import Room
from gunbai.terminal.sitting import AGAIN, BOARD, LOG, QUIT, RULES, Sitting

# A terminal forgets what it showed, scroll-back included.
_WIPE = "\x1b[2J\x1b[3J\x1b[H"
_MANY = 20


class LineMode:
    """Reads lines, writes lines; draws the board when a new decision begins and when asked."""

    def __init__(self, sitting: Sitting, lines: TextIO | None = None, out: TextIO | None = None) -> None:
        self._sitting = sitting
        self._lines = lines or sys.stdin
        self._out = out or sys.stdout
        # How much of the game each watcher at this keyboard has been told.
        self._told: dict[int, int] = {}

    def run(self) -> int:
        """Play until the game ends, the lines end, or somebody quits."""
        sitting = self._sitting
        self._say(f"{sitting.game.info.title}. Type help for help, quit to leave.")
        while True:
            sitting.bots_play()
            if sitting.covered and not self._hand_over():
                return 0
            self._tell()
            if sitting.table.over:
                self._board()
                self._say(sitting.prompt)
                if not sitting.persons or not self._wants_more():
                    return 0
                sitting = self._sitting = sitting.again()
                self._told.clear()
                continue
            if sitting.next_person is None:
                self._say("Nobody at this keyboard has anything to decide.")
                return 0
            self._board()
            if not self._decide():
                return 0

    def _decide(self) -> bool:
        """One person's run of lines, until somebody else is to act; False to leave."""
        sitting = self._sitting
        seat = sitting.eyes
        while sitting.next_person == seat and not sitting.covered:
            self._ask()
            line = self._read()
            if line is None:
                return False
            answer = sitting.type(line)
            if answer.kind == QUIT:
                return False
            if answer.kind == BOARD:
                self._board()
            elif answer.kind in (LOG, RULES) or answer.text:
                self._say(answer.text)
            if sitting.table.over or sitting.bot_to_act is not None:
                return True
            if not sitting.covered:
                self._tell()
        return True

    def _wants_more(self) -> bool:
        """After the end: whether a new game is asked for. The old one can still be saved and read."""
        self._say("Type again to play once more, quit to leave.")
        while (line := self._read()) is not None:
            answer = self._sitting.type(line)
            if answer.kind in (AGAIN, QUIT):
                return answer.kind == AGAIN
            if answer.text:
                self._say(answer.text)
        return False

    def _hand_over(self) -> bool:
        sitting = self._sitting
        person = sitting.next_person
        assert person is not None
        if self._out.isatty():
            self._out.write(_WIPE)
        self._say("-" * 60)
        self._say(f"Hand the keyboard to {sitting.table.name(person)}, who presses Enter when alone with it.")
        while True:
            line = self._read()
            if line is None or line.strip() in ("quit", ":quit"):
                return False
            if line.strip() == "undo":
                self._say(sitting.type(line).text)
                person = sitting.next_person
                assert person is not None
                self._say(f"{sitting.table.name(person)} presses Enter to go on.")
                continue
            sitting.take_seat()
            return True

    def _ask(self) -> None:
        sitting = self._sitting
        choices = sitting.choices()
        self._say(f"[{sitting.table.name(sitting.eyes)}] {sitting.prompt}")
        if sitting.table.offers.standing is not None and sitting.table.offers.standing.seat != sitting.eyes:
            return
        for number, (action, text) in enumerate(choices[:_MANY], start=1):
            self._say(sitting.numbered(number, action, text))
        if len(choices) > _MANY:
            self._say(f"     … {len(choices) - _MANY} more; legal lists them all, legal WORDS some")

    def _tell(self) -> None:
        """The log since the last telling, as the one at the keyboard sees it."""
        sitting = self._sitting
        length = sitting.table.length
        for line in sitting.log(min(self._told.get(sitting.watcher, 0), length)):
            self._say(f"  {line.text}")
        self._told[sitting.watcher] = length

    def _board(self) -> None:
        sitting = self._sitting
        self._say(sitting.drawing.picture(sitting.view.data(), {}, Room(80, 24)).text())

    def _say(self, text: str) -> None:
        print(text, file=self._out)

    def _read(self) -> str | None:
        print("> ", end="", file=self._out, flush=True)
        line = self._lines.readline()
        if not line:
            self._say("")
            return None
        return line
