"""No programmer's text on any screen: no keys of options or presets, no snake_case, no names of bots or trial games."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Locator, expect

import gunbai.games  # noqa: F401 - the games register themselves
from gunbai.core.registry import find
from tests.browser.positions import Make
from tests.browser.visitor import Visitor

GAMES = ("gunshi", "gunkimono", "shogun")
# What can be read or heard: texts, what stands in choices of a form, and names for a screen reader. Typed commands keep
# their notation, and addresses in the rules of the command line are code.
_READ = """() => {
  const found = [], skip = '.choices form, code, script, style, [data-version] textarea';
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const at = walker.currentNode.parentElement;
    if (!at.closest(skip)) found.push(walker.currentNode.data);
  }
  for (const element of document.querySelectorAll('*'))
    if (!element.closest(skip))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
        if (element.getAttribute(name)) found.push(element.getAttribute(name));
  return found.map((text) => text.trim()).filter(Boolean);
}"""


def keys() -> set[str]:
    """Names of options, values and presets that are no words of a language."""
    found = set[str]()
    for game in GAMES:
        info = find(game).info
        for option in info.options:
            found |= {option.name, *option.choices, *option.examples}
        found |= {*info.presets, *info.tournaments}
    return {key for key in found if "_" in key or re.search(r"[a-z]\d", key)}


NO_WORDS = re.compile(
    r"(?<![\w/])[a-z]+_[a-z_0-9]+|level-\d|\b[A-Z][a-z]?(\.[A-Z][a-z]?\d?){3,}|undefined|\[object|NaN"
    r"|(?<!\w)(?:" + "|".join(sorted(map(re.escape, keys()))) + r")(?!\w)"
)


def judge(ann: Visitor) -> set[str]:
    return {text[:120] for text in ann.page.evaluate(_READ) if NO_WORDS.search(text)}


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_screen_is_in_words(visitor: Make, lang: str) -> None:
    ann = visitor(lang=lang)
    page, found = ann.page, dict[str, set[str]]()
    ann.home()
    found["home"] = judge(ann)
    ways = page.locator(".game .actions .button:not(.main)")
    for number, game in enumerate(GAMES):
        ways.nth(number).click()
        dialog = page.get_by_role("dialog")
        for summary in dialog.locator("summary").all():
            summary.click()
        found[f"new {game}"] = judge(ann)
        assert not {"tiny", "Tiny"} & set(dialog.inner_text().split()), "trial games are for programs"
        # Whatever is chosen, what appears with it is in words as well.
        for select in dialog.locator("details select").all():
            for value in select.locator("option").evaluate_all("all => all.map(each => each.value)"):
                if select.is_visible():
                    select.select_option(value=value)
                    found[f"new {game}"] |= judge(ann)
        page.keyboard.press("Escape")
    for path in ("/learn", "/edition", *(f"/rules/{game}" for game in GAMES), *(f"/learn/{game}" for game in GAMES)):
        ann.open(path)
        found[path] = judge(ann)
    for number, game in enumerate(GAMES):
        ann.home()
        page.locator(".game .button.main").nth(number).click()
        ann.wait_for_table()
        rng = random.Random(number)
        for _ in range(12):
            page.wait_for_selector(".choices")
            ann.choose(rng)
            found.setdefault(game, set()).update(judge(ann))
        page.locator(".tools [aria-haspopup=dialog]").click()
        found[game] |= judge(ann)
        page.keyboard.press("Escape")
    assert not {place: texts for place, texts in found.items() if texts}


def test_what_does_not_matter_is_not_asked(visitor: Make) -> None:
    ann = visitor()
    ann.home()
    ann.page.get_by_role("button", name="More ways: Gunshi").click()
    dialog = ann.page.get_by_role("dialog")
    dialog.get_by_text("Options", exact=True).click()

    def asked(label: str) -> Locator:
        return dialog.locator("label", has_text=re.compile(f"^{label}")).locator("select, input")

    for label in ("How custom decks are made", "Agreed deck", "Sanryaku cards"):
        expect(asked(label)).to_have_count(0)
    asked("Cards").select_option("custom decks")
    asked("How custom decks are made").select_option("agreed")
    expect(asked("Agreed deck")).to_have_value("wave_after_wave")
    expect(asked("Points for the formation")).to_have_value("18")
    # A formation that is ready has neither cards to choose nor points to spend; the table is opened without them.
    asked("Formation").select_option("Formation 1")
    expect(asked("Points for the formation")).to_have_count(0)
    expect(asked("Cards")).to_have_count(0)
    dialog.get_by_role("button", name="Open the table").click()
    ann.wait_for_table()
