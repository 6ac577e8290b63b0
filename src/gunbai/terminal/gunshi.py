"""Gunshi drawn: the field with facings, shields and fences, both command rows, points, reserve and the own hand.

Red's pieces point with filled arrows and stand behind double fences (═ ║), blue's with hollow arrows and dashed fences
(┅ ┇); so nothing depends on colour. ▣ is a shield, ★ a known shogun, + a square of an invasion zone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rich.style import Style
from rich.text import Text

from gunbai.terminal import ink
from gunbai.terminal.drawing import CHOICE, CURSOR, LAST, Data, Drawing, Picture, Room, Spot, mark_style
from gunbai.terminal.gunshi_data import SEATS, Battle, Unit, read

FILES: Final = "abcdefg"
ARROWS: Final = (
    {"north": "▲", "east": "▶", "south": "▼", "west": "◀"},
    {"north": "△", "east": "▷", "south": "▽", "west": "◁"},
)
STEPS: Final = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
SHIELD, SHOGUN = "▣", "★"
# Home territories: two rows and the three centre squares of the third.
HOMES: Final = (
    frozenset([f"{file}{rank}" for file in FILES for rank in "12"] + ["c3", "d3", "e3"]),
    frozenset([f"{file}{rank}" for file in FILES for rank in "67"] + ["c5", "d5", "e5"]),
)
GROUND: Final = (Style(bgcolor=ink.VERMILION_WASH), Style(bgcolor=ink.INDIGO_WASH))
FENCES: Final = (("═", "║"), ("┅", "┇"))
SIDES: Final = (ink.RED, ink.BLUE)


@dataclass(frozen=True)
class Cell:
    """The inner size of a square; the board is drawn in the largest that fits."""

    width: int
    height: int

    @property
    def board_columns(self) -> int:
        return 3 + 7 * (self.width + 1)

    @property
    def board_rows(self) -> int:
        return 1 + 7 * (self.height + 1)


CELLS: Final = (Cell(9, 3), Cell(7, 2), Cell(5, 1))
# One line for each side, one for the own cards, one for the reserve.
_INFO_ROWS = 4


class GunshiDrawing(Drawing):
    """Board in the middle, blue above, red below, what the watcher alone knows at the foot."""

    def picture(self, data: Data, marks: Mapping[str, str], room: Room) -> Picture:
        battle = read(data)
        fitting = [c for c in CELLS if c.board_columns <= room.columns and c.board_rows + _INFO_ROWS <= room.rows]
        cell = fitting[0] if fitting else CELLS[-1]
        picture = Picture()
        self._side(picture, battle, 1, marks)
        self._board(picture, battle, cell, marks)
        self._side(picture, battle, 0, marks)
        self._own_cards(picture, battle, marks)
        self._supply(picture, battle)
        return picture

    # -- the field ------------------------------------------------------------------------------

    def _board(self, picture: Picture, battle: Battle, cell: Cell, marks: Mapping[str, str]) -> None:
        names = dict(marks)
        _alias_directions(battle, names)
        for y in range(6, -1, -1):
            self._boundary(picture, battle, cell, y, names)
            self._rank(picture, battle, cell, y, names)
        self._bottom(picture, cell)
        if battle.acting:
            for direction, square in _around(battle.acting).items():
                spot = next(s for s in picture.spots if s.name == square)
                picture.spots.append(Spot(direction, spot.row, spot.column, spot.width, spot.height))

    def _boundary(self, picture: Picture, battle: Battle, cell: Cell, y: int, marks: Mapping[str, str]) -> None:
        """The line above rank y, with the fences that lie on it."""
        line = Text("  ")
        row = len(picture.lines)
        for x, file in enumerate(FILES):
            line.append(("┌" if x == 0 else "┬") if y == 6 else ("├" if x == 0 else "┼"), ink.FAINT)
            name = f"{file}{y + 1}-{file}{y + 2}"
            if y < 6:
                picture.spots.append(Spot(name, row, len(line), cell.width))
            line.append_text(_line_piece(battle.fences.get(name), marks.get(name), cell.width, 0))
        line.append("┐" if y == 6 else "┤", ink.FAINT)
        picture.lines.append(line)

    def _rank(self, picture: Picture, battle: Battle, cell: Cell, y: int, marks: Mapping[str, str]) -> None:
        middle = (cell.height - 1) // 2
        top = len(picture.lines)
        lines = [Text(f"{y + 1} " if h == middle else "  ", ink.FAINT) for h in range(cell.height)]
        for x, file in enumerate(FILES):
            square = f"{file}{y + 1}"
            name = f"{FILES[x - 1]}{y + 1}-{square}"
            column = len(lines[0])
            for h, line in enumerate(lines):
                if x == 0:
                    line.append("│", ink.FAINT)
                else:
                    mark = marks.get(name) if h == middle else None
                    line.append_text(_line_piece(battle.fences.get(name), mark, 1, 1))
            if x:
                picture.spots.append(Spot(name, top, column, 1, cell.height))
            picture.spots.append(Spot(square, top, column + 1, cell.width, cell.height))
            for line, content in zip(lines, self._square(battle, cell, square, marks.get(square)), strict=True):
                line.append_text(content)
        for line in lines:
            line.append("│", ink.FAINT)
        picture.lines.extend(lines)

    def _bottom(self, picture: Picture, cell: Cell) -> None:
        line = Text("  └", ink.FAINT)
        for x, file in enumerate(FILES):
            line.append(file.center(cell.width, "─") + ("┴" if x < 6 else "┘"), ink.FAINT)
        picture.lines.append(line)

    def _square(self, battle: Battle, cell: Cell, square: str, mark: str | None) -> list[Text]:
        unit = next((unit for unit in battle.units if unit.square == square), None)
        ground = next((GROUND[seat] for seat in range(2) if square in HOMES[seat]), Style())
        base = ground + (SIDES[unit.seat] if unit else ink.FAINT)
        style = mark_style(mark, base)
        if mark == CHOICE and unit:
            style += SIDES[unit.seat]
        left, right = {CHOICE: ("‹", "›"), CURSOR: ("[", "]"), LAST: ("·", " ")}.get(mark or "", (" ", " "))
        if unit and unit.shogun and cell.height == 1 and right == " ":
            right = SHOGUN
        rows = _unit_rows(unit, cell) if unit else _empty_rows(square, cell)
        middle = (cell.height - 1) // 2
        return [Text(f"{left}{row}{right}" if h == middle else f" {row} ", style) for h, row in enumerate(rows)]

    # -- what lies beside the field ---------------------------------------------------------------

    def _side(self, picture: Picture, battle: Battle, seat: int, marks: Mapping[str, str]) -> None:
        """A side's name, points, command row and invaders on one line."""
        side = battle.sides[seat]
        row = len(picture.lines)
        line = Text()
        line.append(f"{ARROWS[seat]['north' if seat == 0 else 'south']} {SEATS[seat]:<4}", SIDES[seat])
        line.append(f" {side.mlp:>2} MLP")
        for number, card in enumerate(side.row, start=1):
            line.append(f" {card.slot}", ink.FAINT)
            # A scout looks at the enemy's row, counted in the order of resolving.
            place = str(number) if battle.watcher == 1 - seat else ""
            if place:
                picture.spots.append(Spot(place, row, len(line), 4))
            _append_card(line, card.card, card.face == "up", marks.get(place))
        lightning = any(card.slot == "L" for card in side.row)
        for number in range(len(side.row) + 1 - lightning, 5 - lightning):
            line.append(f" {number} ·· ", ink.FAINT)
        line.append(f" inv {side.invaders}/3", ink.STRONG if side.invaders else ink.FAINT)
        if side.trap:
            line.append(" trap", ink.STRONG)
        picture.lines.append(line)

    def _own_cards(self, picture: Picture, battle: Battle, marks: Mapping[str, str]) -> None:
        """What only the watcher knows: its hand, its deck from the top, its shogun; or what it has sealed so far."""
        line = Text()
        if battle.watcher < 0:
            for seat, side in enumerate(battle.sides):
                line.append(f"{SEATS[seat]} ", SIDES[seat])
                line.append(f"hand {side.hand_size} deck {len(side.deck)}   ", ink.FAINT)
            picture.lines.append(line)
            return
        side = battle.sides[battle.watcher]
        if side.sealed:
            line.append("sealed so far ", ink.FAINT)
            line.append(" ".join(side.sealed), ink.STRONG)
        else:
            line.append("hand", ink.FAINT)
            for code in side.hand or ():
                line.append(" ")
                picture.spots.append(Spot(code, len(picture.lines), len(line), 4))
                _append_card(line, code, False, marks.get(code))
            line.append("  deck ", ink.FAINT)
            line.append(" ".join(card.card or "▒▒" for card in side.deck) or "–")
            if side.shogun:
                line.append(f"  {SHOGUN}{side.shogun}", SIDES[battle.watcher])
        picture.lines.append(line)

    def _supply(self, picture: Picture, battle: Battle) -> None:
        """The shared reserve, the fences left, and what everybody knows to be among the enemy's hidden cards."""
        line = Text("reserve ", ink.FAINT)
        line.append(" ".join(f"{kind[0].upper()}{count}" for kind, count in battle.reserve.items()))
        for seat, side in enumerate(battle.sides):
            line.append(f" {FENCES[seat][0]}{side.fences_left}", SIDES[seat])
        if battle.watcher >= 0:
            enemy = battle.sides[1 - battle.watcher]
            hidden = [card.card for card in enemy.pool if card.card]
            for card in enemy.row:
                if card.face == "up" and card.card in hidden:
                    hidden.remove(card.card)
            if hidden:
                line.append(" enemy hides ", ink.FAINT)
                line.append(" ".join(hidden))
        picture.lines.append(line)


def _around(square: str) -> dict[str, str]:
    """The neighbours of a square by direction."""
    x, y = FILES.index(square[0]), int(square[1]) - 1
    found = {}
    for direction, (dx, dy) in STEPS.items():
        if 0 <= x + dx < 7 and 0 <= y + dy < 7:
            found[direction] = f"{FILES[x + dx]}{y + dy + 1}"
    return found


def _alias_directions(battle: Battle, marks: dict[str, str]) -> None:
    """Where the choice is a direction, point at the square that lies that way from the acting unit."""
    if battle.acting:
        for direction, square in _around(battle.acting).items():
            if direction in marks:
                marks[square] = marks[direction]


def _line_piece(owner: int | None, mark: str | None, width: int, vertical: int) -> Text:
    """A stretch of grid or fence; a place for a fence is shown by a diamond as well as by colour."""
    if mark in (CHOICE, CURSOR):
        sign = "◇" if mark == CHOICE else "◆"
        return Text(sign.center(width, "─" if width > 1 else " "), mark_style(mark, ink.FAINT))
    if owner is None:
        return Text(("─", "│")[vertical] * width, ink.FAINT)
    return Text(FENCES[owner][vertical] * width, SIDES[owner] + (ink.LAST if mark == LAST else Style()))


def _unit_rows(unit: Unit, cell: Cell) -> list[str]:
    """What stands between the marks of a square: type, facing, shield, shogun."""
    arrow = ARROWS[unit.seat][unit.facing]
    shield, shogun = SHIELD if unit.shield else " ", SHOGUN if unit.shogun else " "
    if cell.height == 1:
        return [f"{unit.type[0].upper()}{arrow}{shield}"]
    west, east = (arrow if unit.facing == side else " " for side in ("west", "east"))
    north, south = (arrow if unit.facing == side else " " for side in ("north", "south"))
    short = unit.type[:3].upper()
    if cell.height == 2:
        return [f"{west}{short}{east}", f" {shield}{north.strip() or south}{shogun} "]
    return [f"   {north}   ", f"{west}{shield}{short}{shogun}{east}", f"   {south}   "]


def _empty_rows(square: str, cell: Cell) -> list[str]:
    sign = "+" if square[1] in "17" else "·"
    middle = (cell.height - 1) // 2
    width = cell.width - 2
    return [sign.center(width) if h == middle else " " * width for h in range(cell.height)]


def _append_card(line: Text, code: str | None, face_up: bool, mark: str | None) -> None:
    """[M ] lies open, (M ) is hidden from others but known to the watcher, ▒▒▒▒ is hidden."""
    text = "▒▒▒▒" if code is None else f"[{code:<2}]" if face_up else f"({code:<2})"
    line.append(text, mark_style(mark, ink.STRONG))


DRAWING: Final = GunshiDrawing()
