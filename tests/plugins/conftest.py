"""The example game, installed as its reader would: by pip, into a folder of its own, without a network."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.forks import ROOT

EXAMPLE = ROOT / "examples" / "plugin-game"


@pytest.fixture(scope="session")
def ambush(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the example game installed; setuptools builds in a copy, for it leaves files behind."""
    folder = tmp_path_factory.mktemp("plugin")
    source = shutil.copytree(EXAMPLE, folder / "source", ignore=shutil.ignore_patterns("build", "*.egg-info"))
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*command, "--target", str(folder / "site"), str(source)], check=True, timeout=120)
    return folder / "site"
