"""Phase C: the eight steps, casualties, castles, first strikes, chains of attacks, experience (RULES §11, §13.8)."""

from __future__ import annotations

import pytest

from gunbai.core.errors import IllegalAction
from gunbai.games.shogun import state as st
from gunbai.games.shogun.odds import battle_odds
from gunbai.games.shogun.rules import GAME
from tests.games.shogun.table import Table, war

rule = pytest.mark.rule


def battle(attack: str, defence: str, lands: str = "", clans: str = "") -> Table:
    """Red army in Hida against blue in Etchu (land)."""
    armies = f"red1@hida {attack} aim=etchu"
    return war("combat", armies, f"hida red; etchu blue {defence}{lands}", clans).do("fight army 1")


@rule("11.5", "11.6")
def test_who_is_hit_still_rolls_and_both_remove_together() -> None:
    t = battle("1B1P", "1B2P")
    t.roll(1, 1)
    assert t.force("etchu") == "1B2P"
    assert (t.stage, t.who) == ("lose", "red")
    t.do("lose army spearman")
    assert (t.stage, t.who) == ("lose", "blue")
    t.do("lose force bowman")
    assert (t.army("red1"), t.force("etchu")) == ("hida 1B", "2P")
    t.roll(0, 1)
    assert t.army("red1") == "hida"


@rule("11.6")
def test_the_daimyo_falls_last() -> None:
    t = battle("1G", "3P").roll(0, 0, 1)
    assert t.army("red1") == "hida"
    t.do("press").roll(0, 1)
    assert t.army("red1") == "-"
    assert t.owner("hida") == "-"


@rule("11.6", "7.9")
def test_ronin_stay_fewer_than_the_units_of_their_troop() -> None:
    t = battle("2P2R", "5P").roll(0, 0, 0, 1)
    # Three with the daimyo: without a spearman two ronin would be too many.
    assert t.legal == ["lose army ronin"]
    t = battle("3P1R", "5P").roll(0, 0, 0, 2)
    assert t.legal == ["lose army spearman", "lose army ronin"]
    t.do("lose army spearman")
    assert t.legal == ["lose army spearman"]
    t.do("lose army spearman")
    assert t.army("red1") == "hida 1P1R"


@rule("11.6", "11.2")
def test_army_and_force_defend_together_each_with_its_own_ronin() -> None:
    t = war("combat", "red1@hida 4B aim=etchu; blue1@etchu 1P1R", "hida red; etchu blue 2P1R").do("fight army 1")
    t.roll(2)
    # One hit may fall anywhere but on a unit whose ronin would then be too many.
    assert t.legal == ["lose army ronin", "lose force ronin"]
    t.do("lose army ronin", "lose force ronin")
    assert (t.army("blue1"), t.force("etchu")) == ("etchu 1P", "2P")


@rule("11.8", "11.6")
def test_bonus_spearmen_of_a_castle_fall_first_and_only_come_back_next_turn() -> None:
    t = war("combat", "red1@hida 4B aim=etchu; red2@kaga 4B aim=etchu", "hida red; kaga red; etchu blue 1P castle")
    t.do("fight army 1").clash("ab3 dp2")
    assert (t.land("etchu", st.BONUS), t.force("etchu")) == (1, "1P")
    t.do("call off", "fight army 2")
    t.clash("ab1")
    assert (t.land("etchu", st.BONUS), t.force("etchu")) == (0, "1P")
    t.do("call off", "done", "done")
    assert t.who == "blue"
    assert t.land("etchu", st.BONUS) == 4


@rule("11.8")
def test_a_fortress_gives_five_ronin_instead() -> None:
    t = battle("1P", "1P fortress", "; kaga blue 1P castle").roll(0)
    assert (int(t.s.step), int(t.s.side)) == (5, 1)
    assert GAME.legal(t.s)[-1] & 0xFF00 == 5 << 8
    t.roll(0, 0, 0)
    assert t.stage == "press"


@rule("11.7")
def test_first_strike_without_bonus_units_and_no_calling_off_before_a_round() -> None:
    armies = "red1@nagato 3P aim=buzen; blue1@buzen 1B"
    t = war("combat", armies, "nagato red; buzen blue 2S1R castle").do("fight army 1")
    seen = []
    while t.s.strike_first == 1 and t.stage == "roll":
        seen.append((int(t.s.step), len(t.legal) - 1))
        t.roll(0)
    assert seen == [(1, 1), (4, 1), (5, 3)]
    assert t.stage == "roll"


@rule("11.7")
def test_a_first_strike_can_end_the_battle() -> None:
    t = war("combat", "red1@iki 1P", "iki red 2P aim=nagato; nagato blue 3P").do("fight iki").roll(2)
    assert t.force("iki") == ""
    assert t.owner("iki") == "red"
    assert t.force("nagato") == "3P"


@rule("11.14", "12.1")
def test_attackers_who_perish_lose_their_province() -> None:
    t = war("combat", "red1@sado 1P", "sado red; hida red 1P aim=etchu; etchu blue 4P castle").do("fight hida")
    t.roll(0, 2)
    assert t.owner("hida") == "-"
    assert t.clan("red", st.TRAY + 3) == 36 - 1


@rule("11.15", "13.8")
def test_both_sides_may_perish() -> None:
    t = war("combat", "red1@hida aim=etchu; red2@sado 1P", "hida red; sado red; etchu blue 1P").do("fight army 1")
    t.roll(1, 1)
    assert (t.owner("hida"), t.owner("etchu"), t.army("red1")) == ("-", "-", "-")
    assert t.army_field("red2", st.HOLE) == 0


@rule("11.10", "11.12", "13.8")
def test_an_experienced_army_attacks_enters_and_attacks_again() -> None:
    lands = "hida red 1P; etchu blue 1P; noto blue 1P; kaga blue 1P; echigo -"
    t = war("combat", "red1@hida 4B2G hole=5 aim=etchu", lands).do("fight army 1").clash("ab1")
    assert t.legal == ["attack kaga", "enter etchu", "done"]
    with pytest.raises(IllegalAction, match=r"not adjacent.*1\.4"):
        t.do("attack noto")
    t.do("enter etchu")
    assert t.owner("etchu") == "red"
    # Entering another empty province would cost the attack that is left.
    assert t.legal == ["attack kaga", "attack noto", "done"]
    t.do("attack noto").clash("ab2")
    assert t.stage == "move"
    assert t.army_field("red1", st.HOLE) == 6
    assert t.army_field("red1", st.POINTS) == 3


@rule("11.12", "11.3")
def test_entering_other_empty_provinces_costs_attacks() -> None:
    lands = "hida red 1P; etchu -; noto -; kaga blue 1P"
    t = war("combat", "red1@hida 4B2G hole=6 aim=etchu", lands).do("fight army 1")
    assert t.legal == ["enter etchu", "done"]
    t.do("enter etchu")
    assert int(t.s.used) == 1
    assert "enter noto" in t.legal
    t.do("enter noto", "leave gunner", "done")
    assert int(t.s.used) == 2
    t.do("attack kaga").clash("ab1")
    assert t.army_field("red1", st.HOLE) == 7
    t = war("combat", "red1@hida 4B2G hole=3 aim=etchu", lands).do("fight army 1", "done")
    assert int(t.s.used) == 1
    assert t.legal == ["attack kaga", "done"]


@rule("11.3", "13.8")
def test_an_emptied_target_lapses_for_a_force_or_level_one() -> None:
    t = war("combat", "red1@hida 4B aim=etchu", "hida red 1P aim=etchu; etchu blue 1P; kaga blue 1P")
    t.do("fight hida").roll(1, 0)
    assert t.stage == "move"
    assert t.army_field("red1", st.HOLE) == 0


@rule("11.9", "11.11")
def test_after_calling_off_the_same_province_is_barred() -> None:
    t = war("combat", "red1@hida 4B hole=6 aim=etchu", "hida red 1P; etchu blue 3P; kaga blue 1P").do("fight army 1")
    t.clash("").do("call off")
    assert t.starting("attack") == ["attack kaga"]
    with pytest.raises(IllegalAction, match=r"called off.*11\.11"):
        t.do("attack etchu")
    t.do("attack kaga").clash("ab1")
    assert "attack etchu" not in t.legal


@rule("11.11")
def test_a_force_that_calls_off_bars_nobody_else() -> None:
    lands = "hida red 2P aim=etchu; etchu blue 3P; kaga blue 1P"
    t = war("combat", "red1@hida 4B hole=6 aim=kaga", lands).do("fight hida").clash("").do("call off", "fight army 1")
    t.clash("ab1")
    assert "attack etchu" in t.legal


@rule("11.1", "11.2", "11.4")
def test_double_troops_attack_apart_and_share_hidden_ronin() -> None:
    clans = "red sword=1 veiled=3; blue sword=2; green sword=3"
    t = war("combat", "red1@hida 3P aim=etchu", "hida red 3P hidden=3 aim=kaga; etchu blue 1P; kaga blue 1P", clans)
    t.do("fight army 1")
    # The force that stays leads two at most.
    assert t.legal == ["join 1", "join 2", "join 3"]
    t.do("join 2")
    assert (t.army("red1"), t.land("hida", st.HIDDEN)) == ("hida 3P2R", 1)
    t.clash("as1")
    t.do("fight hida", "join 1")
    assert t.force("hida") == "3P1R"


@rule("11.4")
def test_a_double_troop_defence_says_who_leads_its_ronin() -> None:
    clans = "red sword=1; blue sword=2 veiled=3; green sword=3"
    t = war("combat", "red1@hida 3P aim=etchu; blue1@etchu 2P", "hida red; etchu blue 3P hidden=3", clans)
    t.do("fight army 1")
    assert (t.who, t.legal) == ("blue", ["join 1", "join 2"])
    t.do("join 2")
    assert (t.army("blue1"), t.force("etchu")) == ("etchu 2P2R", "3P1R")


@rule("13.8")
def test_three_rounds_of_success_make_level_two() -> None:
    t = war("combat", "red1@hida 4B hole=2 aim=etchu", "hida red; etchu blue 1P; kaga blue 1P").do("fight army 1")
    t.clash("ab1")
    # The new level counts for movement at once, but the army does not attack again.
    assert t.stage == "move"
    assert t.army_field("red1", st.POINTS) == 2
    t = war("combat", "red1@hida 4B hole=9 aim=etchu", "hida red; etchu blue 1P; kaga blue 1P").do("fight army 1")
    t.clash("ab1")
    t.do("done")
    assert t.army_field("red1", st.HOLE) == 9


@rule("11.5", "2.1")
def test_dice_are_thrown_in_handfuls_with_exact_weights() -> None:
    t = battle("4S", "5S4R", "").roll(0)
    assert len(t.legal) == 5
    t.roll(0)
    chance = GAME.chance(t.s)
    assert int(chance.total) == 12**8
    assert int(chance.weights[0]) == 7**8
    t.roll(8)
    assert int(GAME.chance(t.s).total) == 12


@rule("11.16", "11.9")
def test_a_battle_is_called_off_after_a_hundred_rounds_of_combat() -> None:
    t = battle("1P", "1P")
    for _ in range(99):
        t.clash("")
        assert t.legal == ["press", "call off"]
        t.do("press")
    t.clash("")
    assert t.legal == ["call off"]
    with pytest.raises(IllegalAction, match="at most 100 rounds") as refused:
        GAME.check(t.s, GAME.parse_action("press"))
    assert refused.value.paragraph == "11.16"
    again = GAME.parse_position(GAME.position_text(t.s))
    assert list(GAME.legal(again)) == list(GAME.legal(t.s))
    t.do("call off")
    assert t.s.count == 0


@rule("11.16")
def test_an_option_lowers_the_rounds_of_combat_and_foresight_knows() -> None:
    position = GAME.position_text(battle("1P", "1P").s).replace("shogun ", "shogun combat_rounds=2 ", 1)
    t = Table(position)
    t.clash("")
    win = battle_odds("D1P1", "P1", rounds=1).attacker_wins
    found = GAME.foresee(GAME.view(t.s, GAME.actor(t.s)), [GAME.parse_action("press")])
    assert [effect.amount for effect in found.effects if effect.kind == "odds"] == [round(1000 * win)]
    t.do("press")
    t.clash("")
    assert t.legal == ["call off"]
    with pytest.raises(IllegalAction, match="at most 2 rounds"):
        GAME.check(t.s, GAME.parse_action("press"))
