"""Worker processes know what their parent knows and take over nothing else of it."""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from gunbai import bots
from gunbai.core import processes, registry

LOCK = threading.Lock()
_prepared: list[str] = []


@pytest.fixture
def registered() -> Iterator[str]:
    """A game that only this process knows, because nothing installed or named it."""
    registry.register("murmur", "tests.toy.game")
    yield "murmur"
    registry._GAMES.pop("murmur")


@pytest.fixture
def registered_bot() -> Iterator[str]:
    bots.register("whisperer", "gunbai.bots.random", "RandomBot")
    yield "whisperer"
    registry.bots.pop("whisperer")


def known_bot(name: str) -> bool:
    return name in bots.names()


def known_name(name: str) -> str:
    return registry.find(name).info.name


def lock_is_free(_: int) -> bool:
    return LOCK.acquire(timeout=5)


def prepare(*words: str) -> None:
    _prepared.extend(words)


def what_was_prepared(_: int) -> list[str]:
    return _prepared


def interrupts_are_left_to_the_parent(_: int) -> bool:
    return signal.getsignal(signal.SIGINT) is signal.SIG_IGN


def test_workers_know_a_game_that_was_registered_in_their_parent(registered: str) -> None:
    with processes.pool(1) as pool:
        assert pool.map(known_name, [registered]) == ["whisper"]


def test_workers_know_a_bot_that_was_registered_in_their_parent(registered_bot: str) -> None:
    with processes.pool(1) as pool:
        assert pool.map(known_bot, [registered_bot, "nobody"]) == [True, False]


def test_workers_do_not_run_the_program_again_that_started_them(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "from gunbai.core import processes\n"
        "print('begun')\n"
        "with processes.pool(1) as pool:\n"
        "    print(pool.map(abs, [-3]))\n"
    )
    said = subprocess.run([sys.executable, program], capture_output=True, text=True, timeout=60, check=False)
    assert (said.stdout, said.stderr) == ("begun\n[3]\n", "")


def test_workers_run_the_program_for_a_bot_that_it_defines(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "from gunbai import bots\n"
        "from gunbai.core import processes\n"
        "class Mine:\n"
        "    def choose(self, game, view, legal, budget):\n"
        "        return legal[0]\n"
        "def kind(name):\n"
        "    return type(bots.make(name)).__name__\n"
        "bots.register('mine', '__main__', 'Mine')\n"
        "if __name__ == '__main__':\n"
        "    with processes.pool(1) as pool:\n"
        "        print(pool.map(kind, ['mine']))\n"
    )
    said = subprocess.run([sys.executable, program], capture_output=True, text=True, timeout=60, check=False)
    assert (said.stdout, said.stderr) == ("['Mine']\n", "")


def test_a_lock_that_a_thread_of_the_parent_holds_is_free_in_a_worker() -> None:
    with LOCK, processes.pool(1) as pool:
        assert pool.map(lock_is_free, [0]) == [True]


def test_each_worker_is_prepared_before_its_first_task() -> None:
    with processes.pool(1, prepare, "a", "b") as pool:
        assert pool.map(what_was_prepared, [0]) == [["a", "b"]]
        assert pool.map(interrupts_are_left_to_the_parent, [0]) == [True]
    assert _prepared == []


def test_as_many_workers_as_asked_for_but_not_more_than_tasks() -> None:
    assert processes.workers(3, 10) == 3
    assert processes.workers(3, 2) == 2
    assert processes.workers(3, 0) == 1
    assert processes.workers(0, 10_000) == os.cpu_count()


def parent_of_a_worker(end: multiprocessing.connection.Connection) -> None:
    context = multiprocessing.get_context("forkserver")
    worker = context.Process(target=report_when_abandoned, args=(end,))
    worker.start()
    worker.join()


def report_when_abandoned(end: multiprocessing.connection.Connection) -> None:
    end.send(processes.abandoned())
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    end.send(processes.abandoned())


def test_a_worker_learns_that_its_parent_was_killed() -> None:
    context = multiprocessing.get_context("forkserver")
    here, there = context.Pipe(duplex=False)
    parent = context.Process(target=parent_of_a_worker, args=(there,))
    parent.start()
    assert not processes.abandoned()
    assert here.recv() is False
    parent.kill()
    assert here.recv() is True
