"""The bot protocol, version 2: the engine as a service, only what is new, and nothing that the seat cannot know."""

from __future__ import annotations

import json
import shlex
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

import gunbai
import tests.toy.game  # noqa: F401 - registers the toy game
from gunbai import bots
from gunbai.bots.engine_service import EngineService
from gunbai.bots.external import BotFailed, ExternalBot
from gunbai.core.bot import Budget
from gunbai.core.game import CHANCE, DONE
from gunbai.core.match import Match
from gunbai.core.rng import Rng

EXAMPLES = Path(__file__).parents[2] / "examples"
GAMES = [("gunshi", "first_battle", 60), ("gunkimono", "", 40), ("shogun", "tiny", 30)]
PYTHON = f"{shlex.quote(sys.executable)} {EXAMPLES / 'engine_bot.py'}"


def under_way(name: str, preset: str, actions: int) -> Match:
    """A match of random players, some actions in."""
    match, rng = gunbai.new(name, preset=preset, seed=4), Rng(9)
    for _ in range(actions):
        if not match.over:
            match.push(match.legal_actions[int(rng.below(len(match.legal_actions)))])
    return match


def service(match: Match, view: Any = None) -> EngineService:
    return EngineService(match.game, view or match.view(match.actor), 7, 60.0)


@pytest.mark.parametrize("program", [PYTHON, f"node {EXAMPLES / 'engine_bot.js'}"])
def test_the_example_clients_play_a_whole_game(program: str) -> None:
    if shutil.which(shlex.split(program)[0]) is None:
        pytest.skip("Node is not on this machine; the README asks for it")
    match = gunbai.new("gunkimono", preset="tiny", seed=5)
    players = [bots.make(f"exec:{program}", 1), bots.make("random", 2)]
    assert bots.play_out(match, players, Budget(0.5)).over
    players[0].close()  # type: ignore[attr-defined]


@pytest.mark.parametrize(("name", "preset", "actions"), GAMES)
def test_worlds_are_played_by_the_rules(name: str, preset: str, actions: int) -> None:
    match = under_way(name, preset, actions)
    ask: Any = service(match).answer
    worlds = ask({"ask": "resample", "count": 3, "id": "a"})
    assert worlds["id"] == "a"
    for world in worlds["worlds"]:
        seen = ask({"ask": "legal", "world": world})
        assert (seen["actor"], seen["legal"]) == (match.actor, match.legal_actions)
        text = match.game.action_text(seen["legal"][0])
        after = ask({"ask": "apply", "world": world, "actions": [text]})
        assert after["world"] not in worlds["worlds"]
        rng = Rng(3)
        for _ in range(100_000):
            if after["actor"] == DONE:
                break
            actions_now = [] if after["actor"] == CHANCE else [after["legal"][int(rng.below(len(after["legal"])))]]
            question = {"ask": "apply", "world": after["world"], "actions": actions_now, "roll": True, "in_place": True}
            after = ask(question)
        assert len(after["returns"]) == match.options.players
        mean = ask({"ask": "playouts", "world": world, "count": 3})
        assert mean["count"] == 3
        assert all(-1 <= value <= 1 for value in mean["returns"])
    foreseen = ask({"ask": "foresee", "actions": [match.legal_actions[0]]})
    assert set(foreseen) == {"type", "id", "effects", "sayings", "certain"}


@pytest.mark.parametrize(("name", "preset", "actions"), GAMES)
def test_no_answer_depends_on_what_the_seat_cannot_know(name: str, preset: str, actions: int) -> None:
    questions: list[dict[str, object]] = [{"ask": "resample", "count": 4}]
    questions += [{"ask": "legal", "world": world} for world in range(1, 5)]
    questions += [{"ask": "playouts", "world": world, "count": 2} for world in range(1, 5)]
    rng, others = Rng(5), 0
    for more in range(0, 24, 4):
        match = under_way(name, preset, more if name == "shogun" else actions + more)
        world = match.game.resample(match.view(match.actor), rng)
        others += world.key() != match.state.key()
        twin = match.game.view(world, match.actor)
        told = [[engine.answer(each) for each in questions] for engine in (service(match), service(match, twin))]
        assert told[0] == told[1]
    assert others > 0, "nothing was hidden, so nothing was tested"


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ({"ask": "state"}, "ask for resample"),
        ({"ask": "legal", "world": 9}, "no world '9'"),
        ({"ask": "resample", "count": 0}, "from 1 to 1000"),
        ({"ask": "resample", "count": 10**9}, "from 1 to 1000"),
        ({"ask": "apply", "world": 1, "actions": "all"}, "list"),
        ({"ask": "apply", "world": 1, "actions": [True]}, "number or a text"),
        ({"ask": "apply", "world": 1, "actions": [10**30]}, "number or a text"),
        ({"ask": "apply", "world": 1, "actions": ["fly"]}, "fly"),
        ({"ask": "apply", "world": 1, "actions": [987654]}, "rule|not"),
        ({"ask": "foresee", "actions": [987654]}, "rule|not"),
    ],
)
def test_what_cannot_be_answered_is_one_line(question: dict[str, object], why: str) -> None:
    engine: Any = service(gunbai.new("gunshi", preset="tiny", seed=1))
    assert engine.answer({"ask": "resample"})["worlds"] == [1]
    error = engine.answer(question)["error"]
    assert "\n" not in error
    assert any(word in error for word in why.split("|"))
    for _ in range(4):
        engine.answer({"ask": "resample", "count": 1000})
    assert "4096 worlds" in engine.answer({"ask": "resample", "count": 1000})["error"]
    assert "error" not in engine.answer({"ask": "drop"})


def heard(tmp_path: Path, ready: str, choices: int) -> list[dict[str, Any]]:
    """What a bot that answers hello like this is told over some choices."""
    file = tmp_path / "heard"
    code = (
        f"import sys, json; f = open({str(file)!r}, 'w'); f.write(sys.stdin.readline()); print({ready!r}, flush=True)\n"
        "for line in sys.stdin:\n"
        "    f.write(line); f.flush(); m = json.loads(line)\n"
        "    if m['type'] == 'choose': print(json.dumps({'action': m['legal'][0]['action']}), flush=True)\n"
    )
    bot = ExternalBot(f"{shlex.quote(sys.executable)} -c {shlex.quote(code)}")
    match = gunbai.new("gunkimono", preset="tiny", seed=5)
    played = 0
    while played < choices and not match.over:
        seat = match.actor
        if seat == 0:
            match.push(bot.choose(match.game, match.view(0), match.legal_actions, Budget(5.0)))
            played += 1
        else:
            match.push(match.legal_actions[-1])
    bot.close()
    return [json.loads(line) for line in file.read_text().splitlines()]


def test_a_bot_is_told_only_what_is_new_and_can_tell_the_whole_from_it(tmp_path: Path) -> None:
    old = [m for m in heard(tmp_path, '{"type": "ready"}', 4) if m["type"] == "choose"]
    new = [m for m in heard(tmp_path, '{"type": "ready", "protocol": 2}', 4) if m["type"] == "choose"]
    view: dict[str, Any] = {}
    history: list[str] = []
    assert len(old) == len(new) == 4
    for whole, news in zip(old, new, strict=True):
        view.update(news["view"])
        for name in news["gone"]:
            del view[name]
        history[news["since"] :] = news["history"]
        assert (view, history) == (whole["view"], whole["history"])
        assert news["legal"] == whole["legal"]
    assert new[0]["view"] == old[0]["view"]
    assert len(json.dumps(new[-1])) < len(json.dumps(old[-1])) / 2


def test_an_unknown_version_is_refused_and_steps_taken_back_are_forgotten(tmp_path: Path) -> None:
    with pytest.raises(BotFailed, match="wants protocol '3'"):
        heard(tmp_path, '{"type": "ready", "protocol": 3}', 1)
    match = gunbai.new("gunkimono", preset="tiny", seed=5)
    bot = ExternalBot("none")
    for _ in range(4):
        match.push(match.legal_actions[0])
    assert bot._news(match.game, match.view(0))["since"] == 0
    length = len(match.history(0))
    match.undo(2)
    news = bot._news(match.game, match.view(0))
    assert (news["since"], news["history"]) == (length - 2, [])
