"""Opponents that always play one plan. Simple-minded on purpose: a judgement must hold against them.

Each leaves out some of the legal actions and otherwise does what habit does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, cast

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.core.game import Game, View, bring_into_focus
from gunbai.core.rng import Rng
from gunbai.games.shogun.actions import (
    A_ATTACK,
    A_BIN,
    A_DECLARE_ARMY,
    A_DECLARE_FORCE,
    A_DONE,
    A_PRESS,
    A_STRIKE,
)
from gunbai.games.shogun.data import ARMIES_EACH, BIN_BUILD, BIN_LEVY, BIN_NINJA, BIN_RONIN, BIN_SWORDS
from gunbai.games.shogun.evaluation import army_beats, force_beats
from gunbai.games.shogun.heuristics import ShogunHeuristics
from gunbai.games.shogun.losing import daimyos
from gunbai.games.shogun.state import ARMY_WIDTH, AT, CLAN_WIDTH, DECLARE, PRESS, SEAT, ShogunState

_BY_HAND: Final = ShogunHeuristics()
# The chance from which a hunter attacks a daimyo, and the rounds for which one who waits does not attack.
HUNTING: Final = 0.5
PATIENCE: Final = 3


class HabitBot:
    """The quick policy by which simulations are played, set by hand."""

    def __init__(self, seed: int = 0) -> None:
        self.rng = Rng(seed)
        self.seed = seed

    def choose(self, game: Game, view: View, legal: Sequence[int], budget: object) -> int:
        if len(legal) == 1:
            return legal[0]
        world = game.resample(view, self.rng)
        bring_into_focus(game, world, view.seat)
        t = cast(ShogunState, world)
        actions = vec[i64]()
        for action in self.allowed(t, view.seat, [int(action) for action in legal]) or legal:
            actions = append(actions, action)
        return int(_BY_HAND.rollout(t, actions, self.rng))

    def allowed(self, t: ShogunState, seat: i64, legal: list[int]) -> list[int]:
        """The actions that fit the script."""
        return legal


class AllInBot(HabitBot):
    """All koku into one bin, the same in every round; which one, the seed says."""

    def allowed(self, t: ShogunState, seat: i64, legal: list[int]) -> list[int]:
        chosen = (BIN_SWORDS, BIN_LEVY, BIN_RONIN, BIN_NINJA)[self.seed % 4]
        return _laid_out(legal, [int(chosen)]) if legal[0] >> 16 == A_BIN else legal


class TurtleBot(HabitBot):
    """Castles and men, and no attack ever."""

    def allowed(self, t: ShogunState, seat: i64, legal: list[int]) -> list[int]:
        if legal[0] >> 16 == A_BIN:
            return _laid_out(legal, [int(BIN_BUILD), int(BIN_LEVY)])
        return [action for action in legal if action >> 16 not in (A_DECLARE_ARMY, A_DECLARE_FORCE, A_ATTACK)]


class RushBot(HabitBot):
    """All koku into men; every troop attacks the weakest neighbour, and no battle is called off."""

    def allowed(self, t: ShogunState, seat: i64, legal: list[int]) -> list[int]:
        if legal[0] >> 16 == A_BIN:
            return _laid_out(legal, [int(BIN_LEVY)])
        if t.stage == PRESS:
            return [action for action in legal if action >> 16 == A_PRESS]
        if t.stage == DECLARE:
            return self._weakest(t, legal)
        return legal

    def _weakest(self, t: ShogunState, legal: list[int]) -> list[int]:
        """The first troop that may declare does, against the fewest defenders."""
        first = [action for action in legal if action >> 16 != A_DONE]
        if not first:
            return legal
        troop = first[0] >> 8
        own = [action for action in first if action >> 8 == troop]
        return [min(own, key=lambda action: _defenders(t, action & 255))]


class KingmakerBot(HabitBot):
    """Spares the seat behind it, and fights everybody else to the end: its own place does not matter to it."""

    def allowed(self, t: ShogunState, seat: i64, legal: list[int]) -> list[int]:
        friend = (seat + 1) % t.options.players
        if t.stage == PRESS:
            return [action for action in legal if action >> 16 == A_PRESS]
        kept = [action for action in legal if _aimed_at(t, action) != friend]
        if t.stage == DECLARE:
            bold = [action for action in kept if action >> 16 != A_DONE]
            return bold or kept
        return kept


class HunterBot(HabitBot):
    """Goes for daimyos, those of the clan that has fewest of them first; all koku into men."""

    def allowed(self, t: ShogunState, seat: i64, legal: list[int]) -> list[int]:
        if legal[0] >> 16 == A_BIN:
            return _laid_out(legal, [int(BIN_LEVY)])
        if t.stage != DECLARE:
            return legal
        best, found = 0.0, -1
        for action in legal:
            if action >> 16 in (A_DECLARE_ARMY, A_DECLARE_FORCE):
                worth = self._worth(t, action)
                if worth > best:
                    best, found = worth, action
        return [found] if found >= 0 else legal

    def _worth(self, t: ShogunState, action: int) -> float:
        """How much a troop wants to attack a daimyo: by chance, and by how few there are of his clan."""
        kind, x, q = action >> 16, (action >> 8) & 255, action & 255
        if t.army_in(q) < 0:
            return 0.0
        if kind == A_DECLARE_ARMY:
            row = t.war * ARMIES_EACH + x
            chance = army_beats(t, row, t.army[row * ARMY_WIDTH + AT], q)
        else:
            chance = force_beats(t, x, q)
        return 0.0 if chance < HUNTING else chance / float(daimyos(t, t.owner(q)))


class WaitingBot(HabitBot):
    """Walls, men and no attack for three rounds, while others wear each other out; then it plays as habit does."""

    def allowed(self, t: ShogunState, seat: i64, legal: list[int]) -> list[int]:
        if t.round > PATIENCE:
            return legal
        if legal[0] >> 16 == A_BIN:
            return _laid_out(legal, [int(BIN_BUILD), int(BIN_LEVY)])
        return [action for action in legal if action >> 16 not in (A_DECLARE_ARMY, A_DECLARE_FORCE, A_ATTACK)]


class TakerBot(HabitBot):
    """A beginner who counts heads: every troop attacks where fewer stand than it has, and nowhere else."""

    def allowed(self, t: ShogunState, seat: i64, legal: list[int]) -> list[int]:
        if t.stage != DECLARE:
            return legal
        takes = [
            action for action in legal if action >> 16 != A_DONE and _heads(t, action) > _defenders(t, action & 255)
        ]
        if not takes:
            return [action for action in legal if action >> 16 == A_DONE]
        troop = takes[0] >> 8
        own = [action for action in takes if action >> 8 == troop]
        return [min(own, key=lambda action: _defenders(t, action & 255))]


def _heads(t: ShogunState, action: int) -> int:
    """How many the troop has that an action sends into battle."""
    x = (action >> 8) & 255
    if action >> 16 == A_DECLARE_ARMY:
        return int(t.regulars(t.war * ARMIES_EACH + x) + 1)
    return int(t.force_size(x))


def _laid_out(legal: list[int], bins: list[int]) -> list[int]:
    """As many koku as the first of these bins can take, then the next; none into the others."""
    most = max(legal)
    number = (most >> 8) & 255
    if number == BIN_NINJA:
        return legal
    return [most] if number in bins else [min(legal)]


def _defenders(t: ShogunState, q: i64) -> int:
    if t.owner(q) < 0:
        return 99
    army = t.army_in(q)
    return int(t.force_size(q) + (t.regulars(army) + 1 if army >= 0 else 0))


def _aimed_at(t: ShogunState, action: int) -> int:
    """The seat that an action attacks, or -1."""
    kind, x, y = action >> 16, (action >> 8) & 255, action & 255
    if kind == A_STRIKE:
        return int(t.clan[x * CLAN_WIDTH + SEAT])
    place = y if kind in (A_DECLARE_ARMY, A_DECLARE_FORCE) else x if kind == A_ATTACK else -1
    if place < 0 or t.owner(place) < 0:
        return -1
    return int(t.clan[t.owner(place) * CLAN_WIDTH + SEAT])


SCRIPTS: Final[dict[str, Callable[[int], object]]] = {
    "habit": HabitBot,
    "all-in": AllInBot,
    "turtle": TurtleBot,
    "rush": RushBot,
    "kingmaker": KingmakerBot,
    "hunter": HunterBot,
    "waiting": WaitingBot,
    "taker": TakerBot,
}
