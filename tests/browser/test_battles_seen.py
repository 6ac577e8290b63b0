"""No battle goes by unseen: every die with its number, what falls, how it ends, at the chosen pace."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.positions import Make, seated, uncover
from tests.browser.visitor import PHONE, Visitor
from tests.server.house import Player, Server

# Four bowmen against one spearman: nobody has anything to choose but whether to fight on.
POSITION = (
    "shogun players=3 | stage=combat round=2 war=red turn=red slot=1 bins_open=1"
    " | red sword=1; blue sword=2; green sword=3"
    " | red1@shinano 4B aim=echigo; red2@mino 1P; blue1@etchu 1B1P; green1@kii 1P"
    " | shinano red 1P; mino red; etchu blue; echigo blue 1P; noto blue 1P; kii green; ise green 2P"
)
# Everything a battle's panel ever shows, noted at each change of the page: no wait can miss it.
NOTED = """
window.noted = [];
new MutationObserver(() => {
  const panel = document.querySelector('.battle');
  const dice = [...document.querySelectorAll('.battle .roll')].map((roll) => roll.ariaLabel);
  const now = JSON.stringify({ dice, text: panel ? panel.innerText : '' });
  if (window.noted.at(-1) !== now) window.noted.push(now);
}).observe(document, { subtree: true, childList: true, characterData: true });
"""


def at_speed(make: Make, speed: str, **guise: Any) -> Callable[..., Visitor]:
    """Makes visitors who have chosen a pace."""

    def made(**more: Any) -> Visitor:
        ann = make(**guise, **more)
        ann.on_every_page(f"localStorage.setItem('gunbai.speed', '{speed}');{NOTED}")
        return ann

    return made


def fought(ann: Visitor, lord: Player, table: str) -> list[str]:
    """Fight the battle to its end; the faces of all its dice, as the log tells them."""
    ann.page.locator(".choices button", has_text="Echigo").first.click()
    on = ann.page.locator(".choices").get_by_role("button", name="Fight on")
    over = ann.page.locator(".prompt", has_text="Final movement")
    while not over.count():
        expect(on.or_(over).first).to_be_visible(timeout=60_000)
        if not over.count():
            on.click()
            ann.answered()
    lines = lord.see(table)["sights"][0]["log"]["lines"]
    return [line["effects"][0]["words"]["faces"] for line in lines if line["action"].startswith("hits ")]


@pytest.mark.parametrize("size", [(1440, 900), PHONE])
def test_every_die_of_an_own_battle_is_seen_with_its_number(
    visitor: Make, house: Server, size: tuple[int, int]
) -> None:
    ann, lord, table = seated(at_speed(visitor, "fast"), house, "shogun", POSITION, size=size)
    faces = fought(ann, lord, table)
    noted = ann.page.evaluate("window.noted.map((each) => JSON.parse(each))")
    seen = [label for each in noted for label in each["dice"]]
    for each in faces:
        assert any(f": {each.replace(' ', ', ')};" in label for label in seen), (each, seen)
    # The throw that decided it, what fell and what came of it stood in the panel together.
    assert any(
        "lost: 1 spearman" in each["text"] and "Red drives Blue out of Echigo." in each["text"] for each in noted
    )


def test_who_skips_sees_the_result_at_once_and_reads_the_dice_in_the_log(visitor: Make, house: Server) -> None:
    ann, lord, table = seated(at_speed(visitor, "skip"), house, "shogun", POSITION)
    faces = fought(ann, lord, table)
    noted = ann.page.evaluate("window.noted.map((each) => JSON.parse(each))")
    assert not any("Red drives Blue out of Echigo." in each["text"] for each in noted)
    log = ann.page.get_by_role("tabpanel")
    expect(log).to_contain_text("The defender loses 1 spearman")
    log.get_by_text("Battle: hits").last.click()
    expect(log).to_contain_text(f"({faces[0]})")


def test_a_battle_can_be_paused_stepped_and_ended(visitor: Make, house: Server) -> None:
    ann, *_ = seated(at_speed(visitor, "calm"), house, "shogun", POSITION)
    # The page's time stands still, so that nothing goes by before it is paused.
    ann.stop_the_clock()
    ann.page.locator(".choices button", has_text="Echigo").first.click()
    expect(ann.page.locator(".battle")).to_be_visible()
    expect(ann.page.locator(".battle .roll")).to_have_count(0)
    ann.page.get_by_role("button", name="Pause").click()
    # From here on it is the player who holds time still.
    ann.page.clock.resume()
    assert ann.axe() == []
    ann.page.clock.fast_forward(60_000)
    expect(ann.page.locator(".battle .roll")).to_have_count(0)
    ann.page.get_by_role("button", name="One step").click()
    expect(ann.page.locator(".battle .roll")).to_have_count(1)
    ann.page.get_by_role("button", name="To the end").click()
    # The end of what is shown is a decision, or the end of the battle.
    expect(ann.page.locator(".prompt.mine")).to_be_visible()
    expect(ann.page.get_by_role("button", name="One step")).to_have_count(0)


def test_the_pace_is_chosen_in_the_menu_and_remembered(visitor: Make, house: Server) -> None:
    ann, *_ = seated(visitor, house, "shogun", POSITION)
    # Where no motion is wanted, nothing is drawn out until somebody asks for it.
    for now, then in (("skip", "fast"), ("fast", "calm")):
        ann.page.get_by_role("button", name="More").click()
        expect(ann.page.get_by_role("radio", name=now)).to_be_checked()
        ann.page.get_by_role("radio", name=then).click()
        expect(ann.page.get_by_role("radio", name=then)).to_be_checked()
        assert ann.axe() == []
        ann.page.reload()
        uncover(ann)


def test_sideways_all_dice_of_a_round_are_in_view(visitor: Make, house: Server) -> None:
    # Five defenders of one kind: no luck of the bowmen, gunners and swordsmen ends the round before spearmen throw.
    position = POSITION.replace("shinano 4B", "shinano 1B1G1S1P").replace("echigo blue 1P", "echigo blue 5P")
    ann, *_ = seated(at_speed(visitor, "fast"), house, "shogun", position, size=(844, 390))
    ann.page.locator(".choices button", has_text="Echigo").first.click()
    expect(ann.page.locator(".battle .roll").nth(4)).to_be_visible()
    panel = ann.page.locator(".battle").bounding_box()
    assert panel
    for roll in ann.page.locator(".battle .roll").all():
        box = roll.bounding_box()
        assert box
        assert panel["y"] <= box["y"] <= box["y"] + box["height"] <= panel["y"] + panel["height"]
