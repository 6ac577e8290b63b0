"""The rulebook's first round, dealt, planned, levied and fought as printed (fact sheet T-7 to T-18).

Pink is red, Gray blue, Gray-Stripe green, Pink-Stripe gold.
"""

from __future__ import annotations

import pytest

from gunbai.games.shogun import state as st
from gunbai.games.shogun.data import PROVINCE_IDS
from tests.games.shogun.table import Table

rule = pytest.mark.rule

RED = ["chikuzen", "satsuma", "awa_shikoku", "higo", "bungo", "nagato"]
BLUE = ["buzen", "iyo", "suo", "aki", "bingo", "bitchu", "bizen"]
GREEN = ["chikugo", "sanuki", "hyuga"]
GOLD = ["hizen", "tosa", "osumi"]


def dealt() -> Table:
    """All 68 cards dealt so that the four hold what the example shows."""
    hands = [list(RED), list(BLUE), list(GREEN), list(GOLD)]
    rest = [p for p in PROVINCE_IDS if not any(p in hand for hand in hands)]
    for hand in hands:
        while len(hand) < 17:
            hand.append(rest.pop(0))
    t = Table(players=4)
    for i in range(17):
        for hand in hands:
            t.do(f"deal {hand[i]}")
    return t


def set_up() -> Table:
    t = dealt()
    t.do("draw sword 1", "draw sword 2", "draw sword 3", "draw sword 4")
    others = {c: [p for p in PROVINCE_IDS if t.owner(p) == c and p not in GREEN + GOLD] for c in ("green", "gold")}
    for i in range(6):
        t.do(f"red: reinforce {RED[i]}")
        t.do(f"blue: reinforce {('buzen', 'suo', 'aki', 'bingo', 'bitchu', 'bizen')[i]}")
        t.do(f"green: reinforce {others['green'][i]}", f"gold: reinforce {others['gold'][i]}")
    for i in range(3):
        t.do(f"red: marker {('chikuzen', 'satsuma', 'awa_shikoku')[i]}")
        t.do(f"blue: marker {('suo', 'aki', 'bingo')[i]}")
        t.do(f"green: marker {others['green'][i]}", f"gold: marker {others['gold'][i]}")
    return t


@rule("3.1", "3.2", "3.3", "3.4", "3.5", "3.6", "3.7")
def test_the_set_up_of_four() -> None:
    t = set_up()
    assert t.stage == "plan"
    assert [t.provinces(c) for c in ("red", "blue", "green", "gold")] == [17] * 4
    assert [t.clan(c, st.KOKU) for c in ("red", "blue", "green", "gold")] == [5] * 4
    assert t.force("chikuzen") == "3P"
    assert t.force("hizen") == "1P"
    assert t.army("red1") == "chikuzen 1B1S2G"
    assert [t.clan("red", st.TRAY + u) for u in range(4)] == [6, 6, 3, 7]
    assert t.clan("red", st.SWORD_HELD) == 0


def planned() -> Table:
    """Green and gold plan so that nobody builds or hires ronin and gold bids one koku for the ninja."""
    t = set_up()
    t.do("red: plan swords 1 levy 4", "blue: plan levy 3 ninja 2", "green: plan levy 5", "gold: plan levy 4 ninja 1")
    t.do("red: take sword 1", "draw sword 2", "draw sword 3", "draw sword 4")
    t.do(
        "red: levy gunner chikuzen, gunner nagato, swordsman higo, swordsman bungo, bowman satsuma, bowman awa_shikoku"
    )
    t.do("blue: levy gunner suo, gunner aki, swordsman bingo, swordsman bitchu, bowman bizen")
    for clan in ("green", "gold"):
        t.do(*(["levy next"] * 3 + ["levy none"] * (t.clan(clan, st.QUOTA) - 3)))
    return t


@rule("4.1", "4.4", "5.2", "5.4", "5.5", "7.2", "8.1", "8.2")
def test_plans_swords_levy_and_ninja_of_the_first_round() -> None:
    t = planned()
    assert [t.clan(c, st.SWORD_HELD) for c in ("red", "blue", "green", "gold")] == [1, 2, 3, 4]
    assert t.s.ninja == 1
    assert t.stage == "move"
    assert t.who == "red"
    assert t.force("chikuzen") == "1G3P"
    assert t.force("satsuma") == "1B3P"
    assert t.force("nagato") == "1G3P"
    assert [t.clan("red", st.TRAY + u) for u in range(4)] == [4, 4, 1, 7]
    assert t.clan("red", st.KOKU) == 0


def fought() -> Table:
    t = planned()
    t.do("pick 1 gunner", *["pick 1 spearman"] * 3, "done")
    t.do("declare army 1 hizen", "declare army 2 hyuga", "declare army 3 sanuki")
    t.do("declare awa_shikoku tosa", "declare bungo iyo", "declare higo chikugo", "declare nagato buzen")
    t.do("declare satsuma osumi")
    return t


@rule("9.6", "10.1", "10.2", "2.5")
def test_an_army_absorbs_the_force_where_it_stands_and_eight_battles_are_declared() -> None:
    t = fought()
    assert t.army("red1") == "chikuzen 1B1S3G3P"
    assert t.force("chikuzen") == ""
    assert t.stage == "combat"
    assert len(t.legal) == 8


@rule("11.1", "11.2", "11.5", "11.6", "11.7", "11.13", "13.8", "2.1", "2.2")
def test_the_eight_battles_with_their_dice() -> None:
    t = fought()
    t.do("fight army 1").roll(0, 3)  # bowman 9, gunners 2, 3 and 4
    assert t.owner("hizen") == "-"
    assert t.army_field("red1", st.HOLE) == 1
    t.do("fight higo").roll(1, 0, 1)  # swordsman 3; the spearman hits back with a 1
    t.do("lose 1 spearman")
    assert t.force("higo") == "1S2P"
    assert t.owner("chikugo") == "-"
    t.do("fight army 3").roll(0, 1)
    assert t.owner("sanuki") == "-"
    t.do("fight awa_shikoku").roll(0, 1, 1).do("lose 1 spearman")
    assert t.force("awa_shikoku") == "1B2P"
    assert t.owner("tosa") == "-"
    t.do("fight army 2").roll(0, 0, 1, 0, 0)  # bowman and gunners miss, the daimyo hits, the spearman misses
    assert t.owner("hyuga") == "-"
    t.do("fight satsuma").roll(1)
    assert t.force("satsuma") == "1B3P"
    assert t.owner("osumi") == "-"
    t.do("fight nagato").roll(2).do("lose 2 spearmen")  # first strike 3, 4, 11
    assert t.force("nagato") == "1G1P"
    t.roll(1)  # the gunner's 4
    assert t.force("buzen") == "2P"
    t.roll(1, 1).do("lose 1 spearman", "press")
    assert t.force("nagato") == "1G"
    assert t.force("buzen") == "1P"
    t.roll(1)
    assert t.owner("buzen") == "-"
    t.do("fight bungo").roll(1).do("lose 1 spearman").roll(1, 0, 0)
    assert t.force("bungo") == "1S2P"
    assert t.owner("iyo") == "-"
    assert t.stage == "move"
    assert t.s.final == 1
    final_movement(t)


def final_movement(t: Table) -> None:
    """Phase D as printed, and what Pink owns after it (T-18)."""
    t.do("army 1: Chikuzen – Hizen, leaves 1 spearman", "army 2: Satsuma – Hyuga", "done")
    t.do("march bungo - buzen: 1 swordsman")
    t.do("march higo - chikugo: 1 spearman", "march higo - hyuga: 1 swordsman, into army")
    t.do("march satsuma - hyuga: 1 bowman, 1 spearman, into army", "march satsuma - osumi: 1 spearman")
    t.do("march awa_shikoku - sanuki: 1 bowman", "march awa_shikoku - iyo: 1 spearman")
    t.do("march awa_shikoku - tosa: 1 spearman")
    assert t.army("red1") == "hizen 1B1S3G2P"
    assert t.army("red2") == "hyuga 2B2S2G1P"
    assert t.army("red3") == "awa_shikoku 1B1S2G"
    expected = {
        "chikuzen": "1P", "bungo": "2P", "buzen": "1S", "higo": "1P", "chikugo": "1P", "satsuma": "1P",
        "osumi": "1P", "sanuki": "1B", "iyo": "1P", "tosa": "1P", "nagato": "1G", "awa_shikoku": "",
    }  # fmt: skip
    assert {p: t.force(p) for p in expected} == expected
    assert t.provinces("red") == 25
    assert t.clan("red", st.TRAY + 3) == 7 + 6
    assert [t.army_field(f"red{a}", st.HOLE) for a in (1, 2, 3)] == [1, 1, 1]
