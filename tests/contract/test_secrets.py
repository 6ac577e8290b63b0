"""No leak, by structure: a view depends only on what its seat may know, whatever the hidden truth is."""

from __future__ import annotations

import json

import pytest

from gunbai.core.game import CHANCE, DONE, bring_into_focus
from gunbai.core.rng import Rng
from tests.contract.cases import CASES, Case, walk, watchers

every_case = pytest.mark.parametrize("case", CASES, ids=str)


def _bytes(data: object) -> bytes:
    return json.dumps(data, sort_keys=True).encode()


@every_case
def test_resampling_a_view_gives_a_world_with_the_same_view(case: Case) -> None:
    game = case.game
    for s, rng in walk(case, seed=21, every=12):
        for seat in watchers(case):
            view = game.view(s, seat)
            world = game.resample(view, rng)
            assert _bytes(game.view(world, seat).data()) == _bytes(view.data())
            assert game.view_text(game.view(world, seat)) == game.view_text(view)
            assert list(game.pending(world)) == list(game.pending(s))
            assert (game.actor(world) == DONE) == (game.actor(s) == DONE)
            assert (game.actor(world) == CHANCE) == (game.actor(s) == CHANCE)
            if game.actor(s) == seat:
                bring_into_focus(game, world, seat)
                assert list(game.legal(world)) == list(game.legal(s))
            assert game.prompt(game.view(world, seat)) == game.prompt(view)


@every_case
def test_a_resampled_world_can_be_played_to_its_end(case: Case) -> None:
    game = case.game
    for s, rng in walk(case, seed=22, every=60):
        for seat in watchers(case):
            world = game.resample(game.view(s, seat), rng)
            for _ in range(300):
                actor = game.actor(world)
                if actor == DONE:
                    break
                actions = game.legal(world)
                assert len(actions) > 0
                pick = game.draw(world, rng) if actor == CHANCE else actions[rng.below(len(actions))]
                assert pick in list(actions)
                game.apply(world, pick)


@every_case
def test_resampling_does_not_return_the_truth_it_cannot_know(case: Case) -> None:
    game = case.game
    if not game.info.hidden:
        pytest.skip("a game without secrets has only one world")
    for s, rng in walk(case, seed=23, every=4):
        for seat in watchers(case):
            view = game.view(s, seat)
            if any(game.resample(view, rng).key() != s.key() for _ in range(4)):
                return
    raise AssertionError(f"{case}: every sample was the truth itself")


@every_case
def test_what_looks_the_same_leaves_the_same_view(case: Case) -> None:
    """Two actions a seat cannot tell apart must lead to views that seat cannot tell apart."""
    game = case.game
    for s, _ in walk(case, seed=24, every=5):
        actor = game.actor(s)
        if actor == DONE:
            continue
        actions = game.legal(s)
        for seat in watchers(case):
            if seat == actor:
                assert all(game.seen_as(s, a, seat) == a for a in actions)
                continue
            looks: dict[int, bytes] = {}
            for a in actions:
                seen = int(game.seen_as(s, a, seat))
                child = s.copy()
                game.apply(child, a)
                after = _bytes(game.view(child, seat).data())
                assert looks.setdefault(seen, after) == after, (
                    f"{game.action_text(a)} is seen as {game.action_text(seen)}, yet the view differs"
                )


@every_case
def test_sealed_choices_commute(case: Case) -> None:
    game = case.game
    for s, rng in walk(case, seed=25, every=2):
        seats = [int(p) for p in game.pending(s)]
        if len(seats) < 2:
            continue
        one, two = seats[0], seats[1 + int(rng.below(len(seats) - 1))]
        plans = {}
        for seat in (one, two):
            focused = s.copy()
            game.focus(focused, seat)
            assert game.actor(focused) == seat
            actions = game.legal(focused)
            plans[seat] = actions[rng.below(len(actions))]
        ends = []
        for order in ((one, two), (two, one)):
            t = s.copy()
            for seat in order:
                bring_into_focus(game, t, seat)
                assert plans[seat] in list(game.legal(t)), "one seat's seal changed what another may choose"
                game.apply(t, plans[seat])
            for seat in seats:
                if seat in list(game.pending(t)):
                    game.focus(t, seat)
                    break
            ends.append(t.key())
        assert ends[0] == ends[1]


@every_case
def test_views_are_plain_json_and_sentences_exist(case: Case) -> None:
    game = case.game
    for s, rng in walk(case, seed=26, every=15):
        actor = game.actor(s)
        for seat in watchers(case):
            view = game.view(s, seat)
            assert json.loads(json.dumps(view.data())) == view.data()
            assert view.data()["seat"] == seat or seat < 0
            assert "\n" not in game.view_text(view)
            assert game.prompt(view)
            if actor == DONE:
                continue
            actions = game.legal(s)
            action = game.draw(s, rng) if actor == CHANCE else actions[rng.below(len(actions))]
            seen = int(game.seen_as(s, action, seat))
            assert game.parse_action(game.action_text(seen)) == seen
            assert game.tell(view, [seen])


@every_case
def test_sentences_do_not_depend_on_secrets(case: Case) -> None:
    game = case.game
    for s, rng in walk(case, seed=27, every=15):
        actor = game.actor(s)
        if actor < 0:
            continue
        for seat in watchers(case):
            view = game.view(s, seat)
            twin = game.view(game.resample(view, Rng(int(rng.below(1000)))), seat)
            for action in list(game.legal(s))[:5]:
                seen = int(game.seen_as(s, action, seat))
                assert game.tell(view, [seen]) == game.tell(twin, [seen])
