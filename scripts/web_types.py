"""Writes the browser's types: the server's messages from its OpenAPI document, each game's view from `view_data.py`.

openapi-typescript makes TypeScript of both. `--check` only compares, for the tests. Needs the browser app's tools
(`scripts/build.py web-tools`).
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from gunbai.server.api import describe_strictly
from gunbai.server.app import build
from gunbai.server.settings import Settings

WEB = Path(__file__).resolve().parent.parent / "web"
TOOLS = WEB / "node_modules" / ".bin"
GAMES = ("gunshi", "gunkimono", "shogun")
OPTIONS = ("--root-types", "--root-types-no-schema-prefix", "--default-non-nullable=false", "--alphabetize")


def messages() -> dict[str, Any]:
    """The schemas of the OpenAPI document."""
    found: dict[str, Any] = describe_strictly(build(Settings()).openapi_schema.to_schema())["components"]["schemas"]
    return found


def view(game: str) -> dict[str, Any]:
    """The schemas of a game's view."""
    shape = import_module(f"gunbai.games.{game}.view_data").VIEW_DATA
    return msgspec.json.schema_components((shape,), ref_template="#/components/schemas/{name}")[1]


def typescript(schemas: dict[str, Any], source: str, file: Path) -> str:
    """Schemas as TypeScript, formatted as all sources are."""
    document = {
        "openapi": "3.1.0",
        "info": {"title": "", "version": ""},
        "paths": {},
        "components": {"schemas": schemas},
    }
    with tempfile.TemporaryDirectory() as folder:
        given, made = Path(folder) / "openapi.json", Path(folder) / "types.d.ts"
        given.write_text(json.dumps(document, ensure_ascii=False, sort_keys=True), encoding="utf-8")
        subprocess.run([TOOLS / "openapi-typescript", given, "-o", made, *OPTIONS], check=True, capture_output=True)
        body = made.read_text(encoding="utf-8").partition("*/")[2].lstrip()
    prettier: list[str | Path] = [TOOLS / "prettier", "--config", WEB / ".prettierrc.json", "--stdin-filepath", file]
    text = f"// Made by scripts/web_types.py from {source}. Do not edit.\n{body}"
    return subprocess.run(prettier, input=text, check=True, capture_output=True, text=True, cwd=WEB).stdout


def files() -> dict[Path, str]:
    """All types by the file they belong in."""
    wire = WEB / "src" / "lib" / "wire.d.ts"
    found = {wire: typescript(messages(), "the server's OpenAPI document", wire)}
    for game in GAMES:
        file = WEB / "src" / "games" / game / "view.d.ts"
        found[file] = typescript(view(game), f"gunbai/games/{game}/view_data.py", file)
    return found


def main() -> None:
    for file, text in files().items():
        if sys.argv[1:] != ["--check"]:
            file.write_text(text, encoding="utf-8")
        elif not file.is_file() or file.read_text(encoding="utf-8") != text:
            sys.exit(f"{file.relative_to(WEB)} is out of date: run python scripts/web_types.py")


if __name__ == "__main__":
    main()
