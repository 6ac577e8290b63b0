"""Takes the pictures of the browser app that the docs show; with a folder, every screen in both sizes and languages.

    python scripts/web_pictures.py [FOLDER]

`make pictures` runs it.
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, expect, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser.conftest import FLAGS, QUICK, chromium  # noqa: E402 - the path is set above
from tests.browser.visitor import DESKTOP, PHONE, Visitor  # noqa: E402 - the path is set above
from tests.server.house import serving  # noqa: E402 - the path is set above

PICTURES = ROOT / "docs" / "pictures"
CARDS = ROOT / "web" / "public" / "cards"
_ONLY_THE_DRAWING = """number => {
  const drawing = document.querySelectorAll('.game .art svg')[number];
  for (const [name, value] of [['width', 1200], ['height', 630]]) drawing.setAttribute(name, value);
  document.body.replaceChildren(drawing);
}"""
# game -> (seed, choices made at least before the picture is taken, what must be on the board then)
MOMENTS = {
    "gunshi": (5, 12, "[data-will]"),
    "gunkimono": (4, 22, "[data-spot]"),
    "shogun": (6, 34, ".arrow ~ .arrow ~ .arrow"),
}
TITLES = {
    "en": {"gunshi": "Play now: Gunshi", "gunkimono": "Play now: Gunkimono", "shogun": "Play now: Shogun"},
    "ja": {"gunshi": "すぐ遊ぶ: 軍師", "gunkimono": "すぐ遊ぶ: 軍記物", "shogun": "すぐ遊ぶ: 将軍"},
}
# What the docs show.
SHOWN = {
    *(f"web-{name}-desktop-en" for name in ("home", "gunshi", "gunkimono", "shogun", "replay")),
    *(f"web-{name}-phone-en" for name in ("gunshi", "shogun")),
    "web-shogun-desktop-ja",
}
PAGES = {"home": "/", "learn": "/learn/gunshi", "rules": "/rules/shogun", "edition": "/edition"}


def tour(visitor: Visitor, size: str, lang: str, folder: Path | None) -> None:
    """All screens of one size and language."""

    def take(name: str) -> None:
        title = f"web-{name}-{size}-{lang}"
        if folder is None and title not in SHOWN:
            return
        visitor.page.wait_for_timeout(400)
        path = (folder or PICTURES) / f"{title}.jpg"
        visitor.page.screenshot(path=path, type="jpeg", quality=72, animations="disabled")

    for name, path in PAGES.items():
        visitor.open(path)
        visitor.page.wait_for_load_state("networkidle")
        take(name)
    for game, (seed, choices, sight) in MOMENTS.items():
        visitor.home()
        visitor.page.get_by_role("button", name=TITLES[lang][game]).click()
        visitor.wait_for_table()
        rng, made = random.Random(seed), 0
        shown = visitor.page.locator(f"body:has(.choices) {sight}")
        while not visitor.over and (made < choices or not shown.count()):
            if visitor.choose(rng):
                made += 1
            else:
                visitor.page.wait_for_timeout(40)
        visitor.page.wait_for_selector(".choices, .result")
        visitor.page.evaluate("document.querySelector('.choices details')?.removeAttribute('open')")
        if game == "gunkimono" and visitor.page.locator("[data-spot]").count():
            # A ghost of the tile, with what it would score.
            visitor.page.locator("[data-spot]").nth(9).click()
        expect(visitor.page.locator(".drama")).to_have_count(0, timeout=20_000)
        take(game)
        if game == "gunkimono":
            visitor.open(f"/replay/{visitor.table}?at=18")
            visitor.page.wait_for_selector(".controls")
            take("replay")


def cards(browser: Browser, url: str) -> None:
    """The pictures on the cards of invitations, where such a link is posted: each game's own drawing, 1200 by 630."""
    visitor = Visitor(browser, url, (1200, 630))
    CARDS.mkdir(parents=True, exist_ok=True)
    for number, game in enumerate(MOMENTS):
        visitor.home()
        visitor.page.evaluate(_ONLY_THE_DRAWING, number)
        visitor.page.screenshot(path=CARDS / f"{game}.jpg", type="jpeg", quality=72)
    visitor.close()


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    (folder or PICTURES).mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data) / "data", *QUICK) as house,
        sync_playwright() as p,
    ):
        browser = p.chromium.launch(executable_path=chromium(), args=FLAGS)
        if folder is None:
            cards(browser, house.url)
        for size, pixels in (("desktop", DESKTOP), ("phone", PHONE)):
            for lang in ("en", "ja"):
                if folder is None and not any(name.endswith(f"-{size}-{lang}") for name in SHOWN):
                    continue
                visitor = Visitor(browser, house.url, pixels, lang)
                tour(visitor, size, lang, folder)
                visitor.close()
        browser.close()


if __name__ == "__main__":
    main()
