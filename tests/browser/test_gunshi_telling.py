"""Gunshi tells everything that happens: cards that ask nobody, a command in one paragraph, what one did not see."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.positions import seated
from tests.browser.visitor import DESKTOP, PHONE, Visitor
from tests.games.gunshi.field import board
from tests.server.house import Player, Server

Make = Callable[..., Visitor]
RED, BLUE = "I+ c3, I+ d3, A e2, C b2, I a1*", "I+ c5, A d5, C f6, I+ e6, I g7*"
CARDS = "variant=custom deck_rule=secret promos=on hand=M.M.Re/M.M.Re deck=F.Rf/M.Rf"
# Red resolves Move; blue's next card is a hidden Logistical Review.
BATTLE = f"{board(RED, BLUE)} {CARDS} card=M mlp=7/5 row=(Re)/(R2).F fences=d3-d4/c4-c5"
TURN = ("unit c3", "move north", "join d3", "next c3", "send M", "end")
TARGETS = """
() => [...document.querySelectorAll('.board button, .board [role=button], .board [role=radio], .dock button, .dock summary, .story button')]
  .filter(each => each.getClientRects().length)
  .map(each => [each.getBoundingClientRect(), each.getAttribute('aria-label') ?? each.textContent])
  .filter(([box]) => Math.min(box.width, box.height) < 40)
  .map(([box, name]) => `${name}: ${Math.round(box.width)} x ${Math.round(box.height)}`)
"""  # noqa: E501


def passed_on(make: Make, house: Server, **guise: Any) -> tuple[Visitor, Player, str]:
    """Red has carried out Move and ended its turn; the device lies covered before blue."""
    ann, lord, table = seated(make, house, "gunshi", BATTLE, **guise)
    for action in TURN:
        lord.act(table, action, seat=0)
    expect(ann.page.locator(".cover")).to_be_visible()
    return ann, lord, table


@pytest.mark.parametrize(
    ("lang", "size", "said"),
    [("en", DESKTOP, "Blue's Logistical Review: points +2, now 7"), ("ja", PHONE, "青の「兵站見直し」：+2点（計7点）")],
)
def test_a_card_that_asks_nobody_is_told_in_the_log_and_on_the_board(
    visitor: Make, house: Server, lang: str, size: tuple[int, int], said: str
) -> None:
    ann, *_ = passed_on(visitor, house, lang=lang, size=size)
    assert "2" not in ann.page.locator(".table").inner_text().replace("Turn 2", "").replace("第2手番", "")
    ann.page.locator(".cover .button.main").click()
    expect(ann.page.locator("[data-news=blue]")).to_have_text(said)
    expect(ann.page.locator(".talk li", has_text=said).last).to_be_visible()
    expect(ann.page.locator(".story")).to_contain_text(said)
    expect(ann.page.locator(".ours [data-thing=points] .change")).to_have_text("+2")


def test_a_command_is_one_paragraph_and_its_steps_can_be_opened(visitor: Make, house: Server) -> None:
    ann, *_ = passed_on(visitor, house)
    ann.page.locator(".cover .button.main").click()
    log = ann.page.locator("#talk > ol > li")
    expect(log).to_have_count(3)
    command = log.first
    expect(command.locator("summary")).to_have_text(re.compile("c3 and d3: c3 → c4, .*d3 → d4"))
    expect(command.locator("summary")).to_contain_text("fence c4-c5 falls")
    expect(log.nth(1)).to_contain_text("Sends a hidden card. Red is supplied: points +2, now 9.")
    command.locator("summary").click()
    expect(command.locator("ul li")).to_have_count(4)


def test_who_lifts_the_cover_is_shown_what_happened(visitor: Make, house: Server) -> None:
    ann, *_ = passed_on(visitor, house)
    assert not ann.page.locator("svg [data-went], .talk, .story .what").count(), "the cover hides everything"
    ann.page.locator(".cover .button.main").click()
    expect(ann.page.locator("[data-went=c4]")).to_be_attached()
    expect(ann.page.locator("[data-went=d4]")).to_be_attached()
    expect(ann.page.locator("[data-torn='c4-c5']")).to_be_attached()
    # Again after a reload: what was seen before is asked of the server, not remembered.
    ann.page.reload()
    ann.page.locator(".cover .button.main").click()
    expect(ann.page.locator("[data-went=c4]")).to_be_attached()
    expect(ann.page.locator(".prompt.mine")).to_be_visible()


def test_what_came_of_the_last_action_is_seen_before_the_device_is_passed_on(visitor: Make, house: Server) -> None:
    ann, lord, table = seated(visitor, house, "gunshi", BATTLE)
    ann.page.emulate_media(reduced_motion="no-preference")
    for action in TURN:
        lord.act(table, action, seat=0)
    # Red still sees its own side of the table, and what blue's card did; then the cover falls.
    expect(ann.page.locator("[data-news=blue]")).to_be_visible()
    assert not ann.page.locator(".cover, .choices").count()
    expect(ann.page.locator(".cover")).to_be_visible()
    assert not ann.page.locator("[data-news]").count()


def test_who_does_not_mind_motion_sees_it_played_back(visitor: Make, house: Server) -> None:
    ann, *_ = passed_on(visitor, house)
    ann.page.emulate_media(reduced_motion="no-preference")
    ann.page.locator(".cover .button.main").click()
    expect(ann.page.locator('[data-q=c3][aria-label*="Red"]')).to_be_visible()
    stop = ann.page.get_by_role("button", name="Back to now")
    expect(stop).to_be_visible()
    stop.click()
    expect(ann.page.locator('[data-q=c4][aria-label*="Red"]')).to_be_visible()
    expect(ann.page.locator(".prompt.mine")).to_be_visible()


@pytest.mark.parametrize(
    ("more", "actions"),
    [
        ("card=F mlp=7/5 row=(Re)/(R2).F", ["unit d3"]),
        ("card=S2 mlp=7/5 row=(Re)/(R2).F", []),
        ("card=R6 mlp=7/5 row=(Re)/(R2).F", []),
        ("card=Rf mlp=7/5 row=(Re)/(R2).F", []),
        ("phase=send mlp=9/5 row=(Re)/(R2).F", ["send M"]),
    ],
)
def test_a_thumb_can_hit_every_target(visitor: Make, house: Server, more: str, actions: list[str]) -> None:
    cards = CARDS.replace("deck=F.Rf", "deck=R3.R4" if "send" not in more else "deck=R3.R4.R5")
    position = f"{board(RED + ', I d2', BLUE)} {cards} {more}"
    ann, lord, table = seated(visitor, house, "gunshi", position, size=PHONE)
    for action in actions:
        lord.act(table, action, seat=0)
    ann.seen(lord.see(table)["version"])
    assert ann.page.evaluate(TARGETS) == []


def test_a_thumb_can_hit_the_lines_of_the_formation(visitor: Make, house: Server) -> None:
    lord, ann = Player(house.url, "Lord"), visitor(size=PHONE)
    table = lord.table(game="gunshi", seats=["me", "me"], listed=False)
    ann.context.add_cookies([{"name": "gunbai", "value": lord.http.cookies["gunbai"], "url": house.url}])
    ann.open(f"/t/{table}")
    ann.page.locator(".cover .button.main").tap()
    ann.page.get_by_role("radio", name="Fence").tap()
    expect(ann.page.locator("[data-line]").first).to_be_visible()
    assert ann.page.evaluate(TARGETS) == []


def test_a_hint_says_how_the_others_compare(visitor: Make, house: Server) -> None:
    ann, *_ = seated(visitor, house, "gunshi", BATTLE)
    ann.page.get_by_role("button", name="Hint").click()
    words = ann.page.locator(".hint .sure")
    expect(words.first).to_have_text("first choice")
    assert {text.strip() for text in words.all_inner_texts()[1:]} <= {"about as good", "worse", "hardly examined"}
    # What is not of the first choice's kind can still be done from here.
    version = ann.version
    ann.page.locator(".hint .row").first.click()
    ann.page.get_by_role("button", name="Play the marked one").click()
    expect(ann.page.locator(f"[data-version='{version}']")).to_have_count(0)
