"""Training: known rules are found again, held-out games judge, and a run that was stopped goes on to the same end."""

from __future__ import annotations

from pathlib import Path

import pytest

from gunbai.core.errors import GunbaiError
from gunbai.core.registry import find
from gunbai.core.rng import Rng
from gunbai.learn.fit import Examples, area, fit_secret, fit_value
from gunbai.learn.selfplay import kept_games, tasks
from gunbai.learn.training import Recipe, Round, Training

TOY = Recipe(rounds=2, games=12, simulations=1)


def test_a_known_rule_is_learned() -> None:
    """Feature 0 wins, feature 1 loses, the others say nothing."""
    rng, examples = Rng(3), Examples()
    for game in range(400):
        sides = [[int(rng.below(2)), 2 + int(rng.below(6))] for _ in range(2)]
        good = sides[1][0] - sides[0][0]
        examples.add(sides, 0.5 + 0.5 * good if good else float(rng.below(2)), game)
    found = fit_value(examples, 8, Rng(1))
    assert found.weights[0] > 1.0 > -1.0 > found.weights[1]
    assert max(abs(w) for w in found.weights[2:]) < 0.5 * found.weights[0]
    assert found.loss < 0.8 < found.baseline
    assert area(examples, found.weights) > 0.8


def test_results_of_mere_chance_teach_nothing() -> None:
    rng, examples = Rng(4), Examples()
    for game in range(400):
        examples.add([[int(rng.below(8))], [int(rng.below(8))]], float(rng.below(2)), game)
    assert fit_value(examples, 8, Rng(1)).loss > 0.97


def test_a_habit_of_hiding_is_learned() -> None:
    """The secret lies at a place with feature 1 whenever there is one."""
    rng, examples = Rng(5), Examples()
    for game in range(300):
        true = int(rng.below(4))
        examples.add([[1 if place == true else 0, 2 + int(rng.below(3))] for place in range(4)], float(true), game)
    found = fit_secret(examples, 5, Rng(1), even=0.25)
    assert found.baseline == pytest.approx(2.0)
    # A quarter of even odds is kept: never surer than this.
    assert 0.29 < found.loss < 0.5


def run(folder: Path, recipe: Recipe = TOY) -> tuple[dict[str, object], list[Round]]:
    seen: list[Round] = []
    weights = Training(find("gunshi"), folder, recipe).run(1, lambda number, games: None, seen.append)
    return dict(weights), seen


def test_a_stopped_run_goes_on_to_the_same_weights(tmp_path: Path) -> None:
    """Stopped in the middle of a line of the second round; what is played again is the same."""
    whole, rounds = run(tmp_path / "whole")
    assert [r.games for r in rounds] == [12, 24]
    lines = (tmp_path / "whole" / "round-1.jsonl").read_text(encoding="utf-8")
    stopped = tmp_path / "stopped"
    stopped.mkdir()
    for name in ("recipe.json", "round-0.jsonl", "round-0.weights"):
        (stopped / name).write_bytes((tmp_path / "whole" / name).read_bytes())
    (stopped / "round-1.jsonl").write_text(lines[: len(lines) // 2], encoding="utf-8")
    again, rest = run(stopped)
    assert again == whole
    assert [r.number for r in rest] == [1]
    assert len(kept_games(stopped / "round-1.jsonl")) == 12


def test_a_run_keeps_its_recipe(tmp_path: Path) -> None:
    small = Recipe(rounds=1, games=8, simulations=1)
    Training(find("gunshi"), tmp_path, small)
    with pytest.raises(GunbaiError, match="another recipe"):
        Training(find("gunshi"), tmp_path, TOY)


def test_a_game_without_features_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(find("shogun"), "learning", None)
    with pytest.raises(GunbaiError, match="nothing can be learned of shogun yet"):
        next(tasks(find("shogun"), 0, 8, 1))


def test_a_round_meets_the_first_search_and_the_scripts() -> None:
    met = {name for task in tasks(find("gunshi"), 1, 60, 5) for name in task.players}
    assert met == {"new", "search-1", "script:rush", "script:turtle"}
