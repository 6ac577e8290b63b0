"""Every English line that the engine and the server say to people, found in their sources."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import gunbai.games.gunkimono.refusals as gunkimono_refusals
import gunbai.games.gunshi.orders as gunshi_orders
import gunbai.games.gunshi.refusals as gunshi_reasons
import gunbai.games.shogun.refusals as shogun_refusal
from gunbai.core.registry import find
from gunbai.games.shogun.data import ROLL_NAMES

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src" / "gunbai"
WEB = ROOT / "web" / "src"
# Every game of the house; a new one is asked for its Japanese from the first day.
GAMES = tuple(sorted(file.parent.name for file in (SOURCES / "games").glob("*/rules.py")))
# What a person at the browser can run into. Reading files and positions, computing odds by hand, starting, saving and
# restoring a server are not theirs; of these only the kind of problem has Japanese.
_NOT_THEIRS = {
    "admin.py",
    "archive.py",
    "record.py",
    "file.py",
    "backup.py",
    "commands.py",
    "fair_dice.py",
    "run_server.py",
    "settings.py",
    "settings_sources.py",
    "store.py",
}
COMMON = [
    file
    for room in ("core", "session", "server")
    for file in sorted((SOURCES / room).glob("*.py"))
    if file.name not in _NOT_THEIRS
]
_NOT_PLAYED = ("notation.py", "position_check.py", "belief.py", "odds.py", "sides.py")
_ERRORS = {
    "IllegalAction", "BadNotation", "BadOptions", "GunbaiError", "NotYourTurn", "UnknownGame", "UnknownRules",
    "StaleVersion", "GameOver", "Refused", "RulesChanged", "NotAllowed", "NotKnown", "BadLogin", "Conflict", "TooLarge",
    "NoSession", "WrongOrigin", "WrongKind", "StorageError", "Unreadable", "Saying", "NoOdds", "MovedOn", "BadRecord",
    "RulesOverran", "NotInThisStep",
}  # fmt: skip


def sources(part: str) -> list[Path]:
    """The files of one game, or of what all games share (`common`)."""
    if part == "common":
        return COMMON
    return [file for file in sorted((SOURCES / "games" / part).glob("*.py")) if file.name not in _NOT_PLAYED]


def raised(file: Path) -> Iterator[tuple[int, ast.expr, set[str]]]:
    """Every error and saying made in a file: its line, the expression of its template and the names of its words."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    named = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        inside = isinstance(node.func, ast.Attribute) and ast.unparse(node.func) == "super().__init__"
        if name in _ERRORS or (inside and node.keywords):
            at = 1 if name == "IllegalAction" else 0
            template = node.args[at]
            if isinstance(template, ast.Name):
                template = named.get(template.id, template)
            yield node.lineno, template, {word.arg for word in node.keywords if word.arg}


def templates(part: str) -> set[str]:
    """The templates raised in one part of the house."""
    return {
        template.value
        for file in sources(part)
        for _, template, _ in raised(file)
        if isinstance(template, ast.Constant) and isinstance(template.value, str)
    }


# Per game, the whole clauses that stand in its templates as words: what a phase waits for, an example.
_CLAUSES: dict[str, set[str]] = {
    "gunshi": {waiting for _, waiting, _, _ in gunshi_reasons._PHASES.values()}
    | set(gunshi_orders._EXAMPLES.values())
    | {gunshi_orders._NO_EXAMPLE},
    "gunkimono": {waiting for _, waiting in gunkimono_refusals._WAITING},
    "shogun": {waiting for _, waiting in shogun_refusal._WAITS.values()} | {"attacker", "defender", *ROLL_NAMES},
}


def clauses(part: str) -> set[str]:
    """Whole clauses that stand in templates as words; those of all games say why nothing can be undone."""
    if part in GAMES:
        assert part in _CLAUSES, f"add the clauses of {part} to tests/language/templates.py (none is an empty set)"
        return _CLAUSES[part]
    return {
        str(node.value.value)
        for function in ast.walk(ast.parse((SOURCES / "session" / "table.py").read_text(encoding="utf-8")))
        if isinstance(function, ast.FunctionDef) and function.name in ("undo_refusal", "_undo_barred")
        for node in ast.walk(function)
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Constant) and node.value.value
    }


def notes(part: str) -> set[str]:
    """The texts about options, and the reasons a hint can give."""
    if part == "common":
        return set()
    options = find(part).info.options
    about = {text for option in options for text in (option.about, option.provenance) if text}
    return about | {text for both in find(part).heuristics.reasons for text in both}


def everything(part: str) -> set[str]:
    return templates(part) | clauses(part) | notes(part)
