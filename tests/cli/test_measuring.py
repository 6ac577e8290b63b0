"""perft, bench and fuzz end with figures, and fuzz finds what is broken."""

from __future__ import annotations

from pathlib import Path

import pytest

import gunbai as package
import tests.toy.game  # noqa: F401 - registers the toy game, as the program does
from tests.cli.program import Outcome, gunbai

MISTAKES = {
    "shows another world": "toy.Whisper.resample = lambda self, v, rng: self.start(v.options)",
    "lists too few": "old = toy.Whisper.legal; toy.Whisper.legal = lambda self, s: old(self, s)[:1]",
    "cites no rule": (
        "from gunbai.core.errors import IllegalAction\n"
        "def check(self, s, action):\n    if action not in list(self.legal(s)): raise IllegalAction('9.9', 'no')\n"
        "toy.Whisper.check = check"
    ),
    "crashes": "toy.Whisper.outcome = lambda self, s: 1 / 0",
    "forgets in text": "toy.Whisper.parse_position = lambda self, text: self.start(toy.Options(self.info.options, {}))",
    "never ends": "import gunbai.lab.fuzz as f; f.ACTION_LIMIT = 3",
}


def test_perft_counts_and_divides() -> None:
    assert gunbai("perft", "whisper", "-d", "2", "-o", "players=3", "--json").json[0]["nodes"] == 16
    (data,) = gunbai("perft", "whisper", "-d", "3", "--divide", "--json").json
    assert data["nodes"] == 4 * 4 * 2
    assert data["divide"] == {f"seal {n}": 8 for n in range(4)}
    shown = gunbai("perft", "whisper", "--depth", "0", "--position", "[[1,2],[0,1],[2,0],[[],[2]],0,0]").out
    assert shown.split()[0] == "1"


def test_bench_prints_one_object_a_line() -> None:
    (data,) = gunbai("bench", "whisper", "--seconds", "0.05", "--json").json
    assert data["game"] == "whisper"
    assert data["compiled"] is False
    for figure in ("engine_actions_per_s", "python_actions_per_s", "copy_ns", "view_ns", "state_bytes"):
        assert isinstance(data[figure], int)
        assert data[figure] > 0  # type: ignore[operator]
    assert isinstance(data["foresee_ms"], float)
    assert "whisper" in gunbai("bench", "whisper", "--seconds", "0.01").out


def test_fuzz_over_all_games_finds_nothing() -> None:
    games = len(package.names())
    outcome = gunbai("fuzz", "--games", str(games), "--json")
    (data,) = outcome.json
    assert outcome.code == 0, data
    assert (data["games"], data["violations"], data["of"]) == (games, [], list(package.names()))
    shown = gunbai("fuzz", "--game", "whisper", "--games", "30")
    assert shown.out.startswith("30 random games of whisper: ")
    assert " 0 violations" in shown.out


def fuzz(folder: Path, mistake: str, *arguments: str) -> Outcome:
    """Fuzz the toy game with a mistake that a plugin makes in it, in every process."""
    (folder / "broken.py").write_text(f"import tests.toy.game as toy\n{MISTAKES[mistake]}\n", encoding="utf-8")
    return gunbai("fuzz", "--game", "whisper", "--plugin", "broken", *arguments, folders=[folder])


@pytest.mark.parametrize("mistake", MISTAKES)
def test_fuzz_finds(mistake: str, tmp_path: Path) -> None:
    outcome = fuzz(tmp_path, mistake, "--games", "60", "--processes", "1")
    assert outcome.code == 1, outcome
    assert "(again: gunbai fuzz --game whisper --seed 0 --first " in outcome.out
    assert " 0 violations" not in outcome.out


def test_a_finding_can_be_played_again(tmp_path: Path) -> None:
    (data,) = fuzz(tmp_path, "forgets in text", "--games", "60", "--json").json
    found = data["violations"]
    assert isinstance(found, list)
    again = fuzz(tmp_path, "forgets in text", "--first", str(found[-1]["number"]), "--games", "1", "--json")
    assert again.code == 1
    assert again.json[0]["violations"] == [found[-1]]
