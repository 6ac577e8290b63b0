"""A second process that ends a server which was told to stop and does not.

A signal handler in Python runs only between two steps of the interpreter, so compiled game code that never returns
would keep a server from ever seeing SIGTERM. `faulthandler` has a handler in C that runs at once: it writes where the
server is into a pipe. The process at the other end gives the server a few seconds, then kills it. Every change that was
acknowledged is on disk by then, as after a power cut.
"""

from __future__ import annotations

import contextlib
import faulthandler
import os
import select
import signal
import time

# A server ends within five seconds of SIGTERM; this is the part of them in which it ends by itself.
PATIENCE = 4.5
_SIGNALS = (signal.SIGTERM, signal.SIGINT)


class Warden:
    """Watches the process that made it. To be made before there are threads and sockets, which it must not share."""

    def __init__(self) -> None:
        self._pipe = -1
        if not hasattr(os, "fork") or not hasattr(faulthandler, "register"):
            return
        reading, self._pipe = os.pipe()
        server = os.getpid()
        if os.fork() == 0:
            try:
                _close_all_but(reading)
                _watch(reading, server)
            finally:
                os._exit(0)
        os.close(reading)

    def arm(self) -> None:
        """From now on a signal to stop starts the countdown; called when the server's own handlers are in place."""
        if self._pipe >= 0:
            for number in _SIGNALS:
                faulthandler.register(number, self._pipe, all_threads=False, chain=True)


def _close_all_but(pipe: int) -> None:
    """Close everything inherited except the pipe and the error stream, above all sockets that others listen on."""
    os.closerange(3, pipe)
    os.closerange(pipe + 1, 65_536)


def _watch(pipe: int, server: int) -> None:
    for number in _SIGNALS:
        # Ctrl-C reaches the whole group, but this process goes only when the server has gone.
        signal.signal(number, signal.SIG_IGN)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1):
        os.dup2(nowhere, stream)
    where = os.read(pipe, 65_536)
    end = time.monotonic() + PATIENCE
    while where and select.select([pipe], [], [], max(0.0, end - time.monotonic()))[0]:
        # An empty read: the server has closed its end, because it is gone.
        if not os.read(pipe, 65_536):
            return
    if where and os.getppid() == server:
        told = "the server does not stop by itself and is killed; acknowledged changes are safe. It was here:"
        with contextlib.suppress(OSError):
            os.write(2, told.encode() + b"\n" + where + b"\n")
        os.kill(server, signal.SIGKILL)
