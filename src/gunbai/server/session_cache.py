"""Who holds which key, remembered for a few seconds: every request asks for it."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gunbai.server.accounts import Person

_MOST = 10_000


class SessionCache:
    """Persons by the hashes of their keys. Whatever changes is forgotten, and nothing else is."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._known: OrderedDict[bytes, tuple[float, Person]] = OrderedDict()
        self._keys_of: dict[str, set[bytes]] = {}
        self._key_of_session: dict[str, bytes] = {}
        # Grows with everything that is forgotten.
        self.changes = 0

    def __len__(self) -> int:
        return len(self._known)

    def get(self, key: bytes) -> Person | None:
        """The person, if it is not too long ago that they were looked up."""
        known = self._known.get(key)
        return known[1] if known is not None and known[0] > time.monotonic() else None

    def put(self, key: bytes, person: Person, changes: int) -> None:
        """Remember a person who was looked up after so many changes. If there was another one since, it may have been
        about them, and what was read may be old."""
        if changes != self.changes:
            return
        self._forget_key(key)
        self._known[key] = time.monotonic() + self._seconds, person
        self._keys_of.setdefault(person.id, set()).add(key)
        self._key_of_session[person.session] = key
        if len(self._known) > _MOST:
            self._forget_key(next(iter(self._known)))

    def forget_person(self, person: str) -> None:
        """Something about a person has changed, or their sessions are over."""
        self.changes += 1
        for key in list(self._keys_of.get(person, ())):
            self._forget_key(key)

    def forget_session(self, session: str) -> None:
        """A session is over, and only its name is known."""
        self.changes += 1
        if (key := self._key_of_session.get(session)) is not None:
            self._forget_key(key)

    def forget_all(self) -> None:
        """News may have been missed."""
        self.changes += 1
        self._known.clear()
        self._keys_of.clear()
        self._key_of_session.clear()

    def _forget_key(self, key: bytes) -> None:
        known = self._known.pop(key, None)
        if known is not None:
            person = known[1]
            del self._key_of_session[person.session]
            self._keys_of[person.id].discard(key)
            if not self._keys_of[person.id]:
                del self._keys_of[person.id]
