"""Files of the browser app are compressed once: to compress the largest anew for everybody took 13 ms of the event loop
each time, so that one address could take most of it."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from litestar import Litestar, MediaType, get
from litestar.config.compression import CompressionConfig
from litestar.response import Stream
from litestar.testing import TestClient

from gunbai.server import app as application
from gunbai.server.settings import Settings

BODY = b"let nothing = 'be compressed twice';\n" * 1_000


def test_what_is_the_same_for_everybody_is_compressed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = application.build(Settings(data=tmp_path)).compression_config
    assert config is not None
    times = 0
    compress = gzip.GzipFile.write

    def counted(file: gzip.GzipFile, data: bytes) -> int:
        nonlocal times
        times += 1
        return compress(file, data)

    monkeypatch.setattr(gzip.GzipFile, "write", counted)
    with TestClient(_app(config)) as client:
        answers = [client.get("/file.js") for _ in range(5)]
        assert {answer.content for answer in answers} == {BODY}
        assert {answer.headers["content-encoding"] for answer in answers} == {"gzip"}
        assert {answer.headers["vary"] for answer in answers} == {"Accept-Encoding"}
        assert {len(answer.headers["content-length"]) for answer in answers} == {3}
        assert times <= 1
        plain = client.get("/file.js", headers={"accept-encoding": "identity"})
        assert (plain.content, plain.headers.get("content-encoding")) == (BODY, None)
        short = client.get("/short")
        assert (short.content, short.headers.get("content-encoding")) == (b"short", None)
        pieces = client.get("/pieces")
        assert (pieces.content, pieces.headers["content-encoding"]) == (BODY * 3, "gzip")


def _app(config: CompressionConfig) -> Litestar:
    @get("/file.js", media_type=MediaType.TEXT)
    async def file() -> bytes:
        return BODY

    @get("/short", media_type=MediaType.TEXT)
    async def short() -> bytes:
        return b"short"

    @get("/pieces")
    async def pieces() -> Stream:
        return Stream(iter([BODY] * 3))

    return Litestar([file, short, pieces], compression_config=config)
