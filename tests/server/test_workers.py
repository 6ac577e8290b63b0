"""Worker processes: one that dies is replaced, and nobody loses an answer for it unless the request is to blame."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

import pytest

import gunbai
from gunbai.bots.random import RandomBot
from gunbai.server.bot_worker import Household
from gunbai.server.memory import resident
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


# What a worker may keep at least; the interpreter and the games take a third of it.
LITTLE = 134_217_728
tells_memory = pytest.mark.skipif(resident() == 0, reason="this system does not tell how much memory a process holds")


@tells_memory
def test_a_process_that_has_grown_too_large_is_replaced_between_two_requests(tmp_path: Path) -> None:
    async def ask_a_hoarder() -> None:
        settings = Settings(data=tmp_path, plugins=("tests.server.attacks.slow_bots",), worker_bytes=LITTLE)
        worker = Worker(settings, 0)
        processes = set()
        try:
            for _ in range(8):
                assert isinstance(await worker.ask(request_for("hoarder"), 60), ChosenAction)
                assert worker.pid is not None
                processes.add(worker.pid)
                # One choice above what it may keep is the most there ever is.
                assert resident(worker.pid) < LITTLE + (80 << 20)
        finally:
            await worker.stop()
        assert len(processes) > 1

    asyncio.run(ask_a_hoarder())


@tells_memory
def test_a_bot_that_wants_too_much_memory_fails_alone(tmp_path: Path) -> None:
    async def ask_a_glutton() -> None:
        settings = Settings(data=tmp_path, plugins=("tests.server.attacks.slow_bots",), worker_bytes=LITTLE)
        worker = Worker(settings, 0)
        try:
            with pytest.raises(NoAnswer, match="MemoryError"):
                await worker.ask(request_for("glutton"), 60)
            process = worker.pid
            assert isinstance(await worker.ask(request_for("random"), 60), ChosenAction)
            assert worker.pid == process
        finally:
            await worker.stop()

    asyncio.run(ask_a_glutton())


def test_bots_forget_their_thoughts_where_memory_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[int] = []

    class Thinker(RandomBot):
        def __init__(self, seed: int) -> None:
            super().__init__(seed)
            self.number = seed

        def rest(self) -> None:
            slept.append(self.number)

    monkeypatch.setattr("gunbai.bots.make", lambda name, seed: Thinker(seed))
    used = 0
    monkeypatch.setattr("gunbai.server.bot_worker.resident", lambda: used)
    household = Household(awake_bytes=100)
    for number in range(6):
        request = request_for("thinker")
        request.table, request.seed = f"table {number}", number
        used = 0 if number < 4 else 101
        household.bot(request)
    # Four bots may be in thought at once; then memory was short, and only the one that is asked may.
    assert slept == [0, 1, 2, 3, 1, 2, 3, 4]


def test_a_process_keeps_so_many_bots_and_no_more() -> None:
    household, request = Household(), request_for("random")
    for number in range(600):
        request.table = f"table {number}"
        household.bot(request)
    assert len(household) == 500
