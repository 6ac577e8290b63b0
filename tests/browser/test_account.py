"""One's own account in the browser: a forgotten password, and the way out for good."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Locator, expect

from tests.browser.conftest import QUICK
from tests.browser.positions import Make
from tests.browser.visitor import PHONE, Visitor
from tests.server.house import serving
from tests.server.post_office import post_office


def you(ann: Visitor, title: str = "You") -> Locator:
    ann.home()
    ann.page.get_by_role("button", name=title, exact=True).click()
    return ann.page.get_by_role("dialog")


def test_a_forgotten_password_is_reset_by_mail_and_the_account_deleted(visitor: Make, tmp_path: Path) -> None:
    with post_office() as office, serving(tmp_path / "data", *QUICK, "--smtp", office.address) as house:
        ann, phone = visitor(house.url), visitor(house.url, size=PHONE, lang="ja")
        dialog = you(ann)
        dialog.get_by_label("Login").fill("ann.of.nara")
        dialog.get_by_label("Password").fill("plum and pine")
        dialog.get_by_role("button", name="Make an account").click()
        expect(dialog).to_contain_text("You are logged in as ann.of.nara")
        dialog.get_by_text("Password and e-mail").click()
        dialog.get_by_label("Your password now").first.fill("plum and pine")
        dialog.get_by_label("E-mail, for a forgotten password").fill("ann@nara.example")
        dialog.get_by_role("button", name="Use this e-mail").click()
        expect(dialog.get_by_role("status")).to_contain_text("A letter is on its way")
        _, secret = office.letter()
        ann.page.keyboard.press("Escape")
        ann.page.goto(f"{house.url}/#/confirm/{secret}")
        expect(ann.page.get_by_role("heading", level=1)).to_have_text("Your e-mail address is confirmed.")

        dialog = you(phone, "あなた")
        dialog.get_by_label("ログイン名").fill("ann.of.nara")
        dialog.get_by_role("button", name="パスワードを忘れた").click()
        expect(dialog.get_by_role("status")).to_contain_text("メールを送りました")
        letter, secret = office.letter()
        phone.page.keyboard.press("Escape")
        assert letter["subject"] == "軍配：新しいパスワード"
        phone.page.goto(f"{house.url}/#/reset/{secret}")
        phone.page.get_by_label("新しいパスワード").fill("short")
        phone.page.get_by_role("button", name="新しいパスワードにする").click()
        expect(phone.page.get_by_role("alert")).to_contain_text("8〜200文字")
        phone.page.get_by_label("新しいパスワード").fill("bamboo and crane")
        phone.page.get_by_role("button", name="新しいパスワードにする").click()
        phone.page.wait_for_selector(".games")
        dialog = you(phone, "あなた")
        expect(dialog).to_contain_text("ann.of.naraとしてログインしています")

        with phone.page.expect_download() as fetched:
            dialog.get_by_role("link", name="データを受け取る").click()
        assert json.loads(Path(fetched.value.path()).read_text(encoding="utf-8"))["login"] == "ann.of.nara"
        dialog.get_by_role("button", name="退会する").click()
        dialog.get_by_label("いまのパスワード").last.fill("bamboo and crane")
        with phone.page.expect_navigation():
            dialog.get_by_role("button", name="はい、退会します").click()
        phone.page.wait_for_selector(".games")
        expect(you(phone, "あなた").get_by_label("ログイン名")).to_have_value("")
        phone.page.keyboard.press("Escape")

        # The other browser was logged out by the new password, and the account is gone.
        dialog = you(ann)
        dialog.get_by_label("Login").fill("ann.of.nara")
        dialog.get_by_label("Password", exact=True).fill("bamboo and crane")
        dialog.get_by_role("button", name="Log in").click()
        expect(dialog.get_by_role("alert")).to_contain_text("wrong")
