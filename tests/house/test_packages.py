"""What is installed: wheel and sdist hold the browser app, and each part needs only what its extra brings."""

from __future__ import annotations

import ast
import os
import runpy
import shutil
import subprocess
import sys
import tarfile
import tomllib
import urllib.request
import zipfile
from collections.abc import Iterator
from functools import cache
from importlib.metadata import Distribution, distribution, packages_distributions
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

from gunbai.extras import EXTRA_OF, advice

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "gunbai"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
EXTRAS: dict[str, list[str]] = PROJECT["project"]["optional-dependencies"]
ENGINES = ("core", "games", "bots", "session")
# room -> what has to be installed for it
ROOMS = {**dict.fromkeys(ENGINES, ""), "lab": "cli", "cli": "cli", "terminal": "terminal", "server": "server",
         "rl": "openspiel", "data": "data", "mcp": "mcp", "study": "study"}  # fmt: skip
# Of the shared server, only the listener to PostgreSQL needs its driver; of the lab, only ratings need choix and SciPy.
# PyTorch is installed by hand: no pinned build suits all machines.
ELSEWHERE = {("server/store.py", "psycopg"), ("lab/rating.py", "choix"), ("lab/rating.py", "scipy"),
             ("data/torch_reading.py", "torch"), ("study/cluster.py", "ray")}  # fmt: skip


def brought_by(extra: str) -> set[str]:
    """The packages an extra names, with those of the extras it stands on."""
    found = {Requirement(text).name for text in PROJECT["project"]["dependencies"]}
    for text in EXTRAS.get(extra, ()):
        requirement = Requirement(text)
        found |= {requirement.name} if requirement.name != "gunbai" else set[str]()
        for other in requirement.extras if requirement.name == "gunbai" else ():
            found |= brought_by(other)
    return found


# It reads the list of files of every package that is installed.
owners_of = cache(packages_distributions)


def modules_of(packages: set[str]) -> set[str]:
    names = {name.lower().replace("_", "-") for name in packages}
    return {
        module
        for module, owners in owners_of().items()
        if names & {owner.lower().replace("_", "-") for owner in owners}
    }


def imported(file: Path) -> set[str]:
    """Every module a file imports, ours with the names taken from them."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {str(node.module)} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def foreign(file: Path) -> set[str]:
    tops = {name.partition(".")[0] for name in imported(file)}
    return tops - {"gunbai", "numpy"} - set(sys.stdlib_module_names)


# -- what each part needs ---------------------------------------------------------------------------


def test_engines_api_and_bots_load_nothing_of_the_extras() -> None:
    program = """
import sys
import gunbai
from gunbai import bots, session
for name in gunbai.names():
    match = gunbai.new(name, preset="tiny", seed=1)
    players = [bots.make("random", seat) for seat in range(match.options.players)]
    bots.play_out(match, players)
    bots.make("greedy", 1), bots.make("search", 1)
print(*sorted({name.partition(".")[0] for name in sys.modules}))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "gunbai" in loaded
    assert not loaded & set(EXTRA_OF), "an engine needs an extra"


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_what_its_extra_brings(room: str) -> None:
    there = modules_of(brought_by(ROOMS[room]))
    for file in sorted((PACKAGE / room).rglob("*.py")):
        where = str(file.relative_to(PACKAGE))
        missing = {module for module in foreign(file) - there if (where, module) not in ELSEWHERE}
        assert not missing, f"{where} imports {missing}, which gunbai[{ROOMS[room]}] does not bring"


def test_the_advice_names_the_extra_that_brings_a_module() -> None:
    for module, extra in EXTRA_OF.items():
        without = modules_of(brought_by("server" if extra == "postgres" else "cli" if extra != "cli" else ""))
        assert module in modules_of(brought_by(extra)) - without, f"{module} comes with another extra than {extra}"
    for package in {Requirement(text).name for texts in EXTRAS.values() for text in texts} - {"gunbai"}:
        assert modules_of({package}) & set(EXTRA_OF), f"no message names {package} when it is missing"
    assert advice(ModuleNotFoundError("No module named 'x'", name="x")) == ""


def test_what_is_compiled_is_checked_with_types_that_the_build_asks_for() -> None:
    made: Any = runpy.run_path(str(ROOT / "setup.py"), run_name="setup")["groups"]
    before = Path.cwd()
    os.chdir(ROOT)
    try:
        ahead = [ROOT / name for names, _ in made() for name in names]
    finally:
        os.chdir(before)
    seen: set[Path] = set()
    while ahead:
        file = ahead.pop()
        if file in seen:
            continue
        seen.add(file)
        for module in imported(file):
            path = ROOT.joinpath("src", *module.split("."))
            ahead += [f for f in (path.with_suffix(".py"), path / "__init__.py") if f.is_file()]
    asked = {Requirement(text).name for text in PROJECT["build-system"]["requires"]}
    reached = set[str]().union(*(foreign(file) for file in seen))
    assert len(seen) > 80
    assert not reached - modules_of(asked | {"mypy-extensions"})


BLOCKED = """
import sys
from importlib.abc import MetaPathFinder

class Absent(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {blocked!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Absent())
sys.argv = ["gunbai", *{words!r}]
"""
SERVER_ONLY = [module for module, extra in EXTRA_OF.items() if extra in ("server", "postgres")]


def without(modules: list[str], *words: str, program: str = "from gunbai.__main__ import main; main()") -> Any:
    text = BLOCKED.format(blocked=set(modules), words=words) + program
    return subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("modules", "words", "extra"),
    [
        (list(EXTRA_OF), ["games"], "cli"),
        (SERVER_ONLY, ["serve", "--data", "x"], "server"),
        (SERVER_ONLY, ["backup", "x"], "server"),
        (["psycopg"], ["serve", "--port", "0", "--database", "postgresql://nobody@127.0.0.1:1/x"], "postgres"),
    ],
)
def test_a_command_without_its_extra_says_so_in_one_line(modules: list[str], words: list[str], extra: str) -> None:
    done = without(modules, *words)
    assert done.returncode != 0
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert f"pip install 'gunbai[{extra}]'" in done.stderr


def test_other_commands_work_without_server_and_screen() -> None:
    done = without([*SERVER_ONLY, "textual"], "games", "--json")
    assert done.returncode == 0, done.stderr
    assert "gunshi" in done.stdout


def test_a_board_without_its_extra_says_so() -> None:
    done = without(["rich"], program="import gunbai; gunbai.board(gunbai.new('gunshi', seed=1), 0)")
    assert done.stderr.splitlines()[-1].endswith("pip install 'gunbai[cli]' brings it")


# -- wheel and sdist --------------------------------------------------------------------------------


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of what is needed to build, without anything built."""
    copy = tmp_path / "checkout"
    ignore = shutil.ignore_patterns("__pycache__", "*.egg-info", "static", "node_modules", ".svelte-kit")
    for name in ("src", "web", "scripts"):
        shutil.copytree(ROOT / name, copy / name, ignore=ignore)
    for name in ("setup.py", "pyproject.toml", "MANIFEST.in", "README.md", "LICENSE", "CHANGELOG.md"):
        shutil.copy(ROOT / name, copy / name)
    return copy


def build(what: str, folder: Path, into: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """What `python -m build` calls, without an environment of its own and uncompiled."""
    into.mkdir(exist_ok=True)
    program = f"from setuptools.build_meta import build_{what}; build_{what}({str(into)!r})"
    environment = {**os.environ, "GUNBAI_COMPILE": "0", **more}
    environment.pop("PYTHONPATH", None)
    command = [sys.executable, "-c", program]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_without_node_the_build_fails_and_says_why(checkout: Path, tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    done = build("wheel", checkout, tmp_path / "dist", PATH=str(tmp_path / "bin"))
    assert done.returncode != 0
    assert "Node 20 or newer is needed to build the browser app" in done.stderr
    assert "no package without the browser app" in done.stderr
    shutil.rmtree(checkout / "web")
    assert "neither web/ nor the app built" in build("sdist", checkout, tmp_path / "dist").stderr
    assert not list((tmp_path / "dist").iterdir())


@pytest.mark.slow
def test_a_wheel_from_an_sdist_serves_the_browser_app(checkout: Path, tmp_path: Path) -> None:
    if (ROOT / "web" / "node_modules").is_dir():
        (checkout / "web" / "node_modules").symlink_to(ROOT / "web" / "node_modules")
    packed = build("sdist", checkout, tmp_path / "dist")
    assert packed.returncode == 0, packed.stderr
    (archive,) = (tmp_path / "dist").glob("*.tar.gz")
    with tarfile.open(archive) as tar:
        tar.extractall(tmp_path / "unpacked", filter="data")
    (sources,) = (tmp_path / "unpacked").iterdir()
    assert not (sources / "web").exists()
    # Node is not needed any more, so it is taken away.
    (tmp_path / "bin").mkdir()
    made = build("wheel", sources, tmp_path / "dist", PATH=str(tmp_path / "bin"))
    assert made.returncode == 0, made.stderr
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    with zipfile.ZipFile(wheel) as content:
        names = set(content.namelist())
    assert {"gunbai/server/static/index.html", "gunbai/games/shogun/RULES.md", "gunbai/py.typed"} <= names
    assert any(name.startswith("gunbai/server/static/assets/") and name.endswith(".js") for name in names)

    python = empty_environment(tmp_path / "venv", "server")
    install = [str(python), "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    with serving(python.parent / "gunbai", tmp_path / "data") as address:
        with urllib.request.urlopen(address) as page:
            text = page.read().decode()
        script = text.partition('src="')[2].partition('"')[0]
        with urllib.request.urlopen(address + script.removeprefix("./").removeprefix("/")) as page:
            assert page.status == 200
        with urllib.request.urlopen(f"{address}api/house") as page:
            assert b"gunkimono" in page.read()


def empty_environment(folder: Path, extra: str) -> Path:
    """An environment with pip and exactly what an extra asks for, taken from the one the tests run in."""
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    (site,) = folder.glob("lib/python*/site-packages")
    for package in needed(brought_by(extra)):
        for top in {Path(str(file)).parts[0] for file in package.files or ()} - {"..", "__pycache__"}:
            source = Path(str(package.locate_file(top)))
            if not (site / top).exists():
                (site / top).symlink_to(source)
    return folder / "bin" / "python"


def needed(names: set[str]) -> Iterator[Distribution]:
    """Packages by name with all they need in turn."""
    ahead, seen = [Requirement(name) for name in names], set[str]()
    while ahead:
        requirement = ahead.pop()
        if str(requirement) in seen:
            continue
        seen.add(str(requirement))
        package = distribution(requirement.name)
        yield package
        for text in package.requires or ():
            other = Requirement(text)
            if any(other.marker is None or other.marker.evaluate({"extra": x}) for x in ("", *requirement.extras)):
                ahead.append(other)


class serving:
    """An installed server; entering gives its address."""

    def __init__(self, command: Path, data: Path) -> None:
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        words = [str(command), "serve", "--data", str(data), "--port", "0"]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=environment)

    def __enter__(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "ready at" in line, line
        return line.split(" at ")[1].strip()

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait(30)
        assert self.process.stdout is not None
        self.process.stdout.close()
