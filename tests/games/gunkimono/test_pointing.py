"""What can be pointed at: no square is refused that any way of laying the tile can use, and refusals are true."""

from __future__ import annotations

from typing import cast

import pytest

from gunbai.core.errors import IllegalAction, NotYourTurn
from gunbai.core.game import CHANCE, DONE
from gunbai.core.options import Options
from gunbai.core.rng import Rng
from gunbai.games.gunkimono.actions import LAY, PUT, square_number
from gunbai.games.gunkimono.data import SMALL, TILES, cell_name, tile_name
from gunbai.games.gunkimono.rules import GAME
from gunbai.games.gunkimono.state import PLACE, GunkimonoState
from tests.games.gunkimono.table import legal, play, position, settle, start

EDGE = "the battlefield ends"


def _squares(s: GunkimonoState) -> list[str]:
    field = s.setting.field
    return [cell_name(field, cell) for cell in range(field.cells)]


def _ways(s: GunkimonoState, square: str) -> list[int]:
    """Every way to lay the tile in play over a square, on the battlefield or beyond its edge."""
    number = square_number(square)
    if s.tile >= SMALL:
        return [int(PUT) + number]
    out = [int(LAY) + number * 4 + facing for facing in range(4)]
    cell = s.setting.field.cell_of[number]
    for facing in range(4):
        other = s.board.neighbour(cell, facing)
        if other >= 0:
            out.append(int(LAY) + int(s.setting.field.square_of[other]) * 4 + (facing + 2) % 4)
    return out


def _reason(s: GunkimonoState, action: int) -> IllegalAction | None:
    try:
        GAME.check(s, action)
    except IllegalAction as refusal:
        return refusal
    return None


def _check_every_square(s: GunkimonoState) -> int:
    """Compare pointing with trying every way over every square; the number of squares that no way can use."""
    outlook = GAME.outlook(GAME.view(s, s.turn))
    refused = 0
    for square in _squares(s):
        pointing = outlook.point(square)
        tried = {action: _reason(s, action) for action in _ways(s, square)}
        assert set(pointing.actions) == {action for action, reason in tried.items() if reason is None}
        if pointing.actions:
            continue
        refused += 1
        assert isinstance(pointing.refusal, IllegalAction)
        # The reason is one that really stands against a way that lies on the battlefield, and none bars more of them.
        true = [str(reason) for reason in tried.values() if reason is not None and EDGE not in reason.reason]
        assert str(pointing.refusal) in true
        assert true.count(str(pointing.refusal)) == max(true.count(reason) for reason in true)
    return refused


@pytest.mark.parametrize("layout", ["gk56", "gk55"])
@pytest.mark.parametrize("tile", [tile_name(tile) for tile in range(int(TILES)) if tile % 4 == 0 or tile >= SMALL])
def test_on_the_opening_board_every_square_stands_for_what_a_tile_can_do_there(layout: str, tile: str) -> None:
    s = settle(start(players=2, layout=layout))
    s.tile, s.step = next(int(t) for t in range(int(TILES)) if tile_name(t) == tile), PLACE
    refused = _check_every_square(s)
    if s.tile < SMALL:
        assert refused == 0, "a large tile can lie over every square of the opening board, one way or another"


def test_infantry_and_archer_can_be_laid_over_all_56_squares() -> None:
    s = settle(start(players=3))
    s.tile, s.step = next(t for t in range(int(TILES)) if tile_name(t) == "I1A1"), PLACE
    outlook = GAME.outlook(GAME.view(s, s.turn))
    assert len(_squares(s)) == 56
    assert all(outlook.point(square).actions for square in _squares(s))


def test_every_square_in_whole_games() -> None:
    seen, refused = 0, 0
    for players, seed in ((2, 3), (5, 4)):
        rng = Rng(seed)
        options = Options(GAME.info.options, {"players": players, "track": "1,2,9"})
        s = cast(GunkimonoState, GAME.start(options))
        while GAME.actor(s) != DONE:
            if s.step == PLACE:
                refused += _check_every_square(s)
                seen += 1
            actions = GAME.legal(s)
            GAME.apply(s, GAME.draw(s, rng) if GAME.actor(s) == CHANCE else actions[rng.below(len(actions))])
    assert seen > 60
    assert refused > 60


def test_the_east_edge_cites_the_rule_that_really_forbids() -> None:
    # Everything beside c1 and c2 shows infantry or archer, so neither half can lie there; no edge forbids it.
    s = play(position("players=2 grid=PAI/PPI/PPI forts=c2:black hands=I1A1/-"), "large I1A1")
    pointing = GAME.point(GAME.view(s, 0), "c2")
    assert isinstance(pointing.refusal, IllegalAction)
    assert (pointing.refusal.paragraph, pointing.refusal.reason) == ("5.6", "a stronghold stands on c2")
    blocked = play(position("players=2 grid=PII/PPI/PPI hands=I1A1/-"), "large I1A1")
    corner = GAME.point(GAME.view(blocked, 0), "c1")
    assert isinstance(corner.refusal, IllegalAction)
    assert corner.refusal.paragraph == "3.2"


def test_tiles_row_and_stack() -> None:
    s = position("players=2 grid=AAI/APC/IAP hands=A1S2/- row=P1C1")
    outlook = GAME.outlook(GAME.view(s, 0))
    assert [GAME.action_text(a) for a in outlook.point("hand:A1S2").actions] == ["large A1S2"]
    assert [GAME.action_text(a) for a in outlook.point("hand:S").actions] == ["small S"]
    for place in ("row:P1C1", "stack", "a1"):
        refusal = outlook.point(place).refusal
        assert isinstance(refusal, IllegalAction)
        assert refusal.reason == "a tile has to be chosen now"
    play(s, "large A1S2", "place b2 east")
    scoring = GAME.outlook(GAME.view(s, 0))
    assert {GAME.action_text(a) for a in scoring.point("b2").actions} == legal(s) == {"score points", "score honor"}
    assert scoring.point("c2").refusal is not None
    play(s, "score points", "score points")
    refill = GAME.outlook(GAME.view(s, 0))
    assert [GAME.action_text(a) for a in refill.point("row:P1C1").actions] == ["take P1C1"]
    assert [GAME.action_text(a) for a in refill.point("stack").actions] == ["draw"]


def test_who_has_nothing_to_decide_is_told_so() -> None:
    s = position("players=2 grid=AAI/APC/IAP hands=A1S2/-")
    assert isinstance(GAME.point(GAME.view(s, 1), "a1").refusal, NotYourTurn)
    assert isinstance(GAME.point(GAME.view(s, -3), "a1").refusal, NotYourTurn)
