"""One socket at one table: orders come in, updates go out as each seat may see them."""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial
from typing import Annotated, Any

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect, WebSocketException
from litestar.params import QueryParameter

from gunbai.core.errors import GunbaiError
from gunbai.core.game import SPECTATOR
from gunbai.server.listener import OVERRUN, REFUSED, Listener
from gunbai.server.open_sockets import GOING_DOWN
from gunbai.server.problems import problem
from gunbai.server.request_checks import address, check_origin, sender
from gunbai.server.services import services_of
from gunbai.server.socket_lines import SocketLine, line_of
from gunbai.server.socket_orders import carry_out_orders, refusal
from gunbai.server.store import now_ms
from gunbai.server.table_registry import TableRegistry

# What a flood costs the address it came from, in requests: after a few of them it has to wait.
_PRICE_OF_A_FLOOD = 100


@websocket("/api/tables/{table_id:str}/socket")
async def table_socket(
    socket: WebSocket[Any, Any, Any],
    table_id: str,
    version_seen: Annotated[int, QueryParameter(name="version", ge=0)] = 0,
    after_seq: Annotated[int, QueryParameter(name="after", ge=0)] = 0,
) -> None:
    """Follow a table and play at it. A refusal before the handshake has the same body as over HTTP."""
    services = services_of(socket)
    registry, access, rates = services.registry, services.access, services.rates
    where = address(socket, services.settings)
    try:
        # The hook that limits HTTP requests is not called for sockets.
        rates.by_address.take(where)
        services.moderation.check_address(where)
        check_origin(socket, services.settings)
        person = await sender(socket, services.accounts)
        if person is not None:
            services.whereabouts.note(person.id, where)
        table = await registry.open(table_id)
        seats = await access.may_see(person, table)
        line = line_of(socket)
        muted = await services.mutes.muted_by(person, table_id)
        watching, most_bytes = await access.may_watch(person, table), services.settings.limits.socket_backlog_bytes
        catch_up = partial(_catch_up, registry, table_id)
        listener = Listener(person, seats, muted, watching, line, most_bytes, catch_up)
        services.sockets.add(where, listener)
    except GunbaiError as error:
        await socket.accept()
        await socket.send_data(refusal(None, error), mode="text")
        await socket.close(code=REFUSED, reason=problem(error)[1].error)
        return
    try:
        await socket.accept()
        line.connect(listener.hear, listener.send, listener.lost)
        try:
            await _greet(registry, table_id, listener, version_seen, after_seq)
            # In a task of its own, because otherwise every order would wake all layers of the framework.
            check_rate = partial(rates.socket_messages.take, where)
            await asyncio.create_task(
                carry_out_orders(registry, services.orders, services.inquiries, person, table_id, listener, check_rate)
            )
        finally:
            registry.part(table_id, listener)
            if line.flooded:
                rates.by_address.charge(where, _PRICE_OF_A_FLOOD)
            await _part(socket, line, listener)
    finally:
        services.sockets.remove(where, listener)


async def _greet(registry: TableRegistry, table_id: str, listener: Listener, version: int, after: int) -> None:
    """Send the first update and subscribe, both under the table's lock, so that nothing is missed in between."""
    table = await registry.hold(table_id)
    try:
        await registry.tell_beforehand(table, listener.seats, version)
        table.set_time(max(now_ms(), table.at))
        if version <= table.version:
            watchers = listener.seats or (int(SPECTATOR),)
            listener.version, listener.seq = version, table.whispers.place_of(after, watchers)
        listener.tell(registry.projector(table))
        registry.join(table_id, listener)
        registry.greeted(table)
    finally:
        table.lock.release()


def _catch_up(registry: TableRegistry, table_id: str, listener: Listener) -> None:
    """The client reads again after updates were left out: send the present state."""
    registry.spawn(_tell_present(registry, table_id, listener))


async def _tell_present(registry: TableRegistry, table_id: str, listener: Listener) -> None:
    try:
        table = await registry.hold(table_id)
    except GunbaiError:
        # The client comes back with the version it has.
        listener.hang_up(OVERRUN)
        return
    try:
        await registry.tell_beforehand(table, listener.seats, listener.version)
        table.set_time(max(now_ms(), table.at))
        listener.tell(registry.projector(table))
    finally:
        table.lock.release()


async def _part(socket: WebSocket[Any, Any, Any], line: SocketLine, listener: Listener) -> None:
    """Send what is waiting and close. A receiver that does not read is given five seconds."""
    try:
        with contextlib.suppress(WebSocketDisconnect, WebSocketException, RuntimeError):
            async with asyncio.timeout(5):
                await line.writable.wait()
                listener.send()
                await socket.close(code=listener.closing or GOING_DOWN)
    except OSError:
        line.give_up()
