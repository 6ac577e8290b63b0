"""What was learned of Gunkimono: the weights fit, foretell points, and agree with what they say of actions."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import cast

import pytest

from gunbai import bots
from gunbai.core.bot import Budget
from gunbai.core.game import CHANCE, DONE, State
from gunbai.core.options import Options
from gunbai.core.registry import find
from gunbai.core.rng import Rng
from gunbai.games.gunkimono import turn
from gunbai.games.gunkimono.data import SMALL
from gunbai.games.gunkimono.features import FEATURES, LADDERS, fort_feature, turns_of
from gunbai.games.gunkimono.learned import GunkimonoLearning, LearnedHeuristics
from gunbai.games.gunkimono.prospects import Prospects
from gunbai.games.gunkimono.state import DRAW, GONE, OVER, PLACE, REVEAL, SUPPORT, TILE, GunkimonoState
from gunbai.learn.fit import Examples, climbed, fit_points, gathered
from gunbai.learn.points import examples_in_points, moved_in_points, scattered
from gunbai.learn.selfplay import NEVER, Task, play_with, tasks
from gunbai.learn.training import Recipe, Round, Training
from tests.learn import positions as quick

GAME = find("gunkimono")
LEARNING = cast(GunkimonoLearning, GAME.learning)
SETTINGS = ["players=2", "players=2 layout=gk55", "players=5", "players=2 layout=tiny box=tiny"]


def learned() -> LearnedHeuristics:
    return LEARNING.heuristics(LEARNING.weights())


def positions(options: str, seeds: int = 3) -> list[State]:
    return quick.positions(GAME, options, seeds, 6)


def test_the_weights_fit_the_features_and_the_package() -> None:
    weights = LEARNING.weights()
    assert len(cast(list[float], weights["value"])) == FEATURES
    folder = resources.files("gunbai.games.gunkimono")
    assert len(folder.joinpath("weights.json").read_bytes()) < 2_000_000
    assert "gunbai train gunkimono" in folder.joinpath("weights.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("options", SETTINGS)
def test_features_have_their_place_in_every_position(options: str) -> None:
    for s in positions(options):
        for seat in range(s.options.players):
            numbers = LEARNING.features(s, seat)
            assert all(0 <= number < FEATURES for number in numbers)


@pytest.mark.parametrize("options", SETTINGS)
def test_chances_to_win_are_shared_out_among_all_seats(options: str) -> None:
    for s in positions(options, 2):
        values = [float(value) for value in learned().values(s)]
        assert len(values) == s.options.players
        assert all(-1.0 <= value <= 1.0 for value in values)
        assert sum(values) == pytest.approx(2.0 - s.options.players)


def test_ladders_do_not_overlap() -> None:
    rungs = [number for begin, count in LADDERS for number in range(begin, begin + count)]
    assert len(rungs) == len(set(rungs))
    assert max(rungs) < FEATURES


def test_a_larger_formation_and_more_turns_are_worth_more() -> None:
    weights = learned().value_weights
    assert weights[fort_feature(5, 8)] > weights[fort_feature(5, 4)] + 5.0
    assert weights[fort_feature(8, 6)] > weights[fort_feature(3, 6)] + 5.0


def test_no_turn_is_left_behind_the_last_one() -> None:
    for s in positions("players=3"):
        t = cast(GunkimonoState, s)
        if GAME.actor(s) == DONE:
            assert [turns_of(t, seat) for seat in range(3)] == [0, 0, 0]
        elif GAME.actor(s) >= 0 and t.step < 9:
            assert turns_of(t, t.turn) > 0


def test_actions_have_weights_and_simulations_play_legal_ones() -> None:
    rng, found = Rng(5), learned()
    for s in positions("players=2"):
        if GAME.actor(s) < 0:
            continue
        legal = GAME.legal(s)
        weights = found.weights(s, legal)
        assert len(weights) == len(legal)
        assert all(weight > 0.0 for weight in weights)
        assert found.rollout(s, legal, rng) in [int(action) for action in legal]


def test_the_parts_of_a_judgement_see_points_and_rivals() -> None:
    s = positions("players=3", 1)[-2]
    t = cast(GunkimonoState, s)
    parts = [float(part) for part in GAME.heuristics.parts(s, 0)]
    assert len(parts) == len(GAME.heuristics.reasons)
    assert parts[0] == turn.total_points(t, 0)
    t.vp[1] += 100
    assert GAME.heuristics.parts(s, 0)[5] < parts[5] - 50
    assert GAME.heuristics.parts(s, 0)[0] == parts[0]


def test_no_reason_says_that_honor_delays_a_stronghold() -> None:
    """Rows that markers have climbed never make what is told of the next stronghold or of banners worse."""
    risen = 0
    for s in positions("players=2"):
        t = cast(GunkimonoState, s)
        if t.turn < 0:
            continue
        for troop in range(5):
            higher = t.copy()
            if higher.honor[troop] == GONE or higher.honor[troop] + 1 >= t.setting.rows[2]:
                continue
            before = GAME.heuristics.parts(t, 0)
            higher.honor[troop] += 1
            after = GAME.heuristics.parts(higher, 0)
            assert after[2] >= before[2] - 1e-9
            assert after[3] >= before[3] - 1e-9
            risen += after[2] > before[2]
    assert risen


def test_points_are_learned_and_ladders_carry_what_was_learned_upwards() -> None:
    """Each rung is worth two points; the top rung was never seen while learning, and is worth no less."""
    rng, examples, ladders = Rng(2), Examples(), [(0, 6)]
    for game in range(300):
        one, two = int(rng.below(5)), int(rng.below(5))
        examples.add([climbed([one], ladders), climbed([two], ladders)], 2.0 * (one - two) + rng.unit() - 0.5, game)
    found = fit_points(examples, 6, ridge=0.01)
    weights = gathered(found.weights, ladders)
    assert found.loss < 0.2
    assert found.baseline > 5.0
    assert weights[4] - weights[0] == pytest.approx(8.0, abs=0.2)
    assert weights[5] == pytest.approx(weights[4], abs=0.2)


def test_weights_move_towards_games_that_they_foretold_wrongly() -> None:
    weights = [0.0] * int(FEATURES)
    assert gathered(scattered([1.0, 3.0, 2.0, 5.0], [(0, 3)]), [(0, 3)]) == [1.0, 3.0, 2.0, 5.0]
    pair = ("script:taker", "script:builder")
    played = [play_with(Task("gunkimono", n, n, "players=2", pair, 0.0, 0), {}) for n in range(24)]
    moved = moved_in_points(GAME, played, weights)
    assert len(moved) == FEATURES
    assert moved != weights


def test_only_what_follows_a_lead_teaches() -> None:
    """How a script goes on is not to be learned; what the newest bot makes of the script's position is."""
    pair = ("script:honor", "script:builder")
    whole = play_with(Task("gunkimono", 0, 5, "players=2", pair, 0.0, 0), {})
    taught = []
    for leads in ((0, 0), (30, 10), (30, NEVER)):
        led = play_with(Task("gunkimono", 0, 5, "players=2", pair, 0.0, 0, leads), LEARNING.weights())
        assert led.leads == list(leads)
        assert led.actions != whole.actions
        taught.append(len(examples_in_points(GAME, [led]).answers))
    assert taught[0] > taught[1] > taught[2] == 0
    leads_of = [task.leads for task in tasks(GAME, 0, 200, 0) if len(task.players) == 2]
    assert {0, NEVER} < {lead for leads in leads_of for lead in leads}
    assert max(lead for leads in leads_of for lead in leads) > 60


@pytest.mark.parametrize("script", sorted(GAME.scripts))
def test_scripts_play_whole_games(script: str) -> None:
    s, rng = GAME.start(Options(GAME.info.options, {"players": 2})), Rng(3)
    minds = [bots.make(f"script:{script}", 1), bots.make("random", 2)]
    while (actor := int(GAME.actor(s))) != DONE:
        legal = [int(action) for action in GAME.legal(s)]
        if actor == CHANCE:
            action = int(GAME.draw(s, rng))
        else:
            action = minds[actor].choose(GAME, GAME.view(s, actor), legal, Budget(1.0))
        assert action in legal
        GAME.apply(s, action)
    points = [int(turn.total_points(cast(GunkimonoState, s), seat)) for seat in range(2)]
    assert points[0] > points[1]


def test_training_makes_weights_from_nothing_with_any_number_of_seats(tmp_path: Path) -> None:
    rounds: list[Round] = []
    recipe = Recipe(rounds=1, games=12, simulations=1)
    weights = Training(GAME, tmp_path, recipe).run(1, lambda number, games: None, rounds.append)
    assert len(cast(list[float], weights["value"])) == FEATURES
    assert rounds[0].games == 12
    assert rounds[0].positions > 100
    assert isinstance(LEARNING.heuristics(weights), LearnedHeuristics)


def scored(s: State, place: int) -> int:
    """The points that both troops of the tile being laid score on a place, as the rules count them."""
    t = cast(GunkimonoState, s).copy()
    GAME.apply(t, place)
    if t.step == SUPPORT:
        GAME.apply(t, GAME.legal(t)[0])
    return int(sum(turn.half_points(_half(t, half)) for half in range(1 if t.tile >= SMALL else 2)))


def _half(t: GunkimonoState, half: int) -> GunkimonoState:
    t.half = half
    return t


@pytest.mark.parametrize("options", SETTINGS)
def test_the_best_place_at_a_glance_is_nearly_the_best(options: str) -> None:
    """It may only be wrong where one half cuts the formation that the other joins."""
    looked, found, best = 0, 0, 0
    for s in positions(options, 6):
        t = cast(GunkimonoState, s)
        if t.step != PLACE:
            continue
        prospects = Prospects()
        prospects.read(t.board, t.turn)
        prospects.best(t, t.turn, t.tile, 0.0, 0.0, 0.0)
        assert prospects.place in [int(action) for action in GAME.legal(s)]
        looked += 1
        best += max(scored(s, int(action)) for action in GAME.legal(s))
        found += scored(s, int(prospects.place))
    assert looked > 0
    assert 0.95 * best <= found <= best


@pytest.mark.parametrize("options", SETTINGS)
def test_a_turn_under_way_is_finished_before_it_is_judged(options: str) -> None:
    for s in positions(options, 2):
        before = s.key()
        done = learned().finished(cast(GunkimonoState, s))
        assert s.key() == before
        assert done.turn < 0 or done.step in (TILE, REVEAL, DRAW, OVER)
