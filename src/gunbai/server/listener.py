"""Somebody connected to a table: what they have been told, the lines that wait to be sent, the orders that wait to be
carried out."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Protocol

from gunbai.server.accounts import Person
from gunbai.server.projection import Projector

# Who does not read is hung up on, and catches up by version when they come back.
_BACKLOG = 1_000
REFUSED, OVERRUN = 4403, 4408


class SocketConnection(Protocol):
    """Where lines go out; `ready` while the other side reads them."""

    @property
    def ready(self) -> bool: ...

    def send_line(self, text: bytes) -> None: ...

    def listen_again(self) -> None: ...


class Listener:
    """A person connected to a table, with what they have been told."""

    def __init__(
        self, person: Person | None, seats: list[int], muted: set[str], watching: bool, connection: SocketConnection
    ) -> None:
        self.person, self.session = (person.id, person.session) if person else ("", "")
        self.seats, self.muted = seats, muted
        # Whether they may watch the game without a seat; a table that waits for players is open to more.
        self._watching = watching
        self._played = bool(seats)
        self.version = self.seq = 0
        self._shared = b""
        self._greeted = False
        self._connection = connection
        self._lines: list[bytes] = []
        self._sending = False
        self._orders: deque[bytes] = deque()
        self._gone = False
        self._loop = asyncio.get_running_loop()
        # Somebody who waits for the next order; nobody while one is being carried out.
        self._bell: asyncio.Future[None] | None = None
        self.closing = 0

    def tell(self, projector: Projector) -> None:
        """Queue what is new; called after every event, in the order of the log."""
        if self.closing:
            return
        if self.person:
            self.seats = projector.seats_of(self.person)
            self._played = self._played or bool(self.seats)
        if not self.seats and not self._watching and not projector.open_to(self.person):
            # Who gave up their seat at a table they may not watch sees no more of it; who only looked in has to go.
            if not self._played:
                self.hang_up(REFUSED)
            return
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
        """Send a line soon: what is said at once, as a move's update and its answer, travels as one message."""
        if len(self._lines) >= _BACKLOG:
            self.hang_up(OVERRUN)
        elif not self.closing:
            self._lines.append(line)
            if not self._sending:
                self._sending = True
                self._loop.call_soon(self.send)

    def send(self) -> None:
        """Send all lines that wait, if somebody reads them."""
        self._sending = False
        if self._lines and self._connection.ready:
            self._connection.send_line(self._lines[0] if len(self._lines) == 1 else b"\n".join(self._lines))
            self._lines = []

    def hear(self, order: bytes) -> int:
        """Take in an order; how many wait now."""
        self._orders.append(order)
        self._ring()
        return len(self._orders)

    async def next_order(self) -> bytes | None:
        """The next order, or None when there will be no more."""
        if not self._orders:
            self._connection.listen_again()
        while not self._orders and not self.closing and not self._gone:
            self._bell = self._loop.create_future()
            await self._bell
        return None if self.closing or self._gone else self._orders.popleft()

    def lost(self) -> None:
        """The other side is gone."""
        self._gone = True
        self._ring()

    def hang_up(self, code: int) -> None:
        """Send what is waiting, then close."""
        if not self.closing:
            self.closing = code
            self._ring()

    def _ring(self) -> None:
        if self._bell is not None and not self._bell.done():
            self._bell.set_result(None)
