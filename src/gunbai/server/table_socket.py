"""One socket at one table: orders come in, updates go out as each seat may see them."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated, Any

from litestar import WebSocket, websocket
from litestar.connection.base import empty_receive, empty_send
from litestar.params import FromPath, QueryParameter

from gunbai.core.errors import GunbaiError
from gunbai.core.game import SPECTATOR
from gunbai.server.listener import OVERRUN, REFUSED, Listener
from gunbai.server.open_sockets import GOING_DOWN
from gunbai.server.problems import problem
from gunbai.server.request_checks import address, check_origin, sender
from gunbai.server.services import Services, services_of
from gunbai.server.socket_lines import SocketLine, line_of
from gunbai.server.socket_orders import carry_out_orders, play, refusal
from gunbai.server.table_registry import TableRegistry
from gunbai.server.uptime import now_ms

# What a flood costs the address it came from, in sockets: after a few of them it can open none for a while.
_PRICE_OF_A_FLOOD = 100


@websocket("/api/tables/{table_id:str}/socket")
async def table_socket(
    socket: WebSocket[Any, Any, Any],
    table_id: FromPath[str],
    version_seen: Annotated[int, QueryParameter(name="version", ge=0)] = 0,
    after_seq: Annotated[int, QueryParameter(name="after", ge=0)] = 0,
) -> None:
    """Follow a table and play at it. A refusal before the handshake has the same body as over HTTP."""
    try:
        await _open(socket, table_id, version_seen, after_seq)
    finally:
        # By these two Litestar's object refers to itself, and to all that belongs to the request.
        socket.receive, socket.send = empty_receive, empty_send


async def _open(socket: WebSocket[Any, Any, Any], table_id: str, version_seen: int, after_seq: int) -> None:
    services = services_of(socket)
    registry, access, rates = services.registry, services.access, services.rates
    where = address(socket, services.settings)
    try:
        # The hook that limits HTTP requests is not called for sockets.
        rates.openings.take(where)
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
        listener = Listener(person, seats, muted, watching, line, most_bytes, catch_up, services.sockets.outbox)
        services.sockets.add(where, listener)
        if person is not None and not await _still_known(socket, services):
            # Its session has ended since it was looked up, and by then nobody knew of this socket to close it.
            listener.hang_up(REFUSED)
    except GunbaiError as error:
        await socket.accept()
        await socket.send_data(refusal(None, error), mode="text")
        await socket.close(code=REFUSED, reason=problem(error)[1].error)
        return
    part = partial(_part, services, where, table_id, line, listener)
    try:
        await socket.accept()
        line.connect(listener.hear, listener.send, listener.lost)
        await _greet(registry, table_id, listener, version_seen, after_seq)
    except BaseException:
        await part()
        raise
    check_rate = partial(rates.socket_messages.take, where)
    carry_out = partial(
        carry_out_orders, registry, services.orders, services.inquiries, person, table_id, listener, check_rate
    )
    # Of all that led here, a socket that stays needs nothing but this.
    await line.stay(partial(play, carry_out, part))


async def _still_known(socket: WebSocket[Any, Any, Any], services: Services) -> bool:
    try:
        return await sender(socket, services.accounts) is not None
    except GunbaiError:
        return False


async def _greet(registry: TableRegistry, table_id: str, listener: Listener, version: int, after: int) -> None:
    """Send the first update and subscribe, both under the table's lock, so that nothing is missed in between."""
    table = await registry.hold(table_id)
    try:
        await registry.tell_beforehand(table, listener.seats, version)
        table.time.set(max(now_ms(), table.at))
        if version <= table.version:
            watchers = listener.seats or (int(SPECTATOR),)
            listener.version, listener.seq = version, table.whispers.place_of(after, watchers)
        listener.tell(registry.projector(table))
        registry.join(table, listener)
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
        table.time.set(max(now_ms(), table.at))
        listener.tell(registry.projector(table))
    finally:
        table.lock.release()


async def _part(services: Services, where: str, table_id: str, line: SocketLine, listener: Listener) -> None:
    """Send what is waiting and close. A receiver that does not read is given five seconds."""
    services.registry.audience.part(table_id, listener)
    if line.flooded:
        services.rates.openings.charge(where, _PRICE_OF_A_FLOOD)
    try:
        async with asyncio.timeout(5):
            await line.writable.wait()
            listener.send()
            await line.close(listener.closing or GOING_DOWN)
    except OSError:
        line.give_up()
    finally:
        services.sockets.remove(where, listener)
