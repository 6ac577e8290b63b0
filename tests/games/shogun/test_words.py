"""Orders in words, positions by hand, sentences, faces of dice, and bad input refused in one line."""

from __future__ import annotations

import pytest

import gunbai
from gunbai.core.errors import BadNotation, GunbaiError, IllegalAction
from gunbai.games.shogun import state as st
from gunbai.games.shogun.data import COMBAT_VALUES
from gunbai.games.shogun.rules import GAME
from gunbai.games.shogun.telling import faces
from tests.games.shogun.table import Table, war


def test_an_armys_whole_order() -> None:
    t = war("move-begin", "red2@shinano 2P hole=6", "shinano red; kozuke red 1P; echigo red 2P; etchu red 1P")
    order = "army 2: Shinano – Kozuke – Echigo – Etchu, leaves 1 spearman, picks up 1 spearman at Echigo"
    texts = [GAME.action_text(a) for a in GAME.expand(t.s, order)]
    assert texts == [
        "move 2 kozuke", "leave spearman", "done", "move 2 echigo", "pick 2 spearman", "move 2 etchu",
    ]  # fmt: skip
    assert t.do(order).army("red2") == "etchu 2P"


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("army 2: Shinano - Kozuke, dances", "not understood"),
        ("army 2: Shinano - Atlantis", "no province 'atlantis'"),
        ("army 2: Shinano - Kozuke, leaves some", "not a number of units"),
        ("army 2: Shinano - Kozuke, leaves 1 spearman at Izu", "nothing at izu"),
        ("plan swords", "a plan is written"),
        ("", "an order is missing"),
        ("sing", "not an action"),
    ],
)
def test_orders_that_are_none(order: str, reason: str) -> None:
    t = war("move-begin", "red2@shinano 2P hole=6", "shinano red; kozuke red 1P; echigo red 2P")
    before = t.s.key()
    with pytest.raises(BadNotation, match=reason) as refused:
        GAME.expand(t.s, order)
    assert "\n" not in str(refused.value)
    assert t.s.key() == before


def test_an_order_is_played_whole_or_not_at_all() -> None:
    t = war("move-begin", "red2@shinano 2P hole=6", "shinano red; kozuke red 1P; echigo blue 2P")
    match = gunbai.from_position("shogun", GAME.position_text(t.s))
    with pytest.raises(IllegalAction, match="not friendly"):
        match.play("army 2: Shinano - Kozuke - Echigo")
    assert match.record.steps == []


def _came(t: Table, orders: list[str]) -> list[str]:
    """What came of these orders besides themselves, as a spectator heard it."""
    told = []
    for order in orders:
        before = GAME.view(t.s, -1)
        t.do(order)
        told += [str(each) for each in GAME.aftermath(before, GAME.parse_action(order), GAME.view(t.s, -1))]
    return told


@pytest.mark.parametrize(
    ("armies", "lands", "orders", "came"),
    [
        ("red1@hida 4B aim=etchu", "hida red; etchu blue 2P", ["fight army 1", "hits 2"],
         ["the defender loses 2 spearmen", "Red drives Blue out of Etchu"]),
        ("red1@hida 4B aim=etchu", "hida red; etchu blue 1P castle bonus=1", ["fight army 1", "hits 2"],
         ["one bonus defender falls", "the defender loses one spearman",
          "Red drives Blue out of Etchu and its castle"]),
        # An army goes down with its daimyo; Blue has another.
        ("red1@hida 4B aim=etchu; blue2@etchu; blue1@oki 1P", "hida red; etchu blue; oki blue",
         ["fight army 1", "hits 1"],
         ["Red drives Blue out of Etchu", "Blue's army 2 is lost"]),
        # Both perish: nobody has driven anybody out (RULES §11.15).
        ("red1@hida 1P", "hida red; mino red 1B aim=owari; owari blue 1B fortress bonus=0",
         ["fight mino", "hits 1", "hits 1"],
         ["the attacker loses one bowman", "the defender loses one bowman", "Red loses Mino",
          "Blue loses Owari and its fortress"]),
        # A ninja's blade empties a province as well.
        ("red1@hida 1P; blue1@etchu; blue2@oki 1P", "hida red; etchu blue; oki blue", ["strike blue army 1", "die 3"],
         ["Blue loses Etchu", "Blue's army 1 is lost"]),
        # A clan that is out has an heir; the province it fought for is nobody's (RULES §14.2).
        ("red1@hida 4B aim=etchu; blue1@etchu", "hida red; etchu blue; kai blue 3P castle; izu blue 5P",
         ["fight army 1", "hits 1"],
         ["Red drives Blue out of Etchu", "Blue's army 1 is lost", "Blue is out: Red takes over 2 of its provinces"]),
    ],
)  # fmt: skip
def test_what_fell_and_who_was_lost_is_told(armies: str, lands: str, orders: list[str], came: list[str]) -> None:
    stage = "offer resume=combat ninja=red" if "strike" in orders[0] else "combat"
    assert _came(war(stage, armies, lands), orders) == came


def test_who_moves_into_an_empty_province_takes_it() -> None:
    t = war("final-begin", "red1@hida 2P", "hida red 1P; mino red 1P; owari red 2P")
    assert _came(t, ["move 1 etchu"]) == ["Red takes Etchu"]
    # In set-up provinces change hands without a word.
    assert _came(Table(players=3), ["deal kai"]) == []


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        ("shogun | stage=plan", "five parts"),
        ("chess | stage=plan | | |", "begins with 'shogun'"),
        ("shogun players=9 | stage=plan | | |", "options"),
        ("shogun | stage=lunch | | |", "no stage 'lunch'"),
        ("shogun | round=1 | | |", "stage is missing"),
        ("shogun | stage=plan | mauve koku=3 | |", "no clan 'mauve'"),
        ("shogun | stage=plan | | | hida red 6P", "at most 5"),
        ("shogun | stage=plan | | | hida red", "at least one unit"),
        ("shogun | stage=plan | | red1@hida 5B | hida red", "4 samurai"),
        ("shogun | stage=plan | | red1@hida 1B | hida blue 1P", "own clan"),
        ("shogun | stage=plan | | | hida red 1P; hida red 1P", "each province once"),
        ("shogun | stage=plan | | | atlantis red 1P", "no province 'atlantis'"),
        ("shogun | stage=plan | red koku=many | | hida red 1P", "not a number"),
        ("shogun map=tiny players=3 | stage=plan | | | hida red 1P", "on this map"),
        ("shogun | stage=roll att_from=hida | | red1@hida 1B | hida red", "counters do not fit"),
        ("shogun | stage=plan turn=7 | | red1@hida 1B | hida red", "no clan '7'"),
        ("shogun | stage=offer | | red1@hida 1B | hida red", "resume is needed"),
    ],
)
def test_positions_that_are_none(broken: str, reason: str) -> None:
    with pytest.raises(GunbaiError, match=reason) as refused:
        GAME.parse_position(broken)
    assert "\n" not in str(refused.value)


def test_a_position_in_the_middle_of_a_battle_goes_out_and_comes_back() -> None:
    t = war("combat", "red1@hida 4B2P aim=etchu; blue1@etchu 2P1R", "hida red; etchu blue 2P castle").do("fight army 1")
    t.roll(3)
    text = GAME.position_text(t.s)
    assert "hits_on_defender=3" in text or "to_lose" in text or "bonus=1" in text
    again = Table(text)
    assert again.s.key() == t.s.key()
    assert again.legal == t.legal


def test_prompts_and_sentences() -> None:
    t = war("combat", "red1@hida 4B aim=etchu", "hida red; etchu blue 1P").do("fight army 1")
    assert GAME.prompt(GAME.view(t.s, 0)) == "Round 2. Battle for Etchu, step 1: the attacker rolls 4 dice for bowmen."
    told = GAME.tell(GAME.view(t.s, 1), [int(GAME.parse_action("hits 2"))])
    assert told == "The attacker rolls 4 dice for bowmen that hit up to 6 (9 2 1 11): 2 hits."


def test_faces_show_the_recorded_hits() -> None:
    for roll, value in enumerate(COMBAT_VALUES):
        for dice in range(13):
            for hits in range(dice + 1):
                shown = faces(roll, dice, hits, salt=hits)
                assert len(shown) == dice
                assert sum(face <= value for face in shown) == hits
                assert all(1 <= face <= 12 for face in shown)
    assert faces(0, 6, 3, salt=5) == faces(0, 6, 3, salt=5)


def test_the_spectator_sees_no_secret_number() -> None:
    clans = "red sword=1 veiled=2; blue sword=2; green sword=3"
    t = war("move-begin", "red1@hida 3P", "hida red 3P hidden=2; mino red 3P", clans)
    assert "hidden=2" in GAME.position_text(t.s)
    assert "hidden=2" in GAME.view_text(GAME.view(t.s, 0))
    for seat in (1, 2, -3):
        line = GAME.view_text(GAME.view(t.s, seat))
        assert "hidden=2" not in line
        assert "hidden=?" in line
        assert GAME.view(t.s, seat).data()["clans"]["red"]["veiled_ronin"] == 2  # type: ignore[index]


def test_resampled_ronin_respect_the_limits() -> None:
    from gunbai.core.rng import Rng

    clans = "red sword=1 veiled=6; blue sword=2; green sword=3"
    t = war("move-begin", "red1@hida 3P", "hida red 3P hidden=4; mino red 2P hidden=1; kai red 1P", clans)
    seen = set()
    for seed in range(40):
        world = GAME.resample(GAME.view(t.s, 1), Rng(seed))
        assert isinstance(world, st.ShogunState)
        table = Table(GAME.position_text(world))
        spread = tuple(table.land(p, int(st.HIDDEN)) for p in ("hida", "mino", "kai"))
        assert spread[0] <= 5
        assert spread[1] <= 1
        assert spread[2] == 0
        seen.add(spread)
    assert len(seen) > 3
