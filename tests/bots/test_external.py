"""Bots in other languages: real processes, their time enforced, their failures one clear line."""

from __future__ import annotations

import json
import shlex
import shutil
import sys
from pathlib import Path
from time import perf_counter

import pytest

import gunbai
import tests.toy.game  # noqa: F401 - registers the toy game
from gunbai import bots
from gunbai.bots.external import BotFailed, ExternalBot
from gunbai.core.bot import Budget
from gunbai.core.errors import GunbaiError

EXAMPLES = Path(__file__).parents[2] / "examples"
READY = 'print(\'{"type": "ready"}\', flush=True); '


def _python(code: str) -> ExternalBot:
    return ExternalBot(f"{shlex.quote(sys.executable)} -c {shlex.quote('import sys, json, time; ' + code)}")


@pytest.mark.parametrize(
    "program", [f"{sys.executable} {EXAMPLES / 'line_bot.py'}", f"node {EXAMPLES / 'line_bot.js'}"]
)
def test_the_example_bots_play_a_whole_game(program: str) -> None:
    if shutil.which(program.split(maxsplit=1)[0]) is None:
        pytest.skip("Node is not on this machine; the README asks for it")
    match = gunbai.new("whisper", seed=5)
    players = [bots.make(f"exec:{program}", 1), bots.make("random", 2)]
    assert bots.play_out(match, players, Budget(5.0)).over
    players[0].close()  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("pass", "has ended"),
        ("print('hello', flush=True); time.sleep(9)", "not JSON"),
        ("print('[1]', flush=True); time.sleep(9)", "not a JSON object"),
        ("print('{}', flush=True); time.sleep(9)", "did not answer hello"),
        (READY + "time.sleep(9)", "did not answer within 0.45 s"),
        (READY + "sys.stdin.readline(); sys.stdin.readline(); print('{\"action\": 99}')", "not a legal action"),
        (READY + "sys.stdin.readline(); sys.stdin.readline(); print('{\"action\": true}')", "not a legal action"),
        (READY + 'sys.stdin.readline(); sys.stdin.readline(); print(\'{"text": "fly"}\')', "not an action"),
        (READY + "sys.stdin.readline(); sys.stdin.readline(); print('9' * 2000000)", "has ended"),
    ],
)
def test_a_failing_bot_says_why_and_is_gone(code: str, why: str) -> None:
    match = gunbai.new("whisper", seed=5)
    bot = _python(code)
    with pytest.raises(BotFailed, match=why) as failed:
        bot.choose(match.game, match.view(0), match.legal_actions, Budget(0.2))
    assert "\n" not in str(failed.value)
    assert bot._process is None


def test_a_bot_that_never_reads_cannot_hold_up_the_table() -> None:
    match = gunbai.new("whisper", seed=5)
    view = match.view(0)
    view.history = [0] * 200_000
    bot = _python(READY + "time.sleep(30)")
    began = perf_counter()
    with pytest.raises(BotFailed, match="did not answer"):
        bot.choose(match.game, view, match.legal_actions, Budget(0.2))
    assert perf_counter() - began < 20  # it did not wait until the bot woke up


def test_a_bot_gets_its_view_and_nothing_else(tmp_path: Path) -> None:
    """Every byte that reaches the process is the same whatever the other seat hides."""
    heard = []
    for secret in (0, 3):
        match = gunbai.new("whisper", seed=5)
        match.push(f"seal {secret}", 1)
        file = tmp_path / f"heard-{secret}"
        write = f"f = open({str(file)!r}, 'w'); "
        bot = _python(
            write + "f.write(sys.stdin.readline()); " + READY + "f.write(sys.stdin.readline()); f.close(); "
            'print(\'{"text": "seal 1"}\', flush=True)'
        )
        assert bot.choose(match.game, match.view(0), match.legal_actions, Budget(5.0)) == 1
        bot.close()
        heard.append(file.read_text())
    assert heard[0] == heard[1]
    assert json.loads(heard[0].splitlines()[1])["history"] == ["seal ?"]


def test_commands_that_cannot_be_started() -> None:
    match = gunbai.new("whisper", seed=5)
    with pytest.raises(BotFailed, match="cannot start"):
        bots.make("exec:/nowhere/bot").choose(match.game, match.view(0), match.legal_actions, Budget(1.0))
    for command in ("exec:", 'exec:"unclosed'):
        with pytest.raises(GunbaiError):
            bots.make(command)
