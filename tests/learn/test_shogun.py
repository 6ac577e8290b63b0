"""What is learned of Shogun: features of every seat, a value that knows a winner, a run that fits."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import gunbai
from gunbai.bots.habit import HabitBot
from gunbai.core.bot import Budget
from gunbai.core.rng import Rng
from gunbai.games.shogun import features as ft
from gunbai.games.shogun import state as st
from gunbai.games.shogun.data import PROVINCE_NUMBER
from gunbai.games.shogun.learned import PlannedHeuristics, ShogunLearning
from gunbai.games.shogun.rules import GAME
from gunbai.games.shogun.state import ShogunState
from gunbai.games.shogun.threats import Threats
from gunbai.learn.selfplay import DrawsFreely, play_with, tasks
from gunbai.learn.training import Recipe, Round, Training
from tests.games.shogun.positions import ATTACKER, BYSTANDER, DEFENDER, empty_board, put_army, put_force


def features(t: ShogunState, seat: int) -> list[int]:
    learning = GAME.learning
    assert isinstance(learning, ShogunLearning)
    return learning.features(t, seat)


def test_danger_from_those_who_still_move_is_told_apart() -> None:
    """The second clan has its turn before the first moves again; once it has moved, the danger is a later one."""
    t = empty_board()
    put_force(t, ATTACKER, "hida", {"spearman": 1})
    put_army(t, DEFENDER, 0, "etchu", {"bowman": 3, "spearman": 6})
    now, later = int(ft.RISK), int(ft.RISK) + 1
    assert features(t, ATTACKER).count(now) == 10
    assert features(t, ATTACKER).count(later) == 0
    t.slot, t.war = 3, BYSTANDER
    assert features(t, ATTACKER).count(now) == 0
    assert features(t, ATTACKER).count(later) == 10


def test_an_army_a_march_away_is_a_danger_and_takes_men_along() -> None:
    """It stands behind its own border: it may move up, take the force there along, and attack in the same turn."""
    t = empty_board()
    put_force(t, ATTACKER, "hida", {"spearman": 4})
    put_force(t, DEFENDER, "etchu", {"spearman": 1})
    assert Threats(t).of(PROVINCE_NUMBER["hida"], DEFENDER) == 0.0
    put_army(t, DEFENDER, 0, "echigo", {"bowman": 2, "spearman": 4})
    near = Threats(t).of(PROVINCE_NUMBER["hida"], DEFENDER)
    assert near > 0.3
    put_force(t, DEFENDER, "etchu", {"spearman": 5})
    assert Threats(t).of(PROVINCE_NUMBER["hida"], DEFENDER) > near
    put_force(t, BYSTANDER, "etchu", {"spearman": 5})
    assert Threats(t).of(PROVINCE_NUMBER["hida"], DEFENDER) == 0.0, "the way is barred"


def test_the_fallen_are_worth_nothing() -> None:
    t = empty_board()
    for p in range(68):
        if t.owner(p) == DEFENDER:
            t.land[p * st.LAND_WIDTH + st.OWNER] = -1
    t.army[(DEFENDER * 3 + 2) * st.ARMY_WIDTH + st.AT] = -1
    t.clan[DEFENDER * st.CLAN_WIDTH + st.ALIVE] = 0
    assert features(t, DEFENDER) == [int(ft.FALLEN)]
    assert GAME.heuristics.values(t)[DEFENDER] < -0.8


def test_more_of_everything_is_worth_more() -> None:
    """Provinces, men, daimyos, a clan about to fall: the shipped weights know what is good."""
    t = empty_board()
    for province in ("hida", "mino", "owari"):
        put_force(t, ATTACKER, province, {"spearman": 2})
    plain = GAME.heuristics.values(t)[ATTACKER]
    more = t.copy()
    for province in ("mikawa", "ise", "iga", "omi"):
        put_force(more, ATTACKER, province, {"spearman": 1})
    assert GAME.heuristics.values(more)[ATTACKER] > plain
    armed = t.copy()
    put_army(armed, ATTACKER, 0, "hida", {"bowman": 2, "spearman": 4})
    assert GAME.heuristics.values(armed)[ATTACKER] > plain


def test_values_add_up_and_know_the_winner_better_than_even_odds() -> None:
    won = 0.0
    for seed in range(6):
        match = gunbai.new("shogun", seed=seed)
        minds = [HabitBot(seed * 4 + seat) for seat in range(4)]
        late: list[float] = []
        while not match.over:
            t = match.state
            assert isinstance(t, ShogunState)
            if t.round >= 4 and t.stage == st.MOVE and t.current < 0 and t.final == 0:
                late = [float(v) for v in GAME.heuristics.values(t)]
                assert sum(late) == pytest.approx(-2.0)
            match.push(minds[match.actor].choose(match.game, match.view(match.actor), match.legal_actions, Budget()))
        if late:
            won += late[[float(r) for r in match.returns].index(max(match.returns))]
    assert won / 6 > -0.4


def test_without_weights_the_value_set_by_hand_stays() -> None:
    t = empty_board()
    by_hand = GAME.earlier["search-1"]
    assert list(PlannedHeuristics([]).values(t)) == list(by_hand.values(t))
    assert PlannedHeuristics([]).ready_plan(GAME, GAME.view(t, 0), Rng(1)) == []


def test_games_to_learn_from_have_a_player_for_every_seat() -> None:
    found = {(task.options, len(task.players)) for task in tasks(GAME, 0, 80, 1)}
    assert found == {("", 4), ("players=3", 3), ("players=5", 5), ("players=2", 2), ("map=kyushu players=3", 3)}


def test_games_to_learn_from_draw_some_bids_anyhow() -> None:
    """Planners lay their koku out nearly alike, which would not show what a bin is worth."""
    assert isinstance(GAME.learning, DrawsFreely)
    t = empty_board()
    t.stage = int(st.PLAN)
    assert GAME.learning.freely(t) > 0.1
    t.stage = int(st.MOVE)
    assert GAME.learning.freely(t) == 0.0
    task = next(task for task in tasks(GAME, 0, 80, 0) if task.slips > 0.0 and task.options == "map=kyushu players=3")
    drawn = play_with(task, {})
    assert play_with(replace(task, slips=0.0), {}).actions != drawn.actions
    assert play_with(task, {}).actions == drawn.actions


def test_a_small_run_fits_better_than_even_odds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert GAME.learning is not None
    monkeypatch.setattr(GAME.learning, "openings", ("map=kyushu players=3",))
    run = Training(GAME, tmp_path, Recipe(rounds=1, games=24, simulations=1))
    rounds: list[Round] = []
    weights = run.run(1, lambda number, games: None, rounds.append)
    assert len(weights["value"]) == int(ft.FEATURES)  # type: ignore[arg-type]
    assert rounds[0].value_loss < 1.58
