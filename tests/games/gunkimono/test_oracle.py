"""The fast board against the slow one, on positions of random games of every size and option."""

from __future__ import annotations

from typing import cast

import pytest

from gunbai.core.errors import BadNotation
from gunbai.core.game import CHANCE, DONE
from gunbai.core.options import Options
from gunbai.core.rng import Rng
from gunbai.games.gunkimono import refusals
from gunbai.games.gunkimono import turn as turns
from gunbai.games.gunkimono.actions import LAY, PASS, PUT, TEXTS, VICTORY
from gunbai.games.gunkimono.data import SEAT_NAMES, SMALL, tile_name
from gunbai.games.gunkimono.rules import GAME
from gunbai.games.gunkimono.state import BANNER, BUILD, PLACE, SCORE, TILE, GunkimonoState
from tests.games.gunkimono.oracle import SlowTable, named
from tests.games.gunkimono.table import legal, points

# Low rows bring strongholds early, so that the rules about them are met in most positions.
SETTINGS: list[dict[str, object]] = [
    {"players": 2, "track": "1,2,20"},
    {"players": 3, "track": "1,3,9", "own_double": False},
    {"players": 4, "track": "1,2,20", "layout": "gk55"},
    {"players": 5, "track": "1,2,4"},
    {"players": 5, "track": "1,2,20", "grid": "IPASI/CCSSP/AIIPP/SASCA"},
    {"players": 2, "layout": "tiny", "box": "tiny"},
]


@pytest.mark.parametrize("given", SETTINGS, ids=str)
def test_places_sites_and_points_agree_with_a_slow_reading(given: dict[str, object]) -> None:
    compared = 0
    tiny = given.get("box") == "tiny"
    for seed in range(40 if tiny else 2):
        rng = Rng(seed)
        s = cast(GunkimonoState, GAME.start(Options(GAME.info.options, given)))
        while GAME.actor(s) != DONE:
            chance = GAME.actor(s) == CHANCE
            # Every tile of a hand at every turn would take long: one turn in four.
            if not chance and (s.step != TILE or rng.below(4) == 0):
                compared += _compare(s)
            actions = GAME.legal(s)
            action = GAME.draw(s, rng) if chance else actions[rng.below(len(actions))]
            if s.step == SCORE and rng.below(3):
                # Honor more often than points, so that strongholds rise.
                action = actions[len(actions) - 1]
            before, seat, step = points(s), int(s.turn), s.step
            expected = _points_of_half(s) if action == VICTORY else 0
            GAME.apply(s, action)
            if step in (SCORE, BANNER, BUILD) and s.step not in (SCORE, BANNER, BUILD):
                # Scoring and building are done: the strongholds have been assessed too.
                expected += SlowTable(GAME.position_text(s)).assessed(seat)
            if seat >= 0 and action != PASS:
                assert points(s)[seat] - before[seat] == expected
    assert compared > 100


def _points_of_half(s: GunkimonoState) -> int:
    slow = SlowTable(GAME.position_text(s))
    square = divmod(int(turns.half_cell(s)), int(s.setting.field.columns))
    return 0 if slow.owners(square) else len(slow.formation(square))


def _compare(s: GunkimonoState) -> int:
    if s.step == PLACE:
        assert legal(s) == SlowTable(GAME.position_text(s)).places(tile_name(s.tile))
    elif s.step == TILE:
        slow = SlowTable(GAME.position_text(s))
        hand = int(s.setting.hand)
        held = {tile_name(code >> 1) for code in s.hands[s.turn * hand : (s.turn + 1) * hand] if code >= 0}
        usable = {f"large {tile}" for tile in held if slow.places(tile)}
        usable |= {f"small {tile}" for tile in slow.reserve if slow.places(tile)}
        assert legal(s) == (usable or {"pass"})
    elif s.step == BUILD:
        assert legal(s) == SlowTable(GAME.position_text(s)).sites(s.setting.own_double)
    elif s.step == SCORE:
        expected = _points_of_half(s)
        assert turns.half_points(s) == expected
        assert ("score points" in legal(s)) == (expected > 0)
    else:
        return 0
    return 1


def _any_position(rng: Rng) -> tuple[str, str]:
    """A position nobody need have reached, with few kinds of troops and many strongholds, and a tile to place."""
    rows, columns = 2 + int(rng.below(3)), 2 + int(rng.below(4))
    troops = "IPASC"[: 2 + int(rng.below(4))]
    printed = [[troops[int(rng.below(len(troops)))] for _ in range(columns)] for _ in range(rows)]
    board = []
    for line in printed:
        cells = []
        for letter in line:
            level = max(0, int(rng.below(5)) - 2)
            cells.append(f"{troops[int(rng.below(len(troops)))]}{level}" if level else letter)
        board.append("".join(cells))
    squares = [f"{'abcdef'[c]}{r + 1}" for r in range(rows) for c in range(columns)]
    forts = []
    for seat in SEAT_NAMES[:3]:
        for _ in range(int(rng.below(3))):
            if squares:
                forts.append(f"{squares.pop(int(rng.below(len(squares))))}:{seat}")
    tile = tile_name(int(rng.below(45)))
    grid = "/".join("".join(line) for line in printed)
    reserve = "-" if rng.below(3) == 0 or len(tile) == 1 else "S"
    parts = [f"players=3 grid={grid} step=place tile={tile} board={'/'.join(board)} reserve={reserve}/-/-"]
    if forts:
        parts.append("forts=" + ",".join(forts))
    return " ".join([*parts, "turn=red"]), tile


def _read(text: str) -> tuple[GunkimonoState | None, str]:
    try:
        return cast(GunkimonoState, GAME.parse_position(text)), ""
    except BadNotation as error:
        return None, str(error)


def test_places_agree_on_positions_out_of_the_blue() -> None:
    rng = Rng(2024)
    agreed = links = 0
    for _ in range(3000):
        text, tile = _any_position(rng)
        expected = SlowTable(text).places(tile)
        s, refusal = _read(text)
        if s is None:
            # Two owners in one formation cannot be; a tile that fits nowhere is not in play.
            assert "same formation" in refusal or ("fits nowhere" in refusal and not expected)
            continue
        assert legal(s) == expected
        agreed += 1
        # How often the rule about two owners was the one that decided.
        for square in s.setting.field.square_of:
            places = [LAY + square * 4 + facing for facing in range(4)] if s.tile < SMALL else [PUT + square]
            tried = [int(a) for a in places if TEXTS[int(a)] not in expected]
            links += sum(refusals.why_not(s, action).paragraph == "5.9" for action in tried)
    assert agreed > 1000
    assert links > 20


def test_a_view_names_every_square_s_formation_by_its_first_square() -> None:
    rng = Rng(6)
    s = cast(GunkimonoState, GAME.start(Options(GAME.info.options, {"players": 3})))
    seen = 0
    while GAME.actor(s) != DONE:
        if s.step == TILE:
            slow = SlowTable(GAME.position_text(s))
            squares = cast(list[dict[str, str]], GAME.view(s, 0).data()["board"])
            first = {named(square): named(min(slow.formation(square))) for square in slow.top}
            assert {each["square"]: each["formation"] for each in squares} == first
            seen += 1
        actions = GAME.legal(s)
        GAME.apply(s, GAME.draw(s, rng) if GAME.actor(s) == CHANCE else actions[rng.below(len(actions))])
    assert seen > 20
