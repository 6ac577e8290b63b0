"""What a history keeps to answer quickly is what a fresh replay of its actions gives, also after a long take-back."""

from __future__ import annotations

import pytest

from gunbai.core.game import CHANCE, SPECTATOR, advance
from gunbai.core.options import Options
from gunbai.core.registry import find
from gunbai.core.rng import Rng
from gunbai.session.history import CHECKPOINT_EVERY, History
from tests.contract.cases import CASES, Case

plain_case = pytest.mark.parametrize("case", [c for c in CASES if not c.preset], ids=str)


def act(history: History, rng: Rng) -> None:
    """One random action, of chance or of any seat that the game waits for."""
    waiting = history.to_act
    if history.waits_for_chance:
        actor, action = int(CHANCE), int(history.game.draw(history.state, rng))
    else:
        actor = waiting[int(rng.below(len(waiting)))]
        legal = history.legal(actor)
        action = legal[int(rng.below(len(legal)))]
    history.turn_to(actor)
    history.apply(actor, action, waiting)


@plain_case
def test_a_look_is_the_view_of_now_and_a_choice_is_new_for_who_was_not_asked_before(case: Case) -> None:
    history, rng = History(case.game, case.options, ""), Rng(5)
    watchers = (*range(case.players), int(SPECTATOR))
    while not history.over and history.length < 60:
        before = history.to_act
        act(history, rng)
        for watcher in watchers:
            seen = case.game.view(history.facing(watcher), watcher)
            assert history.look(watcher).data() == seen.data(), f"seat {watcher} after {history.length} actions"
        for seat in set(history.to_act) - set(before):
            assert history.turn_of(seat) == history.version


@pytest.mark.parametrize("name", ["gunshi", "gunkimono", "shogun"])
def test_after_a_long_take_back_nothing_of_what_was_taken_back_is_left(name: str) -> None:
    game = find(name)
    options = Options(game.info.options, {})
    history, rng = History(game, options, ""), Rng(3)
    while history.length < CHECKPOINT_EVERY + 20:
        act(history, rng)
    length = history.length
    for watcher in (0, int(SPECTATOR)):
        history.look(watcher)
    history.cut(CHECKPOINT_EVERY - 20, 0, history.to_act)
    while history.length < length:
        act(history, rng)
    # As long as the game that was looked at before, but another one.
    for watcher in (0, int(SPECTATOR)):
        assert history.look(watcher).data() == game.view(history.facing(watcher), watcher).data()
    while history.length < CHECKPOINT_EVERY + 60:
        act(history, rng)
    s = game.start(options)
    for number, step in enumerate(history.true_steps()):
        assert s.key() == history.state_at(number).key(), f"after {number} actions"
        advance(game, s, step.seat, step.action)
    assert s.key() == history.state.key()
