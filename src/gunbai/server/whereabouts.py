"""From which address each person was last seen: who shares an address shares its turn in a queue and its quotas."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterable

_MOST = 100_000


class Whereabouts:
    """The last address of each person, in memory only."""

    def __init__(self) -> None:
        self._last: OrderedDict[str, str] = OrderedDict()

    def note(self, person: str, address: str) -> None:
        """The person has just been seen there."""
        self._last[person] = address
        self._last.move_to_end(person)
        if len(self._last) > _MOST:
            self._last.popitem(last=False)

    def of(self, person: str) -> str:
        """The address; empty for somebody who has not been seen since the server started."""
        return self._last.get(person, "")

    def turns(self, people: Iterable[str]) -> list[int]:
        """Which turn of their address each of these people would have if they came in this order.

        >>> whereabouts = Whereabouts()
        >>> whereabouts.note("ann", "here"); whereabouts.note("eve", "there"); whereabouts.note("eva", "there")
        >>> whereabouts.turns(["eve", "eva", "ann"])
        [1, 2, 1]
        """
        taken: Counter[str] = Counter()
        turns = []
        for person in people:
            where = self.of(person) or person
            taken[where] += 1
            turns.append(taken[where])
        return turns
