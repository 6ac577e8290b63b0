"""Lessons that are games, in a real browser: played through on the real board, refused kindly, left and resumed."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.test_japanese import english
from tests.browser.visitor import DESKTOP, PHONE, Visitor

Make = Callable[..., Visitor]
GAMES = ("gunshi", "gunkimono", "shogun")
ENDS = {"en": "Play a real game now", "ja": "実際の対局を始める"}


class Learner:
    """Somebody who goes through a lesson: does what is asked from the list of choices, or lets it be done."""

    def __init__(self, ann: Visitor, game: str) -> None:
        self.ann, self.page, self.game = ann, ann.page, game
        ann.open(f"/learn/{game}")
        self.guide = self.page.locator(".guide")
        self.guide.wait_for()

    @property
    def step(self) -> int:
        return int(self.guide.get_attribute("data-step") or 0)

    @property
    def awaited(self) -> str:
        return self.guide.get_attribute("data-awaited") or ""

    @property
    def main(self) -> str:
        """What the large button says: only where something is read."""
        return self.guide.locator(".button.main").inner_text() if self.guide.locator(".button.main").count() else ""

    def go_on(self) -> None:
        """Read on, or do the next thing that is asked for."""
        before = self.step, self.ann.version
        if self.main:
            self.guide.locator(".button.main").click()
        else:
            self.ann.until(lambda: self.awaited != "")
            self._do(self.awaited)
        self.ann.until(lambda: (self.step, self.ann.version) != before)
        self.ann.answered()

    def _do(self, action: str) -> None:
        # On a phone there is no fold where the list would be empty.
        folded = self.page.locator(".choices details:not([open]) summary").filter(visible=True)
        if folded.count():
            folded.click()
        listed = self.page.locator(f'.choices [data-action="{action}"]')
        # Shogun lays plans out on panels of their own before they are sealed; there the lesson's own button does it.
        (listed.first if listed.count() and self.game != "shogun" else self.guide.locator(".ways .button").last).click()


@pytest.mark.parametrize(("lang", "size"), [("en", DESKTOP), ("ja", PHONE), ("ja", DESKTOP), ("en", PHONE)])
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_played_through_and_ends_in_a_real_game(
    visitor: Make, game: str, lang: str, size: tuple[int, int]
) -> None:
    ann = visitor(lang=lang, size=size)
    learner = Learner(ann, game)
    seen = set()
    while learner.main != ENDS[lang]:
        if learner.step not in seen:
            seen.add(learner.step)
            if lang == "ja":
                assert english(ann) == []
            assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        learner.go_on()
    assert len(seen) > 10
    assert not ann.page.locator(".note").count()
    # It is remembered, and leads into a game with one tap.
    learner.guide.locator(".button.main").click()
    ann.page.wait_for_url(re.compile("/t/"))
    ann.wait_for_table()
    ann.open("/learn")
    expect(ann.page.locator(f'a[href="#/learn/{game}"]')).to_contain_text("✓")


def test_what_does_not_belong_to_the_step_is_answered_kindly(visitor: Make) -> None:
    ann = visitor()
    learner = Learner(ann, "gunshi")
    learner.go_on()
    assert learner.awaited == "send M"
    ann.type_commands()
    typed = ann.page.locator(".choices form input")
    typed.fill("send Re")
    typed.press("Enter")
    expect(ann.page.get_by_role("alert")).to_contain_text("The rules allow that. For now: Send Move first.")
    assert learner.awaited == "send M"
    while not learner.awaited.startswith("fence"):
        learner.go_on()
    typed.fill("fence d3-d4")
    typed.press("Enter")
    expect(ann.page.get_by_role("alert")).to_contain_text("7.4")
    learner.go_on()
    assert learner.awaited == "send M"


def test_the_first_move_is_made_on_the_board_itself(visitor: Make) -> None:
    ann = visitor()
    learner = Learner(ann, "gunshi")
    while learner.awaited != "unit d2":
        learner.go_on()
    ann.page.locator("svg [aria-label^='d2']").first.click()
    ann.until(lambda: learner.awaited == "move north")


def test_who_does_what_is_asked_on_the_board_is_not_put_right(visitor: Make) -> None:
    """A tap on the goal carries a whole command out at a table; the lesson asks for a neighbour in between."""
    ann = visitor()
    learner = Learner(ann, "gunshi")
    while learner.awaited != "unit d2":
        learner.go_on()
    ann.page.locator("svg [aria-label^='d2']").first.click()
    ann.until(lambda: learner.awaited == "move north")
    ann.answered()
    ann.page.locator("svg [aria-label^='d3']").first.click()
    ann.until(lambda: learner.awaited == "join c2")
    ann.answered()
    expect(ann.page.locator(".note[role=alert]")).to_have_count(0)


# The squares of the field that lie beyond the window, or under what stands above and below it.
_UNSEEN = """
() => [...document.querySelectorAll('.field [data-q]')].filter((each) => {
  const box = each.getBoundingClientRect();
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return !top?.closest('.field');
}).map((each) => each.dataset.q)
"""


def test_a_phone_shows_the_field_that_the_lesson_speaks_of(visitor: Make) -> None:
    ann = visitor(size=PHONE)
    learner = Learner(ann, "gunshi")
    ann.page.locator(".field [data-q=d7]").wait_for()
    ann.until(lambda: "d7" not in ann.page.evaluate(_UNSEEN))
    # A rider is to be watched: he comes from the far end.
    while learner.step < 11:
        learner.go_on()
    ann.until(lambda: ann.page.evaluate(_UNSEEN) == [])


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_plan_is_laid_out_on_the_real_bins(visitor: Make, size: tuple[int, int]) -> None:
    ann = visitor(size=size)
    learner = Learner(ann, "shogun")
    learner.go_on()
    sealing = ann.page.get_by_role("button", name="Seal the plan").first
    for _ in range(5):
        ann.page.locator("[data-bin=levy] button").first.click()
    sealing.click()
    expect(ann.page.locator(".note[role=alert]")).to_contain_text("For now: Put 1 koku into swords, 2 into build and 2")
    for _ in range(3):
        ann.page.locator("[data-bin=levy] button").last.click()
    ann.page.locator("[data-bin=build] button").first.click()
    ann.page.locator("[data-bin=swords] button").first.click()
    sealing.click()
    ann.until(lambda: learner.awaited == "take sword 1")


def test_a_lesson_is_resumed_where_it_was_left_and_goes_back(visitor: Make) -> None:
    ann = visitor()
    learner = Learner(ann, "gunkimono")
    while learner.step < 6:
        learner.go_on()
    ann.page.reload()
    learner.guide.wait_for()
    ann.until(lambda: learner.step == 6)
    version = ann.version
    learner.guide.get_by_role("button", name="Back").click()
    ann.until(lambda: learner.step == 5)
    ann.until(lambda: ann.version < version)
    learner.go_on()
    ann.until(lambda: (learner.step, ann.version) == (6, version))


# The parts of a picture that lie outside its frame, by a pixel or more.
_CUT = """
(figure) => {
  const frame = figure.querySelector(".frame").getBoundingClientRect();
  const board = figure.querySelector(".still").getBoundingClientRect();
  return [frame.left - board.left, board.right - frame.right, board.bottom - frame.bottom].filter((over) => over >= 1);
}
"""


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
@pytest.mark.parametrize("game", GAMES)
def test_every_picture_of_the_rules_is_drawn_whole(visitor: Make, game: str, size: tuple[int, int]) -> None:
    ann = visitor(size=size)
    ann.open(f"/rules/{game}")
    ann.page.locator("figure").first.wait_for()
    for figure in ann.page.locator("figure").all():
        figure.scroll_into_view_if_needed()
        # A phone shows the part that the rule speaks of; what else lies on the table is hidden there.
        expect(figure.locator(".still svg:visible").first).to_be_visible()
        ann.until(lambda figure=figure: figure.evaluate(_CUT) == [])  # type: ignore[misc]


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_on_a_phone_the_cards_that_are_asked_for_are_in_view(visitor: Make, lang: str) -> None:
    ann = visitor(size=PHONE, lang=lang)
    learner = Learner(ann, "gunshi")
    while not learner.awaited.startswith("send"):
        learner.go_on()
    hand, dock = ann.page.locator(".hand .choice").first, ann.page.locator(".dock")
    expect(hand).to_be_visible()
    field = ann.page.locator("[data-q=a1]").bounding_box()
    below, above, top = hand.bounding_box(), dock.bounding_box(), ann.page.locator(".guide").bounding_box()
    assert field
    assert below
    assert above
    assert top
    assert below["y"] + below["height"] <= above["y"]
    # And the field lies whole between the step and the hand.
    first = ann.page.locator("[data-q=a7]").bounding_box()
    assert first
    assert first["y"] >= top["y"] + top["height"] - 1
    assert field["y"] + field["height"] <= below["y"]


@pytest.mark.parametrize(
    ("game", "paragraph", "goals"),
    [
        ("gunshi", "5.2", ["d3", "e2", "d1"]),
        ("gunshi", "5.4", ["d4", "d5", "d6", "d7", "c2", "e2"]),
        ("gunshi", "9.6", ["d4", "d5", "c3", "d2"]),
    ],
)
def test_a_picture_of_a_move_shows_where_it_leads(visitor: Make, game: str, paragraph: str, goals: list[str]) -> None:
    ann = visitor()
    ann.open(f"/rules/{game}")
    figure = ann.page.get_by_role("figure", name=f"Rule {paragraph} in a picture")
    figure.scroll_into_view_if_needed()
    expect(figure.locator(".still svg").first).to_be_visible()
    for goal in goals:
        expect(figure.locator(f"[data-q={goal}].choice")).to_have_count(1)
