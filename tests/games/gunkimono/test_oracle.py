"""The fast board against the slow one, on positions of random games of every size and option."""

from __future__ import annotations

from typing import cast

import pytest

from gunbai.core.game import CHANCE, DONE
from gunbai.core.options import Options
from gunbai.core.rng import Rng
from gunbai.games.gunkimono import turn as turns
from gunbai.games.gunkimono.actions import PASS, VICTORY
from gunbai.games.gunkimono.data import tile_name
from gunbai.games.gunkimono.rules import GAME
from gunbai.games.gunkimono.state import BANNER, BUILD, PLACE, SCORE, TILE, GunkimonoState
from tests.games.gunkimono.oracle import SlowTable
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
