"""Writes web/src/lib/wire.d.ts: the wire as TypeScript, made by openapi-typescript from the OpenAPI document.

`--check` only compares, for the tests. Needs the browser app's tools (`scripts/build.py web-tools`).
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from gunbai.server.app import build
from gunbai.server.settings import Settings

WEB = Path(__file__).resolve().parent.parent / "web"
TOOLS = WEB / "node_modules" / ".bin"
TYPES = WEB / "src" / "lib" / "wire.d.ts"
OPTIONS = ("--root-types", "--root-types-no-schema-prefix", "--default-non-nullable=false", "--alphabetize")


def document() -> str:
    """The part of the OpenAPI document that the browser's types are made of: the messages, without the addresses."""
    whole = build(Settings()).openapi_schema.to_schema()
    return json.dumps({**whole, "paths": {}}, indent=1, ensure_ascii=False, sort_keys=True)


def types() -> str:
    """The same as TypeScript, formatted as all sources are."""
    with tempfile.TemporaryDirectory() as folder:
        source, made = Path(folder) / "openapi.json", Path(folder) / "wire.d.ts"
        source.write_text(document(), encoding="utf-8")
        subprocess.run([TOOLS / "openapi-typescript", source, "-o", made, *OPTIONS], check=True, capture_output=True)
        head = "// Made by scripts/wire_types.py from the server's OpenAPI document. Do not edit.\n"
        body = made.read_text(encoding="utf-8").partition("*/")[2].lstrip()
    prettier: list[str | Path] = [TOOLS / "prettier", "--config", WEB / ".prettierrc.json", "--stdin-filepath", TYPES]
    return subprocess.run(prettier, input=head + body, check=True, capture_output=True, text=True, cwd=WEB).stdout


if __name__ == "__main__":
    made = types()
    if sys.argv[1:] == ["--check"]:
        if made != TYPES.read_text(encoding="utf-8"):
            sys.exit(f"{TYPES.name} is out of date: run python scripts/wire_types.py")
    else:
        TYPES.write_text(made, encoding="utf-8")
