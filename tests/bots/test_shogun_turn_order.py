"""What a place in the order of turns is worth right now, and who bids for it."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from gunbai.core.rng import Rng
from gunbai.games.shogun import features as ft
from gunbai.games.shogun import state as st
from gunbai.games.shogun.bidding import Bidding
from gunbai.games.shogun.learned import PlannedHeuristics
from gunbai.games.shogun.rules import GAME
from gunbai.games.shogun.state import ShogunState
from gunbai.games.shogun.turn_order import Seen, places_now, swords_now, usual_places
from tests.games.shogun.positions import ATTACKER, BYSTANDER, DEFENDER, empty_board, put_army, put_force, remove_army

STRONG = {"bowman": 2, "swordsman": 2, "gunner": 4, "spearman": 6}
SPAN = int(ft.PLACE_SPAN)
# Many provinces where nobody fights, for the prey; its fall wins the game.
LAND = ("iwami", "nagato", "aki", "suo", "bizen", "harima", "inaba", "tajima", "hoki", "izumo", "satsuma", "osumi")


def race() -> ShogunState:
    """The beginning of a round: two strong armies stand beside the last daimyo of a third clan."""
    t = empty_board()
    t.goal = 18
    remove_army(t, DEFENDER, 2)
    put_army(t, DEFENDER, 0, "etchu", {"spearman": 1})
    for province in LAND:
        put_force(t, DEFENDER, province, {"spearman": 1})
    put_army(t, ATTACKER, 0, "hida", STRONG)
    put_army(t, BYSTANDER, 0, "kaga", STRONG)
    t.war = -1
    t.slot = 0
    t.stage = int(st.PLAN)
    t.turn = ATTACKER
    for clan in range(3):
        i = clan * int(st.CLAN_WIDTH)
        t.clan[i + st.SWORD_HELD] = 0
        t.clan[i + st.KOKU] = 4
        t.clan[i + st.SEALED] = 0
        t.clan[i + st.STEP] = 0
    return t


def learned() -> PlannedHeuristics:
    found = GAME.heuristics
    assert isinstance(found, PlannedHeuristics)
    return found


def gap(places: vec[float], clan: int) -> float:
    """How much more the first of three places is worth to a clan than the last."""
    return float(places[clan * SPAN] - places[clan * SPAN + 2])


def test_who_may_take_a_last_daimyo_wants_to_be_first() -> None:
    t = race()
    weights = learned().value_weights
    usual = usual_places(t, weights)
    now = places_now(GAME, learned(), [t], weights, 60, Rng(1))
    for clan in (ATTACKER, BYSTANDER):
        assert gap(usual, clan) < 0.0 < gap(now, clan)
        assert gap(now, clan) > 0.5


def test_plans_that_others_have_sealed_do_not_choose_the_order_of_rounds_that_are_tried() -> None:
    """What a world holds for them is a guess: here one that would give the same clan the first sword every time."""
    t = race()
    i = BYSTANDER * int(st.CLAN_WIDTH)
    t.clan[i + st.BINS] = 4
    t.clan[i + st.KOKU] = 0
    t.clan[i + st.SEALED] = 1
    guessed = list(t.clan)
    weights = learned().value_weights
    now = places_now(GAME, learned(), [t], weights, 60, Rng(1))
    assert gap(now, ATTACKER) > 0.5
    assert list(t.clan) == guessed


def test_the_sword_is_taken_that_this_round_asks_for() -> None:
    t = race()
    for clan in range(3):
        t.clan[clan * int(st.CLAN_WIDTH) + st.SEALED] = 1
        t.clan[clan * int(st.CLAN_WIDTH) + st.KOKU] = 0
    t.clan[ATTACKER * int(st.CLAN_WIDTH) + st.BINS] = 1
    t.bins_open = 1
    t.stage = int(st.TAKE)
    actions = GAME.legal(t)
    weights = learned().value_weights
    usual = [float(w) for w in swords_now(GAME, learned(), [t], ATTACKER, actions, weights, 0, Rng(1))]
    now = [float(w) for w in swords_now(GAME, learned(), [t], ATTACKER, actions, weights, 60, Rng(1))]
    assert usual.index(max(usual)) == 2
    assert now.index(max(now)) == 0


@pytest.mark.parametrize("keen", [ATTACKER, BYSTANDER])
def test_who_needs_a_place_bids_for_it(keen: int) -> None:
    """Koku in the levy are worth the same to all, and places nothing, until one clan gains by being first."""
    t = race()
    t.turn = keen
    weights = [0.0] * int(ft.FEATURES)
    for koku in range(10):
        weights[int(ft.LEVY_KOKU) + koku] = 0.1 * koku
    places = usual_places(t, vec[float](weights))
    swords = []
    for worth in (0.0, 3.0):
        places[keen * SPAN] = worth
        made = Bidding(t, vec[float](weights), vec[float]([0.0] * 3), keen, vec[i64]([0, 0, 0]), places)
        made.solve(300, Rng(1))
        swords.append(made.mixture()[0][0][0])
    assert swords[0] == 0 < swords[1]


def test_what_luck_explains_is_not_learned() -> None:
    """Places that come out unlike by as much as chance makes them are taken for what they usually are."""
    for shares, learned_of in (((0.2, 0.3, 0.2, 0.3), False), ((0.4, 0.4, 0.1, 0.1), True)):
        seen = Seen(2)
        for number, share in enumerate(shares * 5):
            seen.add(number % 4 // 2, share + 0.02 * (number % 2))
        out = vec[float]([0.1, 0.2])
        seen.learn(out, 0, 2)
        assert (out[0] > 0.5 and out[1] < 0.0) is learned_of
        assert (list(out) == [0.1, 0.2]) is not learned_of
