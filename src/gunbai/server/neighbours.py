"""The other processes on the same database, and what all of them tell each other so that limits count for all together.

Every fifth of a second a process announces what it has let through and what it holds: sockets by address, games among
bots. Nothing of it is stored. A process that says nothing for a while is forgotten, with everything it held.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

import msgspec
from sqlalchemy import Connection

from gunbai.server.limits import Bucket
from gunbai.server.store import StorageError, Store

log = logging.getLogger("gunbai.neighbours")

# The kind of these announcements.
NEWS = "news"
_TELL_SECONDS = 0.2
# PostgreSQL carries at most 8,000 bytes in one announcement.
_MOST_BYTES = 6_000
# Entries of a process: what they are about, then a name, then the figures for it.
Entries = dict[str, dict[str, str]]
V = TypeVar("V")


class News(msgspec.Struct, omit_defaults=True):
    """One announcement."""

    process: str
    # What the process holds and did not hold before, or holds differently; an empty text: no longer.
    entries: Entries = {}
    # What each rate limit let through, by its name and the person or address it counts.
    spent: dict[str, dict[str, float]] = {}
    # All entries follow, so those from before are void.
    whole: bool = False
    # Everybody should announce all their entries.
    ask: bool = False
    # The process ends.
    gone: bool = False


_decoder = msgspec.json.Decoder(News)
_encoder = msgspec.json.Encoder()


class Neighbours:
    """Tells the other processes and listens to them; on SQLite there are none, and everything here does nothing."""

    def __init__(self, store: Store, buckets: Mapping[str, Bucket]) -> None:
        self._store, self._alone, self._me = store, store.sqlite, store.process
        self._buckets = {} if self._alone else dict(buckets)
        for bucket in self._buckets.values():
            bucket.share()
        self._own: Entries = {}
        self._changed: Entries = {}
        self._others: dict[str, Entries] = {}
        self._heard: dict[str, float] = {}
        # Whether the next announcement holds all entries, and whether it asks for those of the others.
        self._whole = self._ask = True
        self._silent_since = 0.0

    # -- what this process holds --------------------------------------------------------------------------

    def hold(self, kind: str, name: str, about: str) -> None:
        """This process holds something, or something else is to be said about it."""
        if not self._alone:
            self._own.setdefault(kind, {})[name] = about
            self._changed.setdefault(kind, {})[name] = about

    def let_go(self, kind: str, name: str) -> None:
        """This process no longer holds it."""
        if not self._alone and self._own.get(kind, {}).pop(name, None) is not None:
            self._changed.setdefault(kind, {})[name] = ""

    def held(self, kind: str, name: str) -> Iterator[str]:
        """What the other processes say about something, one text for each that holds it."""
        for entries in self._others.values():
            if about := entries.get(kind, {}).get(name, ""):
                yield about

    def all_held(self, kind: str) -> Iterator[tuple[str, str]]:
        """Everything of one kind that other processes hold, by name."""
        for entries in self._others.values():
            yield from entries.get(kind, {}).items()

    # -- telling --------------------------------------------------------------------------------------------

    async def tell(self) -> None:
        """Tell the others what has changed, as long as this process runs."""
        while not self._alone:
            await asyncio.sleep(_TELL_SECONDS)
            self._forget_the_silent()
            try:
                await self._announce(self._news())
            except StorageError as error:
                log.warning("%s", error)
                self._whole = True

    async def say_goodbye(self) -> None:
        """This process ends: its sockets come to the others now."""
        if not self._alone:
            with contextlib.suppress(StorageError, TimeoutError):
                async with asyncio.timeout(1):
                    await self._announce([News(self._me, gone=True)])

    async def _announce(self, news: Iterable[News]) -> None:
        texts = [_encoder.encode(piece).decode() for piece in news]

        def work(c: Connection) -> None:
            for text in texts:
                self._store.announce(c, NEWS, text)

        if texts:
            await self._store.write(work)

    def _news(self) -> list[News]:
        """What is to be told now, in pieces that are short enough."""
        whole, ask = self._whole, self._ask
        entries, self._changed = (self._own if whole else self._changed), {}
        self._whole = self._ask = False
        pieces = [News(self._me, entries=some) for some in _in_pieces(entries)]
        spent = {name: bucket.spent() for name, bucket in self._buckets.items()}
        pieces += [News(self._me, spent=some) for some in _in_pieces(spent)]
        now = time.monotonic()
        if not pieces and (whole or ask or now - self._silent_since > self._store.beat_seconds):
            pieces = [News(self._me)]
        if pieces:
            pieces[0].whole, pieces[0].ask = whole, ask
            self._silent_since = now
        return pieces

    # -- listening ------------------------------------------------------------------------------------------

    def hear(self, text: str) -> None:
        """An announcement; an empty one means that some may have been missed."""
        if not text:
            self._whole = self._ask = True
            return
        try:
            news = _decoder.decode(text)
        except msgspec.DecodeError as error:
            # A process of another release.
            log.warning("an announcement cannot be read: %s", error)
            return
        if news.process == self._me:
            return
        if news.gone:
            self._forget(news.process)
            return
        if news.whole:
            self._others[news.process] = {}
        elif news.process not in self._others:
            self._ask = True
            self._others[news.process] = {}
        self._whole = self._whole or news.ask
        self._heard[news.process] = time.monotonic()
        _merge(self._others[news.process], news.entries)
        for name, amounts in news.spent.items():
            if (bucket := self._buckets.get(name)) is not None:
                for who, amount in amounts.items():
                    bucket.spent_elsewhere(who, amount)

    def _forget_the_silent(self) -> None:
        end = time.monotonic() - 3 * self._store.beat_seconds
        for process in [process for process, at in self._heard.items() if at < end]:
            self._forget(process)

    def _forget(self, process: str) -> None:
        self._others.pop(process, None)
        self._heard.pop(process, None)


def _merge(held: Entries, entries: Entries) -> None:
    for kind, some in entries.items():
        of_kind = held.setdefault(kind, {})
        for name, about in some.items():
            if about:
                of_kind[name] = about
            else:
                of_kind.pop(name, None)


def _in_pieces(entries: Mapping[str, Mapping[str, V]]) -> Iterator[dict[str, dict[str, V]]]:
    """The same in pieces that are short enough to be announced.

    >>> list(_in_pieces({"sockets": {"here": "2"}, "bots": {}}))
    [{'sockets': {'here': '2'}}]
    """
    piece: dict[str, dict[str, V]] = {}
    size = 0
    for kind, some in entries.items():
        for name, about in some.items():
            piece.setdefault(kind, {})[name] = about
            size += len(_encoder.encode((kind, name, about)))
            if size > _MOST_BYTES:
                yield piece
                piece, size = {}, 0
    if piece:
        yield piece
