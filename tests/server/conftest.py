"""One running server for the tests that do not need their own."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

import tests.toy.game  # noqa: F401 - registers whisper
from tests.server.house import Player, Server, serving
from tests.server.postgres import NotInstalled, cluster


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(Path(tmp_path_factory.mktemp("house")) / "data", "--bot-seconds", "0.1") as running:
        yield running


@pytest.fixture
def ann(server: Server) -> Player:
    return Player(server.url, "Ann")


@pytest.fixture
def ben(server: Server) -> Player:
    return Player(server.url, "Ben")


class Hooks(BaseHTTPRequestHandler):
    heard: list[Any]

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.heard.append(json.loads(body))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *words: object) -> None:
        pass


@pytest.fixture
def hook() -> Iterator[tuple[str, list[Any]]]:
    heard: list[Any] = []
    receiver = HTTPServer(("127.0.0.1", 0), type("Handler", (Hooks,), {"heard": heard}))
    thread = threading.Thread(target=receiver.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{receiver.server_port}/remind", heard
    receiver.shutdown()
    receiver.server_close()


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    """An empty PostgreSQL."""
    try:
        with cluster() as address:
            yield address
    except NotInstalled as missing:
        pytest.skip(str(missing))
