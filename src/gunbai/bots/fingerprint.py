"""Which code and weights a game was played with: games of bots that have changed since are not counted together.

A fingerprint is taken of the modules that the bots of a line-up and the game's judgement come from, and of those that
they import from the bots and the game, as parsed text without comments and docstrings; the weights belong to it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from gunbai import bots
from gunbai.core.game import Game
from gunbai.core.planning import PlansTurns
from gunbai.core.registry import find

_BOTS = "gunbai.bots."
_LETTERS = 12


def fingerprint(game: str, lineup: Sequence[str]) -> str:
    """Of the bots of a line-up at a game; it changes when any of them may play otherwise."""
    return _fingerprint(game, tuple(sorted(set(lineup))))


@cache
def _fingerprint(name: str, lineup: tuple[str, ...]) -> str:
    game = find(name)
    roots = {_module_of(bot) for bot in lineup} | set(_judgement(game, lineup))
    seen = sha256()
    # The search names the planner, which only games of whole plans ask.
    left_out = set[str]() if isinstance(game.heuristics, PlansTurns) else {"gunbai.bots.planner"}
    for module in sorted(_reached(roots, left_out)):
        seen.update(module.encode())
        seen.update(_parsed(module))
    for file in _weights(game, lineup):
        seen.update(Path(file).read_bytes())
    return seen.hexdigest()[:_LETTERS]


def _module_of(bot: str) -> str:
    """Where a bot comes from; what a bot outside this process does is known by its name alone."""
    if bot.startswith("exec:"):
        return "gunbai.bots.external"
    made = bots.bot_class(bot) if bot.startswith("py:") or bot in bots.names() else type(bots.make(bot))
    return str(made.__module__)


def _judgement(game: Game, lineup: Sequence[str]) -> Iterator[str]:
    known = [game.heuristics, *game.earlier.values(), *([game.learning] if game.learning else [])]
    yield from (type(each).__module__ for each in known)
    # How hidden things are guessed; the rules reach it, and with it every text that is shown to people.
    # A game from outside may be one module, without a package around it.
    package = type(game).__module__.rpartition(".")[0]
    if package and _is_module(f"{package}.belief"):
        yield f"{package}.belief"
    if any(bot.startswith("script:") for bot in lineup):
        yield from (str(each.__module__) for each in game.scripts.values())


def _weights(game: Game, lineup: Sequence[str]) -> Iterator[str]:
    if game.learning and game.learning.file and Path(game.learning.file).exists():
        yield game.learning.file
    yield from (bot.removeprefix("weights:") for bot in lineup if bot.startswith("weights:"))


def _reached(roots: Iterable[str], left_out: set[str]) -> set[str]:
    """The modules and all that they import from the bots, and from the folder of a game's judgement."""
    seen, waiting = set[str](), list(roots)
    homes = {module.rpartition(".")[0] + "." for module in waiting if not module.startswith("gunbai.core.")}
    while waiting:
        module = waiting.pop()
        if module not in seen | left_out:
            seen.add(module)
            waiting += [each for each in _imports(module) if each.startswith((_BOTS, *homes))]
    return seen


@cache
def _tree(module: str) -> ast.Module | None:
    """The text of a module, parsed; none where only its machine code is installed."""
    spec = find_spec(module)
    path = Path(spec.origin) if spec and spec.origin else None
    if path and path.suffix != ".py":
        path = path.with_name(path.name.partition(".")[0] + ".py")
    return ast.parse(path.read_text(encoding="utf-8")) if path and path.exists() else None


def _imports(module: str) -> Iterator[str]:
    tree = _tree(module)
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            # `from package import module` names modules as well.
            inner = [f"{node.module}.{each.name}" for each in node.names]
            yield from (name for name in inner if _is_module(name))
            yield node.module


@cache
def _is_module(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:
        return False


@cache
def _parsed(module: str) -> bytes:
    tree = _tree(module)
    if tree is None:
        return b""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and node.body:
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                node.body = node.body[1:]
    return ast.dump(tree).encode()
