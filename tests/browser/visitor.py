"""A person at a real browser: looks, clicks, types. Everything happens through what the page shows."""

from __future__ import annotations

import json
import os
import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, WebSocket

from tests.browser.windows import DESKTOP, PHONE, Windows, new_window
from tests.forks import LONGEST

__all__ = ["DESKTOP", "PHONE", "Visitor", "play"]
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"

# What can be chosen now, as the panel of choices shows it; the folded list is opened first.
_CHOOSE = """
pick => {
  const folded = document.querySelector('.choices details:not([open]) summary');
  if (folded) { folded.click(); return 'opened'; }
  const buttons = [...document.querySelectorAll('.choices .choice, .choices .row')]
    .filter(b => !b.disabled && b.ariaDisabled !== 'true');
  if (!buttons.length) return '';
  const button = buttons[Math.floor(pick * buttons.length)];
  const text = button.textContent.trim();
  button.click();
  return text || 'done';
}
"""


# A test that clicks before the answer to its last click has come fails where the line is slow:
# `GUNBAI_TEST_LAG=400 python -m pytest tests/browser` finds it (milliseconds, on every request and message).
_LAG = """
const lag = %d, send = WebSocket.prototype.send, fetched = window.fetch;
// The line has a time of its own: tests may stop the page's clock.
const later = window.setTimeout.bind(window);
WebSocket.prototype.send = function (data) {
  later(() => { if (this.readyState === 1) send.call(this, data); }, lag);
};
const heard = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
Object.defineProperty(WebSocket.prototype, "onmessage", { ...heard, set(hear) {
  this.hears = hear;
  heard.set.call(this, (event) => later(() => this.hears?.(event), lag));
} });
window.fetch = (...asked) => new Promise((done) => later(done, lag)).then(() => fetched(...asked));
"""


# A table with a trial preset, as this browser's player.
_ASK_FOR_TRIAL = """async ([game, other]) => {
  const house = await (await fetch("/api/house")).json();
  const { presets, options } = house.games.find((each) => each.name === game);
  const players = presets.tiny.players ?? options.find((option) => option.name === "players").default;
  const wish = { game, preset: "tiny", seats: Array.from({ length: players }, (_, i) => (i ? other : "me")) };
  const body = JSON.stringify({ ...wish, listed: false, auto: game !== "gunshi" });
  const headers = { "content-type": "application/json" };
  const answer = await fetch("/api/tables", { method: "POST", headers, body });
  const made = await answer.json();
  if (!answer.ok) throw new Error(made.detail);
  location.hash = "/t/" + made.table;
}"""

# By what each page is known once it has come, with and without a game.
SIGNS = {
    ("learn", False): ".page > .lead",
    ("learn", True): '[data-game="{game}"]',
    ("rules", False): '.page:not(:has(.cols)) a[href="#/rules/gunshi"]',
    ("rules", True): '.toc a[href^="#/rules/{game}?"]',
    ("edition", False): ".page .card li a",
}


class Visitor:
    """One browser window with its own cookies, and all it ever received and sent."""

    def __init__(
        self,
        browser: Browser | Windows,
        url: str,
        size: tuple[int, int] = DESKTOP,
        lang: str = "en",
        lag: int | None = None,
        drawn: bool = True,
    ) -> None:
        self.url, self._size, self._lang = url, size, lang
        # Where the window is from, and goes when the visitor leaves; one that was changed for good is closed.
        self._windows = browser if isinstance(browser, Windows) else None
        self._left = False
        self.context = browser.take(size, lang) if isinstance(browser, Windows) else new_window(browser, size, lang)
        self.page: Page = self.context.new_page()
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        if not drawn:
            # The page is as large as it was and answers everywhere; of its pixels only this corner is painted.
            self._corner = self.context.new_cdp_session(self.page)
            self._corner.send("Emulation.setVisibleSize", {"width": 64, "height": 64})
        if lag := int(os.environ.get("GUNBAI_TEST_LAG", "0")) if lag is None else lag:
            self.on_every_page(_LAG % lag)
        self.errors: list[str] = []
        self.received: list[str] = []
        # Whatever left the browser: messages on sockets, and the addresses of what was posted.
        self.sent: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("websocket", self._listen)
        self.page.on("request", lambda request: self.sent.append(request.url) if request.method == "POST" else None)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.received.append(str(frame)))
        socket.on("framesent", lambda frame: self.sent.append(str(frame)))

    def close(self) -> None:
        """Leave, once."""
        if not self._left and self._windows:
            self._windows.give_back(self.context, self._size, self._lang)
        elif not self._left:
            self.context.close()
        self._left = True

    # -- what changes a window for good --------------------------------------------------------------

    def on_every_page(self, script: str) -> None:
        """Run a script on every page that is opened from now on, before the page's own."""
        self._keep()
        self.context.add_init_script(script)

    def stop_the_clock(self) -> None:
        """The page's clock stands, an hour from now, until the test moves it."""
        self._keep()
        self.page.clock.install()
        self.page.clock.pause_at(self.page.evaluate("Date.now() + 3_600_000"))

    def _keep(self) -> None:
        """Nobody gets this window afterwards."""
        self._windows = None

    # -- going about ---------------------------------------------------------------------------------

    def home(self) -> None:
        self.page.goto(self.url)
        self.page.wait_for_selector(".game .button.main:not([disabled])")

    def open(self, path: str) -> None:
        """Go to a page. What only that page has is waited for: until it comes, the page before may still stand."""
        self.page.goto(f"{self.url}/#{path}")
        page, _, game = path.lstrip("/").partition("/")
        if sign := SIGNS.get((page, bool(game))):
            self.page.wait_for_selector(sign.format(game=game), state="attached")

    def set_table(self, game: str, way: str = "Against bots", preset: str = "tiny") -> None:
        """Open a table from the home page, by its dialog; trial games are for programs, so they are asked for."""
        self.home()
        if preset == "tiny":
            # The page makes its visitor a guest while its buttons can be pressed already.
            self.page.wait_for_function("async () => (await fetch('/api/me')).ok", polling=50)
            self.page.evaluate(_ASK_FOR_TRIAL, [game.lower(), {"With friends": "open"}.get(way, "bot:level-1")])
            return
        self.page.get_by_role("button", name=f"More ways: {game}").click()
        dialog = self.page.get_by_role("dialog")
        dialog.get_by_text(way, exact=True).click()
        if way == "Against bots":
            dialog.get_by_label("Strength of the bots").select_option(index=0)
        dialog.get_by_text("Options", exact=True).click()
        if preset:
            dialog.get_by_label("Which game").select_option(value=preset)
        dialog.get_by_role("button", name="Open the table").click()

    def accept(self, link: str) -> None:
        """Come by an invitation and sit down, under the name that is suggested."""
        self.page.goto(link)
        self.page.get_by_role("button", name="Sit down").click()
        self.page.wait_for_url(lambda url: "/t/" in url)

    def type_commands(self) -> None:
        """Open the list of choices, where the line for typed commands is."""
        self.page.wait_for_selector(".choices summary")
        if not self.page.locator(".choices details[open]").count():
            self.page.locator(".choices summary").click()

    def wait_for_table(self) -> None:
        self.page.wait_for_selector("[data-version]")

    @property
    def table(self) -> str:
        return self.page.url.rpartition("/t/")[2]

    @property
    def version(self) -> int:
        return int(self.page.locator("[data-version]").get_attribute("data-version") or 0)

    @property
    def over(self) -> bool:
        return self.page.locator(".result").count() > 0

    # -- playing ---------------------------------------------------------------------------------------

    def choose(self, rng: random.Random) -> str:
        """Make one choice if there is one to make; what it said, or nothing."""
        text = str(self.page.evaluate(_CHOOSE, rng.random()))
        if text == "opened":
            return self.choose(rng)
        if text:
            self.answered()
        return text

    def seen(self, version: int) -> None:
        """Wait until a version is on the screen."""
        self.page.wait_for_function(
            "v => Number(document.querySelector('[data-version]')?.dataset.version) >= v", arg=version
        )

    def until(self, holds: Callable[[], bool], seconds: float = LONGEST) -> None:
        """Look again and again until something holds; what the page does meanwhile is taken in."""
        end = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < end, self.page.url
            self.page.wait_for_timeout(20)

    def answered(self) -> None:
        """Wait until no order is under way: what was chosen last is on the screen."""
        self.page.wait_for_function("() => !document.querySelector('[aria-busy=true]')")

    def play(self, rng: random.Random, until: Callable[[], bool] | None = None) -> int:
        """Play on until the game ends (or something holds); the number of choices made."""
        return play([self], rng, until)

    def drag_by_finger(self, start: Locator, goal: Locator) -> None:
        """Put a finger on the middle of something, lead it to the middle of something else, and lift it."""
        boxes = [start.bounding_box(), goal.bounding_box()]
        (ax, ay), (bx, by) = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]
        touch = self.context.new_cdp_session(self.page)
        points = [(ax + (bx - ax) * part / 8, ay + (by - ay) * part / 8) for part in range(9)]
        for number, (x, y) in enumerate(points):
            kind = "touchMove" if number else "touchStart"
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        touch.detach()

    # -- judging ---------------------------------------------------------------------------------------

    def axe(self) -> list[str]:
        """What axe finds serious or worse."""
        self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found: dict[str, Any] = self.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        return [
            f"{v['id']}: {v['help']} ({v['nodes'][0]['html'][:120]})"
            for v in found["violations"]
            if v["impact"] in ("serious", "critical")
        ]

    def sights(self) -> list[dict[str, Any]]:
        """Every view this window ever received."""
        messages = [json.loads(line) for frame in self.received for line in frame.split("\n")]
        return [sight for message in messages for sight in message.get("sights") or [] if sight]


def play(people: Sequence[Visitor], rng: random.Random, until: Callable[[], bool] | None = None) -> int:
    """All of them play on until the first one's game ends (or something holds); the number of choices made."""
    first, made, end = people[0], 0, time.monotonic() + LONGEST
    while not (until() if until else first.over):
        assert time.monotonic() < end, f"the game did not end; {first.page.locator('.prompt').inner_text()}"
        # All of them have their turn to choose, so nobody is waited for in vain.
        chosen = sum(bool(each.choose(rng)) for each in people)
        made += chosen
        if not chosen:
            first.page.wait_for_timeout(40)
    return made
