"""gunbai play over a pipe: a whole game by lines, and refusals before anything starts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.program import gunbai, refused


def test_two_bots_play_to_the_end() -> None:
    outcome = gunbai("play", "whisper", "--seats", "random,random", "--seed", "3")
    assert (outcome.code, outcome.err) == (0, "")
    assert "rounds played" in outcome.out


def test_a_person_plays_by_lines_and_the_file_is_good(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    lines = "\n".join(["seal 2", "guess 1", "save", "guess 2", "guess 3"])
    outcome = gunbai("play", "whisper", "-s", "person,greedy", "--seed", "4", "--save", str(file), stdin=lines)
    assert (outcome.code, outcome.err) == (0, ""), outcome
    assert "rounds played" in outcome.out
    assert gunbai("check", str(file)).code == 0


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ([], "which game?"),
        (["chess"], "there is no game 'chess'"),
        (["whisper", "--seats", "person,person,person", "-o", "players=2"], "2 play, but 3 seats"),
        (["whisper", "--seats", "person,random,random,random"], "from 2 to 3"),
        (["whisper", "--seats", "person,oracle"], "oracle"),
        (["whisper", "--clock", "soon"], "a time control is"),
        (["whisper", "-o", "players=9"], "from 2 to 3"),
        (["whisper", "--preset", "huge"], "no preset 'huge'"),
        (["--resume", "/no/such/file"], "cannot read /no/such/file"),
    ],
)
def test_what_cannot_start_says_why(arguments: list[str], why: str) -> None:
    assert why in refused(gunbai("play", *arguments))
