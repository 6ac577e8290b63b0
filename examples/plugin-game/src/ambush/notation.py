"""Positions on one line, and sentences.

A position reads `wwwww/...../...../...../bbbbb b c1,? 12`: the rows from the top, who moves, the generals (`-` not
named yet, `?` hidden), the moves played; then the options that differ from the default.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ambush.actions import FIRST_MOVE, HIDDEN, move_of, text_of
from ambush.data import OPTIONS, SEATS, SQUARES, WIDTH, inside
from ambush.state import AmbushState
from ambush.view import SECRET, AmbushView
from gunbai.core.errors import BadNotation
from gunbai.core.options import Options, parse_options
from gunbai.core.saying import Saying

_LETTERS: Final = "bw"
_LINE: Final = re.compile(r"(\S+) ([bw]) (-|[a-e][1-5]),(-|[a-e][1-5]) (\d{1,3})((?: \S+=\S+)*)")


def _board_text(soldiers: Sequence[int], size: int) -> str:
    rows = [soldiers[row * WIDTH : row * WIDTH + size] for row in range(size - 1, -1, -1)]
    return "/".join("".join(_LETTERS[s] if s >= 0 else "." for s in row) for row in rows)


def _generals_text(generals: Sequence[int]) -> str:
    return ",".join(SQUARES[g] if g >= 0 else "?" if g == SECRET else "-" for g in generals)


def position_text(t: AmbushState) -> str:
    """The position, hidden generals included."""
    words = [_board_text(t.soldiers, t.size), _LETTERS[t.turn], _generals_text(t.generals), str(t.played)]
    return " ".join([*words, t.options.text()]).rstrip()


def view_text(v: AmbushView) -> str:
    """The same as far as the viewer knows."""
    board = _board_text(v.soldiers, v.options.integer("size"))
    return f"{board} {_LETTERS[v.turn] if v.turn >= 0 else '-'} {_generals_text(v.generals)} {v.played}"


def parse_position(text: str) -> AmbushState:
    """The inverse of `position_text`; a position that cannot be is refused."""
    found = _LINE.fullmatch(text)
    if found is None:
        raise BadNotation("a position reads `wwwww/...../...../...../bbbbb b c1,d5 12`, not {input!r}", input=text[:80])
    t = AmbushState(Options(OPTIONS, parse_options(found[6])))
    rows = found[1].split("/")
    if len(rows) != t.size or any(len(row) != t.size or set(row) - set("bw.") for row in rows):
        raise BadNotation("the board has {size} rows of {size} letters b, w or a dot", size=t.size)
    for row, letters in enumerate(reversed(rows)):
        for column, letter in enumerate(letters):
            t.soldiers[row * WIDTH + column] = _LETTERS.find(letter)
    t.turn, t.played = _LETTERS.index(found[2]), int(found[5])
    t.generals = [-1 if word == "-" else SQUARES.index(word) for word in (found[3], found[4])]
    _check(t)
    return t


def _check(t: AmbushState) -> None:
    for seat, square in enumerate(t.generals):
        if not 1 <= t.count(seat) <= t.size and t.fallen != seat:
            raise BadNotation("{seat} has 1 to {size} soldiers", seat=SEATS[seat], size=t.size)
        if square >= 0 and (not inside(square, t.size) or t.soldiers[square] < 0):
            raise BadNotation("nobody stands where {seat}'s general is", seat=SEATS[seat])
    first = AmbushState(t.options)
    first.set_up()
    if t.naming and (t.soldiers != first.soldiers or t.played):
        raise BadNotation("generals are named before the first move")
    if not t.naming and all(t.soldiers[g] == 1 - seat for seat, g in enumerate(t.generals)):
        raise BadNotation("only one general can be taken")
    if t.naming and t.generals[t.turn] >= 0:
        raise BadNotation("{seat} has named a general already", seat=SEATS[t.turn])
    if not t.naming and t.turn != t.played % 2:
        raise BadNotation("after {number} moves it is the other's turn", number=t.played)
    if t.played > t.limit:
        raise BadNotation("the game ends after {number} moves", number=t.limit)


# -- sentences ------------------------------------------------------------------------------------


def effects(v: AmbushView, action: int) -> list[Saying]:
    """What came of an action besides the action itself."""
    if action >= FIRST_MOVE and v.soldiers[move_of(action)[1]] >= 0:
        return [Saying("takes the soldier on {square}", square=SQUARES[move_of(action)[1]])]
    return []


def tell(v: AmbushView, actions: Sequence[int]) -> str:
    """One sentence for what a seat saw."""
    parts = []
    for action in actions:
        if action == HIDDEN:
            parts.append("a general is named in secret")
        elif action < FIRST_MOVE:
            parts.append(f"your soldier on {SQUARES[action]} is your general")
        else:
            parts += [text_of(action), *(str(effect) for effect in effects(v, action))]
    return ", ".join(parts)


def prompt(v: AmbushView) -> str:
    """What the game waits for."""
    if v.over:
        return "The game is over." if v.winner < 0 else f"The game is over: {SEATS[v.winner]} has won."
    if v.turn < 0:
        return "Name one of your soldiers your general; nobody else learns which."
    return f"{SEATS[v.turn]} moves a soldier one step."
