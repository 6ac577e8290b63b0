"""GitHub's workflows and the pre-commit hooks run the same commands and versions as a person does here."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped,unused-ignore]

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
PYTHONS = ["3.11", "3.12", "3.13"]


def read(file: Path) -> dict[Any, Any]:
    content = yaml.safe_load(file.read_text(encoding="utf-8"))
    assert isinstance(content, dict)
    return content


def commands(workflow: Path) -> list[str]:
    return [step["run"] for job in read(workflow)["jobs"].values() for step in job["steps"] if "run" in step]


def test_every_supported_python_is_tested_on_linux_and_macos() -> None:
    jobs = read(ROOT / ".github" / "workflows" / "test.yml")["jobs"]
    tested = {job["runs-on"]: job["strategy"]["matrix"]["python"] for job in jobs.values()}
    assert tested == {"ubuntu-latest": PYTHONS, "macos-latest": PYTHONS}
    lowest = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"]
    assert lowest == f">={PYTHONS[0]}"


def test_wheels_are_made_for_every_python_that_is_tested() -> None:
    matrix = read(ROOT / ".github" / "workflows" / "wheels.yml")["jobs"]["wheels"]["strategy"]["matrix"]
    assert matrix["python"] == ["cp" + version.replace(".", "") for version in PYTHONS]
    assert {system.split("-")[0] for system in matrix["system"]} == {"ubuntu", "macos"}


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda file: file.stem)
def test_workflows_run_what_is_there(workflow: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", MAKEFILE, re.MULTILINE))
    lines = commands(workflow)
    assert lines
    for line in lines:
        words = line.split()
        if words[0] == "make":
            assert set(words[1:]) <= targets, line
        assert all((ROOT / word).exists() for word in words if word.startswith(("tests/", "scripts/"))), line
        assert "://" not in line


def test_the_sdist_is_built_by_the_pinned_tool() -> None:
    pinned = re.findall(r"^build==\S+", (ROOT / "requirements" / "dev.txt").read_text(), re.MULTILINE)
    asked = [line.split()[-1] for line in commands(ROOT / ".github" / "workflows" / "wheels.yml") if "pip" in line]
    assert asked[0] == pinned[0]


def test_pre_commit_runs_what_make_lint_runs() -> None:
    recipes = re.findall(r"^lint-[a-z]+:.*\n((?:\t.*\n)+)", MAKEFILE, re.MULTILINE)
    assert recipes
    lint = re.sub(r"\$\(wildcard ([^)]*)\)", r"\1", "".join(recipes)).replace("$(VENV)", ".venv")
    hooks = [hook for repo in read(ROOT / ".pre-commit-config.yaml")["repos"] for hook in repo["hooks"]]
    assert [hook["entry"] for hook in hooks] == [line.strip() for line in lint.splitlines()]
    # Tools of the environment, not copies that pre-commit would fetch in versions of its own.
    assert {hook["language"] for hook in hooks} == {"system"}


@pytest.mark.parametrize("form", [f for f in FORMS if f.stem != "config"], ids=lambda file: file.stem)
def test_issue_forms_ask_for_something(form: Path) -> None:
    content = read(form)
    assert {"name", "description", "body"} <= content.keys()
    asked = [field for field in content["body"] if field["type"] in {"textarea", "input", "dropdown"}]
    assert len({field["id"] for field in asked}) == len(asked) == len(content["body"])
    assert any(field.get("validations", {}).get("required") for field in asked)
