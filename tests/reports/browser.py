"""A headless Chromium without a network, for the tests that open pages."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]

_skip = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed on this machine")


def needs_browser(test: Callable[..., None]) -> Callable[..., None]:
    """Mark a test that opens a page; it skips, with the reason, where there is no Chromium."""
    return pytest.mark.browser(_skip(test))


class Visit:
    """An open page with everything that went wrong on it."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.errors: list[str] = []
        self.requests: list[str] = []
        page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else 0)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("dialog", lambda dialog: (self.errors.append(f"dialog {dialog.message}"), dialog.dismiss()))
        page.on("request", lambda request: self.requests.append(request.url))

    def open(self, path: Any) -> Any:
        """Open a file and give the page."""
        self.page.goto(path.as_uri())
        return self.page

    def assert_clean(self) -> None:
        """Nothing failed, and nothing but files and inline data was asked for."""
        assert self.errors == []
        assert [url for url in self.requests if not url.startswith(("file:", "data:", "blob:"))] == []


@contextmanager
def open_browser() -> Iterator[Any]:
    """Start Chromium; every page it opens is cut off from the network."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def visit(browser: Any, *, width: int = 1280, height: int = 900, dark: bool = False) -> Iterator[Visit]:
    """Open an empty page of a size and a theme, offline."""
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if dark else "light",
        offline=True,
    )
    try:
        yield Visit(context.new_page())
    finally:
        context.close()
