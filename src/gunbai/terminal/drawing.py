"""How a game is drawn in a terminal: a picture made from a view's data, never from a state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.metadata import EntryPoint

from rich.style import Style
from rich.text import Text

from gunbai.core import plugins
from gunbai.core.info import BoardPlan
from gunbai.core.options import Options
from gunbai.core.plugins import BrokenPlugin
from gunbai.core.registry import find
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
    """How many columns and rows the picture may take; a smaller drawing is better than a cut one.

    Where it `scrolls`, a larger picture is no harm.
    """

    columns: int = 48
    rows: int = 20
    scrolls: bool = False


class Drawing:
    """One game's way to be drawn. Subclasses fill in `picture`; the rest has defaults that suit most games."""

    def picture(self, data: Data, marks: Mapping[str, str], room: Room) -> Picture:
        """Draw a view. `marks` says which places to point out: CHOICE, CURSOR or LAST, by name."""
        raise NotImplementedError

    def with_options(self, options: Options) -> Drawing:
        """The drawing for games with these options; the same for all where options change no board."""
        return self

    def about(self, place: str) -> str:
        """One line about a place that is pointed at, from what never changes about the board."""
        return ""

    def places(self, action_text: str) -> Sequence[str]:
        """The places an action speaks of, most telling first: by default, its words, last one first."""
        return action_text.replace(",", " ").split()[::-1]


class PlainDrawing(Drawing):
    """Draws any view: its data as an outline. A new game is playable before it has a drawing of its own."""

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


class PlanDrawing(PlainDrawing):
    """Draws any game that has a plan of its board: the places with what stands on them, then the rest as an outline."""

    def __init__(self, plan: BoardPlan) -> None:
        self._columns = sorted({place.x for place in plan.places})
        self._rows = sorted({place.y for place in plan.places})
        self._places = {(place.x, place.y): place.id for place in plan.places}
        self._cell = max(len(place.id) for place in plan.places) + 2

    def picture(self, data: Data, marks: Mapping[str, str], room: Room) -> Picture:
        rest = {name: value for name, value in data.items() if name != "pieces"}
        standing = _standing(data.get("pieces"))
        if not standing or self._cell * len(self._columns) > room.columns:
            return super().picture(data, marks, room)
        picture = Picture()
        for y in self._rows:
            line = Text()
            for x in self._columns:
                self._append(picture, line, self._places.get((x, y), ""), standing, marks)
            picture.lines.append(line)
        self._outline(picture, rest, 0, marks, max(20, room.columns))
        return picture

    def _append(
        self,
        picture: Picture,
        line: Text,
        place: str,
        standing: Mapping[str, Mapping[str, object]],
        marks: Mapping[str, str],
    ) -> None:
        mark, piece = marks.get(place), standing.get(place)
        # An empty place shows its name; a mark is also a pair of brackets, for colour is never the only sign.
        shown = str(piece["sign"])[: self._cell - 2] if piece else place
        seat = piece.get("seat", -1) if piece else -1
        base = ink.seat_style(seat) if isinstance(seat, int) else ink.FAINT
        left, right = ("‹", "›") if mark in (CHOICE, CURSOR) else (" ", " ")
        if place:
            picture.spots.append(Spot(place, len(picture.lines), len(line), self._cell))
        line.append(f"{left}{shown:^{self._cell - 2}}{right}", mark_style(mark, base))


def _standing(pieces: object) -> dict[str, Mapping[str, object]]:
    """Place -> the piece on it, from the `pieces` of a view's data."""
    found = {}
    for piece in pieces if isinstance(pieces, list) else []:
        if isinstance(piece, Mapping) and "at" in piece and "sign" in piece:
            found[str(piece["at"])] = piece
    return found


def drawing_for(name: str, options: Options | None = None) -> Drawing:
    """The drawing of a game: its own (of the house in `terminal/<game>.py`, of others by an entry point), or else the
    plan of its board, or else an outline.
    """
    entry = plugins.installed(plugins.TERMINAL).get(name)
    own = _installed(entry) if entry is not None else _house(name)
    if own is not None:
        return own if options is None else own.with_options(options)
    game = find(name)
    plan = game.board(options or Options(game.info.options, {}))
    return PlanDrawing(plan) if plan.places else PlainDrawing()


def _house(name: str) -> Drawing | None:
    module = f"gunbai.terminal.{name}"
    try:
        drawing = getattr(import_module(module), "DRAWING", None)
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        return None
    return drawing if isinstance(drawing, Drawing) else None


def _installed(entry: EntryPoint) -> Drawing | None:
    try:
        drawing = plugins.load(entry)
        if not isinstance(drawing, Drawing):
            raise BrokenPlugin(f"the drawing of {entry.name} is a {type(drawing).__name__}, not a Drawing")
    except BrokenPlugin as error:
        plugins.report(error)
        return None
    return drawing
