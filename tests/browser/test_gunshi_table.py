"""Gunshi's table: what lies open, what a turn brings, who may still join, and that haste does no harm."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Response, expect

from tests.browser.positions import seated
from tests.browser.visitor import Visitor
from tests.games.gunshi.field import board
from tests.server.house import Player, Server

Make = Callable[..., Visitor]

COLUMN = board("I d3, I c3, I d2, I g1*", "A d6, I g7*")
ROWS = "hand=M.Re.F/M.Rf.F row=(M).Re/(M).Re.(Re) deck=M.Rf/M"


@pytest.mark.parametrize(("edition", "after"), [("final", 2), ("draft", 3)])
def test_both_ends_of_a_turn_say_what_they_bring(visitor: Make, house: Server, edition: str, after: int) -> None:
    """RULES §4.8: a Lightning Command shortens the row by a slot, but not by a card."""
    ann, lord, table = seated(visitor, house, "gunshi", f"{COLUMN} edition={edition} phase=send mlp=9/0 {ROWS}")
    lord.act(table, "send M")
    expect(ann.page.get_by_role("button", name="End the turn (supply +3)")).to_be_visible()
    ann.page.get_by_role("button", name=f"Lightning Command (−6, supply +{after})").hover()
    expect(ann.page.locator(".foretold")).to_contain_text(f"supply +{after}: {3 + after} points")
    lord.act(table, "lightning")
    assert lord.see(table)["sights"][0]["view"]["red"]["mlp"] == 3 + after


def test_slots_of_a_row_with_a_lightning_command_promise_nothing(visitor: Make, house: Server) -> None:
    more = "phase=send mlp=9/0 hand=M.Re.F/M.Rf.F row=(M).Re/L:(M).Re.(Re) deck=M.Rf/M"
    ann, _, _ = seated(visitor, house, "gunshi", f"{COLUMN} {more}")
    expect(ann.page.locator(".theirs .empty")).to_have_text(["3"])
    expect(ann.page.locator(".mine .empty")).to_have_text(["3+3", "4+4"])


def test_the_card_that_is_carried_out_lies_open_before_the_row(visitor: Make, house: Server) -> None:
    more = "card=M hand=M.Re.F/M.Rf.F row=(M).Re/(M).Re.(Re) deck=Rf/M"
    ann, _, _ = seated(visitor, house, "gunshi", f"{COLUMN} {more}")
    expect(ann.page.locator(".mine .row .card-face")).to_have_count(3)
    labels = [card.get_attribute("aria-label") for card in ann.page.locator(".mine .row .card-face").all()]
    assert labels == ["now Move, is carried out now", "1 Move, face down", "2 Reorient or Shoot"]
    # What has lain open once may be known of the other side, and only that.
    ann.page.get_by_role("button", name="Hand: 3 · Deck: 1").click()
    expect(ann.page.locator(".known")).to_contain_text("In hand or face down in the row")


def test_a_neighbour_passed_over_can_still_be_called(visitor: Make, house: Server) -> None:
    """The server takes those who join in the order of their squares; a player need not."""
    ann, lord, table = seated(visitor, house, "gunshi", f"{COLUMN} card=M")
    for action in ("unit d3", "move north"):
        lord.act(table, action)
    expect(ann.page.locator(".prompt")).to_contain_text("neighbours that glow may join")
    called = str(ann.version + 1)
    ann.page.locator('.choice[data-q="c3"]').click()
    expect(ann.page.locator("[data-version]")).to_have_attribute("data-version", called)
    ann.page.locator('.choice[data-q="d2"]').click()
    # What is on the screen on the way there invites to nothing, so this waits until all three are called.
    ann.page.get_by_role("button", name="Carry out the command").click()
    for square in ("c4", "d4", "d3"):
        expect(ann.page.locator(f'[data-q="{square}"]')).to_have_attribute("aria-label", re.compile("Red infantry"))


def test_a_second_tap_in_haste_means_nothing(visitor: Make, house: Server) -> None:
    ann, lord, table = seated(visitor, house, "gunshi", f"{COLUMN} card=M")
    refused: list[Response] = []
    ann.page.on("response", lambda answer: refused.append(answer) if answer.status >= 400 else None)
    expect(ann.page.locator('.square.choice[data-q="d3"]')).to_be_visible()
    ann.page.evaluate("""() => { const at = document.querySelector('[data-q="d3"]');
        for (let i = 0; i < 3; i++) at.dispatchEvent(new MouseEvent('click', {bubbles: true})); }""")
    expect(ann.page.locator('[data-q=d4][data-choice="move north"]')).to_be_visible()
    assert not refused
    assert lord.see(table)["sights"][0]["view"]["command"]["unit"] == "d3"


def test_a_piece_that_cannot_be_had_says_why(visitor: Make, house: Server) -> None:
    ann, _, _ = seated(visitor, house, "gunshi", f"{board('I d3, I g1', 'A d6, I g7')} phase=piece mlp=2/0")
    expect(ann.page.locator(".prompt")).to_contain_text("Blue is done")
    ann.page.get_by_role("radio", name=re.compile("archer")).click(force=True)
    expect(ann.page.locator(".side")).to_contain_text("Not allowed:")


def test_prices_are_those_of_the_card(visitor: Make, house: Server) -> None:
    """RULES §9.5: who is called to the front costs more, also what there are no points for."""
    field = board("I d4, I g1*", "A a7, I g7*")
    ann, _, _ = seated(visitor, house, "gunshi", f"{field} variant=custom card=R4 mlp=5/0")
    prices = ann.page.locator(".palette small")
    expect(prices).to_have_text([re.compile("4 pt"), re.compile("5 pt"), re.compile("6 pt")])


def test_who_cannot_be_shot_says_why(visitor: Make, house: Server) -> None:
    field = board("A d3, I g1*", "I d5, C e4, I g7*")
    ann, _, _ = seated(visitor, house, "gunshi", f"{field} card=Re fences=-/d4-d5")
    ann.page.locator("[data-q=d3].choice").click()
    expect(ann.page.locator('[data-q=e4][data-choice="shoot"]')).to_be_visible()
    ann.page.locator("[data-q=d5]").click()
    expect(ann.page.locator(".side")).to_contain_text("a fence protects d5 from the archer on d3")


def test_secret_cards_are_chosen_in_any_order(visitor: Make, house: Server) -> None:
    """The server takes them in the order of the box; a player who begins with the last one gets it too."""
    ann, lord, table = _preparing(visitor, house)
    cards = ann.page.locator(".hand .card-face.choice")
    for n, name in enumerate(("Chain Trap", "Scout", "Light Infantry"), start=1):
        cards.filter(has_text=name).click()
        expect(ann.page.locator(".deck .card-face.choice")).to_have_count(n)
    # What was chosen by mistake is put back, also the last one: nothing is settled before one says so.
    ann.page.locator(".deck .card-face.choice").filter(has_text="Light Infantry").click()
    cards.filter(has_text="Rapid Fire").click()
    ann.page.get_by_role("button", name="Prepare these cards").click()
    expect(ann.page.get_by_role("button", name="I am Blue")).to_be_visible()
    assert lord.see(table)["sights"][0]["view"]["red"]["sealed"] == ["R6", "S1", "S3"]


def test_the_list_of_secret_cards_is_as_free_as_the_board(visitor: Make, house: Server) -> None:
    ann, lord, table = _preparing(visitor, house)
    choices = ann.page.locator(".choices")
    choices.locator("summary").click()
    for name in ("Prepare Chain Trap", "Prepare Scout", "Put Chain Trap back", "Prepare Rapid Fire", "Prepare Rapid-M"):
        choices.get_by_role("button", name=name).click()
        expect(choices.get_by_role("button", name=name)).to_have_count(0)
    # What was laid out is still there when the page is reloaded.
    ann.page.reload()
    ann.page.locator(".board .button.main").click()
    choices.get_by_role("button", name="Prepare these cards").click()
    expect(ann.page.get_by_role("button", name="I am Blue")).to_be_visible()
    assert lord.see(table)["sights"][0]["view"]["red"]["sealed"] == ["R1", "R6", "S1"]


def test_secret_cards_are_chosen_by_keyboard_alone(visitor: Make, house: Server) -> None:
    """After the last choice of the list the focus is not on what puts it back; in the end the seal is at hand."""
    ann, lord, table = _preparing(visitor, house)
    keys, focus = ann.page.keyboard, ann.page.locator(":focus")
    keys.press("c")
    expect(focus).to_contain_text("9 choices")
    keys.press("Enter")
    expect(ann.page.locator(".choices .row")).to_have_count(9)
    for _ in range(9):
        keys.press("Tab")
    for name in ("Prepare Chain Trap", "Prepare Strategic Switch", "Prepare Rapid Fire"):
        expect(focus).to_have_text(name)
        keys.press("Enter")
    expect(focus).to_have_text("Prepare these cards")
    keys.press("Enter")
    expect(ann.page.get_by_role("button", name="I am Blue")).to_be_visible()
    assert lord.see(table)["sights"][0]["view"]["red"]["sealed"] == ["S1", "S2", "S3"]


def _preparing(visitor: Make, house: Server) -> tuple[Visitor, Player, str]:
    """A table at which three advanced cards are to be prepared in secret."""
    lord = Player(house.url, "Lord")
    table = lord.table(game="gunshi", preset="inspiration_2", seats=["me", "me"], auto=False)
    ann = visitor()
    ann.context.add_cookies([{"name": "gunbai", "value": lord.http.cookies["gunbai"], "url": house.url}])
    ann.open(f"/t/{table}")
    ann.page.locator(".board .button.main").click()
    return ann, lord, table
