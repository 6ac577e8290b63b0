"""Battle odds against hand-made fractions, a die-by-die oracle, and laws any battle obeys."""

from __future__ import annotations

import doctest
import json
import re
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gunbai.core.errors import BadNotation, GunbaiError
from gunbai.games.shogun import odds as odds_module
from gunbai.games.shogun import sides as sides_module
from gunbai.games.shogun.odds import OUTCOMES, BattleOdds, SideOdds, battle_odds
from gunbai.games.shogun.sides import Side, parse_casualties, parse_side
from tests.games.shogun.battle_oracle import Ends, Fighters, Oracle, Orders

EXACT = 1e-12
KIND_OF = {"B": "bowman", "G": "gunner", "D": "daimyo", "S": "swordsman", "R": "ronin", "P": "spearman"}


def oracle_side(text: str) -> Fighters:
    """Reads plain side text without the parser under test."""
    units: list[tuple[str, str]] = []
    for name, kind, full in (("castle", "spearman", 4), ("fortress", "ronin", 5)):
        for number in re.findall(name + r"(=\d+)?", text):
            units += [(kind, "bonus")] * (int(number[1:]) if number else full)
    for troop in re.sub(r"(castle|fortress)(=\d+)?", "", text).split("+"):
        where = "army" if "D1" in troop or "struck" in troop else "force"
        for code, number in re.findall(r"([A-Z])(\d+)", troop):
            units += [(KIND_OF[code], where)] * int(number)
    return tuple(sorted(units))


def oracle_orders(ranged: str, melee: str = "") -> Orders:
    return tuple(tuple(KIND_OF[code] for code in text.split()) for text in (ranged, melee or ranged))  # type: ignore[return-value]


CHEAP = oracle_orders("R P G S B")


def pooled(side: Fighters) -> tuple[tuple[str, int], ...]:
    """A side by kind, bonus units apart, no matter in which troop."""
    return tuple(sorted(Counter("bonus" if troop == "bonus" else kind for kind, troop in side).items()))


def assert_same(odds: BattleOdds, ends: Ends) -> None:
    expected: Counter[object] = Counter()
    for (a, d), p in ends.items():
        expected[pooled(a), pooled(d)] += p  # type: ignore[assignment]
    found: Counter[object] = Counter()
    for end in odds.ends:
        found[pooled(oracle_side(end.attacker)), pooled(oracle_side(end.defender))] += end.probability  # type: ignore[assignment]
    assert found.keys() == expected.keys()
    for place, chance in expected.items():
        assert found[place] == pytest.approx(float(chance), abs=EXACT)
    sums = [
        sum(p for (a, d), p in ends.items() if (bool(a), bool(d)) == left)
        for left in ((True, False), (False, True), (False, False), (True, True))
    ]
    assert [odds.chance(outcome) for outcome in OUTCOMES] == pytest.approx([float(p) for p in sums], abs=EXACT)
    assert_side_adds_up(odds.attacker, [(a, p) for (a, _), p in ends.items()])
    assert_side_adds_up(odds.defender, [(d, p) for (_, d), p in ends.items()])


def assert_side_adds_up(side: SideOdds, left: list[tuple[Fighters, Fraction]]) -> None:
    whole = oracle_side(side.side.text())
    lost: Counter[int] = Counter()
    for remnant, p in left:
        lost[sum(t != "bonus" for _, t in whole) - sum(t != "bonus" for _, t in remnant)] += p  # type: ignore[assignment]
    assert side.losses == pytest.approx([float(lost[n]) for n in range(len(side.losses))], abs=EXACT)
    assert side.expected_losses == pytest.approx(float(sum(n * p for n, p in lost.items())), abs=1e-11)
    for name, chances in side.survivors.items():
        kept: Counter[int] = Counter()
        for remnant, p in left:
            kept[dict(pooled(remnant)).get(name, 0)] += p  # type: ignore[assignment]
        assert chances == pytest.approx([float(kept[n]) for n in range(len(chances))], abs=EXACT)


# -- by hand ---------------------------------------------------------------------------------------


def test_one_spearman_each() -> None:
    # A round: both miss 4/9, only one hits 2/9 each, both hit 1/9; repeated until somebody hits.
    odds = battle_odds("P1", "P1")
    assert odds.attacker_wins == pytest.approx(2 / 5, abs=EXACT)
    assert odds.defender_wins == pytest.approx(2 / 5, abs=EXACT)
    assert odds.both_destroyed == pytest.approx(1 / 5, abs=EXACT)
    assert odds.called_off == 0.0
    assert odds.expected_rounds == pytest.approx(9 / 5, abs=EXACT)
    assert odds.attacker.losses == pytest.approx([2 / 5, 3 / 5], abs=EXACT)


def test_a_bowman_shoots_before_the_spearman_can_answer() -> None:
    # w = 1/2 + 1/2 * 2/3 * w; both cannot fall, for the victim of step 3 never reaches step 6.
    odds = battle_odds("B1", "P1")
    assert odds.attacker_wins == pytest.approx(3 / 4, abs=EXACT)
    assert odds.defender_wins == pytest.approx(1 / 4, abs=EXACT)
    assert odds.both_destroyed == 0.0


def test_bowman_and_gunner_fall_together() -> None:
    # Steps 1 and 2 share one removal: 1/3 only the bowman hits, 1/6 only the gunner, 1/6 both.
    odds = battle_odds("B1", "G1")
    assert odds.attacker_wins == pytest.approx(1 / 2, abs=EXACT)
    assert odds.defender_wins == pytest.approx(1 / 4, abs=EXACT)
    assert odds.both_destroyed == pytest.approx(1 / 4, abs=EXACT)


@pytest.mark.parametrize(("unit", "value"), [("B1", 6), ("G1", 4), ("S1", 5), ("P1", 4), ("D1", 6)])
def test_combat_values(unit: str, value: int) -> None:
    # Swordsmen roll after ranged units and with or before all others, so the one die is always rolled in a round.
    odds = battle_odds("S2", unit, rounds=1)
    assert odds.attacker.losses == pytest.approx([1 - value / 12, value / 12, 0], abs=EXACT)


def test_ronin_roll_like_swordsmen() -> None:
    assert battle_odds("P2 R1", "S2").attacker_wins == pytest.approx(
        battle_odds("P2 S1", "S2", attacker_casualties="S").attacker_wins, abs=EXACT
    )


def test_first_strike_comes_before_an_even_fight() -> None:
    odds = battle_odds("P1", "P1", naval=True)
    assert odds.attacker_wins == pytest.approx(2 / 3 * 2 / 5, abs=EXACT)
    assert odds.defender_wins == pytest.approx(1 / 3 + 2 / 3 * 2 / 5, abs=EXACT)
    assert odds.both_destroyed == pytest.approx(2 / 3 * 1 / 5, abs=EXACT)


@pytest.mark.parametrize("walls", ["castle", "fortress"])
def test_bonus_units_take_no_part_in_the_first_strike(walls: str) -> None:
    # One spearman strikes: a lone bowman survives with 2/3 whatever the walls hold.
    odds, spared = battle_odds("B1", f"P1 {walls}", naval=True), battle_odds("B1", f"P1 {walls}")
    assert odds.attacker_wins == pytest.approx(2 / 3 * spared.attacker_wins, abs=EXACT)


def test_one_round_then_off() -> None:
    odds = battle_odds("P1", "P1", rounds=1)
    assert odds.called_off == pytest.approx(4 / 9, abs=EXACT)
    assert odds.attacker_wins == pytest.approx(2 / 9, abs=EXACT)
    assert odds.expected_rounds == pytest.approx(1, abs=EXACT)


def test_the_first_round_is_fought_whatever_the_threshold() -> None:
    odds = battle_odds("P3", "P1", call_off_at=3)
    assert odds.called_off == pytest.approx(8 / 27, abs=EXACT)  # three misses
    assert odds.expected_rounds == pytest.approx(1, abs=EXACT)


def test_a_lone_daimyo_is_not_risked() -> None:
    # He falls only when both defenders hit in one round (1/9), before anybody else is hit (all miss: 1/3 * 4/9).
    odds = battle_odds("D1 P1", "P2", call_off_at=1)
    assert odds.attacker.daimyo_lost == pytest.approx((1 / 9) / (1 - 4 / 27), abs=EXACT)
    assert {end.attacker for end in odds.ends if end.outcome == "called off"} == {"D1"}


def test_walls_fall_before_people() -> None:
    odds = battle_odds("B3", "P2 castle", rounds=1)
    assert all("castle" not in end.defender or end.defender.startswith("P2") for end in odds.ends)
    assert odds.defender.losses == pytest.approx([1.0, 0.0, 0.0], abs=EXACT)  # three hits never get through four


# -- the rulebook's battles ------------------------------------------------------------------------

# attacker, defender, naval, what the attacker kept; the defender was wiped out in each of them.
FIRST_ROUND = [
    ("D1 B1 S1 G3 P3", "P1", False, "D1 B1 S1 G3 P3"),  # Chikuzen attacks Hizen
    ("S1 P3", "P1", False, "S1 P2"),  # Higo attacks Chikugo
    ("D1 B1 S1 G2", "P1", False, "D1 B1 S1 G2"),  # Awa's army attacks Sanuki, Satsuma's Hyuga
    ("B1 P3", "P1", False, "B1 P2"),  # Awa's force attacks Tosa
    ("B1 P3", "P1", False, "B1 P3"),  # Satsuma's force attacks Osumi
    ("G1 P3", "P3", True, "G1"),  # Nagato invades Buzen
    ("S1 P3", "P1", True, "S1 P2"),  # Bungo invades Iyo
]


@pytest.mark.parametrize(("attacker", "defender", "naval", "kept"), FIRST_ROUND)
def test_battles_of_the_first_round(attacker: str, defender: str, naval: bool, kept: str) -> None:
    odds = battle_odds(attacker, defender, naval=naval)
    ends = Oracle(CHEAP, CHEAP).ends(oracle_side(attacker), oracle_side(defender), naval=naval)
    assert_same(odds, ends)
    as_told = [end.probability for end in odds.ends if (end.attacker, end.defender) == (kept, "")]
    assert len(as_told) == 1
    assert as_told[0] > 0.001


def test_osumi_without_losses() -> None:
    # x = 1/2 + 1/2 * 2/3 * (19/27 + 8/27 * x): the bowman hits, or all is decided by spears that are not answered.
    odds = battle_odds("B1 P3", "P1")
    unharmed = Fraction(1, 2) + Fraction(1, 3) * Fraction(19, 27)
    unharmed /= 1 - Fraction(1, 3) * Fraction(8, 27)
    assert odds.attacker.losses[0] == pytest.approx(float(unharmed), abs=EXACT)


def test_chapter_7_walls_and_ronin_count() -> None:
    # Army 2 against Hida: army 3, one garrison spearman, four hired ronin, five bonus ronin.
    hida = "D1 B2 S2 G4 P4 R4 + P1"
    attack = "D1 B2 S2 G5 P5"
    assert battle_odds(attack, hida).attacker_wins > battle_odds(attack, f"{hida} fortress").attacker_wins
    # Shinano: a disrupted army, one garrison spearman, two ronin, four bonus spearmen.
    shinano = battle_odds(attack, "B2 S2 P3 R2 struck + P1 castle")
    assert shinano.defender.daimyo_lost == 0.0  # he does not fight
    assert "daimyo" not in shinano.defender.survivors
    assert shinano.attacker_wins + shinano.defender_wins + shinano.both_destroyed == pytest.approx(1, abs=EXACT)


# -- the oracle --------------------------------------------------------------------------------------

BATTLES = [
    ("P3", "P3"),
    ("D1 B1 S1 G2", "D1 B1 S1 G2"),
    ("B2 P2", "P1 castle"),
    ("S2 P1 R2", "P2 R1 fortress=2"),
    ("D1 P2", "D1 P1 R1 + P2 R1"),
    ("B1 G1 S1 P1", "B1 P2 R2 struck + G1 castle=1"),
    ("D1 B1 P2 R3", "G2 P2 R3"),
    ("D1", "D1"),
]
ORDERS = [
    ("cheap", "R P G S B", ""),
    ("strong", "P G R S B", ""),
    ("ranged", "P R S G B", ""),
    ("B S", "B S R P G", ""),
    ("G P / P G", "G P R S B", "P G R S B"),
    ("B / R", "B R P G S", "R P G S B"),
]


@pytest.mark.parametrize(("attacker", "defender"), BATTLES)
@pytest.mark.parametrize(("text", "ranged", "melee"), ORDERS)
def test_every_end_has_the_chance_of_the_oracle(
    attacker: str, defender: str, text: str, ranged: str, melee: str
) -> None:
    a, d, order = oracle_side(attacker), oracle_side(defender), oracle_orders(ranged, melee)
    for naval in (False, True):
        odds = battle_odds(attacker, defender, naval=naval, attacker_casualties=text, defender_casualties=text)
        assert_same(odds, Oracle(order, order).ends(a, d, naval=naval))
        cautious = battle_odds(
            attacker, defender, naval=naval, attacker_casualties=text, defender_casualties=text, call_off_at=2
        )
        assert_same(cautious, Oracle(order, order, lambda a, _: len(a) <= 2).ends(a, d, naval=naval))
    limited = battle_odds(attacker, defender, attacker_casualties=text, defender_casualties=text, rounds=2)
    assert_same(limited, Oracle(order, order).after_rounds(a, d, 2))


# What rolls at this moment, one die: whose, its combat value; and the moments after a hit and after a miss.
ONE_DIE = [
    (False, "1a0", 6, "1a1:0-1", "1a1"),
    (False, "1a1:0-1", 6, "1a2:0-2", "1d0:0-1"),  # the attacker's second bowman is his last
    (False, "2a0:1-0", 4, "2d0:1-1", "2d0:1-0"),
    (False, "2d1:2-1", 4, "3:3-1", "3:2-1"),
    (False, "4a0", 6, "5a0:0-1", "5a0"),  # no daimyo defends
    (False, "5d1:0-1", 5, "6a0:1-1", "6a0:0-1"),
    (False, "6d1:0-2", 4, "6d2:1-2", "6d2:0-2"),
    (False, "6d3:2-2", 4, "7:3-2", "7:2-2"),
    (True, "1d0", 6, "2d0:1-0", "2d0"),
    (True, "5d1:1-0", 5, "6d0:2-0", "6d0:1-0"),
    (True, "6d0:3-0", 4, "7:4-0", "7:3-0"),  # walls do not join in a first strike
]


@pytest.mark.parametrize(("naval", "at", "value", "hit", "miss"), ONE_DIE)
@pytest.mark.parametrize("terms", [{}, {"rounds": 2}, {"call_off_at": 3}, {"attacker_casualties": "B / P"}])
def test_before_a_die_stands_the_mean_of_what_stands_after_it(
    naval: bool, at: str, value: int, hit: str, miss: str, terms: dict[str, Any]
) -> None:
    sides = "D1 B2 G1 S1 P2", "B1 G2 S1 R1 P1 castle=3"
    before, after, otherwise = (battle_odds(*sides, naval=naval, at=moment, **terms) for moment in (at, hit, miss))
    share = value / 12
    for outcome in OUTCOMES:
        mean = share * after.chance(outcome) + (1 - share) * otherwise.chance(outcome)
        assert before.chance(outcome) == pytest.approx(mean, abs=EXACT)
    assert after.attacker.losses != otherwise.attacker.losses  # a hit is not a miss


@pytest.mark.parametrize("naval", [False, True])
def test_before_the_first_die_the_battle_has_the_odds_of_its_beginning(naval: bool) -> None:
    sides = "D1 B2 G1 S1 P2", "B1 G2 S1 R1 P1 castle=3"
    begun = battle_odds(*sides, naval=naval, at="1d0" if naval else "1a0")
    fresh = battle_odds(*sides, naval=naval)
    assert [begun.chance(o) for o in OUTCOMES] == pytest.approx([fresh.chance(o) for o in OUTCOMES], abs=EXACT)
    assert begun.expected_rounds == pytest.approx(fresh.expected_rounds)


def test_hits_that_wait_are_taken_from_those_who_stand() -> None:
    waiting = battle_odds("D1 S1 P3", "B1 P2", at="7:2-1")
    taken = battle_odds("D1 S1 P1", "B1 P1")
    assert waiting.attacker_wins == pytest.approx(taken.attacker_wins, abs=EXACT)
    assert waiting.attacker.expected_losses == pytest.approx(taken.attacker.expected_losses + 2, abs=1e-11)
    # In step 3 the melee of this round is still to come: the bowman does not shoot before it.
    assert battle_odds("D1 S1 P3", "B1 P2", at="3:2-1").attacker_wins > taken.attacker_wins
    assert battle_odds("P1", "P1", at="7:1-1").both_destroyed == 1.0


@pytest.mark.parametrize("at", ["8", "3:1", "x", "3:1-1-1", "5d", "0a0", "5q1", "3:100-1"])
def test_a_moment_that_cannot_be_read_is_refused(at: str) -> None:
    with pytest.raises(BadNotation, match="a moment of a battle"):
        battle_odds("P1", "P1", at=at)


@pytest.mark.parametrize("at", ["3:1-0", "7:0-1", "5a1:1-0"])
def test_in_a_first_strike_nobody_strikes_back(at: str) -> None:
    with pytest.raises(GunbaiError, match="only the defender rolls"):
        battle_odds("P1", "P1", naval=True, at=at)


@pytest.mark.parametrize("below", [0.2, 0.5, 0.8])
def test_called_off_exactly_where_fighting_on_is_worse_than_the_threshold(below: float) -> None:
    attacker, defender = "D1 B1 S1 G1 P1", "B1 S1 P3"
    odds = battle_odds(attacker, defender, call_off_below=below)
    called = {(end.attacker, end.defender) for end in odds.ends if end.outcome == "called off"}
    one_by_one = battle_odds(attacker, defender, rounds=6)  # where the battle can stand in step 8
    standing = {(end.attacker, end.defender) for end in one_by_one.ends if end.outcome == "called off"}
    assert called
    assert called <= standing
    called_sides = {(oracle_side(a), oracle_side(d)) for a, d in called}
    oracle = Oracle(CHEAP, CHEAP, lambda a, d: (a, d) in called_sides)
    oracle.ends(oracle_side(attacker), oracle_side(defender))
    for a, d in standing:
        # From a fresh start the first round is always fought, so this is the chance of fighting on.
        fight_on = battle_odds(a, d, call_off_below=below).attacker_wins
        if (a, d) in called:
            assert fight_on < below
        elif (oracle_side(a), oracle_side(d)) in oracle.known:  # can be reached, and is fought on
            assert fight_on >= below


# -- laws ----------------------------------------------------------------------------------------------


@st.composite
def armies(draw: st.DrawFn, ronin: bool = True) -> Side:
    bowmen = draw(st.integers(0, 4))
    swordsmen = draw(st.integers(0, 4 - bowmen))
    gunners = draw(st.integers(0, 4))
    spearmen = draw(st.integers(0, 5))
    hired = draw(st.integers(0, bowmen + swordsmen + gunners + spearmen)) if ronin else 0
    return Side((bowmen, gunners, 1, swordsmen, hired, spearmen))


@given(armies(), armies(), st.sampled_from([text for text, _, _ in ORDERS]), st.booleans(), st.integers(0, 4))
@settings(max_examples=60, deadline=None)
def test_everything_adds_up(a: Side, d: Side, order: str, naval: bool, at: int) -> None:
    odds = battle_odds(a, d, naval=naval, attacker_casualties=order, call_off_at=at)
    assert sum(end.probability for end in odds.ends) == pytest.approx(1, abs=EXACT)
    assert sum(odds.chance(outcome) for outcome in OUTCOMES) == pytest.approx(1, abs=EXACT)
    for side in (odds.attacker, odds.defender):
        assert sum(side.losses) == pytest.approx(1, abs=EXACT)
        left = sum(mean for chances in side.survivors.values() for mean in [sum(n * p for n, p in enumerate(chances))])
        assert side.expected_losses + left == pytest.approx(len(side.losses) - 1, abs=1e-10)
    # A daimyo is always the last to fall.
    assert odds.attacker.daimyo_lost == pytest.approx(odds.attacker.losses[-1], abs=EXACT)


@given(armies(), armies(), st.sampled_from([text for text, _, _ in ORDERS]))
@settings(max_examples=60, deadline=None)
def test_swapped_sides_swap_the_odds(a: Side, b: Side, order: str) -> None:
    one = battle_odds(a, b, attacker_casualties=order)
    two = battle_odds(b, a, defender_casualties=order)
    assert one.attacker_wins == pytest.approx(two.defender_wins, abs=EXACT)
    assert one.both_destroyed == pytest.approx(two.both_destroyed, abs=EXACT)
    assert one.attacker.losses == pytest.approx(two.defender.losses, abs=EXACT)


@given(armies(ronin=False), armies(), st.sampled_from(["gunner", "spearman", "ronin"]), st.booleans())
@settings(max_examples=60, deadline=None)
def test_one_more_unit_never_hurts(a: Side, d: Side, kind: str, naval: bool) -> None:
    counts = list(a.army)
    counts[{"gunner": 1, "ronin": 4, "spearman": 5}[kind]] += 1
    if kind == "ronin" and sum(a.army) < 2:
        return
    stronger = battle_odds(Side(tuple(counts)), d, naval=naval)
    odds = battle_odds(a, d, naval=naval)
    assert stronger.attacker_wins >= odds.attacker_wins - EXACT
    assert stronger.defender_wins <= odds.defender_wins + EXACT


@given(armies(), armies())
@settings(max_examples=40, deadline=None)
def test_sea_and_walls_help_the_defender(a: Side, d: Side) -> None:
    plain = battle_odds(a, d)
    castle = battle_odds(a, Side(d.army, castle=4))
    fortress = battle_odds(a, Side(d.army, fortress=5))
    assert battle_odds(a, d, naval=True).attacker_wins <= plain.attacker_wins + EXACT
    assert fortress.attacker_wins <= castle.attacker_wins + EXACT
    assert castle.attacker_wins <= plain.attacker_wins + EXACT


@given(armies(), armies(), st.integers(1, 3))
@settings(max_examples=15, deadline=None)
def test_many_rounds_are_as_good_as_no_limit(a: Side, d: Side, at: int) -> None:
    endless, long = battle_odds(a, d, call_off_at=at), battle_odds(a, d, call_off_at=at, rounds=100)
    for outcome in OUTCOMES:
        assert endless.chance(outcome) == pytest.approx(long.chance(outcome), abs=1e-9)
    assert endless.expected_rounds == pytest.approx(long.expected_rounds, abs=1e-7)


# -- words ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("D1 B3 S1 G4", "D1 B3 S1 G4"),
        ("attacker: 3 bow 1 sword 4 spear 1 daimyo", "D1 B3 S1 P4"),
        ("3B1S1D", "D1 B3 S1"),
        ("b3s1d1", "D1 B3 S1"),
        ("Sp2 S1", "S1 P2"),
        ("daimyo, 2 bowmen, gunners 3", None),
        ("2 spearmen + D G2 fortress", "D1 G2 + P2 fortress"),
        ("Defender: P3 R2 castle=2", "P3 R2 castle=2"),
        ("G2 R2 struck+P1", "G2 R2 struck + P1"),
    ],
)
def test_sides_as_people_write_them(text: str, canonical: str | None) -> None:
    if canonical is None:
        with pytest.raises(BadNotation):
            parse_side(text)
    else:
        assert parse_side(text).text() == canonical
        assert parse_side(canonical).text() == canonical


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "without units"),
        ("B", None),
        ("3", "number without a unit"),
        ("3 4 bow", "follows another number"),
        ("B2 B1", "twice"),
        ("2 catapults", "'catapults' is no unit"),
        ("x" * 5000, "is no unit"),
        ("B99999999999999999999", "is no unit"),
        ("²B", "is no unit"),
        ("castle", "without units"),
        ("struck", "without units besides its struck daimyo"),
        ("P2 castle castle", "twice"),
        ("P2 3 castle", "needs a unit"),
        ("P2 castle=5", "up to 4"),
        ("P2 castle=x", "is no unit"),
        ("P2 castle fortress", "not both"),
        ("P6", "at most 5 units"),
        ("D1 B3 S2", "at most 4"),
        ("D1 G6 P5", "at most 10"),
        ("D2", "one daimyo"),
        ("D1 R1", "fewer ronin"),
        ("P2 R2", "fewer ronin"),
        ("D1 B1 struck", "struck"),
        ("D1 + D1", "two armies"),
        ("P1 + P1", "two provincial forces"),
        ("P1 +", "without units"),
        ("R1 struck", "fewer ronin"),
        ("enemy: P1", "neither attacker nor defender"),
    ],
)
def test_bad_sides_are_refused_in_one_line(text: str, says: str | None) -> None:
    if says is None:
        assert parse_side(text).text() == "B1"
        return
    with pytest.raises(GunbaiError) as error:
        parse_side(text)
    assert says in str(error.value)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 200


@pytest.mark.parametrize("text", ["", "D", "P P", "fast", "G / P / B", "G /", "cheap G"])
def test_bad_casualty_orders_are_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        parse_casualties(text)


@pytest.mark.parametrize(
    ("attacker", "terms", "says"),
    [
        ("D1 + P1", {}, "attack separately"),
        ("P1 struck", {}, "cannot attack"),
        ("P1 castle", {}, "defender only"),
        ("P1", {"call_off_at": -1}, "call off at"),
        ("P1", {"rounds": 10**9}, "rounds"),
        ("P1", {"call_off_below": float("nan")}, "0 to 1"),
    ],
)
def test_battles_that_cannot_be_are_refused(attacker: str, terms: dict[str, float], says: str) -> None:
    with pytest.raises(GunbaiError, match=says):
        battle_odds(attacker, "P1", **terms)  # type: ignore[arg-type]


def test_the_answer_as_json_and_as_a_page() -> None:
    odds = battle_odds("D1 B2 S1", "G1 P2 castle", naval=True, call_off_at=1, attacker_casualties="G P / cheap")
    data = json.loads(json.dumps(odds.as_dict()))
    assert data["outcomes"]["attacker_wins"] == odds.attacker_wins
    assert data["attacker"]["survivors"]["bowman"]["start"] == 2
    assert sum(end["probability"] for end in data["ends"]) == pytest.approx(1, abs=EXACT)
    page = odds.text()
    assert "naval invasion" in page
    assert "called off at 1 attackers left" in page
    assert f"{100 * odds.attacker_wins:.2f} %" in page
    assert all(len(line) < 100 for line in page.splitlines())


def test_examples_in_docstrings() -> None:
    for module in (sides_module, odds_module):
        assert doctest.testmod(module).failed == 0
