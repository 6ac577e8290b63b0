"""Gunshi by direct hands: units go where one taps or drags them, and a turn costs no more presses than it must."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.positions import seated
from tests.browser.visitor import DESKTOP, PHONE, Visitor
from tests.games.gunshi.field import board
from tests.server.house import Player, Server

Make = Callable[..., Visitor]

COLUMN = board("I d3, I c3, I d2, I g1*", "A d6, I g7*")
ARCHERS = board("A d3, A c3, I g1*", "I d5, I c5, I e4, I b4, I g7*")
ROWS = "hand=M.Rf.F/M.Rf.F row=(M).Re/(M).Re.(Re)"
COUNT = "window.presses = 0; addEventListener('pointerdown', () => window.presses++, true);"


def at(ann: Visitor, square: str) -> Locator:
    return ann.page.locator(f'[data-q="{square}"]')


def holds(ann: Visitor, square: str, what: str) -> None:
    expect(at(ann, square)).to_have_attribute("aria-label", re.compile(what))


def press(ann: Visitor, target: Locator) -> None:
    """One press, as this visitor makes it: by mouse or by finger."""
    if ann.page.viewport_size == {"width": PHONE[0], "height": PHONE[1]}:
        target.tap()
    else:
        target.click()


def drag(ann: Visitor, start: str, goal: str) -> None:
    a, b = at(ann, start).bounding_box(), at(ann, goal).bounding_box()
    assert a
    assert b
    mouse = ann.page.mouse
    mouse.move(a["x"] + a["width"] / 2, a["y"] + a["height"] / 2)
    mouse.down()
    mouse.move(b["x"] + b["width"] / 2, b["y"] + b["height"] / 2, steps=6)
    mouse.up()


def box(target: Locator) -> Any:
    found = target.bounding_box()
    assert found
    return found


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_unit_goes_to_the_square_that_is_tapped(visitor: Make, house: Server, size: tuple[int, int]) -> None:
    ann, *_ = seated(visitor, house, "gunshi", f"{COLUMN} card=M", size=size)
    press(ann, at(ann, "d3"))
    expect(at(ann, "d4")).to_have_attribute("data-choice", "move north")
    # No neighbour is asked for who was not called, and nothing is to be confirmed.
    press(ann, at(ann, "d4"))
    holds(ann, "d4", "Red infantry")
    holds(ann, "c3", "Red infantry")
    assert ann.page.locator(".inspector").count() == 0


def test_a_unit_goes_where_it_is_dragged(visitor: Make, house: Server) -> None:
    ann, *_ = seated(visitor, house, "gunshi", f"{COLUMN} card=M")
    drag(ann, "d3", "d4")
    holds(ann, "d4", "Red infantry")


def test_a_unit_that_is_dropped_where_it_cannot_go_says_why(visitor: Make, house: Server) -> None:
    ann, *_ = seated(visitor, house, "gunshi", f"{COLUMN} card=M")
    drag(ann, "d3", "d5")
    expect(ann.page.locator(".notes")).to_contain_text("Not allowed")
    holds(ann, "d3", "Red infantry")
    press(ann, at(ann, "d4"))
    holds(ann, "d4", "Red infantry")


def test_a_unit_is_moved_by_keys_alone(visitor: Make, house: Server) -> None:
    ann, *_ = seated(visitor, house, "gunshi", f"{COLUMN} card=M")
    at(ann, "d3").focus()
    keys = ann.page.keyboard
    keys.press("Enter")
    expect(at(ann, "d4")).to_have_attribute("data-choice", "move north")
    keys.press("ArrowUp")
    expect(at(ann, "d4")).to_be_focused()
    keys.press("Enter")
    holds(ann, "d4", "Red infantry")


def test_cavalry_rides_to_the_very_square(visitor: Make, house: Server) -> None:
    position = f"{board('C d1, I g1*', 'A d6, I g7*')} card=M"
    ann, *_ = seated(visitor, house, "gunshi", position)
    at(ann, "d1").click()
    # Whoever points at a square before it can be chosen has to point again.
    expect(ann.page.locator("[data-q=d4].choice")).to_be_visible()
    at(ann, "d4").hover()
    expect(ann.page.locator("[data-will=d4]")).to_have_count(1)
    at(ann, "d4").click()
    holds(ann, "d4", "Red cavalry")


def test_neighbours_come_along_and_the_column_goes_with_one_tap(visitor: Make, house: Server) -> None:
    ann, *_ = seated(visitor, house, "gunshi", f"{COLUMN} card=M")
    at(ann, "d3").click()
    expect(ann.page.locator(".foretold")).to_contain_text("marked +")
    for square in ("c3", "d2", "c3", "c3"):
        at(ann, square).click()
    expect(ann.page.locator("[data-comes]")).to_have_count(2)
    expect(at(ann, "d4")).to_have_attribute("data-choice", "move north")
    at(ann, "d4").hover()
    expect(ann.page.locator(".foretold")).to_contain_text("c3 → c4 · d3 → d4 · d2 → d3")
    at(ann, "d4").click()
    for square in ("c4", "d4", "d3"):
        holds(ann, square, "Red infantry")


def test_a_second_tap_on_the_archer_costs_no_chain(visitor: Make, house: Server) -> None:
    three = board("A d3, A c3, A e3, I g1*", "I d5, I c5, I e5, I g7*")
    ann, lord, table = seated(visitor, house, "gunshi", f"{three} card=Re")
    at(ann, "d3").click()
    ann.answered()
    at(ann, "c3").click()
    expect(ann.page.locator("[data-comes=c3]")).to_have_count(1)
    for action in ("shoot", "join c3"):
        lord.act(table, action)
    expect(ann.page.locator(".prompt")).to_contain_text("may join")
    ann.seen(lord.see(table)["version"])
    at(ann, "d3").click()
    ann.answered()
    assert set(lord.see(table)["sights"][0]["view"]["command"]["chain"]) == {"c3", "d3"}


def test_a_finger_on_the_mark_of_a_neighbour_takes_it_along(visitor: Make, house: Server) -> None:
    # Beside the mark stands the arrow that turns the unit: a finger on it reaches into the neighbour's square.
    around = board("A d3, A c3, A e3, A d4, A d2, I g1*", "I g7*")
    ann, *_ = seated(visitor, house, "gunshi", f"{around} card=Re", size=PHONE)
    press(ann, at(ann, "d3"))
    ann.page.wait_for_selector(".square .badge")
    for count, square in enumerate(("c3", "d2", "d4", "e3"), start=1):
        mark = box(at(ann, square).locator(".badge"))
        ann.page.touchscreen.tap(mark["x"] + mark["width"] / 2, mark["y"] + mark["height"] / 2)
        expect(ann.page.locator("[data-comes]")).to_have_count(count)


def test_what_one_tap_did_is_taken_back_by_one(visitor: Make, house: Server) -> None:
    ann, *_ = seated(visitor, house, "gunshi", f"{COLUMN} card=M")
    at(ann, "d3").click()
    at(ann, "c3").click()
    expect(at(ann, "d4")).to_have_attribute("data-choice", "move north")
    at(ann, "d4").click()
    holds(ann, "d4", "Red infantry")
    ann.answered()
    ann.page.get_by_role("button", name="Undo").click()
    # The unit is in hand again, with the neighbour that was to come along.
    expect(ann.page.locator(".prompt")).to_contain_text("where does the infantry on d3 go?")
    expect(ann.page.locator("[data-comes=c3]")).to_have_count(1)
    for square in ("c3", "d3"):
        holds(ann, square, "Red infantry")


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_an_archer_shoots_whom_one_taps(visitor: Make, house: Server, size: tuple[int, int]) -> None:
    ann, lord, table = seated(visitor, house, "gunshi", f"{ARCHERS} card=Re", size=size)
    press(ann, at(ann, "d3"))
    expect(at(ann, "e4")).to_have_attribute("data-choice", "shoot")
    press(ann, at(ann, "e4"))
    holds(ann, "e4", "empty")
    lines = [line["action"] for line in lord.see(table)["sights"][0]["log"]["lines"]]
    assert lines[:2] == ["unit d3", "shoot"]
    assert "hit e4" in lines


def test_those_who_shoot_along_are_asked_for_their_own_targets(visitor: Make, house: Server) -> None:
    ann, *_ = seated(visitor, house, "gunshi", f"{ARCHERS} card=Re")
    at(ann, "d3").click()
    ann.answered()
    at(ann, "c3").click()
    expect(at(ann, "e4")).to_have_attribute("data-choice", "shoot")
    at(ann, "e4").click()
    expect(ann.page.locator(".prompt")).to_contain_text("whom does the archer on c3 shoot")
    at(ann, "b4").click()
    holds(ann, "b4", "empty")
    holds(ann, "e4", "empty")


@pytest.mark.parametrize("steps", [(), ("unit d3",), ("unit d3", "shoot"), ("unit d3", "shoot", "join c3")])
def test_crosshairs_stand_only_where_a_tap_shoots(visitor: Make, house: Server, steps: tuple[str, ...]) -> None:
    ann, lord, table = seated(visitor, house, "gunshi", f"{ARCHERS} card=Re")
    for action in steps:
        lord.act(table, action)
    ann.seen(lord.see(table)["version"])
    expect(ann.page.locator("[data-foreseen]")).to_have_count(1)
    marked = ann.page.locator(".fall, .square:has(> g > circle[r='37'])").count()
    legal = ann.page.locator(".square.choice:has(> g > circle[r='37'])").count()
    assert marked == legal
    # Who joined is not asked for a target before it is known who begins.
    assert legal == (2 if len(steps) in (1, 2) else 0), steps


def test_a_unit_turns_to_the_square_that_is_tapped(visitor: Make, house: Server) -> None:
    ann, *_ = seated(visitor, house, "gunshi", f"{COLUMN} card=Re", size=PHONE)
    at(ann, "d3").tap()
    expect(at(ann, "e3")).to_have_attribute("data-choice", "turn east")
    at(ann, "e3").tap()
    holds(ann, "d3", "facing east")


def test_a_fence_is_built_without_asking_who_joins(visitor: Make, house: Server) -> None:
    ann, *_ = seated(visitor, house, "gunshi", f"{COLUMN} card=F mlp=5/0")
    at(ann, "d3").click()
    ann.page.locator('[data-line="d3-d4"]').click()
    expect(ann.page.get_by_label("Red fence between d3 and d4")).to_be_visible()


def test_a_finger_that_rests_on_a_square_sees_what_a_tap_would_do(visitor: Make, house: Server) -> None:
    ann, *_ = seated(visitor, house, "gunshi", f"{COLUMN} card=M", size=PHONE)
    at(ann, "d3").tap()
    expect(at(ann, "d4")).to_have_attribute("data-choice", "move north")
    at(ann, "d4").dispatch_event("pointerdown", {"pointerType": "touch", "button": 0, "bubbles": True})
    expect(ann.page.locator(".foretold")).to_contain_text("d3 → d4")
    at(ann, "d4").dispatch_event("pointerleave", {"pointerType": "touch"})
    expect(ann.page.locator("[data-will]")).to_have_count(0)
    holds(ann, "d3", "Red infantry")


def test_cards_keep_their_places_while_they_are_chosen(visitor: Make, house: Server) -> None:
    lord, ann = Player(house.url, "Lord"), visitor()
    table = lord.table(game="gunshi", preset="inspiration_2", seats=["me", "me"], auto=False)
    ann.context.add_cookies([{"name": "gunbai", "value": lord.http.cookies["gunbai"], "url": house.url}])
    ann.open(f"/t/{table}")
    ann.page.locator(".board .button.main").click()
    cards = ann.page.locator(".hand .card-face")
    expect(cards.first).to_be_visible()
    before = [(card.locator(".name").inner_text(), box(card)["x"]) for card in cards.all()]
    for place in (3, 0, 5):
        cards.nth(place).click()
        expect(cards.nth(place)).to_have_attribute("aria-pressed", "true")
    assert [(card.locator(".name").inner_text(), box(card)["x"]) for card in cards.all()] == before
    cards.nth(0).click()
    expect(cards.nth(0)).not_to_have_attribute("aria-pressed", "true")
    # On a phone they lie in several lines: none of them beyond the edge.
    ann.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    for card in cards.all():
        assert 0 <= box(card)["x"] <= PHONE[0] - box(card)["width"]


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_the_hand_and_the_end_of_the_turn_keep_their_places(
    visitor: Make, house: Server, size: tuple[int, int]
) -> None:
    more = "phase=send mlp=9/0 hand=M.Re.F/M.Rf.F row=(M)/(M).Re.(Re) deck=M.Rf.Re/M"
    ann, *_ = seated(visitor, house, "gunshi", f"{COLUMN} {more}", size=size)
    end = ann.page.locator(".choices [data-action=end]")
    expect(end).to_have_attribute("aria-disabled", "true")
    place = box(end)
    last = box(ann.page.locator(".hand .card-face").nth(2))
    press(ann, ann.page.locator(".hand .card-face").nth(0))
    expect(end).to_have_attribute("aria-disabled", "false")
    assert box(end) == place
    fence = ann.page.locator(".hand .card-face", has_text="Fence")
    moved = box(fence)
    assert (moved["x"], moved["width"]) == (last["x"], last["width"])
    press(ann, fence)
    expect(ann.page.locator(".hand .card-face")).to_have_count(1)
    assert box(end) == place


def test_of_equal_cards_the_one_that_is_pressed_goes_and_the_others_stay(visitor: Make, house: Server) -> None:
    more = "phase=send mlp=9/0 hand=M.M.F/M.Rf.F row=-/(M).Re.(Re) deck=M.Re.Rf.Re/M"
    ann, *_ = seated(visitor, house, "gunshi", f"{COLUMN} {more}")
    cards = ann.page.locator(".hand .card-face, .hand .gap")
    places = [box(card) for card in cards.all()]
    cards.nth(0).click()
    expect(cards.nth(0)).to_have_class(re.compile("gap"))
    # Neither does the hand go down when the first card lies in the row.
    assert [box(card) for card in cards.all()][1:] == places[1:]


def test_a_refusal_moves_no_button(visitor: Make, house: Server) -> None:
    for size in (DESKTOP, PHONE):
        ann, *_ = seated(visitor, house, "gunshi", f"{COLUMN} card=M", size=size)
        undo = ann.page.get_by_role("button", name="Undo")
        place = box(undo)
        press(ann, at(ann, "e6"))
        expect(ann.page.locator(".notes")).to_contain_text("Not allowed")
        assert box(undo) == place


def test_the_row_says_when_each_card_acts(visitor: Make, house: Server) -> None:
    ann, *_ = seated(visitor, house, "gunshi", f"{COLUMN} card=M {ROWS}")
    expect(ann.page.locator(".ours .row .when")).to_have_text(["next turn", "in 2 turns"])
    expect(ann.page.locator(".theirs .row .when")).to_have_text(["next turn", "in 2 turns", "in 3 turns"])


def test_a_lightning_command_of_one_side_makes_no_card_of_the_other_act_at_once(visitor: Make, house: Server) -> None:
    rows = "hand=M.Rf.F/M.Rf.F row=(M).Re/(M).Re.(Re) left=2"
    ann, *_ = seated(visitor, house, "gunshi", f"{COLUMN} card=M {rows}")
    expect(ann.page.locator(".ours .row .when")).to_have_text(["right after", "next turn"])
    expect(ann.page.locator(".theirs .row .when")).to_have_text(["next turn", "in 2 turns", "in 3 turns"])


def test_a_lightning_command_is_told_and_explained(visitor: Make, house: Server) -> None:
    more = "phase=send turn=blue mlp=0/9 hand=M.Re.F/M.Rf.F row=(M).Re/(M).Re deck=M.Rf/M.Re"
    ann, lord, table = seated(visitor, house, "gunshi", f"{COLUMN} {more}")
    for action in ("send M", "lightning"):
        lord.act(table, action, seat=1)
    ann.page.locator(".board .button.main").click()
    expect(ann.page.locator(".story")).to_contain_text("Lightning Command: two cards next turn")
    ann.page.locator(".theirs .row .card-face").first.click()
    expect(ann.page.get_by_role("dialog")).to_contain_text("Lightning Command")
    expect(ann.page.locator(".theirs .row .when")).to_have_text(["next turn", "next turn", "in 2 turns"])


# -- budgets -----------------------------------------------------------------------------------------


def presses(ann: Visitor) -> int:
    return int(ann.page.evaluate("window.presses"))


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_set_up_costs_fifteen_presses(visitor: Make, house: Server, size: tuple[int, int]) -> None:
    bob, ann = Player(house.url), visitor(size=size)
    table = bob.table(game="gunshi", seats=["open", "me"], auto=False)
    ann.home()
    ann.open(f"/t/{table}")
    ann.page.get_by_role("button", name="Sit down").click()
    ann.wait_for_table()
    rng = random.Random(1)

    def answer() -> None:
        while True:
            seen = bob.see(table)["sights"][0]
            if not seen["legal"]:
                return
            bob.act(table, rng.choice(seen["legal"])["action"], version=seen["version"])

    ann.page.evaluate(COUNT)
    army = (("Infantry", ("c3", "d3", "e3", "d2", "b2")), ("Archer", ("c2",)), ("Cavalry", ("d1",)))
    for piece, squares in army:
        if piece != "Infantry":
            press(ann, ann.page.get_by_role("radio", name=re.compile(piece, re.I)))
        for square in squares:
            expect(ann.page.locator(f'.square.choice[data-q="{square}"]')).to_be_visible()
            press(ann, at(ann, square))
            holds(ann, square, f"Red {piece.lower()} facing north")
            answer()
    # One point is left: what can still be had is in hand by itself.
    expect(ann.page.get_by_role("radio", name=re.compile("fence", re.I))).to_have_attribute("aria-checked", "true")
    press(ann, ann.page.locator('[data-line="d3-d4"]'))
    answer()
    expect(ann.page.locator(".prompt")).to_contain_text("which unit is your shogun")
    press(ann, at(ann, "d2"))
    expect(ann.page.locator(".prompt")).to_contain_text("three cards")
    for place in range(3):
        press(ann, ann.page.locator(".hand .card-face").nth(2 * place))
    # The deck needs no seal of its own, so that a second press in haste finds none.
    press(ann, ann.page.get_by_role("button", name="Begin with these three, the deck as it lies"))
    expect(ann.page.locator(".prompt")).not_to_contain_text(re.compile("three cards|Stack your deck"))
    assert len(bob.see(table)["sights"][0]["view"]["blue"]["deck"]) == 4
    assert presses(ann) <= 15


def test_a_mouse_builds_a_fence_without_taking_it_in_hand(visitor: Make) -> None:
    ann = visitor()
    ann.set_table("Gunshi", preset="")
    ann.wait_for_table()
    expect(ann.page.get_by_role("radio", name=re.compile("infantry", re.I))).to_have_attribute("aria-checked", "true")
    ann.page.locator('[data-aside="fence d3-d4"]').click(force=True)
    expect(ann.page.locator(".fence[aria-label*='d3']")).to_have_count(1)


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
@pytest.mark.parametrize(
    ("card", "field", "unit", "goal"),
    [("M", COLUMN, "d3", "d4"), ("Re", ARCHERS, "d3", "e4"), ("Re", COLUMN, "d3", "e3")],
)
def test_a_turn_costs_three_presses_and_four_on_a_phone(
    visitor: Make, house: Server, size: tuple[int, int], card: str, field: str, unit: str, goal: str
) -> None:
    ann, *_ = seated(visitor, house, "gunshi", f"{field} card={card} {ROWS}", size=size)
    ann.page.evaluate(COUNT)
    if size == DESKTOP:
        drag(ann, unit, goal)
    else:
        at(ann, unit).tap()
        expect(at(ann, goal)).to_have_class(re.compile("choice"))
        at(ann, goal).tap()
    expect(ann.page.locator(".prompt")).to_contain_text("Send an order")
    press(ann, ann.page.locator(".hand .card-face.choice").first)
    end = ann.page.locator(".choices [data-action=end]")
    expect(end).to_have_attribute("aria-disabled", "false")
    press(ann, end)
    expect(ann.page.locator(".board .button.main")).to_be_visible()
    assert presses(ann) <= (3 if size == DESKTOP else 4)
