"""Whole plans: found, judged, carried out; bids that are mixed; scripts to hold out against."""

from __future__ import annotations

from itertools import pairwise
from math import log2
from typing import cast

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import gunbai
from gunbai import bots
from gunbai.bots.advice import analyse
from gunbai.bots.planner import FINALISTS, Planner
from gunbai.bots.searcher import SearchBot
from gunbai.core.bot import Budget
from gunbai.core.game import DONE, Heuristics
from gunbai.core.planning import PlansTurns, PlaysFurther, PlaysOn
from gunbai.core.registry import find
from gunbai.core.rng import Rng
from gunbai.games.shogun import features as ft
from gunbai.games.shogun import state as st
from gunbai.games.shogun.bidding import Bidding
from gunbai.games.shogun.data import PROVINCE_IDS, PROVINCE_NUMBER
from gunbai.games.shogun.rules import GAME
from gunbai.games.shogun.state import ShogunState
from tests.games.shogun.positions import ATTACKER, BYSTANDER, DEFENDER, empty_board, put_army, put_force

ARMY = {"bowman": 2, "swordsman": 1, "gunner": 2, "spearman": 4}


def planner_of(t: ShogunState, judgements: int) -> list[list[str]]:
    """The plans found for the clan at war, the best first."""
    heuristics = GAME.heuristics
    assert isinstance(heuristics, PlansTurns)
    view = GAME.view(t, GAME.actor(t))
    legal = [int(action) for action in GAME.legal(t)]
    found = Planner(Rng(1)).plans(GAME, heuristics, view, legal, Budget(600.0, judgements))
    return [[GAME.action_text(action) for action in plan.actions] for plan in found]


def test_only_games_that_know_how_are_planned() -> None:
    assert isinstance(find("shogun").heuristics, PlansTurns)
    assert not isinstance(find("shogun").earlier["search-1"], PlansTurns)
    assert not isinstance(Heuristics(), PlansTurns)


def test_a_plan_takes_what_it_can_and_leaves_what_it_cannot() -> None:
    t = empty_board()
    put_army(t, ATTACKER, 0, "hida", ARMY)
    put_force(t, ATTACKER, "mino", {"spearman": 2})
    put_force(t, DEFENDER, "etchu", {"spearman": 1})
    put_army(t, DEFENDER, 0, "omi", {**ARMY, "spearman": 8})
    t.stage = int(st.DECLARE)
    best = planner_of(t, 40)[0]
    assert "declare army 1 etchu" in best
    assert "declare mino omi" not in best


@pytest.mark.parametrize(("defenders", "choice"), [(1, "press"), (5, "call off")])
def test_a_battle_is_judged_anew_while_it_lasts(defenders: int, choice: str) -> None:
    t = empty_board()
    # No province but that of the battle can be had.
    for p in range(68):
        put_force(t, (ATTACKER, DEFENDER, BYSTANDER)[p % 3], PROVINCE_IDS[p], {"spearman": 1})
    for i in range(t.board.first[PROVINCE_NUMBER["hida"]], t.board.first[PROVINCE_NUMBER["hida"] + 1]):
        put_force(t, ATTACKER, PROVINCE_IDS[t.board.near[i]], {"spearman": 1})
    put_army(t, ATTACKER, 0, "hida", {"bowman": 1, "spearman": 2})
    # Nor is there a last daimyo to march against instead.
    put_army(t, DEFENDER, 0, "osumi", {"spearman": 1})
    put_army(t, BYSTANDER, 0, "tsushima", {"spearman": 1})
    put_force(t, DEFENDER, "etchu", {"spearman": 1, "bowman": defenders - 1})
    t.stage, t.att_army, t.att_from, t.att_to = (
        int(st.PRESS),
        ATTACKER * 3,
        PROVINCE_NUMBER["hida"],
        PROVINCE_NUMBER["etchu"],
    )
    assert planner_of(t, 60)[0][0] == choice


def test_a_plan_is_carried_out_without_another_thought() -> None:
    """As long as nothing but the bot's own actions happens; equal seeds choose alike."""
    match = gunbai.new("shogun", seed=3, map="tiny", players=3)
    first, second = SearchBot(5), SearchBot(5)
    thoughts = list[int]()
    while not match.over and len(match.history()) < 60:
        view, legal = match.view(match.actor), match.legal_actions
        action = first.choose(match.game, view, legal, Budget(600.0, 6))
        assert action == second.choose(match.game, view, legal, Budget(600.0, 6))
        assert action in legal
        assert first._planner is not None
        thoughts.append(first._planner.judgements)
        match.push(action)
    steps = [b - a for a, b in pairwise(thoughts)]
    assert steps.count(0) > len(steps) // 3
    assert max(steps) >= 6


@pytest.mark.parametrize(("judgements", "played"), [(40, False), (120, True)])
def test_with_much_thought_the_best_plans_are_played_on_to_the_next_turn(judgements: int, played: bool) -> None:
    t = empty_board()
    for p in range(68):
        put_force(t, (ATTACKER, DEFENDER, BYSTANDER)[p % 3], PROVINCE_IDS[p], {"spearman": 1 + p % 2})
    put_army(t, ATTACKER, 0, "hida", ARMY)
    put_army(t, DEFENDER, 0, "etchu", ARMY)
    t.stage = int(st.DECLARE)
    learning = GAME.learning
    assert learning is not None
    heuristics = learning.heuristics({**learning.weights(), "far": 0.3})
    assert isinstance(heuristics, PlansTurns)
    view = GAME.view(t, GAME.actor(t))
    legal = [int(action) for action in GAME.legal(t)]
    found = Planner(Rng(1)).plans(GAME, heuristics, view, legal, Budget(600.0, judgements))
    farther = [plan for plan in found if plan.far]
    assert bool(farther) == played
    if played:
        assert 2 <= len(farther) <= FINALISTS
        assert found[0] in farther
        # Who was played on most is chosen among, and the best of them stands first.
        most = max(plan.far for plan in farther)
        assert found[0].outlook == max(plan.outlook for plan in farther if plan.far == most)
        again = Planner(Rng(1)).plans(GAME, heuristics, view, legal, Budget(600.0, judgements))
        assert [plan.actions for plan in again] == [plan.actions for plan in found]


def test_a_playout_that_goes_on_ends_with_the_seats_next_turn_of_war() -> None:
    heuristics = GAME.heuristics
    assert isinstance(heuristics, PlaysFurther)
    match = gunbai.new("shogun", seed=4)
    habit = bots.make("script:habit", 1)
    begun = cast(ShogunState, match.state)
    while begun.round < 2 or begun.war < 0:
        match.push(habit.choose(match.game, match.view(match.actor), match.legal_actions, Budget()))
        begun = cast(ShogunState, match.state)
    for seed in range(6):
        s = begun.copy()
        heuristics.play_further(GAME, begun, s, begun.war, Rng(seed))
        assert GAME.actor(s) == DONE or (s.round, s.war) == (begun.round + 1, begun.war) or s.round > begun.round + 1


# -- what a plan expects --------------------------------------------------------------------------------------


def test_a_hint_says_what_the_whole_plan_expects() -> None:
    """Provinces gained, a clan brought down with its last daimyo, a province made safe; nothing of it is hidden."""
    t = empty_board()
    t.army[(DEFENDER * 3 + 2) * st.ARMY_WIDTH + st.AT] = -1
    put_army(t, ATTACKER, 0, "hida", {"bowman": 4, "spearman": 10})
    put_army(t, DEFENDER, 0, "etchu", {"spearman": 1})
    t.stage = int(st.DECLARE)
    view = GAME.view(t, GAME.actor(t))
    said = analyse(GAME, view, Budget(600.0, 40)).advice[0].reasons
    words = {saying.template: saying.words for saying in said}
    assert float(words["this plan expects {provinces} more provinces"]["provinces"]) >= 0.8
    assert int(words["brings {clan} down in {percent} % of cases"]["percent"]) >= 80
    other = GAME.resample(view, Rng(7))
    assert analyse(GAME, GAME.view(other, view.seat), Budget(600.0, 40)).advice[0].reasons == said


def test_a_hint_says_what_a_plan_makes_safe_and_lays_open() -> None:
    t = empty_board()
    put_force(t, ATTACKER, "mino", {"spearman": 1})
    put_force(t, ATTACKER, "hida", {"spearman": 5})
    put_army(t, DEFENDER, 0, "omi", {"spearman": 3})
    put_army(t, BYSTANDER, 0, "etchu", {"spearman": 1})
    end = t.copy()
    put_force(end, ATTACKER, "mino", {"spearman": 0, "bowman": 5})
    put_force(end, ATTACKER, "hida", {"spearman": 1})
    heuristics = GAME.heuristics
    assert isinstance(heuristics, PlansTurns)
    said = [str(saying) for saying in heuristics.expects(t, [end], ATTACKER)]
    assert said == ["this plan expects 0.0 more provinces", "keeps Mino safe", "leaves Hida open to attack"]


def test_a_hint_for_a_bid_says_that_bids_are_mixed() -> None:
    t = planning()
    said = [saying.template for saying in analyse(GAME, GAME.view(t, 0), Budget(600.0, 8)).advice[0].reasons]
    assert said == ["is one of several plans to mix, drawn {count} times of {times}"]


class Slow:
    """The same heuristics without what compiled code does for them."""

    def __init__(self, heuristics: PlansTurns) -> None:
        for name in ("values", "weights", "rollout", "guess", "judgeable", "ready_plan", "expects"):
            setattr(self, name, getattr(heuristics, name))


def test_compiled_play_finds_the_same_plans() -> None:
    t = empty_board()
    put_army(t, ATTACKER, 0, "hida", ARMY)
    put_force(t, ATTACKER, "mino", {"spearman": 2})
    put_army(t, DEFENDER, 0, "etchu", ARMY)
    t.stage = int(st.DECLARE)
    heuristics = GAME.heuristics
    assert isinstance(heuristics, PlansTurns)
    assert isinstance(heuristics, PlaysOn)
    slow = Slow(heuristics)
    assert isinstance(slow, PlansTurns)
    assert not isinstance(slow, PlaysOn)
    found = []
    for each in (heuristics, slow):
        legal = [int(action) for action in GAME.legal(t)]
        plans = Planner(Rng(3)).plans(GAME, each, GAME.view(t, GAME.actor(t)), legal, Budget(600.0, 60))
        found.append([(plan.actions, plan.judged, plan.total) for plan in plans])
    assert found[0] == found[1]


# -- bids -----------------------------------------------------------------------------------------------------


def planning() -> ShogunState:
    """Four clans with seventeen provinces each, about to lay out five koku."""
    match = gunbai.new("shogun", seed=1)
    minds = [bots.make("script:habit", seat) for seat in range(4)]
    while not (isinstance(match.state, ShogunState) and match.state.stage == st.PLAN):
        match.push(minds[match.actor].choose(match.game, match.view(match.actor), match.legal_actions, Budget()))
    assert isinstance(match.state, ShogunState)
    return match.state


def bidding(t: ShogunState, worths: dict[int, float], known: tuple[int, ...] = (0, 0, 0, 0)) -> Bidding:
    weights = [0.0] * int(ft.FEATURES)
    for number, worth in worths.items():
        weights[number] = worth
    made = Bidding(t, vec[float](weights), vec[float]([0.0] * 4), t.turn, vec[i64](list(known)))
    made.solve(300, Rng(1))
    return made


LEVY = {int(ft.LEVY_KOKU) + koku: 0.1 * koku for koku in range(10)}


def test_koku_go_where_alone_they_bring_something() -> None:
    likeliest, share = bidding(planning(), LEVY).mixture()[0]
    assert likeliest == [0, 0, 5, 0, 0]
    assert share > 0.9


def test_a_prize_for_the_highest_bid_makes_bids_mixed() -> None:
    """Everybody wants the ninja, and nobody has him after a tie: whoever always bids the same is outbid."""
    plans = bidding(planning(), {**LEVY, int(ft.NINJA_BID): 0.5}).mixture()
    assert sum(share for _, share in plans) == pytest.approx(1.0)
    assert all(sum(bins) == 5 for bins, _ in plans)
    ninja = [sum(share for bins, share in plans if bins[4] == koku) for koku in range(4)]
    assert sum(share > 0.05 for share in ninja) >= 2
    assert -sum(share * log2(share) for _, share in plans) > 0.8


def test_what_a_spy_has_seen_is_answered() -> None:
    """One clan is known to bid one koku for the ninja: two are enough, and more are wasted."""
    t = planning()
    for other in range(1, 4):
        for b in range(5):
            t.clan[other * st.CLAN_WIDTH + st.BINS + b] = 0
        t.clan[other * st.CLAN_WIDTH + st.BINS + 4] = 1
        t.clan[other * st.CLAN_WIDTH + st.BINS + 2] = 4
    t.turn = 0
    likeliest, share = bidding(t, {**LEVY, int(ft.NINJA_BID): 0.6}, (0, 1, 1, 1)).mixture()[0]
    assert likeliest == [0, 0, 3, 0, 2]
    assert share > 0.8


def test_a_plan_that_is_begun_is_gone_on_with() -> None:
    t = planning()
    GAME.apply(t, GAME.parse_action("bin swords 2"))
    plans = bidding(t, LEVY).mixture()
    assert plans[0][0] == [2, 0, 3, 0, 0]
    assert all(bins[0] == 2 for bins, _ in plans)


@pytest.mark.parametrize("begun", [["bin swords 5"], ["bin swords 0", "bin build 2", "bin levy 0"]])
def test_a_plan_begun_as_no_bot_would_is_gone_on_with(begun: list[str]) -> None:
    """A person lays out everything for swords and asks for a hint; so does one with nine koku and no levy."""
    t = planning()
    if len(begun) > 1:
        t.clan[t.turn * st.CLAN_WIDTH + st.KOKU] = 12
    for text in begun:
        GAME.apply(t, GAME.parse_action(text))
    said = [int(text.split()[-1]) for text in begun]
    plans = bidding(t, LEVY).mixture()
    koku = int(t.clan[t.turn * st.CLAN_WIDTH + st.KOKU])
    assert plans
    assert all(bins[: len(said)] == said and sum(bins) == koku for bins, _ in plans)


def test_bots_do_not_all_plan_alike() -> None:
    t = planning()
    found = set()
    for seed in range(12):
        heuristics = GAME.heuristics
        assert isinstance(heuristics, PlansTurns)
        found.add(tuple(heuristics.ready_plan(GAME, GAME.view(t, 0), Rng(seed))))
    assert len(found) > 2
    assert all(len(plan) == 5 for plan in found)


# -- scripts --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("script", ["habit", "all-in", "turtle", "rush", "kingmaker", "hunter", "waiting", "taker"])
def test_a_script_of_shogun_plays_whole_games(script: str) -> None:
    match = gunbai.new("shogun", seed=2, map="kyushu", players=3, rounds=4)
    bots.play_out(match, [bots.make(f"script:{script}", 4 + seat) for seat in range(3)])
    assert match.over
    said = [match.game.action_text(action) for action in match.history(0)]
    if script == "waiting":
        assert [text for text in said if text.startswith("declare")]
    if script == "turtle":
        assert not [text for text in said if text.startswith(("declare", "attack"))]
    if script == "all-in":
        assert {text for text in said if text.startswith("bin levy")} == {"bin levy 0"}
    if script == "rush":
        assert "call off" not in said
