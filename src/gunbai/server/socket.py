"""One socket at one table: orders come in, updates go out as each seat may see them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Annotated, Any, cast

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect, WebSocketException
from litestar.params import QueryParameter

from gunbai.core.errors import GunbaiError
from gunbai.core.game import SPECTATOR
from gunbai.server import messages as m
from gunbai.server.desk import Desk
from gunbai.server.limits import Bucket, TooMuch
from gunbai.server.listener import Listener
from gunbai.server.people import Person
from gunbai.server.problems import NoSession, problem
from gunbai.server.settings import Settings
from gunbai.server.store import now_ms
from gunbai.server.web import address, check_origin, sender
from gunbai.server.wire import EXTENSION, Wire

log = logging.getLogger("gunbai.socket")

_decoder: msgspec.json.Decoder[m.Order | m.Hint] = msgspec.json.Decoder(m.Order | m.Hint)
_encoder = msgspec.json.Encoder()
# Refusals for flooding before the line is cut.
_PATIENCE = 50

GOING_DOWN, REFUSED, FLOOD = 1001, 4403, 4429


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
        check_origin(socket, settings)
        person = await sender(socket, desk.people)
        table = await desk.hall.open(table_id)
        seats = await desk.may_see(person, table)
        wire = cast(Wire, socket.scope["extensions"][EXTENSION])  # type: ignore[index]
        listener = Listener(person, seats, await desk.muted(person, table_id), wire)
        doors.enter(where, listener)
    except GunbaiError as error:
        await socket.accept()
        await socket.send_data(_refusal(None, error), mode="text")
        await socket.close(code=REFUSED, reason=problem(error)[1].error)
        return
    try:
        await socket.accept()
        wire.connect(listener.hear, listener.send, listener.lost)
        try:
            await _greet(desk, table_id, listener, version_seen, after_seq)
            await _listen(desk, person, table_id, listener, lambda: doors.messages.take(where))
        finally:
            desk.hall.part(table_id, listener)
            await _part(socket, wire, listener)
    finally:
        doors.leave(where, listener)


async def _greet(desk: Desk, table_id: str, listener: Listener, version: int, after: int) -> None:
    """From here on nothing is missed: the first update and the enlisting happen under the table's lock."""
    while True:
        table = await desk.hall.open(table_id)
        async with table.lock:
            if not desk.hall.holds(table):
                continue
            await desk.hall.tell_beforehand(table, listener.seats, version)
            table.set_time(max(now_ms(), table.at))
            if version <= table.version:
                listener.version, listener.seq = version, table.place_of(after, listener.seats or (int(SPECTATOR),))
            listener.tell(desk.hall.projector(table))
            desk.hall.join(table_id, listener)
            desk.hall.greeted(table)
            return


async def _part(socket: WebSocket[Any, Any, Any], wire: Wire, listener: Listener) -> None:
    """Send what is waiting and close; who does not read it is not waited for."""
    with contextlib.suppress(WebSocketDisconnect, WebSocketException, RuntimeError, OSError):
        async with asyncio.timeout(5):
            await wire.writable.wait()
            listener.send()
            await socket.close(code=listener.closing or GOING_DOWN)


async def _listen(
    desk: Desk, person: Person | None, table_id: str, listener: Listener, ration: Callable[[], None]
) -> None:
    floods = 0
    while (text := await listener.next_order()) is not None:
        number: int | None = None
        try:
            ration()
            order = _decoder.decode(text)
            number = order.id
            if person is None:
                raise NoSession("you are watching; become a guest to play")
            if isinstance(order, m.Hint):
                # Thinking takes a while, and what else comes through the socket must not wait for it.
                desk.hall.spawn(_advise(desk, person, table_id, listener, order))
                continue
            placed = await desk.order(person, table_id, order)
            if isinstance(order, m.Mute):
                listener.muted = await desk.muted(person, table_id)
            answer: dict[str, Any] = {"type": "done", "id": number}
            if isinstance(placed, m.NewTableDone):
                answer["table"] = placed.table
            else:
                answer |= {"seq": placed.seq, "version": placed.version, "repeated": placed.repeated}
            listener.push(_encoder.encode(answer))
        except GunbaiError as error:
            listener.push(_refusal(number, error))
            floods = floods + 1 if isinstance(error, TooMuch) else floods
            if floods > _PATIENCE:
                listener.hang_up(FLOOD)
                return
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            what = m.Problem("bad-request", f"the message does not fit: {error}"[:500])
            listener.push(_encoder.encode({"type": "refused", "id": None, "status": 400, **msgspec.to_builtins(what)}))
        except Exception as error:  # a mistake of ours must not cost the player the connection
            log.error("an order failed", exc_info=error)
            what = m.Problem("broken", "the server made a mistake; nothing was changed")
            listener.push(
                _encoder.encode({"type": "refused", "id": number, "status": 500, **msgspec.to_builtins(what)})
            )


async def _advise(desk: Desk, person: Person, table_id: str, listener: Listener, order: m.Hint) -> None:
    try:
        given = await desk.hint(person, table_id, order)
        listener.push(_encoder.encode({"type": "done", "id": order.id, **msgspec.to_builtins(given)}))
    except GunbaiError as error:
        listener.push(_refusal(order.id, error))


def _refusal(number: int | None, error: GunbaiError) -> bytes:
    status, what = problem(error)
    body = {"type": "refused", "id": number, "status": status, **msgspec.to_builtins(what)}
    if isinstance(error, TooMuch):
        body["retry"] = error.seconds
    return _encoder.encode(body)
