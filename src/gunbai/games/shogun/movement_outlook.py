"""The questions about one moment of the armies' movement, asked of a search that is made only when one is asked."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from gunbai.games.shogun.movement_search import Search
from gunbai.games.shogun.state import ShogunState

# Positions looked at for one question; and for all questions about one moment, before only quick looks are taken.
LIMIT: Final[i64] = 20_000
MOMENT_LIMIT: Final[i64] = 60_000
_NEVER: Final[i64] = 1 << 60


@final
class Outlook:
    """Answers the questions about one moment; most moments need no search, so it is made for the first question."""

    def __init__(self, t: ShogunState, limit: i64 = LIMIT, moment_limit: i64 = MOMENT_LIMIT) -> None:
        self.t = t
        self.limit = limit
        self.moment_limit = moment_limit
        self.search: Search | None = None
        # Positions looked at for the question that took most.
        self.most: i64 = 0

    def _ready(self) -> Search:
        search = self.search
        if search is None:
            search = Search(self.t, self.limit, self.moment_limit)
            self.search = search
        return search

    def goes(self, a: i64, q: i64, samurai: i64, ashigaru: i64, rested_s: i64, rested_h: i64, along: i64) -> bool:
        """See `Search.goes`."""
        search = self._ready()
        before = search.nodes
        found = search.goes(a, q, samurai, ashigaru, rested_s, rested_h, along)
        self.most = max(self.most, search.nodes - before)
        return found

    def picks(self, a: i64, unit: i64) -> bool:
        """See `Search.picks`."""
        search = self._ready()
        before = search.nodes
        found = search.picks(a, unit)
        self.most = max(self.most, search.nodes - before)
        return found

    def insist(self) -> bool:
        """Whether questions were left at a quick look; asked again, each is searched up to its own limit."""
        search = self._ready()
        again = search.gave_up
        search.gave_up = False
        search.moment_limit = _NEVER
        return again
