"""Positions in which an independent referee found the engine wrong; each stays right."""

from __future__ import annotations

import pytest

from gunbai.games.shogun import state as st
from gunbai.games.shogun.rules import GAME
from tests.games.shogun.table import Table

rule = pytest.mark.rule

THREE = "shogun players=3 | stage={stage} round={round} war=red turn=red slot=1 bins_open=1 | "


def table(stage: str, rest: str, *, number: int = 2) -> Table:
    return Table(THREE.format(stage=stage, round=number) + rest)


# -- marches into hidden ronin -------------------------------------------------------------------------------

MARCH = (
    "red sword=1 veiled=2; blue sword=2; green sword=3 | {armies}; blue1@oki 1P; green1@sado 1P "
    "| shima red; oki blue; sado green; hida red 5P3R; mino red {mino} hidden=2"
)


@rule("7.9", "9.10", "13.5")
def test_a_march_leaves_room_for_the_hidden_ronin_it_meets() -> None:
    t = table("march", MARCH.format(armies="red1@shima 1P", mino="3P")).do("march hida mino", "send spearman", "done")
    assert t.legal == ["along 0", "along 1"]


@rule("7.9", "9.10", "13.5")
def test_a_march_into_an_army_leaves_room_for_the_hidden_ronin_it_meets() -> None:
    t = table("march", MARCH.format(armies="red1@mino 2P; red2@shima 1P", mino=""))
    t.do("march hida mino army", "send spearman", "done")
    assert t.legal == ["along 0", "along 1"]


@rule("7.9", "9.10", "13.5")
def test_army_and_force_together_lead_the_hidden_ronin_a_march_meets() -> None:
    t = table("march", MARCH.format(armies="red1@mino 1P; red2@shima 1P", mino="2P"))
    t.do("march hida mino", "send spearman", "done")
    assert t.legal == ["along 0", "along 1"]
    t.do("along 1")
    assert GAME.violations(t.s) == []


@rule("7.9", "9.10", "13.5")
def test_a_force_that_must_bring_ronin_cannot_march_where_they_find_no_room() -> None:
    """Every unit that leaves Hida brings a ronin; in Mino the hidden ones already fill what the troop can lead."""
    full = "red sword=1 veiled=3; blue sword=2; green sword=3 | red1@shima 1P; blue1@oki 1P; green1@sado 1P "
    t = table("march", full + "| shima red; oki blue; sado green; hida red 5P4R; mino red 1P hidden=0; owari red 1P")
    assert "march hida mino" in t.legal
    t = table("march", full + "| shima red; oki blue; sado green; hida red 5P4R; mino red 4P hidden=3; owari red 1P")
    assert "march hida mino" in t.legal
    t.do("march hida mino", "send spearman")
    assert t.legal == ["done"]
    t.do("done")
    assert t.legal == ["along 1"]


# -- steps that another army can still put right -------------------------------------------------------------


@rule("9.4", "13.1")
def test_an_army_in_the_way_may_still_go_to_an_empty_province() -> None:
    t = table(
        "final-begin",
        "red sword=1; blue sword=2; green sword=3 "
        "| red1@chikugo; red2@higo 1G; red3@hizen; blue1@oki 1P; green1@sado 1P "
        "| chikugo red; higo red 1P; hizen red; oki blue; sado green",
        number=3,
    )
    t.do("move 2 chikugo")
    assert "move 1 hizen" in t.legal
    t.do("move 1 hizen", "move 3 iki", "done")
    assert (t.army("red1"), t.army("red2"), t.army("red3")) == ("hizen", "chikugo 1G", "iki")


@rule("9.10")
def test_hidden_ronin_may_be_left_for_a_later_pass() -> None:
    t = table(
        "move-begin",
        "red sword=1 veiled=1; blue sword=2; green sword=3 "
        "| red1@yamashiro 2B hole=7; red3@iga 1P1R hole=1; blue1@oki 1P; green1@sado 1P "
        "| oki blue; sado green; iga red 1G; tamba red 1G; yamashiro red hidden=1",
        number=3,
    )
    t.do("move 3 yamashiro", "along 0", "move 1 iga")
    assert t.legal == ["along 0", "along 1"]


# -- two clans with daimyos that wait -------------------------------------------------------------------------


WAITING = (
    "shogun players=4 | stage=end-round round=2 | red sword=1; blue sword=2; green sword=3; gold sword=4 "
    "| red1@hida 2P; red2@waits; blue1@oki 2P; blue2@waits; green1@sado 1P; gold1@shima 1P "
    "| hida red; mino red 1P; oki blue; izumo blue 1P; sado green; shima gold"
)


@rule("12.5")
def test_every_clan_with_a_waiting_daimyo_is_asked() -> None:
    t = Table(WAITING)
    assert (t.stage, t.who, t.legal) == ("recover", "red", ["recover mino"])
    t.do("recover mino", "done")
    assert (t.stage, t.who, t.legal) == ("recover", "blue", ["recover izumo"])
    t.do("recover izumo", "absorb spearman", "done")
    assert t.stage == "plan"
    assert (t.army("red2"), t.army("blue2")) == ("mino", "izumo 1P")


# -- units that have not moved --------------------------------------------------------------------------------

PICKED = (
    "red sword=1; blue sword=2; green sword=3 | red1@hida 1P hole=3; red2@kii 1P; blue1@oki 2P; green1@sado 2P "
    "| hida red 1P; mino red 1P; echizen red 1P; kii red 1P; oki blue; sado green"
)


@rule("13.3")
@pytest.mark.parametrize("between", [(), ("pick 2 spearman",)], ids=["alone", "another army acts in between"])
def test_a_unit_picked_up_and_left_again_has_not_moved(between: tuple[str, ...]) -> None:
    t = table("final-begin", PICKED).do("move 1 mino", "pick 1 spearman", *between, "move 1 echizen", "leave spearman")
    assert t.land("mino", st.CAME + 3) == 0
    t.do("done")
    assert t.army("red1") == "echizen 1P"
    t.do("done")
    assert t.stage == "march"
    # The last unit holds Mino, but it may be relieved.
    assert t.force("mino") == "1P"


@rule("13.3")
def test_where_each_army_picked_up_is_part_of_the_position() -> None:
    t = table("final-begin", PICKED).do("move 1 mino", "pick 1 spearman", "pick 2 spearman")
    again = Table(GAME.position_text(t.s))
    assert again.s.key() == t.s.key()
    again.do("move 1 echizen", "leave spearman")
    assert again.land("mino", st.CAME + 3) == 0


# -- ronin of a force ----------------------------------------------------------------------------------------

GATHERING = (
    "red sword=1; blue sword=2; green sword=3 | red1@hida 3B hole=3; red2@kii 1P; blue1@oki 2P; green1@sado 2P "
    "| hida red 4P3R; mino red 4P2R; kii red 1P; oki blue; sado green"
)


@rule("9.8")
def test_an_army_takes_ronin_of_a_force_only_with_a_unit_of_it() -> None:
    t = table("move-begin", GATHERING)
    assert t.starting("pick 1") == ["pick 1 spearman"]
    t.do("pick 1 spearman")
    assert t.army("red1") == "hida 3B1P1R"
    assert t.starting("pick 1") == ["pick 1 spearman", "pick 1 ronin"]
    # One unit is enough for all that the army can lead.
    t.do("pick 1 ronin", "pick 1 ronin")
    assert t.army("red1") == "hida 3B1P3R"


@rule("9.8")
def test_a_unit_of_another_force_brings_no_ronin_of_this_one() -> None:
    t = table("move-begin", GATHERING).do("pick 1 spearman", "move 1 mino")
    assert t.starting("pick 1") == ["pick 1 spearman"]
    t.do("pick 1 spearman", "pick 2 spearman")
    assert t.starting("pick 1") == ["pick 1 spearman", "pick 1 ronin"]


# -- found by `gunbai fuzz` ----------------------------------------------------------------------------------

# Red takes blue's last daimyo in Suo. Its own daimyo 1 is lost before, and the force of Hyuga has declared a battle.
FALLING = (
    "red sword=1; blue sword=2; green sword=3 | red2@nagato 2P aim=suo; red3@iyo 1P; blue1@suo; green1@sado 1P "
    "| nagato red; iyo red; hyuga red 1B1P aim=bungo; suo blue; bungo green 1P; sado green"
)


@rule("10.3", "12.5")
@pytest.mark.parametrize("whole", [True, False])
def test_the_battle_of_a_force_lapses_when_a_recovered_daimyo_gathers_it_all(whole: bool) -> None:
    t = table("combat", FALLING).do("fight army 2").clash("ap2")
    assert t.stage == "recover"
    t.do("recover hyuga", "absorb bowman", *(["absorb spearman"] if whole else []))
    assert GAME.violations(t.s) == []
    t.do("done")
    assert t.starting("fight") == ([] if whole else ["fight hyuga"])


TWO = (
    "shogun players=2 | stage=plan turn=gold round=1 | red koku=5; blue koku=5; green koku=5; gold koku=5 "
    "| red1@hida 1P; blue1@oki 1P; green1@sado 1P; gold1@shima 1P | hida red; oki blue; sado green; shima gold"
)


@rule("4.3", "15.1")
def test_a_player_of_two_clans_plans_for_the_same_one_whether_or_not_the_other_plans_first() -> None:
    """The marker that gold placed last once let blue's player begin with gold, unless red planned in between."""
    ends = []
    for order in (("red", "blue"), ("blue", "red")):
        t = Table(TWO)
        for clan in order:
            if GAME.actor(t.s) != ("red", "blue").index(clan):
                GAME.focus(t.s, ("red", "blue").index(clan))
            t.do("bin swords 2")
        GAME.focus(t.s, 0)
        ends.append(t.s.key())
    assert ends[0] == ends[1]
