"""Every step of the armies against brute force: lawful exactly if some sequence of steps still ends in order."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import cast

import pytest

from gunbai.core.game import DONE as CORE_DONE
from gunbai.core.game import random_action
from gunbai.core.options import Options
from gunbai.core.rng import Rng
from gunbai.games.shogun import state as table
from gunbai.games.shogun.armies import legal_movement
from gunbai.games.shogun.data import UNIT_NAMES
from gunbai.games.shogun.movement_check import in_order
from gunbai.games.shogun.movement_outlook import LIMIT, Outlook
from gunbai.games.shogun.rules import GAME
from gunbai.games.shogun.state import ShogunState
from tests.games.shogun import movement_boards as boards
from tests.games.shogun import movement_oracle as movement
from tests.games.shogun import positions as at

rule = pytest.mark.rule
# Of a large board only so many moments are looked at, in a random order.
MOMENTS = 150
DONE = GAME.parse_action("done")


def whole_steps(t: ShogunState) -> Iterator[ShogunState]:
    """Where one army stands after a pick-up, or after a move with its garrison and the ronin that go along."""
    waiting = [t]
    while waiting:
        now = waiting.pop()
        for action in GAME.legal(now):
            if now.stage == table.MOVE and action == DONE:
                continue
            after = at.copied(now)
            GAME.apply(after, action)
            if after.stage in (table.GARRISON, table.ALONG):
                waiting.append(after)
            elif after.stage in (table.MOVE, table.OVER):
                yield after


def out_of_turn(t: ShogunState, w: movement.World) -> set[movement.World]:
    """Pick-ups that the engine does not offer although they are lawful: they are spelled in the order of types."""
    later: set[movement.World] = set()
    if movement.in_order(w) and t.current >= 0:
        army = w.armies[int(t.current)]
        for kind in UNIT_NAMES[: int(t.cursor)]:
            for after in movement.pick_ups(w, army):
                if carried(after, kind) > carried(w, kind):
                    later.add(after)
    return later


def carried(w: movement.World, kind: str) -> int:
    return sum(unit[0] == kind and unit[1][0] == "army" for unit in w.units)


def compare(t: ShogunState, w: movement.World, *, final: bool, win_at: int = -1) -> int:
    """Walk through the engine's moments in a random order; at each the steps must be those of the referee."""
    outlook = movement.Outlook(w, boards.NEAR, final=final, win_at=win_at)
    armies = len(w.armies)
    rng = random.Random(len(outlook.after))
    waiting, known, looked = [t], {t.key()}, 0
    while waiting and looked < MOMENTS:
        now = waiting.pop(rng.randrange(len(waiting)))
        looked += 1
        here = boards.world_of(now, armies)
        assert here in outlook.lawful
        found = set()
        for after in whole_steps(now):
            found.add(boards.world_of(after, armies))
            if after.stage == table.MOVE and after.key() not in known:
                known.add(after.key())
                waiting.append(after)
        expected = outlook.steps(here)
        where = GAME.position_text(now)
        assert found - expected == set(), f"the engine allows what the rulebook does not: {where}"
        assert expected - found - out_of_turn(now, here) == set(), f"the engine forbids what is lawful: {where}"
        assert (DONE in list(GAME.legal(now))) == movement.in_order(here), where
    return looked


@rule("9.4", "9.5", "9.6", "9.7", "9.8", "9.9", "9.10", "13.1", "13.3")
@pytest.mark.parametrize("final", [False, True], ids=["phase A", "phase D"])
@pytest.mark.parametrize("seed", range(25))
def test_each_step_is_lawful_exactly_if_the_phase_can_still_end(seed: int, final: bool) -> None:
    t, w = boards.some_crowd(seed, final=final)
    assert compare(t, w, final=final) > 0


@rule("2.4", "9.6", "9.10")
@pytest.mark.parametrize("final", [False, True], ids=["phase A", "phase D"])
@pytest.mark.parametrize("seed", range(200, 212))
def test_the_squares_of_the_army_cards_are_reckoned_with(seed: int, final: bool) -> None:
    t, w = boards.some_crowd(seed, final=final, samurai=True)
    assert compare(t, w, final=final) > 0


@rule("14.4")
@pytest.mark.parametrize("seed", range(100, 115))
def test_the_conquest_that_wins_leaves_the_board_in_order(seed: int) -> None:
    t, w = boards.some_crowd(seed, final=True, empty=1)
    t.goal = t.provinces_of(at.ATTACKER) + 1
    assert compare(t, w, final=True, win_at=len(w.empty) - 1) > 0


@rule("9.10")
@pytest.mark.parametrize("seed", range(300, 340))
@pytest.mark.parametrize("limit", [1, 5, 400])
def test_a_search_that_gives_up_early_never_leaves_a_player_without_a_lawful_end(seed: int, limit: int) -> None:
    final = bool(seed % 2)
    t, _ = boards.some_crowd(seed, final=final)
    rng = random.Random(seed)
    while t.stage in boards.MOVING:
        actions = list(legal_movement(t, Outlook(t, limit, limit)))
        assert actions, GAME.position_text(t)
        assert set(actions) <= set(GAME.legal(t))
        onward = [action for action in actions if t.stage != table.MOVE or action != DONE]
        action = rng.choice(onward) if onward else DONE
        if t.stage == table.MOVE and action == DONE:
            assert in_order(t), GAME.position_text(t)
        GAME.apply(t, action)
        GAME.actor(t)


@rule("9.4", "9.10")
@pytest.mark.parametrize("players", [2, 4, 5])
def test_random_games_never_reach_the_limit_of_the_search(players: int) -> None:
    rng = Rng(players)
    s = GAME.start(Options(GAME.info.options, {"players": players, "experience": "1,2,3,4"}))
    asked = 0
    while GAME.actor(s) != CORE_DONE:
        t = cast(ShogunState, s)
        if t.stage in boards.MOVING:
            outlook = Outlook(t)
            assert list(legal_movement(t, outlook)) == list(GAME.legal(s))
            assert outlook.most < LIMIT // 10
            asked += outlook.search is not None
        GAME.apply(s, random_action(GAME, s, rng))
    assert asked > 5
