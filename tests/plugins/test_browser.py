"""A game that the browser app has never heard of: home, rules, lesson and table, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import browser  # noqa: F401 - the fixture
from tests.browser.visitor import DESKTOP, Visitor
from tests.forks import environment
from tests.server.house import COMMAND, Server, serving


@pytest.fixture(scope="module")
def served(ambush: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", environment(ambush)["PYTHONPATH"])
        # A process that starts anew, and so finds what is installed now.
        with serving(tmp_path_factory.mktemp("served") / "data", "--bot-seconds", "0.05", command=COMMAND) as running:
            yield running


@pytest.fixture(params=["en", "ja"])
def lang(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def name(lang: str) -> str:
    return NAMES[lang]


@pytest.fixture
def visitor(browser: Browser, served: Server, lang: str) -> Iterator[Visitor]:  # noqa: F811
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
    field = page.locator(".choices input")
    field.fill("c3-c4")
    field.press("Enter")
    expect(page.locator(".dock")).to_contain_text("3.1")
