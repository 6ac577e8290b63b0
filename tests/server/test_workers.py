"""Worker processes: one that dies is replaced, and nobody loses an answer for it unless the request is to blame."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

import pytest

import gunbai
from gunbai.server.settings import Settings
from gunbai.server.worker_messages import ChosenAction, ThinkRequest, packed
from gunbai.server.workers import NoAnswer, Worker


def request_for(bot: str) -> ThinkRequest:
    match = gunbai.new("gunkimono", seed=1)
    seat = match.actor
    view = packed(match.view(seat))
    rules = match.game.info.rules_version
    return ThinkRequest("gunkimono", rules, "a table", seat, bot, view, match.legal_actions, 0.1, 1)


def test_a_process_that_dies_between_two_requests_costs_no_answer(tmp_path: Path) -> None:
    """The kill is not yet known when the next request is written: the loop gets no turn in between."""

    async def ask_around_a_kill() -> None:
        worker = Worker(Settings(data=tmp_path), 0)
        try:
            request = request_for("random")
            for _ in range(3):
                assert isinstance(await worker.ask(request, 60), ChosenAction)
                assert worker.pid is not None
                os.kill(worker.pid, signal.SIGKILL)
            assert isinstance(await worker.ask(request, 60), ChosenAction)
        finally:
            await worker.stop()

    asyncio.run(ask_around_a_kill())


def test_a_request_that_kills_its_process_is_tried_at_most_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))

    async def ask_for_death() -> None:
        worker = Worker(Settings(data=tmp_path, plugins=("tests.server.attacks.slow_bots",)), 0)
        try:
            assert isinstance(await worker.ask(request_for("random"), 60), ChosenAction)
            with pytest.raises(NoAnswer, match="its process ended"):
                await worker.ask(request_for("lemming"), 60)
            assert (tmp_path / "diary").read_text().splitlines() == ["jumps"] * 2
            with pytest.raises(NoAnswer, match="its process ended"):
                await worker.ask(request_for("lemming"), 60)
            assert len((tmp_path / "diary").read_text().splitlines()) == 3
        finally:
            await worker.stop()

    asyncio.run(ask_for_death())
