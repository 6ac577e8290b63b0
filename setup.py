"""Compiles the engine with mypyc; without a C compiler the same files are installed as they are."""

import os
import shutil
import sys
import sysconfig
from pathlib import Path

from setuptools import setup

# Text and screens gain nothing from being compiled.
LEFT_UNCOMPILED = {"__init__.py", "notation.py", "features.py"}
CORE = ["errors.py", "rng.py", "options.py", "game.py"]


def groups() -> list[tuple[list[str], str]]:
    """One shared library for core, one per game, one for the bots' search."""
    root = Path("src/gunbai")
    found = [([str(root / "core" / name) for name in CORE], "gunbai_core_native")]
    for folder in sorted((root / "games").iterdir()):
        files = sorted(str(f) for f in folder.glob("*.py") if f.name not in LEFT_UNCOMPILED)
        if files:
            found.append((files, f"gunbai_{folder.name}_native"))
    search = root / "bots" / "search.py"
    if search.exists():
        found.append(([str(search)], "gunbai_search_native"))
    return found


def compiler() -> bool:
    command = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    headers = Path(sysconfig.get_paths()["include"]) / "Python.h"
    return shutil.which(command) is not None and headers.exists()


def extensions() -> list:
    if os.environ.get("GUNBAI_COMPILE", "1") == "0":
        print("gunbai: not compiling (GUNBAI_COMPILE=0); everything works, slower", file=sys.stderr)
        return []
    if not compiler():
        print("gunbai: no C compiler or Python headers found; installing uncompiled, slower", file=sys.stderr)
        return []
    from mypyc.build import mypycify  # noqa: PLC0415 - only there when we compile

    parts = groups()
    files = [name for names, _ in parts for name in names]
    return mypycify(["--strict", *files], opt_level="3", debug_level="0", separate=parts)


setup(ext_modules=extensions())
