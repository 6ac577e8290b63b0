"""Pairs of games that one watcher cannot tell apart, although what is hidden from that watcher differs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gunbai.core.game import CHANCE, DONE, Game, State, bring_into_focus
from gunbai.core.options import Options
from gunbai.core.rng import Rng
from gunbai.server.events import Move


@dataclass
class Twins:
    """Two lists of moves with the same look for the watcher."""

    game: Game
    options: Options
    watcher: int
    first: list[Move]
    second: list[Move]
    last: tuple[State, State]
    label: str = ""

    @property
    def differ(self) -> bool:
        return self.last[0].key() != self.last[1].key()


def ready(game: Game, s: State, seat: int) -> State:
    """The position with that seat about to decide."""
    child = s.copy()
    bring_into_focus(game, child, seat)
    return child


def _looks(game: Game, s: State, watcher: int) -> tuple[object, object, bool]:
    actor = int(game.actor(s))
    # Of several seats that choose in secret one formally acts, which tells nothing. Which seats have to act is public.
    return game.view(s, watcher).data(), list(game.pending(s)), actor == CHANCE


def grow(
    game: Game, options: Options, watcher: int, rng: Rng, most: int, begin: Callable[[State], bool] | None = None
) -> Twins:
    """Play two games side by side; other seats and chance choose differently wherever the watcher sees the same.

    With `begin` they are one game up to the first position for which it is true, and differ only in what follows.
    """
    a, first = (game.start(options), list[Move]()) if begin is None else _same(game, options, rng, begin)
    b, second = a.copy(), first[:]
    twins = Twins(game, options, watcher, [], [], (a, b))
    most += len(first)
    while len(first) < most:
        grown = _step(game, a, b, watcher, rng)
        if grown is None:
            break
        (seat, left), (_, right), a, b = grown
        first.append((seat, left, 0))
        second.append((seat, right, 0))
        if game.actor(a) != CHANCE:
            # A server never rests where chance is to act.
            twins.first, twins.second, twins.last = first[:], second[:], (a, b)
    return twins


def _same(game: Game, options: Options, rng: Rng, begin: Callable[[State], bool]) -> tuple[State, list[Move]]:
    """Games at random until one comes to such a position; the position, and the moves that led there."""
    for _ in range(50):
        s, played = game.start(options), list[Move]()
        while game.actor(s) != DONE:
            if begin(s):
                return s, played
            actor, actions = int(game.actor(s)), game.legal(s)
            action = int(game.draw(s, rng) if actor == CHANCE else actions[rng.below(len(actions))])
            played.append((actor, action, 0))
            game.apply(s, action)
    raise AssertionError("no game came to such a position")


def _step(
    game: Game, a: State, b: State, watcher: int, rng: Rng
) -> tuple[tuple[int, int], tuple[int, int], State, State] | None:
    actor = int(game.actor(a))
    waiting = [int(seat) for seat in game.pending(a)]
    seat = int(CHANCE) if actor == CHANCE else waiting[int(rng.below(len(waiting)))]
    from_a, from_b = ready(game, a, seat), ready(game, b, seat)
    lefts = [int(x) for x in game.legal(from_a)]
    for _ in range(6):
        left = lefts[int(rng.below(len(lefts)))]
        perceived = game.seen_as(from_a, left, watcher)
        after_a = from_a.copy()
        game.apply(after_a, left)
        if game.actor(after_a) == DONE:
            continue
        looks = _looks(game, after_a, watcher)
        rights = [int(x) for x in game.legal(from_b) if game.seen_as(from_b, x, watcher) == perceived]
        if seat == watcher:
            rights = [x for x in rights if x == left]
        while rights:
            right = rights.pop(int(rng.below(len(rights))))
            after_b = from_b.copy()
            game.apply(after_b, right)
            if game.actor(after_b) != DONE and _looks(game, after_b, watcher) == looks:
                return (seat, left), (seat, right), after_a, after_b
    return None
