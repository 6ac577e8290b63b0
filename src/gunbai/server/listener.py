"""A person connected to a table: what they have been told, and the lines and orders that wait."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Protocol

from gunbai.server.accounts import Person
from gunbai.server.projection import Projector

# With more lines waiting than this the socket is closed; the client catches up by version when it comes back.
_BACKLOG = 1_000
REFUSED, OVERRUN, FLOOD = 4403, 4408, 4429


class SocketConnection(Protocol):
    """Sends lines to one client; `ready` while the client reads them."""

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
        # Whether the person may watch the game without a seat. Everybody may see a listed table that waits for players.
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
        # Set while `next_order` waits for an order.
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
            # A player who gave up the seat stays connected but sees no more; a mere visitor is disconnected.
            if not self._played:
                self.hang_up(REFUSED)
            return
        if self._greeted and projector.silent_since(self.seq, self.seats):
            # This person may not even know that others declared something.
            self.version, self.seq = projector.place
            return
        self._greeted = True
        line, self._shared = projector.update(self.seats, self.version, self.seq, self.muted, self._shared)
        self.version, self.seq = projector.place
        self.push(line)

    def tell_again(self, projector: Projector) -> None:
        """Queue the sights once more, because something in them became known without an event."""
        if self._greeted and (self.version, self.seq) == projector.place:
            self.push(projector.update(self.seats, self.version, self.seq, self.muted, self._shared, again=True)[0])

    def push(self, line: bytes) -> None:
        """Send a line soon; lines pushed together, such as a move's update and its answer, go out as one message."""
        if len(self._lines) >= _BACKLOG:
            self.hang_up(OVERRUN)
        elif not self.closing:
            self._lines.append(line)
            if not self._sending:
                self._sending = True
                self._loop.call_soon(self.send)

    def send(self) -> None:
        """Send all waiting lines, if the client reads."""
        self._sending = False
        if self._lines and self._connection.ready:
            self._connection.send_line(self._lines[0] if len(self._lines) == 1 else b"\n".join(self._lines))
            self._lines = []

    def hear(self, order: bytes) -> int:
        """Take in an order; returns how many wait now."""
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
        """The client is gone."""
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
