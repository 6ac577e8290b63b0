"""The front of the command line: what `gunbai --help` lists, and how little it loads."""

from __future__ import annotations

import sys
from subprocess import run

import pytest
from typer.main import get_group

from gunbai.cli.front import COMMANDS
from tests.cli.program import gunbai, refused


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_listed_with_the_first_sentence_of_its_own_help(name: str) -> None:
    load, summary = COMMANDS[name]
    assert get_group(load()).commands[name].get_short_help_str(1000).rstrip(".") == summary.rstrip(".")


def test_every_command_that_is_written_is_listed() -> None:
    assert {name for load, _ in COMMANDS.values() for name in get_group(load()).commands} == set(COMMANDS)


def test_a_misspelt_command_is_answered_with_those_like_it() -> None:
    assert "Did you mean 'position'" in refused(gunbai("positon"))


def test_the_list_of_commands_loads_none_of_them() -> None:
    """Loading them all took three quarters of the time of `gunbai --help`."""
    program = "import sys\nfrom gunbai.cli.front import run\nrun(['--help'])\nprint(*sys.modules, file=sys.stderr)"
    done = run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "position" in done.stdout
    rooms = {module.split(".")[1] for module in done.stderr.split() if module.startswith("gunbai.")}
    assert rooms <= {"cli", "core", "extras", "games"}
    assert "rich" not in done.stderr.split()


@pytest.mark.parametrize("command", [["--help"], []])
def test_help_is_plain_text_with_every_command(command: list[str]) -> None:
    text = gunbai(*command).out
    assert all(f"\n  {name} " in text for name in COMMANDS)
