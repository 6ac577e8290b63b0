"""What comes from the network, taken in pieces: no connection keeps the event loop from the others for long."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

# A connection that has sent more than this ahead of what was taken is ended.
_MOST_HELD: Final = 1_048_576


class PacedReading:
    """Gives a connection's bytes to `take` piece by piece, one piece in each turn of the event loop.

    Reading from the network pauses while pieces wait. `ready` says whether the next piece may be taken. Call
    `go_on` when that becomes true again.
    """

    def __init__(
        self, transport: asyncio.Transport, piece: int, take: Callable[[bytes], None], ready: Callable[[], bool]
    ) -> None:
        self._transport, self._piece, self._take, self._ready = transport, piece, take, ready
        self._loop = asyncio.get_running_loop()
        self._held, self._at = b"", 0
        self._scheduled = False

    @property
    def waiting(self) -> bool:
        """Whether some bytes have not been taken yet."""
        return self._at < len(self._held)

    def feed(self, data: bytes) -> None:
        """Bytes have come."""
        if not self.waiting and len(data) <= self._piece and self._ready():
            self._take(data)
            return
        self._held, self._at = self._held[self._at :] + data, 0
        if len(self._held) > _MOST_HELD:
            self.drop()
            self._transport.abort()
            return
        self._transport.pause_reading()
        self.go_on()

    def go_on(self) -> None:
        """Take the next piece soon, if one waits and may be taken."""
        if self.waiting and not self._scheduled and self._ready():
            self._scheduled = True
            self._loop.call_soon(self._next)

    def drop(self) -> None:
        """Forget what waits."""
        self._held, self._at = b"", 0

    def close(self) -> None:
        """The connection is over: forget it, so that nothing is left of it in memory."""
        self.drop()
        self._take, self._ready = _ignore, _never

    def _next(self) -> None:
        self._scheduled = False
        if self._transport.is_closing():
            self.drop()
        if not self.waiting or not self._ready():
            return
        start, self._at = self._at, self._at + self._piece
        self._take(self._held[start : self._at])
        if self.waiting:
            self.go_on()
            return
        self.drop()
        if self._ready() and not self._transport.is_closing():
            self._transport.resume_reading()


def _ignore(data: bytes) -> None:
    pass


def _never() -> bool:
    return False
