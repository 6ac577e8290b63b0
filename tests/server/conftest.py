"""One running server for the tests that do not need their own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

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
