"""Reminders: a small POST to the address a player left, when it is their turn and they are not connected."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import socket
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from urllib.parse import urlsplit

import httpx

from gunbai.core.errors import GunbaiError
from gunbai.server.accounts import Accounts
from gunbai.server.hosted_table import PLAYING, HostedTable
from gunbai.server.limits import Bucket, TooMuch
from gunbai.server.settings import Settings
from gunbai.server.table_registry import TableRegistry
from gunbai.server.table_time import SHORT_OF_TIME
from gunbai.server.uptime import now_ms

log = logging.getLogger("gunbai.hooks")

# For looking up a host, and again for all of a reminder: connecting, sending it and getting the head of an answer.
_TIMEOUT = 5.0
# How many reminders of one person may be on their way at once; those beyond are left out.
_MOST_UNDER_WAY = 5
# And how many a second, and at once: to one person of one table, and of all.
_TABLE_RATE, _TABLE_BURST = 1 / 15, 20.0
_PERSON_RATE, _PERSON_BURST = 0.5, 200.0
# Of how many tables it is known what was dealt with.
_MOST_TABLES = 10_000
# A name server that never answers blocks a thread for long. These are for nothing else.
_lookups = ThreadPoolExecutor(8, "gunbai-lookup")
# How long a process waits for another to say that the player is connected there.
_ELSEWHERE_SECONDS = 1.0


class Reminders:
    """Tells absent players that a game waits for them: once when their turn comes, once when time grows short."""

    def __init__(
        self,
        registry: TableRegistry,
        people: Accounts,
        settings: Settings,
        most: int = _MOST_TABLES,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._registry, self._people, self._most = registry, people, most
        self._private = settings.private_webhooks
        # Per table the turns that were dealt with already: seat, its turn, and whether time was short. The one that was
        # looked at longest ago is forgotten first: the database knows, too, who was reminded of what.
        self._told: OrderedDict[str, set[tuple[int, int, bool]]] = OrderedDict()
        # Whoever plays and takes back, again and again, must not make somebody else's telephone ring for ever.
        self._of_table = Bucket("for reminders of this table", _TABLE_RATE, _TABLE_BURST, clock)
        self._of_person = Bucket("for reminders", _PERSON_RATE, _PERSON_BURST, clock)
        self._under_way: dict[str, int] = {}
        # No connection is kept: whoever is reminded decides how much of an answer there is, and nobody reads it.
        alone = httpx.Limits(max_connections=100, max_keepalive_connections=0)
        self._client = httpx.AsyncClient(timeout=_TIMEOUT, follow_redirects=False, limits=alone)

    def __len__(self) -> int:
        """How many tables it knows."""
        return len(self._told)

    async def stop(self) -> None:
        await self._client.aclose()

    def attend(self, table: HostedTable) -> None:
        """Called after every event."""
        if table.status != PLAYING:
            self._told.pop(table.id, None)
            return
        play = table.game_table
        before, control = self._told.get(table.id, set()), play.clock.control
        told = self._told[table.id] = set()
        self._told.move_to_end(table.id)
        if len(self._told) > self._most:
            self._told.popitem(last=False)
        for seat in play.to_act:
            if not (person := table.chairs[seat].person):
                continue
            late = control.kind == "per-move" and play.clock.left(seat) <= control.seconds * SHORT_OF_TIME
            turn = seat, play.history.turn_of(seat), late
            told.add(turn)
            if turn in before:
                continue
            # The player who decided last is present, even without a socket.
            present = self._registry.audience.present(table.id, (person,))
            here = present or (not late and play.history.last_decider == seat)
            if here and self._registry.store.sqlite:
                continue
            deadline = None if control.kind == "none" else now_ms() + int(play.clock.left(seat) * 1000)
            self._registry.spawn(self._remind(table, turn, here, deadline))

    async def _remind(self, table: HostedTable, turn: tuple[int, int, bool], here: bool, deadline: int | None) -> None:
        seat, began, late = turn
        person = table.chairs[seat].person
        address = await self._people.webhook(person)
        if not address:
            return
        if not here and not self._registry.store.sqlite:
            # The player may be connected to another process, which then claims the reminder first.
            await asyncio.sleep(_ELSEWHERE_SECONDS)
        if not here and not self._has_room(person, table.id):
            log.info("reminder for table %s left out: this player had too many", table.id)
            return
        if not await self._registry.store.claim_reminder(table.id, seat, began, late) or here:
            return
        message = {
            "kind": "time is short" if late else "your turn",
            "table": table.id,
            "game": table.setup.game,
            "seat": table.game.info.seat_names[seat],
            "version": table.version,
            "deadline": deadline,
        }
        if self._under_way.get(person, 0) >= _MOST_UNDER_WAY:
            log.warning("reminder for table %s left out: too many are on their way to this player", table.id)
            return
        self._under_way[person] = self._under_way.get(person, 0) + 1
        try:
            status = await self._send(address, message)
            log.info("reminder for table %s: %s", table.id, status)
        except (httpx.HTTPError, httpx.InvalidURL, GunbaiError, OSError) as error:
            log.warning("reminder for table %s failed: %s", table.id, type(error).__name__)
        finally:
            self._under_way[person] -= 1
            if not self._under_way[person]:
                del self._under_way[person]

    def _has_room(self, person: str, table_id: str) -> bool:
        """Count a reminder against what one person is sent."""
        try:
            self._of_table.take(f"{person} {table_id}")
            self._of_person.take(person)
        except TooMuch:
            return False
        return True

    async def _send(self, address: str, message: Mapping[str, object]) -> int:
        """The status of the answer. Its body is not read: it may be large, packed, or never end."""
        request = await reminder(self._client, address, message, self._private)
        async with asyncio.timeout(_TIMEOUT):
            answer = await self._client.send(request, stream=True)
            await answer.aclose()
        return answer.status_code


async def reminder(
    client: httpx.AsyncClient, address: str, message: Mapping[str, object], private: bool
) -> httpx.Request:
    """A reminder to the address that was checked: the name is not looked up again for the connection."""
    found = await check_address(address, private)
    request = client.build_request("POST", address, json=message)
    if found:
        # The certificate, and the Host line made above, are still for the name.
        request.extensions["sni_hostname"] = request.url.host
        request.url = request.url.copy_with(host=found)
    return request


async def check_address(address: str, private: bool) -> str:
    """Refuse what is no web address, or leads into the server's own network; the number of the host that was checked.

    With private addresses allowed nothing is checked, and nothing returned.
    """
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise GunbaiError("a webhook is an https:// address") from None
    if parts.scheme not in ("http", "https") or not host or parts.username is not None:
        raise GunbaiError("a webhook is an https:// address")
    if private:
        return ""
    lookup = partial(socket.getaddrinfo, host, port or 443, type=socket.SOCK_STREAM)
    try:
        async with asyncio.timeout(_TIMEOUT):
            found = await asyncio.get_running_loop().run_in_executor(_lookups, lookup)
    except (OSError, UnicodeError):
        raise GunbaiError("the webhook's host cannot be found") from None
    for *_, name in found:
        if not is_public(str(name[0])):
            raise GunbaiError("a webhook must not lead into a private network")
    return str(found[0][-1][0])


# Networks whose addresses hold one of IPv4 in their last 32 bits, and are reached by way of it.
_TRANSLATED = (ipaddress.IPv6Network("64:ff9b::/96"), ipaddress.IPv6Network("::/96"))
_GLOBAL_UNICAST = ipaddress.IPv6Network("2000::/3")


def is_public(text: str) -> bool:
    """Whether an address lies in the public network, and does not stand for one that does not.

    >>> [is_public(text) for text in ("93.184.216.34", "2606:2800:220:1::1", "64:ff9b::5db8:d822")]
    [True, True, True]
    >>> [is_public(text) for text in ("10.0.0.1", "224.0.0.1", "::1", "fec0::1", "fe80::1%eth0", "::ffff:10.0.0.1")]
    [False, False, False, False, False, False]
    >>> [is_public(text) for text in ("64:ff9b::a00:1", "64:ff9b:1::1", "2002:a00:1::", "2001:0:a00:1::", "::a00:1")]
    [False, False, False, False, False]
    """
    number = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(number, ipaddress.IPv6Address):
        inner = _embedded(number)
        if inner is not None:
            return is_public(str(inner))
        if number not in _GLOBAL_UNICAST or number.teredo is not None:
            return False
    return number.is_global and not number.is_multicast and not number.is_reserved


def _embedded(number: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """The address of IPv4 that this one stands for: mapped, translated by NAT64, or 6to4."""
    if number.ipv4_mapped is not None:
        return number.ipv4_mapped
    if any(number in network for network in _TRANSLATED):
        return ipaddress.IPv4Address(int(number) & 0xFFFFFFFF)
    return number.sixtofour
