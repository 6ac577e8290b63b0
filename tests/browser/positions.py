"""Tables that begin in a position made for a test."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

import gunbai
from tests.browser.visitor import Visitor
from tests.server.house import Player, Server

Make = Callable[..., Visitor]


def seated(make: Make, house: Server, game: str, position: str, **guise: object) -> tuple[Visitor, Player, str]:
    """Somebody who holds all seats of a position and looks as the one who is to act; the same over HTTP; the table."""
    return resumed(make, house, gunbai.from_position(game, position, seed=None).text(), **guise)


def resumed(make: Make, house: Server, record: str, **guise: object) -> tuple[Visitor, Player, str]:
    """The same at a game that has gone on for a while."""
    lord = Player(house.url, "Lord")
    table = str(lord.post("/tables/import", {"record": record}, 201)["table"])
    ann = make(**guise)
    ann.context.add_cookies([{"name": "gunbai", "value": lord.http.cookies["gunbai"], "url": house.url}])
    ann.open(f"/t/{table}")
    uncover(ann)
    expect(ann.page.locator(".prompt.mine")).to_be_visible()
    # The board's code comes by itself, later than the prompt: what happens before it is there, it does not tell.
    expect(ann.page.locator(".board > :not(.cover)").first).to_be_visible()
    return ann, lord, table


def uncover(ann: Visitor) -> None:
    """Take the device, where something is covered."""
    ann.page.locator(".cover .button.main, .prompt.mine").first.wait_for()
    if ann.page.locator(".cover").count():
        ann.page.locator(".cover .button.main").click()


def replayed(house: Server, game: str, position: str, actions: list[str]) -> str:
    """A finished game from a position, on the server: its table, for the replay page."""
    match = gunbai.from_position(game, position, seed=None)
    for action in actions:
        match.push(action)
    match.resign(match.state.options.players - 1)
    return str(Player(house.url, "Keeper").post("/tables/import", {"record": match.text()}, 201)["table"])
