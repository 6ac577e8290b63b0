"""Votes at a table: on giving the game up, and on what becomes of a seat whose player is away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

ABANDON = "abandon"
# What can become of an absent player's seat.
_FATES = ("bot", "lose")


class Votes:
    """The open votes, by what they are on and which seat is away (-1: none), with the seats that said yes."""

    def __init__(self) -> None:
        self._yes: dict[tuple[str, int], set[int]] = {}

    def __len__(self) -> int:
        return len(self._yes)

    def __iter__(self) -> Iterator[tuple[str, int]]:
        return iter(self._yes)

    def for_it(self, what: str, absent: int) -> set[int]:
        """The seats that said yes."""
        return self._yes.get((what, absent), set())

    def may_be_cast(self, what: str, absent: int) -> bool:
        """Whether somebody may vote on it: giving up can be put to the vote at any time, and is about nobody's seat."""
        return absent < 0 if what == ABANDON else (what, absent) in self._yes

    def cast(self, seat: int, what: str, absent: int, yes: bool) -> None:
        seats = self._yes.setdefault((what, absent), set())
        (seats.add if yes else seats.discard)(seat)

    def open_about(self, absent: int) -> None:
        """The seat's player is away: let the others decide."""
        for what in _FATES:
            self._yes.setdefault((what, absent), set())

    def is_about(self, seat: int) -> bool:
        """Whether the others decide about this seat now."""
        return (_FATES[0], seat) in self._yes

    def about_seats(self) -> list[tuple[str, int]]:
        """What is decided about seats now. Votes on giving up that name a seat, as in old logs, decide nothing."""
        return [(what, absent) for what, absent in self._yes if what in _FATES]

    def close_about(self, seat: int) -> None:
        """The seat has acted or was replaced, so votes about its absence are closed."""
        if self._yes:
            self._yes = {vote: seats for vote, seats in self._yes.items() if vote[1] != seat}

    def agreed(self, what: str, absent: int, people: Iterable[int]) -> bool:
        """Whether all these seats, and at least one, said yes."""
        asked = set(people)
        return bool(asked) and asked <= self.for_it(what, absent)
