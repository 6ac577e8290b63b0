"""Fair dice in the browser: a person commits before anything is shown, and the record proves it afterwards."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from gunbai.server import fair_dice
from tests.browser.positions import Make
from tests.browser.visitor import Visitor
from tests.server.house import Player, Server, gunbai


def given(visitor: Visitor, what: str) -> list[dict[str, Any]]:
    """The orders of one kind that left the browser on its sockets."""
    orders = [json.loads(frame) for frame in visitor.sent if frame.startswith("{")]
    return [order for order in orders if order.get("do") == what]


def test_two_browsers_commit_before_either_opens_and_the_record_proves_it(
    visitor: Make, house: Server, tmp_path: Path
) -> None:
    ann, ben = visitor(), visitor()
    bodies: list[dict[str, Any]] = []
    ann.page.on(
        "request",
        lambda request: (
            bodies.append(json.loads(request.post_data or "{}"))
            if request.method == "POST" and request.url.endswith("/api/tables")
            else None
        ),
    )
    ann.set_table("Gunshi", way="With friends", preset="first_battle")
    expect(ann.page.get_by_role("button", name="Copy the link")).to_be_visible()
    table = ann.table
    setup = bodies[-1]
    assert len(setup["commitment"]) == 64
    assert "entropy" not in setup, "what Ann keeps to herself does not leave her browser"
    look = Player(house.url)
    dice = look.see(table)["table"]["dice"]
    assert (dice["commitments"][0], dice["entropy"]) == (setup["commitment"], None)
    assert not given(ann, "open")

    ben.open(f"/t/{table}")
    ben.page.get_by_role("button", name="Sit down").click()
    ann.wait_for_table()
    ben.wait_for_table()
    # A stranger gives the order once more when they have become a guest.
    joined = given(ben, "join")[-1]
    assert len(joined["commitment"]) == 64
    assert not any("entropy" in order for order in given(ben, "join"))
    begun = look.see(table)["table"]
    shares = [given(person, "open")[-1]["entropy"] for person in (ann, ben)]
    assert begun["dice"]["entropy"] == shares
    assert begun["dice"]["commitments"] == [setup["commitment"], joined["commitment"]]
    assert begun["dice"]["commitments"] == [fair_dice.seat_commitment(share) for share in shares]

    # Each browser noted the fingerprint before it opened, and tells it; the shares are no secret any more.
    ann.page.get_by_role("button", name="More", exact=True).click()
    ann.page.get_by_text("Fair dice").click()
    noted = ann.page.get_by_role("dialog").locator("code").inner_text().split()[-1]
    assert noted == begun["dice"]["fingerprint"]
    assert not ann.page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('gunbai.dice.'))")
    ann.page.get_by_role("button", name="Resign", exact=True).click()
    ann.page.get_by_role("button", name="Yes, resign").click()
    ann.page.wait_for_selector(".result")
    file = tmp_path / "game.gunbai"
    file.write_text(look.get(f"/tables/{table}/record"), encoding="utf-8")
    checked = gunbai("verify", str(file), "--fingerprint", noted)
    assert checked.returncode == 0, checked.stderr
    assert "every seat's entropy is what it committed to" in checked.stdout
    assert "in clear" not in checked.stdout


def test_the_game_waits_for_a_player_who_is_away_and_says_for_whom(visitor: Make) -> None:
    ann, ben = visitor(), visitor()
    ann.home()
    ann.page.get_by_role("button", name="You", exact=True).click()
    ann.page.get_by_label("Your name at the tables").fill("Ann")
    ann.page.get_by_role("button", name="Save", exact=True).click()
    expect(ann.page.get_by_role("status")).to_have_text("Saved.")
    ann.page.keyboard.press("Escape")
    ann.set_table("Gunshi", way="With friends", preset="first_battle")
    expect(ann.page.get_by_role("button", name="Copy the link")).to_be_visible()
    table = ann.table
    ann.open("/rules/gunshi")
    ann.page.wait_for_selector("h1")
    ben.open(f"/t/{table}")
    ben.page.get_by_role("button", name="Sit down").click()
    expect(ben.page.locator("main")).to_contain_text("The game begins when Ann comes to the table")
    expect(ben.page.get_by_role("button", name="Begin")).to_have_count(0)
    assert not ben.axe()
    ann.open(f"/t/{table}")
    ann.wait_for_table()
    ben.wait_for_table()


def test_a_share_that_got_lost_is_replaced_by_another(visitor: Make, house: Server) -> None:
    ann, ben = visitor(), visitor()
    ann.set_table("Gunshi", way="With friends", preset="first_battle")
    expect(ann.page.get_by_role("button", name="Copy the link")).to_be_visible()
    table = ann.table
    ann.page.evaluate("localStorage.clear()")
    ben.open(f"/t/{table}")
    ben.page.get_by_role("button", name="Sit down").click()
    # Another device of Ann's, which could have the share, is given some seconds first.
    ann.page.wait_for_selector("[data-version]", timeout=60_000)
    ben.wait_for_table()
    again = given(ann, "entropy")[-1]
    assert "entropy" not in again, "committed again, and not in clear"
    dice = Player(house.url).see(table)["table"]["dice"]
    assert dice["commitments"][0] == again["commitment"]
    assert dice["entropy"][0] == given(ann, "open")[-1]["entropy"]
