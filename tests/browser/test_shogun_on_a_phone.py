"""Faults that showed when a war of two players was fought on a telephone, upright and sideways."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

import gunbai
from tests.browser.positions import Make, resumed, seated
from tests.browser.test_battles_seen import POSITION, at_speed
from tests.browser.test_screens import HIDDEN, SIDEWAYS
from tests.browser.test_shogun_by_hand import JOIN, labels, tap
from tests.browser.visitor import PHONE, Visitor
from tests.server.house import Server

# The first province that glows and has open sea at its western coast, and a point there where a finger would mean it.
_OFFSHORE = """
() => {
  const landAt = (x, y) => document.elementFromPoint(x, y)?.closest("[data-p]")?.dataset.p;
  for (const land of document.querySelectorAll(".province.choice")) {
    const box = land.getBoundingClientRect();
    for (let y = box.y + 2; y < box.bottom; y += 2)
      for (let x = box.x; x > box.x - 20; x -= 1) {
        const near = [[4, 0], [-4, 0], [0, 4], [0, -4], [6, 6], [6, -6]].map(([dx, dy]) => landAt(x + dx, y + dy));
        if (!landAt(x, y) && near[0] === land.dataset.p && near.every((id) => !id || id === near[0]))
          return [near[0], x, y];
      }
  }
}
"""


def box(ann: Visitor, part: str) -> dict[str, Any]:
    found = ann.page.locator(part).first.bounding_box()
    assert found
    return dict(found)


def test_a_finger_on_an_army_that_cannot_move_opens_the_card_of_its_province(visitor: Make, house: Server) -> None:
    match = gunbai.new("shogun", players=3, map="kyushu", seed=5)
    while match.view(0).data()["stage"] != "levy":
        match.push(next((text for text in match.legal if text == "bin levy 3"), match.legal[0]))
    ann, _, _ = resumed(visitor, house, match.text(), size=PHONE)
    # In the levy a unit may be for the army there or for the force: the card asks.
    ann.page.locator(".army.own .flag, [data-army^=red] .flag").first.tap()
    expect(ann.page.locator("div.picked")).to_contain_text("A spearman for the army")


@pytest.mark.parametrize(
    ("lang", "asked", "own"),
    [("en", "{}: Place two spearmen", "you"), ("ja", "{}：自国1つに槍足軽を2部隊", "あなた")],
)
def test_who_leads_two_clans_is_told_which_one_is_asked_and_which_are_theirs(
    visitor: Make, house: Server, lang: str, asked: str, own: str
) -> None:
    match = gunbai.new("shogun", players=2, map="kyushu", seed=5)
    while match.view(0).data()["stage"] != "reinforce" or match.view(0).data()["turn"] != "green":
        match.push(match.legal[0])
    ann, _, _ = resumed(visitor, house, match.text(), size=PHONE, lang=lang)
    expect(ann.page.locator(".prompt")).to_contain_text(asked.format({"en": "Green", "ja": "緑"}[lang]))
    view: Any = match.view(0).data()
    clans = view["clans"]
    rows = ann.page.locator(".clans li").all_inner_texts()
    assert [own in row for row in rows] == [clan["seat"] == 0 for clan in clans.values()]
    # The goal counts the provinces of both: it stands beside the player, not beside a clan.
    held = sum(clan["provinces"] for clan in clans.values() if clan["seat"] == 0)
    expect(ann.page.locator(".top li").first).to_contain_text(f"{held}/{view['goal']}")
    assert not any("/" in row for row in rows)


def test_a_finger_beside_the_coast_means_the_province(visitor: Make, house: Server) -> None:
    match = gunbai.new("shogun", players=3, map="kyushu", seed=5)
    while match.view(0).data()["stage"] != "reinforce":
        match.push(match.legal[0])
    ann, lord, table = resumed(visitor, house, match.text(), size=PHONE)
    expect(ann.page.locator(".province.choice").first).to_be_visible()
    province, x, y = ann.page.evaluate(_OFFSHORE)
    ann.page.touchscreen.tap(x, y)
    ann.until(lambda: lord.see(table)["version"] > len(match.record.steps))
    assert lord.see(table)["sights"][0]["log"]["lines"][-1]["action"].split()[-1] == province


def test_a_force_in_hand_is_asked_about_its_own_ways_only(visitor: Make, house: Server) -> None:
    # The force of Mikawa could go to Owari as well.
    ann, _, _ = seated(visitor, house, "shogun", JOIN.replace("owari red;", "owari red; mikawa red 2P;"), size=PHONE)
    tap(ann, "mino")
    expect(ann.page.locator(".round")).to_contain_text("The force of Mino is in hand")
    card = tap(ann, "owari")
    expect(card).to_have_attribute("aria-label", "Owari")
    assert labels(card.locator(".buttons button")) == ["March here from Mino", "Into the army from Mino"]


def test_all_of_a_battle_is_in_view_on_a_phone(visitor: Make, house: Server) -> None:
    position = POSITION.replace("shinano 4B", "shinano 1B1G1S1P").replace("echigo blue 1P", "echigo blue 5P")
    ann, _, _ = seated(at_speed(visitor, "skip"), house, "shogun", position, size=PHONE)
    ann.page.locator(".choices button", has_text="Echigo").first.click()
    # Five kinds of the attacker throw, whatever the dice say; then the defenders, or who falls is chosen.
    expect(ann.page.locator(".battle .roll").nth(4)).to_be_visible()
    panel, order = box(ann, ".battle"), box(ann, ".battle .ahead")
    assert order["y"] + order["height"] <= panel["y"] + panel["height"]
    for roll in ann.page.locator(".battle .roll").all():
        thrown = roll.bounding_box()
        assert thrown
        assert panel["y"] <= thrown["y"] <= thrown["y"] + thrown["height"] <= order["y"]


def test_sideways_the_order_to_fight_is_one_line_below_the_battles(visitor: Make, house: Server) -> None:
    match = gunbai.from_position("shogun", POSITION, seed=None)
    ann, _, _ = resumed(visitor, house, match.text(), size=SIDEWAYS)
    card, shown = box(ann, ".mapbox .standing"), box(ann, ".mapbox")
    assert card["height"] < shown["height"] / 5
    for part in (".button", "select", "input"):
        assert ann.page.locator(f".mapbox .standing {part}").evaluate(HIDDEN) == [], part
