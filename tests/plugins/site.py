"""A folder of installed packages as pip leaves it: modules beside a `.dist-info` that names their entry points."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tests.cli.program import Outcome
from tests.forks import ROOT, environment, run_command


def install(site: Path, name: str, entries: Mapping[str, Mapping[str, str]], modules: Mapping[str, str]) -> None:
    """Put one distribution into the folder: group -> entry -> value, and the text of its modules."""
    info = site / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    groups = [f"[{group}]\n" + "".join(f"{k} = {v}\n" for k, v in some.items()) for group, some in entries.items()]
    (info / "entry_points.txt").write_text("\n".join(groups))
    for module, text in modules.items():
        (site / f"{module}.py").write_text(text)


def gunbai(site: Path, *arguments: str, stdin: str = "", cwd: Path | None = None) -> Outcome:
    """Run the command in a process that has the folder's packages installed."""
    variables = environment(site, ROOT)
    code, out, err = run_command(list(arguments), stdin.encode(), variables, cwd or Path.cwd(), toy=False)
    return Outcome(code, out.decode(), err.decode())
