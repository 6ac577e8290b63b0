"""The engine against an independent referee: every whole command on positions of random games, result by result."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from gunbai.core.game import CHANCE, DONE, State
from gunbai.core.options import Options
from gunbai.core.registry import find
from gunbai.core.rng import Rng
from tests.games.gunshi import referee
from tests.games.gunshi.referee import Field, Unit

GAME = find("gunshi")
WAYS = {"north": referee.NORTH, "east": referee.EAST, "south": referee.SOUTH, "west": referee.WEST}
KINDS = {"infantry": "I", "archer": "A", "cavalry": "C"}
SEATS = ("red", "blue")
DECISIONS = 4000
ENOUGH = 25


def data_of(s: State) -> dict[str, Any]:
    """All of a position as both seats together see it."""
    red, blue = GAME.view(s, 0).data(), GAME.view(s, 1).data()
    whole: dict[str, Any] = {**red, "blue": blue["blue"]}
    theirs = {unit["square"]: unit for unit in blue["units"]}  # type: ignore[attr-defined]
    whole["units"] = [theirs[u["square"]] if u["owner"] == "blue" else u for u in red["units"]]  # type: ignore[attr-defined]
    return whole


def square(name: str) -> referee.Square:
    return "abcdefg".index(name[0]), int(name[1]) - 1


def field_of(s: State) -> Field:
    data = data_of(s)
    sides = [data[seat] for seat in SEATS]
    standing: dict[str, int] = {}
    for side in sides:
        for name, kind in KINDS.items():
            if side["spot"][name]:
                standing[kind] = standing.get(kind, 0) + side["spot"][name]
    return Field(
        frozenset(
            (
                square(u["square"]),
                Unit(KINDS[u["type"]], SEATS.index(u["owner"]), WAYS[u["facing"]], u["shield"], bool(u["shogun"])),
            )
            for u in data["units"]
        ),
        frozenset(
            (frozenset(square(end) for end in f["line"].split("-")), SEATS.index(f["owner"])) for f in data["fences"]
        ),
        (sides[0]["mlp"], sides[1]["mlp"]),
        (sides[0]["invaders"], sides[1]["invaders"]),
        SEATS.index(data["winner"]) if data["winner"] else -1,
        (sides[0]["trap"], sides[1]["trap"]),
        tuple(sorted(standing.items())),
    )


def engine_outcomes(s: State) -> dict[Field, str]:
    """Every field the engine lets the current command lead to, each with one way to get there."""
    out: dict[Field, str] = {}
    seen: set[bytes] = set()
    waiting = [(s, "")]
    while waiting:
        here, path = waiting.pop()
        for action in GAME.legal(here):
            child = here.copy()
            GAME.apply(child, action)
            way = f"{path}; {GAME.action_text(action)}"
            data = GAME.view(child, 0).data()
            if data["phase"] == "over" or not data["command"]:
                out.setdefault(field_of(child), way)
            elif child.key() not in seen:
                seen.add(child.key())
                waiting.append((child, way))
    return out


def commands(preset: str, seed: int, every: int) -> Iterator[tuple[State, str, int]]:
    """Positions of a random game in which a card is about to be carried out, the last of its turn."""
    s = GAME.start(Options(GAME.info.options, GAME.info.presets[preset]))
    rng = Rng(seed)
    for _ in range(DECISIONS):
        actor = GAME.actor(s)
        if actor == DONE:
            return
        if actor >= 0 and rng.below(every) == 0:
            data: dict[str, Any] = GAME.view(s, actor).data()
            if data["step"] in ("unit", "support", "swap") and data["command"]["cards_left"] == 1:
                yield s.copy(), data["command"]["card"], int(actor)
        GAME.apply(s, GAME.draw(s, rng) if actor == CHANCE else (found := GAME.legal(s))[rng.below(len(found))])


@pytest.mark.parametrize(
    "preset",
    ["first_battle", "formation_3", "standard", "draft", "wave_after_wave", "logistical_nightmare", "who_dares_wins"],
)
def test_every_command_leads_where_the_referee_says(preset: str) -> None:
    compared = 0
    for seed in range(40):
        for s, card, seat in commands(preset, seed, every=30):
            before = field_of(s)
            said = referee.outcomes(before, seat, card, draft=preset == "draft")
            done = engine_outcomes(s)
            where = f"{card} in {GAME.position_text(s)}"
            # Once a game is won in the middle of a chain, what the rest would have done is nobody's business.
            assert {f for f in said if f.won < 0} == {f for f in done if f.won < 0}, where
            assert {f.won for f in said} == {f.won for f in done}, where
            compared += 1
        if compared >= ENOUGH:
            return
    raise AssertionError(f"only {compared} commands came up")
