"""Hints: advice from what a seat sees, for its holder only, and only where the table allows it."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from gunbai.core.registry import find, names
from gunbai.server import events as ev
from gunbai.server.bot_pool import hint_request
from gunbai.server.bot_worker import answer
from gunbai.server.hosted_table import HostedTable
from gunbai.server.store import Row
from gunbai.server.worker_messages import HintAnswer
from tests.server.house import SLOW_RATIONS, Player, Server, serving
from tests.server.test_secrets import all_twins
from tests.server.twins import Twins


def test_who_plays_against_bots_gets_a_hint(ann: Player) -> None:
    table = ann.table(seats=["me", "bot:random"])
    legal = [choice["action"] for choice in ann.see(table)["sights"][0]["legal"]]
    given = ann.order(table, "hint")
    assert given["seat"] == 0
    assert {hint["action"] for hint in given["actions"]} <= set(legal)
    values = [hint["value"] for hint in given["actions"]]
    assert all(-1 <= value <= 1 for value in values)
    assert all(0 <= hint["sure"] <= 1 for hint in given["actions"])
    assert given["line"][0] == given["actions"][0]["text"]


def test_a_question_asked_twice_in_one_moment_gets_the_same_answer(ann: Player) -> None:
    """A bot that thinks judges with luck, and by the clock: what it advised once stays its advice."""
    table = ann.table(game="gunshi", seats=["me", "bot:random"])
    given = [ann.order(table, "hint") for _ in range(4)]
    assert all(each == given[0] for each in given)
    ann.act(table, given[0]["line"][0], seat=0)
    assert ann.order(table, "hint")["line"] != given[0]["line"]


def test_a_hint_on_a_socket_does_not_hold_up_what_else_comes(ann: Player) -> None:
    table = ann.table(seats=["me", "bot:random"])
    line = ann.socket(table)
    line.receive()
    hint, said = line.send("hint"), line.send("say", text="hm")
    answers: list[dict[str, object]] = []
    while len(answers) < 2:
        message = line.receive()
        answers += [message] if message["type"] != "update" else []
    assert [(m["type"], m["id"]) for m in answers] == [("done", said), ("done", hint)]
    assert answers[1]["actions"]
    line.close()


def test_hints_are_for_the_holder_of_the_seat_and_where_they_are_allowed(
    server: Server, ann: Player, ben: Player
) -> None:
    table = ann.table(seats=["me", "open"])
    ben.order(table, "join")
    assert ann.order(table, "hint", 403)["detail"] == "there are no hints at this table"
    both = ann.table(seats=["me", "open"], hints="anyone")
    ben.order(both, "join")
    assert ben.order(both, "hint")["seat"] == 1
    assert ben.order(both, "hint", 403, seat=0)["error"] == "not-allowed"
    assert Player(server.url, "Cem").order(both, "hint", 403)["error"] == "not-allowed"
    assert ann.order(ann.table(seats=["me", "me"], hints="nobody"), "hint", 403, seat=0)["error"] == "not-allowed"
    ben.act(both, "seal 1", seat=1)
    assert ben.order(both, "hint", 409)["error"] == "not-your-turn"
    ann.order(both, "resign")
    assert ann.order(both, "hint", 409)["error"] == "not-your-turn"


def test_hints_are_rationed(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--bot-seconds", "0.01", *SLOW_RATIONS, limits=True) as server:
        ann = Player(server.url, "Ann")
        table = ann.table(seats=["me", "bot:random"])
        answers = [ann.order(table, "hint", None) for _ in range(8)]
        assert sum("actions" in given for given in answers) >= 5
        assert any(given.get("error") == "too-much" for given in answers)


def _in_play(pair: Twins, moves: list[ev.Move]) -> HostedTable:
    table = HostedTable("t", lambda at: at / 1000, bytes(32))
    info = pair.game.info
    chairs = [ev.Chair("person", "A", person="a") for _ in range(pair.options.players)]
    setup = ev.Created(info.name, info.rules_version, dict(pair.options.chosen()), chairs, "a", "")
    table.fold(Row("t", 1, 0, None, ev.encode(setup)))
    table.fold(Row("t", 2, 0, None, ev.encode(ev.Began(moves))))
    return table


@pytest.mark.parametrize("name", names())
def test_what_is_hidden_does_not_change_a_hint(name: str) -> None:
    """Twins that differ in all the watcher cannot see: the question and the answer are the same, byte for byte."""
    compared = 0
    for pair in all_twins():
        if pair.game.info.name != name or pair.watcher < 0:
            continue
        tables = [_in_play(pair, moves) for moves in (pair.first, pair.second)]
        if pair.watcher not in tables[0].game_table.to_act:
            continue
        asked = [hint_request(table, pair.watcher, 60.0) for table in tables]
        assert msgspec.json.encode(asked[0]) == msgspec.json.encode(asked[1])
        given = [answer(msgspec.structs.replace(question, iterations=20)) for question in asked]
        assert isinstance(given[0], HintAnswer)
        assert json.dumps(msgspec.to_builtins(given[0])) == json.dumps(msgspec.to_builtins(given[1]))
        compared += pair.differ
    assert compared or not find(name).info.hidden
