"""On every screen the whole board is in view with the question and the hand: sideways, upright, small, enlarged."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

import gunbai
from tests.browser.positions import Make, resumed, seated
from tests.browser.test_gunkimono_table import box
from tests.browser.test_shogun_table import LEVY
from tests.browser.visitor import PHONE
from tests.games.gunshi.field import board
from tests.server.house import Server, serving

QUICK = ("--bot-seconds", "0.05", "--bot-workers", "1")
# A telephone held sideways, a tablet held upright, a small laptop, the same at 200 %, and a large screen at 200 %.
SCREENS = [(844, 390), (820, 1180), (1366, 768), (683, 384), (960, 540)]
# What must be in view besides the question: the board first.
PARTS = {
    "gunshi": [".field svg", ".hand"],
    "gunkimono": [".ground svg", ".tray"],
    "shogun": [".mapbox", ".choices :is(.choice, summary)"],
}
ROWS = "phase=send mlp=9/0 hand=M.Re.F/M.Rf.F row=(M).Re/(M).Re.(Re) deck=M.Rf/M"
CARRIED_OUT = board("I d3, I c3, I d2, I g1*", "A d6, I g7*") + " card=M hand=M.Rf.F/M.Rf.F row=(M).Re/(M).Re.(Re)"
WAR = (
    "shogun players=3 | stage=declare round=2 war=red turn=red slot=1 bins_open=1"
    " | red sword=1; blue sword=2; green sword=3"
    " | red1@hida 2B2P; red2@mino 1P; blue1@etchu 1B1P; green1@kii 1P"
    " | hida red 1P; mino red; etchu blue; echigo blue 1P; kii green; ise green 2P"
)
# What of a part is beyond the window or under something else: its corners, a little inside, and its middle.
HIDDEN = """
(part) => {
  const box = part.getBoundingClientRect();
  const corners = [[4, 4], [box.width - 4, 4], [4, box.height - 4], [box.width - 4, box.height - 4],
    [box.width / 2, box.height / 2]];
  return corners.map(([x, y]) => [Math.round(box.x + x), Math.round(box.y + y)]).filter(([x, y]) => {
    const top = document.elementFromPoint(x, y);
    return !top || !(part.contains(top) || top.contains(part));
  });
}
"""


def record(game: str) -> str:
    if game == "gunkimono":
        return gunbai.new(game, seed=1).text()
    position = WAR if game == "shogun" else f"{board('I d3, I c3, I d2, I g1*', 'A d6, I g7*')} {ROWS}"
    return gunbai.from_position(game, position, seed=None).text()


@pytest.mark.parametrize("game", list(PARTS))
@pytest.mark.parametrize("size", SCREENS)
def test_board_question_and_hand_are_in_view(visitor: Make, house: Server, game: str, size: tuple[int, int]) -> None:
    ann, _, _ = resumed(visitor, house, record(game), size=size)
    for part in (".prompt", *PARTS[game]):
        shown = ann.page.locator(part).first
        expect(shown).to_be_visible()
        assert shown.evaluate(HIDDEN) == [], part
    field = ann.page.locator(PARTS[game][0]).bounding_box()
    assert field
    # In view, and large enough to play on.
    assert min(field["width"], field["height"]) >= 230
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= size[0]


SIDEWAYS = (844, 390)


def test_every_game_can_be_begun_from_the_first_screen_of_a_phone_held_sideways(visitor: Make) -> None:
    ann = visitor(size=SIDEWAYS)
    ann.home()
    for begin in ann.page.locator(".game .button.main").all()[:3]:
        assert begin.evaluate(HIDDEN) == []


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_game_can_be_begun_from_the_first_screen_of_a_tablet(visitor: Make, lang: str) -> None:
    ann = visitor(size=(820, 1180), lang=lang)
    ann.home()
    for button in ann.page.locator(".game .button.main").all()[:3]:
        found = button.bounding_box()
        assert found
        assert found["y"] + found["height"] <= 1180, found


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_on_a_phone_field_hand_and_what_one_pays_with_are_in_view_and_stay_there(
    visitor: Make, house: Server, lang: str
) -> None:
    ann, _, _ = seated(visitor, house, "gunshi", CARRIED_OUT, size=PHONE, lang=lang)
    parts = {".field": "bottom", ".mine .facts": "bottom", ".mine .hand .line": "bottom", ".theirs .facts": "top"}

    def places() -> list[float]:
        ann.answered()
        ann.page.wait_for_timeout(100)
        dock = ann.page.locator(".dock").bounding_box()
        top = ann.page.locator(".prompt").bounding_box()
        assert dock
        assert top
        found = []
        for part, side in parts.items():
            box = ann.page.locator(part).first.bounding_box()
            assert box
            assert box["y"] >= top["y"] + top["height"], part
            assert side == "top" or box["y"] + box["height"] <= dock["y"] + 1, part
            found.append(box["y"])
        return found

    # A card is carried out, then others are sent; nothing moves when the turn can be ended.
    ann.page.locator("[data-q=d3]").tap()
    ann.page.locator("[data-q=d4]").tap()
    end = ann.page.locator("[data-action=end]")
    expect(end).to_have_attribute("aria-disabled", "true")
    before = places()
    ann.page.locator(".mine .hand .choice").first.tap()
    expect(end).to_have_attribute("aria-disabled", "false")
    assert places() == before


def test_sideways_a_game_can_be_begun_beside_those_under_way(visitor: Make) -> None:
    ann = visitor(size=SIDEWAYS)
    ann.home()
    for game in ("Gunshi", "Gunkimono", "Shogun"):
        ann.page.get_by_role("button", name=f"Play now: {game}").click()
        ann.wait_for_table()
        ann.home()
    expect(ann.page.locator(".mine li")).to_have_count(3)
    for begin in [*ann.page.locator(".game .button.main").all()[:3], ann.page.locator(".mine li").first]:
        assert begin.evaluate(HIDDEN) == []


def test_sideways_the_log_is_in_view_and_no_band_lies_over_a_button(visitor: Make, house: Server) -> None:
    ann = visitor(size=SIDEWAYS)
    ann.home()
    ann.page.get_by_role("button", name="Play now: Shogun").click()
    ann.page.wait_for_selector(".choices")
    # What a game adds lies beside the tools, not between them and the log.
    desk, tools = (box(ann.page.locator(part)) for part in (".desk", ".tools"))
    assert desk["y"] < tools["y"] + tools["height"]
    assert box(ann.page.locator("#talk"))["y"] - tools["y"] - tools["height"] < 2 * desk["height"]
    # The longest advice of all is that of the levy.
    ann, _, _ = seated(visitor, house, "shogun", LEVY, size=SIDEWAYS)
    for button in ann.page.locator(".zoom .button").all():
        assert button.evaluate(HIDDEN) == []


PLAN = (
    "shogun players=3 | stage=plan round=2 | red koku=5; blue koku=3; green koku=3"
    " | red1@hida 2B2P; blue1@etchu 1B1P; green1@kii 1P | hida red 1P; etchu blue 1P; kii green 1P"
)


def test_a_small_laptop_shows_the_whole_plan(visitor: Make, house: Server) -> None:
    ann, _, _ = seated(visitor, house, "shogun", PLAN, size=(1366, 768))
    for part in (".screen .bins", ".screen .what"):
        assert ann.page.locator(part).evaluate(HIDDEN) == [], part


@pytest.mark.parametrize("game", list(PARTS))
def test_sideways_a_lesson_shows_the_whole_board(visitor: Make, game: str) -> None:
    ann = visitor(size=SIDEWAYS)
    ann.open(f"/learn/{game}")
    ann.wait_for_table()
    assert ann.page.locator(PARTS[game][0]).first.evaluate(HIDDEN) == []


def test_a_tablet_shows_the_honor_track_beside_the_tiles(visitor: Make, house: Server) -> None:
    ann, _, _ = resumed(visitor, house, record("gunkimono"), size=(820, 1180))
    for part in (".ground svg", ".tray", ".row .tiles", "svg[data-thing=honor]"):
        assert ann.page.locator(part).first.evaluate(HIDDEN) == [], part


@pytest.mark.parametrize("game", list(PARTS))
def test_sideways_advice_lies_beside_the_board_it_marks(visitor: Make, house: Server, game: str) -> None:
    ann, _, _ = resumed(visitor, house, record(game), size=SIDEWAYS)
    hint = ann.page.get_by_role("button", name="Hint")
    asked = box(hint)
    hint.click()
    play = ann.page.locator(".hint .do")
    expect(play).to_be_visible()
    assert ann.page.locator(PARTS[game][0]).first.evaluate(HIDDEN) == []
    # The button that plays is in view, and not where a second press on Hint would be.
    assert play.evaluate(HIDDEN) == []
    assert box(play)["y"] > asked["y"] + asked["height"]


def test_the_notice_of_compiling_lies_over_nothing(visitor: Make, tmp_path: Path) -> None:
    with serving(tmp_path / "data", *QUICK, "--compiling") as house:
        for size in [*SCREENS, PHONE]:
            ann = visitor(house.url, size=size)
            ann.home()
            expect(ann.page.locator(".compiling")).to_be_visible()
            for part in ann.page.locator("nav > :visible").all():
                assert part.evaluate(HIDDEN) == [], (size, part.inner_text())
            ann.close()


# Where lines end inside a sentence: the two letters on both sides of each end.
ENDS = """
(sentence) => {
  const found = [], walker = document.createTreeWalker(sentence, NodeFilter.SHOW_TEXT);
  let before = "", above = null;
  while (walker.nextNode()) {
    const text = walker.currentNode;
    for (let i = 0; i < text.length; i++) {
      const letter = document.createRange();
      letter.setStart(text, i);
      letter.setEnd(text, i + 1);
      const box = letter.getBoundingClientRect();
      if (above !== null && box.top > above + box.height / 2) found.push(before + text.data[i]);
      [before, above] = [text.data[i], box.top];
    }
  }
  return found;
}
"""


@pytest.mark.parametrize("width", [683, 720, 800, 844])
def test_a_japanese_question_breaks_inside_no_word(visitor: Make, house: Server, width: int) -> None:
    game = gunbai.new("shogun", seed=3, players=3)
    while not game.legal[0].startswith("reinforce"):
        game.push(game.legal[0])
    ann, _, _ = resumed(visitor, house, game.text(), size=(width, 390), lang="ja")
    asked = ann.page.locator(".prompt .asked")
    expect(asked).to_contain_text("2部隊置いてください")
    ends = asked.evaluate(ENDS)
    assert ends
    assert not {"部隊", "2部", "槍足", "足軽"} & set(ends)


@pytest.mark.parametrize("size", [PHONE, (820, 1180)])
def test_held_upright_the_field_the_hand_and_the_own_row_are_in_view(
    visitor: Make, house: Server, size: tuple[int, int]
) -> None:
    ann, _, _ = resumed(visitor, house, record("gunshi"), size=size)
    ann.page.locator(".hand .choice").first.wait_for()
    for part in (".field svg", ".hand", ".ours .row"):
        assert ann.page.locator(part).first.evaluate(HIDDEN) == [], part


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_sideways_the_page_of_lessons_shows_the_name_of_each(visitor: Make, lang: str) -> None:
    ann = visitor(size=SIDEWAYS, lang=lang)
    ann.open("/learn")
    names = ann.page.locator(".games strong")
    expect(names).to_have_count(3)
    for name in names.all():
        assert name.evaluate(HIDDEN) == []


def test_sideways_an_invitation_is_answered_without_scrolling(visitor: Make) -> None:
    ann = visitor()
    ann.set_table("Gunkimono", way="With friends", preset="")
    ann.page.get_by_role("button", name="Copy the link").click()
    ben = visitor(size=SIDEWAYS)
    ben.page.goto(ann.page.locator(".share input").input_value())
    ben.page.get_by_role("button", name="Sit down").wait_for()
    for part in ("h1", "form .button.main", "form input[type=radio]"):
        assert ben.page.locator(part).first.evaluate(HIDDEN) == [], part
