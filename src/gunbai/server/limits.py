"""Rate limits: token buckets that fill with time, one per address, person or table.

Where several processes share a database, each tells the others what it let through (`neighbours.py`), and they take it
out of their own buckets: over any longer time all of them together let through what one would.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from gunbai.core.errors import GunbaiError
from gunbai.server.settings import Limits

_MOST_BUCKETS = 100_000
# The bucket that was used longest ago is forgotten first. Their order need not be more exact than this.
_MOVES_UP_SECONDS = 1.0


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
        # Per name how much is left, when that was counted, and when the name last moved to the end.
        self._levels: OrderedDict[str, tuple[float, float, float]] = OrderedDict()
        # What this process let through and has not told the others; they hear of it in portions.
        self._spent: dict[str, float] | None = None
        self._portion = max(1.0, burst / 50)

    def take(self, who: str, amount: float = 1.0) -> None:
        """Count one request, or raise TooMuch."""
        now = self._clock()
        level, at, moved = self._levels.get(who, (self._burst, now, 0.0))
        level = min(self._burst, level + (now - at) * self._rate)
        if level < amount:
            raise TooMuch(self._what, (amount - level) / self._rate)
        self._set(who, level - amount, now, moved)
        if self._spent is not None:
            self._count(who, amount)

    def charge(self, who: str, amount: float) -> None:
        """Take so much, whether it is there or not. A debt never grows beyond one burst."""
        now = self._clock()
        level, at, moved = self._levels.get(who, (self._burst, now, 0.0))
        level = min(self._burst, level + (now - at) * self._rate)
        self._set(who, max(-self._burst, level - amount), now, moved)
        self._count(who, amount)

    # -- several processes ------------------------------------------------------------------------------

    def share(self) -> None:
        """From now on remember what is let through, for other processes."""
        self._spent = {}

    def spent(self) -> dict[str, float]:
        """What this process let through and has not told yet, for those where it is enough to be told."""
        if not self._spent:
            return {}
        told = {who: amount for who, amount in self._spent.items() if amount >= self._portion}
        for who in told:
            del self._spent[who]
        if len(self._spent) > _MOST_BUCKETS:
            self._spent.clear()
        return told

    def spent_elsewhere(self, who: str, amount: float) -> None:
        """Another process let so much through. It may leave a debt: both buckets were full."""
        now = self._clock()
        level, at, moved = self._levels.get(who, (self._burst, now, 0.0))
        self._set(who, min(self._burst, level + (now - at) * self._rate) - amount, now, moved)

    def _set(self, who: str, level: float, now: float, moved: float) -> None:
        late = now - moved > _MOVES_UP_SECONDS
        self._levels[who] = (level, now, now if late else moved)
        if late:
            self._levels.move_to_end(who)
        if len(self._levels) > _MOST_BUCKETS:
            self._levels.popitem(last=False)

    def _count(self, who: str, amount: float) -> None:
        if self._spent is not None:
            self._spent[who] = self._spent.get(who, 0.0) + amount


class RateLimits:
    """The rate limits."""

    def __init__(self, limits: Limits) -> None:
        self.by_address = Bucket("from your address", limits.address_rate, limits.address_burst)
        # Apart, so that whoever floods a socket does not use up what others at the same address may ask for.
        self.openings = Bucket("for sockets from your address", limits.address_rate, limits.address_burst)
        self.by_person = Bucket("from you", limits.person_rate, limits.person_burst)
        self.by_table = Bucket("to this table", limits.table_rate, limits.table_burst)
        self.logins = Bucket("to log in", limits.login_rate, limits.login_burst)
        self.guests = Bucket("for new guests", limits.guests_rate, limits.guests_burst)
        self.hints = Bucket("for hints", limits.hint_rate, limits.hint_burst)
        # Sockets have a bucket of their own: a move on a socket is no HTTP request.
        self.socket_messages = Bucket("from your address", limits.socket_rate, limits.socket_burst)

    def by_name(self) -> dict[str, Bucket]:
        """All of them, by the names that processes use among each other."""
        return {
            "address": self.by_address, "person": self.by_person, "table": self.by_table, "logins": self.logins,
            "guests": self.guests, "hints": self.hints, "sockets": self.socket_messages, "openings": self.openings,
        }  # fmt: skip
