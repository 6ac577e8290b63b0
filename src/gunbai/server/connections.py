"""The connections of one server process: how many an address may have, and how much may wait for slow readers."""

from __future__ import annotations

import asyncio
import logging
import resource
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final, Protocol

import uvicorn

from gunbai.server.request_checks import household
from gunbai.server.settings import Settings

log = logging.getLogger("gunbai.connections")

# Descriptors kept for the database, the bots' processes and files.
_KEPT_DESCRIPTORS: Final = 200
_MOST_FLOODERS: Final = 10_000


class Behind(Protocol):
    """A connection whose client does not read what it is sent."""

    def give_up(self) -> None: ...


class Backlog:
    """Bytes that wait for clients who do not read. When there are too many, those with the most are cut off.

    >>> class Client:
    ...     def give_up(self) -> None:
    ...         print("cut off")
    >>> backlog, quick, slow = Backlog(100), Client(), Client()
    >>> backlog.note(quick, 10)
    >>> backlog.note(slow, 95)
    cut off
    >>> backlog.total
    10
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self.total = 0
        self._waiting: dict[Behind, int] = {}

    def note(self, who: Behind, size: int) -> None:
        """So many bytes wait for this client now."""
        self.total += size - self._waiting.pop(who, 0)
        if size:
            self._waiting[who] = size
        if self.total > self._most:
            for other in sorted(self._waiting, key=lambda each: -self._waiting[each]):
                self.total -= self._waiting.pop(other)
                other.give_up()
                if self.total <= self._most:
                    break


class Floods:
    """Addresses from which floods came. Their new connections have to wait, each time for twice as long.

    >>> now = [0.0]
    >>> floods = Floods(1.0, 60.0, clock=lambda: now[0])
    >>> floods.note("x"); floods.note("x")
    >>> floods.wait("x"), floods.wait("y")
    (2.0, 0.0)
    >>> now[0] = 130.0
    >>> floods.note("x"); floods.wait("x")
    1.0
    """

    def __init__(self, seconds: float, most: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds, self._longest, self._clock = seconds, most, clock
        # Per address the last wait, and when it ends; the longest unheard of comes first.
        self._waits: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def note(self, where: str) -> None:
        """A flood came from this address."""
        now = self._clock()
        last, end = self._waits.pop(where, (0.0, 0.0))
        wait = min(self._longest, last * 2) if last and now < end + 2 * self._longest else self._seconds
        self._waits[where] = wait, max(end, now + wait)
        if len(self._waits) > _MOST_FLOODERS:
            self._waits.popitem(last=False)

    def wait(self, where: str) -> float:
        """The seconds for which a new connection from there has to wait."""
        return max(0.0, self._waits[where][1] - self._clock()) if where in self._waits else 0.0


class Connections:
    """Counts connections by address, and holds what all of them share."""

    def __init__(self, settings: Settings) -> None:
        self.limits = settings.limits
        self.backlog = Backlog(settings.limits.backlog_bytes)
        self._floods = Floods(settings.limits.flood_seconds, settings.limits.flood_seconds_most)
        # Behind a proxy all connections come from its address; there the sockets of each visitor are counted.
        self._by_address = not settings.trust_proxy
        self._most = settings.limits.connections or most_descriptors() - _KEPT_DESCRIPTORS
        self._where: dict[asyncio.BaseTransport, str] = {}
        self._open: dict[str, int] = {}
        # How often something was refused, by kind.
        self.refusals: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._where)

    def arrive(self, transport: asyncio.BaseTransport) -> bool:
        """Count a new connection; False if it is one too many."""
        peer = transport.get_extra_info("peername")
        where = household(str(peer[0])) if isinstance(peer, tuple) else "local"
        if len(self._where) >= self._most:
            self.refused("connections")
            return False
        if self._by_address and self._open.get(where, 0) >= self.limits.connections_per_address:
            self.refused("connections of one address")
            return False
        self._where[transport] = where
        self._open[where] = self._open.get(where, 0) + 1
        return True

    def leave(self, transport: asyncio.BaseTransport) -> None:
        """A connection is over."""
        where = self._where.pop(transport, None)
        if where is not None:
            self._open[where] -= 1
            if not self._open[where]:
                del self._open[where]

    def flooded(self, transport: asyncio.BaseTransport) -> None:
        """A connection has sent a flood."""
        self.refused("frames")
        if self._by_address and transport in self._where:
            self._floods.note(self._where[transport])

    def wait(self, transport: asyncio.BaseTransport) -> float:
        """The seconds for which a connection that has arrived is not read from."""
        return self._floods.wait(self._where[transport])

    def refused(self, kind: str) -> None:
        """Count a refusal."""
        self.refusals[kind] = self.refusals.get(kind, 0) + 1


class ConnectionsConfig(uvicorn.Config):
    """uvicorn's configuration, by which its protocol classes find what all connections share."""

    connections: Connections


def connections_of(config: uvicorn.Config) -> Connections:
    """What all connections of the server with this configuration share."""
    assert isinstance(config, ConnectionsConfig)
    return config.connections


def most_descriptors() -> int:
    """How many files and connections this process may have open; raised as far as the system lets us."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 1_048_576 if hard == resource.RLIM_INFINITY else hard
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
        except (ValueError, OSError) as error:
            log.warning("only %d files and connections can be open at once: %s", soft, error)
    return wanted if soft == resource.RLIM_INFINITY else soft


def configure(connections: Connections, app: Any, **options: Any) -> uvicorn.Config:
    """The configuration for uvicorn."""
    config = ConnectionsConfig(app, **options)
    config.connections = connections
    return config
