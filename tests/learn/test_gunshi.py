"""What was learned of Gunshi: the weights fit, they see no more than a seat may, and they win."""

from __future__ import annotations

from collections import Counter
from importlib import resources
from math import exp
from typing import cast

import pytest
from librt.vecs import vec

import gunbai
from gunbai import bots
from gunbai.bots.search import RankedAction
from gunbai.bots.searcher import SearchBot
from gunbai.core.bot import Budget
from gunbai.core.game import State
from gunbai.core.judgement import Learning
from gunbai.core.options import Options
from gunbai.core.registry import find
from gunbai.core.rng import Rng
from gunbai.games.gunshi.actions import A_FACE
from gunbai.games.gunshi.data import NORTH, SOUTH
from gunbai.games.gunshi.features import FEATURES, SUSPECT_FEATURES
from gunbai.games.gunshi.forming import gains
from gunbai.games.gunshi.learned import LearnedHeuristics
from gunbai.games.gunshi.state import ALL, FACING, PIECE, SHOGUN, SHOWN, SIDE, GunshiState
from gunbai.games.gunshi.view import GunshiView
from gunbai.lab.arena import Bout, play
from gunbai.lab.secrets import entropy
from tests.learn import positions as quick

GAME = find("gunshi")
LEARNING = cast(Learning, GAME.learning)


def learned() -> LearnedHeuristics:
    found = GAME.heuristics
    assert isinstance(found, LearnedHeuristics)
    return found


def positions(options: str = "", seeds: int = 6) -> list[State]:
    return quick.positions(GAME, options, seeds, 12)


def test_the_weights_fit_the_features_and_the_package() -> None:
    weights = LEARNING.weights()
    assert len(cast(list[float], weights["value"])) == FEATURES
    assert len(cast(list[float], weights["secret"])) == SUSPECT_FEATURES
    folder = resources.files("gunbai.games.gunshi")
    assert len(folder.joinpath("weights.json").read_bytes()) < 2_000_000
    assert "gunbai train gunshi" in folder.joinpath("weights.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("options", ["", "formation=first_battle", "variant=custom deck_rule=secret promos=true"])
def test_features_have_their_place_in_every_position(options: str) -> None:
    for s in positions(options, 3):
        for seat in range(2):
            numbers = LEARNING.features(s, seat)
            assert 4 < len(numbers) < 100
            assert all(0 <= number < FEATURES for number in numbers)
            true, places = LEARNING.secret(s, seat)
            assert all(0 <= number < SUSPECT_FEATURES for place in places for number in place)
            assert true < len(places)
            assert (true < 0) == (not places)


def test_a_value_is_a_fair_share() -> None:
    for s in positions():
        one, two = learned().values(s)
        assert -1.0 <= one <= 1.0
        assert one == -two


def test_features_of_a_view_tell_nothing_that_is_hidden() -> None:
    """Another truth behind the same view has the same features, seen from there."""
    rng, differed = Rng(8), 0
    for s in positions():
        for seat in range(2):
            view = cast(GunshiView, GAME.view(s, seat))
            other = GAME.resample(view, rng)
            again = cast(GunshiView, GAME.view(other, seat))
            differed += other.key() != s.key()
            for side in range(2):
                assert LEARNING.features(view.state, side) == LEARNING.features(again.state, side)
    assert differed > 20


def test_a_gain_is_what_the_placement_adds_to_the_sum() -> None:
    """Placements are weighed without being carried out; carried out, they add the same."""
    rng, checked, equal = Rng(5), 0, 0
    packed = [rng.unit() - 0.5 for _ in range(FEATURES)]
    for _ in range(3):
        s = GAME.start(Options(GAME.info.options, {}))
        while cast(GunshiState, s).turn == 0:
            t, legal = cast(GunshiState, s), GAME.legal(s)
            if t.phase == PIECE:
                seat = int(t.seat)
                before = difference(s, seat, packed)
                for action, gain in zip(legal, gains(vec[float](packed), t, legal), strict=True):
                    after = s.copy()
                    GAME.apply(after, action)
                    if cast(GunshiState, after).phase == FACING:
                        GAME.apply(after, A_FACE + (SOUTH if seat else NORTH))
                    if cast(GunshiState, after).phase == PIECE:
                        checked += 1
                        equal += difference(after, seat, packed) - before == pytest.approx(gain)
            ahead = A_FACE + (SOUTH if t.seat else NORTH)
            GAME.apply(s, ahead if t.phase == FACING else legal[rng.below(len(legal))])
    # Foot of one's own placed before a horse may stop it; that is not looked for.
    assert equal > 0.99 * checked > 1000


def difference(s: State, seat: int, weights: list[float]) -> float:
    """The seat's sum less the other's."""
    mine, theirs = (sum(weights[number] for number in LEARNING.features(s, side)) for side in (seat, 1 - seat))
    return mine - theirs


def test_a_guess_fits_the_view_and_leaves_no_suspect_out() -> None:
    """Every unit that may be the shogun is drawn at least as often as its part of the even odds allows."""
    rng, checked = Rng(9), 0
    for s in positions():
        t = cast(GunshiState, s)
        view = cast(GunshiView, GAME.view(s, 0))
        before = view.state.key()
        drawn: set[int] = set()
        suspects = 0 if t.turn == 0 or t.side[SIDE + SHOWN] else int(t.side[SIDE + ALL] & ~t.cleared)
        for _ in range(60 if suspects else 2):
            world = learned().guess(GAME, view, rng)
            assert cast(GunshiView, GAME.view(world, 0)).state.key() == before
            drawn.add(int(cast(GunshiState, world).side[SIDE + SHOGUN]))
        if suspects.bit_count() > 1:
            squares, odds = learned().odds(view.state, 1)
            assert {int(q) for q in squares} == {q for q in range(49) if suspects >> q & 1}
            assert sum(odds) == pytest.approx(1.0)
            assert min(odds) >= 0.2 / float(len(odds))
            assert drawn <= {int(q) for q in squares}
            checked += len(drawn) > 1
    assert checked > 10


def test_horses_in_one_file_are_judged_by_weights_of_their_own() -> None:
    """Only while pieces are placed, only for the side that faces them, and with the battle's weights unchanged."""
    beside, behind = gunbai.new("gunshi", seed=1), gunbai.new("gunshi", seed=1)
    for match, second in ((beside, "cavalry e1"), (behind, "cavalry d2")):
        for words in ("cavalry d1", "face north", "infantry a6", "face south", second, "face north"):
            match.push(GAME.parse_action(words))
    mind = learned()
    assert mind.facing(beside.view(1)) is mind
    assert mind.facing(behind.view(0)) is mind
    other = mind.facing(behind.view(1))
    assert isinstance(other, LearnedHeuristics)
    assert other is not mind
    assert list(other.value_weights) != list(mind.value_weights)
    assert list(other.value_weights)[:924] == list(mind.value_weights)[:924]
    battle = GAME.start(Options(GAME.info.options, {"formation": "first_battle"}))
    assert mind.facing(GAME.view(battle, 1)) is mind


def test_a_formation_is_not_thought_over_longer_than_helps() -> None:
    """The priors know more of half a formation than its judgement; the battle gets all simulations there are."""
    match = gunbai.new("gunshi", seed=1)
    assert learned().enough(match.view(0)) == 100
    assert learned().mixes(match.view(0)) > 0.0
    mind, made = SearchBot(3), list[int]()
    for simulations in (40, 400):
        mind.rest()
        mind.choose(GAME, match.view(0), match.legal_actions, Budget(600.0, simulations))
        assert mind._search is not None
        made.append(int(mind._search.simulations))
    assert made[0] <= 40
    assert 40 < made[1] <= 100
    while match.state.turn == 0:  # type: ignore[attr-defined]
        match.push(match.legal_actions[0])
    assert learned().enough(match.view(match.actor)) == 0
    assert learned().mixes(match.view(match.actor)) == 0.0


@pytest.mark.parametrize("options", ["", "formation=first_battle"])
def test_the_shogun_of_a_ready_made_formation_and_first_orders_are_drawn(options: str) -> None:
    match = gunbai.new("gunshi", seed=1, **dict(word.split("=") for word in options.split()))
    drawn = list[tuple[str, int]]()
    while not match.over and match.state.turn < 4:  # type: ignore[attr-defined]
        word = match.game.action_text(match.legal_actions[0]).split()[0]
        if learned().temperature(match.view(match.actor)) > 0.0:
            drawn.append((word, match.actor))
        match.push(match.legal_actions[0])
    shoguns = [("shogun", 0), ("shogun", 1)] if options else []
    assert drawn == [*shoguns, ("send", 0), ("send", 1)]


def test_the_shogun_is_no_easier_to_foresee_than_before_anything_was_learned() -> None:
    """In bits, over the same seeds and few simulations, for each seat of a first battle; docs/strength.md has more."""

    def bits(bot: str) -> float:
        budget, view, legal = Budget(600.0, 40), match.view(match.actor), match.legal_actions
        return entropy(bots.make(bot, seed).choose(GAME, view, legal, budget) for seed in range(60))

    match = gunbai.new("gunshi", formation="first_battle", seed=1)
    for _ in range(2):
        assert bits("search") >= bits("search-1")
        match.push(match.legal_actions[0])


def test_the_shogun_that_is_drawn_does_not_depend_on_what_is_hidden() -> None:
    """Blue draws alike, whichever unit red has sealed as its shogun."""
    views = []
    for sealed in range(6):
        match = gunbai.new("gunshi", formation="first_battle", seed=2)
        match.push(match.legal_actions[sealed])
        views.append(match.view(match.actor))
    legal = match.legal_actions
    for seed in range(4):
        assert len({SearchBot(seed).choose(GAME, view, legal, Budget(600.0, 30)) for view in views}) == 1


def test_a_worse_action_is_drawn_less_often_and_a_lucky_one_no_more_than_the_favourite() -> None:
    favourite, worse, lucky = RankedAction(1, 90, 0.3), RankedAction(2, 8, 0.1), RankedAction(3, 2, 0.9)
    mind, drawn = SearchBot(1), Counter[int]()
    for _ in range(4_000):
        drawn[mind._drawn([favourite, worse, lucky], 0.2)] += 1
    share = 1.0 / (2.0 + exp(-1.0))
    assert drawn[1] / 4_000 == pytest.approx(share, abs=0.04)
    assert drawn[3] / 4_000 == pytest.approx(share, abs=0.04)
    assert drawn[2] / 4_000 == pytest.approx(share * exp(-1.0), abs=0.04)


def test_before_the_battle_choices_differ_from_game_to_game() -> None:
    """As shogun of a first battle several units are about as good; always the same one would be foreseen."""
    match = gunbai.new("gunshi", formation="first_battle", seed=1)
    chosen = set()
    for seed in range(12):
        budget = Budget(600.0, 40)
        chosen.add(SearchBot(seed).choose(GAME, match.view(match.actor), match.legal_actions, budget))
    assert len(chosen) > 1
    again = {SearchBot(5).choose(GAME, match.view(match.actor), match.legal_actions, budget) for _ in range(2)}
    assert len(again) == 1, "equal seeds choose alike"


@pytest.mark.parametrize("script", GAME.scripts)
@pytest.mark.parametrize("options", ["", "formation=first_battle"])
def test_scripts_play_whole_games_from_either_seat(script: str, options: str) -> None:
    for rotation in range(2):
        result = play(Bout("gunshi", options, (f"script:{script}", "random"), 3, rotation, 1.0))
        assert sum(result.returns) == 0


def test_the_learned_search_beats_the_first_one() -> None:
    """Twenty quick games with fixed seeds; docs/strength.md has the long run."""
    won = 0.0
    for seed in range(5):
        for options in ("", "formation=first_battle"):
            for rotation in range(2):
                bout = Bout("gunshi", options, ("search", "search-1"), seed, rotation, 600.0, 8)
                won += (play(bout).returns[0] + 1.0) / 2.0
    assert won >= 11.0
