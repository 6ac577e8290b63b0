"""Foresight, in every game: it comes from the view alone, it is plain data, and what it calls certain happens."""

from __future__ import annotations

import json

import pytest

from gunbai.core.errors import BadNotation, GunbaiError
from gunbai.core.foresight import KINDS, Pointing
from gunbai.core.game import CHANCE, Game, Outlook, State, View, advance, bring_into_focus
from gunbai.core.rng import Rng
from tests.contract.cases import CASES, Case, walk, watchers

every_case = pytest.mark.parametrize("case", CASES, ids=str)
# How many of a moment's actions and places are tried; the moments are many.
SOME = 12


def _bytes(data: object) -> bytes:
    return json.dumps(data, sort_keys=True).encode()


def _deciding(case: Case, seed: int, every: int) -> list[tuple[State, int, Rng]]:
    """Moments with the seat that decides, in focus."""
    found = []
    for s, rng in walk(case, seed=seed, every=every):
        for seat in [int(p) for p in case.game.pending(s)]:
            focused = s.copy()
            bring_into_focus(case.game, focused, seat)
            found.append((focused, seat, rng))
    return found


def _some(actions: list[int], rng: Rng) -> list[int]:
    return [actions[int(rng.below(len(actions)))] for _ in range(min(SOME, len(actions)))]


def _said(pointing: Pointing) -> object:
    refusal = pointing.refusal
    return [pointing.actions, None if refusal is None else [str(refusal), refusal.template, refusal.words]]


def _everything(outlook: Outlook, actions: list[int]) -> bytes:
    """All that an outlook says of some actions and of every place."""
    return _bytes(
        [
            [outlook.foresee([action]).data() for action in actions],
            {place: _said(outlook.point(place)) for place in outlook.places()},
            [int(action) for action in outlook.legal],
            outlook.ways(),
            [[str(order.saying), order.actions, order.piece] for order in outlook.quick_orders()],
        ]
    )


@every_case
def test_what_is_hidden_changes_no_byte_of_foresight(case: Case) -> None:
    game = case.game
    for s, seat, rng in _deciding(case, seed=31, every=20):
        view = game.view(s, seat)
        actions = _some([int(a) for a in game.legal(s)], rng)
        told = _everything(game.outlook(view), actions)
        for _ in range(2):
            world = game.resample(view, rng)
            assert _everything(game.outlook(game.view(world, seat)), actions) == told


@every_case
def test_asking_changes_nothing_and_every_legal_action_can_be_asked_about(case: Case) -> None:
    game = case.game
    for s, seat, _ in _deciding(case, seed=32, every=30):
        view = game.view(s, seat)
        before = _bytes(view.data())
        outlook = game.outlook(view)
        assert list(outlook.legal) == list(game.legal(s))
        told = outlook.foresee_each()
        assert [action for action, _ in told] == list(game.legal(s))
        assert _bytes([f.data() for _, f in outlook.foresee_each()]) == _bytes([f.data() for _, f in told])
        assert _bytes(view.data()) == before
        for _, foresight in told:
            assert json.loads(json.dumps(foresight.data())) == foresight.data()
            assert {effect.kind for effect in foresight.effects} <= set(KINDS)
            assert all(effect.seat < case.players for effect in foresight.effects)


def _view_after(game: Game, world: State, seat: int, action: int) -> View:
    advance(game, world, seat, action)
    assert game.actor(world) != CHANCE, f"chance decides after {game.action_text(action)}"
    return game.view(world, seat)


@every_case
def test_what_is_called_certain_is_the_same_in_all_worlds(case: Case) -> None:
    game = case.game
    for s, seat, rng in _deciding(case, seed=33, every=20):
        view = game.view(s, seat)
        outlook = game.outlook(view)
        for action in _some([int(a) for a in game.legal(s)], rng):
            if not outlook.foresee([action]).certain:
                continue
            true = _bytes(_view_after(game, s.copy(), seat, action).data())
            for _ in range(3):
                assert _bytes(_view_after(game, game.resample(view, rng), seat, action).data()) == true


@every_case
def test_what_is_not_legal_is_refused_and_nobody_else_is_told_anything(case: Case) -> None:
    game = case.game
    for s, seat, rng in _deciding(case, seed=34, every=60):
        legal = [int(a) for a in game.legal(s)]
        outlook = game.outlook(game.view(s, seat))
        with pytest.raises(GunbaiError):
            outlook.foresee([max(legal) + 1 + int(rng.below(50))])
        for other in watchers(case):
            if other not in [int(p) for p in game.pending(s)]:
                stranger = game.outlook(game.view(s, other))
                assert len(stranger.legal) == 0
                with pytest.raises(GunbaiError):
                    stranger.foresee([legal[0]])


@every_case
def test_every_place_stands_for_legal_actions_or_has_a_reason(case: Case) -> None:
    game = case.game
    for s, seat, _ in _deciding(case, seed=35, every=40):
        outlook = game.outlook(game.view(s, seat))
        legal = {int(action) for action in outlook.legal}
        places = outlook.places()
        assert len(places) == len(set(places))
        for place in places:
            pointing = outlook.point(place)
            assert set(pointing.actions) <= legal
            assert bool(pointing.actions) == (pointing.refusal is None), place
        with pytest.raises(BadNotation):
            outlook.point("nowhere at all")


@every_case
def test_ways_are_legal_actions_of_things_on_the_board(case: Case) -> None:
    game = case.game
    for s, seat, _ in _deciding(case, seed=36, every=30):
        outlook = game.outlook(game.view(s, seat))
        places = set(outlook.places())
        for piece, goals in outlook.ways().items():
            assert {piece, *goals} <= places
            for action in (action for actions in goals.values() for action in actions):
                assert action in outlook.point(piece).actions


@every_case
def test_every_quick_order_can_be_carried_out(case: Case) -> None:
    game = case.game
    for s, seat, _ in _deciding(case, seed=37, every=5):
        outlook = game.outlook(game.view(s, seat))
        places = set(outlook.places())
        for order in outlook.quick_orders():
            assert order.actions
            assert order.piece == "" or order.piece in places
            world = s.copy()
            for action in order.actions:
                bring_into_focus(game, world, seat)
                assert game.actor(world) == seat, str(order.saying)
                assert action in [int(legal) for legal in game.legal(world)], str(order.saying)
                advance(game, world, seat, action)
