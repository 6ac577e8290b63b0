"""Worker processes: each takes one request at a time, and is replaced when it crashes or hangs."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from pathlib import Path

import msgspec

import gunbai
from gunbai.core.errors import GunbaiError
from gunbai.server.bot_worker import Failure, WorkerAnswer, WorkerRequest
from gunbai.server.settings import Settings

_LINE = 1 << 20
# Environment variables a worker inherits; it gets no database address.
_KEPT = ("PATH", "PYTHONPATH", "PYTHONHOME", "LANG", "LC_ALL", "SYSTEMROOT", "VIRTUAL_ENV", "HOME")

_decoder: msgspec.json.Decoder[WorkerAnswer] = msgspec.json.Decoder(WorkerAnswer)


class NoAnswer(GunbaiError):
    """A worker gave no usable answer."""


class Worker:
    """One process that thinks; started when needed, killed when it does not answer."""

    def __init__(self, settings: Settings, *, yielding: bool) -> None:
        self._settings = settings
        # Bots think at low priority, so that serving comes first; a person waits for the undo check, so it does not.
        self._niceness = 10 if yielding else 0
        self._process: asyncio.subprocess.Process | None = None
        self._environment = {name: os.environ[name] for name in _KEPT if name in os.environ}
        self._outdated = False

    def renew(self) -> None:
        """Start another process for the next request, and start it from the installed package.

        A server that runs from the sources calls this when the compiled package is ready.
        """
        self._outdated = True
        sources = Path(gunbai.__file__).parents[1]
        paths = self._environment.pop("PYTHONPATH", "").split(os.pathsep)
        kept = [path for path in paths if path and Path(path).absolute() != sources]
        if kept:
            self._environment["PYTHONPATH"] = os.pathsep.join(kept)

    async def ask(self, request: WorkerRequest, seconds: float) -> WorkerAnswer:
        """The answer; NoAnswer if the process crashes, hangs, or fails."""
        try:
            async with asyncio.timeout(seconds + self._settings.bot_grace):
                process = await self._running()
                assert process.stdin is not None
                assert process.stdout is not None
                process.stdin.write(msgspec.json.encode(request) + b"\n")
                await process.stdin.drain()
                line = await process.stdout.readline()
            answer = _decoder.decode(line)
        except TimeoutError:
            await self.stop()
            raise NoAnswer("it did not answer in time") from None
        except (OSError, ValueError, msgspec.DecodeError):
            await self.stop()
            raise NoAnswer("its process ended") from None
        except asyncio.CancelledError:
            await self.stop()
            raise
        if isinstance(answer, Failure):
            raise NoAnswer(answer.error)
        return answer

    async def stop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _running(self) -> asyncio.subprocess.Process:
        if self._outdated:
            await self.stop()
            self._outdated = False
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "gunbai.server.bot_worker",
                str(os.getpid()),
                str(self._niceness),
                *self._settings.plugins,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                env=self._environment,
                limit=_LINE,
            )
        return self._process
