"""Shogun's table: names that can be read, dice on the battle screen, choices that say what they end."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.positions import Make, replayed, seated
from tests.browser.visitor import DESKTOP, PHONE
from tests.server.house import Server

WAR = (
    "shogun players=3 | stage={stage} round=2 war=red turn=red slot=1 bins_open=1"
    " | red sword=1; blue sword=2; green sword=3"
    " | red1@hida 2B2P {aim}; red2@mino 1P; blue1@etchu 1B1P; green1@kii 1P"
    " | hida red 1P; mino red; etchu blue; echigo blue 1P; kii green; ise green 2P"
)
# Pairs of names on the map that lie over each other by more than a few points.
_OVERLAPS = """
() => {
  const boxes = [...document.querySelectorAll('.viewport .name')].map(e => [e.textContent, e.getBoundingClientRect()]);
  const found = [];
  for (const [i, [a, p]] of boxes.entries()) for (const [b, q] of boxes.slice(i + 1))
    if (Math.min(p.right, q.right) - Math.max(p.left, q.left) > 4
        && Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 5)
      found.push(a + ' / ' + b);
  return [boxes.length, found];
}
"""


@pytest.mark.parametrize(("size", "lang"), [(DESKTOP, "en"), (DESKTOP, "ja"), (PHONE, "en"), (PHONE, "ja")])
def test_no_name_lies_over_another_at_any_zoom(visitor: Make, house: Server, size: tuple[int, int], lang: str) -> None:
    ann, _, _ = seated(visitor, house, "shogun", WAR.format(stage="declare", aim=""), size=size, lang=lang)
    most = 0
    for _ in range(4):
        named, overlaps = ann.page.evaluate(_OVERLAPS)
        assert overlaps == []
        most = max(most, named)
        ann.page.locator(".zoom button").first.dispatch_event("click")
        ann.page.wait_for_timeout(300)  # painted anew
    assert most > 40


def test_dice_lie_on_the_battle_screen(visitor: Make, house: Server) -> None:
    fought = ["fight army 1", "hits 1", "hits 0"]
    table = replayed(house, "shogun", WAR.format(stage="combat", aim="aim=etchu"), fought)
    ann = visitor()
    ann.open(f"/replay/{table}?at={len(fought)}")
    # The bowmen of both sides have shot: two dice of the attacker, one of the defender.
    rolls = ann.page.locator(".battle").get_by_role("img", name="bowmen:")
    expect(rolls).to_have_count(2)
    expect(rolls.nth(0)).to_have_attribute("aria-label", "bowmen: 1 of 2 hit")
    expect(rolls.nth(1)).to_have_attribute("aria-label", "bowmen: 0 of 1 hit")


def test_done_says_what_it_ends(visitor: Make, house: Server) -> None:
    ann, _, _ = seated(visitor, house, "shogun", WAR.format(stage="declare", aim=""))
    expect(ann.page.locator(".choices").get_by_role("button", name="No more attacks")).to_be_visible()
    ann.page.locator(".province[data-p=etchu]").dispatch_event("click")
    card = ann.page.get_by_role("region", name="Etchu")
    expect(card.get_by_role("button", name="Army 1 declares an attack on Etchu")).to_be_visible()
    expect(card.locator(".odds").first).to_contain_text("Attack succeeds in")
    card.get_by_role("button", name="Army 1 declares an attack on Etchu").click()
    expect(ann.page.locator(".arrow")).to_have_count(1)
    expect(ann.page.locator("#talk")).to_contain_text("Red's army 1 will attack Etchu.")


def test_the_question_names_the_army_and_the_province_it_leaves(visitor: Make, house: Server) -> None:
    position = WAR.format(stage="move-begin", aim="").replace("hida red 1P", "hida red")
    ann, lord, table = seated(visitor, house, "shogun", position)
    lord.act(table, "move 1 mino", seat=0)
    expect(ann.page.locator(".prompt")).to_contain_text("Army 1 leaves Hida: which units stay as garrison?")
