"""Keyboard, screen reader, small downloads: the browser is for everyone."""

from __future__ import annotations

import gzip
import random
import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Response, expect

from tests.browser.visitor import PHONE, Visitor
from tests.forks import LONGEST

Make = Callable[..., Visitor]

_FOCUSED = """(e => e.ariaLabel || e.closest('label')?.textContent || e.textContent || '')(document.activeElement)"""
_ON_A_CHOICE = """!!document.activeElement.closest(`[data-decides] button, .choices .asks .button,
  .choices .choice, .choices .row, .choices summary:not(details[open] > summary)`)"""

PAGES = ["/", "/learn", "/learn/gunshi", "/learn/gunkimono", "/learn/shogun", "/rules/gunshi", "/edition", "/nowhere"]


def in_both_themes(ann: Visitor) -> list[str]:
    """What axe finds by day and by night."""
    found = list[str]()
    for theme in ("dark", "light"):
        ann.page.emulate_media(color_scheme=theme)
        expect(ann.page.locator("html")).to_have_attribute("data-theme", theme)
        found += [f"{theme}: {each}" for each in ann.axe()]
    return found


@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_serious(visitor: Make, path: str) -> None:
    ann = visitor()
    ann.open(path)
    ann.page.wait_for_load_state("networkidle")
    assert in_both_themes(ann) == []


@pytest.mark.parametrize("game", ["Gunshi", "Gunkimono", "Shogun"])
def test_axe_finds_nothing_serious_at_the_tables(visitor: Make, game: str) -> None:
    ann = visitor()
    ann.home()
    ann.page.get_by_role("button", name=f"More ways: {game}").click()
    assert in_both_themes(ann) == []
    ann.page.keyboard.press("Escape")
    ann.page.get_by_role("button", name=f"Play now: {game}").click()
    rng = random.Random(1)
    for _ in range(6):
        ann.page.wait_for_selector(".choices")
        ann.choose(rng)
    ann.page.wait_for_selector(".choices")
    assert in_both_themes(ann) == []
    ann.open(f"/replay/{ann.table}")
    ann.page.wait_for_selector(".controls")
    assert in_both_themes(ann) == []


def test_the_theme_follows_the_system_until_it_is_set_and_is_remembered(visitor: Make) -> None:
    ann = visitor()
    ann.page.emulate_media(color_scheme="dark")
    ann.home()
    worn = ann.page.locator("html")
    expect(worn).to_have_attribute("data-theme", "dark")
    ann.page.get_by_role("button", name="You", exact=True).click()
    expect(ann.page.get_by_role("radio", name="as the system")).to_be_checked()
    ann.page.get_by_role("radio", name="light").click()
    expect(worn).to_have_attribute("data-theme", "light")
    ann.page.reload()
    expect(worn).to_have_attribute("data-theme", "light")


@pytest.mark.parametrize("game", ["Gunshi", "Gunkimono", "Shogun"])
def test_a_whole_game_by_keyboard_alone(visitor: Make, game: str) -> None:
    ann = visitor()
    ann.home()
    keys, page = ann.page.keyboard, ann.page

    def tab_to(label: str) -> None:
        for _ in range(60):
            if str(page.evaluate(_FOCUSED)).strip().startswith(label):
                return
            keys.press("Tab")
        raise AssertionError(f"{label!r} cannot be reached with the Tab key")

    tab_to(f"More ways: {game}")
    keys.press("Enter")
    tab_to("Which game")
    tab_to("Strength of the bots")
    keys.press("Home")
    tab_to("Options")
    keys.press("Enter")
    tab_to("Open the table")
    keys.press("Enter")
    ann.wait_for_table()
    # A shorter game is enough to be played to its end.
    ann.set_table(game)
    ann.wait_for_table()
    rng, end = random.Random(game), time.monotonic() + LONGEST
    while not ann.over:
        assert time.monotonic() < end
        choices = page.locator(".choices .choice, .choices .row, .choices summary").count()
        if not choices:
            page.wait_for_timeout(40)
            continue
        keys.press("Escape")  # out of the line for typed commands
        # Once more leads from a panel on the board to the seal.
        for _ in range(rng.choice([1, 1, 2])):
            keys.press("c")
        for _ in range(rng.randrange(min(8, choices))):
            keys.press("Tab")
        # Enter on a choice makes it, on the folded list it opens it; elsewhere nothing harmful happens.
        if page.evaluate(_ON_A_CHOICE):
            keys.press("Enter")
        page.wait_for_timeout(15)


def test_a_screen_reader_hears_what_happens_and_what_is_asked(visitor: Make) -> None:
    ann = visitor()
    ann.home()
    ann.page.get_by_role("button", name="Play now: Gunshi").click()
    ann.page.wait_for_selector(".choices")
    status = ann.page.get_by_role("status")
    asked = ann.page.locator(".asked").inner_text()
    expect(status).to_contain_text(asked)
    ann.choose(random.Random(1))
    expect(status).to_contain_text("shogun")
    # Squares speak for themselves.
    expect(ann.page.locator('[data-q="d2"]')).to_have_attribute(
        "aria-label", re.compile("d2: Red infantry facing north, with shield")
    )


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("number", range(3), ids=["gunshi", "gunkimono", "shogun"])
def test_the_first_load_of_a_game_page_is_small(visitor: Make, number: int, lang: str) -> None:
    maker = visitor(lang=lang)
    maker.home()
    maker.page.locator(".game .button.main").nth(number).click()
    maker.wait_for_table()
    ann, sizes = visitor(lang=lang, new=True), {}

    def weigh(response: Response) -> None:
        if "/api/" not in response.url and response.ok:
            body = response.body()
            squeezed = len(gzip.compress(body, 6))
            sizes[response.url] = min(len(body), squeezed)

    ann.page.on("response", weigh)
    ann.open(f"/t/{maker.table}")
    ann.wait_for_table()
    ann.page.wait_for_load_state("networkidle")
    assert len(sizes) >= 4
    # Where the system has no Japanese typeface of its own, ours is loaded in addition (docs/browser.md).
    own = [sizes.pop(url) for url in list(sizes) if "-japanese-" in url]
    assert sum(sizes.values()) < 250_000, sizes
    assert sum(own) < 125_000
    assert lang == "ja" or not own


def test_only_our_own_house_is_asked_for_anything(visitor: Make, house: object) -> None:
    ann = visitor(new=True)
    asked: set[str] = set()
    ann.page.on("request", lambda request: asked.add(request.url))
    ann.home()
    ann.page.get_by_role("button", name="Play now: Shogun").click()
    ann.page.wait_for_selector(".choices")
    assert asked
    assert all(url.startswith((ann.url, ann.url.replace("http", "ws"), "data:")) for url in asked)


def test_nothing_jumps_when_a_move_arrives(visitor: Make) -> None:
    ann = visitor()
    ann.home()
    ann.page.get_by_role("button", name="Play now: Gunkimono").click()
    ann.page.wait_for_selector(".choices")
    ann.page.wait_for_selector(".ground svg")
    place = "() => JSON.stringify(document.querySelector('.ground svg').getBoundingClientRect())"
    before, rng = ann.page.evaluate(place), random.Random(9)
    for _ in range(10):
        ann.page.wait_for_selector(".choices")
        ann.choose(rng)
        assert ann.page.evaluate(place) == before


def test_the_map_answers_a_tap_and_follows_a_drag(visitor: Make) -> None:
    """A drag moves the drawn map without drawing it again; how fast is measured by `scripts/web_speed.py`."""
    ann = visitor()
    ann.home()
    ann.page.get_by_role("button", name="Play now: Shogun").click()
    page = ann.page
    # The deal decides whose a province is: a tap on one of ours would place spearmen.
    page.wait_for_selector(".province.choice")
    foreign = page.locator(".province:not(.choice)").first.get_attribute("data-p")
    page.locator(f".province[data-p={foreign}]").dispatch_event("click")
    expect(page.locator(f".province.picked[data-p={foreign}]")).to_have_count(1)
    box = page.locator(".mapbox").bounding_box()
    assert box is not None
    page.get_by_role("button", name="Zoom in").click()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    drawing = page.locator(".viewport svg")
    place, drawn = drawing.get_attribute("style"), drawing.get_attribute("viewBox")
    for step in range(20):
        page.mouse.move(box["x"] + box["width"] / 2 - step * 8, box["y"] + box["height"] / 2)
    page.mouse.up()
    expect(drawing).not_to_have_attribute("style", str(place))
    assert drawing.get_attribute("viewBox") == drawn


@pytest.mark.parametrize("path", ["/", "/learn/shogun", "/rules/gunkimono", "/edition"])
def test_pages_fit_a_phone(visitor: Make, path: str) -> None:
    ann = visitor(size=PHONE)
    ann.open(path)
    ann.page.wait_for_load_state("networkidle")
    assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_person_has_a_name_another_device_and_an_account(visitor: Make) -> None:
    ann = visitor()
    ann.home()
    ann.page.get_by_role("button", name="You", exact=True).click()
    dialog = ann.page.get_by_role("dialog")
    dialog.get_by_label("Your name at the tables").fill("Ann")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_role("status")).to_have_text("Saved.")
    dialog.get_by_label("Login").fill("ann.of.edo")
    dialog.get_by_label("Password").fill("short")
    dialog.get_by_role("button", name="Make an account").click()
    expect(dialog.get_by_role("alert")).to_contain_text("8 to 200")
    dialog.get_by_label("Password").fill("plum and pine")
    dialog.get_by_role("button", name="Make an account").click()
    expect(dialog).to_contain_text("You are logged in as ann.of.edo")
    assert not ann.axe()
    dialog.get_by_role("button", name="Make a link", exact=True).click()
    phone = visitor(size=PHONE)
    phone.page.goto(dialog.get_by_label("Open this on the other device:").input_value())
    phone.page.get_by_role("button", name="Yes, be Ann here").click()
    phone.page.wait_for_selector(".game")
    phone.page.get_by_role("button", name="You", exact=True).click()
    expect(phone.page.get_by_label("Your name at the tables")).to_have_value("Ann")


def test_a_link_that_opens_nothing_says_so_in_plain_words(visitor: Make) -> None:
    ann = visitor()
    ann.open("/link/nothing")
    expect(ann.page.locator("main")).to_contain_text("Ask for a new one")


# Controls whose ring of focus is cut off by a part of the page that scrolls or hides what runs over it.
_CLIPPED = """() => {
  const found = [], ring = 5;
  for (const one of document.querySelectorAll('main :is(a[href], button, input, select, summary, #talk)')) {
    if (one.disabled || !one.checkVisibility() || one.closest('.sr')) continue;
    one.focus({ preventScroll: false });
    if (document.activeElement !== one) continue;
    const style = getComputedStyle(one), box = one.getBoundingClientRect();
    const out = Math.min(ring, parseFloat(style.outlineWidth) + parseFloat(style.outlineOffset));
    if (!(out > 0) || style.outlineStyle === 'none') continue;
    for (let over = one.parentElement; over && over !== document.body; over = over.parentElement) {
      const how = getComputedStyle(over);
      if (how.position === 'fixed') break;
      if (how.overflowX === 'visible' && how.overflowY === 'visible') continue;
      const room = over.getBoundingClientRect();
      if (box.left - out < room.left - 0.5 || box.right + out > room.right + 0.5)
        { found.push(`${one.className} ${one.textContent.trim().slice(0, 30)} in ${over.className}`); break; }
    }
  }
  return [...new Set(found)];
}"""


@pytest.mark.parametrize("game", ["Gunshi", "Gunkimono", "Shogun"])
def test_rings_of_focus_are_not_cut_off(visitor: Make, game: str) -> None:
    ann = visitor()
    ann.home()
    assert ann.page.evaluate(_CLIPPED) == []
    ann.page.get_by_role("button", name=f"Play now: {game}").click()
    ann.wait_for_table()
    ann.page.wait_for_selector(".choices")
    ann.page.keyboard.press("Tab")  # rings are for those who use keys
    assert ann.page.evaluate(_CLIPPED) == []
    ann.page.locator(".choices summary").click()
    ann.page.keyboard.press("Tab")
    assert ann.page.evaluate(_CLIPPED) == []
