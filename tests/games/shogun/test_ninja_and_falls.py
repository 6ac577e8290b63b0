"""Strikes, revenge, lost daimyos, falling clans, and how games end (RULES §8, §12, §14, §15.5)."""

from __future__ import annotations

import pytest

from gunbai.core.game import DONE
from gunbai.core.rng import Rng
from gunbai.games.shogun import state as st
from gunbai.games.shogun.data import PROVINCE_IDS
from gunbai.games.shogun.rules import GAME
from tests.games.shogun.table import Table, war

rule = pytest.mark.rule


def offered(armies: str, lands: str, resume: str, **more: str) -> Table:
    return war(
        f"offer resume={resume} ninja=blue", armies, lands, more.get("clans", ""), more.get("options", "players=3")
    )


@rule("8.3", "8.4")
@pytest.mark.parametrize(("face", "struck"), [(1, 1), (8, 1), (9, 0), (12, 0)])
def test_a_strike_succeeds_up_to_eight(face: int, struck: int) -> None:
    t = offered("red1@hida 1P; green1@mino 1P; blue1@kai 1P", "hida red; mino green; kai blue", "move-begin")
    assert t.legal == ["strike red army 1", "strike green army 1", "no strike"]
    t.do("strike red army 1", f"die {face}")
    assert t.army_field("red1", st.STRUCK) == struck
    assert t.s.ninja == -1


@rule("8.5")
@pytest.mark.parametrize(("face", "revenge"), [(8, False), (9, True)])
def test_a_failed_strike_gives_the_victim_a_chance(face: int, revenge: bool) -> None:
    t = offered("red1@hida 1P; blue1@kai 1P; blue2@izu 1P", "hida red; kai blue; izu blue", "move-begin")
    t.do("strike red army 1", "die 9", f"die {face}")
    if revenge:
        assert (t.who, t.legal) == ("red", ["revenge army 1", "revenge army 2"])
        t.do("revenge army 2")
        assert t.army_field("blue2", st.STRUCK) == 1
    assert t.stage == "move"


@rule("8.2", "8.3")
def test_no_strike_in_the_first_round_but_offers_at_each_moment_later() -> None:
    armies, lands = "red1@hida 2P; blue1@kai 1P", "hida red 1P; kai blue 1P; etchu blue 2P"
    t = war("next-turn round=1 war=-1", armies, lands, "red sword=1; blue sword=2; green sword=3")
    assert t.stage == "move"
    t = offered(armies, lands, "move-begin")
    moments = []
    t.do("no strike", "done")
    moments.append(t.stage)
    t.do("no strike", "declare army 1 etchu", "done")
    moments.append(t.stage)
    t.do("no strike", "fight army 1")
    moments.append(t.stage)
    t.do("no strike").clash("")
    moments.append(t.stage)
    t.do("no strike", "call off")
    moments.append(t.stage)
    assert moments == ["offer"] * 5
    assert t.s.ninja == 1


@rule("8.6")
def test_a_struck_army_gives_up_its_attack() -> None:
    armies = "red1@hida 2P aim=etchu; red2@mino 1P aim=kai; blue1@kai 1P"
    lands = "hida red; mino red; kai blue; etchu blue 1P"
    t = offered(armies, lands, "combat").do("strike red army 1", "die 3")
    assert (t.army_field("red1", st.ARMY_AIM), t.army_field("red1", st.STRUCK)) == (-1, 1)
    assert t.legal == ["fight army 2"]


@rule("12.1", "7.9")
def test_ronin_hidden_in_a_province_that_is_lost_can_be_hired_again() -> None:
    clans = "red sword=1 veiled=1; blue sword=2; green sword=3"
    t = offered("red1@hida; red2@mino 2P; blue1@kai 1P", "hida red; mino red; kai blue", "move-begin", clans=clans)
    # Nobody is there to lead it, so no position that is read has it.
    t.s.land[PROVINCE_IDS.index("hida") * st.LAND_WIDTH + st.HIDDEN] = 1
    before = int(t.s.pool)
    t.do("strike red army 1", "die 3")
    assert t.owner("hida") == "-"
    assert (int(t.s.pool) - before, t.clan("red", st.VEILED)) == (1, 0)


@rule("8.8", "8.9", "12.2")
def test_a_struck_daimyo_alone_is_lost_and_one_with_units_gets_a_successor() -> None:
    armies = "red1@hida; red2@mino 2P hole=4; blue1@kai 1P"
    t = offered(armies, "hida red; mino red; kai blue", "move-begin").do("strike red army 1", "die 3")
    assert (t.army("red1"), t.owner("hida")) == ("-", "-")
    assert t.clan("red", st.ALIVE) == 1
    t = offered(armies, "hida red; mino red; kai blue", "end-round").do("strike red army 2", "die 3")
    assert t.stage == "plan"
    assert (t.army_field("red2", st.STRUCK), t.army_field("red2", st.HOLE)) == (0, 0)


@rule("8.6", "8.10")
def test_a_strike_stops_the_attack_it_hits() -> None:
    armies = "red1@hida 4B aim=etchu; red2@mino 1P; blue1@kai 1P"
    lands = "hida red; mino red; kai blue; etchu blue 2P"
    t = war("combat ninja=blue", armies, lands).do("fight army 1", "strike red army 1", "die 1")
    assert (t.stage, t.force("etchu")) == ("move", "2P")
    t = war("combat ninja=blue", armies, lands).do("fight army 1", "no strike").clash("ab1")
    t.do("strike red army 1", "die 1")
    assert t.stage == "move"
    assert t.army_field("red1", st.HOLE) == 0


@rule("8.10")
def test_a_strike_that_empties_the_target_at_step_eight_wins_the_battle() -> None:
    armies = "red1@hida 4B aim=etchu; blue1@etchu; blue2@kai 1P"
    lands = "hida red; kai blue; etchu blue"
    t = war("combat ninja=red", armies, lands).do("fight army 1", "no strike").clash("")
    t.do("strike blue army 1", "die 2")
    assert t.owner("etchu") == "-"
    t.do("done")
    assert t.army_field("red1", st.HOLE) == 1
    t = war("combat ninja=red", armies, lands).do("fight army 1", "strike blue army 1", "die 2")
    assert t.owner("etchu") == "-"
    assert t.army_field("red1", st.HOLE) == 0


@rule("8.10", "11.3", "11.12")
def test_an_experienced_army_enters_what_a_strike_has_emptied_before_the_first_roll() -> None:
    armies = "red1@hida 4B2G hole={} aim=etchu; blue1@etchu; blue2@kai 1P"
    lands = "hida red 1P; kai blue; etchu blue; kaga blue 1P; noto blue 1P"
    t = war("combat ninja=red", armies.format(3), lands).do("fight army 1", "strike blue army 1", "die 2")
    # The attack on Etchu was the first of two: entering is part of it, attacking Kaga from Hida is the second.
    assert (int(t.s.used), t.legal) == (1, ["attack kaga", "enter etchu", "done"])
    t.do("enter etchu")
    assert t.legal == ["attack kaga", "attack noto", "done"]
    t.do("done")
    assert t.army_field("red1", st.HOLE) == 3
    t = war("combat ninja=red", armies.format(0), lands).do("fight army 1", "strike blue army 1", "die 2")
    assert (t.stage, t.owner("etchu")) == ("move", "-")


@rule("8.11", "8.6")
def test_a_struck_daimyo_does_not_count_and_excess_ronin_go_with_the_next_loss() -> None:
    t = war("combat", "red1@hida 4B aim=etchu; blue1@etchu 2P2R struck", "hida red; etchu blue").do("fight army 1")
    t.roll(1)
    assert t.legal == ["lose army ronin"]
    t.do("lose army ronin")
    assert t.army("blue1") == "etchu 2P1R"


@rule("12.2", "12.3", "12.4", "12.5", "7.4")
def test_taking_over_a_clan() -> None:
    armies = "red1@hida 4B aim=etchu; blue1@etchu"
    lands = "hida red; etchu blue; kai blue 3P castle hidden=2; izu blue 5P"
    clans = "red sword=1; blue sword=2 veiled=2 koku=3; green sword=3"
    t = war("combat ninja=blue", armies, lands, clans).do("fight army 1", "no strike").clash("ab1")
    assert t.clan("blue", st.ALIVE) == 0
    assert [t.owner(p) for p in ("etchu", "kai", "izu")] == ["-", "red", "red"]
    assert t.s.ninja == -1
    assert t.clan("red", st.TRAY + 3) == 36 + 36 - 8
    assert (t.stage, t.who) == ("recover", "red")
    assert t.legal == ["recover izu", "recover kai"]
    t.do("recover izu", *["absorb spearman"] * 5, "done", "recover kai", "done")
    assert (t.army("red2"), t.force("izu"), t.army("red3")) == ("izu 5P", "", "kai")
    assert (t.army_field("red2", st.HOLE), t.land("kai", st.HIDDEN)) == (0, 2)
    assert t.stage == "move"
    assert "move 2 suruga" in t.legal


@rule("12.7", "12.4")
def test_the_attacker_who_falls_ends_his_turn() -> None:
    t = war("combat", "red1@hida aim=etchu; blue1@etchu 4P", "hida red; etchu blue; kai red 2P").do("fight army 1")
    t.roll(0, 0, 1)
    assert t.clan("red", st.ALIVE) == 0
    assert t.owner("kai") == "blue"
    assert t.stage == "recover"
    t.do("recover kai", "done")
    assert (t.stage, t.who) == ("move", "blue")


@rule("12.5")
def test_a_recovered_daimyo_without_a_free_province_waits_for_the_next_round() -> None:
    t = war("combat", "red1@hida 4B4P aim=etchu; blue1@etchu", "hida red; etchu blue; izu green 5P").do("fight army 1")
    t.clash("ab1")
    assert t.clan("blue", st.ALIVE) == 0
    # Red owns Hida alone, and an army is there.
    assert (t.stage, t.army("red2")) == ("move", "-")
    assert "red2@waits; red3@waits" in GAME.position_text(t.s)
    assert GAME.parse_position(GAME.position_text(t.s)).key() == t.s.key()
    t.do("move 1 etchu", "leave spearman", "done")
    while t.s.round == 2:
        t.do("done")
    assert (t.stage, t.who) == ("recover", "red")
    assert t.legal == ["recover hida"]
    t.do("recover hida", "absorb spearman", "done")
    assert (t.stage, t.army("red2"), t.force("hida"), t.army("red3")) == ("plan", "hida 1P", "", "-")
    # Until he is placed he saves nobody.
    t = war("combat war=green turn=green slot=3", "red1@hida; red2@waits; green1@etchu 4B aim=hida; blue1@kai 1P",
            "hida red; etchu green; kai blue").do("fight army 1").clash("ab1")  # fmt: skip
    assert t.clan("red", st.ALIVE) == 0
    assert "red2" not in GAME.position_text(t.s)


@rule("12.6", "14.5")
def test_two_last_daimyos_who_kill_each_other_leave_nothing() -> None:
    t = war("combat", "red1@hida aim=etchu; blue1@etchu", "hida red; etchu blue; kai red 2P; izu blue 1P castle")
    t.do("fight army 1").roll(1, 1)
    assert [t.owner(p) for p in ("hida", "etchu", "kai", "izu")] == ["-"] * 4
    assert GAME.actor(t.s) == DONE
    assert GAME.outcome(t.s) == "last clan standing"
    assert "is the last clan standing" in str(GAME.ending(t.s)[0])
    assert GAME.returns(t.s) == (-1.0, -1.0, 1.0)


@rule("12.8", "12.3")
def test_a_struck_last_army_dies_beside_its_force() -> None:
    armies = "red1@hida 4B aim=etchu; blue1@etchu 1P struck"
    t = war("combat", armies, "hida red; etchu blue 2P; kai blue 1P").do("fight army 1").roll(1)
    t.do("lose army spearman")
    assert t.clan("blue", st.ALIVE) == 0
    assert (t.owner("etchu"), t.force("etchu"), t.owner("kai")) == ("red", "2P", "red")
    assert t.army_field("red1", st.HOLE) == 0


@rule("14.1", "14.3")
@pytest.mark.parametrize("longer", [False, True])
def test_the_35th_province_wins_at_once_or_at_the_end_of_the_round(longer: bool) -> None:
    free = [p for p in PROVINCE_IDS if p not in ("oki", "shima", "hida", "kaga", "sado")]
    lands = "; ".join(f"{p} red 1P" for p in free[:33])
    options = "players=3 longer=on" if longer else "players=3"
    t = war("final-begin", "red1@hida 2P", f"hida red; {lands}", options=options).do("army 1: Hida - Kaga")
    assert t.provinces("red") == 35
    assert (GAME.actor(t.s) == DONE) != longer
    if longer:
        t.do("done")
        while t.stage not in ("plan", "over"):
            t.do("done")
        assert GAME.returns(t.s) == (1.0, -1.0, -1.0)


@rule("15.5")
def test_two_players_need_fifty_together_at_the_end_of_a_round() -> None:
    free = [p for p in PROVINCE_IDS if p not in ("oki", "shima", "hida", "kai")]
    lands = "; ".join(f"{p} {'red' if i < 30 else 'green'} 1P" for i, p in enumerate(free[:48]))
    armies = "red1@hida 1B; green1@kai 1B; blue1@oki 1B; gold1@shima 1B"
    t = war("end-round war=-1", armies, f"hida red; kai green; oki blue; shima gold; {lands}",
            "red sword=1; blue sword=2; green sword=3; gold sword=4", "players=2")  # fmt: skip
    assert GAME.actor(t.s) == DONE
    assert GAME.returns(t.s) == (1.0, -1.0)


@rule("14.6")
def test_the_round_limit_ends_the_game_for_the_largest() -> None:
    t = war("end-round war=-1 round=3", "red1@hida 1B", "hida red; kai red 1P", options="players=3 rounds=3")
    assert GAME.outcome(t.s) == "round limit"
    assert GAME.ending(t.s)[0].template == "the last of {rounds} rounds is over"
    assert GAME.returns(t.s) == (1.0, -1.0, -1.0)
    for players in (2, 3, 4, 5):
        t = Table(players=players, rounds=2)
        rng = Rng(players)
        while GAME.actor(t.s) != DONE:
            actions = GAME.legal(t.s)
            GAME.apply(t.s, actions[rng.below(len(actions))] if GAME.actor(t.s) >= 0 else GAME.draw(t.s, rng))
        assert t.s.round <= 2


@rule("14.6")
@pytest.mark.parametrize(
    ("lands", "players", "expected"),
    [
        ("hida red", 3, (-1 / 3, -1 / 3, -1 / 3)),
        ("hida red; kai red 1P; izu blue 1P", 3, (0.0, 0.0, -1.0)),
        ("hida red; kai red 1P; izu blue 1P; iga green 1P", 4, (-1 / 3, -1 / 3, -1 / 3, -1.0)),
    ],
)
def test_equal_ones_share_and_the_returns_always_add_up(lands: str, players: int, expected: tuple[float, ...]) -> None:
    options = f"players={players} rounds=3"
    lands = lands if players == 3 else f"{lands}; sado gold"
    armies = "red1@hida 1B" if players == 3 else "red1@hida 1B; gold1@sado 1B"
    t = war("end-round war=-1 round=3", armies, lands, options=options)
    assert GAME.actor(t.s) == DONE
    assert GAME.returns(t.s) == pytest.approx(expected)
    assert sum(expected) == pytest.approx(GAME.sum_of_returns(t.s.options))
