"""One source, two speeds: the compiled and the plain engine play the same games."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import gunbai.core.game
from tests.contract.test_copies import elsewhere, gone_on, packed_matches

ROOT = Path(__file__).parents[2]
PROGRAM = """
import hashlib, gunbai.core.game as g
from gunbai.core.rng import Rng
from tests.contract.cases import CASES
for case in CASES:
    s = case.game.start(case.options)
    n = g.playout(case.game, s, Rng(99), 2500)
    print(case, n, hashlib.sha256(s.key()).hexdigest())
    # What bots know of a position, and what learning sees in it.
    s = case.game.start(case.options)
    g.playout(case.game, s, Rng(98), 60)
    print([round(v, 12) for v in case.game.heuristics.values(s)])
    if case.game.learning:
        print([case.game.learning.features(s, seat) for seat in range(2)], case.game.learning.secret(s, 0))
"""


def _play(plain: bool) -> tuple[str, list[str]]:
    env = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    env["PYTHONPATH"] = os.pathsep.join([str(ROOT / "src"), str(ROOT)] if plain else [str(ROOT)])
    code = PROGRAM + "\nprint(g.__file__)\n"
    run = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True, cwd="/")
    *lines, file = run.stdout.splitlines()
    return file, lines


def test_compiled_and_plain_play_the_same_games() -> None:
    if gunbai.core.game.__file__.endswith(".py"):
        pytest.skip("this run is uncompiled: there is nothing to compare with")
    plain_file, plain = _play(plain=True)
    native_file, native = _play(plain=False)
    assert plain_file.endswith(".py")
    assert not native_file.endswith(".py")
    assert plain == native


def test_pickles_of_the_compiled_engine_go_on_in_the_plain_one() -> None:
    if gunbai.core.game.__file__.endswith(".py"):
        pytest.skip("this run is uncompiled: there is nothing to compare with")
    packed = packed_matches()
    assert elsewhere(packed, ROOT / "src", ROOT) == gone_on(packed)
