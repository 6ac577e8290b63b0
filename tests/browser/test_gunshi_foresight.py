"""Gunshi shows what will come of a choice before it is made: here it is compared with what came of it, card by card."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.visitor import PHONE, Visitor
from tests.forks import LONGEST
from tests.server.house import Player, Server

Make = Callable[..., Visitor]

# Points at one of the choices of the list as a mouse would and says what the board shows then.
_POINT = """
pick => {
  const folded = document.querySelector('.choices details:not([open]) summary');
  if (folded) folded.click();
  return new Promise(done => setTimeout(() => {
    const buttons = [...document.querySelectorAll('.choices .choice, .choices .row')]
      .filter(b => !b.disabled && b.ariaDisabled !== 'true');
    const button = buttons[Math.floor(pick * buttons.length)];
    if (!button) return done(null);
    document.querySelectorAll('[data-pointed]').forEach(each => each.removeAttribute('data-pointed'));
    button.dataset.pointed = 'yes';
    button.dispatchEvent(new PointerEvent('pointerenter', {pointerType: 'mouse'}));
    setTimeout(() => {
      const all = name => [...document.querySelectorAll(`[data-${name}]`)].map(each => each.dataset[name]);
      done({will: all('will'), falls: all('falls'), built: all('built'), torn: all('torn'), asked: all('asked'),
            words: document.querySelector('.foretold')?.textContent ?? ''});
    }, 0);
  }, 0));
}
"""
RED = ("infantry c3", "infantry d3", "archer e3", "archer e2", "cavalry d1", "infantry b2", "infantry c2")
BLUE = ("infantry c5", "infantry d5", "archer e5", "archer e6", "cavalry d7", "infantry b6", "infantry c6")


def _arranged(deck: str) -> list[tuple[str, str]]:
    """The first three cards as the hand, the others as the deck; the last one settles itself."""
    return [("hand" if i < 3 else "deck", card) for i, card in enumerate(deck.split(".")[:6])]


class Duel:
    """Red sits at the browser, blue plays by the wire."""

    def __init__(self, ann: Visitor, house: Server, agreed_deck: str, arranged: bool = True) -> None:
        self.ann, self.bob = ann, Player(house.url)
        wish = {"variant": "custom", "deck_rule": "agreed", "promos": True, "agreed_deck": agreed_deck}
        self.id = self.bob.table(game="gunshi", options=wish, seats=["open", "me"], auto=False)
        # With the page's cookies, but beside the page: its line may be slow.
        self._http, self._api = ann.context.request, f"{house.url}/api/tables/{self.id}"
        ann.home()
        ann.open(f"/t/{self.id}")
        ann.page.get_by_role("button", name="Sit down").click()
        ann.wait_for_table()
        for red, blue in zip(RED, BLUE, strict=True):
            self.command(f"{red} north")
            self.bob.order(self.id, "act", version=self.bob.see(self.id)["version"], command=f"{blue} south")
        if not arranged:
            return
        for choice in ("shogun c2", *(f"{pile} {card}" for pile, card in _arranged(agreed_deck))):
            self.command(choice)
        while self.answer(random.Random(1)):
            pass

    def command(self, text: str) -> None:
        """Red's set-up is of no interest here and is typed."""
        body = {"version": self.sight()["version"], "seat": 0, "command": text}
        assert self._http.post(f"{self._api}/act", data=body).status == 200, text

    def sight(self) -> Any:
        return self._http.get(self._api).json()["sights"][0]

    def settled(self, version: int) -> Any:
        """What red sees when all that its last click set off is done."""
        shown = (
            "[document.querySelector('[data-version]').dataset.version, !!document.querySelector('.choice[disabled]')]"
        )
        end = time.monotonic() + LONGEST
        while time.monotonic() < end:
            sight = self.sight()
            if sight["version"] > version and self.ann.page.evaluate(shown) == [str(sight["version"]), False]:
                self.ann.page.wait_for_timeout(20)
                if self.sight()["version"] == sight["version"]:
                    return sight
        raise AssertionError("the table does not come to rest")

    def answer(self, rng: random.Random) -> bool:
        """Blue's turn, if it is; how it plays does not matter here."""
        seen = self.bob.see(self.id)["sights"][0]
        if not seen["legal"] or seen["over"]:
            return False
        self.bob.act(self.id, rng.choice(seen["legal"])["action"], version=seen["version"])
        return True


def _ready(ann: Visitor) -> None:
    """A First Battle whose first Move waits for the unit that carries it out."""
    ann.home()
    ann.page.get_by_role("button", name="Play now: Gunshi").click()
    ann.type_commands()
    for choice in ("shogun d2", "send M", "end"):
        box = ann.page.get_by_role("textbox", name="Type a command")
        box.fill(choice)
        box.press("Enter")
        expect(box).to_have_value("")
    expect(ann.page.locator(".prompt")).to_contain_text("which unit carries it out")


def _squares(view: Any, owner: str) -> dict[str, Any]:
    return {unit["square"]: unit for unit in view["units"] if unit["owner"] == owner}


def _check(text: str, shown: Any, before: Any, after: Any) -> None:
    """After a choice that settles something, the board holds what it showed beforehand."""
    verb, _, what = text.partition(" ")
    mine, theirs = _squares(after, "red"), _squares(after, "blue")
    where = f"{text}: {shown}"
    if verb == "to":
        struck = [unit for unit in before["units"] if unit["square"] == what and unit["owner"] == "blue"]
        if struck and what in theirs:  # its shield held the blow
            assert shown["falls"][:1] == [what], where
            assert (struck[0]["shield"], theirs[what]["shield"]) == (True, False), where
        else:
            assert what in shown["will"], where
            assert what in mine or after["step"] == "over" or after["red"]["spot"] != before["red"]["spot"], where
            assert bool(struck) == (what in shown["falls"]), where
    elif verb == "hit":
        assert shown["falls"] == [what], where
        held = _squares(before, "blue")[what]["shield"]
        assert (what in theirs) == held, where
    elif verb == "fence":
        assert shown["built"] == [what], where
        assert what in after["red"]["fences"], where
    elif verb == "face":
        assert [mine[square]["facing"] for square in shown["will"]] == [what], where
    elif verb == "switch":
        one, two = what.split("-")
        assert sorted(shown["will"]) == sorted([one, two]), where
        assert mine[one]["type"] == _squares(before, "red")[two]["type"], where
    elif verb in ("ask", "shogun"):
        assert shown["asked"] == [what], where
    elif verb == "send":
        assert "slot" in shown["words"], where
    if verb in ("to", "face"):
        gone = set(before["blue"]["fences"]) - set(after["blue"]["fences"])
        assert set(shown["torn"]) >= gone, where


def _check_all(shown: Any, before: Any, after: Any) -> None:
    """A command that is over: everybody stands where the ghosts stood, or has left the field to invade."""
    mine, fought = _squares(after, "red"), set(shown["falls"])
    if after["step"] == "over" or after["red"]["spot"] != before["red"]["spot"]:
        return
    assert [q for q in shown["will"] if q not in mine and q not in fought] == [], (shown, before["command"])
    assert not set(shown["torn"]) & set(after["blue"]["fences"]), shown


SETTLING = ("to", "hit", "fence", "face", "switch", "ask", "look", "turn", "move", "go", "next")


@pytest.mark.parametrize(
    ("deck", "cards"),
    [("M.M.Re.Rf.F.S1.S2", {"M", "Re", "Rf", "F"}), ("R1.R3.R4.R5.R6.S2.S3", {"R1", "R3", "R5", "S2"})],
)
def test_what_is_foretold_is_what_happens(visitor: Make, house: Server, deck: str, cards: set[str]) -> None:
    ann, rng = visitor(), random.Random(deck)
    duel = Duel(ann, house, deck)
    checked: dict[str, int] = {}
    end = time.monotonic() + LONGEST
    while not (cards <= checked.keys() and sum(checked.values()) >= 9):
        assert time.monotonic() < end, checked
        before = duel.sight()
        if before["over"]:
            duel = Duel(ann, house, deck)
            continue
        if not before["legal"]:
            assert duel.answer(rng) or duel.sight()["legal"]
            continue
        ann.page.wait_for_selector(f'[data-version="{before["version"]}"] .choices')
        ann.page.wait_for_selector(f'[data-foreseen="{before["version"]}"]')
        shown = ann.page.evaluate(_POINT, rng.random())
        if shown is None:
            continue
        ann.page.locator("[data-pointed]").evaluate("button => button.click()")
        after = duel.settled(before["version"])
        lines = [line["action"] for line in after["log"]["lines"] if line["number"] > before["length"]]
        mine, theirs = before["view"]["command"] or {}, after["view"]["command"] or {}
        if len(lines) == 1:
            _check(lines[0], shown, before["view"], after["view"])
        if not mine.get("card") or lines[0].split()[0] not in SETTLING:
            continue
        if mine["card"] != theirs.get("card"):
            assert shown["words"], lines
            _check_all(shown, before["view"], after["view"])
            checked[mine["card"]] = checked.get(mine["card"], 0) + 1


def test_second_thoughts_cost_a_tap(visitor: Make) -> None:
    ann = visitor()
    _ready(ann)
    prompt, foretold = ann.page.locator(".prompt"), ann.page.locator(".foretold")
    ann.page.locator("[data-q=b2]").click()
    expect(prompt).to_contain_text("infantry on b2")
    ann.page.locator("[data-q=d3]").click()
    expect(prompt).to_contain_text("archer on d3")
    # The engine takes neighbours in one order only; a player need not know that, nor the list of choices.
    for square, so_far in (("e3", "d3 → d4 · e3 → e4"), ("c3", "c3 → c4 · d3 → d4 · e3 → e4")):
        ann.page.locator(f"[data-q={square}]").click()
        expect(ann.page.locator(f"[data-comes={square}]")).to_have_count(1)
        expect(ann.page.locator('[data-q=d4][data-choice="move north"]')).to_be_visible()
        ann.page.locator("[data-q=d4]").hover()
        expect(foretold).to_contain_text(so_far)
    ann.page.locator("[data-q=d4]").click()
    expect(prompt).to_contain_text("Send an order")
    assert {"c4", "d4", "e4"} <= {
        unit["square"] for unit in ann.sights()[-1]["view"]["units"] if unit["owner"] == "red"
    }


def test_a_finger_sees_what_will_happen_before_it_does_it(visitor: Make) -> None:
    ann = visitor(size=PHONE)
    ann.home()
    ann.page.get_by_role("button", name="Play now: Gunshi").click()
    touch = {"pointerType": "touch", "button": 0, "bubbles": True}
    expect(ann.page.locator("[data-foreseen]")).to_have_count(1)
    ann.page.locator("[data-q=d2]").dispatch_event("pointerdown", touch)
    expect(ann.page.locator("[data-asked=d2]")).to_have_count(1)
    expect(ann.page.locator(".foretold")).to_contain_text("only you know")
    # Who slides off it has done nothing.
    ann.page.locator("[data-q=d2]").dispatch_event("pointerleave", touch)
    expect(ann.page.locator("[data-asked=d2]")).to_have_count(0)
    ann.page.locator("[data-q=d2]").tap()
    move = ann.page.get_by_role("button", name="Move", exact=True).first
    expect(ann.page.locator(".prompt")).to_contain_text("face down")
    move.dispatch_event("pointerdown", touch)
    expect(ann.page.locator(".foretold")).to_contain_text("Move goes face down to slot 1")
    move.dispatch_event("pointerleave", touch)
    move.tap()
    expect(ann.page.locator(".prompt")).to_contain_text("end the turn")


def test_a_hand_is_picked_in_any_order(visitor: Make, house: Server) -> None:
    ann = visitor()
    Duel(ann, house, "M.M.M.Re.Re.Rf.F", arranged=False)
    ann.page.locator('[data-choice="shogun c3"]').click()
    expect(ann.page.locator(".prompt")).to_contain_text("three cards for your hand")
    hand, laid = ann.page.locator(".hand"), ann.page.locator(".deck .card-face.choice")
    for n, card in enumerate(("Build Fence", "Reinforce", "Move"), start=1):
        hand.get_by_role("button", name=card, exact=True).first.click()
        expect(laid).to_have_count(n)
    expect(ann.page.get_by_role("button", name="the deck as it lies")).to_be_enabled()
    # A deck is stacked in the order of the taps; the last card goes without saying, and all can still be put back.
    for card in ("Reorient or Shoot", "Move", "Move"):
        hand.get_by_role("button", name=card, exact=True).first.click()
    held = ["Build Fence hand", "Reinforce hand", "Move hand"]
    expect(laid).to_have_text([*held, "Reorient or Shoot #1", "Move #2", "Move #3", "Reorient or Shoot #4"])
    laid.nth(4).click()
    expect(laid).to_have_text([*held, "Reorient or Shoot #1", "Move #2", "Reorient or Shoot #3"])
    hand.get_by_role("button", name="Move", exact=True).click()
    expect(laid).to_have_text([*held, "Reorient or Shoot #1", "Move #2", "Reorient or Shoot #3", "Move #4"])
    ann.page.get_by_role("button", name="Begin with this hand and deck").click()
    expect(ann.page.locator(".prompt")).not_to_contain_text("three cards for your hand")
    assert ann.sights()[-1]["view"]["red"]["sealed"] == ["c3", "M", "Rf", "F", "Re", "M", "Re"]
