"""One running server for the tests that do not need their own."""

from __future__ import annotations

import json
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

import tests.toy.game  # noqa: F401 - registers whisper
from tests.server.house import Player, Server, serving


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


FOLDERS = ["/usr/lib/postgresql/*/bin", "/usr/local/bin", "/usr/bin"]


def program(name: str) -> str:
    for pattern in FOLDERS:
        for folder in sorted(Path("/").glob(pattern.lstrip("/")), reverse=True):
            if (folder / name).is_file():
                return str(folder / name)
    found = shutil.which(name)
    if found is None:
        pytest.skip("PostgreSQL is not installed (scripts/system-packages says how)")
    return found


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    """An empty cluster on a free port; PostgreSQL refuses to run as root, so root lends it to somebody else."""
    initdb, postgres = program("initdb"), program("postgres")
    # Not in pytest's folder: that is shut to others again whenever another run begins.
    place = Path(tempfile.mkdtemp(prefix="gunbai-postgres-"))
    lent: dict[str, object] = {}
    if os.geteuid() == 0:
        user = pwd.getpwnam("nobody")
        os.chown(place, user.pw_uid, user.pw_gid)
        lent = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    data = place / "data"
    made = [initdb, "-D", str(data), "-U", "gunbai", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C"]
    subprocess.run(made, check=True, capture_output=True, cwd=place, **lent)  # type: ignore[call-overload]
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = ["-c", f"port={port}", "-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={place}"]
    server = subprocess.Popen([postgres, "-D", str(data), *options], cwd=place, stderr=subprocess.DEVNULL, **lent)  # type: ignore[call-overload]
    address = f"postgresql://gunbai@127.0.0.1:{port}/postgres"
    import psycopg

    end = time.monotonic() + 30
    while True:
        try:
            psycopg.connect(address).close()
            break
        except psycopg.OperationalError:
            assert time.monotonic() < end, "PostgreSQL did not start"
            time.sleep(0.1)
    yield address
    server.terminate()
    server.wait(20)
    shutil.rmtree(place, ignore_errors=True)
