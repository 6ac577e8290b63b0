"""Tally as the games of the house are: compiled by mypyc, together with what it is made of.

The games that people play here are compiled. Tally as plain Python is half of the Python functions that a move passes
through, and no game of the house is that. The same file, with the same rules, is therefore translated as a group of its
own beside the core of the package. Only its own C is compiled, into `build/server-benchmark/compiled`; it fits the
installed package if that is compiled from the same sources of the core, and is made anew for others.
"""

from __future__ import annotations

import hashlib
import os
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PLACE = ROOT / "build" / "server-benchmark" / "compiled"
MODULE, GROUP, CORE = "compiled_tally", "gunbai_tally_native", "gunbai_core_native"


def key() -> str:
    """All that decides how the library looks."""
    found = hashlib.sha256(sys.version.encode())
    core = sorted((ROOT / "src" / "gunbai" / "core").rglob("*.py"))
    for file in [HERE / "tally.py", Path(__file__), ROOT / "setup.py", *core]:
        found.update(file.read_bytes())
    return found.hexdigest()


def made() -> Path:
    """The folder from which `compiled_tally` can be imported; compiled first if it is not there."""
    stamp = PLACE / "key"
    if not stamp.is_file() or stamp.read_text() != key():
        print("compiling Tally, with the core translated beside it: a minute", file=sys.stderr)
        shutil.rmtree(PLACE, ignore_errors=True)
        PLACE.mkdir(parents=True)
        source = (HERE / "tally.py").read_text().replace("benchmarks.server.tally", MODULE)
        (PLACE / f"{MODULE}.py").write_text(source)
        env = {**os.environ, "MYPYPATH": os.pathsep.join([str(ROOT / "src"), str(PLACE)])}
        subprocess.run([sys.executable, "-m", "benchmarks.server.compiled_tally"], cwd=ROOT, env=env, check=True)
        stamp.write_text(key())
    return PLACE


def build() -> None:
    """Translate the core and Tally, compile Tally. In a process of its own, because mypyc changes what it runs in."""
    from mypyc.build import mypycify  # noqa: PLC0415 - the rest of the benchmark needs no compiler
    from setuptools import Distribution  # noqa: PLC0415
    from setuptools.command.build_ext import build_ext  # noqa: PLC0415

    package = runpy.run_path("setup.py", run_name="gunbai_setup")
    parts = [group for group in package["groups"]() if group[1] == CORE]
    parts.append(([str((PLACE / f"{MODULE}.py").relative_to(ROOT))], GROUP))
    files = [name for names, _ in parts for name in names]
    cache = str(PLACE / "mypyc")
    found = mypycify(
        ["--strict", "--cache-dir", cache, *files], debug_level="0", separate=parts, target_dir=str(PLACE / "c")
    )
    wanted = [extension for extension in found if extension.name in (MODULE, f"{GROUP}__mypyc")]
    for extension in wanted:
        extension.sources = [package["corrected"](source) for source in extension.sources]
        extension.extra_compile_args = [*extension.extra_compile_args, *package["FLAGS"], package["ENGINE_LEVEL"]]
    command = build_ext(Distribution({"ext_modules": wanted}))
    command.build_lib, command.build_temp = str(PLACE), str(PLACE / "temp")
    command.ensure_finalized()
    command.run()


if __name__ == "__main__":
    build()
