"""Gunkimono drawn: the battlefield with troops, levels and strongholds, and the players, the track and the row.

A square shows its troop's letter, the level once a tile lies there, and symbols as dots: `S2:`. Neighbours of one kind
are joined by `═` and `║`, so that formations show without colours. `▲r` is red's stronghold, and so on by initial.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rich.style import Style
from rich.text import Text

from gunbai.terminal import ink
from gunbai.terminal.drawing import CHOICE, CURSOR, LAST, Data, Drawing, Picture, Room, Spot, mark_style

TROOPS: Final = {"infantry": "I", "spearman": "P", "archer": "A", "samurai": "S", "cavalry": "C"}
# A wash for each troop; the letter says the same.
GROUND: Final = {
    "infantry": Style(bgcolor="#f3e3a1"),
    "spearman": Style(bgcolor="#dcc3a1"),
    "archer": Style(bgcolor="#cfe0b8"),
    "samurai": Style(bgcolor="#c6d3e6"),
    "cavalry": Style(bgcolor="#f0cba6"),
}
SYMBOLS: Final = ("", ".", ":")
STRONGHOLD: Final = "▲"
DIRECTIONS: Final = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}
_LETTERS = "abcdefghijkl"


@dataclass(frozen=True)
class Square:
    """One square as the view tells it."""

    name: str
    troop: str
    level: int
    symbols: int
    stronghold: str

    @property
    def text(self) -> str:
        """`S`, `S2`, `S2:`; always three characters."""
        level = str(self.level) if self.level else ""
        return f"{TROOPS[self.troop]}{level}{SYMBOLS[self.symbols]}".ljust(3)[:3]


class GunkimonoDrawing(Drawing):
    """The field on the left, what everybody has on the right or, where it is narrow, below."""

    def picture(self, data: Data, marks: Mapping[str, str], room: Room) -> Picture:
        field = _Field(data)
        table = _table(data, marks)
        beside = 2 + max(len(line) for line, _ in table)
        fitting = [cell for cell in (5, 4) if _width(field, cell) + beside <= room.columns]
        cell = fitting[0] if fitting else 5 if _width(field, 5) <= room.columns else 4
        # Lines between the rows show what hangs together; where they do not fit, the letters must do.
        roomy = bool(fitting) or 2 * field.rows + len(table) <= room.rows
        picture = Picture()
        _draw_field(picture, field, cell, roomy, _with_tile(data, field, marks))
        if fitting:
            _beside(picture, table, _width(field, cell) + 2)
        else:
            _below(picture, table)
        _legend(picture, room)
        return picture

    def places(self, action_text: str) -> Sequence[str]:
        """Squares first, so that pointing at one finds its placements; then tiles and the other words."""
        words = action_text.split()
        return [word for word in words[1:] if word not in DIRECTIONS] + words[:1]


def _width(field: _Field, cell: int) -> int:
    return 3 + field.columns * (cell + 1)


class _Field:
    """The squares of a view by row and column."""

    def __init__(self, data: Data) -> None:
        told: Any = data
        self.rows, self.columns = int(told["rows"]), int(told["columns"])
        self.squares = [
            Square(s["square"], s["troop"], int(s["level"]), int(s["symbols"]), s["stronghold"] or "")
            for s in told["board"]
        ]

    def at(self, row: int, column: int) -> Square:
        return self.squares[row * self.columns + column]

    def joined(self, row: int, column: int, down: int, right: int) -> bool:
        """Whether a square and its neighbour belong to one formation."""
        r, c = row + down, column + right
        return r < self.rows and c < self.columns and self.at(row, column).troop == self.at(r, c).troop


def _with_tile(data: Data, field: _Field, marks: Mapping[str, str]) -> Mapping[str, str]:
    """Mark the tile just placed as well, while it is being scored."""
    square, direction = data["tile_square"], data["tile_direction"]
    if not square or square in marks:
        return marks
    shown = {str(square): LAST, **marks}
    if direction:
        row, column = int(str(square)[1:]) - 1, _LETTERS.index(str(square)[0])
        down, right = DIRECTIONS[str(direction)]
        if 0 <= row + down < field.rows and 0 <= column + right < field.columns:
            shown.setdefault(field.at(row + down, column + right).name, LAST)
    return shown


def _draw_field(picture: Picture, field: _Field, cell: int, roomy: bool, marks: Mapping[str, str]) -> None:
    head = Text("   ")
    for column in range(field.columns):
        head.append(_LETTERS[column].center(cell + 1), ink.FAINT)
    picture.lines.append(head)
    for row in range(field.rows):
        line = Text(f"{row + 1:>2} ", ink.FAINT)
        below = Text("   ")
        for column in range(field.columns):
            square = field.at(row, column)
            picture.spots.append(Spot(square.name, len(picture.lines), len(line), cell))
            line.append_text(_square_text(square, cell, marks.get(square.name)))
            line.append("═" if field.joined(row, column, 0, 1) else " ", GROUND[square.troop])
            link = "║" if field.joined(row, column, 1, 0) else " "
            below.append(link.center(cell), GROUND[square.troop] if link == "║" else Style())
            below.append(" ")
        picture.lines.append(line)
        if roomy and row + 1 < field.rows:
            picture.lines.append(below)


def _square_text(square: Square, cell: int, mark: str | None) -> Text:
    base = GROUND[square.troop] + (ink.STRONG if square.level else ink.FAINT)
    left, right = {CHOICE: ("‹", "›"), CURSOR: ("[", "]"), LAST: ("·", " ")}.get(mark or "", (" ", " "))
    body = square.text
    if square.stronghold:
        # No tile can cover it, so its symbols no longer matter: the owner's initial takes their place.
        body = f"{body[0]}{STRONGHOLD}{square.stronghold[0]}"
    text = f"{left}{body}{right}" if cell == 5 else f"{left}{body}" if left != " " else f"{body}{right}"
    return Text(text, mark_style(mark, base))


def _table(data: Data, marks: Mapping[str, str]) -> list[tuple[Text, list[Spot]]]:
    """The lines beside the field, each with the places in it (rows and columns counted from the line's start)."""
    told: Any = data
    lines: list[tuple[Text, list[Spot]]] = []
    rows = told["stronghold_rows"]
    lines.append(
        (
            Text(f"honor   I P A S C  {STRONGHOLD}{rows[0]} {STRONGHOLD}{rows[1]} end {told['ending_row']}", ink.FAINT),
            [],
        )
    )
    for seat, player in enumerate(told["players"]):
        style = ink.seat_style(seat)
        line = Text()
        turn = "▸" if player["name"] == told["turn"] else " "
        line.append(f"{turn}{player['name']:<7}", style)
        markers = ["×" if at is None else str(at) for at in player["honor"].values()]
        line.append(" ".join(markers), ink.STRONG)
        line.append(f"  {player['points']:>3} pts", style)
        line.append(f" {STRONGHOLD * player['strongholds_built']}", style)
        lines.append((line, []))
        values = player["banner_values"]
        banners = [str(v) for v in values] if values else [name[0].upper() for name in player["banners"]]
        details = Text(f"        small {''.join(player['reserve']) or '–'}", ink.FAINT)
        details.append(f"  banners {' '.join(banners) or '–'}", ink.FAINT)
        lines.append((details, []))
        if player["hand_known"] and seat != told["seat"]:
            lines.append((Text(f"        holds {' '.join(player['hand_known'])}", ink.FAINT), []))
    lines.append(_tiles("row ", told["row"], marks))
    end = "end tile out" if told["end_tile_shown"] else f"+{told['end_game_stack']} and the end tile"
    lines.append((Text(f"stack {told['main_stack']} {end}", ink.FAINT), []))
    if told["hand"]:
        lines.append(_tiles("hand", told["hand"], marks))
    if told["tile"]:
        lines.append((Text(f"in play {told['tile']}", ink.STRONG), []))
    return lines


def _legend(picture: Picture, room: Room) -> None:
    """What the letters stand for, below the rest, as far as there is room."""
    names = [f"{letter} {troop}" for troop, letter in TROOPS.items()]
    more = ["A2: archer, level 2, two symbols", f"{STRONGHOLD}r stronghold of red"]
    for lines in (["", *_packed(names + more, room.columns)], _packed(names, room.columns)):
        if len(picture.lines) + len(lines) <= room.rows:
            picture.lines.extend(Text(line, ink.FAINT) for line in lines)
            return


def _packed(parts: Sequence[str], width: int) -> list[str]:
    """As many parts on a line as fit."""
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + len(part) + 3 <= width:
            lines[-1] += f" · {part}"
        else:
            lines.append(part)
    return lines


def _tiles(title: str, tiles: Sequence[str], marks: Mapping[str, str]) -> tuple[Text, list[Spot]]:
    line, spots = Text(f"{title} ", ink.FAINT), []
    for tile in tiles:
        spots.append(Spot(tile, 0, len(line), len(tile)))
        line.append(tile, mark_style(marks.get(tile), ink.STRONG))
        line.append(" ")
    return line, spots


def _beside(picture: Picture, table: list[tuple[Text, list[Spot]]], column: int) -> None:
    for row, (line, spots) in enumerate(table):
        if row == len(picture.lines):
            picture.lines.append(Text())
        picture.lines[row].append(" " * (column - len(picture.lines[row])))
        picture.lines[row].append_text(line)
        picture.spots.extend(Spot(s.name, row, column + s.column, s.width) for s in spots)


def _below(picture: Picture, table: list[tuple[Text, list[Spot]]]) -> None:
    for line, spots in table:
        picture.spots.extend(Spot(s.name, len(picture.lines), s.column, s.width) for s in spots)
        picture.lines.append(line)


DRAWING: Final = GunkimonoDrawing()
