"""How fast a game is: random play inside the engine and driven from Python, copying, what a seat sees, foreseeing all
that a table shows at once, and the size of a state.

Seconds are those of this process's processor time, so that whatever else the machine does counts little.
"""

from __future__ import annotations

import sys
import tracemalloc
from dataclasses import dataclass
from random import Random
from statistics import median
from time import process_time

import gunbai.core.game as engine
from gunbai.core.game import CHANCE, DONE, Game, State, playout, random_action
from gunbai.core.options import Options
from gunbai.core.rng import Rng

ROUNDS = 5
LIMIT = 1_000_000


@dataclass(frozen=True)
class Figures:
    """What `gunbai bench` reports of one game; rates are medians over several rounds."""

    game: str
    compiled: bool
    engine_actions_per_s: int
    python_actions_per_s: int
    copy_ns: int
    # What the seat to act sees, made from the state.
    view_ns: int
    state_bytes: int
    options: str
    actions_per_game: int
    # All legal actions of the sampled moment that takes longest.
    foresee_ms: float


def compiled(game: Game) -> bool:
    """Whether contract and rules both run as machine code."""
    files = (engine.__file__, sys.modules[type(game).__module__].__file__)
    return not any(file is None or file.endswith(".py") for file in files)


def measure(game: Game, options: Options, seconds: float = 2.0) -> Figures:
    """All figures of one game; each rate gets about `seconds` of measuring."""
    rng, rolls = Rng(1), Random(1)
    inside, outside, games = list[float](), list[float](), 0
    played = 0
    for _ in range(ROUNDS):
        actions, count, took = _inside(game, options, rng, seconds / ROUNDS)
        inside.append(actions / took)
        played, games = played + actions, games + count
        actions, took = drive(game, options, rng, rolls, seconds / ROUNDS)
        outside.append(actions / took)
    states = _states(game, options)
    return Figures(
        game.info.name,
        compiled(game),
        round(median(inside)),
        round(median(outside)),
        round(_copy_ns(states)),
        round(_view_ns(game, states)),
        max(_bytes(s) for s in states),
        options.text(),
        played // games,
        round(max(_foresee_ms(game, s) for s in states), 2),
    )


def drive(game: Game, options: Options, rng: Rng, rolls: Random, seconds: float) -> tuple[int, float]:
    """Uniformly random games stepped from interpreted Python: actions played and the time they took."""
    actor, legal, apply, draw, pick = game.actor, game.legal, game.apply, game.draw, rolls.random
    actions = 0
    began = process_time()
    while (took := process_time() - began) < seconds:
        s = game.start(options)
        while (who := actor(s)) != DONE:
            if who == CHANCE:
                apply(s, draw(s, rng))
            else:
                choices = legal(s)
                number: int = len(choices)
                apply(s, choices[int(pick() * number)])
            actions += 1
    return actions, took


def _inside(game: Game, options: Options, rng: Rng, seconds: float) -> tuple[int, int, float]:
    actions = games = 0
    began = process_time()
    while (took := process_time() - began) < seconds:
        actions += int(playout(game, game.start(options), rng, LIMIT))
        games += 1
    return actions, games, took


def _states(game: Game, options: Options, count: int = 20) -> list[State]:
    """Positions spread over random games."""
    rng, found = Rng(2), list[State]()
    while len(found) < count:
        s = game.start(options)
        length = int(playout(game, s.copy(), rng.split(), LIMIT))
        for _ in range(int(rng.below(length)) if length else 0):
            if game.actor(s) == DONE:
                break
            game.apply(s, random_action(game, s, rng))
        found.append(s)
    return found


def _copy_ns(states: list[State]) -> float:
    times = []
    for s in states:
        copy = s.copy
        began = process_time()
        for _ in range(1000):
            copy()
        times.append((process_time() - began) * 1e6)
    return median(times)


def _view_ns(game: Game, states: list[State]) -> float:
    times = []
    for s in states:
        view, seat = game.view, max(0, game.actor(s))
        began = process_time()
        for _ in range(1000):
            view(s, seat)
        times.append((process_time() - began) * 1e6)
    return median(times)


def _foresee_ms(game: Game, s: State) -> float:
    """Foreseeing every legal action of the seat to act, as plain data; the best of three."""
    seat = game.actor(s)
    if seat < 0:
        return 0.0
    times = []
    for _ in range(3):
        began = process_time()
        for _, foresight in game.outlook(game.view(s, seat)).foresee_each():
            foresight.data()
        times.append((process_time() - began) * 1e3)
    return min(times)


def _bytes(s: State, copies: int = 64) -> int:
    """What one more copy takes from the allocator, everything it owns included."""
    kept: list[State | None] = [None] * copies
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        for i in range(copies):
            kept[i] = s.copy()
        return round((tracemalloc.get_traced_memory()[0] - before) / copies)
    finally:
        tracemalloc.stop()
