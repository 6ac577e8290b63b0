"""Positions that somebody tampered with: each is refused on reading, or the whole contract works on it.

A text of a real position is cut into its parts, and parts are swapped, dropped, doubled or changed. What the reader
accepts must be playable: every function of the contract answers within its time, and nothing raises.
"""

from __future__ import annotations

import re
import signal
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType

from gunbai.core.errors import BadNotation, GunbaiError
from gunbai.core.foresight import Foresight
from gunbai.core.game import CHANCE, DONE, SPECTATOR, Game, State, random_action
from gunbai.core.registry import find
from gunbai.core.rng import Rng
from gunbai.lab.fuzz import option_sets

# A position is cut here; the marks stay, so that what is put together again reads like a position.
_PARTS = re.compile(r"([ ,;:./|=@()\[\]<>*!+^-])")
# How far a random game goes before its position is taken, and how far an accepted position is played.
_DEPTH = 400
_PLAYED = 40
# How many tampered positions are made of each real one: playing to it is the dear part.
_FROM_EACH = 8
SECONDS = 1


class TooSlow(Exception):
    """A function of the contract that did not answer in time."""


@dataclass
class Tampering:
    """What came of the tampered positions of one game."""

    tried: int = 0
    refused: int = 0
    unchanged: int = 0
    accepted: int = 0
    faults: list[str] = field(default_factory=list)

    def add(self, other: Tampering) -> None:
        self.tried += other.tried
        self.refused += other.refused
        self.unchanged += other.unchanged
        self.accepted += other.accepted
        self.faults += other.faults


def tamper(name: str, count: int, seed: int, seconds: int = SECONDS) -> Tampering:
    """Tamper with so many positions of a game; the same seed gives the same positions."""
    game, rng, tally = find(name), Rng(seed), Tampering()
    sources = real_positions(game, rng)
    while tally.tried < count:
        text = next(sources)
        for _ in range(min(_FROM_EACH, count - tally.tried)):
            _judge(game, text, mutated(text, rng), tally, seconds, rng)
    return tally


def real_positions(game: Game, rng: Rng) -> Iterator[str]:
    """Positions of random games under all option sets, for ever."""
    cases = option_sets(game)
    while True:
        s = game.start(cases[int(rng.below(len(cases)))])
        for _ in range(int(rng.below(_DEPTH))):
            if game.actor(s) == DONE:
                break
            game.apply(s, random_action(game, s, rng))
        yield game.position_text(s)


def mutated(text: str, rng: Rng) -> str:
    """The text with one or two parts swapped, dropped, doubled or changed."""
    parts = _PARTS.split(text)
    words = [i for i, part in enumerate(parts) if part and not _PARTS.fullmatch(part)]
    for _ in range(1 + int(rng.below(2))):
        here, there = words[int(rng.below(len(words)))], words[int(rng.below(len(words)))]
        way = rng.below(6)
        if way == 0:
            parts[here], parts[there] = parts[there], parts[here]
        elif way == 1:
            parts[here] = ""
        elif way == 2:
            parts[here] = f"{parts[here]}{parts[max(here - 1, 0)]}{parts[here]}"
        elif way == 3:
            parts[here] = parts[there]
        else:
            parts[here] = _changed(parts[here], rng)
    return "".join(parts)


def _changed(word: str, rng: Rng) -> str:
    if word.isdigit():
        return str(max(0, int(word) + int(rng.below(5)) - 2) if rng.below(8) else int(rng.below(100)))
    at = int(rng.below(len(word)))
    letters = word + "0123456789IACPRSGBMFe"
    return word[:at] + letters[int(rng.below(len(letters)))] + word[at + 1 :]


def _judge(game: Game, text: str, other: str, tally: Tampering, seconds: int, rng: Rng) -> None:
    tally.tried += 1
    if other == text:
        tally.unchanged += 1
        return
    try:
        with within(seconds):
            s = game.parse_position(other)
    except BadNotation:
        tally.refused += 1
        return
    except Exception as error:
        tally.faults.append(f"{other}\n  reading: {_place(error)}")
        return
    tally.accepted += 1
    try:
        work(game, s, rng, seconds)
    except Exception as error:
        tally.faults.append(f"{other}\n  {_place(error)}")


def work(game: Game, s: State, rng: Rng, seconds: int = SECONDS) -> None:
    """Ask everything of the contract at this position and at those of a short random game from it."""
    with within(seconds):
        again = game.parse_position(game.position_text(s))
        if again.key() != s.key():
            raise AssertionError(f"it reads differently the second time: {game.position_text(again)}")
    for _ in range(_PLAYED):
        with within(seconds):
            if game.actor(s) == DONE:
                game.returns(s), game.placing(s), game.outcome(s)
                return
            _ask(game, s, rng)
            game.apply(s, random_action(game, s, rng))


def _ask(game: Game, s: State, rng: Rng) -> None:
    actor = int(game.actor(s))
    legal = [int(action) for action in game.legal(s)]
    assert legal, "there is nothing to choose from"
    for watcher in (*range(s.options.players), int(SPECTATOR)):
        view = game.view(s, watcher)
        view.data()
        text = game.view_text(view)
        game.prompt(view)
        world = game.resample(view, rng)
        seen = game.view_text(game.view(world, watcher))
        assert seen == text, f"seat {watcher} sees {text}, and in a world made of it {seen}"
        if actor == watcher:
            assert [int(action) for action in game.legal(world)] == legal, f"seat {watcher} may do other things there"
            told: Foresight = game.foresee(view, [legal[int(rng.below(len(legal)))]])
            told.data()
    if actor == CHANCE:
        game.chance(s).outcomes()
    else:
        game.heuristics.values(s)
        game.heuristics.weights(s, game.legal(s))
    for action in legal:
        game.check(s, action)
        game.action_text(action)
        game.apply(s.copy(), action)


@contextmanager
def within(seconds: int) -> Iterator[None]:
    """Raise TooSlow in the middle of work that takes longer; only in the main thread of a process."""

    def late(_number: int, _frame: FrameType | None) -> None:
        raise TooSlow(f"no answer within {seconds} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def _place(error: Exception) -> str:
    if isinstance(error, GunbaiError):
        return f"{type(error).__name__}: {error}"
    frames = [f"{frame.name}:{frame.lineno}" for frame in traceback.extract_tb(error.__traceback__)[-3:]]
    return f"{type(error).__name__}: {error} ({' > '.join(frames)})"
