"""Gunkimono's table: what is placed, where it would lie and what a scoring brings is always on the screen."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.browser.positions import Make, replayed, seated
from tests.browser.visitor import DESKTOP, PHONE
from tests.server.house import Server

POSITION = "players=2 grid=AAPS/SPIC hands=A2C2,I1P1/- row=A1S1,A1S2,P1S1"


def lay_out(page: Page, tile: str, square: str, other: str) -> None:
    """Take a tile from the hand and turn its ghost until it lies on two squares."""
    page.locator(f"[data-tile={tile}]").click()
    page.locator(f"[data-spot][data-q={square}]").click()
    expect(page.locator("[data-ghost]")).to_have_count(2)
    while page.locator(f"[data-ghost={other}]").count() == 0:
        page.get_by_role("button", name="Turn the tile").click()


def box(part: Locator) -> FloatRect:
    """Where something is on the screen."""
    found = part.bounding_box()
    assert found
    return found


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_tile_is_seen_from_the_hand_to_its_score(visitor: Make, house: Server, size: tuple[int, int]) -> None:
    ann, _, _ = seated(visitor, house, "gunkimono", POSITION, size=size)
    page = ann.page
    page.locator("[data-tile=A2C2]").click()
    expect(page.locator(".bar")).to_contain_text("You place archer (2) and cavalry (2)")
    page.locator("[data-q=c1]").click()
    expect(page.locator("[data-ghost]")).to_have_count(2)
    while page.locator("[data-ghost=c2]").count() == 0:
        page.get_by_role("button", name="Turn the tile").click()
    expect(page.locator(".bar")).to_contain_text("archer: 3 points or 2 honor, joins 2 more")
    expect(page.locator(".bar")).to_contain_text("cavalry: 2 points or 2 honor, joins one more")
    page.get_by_role("button", name="Place it here").click()
    # The list says what the board says.
    expect(page.locator(".choices").get_by_role("button", name="Score 3 victory points")).to_be_visible()
    # The size of the formation stands on the square beside the height of the stack: its name need not say "31".
    assert ann.axe() == []
    page.locator(".choices").get_by_role("button", name="Score 2 honor").click()
    expect(page.locator("#talk")).to_contain_text("Red places archer (2) on c1 and cavalry (2) on c2.")
    expect(page.locator("#talk")).to_contain_text("Red scores 2 honor for the archer.")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# Whether a finger meets a button at its upper and at its lower rim.
_WHOLE = """button => {
  const { left, right, top, bottom } = button.getBoundingClientRect();
  return [top + 3, bottom - 3].every(y => button.contains(document.elementFromPoint((left + right) / 2, y)));
}"""


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_on_a_phone_held_sideways_what_lays_a_tile_is_on_the_screen(visitor: Make, house: Server, lang: str) -> None:
    position = "players=2 hands=A2C2,I1P1/- row=A1S1,A1S2,P1S1"
    ann, _, _ = seated(visitor, house, "gunkimono", position, size=(844, 390), lang=lang)
    ann.page.locator("[data-tile=A2C2]").click()
    ann.page.locator("[data-q=b3]").click()
    expect(ann.page.locator("[data-ghost]")).to_have_count(2)
    expect(ann.page.locator(".bar .button")).to_have_count(2)
    for button in ann.page.locator(".bar .button").all():
        assert button.evaluate(_WHOLE)


def test_a_second_press_on_place_it_here_scores_nothing(visitor: Make, house: Server) -> None:
    ann, _, _ = seated(visitor, house, "gunkimono", POSITION)
    lay_out(ann.page, "A2C2", "c1", "c2")
    placing = box(ann.page.get_by_role("button", name="Place it here"))
    ann.page.get_by_role("button", name="Place it here").click()
    scores = ann.page.locator(".bar .score")
    expect(scores).to_have_count(2)
    for score in (box(scores.first), box(scores.last)):
        assert score["x"] + score["width"] < placing["x"] or score["x"] > placing["x"] + placing["width"]


def test_a_turn_on_the_board_by_keyboard_alone(visitor: Make, house: Server) -> None:
    ann, _, _ = seated(visitor, house, "gunkimono", POSITION)
    page, keys = ann.page, ann.page.keyboard
    page.locator("[data-tile=A2C2]").focus()
    keys.press("Enter")
    # The tile is out of the hand; the focus is where it may lie.
    expect(page.locator("[data-spot]:focus")).to_have_count(1)
    for _ in range(8):
        if page.evaluate("document.activeElement.dataset.q") == "c1":
            break
        keys.press("ArrowRight")
    keys.press("Enter")
    expect(page.locator("[data-ghost]")).to_have_count(2)
    while page.locator("[data-ghost=c2]").count() == 0:
        keys.press("r")
    keys.press("Enter")
    expect(page.locator(".bar")).to_contain_text("c1: a formation of 3. Honor of the archer: 0 → 2 · banner at 8 · ")
    keys.press("Tab")
    for troop in ("archer", "cavalry"):
        expect(page.locator(".bar .score:focus")).to_have_count(1)
        keys.press("Enter")
        expect(page.locator("#talk")).to_contain_text(f"points for the {troop}")
    expect(page.locator(".row [data-tile]:focus")).to_have_count(1)


def test_a_turn_is_told_whole_to_who_comes_after_it(visitor: Make, house: Server) -> None:
    ann, _, _ = seated(visitor, house, "gunkimono", POSITION)
    page = ann.page
    lay_out(page, "A2C2", "c1", "c2")
    page.get_by_role("button", name="Place it here").click()
    page.locator(".choices").get_by_role("button", name="Score 2 honor").click()
    page.locator(".choices").get_by_role("button", name="Score 2 victory points").click()
    page.locator(".row [data-tile=A1S1]").click()
    page.get_by_role("button", name="I am Black").click()
    told = "Red: archer on c1 (2 honor), cavalry on c2 (2 points)"
    expect(page.locator(".story")).to_contain_text(told)


def test_a_ghost_says_what_it_needs_and_what_becomes_of_strongholds(visitor: Make, house: Server) -> None:
    position = "players=2 grid=SSASS/IIIII board=SSP1SS/IIIII forts=a1:black hands=A1C1/- honor=0,0,0,0,-/0,0,0,0,0"
    ann, _, _ = seated(visitor, house, "gunkimono", position, size=PHONE)
    page = ann.page
    page.locator("[data-tile=A1C1]").click()
    expect(page.locator(".bar")).to_contain_text("You place archer (1) and cavalry (1)")
    # What is forbidden is explained; the next try puts the explanation away, since it lies over what the ghost says.
    page.locator("[data-q=a1]").click()
    expect(page.locator(".notes [role=alert]")).to_be_visible()
    page.locator("[data-q=b1]").click()
    expect(page.locator(".notes [role=alert]")).to_have_count(0)
    expect(page.locator("[data-ghost]")).to_have_count(2)
    while page.locator("[data-ghost=c1]").count() == 0:
        page.get_by_role("button", name="Turn the tile").click()
    bar = page.locator(".bar")
    expect(bar).to_contain_text("archer: 1 point or 1 honor")
    expect(bar).to_contain_text("cavalry: 1 point")  # its marker has left the track
    expect(bar).to_contain_text("needs a small tile beneath one half, Black’s stronghold 2 → 1")


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_all_a_ghost_says_can_be_read(visitor: Make, house: Server, lang: str) -> None:
    position = "players=2 grid=SSPII/SCPII forts=a1:black hands=S1C2/-"
    ann, lord, table = seated(visitor, house, "gunkimono", position, lang=lang)
    page = ann.page
    lord.act(table, "large S1C2")
    page.locator("[data-spot][data-q=c1]").click()
    expect(page.locator("[data-ghost]")).to_have_count(2)
    while page.locator("[data-ghost=c2]").count() == 0:
        page.locator(".bar .button").first.click()
    expect(page.locator(".bar .besides")).to_contain_text(re.compile("3 ?→ ?4"))
    inner, outer = box(page.locator(".bar .besides")), box(page.locator(".bar"))
    assert outer["y"] <= inner["y"]
    assert inner["y"] + inner["height"] <= outer["y"] + outer["height"]


def test_a_stronghold_is_shown_before_it_is_built(visitor: Make, house: Server) -> None:
    position = "players=2 grid=SSPSS/PIIII board=I1*SPSS/PIIII step=build tile=I at=a1 honor=3,3,3,3,3/0,0,0,0,0"
    ann, _, _ = seated(visitor, house, "gunkimono", position, size=PHONE)
    page = ann.page
    page.locator("[data-q=c2]").click()
    expect(page.locator(".bar")).to_contain_text("c2: the stronghold would hold 4")
    expect(page.locator("[data-q=c2]")).not_to_have_attribute("data-thing", "infantry stronghold formation square")
    page.get_by_role("button", name="Build it here").click()
    expect(page.locator("#talk")).to_contain_text("Red builds a stronghold on c2, gets 4 from the stronghold.")


def test_another_tile_takes_the_place_of_the_chosen_one(visitor: Make) -> None:
    ann = visitor(size=PHONE)
    ann.set_table("Gunkimono", preset="")
    page = ann.page
    bar, small = page.locator(".bar"), page.locator(".tray [data-thing~=small]")
    small.locator("button.choice[data-tile=I]").click()
    expect(bar).to_contain_text("You place small infantry")
    page.locator("[data-spot]").first.click()
    expect(bar).to_contain_text("infantry: ")
    # Where the first one was tried the other one is tried at once.
    small.locator("button[data-tile=P]").click()
    expect(page.locator(".tray button[data-tile=I]")).to_be_visible()
    expect(page.locator(".choices summary")).to_be_visible()
    page.locator("[data-spot]").first.click()
    expect(bar).to_contain_text("spearman: ")
    page.get_by_role("button", name="Place it here").click()
    expect(page.locator("#talk")).to_contain_text("places the small spearman")


def test_the_japanese_log_names_a_tile_where_it_is_placed(visitor: Make, house: Server) -> None:
    ann, lord, table = seated(visitor, house, "gunkimono", POSITION, lang="ja")
    lord.act(table, "large A2C2")
    lord.act(table, "place c1 south")
    log = ann.page.locator("#talk")
    expect(log).to_contain_text("弓兵（2）をc1、騎馬（2）をc2に置く")
    expect(log).not_to_contain_text("大タイル")
    for scored in ("honor", "points"):
        lord.act(table, f"score {scored}")
    lord.act(table, "take A1S1")
    ann.page.get_by_role("button", name="私が黒です").click()
    expect(ann.page.locator(".story")).to_contain_text("赤：c1に弓兵（名誉2）、c2に騎馬（勝利点2）")


def test_who_comes_after_reads_what_became_of_the_own_stronghold(visitor: Make, house: Server) -> None:
    position = "players=2 grid=SSPSS/IIIII forts=a1:black hands=A1C1/- row=A1S1,A1S2,P1S1"
    ann, _, _ = seated(visitor, house, "gunkimono", position)
    page = ann.page
    lay_out(page, "A1C1", "b1", "c1")
    page.get_by_role("button", name="Place it here").click()
    for troop in ("archer", "cavalry"):
        expect(page.locator(".prompt")).to_contain_text(f"Score the {troop}")
        page.locator(".choices").get_by_role("button", name="Score 1 honor").click()
    page.locator(".row [data-tile=A1S1]").click()
    page.get_by_role("button", name="I am Black").click()
    page.mouse.move(0, 0)
    expect(page.locator(".bar")).to_contain_text("Black’s stronghold 2 → 1")


def test_a_banner_that_comes_with_an_own_tile_does_not_make_it_a_news(visitor: Make, house: Server) -> None:
    # Points are barred beside the stronghold, so that honor and the banner follow from the placing at once.
    position = "players=2 grid=ASPSS/IIIII forts=a1:red hands=A1C1/- honor=0,0,7,0,0/0,0,0,0,0 row=A1S1,A1S2,P1S1"
    ann, lord, table = seated(visitor, house, "gunkimono", position)
    page = ann.page
    lord.act(table, "large A1C1")
    expect(page.locator(".bar")).to_contain_text("You place")
    lord.act(table, "place b1 east", "score honor")
    expect(page.locator(".info .banner")).to_have_count(1)
    expect(page.locator("svg .fresh")).to_have_count(0)


def test_a_long_field_stands_upright_on_a_phone(visitor: Make, house: Server) -> None:
    position = "players=5 layout=gk55 hands=A2C2/-/-/-/- row=A1S1,A1S2,P1S1"
    ann, _, _ = seated(visitor, house, "gunkimono", position, size=PHONE)
    page = ann.page
    page.locator("[data-tile=A2C2]").click()
    page.locator("[data-spot][data-q=a1]").click()
    expect(page.locator("[data-ghost]")).to_have_count(2)
    first, second, last = (box(page.locator(f"[data-q={q}]")) for q in ("a1", "b1", "k5"))
    assert first["width"] > 36
    assert second["x"] == first["x"]
    assert second["y"] > first["y"]
    # The whole field is on the screen, and so is what confirms the placing.
    assert last["x"] + last["width"] <= PHONE[0]
    confirm = box(page.get_by_role("button", name="Place it here"))
    assert confirm["y"] + confirm["height"] <= box(page.locator(".dock"))["y"]
    page.locator("[data-q=a1]").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("[data-q=b1]")).to_be_focused()


def test_a_list_on_a_phone_is_opened_for_one_choice(visitor: Make, house: Server) -> None:
    ann, _, _ = seated(visitor, house, "gunkimono", POSITION, size=PHONE)
    page = ann.page
    page.locator(".choices summary").click()
    page.locator(".choices .row").first.click()
    expect(page.locator(".bar")).to_contain_text("You place")
    expect(page.locator(".choices details")).not_to_have_attribute("open", "")


# The word that an order was carried out comes later than what it has brought.
_LATE_WORD = """const ask = window.fetch;
  window.fetch = async (url, init) => {
    const answer = await ask(url, init);
    if (init?.method === 'POST') await new Promise(wake => setTimeout(wake, 600));
    return answer;
  };"""


def test_what_is_tapped_on_the_new_moment_is_meant(visitor: Make, house: Server) -> None:
    ann, _, _ = seated(visitor, house, "gunkimono", POSITION)
    page = ann.page
    page.evaluate(_LATE_WORD)
    lay_out(page, "A2C2", "c1", "c2")
    page.get_by_role("button", name="Place it here").click()
    expect(page.locator("#talk")).to_contain_text("Red places archer (2) on c1 and cavalry (2) on c2.")


@pytest.mark.parametrize("players", [2, 5])
def test_nothing_moves_when_the_game_ends(visitor: Make, house: Server, players: int) -> None:
    seats = ["red", "black", "white", "purple", "teal"][:players]
    position = (
        f"players={players} grid=SSPSS/PIIII board=I1*SPSS/PIIII step=score tile=I at=a1 stack=0 last=0"
        f" turn={seats[-1]} sword=red"
    )
    ann, _, _ = seated(visitor, house, "gunkimono", position)
    parts = [ann.page.locator(each) for each in (".tools", ".talk", ".gk")]
    before = [box(part)["y"] for part in parts]
    ann.page.locator(".bar .score").first.click()
    expect(ann.page.locator(".result li")).to_have_count(players)
    assert [box(part)["y"] for part in parts] == before


def test_the_board_stays_where_it_is_from_moment_to_moment(visitor: Make, house: Server) -> None:
    actions = ["large A2C2", "place c1 south", "score honor", "score points", "take A1S1"]
    table = replayed(house, "gunkimono", POSITION, actions)
    ann = visitor(size=PHONE)
    places = []
    for moment, said in ((0, "The beginning"), (4, "archer on c1 (2 honor), cavalry on c2 (2 points)")):
        ann.open(f"/replay/{table}?at={moment}")
        expect(ann.page.locator(".said")).to_contain_text(said)
        places.append(box(ann.page.locator(".ground"))["y"])
    assert places[0] == places[1]


# What moved on the page although nobody had touched it in the half second before.
_SHIFTS = """window.moved = [];
  let touched = 0;
  addEventListener('click', () => { touched = performance.now(); }, true);
  new PerformanceObserver(list => {
    for (const entry of list.getEntries())
      if (entry.startTime - touched > 500) window.moved.push(...entry.sources.map(each => each.node?.className));
  }).observe({ type: 'layout-shift' });"""


def test_nothing_moves_when_the_moves_of_others_arrive(visitor: Make) -> None:
    ann = visitor()
    ann.on_every_page(_SHIFTS)
    ann.set_table("Gunkimono", preset="")
    ann.wait_for_table()
    ann.page.wait_for_selector(".choices")
    ann.page.evaluate("window.moved.length = 0")
    rng = random.Random(4)
    for _ in range(3):
        version = ann.version
        ann.play(rng, until=lambda: ann.page.locator(".prompt.mine").count() == 0 or ann.version > version + 5)  # noqa: B023
        ann.page.wait_for_selector(".prompt.mine")
        ann.page.wait_for_timeout(700)
    moved = [str(name) for name in ann.page.evaluate("window.moved")]
    assert not [name for name in moved if any(part in name for part in ("talk", "tools", "board", "top", "gk"))], moved


def test_every_square_of_the_opening_board_takes_a_tile_that_can_lie_there(visitor: Make, house: Server) -> None:
    ann, lord, table = seated(visitor, house, "gunkimono", "players=2 layout=gk56 hands=I1A1/-")
    page = ann.page
    lord.act(table, "large I1A1")
    expect(page.locator("[data-spot]")).to_have_count(56)
    for column in "adgbehcf":
        # Never a square beside the one before: where the ghost lies, a tap turns it.
        for row in (1, 4, 7, 2, 5, 3, 6):
            page.locator(f"[data-q={column}{row}]").click()
            expect(page.locator(f"[data-ghost={column}{row}]")).to_have_count(1)
            assert page.locator("[role=alert]").count() == 0, f"{column}{row}"


def test_what_the_east_edge_refuses_cites_the_rule_that_forbids_it(visitor: Make, house: Server) -> None:
    ann, lord, table = seated(visitor, house, "gunkimono", "players=2 grid=PII/PPI/PPI hands=I1A1/-")
    page = ann.page
    lord.act(table, "large I1A1")
    expect(page.locator("[data-spot]")).not_to_have_count(0)
    page.locator("[data-q=c1]").click()
    note = page.locator(".notes [role=alert], .note[role=alert]").first
    expect(note).to_contain_text("infantry may not cover infantry")
    expect(note).not_to_contain_text("the battlefield ends")


# The server is never asked what would happen.
_NO_FORESIGHT = """const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    if (!/"do":"(foresee|point)"/.test(text)) send.call(this, text);
  };
  null"""


def test_a_turn_can_be_played_before_anything_is_foreseen(visitor: Make, house: Server) -> None:
    ann, _, _ = seated(visitor, house, "gunkimono", POSITION)
    page = ann.page
    page.evaluate(_NO_FORESIGHT)
    lay_out(page, "A2C2", "c1", "c2")
    expect(page.locator(".bar")).to_contain_text("archer")
    page.get_by_role("button", name="Place it here").click()
    page.locator(".choices").get_by_role("button", name="Score honor").click()
    page.locator(".choices").get_by_role("button", name="Score victory points").click()
    expect(page.locator("#talk")).to_contain_text("scores 2 points for the cavalry")


# Strips of a band that do not lie where the formation ends: toward a square that has the same owner's band.
_INSIDE = """
owner => {
  const middle = (part) => {
    const { x, y, width, height } = part.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2, width };
  };
  const squares = [...document.querySelectorAll(`[data-q]:has([data-held=${owner}])`)];
  const strips = squares.flatMap((square) => {
    const own = middle(square.querySelector("rect"));
    return [...square.querySelectorAll(`[data-held=${owner}] path`)].map((path) => {
      const { x, y } = middle(path);
      const wide = Math.abs(x - own.x) > Math.abs(y - own.y);
      const [dx, dy] = wide ? [Math.sign(x - own.x), 0] : [0, Math.sign(y - own.y)];
      return { square: square.dataset.q, x: own.x + dx * own.width, y: own.y + dy * own.width };
    });
  });
  return strips.filter((strip) => squares.some((square) => {
    const { x, y, width } = middle(square.querySelector("rect"));
    return Math.hypot(x - strip.x, y - strip.y) < width / 2;
  })).map(({ square }) => square);
}
"""


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_formation_has_a_band_of_its_owner_around_it(visitor: Make, house: Server, size: tuple[int, int]) -> None:
    position = "players=2 grid=SSPIICACPA/SCPIACPCAP/AAPCICACPA forts=a1:black,d1:red hands=S1C2/-"
    ann, _, _ = seated(visitor, house, "gunkimono", position, size=size)
    page = ann.page
    held = {"black": {"a1", "b1", "a2"}, "red": {"d1", "e1", "d2"}}
    ground = box(page.locator(".ground svg"))
    assert (ground["height"] > ground["width"]) == (size == PHONE)
    for owner, squares in held.items():
        bands = page.locator(f"[data-held={owner}]")
        expect(bands).to_have_count(3)
        found = page.locator(f"[data-q]:has([data-held={owner}])").all()
        assert {str(each.get_attribute("data-q")) for each in found} == squares
        # Three squares in an angle have eight sides, and none of them lies within.
        expect(bands.locator("path")).to_have_count(8)
        assert page.evaluate(_INSIDE, owner) == []
        for strip in bands.locator("path").all():
            assert strip.get_attribute("fill") == f"url(#gk-of-{owner})"
    # By pattern as well as by colour.
    drawn = [page.locator(f"#gk-of-{owner} path").get_attribute("d") for owner in held]
    assert drawn[0] != drawn[1]


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_small_laptop_shows_all_that_is_said_of_a_tile(visitor: Make, house: Server, lang: str) -> None:
    position = "players=2 grid=IPIIPI/PAAPPA/IPIIPI board=IPIIPI/PAI1PPA/IPIIPI hands=I1P1/-"
    ann, _, _ = seated(visitor, house, "gunkimono", position, size=(1366, 768), lang=lang)
    ann.page.locator("[data-tile=I1P1]").click()
    for square in ann.page.locator("[data-spot]").all():
        square.click()
        said = ann.page.locator(".outlook")
        assert said.evaluate("said => said.offsetHeight <= said.parentElement.clientHeight"), said.inner_text()
