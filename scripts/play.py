"""Serves the games as soon as they can be played, and compiles them meanwhile.

`make play` runs this. If the compiled package is up to date, it is served at once. Otherwise the server starts from the
sources, and compiling goes on beside it at low priority. When that is done, the bots' workers restart from the
compiled package, then a compiled server takes over. This process holds the listening socket all the time, so that
connections wait for the next server instead of being refused; everything else is in the store, and the browser
connects again and repeats what was not answered. Needs only the standard library. Words given are passed to
`gunbai serve`, after `--host` and `--port`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = [sys.executable, str(ROOT / "scripts" / "build.py")]
VENV = ROOT / ".venv"
READY, LOADED = "Gunbai is ready", "Gunbai is loaded"
# How long a server may take to end; it gives requests five seconds and the disk ten.
PATIENCE = 20.0


def say(line: str) -> None:
    print(f"gunbai: {line}", flush=True)


@dataclass(frozen=True)
class Program:
    """A command with its environment."""

    command: Sequence[str]
    environment: Mapping[str, str]


@dataclass(frozen=True)
class Plan:
    """What is served first, the command that compiles, whether it did compile, and what is served then."""

    from_sources: Program
    compile_command: Sequence[str]
    is_compiled: Callable[[], bool]
    compiled: Program


class Server:
    """A server process whose lines are shown, and waited for."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._lines: list[str] = []
        self._news = asyncio.Condition()
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def start(cls, program: Program, listener: socket.socket) -> Server:
        fd, environment = listener.fileno(), dict(program.environment)
        return cls(
            await asyncio.create_subprocess_exec(
                *program.command, "--fd", str(fd), stdout=asyncio.subprocess.PIPE, pass_fds=[fd], env=environment
            )
        )

    async def _read(self) -> None:
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            text = line.decode().rstrip()
            async with self._news:
                self._lines.append(text)
                self._news.notify_all()
            if not text.startswith(LOADED):
                print(text, flush=True)
        await self._process.wait()
        async with self._news:
            self._news.notify_all()

    async def said(self, words: str) -> bool:
        """Wait until the server has said this; False if it has ended without."""
        async with self._news:
            await self._news.wait_for(lambda: self._has_said(words) or self._process.returncode is not None)
        return self._has_said(words)

    def _has_said(self, words: str) -> bool:
        return any(line.startswith(words) for line in self._lines)

    async def ended(self) -> int:
        await asyncio.shield(self._reading)
        return self._process.returncode or 0

    def renew_workers(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(signal.SIGUSR1)

    async def stop(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self._process.terminate()
        try:
            await asyncio.wait_for(self.ended(), PATIENCE)
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            await self.ended()


async def play(plan: Plan, listener: socket.socket) -> int:
    """Serve, compile beside, hand over; until the server ends. Cancelled, it stops what it has started."""
    async with contextlib.AsyncExitStack() as started:

        async def start(program: Program) -> Server:
            server = await Server.start(program, listener)
            started.push_async_callback(server.stop)
            return server

        serving = await start(plan.from_sources)
        if not await serving.said(READY):
            return await serving.ended()
        say("you can play now. The games are compiled meanwhile; until that is done, bots think more slowly")
        ending, compiling = asyncio.create_task(serving.ended()), asyncio.create_task(carry_out(plan.compile_command))
        try:
            await asyncio.wait({ending, compiling}, return_when=asyncio.FIRST_COMPLETED)
            if ending.done():
                return ending.result()
        finally:
            compiling.cancel()
            await asyncio.gather(compiling, return_exceptions=True)
        if compiling.result() == 0 and plan.is_compiled():
            serving = await hand_over(serving, plan, start)
        else:
            say("the games stay uncompiled (the lines above say why): the same rules, but slower")
        return await serving.ended()


async def hand_over(before: Server, plan: Plan, start: Callable[[Program], Awaitable[Server]]) -> Server:
    """Put the compiled server in the place of the one before; that one stays if the compiled one does not load."""
    before.renew_workers()
    say("compiled: bots think at full speed from their next turn on; the compiled server is loading")
    after = await start(plan.compiled)
    if not await after.said(LOADED):
        say("the compiled server does not start (the lines above say why); the games go on uncompiled")
        return before
    began = time.monotonic()
    await before.stop()
    if not await after.said(READY):
        say("the compiled server did not start (the lines above say why); the games go on uncompiled")
        return await start(plan.from_sources)
    say(f"the compiled server has taken over after a pause of {time.monotonic() - began:.1f} s; nothing was lost")
    return after


async def carry_out(command: Sequence[str]) -> int:
    """Run a command in a group of its own at the lowest priority, which leaves the cores to those who play."""
    process = await asyncio.create_subprocess_exec("nice", "-n", "19", *command, start_new_session=True)
    try:
        return await process.wait()
    except asyncio.CancelledError:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGINT)
        await process.wait()
        raise


async def until_stopped(plan: Plan, listener: socket.socket) -> int:
    playing = asyncio.create_task(play(plan, listener))
    for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(sign, playing.cancel)
    try:
        return await playing
    except asyncio.CancelledError:
        return 0


def open_listener(host: str, port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind((host, port))
    listener.listen(1024)
    return listener


def make_plan(words: Sequence[str]) -> Plan:
    sources = os.pathsep.join(filter(None, [str(ROOT / "src"), os.environ.get("PYTHONPATH")]))
    return Plan(
        Program(
            [str(VENV / "bin" / "python"), "-m", "gunbai", "serve", "--compiling", "--open", *words],
            {**os.environ, "PYTHONPATH": sources},
        ),
        [*BUILD, "compile"],
        lambda: "compiled" in (VENV / ".built").read_text().split(),
        Program([str(VENV / "bin" / "gunbai"), "serve", "--take-over", *words], os.environ),
    )


def main() -> int:
    wanted = argparse.ArgumentParser(add_help=False)
    wanted.add_argument("--host", default="127.0.0.1")
    wanted.add_argument("--port", type=int, default=8420)
    where, words = wanted.parse_known_args()
    if failed := subprocess.call([*BUILD, "play"]):
        return failed
    if subprocess.call([*BUILD, "fresh"]) == 0:
        place = ["--host", where.host, "--port", str(where.port)]
        os.execv(VENV / "bin" / "gunbai", ["gunbai", "serve", "--open", *place, *words])
    try:
        listener = open_listener(where.host, where.port)
    except (OSError, OverflowError) as error:
        print(f"gunbai: cannot listen on {where.host} port {where.port}: {error}", file=sys.stderr)
        return 1
    with listener:
        return asyncio.run(until_stopped(make_plan(words), listener))


if __name__ == "__main__":
    sys.exit(main())
