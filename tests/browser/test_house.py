"""What the house offers beside the games, used as a newcomer would: company, second thoughts, files, devices."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

import gunbai
from tests.browser.positions import Make, seated
from tests.browser.visitor import PHONE, Visitor
from tests.server.house import Player, Server

# What a thumb must be able to hit; numbers of paragraphs inside a text are links one may miss.
_SMALL = """() => [...document.querySelectorAll('a[href], button, input, select, summary, label:has(input)')]
  .filter(e => !e.closest('.sr, .skip, dd, dt, .text p, section li, svg') && !e.disabled && !e.matches('label *'))
  .filter(e => getComputedStyle(e).visibility !== 'hidden' && e.getClientRects().length)
  .map(e => [e.getBoundingClientRect(), e])
  .filter(([box]) => box.width > 1 && (box.width < 39.5 || box.height < 39.5))
  .map(([box, e]) => `${Math.round(box.width)}x${Math.round(box.height)} ${e.ariaLabel || e.textContent.trim()}`)"""


def called(ann: Visitor, name: str) -> None:
    ann.home()
    ann.page.get_by_role("button", name="You", exact=True).click()
    dialog = ann.page.get_by_role("dialog")
    dialog.get_by_label("Your name at the tables").fill(name)
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_role("status")).to_have_text("Saved.")
    ann.page.keyboard.press("Escape")


def together(make: Make, players: str = "2") -> tuple[Visitor, Visitor]:
    """Ann at her desk and Ben at his phone at one table of Gunkimono; bots take the seats that are left."""
    ann, ben = make(), make(size=PHONE)
    called(ann, "Ann")
    called(ben, "Ben")
    ann.page.get_by_role("button", name="More ways: Gunkimono").click()
    dialog = ann.page.get_by_role("dialog")
    dialog.get_by_text("With friends", exact=True).click()
    dialog.get_by_label("Players").select_option(players)
    if players != "2":
        dialog.get_by_label("Seats for friends").select_option("1")
        dialog.get_by_label("Strength of the bots").select_option(index=0)
    dialog.get_by_role("button", name="Open the table").click()
    ann.page.get_by_role("button", name="Copy the link").click()
    ben.accept(ann.page.locator("input[readonly]").input_value())
    for each in (ann, ben):
        each.wait_for_table()
    return ann, ben


def in_turn(ann: Visitor, ben: Visitor) -> tuple[Visitor, Visitor]:
    """Who is asked now, and who is not."""
    ann.until(lambda: sum(each.page.locator(".prompt.mine").count() for each in (ann, ben)) == 1)
    return (ann, ben) if ann.page.locator(".prompt.mine").count() else (ben, ann)


def menu(ann: Visitor, choice: str) -> None:
    ann.page.locator(".tools [aria-haspopup=dialog]").click()
    ann.page.get_by_role("dialog").get_by_role("button", name=choice).click()


def test_a_friend_among_bots_is_heard_muted_and_may_leave(visitor: Make) -> None:
    ann, ben = together(visitor, "4")
    expect(ann.page.locator(".top li")).to_have_count(4)
    ann.page.get_by_role("tab", name="Chat").click()
    ann.page.get_by_label("Say something to the table").fill("well met")
    ann.page.get_by_role("button", name="Say", exact=True).click()
    # On a phone the chat is below the board; the button counts what is new and leads there.
    ben.page.get_by_role("button", name="Chat (1)").click()
    expect(ben.page.locator("#talk")).to_contain_text("well met")
    ben.page.get_by_role("button", name="Mute Ann").click()
    expect(ben.page.locator("#talk")).not_to_contain_text("well met")
    ann.page.get_by_label("Say something to the table").fill("are you there?")
    ann.page.get_by_role("button", name="Say", exact=True).click()
    expect(ann.page.locator("#talk")).to_contain_text("are you there?")
    ben.page.reload()
    ben.page.get_by_role("tab", name="Chat").click()
    expect(ben.page.get_by_role("button", name="Hear Ann again")).to_be_visible()
    expect(ben.page.locator("#talk")).not_to_contain_text("are you there?")
    menu(ben, "Leave the table")
    ben.page.get_by_role("button", name="Yes, leave").click()
    ben.page.wait_for_selector(".games")
    expect(ann.page.locator("#talk")).to_contain_text("left; a bot plays on.")


# Whether a question's yes takes a press as soon as it stands there.
_FIRST_YES = """() => new MutationObserver(() => {
  const yes = document.querySelector(".dock .note .button.main");
  if (yes) window.tookPresses ??= !yes.disabled;
}).observe(document.body, { childList: true, subtree: true })"""


def test_a_draw_is_declined_and_the_game_abandoned_by_consent(visitor: Make) -> None:
    ann, ben = together(visitor)
    ben.page.evaluate(_FIRST_YES)
    menu(ann, "Offer a draw")
    expect(ann.page.locator(".dock")).to_contain_text("You offer a draw.")
    # The question pushed the choices away: what was meant for one of them accepts no draw.
    ben.page.wait_for_function("window.tookPresses === false")
    expect(ben.page.locator(".dock").get_by_role("button", name="Yes")).to_be_enabled()
    ben.page.locator(".dock").get_by_role("button", name="No").click()
    expect(ann.page.locator(".notes")).to_contain_text("Your offer was declined.")
    menu(ben, "End without a result")
    ben.page.get_by_role("button", name="Yes, end it").click()
    expect(ben.page.locator(".dock")).to_contain_text("Waiting for the others")
    ann.page.locator(".dock").get_by_role("button", name="Yes").click()
    for each in (ann, ben):
        expect(each.page.locator(".result")).to_contain_text("The game was abandoned.")


def test_among_bots_every_action_can_be_taken_back(visitor: Make) -> None:
    ann = visitor()
    ann.set_table("Gunkimono")
    tile = ann.page.locator(".tray [data-tile]").first
    tile.click()
    expect(ann.page.locator("[data-spot]").first).to_be_visible()
    ann.page.get_by_role("button", name="Undo").click()
    expect(ann.page.locator(".asked")).to_have_text("Choose a tile to place")
    expect(tile).to_be_visible()


def test_a_style_of_official_play_brings_its_clock(visitor: Make) -> None:
    ann = visitor()
    ann.set_table("Gunshi", preset="tournament_advanced")
    ann.wait_for_table()
    # The bot has used none of its twenty minutes when the table opens, and little of them a while later.
    expect(ann.page.locator(".top li .time")).to_have_text([re.compile(r"^(20:00|1\d:\d\d)$")] * 2)
    assert ann.sights()[0]["clock"]["left"][1] > 600


def test_a_saved_game_is_opened_again_and_a_bad_file_refused(visitor: Make, tmp_path: Path) -> None:
    match = gunbai.new("gunkimono", preset="tiny", seed=5)
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    match.save(str(good))
    bad.write_text("a letter to my aunt\n")
    ann = visitor(lang="ja")
    ann.home()
    ann.page.get_by_label("保存した棋譜を開く").set_input_files(bad)
    expect(ann.page.get_by_role("alert")).to_contain_text(re.compile("[ぁ-ん]"))
    ann.page.get_by_label("保存した棋譜を開く").set_input_files(good)
    expect(ann.page.locator(".cover")).to_be_visible()
    match.resign(0)
    match.save(str(good))
    ann.home()
    ann.page.get_by_label("保存した棋譜を開く").set_input_files(good)
    expect(ann.page.locator(".said")).to_contain_text("投了")


def test_a_lost_phone_is_shut_out_and_a_guests_games_move_into_an_account(visitor: Make) -> None:
    ann, phone, other = visitor(), visitor(size=PHONE), visitor()
    called(ann, "Ann")
    ann.page.get_by_role("button", name="You", exact=True).click()
    dialog = ann.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Make a link", exact=True).click()
    guests_link = dialog.get_by_label("Open this on the other device:").input_value()
    dialog.get_by_label("Login").fill("ann.of.nara")
    dialog.get_by_label("Password").fill("plum and pine")
    dialog.get_by_role("button", name="Make an account").click()
    expect(dialog).to_contain_text("You are logged in as ann.of.nara")
    # The guest's links ended with the guest's keys: none is shown any longer, and a new one opens the account.
    dialog.get_by_role("button", name="Make a link", exact=True).click()
    accounts_link = dialog.get_by_label("Open this on the other device:").input_value()
    assert accounts_link != guests_link
    phone.page.goto(guests_link)
    expect(phone.page.locator("main")).to_contain_text("Ask for a new one")
    phone.page.goto(accounts_link)
    phone.page.get_by_role("button", name="Yes, be Ann here").click()
    phone.page.wait_for_selector(".games")
    ann.page.keyboard.press("Escape")
    ann.page.get_by_role("button", name="You", exact=True).click()
    dialog.get_by_role("button", name=re.compile("^End:")).click()
    expect(dialog.get_by_role("status")).to_contain_text("no longer you")
    phone.page.reload()
    phone.page.get_by_role("button", name="You", exact=True).click()
    # The field is empty before the server has said who this is; it must be empty afterwards.
    expect(phone.page.get_by_role("button", name="Make a link", exact=True)).to_be_enabled()
    expect(phone.page.get_by_label("Your name at the tables")).to_have_value("")
    # Somebody begins as a guest elsewhere and then logs in: the game comes along.
    other.home()
    other.page.get_by_role("button", name="Play now: Gunkimono").click()
    other.wait_for_table()
    table = other.table
    other.home()
    other.page.get_by_role("button", name="You", exact=True).click()
    dialog = other.page.get_by_role("dialog")
    dialog.get_by_label("Login").fill("ann.of.nara")
    dialog.get_by_label("Password").fill("plum and pine")
    dialog.get_by_role("button", name="Log in").click()
    expect(dialog).to_have_count(0)
    ann.home()
    expect(ann.page.locator(f'[href="#/t/{table}"]')).to_be_visible()


def test_a_game_of_days_says_what_becomes_of_the_absent_and_whom_to_call(visitor: Make, house: Server) -> None:
    ann = visitor()
    called(ann, "Ann")
    ann.page.get_by_role("button", name="You", exact=True).click()
    dialog = ann.page.get_by_role("dialog")
    dialog.get_by_label("Address for reminders").fill("http://127.0.0.1:9/secret")
    dialog.get_by_role("button", name="Use it").click()
    expect(dialog.get_by_role("alert")).to_be_visible()
    ann.page.keyboard.press("Escape")
    ann.page.get_by_role("button", name="More ways: Gunkimono").click()
    dialog.get_by_text("With friends").click()
    dialog.get_by_text("Options", exact=True).click()
    expect(dialog.get_by_label("Who lets the time for a move pass")).to_have_count(0)
    dialog.get_by_label("Clock").select_option("1 day for each move")
    dialog.get_by_label("Who lets the time for a move pass").select_option("The others decide")
    dialog.get_by_role("button", name="Open the table").click()
    ann.page.wait_for_url(re.compile("#/t/"))
    table = ann.page.request.get(f"{house.url}/api/tables/{ann.table}").json()["table"]
    assert (table["clock"], table["fate"]) == ("per-move:86400", "vote")


def test_who_let_the_time_for_a_move_pass_has_no_time_left(visitor: Make, house: Server) -> None:
    host, guest = Player(house.url, "Ann"), Player(house.url, "Ben")
    wish = {"game": "gunkimono", "options": {"players": 2, "start": "black"}, "seats": ["me", "open"]}
    table = str(host.post("/tables", {**wish, "clock": "per-move:3", "fate": "vote"}, 201)["table"])
    guest.order(table, "join")
    ann = visitor()
    ann.context.add_cookies([{"name": "gunbai", "value": host.http.cookies["gunbai"], "url": house.url}])
    ann.open(f"/t/{table}")
    # The clock runs again for the others to decide; what is read is that it had run out.
    expect(ann.page.locator(".side")).to_contain_text("Black let the time for a move pass")
    expect(ann.page.locator(".top li").nth(1).locator(".time")).to_have_text("out of time")


FORTS = "players=2 grid=SSPSS/IIIII forts=a1:red,e1:black hands=S1C1/- vp=7,9 stack=0 last=0"


def test_strongholds_say_what_they_bring_and_the_end_is_counted_by_player(visitor: Make, house: Server) -> None:
    ann, _, _ = seated(visitor, house, "gunkimono", FORTS)
    expect(ann.page.locator(".info [data-thing=stronghold]").first).to_have_text("2")
    expect(ann.page.locator(".top li").first).to_contain_text("7 pts")
    ann.page.mouse.move(0, 0)
    # A mouse sees the ghost before anything is chosen.
    ann.page.locator("[data-tile=S1C1]").click()
    ann.page.locator("[data-spot]").first.hover()
    expect(ann.page.locator("[data-ghost]")).to_have_count(2)
    expect(ann.page.get_by_role("button", name="Place it here")).to_have_count(0)
    cover = ann.page.locator(".cover .button.main")

    def ended() -> bool:
        if cover.count():
            cover.click()
        return ann.over

    ann.play(random.Random(3), until=ended)
    expect(ann.page.locator(".result li")).to_have_count(2)
    expect(ann.page.locator(".result")).to_contain_text("no banners")
    # The list has little room: who has how many points comes first.
    ann.home()
    expect(ann.page.get_by_role("link", name=re.compile(r"Red \d+, Black \d+\. ")).first).to_be_visible()
    # The page that was opened has the focus, but no frame: it is no button.
    ann.open("/learn")
    expect(ann.page.locator("main:focus")).to_have_css("box-shadow", "none")


def test_a_thumb_can_hit_everything(visitor: Make) -> None:
    ann = visitor(size=PHONE)
    ann.home()
    found: dict[str, list[str]] = {"home": ann.page.evaluate(_SMALL)}
    ann.page.get_by_role("button", name="You", exact=True).click()
    ann.page.wait_for_selector("dialog form")
    found["you"] = ann.page.evaluate(_SMALL)
    ann.page.keyboard.press("Escape")
    ann.page.get_by_role("button", name="More ways: Gunkimono").click()
    ann.page.get_by_text("Options", exact=True).click()
    found["new"] = ann.page.evaluate(_SMALL)
    ann.page.keyboard.press("Escape")
    for path in ("/learn", "/learn/gunkimono", "/rules", "/rules/gunkimono", "/edition", "/nowhere"):
        ann.open(path)
        ann.page.wait_for_load_state("networkidle")
        found[path] = ann.page.evaluate(_SMALL)
    ann.home()
    ann.page.get_by_role("button", name="Play now: Gunkimono").click()
    ann.page.wait_for_selector(".choices")
    ann.page.locator(".choices summary").click()
    found["table"] = ann.page.evaluate(_SMALL)
    ann.page.locator(".tools [aria-haspopup=dialog]").click()
    found["menu"] = ann.page.evaluate(_SMALL)
    ann.open(f"/replay/{ann.table}")
    ann.page.wait_for_selector(".controls")
    found["replay"] = ann.page.evaluate(_SMALL)
    assert not {place: small for place, small in found.items() if small}


@pytest.mark.parametrize(("lang", "ways", "you"), [("en", "More ways: ", "You"), ("ja", "他の遊び方: ", "あなた")])
def test_axe_finds_nothing_serious_on_a_phone_and_in_dialogs(visitor: Make, lang: str, ways: str, you: str) -> None:
    ann = visitor(size=PHONE, lang=lang)
    page = ann.page
    found: dict[str, list[str]] = {}

    def judge(place: str) -> None:
        page.wait_for_function("() => document.getAnimations().every((each) => each.playState !== 'running')")
        found[place] = ann.axe()

    ann.home()
    judge("home")
    page.get_by_role("button", name=you, exact=True).click()
    page.wait_for_selector("dialog form")
    judge("you")
    page.keyboard.press("Escape")
    page.locator(f'[aria-label^="{ways}"]').nth(1).click()
    page.locator("dialog summary").first.click()
    judge("options")
    page.locator("dialog [type=radio]").nth(1).check(force=True)
    page.locator("dialog .last .button").click()
    page.wait_for_selector("main li")
    judge("gathering")
    for path in ("/rules", "/rules/shogun", "/learn/gunkimono", "/edition", "/t/nothing", "/link/nothing"):
        ann.open(path)
        page.wait_for_load_state("networkidle")
        judge(path)
    ann.home()
    page.locator(".game .button.main").nth(1).click()
    page.wait_for_selector(".choices")
    judge("table")
    page.locator(".choices summary").click()
    page.locator("#tab-chat").click()
    judge("list and chat")
    page.locator(".tools [aria-haspopup=dialog]").click()
    judge("menu")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    page.wait_for_selector(".inspector")
    judge("inspector")
    assert not {place: faults for place, faults in found.items() if faults}


def test_who_comes_by_the_plain_address_sits_down_and_plays(visitor: Make, house: Server) -> None:
    """Somebody this browser never knew: the line was opened before there was a guest to know."""
    ben = Player(house.url, "Ben")
    ann = visitor()
    ann.open(f"/t/{ben.table(game='gunshi', seats=['open', 'me'])}")
    ann.page.get_by_role("button", name="Sit down").click()
    expect(ann.page.locator(".prompt.mine")).to_be_visible()


# The sockets a page opens, for who wants to break them.
_SOCKETS = """const Real = WebSocket;
  window.sockets = [];
  window.WebSocket = class extends Real { constructor(...words) { super(...words); window.sockets.push(this); } };"""


def test_a_lost_network_is_told_and_nothing_is_missed_or_doubled(visitor: Make) -> None:
    ann, ben = together(visitor)
    first, second = in_turn(ann, ben)
    second.context.set_offline(True)
    expect(second.page.locator(".offline")).to_be_visible()
    lines = first.page.locator("#talk li").count()
    first.play(random.Random(1), until=lambda: first.page.locator(".prompt.mine").count() == 0)
    assert first.page.locator("#talk li").count() > lines
    held = second.page.locator(".tools [aria-haspopup=dialog]")
    held.focus()
    second.context.set_offline(False)
    expect(second.page.locator(".offline")).to_have_count(0)
    expect(second.page.locator(".prompt.mine")).to_be_visible()
    expect(held).to_be_focused()
    assert second.version == first.version
    # Nothing is missed or doubled: a visitor who comes again reads the same.
    told = second.page.locator("#talk li").all_inner_texts()
    second.page.reload()
    expect(second.page.locator("#talk li")).to_have_text(told)


def prepared(make: Make, script: str) -> Make:
    """Visitors whose pages begin with a script of the test's."""

    def made(**guise: object) -> Visitor:
        visitor = make(**guise)
        visitor.on_every_page(script)
        return visitor

    return made


def test_a_line_that_died_without_a_word_is_noticed(visitor: Make) -> None:
    ann, ben = together(prepared(visitor, _SOCKETS))
    first, second = in_turn(ann, ben)
    # From now on its socket hears nothing more, as after a night in a bag.
    second.page.evaluate("() => { for (const socket of window.sockets) socket.onmessage = null }")
    first.play(random.Random(1), until=lambda: first.page.locator(".prompt.mine").count() == 0)
    assert second.page.locator(".prompt.mine").count() == 0
    second.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(second.page.locator(".prompt.mine")).to_be_visible()
    assert second.version == first.version


MY_TURN = re.compile("^●")
# A browser whose notifications can be counted, and a page that can be told that nobody looks at it.
_CALLS = """window.called = 0;
  window.Notification = class {
    static permission = 'granted';
    static requestPermission() { return Promise.resolve('granted'); }
    constructor() { window.called++; if (window.refusing) throw new TypeError('Illegal constructor'); }
  };
  Object.defineProperty(document, 'hidden', { get: () => window.away === true });"""


@pytest.mark.parametrize("refusing", [False, True])
def test_who_asked_for_it_is_called_when_the_turn_comes(visitor: Make, refusing: bool) -> None:
    """Some phones know notifications and refuse to make one: the game goes on all the same."""
    ann, ben = together(prepared(visitor, _CALLS))
    first, second = in_turn(ann, ben)
    second.page.evaluate("refusing => { window.refusing = refusing }", refusing)
    expect(second.page).not_to_have_title(MY_TURN)
    menu_of = second.page.locator(".tools [aria-haspopup=dialog]")
    if second is ben:
        menu_of.click()
    bell = second.page.get_by_role("button", name="Tell me when it is my turn").last
    sound = second.page.get_by_role("button", name="Sound").last
    expect(bell).to_have_attribute("aria-pressed", "false")
    expect(sound).to_have_attribute("aria-pressed", "false")
    bell.click()
    expect(bell).to_have_attribute("aria-pressed", "true")
    second.page.keyboard.press("Escape")
    second.page.evaluate("window.away = true")
    first.play(random.Random(1), until=lambda: first.page.locator(".prompt.mine").count() == 0)
    expect(second.page.locator(".prompt.mine")).to_be_visible()
    expect(second.page).to_have_title(MY_TURN)
    second.until(lambda: second.page.evaluate("window.called") > 0)
    assert second.page.evaluate("window.called") == 1


def test_over_plain_http_a_game_is_played_and_its_links_are_copied(visitor: Make) -> None:
    """A server in the living room has no certificate; browsers then offer neither a clipboard nor `randomUUID`."""
    ann = visitor()
    ann.on_every_page(
        "delete Crypto.prototype.randomUUID; Object.defineProperty(navigator, 'clipboard', { value: undefined });"
    )
    ann.set_table("Gunkimono")
    ann.wait_for_table()
    ann.page.locator(".tray [data-tile]").first.click()
    expect(ann.page.locator("[data-spot]").first).to_be_visible()
    ann.page.locator(".tools [aria-haspopup=dialog]").click()
    ann.page.get_by_role("button", name="Link for spectators").click()
    expect(ann.page.get_by_role("button", name="Link copied")).to_be_focused()
    ann.open(f"/replay/{ann.table}")
    ann.page.get_by_role("button", name="Link to this moment").click()
    expect(ann.page.get_by_role("button", name="Link copied")).to_be_visible()


def test_names_points_and_clocks_fit_a_phone(visitor: Make, house: Server) -> None:
    host, guest = Player(house.url, "Ann"), Player(house.url, "Bartholomew")
    table = host.table(game="gunkimono", seats=["me", "open"], options={"players": 2}, clock="total:1200")
    guest.order(table, "join", seat=1)
    ann = visitor(size=PHONE)
    ann.context.add_cookies([{"name": "gunbai", "value": host.http.cookies["gunbai"], "url": house.url}])
    ann.open(f"/t/{table}")
    expect(ann.page.locator(".top .time")).to_have_count(2)
    for time in ann.page.locator(".top .time").all():
        box = time.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= PHONE[0]
