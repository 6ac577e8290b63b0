"""Whether an action revealed something to anybody: if it did, it cannot be undone.

An action *reveals nothing* to a watcher when, in every world that fits what the watcher saw before it, the actor could
have acted so that the watcher sees the same: the same perceived action and the same view afterwards. Then the watcher
knows of hidden things what it knew before, and taking the action back takes everything back; all that remains is that
somebody once considered a public choice.

A secret choice of several actions, such as a levy that is sealed with its last unit, is no exception. How far another
seat has come with it stands in no view, so an imagined world may be behind. It is no difference if the actor catches up
there by actions that look alike and change nothing the watcher sees: the world just before the last of them fits the
watcher's view as well, and differs only in what the actor had not finished.

So choosing a unit on the open board, or sealing a secret, reveals nothing. Playing a card from a hidden hand does, for
the watcher now excludes hands without it; so does a capture that might have ended the game, even when it did not.

What the others knew before is their secret, and the answer must not depend on it: whether an action can be undone would
otherwise tell the actor what the others hold. So it is asked of every world that the *actor* can imagine, and one in
which anybody would have learnt something is enough. The answer follows from the actor's own view alone.

Worlds come from the game's own `resample`. A world that tells the actions apart is found by sampling: one that has
probability p is missed with (1 - p) ** WORLDS. For the rarest single secret of our games, which of at most 24 units is
the shogun, that is one in five thousand.

Positions are compared hundreds of times, and writing a view out as data takes longer than all the rest. So two views
are first compared number by number as they stand in memory. If all are the same, so is the data, which is made from
nothing else; if not, the data decides. For that, no position is changed after a view of it was taken.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import cast

from gunbai.core.copying import same_numbers
from gunbai.core.game import DONE, SPECTATOR, Game, State, View, bring_into_focus
from gunbai.core.rng import Rng

WORLDS = 200
# Fewer are enough where a bot decides whether it lets somebody take back: a miss costs nobody a secret.
FEW_WORLDS = 12
# So many actions an imagined actor may be behind with a secret choice; if it needs more, the watcher counts as told.
_MOST_BEHIND = 100


# All that a watcher gets of a position: its view as data, whether the game is over, and the seats it waits for.
Public = tuple[object, ...]


class Glimpse:
    """One action as a watcher saw it: the view before it, who acted, how it looked, and all there was to see then."""

    def __init__(self, known: View, actor: int, perceived: int, result: Public) -> None:
        self.known, self.actor, self.perceived, self.result = known, actor, perceived, result


class _Seen:
    """All a watcher gets of a position, as `Public`, but written out only where that is needed."""

    def __init__(self, view: View | None, over: bool, pending: list[int], data: object = None) -> None:
        self._view, self._over, self._pending, self._data = view, over, pending, data

    def same(self, other: _Seen) -> bool:
        """Whether the watcher gets the same."""
        if self._over != other._over or self._pending != other._pending:
            return False
        if self._view is not None and other._view is not None and same_numbers(self._view, other._view):
            return True
        if self._written() != other._written():
            return False
        if self._view is None:
            # From now on the view that says the same stands for the data.
            self._view = other._view
        return True

    def _written(self) -> object:
        if self._data is None and self._view is not None:
            self._data = self._view.data()
        return self._data


def reveals_to_anyone(game: Game, before: State, action: int, after: State) -> bool:
    """Whether a seat or a spectator may have learnt something hidden by the action, for all the actor can know."""
    if not game.info.hidden:
        return False
    actor = int(game.actor(before))
    return reveals(game, game.view(before, actor), action, public(game, after, actor))


def reveals(game: Game, known: View, action: int, seen: Public) -> bool:
    """The same from what the actor saw before the action, and from all it got of the position after it."""
    actor, result = int(known.seat), _given(seen)
    # The same question gets the same answer: the sampler is seeded by what the actor saw.
    rng = Rng(int.from_bytes(hashlib.sha256(repr((known.data(), action)).encode()).digest()[:12], "big"))
    for _ in range(WORLDS):
        world = game.resample(known, rng)
        bring_into_focus(game, world, actor)
        child = world.copy()
        game.apply(child, action)
        if not result.same(_seen(game, child, actor)):
            return True
        for watcher in (*range(world.options.players), int(SPECTATOR)):
            if watcher == actor:
                continue
            imagined = game.resample(game.view(world, watcher), rng)
            bring_into_focus(game, imagined, actor)
            perceived = int(game.seen_as(world, action, watcher))
            if not _could_look_alike(game, imagined, perceived, watcher, _seen(game, child, watcher)):
                return True
    return False


def glimpse(game: Game, before: State, action: int, after: State, watcher: int) -> Glimpse:
    """What a watcher sees of an action of anybody."""
    perceived = int(game.seen_as(before, action, watcher))
    return Glimpse(game.view(before, watcher), int(game.actor(before)), perceived, public(game, after, watcher))


def learnt_by(game: Game, seen: Sequence[Glimpse]) -> bool:
    """Whether a watcher learnt something hidden by one of these actions, judged from the watcher's own views."""
    for step in seen:
        known, perceived, result = step.known, step.perceived, _given(step.result)
        rng = Rng(int.from_bytes(hashlib.sha256(repr((known.data(), perceived)).encode()).digest()[:12], "big"))
        for _ in range(FEW_WORLDS):
            world = game.resample(known, rng)
            bring_into_focus(game, world, step.actor)
            if not _could_look_alike(game, world, perceived, int(known.seat), result):
                return True
    return False


def _could_look_alike(game: Game, world: State, perceived: int, watcher: int, result: _Seen) -> bool:
    """Whether the seat in focus can act so that the watcher perceives that and then gets that result."""
    followed = False
    for candidate in game.legal(world):
        if game.seen_as(world, candidate, watcher) != perceived:
            continue
        child = world.copy()
        game.apply(child, candidate)
        got = _seen(game, child, watcher)
        if result.same(got):
            return True
        # The steps of one secret choice lead to its seal whatever is chosen, so one line of them is enough.
        if not followed and got.same(_seen(game, world, watcher)):
            followed = True
            if _could_catch_up(game, child, int(game.actor(world)), perceived, watcher, got, result):
                return True
    return False


def _could_catch_up(
    game: Game, world: State, actor: int, perceived: int, watcher: int, seen: _Seen, result: _Seen
) -> bool:
    """Whether more actions that look alike lead to the result, and none before the last changes what is seen."""
    for _ in range(_MOST_BEHIND):
        if game.actor(world) != actor:
            return False
        action = _alike(game, world, perceived, watcher)
        if action is None:
            return False
        world = world.copy()
        game.apply(world, action)
        got = _seen(game, world, watcher)
        if not got.same(seen):
            return result.same(got)
    return False


def _alike(game: Game, world: State, perceived: int, watcher: int) -> int | None:
    """The first legal action that the watcher perceives as that; None if there is none."""
    for action in game.legal(world):
        if game.seen_as(world, action, watcher) == perceived:
            return int(action)
    return None


def public(game: Game, s: State, watcher: int) -> Public:
    """All a watcher gets of a position: its view, and the seats the game waits for."""
    return game.view(s, watcher).data(), int(game.actor(s)) == DONE, list(game.pending(s))


def _seen(game: Game, s: State, watcher: int) -> _Seen:
    return _Seen(game.view(s, watcher), int(game.actor(s)) == DONE, [int(seat) for seat in game.pending(s)])


def _given(result: Public) -> _Seen:
    data, over, pending = result
    return _Seen(None, bool(over), [int(seat) for seat in cast(Sequence[int], pending)], data)
