"""How far a game reaches: the dense index of its actions and the longest game."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import gunbai
from gunbai.core.action_index import ActionIndex
from gunbai.core.errors import GunbaiError
from gunbai.core.game import CHANCE, DONE, advance, bring_into_focus, playout
from gunbai.core.rng import Rng
from tests.contract.cases import CASES, Case, length, walk, watchers

every_case = pytest.mark.parametrize("case", CASES, ids=str)
RECORDS = sorted((Path(__file__).parents[1] / "playthroughs").glob("*.txt"))


@every_case
def test_the_index_counts_every_action_once_in_both_directions(case: Case) -> None:
    game, options = case.game, case.options
    count = int(game.action_count(options))
    actions = [int(game.action_at(options, index)) for index in range(count)]
    assert len(set(actions)) == count > 0
    assert [int(game.index_of(options, action)) for action in actions] == list(range(count))
    # Each has a text that is read back, so none is a number that means nothing.
    assert [int(game.parse_action(game.action_text(action))) for action in actions] == actions
    given = [int(a) for a in game.decisions(options)], [int(a) for a in game.outcomes(options)]
    assert given == (sorted(set(given[0])), sorted(set(given[1])))
    assert actions == given[0] + given[1]


@every_case
def test_every_legal_action_and_every_outcome_has_its_index(case: Case) -> None:
    game = case.game
    index = game.action_index(case.options)
    for seed in (51, 52):
        for s, _ in walk(case, seed, every=2):
            actor, legal = game.actor(s), game.legal(s)
            found = [int(i) for i in index.find_all(legal)]
            assert [int(index.action_at(i)) for i in found] == [int(a) for a in legal]
            if actor == CHANCE:
                assert all(index.decisions <= i < index.count for i in found)
            else:
                assert all(0 <= i < index.decisions for i in found)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_action_of_a_recorded_game_has_its_index(path: Path) -> None:
    match = gunbai.load(path, seed=None)
    game, options = match.game, match.options
    s = match.record.start()
    for step in match.record.steps:
        bring_into_focus(game, s, step.seat)
        for action in game.legal(s):
            assert game.action_at(options, game.index_of(options, action)) == action
        advance(game, s, step.seat, step.action)
    if not match.record.position:
        assert len(match.record.steps) <= game.longest_game(options)


@every_case
def test_what_is_no_action_has_no_index(case: Case) -> None:
    game, options = case.game, case.options
    known = {int(game.action_at(options, i)) for i in range(int(game.action_count(options)))}
    for number in (-1, -2, -3, 10**6, 2**40, 2**62, -(2**62), max(known) + 1):
        if number not in known:
            with pytest.raises(GunbaiError, match=f"has an action {number} "):
                game.index_of(options, number)
    for index in (-1, -(2**62), int(game.action_count(options)), 2**62):
        with pytest.raises(GunbaiError, match=f"no action of index {index};"):
            game.action_at(options, index)


@every_case
def test_a_masked_action_has_no_index(case: Case) -> None:
    """A mask can never be played: it stands in a history, not in a list of choices."""
    game = case.game
    index = game.action_index(case.options)
    for s, _ in walk(case, seed=53, every=3):
        if game.actor(s) == DONE:
            continue
        for seat in watchers(case):
            for action in game.legal(s):
                if (seen := game.seen_as(s, action, seat)) != action:
                    assert index.find(seen) == -1


@every_case
def test_options_that_are_equal_share_one_index(case: Case) -> None:
    index = case.game.action_index(case.options)
    assert case.game.action_index(case.options) is index
    assert case.game.action_index(pickle.loads(pickle.dumps(case.options))) is index
    again = pickle.loads(pickle.dumps(index))
    assert (list(again.actions), again.count, again.decisions) == (list(index.actions), index.count, index.decisions)


def test_shoguns_index_is_dense() -> None:
    """Its numbers reach beyond 2.9 million."""
    game = gunbai.find("shogun")
    options = gunbai.new("shogun", players=5).options
    count = int(game.action_count(options))
    assert 2000 < count < 4000
    assert max(int(game.action_at(options, index)) for index in range(count)) > 2_900_000


def test_an_index_keeps_numbers_apart_that_fall_together() -> None:
    """Numbers far apart, in rows, and beyond 32 bits: whatever slot they share, each is found."""
    numbers = [*range(100), *range(0, 2**20, 4096), *(2**n for n in range(20, 63)), *(-(2**n) for n in range(63))]
    numbers = sorted(set(numbers))
    index = ActionIndex(vec[i64](numbers), vec[i64](numbers[:5]))
    assert index.count == index.decisions == len(numbers)
    assert [int(index.find(n)) for n in numbers] == list(range(len(numbers)))
    assert index.find(101) == index.find(2**20 + 1) == -1
    empty = ActionIndex(vec[i64](), vec[i64]())
    assert (empty.count, int(empty.find(0))) == (0, -1)


@every_case
def test_no_game_is_longer_than_the_longest(case: Case) -> None:
    longest = int(case.game.longest_game(case.options))
    assert length(case) <= longest < 2**40
    for seed in range(54, 60 if length(case) < 2500 else 54):
        assert playout(case.game, case.game.start(case.options), Rng(seed), longest + 1) <= longest


def test_the_toys_longest_game_is_played() -> None:
    """The bound is reached, so it cannot be lowered."""
    match = gunbai.new("whisper", players=3, seed=None)
    for action in ("seal 0", "seal 1", "seal 2", "token 0", "token 1", "token 1", "rounds 3", *["guess 3"] * 9):
        match.push(action)
    assert match.over
    assert len(match.record.steps) == match.game.longest_game(match.options)
