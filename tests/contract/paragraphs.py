"""The numbered paragraphs of a game's RULES.md, and the tests that cite them."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

from gunbai.core.registry import find

TESTS = Path(__file__).parents[1]
_PARAGRAPH = re.compile(r"^\*\*(\d+(?:\.\d+)+)\*\*", re.MULTILINE)


def rules_file(name: str) -> Path:
    """RULES.md beside the game's rules."""
    module = sys.modules[type(find(name)).__module__]
    assert module.__file__ is not None
    return Path(module.__file__).with_name("RULES.md")


def paragraphs_of(name: str) -> list[str]:
    """The paragraph numbers in order."""
    return _PARAGRAPH.findall(rules_file(name).read_text(encoding="utf-8"))


def cited_by_tests(name: str) -> set[str]:
    """Paragraphs named by `@rule("4.2", …)` in the game's tests."""
    cited: set[str] = set()
    for file in sorted((TESTS / "games" / name).rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and (
                (isinstance(node.func, ast.Name) and node.func.id == "rule")
                or (isinstance(node.func, ast.Attribute) and node.func.attr == "rule")
            ):
                cited |= {a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)}
    return cited
