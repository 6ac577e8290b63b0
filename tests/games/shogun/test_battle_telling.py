"""What the log tells of a battle: every die, first strikes, ronin who show themselves, every unit that falls."""

from __future__ import annotations

import pytest

import gunbai
from gunbai.core.game import SPECTATOR
from gunbai.games.shogun import state as st
from gunbai.games.shogun.rules import GAME
from gunbai.games.shogun.state import ShogunState
from tests.games.golden import FOLDER
from tests.games.shogun.table import Table, war


def tale(t: Table, order: str) -> list[str]:
    """What a spectator reads of an order or of dice: the sentence, and what came of it."""
    before, action = GAME.view(t.s, SPECTATOR), GAME.parse_action(order)
    t.do(order)
    return [GAME.tell(before, [int(action)]), *map(str, GAME.aftermath(before, action, GAME.view(t.s, SPECTATOR)))]


def test_dice_and_casualties_that_nobody_chose() -> None:
    t = war("combat", "red1@hida 4B2P aim=etchu", "hida red; etchu blue 2P castle")
    assert tale(t, "fight army 1") == ["Red's army 1 goes into battle."]
    dice, *fallen = tale(t, "hits 3")
    assert dice == "The attacker rolls 4 dice for bowmen that hit up to 6 (3 2 1 11): 3 hits."
    assert fallen == ["3 bonus defenders fall"]
    assert tale(t, "hits 0") == ["The attacker rolls one die for daimyo that hits up to 6 (10): no hits."]
    assert tale(t, "hits 2") == ["The attacker rolls 2 dice for spearmen that hit up to 4 (4 4): 2 hits."]
    assert tale(t, "hits 1") == ["The defender rolls 3 dice for spearmen that hit up to 4 (3 9 8): one hit."]
    # The attacker has chosen; what the walls do not take falls on the only kind of defender there is.
    assert tale(t, "lose army bowman")[1:] == ["one bonus defender falls", "the defender loses one spearman"]


def test_a_chosen_casualty_is_told_once() -> None:
    t = war("combat", "red1@hida 4B aim=etchu", "hida red; etchu blue 2P1B").do("fight army 1", "hits 2", "hits 0")
    assert tale(t, "lose force bowman") == ["Blue's force loses a bowman."]
    assert tale(t, "lose force spearman") == ["Blue's force loses a spearman."]


def test_a_landing_is_met_by_a_first_strike_and_hidden_ronin_step_forward() -> None:
    clans = "red sword=1; blue sword=2 veiled=1; green sword=3"
    t = war("combat", "red1@iyo 3P aim=bungo", "iyo red; bungo blue 2P hidden=1", clans)
    assert tale(t, "fight army 1")[1:] == ["1 hidden ronin step forward for the defender"]
    assert tale(t, "hits 1")[0].startswith(
        "The defender strikes first with one die for swordsmen and ronin that hits up to 5 ("
    )
    assert tale(t, "hits 1")[1:] == ["the attacker loses 2 spearmen"]


def in_trays(t: ShogunState) -> int:
    """Units of all clans and ronin that are not on the board."""
    trays = [t.clan[c * st.CLAN_WIDTH + st.TRAY + unit] for c in range(int(t.clans)) for unit in range(4)]
    return int(sum(trays) + t.pool)


@pytest.mark.parametrize("name", ["shogun-rules-3-kyushu-2", "shogun-rules-3-5-longer"])
def test_every_unit_that_falls_in_battle_is_told(name: str) -> None:
    record = gunbai.parse((FOLDER / f"{name}.txt").read_text(encoding="utf-8")).record
    states, fallen = record.states(), 0
    for step, before, after in zip(record.steps, states, states[1:], strict=False):
        assert isinstance(before, ShogunState)
        assert isinstance(after, ShogunState)
        came = GAME.aftermath(GAME.view(before, SPECTATOR), step.action, GAME.view(after, SPECTATOR))
        if before.stage not in (st.ROLL, st.LOSE) or any("is out" in str(each) for each in came):
            continue
        told = sum(int(each.words.get("number", 1)) for each in came if each.template.startswith("the {side} loses"))
        told += GAME.action_text(step.action).startswith("lose ")
        assert told == in_trays(after) - in_trays(before)
        fallen += told
    assert fallen > 10
