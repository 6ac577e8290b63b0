"""A dense numbering of a game's actions, for tables and networks: 0, 1, 2 … without gaps."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from gunbai.core.errors import GunbaiError

# Actions of smaller numbers are found in a table by their number; others take a slot that is computed from it.
_SMALL: Final[i64] = 1 << 14
# A large odd number spreads action numbers that follow a pattern over the slots; 31 bits of each are enough for that.
_SPREAD: Final[i64] = 0x9E3779B1
_BITS: Final[i64] = 0x7FFFFFFF


class ActionIndex:
    """Every action of a game with one set of options, in both directions.

    The decisions of seats come first, then the outcomes of chance; each part is in the order it is given.
    What a seat may only see (masked actions) can never be played and has no index.

    >>> from librt.vecs import vec
    >>> from mypy_extensions import i64
    >>> index = ActionIndex(vec[i64]([7, 70, 7000]), vec[i64]([3]))
    >>> index.count, index.decisions
    (4, 3)
    >>> index.index_of(7000), index.action_at(2), index.find(8)
    (2, 7000, -1)
    """

    def __init__(self, decisions: vec[i64], outcomes: vec[i64]) -> None:
        # index -> action
        self.actions = vec[i64]()
        # How many actions there are, and how many of them, the first ones, are decisions of seats.
        self.count: i64 = 0
        self.decisions: i64 = 0
        size: i64 = 16
        while size < 2 * (len(decisions) + len(outcomes)):
            size *= 2
        self._mask: i64 = size - 1
        # Slot -> index + 1; an action is in the first free slot from its own on.
        self._slots = vec[i64]()
        for _ in range(size):
            self._slots = append(self._slots, i64(0))
        # Small action -> index, or -1. It ends behind the last of them.
        self._table = vec[i64]()
        for action in decisions:
            self._add(action)
        self.decisions = self.count
        for action in outcomes:
            self._add(action)

    def __reduce__(self) -> tuple[object, ...]:
        return ActionIndex, (self.actions[: self.decisions], self.actions[self.decisions :])

    def _slot(self, action: i64) -> i64:
        spread = ((action ^ (action >> 31)) & _BITS) * _SPREAD
        return (spread >> 20) & self._mask

    def _add(self, action: i64) -> None:
        slot = self._slot(action)
        while self._slots[slot] > 0:
            if self.actions[self._slots[slot] - 1] == action:
                return
            slot = (slot + 1) & self._mask
        self.actions = append(self.actions, action)
        if 0 <= action < _SMALL:
            while len(self._table) <= action:
                self._table = append(self._table, i64(-1))
            self._table[action] = self.count
        self.count += 1
        self._slots[slot] = self.count

    def find(self, action: i64) -> i64:
        """The index of an action; -1 if it is none of this game."""
        table = self._table
        if 0 <= action < len(table):
            return table[action]
        slot = self._slot(action)
        while True:
            index = self._slots[slot] - 1
            if index < 0 or self.actions[index] == action:
                return index
            slot = (slot + 1) & self._mask

    def find_all(self, actions: vec[i64]) -> vec[i64]:
        """The index of each action, as for a list of legal ones."""
        out = vec[i64]()
        for action in actions:
            out = append(out, self.find(action))
        return out

    def index_of(self, action: i64) -> i64:
        """The index of an action; GunbaiError if it has none."""
        index = self.find(action)
        if index < 0:
            raise GunbaiError("no seat and no chance event has an action {number} in this game", number=int(action))
        return index

    def action_at(self, index: i64) -> i64:
        """The action of an index; GunbaiError if there is none."""
        if not 0 <= index < self.count:
            raise GunbaiError(
                "there is no action of index {number}; they run from 0 to {last_number}",
                number=int(index),
                last_number=int(self.count) - 1,
            )
        return self.actions[index]
