"""What a request is told that is still under way when the server goes down."""

from __future__ import annotations

import asyncio

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from gunbai.server.messages import Problem

_GOING_DOWN = msgspec.json.encode(Problem("stopping", "the server is going down; come back in a moment"))


def with_last_words(app: ASGIApp) -> ASGIApp:
    """Answer a request that is cancelled. Nothing but the end of the server cancels one, so it is no fault to log."""

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def sending(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await app(scope, receive, sending)
        except asyncio.CancelledError:
            if scope["type"] == ScopeType.HTTP and not begun:
                head = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(_GOING_DOWN))]
                await send({"type": "http.response.start", "status": 503, "headers": head})
                await send({"type": "http.response.body", "body": _GOING_DOWN, "more_body": False})

    return wrapped
