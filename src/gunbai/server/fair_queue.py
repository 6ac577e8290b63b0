"""A queue that serves askers in turn: by rank, then address by address, then person by person, then first come."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterator
from typing import Generic, TypeVar

T = TypeVar("T")

# A bot's move at a table with a person, and everything that can wait for such moves: hints and tables without people.
ATTENDED, UNATTENDED = 0, 1
_RANKS = (ATTENDED, UNATTENDED)


class Ticket(Generic[T]):
    """One place in the queue."""

    def __init__(self, what: T, rank: int, address: str, person: str) -> None:
        self.what, self.rank, self.address, self.person = what, rank, address, person


_Lanes = OrderedDict[str, OrderedDict[str, deque[Ticket[T]]]]


class FairQueue(Generic[T]):
    """Nobody gets a second turn in a rank before everybody else there has had one, however much they ask for.

    >>> queue = FairQueue[str]()
    >>> for what, who in [("a1", "ann"), ("a2", "ann"), ("a3", "ann"), ("b1", "ben")]:
    ...     ticket = queue.push(what, ATTENDED, "here", who)
    >>> [ticket.what for ticket in queue.in_order()]
    ['a1', 'b1', 'a2', 'a3']
    """

    def __init__(self) -> None:
        self._ranks: dict[int, _Lanes[T]] = {rank: OrderedDict() for rank in _RANKS}
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def push(self, what: T, rank: int, address: str, person: str) -> Ticket[T]:
        """Queue up."""
        ticket = Ticket(what, rank, address, person)
        self._ranks[rank].setdefault(address, OrderedDict()).setdefault(person, deque()).append(ticket)
        self._count += 1
        return ticket

    def pop(self, last_rank: int = UNATTENDED) -> Ticket[T] | None:
        """The next to be served among ranks up to the last one; None if nobody waits there."""
        for rank in range(last_rank + 1):
            lanes = self._ranks[rank]
            if lanes:
                address, people = next(iter(lanes.items()))
                person, waiting = next(iter(people.items()))
                ticket = waiting.popleft()
                self._count -= 1
                # A person who was served goes to the end of the line, and so does the address.
                people.move_to_end(person)
                lanes.move_to_end(address)
                self._tidy(ticket)
                return ticket
        return None

    def discard(self, ticket: Ticket[T]) -> None:
        """Leave the queue; nothing happens if the ticket has been served."""
        waiting = self._ranks[ticket.rank].get(ticket.address, OrderedDict()).get(ticket.person)
        if waiting is not None and ticket in waiting:
            waiting.remove(ticket)
            self._count -= 1
            self._tidy(ticket)

    def waiting_for(self, person: str) -> int:
        """How many tickets a person has that can wait."""
        lanes = self._ranks[UNATTENDED]
        return sum(len(people[person]) for people in lanes.values() if person in people)

    def in_order(self) -> Iterator[Ticket[T]]:
        """All tickets as they would be served if nobody else came."""
        for rank in _RANKS:
            lanes = {
                address: {person: deque(waiting) for person, waiting in people.items()}
                for address, people in self._ranks[rank].items()
            }
            while lanes:
                for address in list(lanes):
                    people = lanes[address]
                    person = next(iter(people))
                    waiting = people.pop(person)
                    yield waiting.popleft()
                    if waiting:
                        people[person] = waiting
                    if not people:
                        del lanes[address]

    def _tidy(self, ticket: Ticket[T]) -> None:
        lanes = self._ranks[ticket.rank]
        people = lanes[ticket.address]
        if not people[ticket.person]:
            del people[ticket.person]
        if not people:
            del lanes[ticket.address]
