"""WebSocket frames: uvicorn's protocol class and the parser of websockets, with a short way to a table's listener.

The library takes all frames apart. Three things are added. Frames are taken in small pieces, one in each turn of the
event loop. Frames that carry no order (pings, fragments, empty messages) are rationed. And the messages of a socket in
play go straight to its listener, without the layers of ASGI (docs/decisions/socket-frames.md).
"""

from __future__ import annotations

import asyncio
import time
from asyncio import BaseTransport, TimerHandle
from collections.abc import Callable, Coroutine, Generator
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode, apply_mask  # type: ignore[attr-defined]
from websockets.protocol import State
from websockets.streams import StreamReader

from gunbai.server.connections import Connections, connections_of
from gunbai.server.listener import FLOOD, MOST_WAITING
from gunbai.server.paced_reading import PacedReading
from gunbai.server.short_frames import short_text, text_frame
from gunbai.server.socket_lines import EXTENSION

# How many bytes of frames are parsed in one turn of the event loop: at most 170 frames, a millisecond.
_PIECE: Final = 1_024
# Beyond this a socket counts as one that does not read.
_HIGH_WATER: Final = 16_384
_CLOSE_SECONDS: Final = 5.0
_NO_HANDSHAKE: Final = b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
# Where the library's parser waits for the first byte of a frame.
_BETWEEN_FRAMES: Final = StreamReader.at_eof.__code__


class Wire(WebSocketsSansIOProtocol):
    """A socket that can be taken out of the hands of ASGI once its handshake is over."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._connections: Connections = connections_of(self.config)
        self._hear: Callable[[bytes], int] | None = None
        self._drained: Callable[[], None] = _nothing
        self._lost: Callable[[], None] = _nothing
        limits = self._connections.limits
        self._rate, self._burst = limits.control_rate, limits.control_burst
        # How many frames without an order may still come, and when that was counted.
        self._ration, self._counted_at = self._burst, time.monotonic()
        self._stuck: TimerHandle | None = None
        # Whether a line can be written without filling memory for a client that does not read.
        self.ready = True
        # Whether no frame has begun of which the library waits for the rest.
        self._between_frames = False
        # Longer packets than this are left to the library, which refuses messages that are too long.
        self._short = min(_PIECE, self.config.ws_max_size)
        # Whether the connection was ended because of too many frames without an order.
        self.flooded = False
        self.app = _serve
        self._served = False
        # What is left to do when the handler has returned.
        self.work: Callable[[], Coroutine[Any, Any, None]] | None = None

    async def run_asgi(self) -> None:
        self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]
        await super().run_asgi()
        self._served = True
        if self.disconnected:
            self._let_go()

    async def stay(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do this when the handler has returned, and keep the socket open until it is done."""
        self.work = work

    def shed(self) -> None:
        """The handshake is over: forget what only the layers of ASGI needed, which is more than half of a socket."""
        self.scope.clear()  # type: ignore[attr-defined]
        # Nobody receives any more.
        self.queue = _NO_QUEUE
        # The parser still holds the request.
        self.request.headers.clear()
        del self.request, self.response

    def connect(self, hear: Callable[[bytes], int], drained: Callable[[], None], lost: Callable[[], None]) -> None:
        """From now on messages go to `hear`, which says how many wait; `drained` when one may write again."""
        self._hear, self._drained, self._lost = hear, drained, lost
        # Messages sent before the handshake was over are ignored.
        self.listen_again()
        if self.disconnected:
            lost()

    def send_line(self, text: bytes) -> None:
        """Send one text message; does nothing if the client is gone."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        self.transport.write(text_frame(text))

    def listen_again(self) -> None:
        """The waiting orders have been carried out: read on."""
        if self.read_paused:
            self.read_paused = False
            if self._paced.waiting:
                self._paced.go_on()
            else:
                self.transport.resume_reading()

    async def close(self, code: int) -> None:
        """Say goodbye, if the client is still there."""
        if not self.disconnected:
            await self.send({"type": "websocket.close", "code": code})

    # -- what the network says --------------------------------------------------------------------

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(high=_HIGH_WATER)
        self._paced = PacedReading(self.transport, _PIECE, self._take, lambda: not self.read_paused)

    def data_received(self, data: bytes) -> None:
        hear, text = self._hear, None
        if hear is not None and self._is_between_frames():
            text = short_text(data, self._short, apply_mask)
        if hear is not None and text is not None:
            if hear(text) > MOST_WAITING:
                self._read_no_more()
        else:
            self._between_frames = False
            self._paced.feed(data)

    def _is_between_frames(self) -> bool:
        """Whether a packet that is one whole frame can pass the library by, which takes ten times as long for it: no
        frame or message in fragments has begun, and nothing waits.
        """
        conn = self.conn
        if self.read_paused or self.close_sent or conn.current_size is not None or conn.state is not State.OPEN:
            return False
        if not self._between_frames:
            self._between_frames = not self._paced.waiting and _between_frames(conn.parser)
        return self._between_frames and not self.transport.is_closing()

    def _take(self, data: bytes) -> None:
        conn = self.conn
        conn.receive_data(data)
        for event in conn.events_received():
            if not isinstance(event, Frame):
                self.handle_connect(event)  # type: ignore[arg-type]
            elif self.transport.is_closing():
                return
            else:
                self._handle_frame(event)
        if self.transport.is_closing():
            return
        if conn.parser_exc is not None:
            self._paced.drop()
            self.handle_parser_exception()
        elif conn.state is State.CONNECTING and conn.handshake_exc is not None:
            # The library says nothing to a head that it cannot read: one with a body, for instance.
            self._paced.drop()
            self._connections.refused("broken handshake")
            self.transport.write(_NO_HANDSHAKE)
            self.transport.close()

    def _handle_frame(self, frame: Frame) -> None:
        opcode, whole = frame.opcode, frame.fin and bool(frame.data)
        if whole and (opcode is Opcode.TEXT or opcode is Opcode.BINARY):
            if self._hear is None or self.close_sent:
                self.frames = [bytes(frame.data)]
                self.curr_msg_data_type = "text" if opcode is Opcode.TEXT else "bytes"
                self.send_receive_event_to_app()
            else:
                self._pass_on(bytes(frame.data), opcode is Opcode.TEXT)
            return
        if opcode is Opcode.CLOSE:
            self.handle_close(frame)
        elif not self._within_ration():
            self._connections.flooded(self.transport)
            self.flooded = True
            self._fail(FLOOD, "too many frames without a message")
        elif opcode is Opcode.PING:
            self.handle_ping()
        elif opcode is Opcode.PONG:
            self.handle_pong(frame)
        elif opcode is Opcode.CONT:
            self.handle_cont(frame)
        elif opcode is Opcode.TEXT:
            self.handle_text(frame)
        else:
            self.handle_bytes(frame)

    def _within_ration(self) -> bool:
        """Count a frame that carries no order."""
        if self._ration < 1:
            now = time.monotonic()
            self._ration = min(self._burst, self._ration + (now - self._counted_at) * self._rate)
            self._counted_at = now
        self._ration -= 1
        return self._ration >= 0

    def send_receive_event_to_app(self) -> None:
        """A message in fragments is complete, or one came that the listener does not hear."""
        data = b"".join(self.frames)
        text = self.curr_msg_data_type == "text"
        if text and not _is_text(data):
            self._fail(1007, "")
        elif self._hear is None or self.close_sent:
            super().send_receive_event_to_app()
        else:
            self.frames = []
            self._pass_on(data, text=False)

    def _pass_on(self, data: bytes, text: bool) -> None:
        if text and not _is_text(data):
            self._fail(1007, "")
            return
        assert self._hear is not None
        if self._hear(data) > MOST_WAITING:
            self._read_no_more()

    def _read_no_more(self) -> None:
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def _fail(self, code: int, reason: str) -> None:
        """End the connection: the other side breaks the protocol or floods it."""
        self._paced.drop()
        self.conn.fail(code, reason)
        if self.conn.close_sent is None:
            # The handshake is not over, so no farewell can be said.
            self.transport.abort()
            return
        self.handle_parser_exception()
        # The farewell waits behind what a client does not read.
        self.loop.call_later(_CLOSE_SECONDS, self.transport.abort)

    # -- those who do not read ----------------------------------------------------------------------

    def pause_writing(self) -> None:
        super().pause_writing()
        self.ready = False
        self._connections.backlog.note(self, self.transport.get_write_buffer_size())
        if self._stuck is None:
            self._stuck = self.loop.call_later(self._connections.limits.send_seconds, self.give_up)

    def resume_writing(self) -> None:
        self._unstick()
        super().resume_writing()
        self.ready = True
        self._drained()

    def give_up(self) -> None:
        """Cut the connection without a word, because the other side would not read it."""
        self._connections.refused("slow reader")
        self.transport.abort()

    def _unstick(self) -> None:
        self._connections.backlog.note(self, 0)
        if self._stuck is not None:
            self._stuck.cancel()
            self._stuck = None

    def eof_received(self) -> None:
        # The transport closes itself now; nothing can be written any more, though `connection_lost` comes later.
        self.disconnected = True

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.ready = True
        self._unstick()
        self._paced.drop()
        self._connections.leave(self.transport)
        self._lost()
        if self._served or not hasattr(self, "scope"):
            self._let_go()

    def _let_go(self) -> None:
        """Break the circles of references in which this stands: nobody else does, and memory would fill with sockets
        of people who have left long ago."""
        self._hear, self._drained, self._lost = None, _nothing, _nothing
        self._paced.close()
        self.conn.parser.close()
        if hasattr(self, "scope"):
            self.scope.clear()  # type: ignore[attr-defined]


def _between_frames(parser: Generator[None, None, None]) -> bool:
    """Whether the library's parser has taken whole frames only."""
    place: Any = parser
    while place.gi_yieldfrom is not None:
        place = place.gi_yieldfrom
    return place.gi_code is _BETWEEN_FRAMES


def _is_text(data: bytes) -> bool:
    if data.isascii():
        return True
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _nothing() -> None:
    pass


async def _serve(scope: Any, receive: Any, send: Any) -> None:
    """The application, and after it what a handler has left to be done without all of its layers."""
    wire: Wire = scope["extensions"][EXTENSION]
    try:
        await wire.config.loaded_app(scope, receive, send)
    finally:
        if wire.work is not None:
            wire.shed()
            try:
                # In a task of its own, because otherwise every order would wake all layers of the framework.
                await asyncio.get_running_loop().create_task(wire.work())
            finally:
                wire.work = None


class _NoQueue(asyncio.Queue[Any]):
    """Forgets what it is given."""

    def put_nowait(self, item: Any) -> None:
        pass


_NO_QUEUE: Final = _NoQueue()
