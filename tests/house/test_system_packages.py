"""scripts/system-packages: silent when all is there, one line when it may not install."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "system-packages"


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A machine of a person without root rights: bash, and nothing to install with."""
    for name, body in {"id": "echo 1000", "sudo": "exit 1"}.items():
        (tmp_path / name).write_text(f"#!{shutil.which('bash')}\n{body}\n")
        (tmp_path / name).chmod(0o755)
    return tmp_path


def run(machine: Path, *names: str) -> subprocess.CompletedProcess[str]:
    bash = shutil.which("bash")
    assert bash is not None
    env = {**os.environ, "PATH": str(machine)}
    return subprocess.run([bash, str(SCRIPT), *names], env=env, capture_output=True, text=True, check=False)


def test_nothing_asked_nothing_said(machine: Path) -> None:
    done = run(machine)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_what_is_there_is_not_installed(machine: Path) -> None:
    (machine / "chromium").write_text("")
    (machine / "chromium").chmod(0o755)
    assert run(machine, "chromium").returncode == 0


def test_what_it_may_not_install_it_asks_for_in_one_line(machine: Path) -> None:
    done = run(machine, "chromium", "postgresql")
    assert done.returncode == 1
    assert done.stderr == "gunbai: please install with your system's package manager: chromium postgresql\n"


def test_an_unknown_name_is_refused(machine: Path) -> None:
    assert run(machine, "emacs").returncode == 2
