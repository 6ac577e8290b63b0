"""What a seat can know of actions before they are played: from its view alone, by trying them in worlds that fit it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from gunbai.core.errors import GunbaiError, NotYourTurn
from gunbai.core.game import Game, State, View, bring_into_focus
from gunbai.core.rng import Rng

T = TypeVar("T")

# A forced choice counts as known to everybody if it is the only one in so many sampled worlds.
_IMAGINED = 50
# Several actions in a row count as impossible if they fail in so many sampled worlds.
_TRIED = 8


def tried_in_worlds(game: Game, view: View, version: int, tried: Callable[[State], T]) -> T:
    """What comes of something in a world that fits the view; the first refusal, if it fails in every sampled world.

    Never in the true world: an action may open what was hidden, and whether another could follow it would tell that at
    no cost. One world in which all goes well is enough.
    """
    # Seeded by what everybody knows, so that the same request gets the same answer.
    rng = Rng(version)
    refusals: list[GunbaiError] = []
    while len(refusals) < _TRIED:
        world = game.resample(view, rng)
        bring_into_focus(game, world, view.seat)
        try:
            return tried(world)
        except GunbaiError as error:
            refusals.append(error)
    raise refusals[0]


def follow_each_other(game: Game, s: State, seat: int, name: str, actions: Sequence[int]) -> None:
    """Raise unless the seat, called by that name, may play these actions one after the other from a position."""
    s = s.copy()
    for number, action in enumerate(actions):
        if number and game.actor(s) != seat:
            raise NotYourTurn(
                "{seat} may play {number} of these actions, then somebody else decides", seat=name, number=number
            )
        game.check(s, action)
        game.apply(s, action)


def check_plan(game: Game, view: View, version: int, name: str, actions: Sequence[int]) -> None:
    """Raise unless, for all the view's seat can know, it may play these actions one after the other."""
    seat = int(view.seat)
    tried_in_worlds(game, view, version, lambda world: follow_each_other(game, world, seat, name, actions))


def expand_plan(game: Game, view: View, version: int, name: str, command: str) -> list[int]:
    """A whole command as its actions, checked as `check_plan` does."""
    seat = int(view.seat)

    def understood(world: State) -> list[int]:
        actions = game.expand(world, command)
        follow_each_other(game, world, seat, name, actions)
        return actions

    return tried_in_worlds(game, view, version, understood)


def everybody_knows(game: Game, known: View, seat: int, action: int, length: int) -> bool:
    """Whether an action of a seat is the only one in every world that the view, a spectator's, allows."""
    rng = Rng(length)
    for _ in range(_IMAGINED):
        world = game.resample(known, rng)
        if game.actor(world) != seat or list(game.legal(world)) != [action]:
            return False
    return True
