"""What actions would bring and what the board stands for, asked over HTTP and sockets by the holder of a seat."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from gunbai.core.registry import find, names
from gunbai.server.bot_worker import answer
from gunbai.server.worker_messages import ForeseeRequest, PointRequest, packed
from tests.server.house import SLOW_RATIONS, Player, Server, serving
from tests.server.test_hints import _in_play
from tests.server.test_secrets import all_twins

GUNKIMONO: dict[str, Any] = {"game": "gunkimono", "options": {"players": 2, "start": "red"}}


def _placing(ann: Player) -> tuple[str, dict[str, Any]]:
    """A table where Ann has a large tile to place, and what she sees."""
    table = ann.table(**GUNKIMONO, seats=["me", "bot:random"])
    large = next(c["text"] for c in ann.see(table)["sights"][0]["legal"] if c["text"].startswith("large"))
    ann.act(table, large)
    return table, ann.see(table)["sights"][0]


def test_all_that_a_table_shows_is_foreseen_at_once(ann: Player) -> None:
    table, sight = _placing(ann)
    told = ann.order(table, "foresee", version=sight["version"])
    assert (told["seat"], told["version"]) == (0, sight["version"])
    assert [each["action"] for each in told["actions"]] == [choice["action"] for choice in sight["legal"]]
    for each in told["actions"]:
        assert [effect["kind"] for effect in each["effects"]][:2] == ["place", "place"]
        for template, words in each["sayings"]:
            assert told["templates"][template].format(**words)


def test_plans_are_foreseen_or_refused_one_by_one(ann: Player) -> None:
    table, sight = _placing(ann)
    first = sight["legal"][0]
    plans = [[first["action"]], [first["text"], "score points"], [first["text"], "draw"], ["nonsense"]]
    told = ann.order(table, "foresee", version=sight["version"], plans=plans)
    one, two, three, four = told["plans"]
    assert [e["kind"] for e in one["effects"]].count("offer") == 4
    assert [e["piece"] for e in two["effects"] if e["kind"] == "gain"] == ["points"]
    assert three["refused"]["paragraph"] == "4.2"
    assert four["refused"]["error"] == "bad-notation"
    assert "actions" not in told


def test_every_square_says_what_it_stands_for_or_why_not(ann: Player) -> None:
    table, sight = _placing(ann)
    told = ann.order(table, "point", version=sight["version"])
    legal = {choice["action"] for choice in sight["legal"]}
    assert {action for actions in told["places"].values() for action in actions} == legal
    assert set(told["places"]) == {square["square"] for square in sight["view"]["board"]}
    refused = {place: each["why"] for each in told["refused"] for place in each["places"]}
    assert refused["stack"]["detail"] == "the chosen tile has to be placed now (rule 3.1)"
    some = ann.order(table, "point", version=sight["version"], places=["a1", "stack"])
    assert (list(some["places"]), [each["places"] for each in some["refused"]]) == (["a1"], [["stack"]])
    assert ann.order(table, "point", 400, version=sight["version"], places=["z99"])["error"] == "bad-notation"


def test_the_answers_on_a_socket_are_those_of_http(ann: Player) -> None:
    table, sight = _placing(ann)
    line = ann.socket(table)
    for what in ("foresee", "point"):
        answer, _ = line.ask(what, version=sight["version"])
        assert answer.pop("type") == "done"
        answer.pop("id")
        told = ann.order(table, what, version=sight["version"])
        assert {name: value for name, value in answer.items() if value} == {n: v for n, v in told.items() if v}
    line.close()


def test_only_the_holder_of_the_seat_is_told_and_only_of_the_moment_it_saw(
    server: Server, ann: Player, ben: Player
) -> None:
    table = ann.table(**GUNKIMONO, seats=["me", "open"])
    ben.order(table, "join")
    version = ann.see(table)["version"]
    assert ann.order(table, "foresee", version=version)["actions"]
    for what in ("foresee", "point"):
        assert ben.order(table, what, 409, version=version)["error"] == "not-your-turn"
        assert ben.order(table, what, 403, version=version, seat=0)["error"] == "not-allowed"
        assert Player(server.url, "Cem").order(table, what, 403, version=version)["error"] == "not-allowed"
        assert Player(server.url, known=False).order(table, what, 401, version=version)["error"] == "no-session"
        assert ann.order(table, what, 409, version=version + 1)["error"] == "stale"
    ann.act(table, ann.see(table)["sights"][0]["legal"][0]["action"])
    for what in ("foresee", "point"):
        assert ann.order(table, what, 409, version=version)["error"] == "stale"
    ann.order(table, "resign")
    assert ann.order(table, "foresee", 409, version=ann.see(table)["version"])["error"] == "over"


def test_questions_are_rationed(tmp_path: Path) -> None:
    with serving(tmp_path / "data", *SLOW_RATIONS, limits=True) as server:
        ann = Player(server.url, "Ann")
        table, sight = _placing(ann)
        answers = [ann.order(table, "foresee", None, version=sight["version"]) for _ in range(80)]
        assert sum("actions" in given for given in answers) >= 20
        assert any(given.get("error") == "too-much" for given in answers)


@pytest.mark.parametrize("name", names())
def test_what_is_hidden_changes_no_byte_of_an_answer(name: str) -> None:
    """Twins that differ in all the watcher cannot see: what they are told is the same, byte for byte."""
    compared = 0
    for pair in all_twins():
        if pair.game.info.name != name or pair.watcher < 0:
            continue
        tables = [_in_play(pair, moves) for moves in (pair.first, pair.second)]
        if pair.watcher not in tables[0].game_table.to_act:
            continue
        told = []
        for table in tables:
            info, view = pair.game.info, packed(table.game_table.view(pair.watcher))
            questions = (
                ForeseeRequest(info.name, info.rules_version, view),
                PointRequest(info.name, info.rules_version, view),
            )
            # The question and the answer of the worker: neither may depend on what is hidden.
            told.append(msgspec.json.encode([view, *(answer(question) for question in questions)]))
        assert told[0] == told[1]
        compared += pair.differ
    assert compared or not find(name).info.hidden
