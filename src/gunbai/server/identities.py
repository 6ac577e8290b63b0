"""Who a browser has been: when it becomes somebody else it keeps the keys it had, so that it can go back."""

from __future__ import annotations

from collections.abc import Iterator

from litestar.datastructures import Cookie

from gunbai.server.accounts import Accounts, NotAllowed, NotKnown, Person
from gunbai.server.request_checks import COOKIE, Connection, session_cookie
from gunbai.server.settings import Settings

# Holds the keys of earlier sessions, the last one first. Keys contain no dot.
BEFORE = "gunbai-before"
_MOST = 5


async def become(
    connection: Connection, accounts: Accounts, settings: Settings, token: str, leaving: str = ""
) -> list[Cookie]:
    """The cookies with which a browser becomes the holder of a key; nobody goes back to the person it is `leaving`."""
    now = await _holder(accounts, token)
    seen = {leaving, now.id if now else ""}
    kept: list[str] = []
    for key in _keys(connection):
        person = await _holder(accounts, key)
        if person is not None and person.id not in seen and len(kept) < _MOST:
            seen.add(person.id)
            kept.append(key)
    cookies = [session_cookie(token, settings)]
    if kept or BEFORE in connection.cookies:
        cookies.append(session_cookie(".".join(kept), settings, BEFORE))
    return cookies


async def former(connection: Connection, accounts: Accounts) -> list[Person]:
    """Who the browser was before and can be again, the last one first."""
    found = [await _holder(accounts, key) for key in _former_keys(connection)]
    return [person for person in found if person is not None]


async def go_back(
    connection: Connection, accounts: Accounts, settings: Settings, session: str
) -> tuple[Person, list[Cookie]]:
    """Become again who the browser was in an earlier session."""
    for key in _former_keys(connection):
        person = await _holder(accounts, key)
        if person is not None and person.session == session:
            return person, await become(connection, accounts, settings, key)
    raise NotKnown("this browser was not that person, or the session is over")


async def _holder(accounts: Accounts, key: str) -> Person | None:
    try:
        return await accounts.by_token(key)
    except NotAllowed:
        # Shut out for a time. They may come back, but not now.
        return None


def _keys(connection: Connection) -> Iterator[str]:
    """The key in use, and those from before."""
    if key := connection.cookies.get(COOKIE, ""):
        yield key
    yield from _former_keys(connection)


def _former_keys(connection: Connection) -> list[str]:
    keys = connection.cookies.get(BEFORE, "").split(".")
    return [key for key in keys if 16 <= len(key) <= 100][:_MOST]
