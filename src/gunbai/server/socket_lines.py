"""How messages get from a socket to its listener and back: by the short way of wire.py, or through plain ASGI.

wire.py stands on inner names of uvicorn and websockets. With other versions than those it was tested with, it is left
alone, and the same messages take the way that every ASGI server offers.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from importlib.metadata import version
from typing import Any, Final, Literal, Protocol, cast

from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect, WebSocketException

from gunbai.server.listener import MOST_WAITING

log = logging.getLogger("gunbai.socket")

EXTENSION: Final = "gunbai.wire"
# The versions wire.py was tested with; pyproject.toml has the same bounds.
SHORT_WAY_KNOWS: Final = {"uvicorn": "0.54", "websockets": "17"}


class SocketLine(Protocol):
    """What a listener and its socket's handler need of the network."""

    writable: asyncio.Event
    flooded: bool

    @property
    def ready(self) -> bool: ...

    def connect(self, hear: Callable[[bytes], int], drained: Callable[[], None], lost: Callable[[], None]) -> None: ...

    def send_line(self, text: bytes) -> None: ...

    def listen_again(self) -> None: ...

    async def stay(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None: ...

    async def close(self, code: int) -> None: ...

    def give_up(self) -> None: ...


def websocket_protocol() -> type[asyncio.Protocol] | Literal["auto"]:
    """What uvicorn is to use for sockets."""
    for package, known in SHORT_WAY_KNOWS.items():
        found = version(package)
        if found != known and not found.startswith(f"{known}."):
            log.warning("%s is %s instead of %s: sockets work, slower and less guarded", package, found, known)
            return "auto"
    from gunbai.server.wire import Wire  # noqa: PLC0415 - with other versions this may not even load

    return Wire


def line_of(socket: WebSocket[Any, Any, Any]) -> SocketLine:
    """The line of a socket that was just opened."""
    short = (socket.scope.get("extensions") or {}).get(EXTENSION)
    return PlainLine(socket) if short is None else cast(SocketLine, short)


class PlainLine:
    """A socket's line through ASGI."""

    def __init__(self, socket: WebSocket[Any, Any, Any]) -> None:
        self._socket = socket
        self.flooded = False
        self.writable, self._listening = asyncio.Event(), asyncio.Event()
        self.writable.set()
        self._listening.set()
        # The event loop holds tasks only weakly.
        self._tasks: set[asyncio.Task[None]] = set()

    def connect(self, hear: Callable[[bytes], int], drained: Callable[[], None], lost: Callable[[], None]) -> None:
        """From now on messages go to `hear`, which says how many wait; `drained` when one may write again."""
        self._hear, self._drained, self._lost = hear, drained, lost
        self._spawn(self._read())

    @property
    def ready(self) -> bool:
        """Whether what was sent before is out."""
        return self.writable.is_set()

    def send_line(self, text: bytes) -> None:
        """Send one text message; nothing if the other side is gone."""
        self.writable.clear()
        self._spawn(self._write(text))

    def listen_again(self) -> None:
        """What waited has been carried out: read on."""
        self._listening.set()

    async def stay(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do the work of the socket until it is over; a server of ASGI closes it when the handler returns."""
        # In a task of its own, because otherwise every order would wake all layers of the framework.
        await asyncio.create_task(work())

    async def close(self, code: int) -> None:
        """Say goodbye, if the client is still there."""
        with contextlib.suppress(WebSocketDisconnect, WebSocketException, RuntimeError):
            await self._socket.close(code=code)

    def give_up(self) -> None:
        """The client does not read; ASGI has no way to cut it off before the server does."""

    def _spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _read(self) -> None:
        try:
            while True:
                await self._listening.wait()
                message: Any = await self._socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                text = message.get("text")
                data = bytes(message.get("bytes") or b"") if text is None else text.encode()
                if self._hear(data) > MOST_WAITING:
                    self._listening.clear()
        finally:
            self._lost()

    async def _write(self, text: bytes) -> None:
        try:
            await self._socket.send_data(text.decode(), mode="text")
        except Exception as error:
            # How a server says that the other side is gone differs from server to server; reading tells of it too.
            log.debug("a line could not be sent: %s", error)
        finally:
            self.writable.set()
        self._drained()
