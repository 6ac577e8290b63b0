"""Does an action tell somebody something? The question on which undo rests.

An action *reveals nothing* to a watcher when, in every world that fits what the watcher saw before it, the actor could
have acted so that the watcher sees the same: the same perceived action and the same view afterwards. Then the watcher
knows of hidden things what it knew before, and taking the action back takes everything back; all that remains is that
somebody once considered a public choice.

So choosing a unit on the open board, or sealing a secret, reveals nothing. Playing a card from a hidden hand does, for
the watcher now excludes hands without it; so does a capture that might have ended the game, even when it did not.

Worlds come from the game's own `resample`. A world that tells the actions apart is found by sampling: one that has
probability p is missed with (1 - p) ** WORLDS. For the rarest single secret in the house, which of at most 24 units is
the shogun, that is one in five thousand.
"""

from __future__ import annotations

from gunbai.core.game import DONE, SPECTATOR, Game, State
from gunbai.core.rng import Rng

WORLDS = 200


def reveals(game: Game, before: State, action: int, after: State, watcher: int, rng: Rng) -> bool:
    """Whether the watcher knows more about hidden things after the action than before."""
    actor = game.actor(before)
    known = game.view(before, watcher)
    perceived = game.seen_as(before, action, watcher)
    result = _public(game, after, watcher)
    tried: set[bytes] = set()
    for _ in range(WORLDS):
        world = game.resample(known, rng)
        if game.actor(world) != actor:
            game.focus(world, actor)
        if (key := world.key()) in tried:
            continue
        tried.add(key)
        if not _could_look_alike(game, world, int(perceived), watcher, result):
            return True
    return False


def reveals_to_anyone(game: Game, before: State, action: int, after: State) -> bool:
    """Whether any seat or a spectator learnt something hidden by the action."""
    if not game.info.hidden:
        return False
    # The same question gets the same answer: the sampler is seeded by the position.
    rng = Rng(int.from_bytes(before.key()[-12:], "big"))
    actor = int(game.actor(before))
    others = [seat for seat in range(before.options.players) if seat != actor]
    return any(reveals(game, before, action, after, watcher, rng) for watcher in (actor, *others, int(SPECTATOR)))


def _could_look_alike(game: Game, world: State, perceived: int, watcher: int, result: tuple[object, ...]) -> bool:
    for candidate in game.legal(world):
        if game.seen_as(world, candidate, watcher) != perceived:
            continue
        child = world.copy()
        game.apply(child, candidate)
        if _public(game, child, watcher) == result:
            return True
    return False


def _public(game: Game, s: State, watcher: int) -> tuple[object, ...]:
    """All a watcher gets of a position: its view, and whom the game waits for."""
    return game.view(s, watcher).data(), int(game.actor(s)) == DONE, list(game.pending(s))
