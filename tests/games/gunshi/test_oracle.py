"""Card by card, the engine reaches exactly the positions a slow second reading of the rules reaches."""

from __future__ import annotations

from typing import cast

import pytest

from gunbai.core.game import DONE
from gunbai.core.rng import Rng
from gunbai.games.gunshi.state import MLP, SHOGUN, SIDE, TRAP_OUT, GunshiState, invaders
from gunbai.games.gunshi.view import fence_names, units_data
from tests.games.gunshi.field import GAME
from tests.games.gunshi.oracle import Field, Line, Square, Unit, results

FACINGS = {"north": "N", "east": "E", "south": "S", "west": "W"}
ARROW = {"N": "^", "E": ">", "S": "v", "W": "<"}


def square_of(name: str) -> Square:
    return "abcdefg".index(name[0]), int(name[1]) - 1


def name_of(square: Square) -> str:
    return "abcdefg"[square[0]] + str(square[1] + 1)


def random_field(rng: Rng, card: str) -> Field:
    """A crowded corner of the board, so that chains, jumps, fences and captures are common."""
    me = int(rng.below(2))
    x0, y0 = int(rng.below(4)), (0 if me else 3) if rng.below(3) == 0 else int(rng.below(4))
    cells = [(x, y) for x in range(x0, x0 + 4) for y in range(y0, y0 + 4)]
    units: dict[Square, Unit] = {}
    kinds = "ICA" if card not in ("R5", "F") else "IIC"
    kinds = "AAI" if card in ("Re", "R3", "S1") else kinds
    favourite = kinds[int(rng.below(3))]
    for _ in range(3 + int(rng.below(6))):
        q = cells[int(rng.below(16))]
        owner = me if rng.below(5) < 3 else 1 - me
        kind = favourite if rng.below(2) else kinds[int(rng.below(3))]
        forward = "N" if owner == 0 else "S"
        facing = forward if rng.below(2) else "NESW"[int(rng.below(4))]
        units[q] = Unit(owner, kind, facing, kind == "I" and rng.below(2) == 0)
    fences: dict[Line, int] = {}
    for _ in range(int(rng.below(5))):
        q = cells[int(rng.below(16))]
        other = (q[0] + 1, q[1]) if rng.below(2) else (q[0], q[1] + 1)
        owner = int(rng.below(2))
        if max(other) < 7 and sum(o == owner for o in fences.values()) < 4:
            fences[frozenset((q, other))] = owner
    trap = card in ("M", "R1", "R5") and rng.below(3) == 0
    return Field(
        frozenset(units.items()), frozenset(fences.items()), me, int(rng.below(5)), int(rng.below(2)), bool(trap)
    )


def state_of(f: Field, card: str) -> GunshiState | None:
    """The field as a state at the beginning of the card, or None when it holds too many units of a type."""
    units = dict(f.units)
    for owner in (0, 1):
        if not any(u.owner == owner for u in units.values()):
            return None
    if sum(u.kind == "C" for u in units.values()) > 5:
        return None
    rows = []
    for y in range(6, -1, -1):
        row = ""
        for x in range(7):
            unit = units.get((x, y))
            if unit is None:
                row += "1"
                continue
            letter = unit.kind if unit.owner == 0 else unit.kind.lower()
            row += letter + ("+" if unit.shield else "") + ARROW[unit.facing]
        rows.append(row)
    sides: list[list[str]] = [[], []]
    for line, owner in f.fences:
        a, b = sorted(line, key=lambda q: (q[1], q[0]))
        sides[owner].append(f"{name_of(a)}-{name_of(b)}")
    fences = "/".join(",".join(side) or "-" for side in sides)
    mine = ("{}/{}" if f.me == 0 else "{1}/{0}").format
    text = (
        f"{'/'.join(rows)} variant=custom promos=on turn={('red', 'blue')[f.me]} fences={fences} card={card} "
        f"mlp={mine(f.points, 0)} spot={mine('C' if f.invaders else '-', '-')} "
        f"trap={mine('-', 'out' if f.trap else '-')}"
    )
    s = cast(GunshiState, GAME.parse_position(text))
    # The oracle knows no shogun.
    s.side[SHOGUN] = -1
    s.side[SIDE + SHOGUN] = -1
    return s


def field_of(s: GunshiState, me: int) -> Field:
    units: dict[Square, Unit] = {}
    for u in units_data(s):
        owner = ("red", "blue").index(cast(str, u["owner"]))
        kind = cast(str, u["type"])[0].upper()
        units[square_of(cast(str, u["square"]))] = Unit(owner, kind, FACINGS[cast(str, u["facing"])], bool(u["shield"]))
    fences: dict[Line, int] = {}
    for owner in (0, 1):
        for name in fence_names(s, SIDE * owner):
            a, b = name.split("-")
            fences[frozenset((square_of(a), square_of(b)))] = owner
    return Field(
        frozenset(units.items()),
        frozenset(fences.items()),
        me,
        int(s.side[SIDE * me + MLP]),
        int(invaders(s.side, SIDE * me)),
        bool(s.side[SIDE - SIDE * me + TRAP_OUT]),
        GAME.actor(s) == DONE,
    )


def reached(s: GunshiState, me: int) -> set[Field]:
    """Every position after the card, by walking the engine's tree."""
    found: set[Field] = set()
    todo = [s]
    while todo:
        t = todo.pop()
        if GAME.actor(t) == DONE or t.card < 0:
            found.add(field_of(t, me))
            continue
        actions = GAME.legal(t)
        assert len(actions) > 0
        for action in actions:
            child = t.copy()
            GAME.apply(child, action)
            todo.append(child)
    return found


@pytest.mark.rule("4.3", "5.4", "6.5", "7.3", "8.5", "9.6", "9.12")
@pytest.mark.parametrize("card", ["M", "Re", "F", "R1", "R3", "R5", "S1", "S2"])
def test_the_engine_reaches_exactly_what_the_rules_allow(card: str) -> None:
    rng = Rng(sum(map(ord, card)))
    compared = 0
    while compared < 100:
        f = random_field(rng, card)
        s = state_of(f, card)
        if s is None:
            continue
        compared += 1
        engine, slow = reached(s, f.me), results(f, card)
        assert engine == slow, (GAME.position_text(s), len(engine), len(slow))
