"""The two simple bots: legal, repeatable, and they see only a view."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from librt.vecs import vec

import gunbai
import tests.toy.game as toy
from gunbai import bots
from gunbai.core.bot import Budget
from gunbai.core.errors import GunbaiError
from gunbai.core.game import Game, Heuristics, State, View


class Remembers:
    """Plays at random and keeps what it was shown."""

    def __init__(self) -> None:
        self.histories: list[list[int]] = []
        self._bot = bots.make("random", 3)

    def choose(self, game: Game, view: View, legal: Sequence[int], budget: Budget) -> int:
        self.histories.append(view.history)
        return self._bot.choose(game, view, legal, budget)


def play(name: str, seed: int) -> gunbai.Match:
    players = [bots.make(name, seed * 10 + seat) for seat in range(3)]
    return bots.play_out(gunbai.new("whisper", seed=seed, players=3), players, Budget(iterations=3))


def test_a_bot_is_shown_the_game_as_its_seat_saw_it() -> None:
    watcher = Remembers()
    match = bots.play_out(gunbai.new("whisper", seed=1), [bots.make("random"), watcher])
    assert match.over
    assert len(watcher.histories) > 2
    whole = match.history(1)
    for history in watcher.histories:
        assert history == whole[: len(history)]


def test_bots_must_fill_the_seats_and_need_dice() -> None:
    with pytest.raises(GunbaiError, match="2 play, but 1"):
        bots.play_out(gunbai.new("whisper"), [bots.make("random")])
    with pytest.raises(GunbaiError, match="needs a seed"):
        bots.play_out(gunbai.new("whisper", seed=None), [bots.make("random"), bots.make("random")])


@pytest.mark.parametrize("name", bots.names())
def test_a_bot_plays_a_whole_game_and_the_same_one_again(name: str) -> None:
    assert play(name, 5).text() == play(name, 5).text()


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(GunbaiError, match=r"there are random, greedy.*level-1 to level-5.*py:module:Class"):
        bots.make("oracle")


class LikesHighSecrets(Heuristics):
    def values(self, s: State) -> vec[float]:
        assert isinstance(s, toy.WhisperState)
        return vec[float]([secret / 10 for secret in s.secrets])


def test_greedy_takes_what_looks_best() -> None:
    game = toy.Whisper()
    game.heuristics = LikesHighSecrets()
    match = gunbai.Match(game, gunbai.new("whisper").options)
    chosen = bots.make("greedy", 1).choose(game, match.view(0), match.legal_actions, Budget(iterations=2))
    assert game.action_text(chosen) == "seal 3"


@pytest.mark.parametrize("script", ["rush", "taker", "turtle", "wing", "pair"])
def test_a_script_is_played_by_the_game_that_knows_it(script: str) -> None:
    """From either seat, to the end, and at every decision of a whole game."""
    for seats in ([f"script:{script}", "random"], ["random", f"script:{script}"]):
        match = bots.play_out(gunbai.new("gunshi", seed=1), [bots.make(name, seat) for seat, name in enumerate(seats)])
        assert match.over


def test_a_game_that_does_not_know_a_script_refuses_it() -> None:
    with pytest.raises(GunbaiError, match="shogun has no script 'mirror'; there are: habit"):
        bots.play_out(gunbai.new("shogun", seed=1), [bots.make("script:mirror", seat) for seat in range(4)])
