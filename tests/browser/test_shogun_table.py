"""Shogun's table: names one can read, dice on the battle screen, choices that say what they end; a short log."""

from __future__ import annotations

import re
from typing import cast

import pytest
from playwright.sync_api import Locator, expect

import gunbai
from gunbai.games.shogun.state import PLAN, ShogunState
from tests.browser.positions import Make, replayed, resumed, seated
from tests.browser.visitor import DESKTOP, PHONE, Visitor
from tests.server.house import Player, Server

WAR = (
    "shogun players=3 | stage={stage} round=2 war=red turn=red slot=1 bins_open=1"
    " | red sword=1; blue sword=2; green sword=3"
    " | red1@hida 2B2P {aim}; red2@mino 1P; blue1@etchu 1B1P; green1@kii 1P"
    " | hida red 1P; mino red; etchu blue; echigo blue 1P; kii green; ise green 2P"
)
# Pairs of names on the map that touch each other; the boxes of two lines may.
_OVERLAPS = """
() => {
  const boxes = [...document.querySelectorAll('.viewport .name')].map(e => [e.textContent, e.getBoundingClientRect()]);
  const found = [];
  for (const [i, [a, p]] of boxes.entries()) for (const [b, q] of boxes.slice(i + 1))
    if (Math.min(p.right, q.right) - Math.max(p.left, q.left) > 0
        && Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 5)
      found.push(a + ' / ' + b);
  return [boxes.length, found];
}
"""


# What a screen reader is told of the map: its provinces, all that has a label, and words that stand for themselves.
_HEARD = """
() => {
  const map = document.querySelector('.viewport svg');
  const labels = (found) => [...map.querySelectorAll(found)].map((each) => each.getAttribute('aria-label'));
  const bare = (each) => each.textContent.trim() && !each.closest('[aria-hidden=true], [role=button]');
  return {
    provinces: labels('.province'),
    all: labels('[aria-label]'),
    besides: [...map.querySelectorAll('text')].filter(bare).map((each) => each.textContent),
  };
}
"""


@pytest.mark.parametrize(
    ("size", "lang"), [(DESKTOP, "en"), (DESKTOP, "ja"), (PHONE, "en"), (PHONE, "ja"), ((844, 390), "en")]
)
def test_no_name_lies_over_another_at_any_zoom(visitor: Make, house: Server, size: tuple[int, int], lang: str) -> None:
    ann, _, _ = seated(visitor, house, "shogun", WAR.format(stage="declare", aim=""), size=size, lang=lang)
    most = 0
    for _ in range(4):
        named, overlaps = ann.page.evaluate(_OVERLAPS)
        assert overlaps == []
        most = max(most, named)
        ann.page.locator(".zoom button").first.dispatch_event("click")
        ann.page.wait_for_timeout(300)  # painted anew
    assert most > 40


def test_dice_lie_on_the_battle_screen(visitor: Make, house: Server) -> None:
    fought = ["fight army 1", "hits 1", "hits 0"]
    table = replayed(house, "shogun", WAR.format(stage="combat", aim="aim=etchu"), fought)
    ann = visitor()
    ann.open(f"/replay/{table}?at={len(fought)}")
    # The bowmen of both sides have shot: two dice of the attacker, one of the defender.
    rolls = ann.page.locator(".battle").get_by_role("img", name="bowmen")
    expect(rolls).to_have_count(2)
    expect(rolls.nth(0)).to_have_attribute("aria-label", re.compile(r"^bowmen, hit up to 6: \d+, \d+; 1 of 2 hit$"))
    expect(rolls.nth(1)).to_have_attribute("aria-label", re.compile(r"^bowmen, hit up to 6: \d+; 0 of 1 hit$"))


def test_attacks_are_drawn_in_any_order_and_declared_at_once(visitor: Make, house: Server) -> None:
    ann, _, _ = seated(visitor, house, "shogun", WAR.format(stage="declare", aim=""))
    expect(ann.page.locator(".choices").get_by_role("button", name="Declare no attack")).to_be_visible()
    card = ann.page.get_by_role("region", name="Etchu")
    ann.page.locator(".province[data-p=etchu]").dispatch_event("click")
    card.get_by_role("button", name="The force of Hida declares an attack on Etchu").click()
    expect(ann.page.locator(".arrow")).to_have_count(1)
    ann.page.locator(".province[data-p=etchu]").dispatch_event("click")
    expect(card.get_by_role("button", name="Army 1 declares an attack on Etchu")).to_be_visible()
    expect(card.locator(".odds").first).to_contain_text("Succeeds in")
    card.get_by_role("button", name="Army 1 declares an attack on Etchu").click()
    expect(ann.page.locator(".arrow")).to_have_count(2)
    ann.page.locator(".choices").get_by_role("button", name="Declare 2 attacks").click()
    expect(ann.page.locator("#talk")).to_contain_text("Attacks declared: army 1 on Etchu, the force of Hida on Etchu.")


def test_losses_are_named_in_any_order(visitor: Make, house: Server) -> None:
    match = gunbai.from_position(
        "shogun", WAR.format(stage="combat", aim="aim=etchu").replace("1B1P", "3B1P"), seed=None
    )
    for action in ("fight army 1", "hits 0", "hits 2"):
        match.push(action)
    ann, lord, table = resumed(visitor, house, match.text())
    choices = ann.page.locator(".choices")
    seal = choices.get_by_role("button", name="Lose these")
    choices.get_by_role("button", name="spearmen 0/2").click()
    expect(seal).to_be_disabled()
    choices.get_by_role("button", name="bowmen 0/2").click()
    # Two are enough: a tap more takes nothing back, and says what does.
    choices.get_by_role("button", name="bowmen 1/2").click()
    enough = ann.page.locator(".notes").get_by_role("alert")
    expect(enough).to_have_text("No more can be chosen. Undo takes the last one back.")
    expect(choices.get_by_role("button", name="bowmen 1/2")).to_be_visible()
    ann.page.get_by_role("button", name="Undo").click()
    choices.get_by_role("button", name="bowmen 0/2").click()
    expect(enough).to_have_count(0)
    asked = str(ann.version)
    seal.click()
    # The dice roll on, and may ask for more.
    expect(ann.page.locator("[data-version]")).not_to_have_attribute("data-version", asked)
    lines = lord.see(table)["sights"][0]["log"]["lines"]
    lost = [line["action"] for line in lines if line["action"].startswith("lose")]
    assert lost[:2] == ["lose army bowman", "lose army spearman"]


def test_of_many_losses_any_kind_can_be_the_first(visitor: Make, house: Server) -> None:
    """Four of five units go: what the table wants named last is chosen in the browser all the same."""
    position = WAR.format(stage="combat", aim="aim=etchu").replace("2B2P", "1B1S2G1P").replace("1B1P;", "4B1P;")
    match = gunbai.from_position("shogun", position, seed=None)
    for action in ("fight army 1", "hits 0", "hits 4", "hits 0"):
        match.push(action)
    ann, lord, table = resumed(visitor, house, match.text())
    choices = ann.page.locator(".choices")
    # The spearman of Hida's own force is not in this battle.
    for kind in ("spearmen 0/1", "gunners 0/2", "gunners 1/2", "swordsmen 0/1"):
        choices.get_by_role("button", name=kind).click()
    asked = str(ann.version)
    choices.get_by_role("button", name="Lose these").click()
    expect(ann.page.locator("[data-version]")).not_to_have_attribute("data-version", asked)
    lines = lord.see(table)["sights"][0]["log"]["lines"]
    lost = [line["action"] for line in lines if line["action"].startswith("lose")]
    assert lost[:4] == ["lose army swordsman", "lose army gunner", "lose army gunner", "lose army spearman"]


MARCHES = [
    # The last unit stays; beside an army all may go; and there is room for so many only.
    ("mino red 1S1G1P; owari red 1P", "", "march mino owari", 2),
    ("mino red 1S1G1P; owari red 1P", "red2@mino 1P;", "march mino owari", 3),
    ("mino red 1S1G1P; owari red 4P", "red2@mino 1P;", "march mino owari", 1),
    ("mino red 1B1S1P; owari red 1P", "red2@owari 3B;", "march mino owari army", 2),
]


@pytest.mark.parametrize(("lands", "army", "order", "most"), MARCHES)
def test_nobody_can_be_picked_whom_the_rules_do_not_let_march(
    visitor: Make, house: Server, lands: str, army: str, order: str, most: int
) -> None:
    position = (
        WAR.format(stage="march final=1", aim="").replace("red2@mino 1P;", army).replace("mino red;", f"{lands};")
    )
    match = gunbai.from_position("shogun", position, seed=None)
    match.push(order)
    ann, lord, table = resumed(visitor, house, match.text())
    seal = ann.page.locator(".choices").get_by_role("button", name="These march")
    expect(seal).to_be_disabled()
    for kind in ann.page.locator(".choices .choice.kind").all():
        kind.click()
    expect(seal).to_contain_text(f"({most})")
    seal.click()
    expect(seal).to_have_count(0)
    lines = lord.see(table)["sights"][0]["log"]["lines"]
    assert len([line for line in lines if line["action"].startswith("send ")]) == most


@pytest.mark.parametrize(
    ("lang", "first"), [("en", ["Aki", "Awa (Honshu)", "Awa (Shikoku)"]), ("ja", ["安芸", "安房", "阿波"])]
)
def test_a_screen_reader_meets_each_province_once_by_name(
    visitor: Make, house: Server, lang: str, first: list[str]
) -> None:
    ann, _, _ = seated(visitor, house, "shogun", WAR.format(stage="declare", aim=""), lang=lang)
    heard = ann.page.evaluate(_HEARD)
    assert [label.replace("：", ": ").split(": ")[0] for label in heard["provinces"][:3]] == first
    assert len(heard["provinces"]) == 68
    assert heard["besides"] == []
    # No sign of the other language between the words.
    assert [label for label in heard["all"] if lang == "ja" and re.search("[,;:]", label)] == []


def test_the_question_names_the_army_and_the_province_it_leaves(visitor: Make, house: Server) -> None:
    position = WAR.format(stage="move-begin", aim="").replace("hida red 1P", "hida red")
    ann, lord, table = seated(visitor, house, "shogun", position)
    lord.act(table, "move 1 mino", seat=0)
    expect(ann.page.locator(".prompt")).to_contain_text("Army 1 leaves Hida for Mino: which units stay as garrison?")


DEALT = {
    "en": ("The provinces are dealt: Red 22, Blue 22, Green 22.", "Swords are drawn: Red "),
    "ja": ("国が配られた：赤22、青22、緑22。", "刀を引いた：赤"),
}


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_deal_is_one_line_that_unfolds(visitor: Make, house: Server, lang: str) -> None:
    ann, _, _ = resumed(visitor, house, gunbai.new("shogun", players=3, seed=5).text(), lang=lang)
    lines = ann.page.locator("#talk ol > li")
    expect(lines).to_have_count(2)
    for line, wanted in zip(lines.all(), DEALT[lang], strict=True):
        expect(line).to_contain_text(wanted)
    lines.first.locator("summary").click()
    expect(lines.first.locator("ul li")).to_have_count(3)


def test_a_phase_of_one_seat_is_one_paragraph(visitor: Make, house: Server) -> None:
    match = gunbai.from_position("shogun", WAR.format(stage="move-begin", aim="") + "; owari red 1P", seed=None)
    moved = ["pick 1 spearman", "move 2 owari", "leave spearman", "done", "done"]
    for action in (*moved, "declare army 1 etchu", "done", "fight army 1", "hits 1", "hits 0"):
        match.push(action)
    ann, _, _ = resumed(visitor, house, match.text())
    told = [line.inner_text().splitlines()[-1] for line in ann.page.locator("#talk ol > li").all()]
    assert told[0] == "Army 1: takes in 1 spearman. Army 2 to Owari (leaves 1 spearman)."
    assert told[1:] == ["Attacks declared: army 1 on Etchu.", "Battle for Etchu: hits 1 to 0."]


FELL = {
    "en": "Battle for Etchu: hits 2 to 0. The defender loses 1 defender from the walls. Red drives Blue out of Etchu "
    "and its castle. Blue's army 1 is lost. Blue is out: Red takes over 1 of its provinces.",
    "ja": "越中の戦い：命中2対0。防御側の損害は城兵1。赤が青を越中とその城から追い払った。青の第1軍団が壊滅。"
    "青は滅び、赤がその1ヶ国を受け継ぐ。",
}


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_log_says_that_a_province_fell(visitor: Make, house: Server, lang: str) -> None:
    position = WAR.format(stage="declare", aim="").replace("@etchu 1B1P", "@etchu")
    match = gunbai.from_position("shogun", position.replace("etchu blue", "etchu blue castle bonus=1"), seed=None)
    for action in ("declare army 1 etchu", "done", "fight army 1", "hits 2"):
        match.push(action)
    ann, _, _ = resumed(visitor, house, match.text(), lang=lang)
    expect(ann.page.locator("#talk ol > li").last).to_contain_text(FELL[lang])


def planning(house: Server) -> tuple[list[Player], str]:
    """Three people whose game has come to its first plan."""
    people = [Player(house.url, name) for name in ("Ann", "Ben", "Cem")]
    table = people[0].table(game="shogun", preset="tiny", seats=["me", "open", "open"])
    for other in people[1:]:
        other.order(table, "join")
    while (sight := people[0].see(table)["sights"][0])["view"]["stage"] != "plan":
        seat = sight["to_act"][0]
        people[seat].act(table, people[seat].see(table)["sights"][0]["legal"][0]["action"], seat=seat)
    return people, table


def _told(ann: Visitor) -> list[str]:
    """All that left the browser, but for questions that name nothing besides the moment."""
    bare = re.compile(r'\{"do":"(foresee|point)","version":\d+,"seat":\d+,"id":\d+\}')
    return [text for text in ann.sent if not bare.fullmatch(text)]


@pytest.mark.parametrize(("size", "lang"), [(DESKTOP, "en"), (PHONE, "ja")])
def test_a_plan_leaves_the_browser_sealed_and_says_nothing_of_its_bins(
    visitor: Make, house: Server, size: tuple[int, int], lang: str
) -> None:
    heard: list[list[object]] = []
    for bins in (["swords"], ["ninja", "levy", "ronin"]):
        (lord, neighbour, _), table = planning(house)
        ann = visitor(size=size, lang=lang)
        ann.context.add_cookies([{"name": "gunbai", "value": lord.http.cookies["gunbai"], "url": house.url}])
        ann.open(f"/t/{table}")
        page = ann.page
        seal = page.locator(".choices .choice.main")
        expect(seal).to_be_disabled()
        line = neighbour.socket(table, version=neighbour.see(table)["version"])
        line.receive()  # what is there already
        koku = int(lord.see(table)["sights"][0]["view"]["clans"]["red"]["koku"])
        for i in range(koku + 2):
            bin_ = page.locator(f"[data-bin={bins[i % len(bins)]}]")
            bin_.locator("button").first.click()
            if i < 2:
                bin_.locator("button").last.click()  # and back: a plan can be changed until it is sealed
        expect(seal).to_be_enabled()
        expect(page.locator(".screen .head")).to_contain_text("0")
        assert not _told(ann)
        seal.click()
        expect(page.locator(".screen")).to_have_count(0)
        ann.answered()
        assert len(_told(ann)) == 1
        told: list[tuple[int, str]] = []
        shapes: list[list[str]] = []
        while len(told) < 5:
            update = line.receive()
            lines = [(each["seat"], each["action"]) for each in update["sights"][0]["log"]["lines"]]
            # Whether the action before can be undone is told when it is known, with no line.
            shapes += [sorted(update)] if lines else []
            told += lines
        heard.append([shapes, told])
        made = [each["action"] for each in lord.see(table)["sights"][0]["log"]["lines"] if each["seat"] == 0][-5:]
        assert sum(int(text.split()[2]) for text in made) == koku
        assert {text.split()[1] for text in made if not text.endswith(" 0")} == set(bins[:koku])
    assert heard[0] == heard[1]
    assert heard[0][1] == [(0, "sealed")] * 5


def test_what_is_laid_out_outlives_a_reload_of_the_page(visitor: Make, house: Server) -> None:
    tables = [planning(house) for _ in range(2)]
    ann = visitor()

    def look(number: int) -> Locator:
        (lord, *_), table = tables[number]
        ann.context.add_cookies([{"name": "gunbai", "value": lord.http.cookies["gunbai"], "url": house.url}])
        ann.open(f"/t/{table}")
        ann.page.reload()
        return ann.page.locator("[data-bin=levy] .held")

    expect(look(0)).to_have_text("0")
    ann.page.locator("[data-bin=levy] button").first.click()
    expect(look(0)).to_have_text("1")
    expect(look(1)).to_have_text("0")  # another game


def test_who_lays_out_a_plan_by_keys_keeps_their_place_while_others_act(visitor: Make, house: Server) -> None:
    (lord, other, _), table = planning(house)
    ann = visitor()
    ann.context.add_cookies([{"name": "gunbai", "value": lord.http.cookies["gunbai"], "url": house.url}])
    ann.open(f"/t/{table}")
    # The bins stand on the map and nowhere else, and the key for the choices leads to them.
    bins = ann.page.get_by_role("region", name="plan")
    expect(bins.get_by_role("button", name="Swords +1")).to_be_visible()
    expect(ann.page.get_by_role("button", name="Swords +1")).to_have_count(1)
    ann.page.keyboard.press("c")
    expect(bins.get_by_role("button", name="Swords +1")).to_be_focused()
    bins.get_by_role("button", name="Levy +1").press("Enter")
    expect(ann.page.locator("[data-bin=levy] .held")).to_have_text("1")
    for place in (bins.get_by_role("button", name="Swords +1"), bins.get_by_role("button", name="Ronin +1")):
        place.focus()
        shown = int(ann.page.locator("[data-version]").get_attribute("data-version") or 0)
        other.act(table, other.see(table)["sights"][0]["legal"][0]["action"], seat=1)
        ann.page.wait_for_function(
            "v => Number(document.querySelector('[data-version]').dataset.version) > v", arg=shown
        )
        expect(place).to_be_focused()


def test_each_clan_of_a_seat_has_its_plan(visitor: Make, house: Server) -> None:
    match = gunbai.new("shogun", players=2, seed=3)
    while cast(ShogunState, match.state).stage != PLAN:
        match.push(match.legal[0])
    ann, lord, table = resumed(visitor, house, match.text())
    choices = ann.page.locator(".choices")
    for clan in ("Red", "Green"):
        screen = ann.page.get_by_role("region", name=f"The plan of {clan}, behind the screen")
        # Building takes two koku or none.
        screen.get_by_role("button", name="Build +2 (now 0)").press("Enter")
        expect(screen.get_by_role("button", name="Build +2 (now 2)")).to_be_disabled()
        expect(screen.get_by_role("button", name="Build +2 (now 2)")).to_be_focused()
        screen.get_by_role("button", name="Levy: all the rest").click()
        choices.get_by_role("button", name="Seal the plan").click()
    expect(ann.page.locator(".prompt")).to_contain_text("Pass the device on")
    own = [line["action"] for line in lord.see(table)["sights"][0]["log"]["lines"]][-10:]
    assert own == 2 * ["bin swords 0", "bin build 2", "bin levy 3", "bin ronin 0", "bin ninja 0"]


LEVY = (
    "shogun players=3 | stage=levy round=2 bins_open=1"
    " | red sword=1 bins=0,0,2,0,0; blue sword=2 bins=0,0,1,0,0; green sword=3"
    " | red1@hida 1B; blue1@oki 1P; green1@shima 1P | hida red 1P; mino red 1P; etchu red 1P; oki blue; shima green"
)


def test_a_levy_is_laid_out_in_any_order_and_sealed_at_once(visitor: Make, house: Server) -> None:
    ann, lord, table = seated(visitor, house, "shogun", LEVY)
    choices, levied = ann.page.locator(".choices"), ann.page.locator("[data-levied]")

    def tap(province: str) -> None:
        ann.page.locator(f".province[data-p={province}]").dispatch_event("click")

    # Against the order of the map; a second tap opens the card, from which a unit is taken up again.
    for province in ("mino", "etchu", "mino"):
        tap(province)
    expect(levied).to_have_count(2)
    ann.page.locator(".picked").get_by_role("button", name="Take back").click()
    expect(levied).to_have_count(1)
    choices.get_by_role("button", name="bowmen 0").click()
    tap("hida")  # the army or the force
    ann.page.locator(".picked").get_by_role("button", name="A bowman for the army").click()
    expect(levied).to_have_count(2)
    choices.get_by_role("button", name="Seal the levy (2 of 2 koku)").click()
    expect(ann.page.locator(".prompt")).to_contain_text("Pass the device on")
    own = [line["action"] for line in lord.see(table)["sights"][0]["log"]["lines"]]
    assert [text for text in own if text not in ("levy next", "levy none")] == [
        "levy bowman hida army",
        "levy spearman etchu",
    ]


def test_what_must_follow_follows_by_itself_and_is_taken_back_with_its_cause(visitor: Make, house: Server) -> None:
    position = WAR.format(stage="move-begin", aim="").replace("hida red 1P", "hida red").replace("2B2P", "1B")
    ann, _, _ = seated(visitor, house, "shogun", position)
    hida = ann.page.locator(".province[data-p=hida]")
    # What can be done there is said once the server has told it.
    expect(hida).to_have_attribute("aria-label", re.compile("^Hida: Red, Red army 1, .*Army 1 moves"))
    before = str(hida.get_attribute("aria-label"))
    # A tap on its province takes an army in hand.
    hida.dispatch_event("click")
    expect(ann.page.locator(".round")).to_contain_text("Army 1 is in hand")
    ann.page.locator(".province[data-p=mino]").dispatch_event("click")
    expect(hida).to_have_attribute("aria-label", "Hida: Red, provincial force 1, Army 2 moves to Hida")
    ann.page.get_by_role("button", name="Undo").click()
    expect(hida).to_have_attribute("aria-label", before)


def test_at_the_end_a_phone_shows_all_of_japan(visitor: Make, house: Server) -> None:
    ann, lord, table = seated(visitor, house, "shogun", WAR.format(stage="declare", aim=""), size=PHONE)
    mapped = ann.page.get_by_role("group", name="Map of Japan")
    expect(mapped).to_have_attribute("style", re.compile(r"width: \d{4}"))  # close up
    lord.order(table, "resign", seat=1)
    expect(ann.page.locator(".result")).to_be_visible()
    expect(mapped).to_have_attribute("style", re.compile(r"width: \d{3}(\.\d+)?px"))
