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


class LimitReached(GunbaiError):
    """Not now; `seconds` says when to try again."""

    seconds = 0


class TooMuch(LimitReached):
    """Too many requests."""

    def __init__(self, what: str, seconds: float) -> None:
        self.seconds = max(1, round(seconds))
        super().__init__("too many requests {what}; try again in {seconds} s", what=what, seconds=self.seconds)


class TooMuchStored(LimitReached):
    """A day's share of the disk is used up."""

    def __init__(self, what: str, seconds: float) -> None:
        self.seconds = max(1, round(seconds))
        super().__init__(
            "the server has stored as much {what} as it does in a day; your games go on, all else can in {minutes} min",
            what=what,
            minutes=-(-self.seconds // 60),
        )


class _Level:
    """How much is left for one name, when that was counted, and when the name last moved to the end."""

    def __init__(self, left: float, at: float) -> None:
        self.left, self.at, self.moved = left, at, at


class Bucket:
    """Holds `burst` requests, and gets `rate` more every second.

    >>> bucket = Bucket("from here", rate=1, burst=2, clock=lambda: 0.0)
    >>> bucket.take("a"); bucket.take("a")
    >>> bucket.take("a")
    Traceback (most recent call last):
    gunbai.server.limits.TooMuch: too many requests from here; try again in 1 s
    """

    def __init__(
        self,
        what: str,
        rate: float,
        burst: float,
        clock: Callable[[], float] = time.monotonic,
        refusal: Callable[[str, float], LimitReached] = TooMuch,
    ) -> None:
        self._what, self._rate, self._burst, self._clock, self._refusal = what, rate, burst, clock, refusal
        # By name; the one that was used longest ago comes first.
        self._levels: OrderedDict[str, _Level] = OrderedDict()
        # What this process let through and has not told the others; they hear of it in portions.
        self._spent: dict[str, float] | None = None
        self._portion = max(1.0, burst / 50)

    def take(self, who: str, amount: float = 1.0) -> None:
        """Count one request, or raise LimitReached."""
        level = self._level(who)
        if level.left < amount:
            raise self._refusal(self._what, (amount - level.left) / self._rate)
        level.left -= amount
        if self._spent is not None:
            self._count(who, amount)

    def charge(self, who: str, amount: float) -> None:
        """Take so much, whether it is there or not. A debt never grows beyond one burst."""
        level = self._level(who)
        level.left = max(-self._burst, level.left - amount)
        self._count(who, amount)

    def check_debt(self, who: str) -> None:
        """Raise LimitReached if the debt is as large as half a burst."""
        level = self._level(who)
        # Not a whole burst: what is charged beyond that is forgotten, so somebody with such a debt could go on.
        if level.left < -self._burst / 2:
            raise self._refusal(self._what, (-self._burst / 2 - level.left) / self._rate)

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
        self._level(who).left -= amount

    def _level(self, who: str) -> _Level:
        """What is left for a name by now."""
        now = self._clock()
        level = self._levels.get(who)
        if level is None:
            level = self._levels[who] = _Level(self._burst, now)
            if len(self._levels) > _MOST_BUCKETS:
                self._levels.popitem(last=False)
            return level
        level.left = min(self._burst, level.left + (now - level.at) * self._rate)
        level.at = now
        if now - level.moved > _MOVES_UP_SECONDS:
            level.moved = now
            self._levels.move_to_end(who)
        return level

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
        self.person_bytes = _daily("of you", limits.person_bytes_per_day)
        self.address_bytes = _daily("from your address", limits.address_bytes_per_day)
        # Sockets have a bucket of their own: a move on a socket is no HTTP request.
        self.socket_messages = Bucket("from your address", limits.socket_rate, limits.socket_burst)

    def by_name(self) -> dict[str, Bucket]:
        """All of them, by the names that processes use among each other."""
        return {
            "address": self.by_address, "person": self.by_person, "table": self.by_table, "logins": self.logins,
            "guests": self.guests, "hints": self.hints, "sockets": self.socket_messages, "openings": self.openings,
            "person bytes": self.person_bytes, "address bytes": self.address_bytes,
        }  # fmt: skip


def _daily(what: str, most: float) -> Bucket:
    """Holds what is stored in a day, and fills within a day."""
    return Bucket(what, most / 86_400, most, refusal=TooMuchStored)
