"""A folder of installed packages as pip leaves it: modules beside a `.dist-info` that names their entry points."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from tests.cli.program import Outcome

ROOT = Path(__file__).parents[2]


def install(site: Path, name: str, entries: Mapping[str, Mapping[str, str]], modules: Mapping[str, str]) -> None:
    """Put one distribution into the folder: group -> entry -> value, and the text of its modules."""
    info = site / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    groups = [f"[{group}]\n" + "".join(f"{k} = {v}\n" for k, v in some.items()) for group, some in entries.items()]
    (info / "entry_points.txt").write_text("\n".join(groups))
    for module, text in modules.items():
        (site / f"{module}.py").write_text(text)


def environment(*folders: Path) -> dict[str, str]:
    """The environment of a process that finds packages in these folders."""
    inherited = [Path(part).resolve() for part in os.environ.get("PYTHONPATH", "").split(os.pathsep) if part]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(str(folder) for folder in (*folders, *inherited))}


def gunbai(site: Path, *arguments: str, stdin: str = "", cwd: Path | None = None) -> Outcome:
    """Run the command in a process that has the folder's packages installed."""
    command = [sys.executable, "-c", "from gunbai.cli import main; main()", *arguments]
    done = subprocess.run(
        command,
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env=environment(site, ROOT),
        cwd=cwd,
    )
    return Outcome(done.returncode, done.stdout, done.stderr)
