"""HTTP connections: uvicorn's protocol class with limits on what a connection costs before anybody knows who it is.

Heads have a largest size and must come in time, bodies must come in time, and no address has too many connections.
Requests that come in one packet are taken in pieces, one in each turn of the event loop. Whoever is answered before all
of the body has come is listened to for a moment, so that the answer is not lost, but what comes is not looked at.
"""

from __future__ import annotations

import asyncio
from asyncio import TimerHandle
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from gunbai.server.connections import Connections, connections_of
from gunbai.server.paced_reading import PacedReading

_PIECE: Final = 4_096
# How long, and for how many bytes, a body may go on after its answer.
_LINGER_SECONDS: Final = 2.0
_LINGER_BYTES: Final = 8_388_608
# What may be around each byte of a body besides as much as a head: a chunk of one byte takes five more.
_AROUND_A_BYTE: Final = 5
_TOO_LARGE: Final = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
)  # fmt: skip


class _Cycle(RequestResponseCycle):
    """One request and its answer, which may come before all of the request has."""

    early = False

    async def send(self, message: Any) -> None:
        begins = message["type"] == "http.response.start"
        if begins and self.more_body:
            # No other request can follow on this connection, and the client is told so. It is not closed at once,
            # because that could lose the answer (`FrontDoor._linger`).
            self.keep_alive, self.early = False, True
        await super().send(message)
        if begins and self.early:
            self.keep_alive = True


class FrontDoor(HttpToolsProtocol):
    """One connection, as long as it speaks HTTP."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._connections: Connections = connections_of(self.config)
        self._paced: PacedReading | None = None
        self._timer: TimerHandle | None = None
        self._stuck: TimerHandle | None = None
        # Whether a socket has to wait for its handshake because of a flood from the same address.
        self._kept_out = False
        # What may still come of a body that has been answered; none before that.
        self._lingering: int | None = None
        # The size of a head that is not complete yet.
        self._head = 0
        self._in_head = True
        # The size of what came around a body: chunks have heads, and trailers may follow.
        self._around = 0
        # Requests that are not answered yet, the oldest first.
        self._cycles: list[RequestResponseCycle] = []

    # -- coming and going -----------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if not self._connections.arrive(transport):
            transport.abort()
            return
        self._paced = PacedReading(transport, _PIECE, self._take, self._may_take)
        self._expect(self._connections.limits.head_seconds)

    def _may_take(self) -> bool:
        return not self.pipeline and not self._kept_out

    def connection_lost(self, exc: Exception | None) -> None:
        self._expect(0)
        self._free()
        if self._paced is not None:
            self._paced.close()
        self._connections.leave(self.transport)
        super().connection_lost(exc)
        self._let_go()

    def eof_received(self) -> bool | None:  # type: ignore[override]
        """The client sends no more, but may still wait for answers."""
        if self.cycle is None or self.cycle.response_complete or self._in_head is False:
            self._end()
            return None
        self.cycle.keep_alive = False
        return True

    def handle_websocket_upgrade(self) -> None:
        self._expect(0)
        if wait := self._connections.wait(self.transport):
            # A shake of hands costs more than a flood itself. Whoever floods has to wait for the next one, and is
            # not refused: whoever is refused comes back at once. Others at the same address can play without a socket.
            self._kept_out = True
            self._timer = self.loop.call_later(wait, self._upgrade)
        else:
            self._upgrade()

    def _upgrade(self) -> None:
        self._timer, self._kept_out = None, False
        if self.transport.is_closing():
            return
        if self._paced is not None and self._paced.waiting:
            # A client has to wait for the answer to its handshake. Behind frames that nobody has read no others could
            # be understood.
            self._connections.flooded(self.transport)
            self._end()
            self.transport.abort()
            return
        self._free()
        super().handle_websocket_upgrade()
        if self._paced is not None:
            self._paced.close()
        self._let_go()

    def _let_go(self) -> None:
        """Break the circles of references in which this stands. They would fill the memory with connections that are
        over, and with what was needed only until a connection became a socket."""
        self._paced, self._cycles = None, []
        self.parser = self.cycle = self.scope = None  # type: ignore[assignment]

    # -- reading --------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        if self._paced is None:
            return
        if self._lingering is not None:
            self._lingering -= len(data)
            if self._lingering < 0:
                self.transport.abort()
            return
        if self._timer is None and not self._kept_out and (self.cycle is None or self.cycle.response_complete):
            self._expect(self._connections.limits.head_seconds)
        self._paced.feed(data)

    def _take(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self.transport.get_protocol() is not self or self.transport.is_closing():
            # It has become a socket, or was refused.
            if self._paced is not None:
                self._paced.drop()
            return
        if self._in_head:
            self._head += len(data)
        else:
            self._around += len(data)
        if max(self._head, self._around) > self._connections.limits.head_bytes:
            self._connections.refused("large head")
            self._end()
            self.transport.write(_TOO_LARGE)
            self.transport.close()

    def send_400_response(self, msg: str) -> None:
        self._connections.refused("broken request")
        if not self.transport.is_closing():
            self._end()
            super().send_400_response(msg)

    def _end(self) -> None:
        """The connection ends while a request may still be worked on: its answer goes nowhere."""
        self.pipeline.clear()
        for cycle in self._cycles:
            cycle.disconnected = True
            cycle.message_event.set()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head, self._head = True, 0

    def on_header(self, name: bytes, value: bytes) -> None:
        # A trailer is none: whoever looked at the head, such as a proxy, has not seen it.
        if self._in_head:
            super().on_header(name, value)

    def on_body(self, body: bytes) -> None:
        self._around -= (1 + _AROUND_A_BYTE) * len(body)
        super().on_body(body)

    def on_headers_complete(self) -> None:
        # The piece in which a head ends may hold much of the body, which is counted then.
        self._in_head, self._head, self._around = False, 0, 0
        self._expect(self._connections.limits.body_seconds)
        super().on_headers_complete()
        if self.cycle is not None and self.cycle not in self._cycles:
            self.cycle.__class__ = _Cycle
            self._cycles.append(self.cycle)

    def on_message_complete(self) -> None:
        self._expect(0)
        # The next head begins with the next byte.
        self._in_head, self._head = True, 0
        super().on_message_complete()

    def on_response_complete(self) -> None:
        early = any(isinstance(cycle, _Cycle) and cycle.early for cycle in self._cycles if cycle.response_complete)
        self._cycles = [cycle for cycle in self._cycles if not cycle.response_complete]
        if early:
            self.pipeline.clear()
        super().on_response_complete()
        if self.transport.is_closing():
            return
        if early:
            self._linger()
        elif self._paced is not None and self._paced.waiting:
            self.transport.pause_reading()
            self._paced.go_on()

    def _linger(self) -> None:
        """The answer went out before all of the body has come, so no other request can follow on this connection."""
        self._connections.refused("body after its answer")
        self._unset_keepalive_if_required()
        self._expect(0)
        self._lingering = _LINGER_BYTES
        self._timer = self.loop.call_later(_LINGER_SECONDS, self.transport.abort)
        if self._paced is not None:
            self._paced.drop()
        self.transport.write_eof()
        self.transport.resume_reading()

    def _expect(self, seconds: float) -> None:
        """End the connection if what is due has not come in so many seconds; 0 if nothing is due."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self.loop.call_later(seconds, self._late) if seconds else None

    def _late(self) -> None:
        self._timer = None
        self._connections.refused("late request")
        self._end()
        self.transport.abort()

    # -- those who do not read ----------------------------------------------------------------------

    def pause_writing(self) -> None:
        super().pause_writing()
        self._connections.backlog.note(self, self.transport.get_write_buffer_size())
        if self._stuck is None and not self.transport.is_closing():
            self._stuck = self.loop.call_later(self._connections.limits.send_seconds, self.give_up)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._free()

    def give_up(self) -> None:
        """Cut the connection, because the other side does not read."""
        self._connections.refused("slow reader")
        self._end()
        self.transport.abort()

    def _free(self) -> None:
        self._connections.backlog.note(self, 0)
        if self._stuck is not None:
            self._stuck.cancel()
            self._stuck = None
