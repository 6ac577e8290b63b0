"""A game from outside the package is installed and played everywhere, and nothing else has changed for it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.forks import ROOT, environment
from tests.plugins.conftest import EXAMPLE
from tests.plugins.site import gunbai


def run_tests(site: Path, *arguments: str) -> str:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    # What was asked of the run around this one, such as --durations, is not asked of this one.
    env = {**environment(site), "PYTEST_ADDOPTS": ""}
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600, env=env, cwd=ROOT)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    return done.stdout


def test_it_passes_its_own_tests(ambush: Path) -> None:
    run_tests(ambush, str(EXAMPLE / "tests"))


def test_it_passes_the_contract_tests(ambush: Path) -> None:
    said = run_tests(ambush, "tests/contract", "-k", "ambush", "-rp")
    passed = [line for line in said.splitlines() if line.startswith("PASSED ")]
    # Every law, over the plain game and each preset; memory is measured with one of them only.
    memory, plain, tiny = (
        sum(word in line for line in passed) for word in ("test_memory.py", "ambush-default-2", "ambush-tiny-2")
    )
    assert plain > 30
    assert memory > 0
    assert tiny == plain + memory


def test_it_is_listed_with_its_options_and_rules(ambush: Path) -> None:
    games = {str(line["name"]): line for line in gunbai(ambush, "games", "--json").json}
    assert list(games) == ["gunshi", "gunkimono", "shogun", "ambush"]
    assert games["ambush"]["presets"] == {"short": {"size": 4, "moves": 30}, "tiny": {"size": 3, "moves": 5}}
    assert "taken off the board" in gunbai(ambush, "rules", "ambush", "3.2").out


def test_a_person_plays_it_in_the_terminal(ambush: Path, tmp_path: Path) -> None:
    typed = "general c1\nc1-c2\n?a1-b1\nsave game.txt\n" + "1\n" * 40
    arguments = ["play", "ambush", "--preset", "short", "--plain", "--seats", "person,corner", "--seed", "5"]
    done = gunbai(ambush, *arguments, stdin=typed, cwd=tmp_path)
    assert done.code == 0, done.err
    assert "Name one of your soldiers your general" in done.out
    # The board is drawn from the game's plan: the general has moved, and its square is empty again.
    assert " a2  b2  ★   d2" in done.out
    assert "●   ●   c1  ●" in done.out
    assert "Your own soldier stands on b1.\n§3.2" in done.out
    assert "The game is over" in done.out
    assert "good: ambush, 4 actions" in gunbai(ambush, "check", str(tmp_path / "game.txt")).out


def test_bots_play_it_in_the_arena(ambush: Path) -> None:
    arguments = ["-b", "corner", "-b", "random", "-b", "level-3", "-n", "2", "--iterations", "8", "--json"]
    done = gunbai(ambush, "arena", "ambush", "-p", "short", *arguments)
    assert done.code == 0, done.err
    *standings, rated = done.json
    assert [standing["games"] for standing in standings] == [4, 4, 4]
    assert isinstance(rated["ratings"], list)
    assert {line["bot"] for line in rated["ratings"]} == {"corner", "random", "level-3"}


def test_its_bot_plays_the_games_of_the_house(ambush: Path) -> None:
    done = gunbai(ambush, "arena", "gunshi", "-p", "tiny", "-b", "corner", "-b", "random", "-n", "1", "--json")
    assert done.code == 0, done.err
    assert done.json[0]["games"] == 2


@pytest.mark.parametrize(
    "command",
    [
        ["fuzz", "--game", "ambush", "--games", "30", "-j", "1"],
        ["perft", "ambush", "-p", "tiny", "-d", "4"],
        ["bench", "ambush", "--seconds", "0.05"],
        ["position", "ambush", "--apply", "general b1", "--view", "white"],
        ["analyse", "ambush", "--position", "w..../..w../..b../...../bb... b a1,c4 10", "--seconds", "0.1"],
    ],
    ids=lambda command: str(command[0]),
)
def test_every_tool_takes_it(ambush: Path, command: list[str]) -> None:
    done = gunbai(ambush, *command)
    assert done.code == 0, done.err
    assert done.out
