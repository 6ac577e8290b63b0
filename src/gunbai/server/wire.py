"""WebSocket frames: uvicorn's protocol class, with a short way for the frames that games are played with.

The handshake, fragments, pings, closing and everything unusual are the library's. A whole text frame of plain ASCII, as
nearly every order is, goes straight to the listener, and a line goes straight out. The usual way through six layers
costs a quarter of a move (docs/decisions/server-framework.md).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]

from gunbai.server.socket_lines import EXTENSION, MOST_WAITING

_WHOLE_TEXT, _MASKED = 0x81, 0x80


class Wire(WebSocketsSansIOProtocol):
    """A socket that can be taken out of the hands of ASGI once its handshake is over."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._hear: Callable[[bytes], int] | None = None
        self._drained: Callable[[], None] = _nothing
        self._lost: Callable[[], None] = _nothing
        # The beginning of a frame whose rest has not come yet.
        self._held = b""

    async def run_asgi(self) -> None:
        self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]
        await super().run_asgi()

    def connect(self, hear: Callable[[bytes], int], drained: Callable[[], None], lost: Callable[[], None]) -> None:
        """From now on messages go to `hear`, which says how many wait; `drained` when one may write again."""
        self._hear, self._drained, self._lost = hear, drained, lost
        # Messages sent before the handshake was over are ignored.
        self.listen_again()
        if self.disconnected:
            lost()

    @property
    def ready(self) -> bool:
        """Whether a line can be written without filling memory for a client that does not read."""
        return self.writable.is_set()

    def send_line(self, text: bytes) -> None:
        """Send one text message; does nothing if the client is gone."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        length = len(text)
        if length < 126:
            head = bytes((_WHOLE_TEXT, length))
        elif length < 65536:
            head = b"\x81\x7e" + length.to_bytes(2, "big")
        else:
            head = b"\x81\x7f" + length.to_bytes(8, "big")
        self.transport.write(head + text)

    def listen_again(self) -> None:
        """The waiting orders have been carried out: read on."""
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    # -- what the network says --------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        if self._hear is None:
            super().data_received(data)
            return
        if self._held:
            data = self._held + data
            self._held = b""
        while data:
            end = _frame_end(data, self.config.ws_max_size)
            if end == 0:
                self._held = data
                return
            frame, data = (data, b"") if end == len(data) else (data[:end], data[end:])
            if not self._hear_at_once(frame):
                # The library gets whole frames, so that it is never in the middle of one.
                super().data_received(frame)

    def _hear_at_once(self, frame: bytes) -> bool:
        """Take in a frame if it is a whole short text and no fragments are pending; else False."""
        if frame[0] != _WHOLE_TEXT or not _MASKED <= frame[1] < _MASKED + 127 or self.frames or self.close_sent:
            return False
        start = 2 if frame[1] < _MASKED + 126 else 4
        if len(frame) - start - 4 > self.config.ws_max_size:
            return False
        text = apply_mask(frame[start + 4 :], frame[start : start + 4])
        if not text.isascii():
            return False
        self._pass_on(text)
        return True

    def send_receive_event_to_app(self) -> None:
        data = b"".join(self.frames)
        if self._hear is None or self.close_sent or not _is_text(data):
            super().send_receive_event_to_app()
            return
        self.frames = []
        self._pass_on(data)

    def _pass_on(self, text: bytes) -> None:
        assert self._hear is not None
        if self._hear(text) > MOST_WAITING and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._drained()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._lost()


def _frame_end(data: bytes, most: int) -> int:
    """Where the first frame ends; 0 while it is not complete. A frame that is too long is passed on, to be refused."""
    if len(data) < 2:
        return 0
    length, start = data[1] & 0x7F, 2
    if length == 126:
        length, start = int.from_bytes(data[2:4], "big"), 4
    elif length == 127:
        length, start = int.from_bytes(data[2:10], "big"), 10
    if len(data) < start:
        return 0
    if length > most:
        return len(data)
    end = start + length + (4 if data[1] & _MASKED else 0)
    return end if len(data) >= end else 0


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _nothing() -> None:
    pass
