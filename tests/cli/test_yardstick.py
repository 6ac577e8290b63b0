"""Small games solved and bots measured, by command."""

from __future__ import annotations

from typing import Any

from tests.cli.program import gunbai, refused


def test_nashconv_prints_the_value_and_a_line_for_each_policy() -> None:
    given = ("-b", "random", "-b", "greedy", "--asks", "2", "--iterations", "2", "--gap", "0.01")
    solved, *found = _lines("nashconv", "shogun", *given)
    assert solved["preset"] == "mini-1"
    assert abs(solved["values"][0] - 0.586) < 0.01
    assert [line["policy"] for line in found] == ["CFR+", "random", "greedy"]
    assert found[0]["nash_conv"][1] <= 0.01 < found[1]["nash_conv"][1]
    shown = gunbai("nashconv", "shogun", "-b", "random", "--gap", "0.01").out
    assert "437 positions" in shown
    assert "exact" in shown


def test_a_benchmark_is_a_table_of_minis_and_games() -> None:
    given = ("-g", "shogun", "--minis", "1", "--asks", "2", "--rounds", "1", "-b", "random", "--iterations", "1")
    about, mini, games = _lines("benchmark", "greedy", *given, "-j", "1")
    assert about["protocol"] == 1
    assert mini["mini"] == "mini-1"
    assert games["lineup"] == ["greedy", "random", "random"]
    assert games["games"] == 3
    assert "NashConv" in gunbai("benchmark", "random", "-g", "gunshi", "--minis", "1", "--rounds", "0").out


def test_what_cannot_be_solved_is_refused() -> None:
    assert "more than 1000 positions" in refused(gunbai("nashconv", "gunshi", "-p", "mini-2", "--most", "1000"))
    assert "begins at the first position" in refused(gunbai("exploit", "gunshi", "random", "--preset", "mini-1"))
    assert "only games of two" in refused(gunbai("nashconv", "gunkimono", "-o", "players=3"))
    assert "no minis" in refused(gunbai("nashconv", "whisper"))


def _lines(*arguments: str) -> list[dict[str, Any]]:
    done = gunbai(*arguments, "--json")
    assert done.code == 0, done.err
    return list(done.json)
