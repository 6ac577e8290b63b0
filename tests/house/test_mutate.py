"""scripts/mutate.py finds out which faults the tests catch, and remembers it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from scripts import mutate

SOURCE = '''"""A rule."""


def most(a: int, b: int) -> int:
    """The larger one."""
    return a if a > b else b
'''
TEST = "from gunbai.session.rule import most\n\n\ndef test_most():\n    assert (most(1, 2), most(2, 1)) == (2, 2)\n"
LIST = """
[wider]
session = ["tests/test_rule.py", "tests/test_more.py"]

[[group]]
file = "src/gunbai/session/rule.py"
tests = ["tests/test_rule.py"]
fault = [
  { find = "a > b", put = "a < b" },
  { find = "else b", put = "else a + 0 * b" , tests = ["tests/test_none.py"] },
  { find = "a if a > b", put = "a if a >= b", survives = "Of two equal numbers either is the larger one." },
]
"""
PAGE = "# Mutants\n\n<!-- mutants begin -->\nold\n<!-- mutants end -->\nThe end.\n"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small project with one rule, its test, and a list of faults."""
    room = tmp_path / "src" / "gunbai" / "session"
    room.mkdir(parents=True)
    (room.parent / "__init__.py").touch()
    (room / "__init__.py").touch()
    (room / "rule.py").write_text(SOURCE)
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_rule.py").write_text(TEST)
    (tmp_path / "tests" / "test_more.py").write_text(TEST.replace("test_most", "test_more"))
    (tmp_path / "tests" / "test_none.py").write_text("def test_none():\n    pass\n")
    (tmp_path / "list.toml").write_text(LIST)
    (tmp_path / "page.md").write_text(PAGE)
    return tmp_path


def run(tree: Path, monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "argv", ["mutate.py", *words])
    return mutate.main(tree, tree / "list.toml", tree / "build" / "mutants.json")


def test_faults_are_caught_by_name_and_survivors_are_listed(
    tree: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # Two of three are fewer than 95 of 100.
    assert run(tree, monkeypatch, "--page", str(tree / "page.md")) == 1
    said = capsys.readouterr().out
    assert "1/3 caught by tests/test_rule.py::test_most" in said
    # The room's own test has nothing against it, but a wider one has.
    assert "2/3 goes on to the wider tests" in said
    assert "2/3 caught by tests/test_rule.py::test_most" in said
    assert "3/3 SURVIVED" in said
    page = (tree / "page.md").read_text()
    assert page.partition("<!--")[0] == "# Mutants\n\n"
    assert page.rpartition("-->")[2] == "\nThe end.\n"
    assert "old" not in page
    assert "| session | 3 | 2 | 1 |" in page
    assert "Of two equal numbers either is the larger one." in page
    # The sources are as they were, and what is known is not tried again.
    assert (tree / "src/gunbai/session/rule.py").read_text() == SOURCE
    monkeypatch.setattr(mutate.Copy, "catch", None)
    assert run(tree, monkeypatch) == 1
    # New words change nothing; new code makes the faults worth another try.
    rule = tree / "src/gunbai/session/rule.py"
    mutant = mutate.read(tree / "list.toml")[0]
    before = mutant.key(tree)
    rule.write_text(SOURCE.replace("The larger one.", "The larger of two."))
    assert mutant.key(tree) == before
    rule.write_text(SOURCE + "\n\nMORE = 1\n")
    assert mutant.key(tree) != before


def test_a_list_that_does_not_fit_any_more_is_refused(
    tree: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tree / "src/gunbai/session/rule.py").write_text(SOURCE.replace("a > b", "b < a"))
    assert run(tree, monkeypatch) == 2
    assert "a > b -> a < b: found 0 times" in capsys.readouterr().err


def test_a_test_that_fails_anyway_catches_nothing(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tree / "tests" / "test_rule.py").write_text("def test_most():\n    assert False\n")
    with pytest.raises(SystemExit, match=r"without any fault: tests/test_rule\.py::test_most"):
        run(tree, monkeypatch)


def test_the_list_fits_the_sources_and_names_tests_that_are_there() -> None:
    """Otherwise nobody notices until the next long run that a fault is no longer made, or that nothing looks for it."""
    mutants = mutate.read()
    assert mutate.misfits(mutants) == []
    named = {test for mutant in mutants for test in (*mutant.tests, *mutant.wider) if test.startswith("tests/")}
    for test in sorted(named):
        file, _, function = test.partition("::")
        assert (mutate.ROOT / file).exists(), test
        assert not function or f"def {function}(" in (mutate.ROOT / file).read_text(encoding="utf-8"), test
