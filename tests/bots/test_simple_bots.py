"""The two simple bots: legal, repeatable, and they see only a view."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import gunbai
import tests.toy.game as toy
from gunbai import bots
from gunbai.bots import greedy
from gunbai.core.bot import Budget
from gunbai.core.errors import GunbaiError
from gunbai.core.game import Game, State


def play(name: str, seed: int) -> gunbai.Match:
    match = gunbai.new("whisper", seed=seed, players=3)
    players = [bots.make(name, seed * 10 + seat) for seat in range(3)]
    while not match.over:
        seat = match.actor
        match.push(players[seat].choose(match.game, match.view(seat), match.legal_actions, Budget(iterations=3)))
    return match


@pytest.mark.parametrize("name", bots.names())
def test_a_bot_plays_a_whole_game_and_the_same_one_again(name: str) -> None:
    assert play(name, 5).text() == play(name, 5).text()


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(GunbaiError, match="there are random, greedy"):
        bots.make("oracle")


def test_greedy_takes_what_looks_best(monkeypatch: pytest.MonkeyPatch) -> None:
    def likes_high_secrets(s: State, seat: int) -> float:
        assert isinstance(s, toy.WhisperState)
        return s.secrets[seat] / 10

    def found(game: Game) -> Callable[[State, int], float]:
        return likes_high_secrets

    monkeypatch.setattr(greedy, "evaluation", found)
    match = gunbai.new("whisper")
    chosen = bots.make("greedy", 1).choose(match.game, match.view(0), match.legal_actions, Budget(iterations=2))
    assert match.game.action_text(chosen) == "seal 3"
