"""Phases A, B and D: armies, garrisons, ronin on the way, declarations, forces (RULES §9, §10, §13)."""

from __future__ import annotations

import pytest

from gunbai.core.errors import IllegalAction
from gunbai.games.shogun import state as st
from gunbai.games.shogun.data import PROVINCE_IDS
from gunbai.games.shogun.rules import GAME
from tests.games.shogun.table import war

rule = pytest.mark.rule

VEILED = "red sword=1 veiled={}; blue sword=2; green sword=3"


@rule("9.1", "9.2", "9.3", "2.3", "2.6")
def test_an_army_moves_as_far_as_its_level_through_friendly_provinces() -> None:
    t = war(
        "move-begin", "red1@hida 2P hole=3", "hida red 1P; mino red 1P; owari red 1P; ise red 1P; kaga -; etchu blue 1P"
    )
    assert t.starting("move 1") == ["move 1 mino"]
    with pytest.raises(IllegalAction, match=r"is empty.*9\.3"):
        t.do("move 1 kaga")
    with pytest.raises(IllegalAction, match=r"not friendly.*9\.3"):
        t.do("move 1 etchu")
    with pytest.raises(IllegalAction, match=r"not adjacent.*1\.4"):
        t.do("move 1 owari")
    t.do("army 1: Hida – Mino – Owari")
    assert t.army("red1") == "owari 2P"
    with pytest.raises(IllegalAction, match=r"finished its movement.*9\.3"):
        t.do("move 1 ise")
    t.do("done")
    assert t.stage == "declare"


@rule("9.4", "9.5", "2.5")
def test_armies_swap_places_but_never_stay_together() -> None:
    lands = "hida red 1P; mino red 1P"
    t = war("move-begin", "red1@hida 1P; red2@mino 2P", lands)
    t.do("move 1 mino")
    assert t.legal == ["move 2 hida", "pick 1 spearman", "pick 2 spearman"]
    with pytest.raises(IllegalAction, match=r"two armies.*9\.4"):
        t.do("done")
    t.do("move 2 hida", "done")
    assert (t.army("red1"), t.army("red2")) == ("mino 1P", "hida 2P")
    t = war("move-begin", "red1@hida 1P; red2@mino 2P", lands).do("move 2 hida")
    assert t.starting("move") == ["move 1 mino"]
    t = war("move-begin", "red1@hida 1P; red2@mino 2P struck", lands)
    assert not t.starting("move")
    # A level-2 army passes through.
    t = war("move-begin", "red1@hida 1P hole=3; red2@mino 2P struck", lands + "; owari red 1P")
    t.do("army 1: Hida – Mino – Owari", "done")
    assert t.army("red1") == "owari 1P"


@rule("9.5", "9.6")
@pytest.mark.parametrize("stage", ["move-begin", "final-begin"])
def test_armies_that_change_places_pick_up_units_on_the_way(stage: str) -> None:
    lands = "iyo red 1G; sanuki red; bungo blue 1P; awaji blue 1P; tosa blue 1P; awa_shikoku blue 1P"
    t = war(stage, "red1@iyo; red2@sanuki 1P", lands)
    t.do("army 2: Sanuki – Iyo", "pick 1 gunner", "move 1 sanuki")
    assert (t.army("red1"), t.army("red2")) == ("sanuki 1G", "iyo")
    assert (t.force("sanuki"), t.force("iyo")) == ("1P", "")
    # The army that comes in may take them as well, and so may one that only passes through.
    t = war(stage, "red1@iyo; red2@sanuki 1P", lands).do("army 2: Sanuki – Iyo", "pick 2 gunner")
    assert t.legal == ["move 1 sanuki"]
    t = war(stage, "red1@iyo 1P struck; red2@sanuki 1P hole=3", lands)
    t.do("army 2: Sanuki – Iyo", "pick 2 gunner", "move 2 sanuki")
    assert (t.army("red2"), t.force("iyo")) == ("sanuki 1G", "")


@rule("9.4")
def test_an_army_may_halt_let_another_go_and_move_on() -> None:
    lands = "hida red 1P; mino red 1P; owari red 1P; ise red 1P"
    t = war("move-begin", "red1@hida 1P hole=3; red2@ise 1P; red3@sado", lands + "; sado red")
    t.do("move 1 mino", "move 2 owari")
    with pytest.raises(IllegalAction, match=r"finished its movement.*9\.3"):
        t.do("move 2 mino")
    assert "move 1 owari" not in t.legal
    t.do("move 1 hida", "done")
    assert (t.army("red1"), t.army("red2")) == ("hida 1P", "owari 1P")
    # In final movement the second army may hold what the first has conquered and leaves again.
    t = war("final-begin", "red1@hida hole=3; red2@mino 1P", "hida red 1P; mino red 1P; echizen -; kaga blue 1P")
    t.do("move 1 echizen", "move 2 echizen")
    assert "done" not in t.legal
    t.do("move 1 wakasa")
    assert (t.owner("echizen"), t.owner("wakasa")) == ("red", "red")


@rule("9.7", "7.10")
def test_a_garrison_stays_where_nobody_else_does() -> None:
    lands = "hida red; mino red 1P"
    t = war("move-begin", "red1@hida 1B1S6P", lands).do("move 1 mino")
    assert t.legal == ["leave bowman", "leave swordsman", "leave spearman"]
    t.do(*["leave spearman"] * 5)
    assert t.legal == ["done"]
    t.do("done")
    assert (t.force("hida"), t.army("red1")) == ("5P", "mino 1B1S1P")
    t = war("move-begin", "red1@hida", lands)
    with pytest.raises(IllegalAction, match=r"leave Hida empty.*9\.7"):
        t.do("move 1 mino")
    t = war("move-begin", "red1@hida 1P1R", lands)
    with pytest.raises(IllegalAction, match=r"too many ronin.*9\.10"):
        t.do("move 1 mino")
    t = war("move-begin", "red1@hida 1P", "hida red 1P; mino red 1P").do("move 1 mino")
    assert t.stage == "move"


@rule("9.6", "13.3")
def test_a_unit_that_was_left_here_in_this_phase_is_not_picked_up_again() -> None:
    t = war("final-begin", "red1@hida 1P", "hida red 1P; mino red 2P came=0,0,0,1,0")
    t.do("move 1 mino")
    assert [text for text in t.legal if text.startswith("pick ")] == ["pick 1 spearman"]
    t.do("pick 1 spearman")
    assert not [text for text in t.legal if text.startswith("pick ")]


@rule("9.6", "9.8", "2.4")
def test_picking_up_units_and_their_ronin() -> None:
    t = war("move-begin", "red1@hida 3B1S", "hida red 1B2P1R")
    with pytest.raises(IllegalAction, match=r"no square left for a bowman.*2\.4"):
        t.do("pick 1 bowman")
    t.do("pick 1 spearman")
    assert t.force("hida") == "1B1P1R"
    t.do("pick 1 spearman")
    assert (t.force("hida"), t.army("red1")) == ("1B", "hida 3B1S2P1R")
    # One unit and the ronin would be left alone: he goes along.
    t = war("move-begin", "red1@hida", "hida red 2P1R").do("pick 1 spearman")
    assert (t.force("hida"), t.army("red1")) == ("1P", "hida 1P1R")


@rule("9.9", "9.10", "7.11")
def test_hidden_ronin_go_along_or_need_a_troop_that_stays() -> None:
    lands = "hida red 3P hidden=4; mino red 1P"
    t = war("move-begin", "red1@hida 4P", lands, VEILED.format(4)).do("move 1 mino")
    # The force of three leads two of the four.
    assert t.legal == ["along 2", "along 3", "along 4"]
    t.do("along 3", "done")
    assert (t.army("red1"), t.land("hida", st.HIDDEN), t.clan("red", st.VEILED)) == ("mino 4P3R", 1, 1)
    t = war("move-begin", "red1@hida 1P; red2@sado 4P", "hida red hidden=1; mino red 1P; sado red 1P", VEILED.format(1))
    assert "move 1 mino" not in t.legal
    t = war("move-begin", "red1@hida 3P; red2@echizen 4P", "hida red hidden=1; mino red 1P; echizen red 1P",
            VEILED.format(1))  # fmt: skip
    t.do("move 1 mino", "leave spearman", "done", "along 0")
    # The phase does not end before an army has come for them.
    assert "move 2 hida" in t.legal
    assert "move 2 kaga" not in t.legal
    assert "done" not in t.legal
    t.do("move 2 hida", "along 0", "done")
    assert t.land("hida", st.HIDDEN) == 1
    t = war("move-begin", "red1@hida 3P; red2@echizen 4P struck", "hida red hidden=2; mino red 1P; echizen red 1P",
            VEILED.format(2)).do("move 1 mino", "leave spearman")  # fmt: skip
    # A level-1 army cannot come back: one spearman leads none of them, two would lead one.
    assert t.legal == ["leave spearman", "done"]
    t.do("done")
    assert t.legal == ["along 2"]


@rule("9.10", "9.3")
def test_an_army_may_come_back_to_its_hidden_ronin() -> None:
    # The way of Gray's third army in the rulebook's long example, had Pink not come first.
    lands = "hida red 1P fortress hidden=4; echizen red 2P; mino red 2P; kaga blue 1P"
    t = war("move-begin", "red1@hida 1B1S2G hole=6; red2@sado 1P", lands + "; sado red", VEILED.format(4))
    t.do("army 1: Hida – Echizen, picks up 1 spearman at Echizen")
    assert "done" not in t.legal
    with pytest.raises(IllegalAction, match=r"hidden ronin need a troop.*9\.4"):
        t.do("done")
    t.do("army 1: Echizen – Mino – Hida, picks up 1 spearman at Mino", "done")
    assert (t.army("red1"), t.land("hida", st.HIDDEN)) == ("hida 1B1S2G2P", 4)
    # With a level less it would not be back in time: three must go along, the force leads none.
    t = war("move-begin", "red1@hida 1B1S2G", lands, VEILED.format(4)).do("move 1 echizen")
    assert t.legal == ["along 4"]


@rule("9.10", "9.4", "9.6")
def test_a_relief_is_never_cut_off() -> None:
    lands = "tosa red hidden=1; iyo red 1P; sanuki red 1P"
    t = war("move-begin", "red2@iyo 1P; red3@tosa 1P hole=3", lands, VEILED.format(1))
    t.do("move 3 iyo", "leave spearman", "done", "along 0")
    # Either army may go for them: a daimyo alone takes in the spearman of Tosa and leads one ronin with him.
    assert t.legal == [
        "move 2 sanuki",
        "move 2 tosa",
        "move 3 sanuki",
        "move 3 tosa",
        "pick 2 spearman",
        "pick 3 spearman",
    ]
    t.do("move 2 sanuki", "along 0")
    # Now only the third can still come, and so it must.
    assert t.starting("move") == ["move 3 tosa"]
    t.do("move 3 tosa", "along 0")
    assert t.legal == ["pick 2 spearman", "pick 3 spearman"]
    t.do("pick 3 spearman", "done")
    assert (t.army("red3"), t.land("tosa", st.HIDDEN)) == ("tosa 1P", 1)


@rule("9.10", "9.5")
def test_two_armies_change_places_over_their_hidden_ronin() -> None:
    lands = "hida red 1P hidden=2; mino red 1P hidden=2"
    t = war("move-begin", "red1@hida 2P; red2@mino 2P", lands, VEILED.format(4))
    t.do("move 1 mino", "along 0", "move 2 hida", "along 0", "done")
    assert (t.army("red1"), t.army("red2")) == ("mino 2P", "hida 2P")
    assert (t.land("hida", st.HIDDEN), t.land("mino", st.HIDDEN)) == (2, 2)


@rule("10.1", "10.2", "10.3")
def test_each_troop_declares_once_against_a_neighbour() -> None:
    t = war("declare", "red1@hida 1P", "hida red 2P; etchu blue 1P; kaga -; mino red 1P")
    assert [a for a in t.legal if "etchu" in a] == ["declare army 1 etchu", "declare hida etchu"]
    t.do("declare army 1 etchu")
    with pytest.raises(IllegalAction, match=r"declares once.*10\.2"):
        t.do("declare army 1 kaga")
    with pytest.raises(IllegalAction, match=r"not an enemy.*10\.1"):
        t.do("declare hida mino")
    t.do("declare hida etchu", "done")
    assert t.legal == ["fight army 1", "fight hida"]
    assert "done" not in t.legal


@rule("10.4", "8.2")
def test_the_first_round_spares_armies_unless_the_option_says_otherwise() -> None:
    lands = "hida red 2P; etchu blue; kaga blue 1P"
    t = war("declare round=1", "red1@hida 1P; blue1@etchu 1P", lands)
    with pytest.raises(IllegalAction, match=r"first round.*10\.4"):
        t.do("declare army 1 etchu")
    t.do("declare army 1 kaga")
    t = war("declare round=1", "red1@hida 1P; blue1@etchu 1P", lands, options="players=3 first_round_bans=off")
    t.do("declare army 1 etchu")


@rule("13.1", "13.2", "14.4")
def test_final_movement_enters_empty_provinces_and_conquers_in_passing() -> None:
    t = war("final-begin", "red1@hida 1S3P hole=3", "hida red 1P; etchu blue 1P")
    t.do("army 1: Hida – Kaga – Noto, leaves 1 spearman at Kaga")
    assert (t.owner("kaga"), t.force("kaga"), t.army("red1")) == ("red", "1P", "noto 1S2P")
    assert t.owner("noto") == "red"


@rule("14.4", "9.10")
def test_nobody_wins_while_hidden_ronin_wait_for_a_troop() -> None:
    taken = ("hida", "mino", "echizen", "wakasa", "oki", "shima", "kaga", "tango", "omi", "tamba")
    others = [p for p in PROVINCE_IDS if p not in taken][:31]
    lands = "; ".join(["hida red hidden=1", "mino red 1P", "echizen red 1P", *(f"{p} red 1P" for p in others)])
    armies = "red1@hida 3S hole=3; red2@mino 3S"
    t = war("final-begin", armies, lands, VEILED.format(1))
    assert t.provinces("red") == 34
    t.do("move 1 echizen", "leave swordsman", "done", "along 0")
    assert "move 2 hida" in t.legal
    assert "move 1 wakasa" not in t.legal
    t.do("move 2 hida", "along 0", "move 1 wakasa", "along 0")
    assert (t.stage, t.owner("wakasa"), t.provinces("red")) == ("over", "red", 35)


@rule("13.3", "13.4")
def test_units_move_once_in_final_movement() -> None:
    t = war("final-begin", "red1@hida 2P hole=3", "hida red 1P; mino red 1P; etchu blue 1P")
    t.do("army 1: Hida – Kaga – Echizen, leaves 1 spearman at Kaga", "done")
    # The garrison of Kaga came with the army; the forces of Hida and Mino hold their provinces alone.
    assert not t.starting("march kaga")
    t = war("march", "red1@hida 1P", "hida red 1P; mino red 3P; kaga -")
    t.do("march mino - hida: 2 spearmen")
    assert t.force("hida") == "3P"
    assert "march hida kaga" in t.legal
    with pytest.raises(IllegalAction, match=r"last unit cannot leave.*9\.7"):
        t.do("march mino hida")
    t.do("march hida kaga")
    # Two of the three in Hida have just come.
    assert t.legal == ["send spearman"]
    t.do("send spearman")
    assert t.legal == ["done"]


@rule("13.4", "13.5", "2.4")
def test_forces_march_into_armies_with_room_and_take_ronin_along() -> None:
    t = war("march", "red1@hida 4B", "hida red; mino red 1B3P1R")
    assert "march mino hida army" in t.legal
    t.do("march mino hida army")
    assert "send bowman" not in t.legal
    t.do("send spearman", "send spearman", "done")
    assert t.legal == ["along 0", "along 1"]
    t.do("along 1")
    assert (t.army("red1"), t.force("mino")) == ("hida 4B2P1R", "1B1P")
    t = war("march", "red1@hida 1B", "hida red 5P; mino red 2P")
    assert "march mino hida" not in t.legal


@rule("13.6", "13.7")
@pytest.mark.parametrize(("owned", "koku"), [(26, 8), (8, 3), (17, 5), (19, 6), (1, 3)])
def test_the_end_of_a_round_sends_ronin_home_and_pays(owned: int, koku: int) -> None:
    free = [p for p in PROVINCE_IDS if p not in ("oki", "shima", "hida")]
    lands = "; ".join(f"{p} red {'3P2R' if i == 0 else '1P'}" for i, p in enumerate(free[: owned - 1]))
    t = war("end-round war=-1", "red1@hida 1B", f"hida red; {lands}", options="players=3 ronin=60")
    assert t.clan("red", st.KOKU) == koku
    assert t.s.pool == 60
    assert t.stage == "plan"
    assert GAME.returns(t.s) == (0.0, 0.0, 0.0)


@rule("8.6", "8.7")
def test_a_disrupted_army_neither_moves_nor_gives_nor_takes() -> None:
    t = war("move-begin", "red1@hida 2P struck; red2@mino 1P", "hida red 2P; mino red 2P; etchu blue 1P")
    assert not t.starting("move 1")
    assert not t.starting("pick 1")
    with pytest.raises(IllegalAction, match=r"disrupted.*8\.6"):
        t.do("move 1 mino")
    t.do("done")
    assert not t.starting("declare army 1")
    t = war("march", "red1@hida 2P struck", "hida red 2P; mino red 3P")
    assert "march mino hida army" not in t.legal
    assert "march mino hida" in t.legal


@rule("15.3", "15.4")
def test_the_two_colours_of_a_player_are_allies_that_keep_apart() -> None:
    armies = "red1@hida 2P; green1@mino 2P; blue1@oki 1P; gold1@sado 1P"
    lands = "hida red 1P; mino green 1P; oki blue; sado gold; etchu blue 1P"
    clans = "red sword=1; blue sword=2; green sword=3; gold sword=4"
    t = war("move-begin", armies, lands, clans, "players=2")
    assert not t.starting("move 1")
    t.do("done")
    assert "declare army 1 etchu" in t.legal
    with pytest.raises(IllegalAction, match=r"not an enemy.*10\.1"):
        t.do("declare army 1 mino")
