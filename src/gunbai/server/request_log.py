"""The log of the server: one line for each thing, with its time and the request it belongs to, and never a secret.

Addresses are logged without their query, headers and bodies not at all: tokens and passwords travel there.
"""

from __future__ import annotations

import logging
import re
import sys
import time
from contextvars import ContextVar
from datetime import UTC, datetime

import msgspec
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from gunbai.server.settings import Settings
from gunbai.server.tokens import new_name

access = logging.getLogger("gunbai.access")

# The request that is being handled, or empty.
_request: ContextVar[str] = ContextVar("request", default="")
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")


class Formatter(logging.Formatter):
    """A line for people, or one JSON object for programs."""

    def __init__(self, as_json: bool) -> None:
        super().__init__()
        self._as_json = as_json

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        request, message = _request.get(), record.getMessage()
        fault = self.formatException(record.exc_info) if record.exc_info else ""
        if self._as_json:
            line: dict[str, object] = {"time": at, "level": record.levelname.lower(), "logger": record.name}
            line |= {"request": request} if request else {}
            line |= {"message": message, **getattr(record, "fields", {})}
            line |= {"traceback": fault} if fault else {}
            return msgspec.json.encode(line).decode()
        head = f"{at} {record.levelname} {record.name}"
        line_of_text = f"{head} [{request}]: {message}" if request else f"{head}: {message}"
        return f"{line_of_text}\n{fault}" if fault else line_of_text


def set_up_log(settings: Settings) -> None:
    """Send the log to standard error, as the settings want it."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Formatter(settings.log == "json"))
    logging.basicConfig(level=settings.log_level.upper(), handlers=[handler])
    access.setLevel(logging.INFO if settings.access_log else logging.WARNING)
    # What strangers send is counted, not logged line by line.
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
    # Its lines name the addresses of webhooks, in which people may have put a secret.
    logging.getLogger("httpx").setLevel(logging.WARNING)


def logged(app: ASGIApp, settings: Settings) -> ASGIApp:
    """Give every request a number, in the log and in its answer, and log it when it is over."""

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await app(scope, receive, send)
            return
        number = _given(scope, settings) or new_name()
        token = _request.set(number)
        began, status = time.perf_counter(), 0

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] in ("http.response.start", "websocket.accept"):
                status = message.get("status", 101)  # type: ignore[assignment]
                message["headers"] = [*message.get("headers", ()), (b"x-request-id", number.encode())]
            await send(message)

        try:
            await app(scope, receive, sending)
        finally:
            if settings.access_log:
                _log_access(scope, status, time.perf_counter() - began)
            _request.reset(token)

    return wrapped


def _given(scope: Scope, settings: Settings) -> str:
    """The number that a trusted proxy gave the request."""
    if settings.trust_proxy:
        for name, value in scope["headers"]:
            if name == b"x-request-id":
                found = value.decode("latin-1")
                return found if _REQUEST_ID.fullmatch(found) else ""
    return ""


def _log_access(scope: Scope, status: int, seconds: float) -> None:
    # A path of strangers may hold line feeds, or be as long as a head.
    path = "".join(ch if ch.isprintable() else "?" for ch in str(scope["path"])[:200])
    method = str(scope.get("method", "SOCKET"))
    client = scope.get("client")
    where = client[0] if client else ""
    fields = {"method": method, "path": path, "status": status, "ms": round(seconds * 1000, 1), "from": where}
    access.info("%s %s %s in %s ms", method, path, status, fields["ms"], extra={"fields": fields})
