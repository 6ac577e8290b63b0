"""Windows of a browser that are used again.

A new window starts a process, reads every file of the app and compiles it: twice the work of the page itself. One that
a test has done with keeps its process and its files; cookies and everything else that a person leaves behind go.
"""

from __future__ import annotations

from playwright.sync_api import Browser, BrowserContext

DESKTOP, PHONE = (1440, 900), (390, 844)
LOCALES = {"en": "en-US", "ja": "ja-JP"}


def new_window(browser: Browser, size: tuple[int, int], lang: str) -> BrowserContext:
    made = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        locale=LOCALES[lang],
        reduced_motion="reduce",
        has_touch=size == PHONE,
    )
    made.set_default_timeout(60_000)
    return made


class Windows:
    """The windows of one browser at one house. Each has a first page, on a picture, which keeps the process alive."""

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser, self._url = browser, url
        self._free: dict[tuple[bool, str], list[BrowserContext]] = {}

    def take(self, size: tuple[int, int], lang: str) -> BrowserContext:
        """One that nobody uses; whoever takes it sets the size of the page."""
        free = self._free.get((size == PHONE, lang))
        if free:
            return free.pop()
        made = new_window(self._browser, size, lang)
        made.new_page().goto(f"{self._url}/icon.svg")
        return made

    def give_back(self, window: BrowserContext, size: tuple[int, int], lang: str) -> None:
        """As if nobody had been here: no page but the first, no cookies, nothing stored, on the network."""
        first, *others = window.pages
        for page in others:
            page.close()
        window.set_offline(False)
        window.clear_cookies()
        first.evaluate("localStorage.clear()")
        self._free.setdefault((size == PHONE, lang), []).append(window)

    def close(self) -> None:
        for window in [window for free in self._free.values() for window in free]:
            window.close()
