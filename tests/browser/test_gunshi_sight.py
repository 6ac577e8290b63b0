"""What Gunshi's board shows while a command is prepared, and that nothing jumps or hides under a thumb."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.positions import seated
from tests.browser.visitor import DESKTOP, PHONE, Visitor
from tests.games.gunshi.field import board
from tests.server.house import Player, Server

Make = Callable[..., Visitor]

MOVE = "card=M hand=M.Re.F/M.Re.F row=(M)/(M) deck=Re.Rf/M.Re.Rf"
TURN_OR_SHOOT = "card=Re hand=M.Re.F/M.Re.F row=(M)/(M) deck=M.Rf/M.Re.Rf"
RIDERS = board("C b2, C c2, I g1*", "C c5, I g7*")
AT_THE_GATE = board("I+ d6, A d2, I g1*", "A d5, I g7*")


def rest_a_finger_on(ann: Visitor, square: str) -> None:
    """What a tap would do is shown as long as the finger rests there."""
    touch = {"pointerType": "touch", "button": 0, "bubbles": True}
    ann.page.locator(f"[data-q={square}]").dispatch_event("pointerdown", touch)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_what_comes_and_goes_moves_nothing_on_a_phone(visitor: Make, house: Server, lang: str) -> None:
    position = f"{RIDERS} phase=send mlp=11/17 hand=M.Re.F/M.Re.F row=M.(M)/M.(M) deck=Re.Rf/Re.Rf"
    ann, lord, table = seated(visitor, house, "gunshi", position, size=PHONE, lang=lang)
    head = ann.page.locator(".theirs .head")
    before = head.bounding_box()
    for action in ("send M", "end"):
        lord.act(table, action, seat=0)
    ann.page.locator(".cover .button.main").click()
    expect(head.locator(".change")).to_be_visible()
    after = head.bounding_box()
    assert before
    assert after
    assert before["height"] == after["height"] < 40
    # And it all fits.
    assert head.evaluate("head => head.scrollWidth <= head.clientWidth")


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_what_will_happen_is_not_hidden_under_the_dock(visitor: Make, house: Server, lang: str) -> None:
    cards = "variant=custom deck_rule=secret card=R1 mlp=5/12 row=(Re)/(R2).F hand=M.M.Re/M.M.Re deck=F.Rf/M.Rf"
    position = f"{AT_THE_GATE} {cards} fences=-/c7-d7"
    ann, *_ = seated(visitor, house, "gunshi", position, size=PHONE, lang=lang)
    ann.page.locator("[data-q=d6].choice").tap()
    expect(ann.page.locator('[data-q=d7][data-choice="move north"]')).to_be_visible()
    rest_a_finger_on(ann, "d7")
    told = ann.page.locator(".foretold")
    expect(told).to_contain_text("d7")
    box, dock = told.bounding_box(), ann.page.locator(".dock").bounding_box()
    assert box
    assert dock
    assert box["y"] + box["height"] <= dock["y"]


def test_a_ride_is_shown_to_its_end_and_says_whence_one_may_invade(visitor: Make, house: Server) -> None:
    ann, lord, table = seated(visitor, house, "gunshi", f"{RIDERS} {MOVE}")
    for action in ("unit b2", "move north", "join c2"):
        lord.act(table, action)
    expect(ann.page.locator(".foretold")).to_contain_text("may invade from b7")
    # The head of the arrow is on the square it points at, however far away that is.
    ends = ann.page.locator(".will .path").evaluate_all("all => all.map(p => p.getPointAtLength(p.getTotalLength()).y)")
    assert all(0 < end - goal <= 50 for end, goal in zip(sorted(ends), (50, 250), strict=True)), ends


def test_an_archer_without_a_target_shows_its_range_and_says_so(visitor: Make, house: Server) -> None:
    ann, *_ = seated(visitor, house, "gunshi", f"{AT_THE_GATE} {TURN_OR_SHOOT}")
    ann.page.locator("[data-q=d2].choice").click()
    expect(ann.page.locator(".prompt")).to_contain_text("nobody to hit; which way does the archer on d2 turn?")
    expect(ann.page.locator(".fire")).to_have_count(6)


@pytest.mark.parametrize(("spot", "said"), [("-", "Invade (invaders: 2 of 3)"), ("C", "Invade and win the battle")])
def test_an_invasion_says_how_far_it_leads(visitor: Make, house: Server, spot: str, said: str) -> None:
    """RULES §5.8: a shield is one more invader."""
    ann, lord, table = seated(visitor, house, "gunshi", f"{AT_THE_GATE} {MOVE} spot={spot}/-", size=PHONE)
    for action in ("unit d6", "move north", "to d7"):
        if action in [choice["text"] for choice in lord.see(table)["sights"][0]["legal"]]:
            lord.act(table, action)
    expect(ann.page.get_by_role("button", name=said)).to_be_visible()


def test_who_took_a_square_is_not_crossed_out(visitor: Make, house: Server) -> None:
    ann, lord, table = seated(visitor, house, "gunshi", f"{RIDERS} {MOVE}")
    for action in ("unit c2", "move north", "go", "to c5", "send M", "end"):
        if action in [choice["text"] for choice in lord.see(table)["sights"][0]["legal"]]:
            lord.act(table, action, seat=0)
    ann.page.locator(".cover .button.main").click()
    expect(ann.page.locator('g.taken[data-fell="c5"]')).to_be_visible()
    expect(ann.page.locator('path.fell[data-fell="c5"]')).to_have_count(0)


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_piece_that_is_dragged_shows_where_it_would_stand(
    visitor: Make, house: Server, size: tuple[int, int]
) -> None:
    ann, *_ = seated(visitor, house, "gunshi", f"{board('I d3, I g1', 'A d6, I g7')} phase=piece mlp=9/0", size=size)
    for thing, goal in (("cavalry", "[data-q=c2]"), ("fence", '[data-line="c3-c4"]')):
        ann.page.locator(f".palette [data-thing={thing}]").dispatch_event("pointerdown", {"bubbles": True})
        expect(ann.page.locator(".ghost")).to_be_visible()
        box = ann.page.locator(goal).bounding_box()
        assert box
        at = {"clientX": box["x"] + box["width"] / 2, "clientY": box["y"] + box["height"] / 2, "bubbles": True}
        ann.page.locator(goal).dispatch_event("pointermove", at)
        expect(ann.page.locator(f"{goal}.over, {goal} .aimed")).to_have_count(1)
        ann.page.locator("body").dispatch_event("pointerup", {"clientX": 1, "clientY": 1, "bubbles": True})
        expect(ann.page.locator(".ghost")).to_have_count(0)


def test_who_is_about_to_turn_is_seen_once(visitor: Make, house: Server) -> None:
    ann, *_ = seated(visitor, house, "gunshi", f"{AT_THE_GATE} {TURN_OR_SHOOT}", size=PHONE)
    ann.page.locator("[data-q=d2].choice").tap()
    expect(ann.page.locator('[data-q=e2][data-choice="turn east"]')).to_be_visible()
    rest_a_finger_on(ann, "e2")
    expect(ann.page.locator('.will [data-will="d2"]')).to_be_visible()
    expect(ann.page.locator("[data-q=d2] > g")).to_have_count(0)


@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", ["first shot of the archer on d3", "second shot"]), ("ja", ["d3の弓兵の1射目", "2射目"])],
)
def test_rapid_fire_says_which_shot_it_is(visitor: Make, house: Server, lang: str, said: list[str]) -> None:
    field = board("A d3, I+ b2*", "I+ d5, C e4, I+ g7*")
    ann, lord, table = seated(visitor, house, "gunshi", f"{field} variant=custom promos=on card=S1", lang=lang)
    lord.act(table, "unit d3")
    expect(ann.page.locator(".prompt")).to_contain_text(said[0])
    lord.act(table, "hit d5")
    expect(ann.page.locator(".prompt")).to_contain_text(said[1])


def test_light_infantry_says_that_its_shield_is_dropped(visitor: Make, house: Server) -> None:
    field = board("I+ c3, I d3, I+ b2*", "I+ d6, I+ g7*")
    ann, lord, table = seated(visitor, house, "gunshi", f"{field} variant=custom card=R5")
    for action in ("unit c3", "move north", "join d3"):
        lord.act(table, action)
    expect(ann.page.locator(".foretold")).to_contain_text("shield dropped: c3")
    expect(ann.page.locator(".foretold")).not_to_contain_text("c3, d3")


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_what_a_side_did_by_itself_pushes_nothing_away(
    visitor: Make, house: Server, lang: str, size: tuple[int, int]
) -> None:
    """Red's Lightning Command lays out a Chain Trap and a Rapid Fire that hits nobody; blue has a trap, too."""
    more = "phase=send mlp=9/9 hand=M.M.Re/M.M.Re row=L:(S3).S1.(R5)/(S3).M deck=F/S1.R5"
    position = f"{board('A d3, I+ b2*', 'C e6, I+ g7*')} variant=custom deck_rule=secret promos=on {more}"
    ann, lord, table = seated(visitor, house, "gunshi", position, lang=lang, size=size)
    field = ann.page.locator(".field")
    before = field.evaluate("field => field.offsetTop")
    for seat, action in ((0, "send M"), (0, "end"), (1, "send M"), (1, "end")):
        if action in [choice["text"] for choice in lord.see(table)["sights"][seat]["legal"]]:
            lord.act(table, action, seat=seat)
    ann.page.locator(".cover .button.main").click()
    expect(ann.page.locator(".mine [data-news]")).to_have_count(2)
    expect(ann.page.locator(".theirs [data-news]")).to_be_visible()
    assert field.evaluate("field => field.offsetTop") == before
    for card in ann.page.locator(".mine .hand .card-face").all():
        box = card.bounding_box()
        assert box
        assert box["y"] + box["height"] <= size[1]


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_from_the_whole_box_what_is_chosen_is_seen_with_what_can_be_chosen(
    visitor: Make, house: Server, lang: str
) -> None:
    lord, ann = Player(house.url, "Lord"), visitor(lang=lang)
    table = lord.table(game="gunshi", preset="custom_secret", seats=["me", "me"], auto=False)
    ann.context.add_cookies([{"name": "gunbai", "value": lord.http.cookies["gunbai"], "url": house.url}])
    ann.open(f"/t/{table}")
    ann.page.locator(".board .button.main").click()
    chosen = ann.page.locator(".deck .card-face.choice")
    for n in range(1, 8):
        ann.page.locator(".hand .card-face.choice").nth(n).click()
        expect(chosen).to_have_count(n)
        box = chosen.last.bounding_box()
        assert box
        assert box["y"] + box["height"] <= DESKTOP[1]


def test_the_seven_cards_are_known_while_the_formation_is_built(visitor: Make, house: Server) -> None:
    lord, ann = Player(house.url, "Lord"), visitor()
    table = lord.table(game="gunshi", preset="who_dares_wins", seats=["me", "me"], auto=False)
    ann.context.add_cookies([{"name": "gunbai", "value": lord.http.cookies["gunbai"], "url": house.url}])
    ann.open(f"/t/{table}")
    ann.page.locator(".board .button.main").click()
    expect(ann.page.locator(".ours .deck .card-face")).to_have_count(7)
    expect(ann.page.locator(".ours .deck")).to_contain_text("Chain Trap")
    expect(ann.page.locator(".counts")).to_have_count(0)


def test_a_ready_made_setting_is_seen_in_the_options_and_can_be_changed(visitor: Make, house: Server) -> None:
    ann = visitor()
    ann.home()
    ann.page.get_by_role("button", name="More ways: Gunshi").click()
    dialog = ann.page.get_by_role("dialog")
    dialog.get_by_text("Options", exact=True).click()
    ready = dialog.get_by_label("Which game")
    # The standard game goes by one name only.
    assert [name for name in ready.locator("option").all_inner_texts() if name.startswith("Standard")] == [
        "Standard game"
    ]
    ready.select_option(value="who_dares_wins")
    cards, promos = dialog.get_by_label(re.compile("^Cards")), dialog.get_by_label("Sanryaku cards")
    expect(cards).to_have_value("custom")
    expect(promos).to_be_checked()
    # What the setting says can be changed back to what is usual otherwise.
    ready.select_option(value="draft")
    dialog.get_by_label(re.compile("^Edition")).select_option(value="final")
    dialog.get_by_role("button", name="Open the table").click()
    ann.wait_for_table()
    expect(ann.page.locator(".prompt.mine")).to_be_visible()
    assert '"edition":"draft"' not in "".join(ann.received).replace(" ", "")


def test_the_last_game_can_still_be_seen_when_the_next_has_begun(visitor: Make, house: Server) -> None:
    lord = Player(house.url, "Lord")
    ann = visitor()
    table = lord.table(game="gunshi", preset="tiny", seats=["me", "bot:level-1"], auto=False)
    ann.context.add_cookies([{"name": "gunbai", "value": lord.http.cookies["gunbai"], "url": house.url}])
    ann.open(f"/t/{table}")
    ann.wait_for_table()
    lord.order(table, "resign", seat=0)
    ann.page.get_by_role("button", name="Play again").click()
    ann.page.wait_for_url(lambda url: not url.endswith(table))
    ann.page.go_back()
    forth = ann.page.get_by_role("link", name="To the next game")
    expect(forth).to_be_visible()
    assert ann.table == table
    forth.click()
    ann.page.wait_for_url(lambda url: not url.endswith(table))
