"""Brings .venv up to date: pinned packages, the browser app, and the package, compiled where a C compiler is found.

`make` runs this before everything else. What has to be done is decided by content, not by time stamps, and a stamp is
written only after its step succeeded: an interrupted build is simply taken up again. A lock keeps two makes apart.
Needs only the standard library. A word does a part of it:

build.py            all of it, with the tools that check and test
build.py play       what serving from the sources needs, and the browser app
build.py compile    what compiling needs, and the package
build.py fresh      nothing; fails unless the package is installed as the sources are
build.py tools | web | web-tools    Python tools, the browser app, the tools that check and test it
build.py checks     all of it but the package: checkers need no more, and can work beside the compiler
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
TOOLS_DONE = VENV / ".deps"
PACKAGE_DONE = VENV / ".built"
# From few packages to many; each holds the ones before it.
LOCKS = {name: ROOT / "requirements" / f"{name}.txt" for name in ("serve", "build", "dev")}
PACKAGE_FILES = (".py", ".md", ".json", ".typed", ".mako")
WEB = ROOT / "web"
# Where the browser app is built to: inside the package, where the server finds it.
WEB_BUILT = ROOT / "src" / "gunbai" / "server" / "static"
WEB_DONE = ROOT / ".stamps" / "web"
BUILD = ROOT / "build"
WHEELS = BUILD / "wheel"
LINES_OF_A_FAILURE = 40


def main() -> int:
    if sys.version_info < (3, 11):  # noqa: UP036 - an older Python may well run this file
        return complain(f"Python 3.11 or newer is needed; this is {sys.version.split()[0]}")
    (ROOT / ".stamps").mkdir(exist_ok=True)
    with (ROOT / ".stamps" / "build.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            return carry_out(" ".join(sys.argv[1:]))
        except subprocess.CalledProcessError as error:
            return complain(f"this step failed: {' '.join(str(word) for word in error.cmd)}")
        except KeyboardInterrupt:
            return complain("interrupted; run make again to go on")


def carry_out(part: str) -> int:
    match part:
        case "" | "play" | "checks":
            # The browser app needs none of the Python packages, so the two are fetched and built side by side.
            with ThreadPoolExecutor(1) as beside:
                browser_app = beside.submit(web, everything=part == "checks")
                tools("serve" if part == "play" else "dev")
                browser_app.result()
            if not part:
                package()
        case "compile":
            tools("build")
            package()
        case "fresh":
            return int(stamp(PACKAGE_DONE) != package_key())
        case "tools":
            tools("dev")
        case "web":
            web()
        case "web-tools":
            web_packages(everything=True)
        case _:
            return complain(f"there is no part {part!r}; scripts/build.py lists them")
    return 0


def complain(line: str) -> int:
    print(f"gunbai: {line}", file=sys.stderr)
    return 1


def say(line: str) -> None:
    print(f"gunbai: {line}", flush=True)


def tools(level: str) -> None:
    """A working environment with the pinned packages of a lock in it, or of a larger one."""
    levels = list(LOCKS)
    there, _, made_from = stamp(TOOLS_DONE).partition(" ")
    enough = there in LOCKS and levels.index(there) >= levels.index(level) and made_from == tools_key(there)
    if enough and works([PYTHON, "-c", "import pip"]):
        return
    TOOLS_DONE.unlink(missing_ok=True)
    if not works([PYTHON, "-c", f"import sys, pip; sys.exit(sys.version != {sys.version!r})"]):
        if not works([sys.executable, "-c", "import venv, ensurepip"]):
            raise SystemExit(complain("this Python cannot make environments; install its venv package (python3-venv)"))
        run([sys.executable, "-m", "venv", "--clear", VENV])
    say(f"installing {LOCKS[level].read_text().count('==')} packages into .venv")
    # Python compiles a module when it is first imported; doing it for all of them would take a third of the time.
    run([*pip("install"), "--no-compile", "--require-hashes", "-r", LOCKS[level]])
    TOOLS_DONE.write_text(f"{level} {tools_key(level)}")


def tools_key(level: str) -> str:
    return digest([LOCKS[level]], sys.version)


def web(*, everything: bool = False) -> None:
    """The browser app, when it is part of this checkout; with everything, also the tools that check and test it."""
    if not (WEB / "package.json").is_file():
        return
    lock = web_packages(everything=everything)
    sources = sorted(f for f in WEB.rglob("*") if f.is_file() and "node_modules" not in f.relative_to(WEB).parts)
    wanted = digest(sources, lock)
    if stamp(WEB_DONE) != wanted or not (WEB_BUILT / "index.html").is_file():
        WEB_DONE.unlink(missing_ok=True)
        say("building the browser app")
        run(["npm", "run", "--silent", "--prefix", WEB, "build", "--", "--logLevel", "warn"])
        WEB_DONE.write_text(wanted)


def web_packages(*, everything: bool) -> str:
    """Node packages: those that build the app, or everything including linters and test runner. Returns their lock."""
    node = shutil.which("node")
    version = subprocess.check_output([node, "--version"], text=True).strip() if node else "none"
    if not node or int(version.lstrip("v").partition(".")[0]) < 20:
        raise SystemExit(complain(f"Node 20 or newer is needed to build the browser app; there is {version}"))
    lock = digest([WEB / "package-lock.json"], version)
    build_only, all_of_it = WEB / "node_modules" / ".installed", WEB / "node_modules" / ".installed-all"
    if stamp(all_of_it) != lock and (everything or stamp(build_only) != lock):
        say("installing the browser app's tools")
        which = [] if everything else ["--omit=dev"]
        # As with `npm ci`, versions and hashes come from the lock; binaries for other systems need not be listed there.
        run(["npm", "install", "--no-save", "--prefix", WEB, "--no-audit", "--no-fund", "--loglevel=error", *which])
        (all_of_it if everything else build_only).write_text(lock)
    return lock


def package_key() -> str:
    """Everything that decides how the installed package looks."""
    found = (f for f in (ROOT / "src").rglob("*") if f.is_file())
    files = sorted(f for f in found if f.suffix in PACKAGE_FILES or f.is_relative_to(WEB_BUILT))
    compiler = " ".join(os.environ.get(name, "") for name in ("CC", "GUNBAI_COMPILE")) + str(find_compiler())
    return digest([*files, ROOT / "setup.py", ROOT / "pyproject.toml", LOCKS["build"]], compiler + sys.version)


def package() -> None:
    """The package as an installed copy; the sources stay free of build products."""
    wanted = package_key()
    if stamp(PACKAGE_DONE) == wanted and works([PYTHON, "-I", "-c", "import gunbai"]):
        return
    PACKAGE_DONE.unlink(missing_ok=True)
    forget_other_builds()
    began = time.monotonic()
    install([PYTHON, "-c", f"from setuptools import build_meta; build_meta.build_wheel({str(WHEELS)!r})"])
    say(f"installed the package in {time.monotonic() - began:.0f} s")
    engine = subprocess.check_output([PYTHON, "-I", "-c", "import gunbai.core.game as g; print(g.__file__)"], text=True)
    compiled = not engine.strip().endswith(".py")
    if not compiled:
        why = "GUNBAI_COMPILE=0" if os.environ.get("GUNBAI_COMPILE") == "0" else "no working C compiler was found"
        say(f"NOT COMPILED ({why}): the same games and rules, but slower. Install a C compiler and run make again.")
    PACKAGE_DONE.write_text(f"{wanted}\n{'compiled' if compiled else 'uncompiled'}\n")


def install(command: Sequence[str | Path]) -> None:
    """Run a command that makes a wheel and install that. Its progress is shown, the rest of its words go to a log."""
    shutil.rmtree(WHEELS, ignore_errors=True)
    WHEELS.mkdir(parents=True)
    # mypy's notes for compiling differ from those for checking: in one folder each would throw the other's away.
    environment = os.environ | {
        "MYPY_CACHE_DIR": str(BUILD / ".mypy_cache"),
        "PYTHONUNBUFFERED": "1",
        "GUNBAI_WEB": "ready",
    }
    with (
        (BUILD / "log.txt").open("w+") as log,
        subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ) as child,
    ):
        assert child.stdout is not None
        for line in child.stdout:
            log.write(line)
            if line.startswith("gunbai: "):
                print(line, end="", flush=True)
        if child.wait():
            log.seek(0)
            print("".join(log.readlines()[-LINES_OF_A_FAILURE:]), end="", file=sys.stderr)
            raise subprocess.CalledProcessError(child.returncode, ["building the package (all of it: build/log.txt)"])
    run([*pip("install"), "--no-deps", "--no-index", "--force-reinstall", *WHEELS.glob("*.whl")])


def forget_other_builds() -> None:
    """Start over when compiler, mypyc or the way of building changed: setuptools compares only the C files."""
    compiler = find_compiler()
    which = subprocess.check_output([compiler, "--version"], text=True) if compiler else ""
    wanted = digest([ROOT / "setup.py", ROOT / "requirements" / "build.in"], which + sys.version)
    if stamp(BUILD / ".key") != wanted:
        shutil.rmtree(BUILD, ignore_errors=True)
        BUILD.mkdir()
        (BUILD / ".key").write_text(wanted)


def find_compiler() -> str | None:
    return shutil.which((os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0])


def pip(command: str) -> list[str | Path]:
    return [PYTHON, "-m", "pip", command, "--quiet", "--disable-pip-version-check"]


def run(command: Iterable[str | Path]) -> None:
    subprocess.run(list(command), check=True, cwd=ROOT)


def works(command: list[str | Path]) -> bool:
    try:
        return subprocess.run(command, check=False, capture_output=True, cwd=VENV.parent).returncode == 0
    except OSError:
        return False


def stamp(path: Path) -> str:
    return path.read_text().split("\n")[0] if path.is_file() else ""


def digest(files: Iterable[Path], more: str) -> str:
    total = hashlib.sha256(more.encode())
    for path in files:
        total.update(f"\n{path.relative_to(ROOT)}\n".encode())
        total.update(path.read_bytes())
    return total.hexdigest()


if __name__ == "__main__":
    sys.exit(main())
