"""The examples in docstrings are true."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import gunbai

PACKAGE = Path(gunbai.__file__).parent
# Only where there is an example: importing the rest would take longer than running them.
MODULES = [
    ".".join(("gunbai", *file.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__")
    for file in sorted(PACKAGE.rglob("*.py"))
    if ">>> " in file.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_are_true(name: str) -> None:
    module = import_module(name)
    # A compiled module does not show all its docstrings: they are read from the source and run against the module.
    source = PACKAGE.joinpath(*name.split(".")[1:]).with_suffix(".py").read_text(encoding="utf-8")
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    test = parser.get_doctest(_docstrings(source), dict(vars(module)), name, None, 0)
    assert test.examples
    assert runner.run(test).failed == 0


def _docstrings(source: str) -> str:
    """The examples of a file, each docstring a paragraph of its own."""
    import ast
    import inspect

    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef)
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, kinds)]
    texts = [inspect.cleandoc(text) for node in nodes if (text := ast.get_docstring(node)) and ">>> " in text]
    return "\n\n".join(texts)
