"""Rate limits: token buckets that fill with time, one per address, person or table."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from gunbai.core.errors import GunbaiError
from gunbai.server.settings import Limits

_MOST_BUCKETS = 100_000


class TooMuch(GunbaiError):
    """A limit was reached; `seconds` says when to try again."""

    def __init__(self, what: str, seconds: float) -> None:
        self.seconds = max(1, round(seconds))
        super().__init__("too many requests {what}; try again in {seconds} s", what=what, seconds=self.seconds)


class Bucket:
    """Holds `burst` requests, and gets `rate` more every second.

    >>> bucket = Bucket("from here", rate=1, burst=2, clock=lambda: 0.0)
    >>> bucket.take("a"); bucket.take("a")
    >>> bucket.take("a")
    Traceback (most recent call last):
    gunbai.server.limits.TooMuch: too many requests from here; try again in 1 s
    """

    def __init__(self, what: str, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._what, self._rate, self._burst, self._clock = what, rate, burst, clock
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, who: str, amount: float = 1.0) -> None:
        """Count one request, or raise TooMuch."""
        now = self._clock()
        level, at = self._levels.get(who, (self._burst, now))
        level = min(self._burst, level + (now - at) * self._rate)
        if level < amount:
            raise TooMuch(self._what, (amount - level) / self._rate)
        self._levels[who] = (level - amount, now)
        self._levels.move_to_end(who)
        if len(self._levels) > _MOST_BUCKETS:
            self._levels.popitem(last=False)

    def charge(self, who: str, amount: float) -> None:
        """Take so much, whether it is there or not; whoever owes more than a burst is forgiven the rest."""
        now = self._clock()
        level, at = self._levels.get(who, (self._burst, now))
        level = min(self._burst, level + (now - at) * self._rate)
        self._levels[who] = (max(-self._burst, level - amount), now)
        self._levels.move_to_end(who)


class RateLimits:
    """The rate limits of one server process."""

    def __init__(self, limits: Limits) -> None:
        self.by_address = Bucket("from your address", limits.address_rate, limits.address_burst)
        self.by_person = Bucket("from you", limits.person_rate, limits.person_burst)
        self.by_table = Bucket("to this table", limits.table_rate, limits.table_burst)
        self.logins = Bucket("to log in", limits.login_rate, limits.login_burst)
        self.guests = Bucket("for new guests", limits.guests_rate, limits.guests_burst)
        self.hints = Bucket("for hints", limits.hint_rate, limits.hint_burst)
        # Sockets have a bucket of their own: a move on a socket is no HTTP request.
        self.socket_messages = Bucket("from your address", limits.socket_rate, limits.socket_burst)
