"""Laws of play that hold in every game: legality, copies, chance, endings."""

from __future__ import annotations

import pytest

from gunbai.core.errors import IllegalAction
from gunbai.core.game import CHANCE, DONE, perft, playout
from gunbai.core.rng import Rng
from tests.contract.cases import CASES, Case, walk
from tests.contract.paragraphs import paragraphs_of

every_case = pytest.mark.parametrize("case", CASES, ids=str)


@every_case
def test_actions_are_few_sorted_and_never_missing(case: Case) -> None:
    game = case.game
    for s, _ in walk(case, seed=11, every=3):
        actions = [int(a) for a in game.legal(s)]
        actor = game.actor(s)
        assert actions == sorted(set(actions))
        assert bool(actions) == (actor != DONE)
        assert len(actions) <= 160
        assert actor in (CHANCE, DONE) or 0 <= actor < case.players
        assert game.actor(s) == DONE or game.returns(s) == (0.0,) * case.players


@every_case
def test_a_chance_node_lists_its_outcomes_with_exact_weights(case: Case) -> None:
    game = case.game
    for s, rng in walk(case, seed=12, every=2):
        if game.actor(s) != CHANCE:
            continue
        chance = game.chance(s)
        assert [int(a) for a in chance.actions] == [int(a) for a in game.legal(s)]
        assert all(w > 0 for w in chance.weights)
        assert abs(sum(p for _, p in chance.outcomes()) - 1.0) < 1e-9
        assert game.draw(s, rng) in list(chance.actions)


@every_case
def test_copies_share_nothing(case: Case) -> None:
    game = case.game
    for s, rng in walk(case, seed=13, every=5):
        before, twin = s.key(), s.copy()
        assert twin.key() == before
        assert type(twin) is type(s)
        playout(game, twin, rng, 12)
        assert s.key() == before
        third = s.copy()
        playout(game, s, rng, 12)
        assert third.key() == before


@every_case
def test_check_accepts_exactly_the_legal_actions_and_changes_nothing(case: Case) -> None:
    game = case.game
    known = paragraphs_of(case.name)
    seen_numbers: set[int] = set()
    for s, rng in walk(case, seed=14, every=9):
        before = s.key()
        legal = {int(a) for a in game.legal(s)}
        seen_numbers |= legal
        tries = {-1, -5, 0, 1, 10**6, 2**62, -(2**62)} | {int(rng.below(5000)) for _ in range(20)}
        pool = sorted(seen_numbers)
        tries |= {pool[int(rng.below(len(pool)))] for _ in range(20) if pool}
        for action in sorted(tries | legal):
            if action in legal:
                game.check(s, action)
                continue
            with pytest.raises(IllegalAction) as refused:
                game.check(s, action)
            assert refused.value.paragraph in known, f"no paragraph {refused.value.paragraph} in RULES.md"
            assert refused.value.reason
            assert "\n" not in str(refused.value)
        assert s.key() == before


@every_case
def test_a_finished_game_has_a_result(case: Case) -> None:
    game = case.game
    for seed in (15, 16):
        s = game.start(case.options)
        playout(game, s, Rng(seed), 300_000)
        assert game.actor(s) == DONE
        values, places = game.returns(s), game.placing(s)
        assert len(values) == len(places) == case.players
        assert all(-1.0 <= v <= 1.0 for v in values)
        assert min(places) == 1
        assert game.outcome(s)
        total = game.sum_of_returns(case.options)
        assert total is None or sum(values) == pytest.approx(total)
        best = max(values)
        assert all(places[i] == 1 for i, v in enumerate(values) if v == best)


@every_case
def test_perft_counts_what_playing_every_action_reaches(case: Case) -> None:
    game = case.game
    for s, _ in walk(case, seed=17, every=40):
        by_hand = 0
        for action in game.legal(s):
            child = s.copy()
            game.apply(child, action)
            by_hand += max(1, len(game.legal(child)))
        assert perft(game, s, 2) == max(1, by_hand)


@every_case
def test_the_same_seed_plays_the_same_game(case: Case) -> None:
    game = case.game
    keys = []
    for _ in range(2):
        s = game.start(case.options)
        playout(game, s, Rng(18), 300_000)
        keys.append(s.key())
    assert keys[0] == keys[1]


def test_every_game_has_a_tiny_preset() -> None:
    for case in CASES:
        assert "tiny" in case.game.info.presets
