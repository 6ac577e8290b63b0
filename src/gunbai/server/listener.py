"""A person connected to a table: what they have been told, and the lines and orders that wait."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final, Protocol

from gunbai.server.accounts import Person
from gunbai.server.projection import Projector

log = logging.getLogger("gunbai.socket")

REFUSED, OVERRUN, FLOOD = 4403, 4408, 4429
_NO_BOT: Final = (-1, -1)
# With more orders waiting than this a connection reads no more.
MOST_WAITING: Final = 16


class SocketConnection(Protocol):
    """Sends lines to one client; `ready` while the client reads them."""

    @property
    def ready(self) -> bool: ...

    def send_line(self, text: bytes) -> None: ...

    def listen_again(self) -> None: ...


class Outbox:
    """The listeners with something to send. All of them send in one turn of the event loop, after a batch of moves."""

    def __init__(self) -> None:
        self._waiting: list[Listener] = []

    def add(self, listener: Listener) -> None:
        """Let a listener send soon."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._send)
        self._waiting.append(listener)

    def _send(self) -> None:
        waiting, self._waiting = self._waiting, []
        for listener in waiting:
            try:
                listener.send()
            except Exception as error:  # the others must not wait in vain
                log.error("a socket could not be written to", exc_info=error)


class Listener:
    """A person connected to a table, with what they have been told."""

    def __init__(
        self,
        person: Person | None,
        seats: list[int],
        muted: set[str],
        watching: bool,
        connection: SocketConnection,
        most_bytes: int,
        catch_up: Callable[[Listener], None],
        outbox: Outbox,
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
        # Answers that wait. With more bytes than `most_bytes` the socket is closed; the client catches up by version.
        self._lines: list[bytes] = []
        self._bytes, self._most_bytes = 0, most_bytes
        # Whether updates were left out because the client did not read. `catch_up` makes one of them all.
        self._behind = self._catching_up = False
        self._catch_up, self._outbox = catch_up, outbox
        # Whether the next update brings the sights once more, changed or not.
        self._again = False
        # Which bot the client was told to wait for since the last update, and how many others think before it.
        self._thought = _NO_BOT
        self._sending = False
        # Few ever wait, and an empty list takes a tenth of the memory of an empty deque.
        self._orders: list[bytes] = []
        # Whether the connection reads no more because so many wait.
        self._stopped = False
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
            self._caught_up()
            return
        if self._greeted and not self._again and projector.silent_since(self.seq, self.seats):
            # This person may not even know that others declared something.
            self.version, self.seq = projector.place
            self._caught_up()
            return
        if not self._connection.ready:
            # A client that does not read gets the present state later, not all that led to it.
            self._behind, self._catching_up = True, False
            return
        again, self._again, self._greeted = self._again, False, True
        line, self._shared = projector.update(self.seats, self.version, self.seq, self.muted, self._shared, again)
        self._thought = _NO_BOT
        self.version, self.seq = projector.place
        # Answers that waited come after the update that shows what they speak of.
        self._lines.insert(0 if self._behind else len(self._lines), line)
        self._caught_up()
        self._send_soon()

    def _caught_up(self) -> None:
        if self._behind:
            self._behind = self._catching_up = False
            self._send_soon()

    def tell_again(self, projector: Projector) -> None:
        """Queue the sights once more, because something in them became known without an event."""
        if self._greeted and (self._behind or not self._connection.ready):
            self._behind = self._again = True
        elif self._greeted and (self.version, self.seq) == projector.place:
            self._thought = _NO_BOT
            self.push(projector.update(self.seats, self.version, self.seq, self.muted, self._shared, again=True)[0])

    def tell_thinking(self, projector: Projector, seat: int, ahead: int) -> bool:
        """Queue that a bot's seat has to wait until so many other bots have thought; False if the client knows less of
        the table than the server, as while an event is on its way to the disk.

        A client that knows it already is not told again: it would tell of an event of which this person must not know.
        """
        up_to_date = self._greeted and (self.version, self.seq) == projector.place
        if up_to_date and self._thought != (seat, ahead):
            self._thought = (seat, ahead)
            self.push(projector.thinking(self.seats, seat, ahead))
        return up_to_date

    def push(self, line: bytes) -> None:
        """Send a line soon; lines pushed together, such as a move's update and its answer, go out as one message."""
        if self.closing:
            return
        if not self._connection.ready:
            self._bytes += len(line)
            if self._bytes > self._most_bytes:
                self.hang_up(OVERRUN)
                return
        self._lines.append(line)
        self._send_soon()

    def _send_soon(self) -> None:
        if not self._sending:
            self._sending = True
            self._outbox.add(self)

    def send(self) -> None:
        """Send all waiting lines, if the client reads."""
        self._sending = False
        if not self._connection.ready:
            return
        if self._behind and not self.closing:
            if not self._catching_up:
                self._catching_up = True
                self._catch_up(self)
        elif self._lines:
            self._connection.send_line(self._lines[0] if len(self._lines) == 1 else b"\n".join(self._lines))
            self._lines = []
            self._bytes = 0

    def hear(self, order: bytes) -> int:
        """Take in an order; returns how many wait now."""
        self._orders.append(order)
        self._ring()
        waiting = len(self._orders)
        self._stopped = self._stopped or waiting > MOST_WAITING
        return waiting

    async def next_order(self) -> bytes | None:
        """The next order, or None when there will be no more."""
        if self._stopped and not self._orders:
            self._stopped = False
            self._connection.listen_again()
        while not self._orders and not self.closing and not self._gone:
            self._bell = self._loop.create_future()
            await self._bell
        return None if self.closing or self._gone else self._orders.pop(0)

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
