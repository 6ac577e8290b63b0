"""Brings .venv up to date: the pinned tools, the browser app, and the package, compiled where a C compiler is found.

`make` runs this before everything else. What has to be done is decided by content, not by time stamps, and a stamp is
written only after its step succeeded: an interrupted build is simply taken up again. A lock keeps two makes apart.
Needs only the standard library. `build.py tools` stops before the package; `build.py web-tools` installs what checks
and tests the browser app.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
TOOLS_DONE = VENV / ".deps"
PACKAGE_DONE = VENV / ".built"
REQUIREMENTS = ROOT / "requirements" / "dev.txt"
PACKAGE_FILES = (".py", ".md", ".json", ".typed", ".mako")
WEB = ROOT / "web"
# Where the browser app is built to: inside the package, where the server finds it.
WEB_BUILT = ROOT / "src" / "gunbai" / "server" / "static"
WEB_DONE = ROOT / ".stamps" / "web"


def main() -> int:
    if sys.version_info < (3, 11):  # noqa: UP036 - an older Python may well run this file
        return complain(f"Python 3.11 or newer is needed; this is {sys.version.split()[0]}")
    (ROOT / ".stamps").mkdir(exist_ok=True)
    with (ROOT / ".stamps" / "build.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            if sys.argv[1:] == ["web-tools"]:
                web_packages(everything=True)
                return 0
            tools()
            if sys.argv[1:] != ["tools"]:
                web()
                package()
        except subprocess.CalledProcessError as error:
            return complain(f"this step failed: {' '.join(str(word) for word in error.cmd)}")
        except KeyboardInterrupt:
            return complain("interrupted; run make again to go on")
    return 0


def complain(line: str) -> int:
    print(f"gunbai: {line}", file=sys.stderr)
    return 1


def say(line: str) -> None:
    print(f"gunbai: {line}", flush=True)


def tools() -> None:
    """A working environment with exactly the pinned tools in it."""
    wanted = digest([REQUIREMENTS], sys.version)
    if stamp(TOOLS_DONE) == wanted and works([PYTHON, "-c", "import pip, pytest"]):
        return
    TOOLS_DONE.unlink(missing_ok=True)
    if not works([PYTHON, "-c", f"import sys, pip; sys.exit(sys.version != {sys.version!r})"]):
        if not works([sys.executable, "-c", "import venv, ensurepip"]):
            raise SystemExit(complain("this Python cannot make environments; install its venv package (python3-venv)"))
        run([sys.executable, "-m", "venv", "--clear", VENV])
    say("installing the tools into .venv")
    run([*pip("install"), "--require-hashes", "-r", REQUIREMENTS])
    TOOLS_DONE.write_text(wanted)


def web() -> None:
    """The browser app, when it is part of this checkout."""
    if not (WEB / "package.json").is_file():
        return
    lock = web_packages(everything=False)
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


def package() -> None:
    """The package as an installed copy; the sources stay free of build products."""
    found = (f for f in (ROOT / "src").rglob("*") if f.is_file())
    files = sorted(f for f in found if f.suffix in PACKAGE_FILES or f.is_relative_to(WEB_BUILT))
    compiler = " ".join(os.environ.get(name, "") for name in ("CC", "GUNBAI_COMPILE")) + str(find_compiler())
    inputs = [*files, ROOT / "setup.py", ROOT / "pyproject.toml", REQUIREMENTS]
    wanted = digest(inputs, compiler + sys.version)
    if stamp(PACKAGE_DONE) == wanted and works([PYTHON, "-I", "-c", "import gunbai"]):
        return
    PACKAGE_DONE.unlink(missing_ok=True)
    forget_old_build()
    say("building the package" + (" (compiling the engines takes a minute or two)" if find_compiler() else ""))
    run([*pip("install"), "--no-deps", "--no-build-isolation", "--force-reinstall", ROOT])
    engine = subprocess.check_output([PYTHON, "-I", "-c", "import gunbai.core.game as g; print(g.__file__)"], text=True)
    compiled = not engine.strip().endswith(".py")
    if not compiled:
        why = "GUNBAI_COMPILE=0" if os.environ.get("GUNBAI_COMPILE") == "0" else "no working C compiler was found"
        say(f"NOT COMPILED ({why}): the same games and rules, but slower. Install a C compiler and run make again.")
    PACKAGE_DONE.write_text(f"{wanted}\n{'compiled' if compiled else 'uncompiled'}\n")


def forget_old_build() -> None:
    """Drop what setuptools would go on installing although it is no longer there."""
    build, setup = ROOT / "build", digest([ROOT / "setup.py"], "")
    copies = [(lib, f) for lib in build.glob("lib*") for f in lib.rglob("*.py")]
    if stamp(build / ".setup") != setup or not all((ROOT / "src" / f.relative_to(lib)).exists() for lib, f in copies):
        shutil.rmtree(build, ignore_errors=True)
        build.mkdir()
        (build / ".setup").write_text(setup)
    for lib in build.glob("lib*"):
        shutil.rmtree(lib / WEB_BUILT.relative_to(ROOT / "src"), ignore_errors=True)


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
