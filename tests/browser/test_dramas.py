"""The moments one tells afterwards: a strike, revenge, a clan that falls, an heir; from positions made for them."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

from tests.browser.positions import Make, replayed, seated
from tests.browser.visitor import PHONE, Visitor
from tests.server.house import Server

POSITION = (
    "shogun players=3 | stage=offer resume=combat ninja=red round=2 war=red turn=red slot=1 bins_open=1"
    " | red sword=1; blue sword=2; green sword=3 | red1@hida 2B2P; red2@mino 1P; {blue}; green1@kii 1P"
    " | hida red 1P; mino red; etchu blue; echigo blue 1P; noto blue 1P; kii green; ise green 2P"
)
TROOPS, ALONE = POSITION.format(blue="blue1@etchu 1B1P"), POSITION.format(blue="blue1@etchu")
STRUCK = ["strike blue army 1", "die 5"]
AVENGED = ["strike blue army 1", "die 11", "die 10", "revenge army 2"]


# Buttons whose middle something of a band lies over, taps or not.
COVERED = """
() => {
  const bands = [...document.querySelectorAll('.drama')];
  for (const band of bands) band.style.pointerEvents = 'auto';
  const found = [...document.querySelectorAll('button, a, [role=button]')].filter((each) => {
    const box = each.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return !each.closest('svg') && top?.closest('.drama');
  });
  for (const band of bands) band.style.pointerEvents = '';
  return found.map((each) => each.textContent);
}
"""


def told(ann: Visitor, after: str = "") -> list[str]:
    """The bands of the moment that is on the screen; none of them lies over a button."""
    band = ann.page.locator(".drama")
    expect(band.first).to_be_visible()
    # What the last moment told gives way to this one's.
    expect(band.first.locator("strong")).not_to_have_text(after or "nothing")
    assert ann.page.evaluate(COVERED) == []
    return [words.splitlines()[0] for words in band.all_inner_texts()]


# What is told from one position to the next, in both languages.
CASES = [
    (TROOPS, STRUCK, "en", ["A ninja in the night", "The daimyo is struck down"]),
    (TROOPS, AVENGED, "en", ["A ninja in the night", "The blade misses", "The trail is found", "Revenge"]),
    (TROOPS, AVENGED, "ja", ["忍者の襲撃", "襲撃は失敗", "忍者の雇い主が判明", "報復"]),
    (ALONE, STRUCK, "en", ["A ninja in the night", "The daimyo is slain", "Blue falls", "Red takes over"]),
    (ALONE, STRUCK, "ja", ["忍者の襲撃", "大名が討死", "青が滅亡", "赤がすべてを引き継いだ"]),
]


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_moments_are_told_step_by_step(visitor: Make, house: Server, lang: str) -> None:
    ann = visitor(size=PHONE, lang=lang)
    for position, actions, spoken, wanted in CASES:
        if spoken != lang:
            continue
        ann.open(f"/replay/{replayed(house, 'shogun', position, actions)}?at=0")
        expect(ann.page.locator("[data-army]")).to_have_count(4)
        heard = list[str]()
        for _ in actions:
            ann.page.keyboard.press("ArrowRight")
            heard += told(ann, *heard[-1:])
        assert heard == wanted
        # Going back tells nothing.
        ann.page.keyboard.press("ArrowLeft")
        expect(ann.page.locator(".controls [type=range]")).to_have_value(str(len(actions) - 1))
        expect(ann.page.locator(".board[aria-busy=false]")).to_be_visible()
        expect(ann.page.locator(".drama")).to_have_count(0)


def test_the_end_of_an_own_battle_is_told_to_its_parties(visitor: Make, house: Server) -> None:
    position = ALONE.replace("offer resume=combat ninja=red", "combat").replace("2B2P", "2B2P aim=echigo")
    position = position.replace("hida red", "shinano red").replace("red1@hida", "red1@shinano")
    table = replayed(house, "shogun", position, ["fight army 1", "hits 2"])
    ann = visitor()
    for seen_by, wanted in (("Red", ["Echigo falls"]), ("Blue", ["Echigo falls"]), ("Green", [])):
        ann.open("/")
        ann.open(f"/replay/{table}?at=1")
        ann.page.get_by_label("Seen by").select_option(label=seen_by)
        expect(ann.page.locator(".board[aria-busy=false] .battle")).to_be_visible()
        ann.page.locator(".round").click()
        ann.page.get_by_role("button", name="One on").click()
        expect(ann.page.locator(".battle")).to_have_count(0)
        if wanted:
            assert told(ann) == wanted
        else:
            expect(ann.page.locator(".drama")).to_have_count(0)


def test_a_moment_is_told_at_the_table_and_goes_with_it(visitor: Make, house: Server) -> None:
    # Red has no daimyo who could suffer revenge for a failed strike, so the next decision is Red's again.
    position = TROOPS.replace("2B2P", "2B2P struck").replace("mino 1P", "mino 1P struck")
    ann, _, _ = seated(visitor, house, "shogun", position)
    # Every enemy daimyo can be struck from the list and from the map.
    ann.page.locator(".province[data-p=etchu]").dispatch_event("click")
    ann.page.locator(".picked").get_by_role("button", name="Strike at Blue in Etchu (army 1)").click()
    expect(ann.page.locator(".drama").first).to_contain_text("A ninja in the night")
    expect(ann.page.locator(".drama").last).to_contain_text("The die shows")
    assert ann.axe() == []
    # A tap goes through it to the map.
    box = ann.page.locator(".drama").first.bounding_box()
    assert box
    under = ann.page.evaluate(
        "([x, y]) => !!document.elementFromPoint(x, y).closest('.drama')", [box["x"] + 4, box["y"] + 4]
    )
    assert not under
    # The next moment has none of its words.
    ann.choose(random.Random(1))
    expect(ann.page.locator(".drama", has_text="A ninja in the night")).to_have_count(0)


def test_what_the_end_tells_leaves_the_last_map_to_be_seen(visitor: Make, house: Server) -> None:
    """Whoever wants no motion keeps the words of a moment until the next one; no other follows the end."""
    position = (
        "shogun players=3 map=tiny rounds=3 | stage=march final=1 round=1 war=green turn=green slot=3 bins_open=1"
        " | red sword=1; blue sword=2; green sword=3 | red1@bungo 1B; blue1@hizen 1B; green1@nagato 1B"
        " | bungo red 1P; hizen blue; nagato green; buzen green 2P; chikugo green 1P; chikuzen -"
    )
    ann, lord, table = seated(visitor, house, "shogun", position)
    ann.stop_the_clock()
    for action in ("march buzen chikuzen", "send spearman", "done", "done"):
        if not lord.see(table)["sights"][0]["over"]:
            lord.act(table, action, seat=2)
    expect(ann.page.locator(".drama").last).to_contain_text("Green is shogun")
    ann.page.clock.run_for(10_000)
    expect(ann.page.locator(".drama")).to_have_count(0)
