"""For those who run the server: whether it lives, whether it can serve, and its figures."""

from __future__ import annotations

import asyncio
from secrets import compare_digest
from typing import Any

from litestar import MediaType, Request, Response, get
from sqlalchemy import text

from gunbai.core.errors import GunbaiError
from gunbai.server import metrics
from gunbai.server.accounts import NotKnown
from gunbai.server.services import services_of

# How long the database may take to answer before the server counts as not ready.
_PATIENCE = 2.0

AnyRequest = Request[Any, Any, Any]


@get("/healthz", media_type=MediaType.TEXT, include_in_schema=False)
async def healthz() -> str:
    """The process lives and its event loop turns."""
    return "ok\n"


@get("/readyz", media_type=MediaType.TEXT, include_in_schema=False)
async def readyz(request: AnyRequest) -> Response[str]:
    """Requests can be served: the database answers, and changes reach it."""
    store = services_of(request).store
    try:
        async with asyncio.timeout(_PATIENCE):
            await store.read(lambda c: c.execute(text("SELECT 1")).scalar())
            await store.beat()
    except (GunbaiError, TimeoutError):
        return Response("the database does not answer\n", status_code=503, media_type=MediaType.TEXT)
    return Response("ready\n", media_type=MediaType.TEXT)


@get("/metrics", include_in_schema=False)
async def figures(request: AnyRequest) -> Response[bytes]:
    """Figures for Prometheus, for requests with the token."""
    if not _may_read(request):
        raise NotKnown("there is no such address")
    found: metrics.Metrics | None = request.app.state.metrics
    if found is None:
        raise NotKnown("there is no such address")
    return Response(found.exposed(), media_type=metrics.CONTENT_TYPE)


def _may_read(request: AnyRequest) -> bool:
    """Only the token counts. Behind a proxy on this machine every visitor comes from this machine's own address."""
    expected = services_of(request).settings.metrics_token
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return bool(expected) and scheme.lower() == "bearer" and compare_digest(token.strip().encode(), expected.encode())
