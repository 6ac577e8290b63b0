"""A walk through the whole app in Japanese: what is left in Latin letters is notation or a name."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from gunbai.core.registry import find
from tests.browser.visitor import Visitor
from tests.toy import game as toy

Make = Callable[..., Visitor]
WEB = Path(__file__).parents[2] / "web" / "src"
GAMES = {"gunshi": "軍師", "gunkimono": "軍記物", "shogun": "将軍"}

# Every text of the page and every attribute that is read out or shown, but for the line for typed commands.
_COLLECT = """() => {
  const found = [], walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const host = walker.currentNode.parentElement;
    if (host && !host.closest('script, style, noscript')) found.push(walker.currentNode.textContent);
  }
  for (const element of document.querySelectorAll('*:not(.choices form *)'))
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description'])
      if (element.getAttribute(name)) found.push(element.getAttribute(name));
  return found;
}"""
_NAMES = {"Gunbai", "English", "Gunshi", "Gunkimono", "Shogun", "Natural", "Earth", "MLP", "Whisper"}
# People of other tests, whose tables the home page lists.
_NAMES |= {"Lord", "Keeper", "Ann", "Bob", "Lady", "Ben", "Cat", "Cem", "Bartholomew"}
# Names that the page suggests to people who have none.
_NAMES |= set(re.findall(r'"([A-Z][a-z]+)"', (WEB / "lib/suggest.ts").read_text("utf-8")))
# Card and tile codes, and the examples of notation that options, rules and refusals show.
_NOTATION = {"Re", "Rf", "AAPS", "SPIC", "IPASC", "iki", "nagato", "buzen", "gk"}
_TYPED = {"hello", "HELLO", "send", "end", "lightning", "points", "honor", "nothing"}


def _settings() -> frozenset[str]:
    """The names under which rules and records know the options, their values and presets."""
    words = {"off"}
    for game in GAMES:
        info = find(game).info
        words |= {*info.presets, *(option.name for option in info.options)}
        words |= {choice for option in info.options for choice in option.choices}
    return frozenset(word for name in words for word in re.findall(r"[A-Za-z]{2,}", name))


def english(ann: Visitor, more: frozenset[str] = frozenset()) -> list[str]:
    """The texts on the page with words that are neither names nor notation."""
    texts: list[str] = ann.page.evaluate(_COLLECT)
    # The tests' own game is a guest of the house and brings no Japanese along.
    texts = [text for text in texts if text.strip() != toy.GAME.info.about]
    return [text.strip() for text in texts if set(re.findall(r"[A-Za-z]{2,}", text)) - _NAMES - _NOTATION - more]


def test_the_walk_would_notice_english(visitor: Make) -> None:
    ann = visitor(lang="en")
    ann.open("/learn")
    ann.page.wait_for_load_state("networkidle")
    assert len(english(ann)) > 5


PAGES = ["/", "/learn", "/rules", *(f"/rules/{game}" for game in GAMES), "/edition", "/nowhere", "/link/nothing"]


@pytest.mark.parametrize("path", PAGES)
def test_pages(visitor: Make, path: str) -> None:
    ann = visitor(lang="ja")
    ann.open(path)
    ann.page.wait_for_load_state("networkidle")
    assert english(ann, _settings() if path.startswith(("/rules/", "/edition")) else frozenset()) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_new_table_with_all_its_options(visitor: Make, game: str) -> None:
    ann = visitor(lang="ja")
    ann.home()
    ann.page.get_by_role("button", name=re.compile(f"他の遊び方.*{GAMES[game]}")).click()
    for summary in ann.page.locator("dialog summary").all():
        summary.click()
    assert english(ann) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_game_from_its_table_to_its_replay(visitor: Make, game: str) -> None:
    ann = visitor(lang="ja")
    ann.set_table(game)
    ann.wait_for_table()
    rng, count = random.Random(7), 0

    def look() -> bool:
        nonlocal count
        count += 1
        if count % 4 == 0:
            assert english(ann) == []
        return ann.over

    ann.play(rng, until=look)
    assert english(ann) == []
    ann.page.keyboard.press("?")
    ann.page.wait_for_selector(".inspector")
    assert english(ann) == []
    ann.open(f"/replay/{ann.table}")
    ann.page.wait_for_selector(".controls")
    for _ in range(6):
        ann.page.keyboard.press("ArrowLeft")
        ann.page.wait_for_timeout(60)
        assert english(ann) == []


@pytest.mark.parametrize(("game", "typed"), [("gunshi", "hello"), ("gunkimono", "hello"), ("shogun", "take sword 9")])
def test_a_command_that_is_refused(visitor: Make, game: str, typed: str) -> None:
    ann = visitor(lang="ja")
    ann.home()
    ann.page.get_by_role("button", name=f"すぐ遊ぶ: {GAMES[game]}").click()
    ann.page.wait_for_selector(".choices")
    version = ann.version
    ann.choose(random.Random(1))
    expect(ann.page.locator("[data-version]")).not_to_have_attribute("data-version", str(version))
    ann.type_commands()
    ann.page.locator(".choices form input").fill(typed)
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator("aside [role=alert]")).to_contain_text(re.compile("[ぁ-ん]"))
    assert english(ann, frozenset(_TYPED)) == []


def test_a_tap_that_the_rules_forbid_is_answered_with_the_rule(visitor: Make) -> None:
    ann = visitor(lang="ja")
    ann.home()
    ann.page.get_by_role("button", name=re.compile("他の遊び方.*軍師")).click()
    ann.page.locator("[role=dialog] button.main, dialog button.main").click()
    ann.page.wait_for_selector(".choices")
    ann.page.locator('[data-q="d5"]').click()
    note = ann.page.locator("aside [role=alert]")
    expect(note).to_contain_text("d5は自陣ではありません。")
    # The paragraph itself is shown in Japanese, and in English when the language is changed.
    expect(note.locator("blockquote")).to_contain_text("部隊は自陣の空いているマスに置きます")
    assert english(ann) == []
    ann.page.get_by_role("button", name="English").click()
    expect(note).to_contain_text("d5 is not in your home")
    expect(note.locator("blockquote")).to_contain_text("home")


def test_a_province_is_refused_by_its_japanese_name(visitor: Make) -> None:
    ann = visitor(lang="ja")
    ann.home()
    ann.page.get_by_role("button", name="すぐ遊ぶ: 将軍").click()
    ann.type_commands()
    line = ann.page.locator(".choices form input")
    assert "reinforce" in str(line.get_attribute("placeholder"))
    own = {choice["text"] for choice in ann.sights()[-1]["legal"]}
    names = json.loads((WEB / "games/shogun/names.json").read_text("utf-8"))
    others = next(province for province in names if f"reinforce {province}" not in own)
    line.fill(f"reinforce {others}")
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator("aside [role=alert]").first).to_contain_text(f"{names[others][1]}は自分の国ではありません")


def test_one_device_and_an_open_table(visitor: Make) -> None:
    ann = visitor(lang="ja")
    for way in ("この端末で", "友人と"):
        ann.home()
        ann.page.get_by_role("button", name=re.compile("他の遊び方.*軍師")).click()
        ann.page.get_by_text(way, exact=True).click()
        ann.page.locator("[role=dialog] button.main, dialog button.main").click()
        ann.page.wait_for_url(re.compile("/t/"))
        ann.page.wait_for_selector(".cover, .page")
        assert english(ann) == []
