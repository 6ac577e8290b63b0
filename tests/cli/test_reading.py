"""games, rules, replay, check: read by people and by programs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import gunbai as package
import tests.toy.game  # noqa: F401 - registers the toy game
from gunbai.core.rulebook import paragraphs, rules_text
from tests.cli.program import gunbai, refused

COMMANDS = ("games", "play", "replay", "check", "position", "perft", "bench", "rules", "fuzz")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    match = package.new("whisper", seed=4, players=3)
    for action in ("seal 2", "seal 3", "seal 1"):
        match.push(action)
    while not match.over:
        match.push("guess 3")
    match.save(tmp_path / "game.txt")
    return tmp_path / "game.txt"


def test_without_a_command_the_help_teaches() -> None:
    shown = gunbai()
    assert shown.code == 0
    for command in COMMANDS:
        assert re.search(rf"^\W*{command} ", shown.out, re.MULTILINE), command
    assert gunbai("--version").out == f"gunbai {package.__version__}\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_an_example_in_its_help(command: str) -> None:
    shown = gunbai(command, "--help")
    assert shown.code == 0
    assert f"gunbai {command}" in shown.out.partition("Example")[2].replace("\n", " ")


def test_games_lists_every_game_for_people_and_programs() -> None:
    shown = gunbai("games").out
    listed = gunbai("games", "--json").json
    assert [card["name"] for card in listed] == list(package.names())
    for card in listed:
        assert str(card["name"]) in shown
        assert set(card) >= {"title", "about", "rules_version", "compiled", "seats", "players", "options", "presets"}
        assert "tiny" in card["presets"]  # type: ignore[operator]
    assert "generous" in gunbai("games", "whisper").out


STYLES = ("tournament_basic", "tournament_advanced", "tournament_custom")


def test_styles_of_official_play_are_listed_with_their_time() -> None:
    listed = "".join(gunbai("games").out.split())
    of_one = gunbai("games", "gunshi").out
    (card,) = gunbai("games", "gunshi", "--json").json
    styles = card["tournaments"]
    assert isinstance(styles, dict)
    assert tuple(styles) == STYLES
    for style in STYLES:
        assert style in listed
        assert style in of_one
        assert styles[style]["seconds"] == 20 * 60
    assert "20 minutes each" in of_one
    assert gunbai("games", "shogun", "--json").json[0]["tournaments"] == {}


@pytest.mark.parametrize("name", package.names())
def test_rules_are_shipped_and_found_by_number(name: str) -> None:
    every = paragraphs(rules_text(package.find(name)))
    listed = gunbai("rules", name, "--json").json
    assert [p["paragraph"] for p in listed] == [p.number for p in every]
    one = every[len(every) // 2]
    shown = gunbai("rules", name, one.number).out
    assert one.section in shown
    assert f"{one.number} " in shown
    assert len(gunbai("rules", name).out) > len(shown)


def test_replay_tells_the_game(record: Path) -> None:
    shown = gunbai("replay", str(record))
    assert shown.code == 0
    assert re.search(r"2 +east +seal 3", shown.out)
    head, *steps = gunbai("replay", str(record), "--json", "--positions").json
    assert head["game"] == "whisper"
    assert head["actions"] == len(steps)
    assert steps[1] == {
        "number": 2,
        "seat": 1,
        "who": "east",
        "action": 3,
        "text": "seal 3",
        "told": "seal 3",
        "position": "[[2,-1,-1],[-1,-1,-1],[0,0,0],[[],[],[]],-1,0] players=3",
    }


def test_replay_for_a_seat_keeps_the_secrets_of_the_others(record: Path) -> None:
    _, *steps = gunbai("replay", str(record), "--json", "--seat", "east").json
    assert [s["text"] for s in steps[:3]] == ["seal ?", "seal 3", "seal ?"]
    _, *steps = gunbai("replay", str(record), "--json", "--seat", "spectator").json
    assert [s["text"] for s in steps[:3]] == ["seal ?"] * 3


def test_check_says_good(record: Path) -> None:
    shown = gunbai("check", str(record), "-", stdin=record.read_text())
    assert shown.code == 0
    assert shown.out.count(": good: whisper, ") == 2


def test_check_says_where_and_why(record: Path) -> None:
    broken = record.with_name("broken.txt")
    broken.write_text(record.read_text().replace("east: seal 3", "east: guess 3"))
    line = broken.read_text().splitlines().index("east: guess 3") + 1
    shown = gunbai("check", str(record), str(broken))
    assert refused(shown).startswith(f"{broken}:{line}: east: 'guess 3'")
    good, bad = gunbai("check", str(record), str(broken), "--json").json
    assert (good["ok"], bad["ok"]) == (True, False)
    assert (bad["line"], bad["kind"]) == (line, "BadRecord")


def test_a_closed_pipe_is_no_error(record: Path) -> None:
    program = "import os; r, w = os.pipe(); os.close(r); os.dup2(w, 1)\nfrom gunbai.cli import main; main()"
    outcome = gunbai("games", program=program)
    assert outcome.err == ""
    assert outcome.code == 141
