"""Pages of one file: taken apart by a parser that made none of them, shown by a real browser."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

from tests.support.patience import MILLISECONDS, SECONDS


@dataclass
class Element:
    """An element as it was parsed: attributes, and the text right inside it."""

    name: str
    attributes: dict[str, str]
    text: str = ""


class _Parser(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[Element] = []
        self.open: list[Element] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.elements.append(element)
        self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop().name != tag:
            pass

    def handle_data(self, data: str) -> None:
        if self.open:
            self.open[-1].text += data


def elements(html: str, name: str = "") -> list[Element]:
    """The elements of a page, of one name or all."""
    parser = _Parser()
    parser.feed(html)
    parser.close()
    return [element for element in parser.elements if name in ("", element.name)]


@dataclass
class Shown:
    """A page in a browser, and what it said and asked for."""

    page: Page
    said: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)


@contextmanager
def chromium() -> Iterator[Browser]:
    program = shutil.which("chromium")
    assert program, "tools/test-system.sh installs chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@contextmanager
def shown(browser: Browser, file: Path, at: str = "", **given: Any) -> Iterator[Shown]:
    """A page opened from its file; it may complain of nothing and ask for nothing else."""
    given = {"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce"} | given
    context = browser.new_context(**given)
    try:
        one = Shown(context.new_page())
        one.page.set_default_timeout(MILLISECONDS)
        one.page.on("console", lambda message: one.said.append(message.text))
        one.page.on("pageerror", lambda error: one.said.append(str(error)))
        one.page.on("request", lambda request: one.asked.append(request.url))
        one.page.goto(file.as_uri() + at)
        yield one
        asked = [url for url in one.asked if not url.startswith("data:")]
        assert one.said == []
        assert {url.partition("#")[0] for url in asked} <= {file.as_uri()}
    finally:
        context.close()


@contextmanager
def shown_preview(browser: Browser, address: str, **given: Any) -> Iterator[Page]:
    """A page of the preview, in which no script may fail."""
    page = browser.new_page(**({"viewport": {"width": 1280, "height": 800}} | given))
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(address)
    yield page
    page.close()
    assert said == []


def wait_until(page: Page, expression: str, arg: Any = None) -> None:
    """Wait until an expression holds. `Page.wait_for_function` would have the page evaluate it
    time and again, which the policy of our pages forbids if it does not hold at once."""
    end = time.monotonic() + SECONDS
    while not page.evaluate(expression, arg):
        assert time.monotonic() < end, expression
        page.wait_for_timeout(20)


def faults(page: Page) -> list[str]:
    """What axe finds that keeps people out."""
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {node['html'][:200]}"
        for one in found
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]
