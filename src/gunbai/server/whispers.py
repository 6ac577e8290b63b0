"""Declarations that not everybody at a table may hear, and how each watcher counts the table's events.

A number that jumped would tell a watcher that something was said in secret. So everybody counts only the events they
knew of when they happened.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gunbai.session.words import Words


class Whispers:
    """The secret declarations of one table, by their place in the log."""

    def __init__(self) -> None:
        # Place in the log -> the serial number of the words, and the watchers who heard them.
        self._heard: dict[int, tuple[int, frozenset[int]]] = {}
        self._words: Words | None = None
        self._said = 0

    def __contains__(self, seq: int) -> bool:
        """Whether the event was a declaration that not everybody heard."""
        return seq in self._heard

    def skip(self, declarations: int) -> None:
        """Count declarations that came with an imported game; everybody may read that."""
        self._said += declarations

    def note(self, seq: int, words: Words, watchers: Sequence[int]) -> None:
        """Note who heard the declaration that has just been put on record."""
        serial = self._said
        self._said += 1
        self._words = words
        heard = frozenset(watcher for watcher in watchers if words.may_hear(serial, watcher))
        if len(heard) < len(watchers):
            self._heard[seq] = serial, heard

    def may_hear(self, seq: int, watchers: Iterable[int]) -> bool:
        """Whether one of the watchers heard the words an event put on record, or may know of them by now."""
        if seq not in self._heard or self._words is None:
            return True
        serial, heard = self._heard[seq]
        words = self._words
        return any(watcher in heard or words.may_hear(serial, watcher) for watcher in watchers)

    def number(self, seq: int, watchers: Iterable[int]) -> int:
        """The number of an event as the watchers count: only events they knew of when they happened, without gaps."""
        if not self._heard:
            return seq
        return seq - sum(at <= seq for at in self._unheard(watchers))

    def place_of(self, number: int, watchers: Iterable[int]) -> int:
        """The inverse of `number` for an event the watchers knew of."""
        for at in self._unheard(watchers):
            number += at <= number
        return number

    def label(self, seq: int, watchers: Iterable[int]) -> int:
        """The number an event is sent with: its `number`, or -1, -2 … for words that became public later."""
        missed = [at for at in self._unheard(watchers) if at <= seq] if seq in self._heard else []
        return -len(missed) if seq in missed else self.number(seq, watchers)

    def _unheard(self, watchers: Iterable[int]) -> list[int]:
        some = set(watchers)
        return [seq for seq, (_, heard) in self._heard.items() if heard.isdisjoint(some)]
