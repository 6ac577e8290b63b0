"""A tap is never lost, doubled or carried out in another moment: on a slow line, and with the server killed in between.

What is tapped is compared with what the server has in its log, action by action.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.visitor import Visitor
from tests.server.house import Player, Server

SLOW = 300
OPTIONS = ("--bot-seconds", "0.05", "--bot-workers", "1")

# While `window.deaf`, what comes in through sockets waits; what waits on a socket that breaks never arrives.
_DEAF = """
window.deaf = false;
const heard = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
Object.defineProperty(WebSocket.prototype, "onmessage", { ...heard, set(hear) {
  this.ears = hear;
  this.waits ??= [];
  (window.sockets ??= []).push(this);
  heard.set.call(this, (event) => { if (window.deaf) this.waits.push(event); else this.ears?.(event); });
} });
window.hearAgain = () => {
  window.deaf = false;
  for (const socket of window.sockets)
    for (const event of socket.waits.splice(0)) if (socket.readyState === 1) socket.ears?.(event);
};
"""

# A nervous finger taps twice, the second time perhaps on something else. What the first tap was, and on which moment.
_TAP = """
pick => {
  const folded = document.querySelector('.choices details:not([open]) summary');
  if (folded) { folded.click(); return null; }
  const open = () => [...document.querySelectorAll('.choices [data-action]')]
    .filter(b => !b.disabled && b.ariaDisabled !== 'true');
  const buttons = open();
  if (!buttons.length) return null;
  const button = buttons[Math.floor(pick * buttons.length)];
  const tapped = [Number(document.querySelector('[data-version]').dataset.version), button.dataset.action];
  button.click();
  buttons[0].click();
  button.click();
  return tapped;
}
"""


class Tap(NamedTuple):
    version: int
    action: str


class Table:
    """A person at a real browser, alone with a bot, and everything they tapped."""

    def __init__(self, visitor: Visitor, owner: Player, table: str) -> None:
        self.visitor, self.page, self._owner, self._table = visitor, visitor.page, owner, table
        self.taps: list[Tap] = []
        cookie = {"name": "gunbai", "value": owner.http.cookies["gunbai"], "url": owner.url}
        visitor.context.add_cookies([cookie])  # type: ignore[list-item]
        visitor.open(f"/t/{table}")
        visitor.wait_for_table()

    def tap(self, rng: random.Random) -> Tap:
        """Tap something as soon as there is something to tap."""
        before = len(self.taps)

        def tapped() -> bool:
            if tap := self.page.evaluate(_TAP, rng.random()):
                self.taps.append(Tap(*tap))
            return len(self.taps) > before

        self.visitor.until(tapped)
        return self.taps[-1]

    def shown_after(self, tap: Tap) -> None:
        """Wait until the moment after a tap is on the screen."""
        self.page.wait_for_function(
            "v => Number(document.querySelector('[data-version]').dataset.version) > v", arg=tap.version
        )

    def done(self) -> list[str]:
        """What the server has of this seat, in its order."""
        lines = self._owner.see(self._table)["sights"][0]["log"]["lines"]
        return [line["action"] for line in lines if line["seat"] == 0]

    @property
    def tapped(self) -> list[str]:
        return [tap.action for tap in self.taps]


def own_table(url: str) -> tuple[Player, str]:
    """A table at which nothing is done by itself, so that every action of the seat is a tap."""
    owner = Player(url, "Ann")
    return owner, owner.table(game="gunkimono", seats=["me", "bot:random"], options={"players": 2}, auto=False)


@pytest.fixture
def slow(browser: Browser) -> Iterator[Callable[[str], Visitor]]:
    """Visitors on a line on which everything comes 300 ms later, whose ears can be held shut."""
    made: list[Visitor] = []

    def make(url: str) -> Visitor:
        made.append(Visitor(browser, url, lag=SLOW))
        made[-1].on_every_page(_DEAF)
        return made[-1]

    yield make
    for each in made:
        each.close()
    assert not [error for each in made for error in each.errors]


def test_a_tap_on_a_moment_that_is_gone_is_told_in_plain_words(slow: Callable[[str], Visitor], house: Server) -> None:
    owner, table = own_table(house.url)
    ann = Table(slow(house.url), owner, table)
    ann.page.wait_for_function("() => document.querySelectorAll('.tray button.tile').length > 1")
    ann.page.evaluate("window.deaf = true")
    # Somebody else at the same seat has already chosen.
    owner.act(table, owner.see(table)["sights"][0]["legal"][0]["action"])
    ann.page.locator(".tray button.tile").last.click()
    ann.page.wait_for_function("() => window.sockets.some((socket) => socket.waits.length > 1)")
    ann.page.evaluate("window.hearAgain()")
    expect(ann.page.locator(".notes")).to_contain_text("The board has moved on")
    assert "version" not in ann.page.locator(".notes").inner_text()


def test_on_a_slow_line_every_tap_is_done_once_and_in_its_moment(slow: Callable[[str], Visitor], house: Server) -> None:
    ann, rng = Table(slow(house.url), *own_table(house.url)), random.Random(4)
    for _ in range(20):
        ann.tap(rng)
    ann.shown_after(ann.taps[-1])
    assert ann.done() == ann.tapped
    # No moment was tapped on twice.
    assert len({tap.version for tap in ann.taps}) == len(ann.taps)
    assert ann.page.locator("[role=alert]").count() == 0


@pytest.mark.parametrize("when", ["while it is down", "on the way", "before the answer"])
def test_a_tap_survives_the_death_of_the_server(
    slow: Callable[[str], Visitor], tmp_path_factory: pytest.TempPathFactory, when: str
) -> None:
    data = tmp_path_factory.mktemp("killed") / "data"
    rng = random.Random(when)
    server = Server(data, *OPTIONS)
    port = server.port
    try:
        ann = Table(slow(server.url), *own_table(server.url))
        for _ in range(3):
            ann.tap(rng)
            ann.shown_after(ann.taps[-1])
            if when == "while it is down":
                ann.page.wait_for_selector(".choices [data-action]:not([disabled])")
                server.kill()
                expect(ann.page.locator(".offline")).to_be_visible()
                ann.tap(rng)
                expect(ann.page.locator(".offline")).to_contain_text("What you chose is kept")
            elif when == "on the way":
                ann.tap(rng)
                server.kill()
            else:
                ann.page.evaluate("window.deaf = true")
                ann.tap(rng)
                ann.visitor.until(lambda: ann.done() == ann.tapped)
                server.kill()
                ann.page.evaluate("window.hearAgain()")
            server = Server(data, *OPTIONS, port=port)
            ann.shown_after(ann.taps[-1])
            expect(ann.page.locator(".offline")).to_have_count(0)
            assert ann.done() == ann.tapped
        ann.shown_after(ann.tap(rng))
        assert ann.done() == ann.tapped
    finally:
        server.stop()


def test_a_tap_on_a_moment_that_is_gone_changes_nothing_and_is_said(
    slow: Callable[[str], Visitor], house: Server
) -> None:
    """The same person at two screens, of which one has not heard yet what the other did."""
    owner, table = own_table(house.url)
    first, second = Table(slow(house.url), owner, table), Table(slow(house.url), owner, table)
    second.page.wait_for_selector(".choices")
    second.page.evaluate("window.deaf = true")
    first.shown_after(first.tap(random.Random(1)))
    late = second.tap(random.Random(2))
    assert late.version == first.taps[0].version
    second.visitor.until(lambda: any('"refused"' in frame for frame in second.visitor.received))
    second.page.evaluate("window.hearAgain()")
    expect(second.page.locator(".note")).to_be_visible()
    second.shown_after(late)
    assert first.done() == first.tapped


def test_where_no_socket_can_be_opened_the_game_is_played_by_http(
    slow: Callable[[str], Visitor], house: Server
) -> None:
    visitor = slow(house.url)
    visitor.page.route_web_socket("**/socket?*", lambda socket: socket.close())
    ann, rng = Table(visitor, *own_table(house.url)), random.Random(6)
    for _ in range(6):
        ann.shown_after(ann.tap(rng))
    assert ann.done() == ann.tapped
    expect(ann.page.locator(".offline")).to_have_count(0)
    assert not visitor.received
