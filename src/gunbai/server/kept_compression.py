"""Compressed answers, kept: the files of the browser app are the same for everybody, and to compress one takes long."""

from __future__ import annotations

import gzip
from functools import lru_cache

from litestar.datastructures import MutableScopeHeaders
from litestar.middleware.compression import CompressionMiddleware
from litestar.types import HTTPResponseStartEvent, Message, Scope, Send

# More than the app has files. Nothing a visitor sends is in an answer of this length that is not under /api/.
_KEPT = 100


@lru_cache(maxsize=_KEPT)
def compressed(body: bytes, level: int) -> bytes:
    """The body as gzip; the same bytes at any time."""
    return gzip.compress(body, level, mtime=0)


class KeptCompression(CompressionMiddleware):
    """Litestar's, which compresses what comes in one piece once and not for everybody who asks."""

    def create_compression_send_wrapper(self, send: Send, compression_encoding: str, scope: Scope) -> Send:
        start: HTTPResponseStartEvent | None = None
        in_pieces: Send | None = None

        async def wrapped(message: Message) -> None:
            nonlocal start, in_pieces
            if in_pieces is not None:
                await in_pieces(message)
            elif message["type"] == "http.response.start":
                start = message
            elif start is None or message["type"] != "http.response.body":
                await send(message)
            elif message.get("more_body"):
                in_pieces = super(KeptCompression, self).create_compression_send_wrapper(
                    send, compression_encoding, scope
                )
                await in_pieces(start)
                await in_pieces(message)
            else:
                body = message["body"]
                if len(body) >= self.config.minimum_size:
                    message["body"] = compressed(body, self.config.gzip_compress_level)
                    headers = MutableScopeHeaders(start)
                    headers["Content-Encoding"] = compression_encoding
                    headers["Content-Length"] = str(len(message["body"]))
                    headers.extend_header_value("vary", "Accept-Encoding")
                await send(start)
                await send(message)

        return wrapped
