"""Short words for hand-made positions: where the units stand, which card is up, what can be done."""

from __future__ import annotations

from typing import cast

from gunbai.core.game import DONE
from gunbai.core.options import Options
from gunbai.core.registry import find
from gunbai.games.gunshi.board import facing
from gunbai.games.gunshi.data import SQUARE_BY_NAME
from gunbai.games.gunshi.state import ALL, FENCE_E, FENCE_N, MLP, SIDE, GunshiState, invaders
from gunbai.games.gunshi.view import fence_names

GAME = find("gunshi")
ARROWS = {"N": "^", "E": ">", "S": "v", "W": "<"}


def board(red: str = "", blue: str = "") -> str:
    """`board("C d2, I+ c3 E*", "A d6")`: type (+ shield), square, facing if not forward, * for the shogun."""
    cells: dict[str, str] = {}
    for seat, text in enumerate((red, blue)):
        for unit in filter(None, (u.strip() for u in text.split(","))):
            kind, square, *rest = unit.replace("*", "").split()
            arrow = ARROWS[rest[0]] if rest else "^v"[seat]
            name = kind + arrow + ("*" if "*" in unit else "")
            cells[square] = name if seat == 0 else name.lower()
    rows = []
    for y in range(7, 0, -1):
        row = "".join(cells.get(f"{x}{y}", "1") for x in "abcdefg")
        rows.append(row)
    return "/".join(rows)


def at(red: str = "", blue: str = "", more: str = "") -> GunshiState:
    """The position with these units and fields; it is at its first decision."""
    return cast(GunshiState, GAME.parse_position(f"{board(red, blue)} {more}"))


def new(**options: object) -> GunshiState:
    return cast(GunshiState, GAME.start(Options(GAME.info.options, options)))


def legal(s: GunshiState) -> list[str]:
    return [GAME.action_text(a) for a in GAME.legal(s)]


def objects(s: GunshiState, verb: str) -> set[str]:
    """What the legal actions of one verb can be said of: `objects(s, "to") == {"d3", "d4"}`."""
    return {text.removeprefix(verb + " ") for text in legal(s) if text.startswith(verb + " ")}


def play(s: GunshiState, *texts: str) -> GunshiState:
    """The state after these actions, each checked; the given one is left alone."""
    t = s.copy()
    for text in texts:
        action = GAME.parse_action(text)
        GAME.check(t, action)
        GAME.apply(t, action)
    return t


def command(s: GunshiState, text: str) -> GunshiState:
    """The state after a whole command in words."""
    t = s.copy()
    for action in GAME.expand(s, text):
        GAME.check(t, action)
        GAME.apply(t, action)
    return t


def units(s: GunshiState, seat: int) -> dict[str, str]:
    """Square -> type, shield and facing: {"d2": "C^", "c3": "I+^"}."""
    out = {}
    for unit in cast(list[dict[str, object]], GAME.view(s, seat).data()["units"]):
        if unit["owner"] == ("red", "blue")[seat]:
            square = str(unit["square"])
            shield = "+" if unit["shield"] else ""
            out[square] = str(unit["type"])[0].upper() + shield + "^>v<"[facing(s, SQUARE_BY_NAME[square])]
    return out


def mlp(s: GunshiState, seat: int) -> int:
    return int(s.side[SIDE * seat + MLP])


def fences(s: GunshiState, seat: int) -> set[str]:
    return set(fence_names(s, SIDE * seat))


def invaders_of(s: GunshiState, seat: int) -> int:
    return int(invaders(s.side, SIDE * seat))


def over(s: GunshiState) -> bool:
    return GAME.actor(s) == DONE


def enemy_fence_beside_a_unit(s: GunshiState) -> bool:
    """Whether any unit rests beside an enemy fence."""
    for o in (0, SIDE):
        north, east = s.side[SIDE - o + FENCE_N], s.side[SIDE - o + FENCE_E]
        if s.side[o + ALL] & (north | north << 7 | east | east << 1):
            return True
    return False
