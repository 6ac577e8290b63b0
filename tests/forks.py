"""Processes that begin with everything loaded: forked from one that has opened nothing and runs a single thread.

Loading the command line and a server takes seconds of a core. Each test process pays that once (`tests.loaded`).
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import tempfile
import types
from collections.abc import Callable
from functools import cache
from multiprocessing import forkserver
from multiprocessing.context import ForkServerContext, ForkServerProcess
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
# A test may change the folder; what PYTHONPATH names is meant from the one in which the run began.
BEGUN_IN = Path.cwd()
# After so many seconds a command hangs, however slow the machine.
LONGEST = 600


def environment(*folders: Path) -> dict[str, str]:
    """The environment of a process that finds modules in these folders, and the same build as this run's."""
    inherited = [BEGUN_IN / part for part in os.environ.get("PYTHONPATH", "").split(os.pathsep) if part]
    paths = [str(folder) for folder in (*folders, *inherited)]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONUNBUFFERED": "1"}


def prepare() -> ForkServerContext:
    """Start the process that is forked from, if it does not run yet; it loads while this one goes on."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.loaded"])
    # It looks for modules where its environment says, whatever folder this process is in now.
    before = os.environ.copy()
    os.environ.update(environment(ROOT))
    try:
        forkserver.ensure_running()
    finally:
        os.environ.clear()
        os.environ.update(before)
    return context


@cache
def forks() -> ForkServerContext:
    """What starts processes, when everything is loaded: that is no part of the time that a command may take."""
    context = prepare()
    process = context.Process(target=_do_nothing)
    process.start()
    process.join()
    return context


def _do_nothing() -> None:
    """The first fork comes when everything is loaded."""


def start(body: Callable[..., None], *arguments: Any) -> ForkServerProcess:
    """Call a function in a process of its own."""
    process = forks().Process(target=body, args=arguments)
    process.start()
    return process


class Ended(NamedTuple):
    """How a process ended and what it has written."""

    code: int
    out: bytes
    err: bytes


def run_command(words: list[str], stdin: bytes, variables: dict[str, str], cwd: Path, toy: bool) -> Ended:
    """Run `gunbai` with these words to its end, as the shell would: its own folder, environment and files."""
    with tempfile.TemporaryDirectory() as name:
        files = [Path(name, stream) for stream in ("stdin", "stdout", "stderr")]
        files[0].write_bytes(stdin)
        process = start(_be_gunbai, words, list(map(str, files)), variables, str(cwd), toy)
        process.join(LONGEST)
        if process.exitcode is None:
            process.kill()
            process.join()
            raise AssertionError(f"gunbai {' '.join(words)} did not end: {files[2].read_text()}")
        return Ended(process.exitcode, files[1].read_bytes(), files[2].read_bytes())


def _be_gunbai(words: list[str], files: list[str], variables: dict[str, str], cwd: str, toy: bool) -> None:
    """In the forked process: what `python -c "from gunbai.cli import main; main()"` would have set up, and that."""
    os.chdir(cwd)
    for number, (file, way) in enumerate(zip(files, (os.O_RDONLY, os.O_WRONLY, os.O_WRONLY), strict=True)):
        opened = os.open(file, way | os.O_CREAT)
        os.dup2(opened, number)
        os.close(opened)
    sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
    take_on(words, variables)
    if toy:
        import tests.toy.game  # noqa: F401 - registers Whisper
    from gunbai.cli import main

    main()


def take_on(words: list[str], variables: dict[str, str]) -> None:
    """In a forked process: the words and the environment of a command."""
    os.environ.clear()
    os.environ.update(variables)
    named = [part for part in variables.get("PYTHONPATH", "").split(os.pathsep) if part]
    sys.path[:] = ["", *named, *(part for part in sys.path if part not in ("", str(ROOT), *named))]
    # Processes that this one spawns would import what was the main module of the test run.
    sys.modules["__main__"] = types.ModuleType("__main__")
    # Not the way in which this process itself was started, but Python's own.
    multiprocessing.set_start_method(None, force=True)
    sys.argv = ["gunbai", *words]
