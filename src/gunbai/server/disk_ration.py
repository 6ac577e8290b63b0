"""How much of the disk a person, and everybody at an address, may fill in a day.

What begins something new or adds to it at will, such as a table, a record or a line of chat, is refused when the day's
share is used up. Moves count, too, but a game in play goes on until the debt is as large as half a day's share.
"""

from __future__ import annotations

from gunbai.server.limits import RateLimits
from gunbai.server.whereabouts import Whereabouts

# What the database keeps of a thing besides its text: keys, indexes, and the rows that follow from it.
ROW_BYTES = 200
TABLE_BYTES = 2_000


class DiskRation:
    """Counts what is stored on behalf of people and their addresses."""

    def __init__(self, rates: RateLimits, whereabouts: Whereabouts) -> None:
        self._by_person, self._by_address, self._whereabouts = rates.person_bytes, rates.address_bytes, whereabouts

    def take(self, person: str, size: int) -> None:
        """Count something that is going to be stored, or raise LimitReached."""
        self._by_person.take(person, size)
        self._by_address.take(self._whereabouts.of(person) or person, size)

    def check(self, person: str) -> None:
        """Raise LimitReached if not even a game in play can go on."""
        self._by_person.check_debt(person)
        self._by_address.check_debt(self._whereabouts.of(person) or person)

    def charge(self, person: str, size: int) -> None:
        """Count something that has been stored."""
        self._by_person.charge(person, size)
        self._by_address.charge(self._whereabouts.of(person) or person, size)
