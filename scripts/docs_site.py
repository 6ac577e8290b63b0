"""What mkdocs takes from outside docs/: the rules of the games, the measurements, CONTRIBUTING and CHANGELOG.

Links to those files, right where the pages lie in the repository, are turned to where the site has them.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any, Protocol


class SiteFile(Protocol):
    """A page's file, as far as it is used here."""

    src_uri: str
    abs_src_path: str | None


class SitePage(Protocol):
    """A page of mkdocs, as far as it is used here: this file is read where mkdocs may not be installed."""

    file: SiteFile


ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
GAMES = ROOT / "src" / "gunbai" / "games"
# The files of the repository that are pages of the site besides docs/, and where they stand there.
PAGES = {
    ROOT / "CONTRIBUTING.md": "contributing.md",
    ROOT / "CHANGELOG.md": "changelog.md",
    ROOT / "benchmarks" / "results.md": "benchmarks/results.md",
    **{rules: f"rules/{rules.parent.name}.md" for rules in sorted(GAMES.glob("*/RULES.md"))},
}
_LINK = re.compile(r"(!?\[[^\]]*\])\(([^)\s]+)\)")


def on_files(files: Any, config: Any) -> Any:
    """Adds the pages from elsewhere."""
    from mkdocs.structure.files import File  # type: ignore[import-not-found,unused-ignore]  # noqa: PLC0415

    for source, place in PAGES.items():
        files.append(File.generated(config, place, abs_src_path=str(source)))
    return files


def on_page_markdown(markdown: str, page: SitePage, config: Any, files: Any) -> str:
    """The text of a page, with its links as the site needs them."""
    return moved(markdown, page.file.src_uri, Path(page.file.abs_src_path or ""))


def moved(markdown: str, place: str, source: Path) -> str:
    """Turns links between files of the repository into links between pages of the site.

    >>> moved("[how fast](../benchmarks/results.md#peers)", "index.md", DOCS / "index.md")
    '[how fast](benchmarks/results.md#peers)'
    >>> moved("[bots](docs/bots.md)", "contributing.md", ROOT / "CONTRIBUTING.md")
    '[bots](bots.md)'
    >>> moved("[examples](examples)", "contributing.md", ROOT / "CONTRIBUTING.md")
    '`examples`'
    """

    def turned(link: re.Match[str]) -> str:
        text, target = link.groups()
        path, _, anchor = target.partition("#")
        if not path or "://" in target:
            return link[0]
        file = (source.parent / path).resolve()
        if file.is_relative_to(DOCS) and file.is_file():
            to = file.relative_to(DOCS).as_posix()
        elif file in PAGES:
            to = PAGES[file]
        else:
            # It is in the repository, not on the site: its name says where.
            return f"`{file.relative_to(ROOT)}`" if file.exists() else link[0]
        there = os.path.relpath(to, os.path.dirname(place) or ".")
        return f"{text}({there}{'#' + anchor if anchor else ''})"

    return _LINK.sub(turned, markdown)
