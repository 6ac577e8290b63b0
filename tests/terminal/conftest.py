"""The games of these tests: Whisper (dice and seals) and Hideout (decisions of several atoms)."""

from __future__ import annotations

import pytest

import tests.toy.game  # noqa: F401 - registers the toy game
from gunbai.core import registry
from tests.session import hideout


@pytest.fixture(autouse=True)
def _know_hideout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._GAMES, "hideout", "tests.session.hideout")
    monkeypatch.setitem(registry._LOADED, "hideout", hideout.GAME)
