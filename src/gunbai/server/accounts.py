"""Who somebody is: guests with a durable identity, accounts, and sessions that can be revoked."""

from __future__ import annotations

import contextlib
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection, delete, insert, select, update

from gunbai.core.errors import GunbaiError
from gunbai.server import schema
from gunbai.server.clean_text import visible
from gunbai.server.password_threads import PasswordThreads
from gunbai.server.session_cache import SessionCache
from gunbai.server.store import CHANGED, ENDED, Conflict, StorageError, Store
from gunbai.server.tokens import new_name, new_token, token_hash
from gunbai.server.uptime import now_ms

# A session is looked up again after this time. Other processes announce what they change; this covers lost news.
_REMEMBERED_SECONDS = 5.0
_REMEMBERED = 10_000
DAY_MS = 86_400_000
# The kind of a link with which another device becomes the same person.
DEVICE = "device"

# How many sessions one person can have; beyond that the one that was used longest ago ends.
_MOST_SESSIONS = 50

# The hash of a password nobody has: a login that does not exist costs as much time as one that does.
_NOBODY = "$argon2id$v=19$m=65536,t=3,p=4$pvRcS2N82QRdjiKodFr4YA$i+YeEVFGXbBXukaCwygMbmIteRevFVJ1KlYIgjMNCNc"


class NotAllowed(GunbaiError):
    """The sender, known or not, may not do this."""


class NotKnown(GunbaiError):
    """There is no such thing, or the sender may not know that there is."""


class NoSession(GunbaiError):
    """The sender has no valid session."""


class BadLogin(GunbaiError):
    """Login and password do not belong together."""


@dataclass(frozen=True)
class Person:
    """A guest or the holder of an account, as known by a session."""

    id: str
    name: str
    session: str
    login: str | None = None
    webhook: str = ""
    email: str = ""
    email_confirmed: bool = False
    operator: bool = False


@dataclass(frozen=True)
class SessionInfo:
    """One of a person's sessions, for the list in which it can be revoked."""

    id: str
    label: str
    created: int
    used: int


class Accounts:
    """Guests, accounts and sessions."""

    def __init__(self, store: Store, session_days: int = 365) -> None:
        self._store = store
        self._idle_ms = session_days * DAY_MS
        self._hasher = PasswordHasher()
        self._threads = PasswordThreads()
        self._known = SessionCache(_REMEMBERED_SECONDS)
        self._webhooks: OrderedDict[str, tuple[float, str]] = OrderedDict()
        # Called with a session that ended because there were too many; its sockets are closed.
        self.on_end: Callable[[str], None] = _nothing

    # -- sessions ---------------------------------------------------------------------------------

    async def new_guest(self, name: str, label: str = "") -> tuple[Person, str]:
        """A new person and the token of their first session."""
        person, token, session = new_name(), new_token(), new_name()
        # Two guests at a table are told apart by their numbers.
        name = clean_name(name) or f"guest {1000 + secrets.randbelow(9000)}"

        def work(c: Connection) -> None:
            c.execute(insert(schema.persons).values(id=person, name=name, created=now_ms()))
            self._add_session(c, session, token, person, label)

        await self._store.write(work)
        return Person(person, name, session), token

    async def by_token(self, token: str) -> Person | None:
        """The person who holds this token."""
        digest = token_hash(token)
        known = self._known.get(digest)
        if known is not None:
            return known
        changes = self._known.changes
        s, p, now = schema.sessions.c, schema.persons.c, now_ms()
        columns = p.id, p.name, s.id.label("session"), p.login, p.webhook, p.email, p.email_confirmed, p.operator
        query = select(*columns, p.banned_until, s.used).join(schema.persons, p.id == s.person)
        query = query.where(s.token_hash == digest, s.used > now - self._idle_ms)
        row = await self._store.read(lambda c: c.execute(query).first())
        if row is None:
            return None
        *values, banned_until, used = row
        person = Person(*values)
        _check_ban(banned_until)
        if used < now - DAY_MS:
            await self._mark_used(person.session, now)
        self._known.put(digest, person, changes)
        return person

    async def _mark_used(self, session: str, now: int) -> None:
        """Note, once a day, that a session is in use. A database that takes nothing now must not keep anybody out."""
        statement = update(schema.sessions).where(schema.sessions.c.id == session).values(used=now)
        with contextlib.suppress(StorageError):
            await self._store.write(lambda c: c.execute(statement) and None)

    async def new_session(self, whose: Callable[[Connection], str], label: str = "") -> str:
        """Another session for the person whom `whose` names, or refuses, within the same change; its token."""
        token, session = new_token(), new_name()

        def work(c: Connection) -> list[str]:
            return self._add_session(c, session, token, whose(c), label)

        self._forget_sessions(await self._store.write(work))
        return token

    def _add_session(self, c: Connection, session: str, token: str, person: str, label: str) -> list[str]:
        """Within a change, store a new session; those that end because there are too many."""
        s, now = schema.sessions.c, now_ms()
        row = {"id": session, "token_hash": token_hash(token), "person": person, "label": label[:80]}
        c.execute(insert(schema.sessions).values(**row, created=now, used=now))
        # Whether the new one is used longest ago is not asked: several can begin in one millisecond.
        others = select(s.id).where(s.person == person, s.id != session).order_by(s.used.desc(), s.created.desc())
        old = [str(i) for (i,) in c.execute(others.offset(_MOST_SESSIONS - 1))]
        if old:
            c.execute(delete(schema.sessions).where(s.id.in_(old)))
            for one in old:
                self._store.announce(c, ENDED, one)
        return old

    def _forget_sessions(self, sessions: Collection[str]) -> None:
        for session in sessions:
            self._known.forget_session(session)
            self.on_end(session)

    async def sessions(self, person: Person) -> list[SessionInfo]:
        s = schema.sessions.c
        query = select(s.id, s.label, s.created, s.used).where(s.person == person.id, s.used > now_ms() - self._idle_ms)
        query = query.order_by(s.created)
        return await self._store.read(lambda c: [SessionInfo(*row) for row in c.execute(query)])

    async def revoke(self, person: Person, session: str) -> None:
        """End one of the person's sessions, for instance on a lost phone. What that phone may have handed to another
        device ends with it; who logs out here may still be on the way to another device.
        """
        s, n = schema.sessions.c, schema.links.c
        statement = delete(schema.sessions).where(s.id == session, s.person == person.id)

        def work(c: Connection) -> int:
            ended = c.execute(statement).rowcount
            if ended:
                self._store.announce(c, ENDED, session)
                if session != person.session:
                    c.execute(delete(schema.links).where(n.person == person.id, n.kind == DEVICE))
            return ended

        if not await self._store.write(work):
            raise NotKnown("you have no such session")
        self._known.forget_session(session)

    async def sweep(self) -> None:
        """Remove sessions that nobody has used for long, and links that are over."""
        s, n, now = schema.sessions.c, schema.links.c, now_ms()

        def work(c: Connection) -> None:
            for (session,) in c.execute(delete(schema.sessions).where(s.used <= now - self._idle_ms).returning(s.id)):
                self._store.announce(c, ENDED, session)
            c.execute(delete(schema.links).where(n.expires < now))

        await self._store.write(work)

    def forget(self, person: str) -> None:
        """Something about a person has changed: look them up again."""
        self._known.forget_person(person)
        self._webhooks.pop(person, None)

    def forget_session(self, session: str) -> None:
        """Another process has ended a session."""
        self._known.forget_session(session)

    def changed_elsewhere(self, person: str) -> None:
        """Another process has changed something about a person; no name means that such news may have been missed."""
        if person:
            self.forget(person)
        else:
            self._known.forget_all()
            self._webhooks.clear()

    async def ended_among(self, sessions: Collection[str]) -> set[str]:
        """Which of these sessions are over."""
        s = schema.sessions.c
        query = select(s.id).where(s.id.in_(sessions))
        return set(sessions) - {i for (i,) in await self._store.read(lambda c: c.execute(query).all())}

    # -- persons ----------------------------------------------------------------------------------

    async def change(self, person: Person, name: str | None, webhook: str | None) -> None:
        """Take another name, or another address for reminders."""
        values = {}
        if name is not None:
            values["name"] = clean_name(name)
            if not values["name"]:
                raise GunbaiError("a name has 1 to 40 printable characters")
        if webhook is not None:
            values["webhook"] = webhook
        if values:
            statement = update(schema.persons).where(schema.persons.c.id == person.id).values(**values)

            def work(c: Connection) -> None:
                c.execute(statement)
                self._store.announce(c, CHANGED, person.id)

            await self._store.write(work)
        self.forget(person.id)

    async def webhook(self, person: str) -> str:
        """The address for a person's reminders; empty if there is none. Cached, because every turn asks for it."""
        known = self._webhooks.get(person)
        if known is not None and known[0] > time.monotonic():
            return known[1]
        p = schema.persons.c
        found = await self._store.read(lambda c: c.execute(select(p.webhook).where(p.id == person)).scalar())
        self._webhooks[person] = (time.monotonic() + _REMEMBERED_SECONDS, found or "")
        if len(self._webhooks) > _REMEMBERED:
            self._webhooks.popitem(last=False)
        return found or ""

    # -- accounts ---------------------------------------------------------------------------------

    async def register(
        self, person: Person, login: str, password: str, where: str = "", label: str = ""
    ) -> tuple[Person, str, list[str]]:
        """Give a guest a login and a password; the games stay where they are.

        All keys from before end, this one, too: others may have them, and they would be keys to the account. Returns
        the person, the token of a new session, and the sessions that ended.
        """
        login = _clean_login(login)
        if person.login is not None:
            raise NotAllowed("you have an account already")
        hashed = await self.hashed(password, where)
        p = schema.persons.c
        guest = update(schema.persons).where(p.id == person.id, p.login.is_(None))

        token, session = new_token(), new_name()

        def work(c: Connection) -> list[str]:
            still_here(c, person)
            if not c.execute(guest.values(login=login, password=hashed)).rowcount:
                raise NotAllowed("you have an account already")
            self._store.announce(c, CHANGED, person.id)
            c.execute(delete(schema.links).where(schema.links.c.person == person.id))
            ended = end_sessions(self._store, c, person.id)
            self._add_session(c, session, token, person.id, label)
            return ended

        try:
            ended = await self._store.write(work)
        except Conflict:
            raise Conflict("this login is taken") from None
        finally:
            self.forget(person.id)
        return replace(person, login=login, session=session), token, ended

    async def login(self, login: str, password: str, label: str = "", where: str = "") -> tuple[Person, str]:
        """The person with that login, and a new session's token."""
        p = schema.persons.c
        columns = p.id, p.name, p.login, p.webhook, p.email, p.email_confirmed, p.password, p.operator
        query = select(*columns).where(p.login == login.strip().lower())
        row = await self._store.read(lambda c: c.execute(query).first())
        right = await self._threads.run(lambda: self._matches(row.password if row else _NOBODY, password), where)
        if row is None or not right:
            raise BadLogin("login or password is wrong")
        token, session = new_token(), new_name()

        def work(c: Connection) -> list[str]:
            if hold_person(c, row.id) != row.password:
                # There is a new one since it was looked at.
                raise BadLogin("login or password is wrong")
            return self._add_session(c, session, token, row.id, label)

        self._forget_sessions(await self._store.write(work))
        person = Person(row.id, row.name, session, row.login, row.webhook, row.email, row.email_confirmed, row.operator)
        return person, token

    async def hashed(self, password: str, where: str) -> str:
        """A new password as it is stored, for somebody at an address."""
        if not 8 <= len(password) <= 200:
            raise GunbaiError("a password has 8 to 200 characters")
        return await self._threads.run(lambda: self._hasher.hash(password), where)

    async def prove(self, person: Person, password: str, where: str) -> str | None:
        """Refuse unless this is the password of the person's account; a guest has none to know. Returns its hash."""
        p = schema.persons.c
        stored = await self._store.read(lambda c: c.execute(select(p.password).where(p.id == person.id)).scalar())
        if stored is not None and not await self._threads.run(lambda: self._matches(stored, password), where):
            raise BadLogin("the password is wrong")
        return stored

    async def change_password(self, person: Person, old: str, new: str, where: str) -> list[str]:
        """Take another password. Every other session ends, and every secret link; returns the sessions."""
        proven = await self.prove(person, old, where)
        hashed = await self.hashed(new, where)

        def work(c: Connection) -> list[str]:
            still_here(c, person)
            if hold_person(c, person.id) != proven:
                # Somebody else who knew the old one was faster.
                raise BadLogin("the password is wrong")
            return self._take_password(c, person.id, hashed, person.session)

        try:
            return await self._store.write(work)
        finally:
            self.forget(person.id)

    async def reset_password(
        self, whose: Callable[[Connection], str], password: str, where: str, label: str = ""
    ) -> tuple[str, list[str]]:
        """A new password for the person whom `whose` names, or refuses, within the same change. Every session ends,
        and every secret link; returns the token of a new session, and the sessions that ended."""
        hashed = await self.hashed(password, where)
        token, session = new_token(), new_name()

        def work(c: Connection) -> tuple[str, list[str]]:
            person = whose(c)
            ended = self._take_password(c, person, hashed)
            self._add_session(c, session, token, person, label)
            return person, ended

        person, ended = await self._store.write(work)
        self.forget(person)
        return token, ended

    def _take_password(self, c: Connection, person: str, hashed: str, keep: str = "") -> list[str]:
        p = schema.persons.c
        account = update(schema.persons).where(p.id == person, p.login.is_not(None)).values(password=hashed)
        if not c.execute(account).rowcount:
            raise NotAllowed("you have no account")
        c.execute(delete(schema.links).where(schema.links.c.person == person))
        return end_sessions(self._store, c, person, keep)

    def _matches(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password[:200])
        except (VerificationError, InvalidHashError):
            return False


def unknown() -> NoSession:
    """What a sender without a valid key is told."""
    return NoSession("you are not known here; become a guest or log in first")


def _nothing(_: str) -> None:
    pass


def _check_ban(until: int) -> None:
    if until > now_ms():
        raise NotAllowed("an operator has shut you out for a time")


def hold_person(c: Connection, person: str) -> str | None:
    """Within a change, keep all other changes of a person's keys waiting; the hash of the password, if there is one.

    Refuses somebody who is shut out or gone. Whatever makes or ends keys asks this before it touches links or sessions:
    two processes that asked in another order would wait for each other.
    """
    p = schema.persons.c
    row = c.execute(
        select(p.banned_until, p.password).where(p.id == person, p.deleted.is_(None)).with_for_update(key_share=True)
    ).first()
    if row is None:
        raise unknown()
    _check_ban(row.banned_until)
    return None if row.password is None else str(row.password)


def still_here(c: Connection, person: Person) -> None:
    """Within a change that makes a key: refuse if the sender's own key has ended while the change waited."""
    hold_person(c, person.id)
    s = schema.sessions.c
    own = select(s.id).where(s.id == person.session, s.person == person.id).with_for_update()
    if c.execute(own).first() is None:
        raise unknown()


def end_sessions(store: Store, c: Connection, person: str, keep: str = "") -> list[str]:
    """Within a change, end every session of a person but `keep`, and tell the other processes; their names."""
    s = schema.sessions.c
    ended = delete(schema.sessions).where(s.person == person, s.id != keep).returning(s.id)
    found = [str(session) for (session,) in c.execute(ended)]
    for session in found:
        store.announce(c, ENDED, session)
    return found


def clean_name(name: str) -> str:
    """A name as it may be shown: visible, no longer than 40 characters, single spaces."""
    return " ".join(visible(" ".join(name.split())).split())[:40].strip()


def _clean_login(login: str) -> str:
    login = login.strip().lower()
    if not 3 <= len(login) <= 40 or not login.isascii() or not all(ch.isalnum() or ch in "._-@+" for ch in login):
        raise GunbaiError("a login has 3 to 40 letters, digits or any of . _ - @ +")
    return login
