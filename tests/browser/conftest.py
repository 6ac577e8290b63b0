"""Debian's Chromium and one server for all browser tests that do not need their own."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

import gunbai.server
from tests.browser.visitor import DESKTOP, Visitor
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
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync",
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


@pytest.fixture
def visitor(browser: Browser, house: Server) -> Iterator[Callable[..., Visitor]]:
    """Makes visitors to the house; no page of theirs may have thrown an error."""
    made: list[Visitor] = []

    def make(url: str = "", size: tuple[int, int] = DESKTOP, lang: str = "en") -> Visitor:
        made.append(Visitor(browser, url or house.url, size, lang))
        return made[-1]

    yield make
    for each in made:
        each.close()
    assert not [error for each in made for error in each.errors]
