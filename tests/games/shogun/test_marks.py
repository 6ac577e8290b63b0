"""Whoever changes a row of provinces or armies marks it, so that rows for learners are rewritten in all such places."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from gunbai.games import shogun

ROOM = Path(str(shogun.__file__)).parent
# They fill states or views of their own that nobody follows yet.
FILL = {"belief.py", "notation.py", "view.py"}
MARKS = {"land": {"mark", "mark_all"}, "army": {"mark_army", "mark_all"}}


def _unmarked(source: str) -> list[str]:
    """The functions that write into a table without a mark."""
    found = []
    for function in ast.walk(ast.parse(source)):
        if not isinstance(function, ast.FunctionDef) or function.name == "blank":
            continue
        written, called = set(), set()
        for node in ast.walk(function):
            if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
                table = node.value
                written.add(table.attr if isinstance(table, ast.Attribute) else getattr(table, "id", ""))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                called.add(node.func.attr)
        found += [f"{function.name}: {table}" for table in written & set(MARKS) if not called & MARKS[table]]
    return found


@pytest.mark.parametrize(
    "path", [path for path in sorted(ROOM.glob("*.py")) if path.name not in FILL], ids=lambda p: p.name
)
def test_whoever_writes_into_a_table_marks_the_row(path: Path) -> None:
    assert _unmarked(path.read_text(encoding="utf-8")) == []


def test_a_write_without_a_mark_is_found() -> None:
    wrong = (
        "def f(t, p):\n    t.land[p] += 1\n    t.mark_army(0)\n\n\ndef g(t, p):\n    army = t.army\n    army[p] = 1\n"
    )
    assert _unmarked(wrong) == ["f: land", "g: army"]
