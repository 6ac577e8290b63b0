"""Studies: figures that repeat from their file, games that survive a kill, honest tests, one page without a network."""

from __future__ import annotations

import html
import json
import os
import re
import signal
import subprocess
import sys
import time
import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import gunbai
from gunbai import bots
from gunbai.core.bot import Budget
from gunbai.core.errors import GunbaiError
from gunbai.core.rng import Rng
from gunbai.study.facts import Facts, course, play, read, task
from gunbai.study.figures import Figures, figures
from gunbai.study.page import page, summary
from gunbai.study.plan import Study, read_study
from gunbai.study.running import Run, locally
from tests.forks import ROOT, environment

PLAN = """
title = "A small box beside another start"
question = "Does it matter who begins, <b>really</b>?"
game = "gunkimono"
bots = ["greedy", "random"]
iterations = 2
games = 12
look = 4
seed = 5

[variants.usual]
preset = "tiny"

[variants.red_begins]
preset = "tiny"
start = "red"
"""


def plan(tmp_path: Path, text: str = PLAN, **changed: Any) -> Study:
    file = tmp_path / "study.toml"
    file.write_text(text, encoding="utf-8")
    return replace(read_study(file), **changed)


def no_game(*_: int) -> None: ...


def test_a_plan_says_what_is_wrong_with_it(tmp_path: Path) -> None:
    found = plan(tmp_path)
    assert [variant.name for variant in found.variants] == ["usual", "red_begins"]
    for text, why in [
        (PLAN.replace('game = "gunkimono"', ""), "does not say its game"),
        (PLAN + "\n[variants.x]\nlayout = 'moon'", "layout"),
        (PLAN.replace("games = 12", "games = 'many'"), "games is a int"),
        ("speed = 9\n" + PLAN, "does not know speed"),
        (PLAN.partition("[variants")[0], "compares nothing"),
        ("title =", "no TOML"),
        (PLAN.replace('"greedy"', '"level-5"'), "by the clock"),
        (PLAN + "\n[watch]\nbuilding = 7", "written as text"),
        (PLAN + "\n[watch.building]\nkind = 'build *'", "a watch has kinds"),
    ]:
        with pytest.raises(GunbaiError, match=why):
            plan(tmp_path, text)


def test_facts_are_those_of_the_game(tmp_path: Path) -> None:
    study = plan(tmp_path)
    wanted = task(study, study.variants[0], 3)
    facts = play(wanted)
    assert facts == play(wanted)
    match = gunbai.new("gunkimono", preset="tiny", seed=wanted.seed)
    minds = [bots.make(name, wanted.seed * 8 + seat) for seat, name in enumerate(wanted.bots)]
    bots.play_out(match, minds, Budget(600.0, study.iterations))
    assert read(match, "usual", 3) == facts
    assert facts.returns == list(match.returns)
    decisions = sum(step.seat >= 0 for step in match.record.steps)
    assert sum(sum(used.values()) for used in facts.kinds) == decisions
    assert set(facts.examples) == {kind for used in facts.kinds for kind in used}
    assert all(text.endswith(".") for text in facts.examples.values())
    assert wanted.bots != task(study, study.variants[0], 4).bots


def test_the_course_of_a_game() -> None:
    assert course([[0.5, 0.0], [0.6, 0.1]], [1.0, -1.0]) == pytest.approx((0, 0.1, 0.0))
    assert course([[0.5, 0.0], [0.0, 0.6]], [1.0, -1.0]) == pytest.approx((1, 0.5, 1.0))
    assert course([[0.5, 0.0]], [0.0, 0.0]) == (0, -1.0, -1.0)


def test_games_are_kept_and_the_same_however_they_were_played(tmp_path: Path) -> None:
    study = plan(tmp_path)
    whole = Run(study, tmp_path / "whole").go(locally(2), no_game)
    assert [len(games) for games in whole.values()] == [12, 12]
    file = tmp_path / "whole" / "games.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    # Half a line is what a killed run leaves.
    file.write_text("".join(lines[:7]) + lines[7][:20], encoding="utf-8")
    heard: list[int] = []
    again = Run(study, tmp_path / "whole").go(locally(1), lambda done, _: heard.append(done))
    assert again == whole
    assert heard[0] == 7, "games that were there were played again"
    assert figures(study, again).data() == figures(study, whole).data()
    other = replace(study, iterations=3)
    assert not any(Run(other, tmp_path / "whole").kept.values()), "games of another plan counted"


def test_games_of_other_bots_are_not_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    study = plan(tmp_path, games=4)
    Run(study, tmp_path / "kept").go(locally(1), no_game)
    assert all(Run(study, tmp_path / "kept").kept.values())
    wanted = task(study, study.variants[0], 0)
    monkeypatch.setattr("gunbai.study.plan.fingerprint", lambda *_: "newer")
    assert not any(Run(study, tmp_path / "kept").kept.values()), "games of the code before an update counted"
    with pytest.raises(GunbaiError, match="install the same version"):
        play(replace(wanted, code="newer"))


PLAYS = """
import sys
from pathlib import Path
from gunbai.study.plan import read_study
from gunbai.study.running import Run, locally
Run(read_study(Path(sys.argv[1])), Path(sys.argv[2])).go(locally(2), lambda *_: None)
"""


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL to send")
def test_a_killed_study_goes_on(tmp_path: Path) -> None:
    plan(tmp_path, PLAN.replace('preset = "tiny"', "").replace("games = 12", "games = 20"))
    kept = tmp_path / "kept" / "games.jsonl"
    words = [sys.executable, "-c", PLAYS, str(tmp_path / "study.toml"), str(tmp_path / "kept")]
    run = subprocess.Popen(words, env=environment(ROOT))
    while run.poll() is None and not (kept.exists() and kept.read_bytes().count(b"\n") >= 2):
        time.sleep(0.01)
    run.send_signal(signal.SIGKILL)
    run.wait()
    before = kept.read_text().splitlines()
    assert 2 <= len(before) < 40, "the study was over before it was killed"
    subprocess.run(words, env=environment(ROOT), check=True)
    after = kept.read_text().splitlines()
    assert after[: len(before) - 1] == before[:-1], "games that were there were played again"
    assert len({(json.loads(line)["mark"], json.loads(line)["number"]) for line in after}) == len(after) == 40


def test_a_study_stops_when_it_knows_enough(tmp_path: Path) -> None:
    study = plan(tmp_path, margin=5.0)
    assert [len(games) for games in Run(study, tmp_path / "soon").go(locally(1), no_game).values()] == [4, 4]
    never = plan(tmp_path, margin=1e-9)
    assert [len(games) for games in Run(never, tmp_path / "soon").go(locally(1), no_game).values()] == [12, 12]


def made_up(variant: str, games: int, rng: Rng, bias: float = 0.0, turns: int = 20) -> list[Facts]:
    """Games by coin toss: who wins goes with nothing but the bias."""
    out = []
    for number in range(games):
        won = 1.0 if rng.unit() < 0.5 + bias else -1.0
        kinds = [{word: 1 for word in ("go", "stay", "hit") if rng.unit() < 0.5} for _ in range(2)]
        length = turns + int(rng.below(10))
        opening = ["north", "south"][int(rng.below(2))]
        out.append(Facts(variant, number, [won, -won], "taken" if rng.unit() < 0.5 else "time", 3 * length, length,
                         int(rng.below(4)), rng.unit(), rng.unit(), [opening, opening], kinds))  # fmt: skip
    return out


def test_chance_is_not_called_a_finding_and_a_difference_is(tmp_path: Path) -> None:
    study = plan(tmp_path)
    wrong = asked = 0
    for seed in range(40):
        rng = Rng(seed)
        found = figures(study, {"usual": made_up("usual", 100, rng), "red_begins": made_up("red_begins", 100, rng)})
        wrong += any(finding.holds for finding in found.findings)
        asked += len(found.findings)
    assert asked > 40 * 15, "many questions are asked of the same games"
    # One study in twenty may name a finding where there is none; seven of forty would be far out.
    assert wrong <= 6
    rng = Rng(1)
    games = {"usual": made_up("usual", 300, rng), "red_begins": made_up("red_begins", 300, rng, bias=0.2, turns=30)}
    found = figures(study, games)
    held = {(finding.variant, finding.about) for finding in found.findings if finding.holds}
    assert {("red_begins", "seat"), ("red_begins", "turns")} <= held
    told = " ".join(summary(study, found))
    assert "red_begins: red gets more than its share" in told
    assert "usual: no seat is shown to be favoured" in told


def test_a_seat_that_wins_every_game_is_favoured(tmp_path: Path) -> None:
    played = [replace(game, returns=[-1.0, 1.0]) for game in made_up("usual", 20, Rng(2))]
    told = summary(plan(tmp_path), figures(plan(tmp_path), {"usual": played}))
    assert "usual: red gets less than its share (-1.00 of a result from -1 to 1)." in told
    # A mean of thirds is not exact: what differs in the last place only is no spread either.
    thirds = [replace(game, returns=[1 / 3, -1.0]) for game in made_up("usual", 30, Rng(2))]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        figures(plan(tmp_path), {"usual": thirds})


def test_what_only_the_favoured_seat_does_is_not_praised_for_it(tmp_path: Path) -> None:
    played = made_up("usual", 300, Rng(5), bias=0.3)
    for game in played:
        # By chance: each seat does what belongs to it in half of the games.
        game.kinds[:] = [{"south": 1} if "go" in game.kinds[0] else {}, {"north": 1} if "go" in game.kinds[1] else {}]
    found = figures(plan(tmp_path), {"usual": played})
    assert any(finding.about == "seat" and finding.holds for finding in found.findings)
    assert len([finding for finding in found.findings if finding.about == "use"]) == 2
    assert not any(finding.about == "use" and finding.holds for finding in found.findings)


def test_what_a_plan_asks_about_is_answered_also_with_nothing(tmp_path: Path) -> None:
    watched = PLAN + '\n[watch]\ncharging = "charge *"\n[watch."the first gate"]\nkinds = "gate 1"\nof = "gate *"\n'
    study = plan(tmp_path, watched)
    played = made_up("usual", 200, Rng(7))
    rng = Rng(9)
    for game in played:
        # Both seats charge in every game; the winner does it more often, at either wing. Gates are taken by lot.
        won = 0 if game.returns[0] > 0 else 1
        for seat in (0, 1):
            gate = f"gate {1 + int(rng.below(2))}"
            game.kinds[seat] = {"charge north": 2, "charge south": 1 + 3 * (seat == won), "wait": 10, gate: 4}
    found = figures(study, {"usual": played})
    told = found.watches["usual"]
    assert told["charging"]["games"] == 1.0
    assert told["charging"]["compared"] == 200
    assert told["charging"]["more"] > 1.5
    assert told["charging"]["q"] <= 0.05 < told["the first gate"]["q"]
    # Where both took the same gate there is nothing to compare.
    assert 60 < told["the first gate"]["compared"] < 140
    lines = summary(study, found)
    assert any(line.startswith("charging (in 100% of games): seats with more of it") for line in lines)
    assert any(line.startswith("the first gate (in") and "nothing is shown" in line for line in lines)
    shown = page(study, found, "gunbai study study.toml", watched, "a machine")
    assert shown.count("<svg") == 5
    assert "What was asked about" in shown


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> tuple[Study, Figures, str]:
    folder = tmp_path_factory.mktemp("report")
    study = plan(folder)
    found = figures(study, {name: made_up(name, 60, Rng(3)) for name in ("usual", "red_begins")})
    return study, found, page(study, found, "gunbai study study.toml", PLAN, "a machine")


def test_the_page_needs_no_network_and_escapes_what_it_tells(report: tuple[Study, Figures, str]) -> None:
    _, found, text = report
    assert "<b>really</b>" not in text
    assert "&lt;b&gt;really&lt;/b&gt;" in text
    assert not re.findall(r"\b(?:src|href)=|url\((?!#)|@import|<script", text)
    assert text.count("<svg") == 4
    # A second picture with the same name for a part would be drawn with the part of the first.
    names = re.findall(r'\bid="([^"]+)"', text)
    assert len(names) == len(set(names))
    assert f"{len(found.findings)} questions were asked" in text


def test_a_browser_shows_every_plot_without_a_network(report: tuple[Study, Figures, str], tmp_path: Path) -> None:
    from playwright.sync_api import sync_playwright

    from tests.browser.conftest import FLAGS, chromium

    file = tmp_path / "report.html"
    file.write_text(report[2], encoding="utf-8")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium(), args=FLAGS)
        try:
            context = browser.new_context(offline=True)
            shown = context.new_page()
            faults: list[str] = []
            shown.on("pageerror", lambda error: faults.append(str(error)))
            shown.goto(file.as_uri())
            plots = shown.locator(".plot svg")
            assert plots.count() == 4
            for number in range(4):
                box = plots.nth(number).bounding_box()
                assert box is not None
                assert box["height"] > 50
            assert faults == []
        finally:
            browser.close()


def test_every_plan_has_its_report_and_the_report_its_plan() -> None:
    plans = {file.stem: file.read_text(encoding="utf-8") for file in (ROOT / "examples" / "studies").glob("*.toml")}
    reports = {file.stem: file.read_text(encoding="utf-8") for file in (ROOT / "docs" / "reports").glob("*.html")}
    assert plans.keys() == reports.keys()
    for name, text in reports.items():
        assert html.escape(plans[name], quote=False) in text, f"{name}: the plan has changed since the report was made"
        assert "<script" not in text


@pytest.mark.parametrize("file", sorted((ROOT / "examples" / "studies").glob("*.toml")), ids=lambda file: file.stem)
def test_a_shipped_report_says_which_bots_and_rules_it_stands_on(file: Path) -> None:
    study = read_study(file)
    text = (ROOT / "docs" / "reports" / f"{file.stem}.html").read_text(encoding="utf-8")
    assert f"{study.game} by rules version {study.rules}." in text
    for variant in study.variants:
        assert re.search(rf"{variant.name}: [^;]* \(mark [0-9a-f]{{12}}\)", text), variant.name
