"""Bad input gets one line and exit code 2; never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.program import gunbai, refused

CASES = [
    (["nonsense"], "No such command 'nonsense'"),
    (["games", "chess"], "there is no game 'chess'"),
    (["games", "--salt"], "No such option: --salt"),
    (["rules"], "Missing argument 'GAME'"),
    (["rules", "whisper", "9.9"], "whisper has no rule '9.9'"),
    (["replay", "/no/such/file"], "/no/such/file: No such file or directory"),
    (["replay", "."], "Is a directory"),
    (["check", "/no/such/file"], "No such file or directory"),
    (["check", "/dev/zero"], "larger than 64 MiB"),
    (["position", "whisper", "nonsense"], "not a Whisper position"),
    (["position", "whisper", "x" * 100_001], "at most 100000 characters"),
    (["position", "whisper", "--view", "9"], "there is no seat '9'"),
    (["position", "whisper", "--view", "-1"], "there is no seat '-1'"),
    (["position", "whisper", "-a", "castle"], "action 1: 'castle' is not an action"),
    (["position", "whisper", "-a", "9" * 400], "at most 18 digits"),
    (["position", "whisper", "-a", "east: guess 1", "-a", "east: seal 1"], "action 1, 'east: guess 1'"),
    (["position", "whisper", "-a", "chance: seal 1", "-a", "north: seal 1"], "action 2: it is not north's turn"),
    (["position", "whisper", "-o", "players=9"], "from 2 to 3"),
    (["position", "whisper", "-o", "players"], "name=value"),
    (["position", "whisper", "-o", "players=2", "-o", "players=3"], "given twice"),
    (["position", "whisper", "-o", "salt=1"], "unknown option 'salt'"),
    (["position", "whisper", "-o", "seed=1"], "unknown option 'seed'"),
    (["position", "whisper", "--preset", "huge"], "no preset 'huge'"),
    (["position", "whisper", "-", "--view", "0"], "each line says what to apply"),
    (["perft", "whisper", "-d", "many"], "Invalid value for '--depth'"),
    (["perft", "whisper", "-d", "-1"], "Invalid value for '--depth'"),
    (["perft", "whisper", "--position", "?"], "not a Whisper position"),
    (["bench", "chess"], "there is no game 'chess'"),
    (["bench", "whisper", "--seconds", "nan"], "Invalid value for '--seconds'"),
    (["fuzz", "--games", "0"], "Invalid value for '--games'"),
    (["fuzz", "--game", "chess"], "there is no game 'chess'"),
]


@pytest.mark.parametrize(("arguments", "why"), CASES, ids=[" ".join(a)[:40] for a, _ in CASES])
def test_one_line_says_what_is_wrong(arguments: list[str], why: str) -> None:
    assert why in refused(gunbai(*arguments))


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe\x00", b"gunbai record 9\n", b"gunbai record 1\ngame: whisper\nrules: 1\n"]
)
def test_broken_files_are_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "game.txt"
    file.write_bytes(content)
    assert str(file) in refused(gunbai("check", str(file)))
    refused(gunbai("replay", str(file)))


def test_a_mistake_of_ours_is_one_line_too() -> None:
    outcome = gunbai("games", program="from gunbai.cli import main, reading; reading.playable = None; main()")
    assert outcome.code == 70
    assert outcome.err.startswith("gunbai: a mistake of ours: TypeError")
    assert outcome.err.count("\n") == 1
