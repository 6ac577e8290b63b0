"""Actions 1 to 6: plans, the spy, swords, building, levies, ronin, the bid for the ninja (RULES §4 to §8.2)."""

from __future__ import annotations

import pytest

from gunbai.core.errors import IllegalAction
from gunbai.games.shogun import hiring
from gunbai.games.shogun import state as st
from gunbai.games.shogun.data import PROVINCE_NUMBER
from gunbai.games.shogun.rules import GAME
from tests.games.shogun.table import Table, war

rule = pytest.mark.rule

THREE = "red1@hida 1B; blue1@kai 1B; green1@izu 1B | hida red 4P; kai blue 4P; izu green 4P; mino red 1P"


def planning(
    clans: str = "red koku=5; blue koku=5; green koku=5", moment: str = "", options: str = "players=3"
) -> Table:
    return Table(f"shogun {options} | stage=plan round=2 {moment} | {clans} | {THREE}")


def five(bids: tuple[int, ...]) -> Table:
    homes = ("hida", "kai", "izu", "oki", "sado")
    names = ("red", "blue", "green", "gold", "violet")
    armies = "; ".join(f"{c}1@{p} 1B" for c, p in zip(names, homes, strict=True))
    lands = "; ".join(f"{p} {c} 1P" for c, p in zip(names, homes, strict=True))
    clans = "; ".join(f"{c} koku=4" for c in names)
    t = Table(f"shogun players=5 | stage=plan round=2 | {clans} | {armies} | {lands}")
    for c, bid in zip(names, bids, strict=True):
        t.do(f"{c}: plan swords {bid} ninja {4 - bid}")
    return t


@rule("4.1", "4.2")
def test_all_koku_are_planned_and_the_build_bin_takes_two_or_none() -> None:
    t = planning()
    with pytest.raises(IllegalAction, match=r"5 koku left.*4\.1"):
        t.do("bin swords 6")
    t.do("bin swords 1")
    with pytest.raises(IllegalAction, match=r"2 koku or none.*4\.2"):
        t.do("bin build 1")
    t.do("bin build 2", "bin levy 0", "bin ronin 0")
    with pytest.raises(IllegalAction, match=r"held back.*4\.1"):
        t.do("bin ninja 1")
    assert t.legal == ["bin ninja 2"]


@rule("4.3", "4.4")
def test_plans_are_sealed_until_all_have_planned() -> None:
    t = planning()
    t.do("blue: plan levy 5")
    assert list(GAME.pending(t.s)) == [0, 2]
    seen = GAME.view(t.s, 0).data()["clans"]
    assert isinstance(seen, dict)
    assert seen["blue"]["bins"] is None
    assert seen["blue"]["koku"] == 5
    t.do("green: plan swords 5", "red: plan ninja 5")
    seen = GAME.view(t.s, 0).data()["clans"]
    assert isinstance(seen, dict)
    assert seen["blue"]["bins"]["levy"] == 5


@rule("4.5", "8.2")
def test_the_spy_plans_last_and_sees_one_plan() -> None:
    t = planning(moment="ninja=green spy_by=green", clans="red koku=5; blue koku=5; green koku=5 sealed")
    assert list(GAME.pending(t.s)) == [0, 1]
    t.do("red: plan levy 5", "blue: plan swords 3 ronin 2")
    assert (t.stage, t.who) == ("spy", "green")
    assert t.legal == ["spy on red", "spy on blue", "no spy"]
    t.do("spy on blue")
    for seat, known in ((2, True), (0, False)):
        seen = GAME.view(t.s, seat).data()["clans"]
        assert isinstance(seen, dict)
        assert (seen["blue"]["bins"] is not None) == known
    seen = GAME.view(t.s, 2).data()["clans"]
    assert isinstance(seen, dict)
    assert seen["red"]["bins"] is None
    assert t.s.ninja == -1
    t.do("green: plan swords 4 levy 1")
    assert (t.stage, t.who) == ("take", "green")


@rule("5.2", "5.3", "5.4")
def test_tied_bidders_who_differ_are_served_and_who_clash_draw_lots() -> None:
    t = five((2, 2, 1, 0, 0))
    assert t.stage == "wishes"
    assert list(GAME.pending(t.s)) == [0, 1]
    t.do("red: wish sword 1", "blue: wish sword 5")
    assert (t.clan("red", st.SWORD_HELD), t.clan("blue", st.SWORD_HELD)) == (1, 5)
    assert t.starting("take") == ["take sword 2", "take sword 3", "take sword 4"]
    t = five((2, 2, 1, 0, 0))
    t.do("red: wish sword 1", "blue: wish sword 1")
    assert t.legal == ["first red", "first blue"]
    t.do("first blue", "take sword 1", "red: take sword 2")
    assert t.legal == ["take sword 3", "take sword 4", "take sword 5"]
    t.do("green: take sword 4")
    assert (t.stage, t.legal) == ("draw", ["draw sword 3", "draw sword 5"])
    t.do("draw sword 5", "draw sword 3")
    assert [t.clan(c, st.SWORD_HELD) for c in ("gold", "violet")] == [5, 3]


@rule("5.1", "5.5")
def test_there_are_as_many_swords_as_clans() -> None:
    t = planning()
    t.do("red: plan swords 5", "blue: plan levy 5", "green: plan levy 5")
    with pytest.raises(IllegalAction, match=r"no sword 4.*5\.1"):
        t.do("take sword 4")
    t.do("take sword 3")
    assert t.clan("red", st.KOKU) == 0
    t = Table("shogun players=3 | stage=swords round=2 bins_open=1 | red bins=2,0,0,0,0; blue; green out | "
              "red1@hida 1B; blue1@kai 1B | hida red; kai blue")  # fmt: skip
    assert t.legal == ["take sword 1", "take sword 2"]


def building(castles: str, moment: str = "") -> Table:
    clans = "red bins=0,2,0,0,0 sword=1; blue bins=0,2,0,0,0 sword=2; green bins=0,2,0,0,0 sword=3"
    lands = THREE.replace("hida red 4P", f"hida red 4P {castles}")
    return Table(f"shogun players=3 | stage=build round=2 bins_open=1 {moment} | {clans} | {lands}")


@rule("6.1", "6.2", "6.3")
def test_all_build_at_once_one_castle_or_one_fortress() -> None:
    t = building("castle")
    assert list(GAME.pending(t.s)) == [0, 1, 2]
    with pytest.raises(IllegalAction, match=r"has a castle already.*6\.1"):
        t.do("castle hida")
    with pytest.raises(IllegalAction, match=r"needs a castle.*6\.2"):
        t.do("fortress mino")
    with pytest.raises(IllegalAction, match=r"not yours.*6\.1"):
        t.do("castle kai")
    t.do("red: fortress hida")
    assert t.land("hida", st.CASTLE) == 1
    t.do("blue: castle kai", "green: castle izu")
    assert [t.land(p, st.CASTLE) for p in ("hida", "kai", "izu")] == [2, 1, 1]
    assert (t.s.castles, t.s.bases) == (7, 4)


@rule("6.4")
def test_with_too_few_castles_the_order_of_swords_decides() -> None:
    t = building("", "castles=1 bases=0")
    assert list(GAME.pending(t.s)) == [0]
    t.do("castle mino")
    assert t.stage != "build"
    assert t.s.castles == 0
    assert t.clan("blue", st.BUILD) == 0
    # Two castles for three builders: in turn order. Three, and one base for the only one with a castle: all at once.
    assert list(GAME.pending(building("", "castles=2 bases=0").s)) == [0]
    assert list(GAME.pending(building("", "castles=3 bases=0").s)) == [0, 1, 2]
    assert list(GAME.pending(building("castle", "castles=3 bases=1").s)) == [0, 1, 2]
    assert list(GAME.pending(building("castle", "castles=0 bases=1").s)) == [0]


@rule("6.5")
def test_a_castle_in_an_empty_province_waits_for_the_next_owner() -> None:
    t = war("final-begin", "red1@hida 2P", "hida red; kaga - castle")
    t.do("army 1: Hida - Kaga")
    assert t.owner("kaga") == "red"
    assert t.land("kaga", st.CASTLE) == 1


def levying(koku: int, army: str = "red1@hida 1B", tray: str = "", lands: str = "hida red 4P; mino red 1P") -> Table:
    clans = f"red bins=0,0,{koku},0,0 sword=1 {tray}; blue sword=2; green sword=3"
    return Table(f"shogun players=3 | stage=levy round=2 bins_open=1 | {clans} | {army}; blue1@kai 1B; green1@izu 1B | "
                 f"{lands}; kai blue 4P; izu green 4P; owari red 1P; ise red 1P; iga red 1P; omi red 1P")  # fmt: skip


@rule("7.2", "7.6")
def test_prices_and_mixes() -> None:
    t = levying(2).do("levy swordsman hida, gunner mino, spearman owari, spearman ise")
    assert (t.force("hida"), t.force("mino"), t.force("owari")) == ("1S4P", "1G1P", "2P")
    t = levying(1).do("levy next", "levy swordsman hida", "levy next")
    assert t.starting("levy gunner")
    t.do("levy gunner mino", "levy next")
    assert t.legal == ["levy none"]
    t = levying(1).do("levy bowman hida")
    assert t.legal == ["levy next"]


@rule("7.3", "7.4", "7.5", "2.4")
def test_limits_of_a_levy() -> None:
    t = levying(3, lands="hida red 5P; mino red 1P")
    with pytest.raises(IllegalAction, match=r"force of Hida is full.*7\.5"):
        t.do("levy bowman hida")
    t.do("levy bowman hida army")
    with pytest.raises(IllegalAction, match=r"one levied unit.*7\.3"):
        t.do("levy bowman hida army")
    with pytest.raises(IllegalAction, match=r"not yours.*7\.3"):
        t.do("levy bowman kai")
    t = levying(3, army="red1@hida 4B")
    with pytest.raises(IllegalAction, match=r"no square left for a bowman.*2\.4"):
        t.do("levy bowman hida army")
    t = levying(3, tray="tray=0,9,9,36")
    with pytest.raises(IllegalAction, match=r"no bowman is left.*7\.4"):
        t.do("levy bowman hida")


@rule("7.3")
def test_eight_provinces_take_eight_units_at_most() -> None:
    t = levying(9, lands="hida red 4P; mino red 1P; izumo red 1P; iwami red 1P")
    assert t.provinces("red") == 8
    t.do("levy next", "levy next", "levy next")
    for left in range(8, 0, -1):
        places = t.starting("levy spearman")
        assert len({text.split()[2] for text in places}) == left
        t.do(places[0])
    # The eighth choice of units was the last of all.
    assert t.stage != "levy"


@rule("7.9")
@pytest.mark.parametrize(
    ("army", "force", "room"), [("4B5P", "", 9), ("", "5P", 4), ("4B6P", "3P", 12), ("", "1P", 0), ("0P", "1P", 0)]
)
def test_ronin_limits_of_the_rulebook(army: str, force: str, room: int) -> None:
    armies = f"red1@hida {army}; " if army else "red1@mino 1P; "
    lands = f"hida red {force}; " + ("" if army else "mino red; ") + "kai blue; izu green"
    t = Table(f"shogun players=3 | stage=plan round=2 | | {armies}blue1@kai 1B; green1@izu 1B | {lands}")
    assert hiring.ronin_room(t.s, PROVINCE_NUMBER["hida"]) == room


@rule("7.1")
def test_levies_are_seen_when_all_have_levied() -> None:
    clans = "red bins=0,0,1,0,0 sword=1; blue bins=0,0,1,0,0 sword=2; green sword=3"
    t = Table(f"shogun players=3 | stage=levy round=2 bins_open=1 | {clans} | {THREE}")
    t.do("red: levy next", "levy next", "levy next", "levy spearman mino", "levy none")
    assert t.force("mino") == "1P"
    assert GAME.view(t.s, 1).data()["provinces"]["mino"]["levy"] is None  # type: ignore[index]
    t.do("blue: levy next", "levy next", "levy next", "levy none")
    assert t.force("mino") == "2P"


@rule("7.7", "7.8", "7.9", "7.10")
def test_ronin_limits_and_shortage() -> None:
    clans = "red bins=0,0,0,9,0 sword=2; blue bins=0,0,0,9,0 sword=1; green sword=3"
    armies = "red1@hida 4B6P; blue1@kai 4S7P; green1@izu 1B"
    lands = "hida red; mino red 5P; kai blue 3P; izu green 1P"
    t = Table(f"shogun players=3 | stage=hire round=2 bins_open=1 | {clans} | {armies} | {lands}")
    assert (t.clan("blue", st.VEILED), t.clan("red", st.VEILED), t.s.pool) == (18, 8, 0)
    assert t.clan("blue", st.QUOTA) == 11 + 2
    t.do("red: ronin mino 4, hida 4")
    assert (t.land("hida", st.HIDDEN), t.land("mino", st.HIDDEN)) == (4, 4)
    assert t.force("mino") == "5P"
    t = Table(f"shogun players=3 | stage=hire round=2 bins_open=1 | {clans} | {armies} | {lands}")
    t.do(*["red: ronin hida"] * 8)
    assert t.land("hida", st.HIDDEN) == 8
    t = Table(f"shogun players=3 | stage=hire round=2 bins_open=1 | {clans} | {armies} | {lands}")
    t.do(*["red: ronin mino"] * 4)
    with pytest.raises(IllegalAction, match=r"no more ronin.*7\.9"):
        t.do("red: ronin mino")


@rule("7.8")
def test_the_number_of_steps_tells_nothing_about_where_ronin_are() -> None:
    clans = "red bins=0,0,0,2,0 sword=1; blue sword=2; green sword=3"
    for orders in (["ronin hida"] * 4, ["ronin hida", "ronin none", "ronin none", "ronin none"]):
        t = Table(f"shogun players=3 | stage=hire round=2 bins_open=1 | {clans} | red1@hida 4B1P; blue1@kai 1B; "
                  "green1@izu 1B | hida red; kai blue; izu green")  # fmt: skip
        looks = []
        for order in orders:
            looks.append((int(GAME.seen_as(t.s, GAME.parse_action(order), 1)), str(GAME.view(t.s, 1).data())))
            t.do(order)
        assert len(looks) == 4
        assert len({seen for seen, _ in looks}) == 1
        assert str(GAME.view(t.s, 1).data()["provinces"]).count("'hidden_ronin': None") == 1


@rule("8.1")
def test_a_tie_for_the_ninja_hires_nobody() -> None:
    t = planning()
    t.do("red: plan ninja 5", "blue: plan ninja 5", "green: plan ninja 4 swords 1", "take sword 1")
    t.do("draw sword 2", "draw sword 3")
    assert t.s.ninja == -1
