"""Runs `gunbai` as a person would: another process, real files. The toy game is known to it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.forks import ROOT, environment, run_command


@dataclass
class Outcome:
    """What a run left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in self.out.splitlines()]


def gunbai(*arguments: str, stdin: str | bytes = "", program: str = "", folders: Sequence[Path] = ()) -> Outcome:
    """Run one command line to its end; a program of another kind in an interpreter of its own.

    The command finds modules in these folders too.
    """
    data = stdin.encode() if isinstance(stdin, str) else stdin
    if program:
        command = [sys.executable, "-c", program, *arguments]
        done = subprocess.run(command, input=data, capture_output=True, check=False, cwd=ROOT, timeout=120)
        return Outcome(done.returncode, done.stdout.decode(), done.stderr.decode())
    code, out, err = run_command(list(arguments), data, environment(ROOT, *folders), ROOT, toy=True)
    return Outcome(code, out.decode(), err.decode())


def refused(outcome: Outcome) -> str:
    """The one line of a refusal; anything else fails the test."""
    assert outcome.code == 2, outcome
    assert outcome.err.count("\n") == 1, outcome.err
    assert outcome.err.startswith("gunbai: ")
    assert "Traceback" not in outcome.err
    return outcome.err.removeprefix("gunbai: ").strip()
