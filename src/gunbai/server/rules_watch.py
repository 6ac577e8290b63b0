"""Rules of others may not hold up everybody: one call of them has a few seconds, then it is cut off.

All tables share one event loop, and the rules run there. Those of the house are tested to return; those of a plugin may
have a position in which they never do. A timer interrupts the main thread every few seconds and looks where it is. If
that is twice in the same call of a plugin's code, the call ends with an error, and its table is closed.

No such interruption reaches compiled code. If the main thread has not come back from it after two minutes, the process
writes where it is and ends, so that whatever runs the server can start it again.
"""

from __future__ import annotations

import faulthandler
import logging
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from contextvars import ContextVar
from types import FrameType

from gunbai.core.errors import GunbaiError
from gunbai.core.registry import loaded

log = logging.getLogger("gunbai.rules")

# The table that the task under way has opened last. The registry sets it.
in_hand: ContextVar[str] = ContextVar("in_hand", default="")
_HOUSE = "gunbai"
# After so many seconds in compiled code the process ends.
_LOST_SECONDS = 120.0
# The error stream by its number, because what stands for it in Python may have been replaced.
_ERRORS = 2
# So many calls are shown in the log.
_SHOWN = 5


class RulesOverran(GunbaiError):
    """The rules of a plugin's game did not return in time, so they were cut off in the middle of something."""


def overran() -> RulesOverran:
    """What whoever asks for a closed table is told."""
    return RulesOverran("the rules of this game took too long; the table is closed until the server starts again")


def rooms_of_others() -> tuple[set[str], tuple[str, ...]]:
    """The modules, and the beginnings of names of modules, that belong to games of plugins."""
    modules = {kind.__module__ for game in loaded() for kind in type(game).__mro__[:-1]}
    foreign = {name for name in modules if name.partition(".")[0] != _HOUSE and name not in sys.builtin_module_names}
    return foreign, tuple(name.rpartition(".")[0] + "." for name in foreign if "." in name)


class RulesWatch:
    """Looks where the main thread is, every so many seconds."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._close: Callable[[str], None] | None = None
        # The call of a plugin's code in which the main thread was when we last looked.
        self._last: FrameType | None = None

    def start(self, close: Callable[[str], None]) -> None:
        """Begin, in the main thread; `close` is called with the table whose rules do not return."""
        self._close = close
        if hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGALRM, self._look)
            # What other threads do in the system is not cut short.
            signal.siginterrupt(signal.SIGALRM, False)
            signal.setitimer(signal.ITIMER_REAL, self._seconds, self._seconds)

    def stop(self) -> None:
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, 0)
            faulthandler.cancel_dump_traceback_later()
        self._last = None

    def _look(self, _: int, frame: FrameType | None) -> None:
        modules, beginnings = rooms_of_others()
        if not modules:
            return
        faulthandler.dump_traceback_later(_LOST_SECONDS, exit=True, file=_ERRORS)
        call, last, self._last = None, self._last, None
        here = frame
        while here is not None:
            name = str(here.f_globals.get("__name__", ""))
            if name in modules or name.startswith(beginnings):
                call = here
            here = here.f_back
        if call is None:
            return
        if call is not last:
            self._last = call
            return
        table = in_hand.get()
        where = "".join(traceback.format_stack(frame, _SHOWN))
        log.error("table %s: rules of a plugin do not return; the table is closed\n%s", table or "unknown", where)
        if table and self._close is not None:
            self._close(table)
        raise overran()
