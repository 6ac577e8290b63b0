"""People find each other: they have names, know what they are invited to, and choose their side."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from tests.browser.positions import Make
from tests.browser.visitor import PHONE
from tests.server.house import Player, Server


def test_a_host_has_a_name_a_side_and_bots_of_different_strength(visitor: Make, house: Server) -> None:
    ann = visitor()
    ann.home()
    ann.page.get_by_role("button", name="More ways: Gunkimono").click()
    dialog = ann.page.get_by_role("dialog")
    expect(dialog.get_by_label("Your name at the tables")).to_have_count(0)  # bots ask for none
    dialog.get_by_text("With friends", exact=True).click()
    suggested = dialog.get_by_label("Your name at the tables")
    expect(suggested).to_have_value(re.compile(r"\w+"))
    before = suggested.input_value()
    dialog.get_by_role("button", name="Suggest another name").click()
    expect(suggested).not_to_have_value(before)
    suggested.fill("Tomoe")
    dialog.get_by_label("Players").select_option("4")
    dialog.get_by_label("Seats for friends").select_option("1")
    dialog.get_by_label("Black", exact=True).check(force=True)
    each = dialog.locator("details", has_text="Each bot its own strength")
    each.locator("summary").click()
    for seat, level in (("White", 0), ("Purple", 3)):
        each.locator("label", has_text=seat).locator("select").select_option(index=level)
    dialog.get_by_text("Options", exact=True).click()
    dialog.get_by_label("Clock").select_option("30 minutes each")
    dialog.get_by_role("button", name="Open the table").click()
    ann.page.wait_for_url(re.compile("#/t/"))
    table = ann.page.request.get(f"{house.url}/api/tables/{ann.table}").json()["table"]
    seats = [(seat["kind"], seat["player"], seat["bot"]) for seat in table["seats"]]
    assert seats[1] == ("person", "Tomoe", "")
    assert seats[0][0] == "open"
    # A table draws the style of its bots from level 3 on.
    assert [bot.partition(":")[0] for bot in [seats[2][2], seats[3][2]]] == ["level-1", "level-4"]
    # The waiting room says what is agreed on.
    expect(ann.page.locator("main dl")).to_contain_text("30 minutes each")
    expect(ann.page.locator("main dl")).to_contain_text("Standard game")


def test_a_table_opens_before_the_server_has_said_who_one_is(visitor: Make, house: Server) -> None:
    ann = visitor()
    ann.home()
    ann.page.get_by_role("button", name="More ways: Gunshi").click()
    held: list[Route] = []
    ann.page.route("**/api/me", lambda route: route.continue_() if held else held.append(route))
    dialog = ann.page.get_by_role("dialog")
    dialog.get_by_text("With friends", exact=True).click()
    ann.until(lambda: bool(held))
    dialog.get_by_role("button", name="Open the table").click()
    ann.page.wait_for_url(re.compile("#/t/"))
    held[0].abort()
    table = ann.page.request.get(f"{house.url}/api/tables/{ann.table}").json()["table"]
    assert not table["seats"][0]["player"].startswith("guest")


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_an_invitation_is_read_before_one_sits_or_watches(visitor: Make, house: Server, lang: str) -> None:
    host = Player(house.url, "Tomoe")
    wish = {"options": {"formation": "first_battle"}, "clock": "total:1200"}
    table = host.table(game="gunshi", seats=["open", "me"], **wish)
    token = host.post(f"/tables/{table}/links", {"kind": "any"}, 201)["token"]
    sit, watch = {"en": ("Sit down", "Only watch"), "ja": ("席に着く", "観戦する")}[lang]
    link = f"{house.url}/i/{table}#/link/{token}"
    ben, cleo, dan = visitor(size=PHONE, lang=lang), visitor(lang=lang), visitor(lang=lang)
    ben.page.goto(link)
    expect(ben.page.locator("h1")).to_contain_text("Tomoe")
    expect(ben.page.locator("dl")).to_contain_text({"en": "First Battle", "ja": "初陣"}[lang])
    expect(ben.page.locator("dl")).to_contain_text("20")
    assert host.see(table)["table"]["status"] == "gathering", "who only looks begins nothing"
    assert ben.axe() == []
    assert token not in "".join(ben.sent), "the secret is in no address"
    ben.page.get_by_role("button", name=sit).click()
    ben.wait_for_table()
    assert "link" not in ben.page.url
    # The used link offers to watch.
    cleo.page.goto(link)
    expect(cleo.page.get_by_role("button", name=watch)).to_be_visible()
    expect(cleo.page.get_by_role("button", name=sit)).to_have_count(0)
    cleo.page.get_by_role("button", name=watch).click()
    cleo.wait_for_table()
    # The address without its secret leads to the table as far as a stranger may see it.
    dan.page.goto(f"{house.url}/i/{table}")
    dan.wait_for_table()


def test_the_link_is_shown_as_a_qr_code(visitor: Make) -> None:
    ann = visitor()
    ann.set_table("Gunshi", way="With friends", preset="first_battle")
    # Whoever opened a table for friends wants to send the link: it is there without a press, and stays the same.
    link = ann.page.locator(".share input")
    expect(link).to_have_value(re.compile(r"/i/[\w-]+#/link/[\w-]{16,}$"))
    made = link.input_value()
    ann.page.reload()
    expect(link).to_have_value(made)
    code = ann.page.get_by_role("img", name="The link as a QR code")
    expect(code).to_be_visible()
    assert len(code.locator("path").get_attribute("d") or "") > 1000
    assert ann.axe() == []
