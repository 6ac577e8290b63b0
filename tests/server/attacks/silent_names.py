"""A plugin for a server whose name server never answers: who looks up a host waits for a minute.

Every question is a line in the file `lookups` of the home folder.
"""

from __future__ import annotations

import socket
import threading
from pathlib import Path
from typing import Any

SILENT = ".silent.example"
_look_up = socket.getaddrinfo


def _wait(host: Any, *words: Any, **named: Any) -> Any:
    if not str(host).endswith(SILENT):
        return _look_up(host, *words, **named)
    with (Path.home() / "lookups").open("a") as lookups:
        lookups.write(f"{host}\n")
    threading.Event().wait(60)
    raise socket.gaierror(socket.EAI_AGAIN, "no answer")


socket.getaddrinfo = _wait
