"""Measures how quickly the browser answers: a tap on the Shogun map, frames a second while it is dragged, and while
pieces move.

    python scripts/web_speed.py

Frames are counted by requestAnimationFrame while pointer events drag the map, at three zooms, on a desktop and a phone,
and while a turn of Gunkimono is played again.
Without a graphics card Chromium paints on the processor, so a machine that does anything else shows less.
"""

from __future__ import annotations

import random
import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser.conftest import FLAGS, QUICK, chromium  # noqa: E402 - the path is set above
from tests.browser.visitor import DESKTOP, PHONE, Visitor  # noqa: E402 - the path is set above
from tests.server.house import serving  # noqa: E402 - the path is set above

_TAP = """
async most => {
  const took = [];
  // A tap on what can be chosen would choose it.
  const others = [...document.querySelectorAll('.province:not(.choice)')].slice(0, most);
  for (const { dataset: { p: id } } of others) {
    await new Promise(requestAnimationFrame);
    const from = performance.now();
    document.querySelector(`.province[data-p=${id}]`).dispatchEvent(new MouseEvent('click', {bubbles: true}));
    do await new Promise(requestAnimationFrame); while (!document.querySelector(`.province.picked[data-p=${id}]`));
    took.push(performance.now() - from);
  }
  return took;
}
"""
_PAN = """
async frames => {
  const map = document.querySelector('.viewport > svg'), box = map.parentNode.getBoundingClientRect();
  const at = {x: box.x + box.width / 2, y: box.y + box.height / 2}, times = [], work = [];
  const send = (kind, x, y) => map.dispatchEvent(
    new PointerEvent(kind, {bubbles: true, pointerId: 7, clientX: x, clientY: y, pointerType: 'mouse'}));
  send('pointerdown', at.x, at.y);
  for (let i = 0; i < frames; i++) {
    const from = performance.now();
    send('pointermove', at.x - 120 * Math.sin(i / 12), at.y - 60 * Math.sin(i / 17));
    work.push(performance.now() - from);
    times.push(await new Promise(requestAnimationFrame));
  }
  send('pointerup', at.x, at.y);
  return [times.slice(1).map((t, i) => t - times[i]), work];
}
"""
_MOVES = """
async frames => {
  const times = [];
  let moved = 0;
  for (let i = 0; i < frames; i++) {
    times.push(await new Promise(requestAnimationFrame));
    moved = Math.max(moved, document.getAnimations().length);
  }
  return [times.slice(1).map((t, i) => t - times[i]), moved];
}
"""


def measure(page: Page, name: str) -> None:
    took = page.evaluate(_TAP, 7)
    print(
        f"{name}: a tap is answered in {statistics.median(took):.0f} ms "
        f"(median of {len(took)}, at most {max(took):.0f})"
    )
    page.keyboard.press("Escape")
    for closer in range(3):
        gaps, work = page.evaluate(_PAN, 120)
        middle, late = statistics.median(gaps), sum(gap > 25 for gap in gaps)
        print(
            f"{name}: dragged at zoom step {closer}: {1000 / middle:.0f} frames a second by the median,"
            f" {1000 * len(gaps) / sum(gaps):.0f} on average, {late} of {len(gaps)} late,"
            f" {statistics.median(work):.1f} ms of script a frame"
        )
        page.get_by_role("button", name="Zoom in").dispatch_event("click")
        page.wait_for_timeout(400)


def measure_moves(visitor: Visitor, name: str) -> None:
    """Play a turn of the other side again and count frames meanwhile."""
    page, rng = visitor.page, random.Random(1)
    page.emulate_media(reduced_motion="no-preference")
    visitor.home()
    page.get_by_role("button", name="Play now: Gunkimono").click()
    page.wait_for_selector(".choices")
    while not page.locator("section.top", has_text="Black: ").count():
        visitor.choose(rng)
    page.get_by_role("button", name="Play it again").click()
    gaps, moved = page.evaluate(_MOVES, 150)
    print(
        f"{name}: {moved} things moved at once: {1000 / statistics.median(gaps):.0f} frames a second by the median,"
        f" {sum(gap > 25 for gap in gaps)} of {len(gaps)} late"
    )


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data) / "data", *QUICK) as house,
        sync_playwright() as p,
    ):
        browser = p.chromium.launch(executable_path=chromium(), args=FLAGS)
        for name, size in (("desktop", DESKTOP), ("phone", PHONE)):
            visitor = Visitor(browser, house.url, size)
            visitor.home()
            visitor.page.get_by_role("button", name="Play now: Shogun").click()
            visitor.page.wait_for_selector(".choices")
            measure(visitor.page, name)
            measure_moves(visitor, name)
            visitor.close()
        browser.close()


if __name__ == "__main__":
    main()
