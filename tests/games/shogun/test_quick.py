"""Orders of several steps that are given as one, and where armies and forces can go."""

from __future__ import annotations

import gunbai
from gunbai.core.game import Outlook
from gunbai.games.shogun.rules import GAME

WAR = (
    "shogun players=3 | stage={stage} round=2 war=red turn=red slot=1 bins_open=1"
    " | red sword=1; blue sword=2; green sword=3"
    " | {armies}; blue1@etchu 4B1P; green1@kii 1P"
    " | {lands}; etchu blue; kii green; ise green 2P"
)


def outlook(stage: str, armies: str, lands: str, *played: str) -> Outlook:
    match = gunbai.from_position("shogun", WAR.format(stage=stage, armies=armies, lands=lands), seed=None)
    for action in played:
        match.push(action)
    return GAME.outlook(match.view(0))


def quick(ahead: Outlook) -> dict[str, list[str]]:
    return {str(order.saying): [GAME.action_text(a) for a in order.actions] for order in ahead.quick_orders()}


def test_a_force_marches_and_leaves_its_last_spearman() -> None:
    ahead = outlook("march final=1", "red1@hida 1B", "hida red 1P; mino red 1S1G2P; owari red 1P", "march mino owari")
    sent = ["send swordsman", "send gunner", "send spearman", "done"]
    assert quick(ahead) == {"send all but one": sent}


def test_beside_an_army_all_can_march() -> None:
    lands = "hida red 1P; mino red 1G2P; owari red 1P"
    ahead = outlook("march final=1", "red1@hida 1B; red2@mino 1P", lands, "march mino owari")
    assert quick(ahead) == {
        "send all": ["send gunner", "send spearman", "send spearman", "done"],
        "send all but one": ["send gunner", "send spearman", "done"],
    }


def test_where_there_is_no_room_for_all_as_many_march_as_can() -> None:
    lands = "hida red 1P; mino red 4P; owari red 3P"
    ahead = outlook("march final=1", "red1@hida 1B; red2@mino 1P", lands, "march mino owari")
    assert quick(ahead) == {"send as many as can go": ["send spearman", "send spearman", "done"]}


def test_the_cheapest_unit_stays_as_garrison() -> None:
    ahead = outlook("move-begin", "red1@hida 1B1S2P", "hida red; mino red 1P", "move 1 mino")
    assert quick(ahead) == {"leave one spearman": ["leave spearman", "done"]}
    ahead = outlook("move-begin", "red1@hida 1B1S1G", "hida red; mino red 1P", "move 1 mino")
    assert quick(ahead) == {"leave one gunner": ["leave gunner", "done"]}


def test_an_army_takes_in_the_force_where_it_stands() -> None:
    ahead = outlook("move-begin", "red1@hida 1B; red2@mino 1P", "hida red 1S2P; mino red 1P")
    picks = ["pick 1 swordsman", "pick 1 spearman", "pick 1 spearman"]
    assert quick(ahead) == {"army 1 takes in all": picks, "army 1 takes in all but one": picks[:-1]}
    assert [order.piece for order in ahead.quick_orders()] == ["red 1", "red 1"]


def test_the_cheapest_fall_first_and_are_named_as_the_rules_want() -> None:
    fought = ("fight army 1", "hits 0", "hits 4", "hits 0")
    ahead = outlook("combat", "red1@hida 1B1S2G2P aim=etchu", "hida red 1P", *fought)
    assert quick(ahead) == {
        "lose the cheapest first": ["lose army gunner", "lose army gunner", "lose army spearman", "lose army spearman"]
    }


def test_ways_lead_from_armies_and_forces_to_provinces_and_armies() -> None:
    lands = "hida red 1P; mino red 2P; owari red 1P"
    moves = outlook("move-begin", "red1@hida 1B; red2@owari 1P", lands).ways()
    assert sorted(moves["red 1"]) == ["mino"]
    marches = outlook("march final=1", "red1@hida 1B; red2@owari 1P", lands).ways()
    goals = {goal: [GAME.action_text(a) for a in actions] for goal, actions in marches["mino"].items()}
    assert goals["owari"] == ["march mino owari"]
    assert goals["red 2"] == ["march mino owari army"]
    assert "red 1" in goals
    attacks = outlook("declare", "red1@hida 1B; red2@owari 1P", lands).ways()
    assert GAME.action_text(attacks["red 1"]["etchu"][0]) == "declare army 1 etchu"
    assert GAME.action_text(attacks["hida"]["etchu"][0]) == "declare hida etchu"
