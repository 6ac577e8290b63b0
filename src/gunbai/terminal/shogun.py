"""Shogun drawn: the provinces on a map where there is room, in a table where there is not, and the clans below.

A province reads `hida*r13#`: four letters of its name, `*` an army, the owner's letter and its units, `^` a castle or
`#` a fortress, `?` where ronin may hide or `+2` where the own ones do. r is red, b blue, g green, o gold, v violet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rich.text import Text

from gunbai.core.options import Options
from gunbai.core.registry import find
from gunbai.terminal import ink
from gunbai.terminal.drawing import Data, Drawing, Picture, Room, Spot, mark_style

LETTERS: Final = {"red": "r", "blue": "b", "green": "g", "gold": "o", "violet": "v"}
WALLS: Final = {"": "", "castle": "^", "fortress": "#"}
# The map needs this much; below it the provinces stand in a table.
MAP_COLUMNS, MAP_ROWS = 88, 36
CELL = 11
_FOOT = 9


def _layout() -> dict[str, tuple[int, int]]:
    """Where each province lies on a sheet of 1000 by 700, as the game's board says."""
    game = find("shogun")
    plan = game.board(Options(game.info.options, {}))
    return {place.id: (int(place.x), int(place.y)) for place in plan.places}


def short_names(names: Sequence[str]) -> dict[str, str]:
    """Four letters each, all different: the first four, or the first two and the last two."""
    firsts = [name[:4] for name in names]
    return {
        name: name[:4] if firsts.count(name[:4]) == 1 and "_" not in name else name[:2] + name[-2:] for name in names
    }


class ShogunDrawing(Drawing):
    """The map or the table, then one line for each clan, then what is going on."""

    def __init__(self) -> None:
        self.layout = _layout()
        self.short = short_names(list(self.layout))

    def picture(self, data: Data, marks: Mapping[str, str], room: Room) -> Picture:
        told: Any = data
        labels = {name: self._label(told, name) for name in told["provinces"]}
        picture = Picture()
        if room.columns >= MAP_COLUMNS and room.rows >= MAP_ROWS:
            self._map(picture, told, labels, marks, room)
        else:
            self._table(picture, told, labels, marks, room)
        for name, clan in told["clans"].items():
            picture.spots.append(Spot(name, len(picture.lines), 0, len(name)))
            picture.lines.append(_clan_line(told, name, clan, marks.get(name), max(40, room.columns)))
        for line in _news(told, max(40, room.columns)):
            picture.lines.append(line)
        return picture

    def _label(self, told: Any, name: str) -> str:
        land = told["provinces"][name]
        armies = [a for a in told["armies"] if a["at"] == name]
        units = sum(land["force"].values()) + land["ronin"]
        units += sum(1 + sum(a["units"].values()) + a["ronin"] for a in armies)
        owner = LETTERS.get(land["owner"] or "", "·")
        hidden = land["hidden_ronin"]
        tail = "?" if hidden is None else f"+{hidden}" if hidden else ""
        star = "*" if armies else " "
        if armies and armies[0]["struck"]:
            star = "x"
        return f"{self.short[name]:<4}{star}{owner}{units or ''}{WALLS[land['castle']]}{tail}"

    def _map(self, picture: Picture, told: Any, labels: dict[str, str], marks: Mapping[str, str], room: Room) -> None:
        rows, columns = min(room.rows - _FOOT, 40), room.columns - 1
        taken: list[list[str]] = [[] for _ in range(rows)]
        placed: list[tuple[int, int, str]] = []
        for name in sorted(labels, key=lambda n: self.layout[n][1]):
            x, y = self.layout[name]
            column = min(columns - CELL, x * (columns - CELL) // 1000)
            wanted = y * (rows - 1) // 700
            row = min(range(rows), key=lambda r: (_overlaps(taken[r], placed, r, column), abs(r - wanted)))
            taken[row].append(name)
            placed.append((row, column, name))
        for row in range(rows):
            line = Text()
            for _, column, name in sorted(p for p in placed if p[0] == row):
                line.append(" " * max(column - len(line), 1 if len(line) else 0))
                _append_place(picture, line, row, told, labels, name, marks)
            picture.lines.append(line)

    def _table(self, picture: Picture, told: Any, labels: dict[str, str], marks: Mapping[str, str], room: Room) -> None:
        per_line = max(1, room.columns // CELL)
        names = sorted(labels, key=lambda n: self.layout[n][0])
        for i in range(0, len(names), per_line):
            line = Text()
            row = len(picture.lines)
            for name in names[i : i + per_line]:
                start = len(line)
                _append_place(picture, line, row, told, labels, name, marks)
                line.append(" " * max(1, CELL - (len(line) - start)))
            picture.lines.append(line)


def _overlaps(names: list[str], placed: list[tuple[int, int, str]], row: int, column: int) -> int:
    """How many labels of a row a new one would run into."""
    return sum(1 for r, c, name in placed if r == row and name in names and abs(c - column) < CELL)


def _append_place(
    picture: Picture, line: Text, row: int, told: Any, labels: dict[str, str], name: str, marks: Mapping[str, str]
) -> None:
    owner = told["provinces"][name]["owner"]
    base = ink.seat_style(list(LETTERS).index(owner)) if owner else ink.FAINT
    picture.spots.append(Spot(name, row, len(line), len(labels[name])))
    line.append(labels[name], mark_style(marks.get(name), base))


def _clan_line(told: Any, name: str, clan: Any, mark: str | None, width: int) -> Text:
    line = Text()
    line.append(f"{name:<6}", mark_style(mark, ink.seat_style(list(LETTERS).index(name))))
    if not clan["alive"]:
        line.append(" out", ink.FAINT)
        return line
    sword = f" sword {clan['sword']}" if clan["sword"] else ""
    line.append(f" {clan['provinces']:>2} prov{sword}")
    bins = clan["bins"]
    if bins and any(bins.values()):
        line.append(" " + " ".join(f"{b}:{n}" for b, n in bins.items() if n))
    elif clan["koku"]:
        line.append(f" {clan['koku']} koku")
    if clan["veiled_ronin"]:
        line.append(f" {clan['veiled_ronin']} ronin hidden")
    if told["ninja"] == name:
        line.append(" NINJA", ink.STRONG)
    for army in told["armies"]:
        if army["army"].startswith(name):
            mark_of = "x" if army["struck"] else ""
            line.append(f" {army['army'][-1]}{mark_of}:{army['at']}/{army['level']}", ink.FAINT)
    line.truncate(width)
    return line


def _news(told: Any, width: int) -> list[Text]:
    lines = [Text(f"round {told['round']} · {told['stage']} · {told['turn'] or 'chance'}", ink.FAINT)]
    battle = told["battle"]
    if battle["to"]:
        who = battle["army"] or "force"
        hits = f"hits on attacker {battle['hits_on_attacker']}, on defender {battle['hits_on_defender']}"
        line = Text(f"{who}: {battle['from']} ⚔ {battle['to']}, step {battle['step']}, {hits}", ink.STRONG)
        line.truncate(width)
        lines.append(line)
    aims = [f"{p}→{land['aim']}" for p, land in told["provinces"].items() if land["aim"]]
    aims += [f"{a['army']}→{a['aim']}" for a in told["armies"] if a["aim"]]
    if aims:
        line = Text("declared: " + ", ".join(aims), ink.FAINT)
        line.truncate(width)
        lines.append(line)
    return lines


DRAWING: Final = ShogunDrawing()
