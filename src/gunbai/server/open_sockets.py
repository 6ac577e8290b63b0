"""The open sockets: how many each address has in all processes, and which session opened those of this process."""

from __future__ import annotations

from gunbai.server.limits import TooMuch
from gunbai.server.listener import REFUSED, Listener, Outbox
from gunbai.server.neighbours import Neighbours

GOING_DOWN = 1001
_SOCKETS = "sockets"


class OpenSockets:
    """Limits sockets per address, and closes those of an ended session or of a server that stops."""

    def __init__(self, per_address: int, neighbours: Neighbours) -> None:
        self._most, self._neighbours = per_address, neighbours
        self._open: dict[str, int] = {}
        self._listeners: set[Listener] = set()
        self.outbox = Outbox()

    def __len__(self) -> int:
        return len(self._listeners)

    def add(self, where: str, listener: Listener) -> None:
        """Count a new socket from an address, or raise TooMuch."""
        elsewhere = sum(int(count) for count in self._neighbours.held(_SOCKETS, where))
        if self._open.get(where, 0) + elsewhere >= self._most:
            raise TooMuch("for sockets from your address", 10)
        self._open[where] = self._open.get(where, 0) + 1
        self._neighbours.hold(_SOCKETS, where, str(self._open[where]))
        self._listeners.add(listener)

    def remove(self, where: str, listener: Listener) -> None:
        self._listeners.discard(listener)
        self._open[where] -= 1
        if self._open[where]:
            self._neighbours.hold(_SOCKETS, where, str(self._open[where]))
        else:
            del self._open[where]
            self._neighbours.let_go(_SOCKETS, where)

    def close_all(self) -> None:
        for listener in self._listeners:
            listener.hang_up(GOING_DOWN)

    def sessions(self) -> set[str]:
        """The sessions of everybody who is connected."""
        return {listener.session for listener in self._listeners if listener.session}

    def close_session(self, session: str, code: int = REFUSED) -> None:
        """Close the sockets of a revoked session. With `GOING_DOWN` a client comes back by the key it has by then."""
        for listener in self._listeners:
            if listener.session == session:
                listener.hang_up(code)
