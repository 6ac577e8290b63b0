"""One game in hand: what every seat saw is noted as it is played, and a copy is a match of its own."""

from __future__ import annotations

from collections import Counter

import pytest

import gunbai
import tests.toy.game
from gunbai.core.game import SPECTATOR, State, View, bring_into_focus
from gunbai.core.match import Match
from gunbai.core.options import Options
from gunbai.core.rng import Rng

WATCHERS = (0, 1, 2, None)


class Counting(tests.toy.game.Whisper):
    """Whisper that counts how often it is asked."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: Counter[str] = Counter()

    def view(self, s: State, seat: int) -> View:
        self.calls["view"] += 1
        return super().view(s, seat)

    def seen_as(self, s: State, action: int, seat: int) -> int:
        self.calls["seen_as"] += 1
        return int(super().seen_as(s, action, seat))

    def apply(self, s: State, action: int) -> None:
        self.calls["apply"] += 1
        super().apply(s, action)


def played(seed: int, players: int = 3) -> Match:
    match = gunbai.new("whisper", seed=seed, players=players)
    return go_on(match, Rng(seed), 1000)


def go_on(match: Match, rng: Rng, most: int) -> Match:
    for _ in range(most):
        if match.over:
            break
        pending = match.game.pending(match.state)
        seat = int(pending[rng.below(len(pending))])
        focused = match.state.copy()
        bring_into_focus(match.game, focused, seat)
        legal = match.game.legal(focused)
        match.push(int(legal[rng.below(len(legal))]), seat)
    return match


def replayed(match: Match, seat: int | None) -> list[int]:
    """What a seat saw, worked out from the record alone."""
    game, s, seen = match.game, match.record.start(), []
    for step in match.record.steps:
        bring_into_focus(game, s, step.seat)
        seen.append(int(game.seen_as(s, step.action, SPECTATOR if seat is None else seat)))
        game.apply(s, step.action)
    return seen


def test_a_view_asks_the_game_for_the_view_and_nothing_else() -> None:
    game = Counting()
    match = Match(game, Options(game.info.options, {"players": 3}), seed=5)
    go_on(match, Rng(5), 8)
    game.calls.clear()
    assert match.view(1).history == replayed(match, 1) != replayed(match, 0)
    assert game.calls["view"] == 1
    game.calls.clear()
    match.view(2)
    assert game.calls == {"view": 1}


@pytest.mark.parametrize("seat", WATCHERS)
def test_history_is_what_a_replay_gives(seat: int | None) -> None:
    match = played(4)
    assert match.history(seat) == replayed(match, seat)
    assert match.view(seat).history == match.history(seat)


@pytest.mark.parametrize("seat", WATCHERS)
def test_history_stays_right_after_undo_load_and_going_on(seat: int | None) -> None:
    match = played(6)
    match.undo(5)
    assert match.history(seat) == replayed(match, seat)
    go_on(match, Rng(7), 3)
    assert match.history(seat) == replayed(match, seat)
    again = gunbai.parse(match.text())
    assert again.history(seat) == match.history(seat)
    again.undo(10_000)
    assert again.history(seat) == []


def test_a_history_belongs_to_whoever_asked_for_it() -> None:
    match = played(4)
    match.history(0).append(99)
    match.view(0).history.clear()
    assert match.history(0) == replayed(match, 0)


def test_there_is_no_history_of_a_seat_that_is_not_there() -> None:
    match = played(4, players=2)
    for seat in (2, -1, -3):
        with pytest.raises(gunbai.GunbaiError, match="there is no seat"):
            match.history(seat)
        with pytest.raises(gunbai.GunbaiError, match="there is no seat"):
            match.view(seat)


def test_a_push_for_a_seat_that_is_not_there_is_refused() -> None:
    match = gunbai.new("whisper", players=2)
    for seat in (2, -1, 9):
        with pytest.raises(gunbai.GunbaiError, match="there is no seat"):
            match.push("seal 1", seat)
    assert match.record.steps == []


def test_what_is_played_in_a_copy_is_not_played_in_the_original() -> None:
    match = go_on(gunbai.new("whisper", seed=8, players=3), Rng(8), 4)
    match.say(0, "truce?")
    text, key, seen = match.text(), match.state.key(), match.history(0)
    twin = match.copy()
    assert (twin.text(), twin.state.key(), twin.history(0)) == (text, key, seen)
    go_on(twin, Rng(9), 1000)
    twin.say(1, "no")
    twin.record.notes["by"] = "Ann"
    twin.record.players.append("Bob")
    assert twin.over
    assert (match.text(), match.state.key(), match.history(0)) == (text, key, seen)


def test_a_copy_draws_the_same_chances() -> None:
    match = gunbai.new("gunkimono", seed=3)
    twin = match.copy()
    begun = len(match.record.steps)
    for number in range(40):
        action = match.legal_actions[number % len(match.legal_actions)]
        match.push(action)
        twin.push(action)
    assert match.record.steps == twin.record.steps
    assert any(step.seat < 0 for step in match.record.steps[begun:])
