"""The rulebook's long example, one round from plans to end (fact sheet T-20 to T-22). Pink is red, Gray blue."""

from __future__ import annotations

import pytest

from gunbai.core.game import DONE
from gunbai.games.shogun import state as st
from gunbai.games.shogun.data import PROVINCE_IDS
from gunbai.games.shogun.rules import GAME
from tests.games.shogun.table import Table

rule = pytest.mark.rule

PINK = {
    "shinano": "castle", "musashi": "1P castle", "etchu": "1P", "noto": "2P", "sagami": "2P", "kai": "2P",
    **dict.fromkeys(("kozuke", "echigo", "totomi", "suruga", "izu", "shimosa", "mutsu", "dewa"), "1P"),
    **dict.fromkeys(("hitachi", "shimotsuke", "kazusa", "awa_honshu", "sado"), "1P"),
}  # fmt: skip
GRAY = {
    "hida": "1P fortress", "echizen": "2P", "mino": "2P", "owari": "2P", "mikawa": "2P",
    **dict.fromkeys(("kaga", "ise", "iga", "omi", "wakasa", "shima", "yamato", "kii", "yamashiro"), "1P"),
    **dict.fromkeys(("tamba", "kawachi", "izumi"), "1P"),
}  # fmt: skip


def scene() -> Table:
    lands = [f"{p} red {units}" for p, units in PINK.items()] + [f"{p} blue {units}" for p, units in GRAY.items()]
    rest = [p for p in PROVINCE_IDS if p not in PINK and p not in GRAY]
    lands += [f"{p} {'green' if i < 16 else 'gold'} 1P" for i, p in enumerate(rest)]
    armies = [
        "red1@musashi 2B1S3G3P hole=6", "red2@shinano 1B2S2G3P hole=6",
        "blue1@ise 2B2S4G4P hole=6", "blue3@hida 2B2S4G3P hole=6",
        f"green1@{rest[0]} 1B", f"gold1@{rest[-1]} 1B",
    ]  # fmt: skip
    clans = "red koku=6; blue koku=5; green koku=5; gold koku=5"
    return Table(f"shogun | stage=plan round=5 | {clans} | {'; '.join(armies)} | {'; '.join(lands)}")


def prepared() -> Table:
    t = scene()
    t.do("red: plan swords 3 ronin 1 ninja 2", "blue: plan ronin 2 ninja 3")
    t.do("green: plan levy 5", "gold: plan levy 5", "red: take sword 1")
    t.do("draw sword 2", "draw sword 3", "draw sword 4")
    for clan in ("green", "gold"):
        t.do(f"{clan}: levy next", "levy next", "levy next", *["levy none"] * (t.clan(clan, st.QUOTA) - 3))
    t.do("red: ronin shinano 2", "blue: ronin hida 4")
    return t


@rule("1.1", "7.7", "7.8", "8.1")
def test_the_plans_of_both_sides() -> None:
    t = prepared()
    assert (t.provinces("red"), t.provinces("blue")) == (19, 17)
    assert t.s.ninja == 1
    assert t.land("hida", st.HIDDEN) == 4
    assert t.land("shinano", st.HIDDEN) == 2
    assert t.s.pool == 20


def after_the_strike() -> Table:
    t = prepared()
    t.do("blue: no strike")
    t.do("army 2: Shinano – Kozuke – Echigo – Etchu, leaves 1 spearman")
    t.do("army 1: Musashi – Sagami – Kai – Shinano, picks up 1 spearman at Sagami, picks up 1 spearman at Kai")
    t.do("done", "blue: no strike", "declare army 1 hida", "declare army 2 hida", "done")
    t.do("blue: strike red army 1", "die 7")
    return t


@rule("7.11", "8.3", "8.4", "8.6", "9.3", "9.9", "9.10")
def test_hidden_ronin_wait_for_another_army_and_the_strike_disrupts_it() -> None:
    t = after_the_strike()
    assert t.army("red2") == "etchu 1B2S2G2P"
    assert t.army("red1") == "shinano 2B1S3G5P"
    assert t.land("shinano", st.HIDDEN) == 2
    assert t.force("shinano") == "1P"
    assert t.army_field("red1", st.STRUCK) == 1
    assert t.legal == ["fight army 2"]


@rule("11.8", "11.9", "13.1")
def test_the_attack_on_the_fortress_is_called_off() -> None:
    t = pinks_turn()
    assert t.army("red2") == "musashi 1B1S"
    assert t.owner("etchu") == "red"
    assert t.who == "blue"


def pinks_turn() -> Table:
    t = after_the_strike()
    t.do("fight army 2", "join 0")
    assert t.army("blue3") == "hida 2B2S4G3P4R"
    t.clash("ab1 db1 dg2 as1 ds1 dp1")
    assert t.land("hida", st.BONUS) == 3
    t.do("call off", "done")
    t.do("army 2: Etchu – Echigo – Kozuke – Musashi", "done", "done")
    return t


@rule("8.9", "11.2", "11.10", "11.12", "12.2", "12.3", "12.4", "12.5", "14.1", "14.2")
def test_grays_turn_ends_the_game() -> None:
    t = pinks_turn()
    t.do("army 1: Ise – Owari – Mikawa, picks up 1 spearman at Owari, picks up 1 spearman")
    t.do(
        "army 3: Hida – Echizen – Mino – Hida, picks up 1 spearman at Echizen, picks up 1 spearman at Mino, "
        "picks up 1 spearman"
    )
    t.do("done", "declare army 1 shinano", "declare army 3 shinano", "done", "fight army 3")
    for round_of_combat in range(5):
        assert t.stage == "roll", round_of_combat
        t.clash("ab1 ag2 as1" if round_of_combat < 4 else "ab1 ag1")
        if t.stage == "press":
            t.do("press")
    assert t.owner("shinano") == "-"
    assert t.army("red1") == "-"
    t.do("attack etchu").clash("ab1")
    t.do("enter etchu", "leave gunner", "done", "attack noto").clash("ab2")
    assert t.force("hida") == "1G"
    assert t.army_field("blue3", st.HOLE) == 7
    t.do("fight army 1", "enter shinano", "attack musashi")
    t.clash("ab2 ag4 as2")
    assert t.clan("red", st.ALIVE) == 0
    assert t.provinces("blue") == 34
    assert t.who == "blue"
    assert t.stage == "recover"
    t.do("recover kai", "absorb spearman", "done")
    assert t.army("blue2") == "kai 1P"
    t.do("done", "army 3: Etchu – Noto")
    assert t.provinces("blue") == 35
    assert GAME.actor(t.s) == DONE
    assert GAME.returns(t.s) == (-1.0, 1.0, -1.0, -1.0)
