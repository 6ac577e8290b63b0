"""How a game is drawn in a terminal: a picture made from a view's data, never from a state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module

from rich.style import Style
from rich.text import Text

from gunbai.terminal import ink

Data = Mapping[str, object]

CHOICE, CURSOR, LAST = "choice", "cursor", "last"


@dataclass(frozen=True)
class Spot:
    """Where a named place lies in a picture; names are the words that action texts use (`d2`, `c3-c4`, `move`)."""

    name: str
    row: int
    column: int
    width: int = 1
    height: int = 1

    def holds(self, row: int, column: int) -> bool:
        return self.row <= row < self.row + self.height and self.column <= column < self.column + self.width


@dataclass
class Picture:
    """Lines of styled text, and the places in them that a person can point at."""

    lines: list[Text] = field(default_factory=list)
    spots: list[Spot] = field(default_factory=list)

    def at(self, row: int, column: int) -> str | None:
        """The smallest place under a point, so that a fence between two squares can be hit."""
        found = [spot for spot in self.spots if spot.holds(row, column)]
        return min(found, key=lambda spot: spot.width * spot.height).name if found else None

    def text(self) -> str:
        """The picture without colours; it must say the same."""
        return "\n".join(line.plain.rstrip() for line in self.lines)


@dataclass(frozen=True)
class Room:
    """How many columns and rows the picture may take; a smaller drawing is better than a cut one."""

    columns: int = 48
    rows: int = 20


class Drawing:
    """One game's way to be drawn. Subclasses fill in `picture`; the rest has defaults that suit most games."""

    def picture(self, data: Data, marks: Mapping[str, str], room: Room) -> Picture:
        """Draw a view. `marks` says which places to point out: CHOICE, CURSOR or LAST, by name."""
        raise NotImplementedError

    def places(self, action_text: str) -> Sequence[str]:
        """The places an action speaks of, most telling first: by default, its words, last one first."""
        return action_text.replace(",", " ").split()[::-1]


class PlainDrawing(Drawing):
    """Draws any view whatsoever: its data as an outline. A new game is playable before it has a drawing of its own."""

    def picture(self, data: Data, marks: Mapping[str, str], room: Room) -> Picture:
        picture = Picture()
        self._outline(picture, data, 0, marks, max(20, room.columns))
        return picture

    def _outline(self, picture: Picture, value: object, depth: int, marks: Mapping[str, str], width: int) -> None:
        entries: list[tuple[str, object]] = []
        if isinstance(value, Mapping):
            entries = [(str(key), item) for key, item in value.items()]
        elif isinstance(value, list | tuple):
            entries = [(str(number), item) for number, item in enumerate(value)]
        for name, item in entries:
            line = Text("  " * depth)
            short = _short(item)
            fits = short is not None and len(line) + len(name) + 2 + len(short) <= width
            if isinstance(value, Mapping):
                picture.spots.append(Spot(name, len(picture.lines), len(line), len(name)))
                line.append(name, mark_style(marks.get(name), ink.STRONG))
            else:
                line.append(name, ink.FAINT)
            if fits:
                line.append(f"  {short}")
                picture.lines.append(line)
            else:
                picture.lines.append(line)
                if isinstance(item, Mapping | list | tuple):
                    self._outline(picture, item, depth + 1, marks, width)
                else:
                    picture.lines.append(Text(f"{'  ' * (depth + 1)}{item}"))


def _short(value: object) -> str | None:
    """A value on one line, if it is simple enough."""
    if value is None or value in ([], {}):
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple) and all(not isinstance(item, Mapping | list | tuple) for item in value):
        return " ".join("–" if item is None else str(item) for item in value)
    return None if isinstance(value, Mapping | list | tuple) else str(value)


def mark_style(mark: str | None, base: Style) -> Style:
    """The style of a place: its own, unless it is pointed out."""
    if mark == CURSOR:
        return ink.CURSOR
    if mark == CHOICE:
        return ink.CHOICE
    return base + ink.LAST if mark == LAST else base


def drawing_for(game: str) -> Drawing:
    """The drawing in `terminal/<game>.py`, or the outline for a game that has none."""
    module = f"gunbai.terminal.{game}"
    try:
        drawing = import_module(module).DRAWING
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        return PlainDrawing()
    assert isinstance(drawing, Drawing)
    return drawing
