"""Whole games by a finger on the board itself; the buttons below it only carry out what lies there."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.positions import seated
from tests.browser.test_gunshi_by_hand import COLUMN, at, holds
from tests.browser.test_shogun_presses import MARCHING, actions
from tests.browser.test_shogun_table import WAR
from tests.browser.visitor import PHONE, Visitor
from tests.server.house import Server

Make = Callable[..., Visitor]
# A point of all that glows on the board, and of the buttons that carry out what lies there, if nothing covers them.
_GLOWING = """
() => {
  // Until the server has told what the board stands for, nothing glows there.
  const told = document.querySelector('.board[data-foreseen]') !== null;
  if (!told || document.querySelector('[aria-busy=true], .cover')) return {told: false, board: [], buttons: []};
  // Between the islands of a province its middle is sea: a finger goes to where it sees land.
  const parts = [4, 3, 5, 2, 6, 1, 7].map((part) => part / 8);
  const within = (found) => [...document.querySelectorAll(found)].flatMap((each) => {
    const box = each.getBoundingClientRect();
    const across = (down) => parts.map((along) => [box.x + box.width * along, box.y + box.height * down]);
    const points = parts.flatMap(across);
    return points.filter((point) => box.width && each.contains(document.elementFromPoint(...point))).slice(0, 1);
  });
  return {
    told: true,
    board: within('.board .choice:not([disabled]):not([aria-disabled=true])'),
    // Koku that would be lost are asked about: the answer is such a button, too.
    buttons: [...within('.choices .asks .button.main'),
              ...within('.choices .choice.main:not([disabled]):not([aria-disabled=true])')],
  };
}
"""
MOVING = WAR.format(stage="move-begin", aim="")
# So many taps in a row may only take something up, turn it or put it down.
_PATIENCE = 4


def by_touch(ann: Visitor, rng: random.Random, seconds: float = 240) -> tuple[int, int]:
    """Play to the end; how many taps fell on the board, and how many moves they made by themselves or with a button."""
    taps, moves, idle, end = 0, 0, 0, time.monotonic() + seconds
    version = ann.version
    while not ann.over:
        assert time.monotonic() < end, ann.page.locator(".prompt").inner_text()
        if ann.version != version:
            moves, version, idle = moves + (idle > 0), ann.version, 0
        glowing = ann.page.evaluate(_GLOWING)
        places = glowing["board"] if idle < _PATIENCE else []
        # The board comes first. What lies there is carried out now and then, or there would be no end of turning it.
        if glowing["buttons"] and (not places or (idle and rng.random() < 0.5)):
            ann.page.touchscreen.tap(*glowing["buttons"][0])
            ann.answered()
            idle = 1 if idle == 0 or idle >= _PATIENCE else idle
        elif places:
            ann.page.touchscreen.tap(*rng.choice(places))
            taps, idle = taps + 1, idle + 1
            ann.answered()
        elif glowing["told"] and ann.choose(rng):
            idle = 0
        else:
            ann.page.wait_for_timeout(40)
    return taps, moves


@pytest.mark.parametrize("game", ["Gunshi", "Gunkimono", "Shogun"])
def test_a_whole_game_by_touch_on_the_board(visitor: Make, game: str) -> None:
    ann = visitor(size=PHONE)
    taps, moves = 0, 0
    for number in range(3):
        ann.set_table(game)
        ann.wait_for_table()
        taps, moves = by_touch(ann, random.Random(f"touch {game} {number}"))
        expect(ann.page.locator(".result h2")).to_be_visible()
        # The trial games are short: a handful of own turns. A clan that falls in its first round (one game in two
        # hundred) has been asked too little, and begins anew.
        if taps >= 3 and moves >= 1:
            break
    assert taps >= 3
    assert moves >= 1


def test_a_finger_drags_a_unit_to_its_square(visitor: Make, house: Server) -> None:
    ann, *_ = seated(visitor, house, "gunshi", f"{COLUMN} card=M", size=PHONE)
    ann.drag_by_finger(at(ann, "d3"), at(ann, "d4"))
    holds(ann, "d4", "Red infantry")
    holds(ann, "c3", "Red infantry")


@pytest.mark.parametrize(
    ("position", "troop", "goal", "done"),
    [
        (MARCHING, "[data-force=mino][data-movable]", "[data-army='red 1']", "march mino hida army"),
        (MOVING, "[data-army='red 1'][data-movable]", "[data-army='red 2']", "move 1 mino"),
    ],
)
def test_a_finger_drags_forces_and_armies_alike(
    visitor: Make, house: Server, position: str, troop: str, goal: str, done: str
) -> None:
    ann, lord, table = seated(visitor, house, "shogun", position, size=PHONE)
    ann.page.locator(troop).wait_for()
    ann.drag_by_finger(ann.page.locator(troop).first, ann.page.locator(goal).first)
    ann.until(lambda: actions(lord, table) != [])
    assert actions(lord, table)[0] == done
