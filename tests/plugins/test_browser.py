"""A game that the browser app has never heard of: home, rules, lesson and table, in a real browser."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import opened
from tests.browser.visitor import DESKTOP, Visitor
from tests.forks import environment
from tests.server.house import COMMAND, Server, serving


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with opened() as running:
        yield running


@pytest.fixture(scope="module")
def served(ambush: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", environment(ambush)["PYTHONPATH"])
        # A new process, which finds what is installed now.
        with serving(tmp_path_factory.mktemp("served") / "data", "--bot-seconds", "0.05", command=COMMAND) as running:
            yield running


@pytest.fixture(params=["en", "ja"])
def lang(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def name(lang: str) -> str:
    return NAMES[lang]


@pytest.fixture
def visitor(browser: Browser, served: Server, lang: str) -> Iterator[Visitor]:
    made = Visitor(browser, served.url, DESKTOP, lang)
    yield made
    made.close()
    assert not made.errors


NAMES = {"en": "Ambush", "ja": "伏兵"}


def test_home_rules_and_lesson(visitor: Visitor, name: str) -> None:
    page = visitor.page
    page.goto(f"{visitor.url}/#/")
    card = page.locator("article.game", has_text=name)
    expect(card.locator("img")).to_be_visible()
    page.goto(f"{visitor.url}/#/rules/ambush")
    expect(page.locator("#p3\\.2")).to_contain_text("3.2")
    expect(page.get_by_role("heading", level=1)).to_contain_text(name)
    page.goto(f"{visitor.url}/#/learn")
    page.get_by_role("link", name=re.compile(name)).click()
    page.locator(".lesson .button.main").click()
    page.get_by_role("button", name="c3-c4").click()
    expect(page.locator(".lesson strong")).to_contain_text("✓")


def test_moves_by_tapping_at_the_table(visitor: Visitor, name: str) -> None:
    page = visitor.page
    page.goto(f"{visitor.url}/#/")
    page.locator("article.game", has_text=name).locator("button.main").click()
    table = page.locator(".table[data-game=ambush]")
    expect(table).to_be_visible()
    expect(page).to_have_title(re.compile(name))
    # One tap names the general; a move takes two.
    page.locator("[data-place=c1]").click()
    expect(page.locator("[data-place=c1] text")).to_have_text("★")
    page.locator("[data-place=a1][role=button]").click()
    page.locator("[data-place=a2][role=button]").click()
    expect(page.locator("[data-place=a2] text")).to_have_text("●")
    # When it is our turn again, a move against the rules is refused with the paragraph.
    page.locator(".choices summary").click()
    field = page.locator(".choices input")
    field.fill("c3-c4")
    field.press("Enter")
    expect(page.locator(".notes")).to_contain_text("3.1")


def tap_a_move(visitor: Visitor, rng: random.Random) -> str:
    """Play one legal action by tapping places of the board only."""
    sight = visitor.sights()[-1]
    visitor.seen(sight["version"])
    action = rng.choice(sight["legal"])["text"]
    first, *second = re.findall(r"\b[a-e][1-5]\b", action)
    visitor.page.locator(f"[data-place={first}][role=button]").click()
    # A soldier with a single way to go has gone already.
    if second and visitor.page.locator(f"[data-place={first}][aria-pressed=true]").count():
        visitor.page.locator(f"[data-place={second[0]}][role=button]").click()
    visitor.answered()
    return str(action)


def test_a_whole_game_by_tapping_the_board(visitor: Visitor, name: str, lang: str) -> None:
    page, rng, played = visitor.page, random.Random(7), 0
    page.goto(f"{visitor.url}/#/")
    page.locator("article.game", has_text=name).locator("button.main").click()
    expect(page.locator("[data-place=c3]")).to_be_visible()
    own_turn = page.locator("[data-place][role=button]")
    while True:
        visitor.until(lambda: visitor.over or own_turn.count() > 0)
        if visitor.over:
            break
        tap_a_move(visitor, rng)
        played += 1
    # The general was named and soldiers moved, until a general fell or the moves were used up.
    assert 2 <= played <= 31
    sight = visitor.sights()[-1]
    assert sight["over"]
    expect(page.locator(".result")).to_be_visible()
    expect(own_turn).to_have_count(0)
    # Every piece stands where the last view says, and nothing that was hidden was ever sent.
    standing = {piece["at"]: piece["sign"] for piece in sight["view"]["pieces"]}
    for place, sign in standing.items():
        expect(page.locator(f"[data-place={place}] text")).to_have_text(sign)
    enemy = ("black", "white")[1 - sight["seat"]]
    assert {each["view"]["generals"][enemy] for each in visitor.sights() if not each["over"]} <= {None, "?"}
    page.reload()
    expect(page.locator(".result")).to_be_visible()
    assert page.locator("html").get_attribute("lang") == lang
