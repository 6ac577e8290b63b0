"""Gunkimono's table: what is placed, where it would lie and what a scoring brings is always on the screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.positions import Make, seated
from tests.browser.visitor import DESKTOP, PHONE
from tests.server.house import Server

POSITION = "players=2 grid=AAPS/SPIC hands=A2C2,I1P1/- row=A1S1,A1S2,P1S1"


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_tile_is_seen_from_the_hand_to_its_score(visitor: Make, house: Server, size: tuple[int, int]) -> None:
    ann, _, _ = seated(visitor, house, "gunkimono", POSITION, size=size)
    page = ann.page
    page.locator("[data-tile=A2C2]").click()
    expect(page.locator(".bar")).to_contain_text("You place archer (2) and cavalry (2)")
    page.locator("[data-q=c1]").click()
    expect(page.locator("[data-ghost]")).to_have_count(2)
    while page.locator("[data-ghost=c2]").count() == 0:
        page.get_by_role("button", name="Turn the tile").click()
    expect(page.locator(".bar")).to_contain_text("archer: 3 points or 2 honor · joins 2 more")
    expect(page.locator(".bar")).to_contain_text("cavalry: 2 points or 2 honor · joins one more")
    page.get_by_role("button", name="Place it here").click()
    # The list says what the board says.
    expect(page.locator(".choices").get_by_role("button", name="Score 3 victory points")).to_be_visible()
    page.locator(".choices").get_by_role("button", name="Score 2 honor").click()
    expect(page.locator("#talk")).to_contain_text("Red places archer (2) on c1 and cavalry (2) on c2.")
    expect(page.locator("#talk")).to_contain_text("Red scores 2 honor for the archer.")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_turn_on_the_board_by_keyboard_alone(visitor: Make, house: Server) -> None:
    ann, _, _ = seated(visitor, house, "gunkimono", POSITION)
    page, keys = ann.page, ann.page.keyboard
    page.locator("[data-tile=A2C2]").focus()
    keys.press("Enter")
    # The tile is out of the hand; the focus is where it may lie.
    expect(page.locator("[data-spot]:focus")).to_have_count(1)
    for _ in range(8):
        if page.evaluate("document.activeElement.dataset.q") == "c1":
            break
        keys.press("ArrowRight")
    keys.press("Enter")
    while page.locator("[data-ghost=c2]").count() == 0:
        keys.press("r")
    keys.press("Enter")
    expect(page.locator(".bar")).to_contain_text("c1: a formation of 3. Honor of the archer: 0 → 2.")
    keys.press("Tab")
    for troop in ("archer", "cavalry"):
        expect(page.locator(".bar .score:focus")).to_have_count(1)
        keys.press("Enter")
        expect(page.locator("#talk")).to_contain_text(f"points for the {troop}")
    expect(page.locator(".row [data-tile]:focus")).to_have_count(1)
