"""Debian's Chromium and one server for all browser tests that do not need their own."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

import gunbai.server
from tests.browser.visitor import DESKTOP, PHONE, Visitor
from tests.browser.windows import Windows
from tests.server.house import Server, serving

# Each window of Chromium loads two hidden pages for the list under its address bar; without them a window costs two
# thirds of the time. Only the last list of switched-off features counts, so Playwright's own list is repeated before.
HIDDEN_PAGES = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup", "WebUIOmniboxSimplification"]
SWITCHED_OFF_BY_PLAYWRIGHT = [
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled",
    "PreconnectToSearch",
]  # fmt: skip
# The pages of one window share a process (tests/browser/windows.py).
FLAGS = ["--no-sandbox", "--process-per-site", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync",
         "--disable-features=" + ",".join([*SWITCHED_OFF_BY_PLAYWRIGHT, *HIDDEN_PAGES])]  # fmt: skip
# A busy machine is no reason to fail: what is expected is waited for as long as a click is.
# A machine that does much else is slow; what never comes fails all the same.
expect.set_options(timeout=60_000)
QUICK = ("--bot-seconds", "0.05", "--bot-workers", "1")


def chromium() -> str:
    """Where this machine keeps Chromium; without a window of its own it takes a quarter less of the processor."""
    for name in ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"):
        if found := shutil.which(name):
            return found
    pytest.skip("no Chromium on this machine; `make test` installs it where it may")


@contextmanager
def opened() -> Iterator[Browser]:
    """A browser for a while. Playwright keeps an event loop running in its thread as long as it is open."""
    if not (Path(gunbai.server.__file__).parent / "static" / "index.html").is_file():
        pytest.skip("the browser app is not built; `make` builds it")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield running
        running.close()


# It is closed when a process has done with this folder, so that tests of other folders can have their event loops;
# starting it takes two seconds of the processor. Imported elsewhere, this fixture would stay open for good.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with opened() as running:
        yield running


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(Path(tmp_path_factory.mktemp("browser")) / "data", *QUICK) as running:
        yield running


@pytest.fixture(scope="package")
def windows(browser: Browser, house: Server) -> Iterator[Windows]:
    kept = Windows(browser, house.url)
    yield kept
    kept.close()


@pytest.fixture
def visitor(browser: Browser, windows: Windows, house: Server) -> Iterator[Callable[..., Visitor]]:
    """Makes visitors, to the house or elsewhere; no page of theirs may have thrown an error.

    A new one has never been here: nothing of the app is kept on that device. What nobody looks at is not drawn, which
    is a third of a page's work; what a finger does is decided where it is drawn, so phones draw.
    """
    made: list[Visitor] = []

    def make(
        url: str = "", size: tuple[int, int] = DESKTOP, lang: str = "en", new: bool = False, drawn: bool = False
    ) -> Visitor:
        window = browser if new or url not in ("", house.url) else windows
        made.append(Visitor(window, url or house.url, size, lang, drawn=drawn or size == PHONE))
        return made[-1]

    yield make
    for each in made:
        each.close()
    assert not [error for each in made for error in each.errors]
