"""Windows that are used again: whoever gets one is a stranger, on a device that was never here."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser

from tests.browser.visitor import Visitor
from tests.browser.windows import Windows
from tests.server.house import Server

_KEPT = "[document.cookie, localStorage.length, sessionStorage.length, innerWidth, navigator.onLine]"


def test_nobody_finds_what_somebody_left_in_a_window(browser: Browser, house: Server) -> None:
    windows = Windows(browser, house.url)
    ann = Visitor(windows, house.url)
    ann.page.goto(f"{house.url}/icon.svg")
    ann.context.add_cookies([{"name": "gunbai", "value": "ann", "url": house.url}])
    ann.page.evaluate("localStorage.setItem('gunbai.name', 'Ann'); sessionStorage.setItem('draft', '1')")
    ann.context.set_offline(True)
    ann.close()
    ben = Visitor(windows, house.url, size=(800, 600))
    assert ben.context is ann.context
    assert ben.context.cookies() == []
    ben.page.goto(f"{house.url}/icon.svg")
    assert ben.page.evaluate(_KEPT) == ["", 0, 0, 800, True]
    # A window that was changed for good is nobody's afterwards.
    ben.on_every_page("window.changed = true")
    ben.close()
    cem = Visitor(windows, house.url)
    assert cem.context is not ben.context
    cem.close()
    windows.close()


def test_what_changes_a_window_for_good_goes_through_the_visitor() -> None:
    changes = re.compile(r"\.(add_init_script|expose_function|expose_binding)\(|\.clock\.(install|set_|pause_at)")
    tests = [file for file in Path(__file__).parent.glob("test_*.py") if file.name != Path(__file__).name]
    assert tests
    assert not [file.name for file in tests if changes.search(file.read_text(encoding="utf-8"))]
