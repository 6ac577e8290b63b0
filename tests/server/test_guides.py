"""Lessons that are games, over HTTP: moments, orders, refusals, questions; nothing of the opponents' secrets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.server.house import SLOW_RATIONS, Player, Server, serving


def told(ann: Player, path: str, **order: Any) -> Any:
    answer = ann.http.post(f"/games/{path}", json=order)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize("game", ["gunshi", "gunkimono", "shogun"])
def test_a_lesson_is_played_through(server: Server, game: str) -> None:
    ann = Player(server.url, "Ann")
    guide = ann.get(f"/games/{game}/guide")
    moment = ann.get(f"/games/{game}/guide/{guide['begins']}")
    assert moment["table"]["seats"][1]["bot"] == "teacher"
    version = moment["version"]
    for step in guide["steps"]:
        assert step["first"] == version
        while version < step["end"]:
            action = step["actions"][version - step["first"]]
            done = told(ann, f"{game}/guide/act", version=version, actions=[action])
            for update in done["updates"]:
                (sight,) = update["sights"]
                assert sight["log"]["from"] == version
                assert sight["length"] == update["version"] == version + len(sight["log"]["lines"])
                version = update["version"]


def test_refusals_say_why(server: Server) -> None:
    ann = Player(server.url, "Ann")
    other = ann.http.post("/games/gunshi/guide/act", json={"version": 0, "actions": ["send Re"]})
    assert (other.status_code, other.json()["error"]) == (409, "not-in-this-step")
    fence = next(s for s in ann.get("/games/gunshi/guide")["steps"] if s["actions"][:1] == ["fence c3-c4"])
    illegal = ann.http.post("/games/gunshi/guide/act", json={"version": fence["first"], "actions": ["fence d3-d4"]})
    assert (illegal.status_code, illegal.json()["paragraph"]) == (422, "7.4")
    assert ann.http.get("/games/gunshi/guide/9999").status_code == 404
    assert ann.http.post("/games/gunshi/guide/act", json={"version": 9999, "actions": ["end"]}).status_code == 409


def test_the_board_can_be_asked_as_at_a_table(server: Server) -> None:
    ann = Player(server.url, "Ann")
    foreseen = told(ann, "gunshi/guide/foresee", version=0)
    assert {each["action"] for each in foreseen["actions"]}
    pointed = told(ann, "gunshi/guide/point", version=0)
    assert pointed["version"] == 0
    again = told(ann, "gunshi/guide/foresee", version=0)
    assert again == foreseen


def test_the_learner_sees_no_secret_of_the_teacher(server: Server) -> None:
    ann = Player(server.url, "Ann")
    steps = ann.get("/games/gunshi/guide")["steps"]
    # What others will do is not told beforehand.
    (third,) = (step for step in steps if step["actions"][:1] == ["send Re"] and len(step["actions"]) == 4)
    assert third["actions"][1:] == ["", "", ""]
    moment = ann.get("/games/gunshi/guide/5")
    (sight,) = moment["sights"]
    assert sight["log"]["lines"][3]["action"] == "send ?"


def test_a_game_without_a_lesson_has_none(server: Server) -> None:
    ann = Player(server.url, "Ann")
    assert ann.http.get("/games/whisper/guide").status_code == 404


def test_a_lesson_costs_its_address_what_a_table_costs_a_person(tmp_path: Path) -> None:
    with serving(tmp_path / "data", *SLOW_RATIONS, "--set", "limits.address_burst=40", limits=True) as server:
        ann = Player(server.url, "Ann")
        question = {"version": 0, "plans": [["send Re"]] * 64}
        # The guest is one request, a question about so many plans nine.
        answers = [ann.http.post("/games/gunshi/guide/foresee", json=question).status_code for _ in range(5)]
        assert answers == [200, 200, 200, 200, 429]
        # What the rules say to another action is found out by a worker, and costs more than is left.
        other = ann.http.post("/games/gunshi/guide/act", json={"version": 0, "actions": ["send Re"]})
        assert other.status_code == 429


def test_what_the_lesson_does_not_ask_for_is_judged_like_at_a_table(server: Server) -> None:
    ann = Player(server.url, "Ann")
    both = ann.http.post("/games/gunshi/guide/act", json={"version": 0, "actions": ["send Re"], "command": "send Re"})
    assert both.status_code == 400
    spoken = ann.http.post("/games/gunshi/guide/act", json={"version": 0, "command": "send Re"})
    assert (spoken.status_code, spoken.json()["error"]) == (409, "not-in-this-step")
    row = ann.http.post("/games/gunshi/guide/act", json={"version": 0, "actions": ["send Re", "send Re"]})
    assert row.status_code in (409, 422)
