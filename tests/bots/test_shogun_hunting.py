"""The last daimyo of a clan: who can take him, who is near him, and what the habits and the value make of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gunbai.games.shogun import features as ft
from gunbai.games.shogun import habits as hb
from gunbai.games.shogun import learned
from gunbai.games.shogun import state as st
from gunbai.games.shogun.chances import army_code, exact
from gunbai.games.shogun.data import PROVINCE_NUMBER
from gunbai.games.shogun.heuristics import ShogunHeuristics
from gunbai.games.shogun.hunting import blow, chase, last_daimyo, lure, marched_on
from gunbai.games.shogun.rules import GAME
from gunbai.games.shogun.state import ShogunState
from tests.games.shogun.positions import (
    ATTACKER,
    BYSTANDER,
    DEFENDER,
    empty_board,
    let_move,
    put_army,
    put_force,
    remove_army,
)

STRONG = {"bowman": 2, "swordsman": 2, "gunner": 4, "spearman": 6}
WEAK = {"spearman": 2}
HUNTER, PREY = ATTACKER * 3, DEFENDER * 3
# Holes of the experience track at which an army has level 2.
LEVEL_2 = 3


def at(province: str) -> int:
    return PROVINCE_NUMBER[province]


def hunt(hunter: str, *, hole: int = 0, own: tuple[str, ...] = (), foes: tuple[str, ...] = ()) -> ShogunState:
    """The prey's last daimyo stands in Etchu; a strong army in some other province, and who holds the ones between."""
    t = empty_board()
    remove_army(t, DEFENDER, 2)
    put_army(t, DEFENDER, 0, "etchu", WEAK)
    put_army(t, BYSTANDER, 0, "tsushima", WEAK)
    put_army(t, ATTACKER, 0, hunter, STRONG, hole=hole)
    for province in own:
        put_force(t, ATTACKER, province, {"spearman": 1})
    for province in foes:
        put_force(t, BYSTANDER, province, {"spearman": 1})
    return t


def test_the_last_daimyo_is_the_last() -> None:
    t = hunt("hida")
    assert last_daimyo(t, DEFENDER) == PREY
    assert last_daimyo(t, ATTACKER) == -1
    remove_army(t, DEFENDER, 0)
    assert last_daimyo(t, DEFENDER) == -1


def test_a_neighbour_strikes_with_the_odds_of_the_battle() -> None:
    t = hunt("hida")
    assert blow(t, ATTACKER, at("etchu"), PREY) == pytest.approx(
        exact(t, army_code(t, HUNTER, 0), at("etchu"), PREY, False)
    )
    assert blow(t, BYSTANDER, at("etchu"), PREY) == 0.0


@pytest.mark.parametrize(
    ("hole", "own", "foes", "reaches"),
    [
        (0, ("hida",), (), True),  # a march through the own province, then the attack
        (0, (), ("hida",), False),  # an army of level 1 has one attack
        (LEVEL_2, (), ("hida",), True),  # the first attack opens the way for the second
        (LEVEL_2, (), (), False),  # nobody passes through a province that belongs to nobody
    ],
)
def test_an_army_two_provinces_off_strikes_where_it_can(
    hole: int, own: tuple[str, ...], foes: tuple[str, ...], reaches: bool
) -> None:
    t = hunt("mino", hole=hole, own=own, foes=foes)
    assert (blow(t, ATTACKER, at("etchu"), PREY) > 0.3) == reaches
    assert marched_on(t, DEFENDER, at("etchu"), PREY) == blow(t, ATTACKER, at("etchu"), PREY)


def test_the_nearer_the_hunter_the_stronger_the_lure() -> None:
    near, far = hunt("hida"), hunt("mino")
    assert chase(near, ATTACKER, at("etchu")) > chase(far, ATTACKER, at("etchu")) > 0.0
    assert lure(near, HUNTER, at("hida")) > lure(near, HUNTER, at("mino")) > 0.0
    assert lure(near, HUNTER, at("satsuma")) == 0.0
    # A clan with a second daimyo cannot be brought down by one blow.
    put_army(near, DEFENDER, 1, "noto", WEAK)
    assert lure(near, HUNTER, at("hida")) == 0.0


def test_the_value_counts_blows_for_the_hunter_and_against_the_prey() -> None:
    t = hunt("hida")
    t.slot = 1
    counts = ft.counted(t)
    tenths = ft.tenths(blow(t, ATTACKER, at("etchu"), PREY))
    row = ATTACKER * ft.FEATURES
    assert [counts[row + ft.BLOWS + k] for k in range(4)] == [0, 0, tenths, 0]
    assert [counts[DEFENDER * ft.FEATURES + ft.HUNTED + k] for k in range(2)] == [tenths, 0]
    # His fall would win the game, and the hunter's turn is over.
    for number, province in enumerate(PROVINCE_NUMBER):
        if number < 40 and province not in ("hida", "etchu", "sado"):
            put_force(t, ATTACKER, province, {"spearman": 1})
    t.slot = 2
    counts = ft.counted(t)
    assert counts[row + ft.BLOWS + 1] == tenths
    assert counts[DEFENDER * ft.FEATURES + ft.HUNTED + 1] == tenths


def test_on_a_small_map_the_value_leaves_last_daimyos_to_their_neighbours() -> None:
    t = empty_board(map="kyushu")
    for clan in (ATTACKER, DEFENDER, BYSTANDER):
        remove_army(t, clan, 2)
    put_army(t, DEFENDER, 0, "higo", WEAK)
    put_army(t, ATTACKER, 0, "hyuga", STRONG)
    assert blow(t, ATTACKER, at("higo"), PREY) > 0.5
    counts = ft.counted(t)
    assert not any(counts[seat * ft.FEATURES + k] for seat in range(3) for k in range(ft.BLOWS, ft.FEATURES))


def test_habits_march_towards_a_last_daimyo_when_they_are_told_to() -> None:
    shipped = json.loads(Path(learned.__file__).with_name("weights.json").read_text(encoding="utf-8"))["habits"]
    told, untold = shipped[: hb.HUNT_MARCH] + [0.0] * 5, shipped[: hb.HUNT_MARCH] + [0.0] * 5
    for number in (hb.HUNT_MARCH, hb.HUNT_PATH, hb.HUNT_HOME, hb.MARCHED_ON, hb.NEED_HUNT):
        told[number] = 100.0
    t = hunt("omi", hole=LEVEL_2, own=("mino", "hida"))
    t.stage = int(st.MOVE)
    let_move(t, ATTACKER, 0, 2)
    actions = GAME.legal(t)
    step = next(i for i, action in enumerate(actions) if GAME.action_text(action) == "move 1 mino")
    assert ShogunHeuristics(told).weights(t, actions)[step] > 2.0 * ShogunHeuristics(untold).weights(t, actions)[step]


def test_habits_set_by_hand_know_nothing_of_hunts() -> None:
    by_hand = [float(number) for number in hb.BY_HAND]
    assert by_hand[hb.HUNT_MARCH :] == [0.0] * 5
    # Numbers of before: the missing ones are nought.
    assert list(ShogunHeuristics(by_hand[: hb.HUNT_MARCH]).habits) == by_hand
