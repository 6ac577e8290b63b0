"""Faults that showed when people played whole games of Shogun: unclear questions, and taps that were misread."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Locator, expect

import gunbai
from tests.browser.positions import Make, replayed, resumed, seated
from tests.browser.test_shogun_table import WAR, planning
from tests.browser.visitor import PHONE, Visitor
from tests.server.house import Server


def tap(ann: Visitor, province: str) -> Locator:
    """Tap a province; the card that opens."""
    ann.page.locator(f".province[data-p={province}]").dispatch_event("click")
    return ann.page.locator("div.picked")


def labels(buttons: Locator) -> list[str]:
    return [button.inner_text() for button in buttons.all()]


# -- set-up and plan ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "first", "then"),
    [
        ("en", "Place two spearmen in one of your provinces (2 of 2)", "Raise an army (1 of 2)"),
        ("ja", "槍足軽を2部隊置いてください（2/2）", "軍団を興す（1/2）"),
    ],
)
def test_the_set_up_says_how_much_of_it_is_left(visitor: Make, house: Server, lang: str, first: str, then: str) -> None:
    match = gunbai.new("shogun", players=3, map="kyushu", seed=5)
    for _ in range(3):
        match.push(match.legal[0])
    ann, lord, table = resumed(visitor, house, match.text(), lang=lang)
    expect(ann.page.locator(".prompt")).to_contain_text(first)
    for _ in range(3):
        sight = next(each for each in lord.see(table)["sights"] if each["legal"])
        lord.act(table, sight["legal"][0]["action"], seat=sight["seat"])
    # Nothing of this is secret: the next one goes on without a cover.
    ann.seen(lord.see(table)["version"])
    expect(ann.page.locator(".prompt")).to_contain_text(then)


def test_the_map_keeps_its_size_from_the_set_up_to_the_levy(visitor: Make, house: Server) -> None:
    match = gunbai.new("shogun", players=3, map="kyushu", seed=5)
    sizes = []
    for stage in ("reinforce", "plan", "levy"):
        while match.view(0).data()["stage"] != stage:
            # All koku into the levy where that is offered, else into the last bin.
            match.push(next((text for text in match.legal if text == "bin levy 3"), match.legal[0]))
        ann, _, _ = resumed(visitor, house, match.text())
        sizes.append(ann.page.locator(".mapbox").bounding_box())
        ann.close()
    assert sizes[0] == sizes[1] == sizes[2]


@pytest.mark.parametrize(
    ("lang", "look", "back"), [("en", "Look at the map", "Back to the bins"), ("ja", "地図を見る", "枡に戻る")]
)
def test_the_map_can_be_looked_at_while_one_plans(
    visitor: Make, house: Server, lang: str, look: str, back: str
) -> None:
    (lord, *_), table = planning(house)
    ann = visitor(size=PHONE, lang=lang)
    ann.context.add_cookies([{"name": "gunbai", "value": lord.http.cookies["gunbai"], "url": house.url}])
    ann.open(f"/t/{table}")
    bins = ann.page.locator("[data-bin]")
    expect(bins).to_have_count(5)
    ann.page.locator("[data-bin=levy] button").first.click()
    expect(ann.page.locator("[data-bin=levy] .held")).to_have_text("1")
    ann.page.get_by_role("button", name=look).click()
    expect(bins).to_have_count(0)
    ann.page.get_by_role("button", name=back).click()
    expect(ann.page.locator("[data-bin=levy] .held")).to_have_text("1")


def test_when_the_screens_fall_all_plans_stand_side_by_side(visitor: Make, house: Server) -> None:
    people, table = planning(house)
    ann = visitor()
    ann.context.add_cookies([{"name": "gunbai", "value": people[0].http.cookies["gunbai"], "url": house.url}])
    ann.open(f"/t/{table}")
    expect(ann.page.locator("[data-bin]")).to_have_count(5)
    for seat, (person, last) in enumerate(zip(people, ("levy", "ronin", "ninja"), strict=True)):
        koku = int(person.see(table)["sights"][0]["view"]["clans"][("red", "blue", "green")[seat]]["koku"])
        for bin_ in ("swords", "build", "levy", "ronin", "ninja"):
            person.act(table, f"bin {bin_} {koku if bin_ == last else 0}", seat=seat)
    plans = ann.page.locator(".drama .plan")
    expect(plans).to_have_count(3)
    assert [plan.inner_text().split() for plan in plans.all()] == [
        ["Red", "0", "0", "3", "0", "0"],
        ["Blue", "0", "0", "0", "3", "0"],
        ["Green", "0", "0", "0", "0", "3"],
    ]


# -- war ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "wanted"),
    [
        ("en", ["Call back army 1", "Attack with army 2", "Attack from Hida"]),
        ("ja", ["第1軍団を戻す", "第2軍団で攻める", "飛騨から攻める"]),
    ],
)
def test_an_attack_that_is_drawn_keeps_its_odds(visitor: Make, house: Server, lang: str, wanted: list[str]) -> None:
    position = WAR.format(stage="declare", aim="").replace("red2@mino", "red2@kaga").replace("mino red", "kaga red")
    ann, _, _ = seated(visitor, house, "shogun", position, lang=lang)
    card = tap(ann, "etchu")
    expect(card.locator(".attacks button")).to_have_count(3)
    card.locator(".attacks button").first.click()
    expect(ann.page.locator(".arrow")).to_have_count(1)
    tap(ann, "etchu")
    expect(card.locator(".attacks button")).to_have_count(3)
    assert labels(card.locator(".attacks button")) == wanted
    expect(card.locator(".attacks .odds")).to_have_count(3)
    # The card does not lie over what it speaks of.
    land, lying = ann.page.locator(".province[data-p=etchu]").bounding_box(), card.bounding_box()
    assert land
    assert lying
    assert land["x"] + land["width"] < lying["x"] or lying["x"] + lying["width"] < land["x"]


def test_battles_lie_open_and_are_begun_where_they_are_fought(visitor: Make, house: Server) -> None:
    match = gunbai.from_position("shogun", WAR.format(stage="declare", aim=""), seed=None)
    for action in ("declare army 1 etchu", "declare hida etchu"):
        match.push(action)
    ann, lord, table = resumed(visitor, house, match.text())
    choices = ann.page.locator(".choices .choice")
    expect(choices).to_have_count(2)
    assert labels(choices) == ["Battle for Etchu: army 1", "Battle for Etchu: Hida"]
    card, before = tap(ann, "etchu"), ann.version
    card.get_by_role("button", name="Battle for Etchu: Hida").click()
    # The dice roll on, and may ask somebody else.
    expect(ann.page.locator("[data-version]")).not_to_have_attribute("data-version", str(before))
    assert "fight hida" in [line["action"] for line in lord.see(table)["sights"][0]["log"]["lines"]]


def test_units_are_taken_in_one_after_the_other_from_the_same_card(visitor: Make, house: Server) -> None:
    position = WAR.format(stage="move-begin", aim="").replace("hida red 1P", "hida red 3P")
    ann, _, _ = seated(visitor, house, "shogun", position)
    card = tap(ann, "hida")  # takes the army in hand, too
    expect(ann.page.locator(".round")).to_contain_text("Army 1 is in hand")
    force = ann.page.locator(".province[data-p=hida]")
    for left in (2, 1):
        card.get_by_role("button", name="Army 1 + spearman").click()
        expect(force).to_have_attribute(
            "aria-label",
            f"Hida: Red, provincial force {left}, Red army 1, "
            "Army 1 moves to Mino; Army 2 moves to Hida; Army 1 takes in a spearman",
        )
    expect(card).to_be_visible()


JOIN = (
    WAR.format(stage="march final=1", aim="")
    .replace("red2@mino 1P;", "red2@owari 3B;")
    .replace("mino red;", "mino red 4P; owari red;")
)


@pytest.mark.parametrize(
    ("lang", "ways", "question"),
    [
        ("en", ["March here from Mino", "Into the army from Mino"], "Which units of Mino join the army in Owari?"),
        ("ja", ["美濃からここへ", "美濃から軍団へ"], "美濃から尾張の軍団へ、どの部隊を送りますか？"),
    ],
)
def test_a_march_says_where_to_and_asks_how_many(
    visitor: Make, house: Server, lang: str, ways: list[str], question: str
) -> None:
    ann, lord, table = seated(visitor, house, "shogun", JOIN, lang=lang)
    card = tap(ann, "owari")
    here = card.locator(".buttons button").filter(has_text=ways[0][:2])
    expect(here.first).to_be_visible()
    assert [name for name in labels(card.locator(".buttons button")) if name in ways] == ways
    card.get_by_role("button", name=ways[1]).click()
    expect(ann.page.locator(".prompt")).to_contain_text(question)
    expect(ann.page.locator("[data-underway='mino owari']")).to_have_count(1)
    # There is one kind only, and still a number of them to choose.
    kind = ann.page.locator(".choices .choice.kind")
    expect(kind).to_have_count(1)
    for n in (1, 2):
        kind.click()
        expect(kind).to_contain_text(f"{n}/4")
    ann.page.locator(".choices .choice.main").click()
    expect(ann.page.locator("[data-underway]")).to_have_count(0)
    lines = [line["action"] for line in lord.see(table)["sights"][0]["log"]["lines"]]
    assert lines == ["march mino owari army", "send spearman", "send spearman", "done"]


def test_on_a_phone_the_map_begins_where_something_is_asked(visitor: Make, house: Server) -> None:
    position = JOIN.replace("red1@hida 2B2P", "red1@mutsu 2B2P").replace(
        "hida red 1P", "mutsu red; satsuma red 3P; osumi red 1P"
    )
    match = gunbai.from_position("shogun", position, seed=None)
    match.push("march satsuma osumi")
    ann, _, _ = resumed(visitor, house, match.text(), size=PHONE)
    expect(ann.page.locator("[data-underway='satsuma osumi']")).to_be_in_viewport()
    expect(ann.page.locator(".province[data-p=satsuma]")).to_be_in_viewport()


FIVE = (
    "shogun players=5 | stage=offer resume=combat ninja=red round=2 war=blue turn=red slot=1 bins_open=1"
    " | red sword=1; blue sword=2; green sword=3; gold sword=4; violet sword=5"
    " | red1@hida 1P; blue1@etchu 1P; blue2@noto 1P; green1@kii 1P; green2@ise 1P; gold1@iga 1P; gold2@omi 1P;"
    " violet1@mino 1P; violet2@kaga 1P"
    " | hida red; etchu blue; noto blue; kii green; ise green; iga gold; omi gold; mino violet; kaga violet"
)


@pytest.mark.parametrize(
    ("lang", "question", "hold"),
    [
        ("en", "Blue is at war: does your ninja strike now?", "Hold the ninja back"),
        ("ja", "青の出陣中です。", "忍者を控えさせる"),
    ],
)
def test_with_many_daimyos_to_strike_a_phone_still_shows_the_map(
    visitor: Make, house: Server, lang: str, question: str, hold: str
) -> None:
    ann, _, _ = seated(visitor, house, "shogun", FIVE, size=PHONE, lang=lang)
    expect(ann.page.locator(".prompt")).to_contain_text(question)
    choices = ann.page.locator(".choices .choice")
    expect(choices).to_have_count(1)
    expect(choices).to_have_text(hold)
    expect(tap(ann, "etchu").locator(".buttons button")).to_have_count(1)


@pytest.mark.parametrize(
    ("lang", "step", "ways"),
    [
        ("en", "before the first roll", ["No ronin beside the daimyo", "One ronin beside the daimyo"]),
        ("ja", "戦いの前", ["浪人は軍団に付かない", "浪人1人が軍団に付く"]),
    ],
)
def test_before_the_first_roll_nobody_shoots(
    visitor: Make, house: Server, lang: str, step: str, ways: list[str]
) -> None:
    position = (
        WAR.format(stage="combat", aim="aim=etchu")
        .replace("blue sword=2", "blue sword=2 veiled=1")
        .replace("etchu blue", "etchu blue 2P hidden=1")
    )
    match = gunbai.from_position("shogun", position, seed=None)
    match.push("fight army 1")
    ann, _, _ = resumed(visitor, house, match.text(), lang=lang)
    expect(ann.page.locator(".battle .head small")).to_have_text(step)
    assert labels(ann.page.locator(".battle .choices-row button")) == ways


# -- how it ends -------------------------------------------------------------------------------------------

TINY = (
    "shogun players=3 map=tiny | stage=march final=1 round=2 war=red turn=red slot=1 bins_open=1"
    " | red sword=1; blue sword=2; green sword=3 | red1@bungo 1B; blue1@hizen 1B; green1@nagato 1B"
    " | bungo red 1P; chikugo red 1P; buzen red 2P; hizen blue; nagato green; chikuzen -"
)


@pytest.mark.parametrize(
    ("lang", "title", "how"),
    [
        ("en", "Red is shogun", "Red owns 4 provinces; 4 are enough."),
        ("ja", "赤が天下を取った", "赤が4ヶ国を治めています（4ヶ国で勝利）。"),
    ],
)
def test_who_holds_enough_provinces_is_hailed_as_shogun(
    visitor: Make, house: Server, lang: str, title: str, how: str
) -> None:
    ann, lord, table = seated(visitor, house, "shogun", TINY, lang=lang)
    lord.act(table, "march buzen chikuzen", seat=0)
    lord.act(table, "send spearman", seat=0)
    lord.act(table, "done", seat=0)
    expect(ann.page.locator(".drama")).to_contain_text(title)
    expect(ann.page.locator(".result")).to_contain_text(how)


@pytest.mark.parametrize(
    ("lang", "wanted"),
    [("en", "None of Red's attackers is left: Hida lies empty."), ("ja", "攻め手の赤は全滅し、飛騨は空き国となった。")],
)
def test_an_attack_that_costs_the_province_says_so(visitor: Make, house: Server, lang: str, wanted: str) -> None:
    position = (
        WAR.format(stage="declare", aim="")
        .replace("red1@hida 2B2P ", "red1@mutsu 1P")
        .replace("hida red", "mutsu red; hida red")
    )
    table = replayed(house, "shogun", position, ["declare hida etchu", "fight hida", "hits 1"])
    ann = visitor(lang=lang)
    ann.open(f"/replay/{table}?at=2")
    expect(ann.page.locator("[data-army]")).to_have_count(4)
    ann.page.locator(".as select").select_option("1")  # as the defender sees it, whose armies are then shown
    expect(ann.page.locator(".clans li button").nth(1)).to_have_attribute("aria-pressed", "true")
    ann.page.evaluate("document.activeElement.blur()")
    ann.page.keyboard.press("ArrowRight")
    expect(ann.page.locator(".drama")).to_contain_text(wanted)


def test_the_end_of_the_log_stays_in_sight(visitor: Make, house: Server) -> None:
    rng, match = random.Random(2), gunbai.new("shogun", players=3, seed=2)
    while match.view(0).data()["stage"] != "declare":
        match.push(rng.choice(match.legal))
    ann, _, _ = resumed(visitor, house, match.text())
    talk = ann.page.locator("#talk")
    expect(talk.locator("li").last).to_be_in_viewport(ratio=1)
    # The list unfolds above it and takes its room.
    tall = talk.evaluate("e => e.clientHeight")
    ann.page.locator(".choices summary").click()
    expect(ann.page.locator(".choices .row").first).to_be_visible()
    assert talk.evaluate("e => e.clientHeight") < tall
    expect(talk.locator("li").last).to_be_in_viewport(ratio=1)
