"""`View.data()` has exactly the shape that a game describes in `view_data.py`, in random and in recorded games."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gunbai.core import record as records
from gunbai.core.game import SPECTATOR, View
from tests.contract.cases import CASES, Case, walk, watchers

PLAYTHROUGHS = sorted((Path(__file__).parents[1] / "playthroughs").glob("*.txt"))
DESCRIBED = ("gunshi", "gunkimono", "shogun")


def check(game: str, view: View) -> dict[str, Any]:
    """The data as the shape reads them: nothing of another type, nothing missing, nothing left over."""
    shape = import_module(f"gunbai.games.{game}.view_data").VIEW_DATA
    data = dict(view.data())
    assert msgspec.convert(data, shape, strict=True) == data
    return data


@pytest.mark.parametrize("case", [case for case in CASES if case.name in DESCRIBED], ids=str)
def test_views_of_random_games_have_the_described_shape(case: Case) -> None:
    for s, _ in walk(case, seed=5, every=8):
        for watcher in watchers(case):
            check(case.name, case.game.view(s, watcher))


@pytest.mark.parametrize("file", PLAYTHROUGHS, ids=lambda file: str(file.stem))
def test_views_of_recorded_games_have_the_described_shape(file: Path) -> None:
    record = records.read(file.read_text(encoding="utf-8"))
    states = record.states()
    # All positions of a short game, some forty of a long one.
    for s in states[:: max(1, len(states) // 40)]:
        for watcher in (*range(record.options.players), SPECTATOR):
            check(record.game, record.rules.view(s, int(watcher)))


def test_the_sights_that_the_browsers_tests_read_are_current() -> None:
    root = Path(__file__).parents[2]
    check = [sys.executable, str(root / "scripts" / "web_fixtures.py"), "--check"]
    done = subprocess.run(check, capture_output=True, text=True, check=False, cwd=root)
    assert done.returncode == 0, done.stderr
