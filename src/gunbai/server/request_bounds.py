"""Requests that no part of the application needs to see: refused before anything looks at them."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import Request
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from gunbai.server.clean_text import check_no_nul
from gunbai.server.messages import Problem
from gunbai.server.settings import Limits

# No file has a longer name. A system that is asked for one fails, and that would look like a fault of ours.
_LONGEST_NAME: Final = 255


class CheckedRequest(Request[Any, Any, Any]):
    """A request whose body holds no character 0, whatever reads it."""

    async def body(self) -> bytes:
        body = await super().body()
        check_no_nul(body)
        return body


def within_bounds(app: ASGIApp, limits: Limits) -> ASGIApp:
    """Refuse addresses that are too long or hold the character 0, and heads with too many lines."""

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        refusal = _refusal(scope, limits) if scope["type"] in (ScopeType.HTTP, ScopeType.WEBSOCKET) else None
        if refusal is None:
            await app(scope, receive, send)
        elif scope["type"] == ScopeType.HTTP:
            status, problem = refusal
            head = [(b"content-type", b"application/json"), (b"connection", b"close")]
            await send({"type": "http.response.start", "status": status, "headers": head})
            await send({"type": "http.response.body", "body": msgspec.json.encode(problem), "more_body": False})
        else:
            await send({"type": "websocket.close", "code": 1008, "reason": refusal[1].error})

    return wrapped


def _ambiguous(scope: Scope) -> bool:
    """Whether another reader of the head, such as a proxy, may have seen another host or another end of the body."""
    hosts = [value for name, value in scope["headers"] if name == b"host"]
    codings = [value.lower() for name, value in scope["headers"] if name == b"transfer-encoding"]
    needed = scope.get("http_version") == "1.1"
    known = codings in ([], [b"chunked"]) if needed else not codings
    return len(hosts) > 1 or (needed and not hosts) or not known


def _refusal(scope: Scope, limits: Limits) -> tuple[int, Problem] | None:
    query: bytes = scope.get("query_string", b"")
    if len(scope.get("raw_path") or b"") + len(query) > limits.path_bytes:
        return 414, Problem("too-large", "the address is too long")
    if len(list(scope["headers"])) > limits.head_lines:
        return 431, Problem("too-large", "the request has too many header lines")
    if _ambiguous(scope):
        return 400, Problem("bad-request", "the head of the request can be read in two ways")
    if "\0" in scope["path"] or b"%00" in query or b"\0" in query:
        return 400, Problem("bad-request", "an address must not hold the character 0")
    if any(len(part.encode(errors="replace")) > _LONGEST_NAME for part in scope["path"].split("/")):
        return 404, Problem("not-known", "there is nothing at this address")
    return None
