"""The plan of the house holds: imports point one way, every game has the same rooms, versions are pinned by hash."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

import pytest

import gunbai

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "gunbai"

# room -> the rooms it may import. A room that is not named here may be imported by nobody.
MAY_IMPORT: dict[str, set[str]] = {
    "core": set(),
    "games": {"core"},
    "bots": {"core"},
    "session": {"core"},
    "learn": {"core", "bots"},
    "lab": {"core", "bots", "session", "learn"},
    "rl": {"core", "bots", "session"},
    "data": {"core", "bots"},
    "mcp": {"core", "bots", "session"},
    "study": {"core", "bots", "lab"},
    "server": {"core", "bots", "session"},
    "terminal": {"core", "bots", "session"},
    "cli": {"core", "bots", "session", "learn", "lab", "rl", "data", "mcp", "study", "server", "terminal"},
}
# Within a game, from the ground up: a room reaches only those below and beside it, also through rooms of its own.
FLOORS = {
    "data": 0,
    "state": 1,
    "actions": 1,
    "view": 2,
    "belief": 3,
    "heuristics": 3,
    "features": 3,
    "notation": 4,
    "rules": 5,
}
ROOMS = {
    "data.py",
    "state.py",
    "actions.py",
    "extent.py",
    "limits.py",
    "view.py",
    "view_data.py",
    "belief.py",
    "heuristics.py",
    "rules.py",
    "refusals.py",
    "telling.py",
    "foresight.py",
    "notation.py",
    "position_check.py",
    "RULES.md",
}
# core runs on the standard library and mypyc's runtime.
CORE_MAY_USE = {"librt", "mypy_extensions", "gunbai"}

FILES = sorted(PACKAGE.rglob("*.py"))
GAMES = [PACKAGE / "games" / name for name in gunbai.names() if (PACKAGE / "games" / name).is_dir()]


def imported(file: Path) -> set[str]:
    """Every module a file imports, as absolute names; those for type checkers count too."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: relative imports hide where a name comes from"
            assert node.module is not None
            # `from gunbai.games.gunshi import data` imports the module gunbai.games.gunshi.data.
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def name(file: Path) -> str:
    return str(file.relative_to(PACKAGE))


def room_of(module: str) -> str | None:
    """The room of a module of ours; None for the package's own front door."""
    parts = module.split(".")
    if parts[0] != "gunbai":
        return None
    return parts[1] if len(parts) > 1 and (PACKAGE / parts[1]).is_dir() else None


@pytest.mark.parametrize("file", FILES, ids=name)
def test_imports_point_one_way(file: Path) -> None:
    parts = file.relative_to(PACKAGE).parts
    if len(parts) == 1:
        return
    room = parts[0]
    assert room in MAY_IMPORT, f"{room} is a room the plan does not know"
    for module in imported(file):
        other = room_of(module)
        if other is None or other == room or module == "gunbai.games":  # the list of games belongs to the registry
            continue
        assert other in MAY_IMPORT[room], f"{room} may not import {module}"


# Where modules are found by name, and the groups of entry points are named; everywhere else imports are written out.
FINDERS = {"core/plugins.py", "core/registry.py", "bots/__init__.py", "terminal/drawing.py"}
NAMES_GAMES = {"core/plugins.py", "games/__init__.py"}
# RULES.md and its translations belong to every game, and core shows them.
# What may lie beside any game's rules has a name in the contract; that one file is where the name stands.
FILES_BESIDE_RULES = {"core/game_files.py": {"lesson.json", "minis.json"}}
DATA = {f.name: f.relative_to(PACKAGE).parts[0] for f in PACKAGE.rglob("*.json") if "static" not in f.parts}


def reached_by_string(source: str, where: str) -> list[str]:
    """What a file reaches without an import statement: modules and data files of other rooms, named in strings."""
    tree = ast.parse(source)
    room = where.partition("/")[0]
    documented = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and where not in FINDERS:
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called in ("import_module", "__import__"):
                found.append(f"line {node.lineno}: {ast.unparse(node)}")
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or id(node) in documented:
            continue
        text = node.value
        if re.match(r"gunbai\.\w", text) and where not in NAMES_GAMES:
            other = room_of(text)
            own_game = room == "games" and text.startswith(".".join(["gunbai", *Path(where).parent.parts]))
            foreign = other not in {None, room, *MAY_IMPORT.get(room, ())}
            if foreign or (other == "games" and not own_game):
                found.append(f"line {node.lineno}: {text!r}")
        data = text.rpartition("/")[2]
        if data in DATA and DATA[data] != room and data not in FILES_BESIDE_RULES.get(where, ()):
            found.append(f"line {node.lineno}: {text!r}, a file of {DATA[data]}")
    return found


@pytest.mark.parametrize(
    "file", [f for f in FILES if name(f).startswith(("core/", "bots/", "session/", "server/"))], ids=name
)
def test_no_shared_room_knows_a_game_by_name(file: Path) -> None:
    games = {game.name for game in GAMES}
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant):
            assert node.value not in games, f"{name(file)} line {node.lineno}: say it through the contract"


@pytest.mark.parametrize("file", FILES, ids=name)
def test_nothing_is_reached_by_string(file: Path) -> None:
    found = reached_by_string(file.read_text(encoding="utf-8"), name(file))
    assert not found, f"{name(file)}: say it through the contract: {'; '.join(found)}"


@pytest.mark.parametrize(
    ("where", "source"),
    [
        ("server/api.py", 'room = import_module("gunbai.games.shogun.odds")'),
        ("server/api.py", 'room = importlib.import_module(f"{module}.odds")'),
        ("server/api.py", 'path = "gunbai.games." + name'),
        ("session/clock.py", 'path = f"gunbai.games.{name}.clock"'),
        ("terminal/shogun.py", 'text = files("gunbai.games.shogun").joinpath("x").read_text()'),
        ("terminal/shogun.py", 'text = (Path(__file__).parents[1] / "games" / "shogun" / "map.json").read_text()'),
        ("games/gunshi/board.py", 'text = files("gunbai.games.shogun")'),
        ("core/match.py", '__import__("gunbai.server.app")'),
    ],
)
def test_reaching_by_string_is_found(where: str, source: str) -> None:
    assert reached_by_string(source, where)


@pytest.mark.parametrize("file", [f for f in FILES if name(f).startswith(("core", "games", "bots"))], ids=name)
def test_the_engine_stands_on_little(file: Path) -> None:
    """No arrays library, no screens, no network in core, games and bots."""
    for module in imported(file):
        top = module.partition(".")[0]
        assert top in CORE_MAY_USE or top in sys.stdlib_module_names, f"{name(file)} imports {module}"


@pytest.mark.parametrize("game", GAMES, ids=lambda g: g.name)
def test_every_game_has_the_same_rooms(game: Path) -> None:
    missing = ROOMS - {f.name for f in game.iterdir()}
    assert not missing, f"{game.name} has no {', '.join(sorted(missing))}"


def own_imports(game: Path) -> dict[str, set[str]]:
    """Module -> the modules of the same game it imports."""
    prefix = f"gunbai.games.{game.name}."
    modules = {file.stem: imported(file) for file in game.glob("*.py")}
    return {
        module: {name.removeprefix(prefix).partition(".")[0] for name in names if name.startswith(prefix)}
        & set(modules)
        for module, names in modules.items()
    }


@pytest.mark.parametrize("game", GAMES, ids=lambda g: g.name)
def test_within_a_game_imports_point_down(game: Path) -> None:
    graph = own_imports(game)
    for module in graph:
        reached: set[str] = set()
        ahead = [module]
        while ahead:
            new = graph[ahead.pop()] - reached
            reached |= new
            ahead += new
        assert module not in reached, f"{game.name}: {module} imports itself through {', '.join(sorted(graph[module]))}"
        if module in FLOORS:
            above = {other for other in reached if FLOORS.get(other, 0) > FLOORS[module]}
            assert not above, f"{game.name}: {module} may not reach {', '.join(sorted(above))}"


@pytest.mark.parametrize("game", GAMES, ids=lambda g: g.name)
def test_a_game_knows_no_other_game(game: Path) -> None:
    for file in game.glob("*.py"):
        for module in imported(file):
            if module.startswith("gunbai.games."):
                assert module.startswith(f"gunbai.games.{game.name}."), f"{name(file)} imports {module}"


@pytest.mark.parametrize("file", sorted((ROOT / "requirements").glob("*.txt")), ids=lambda f: f.name)
def test_versions_are_pinned_by_hash_and_name_no_host(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert "://" not in text
    assert "--index-url" not in text
    pinned = re.split(r"\n(?=\S)", text.strip())
    for requirement in pinned:
        assert re.match(r"[\w.\[\],-]+==\S+", requirement), requirement.splitlines()[0]
        assert "--hash=sha256:" in requirement, requirement.splitlines()[0]


@pytest.mark.parametrize("file", FILES, ids=name)
def test_only_core_brings_a_seat_into_focus(file: Path) -> None:
    """Everybody else calls `advance` or `bring_into_focus`, so that asking whether it is needed stands once."""
    calls = [
        node.lineno
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        if node.func.attr == "focus" and len(node.args) == 2
    ]
    assert not calls or file.parent.name == "core", f"{file.name}: lines {calls}"


@pytest.mark.parametrize("file", FILES, ids=name)
def test_only_core_starts_a_pool_of_processes(file: Path) -> None:
    """A fork of a process that has threads may hang for ever; `core/processes.py` forks none."""
    if file != PACKAGE / "core" / "processes.py":
        assert "multiprocessing" not in {module.split(".")[0] for module in imported(file)}


def test_no_file_of_ours_asks_to_be_two() -> None:
    long = {name(f): n for f in FILES if (n := len(f.read_text(encoding="utf-8").splitlines())) > 700}
    assert not long, f"longer than 700 lines: {long}"
