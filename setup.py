"""Compiles the engine with mypyc; without a working C compiler the same files are installed as they are."""

import os
import re
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from setuptools import setup

# Text, screens and shapes of data gain nothing from being compiled.
LEFT_UNCOMPILED = {"__init__.py", "notation.py", "features.py", "view_data.py"}
# What every move at a table passes through; handlers and messages are read by the frameworks and stay as they are.
SERVER = [
    "bot_pool.py",
    "orders.py",
    "socket_orders.py",
    "access.py",
    "table_registry.py",
    "webhooks.py",
    "undo_check.py",
    "limits.py",
    "listener.py",
    "time_slices.py",
    "projection.py",
    "hosted_table.py",
    "uptime.py",
]
CORE = ["errors.py", "rng.py", "options.py", "game.py"]


def groups() -> list[tuple[list[str], str]]:
    """One shared library for core, one per game, one for the bots' search, one for tables."""
    root = Path("src/gunbai")
    found = [([str(root / "core" / name) for name in CORE], "gunbai_core_native")]
    for folder in sorted((root / "games").iterdir()):
        files = sorted(str(f) for f in folder.glob("*.py") if f.name not in LEFT_UNCOMPILED)
        if files:
            found.append((files, f"gunbai_{folder.name}_native"))
    search = root / "bots" / "search.py"
    if search.exists():
        found.append(([str(search)], "gunbai_search_native"))
    tables = [*(root / "session").glob("*.py"), *(root / "server" / name for name in SERVER)]
    found.append((sorted(str(f) for f in tables if f.name not in LEFT_UNCOMPILED), "gunbai_tables_native"))
    return found


def can_compile() -> bool:
    """Whether an extension of three lines builds: a compiler without headers or linker is no compiler."""
    command = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "probe.c")
        source.write_text("#include <Python.h>\nint probe(void) { return PY_MAJOR_VERSION; }\n")
        headers = [f"-I{sysconfig.get_path(name)}" for name in ("include", "platinclude")]
        flags = ["-shared", "-fPIC", *headers, str(source), "-o", str(Path(folder, "probe.so"))]
        try:
            return subprocess.run([*command, *flags], check=False, capture_output=True).returncode == 0
        except OSError:
            return False


def extensions() -> list:
    if os.environ.get("GUNBAI_COMPILE", "1") == "0":
        print("gunbai: not compiling (GUNBAI_COMPILE=0); everything works, slower", file=sys.stderr)
        return []
    if not can_compile():
        print("gunbai: no working C compiler with Python headers; installing uncompiled, slower", file=sys.stderr)
        return []
    from mypyc.build import mypycify  # noqa: PLC0415 - only there when we compile

    parts = groups()
    files = [name for names, _ in parts for name in names]
    made = mypycify(["--strict", *files], opt_level="3", debug_level="0", separate=parts)
    for extension in made:
        extension.sources = [widened(source) for source in extension.sources]
    return made


def widened(source: str) -> str:
    """The generated C with 64-bit constants in shifts.

    mypyc 2.4.1 writes the constant of `1 << square` as a 32-bit C integer, which loses every bit above the 31st.
    The corrected file stands beside the generated one and is touched only when it changes, so builds stay incremental.
    """
    generated = Path(source)
    if not generated.name.startswith("__native"):
        return source
    text = re.sub(r"= (-?\d+) << ", r"= (int64_t)\1 << ", generated.read_text())
    target = generated.parent / "wide" / generated.name
    target.parent.mkdir(exist_ok=True)
    if not target.exists() or target.read_text() != text:
        target.write_text(text)
    return str(target)


# The libraries of the groups do not depend on each other at build time, so they are compiled side by side.
setup(ext_modules=extensions(), options={"build_ext": {"parallel": os.cpu_count() or 1}})
