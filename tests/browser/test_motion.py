"""Whatever moves or falls on a table is seen to do so: for a short while, and not where no motion is wanted."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from playwright.sync_api import expect

import gunbai
from tests.browser.positions import Make, resumed, seated, uncover
from tests.browser.test_battles_seen import POSITION
from tests.browser.test_gunshi_telling import BATTLE
from tests.browser.test_shogun_presses import MARCHING
from tests.browser.test_shogun_table import WAR
from tests.browser.visitor import Visitor
from tests.games.gunshi.field import board
from tests.server.house import Player, Server

# Every motion of the page: what moved, where it lies, and how long it took.
NOTED = """() => {
  window.moved = [];
  const note = (element, lasts) => {
    const at = element.closest("[data-q], [data-p], [data-army], [data-falls]")?.dataset ?? {};
    const where = at.army ?? at.falls ?? at.q ?? at.p ?? "";
    window.moved.push([`${element.classList[0] ?? element.tagName} ${where}`.trim(), lasts]);
  };
  const real = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) { note(this, how.duration); return real.call(this, frames, how); };
  for (const kind of ["animationstart", "transitionrun"])
    addEventListener(kind, ({ target }) => {
      for (const each of target.getAnimations())
        if (each.animationName || each.transitionProperty) note(target, each.effect.getTiming().duration);
    });
}"""


def watched(visitor: Make, house: Server, game: str, position: str, **guise: Any) -> tuple[Visitor, Player, str]:
    """Somebody at a table who does not mind motion."""
    ann, lord, table = seated(visitor, house, game, position, **guise)
    ann.page.emulate_media(reduced_motion="no-preference")
    ann.page.evaluate(NOTED)
    return ann, lord, table


def moved(ann: Visitor, *what: str) -> None:
    """These were seen to move, each for 120 to 250 milliseconds."""
    for each in what:
        try:
            ann.page.wait_for_function("what => window.moved.some(([name]) => name === what)", arg=each)
        except PlaywrightTimeout:
            pytest.fail(f"{each} was not seen to move, but {ann.page.evaluate('window.moved')}")
    lasted = [lasts for name, lasts in ann.page.evaluate("window.moved") if name in what]
    assert all(120 <= each <= 250 for each in lasted), lasted


def test_units_go_and_fences_and_units_fall(visitor: Make, house: Server) -> None:
    ann, lord, table = watched(visitor, house, "gunshi", BATTLE)
    lord.act(table, "unit c3", "move north", "join d3", "next c3", seat=0)
    moved(ann, "piece c4", "piece d4", "falls c4-c5")
    ann, lord, table = watched(visitor, house, "gunshi", f"{board('C d3, I g1*', 'I d5, I g7*, A a7')} card=M")
    lord.act(table, "unit d3", "move north", "to d5", seat=0)
    moved(ann, "piece d5", "falls d5")


def test_units_turn_before_ones_eyes(visitor: Make, house: Server) -> None:
    ann, lord, table = watched(visitor, house, "gunshi", f"{board('I d3, I g1*', 'I d5, I g7*')} card=Re")
    lord.act(table, "unit d3", "turn east", seat=0)
    moved(ann, "piece d3")


def test_cards_are_sent_and_turned_over_and_move_up(visitor: Make, house: Server) -> None:
    ann, lord, table = watched(visitor, house, "gunshi", BATTLE)
    lord.act(table, "unit c3", "move north", "join d3", "next c3", seat=0)
    # The Reorient behind the Move comes first now.
    moved(ann, "card-face")
    ann.page.evaluate("window.moved = []")
    lord.act(table, "send M", seat=0)
    moved(ann, "card-face")
    ann.page.evaluate("window.moved = []")
    lord.act(table, "end", seat=0)
    # Blue's hidden card is carried out at once, and red sees which it was.
    moved(ann, "card-face", "count")


def test_tiles_are_laid_down_and_markers_and_points_move(visitor: Make, house: Server) -> None:
    position = "players=2 grid=AAPS/SPIC hands=A2C2,I1P1/- row=A1S1,A1S2,P1S1"
    ann, lord, table = watched(visitor, house, "gunkimono", position)
    lord.act(table, "large A2C2", "place c1 south")
    moved(ann, "laid c1", "laid c2")
    lord.act(table, "score honor")
    moved(ann, "marker")
    lord.act(table, "score points")
    moved(ann, "sum")


def test_a_stronghold_is_seen_to_be_built(visitor: Make, house: Server) -> None:
    position = "players=2 grid=SSPSS/PIIII board=I1*SPSS/PIIII step=build tile=I at=a1 honor=3,3,3,3,3/0,0,0,0,0"
    ann, lord, table = watched(visitor, house, "gunkimono", position)
    lord.act(table, "build c2")
    moved(ann, "built c2")


def test_armies_and_forces_march(visitor: Make, house: Server) -> None:
    position = WAR.format(stage="move-begin", aim="").replace("mino red", "mino red 1P")
    ann, lord, table = watched(visitor, house, "shogun", position)
    lord.act(table, "move 1 mino", seat=0)
    moved(ann, "flag red 1")
    ann, lord, table = watched(visitor, house, "shogun", MARCHING)
    lord.act(table, "march mino owari", "send spearman", "done", seat=0)
    moved(ann, "badge owari")
    # What came along is one with what was there.
    expect(ann.page.locator("[data-force=owari] .badge")).to_have_count(1)


def test_a_province_is_seen_to_change_hands(visitor: Make, house: Server) -> None:
    ann, lord, table = watched(visitor, house, "shogun", POSITION)
    ann.page.evaluate("localStorage.setItem('gunbai.speed', 'fast')")
    lord.act(table, "fight army 1", seat=0)
    for _ in range(30):
        sights = lord.see(table)["sights"]
        if sights[0]["view"]["provinces"]["echigo"]["owner"] == "red":
            break
        seat, sight = next((i, each) for i, each in enumerate(sights) if each["legal"])
        lord.act(table, sight["legal"][0]["text"], seat=seat)
    moved(ann, "edge echigo", "land echigo")


def test_a_castle_is_seen_to_be_built(visitor: Make, house: Server) -> None:
    match = gunbai.new("shogun", preset="tiny", seed=3)
    while not any(text.startswith("castle ") for text in match.legal):
        match.push(next((text for text in reversed(match.legal) if text.startswith("bin build ")), match.legal[0]))
    ann, lord, table = resumed(visitor, house, match.text())
    ann.page.emulate_media(reduced_motion="no-preference")
    ann.page.evaluate(NOTED)
    # It is sealed until all have decided.
    while lord.see(table)["sights"][0]["view"]["stage"] == "build":
        seat, sight = next((i, each) for i, each in enumerate(lord.see(table)["sights"]) if each["legal"])
        lord.act(table, sight["legal"][0]["text"], seat=seat)
    uncover(ann)
    moved(ann, "castle")


@pytest.mark.parametrize("game", ["gunshi", "gunkimono", "shogun"])
def test_who_wants_no_motion_sees_none(visitor: Make, house: Server, game: str) -> None:
    position, actions, then = {
        "gunshi": (BATTLE, ["unit c3", "move north", "join d3", "next c3"], '[data-q=c4][aria-label*="Red"]'),
        "gunkimono": (
            "players=2 grid=AAPS/SPIC hands=A2C2,I1P1/- row=A1S1,A1S2,P1S1",
            ["large A2C2", "place c1 south", "score honor", "score points"],
            ".row [data-tile=A1S1].choice",
        ),
        "shogun": (MARCHING, ["march mino owari", "send spearman", "done"], '[data-p=owari][aria-label*="2"]'),
    }[game]
    ann, lord, table = seated(visitor, house, game, position)
    ann.page.evaluate(NOTED)
    lord.act(table, *actions, seat=0)
    ann.page.locator(then).wait_for()
    assert [each for each in ann.page.evaluate("window.moved") if each[1] > 1] == []
