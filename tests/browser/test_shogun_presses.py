"""How many presses typical turns of Shogun take; quick orders, direct hands, and the way back from a sealed levy."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, expect

import gunbai
from tests.browser.positions import Make, resumed, seated, uncover
from tests.browser.test_shogun_table import LEVY, WAR
from tests.browser.visitor import Visitor
from tests.server.house import Player, Server

# A round of one's own: set-up, plan, castle, levy, a move, an attack with its battle, the end of the turn.
ROUND_ONE, MARCH = 35, 3
_COUNT = """
window.presses = 0;
addEventListener("click", (event) => { if (event.isTrusted) window.presses++; }, true);
"""


def presses(ann: Visitor) -> int:
    return int(ann.page.evaluate("window.presses"))


# The middle of a province on the screen, where its troops stand; those among the glowing ones that lie under no card.
_MIDDLE = """
id => {
  const badge = document.querySelector(`[data-force="${id}"]`);
  const box = (badge ?? document.querySelector(`.province[data-p="${id}"]`)).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}
"""
_FREE = f"""
() => [...document.querySelectorAll(".province.choice")].map((each) => each.dataset.p).filter((id) => {{
  const [x, y] = ({_MIDDLE.strip()})(id);
  return document.elementFromPoint(x, y)?.closest("[data-p]")?.dataset.p === id;
}})
"""


def press_land(ann: Visitor, province: str) -> None:
    """Press the middle of a province on the map."""
    ann.page.mouse.click(*ann.page.evaluate(_MIDDLE, province))


def lit(ann: Visitor) -> list[str]:
    """The provinces that glow and can be pressed."""
    return [str(id_) for id_ in ann.page.evaluate(_FREE)]


def actions(lord: Player, table: str) -> list[str]:
    return [line["action"] for line in lord.see(table)["sights"][0]["log"]["lines"]]


def seal(ann: Visitor) -> Locator:
    return ann.page.locator(".choices .choice.main")


class FirstRound:
    """A person who plays a first round as people do: places, plans, builds, levies, moves, attacks, ends the turn."""

    def __init__(self, ann: Visitor, lord: Player, table: str) -> None:
        self.ann, self.lord, self.table = ann, lord, table
        self.moved = False

    def sight(self) -> dict[str, Any]:
        return dict(self.lord.see(self.table)["sights"][0])

    def over(self) -> bool:
        sight = self.sight()
        return bool(sight["over"]) or int(sight["view"]["round"]) > 1

    def asked(self) -> bool:
        sight, page = self.sight(), self.ann.page
        return (
            0 in sight["to_act"] and self.ann.version == sight["version"] and page.locator(".prompt.mine").count() == 1
        )

    def choose(self, name: str = ".choices .choice:not(:disabled)") -> None:
        self.ann.page.locator(name).first.click()

    def place(self) -> None:
        self.ann.page.locator(".province.choice").first.wait_for()
        press_land(self.ann, lit(self.ann)[0])

    def go(self, troop: str) -> bool:
        """Take a troop and send it somewhere, if it can go."""
        flag = self.ann.page.locator(f"[data-movable='{troop}']")
        if not flag.count():
            return False
        press_land(self.ann, troop) if flag.get_attribute("data-force") else flag.click()
        self.ann.page.locator(".province.choice").first.wait_for()
        # Where another army stands, one of the two would have to go on.
        free, armies = lit(self.ann), {army["at"] for army in self.sight()["view"]["armies"]}
        press_land(self.ann, next((province for province in free if province not in armies), free[0]))
        return True

    def decide(self) -> None:
        page, sight = self.ann.page, self.sight()
        stage, legal = str(sight["view"]["stage"]), [choice["text"] for choice in sight["legal"]]
        if stage in ("reinforce", "markers", "build"):
            self.place()
        elif stage == "plan":
            page.locator("[data-bin=swords] button").first.click()
            page.locator("[data-bin=build] button").first.click()
            page.locator("[data-bin=levy] .rest").click()
            seal(self.ann).click()
        elif stage == "levy":
            self.choose(".choices .kind[data-action='kind bowman']")
            # Beside an army the card asks which of the two; the others need one press each.
            single = [p for p in lit(self.ann) if page.locator(f".province[data-p={p}][data-choices='1']").count()]
            for n, province in enumerate(single[:4], start=1):
                press_land(self.ann, province)
                expect(page.locator("[data-levied]")).to_have_count(n)
            expect(seal(self.ann)).to_contain_text("4 of 4")
            seal(self.ann).click()
        elif stage == "move" and not self.moved:
            self.moved = True
            self.ann.until(lambda: page.locator("[data-movable], .choices .choice").count() > 0)
            if not self.go("red 1"):
                self.choose()
        elif stage == "garrison":
            self.choose(".choices .quick")
        elif stage == "declare":
            troops = [str(each.get_attribute("data-movable")) for each in page.locator("[data-movable]").all()]
            for troop in troops[:1]:
                self.go(troop)
            seal(self.ann).click()
        elif stage == "combat":
            page.locator(".standing").get_by_label("below that call it off").check()
            page.locator(".standing").get_by_role("button", name="Fight all battles").click()
        elif "done" in legal:
            self.choose(".choices [data-action=done]")
        elif stage == "move":
            # Two armies stand in one province: one of them has to go on.
            self.go(str(page.locator("[data-movable]").first.get_attribute("data-movable")))
        else:
            self.choose()


def test_a_first_round_takes_at_most_so_many_presses(visitor: Make, house: Server) -> None:
    lord = Player(house.url, "Lord")
    table = lord.table(game="shogun", options={"players": 3}, seats=["me", "bot:level-1", "bot:level-1"])
    ann = visitor()
    ann.on_every_page(_COUNT)
    ann.context.add_cookies([{"name": "gunbai", "value": lord.http.cookies["gunbai"], "url": house.url}])
    ann.open(f"/t/{table}")
    player, used = FirstRound(ann, lord, table), dict[str, int]()
    while True:
        ann.until(lambda: player.over() or player.asked())
        if player.over():
            break
        ann.answered()
        stage, before, version = str(player.sight()["view"]["stage"]), presses(ann), ann.version
        player.decide()
        used[stage] = used.get(stage, 0) + presses(ann) - before
        ann.until(lambda version=version: ann.version != version)  # type: ignore[misc]
    assert sum(used.values()) <= ROUND_ONE, used


MARCHING = (
    WAR.format(stage="march final=1", aim="")
    .replace("red2@mino 1P;", "red2@kaga 3B;")
    .replace("mino red;", "kaga red; mino red 4P; owari red 1P;")
)


def counted(visitor: Make, house: Server, position: str) -> tuple[Visitor, Player, str]:
    ann, lord, table = seated(visitor, house, "shogun", position)
    ann.page.evaluate(_COUNT)
    return ann, lord, table


def test_a_march_takes_three_presses(visitor: Make, house: Server) -> None:
    ann, lord, table = counted(visitor, house, MARCHING)
    ann.page.locator("[data-force=mino][data-movable]").wait_for()
    press_land(ann, "mino")
    expect(ann.page.locator(".round")).to_contain_text("The force of Mino is in hand")
    press_land(ann, "owari")
    ann.page.locator(".choices").get_by_role("button", name="Send all but one").click()
    ann.until(lambda: "done" in actions(lord, table))
    assert actions(lord, table) == ["march mino owari", "send spearman", "send spearman", "send spearman", "done"]
    assert presses(ann) <= MARCH


def test_a_force_is_dragged_like_an_army(visitor: Make, house: Server) -> None:
    ann, lord, table = seated(visitor, house, "shogun", MARCHING)
    box = ann.page.locator("[data-force=mino][data-movable]").bounding_box()
    goal = ann.page.locator("[data-army='red 1']").bounding_box()
    assert box
    assert goal
    ann.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    ann.page.mouse.down()
    ann.page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=6)
    ann.page.mouse.up()
    # Upon an army it joins it.
    expect(ann.page.locator(".prompt")).to_contain_text("join the army in Hida")
    assert actions(lord, table) == ["march mino hida army"]


def test_a_second_tap_puts_down_and_never_confirms(visitor: Make, house: Server) -> None:
    ann, lord, table = seated(visitor, house, "shogun", MARCHING)
    ann.page.locator("[data-force=mino][data-movable]").wait_for()
    for _ in range(2):
        press_land(ann, "mino")
        expect(ann.page.locator(".picked.card")).to_be_visible()
        press_land(ann, "mino")
        expect(ann.page.locator(".picked.card")).to_have_count(0)
    expect(ann.page.locator(".round")).not_to_contain_text("in hand")
    assert actions(lord, table) == []


def test_what_is_in_hand_stays_there_when_the_same_moment_is_told_again(visitor: Make, house: Server) -> None:
    """A sight comes once more when somebody speaks of a truce, or when it is known whether an action can be undone."""
    ann, lord, table = seated(visitor, house, "shogun", MARCHING)
    ann.page.locator("[data-force=mino][data-movable]").wait_for()
    press_land(ann, "mino")
    expect(ann.page.locator(".round")).to_contain_text("The force of Mino is in hand")
    before = len(ann.sights())
    lord.order(table, "aside", seat=1, text="truce offer red rounds 2 scope all")
    ann.until(lambda: len(ann.sights()) > before)
    # The page has taken it in when it has drawn twice.
    ann.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    expect(ann.page.locator(".round")).to_contain_text("The force of Mino is in hand")


def test_an_army_takes_in_all_but_one_at_once(visitor: Make, house: Server) -> None:
    position = WAR.format(stage="move-begin", aim="").replace("hida red 1P", "hida red 1S3P")
    ann, lord, table = seated(visitor, house, "shogun", position)
    ann.page.locator("[data-army='red 1'][data-movable]").click()
    ann.page.locator(".picked").get_by_role("button", name="Army 1 takes in all but one").click()
    ann.until(lambda: len(actions(lord, table)) == 3)
    assert actions(lord, table) == ["pick 1 swordsman", "pick 1 spearman", "pick 1 spearman"]
    # The army is in hand again.
    expect(ann.page.locator(".round")).to_contain_text("Army 1 is in hand")


def test_one_spearman_stays_and_the_cheapest_fall(visitor: Make, house: Server) -> None:
    position = WAR.format(stage="move-begin", aim="").replace("hida red 1P", "hida red")
    ann, lord, table = seated(visitor, house, "shogun", position)
    lord.act(table, "move 1 mino", seat=0)
    ann.page.locator(".choices").get_by_role("button", name="Leave one spearman").click()
    ann.until(lambda: len(actions(lord, table)) >= 3)
    assert actions(lord, table)[:3] == ["move 1 mino", "leave spearman", "done"]

    match = gunbai.from_position(
        "shogun", WAR.format(stage="combat", aim="aim=etchu").replace("1B1P", "3B1P"), seed=None
    )
    for action in ("fight army 1", "hits 0", "hits 2"):
        match.push(action)
    ann, lord, table = resumed(visitor, house, match.text())
    ann.page.locator(".choices").get_by_role("button", name="Lose the cheapest first").click()
    ann.until(lambda: len([text for text in actions(lord, table) if text.startswith("lose")]) >= 2)
    assert [text for text in actions(lord, table) if text.startswith("lose")][:2] == 2 * ["lose army spearman"]


def test_a_hint_for_a_levy_lays_all_of_it_out(visitor: Make, house: Server) -> None:
    """The adviser thinks kind by kind, unit by unit; the player lays a levy out at once and seals it."""
    ann, lord, table = seated(visitor, house, "shogun", LEVY)
    ann.page.get_by_role("button", name="Hint", exact=True).click()
    advice = ann.page.locator(".hint li")
    expect(advice.first).to_contain_text("first choice")
    assert "next kind" not in " ".join(advice.all_inner_texts())
    ann.page.get_by_role("button", name="Play the marked one").click()
    expect(ann.page.locator(".hint")).to_have_count(0)
    # Which units it advises, two archers or more spearmen, is the adviser's matter.
    expect(ann.page.locator("[data-levied]").first).to_be_visible()
    expect(seal(ann)).to_contain_text(re.compile("[12] of 2"))
    assert actions(lord, table) == []


def test_a_hint_for_losses_lays_them_out_and_is_taken_once(visitor: Make, house: Server) -> None:
    """A press on an advice that stayed would go on to add units, and at last take all of them back."""
    match = gunbai.from_position(
        "shogun", WAR.format(stage="combat", aim="aim=etchu").replace("1B1P", "3B1P"), seed=None
    )
    for action in ("fight army 1", "hits 0", "hits 2"):
        match.push(action)
    ann, _, _ = resumed(visitor, house, match.text())
    ready = ann.page.locator(".choices").get_by_role("button", name="Lose these (2 of 2)", disabled=False)
    # Two losses: an adviser that thinks no further than the next unit is asked twice.
    for _ in range(2):
        if not ready.count():
            ann.page.get_by_role("button", name="Hint", exact=True).click()
            ann.page.get_by_role("button", name="Play the marked one").click()
            expect(ann.page.locator(".hint")).to_have_count(0)
            expect(ann.page.locator(".choices")).to_contain_text(re.compile(r"Lose these \([12] of 2\)"))
    expect(ready).to_be_visible()


def test_koku_that_would_be_lost_are_asked_about_and_a_sealed_levy_is_one_step_back(
    visitor: Make, house: Server
) -> None:
    ann, lord, table = seated(visitor, house, "shogun", LEVY)
    ann.page.locator(".province[data-p=mino]").dispatch_event("click")
    expect(ann.page.locator("[data-levied]")).to_have_count(1)
    expect(seal(ann)).to_contain_text("1 of 2")
    seal(ann).click()
    asks = ann.page.locator(".asks")
    expect(asks).to_contain_text("1 koku of the levy would be lost")
    asks.get_by_role("button", name="Not yet").click()
    # Undo takes up what was laid out last.
    undo = ann.page.get_by_role("button", name="Undo")
    undo.click()
    expect(ann.page.locator("[data-levied]")).to_have_count(0)
    ann.page.locator(".province[data-p=mino]").dispatch_event("click")
    expect(seal(ann)).to_contain_text("1 of 2")
    seal(ann).click()
    asks.get_by_role("button", name="All the same").click()
    expect(ann.page.locator(".prompt")).to_contain_text("Pass the device on")
    assert "levy spearman mino" in actions(lord, table)


def test_with_people_at_the_table_a_seal_is_one_step_back_until_all_have_sealed(visitor: Make, house: Server) -> None:
    lord, ben, cat = (Player(house.url, name) for name in ("Lord", "Ben", "Cat"))
    people = [lord, ben, cat]
    table = lord.table(game="shogun", preset="tiny", seats=["me", "open", "open"], auto=False)
    for each in people[1:]:
        each.order(table, "join")

    def stage() -> str:
        return str(lord.see(table)["sights"][0]["view"]["stage"])

    def push(bins: str = "", only: Player | None = None) -> None:
        """Play the first thing there is for everybody who is asked, all koku into one bin, until the stage changes."""
        now = stage()
        while stage() == now:
            asked = [seat for seat in lord.see(table)["sights"][0]["to_act"] if people[seat] is not only]
            if not asked:
                return
            legal = people[asked[0]].see(table)["sights"][0]["legal"]
            most = [each for each in legal if each["text"].startswith(f"bin {bins} ")][-1:] if bins else []
            people[asked[0]].act(table, (most or legal)[0]["action"])

    while stage() != "plan":
        push()
    ann = visitor()
    ann.context.add_cookies([{"name": "gunbai", "value": lord.http.cookies["gunbai"], "url": house.url}])
    ann.open(f"/t/{table}")
    undo = ann.page.get_by_role("button", name="Undo")

    def sealed() -> bool:
        return 0 not in lord.see(table)["sights"][0]["to_act"]

    ann.page.locator("[data-bin=levy] .rest").click()
    seal(ann).click()
    ann.until(sealed)
    # Nothing of it is known to anybody: the plan lies there again, as it was.
    undo.click()
    ann.until(lambda: not sealed())
    expect(ann.page.locator("[data-bin=levy]")).to_contain_text("3")
    seal(ann).click()
    ann.until(sealed)
    push("levy")
    while stage() != "levy":
        push()
    ann.page.locator(".province.choice").first.dispatch_event("click")
    # Where an army stands, the card of the province asks for which troop.
    force = ann.page.locator(".picked").get_by_role("button", name="for the force")
    ann.page.locator("[data-levied]").or_(force).first.wait_for()
    if force.count():
        force.click()
    expect(ann.page.locator("[data-levied]")).to_have_count(1)
    length = lord.see(table)["sights"][0]["length"]
    seal(ann).click()
    asks = ann.page.locator(".asks").get_by_role("button", name="All the same")
    ann.until(lambda: sealed() or asks.count() > 0)
    if asks.count():
        asks.click()
    ann.until(sealed)
    undo.click()
    ann.until(lambda: lord.see(table)["sights"][0]["length"] == length)
    expect(ann.page.locator("[data-levied]")).to_have_count(1)
    expect(seal(ann)).to_be_enabled()


def test_public_moments_of_one_device_are_not_covered(visitor: Make, house: Server) -> None:
    ann, lord, table = resumed(visitor, house, gunbai.new("shogun", players=3, map="kyushu", seed=5).text())
    while (sight := next(each for each in lord.see(table)["sights"] if each["legal"]))["view"]["stage"] != "plan":
        ann.seen(lord.see(table)["version"])
        expect(ann.page.locator(".cover")).to_have_count(0)
        lord.act(table, sight["legal"][0]["action"], seat=sight["seat"])
    # A plan is a secret: when it is sealed, the device is passed on.
    ann.seen(lord.see(table)["version"])
    uncover(ann)
    ann.page.locator("[data-bin=levy] .rest").click()
    seal(ann).click()
    expect(ann.page.locator(".cover")).to_be_visible()


def test_a_standing_order_fights_the_battles_of_a_turn(visitor: Make, house: Server) -> None:
    match = gunbai.from_position("shogun", WAR.format(stage="declare", aim=""), seed=None)
    for action in ("declare army 1 etchu", "done"):
        match.push(action)
    ann, lord, table = resumed(visitor, house, match.text())
    ann.page.locator(".standing").get_by_label("below that call it off").check()
    ann.page.locator(".standing").get_by_role("button", name="Fight all battles").click()
    ann.until(lambda: "fight army 1" in actions(lord, table))
    # It goes on until the battle is over, called off, or somebody else is asked.
    ann.until(
        lambda: any(each["view"]["battle"]["to"] is None or 0 not in each["to_act"]
                    for each in lord.see(table)["sights"][:1])
    )  # fmt: skip


def test_a_round_that_is_over_is_summed_up_once(visitor: Make, house: Server) -> None:
    position = (
        "shogun players=3 map=tiny rounds=3 | stage=march final=1 round=1 war=green turn=green slot=3 bins_open=1"
        " | red sword=1; blue sword=2; green sword=3 | red1@bungo 1B; blue1@hizen 1B; green1@nagato 1B"
        " | bungo red 1P; hizen blue; nagato green; buzen green 2P; chikuzen -"
    )
    ann, lord, table = seated(visitor, house, "shogun", position)
    lord.act(table, "march buzen chikuzen", seat=2)
    lord.act(table, "send spearman", seat=2)
    lord.act(table, "done", seat=2)
    summary = ann.page.locator(".summary")
    if "plan" not in lord.see(table)["sights"][0]["view"]["stage"]:
        lord.act(table, "done", seat=2)
    uncover(ann)
    expect(summary).to_contain_text("Round 1 is over")
    expect(summary).to_contain_text("Green takes Chikuzen")
    expect(summary.locator("tbody tr")).to_have_count(3)
    summary.get_by_role("button", name=re.compile("On to round 2")).click()
    expect(ann.page.locator("[data-bin]")).to_have_count(5)
    ann.page.get_by_role("button", name="How round 1 went").click()
    expect(summary).to_be_visible()
