"""How a game ends on the screen: who won, what decided it, the story in numbers, and another game for who wants it."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.positions import seated
from tests.browser.visitor import Visitor
from tests.games.gunshi.field import board
from tests.server.house import Player, Server

Make = Callable[..., Visitor]
LAST_BLOW = board("C d3, I g1*", "I d5*, A a7")
# How long each thing that moved was under way.
MOVED = """() => { window.moved = []; const real = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) {
    window.moved.push(how.duration); return real.call(this, frames, how); }; }"""


def test_the_banner_says_who_won_and_the_card_what_decided_it(visitor: Make, house: Server) -> None:
    ann, *_ = seated(visitor, house, "gunshi", f"{LAST_BLOW} card=M")
    ann.page.locator("[data-q=d3]").click()
    ann.page.locator("[data-q=d5].choice").click()
    expect(ann.page.locator(".prompt.over")).to_contain_text("Red wins · The shogun of Blue has fallen.")
    expect(ann.page.locator(".ending > p")).to_contain_text("What decided it: The shogun of Blue has fallen.")
    expect(ann.page.locator(".ending > p")).to_contain_text("d3 → d5, takes the infantry")
    expect(ann.page.locator(".ending > p")).to_contain_text("that was the shogun")
    expect(ann.page.locator("[data-fallen=d5]")).to_be_visible()
    counted = ann.page.locator(".ending tbody tr")
    expect(counted).to_have_text(["Units taken10", "Fences built00", "Cards turned up00"])
    ann.page.get_by_text("The story in numbers").click()
    expect(ann.page.locator(".ending polyline")).to_have_count(2)
    expect(ann.page.locator(".ending details li")).to_have_text(["Red: 2 → 2", "Blue: 2 → 1"])
    assert ann.axe() == []


def test_an_invasion_that_wins_is_seen_on_the_field_and_can_be_played_again(visitor: Make, house: Server) -> None:
    breach = board("I d6, I g1*", "A a4, I a7*") + " card=M row=(M).Re/(M) mlp=9/9 spot=C.C/-"
    ann, *_ = seated(visitor, house, "gunshi", breach)
    ann.page.locator("[data-q=d6]").click()
    ann.page.locator("[data-q=d7].choice").click()
    ann.page.get_by_role("button", name="Invade and win the battle").click()
    expect(ann.page.locator(".prompt.over")).to_contain_text("3 invaders")
    expect(ann.page.locator("[data-breached=d7]")).to_be_visible()
    # Whoever left for the Invader Spot has not fallen.
    expect(ann.page.locator("[data-invaded=d7]")).to_have_count(1)
    expect(ann.page.locator("[data-fell]")).to_have_count(0)
    # Nothing acts after the end.
    expect(ann.page.locator(".row .when")).to_have_count(0)
    # The turn that ended the game was one's own: it is that which is played again.
    ann.page.get_by_role("button", name="Play it again").click()
    expect(ann.page.locator('[data-q="d6"]')).to_have_attribute("aria-label", re.compile("d6: Red"))
    expect(ann.page.locator("[data-breached]")).to_be_visible()


def test_a_loss_is_named_and_the_list_of_games_says_so_with_its_day(visitor: Make, house: Server) -> None:
    lord, ann = Player(house.url, "Lord"), visitor()
    table = lord.table(game="gunshi", preset="tiny", seats=["me", "bot:level-1"], auto=False)
    ann.context.add_cookies([{"name": "gunbai", "value": lord.http.cookies["gunbai"], "url": house.url}])
    ann.open(f"/t/{table}")
    ann.wait_for_table()
    # What was looked up does not lie over the end.
    ann.page.locator('[data-thing~="points"]').first.click()
    expect(ann.page.locator(".inspector")).to_be_visible()
    lord.order(table, "resign", seat=0)
    expect(ann.page.locator(".prompt.over")).to_contain_text("Defeat")
    expect(ann.page.locator(".inspector")).to_have_count(0)
    ann.home()
    line = ann.page.locator(f'a[href="#/replay/{table}"]')
    expect(line).to_contain_text("Defeat · ")
    expect(line).to_contain_text("Bot: 1 Ashigaru")
    expect(line.locator(".past")).to_contain_text("min")


def test_nobody_is_pulled_away_from_the_final_board(visitor: Make) -> None:
    ann, ben = visitor(), visitor()
    ann.set_table("Gunshi", way="With friends", preset="first_battle")
    ann.page.get_by_role("button", name="Copy the link").click()
    ben.accept(ann.page.locator(".share input").input_value())
    for each in (ann, ben):
        each.wait_for_table()
    # Two who took the names that were suggested are told apart.
    names = {ann.page.locator(".top .player").nth(1).inner_text(), ben.page.locator(".top .player").nth(0).inner_text()}
    assert len(names) == 2, names
    assert not any("guest" in name for name in names)
    old = ann.table
    ben.page.locator(".tools [aria-haspopup=dialog]").click()
    ben.page.get_by_role("button", name="Resign", exact=True).click()
    ben.page.get_by_role("button", name="Yes, resign").click()
    ann.page.get_by_role("button", name="Play again").click()
    ann.page.wait_for_url(lambda url: not url.endswith(old))
    expect(ben.page.locator(".result")).to_contain_text("Another game is offered")
    # The seat is kept for who sat there: there is nobody to send a link to.
    expect(ann.page.locator(".seats")).to_be_visible()
    assert ann.page.locator(".share").count() == 0
    assert ben.table == old
    ben.page.get_by_role("link", name="To the next game").click()
    for each in (ann, ben):
        each.wait_for_table()
    assert ann.table == ben.table


def test_units_are_seen_to_go_unless_one_wants_no_motion(visitor: Make, house: Server) -> None:
    for wish, moves in (("no-preference", True), ("reduce", False)):
        ann, *_ = seated(visitor, house, "gunshi", f"{board('I d3, I g1*', 'A d6, I g7*')} card=M")
        ann.page.emulate_media(reduced_motion="no-preference" if wish == "no-preference" else "reduce")
        ann.page.evaluate(MOVED)
        ann.page.locator("[data-q=d3]").click()
        ann.page.locator("[data-q=d4].choice").click()
        expect(ann.page.locator(".prompt")).to_contain_text("Send an order")
        lasted = ann.page.evaluate("window.moved")
        assert bool(lasted) == moves
        assert all(120 <= each <= 250 for each in lasted), lasted
