"""The line mode, as a real process fed by a pipe."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
START = (
    "import sys, tests.toy.game; from gunbai.terminal import run; sys.exit(run({game!r}, seed=3, plain=True, {more}))"
)


def play(lines: str, game: str = "whisper", more: str = "") -> str:
    """What the line mode prints for these lines."""
    done = subprocess.run(
        [sys.executable, "-c", START.format(game=game, more=more)],
        input=lines,
        capture_output=True,
        text=True,
        timeout=60,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path) + os.pathsep + str(ROOT)},
        check=False,
    )
    assert done.stderr == ""
    assert done.returncode == 0
    return done.stdout


def test_a_whole_game_against_a_bot() -> None:
    out = play("? guess 3\n2\n" + "1\n" * 5, more="seats=['person', 'bot:random']")
    assert "§1.1 Each player seals a secret number" in out
    assert "[north] Seal a secret." in out
    assert "The game is over: a draw, rounds played." in out


def test_two_people_hand_the_keyboard_over() -> None:
    out = play("\nseal 1\n\nseal 2\n" + "\nguess 1\n" * 8, more="seats=['person', 'person']")
    assert "Hand the keyboard to east, who presses Enter when alone with it." in out
    assert "The game is over" in out
    from_cover = out.split("Hand the keyboard to east")[1].split("[east]")[0]
    assert "seal 1" not in from_cover


def test_the_end_of_the_lines_ends_the_sitting(tmp_path: Path) -> None:
    path = tmp_path / "game.gunbai"
    out = play(f"save {path}\n", more="seats=['person', 'bot:random']")
    assert f"Saved as {path}" in out
    again = play("seal 1\n" + "1\n" * 5, game="", more=f"resume={str(path)!r}")
    assert "The game is over" in again


def test_after_the_end_one_can_read_on_and_play_again() -> None:
    lines = "resign yes\n1\nlog\nagain\n? guess 3\nresign yes\nquit\n"
    out = play(lines, more="seats=['person', 'bot:random']")
    first, second = out.split("Type again to play once more, quit to leave.")[:2]
    assert "The game is over: east (random) wins, north resigns." in first
    assert "there is no choice 1" in second
    assert "§1.1 Each player seals a secret number" in second, "a new game has begun"
    assert out.count("The game is over: east (random) wins, north resigns.") == 2


def test_a_hint_is_asked_for_by_its_name() -> None:
    out = play("hint\nquit\n", more="seats=['person', 'bot:random'], thinking=0.05")
    assert "Hint: seal" in out
