"""How much of a game a client still knows that saw an older version of it."""

from __future__ import annotations


class VersionMarks:
    """For every event: the version after it, and how many actions the game had then. Take-backs make it shorter."""

    def __init__(self) -> None:
        self._marks: list[tuple[int, int]] = []

    def note(self, version: int, length: int) -> None:
        self._marks.append((version, length))

    def kept_since(self, version: int, length: int) -> int:
        """How many actions of a game of that length have not changed since a version."""
        kept = length
        for at_version, then in reversed(self._marks):
            kept = min(kept, then)
            if at_version <= version:
                break
        return kept
