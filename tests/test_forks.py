"""Tests start their processes by forking one that has loaded everything and does nothing."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

from tests.forks import start


def _tell(file: str) -> None:
    told = ["tests.loaded" in sys.modules, "tests.toy.game" in sys.modules, threading.active_count()]
    Path(file).write_text(repr(told))


def test_everything_is_loaded_but_the_toy_game_and_no_thread_runs(tmp_path: Path) -> None:
    """An import that fails there is not reported by Python: everything would work, slowly."""
    process = start(_tell, str(tmp_path / "told"))
    process.join()
    assert process.exitcode == 0
    assert (tmp_path / "told").read_text() == "[True, False, 1]"
