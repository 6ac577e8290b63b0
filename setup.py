"""Compiles the engine with mypyc; without a working C compiler the same files are installed as they are."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
from collections.abc import Iterable
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

# Text, screens and shapes of data gain nothing from being compiled.
LEFT_UNCOMPILED = {"__init__.py", "notation.py", "position_check.py", "view_data.py", "ways.py"}
# What every move at a table passes through; handlers and messages are read by the frameworks and stay as they are.
SERVER = [
    "bot_pool",
    "socket_orders",
    "access",
    "webhooks",
    "undo_check",
    "limits",
    "listener",
    "time_slices",
    "projection",
    "hosted_table",
    "table_dice",
    "table_rows",
    "table_time",
    "whispers",
    "uptime",
    "votes",
    "version_marks",
    "audience",
    "table_lock",
    "commit_queue",
    "disk_ration",
    "whereabouts",
    "bot_tables",
    "forced_play",
    "short_frames",
]
SERVER_ALONE = ["table_registry", "orders"]
# Chosen by measurement (docs/decisions/compiled-by-mypyc.md): tables wait for sockets and disks more than they compute.
ENGINE_LEVEL, TABLE_LEVEL = "-O2", "-O1"
TABLES = ("gunbai_session_native", "gunbai_server_")
# The compiler thinks a method of mypyc's large, for its checks of what hardly ever fails, and would not inline it.
ENGINE_INLINING = ["--param", "max-inline-insns-auto=80"]
# mypyc exports no function by name. Unless they are hidden, the compiler on Linux may not inline them.
# Python's own flags ask for warnings (-Wall). Looking for what could be warned of in generated code takes a third of
# the compiler's time, even if nothing is said of it (-w): that is switched off as well (-Wno-all).
FLAGS = [] if sys.platform == "win32" else ["-fvisibility=hidden", "-w", "-Wno-all"]
CORE = ["errors.py", "rng.py", "options.py", "state.py", "action_index.py", "observation.py", "judgement.py", "game.py"]


def groups() -> list[tuple[list[str], str]]:
    """The modules of each shared library, and its name.

    Calls inside a library are inlined, calls between libraries are not: a game is one library. The tables' code gains
    nothing from inlining, and its largest modules are libraries of their own because that lets all cores compile.
    """
    root = Path("src/gunbai")
    found = [("core", [root / "core" / name for name in CORE])]
    for folder in sorted((root / "games").iterdir()):
        found.append((folder.name, sorted(folder.glob("*.py"))))
    found.append(("search", [root / "bots" / "search.py"]))
    found.append(("learn", [root / "learn" / "fit.py", root / "learn" / "winner.py"]))
    found.append(("rl", [root / "rl" / "batch.py"]))
    found.append(("solver", [root / "lab" / "tree.py", root / "lab" / "solver.py"]))
    found.append(("session", sorted((root / "session").glob("*.py"))))
    found += [(f"server_{name}", [root / "server" / f"{name}.py"]) for name in SERVER_ALONE]
    found.append(("server", [root / "server" / f"{name}.py" for name in SERVER]))
    kept = [
        ([str(f) for f in files if f.name not in LEFT_UNCOMPILED], f"gunbai_{name}_native") for name, files in found
    ]
    return [(files, name) for files, name in kept if files]


def can_compile(*more: str) -> bool:
    """Whether an extension of three lines builds: a compiler without headers or linker is no compiler."""
    command = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "probe.c")
        source.write_text("#include <Python.h>\nint probe(void) { return PY_MAJOR_VERSION; }\n")
        headers = [f"-I{sysconfig.get_path(name)}" for name in ("include", "platinclude")]
        flags = [*more, "-shared", "-fPIC", *headers, str(source), "-o", str(Path(folder, "probe.so"))]
        try:
            return subprocess.run([*command, *flags], check=False, capture_output=True).returncode == 0
        except OSError:
            return False


def will_compile() -> bool:
    if {"egg_info", "dist_info", "sdist"} & set(sys.argv[1:]):
        # These only list files and metadata; a frontend asks for them before it asks for the wheel.
        return False
    if os.environ.get("GUNBAI_COMPILE", "1") == "0":
        say("not compiling (GUNBAI_COMPILE=0); everything works, slower")
        return False
    if not can_compile():
        say("no working C compiler with Python headers; installing uncompiled, slower")
        return False
    return True


def extensions() -> list[Extension]:
    from mypyc.build import mypycify  # noqa: PLC0415 - only there when we compile

    parts = groups()
    files = [name for names, _ in parts for name in names]
    say(f"translating {len(files)} modules to C")
    # Always from scratch: mypyc 2.4.1 fails on a cache that another run of mypy, or an earlier build, has left.
    cache = Path("build", "mypyc")
    shutil.rmtree(cache, ignore_errors=True)
    inlining = ENGINE_INLINING if can_compile(*ENGINE_INLINING) else []
    made = mypycify(["--strict", "--cache-dir", str(cache), *files], debug_level="0", separate=parts)
    for extension in made:
        extension.sources = [corrected(source) for source in extension.sources]
        level = [TABLE_LEVEL] if extension.name.startswith(TABLES) else [ENGINE_LEVEL, *inlining]
        # The last level given is the one that counts. mypyc gives all extensions one list, so each gets its own here.
        extension.extra_compile_args = [*extension.extra_compile_args, *FLAGS, *level]
        # Other flags make another library, too.
        extension.depends = [*extension.depends, "setup.py"]
    return made


def corrected(source: str) -> str:
    """The generated C without two faults of mypyc 2.4.1.

    It writes the constant of `1 << square` as a 32-bit C integer, which loses every bit above the 31st. And where
    Python code hands a vec to compiled code, as an argument or for an attribute, it takes a reference too many, so the
    items of the vec are never freed. What it means to borrow lives as long as the object that was handed over.
    The corrected file stands beside the generated one and is touched only when it changes, so builds stay incremental.
    """
    generated = Path(source)
    if not generated.name.startswith("__native"):
        return source
    text = re.sub(r"= (-?\d+) << ", r"= (int64_t)\1 << ", generated.read_text())
    text = re.sub(r"\b(arg_\w+|tmp) = Vec(\w+)Api\.unbox\((?:obj_\w+|value)[^;]*;", _given_back, text)
    target = generated.parent / "corrected" / generated.name
    target.parent.mkdir(exist_ok=True)
    if not target.exists() or target.read_text() != text:
        target.write_text(text)
    return str(target)


def _given_back(found: re.Match[str]) -> str:
    return f"{found[0]} VEC_{found[2].upper()}_DECREF({found[1]});"


def browser_app() -> None:
    """Make sure that the package holds the browser app. A checkout builds it; an sdist has it and needs no Node."""
    if os.environ.get("GUNBAI_WEB") == "ready":
        return
    if Path("web", "package.json").is_file():
        if subprocess.call([sys.executable, "scripts/build.py", "web"]):
            raise SystemExit("gunbai: no package without the browser app, and that could not be built (see above)")
    elif not Path("src/gunbai/server/static/index.html").is_file():
        raise SystemExit("gunbai: no package without the browser app, and there is neither web/ nor the app built")


class PackSources(sdist):
    """The sources, with the browser app built."""

    def run(self) -> None:
        browser_app()
        super().run()


class CopyWhatIsThere(build_py):
    """Copies the package. setuptools would go on installing files of an earlier build that are no longer there."""

    def run(self) -> None:
        browser_app()
        if not self.editable_mode:
            built = [f for f in Path(self.build_lib).rglob("*") if f.is_file() and f.suffix != ".so"]
            forget(built, {f for f in built if Path("src", f.relative_to(self.build_lib)).exists()})
        super().run()


class CompileLargestFirst(build_ext):
    """Compiles on all cores and says how far it is. A library whose C is unchanged is not compiled again."""

    def build_extensions(self) -> None:
        forget(Path(self.build_lib).rglob("*.so"), {Path(self.get_ext_fullpath(e.name)) for e in self.extensions})
        self.extensions.sort(key=size, reverse=True)
        self.counting = threading.Lock()
        self.finished = 0
        say(f"compiling {len(self.extensions)} files on {self.parallel} cores, the largest first")
        super().build_extensions()

    def build_extension(self, extension: Extension) -> None:
        made, began = Path(self.get_ext_fullpath(extension.name)), time.monotonic()
        before = made.stat().st_mtime_ns if made.exists() else 0
        super().build_extension(extension)
        took = f"{time.monotonic() - began:.0f} s" if made.stat().st_mtime_ns != before else "unchanged"
        with self.counting:
            self.finished += 1
            # A library has a file of some lines for each module besides; they are counted, not named.
            if size(extension) > 100_000 or self.finished == len(self.extensions):
                say(f"compiled {self.finished} of {len(self.extensions)}: {extension.name} ({took})")


def forget(built: Iterable[Path], wanted: set[Path]) -> None:
    for path in built:
        if path not in wanted:
            path.unlink()


def size(extension: Extension) -> int:
    return sum(Path(source).stat().st_size for source in extension.sources)


def say(line: str) -> None:
    print(f"gunbai: {line}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    setup(
        ext_modules=extensions() if will_compile() else [],
        cmdclass={"build_py": CopyWhatIsThere, "build_ext": CompileLargestFirst, "sdist": PackSources},
        options={"build_ext": {"parallel": cores}},
    )
