"""gunbai odds answers people and programs, and refuses sides that cannot be."""

from __future__ import annotations

import pytest

from tests.cli.program import gunbai, refused


def test_a_page_for_people() -> None:
    outcome = gunbai("odds", "1 spearman", "1 spearman", "--naval")
    assert outcome.code == 0
    assert "attacker wins    26.67 %" in outcome.out  # 2/3 survive the first strike, then 2/5
    assert "naval invasion" in outcome.out


def test_json_for_programs() -> None:
    arguments = ["D1 B2 S1", "P3 castle", "--call-off-at", "1", "--attacker-casualties", "S / B", "--json"]
    (answer,) = gunbai("odds", *arguments).json
    outcomes = answer["outcomes"]
    assert isinstance(outcomes, dict)
    assert sum(outcomes.values()) == pytest.approx(1, abs=1e-12)
    assert outcomes["called_off"] > 0
    (endless,) = gunbai("odds", "P1", "P1", "--json").json
    assert endless["expected_rounds"] == pytest.approx(1.8, abs=1e-12)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["P1"], "DEFENDER"),
        (["P9", "P1"], "at most 5 units"),
        (["P1", "P1", "--attacker-casualties", "D"], "always the last casualty"),
        (["P1", "P1", "--call-off-below", "2"], "call-off-below"),
        (["P1", "P1", "--rounds", "-1"], "rounds"),
        (["2 elephants", "P1"], "'elephants' is no unit"),
    ],
)
def test_refusals_are_one_line(arguments: list[str], says: str) -> None:
    assert says in refused(gunbai("odds", *arguments))


def test_refusals_reach_programs_too() -> None:
    outcome = gunbai("odds", "P9", "P1", "--json")
    assert outcome.code == 2
    assert "at most 5 units" in str(outcome.json[0]["error"])
