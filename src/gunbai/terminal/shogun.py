"""Shogun drawn: a map of the provinces where there is room, a table where there is not, and the clans below.

On the map a province has its name as actions write it, and below it what stands there: `*r13#` is an army, the owner's
letter and its units, `^` a castle or `#` a fortress, `?` where ronin may hide or `+2` where the own ones do. Dots join
neighbours, waves those across the sea. In the table the name has four letters. r is red, b blue, g green, o gold,
v violet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rich.style import Style
from rich.text import Text

from gunbai.core.options import Options
from gunbai.core.registry import find
from gunbai.terminal import ink
from gunbai.terminal.drawing import Data, Drawing, Picture, Room, Spot, mark_style
from gunbai.terminal.shogun_map import COLUMNS, ROWS, sheet

LETTERS: Final = {"red": "r", "blue": "b", "green": "g", "gold": "o", "violet": "v"}
WALLS: Final = {"": "", "castle": "^", "fortress": "#"}
CELL = 11
_FOOT = 9


def short_names(names: Sequence[str]) -> dict[str, str]:
    """Four letters each, all different: the first four, or the first two and the last two."""
    firsts = [name[:4] for name in names]
    return {
        name: name[:4] if firsts.count(name[:4]) == 1 and "_" not in name else name[:2] + name[-2:] for name in names
    }


class ShogunDrawing(Drawing):
    """The map or the table, then one line for each clan, then what is going on."""

    def __init__(self, options: Options | None = None) -> None:
        game = find("shogun")
        self.plan = game.board(options or Options(game.info.options, {}))
        self.short = short_names([place.id for place in self.plan.places])

    def with_options(self, options: Options) -> Drawing:
        return ShogunDrawing(options)

    def picture(self, data: Data, marks: Mapping[str, str], room: Room) -> Picture:
        told: Any = data
        picture = Picture()
        if room.scrolls or (room.columns > COLUMNS and room.rows >= ROWS + _FOOT):
            self._map(picture, told, marks, room)
        else:
            self._table(picture, told, marks, room)
        for name, clan in told["clans"].items():
            picture.spots.append(Spot(name, len(picture.lines), 0, len(name)))
            picture.lines.append(_clan_line(told, name, clan, marks.get(name), max(40, room.columns)))
        for line in _news(told, max(40, room.columns)):
            picture.lines.append(line)
        return picture

    def _map(self, picture: Picture, told: Any, marks: Mapping[str, str], room: Room) -> None:
        drawn = sheet(self.plan, room.columns - 1, room.rows - _FOOT)
        lines = [Text(line, ink.FAINT) for line in drawn.lines]
        for name, (row, column) in drawn.at.items():
            standing = _standing(told, name)
            style = _style(told, name, marks)
            wide = max(len(name), len(standing))
            for number, text in enumerate((name, standing)):
                line = lines[row + number]
                lines[row + number] = line[:column] + Text(f"{text:<{wide}}", style) + line[column + wide :]
            picture.spots.append(Spot(name, row, column, wide, 2))
        picture.lines.extend(lines)

    def _table(self, picture: Picture, told: Any, marks: Mapping[str, str], room: Room) -> None:
        per_line = max(1, room.columns // CELL)
        places = sorted(self.plan.places, key=lambda place: place.x)
        for i in range(0, len(places), per_line):
            line = Text()
            for place in places[i : i + per_line]:
                start, text = len(line), f"{self.short[place.id]:<4}{_standing(told, place.id) or ' ·'}"
                picture.spots.append(Spot(place.id, len(picture.lines), start, len(text)))
                line.append(text, _style(told, place.id, marks))
                line.append(" " * max(1, CELL - len(text)))
            picture.lines.append(line)

    def about(self, place: str) -> str:
        """Where one can go from a province."""
        if place not in self.short:
            return ""
        by_sea = [_other(way, place) for way in self.plan.crossings if place in way]
        by_land = [_other(way, place) for way in self.plan.ways if place in way and way not in self.plan.crossings]
        parts = [f"next to {', '.join(by_land)}"] if by_land else []
        parts += [f"by sea to {', '.join(by_sea)}"] if by_sea else []
        return f"{place}: {'; '.join(parts) or 'no neighbours'}"


def _other(way: tuple[str, str], name: str) -> str:
    return way[1] if way[0] == name else way[0]


def _standing(told: Any, name: str) -> str:
    """What stands in a province, in a few signs; nothing where nobody is."""
    land = told["provinces"][name]
    armies = [a for a in told["armies"] if a["at"] == name]
    units = sum(land["force"].values()) + land["ronin"]
    units += sum(1 + sum(a["units"].values()) + a["ronin"] for a in armies)
    if not land["owner"] and not units:
        return ""
    owner = LETTERS.get(land["owner"] or "", "·")
    hidden = land["hidden_ronin"]
    tail = "?" if hidden is None else f"+{hidden}" if hidden else ""
    star = "*" if armies else " "
    if armies and armies[0]["struck"]:
        star = "x"
    return f"{star}{owner}{units or ''}{WALLS[land['castle']]}{tail}"


def _style(told: Any, name: str, marks: Mapping[str, str]) -> Style:
    owner = told["provinces"][name]["owner"]
    return mark_style(marks.get(name), ink.seat_style(list(LETTERS).index(owner)) if owner else ink.FAINT)


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
