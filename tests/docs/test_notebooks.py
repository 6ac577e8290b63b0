"""The notebooks run from their first cell to their last."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from tests.forks import ROOT, environment


@pytest.mark.parametrize("book", sorted((ROOT / "examples" / "notebooks").glob("*.ipynb")), ids=lambda p: p.name)
def test_a_notebook_runs(book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in environment().items():
        monkeypatch.setenv(name, value)
    read = nbformat.reads(book.read_text(encoding="utf-8"), as_version=4)  # type: ignore[no-untyped-call]
    assert not any(cell.get("outputs") for cell in read.cells), "notebooks are kept without what they print"
    done = NotebookClient(read, timeout=600, resources={"metadata": {"path": str(tmp_path)}}).execute()
    assert any(cell.get("outputs") for cell in done.cells)
