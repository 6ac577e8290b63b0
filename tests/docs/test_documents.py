"""README and docs are true: their Python runs as written, commands work, links lead somewhere, examples run."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from scripts.learning_curves import COMMANDS as COMMANDS_OF
from scripts.learning_curves import CURVES

from tests.forks import environment, run_command

ROOT = Path(__file__).parents[2]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
# Commands that are shown but not run here: they open a screen, take long, or need a file that the page does not make.
NOT_RUN = (
    "gunbai play",
    "gunbai arena",
    "gunbai serve",
    "gunbai verify",
    "gunbai bench",
    "gunbai nashconv",
    "gunbai fuzz --games 100000",
    "gunbai replay",
    "gunbai check",
)


def blocks(page: Path, language: str) -> list[str]:
    return [body for kind, body in _BLOCK.findall(page.read_text(encoding="utf-8")) if kind == language]


def page_name(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", [p for p in PAGES if blocks(p, "python")], ids=page_name)
def test_python_runs_as_written(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "snippet"}
    for number, block in enumerate(blocks(page, "python"), start=1):
        exec(compile(block, f"{page_name(page)}, block {number}", "exec"), names)


COMMANDS = [
    (page_name(page), line)
    for page in PAGES
    for block in blocks(page, "sh")
    for line in block.splitlines()
    if line.startswith("gunbai ") and not line.startswith(NOT_RUN)
]


@pytest.mark.parametrize(("page", "line"), COMMANDS)
def test_commands_work(page: str, line: str, tmp_path: Path) -> None:
    words = shlex.split(line, comments=True)[1:]
    done = run_command(words, b"", environment(), tmp_path, toy=False)
    assert done.code == 0, f"{page}: {line}: {done.err.decode()}"


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in _LINK.findall(page.read_text(encoding="utf-8")):
        if "://" in target:
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        assert file.exists(), f"{page_name(page)} links to {target}"
        if anchor:
            heads = re.findall(r"^#+ (.*)$", file.read_text(encoding="utf-8"), re.MULTILINE)
            assert anchor in {re.sub(r"[^\w -]", "", h.lower()).replace(" ", "-") for h in heads}, target


def test_every_decision_is_listed() -> None:
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    for page in (ROOT / "docs" / "decisions").glob("*.md"):
        assert f"(decisions/{page.name})" in index


# What makes an example short enough to be run here.
SHORT = {
    "ten_line_statistic.py": ["gunshi", "5"],
    "baseline_cfr_plus.py": ["--rounds", "16"],
    "baseline_mmd.py": ["--rounds", "32"],
    "baseline_ismcts.py": ["--games", "4", "--most", "4"],
    "baseline_ppo.py": ["--game", "shogun", "--updates", "2", "--games", "16"],
    "baseline_ppo_torch.py": ["--game", "shogun", "--updates", "2", "--games", "16"],
    "baseline_bots.py": ["--game", "shogun", "--asks", "2"],
    "self_play.py": ["--game", "shogun", "--updates", "1", "--games", "4"],
}


@pytest.mark.parametrize("example", sorted((ROOT / "examples").glob("*.py")), ids=lambda p: p.name)
def test_examples_run(example: Path, tmp_path: Path) -> None:
    arguments = SHORT.get(example.name, [])
    command = [sys.executable, str(example), *arguments]
    # The line bot answers questions: it gets one, the others need none.
    question = '{"type": "hello"}\n'
    done = subprocess.run(
        command, input=question, capture_output=True, text=True, check=False, cwd=tmp_path, env=environment()
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_every_baseline_is_a_page_or_two_and_has_its_curve() -> None:
    baselines = {file.name: file for file in (ROOT / "examples").glob("baseline_*.py")}
    assert set(baselines) == {command.split()[0] for command in COMMANDS_OF.values()} - {"self_play.py"}
    for file in baselines.values():
        assert len(file.read_text(encoding="utf-8").splitlines()) <= 110, file.name
    assert {file.stem for file in CURVES.glob("*.csv")} == set(COMMANDS_OF)
    for name in COMMANDS_OF:
        head, *rows = (CURVES / f"{name}.csv").read_text(encoding="utf-8").splitlines()
        assert rows
        assert all(row.count(",") == head.count(",") for row in rows)
