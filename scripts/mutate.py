"""Makes small faults (mutants) in the sources, one at a time, and sees whether the tests catch them.

scripts/mutants.toml lists the faults: a file, a text in it, what it becomes, and the tests that should fail then.
Each fault is made in a copy of the tree, so the checkout stays as it is, and the tests run there uncompiled. The room's
own tests run first, for all faults. Faults that they let pass then meet the wider tests of their part. A fault counts
as caught only by a test that passes without it. Tests that end without the fault, but not with it within the time
limit, count as caught too, because a fault can make a loop endless.

    python scripts/mutate.py                         all faults
    python scripts/mutate.py --only shogun session   those whose name holds one of these words, in this order
    python scripts/mutate.py --page docs/mutants.md  also write the result into that page

Results are kept in build/mutants.json: a run that was stopped goes on where it was. A fault is tried again when the
code of its file, the fault itself or its list of tests has changed, and with --again when it survived.

Exits with 1 if fewer than 95 of 100 faults are caught, and with 2 if the list does not fit the sources any more.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LIST = Path(__file__).with_name("mutants.toml")
RESULTS = ROOT / "build" / "mutants.json"
ENOUGH = 0.95
# The time limit of one run in seconds.
_LONGEST = 1200
_ENDLESS = "the time limit"
# The room's own tests are asked without those that take long; the wider ones have them.
_QUICK = ("-m", "not slow")
# What is copied: the sources, and what the tests read besides.
TREE = ("src", "tests", "examples", "scripts", "pyproject.toml", "README.md", "docs", "requirements", "benchmarks")
PARTS = {"games": "rules", "session": "session", "server": "server"}
_BEGIN, _END = "<!-- mutants begin -->", "<!-- mutants end -->"


@dataclass(frozen=True)
class Mutant:
    """One fault: in `file` the only place of `find` becomes `put`. `survives` says why a survivor is no gap."""

    file: str
    find: str
    put: str
    tests: tuple[str, ...]
    wider: tuple[str, ...] = ()
    survives: str = ""

    @property
    def name(self) -> str:
        return f"{self.file}: {' '.join(self.find.split())} -> {' '.join(self.put.split()) or '(nothing)'}"

    @property
    def part(self) -> str:
        """Rules, session or server."""
        return PARTS[Path(self.file).parts[2]]

    def key(self, root: Path) -> str:
        """Changes when a result no longer tells anything."""
        code = _code((root / self.file).read_text(encoding="utf-8"))
        words = repr((self.file, self.find, self.put, self.tests))
        return hashlib.sha256((words + code).encode()).hexdigest()[:16]


def _code(source: str) -> str:
    """A source without comments and docstrings: new words in them change no result."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            node.body = node.body[1:]
    return ast.dump(tree)


@dataclass(frozen=True)
class Verdict:
    """What came of one fault: the test that caught it (empty: none did), and whether all tests were asked."""

    name: str
    caught_by: str
    seconds: int
    final: bool


def read(path: Path = LIST) -> list[Mutant]:
    """The list. Tests are given once for all faults of a group, wider ones once for a game or a part."""
    listed = tomllib.loads(path.read_text(encoding="utf-8"))
    wider = listed.get("wider", {})
    return [_mutant(group, fault, wider) for group in listed["group"] for fault in group["fault"]]


def _mutant(group: dict[str, Any], fault: dict[str, Any], wider: dict[str, list[str]]) -> Mutant:
    parts = Path(group["file"]).parts
    more = wider.get(parts[3] if parts[2] == "games" else parts[2], [])
    tests = tuple(fault.get("tests", group["tests"]))
    return Mutant(group["file"], fault["find"], fault["put"], tests, tuple(more), fault.get("survives", ""))


def misfits(mutants: Sequence[Mutant], root: Path = ROOT) -> list[str]:
    """The faults that cannot be made any more, because the sources have changed."""
    found = []
    for mutant in mutants:
        file = root / mutant.file
        times = file.read_text(encoding="utf-8").count(mutant.find) if file.is_file() else 0
        if times != 1:
            found.append(f"{mutant.name}: found {times} times")
    return found


class Results:
    """Verdicts on disk, so that a run can be stopped at any time and go on later."""

    def __init__(self, path: Path) -> None:
        self._path = path
        kept = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
        self._verdicts = {key: Verdict(**verdict) for key, verdict in kept.items()}

    def get(self, key: str) -> Verdict | None:
        return self._verdicts.get(key)

    def forget_survivors(self) -> None:
        self._verdicts = {key: verdict for key, verdict in self._verdicts.items() if verdict.caught_by}

    def forget_caught_by(self, test: str) -> None:
        self._verdicts = {key: verdict for key, verdict in self._verdicts.items() if verdict.caught_by != test}
        self._write()

    def keep(self, key: str, verdict: Verdict) -> None:
        self._verdicts[key] = verdict
        self._write()

    def _write(self) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        part = self._path.with_suffix(".part")
        part.write_text(json.dumps({k: vars(v) for k, v in self._verdicts.items()}, indent=1), encoding="utf-8")
        part.replace(self._path)


@dataclass
class Copy:
    """A copy of the tree, in which one fault at a time is made and mended again."""

    folder: Path
    _stamp: int = 0

    @classmethod
    def of(cls, root: Path, folder: Path) -> Copy:
        for name in TREE:
            source = root / name
            if source.is_dir():
                ignored = shutil.ignore_patterns("__pycache__", "*.so", ".hypothesis", "node_modules")
                shutil.copytree(source, folder / name, ignore=ignored)
            elif source.is_file():
                shutil.copy(source, folder / name)
        return cls(folder)

    def catch(self, mutant: Mutant, tests: tuple[str, ...]) -> str:
        """The first of the tests that fails with the fault in place; empty if none does."""
        if not tests:
            return ""
        file = self.folder / mutant.file
        text, at = file.read_text(encoding="utf-8"), file.stat()
        try:
            file.write_text(text.replace(mutant.find, mutant.put), encoding="utf-8")
            # Byte code on disk goes by time and length, and two faults may be made within one second.
            self._stamp += 1
            os.utime(file, (at.st_atime, at.st_mtime + 10 * self._stamp))
            found = self.failure(tests)
        finally:
            file.write_text(text, encoding="utf-8")
            os.utime(file, (at.st_atime, at.st_mtime))
        if found == _ENDLESS and self.failure(tests):
            raise SystemExit("these tests do not end without any fault either: " + " ".join(tests))
        return found

    def failure(self, tests: Sequence[str]) -> str:
        """The first test that fails, or a word for what else went wrong; empty if all pass."""
        # The tests need no plugins of pytest, and loading them takes longer than most of the tests.
        environment = {**os.environ, "PYTHONPATH": str(self.folder / "src"), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-rfE", "--tb=no", *tests]
        with subprocess.Popen(
            command,
            cwd=self.folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        ) as run:
            try:
                said, _ = run.communicate(timeout=_LONGEST)
            except subprocess.TimeoutExpired:
                _end(run)
                return _ENDLESS
        if run.returncode == 0:
            return ""
        named = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - |$)", said, re.MULTILINE)
        return named[1] if named else f"pytest ended with {run.returncode}"


def _end(run: subprocess.Popen[str]) -> None:
    """Let pytest take its servers down first; then end what is left."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(run.pid, signal.SIGINT)
        try:
            run.communicate(timeout=30)
        except subprocess.TimeoutExpired:
            os.killpg(run.pid, signal.SIGKILL)
            run.communicate()


def table(verdicts: Sequence[tuple[Mutant, Verdict]]) -> str:
    """The result as Markdown: figures by part, the survivors with their reasons, and who caught the others."""
    lines = ["| part | mutants | caught | survived |", "|---|---|---|---|"]
    for part in (*PARTS.values(), "all"):
        here = [bool(verdict.caught_by) for mutant, verdict in verdicts if part in (mutant.part, "all")]
        lines.append(f"| {part} | {len(here)} | {sum(here)} | {len(here) - sum(here)} |")
    survivors = [mutant for mutant, verdict in verdicts if not verdict.caught_by]
    lines += ["", "## Survivors", ""]
    lines += [f"- `{mutant.name}`. {mutant.survives or 'No reason is known yet.'}" for mutant in survivors] or ["None."]
    lines += ["", "## The test that caught each mutant first", ""]
    lines += [f"- `{mutant.name}`: `{verdict.caught_by}`" for mutant, verdict in verdicts if verdict.caught_by]
    return "\n".join(lines)


def write_page(page: Path, text: str) -> None:
    """Put the result between the page's marks."""
    whole = page.read_text(encoding="utf-8")
    head, tail = whole.partition(_BEGIN)[0], whole.partition(_END)[2]
    page.write_text(f"{head}{_BEGIN}\n\n{text}\n\n{_END}{tail}", encoding="utf-8")


def main(root: Path = ROOT, listed: Path = LIST, results: Path = RESULTS) -> int:
    parser = argparse.ArgumentParser(description="Make small faults and see whether the tests catch them.")
    parser.add_argument("--only", nargs="+", default=[""], help="only faults whose name holds one of these words")
    parser.add_argument("--again", action="store_true", help="try survivors again, for example after adding a test")
    parser.add_argument("--page", type=Path, help="a page whose marked part gets the result")
    arguments = parser.parse_args()
    every = read(listed)
    mutants = list(dict.fromkeys(mutant for word in arguments.only for mutant in every if word in mutant.name))
    if stale := misfits(mutants, root):
        print("\n".join(["these faults no longer fit the sources:", *stale]), file=sys.stderr)
        return 2
    kept = Results(results)
    if arguments.again:
        kept.forget_survivors()
    verdicts = _all(mutants, root, kept)
    print(text := table(verdicts))
    if arguments.page:
        write_page(arguments.page, text)
    return int(sum(bool(verdict.caught_by) for _, verdict in verdicts) < ENOUGH * len(verdicts))


def _all(mutants: Sequence[Mutant], root: Path, results: Results) -> list[tuple[Mutant, Verdict]]:
    """All faults with the tests of their rooms, then those that survived with the wider ones, which take long."""
    with tempfile.TemporaryDirectory(prefix="gunbai-mutants-") as folder:
        copy: Copy | None = None
        for wide in (False, True):
            for number, mutant in enumerate(mutants, 1):
                known = results.get(key := mutant.key(root))
                if known is not None and (known.final or not wide):
                    continue
                copy = copy or Copy.of(root, Path(folder))
                began = time.monotonic()
                caught_by = copy.catch(mutant, mutant.wider if wide else (*mutant.tests, *_QUICK))
                verdict = Verdict(mutant.name, caught_by, round(time.monotonic() - began), wide or bool(caught_by))
                results.keep(key, verdict)
                word = f"caught by {caught_by}" if caught_by else "SURVIVED" if wide else "goes on to the wider tests"
                print(f"{number}/{len(mutants)} {word} in {verdict.seconds} s: {mutant.name}", flush=True)
        if copy is not None:
            _check_catchers(mutants, root, results, copy)
    return [(mutant, found) for mutant in mutants if (found := results.get(mutant.key(root))) is not None]


def _check_catchers(mutants: Sequence[Mutant], root: Path, results: Results, copy: Copy) -> None:
    """End with an error if a test that caught something fails without any fault too, and forget what it caught."""
    found = [verdict for mutant in mutants if (verdict := results.get(mutant.key(root))) is not None]
    tests = sorted({verdict.caught_by for verdict in found} - {"", _ENDLESS})
    if tests and (failed := copy.failure(tests)):
        results.forget_caught_by(failed)
        raise SystemExit(f"without any fault: {failed}")


if __name__ == "__main__":
    sys.exit(main())
