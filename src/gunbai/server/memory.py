"""How much memory a process holds, and the most it may take."""

from __future__ import annotations

import os
import resource
from pathlib import Path


def resident(pid: int | None = None) -> int:
    """The bytes that a process holds, by default this one; 0 where the system does not tell, or it is gone."""
    try:
        pages = Path("/proc", "self" if pid is None else str(pid), "statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


def allow_at_most(size: int) -> None:
    """Let this process take no more than so many bytes; what asks for more gets a MemoryError."""
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    most = size if hard == resource.RLIM_INFINITY else min(size, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
