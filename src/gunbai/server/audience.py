"""Who has which table open in this process, and what they are told beside the answers to their own requests."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from typing import Protocol

from gunbai.server.projection import Projector

log = logging.getLogger("gunbai.audience")

# How a socket is closed whose table was removed: as one that is refused.
_REMOVED = 4403


class Subscriber(Protocol):
    """A connected person who is told about every event of a table."""

    person: str
    muted: set[str]

    def tell(self, projector: Projector) -> None: ...

    def tell_again(self, projector: Projector) -> None: ...

    def hang_up(self, code: int) -> None: ...

    def tell_thinking(self, projector: Projector, seat: int, ahead: int) -> bool: ...


class Audience:
    """All subscribers, by table."""

    def __init__(self) -> None:
        self._at: dict[str, set[Subscriber]] = {}

    def __contains__(self, table_id: object) -> bool:
        """Whether anybody has the table open."""
        return table_id in self._at

    def tables(self) -> list[str]:
        """The tables that somebody has open."""
        return list(self._at)

    def places(self) -> Iterator[tuple[str, str]]:
        """Every table with every known person who has it open."""
        return iter([(table_id, one.person) for table_id, some in self._at.items() for one in some if one.person])

    def join(self, table_id: str, listener: Subscriber) -> None:
        self._at.setdefault(table_id, set()).add(listener)

    def part(self, table_id: str, listener: Subscriber) -> None:
        listeners = self._at.get(table_id)
        if listeners is not None:
            listeners.discard(listener)
            if not listeners:
                del self._at[table_id]

    def present(self, table_id: str, persons: Sequence[str]) -> bool:
        """Whether one of these people has the table open."""
        for listener in self._at.get(table_id, ()):  # noqa: SIM110 - asked after every move; a generator takes longer
            if listener.person in persons:
                return True
        return False

    def tell(self, table_id: str, projector: Projector) -> None:
        """Something happened at the table."""
        for listener in self._at.get(table_id, ()):
            try:
                listener.tell(projector)
            except Exception as error:  # what happened stands, and the others must hear of it
                log.error("somebody at table %s cannot be told", table_id, exc_info=error)

    def tell_again(self, table_id: str, projector: Projector, person: str = "") -> None:
        """Send the table's sights once more: to one person, or to everybody."""
        for listener in self._at.get(table_id, ()):
            if not person or listener.person == person:
                listener.tell_again(projector)

    def tell_thinking(self, table_id: str, projector: Projector, seat: int, ahead: int) -> bool:
        """A bot's seat has to wait until so many other bots have thought; whether everybody could be told."""
        told = [listener.tell_thinking(projector, seat, ahead) for listener in self._at.get(table_id, ())]
        return all(told)

    def mute(self, table_id: str, person: str, muted: set[str]) -> None:
        """From now on the person's sockets receive no chat of these people."""
        for listener in self._at.get(table_id, ()):
            if listener.person == person:
                listener.muted = muted

    def hang_up(self, table_id: str) -> None:
        """The table is gone: close the sockets of everybody there."""
        for listener in list(self._at.get(table_id, ())):
            listener.hang_up(_REMOVED)
