"""One socket at one table: orders come in, updates go out as each seat may see them."""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial
from typing import Annotated, Any, cast

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect, WebSocketException
from litestar.params import QueryParameter

from gunbai.core.errors import GunbaiError
from gunbai.core.game import SPECTATOR
from gunbai.server.conversation import listen, refusal
from gunbai.server.desk import Desk
from gunbai.server.limits import Bucket, TooMuch
from gunbai.server.listener import REFUSED, Listener
from gunbai.server.problems import problem
from gunbai.server.settings import Settings
from gunbai.server.store import now_ms
from gunbai.server.web import address, check_origin, sender
from gunbai.server.wire import EXTENSION, Wire

GOING_DOWN = 1001


class Doors:
    """How many sockets each address has open, and how much comes in through them."""

    def __init__(self, most: int, messages: Bucket) -> None:
        self._most = most
        self.messages = messages
        self._open: dict[str, int] = {}
        self._listeners: set[Listener] = set()

    def enter(self, where: str, listener: Listener) -> None:
        if self._open.get(where, 0) >= self._most:
            raise TooMuch("for sockets from your address", 10)
        self._open[where] = self._open.get(where, 0) + 1
        self._listeners.add(listener)

    def leave(self, where: str, listener: Listener) -> None:
        self._listeners.discard(listener)
        self._open[where] -= 1
        if not self._open[where]:
            del self._open[where]

    def close_all(self) -> None:
        for listener in self._listeners:
            listener.hang_up(GOING_DOWN)

    def sessions(self) -> set[str]:
        """The sessions of all who are connected."""
        return {listener.session for listener in self._listeners if listener.session}

    def close_session(self, session: str) -> None:
        """A revoked session must not go on through a socket it opened before."""
        for listener in self._listeners:
            if listener.session == session:
                listener.hang_up(REFUSED)


@websocket("/api/tables/{table_id:str}/socket")
async def table_socket(
    socket: WebSocket[Any, Any, Any],
    table_id: str,
    version_seen: Annotated[int, QueryParameter(name="version", ge=0)] = 0,
    after_seq: Annotated[int, QueryParameter(name="after", ge=0)] = 0,
) -> None:
    """Follow a table and play at it. Refusals before the handshake carry the same words as over HTTP."""
    desk: Desk = socket.app.state.desk
    settings: Settings = socket.app.state.settings
    doors: Doors = socket.app.state.sockets
    where = address(socket, settings)
    try:
        # The layer that rations requests sees no sockets.
        socket.app.state.requests.take(where)
        check_origin(socket, settings)
        person = await sender(socket, desk.people)
        table = await desk.registry.open(table_id)
        seats = await desk.may_see(person, table)
        wire = cast(Wire, socket.scope["extensions"][EXTENSION])  # type: ignore[index]
        muted = await desk.muted(person, table_id)
        listener = Listener(person, seats, muted, await desk.may_watch(person, table), wire)
        doors.enter(where, listener)
    except GunbaiError as error:
        await socket.accept()
        await socket.send_data(refusal(None, error), mode="text")
        await socket.close(code=REFUSED, reason=problem(error)[1].error)
        return
    try:
        await socket.accept()
        wire.connect(listener.hear, listener.send, listener.lost)
        try:
            await _greet(desk, table_id, listener, version_seen, after_seq)
            # A task of its own: on every order it would be woken through all the layers of the framework.
            await asyncio.create_task(listen(desk, person, table_id, listener, partial(doors.messages.take, where)))
        finally:
            desk.registry.part(table_id, listener)
            await _part(socket, wire, listener)
    finally:
        doors.leave(where, listener)


async def _greet(desk: Desk, table_id: str, listener: Listener, version: int, after: int) -> None:
    """From here on nothing is missed: the first update and the enlisting happen under the table's lock."""
    table = await desk.registry.hold(table_id)
    try:
        await desk.registry.tell_beforehand(table, listener.seats, version)
        table.set_time(max(now_ms(), table.at))
        if version <= table.version:
            listener.version, listener.seq = version, table.place_of(after, listener.seats or (int(SPECTATOR),))
        listener.tell(desk.registry.projector(table))
        desk.registry.join(table_id, listener)
        desk.registry.greeted(table)
    finally:
        table.lock.release()


async def _part(socket: WebSocket[Any, Any, Any], wire: Wire, listener: Listener) -> None:
    """Send what is waiting and close; who does not read it is not waited for."""
    with contextlib.suppress(WebSocketDisconnect, WebSocketException, RuntimeError, OSError):
        async with asyncio.timeout(5):
            await wire.writable.wait()
            listener.send()
            await socket.close(code=listener.closing or GOING_DOWN)
