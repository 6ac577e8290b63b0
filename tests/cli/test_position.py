"""gunbai position: what an independent referee asks."""

from __future__ import annotations

import json

import pytest

import gunbai as package
from tests.cli.program import gunbai, refused


def test_the_first_position_is_drawn_with_its_actions() -> None:
    shown = gunbai("position", "whisper", "-o", "players=3")
    assert shown.code == 0
    assert "north may:" in shown.out
    assert "seal 3" in shown.out


def test_a_position_as_json_has_everything_a_referee_compares() -> None:
    (data,) = gunbai(
        "position", "whisper", "--json", "-a", "east: seal 2", "-a", "1", "-a", "token 0", "--view", "east"
    ).json
    assert data["position"] == "[[1,2],[0,-1],[0,0],[[],[]],-1,0]"
    assert (data["actor"], data["turn"], data["pending"]) == (-1, "chance", [])
    assert data["legal"] == [{"action": 20, "text": "token 0"}, {"action": 21, "text": "token 1"}]
    assert data["weights"] == [1, 2]
    view = data["view"]
    assert isinstance(view, dict)
    assert view["data"]["secrets"] == [4, 2]
    again = gunbai("position", "whisper", str(data["position"]), "--json").json
    assert again == [{key: value for key, value in data.items() if key != "view"}]


@pytest.mark.parametrize(
    ("style", "options"),
    [
        ("tournament_basic", ""),
        ("tournament_advanced", "variant=inspiration_2"),
        ("tournament_custom", "variant=custom"),
    ],
)
def test_a_style_of_official_play_is_taken_as_a_preset(style: str, options: str) -> None:
    (data,) = gunbai("position", "gunshi", "--preset", style, "--json").json
    assert options in str(data["position"])
    assert style in refused(gunbai("position", "gunshi", "--preset", "tournament"))


def test_a_finished_position_tells_its_result() -> None:
    (data,) = gunbai("position", "whisper", "[[1,2],[0,1],[2,0],[[],[2]],0,0]", "--json").json
    assert (data["turn"], data["legal"], data["returns"], data["placing"]) == ("over", [], [1.0, -1.0], [1, 2])
    assert data["outcome"] == "rounds played"


def test_an_illegal_action_names_rule_and_place_in_both_forms() -> None:
    outcome = gunbai("position", "whisper", "-a", "seal 1", "-a", "guess 1", "--json")
    assert "action 2, 'guess 1'" in refused(outcome)
    assert outcome.json[0]["paragraph"] == "1.1"


def test_many_positions_are_answered_line_by_line() -> None:
    lines = [
        "[[1,2],[0,1],[0,0],[[],[]],2,0]",
        "",
        "nonsense",
        json.dumps(
            {"id": "a", "position": "[[1,2],[0,1],[0,0],[[],[]],2,0]", "apply": ["guess 2", 31], "view": "north"}
        ),
        json.dumps({"id": 7, "apply": ["guess 2"]}),
        '{"salt": 1}',
        '{"apply": [99999999999999999999999]}',
        "\xff",
    ]
    outcome = gunbai("position", "whisper", "-", stdin="\n".join(lines).encode("latin-1"))
    assert (outcome.code, outcome.err) == (0, "")
    first, nonsense, asked, illegal, unknown, huge, binary = outcome.json
    assert first["turn"] == "north"
    assert (nonsense["kind"], nonsense["line"]) == ("BadNotation", 3)
    assert asked["id"] == "a"
    assert asked["position"] == "[[1,2],[0,1],[1,1],[[1],[2]],1,0]"
    assert (illegal["id"], illegal["paragraph"], illegal["line"]) == (7, "1.1", 5)
    assert "salt" in str(unknown["error"])
    assert [e["kind"] for e in (unknown, huge, binary)] == ["BadNotation"] * 3


@pytest.mark.parametrize("name", package.names())
def test_every_game_answers_for_every_preset(name: str) -> None:
    presets = list(package.find(name).info.presets)
    asked = [json.dumps({"id": preset, "preset": preset, "view": 0}) for preset in presets]
    answers = gunbai("position", name, "-", stdin="\n".join(asked)).json
    assert [data["id"] for data in answers] == presets
    for data in answers:
        assert data["legal"]
        assert data["position"]
    again = gunbai("position", name, "-", stdin="\n".join(str(data["position"]) for data in answers)).json
    assert [data["legal"] for data in again] == [data["legal"] for data in answers]
    (one,) = gunbai("position", name, "--preset", presets[-1], "--json").json
    assert one["position"] == answers[-1]["position"]
