"""The server as an ASGI application."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from litestar import Litestar, MediaType, Request, Response, Router, get
from litestar.config.compression import CompressionConfig
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.static_files import create_static_files_router

import gunbai.games  # noqa: F401 - the games of the house register themselves
from gunbai import bots
from gunbai.core.errors import GunbaiError
from gunbai.core.registry import use_plugin
from gunbai.server import account_api, api, guides, moderation_api
from gunbai.server.health import figures, healthz, readyz
from gunbai.server.invitation_page import STATIC, invitation_page
from gunbai.server.kept_compression import KeptCompression
from gunbai.server.limits import LimitReached
from gunbai.server.messages import Problem
from gunbai.server.metrics import measure
from gunbai.server.problems import problem
from gunbai.server.request_bounds import CheckedRequest
from gunbai.server.request_checks import address, check_kind, check_origin, is_safe
from gunbai.server.services import build_services, services_of
from gunbai.server.settings import Settings
from gunbai.server.table_socket import table_socket

log = logging.getLogger("gunbai.server")

# Every way in over HTTP.
HANDLERS = [*api.HANDLERS, *account_api.HANDLERS, *moderation_api.HANDLERS, *guides.HANDLERS]


def build(settings: Settings) -> Litestar:
    """The whole server for these settings. The caller sets `state.store` to an open store before it starts."""
    for module in settings.plugins:
        use_plugin(module)
    for bot in settings.bots:
        bots.make(bot)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        app.state.services = services = build_services(app.state.store, settings)
        await services.start()
        app.state.metrics = found = measure(services, app.state.get("connections"))
        try:
            yield
        finally:
            if found is not None:
                found.stop()
            await services.stop()

    async def check_request(request: Request[Any, Any, Any]) -> None:
        where = address(request, settings)
        services_of(request).rates.by_address.take(where)
        services_of(request).moderation.check_address(where)
        if not is_safe(request.method):
            check_origin(request, settings)
            check_kind(request)

    router = Router("/api", route_handlers=[*HANDLERS, api.nothing])
    static = [create_static_files_router(path="/", directories=[STATIC], html_mode=True, include_in_schema=False)]
    return Litestar(
        route_handlers=[
            *(router, table_socket, healthz, readyz, figures),
            *([invitation_page, *static] if (STATIC / "index.html").exists() else [welcome]),
        ],
        lifespan=[lifespan],
        before_request=check_request,
        request_class=CheckedRequest,
        exception_handlers={
            GunbaiError: _refuse,
            HTTPException: _refuse_http,
            RecursionError: _too_deep,
            UnicodeDecodeError: _no_text,
            Exception: _fail,
        },
        request_max_body_size=settings.limits.message_bytes,
        openapi_config=OpenAPIConfig(
            title="Gunbai",
            version="1",
            description="Tables, people and records. The socket protocol and its messages are in docs/protocol.md.",
            path="/api/schema",
            use_handler_docstrings=True,
            render_plugins=[DescribedStrictly(path="/openapi.json")],
        ),
        # The browser app is compressed; answers of the API are small already and must be quick.
        compression_config=CompressionConfig(
            backend="gzip", gzip_compress_level=6, exclude=["^/api/"], middleware_class=KeptCompression
        ),
        logging_config=None,
    )


class DescribedStrictly(JsonRenderPlugin):
    """The document of the API, made when somebody asks for it: a server that makes it first starts a third later."""

    _made = b""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        self._made = self._made or self.render_json(request, api.describe_strictly(openapi_schema))
        return self._made


@get("/", media_type=MediaType.HTML, include_in_schema=False)
async def welcome() -> str:
    """Shown when the browser app has not been built into the package."""
    return (
        "<!doctype html><html lang=en><title>Gunbai</title><h1>Gunbai</h1>"
        "<p>The server is running. The browser app is not part of this installation; "
        "the protocol is at <a href=/api/schema/openapi.json>/api/schema/openapi.json</a>.</p>"
    )


def _answer(status: int, what: Problem, headers: dict[str, str] | None = None) -> Response[bytes]:
    return Response(msgspec.json.encode(what), status_code=status, media_type=MediaType.JSON, headers=headers)


def _refuse(_: Request[Any, Any, Any], error: GunbaiError) -> Response[bytes]:
    status, what = problem(error)
    return _answer(status, what, {"retry-after": str(error.seconds)} if isinstance(error, LimitReached) else None)


_HTTP_WORDS = {400: "bad-request", 404: "not-known", 405: "bad-method", 413: "too-large", 415: "bad-type"}


def _refuse_http(_: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    """The framework's own refusals: what does not fit the schema, unknown paths, wrong methods."""
    status = error.status_code
    if status >= 500:
        return _answer(status, Problem("broken", "the server made a mistake; nothing was changed"))
    detail = (
        error.detail.partition(" for ")[0] if not isinstance(error, ValidationException) else "the request does not fit"
    )
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        detail += "".join(
            f"; {e.get('key', '')}: {e.get('message', '')}" for e in error.extra[:5] if isinstance(e, dict)
        )
    headers = dict(error.headers or {})
    return _answer(status, Problem(_HTTP_WORDS.get(status, "refused"), detail[:500]), headers)


def _too_deep(_: Request[Any, Any, Any], __: RecursionError) -> Response[bytes]:
    return _answer(400, Problem("bad-request", "the body is nested too deeply"))


def _no_text(_: Request[Any, Any, Any], __: UnicodeDecodeError) -> Response[bytes]:
    return _answer(400, Problem("bad-request", "the body is not text in UTF-8"))


def _fail(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """A fault of ours: it is logged and not sent, because its text may hold a secret."""
    log.error("%s %s failed", request.method, request.scope.get("path"), exc_info=error)
    return _answer(500, Problem("broken", "the server made a mistake; nothing was changed"))
