"""Orders that Shogun keeps for its players: the plan of the last round and the standing order."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

import gunbai
from tests.browser.positions import Make, resumed
from tests.browser.test_shogun_presses import actions, seal
from tests.browser.test_shogun_table import WAR
from tests.browser.visitor import Visitor
from tests.server.house import Player, Server


def test_the_plan_of_the_last_round_is_laid_out_again(visitor: Make, house: Server) -> None:
    match = gunbai.new("shogun", preset="tiny", seed=3)
    plan = {"swords": 1, "build": 0, "ronin": 0, "ninja": 0}
    while not (match.state.round == 2 and match.legal[0].startswith("bin swords")):  # type: ignore[attr-defined]
        legal = match.legal
        planned = [text for text in legal if text.startswith("bin ")]
        bin_ = planned[0].split()[1] if planned else ""
        quiet = [text for text in legal if text in ("done", "levy none", "ronin none", "no strike", "no spy")]
        match.push(f"bin {bin_} {plan[bin_]}" if bin_ in plan else (planned or quiet or legal)[-1])
    ann, lord, table = resumed(visitor, house, match.text())
    if (summary := ann.page.locator(".summary .button.main")).count():
        summary.click()
    clans = lord.see(table)["sights"][0]["view"]["clans"]
    expect(seal(ann)).to_be_disabled()
    ann.page.get_by_role("button", name="Same plan as last round").click()
    first = next(text for text in actions(lord, table) if text.startswith("bin levy"))
    levy = min(int(first.split()[2]), clans["red"]["koku"] - 1)
    for bin_, koku in {"swords": 1, "build": 0, "levy": levy, "ronin": 0, "ninja": 0}.items():
        expect(ann.page.locator(f"[data-bin={bin_}] .held")).to_have_text(str(koku))


def before_the_next_roll(visitor: Make, house: Server) -> tuple[Visitor, Callable[[], list[str]]]:
    """An attacker who has to decide whether to go on: the odds are the same in every run."""
    match = gunbai.from_position(
        "shogun", WAR.format(stage="combat", aim="aim=etchu").replace("1B1P", "2B3P"), seed=None
    )
    match.push("fight army 1")
    while "press" not in match.legal:
        match.push("hits 0")
    ann, lord, table = resumed(visitor, house, match.text())
    return ann, lambda: actions(lord, table)


@pytest.mark.parametrize(("least", "calls_off", "then"), [("10", False, "press"), ("90", True, "call off")])
def test_a_standing_order_goes_on_or_calls_off(
    visitor: Make, house: Server, least: str, calls_off: bool, then: str
) -> None:
    ann, told = before_the_next_roll(visitor, house)
    standing = ann.page.locator(".standing")
    standing.get_by_label("As long as it succeeds in").select_option(least)
    standing.get_by_label("below that call it off").set_checked(calls_off)
    standing.get_by_role("button", name="Fight on by itself").click()
    ann.until(lambda: then in told())


def test_a_standing_order_asks_when_the_odds_are_below(visitor: Make, house: Server) -> None:
    ann, told = before_the_next_roll(visitor, house)
    standing = ann.page.locator(".standing")
    standing.get_by_label("As long as it succeeds in").select_option("90")
    standing.get_by_label("below that call it off").uncheck()
    made = told()
    standing.get_by_role("button", name="Fight on by itself").click()
    expect(standing.locator(".stopped")).to_contain_text("The odds are below 90 %")
    assert told() == made
    # Until the order is withdrawn, it cannot be changed.
    expect(standing.get_by_label("below that call it off")).to_be_disabled()
    standing.get_by_role("button", name="Fight on by itself").click()
    expect(standing.locator(".stopped")).to_have_count(0)


def test_on_one_device_a_public_slip_is_taken_back_when_the_next_one_is_asked(visitor: Make, house: Server) -> None:
    lord, ann = Player(house.url, "Lord"), visitor()
    table = lord.table(game="shogun", preset="kyushu", seats=["me", "me", "me"])
    ann.context.add_cookies([{"name": "gunbai", "value": lord.http.cookies["gunbai"], "url": house.url}])
    ann.open(f"/t/{table}")
    prompt, undo = ann.page.locator(".prompt"), ann.page.get_by_role("button", name="Undo")
    expect(prompt).to_contain_text("Place two spearmen")
    expect(undo).to_be_disabled()
    first = prompt.inner_text()
    ann.type_commands()
    ann.page.locator(".choices .row").first.click()
    expect(prompt).not_to_have_text(first)
    undo.click()
    expect(prompt).to_have_text(first)
    expect(undo).to_be_disabled()
