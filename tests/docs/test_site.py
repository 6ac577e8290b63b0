"""The documentation site builds without a warning, needs nothing from elsewhere, and all its links lead somewhere."""

from __future__ import annotations

import doctest
import os
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from scripts import docs_site

ROOT = Path(__file__).parents[2]


class Links(HTMLParser):
    """What a page links to or loads, and the places in it that can be linked to."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.loaded: list[str] = []
        self.places: set[str] = {""}
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.places |= {value for name in ("id", "name") if (value := found.get(name))}
        if tag == "a" and (target := found.get("href")):
            self.targets.append(target)
        elif target := found.get("src") or (found.get("href") if tag == "link" else None):
            self.loaded.append(target)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    # The development lock has mkdocs; somebody who runs the tests with less need not have it.
    pytest.importorskip("mkdocs")
    made = tmp_path_factory.mktemp("site")
    # Not --quiet: mkdocs counts only the warnings that it would print.
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(made)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return made


def test_all_pages_are_there(site: Path) -> None:
    made = {page.relative_to(site).as_posix() for page in site.rglob("*.html")} - {"404.html", "search.html"}
    sources = [*(page.relative_to(ROOT / "docs").as_posix() for page in (ROOT / "docs").rglob("*.md"))]
    reports = {page.relative_to(ROOT / "docs").as_posix() for page in (ROOT / "docs" / "reports").glob("*.html")}
    assert reports
    assert made == {page.removesuffix(".md") + ".html" for page in [*sources, *docs_site.PAGES.values()]} | reports


def test_every_link_of_the_site_leads_somewhere(site: Path) -> None:
    pages = {page.resolve(): Links(page) for page in site.rglob("*.html") if page.name != "404.html"}
    dead = []
    for page, links in pages.items():
        for target in links.targets + links.loaded:
            url = urlsplit(target)
            if url.scheme or url.netloc:
                continue
            file = (page.parent / unquote(url.path)).resolve() if url.path else page
            there = pages.get(file)
            if not file.is_file() or (there and unquote(url.fragment) not in there.places | {"#"}):
                dead.append(f"{page.relative_to(site.resolve())}: {target}")
    assert dead == []


def test_the_site_loads_nothing_from_elsewhere(site: Path) -> None:
    loaded = [target for page in site.rglob("*.html") for target in Links(page).loaded]
    assert loaded
    assert [target for target in loaded if urlsplit(target).netloc] == []


def test_links_are_turned_to_where_the_site_has_them() -> None:
    done = doctest.testmod(docs_site)
    assert done.attempted >= 3
    assert done.failed == 0
