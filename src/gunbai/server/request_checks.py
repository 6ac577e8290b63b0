"""The checks before a request is handled: who sends it, from which address, and from which origin."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from gunbai.server.accounts import Accounts, Person, unknown
from gunbai.server.problems import WrongKind, WrongOrigin
from gunbai.server.settings import Settings

COOKIE = "gunbai"
_YEAR = 365 * 86_400
_SAFE = ("GET", "HEAD", "OPTIONS")
_DEFAULT_PORTS = {"http": ":80", "https": ":443"}

Connection = ASGIConnection[Any, Any, Any, Any]


def address(connection: Connection, settings: Settings) -> str:
    """Where a request comes from; behind a trusted proxy, what the proxy says."""
    if settings.trust_proxy and (forwarded := _last(connection, "x-forwarded-for")):
        return household(forwarded[:64])
    return household(connection.client.host) if connection.client else "local"


def _last(connection: Connection, name: str) -> str:
    """What the proxy next to us has put into a list: its end. Some proxies add a line, and whatever stands in the lines
    before it, anybody may have sent."""
    return ",".join(connection.headers.getall(name, ())).rpartition(",")[2].strip()


@lru_cache(maxsize=10_000)
def household(where: str) -> str:
    """The address that is rationed: of IPv6 the network, for in it every household has as many as it likes.

    >>> household("2001:db8:1:2::3"), household("192.0.2.1"), household("::ffff:192.0.2.1")
    ('2001:db8:1:2::/64', '192.0.2.1', '192.0.2.1')
    """
    try:
        number = ip_address(where.partition("%")[0])
    except ValueError:
        return where
    if isinstance(number, IPv6Address):
        return str(number.ipv4_mapped or ip_network((number, 64), strict=False))
    return where


def check_origin(connection: Connection, settings: Settings) -> None:
    """A page of another site must not use a visitor's cookie here."""
    origin = connection.headers.get("origin")
    if origin is None:
        if connection.headers.get("sec-fetch-site") in ("cross-site", "same-site"):
            raise WrongOrigin("this request comes from another site")
        return
    if origin not in settings.origins and origin.lower() != _own_origin(connection, settings):
        raise WrongOrigin("this request comes from another site")


def check_kind(connection: Connection) -> None:
    """A body has to say that it is JSON: pages of other sites can send every other kind without being asked."""
    headers = connection.headers
    empty = headers.get("content-length", "0") == "0" and "transfer-encoding" not in headers
    if not empty and headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise WrongKind("the body of a request is JSON, and its content-type says so: application/json")


def _own_origin(connection: Connection, settings: Settings) -> str:
    """The origin of this server's own pages, as the sender's browser knows it.

    A page that came over http may have been changed on its way, so it must not speak for the site that uses https.
    """
    scheme = {"ws": "http", "wss": "https"}.get(connection.scope["scheme"], connection.scope["scheme"])
    if settings.trust_proxy and (forwarded := _last(connection, "x-forwarded-proto")):
        scheme = forwarded.lower()
    elif settings.secure_cookies:
        scheme = "https"
    host = connection.headers.get("host", "").lower()
    # Browsers leave out the port that belongs to the scheme.
    return f"{scheme}://{host.removesuffix(_DEFAULT_PORTS.get(scheme, ''))}"


def is_safe(method: str) -> bool:
    """Whether a request of this method changes nothing."""
    return method in _SAFE


async def sender(connection: Connection, accounts: Accounts) -> Person | None:
    """The person behind the cookie, or behind an `Authorization: Bearer` header."""
    token = connection.cookies.get(COOKIE, "")
    scheme, _, given = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        token = given.strip()
    return await accounts.by_token(token) if 16 <= len(token) <= 100 else None


async def known_sender(connection: Connection, accounts: Accounts) -> Person:
    """The person who sends, or NoSession."""
    person = await sender(connection, accounts)
    if person is None:
        raise unknown()
    return person


def no_cookie(settings: Settings) -> Cookie:
    """Takes the person's key out of the browser: as it was set, but over at once."""
    kept = session_cookie("", settings)
    kept.max_age, kept.expires = 0, 0
    return kept


def session_cookie(token: str, settings: Settings, name: str = COOKIE) -> Cookie:
    """The cookie that is the person's key: not readable by scripts, not sent from other sites."""
    return Cookie(
        key=name,
        value=token,
        path="/",
        httponly=True,
        samesite="strict",
        secure=settings.secure_cookies,
        max_age=_YEAR,
    )
