"""Identity and moderation in the browser: links that ask first, reports, and the operators' page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import QUICK
from tests.browser.positions import Make
from tests.browser.visitor import DESKTOP, PHONE, Visitor
from tests.server.house import Player, Server, gunbai, serving


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path / "data", *QUICK) as running:
        yield running


def operator(visitor: Visitor, house: Server, data: Path) -> None:
    """The visitor is logged in as an operator, made by the command line."""
    keeper = Player(house.url, "Keeper")
    account = {"login": "keeper", "password": "plum and pine"}
    keeper.post("/me/account", account, 200)
    made = gunbai("admin", "operator", "keeper", "--data", str(data))
    assert made.returncode == 0, made.stderr
    keeper.post("/login", account, 200)
    visitor.context.add_cookies([{"name": "gunbai", "value": keeper.http.cookies["gunbai"], "url": house.url}])


def you(visitor: Visitor, title: str = "You") -> Locator:
    visitor.page.get_by_role("button", name=title, exact=True).click()
    return visitor.page.get_by_role("dialog")


def called(visitor: Visitor, name: str) -> None:
    visitor.home()
    dialog = you(visitor)
    dialog.get_by_label("Your name at the tables").fill(name)
    dialog.get_by_role("button", name="Save", exact=True).click()
    expect(dialog.get_by_role("status")).to_have_text("Saved.")
    visitor.page.keyboard.press("Escape")


def test_a_device_link_asks_first_and_the_old_identity_comes_back(visitor: Make) -> None:
    ann, ben = visitor(), visitor(size=PHONE)
    called(ann, "Ann")
    called(ben, "Ben")
    dialog = you(ann)
    dialog.get_by_role("button", name="Make a link", exact=True).click()
    link = dialog.get_by_label("Open this on the other device:").input_value()

    ben.page.goto(link)
    expect(ben.page.get_by_role("heading", level=1)).to_have_text("Become Ann on this device?")
    expect(ben.page.locator("main")).to_contain_text("So far you are Ben here")
    assert link.rpartition("/")[2] not in ben.page.url, "the secret does not stay in the address bar"
    assert not ben.axe()
    ben.page.get_by_role("link", name="No, change nothing").click()
    ben.page.wait_for_selector(".games")
    expect(you(ben).get_by_label("Your name at the tables")).to_have_value("Ben")

    # The link was only looked at: it still works, here by the keyboard.
    ben.page.keyboard.press("Escape")
    ben.page.goto(link)
    yes = ben.page.get_by_role("button", name="Yes, be Ann here")
    yes.focus()
    ben.page.keyboard.press("Enter")
    ben.page.wait_for_selector(".games")
    dialog = you(ben)
    expect(dialog.get_by_label("Your name at the tables")).to_have_value("Ann")
    with ben.page.expect_navigation():
        dialog.get_by_role("button", name="Be them again: Ben").click()
    ben.page.wait_for_selector(".games")
    dialog = you(ben)
    expect(dialog.get_by_label("Your name at the tables")).to_have_value("Ben")
    expect(dialog.get_by_role("button", name="Be them again: Ann")).to_be_visible()


def test_a_guest_keeps_a_link_for_a_lost_cookie(visitor: Make) -> None:
    ann = visitor(lang="ja")
    ann.home()
    dialog = you(ann, "あなた")
    dialog.get_by_label("卓での名前").fill("アン")
    dialog.get_by_role("button", name="保存", exact=True).click()
    expect(dialog.get_by_role("status")).to_have_text("保存しました。")
    dialog.get_by_role("button", name="保管用のリンクを作る").click()
    link = dialog.get_by_label("安全な場所に保管してください").input_value()
    assert not ann.axe()
    ann.page.keyboard.press("Escape")
    ann.context.clear_cookies()
    ann.page.goto(link)
    ann.page.get_by_role("button", name="はい、アンになります").click()
    ann.page.wait_for_selector(".games")
    expect(you(ann, "あなた").get_by_label("卓での名前")).to_have_value("アン")


@pytest.mark.parametrize(("size", "lang"), [(DESKTOP, "en"), (PHONE, "ja")])
def test_a_player_is_reported_and_an_operator_decides(
    visitor: Make, own_house: Server, tmp_path: Path, size: tuple[int, int], lang: str
) -> None:
    words = {
        "en": ("Report Mean", "What happened?", "Send", "The operators have it", "Decide", "Act", "Reason, for the log",
               "Do it", "Done, and written down.", "muted, 24 h", "Nobody has reported", "You", "For operators"),
        "ja": ("Meanを通報", "何がありましたか", "送る", "運営者に届きました", "対応する", "対応",
               "理由（記録に残ります）", "実行する", "実行し、記録しました。", "発言停止（24時間）",
               "未処理の通報はありません", "あなた", "運営者用"),
    }[lang]  # fmt: skip
    report, what, send, sent, decide, act, reason, do, done, muted, none, own, operators = words
    mean, ann = Player(own_house.url, "Mean"), visitor(own_house.url, size=size, lang=lang)
    table = mean.table(game="gunshi", preset="first_battle", seats=["me", "open"])
    ann.open(f"/t/{table}")
    ann.page.locator("li .button.main").click()
    ann.wait_for_table()
    ann.page.locator("#tab-chat").click()
    ann.page.get_by_role("button", name=report).focus()
    ann.page.keyboard.press("Enter")
    dialog = ann.page.get_by_role("dialog")
    dialog.get_by_label(what).fill("He swears at everybody.")
    assert not ann.axe()
    dialog.get_by_role("button", name=send, exact=True).click()
    expect(dialog.get_by_role("status")).to_contain_text(sent)
    ann.page.keyboard.press("Escape")

    op = visitor(own_house.url, size=size, lang=lang, drawn=True)
    op.open("/operators")
    op.page.wait_for_selector("h1")
    assert op.page.locator("article").count() == 0, "nothing for everybody else"
    operator(op, own_house, tmp_path / "data")
    op.home()
    you(op, own).get_by_role("link", name=operators).click()
    card = op.page.locator("article").filter(has_text=mean.me["id"])
    expect(card).to_contain_text("He swears at everybody.")
    card.get_by_text(decide).click()
    card.get_by_role("combobox", name=act).select_option("mute")
    card.get_by_label(reason).fill("swearing")
    assert not op.axe()
    assert op.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out"
    card.get_by_role("button", name=do).click()
    expect(op.page.get_by_role("status").filter(has_text=done)).to_be_visible()
    expect(card).to_have_count(0)
    expect(op.page.locator("main")).to_contain_text(none)
    row = op.page.get_by_role("row").filter(has_text=mean.me["id"])
    expect(row.first).to_contain_text(muted)
    op.page.screenshot(path=tmp_path / f"operators-{lang}.png", full_page=True)
    assert mean.order(table, "say", 403, text="still here")["error"] == "not-allowed"


def test_a_table_is_deleted_only_when_asked_twice(visitor: Make, own_house: Server, tmp_path: Path) -> None:
    mean, op = Player(own_house.url, "Mean"), visitor(own_house.url)
    operator(op, own_house, tmp_path / "data")
    table = mean.table(game="gunshi", preset="first_battle", seats=["me", "me"])
    op.open("/operators")
    form = op.page.locator("form").last
    form.get_by_role("combobox", name="Act").select_option("delete")
    form.get_by_label("Name of the table").fill(table)
    form.get_by_label("Reason, for the log").fill("illegal content")
    form.get_by_role("button", name="Do it").click()
    expect(op.page.get_by_role("status").filter(has_text="There is no way back")).to_be_visible()
    assert mean.see(table)["you"] == [0, 1], "still there"
    form.get_by_role("button", name="Delete it for good").click()
    expect(op.page.get_by_role("row").filter(has_text=re.compile(table))).to_contain_text("deleted a table")
    mean.get(f"/tables/{table}", 404)
