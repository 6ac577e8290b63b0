"""Whole games in a real browser, from the home page to the end."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

import gunbai
from gunbai.bots.levels import LEVELS
from tests.browser.positions import resumed, seated
from tests.browser.test_gunshi_by_hand import COLUMN
from tests.browser.visitor import DESKTOP, PHONE, Visitor, play
from tests.server.house import Server, serving

Make = Callable[..., Visitor]


@pytest.mark.parametrize("game", ["Gunshi", "Gunkimono", "Shogun"])
def test_a_game_from_the_home_page_to_its_end_and_its_replay(visitor: Make, game: str) -> None:
    ann = visitor()
    ann.set_table(game)
    ann.wait_for_table()
    assert ann.play(random.Random(game)) > 0
    expect(ann.page.locator(".result h2")).to_have_text(["Victory!", "Defeat", "Nobody wins"][_outcome(ann)])
    ann.page.get_by_role("link", name="Watch the replay").click()
    ann.page.wait_for_selector(".controls")
    ann.page.get_by_role("button", name="To the beginning").click()
    expect(ann.page.locator(".count").last).to_contain_text("Moment 0")
    ann.page.get_by_role("button", name="One on").click()
    expect(ann.page.locator(".count").last).to_contain_text("Moment 1")


def _outcome(ann: Visitor) -> int:
    last = ann.sights()[-1]
    mine, best, worst = last["returns"][last["seat"]], max(last["returns"]), min(last["returns"])
    if best == worst:
        return 2
    return 0 if mine == best else 1


@pytest.mark.parametrize("game", ["Gunshi", "Gunkimono", "Shogun"])
def test_one_click_brings_a_newcomer_into_a_game(visitor: Make, game: str) -> None:
    ann = visitor()
    ann.home()
    ann.page.get_by_role("button", name=f"Play now: {game}").click()
    ann.page.wait_for_selector(".prompt.mine, .prompt:not(.over)")
    ann.page.wait_for_selector(".choices")


def test_a_style_of_official_play_brings_its_clock(visitor: Make) -> None:
    ann = visitor()
    ann.home()
    ann.page.get_by_role("button", name="More ways: Gunshi").click()
    dialog = ann.page.get_by_role("dialog")
    dialog.get_by_text("Options", exact=True).click()
    dialog.get_by_label("Which game").select_option(label="Tournament: custom decks")
    expect(dialog.get_by_label("Clock").first).to_have_value("total:1200")


def test_two_browsers_at_one_table_and_no_secret_on_the_wire(visitor: Make) -> None:
    ann, ben = visitor(), visitor()
    ann.set_table("Gunshi", way="With friends", preset="first_battle")
    ann.page.get_by_role("button", name="Copy the link").click()
    ben.accept(ann.page.locator(".share input").input_value())
    ann.wait_for_table()
    ben.wait_for_table()
    assert "link" not in ben.page.url
    play([ann, ben], random.Random(3), until=lambda: ann.over or ann.version > 60)
    assert ann.version > 20
    for who, own, other in ((ann, "red", "blue"), (ben, "blue", "red")):
        views = [sight["view"] for sight in who.sights()]
        assert any(view[own]["hand"] for view in views)
        for view in views:
            assert view[other]["hand"] is None
            assert view[other]["shogun"] is None or view[other]["shogun_shown"]
            hidden = [card for card in view[other]["row"] if card["face"] == "down" and not card["scouted"]]
            assert all(card["card"] is None for card in hidden)
        for sight in who.sights():
            for line in sight["log"]["lines"]:
                if line["seat"] == ("blue", "red").index(own):
                    assert line["action"].split()[0] not in ("hand", "deck", "shogun") or line["action"].endswith("?")


def test_three_browsers_plan_in_secret_at_a_shogun_table(visitor: Make) -> None:
    people = [visitor() for _ in range(3)]
    people[0].set_table("Shogun", way="With friends")
    people[0].page.get_by_role("button", name="Copy the link").click()
    link = people[0].page.locator(".share input").input_value()
    for other in people[1:]:
        other.accept(link)
    for each in people:
        each.wait_for_table()
    play(people, random.Random(11))
    planned = 0
    for each in people:
        for sight in each.sights():
            view = sight["view"]
            if view["stage"] != "plan":
                continue
            own = [name for name, clan in view["clans"].items() if clan["seat"] == sight["seat"]]
            spied = view["spy"]["on"] if view["spy"]["by"] in own else None
            for name, clan in view["clans"].items():
                if name not in own and name != spied:
                    assert clan["bins"] is None
                    planned += 1
    assert planned > 0


def test_one_device_is_handed_over_and_shows_nothing_meanwhile(visitor: Make) -> None:
    ann = visitor()
    ann.set_table("Gunshi", way="On this device", preset="first_battle")
    page, rng = ann.page, random.Random(5)
    ready = page.get_by_role("button", name="I am")
    for seat in ("Red", "Blue"):
        expect(page.get_by_role("heading", name=f"Pass the device to {seat}")).to_be_visible()
        assert page.locator(".gunshi, .choices, .talk").count() == 0
        ready.click()
        expect(page.locator(".gunshi")).to_be_visible()
        ann.play(rng, until=lambda: ready.count() > 0 or ann.over)


def _moment(ann: Visitor) -> tuple[int, str, str]:
    """Version, question and tiles. A reload forgets the gap that a laid tile leaves, so that nothing moves."""
    tiles = ann.page.locator(".tray .tile").evaluate_all("tiles => tiles.map((tile) => tile.outerHTML).join()")
    assert tiles
    return ann.version, ann.page.locator(".prompt").inner_text(), tiles


def test_reload_and_a_killed_server_bring_back_the_same_moment(
    visitor: Make, tmp_path_factory: pytest.TempPathFactory
) -> None:
    data = tmp_path_factory.mktemp("restart") / "data"
    first = Server(data, "--bot-seconds", "0.05", "--compiling")
    ann = visitor(first.url)
    rng = random.Random(2)
    try:
        ann.set_table("Gunkimono", preset="")
        ann.wait_for_table()
        expect(ann.page.locator(".compiling")).to_be_visible()
        ann.play(rng, until=lambda: ann.version > 12 and ann.page.locator(".choices").count() > 0)
        before = _moment(ann)
        ann.page.reload()
        ann.page.wait_for_selector(".choices")
        assert _moment(ann) == before
        first.kill()
        expect(ann.page.locator(".offline")).to_be_visible()
    finally:
        first.stop()
    second = Server(data, "--bot-seconds", "0.05", port=first.port)
    try:
        expect(ann.page.locator(".offline")).to_have_count(0)
        assert ann.version == before[0]
        ann.play(rng, until=lambda: ann.version > before[0])
        # The second server is taken for the compiled one.
        expect(ann.page.locator(".compiling")).to_have_count(0)
    finally:
        second.stop()


def test_a_phone_plays_a_whole_game_without_sideways_scrolling(visitor: Make) -> None:
    ann = visitor(size=PHONE)
    ann.set_table("Gunkimono")
    ann.wait_for_table()
    for selector in ("main", "[data-version]"):
        assert ann.page.evaluate("s => document.querySelector(s).scrollWidth <= innerWidth", selector)
    ann.page.wait_for_selector(".choices")
    box = ann.page.locator(".dock").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= PHONE[1] + 1
    ann.play(random.Random(8))


def test_undo_takes_back_what_showed_nothing(visitor: Make) -> None:
    ann = visitor()
    ann.set_table("Gunshi", preset="")
    # From the list a piece is placed in two steps; on the board it stands at once, and the bot answers.
    ann.page.locator(".choices summary").click()
    ann.page.locator('.choices [data-action="infantry c2"]').click()
    undo = ann.page.get_by_role("button", name="Undo")
    expect(undo).to_be_enabled()
    undo.click()
    expect(ann.page.locator('[data-choice="infantry c2"]')).to_be_visible()
    # Nothing is left to take back: the button no longer invites.
    expect(undo).to_be_disabled()


def test_asking_why_not_shows_the_rule(visitor: Make) -> None:
    ann = visitor()
    ann.set_table("Gunshi", preset="")
    ann.page.wait_for_selector(".choices")
    ann.page.locator('[data-q="d5"]').click()
    note = ann.page.locator("[role=alert]")
    expect(note).to_contain_text("Not allowed")
    expect(note.get_by_role("link")).to_contain_text("Rule")


def test_chat_reaches_the_other_browser(visitor: Make) -> None:
    ann, ben = visitor(), visitor()
    ann.set_table("Gunshi", way="With friends")
    ann.page.get_by_role("button", name="Copy the link").click()
    ben.accept(ann.page.locator(".share input").input_value())
    for each in (ann, ben):
        each.wait_for_table()
        each.page.get_by_role("tab", name="Chat").click()
    ann.page.get_by_placeholder("Say something").fill("yoroshiku")
    ann.page.get_by_role("button", name="Say", exact=True).click()
    expect(ben.page.locator("#talk")).to_contain_text("yoroshiku")


def test_a_ghost_of_the_tile_says_what_it_would_score_before_it_lies(visitor: Make, house: Server) -> None:
    # In many games the first tile could not lie in the first place just like that, and the board says what it needs.
    ann, *_ = resumed(visitor, house, gunbai.new("gunkimono", seed=1).text())
    ann.page.locator("[data-tile]").first.click()
    spot = ann.page.locator("[data-spot]").first
    spot.click()
    ghost = ann.page.locator("[data-ghost]")
    expect(ghost).to_have_count(2)
    expect(ann.page.locator(".outlook .half")).to_have_text(2 * [re.compile(r"\d+ points?\b")])
    promised = [
        int(re.findall(r"(\d+) points?\b", text)[0]) for text in ann.page.locator(".outlook .half").all_inner_texts()
    ]
    ann.page.get_by_role("button", name="Place it here").click()
    for points in promised:
        # What the ghost promised is what the table offers.
        ann.page.get_by_role("button", name=re.compile(rf"^Score {points} victory points?$")).first.click()
        ann.answered()


def test_the_bots_are_named_and_described_by_the_server(visitor: Make) -> None:
    for lang, button, label in (
        ("en", "More ways: Gunshi", "Strength of the bots"),
        ("ja", "他の遊び方: 軍師", "ボットの強さ"),
    ):
        ann = visitor(lang=lang)
        ann.home()
        ann.page.get_by_role("button", name=button).click()
        choose = ann.page.get_by_role("dialog").get_by_label(label)
        for level in LEVELS:
            choose.select_option(value=f"level-{level.number}")
            name, about = (level.name, level.about) if lang == "en" else (level.japanese, level.about_japanese)
            expect(choose.locator("option:checked")).to_have_text(f"{level.number} {name}")
            expect(ann.page.get_by_text(about)).to_be_visible()


def test_a_command_is_shown_whole_before_it_is_carried_out(visitor: Make, house: Server) -> None:
    ann, *_ = seated(visitor, house, "gunshi", f"{COLUMN} card=M")
    rng = random.Random(5)
    ghosts, carry = ann.page.locator("[data-will]"), ann.page.get_by_role("button", name="Carry out the command")
    ann.play(rng, until=lambda: carry.count() > 0 and "→" in _foretold(ann) and ghosts.count() > 0)
    places = [ghost.get_attribute("data-will") for ghost in ghosts.all()]
    before = ann.version
    carry.click()
    ann.page.wait_for_function("v => Number(document.querySelector('[data-version]').dataset.version) > v", arg=before)
    expect(ann.page.locator(".foretold")).to_have_count(0)
    # What was shown is what happened.
    for place in places:
        expect(ann.page.locator(f'[data-q="{place}"]')).to_have_attribute("aria-label", re.compile(f"{place}: Red"))


def _foretold(ann: Visitor) -> str:
    """What the board says of the command in preparation, once the server has told it."""
    ann.page.wait_for_selector("[data-foreseen]")
    return " ".join(ann.page.locator(".foretold").all_inner_texts())


def test_what_the_others_did_is_told_marked_and_played_again(visitor: Make) -> None:
    ann, rng = visitor(), random.Random(2)
    ann.home()
    ann.page.get_by_role("button", name="Play now: Gunkimono").click()
    ann.wait_for_table()
    page, again = ann.page, ann.page.get_by_role("button", name="Play it again")
    # What was chosen last has arrived when one may choose again.
    ready = page.locator(".choices .choice:not([disabled]), .choices .row:not([aria-disabled=true])")
    fresh = page.locator(".fresh")
    ann.play(rng, until=lambda: again.count() > 0 and fresh.count() > 0 and ready.count() > 0)
    expect(page.locator(".story .what")).not_to_be_empty()
    before = ann.version
    again.click()
    expect(page.locator(".asked")).to_have_text("Since your last turn")
    expect(page.locator(".choices")).to_have_count(0)
    expect(page.locator(".choices")).to_have_count(1)
    assert ann.version == before
    expect(page.locator(".fresh")).not_to_have_count(0)


def test_a_public_game_is_found_on_the_home_page_and_watched(visitor: Make) -> None:
    ann, ben = visitor(), visitor()
    ann.home()
    ann.page.get_by_role("button", name="More ways: Gunshi").click()
    dialog = ann.page.get_by_role("dialog")
    dialog.get_by_text("Let others find this game and watch it").click()
    dialog.get_by_role("button", name="Open the table").click()
    ann.page.wait_for_selector(".choices")
    game = ben.page.locator("section", has=ben.page.get_by_role("heading", name="Games to watch"))
    link = game.locator(f'a[href="#/t/{ann.table}"]')

    def look() -> bool:
        ben.home()
        ben.page.wait_for_load_state("networkidle")
        return link.count() > 0

    # The server makes the list again every few seconds.
    ben.until(look)
    link.click()
    ben.wait_for_table()
    assert ben.page.locator(".choices").count() == 0
    ann.choose(random.Random(1))
    ben.page.wait_for_function(
        "v => Number(document.querySelector('[data-version]').dataset.version) >= v", arg=ann.version
    )
    assert all(sight["seat"] is None and sight["view"]["red"]["hand"] is None for sight in ben.sights())


@pytest.fixture(scope="module")
def thinkers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A house whose bots have time enough for advice."""
    with serving(tmp_path_factory.mktemp("thinkers") / "data", "--bot-seconds", "1", "--bot-workers", "1") as running:
        yield running


@pytest.mark.parametrize("game", ["Gunshi", "Gunkimono", "Shogun"])
def test_a_hint_is_given_marked_on_the_board_and_can_be_followed(visitor: Make, thinkers: Server, game: str) -> None:
    ann = visitor(thinkers.url)
    ann.home()
    ann.page.get_by_role("button", name=f"Play now: {game}").click()
    ann.page.wait_for_selector(".choices")
    ask, advice = ann.page.get_by_role("button", name="Hint", exact=True), ann.page.locator(".hint li button")
    # The board's code comes by itself and may add choices: only then do buttons keep their places.
    expect(ann.page.locator(".board svg").first).to_be_visible()
    # A second press at the same point finds the same button, and puts the advice away.
    for width, height in (PHONE, DESKTOP):
        ann.page.set_viewport_size({"width": width, "height": height})
        box = ask.bounding_box()
        assert box
        point = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        ann.page.mouse.click(*point)
        expect(advice.first).to_contain_text("first choice")
        assert ask.bounding_box() == box
        ann.page.mouse.click(*point)
        expect(advice).to_have_count(0)
    ask.click()
    expect(advice.first).to_contain_text("first choice")
    expect(ann.page.locator("[data-advised], .best").first).to_be_visible()
    assert ann.axe() == []
    # A tap on advice marks it, however often; only the button below the list plays it.
    advice.last.dblclick()
    expect(advice.last).to_have_attribute("aria-pressed", "true")
    advice.first.dblclick()
    expect(advice.first).to_have_attribute("aria-pressed", "true")
    expect(ann.page.locator(".hint [aria-pressed=true]")).to_have_count(1)
    assert not [order for order in ann.sent if '"act"' in order]
    before = ann.version
    ann.page.get_by_role("button", name="Play the marked one").click()
    ann.page.wait_for_function("v => Number(document.querySelector('[data-version]').dataset.version) > v", arg=before)
    expect(ann.page.locator(".hint")).to_have_count(0)


def test_there_are_no_hints_between_people(visitor: Make) -> None:
    ann, ben = visitor(), visitor()
    ann.set_table("Gunshi", way="With friends", preset="first_battle")
    ann.page.get_by_role("button", name="Copy the link").click()
    ben.accept(ann.page.locator(".share input").input_value())
    ann.page.wait_for_selector(".choices")
    expect(ann.page.get_by_role("button", name="Hint")).to_have_count(0)
