"""Somebody connected to a table: what they have been told, and the lines that wait to be sent to them."""

from __future__ import annotations

import asyncio

from gunbai.server.people import Person
from gunbai.server.sight import Projector

# Who does not read is hung up on, and catches up by version when they come back.
_BACKLOG = 1_000
OVERRUN = 4408


class Listener:
    """A person connected to a table, with what they have been told."""

    def __init__(self, person: Person | None, seats: list[int], muted: set[str]) -> None:
        self.person, self.session = (person.id, person.session) if person else ("", "")
        self.seats, self.muted = seats, muted
        self.version = self.seq = 0
        self._shared = b""
        self._greeted = False
        self._lines: list[bytes] = []
        # Somebody who waits for the next line; nobody while lines are being sent.
        self._bell: asyncio.Future[None] | None = None
        self.closing = 0

    def tell(self, projector: Projector) -> None:
        """Queue what is new; called after every event, in the order of the log."""
        if self.closing:
            return
        if self.person:
            self.seats = projector.seats_of(self.person)
        if self._greeted and projector.silent_since(self.seq, self.seats):
            # Not even that something was said between others may be told.
            self.version, self.seq = projector.place
            return
        self._greeted = True
        line, self._shared = projector.update(self.seats, self.version, self.seq, self.muted, self._shared)
        self.version, self.seq = projector.place
        self.push(line)

    def tell_again(self, projector: Projector) -> None:
        """Queue the sights once more, since something in them was found out; it is no event."""
        if self._greeted and (self.version, self.seq) == projector.place:
            self.push(projector.update(self.seats, self.version, self.seq, self.muted, self._shared, again=True)[0])

    def push(self, line: bytes) -> None:
        if len(self._lines) >= _BACKLOG:
            self.hang_up(OVERRUN)
        elif not self.closing:
            self._lines.append(line)
            self._ring()

    async def waiting(self) -> list[bytes]:
        """All lines that wait to be sent, at least one; none when everything was sent and the line is to be closed."""
        while not self._lines and not self.closing:
            self._bell = asyncio.get_running_loop().create_future()
            await self._bell
        lines, self._lines = self._lines, []
        return lines

    def hang_up(self, code: int) -> None:
        """Send what is waiting, then close."""
        if not self.closing:
            self.closing = code
            self._ring()

    def _ring(self) -> None:
        if self._bell is not None and not self._bell.done():
            self._bell.set_result(None)
