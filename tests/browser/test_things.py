"""What is this? Everything on a table opens its rule, and nothing face down says what it is."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from gunbai.games.gunshi.data import CARD_CODES, UNIT_NAMES
from tests.browser.visitor import Visitor

Make = Callable[..., Visitor]

ROOT = Path(__file__).parents[2]
GAMES = ["gunshi", "gunkimono", "shogun"]
# What each game's own data calls its pieces, cards and works: none may lack an explanation.
KINDS = {
    "gunshi": [*UNIT_NAMES, *CARD_CODES, "shield", "shogun", "fence", "home", "zone", "hidden", "row", "lightning"],
    "gunkimono": ["infantry", "spearman", "archer", "samurai", "cavalry", "large", "small", "stronghold", "honor",
                  "dragon", "crane", "lotus", "row", "stack", "end", "hidden"],
    "shogun": ["bowman", "gunner", "swordsman", "spearman", "daimyo", "ronin", "hiddenRonin", "army", "force",
               "province", "castle", "fortress", "ninja", "sword", "koku", "truce",
               *(f"bin-{name}" for name in ("swords", "build", "levy", "ronin", "ninja"))],
}  # fmt: skip


def _things(game: str) -> dict[str, list[str]]:
    text = (ROOT / "web" / "src" / "games" / game / "things.json").read_text(encoding="utf-8")
    found: dict[str, list[str]] = json.loads(text)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_thing_names_paragraphs_that_exist(game: str) -> None:
    rules = (ROOT / "src" / "gunbai" / "games" / game / "RULES.md").read_text(encoding="utf-8")
    paragraphs = set(re.findall(r"^\*\*([\d.]+)\*\* ", rules, re.MULTILINE))
    things = _things(game)
    assert set(KINDS[game]) <= set(things)
    for kind, numbers in things.items():
        assert numbers, kind
        assert set(numbers) <= paragraphs, kind


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_thing_has_a_name_and_a_line_in_the_catalogue(game: str) -> None:
    # The compiler sees to it that the Japanese catalogue has the same keys.
    words = (ROOT / "web" / "src" / "games" / game / "text" / "en-things.ts").read_text(encoding="utf-8")
    for kind in _things(game):
        assert f'"thing.{game}.{kind}":' in words
        assert f'"thing.{game}.{kind}.about":' in words


@pytest.mark.parametrize("game", ["Gunshi", "Gunkimono", "Shogun"])
def test_everything_shown_at_a_table_can_be_explained(visitor: Make, game: str) -> None:
    ann, rng, shown = visitor(), random.Random(2), set()
    ann.home()
    ann.page.get_by_role("button", name=f"Play now: {game}").click()
    for _ in range(14):
        ann.page.wait_for_selector(".choices")
        shown |= set(ann.page.evaluate("[...document.querySelectorAll('[data-thing]')].map(e => e.dataset.thing)"))
        ann.choose(rng)
    kinds = {kind for thing in shown for kind in thing.split()}
    assert len(kinds) > 8
    assert kinds <= set(_things(game.lower()))


def test_pointing_explains_and_does_nothing_else(visitor: Make) -> None:
    ann = visitor()
    ann.home()
    ann.page.get_by_role("button", name="Play now: Gunshi").click()
    ann.page.wait_for_selector(".choices")
    # The other side seals its own choice meanwhile, so the version says nothing; what this side is asked does.
    asked = ann.page.locator(".prompt.mine").inner_text()
    ann.page.get_by_role("button", name="What is this?").click()
    # A legal choice: the first battle begins with the choice of a shogun among one's own units.
    ann.page.locator("[data-choice]").first.click()
    told = ann.page.get_by_role("dialog")
    expect(told.get_by_role("link").first).to_have_text(re.compile(r"^\d+\.\d+$"))
    expect(told.locator("dd").first).not_to_be_empty()
    assert ann.axe() == []
    ann.page.keyboard.press("Escape")
    expect(told).to_have_count(0)
    expect(ann.page.locator(".prompt.mine")).to_have_text(asked)
    # By keyboard: the question mark explains what has the focus.
    ann.page.locator('[data-q="d2"]').focus()
    ann.page.keyboard.press("?")
    expect(told.get_by_role("heading")).to_have_text("Infantry")
    ann.page.keyboard.press("Escape")
    assert ann.page.evaluate("document.activeElement.dataset.q") == "d2"


def test_a_face_down_card_says_only_that_it_is_face_down(visitor: Make) -> None:
    ann, rng = visitor(), random.Random(6)
    ann.home()
    ann.page.get_by_role("button", name="Play now: Gunshi").click()
    card = ann.page.locator(".theirs .card-face.unknown")
    ann.play(rng, until=lambda: card.count() > 0)
    assert {each.get_attribute("data-thing") for each in card.all()} == {"hidden"}
    card.first.click()
    expect(ann.page.get_by_role("dialog").get_by_role("heading")).to_have_text("Face-down card")
    # Nothing of the enemy's is marked as the shogun.
    enemies = ann.page.locator('[data-q][data-thing*="shogun"]')
    assert all("Red" in (each.get_attribute("aria-label") or "") for each in enemies.all())
