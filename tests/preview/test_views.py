"""Every view of the preview's page: nothing shifts, and axe finds nothing at all."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import axe_playwright_python
import pytest
from playwright.sync_api import Browser, FilePayload, Page, expect

from tests.preview.test_pieces import BOARD, PALE, PANEL, PIECES, RULES
from tests.support.pages import chromium
from tests.support.patience import MILLISECONDS
from tests.support.previews import BEASTS, GAME, LAYOUTS, Server, preview, save, write_game

pytestmark = pytest.mark.flaky(reruns=2)  # a real browser on a busy machine

AXE = Path(axe_playwright_python.__file__).parent / "axe.min.js"
SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => { for (const one of list.getEntries())
  if (!one.hadRecentInput) window.shifts.push([one.value, ...one.sources.map(({ node }) =>
    node?.id || node?.className || node?.nodeName || '')]);
}).observe({ type: 'layout-shift', buffered: true });
"""
VIEWS = {
    "cards": ("", ".face[data-shown]"),
    "both sides": ("side=both&cut=drift", ".face[data-shown]"),
    "findings": ("findings=1", "#findings details"),
    "sheets": ("mode=sheets", ".sheet img"),
    "box": ("mode=sheets&piece=box%3Atuck", ".sheet img"),
    "booklet": ("mode=sheets&piece=booklet%3Arules", ".sheet img"),
    "hand": ("mode=hand", ".hand .face[data-shown]"),
    "table": ("mode=table", ".table-body .table-row"),
    "play": ("mode=play", ".play-pile"),
    "versions": ("mode=print", ".difference"),
    "card": ("card=beasts/bear", "#detail .face[data-shown]"),
    "counts": ("cross=kind%C3%97legs", ".cross table"),
}


def violations(page: Page) -> list[str]:
    """Whatever axe calls a violation, however small."""
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run({resultTypes: ['violations']})")
    return [
        f"{one['id']}: {one['help']}: {node['html'][:150]}"
        for one in found["violations"]
        for node in one["nodes"]
    ]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game with a board, a box and a booklet, of which two cards have changed since a commit."""
    folder = write_game(tmp_path_factory.mktemp("views"))
    save(folder / "game.yaml", GAME + BOARD + PIECES)
    save(folder / "layouts.yaml", PALE + LAYOUTS + PANEL)
    save(folder / "board.yaml", "- {id: sea, name: Sea, copies: 2}\n")
    (folder / "rules.md").write_text(RULES, "utf-8")
    git = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org"]
    for typed in (["init", "-q"], ["add", "."], ["commit", "-qm", "first"]):
        subprocess.run([*git, *typed], cwd=folder.parent.parent, check=True, capture_output=True)
    save(folder / "beasts.yaml", BEASTS.replace("It said", "It growled"))
    return folder


@pytest.fixture(scope="module")
def window(project: Path) -> Iterator[tuple[Browser, Server]]:
    with (
        chromium() as browser,
        preview(project.parent.parent, "--edit", "--against", "HEAD") as server,
    ):
        yield browser, server


def open_view(browser: Browser, server: Server, view: str, **given: object) -> Page:
    context = browser.new_context(reduced_motion="reduce", **given)  # type: ignore[arg-type]
    page = context.new_page()
    page.add_init_script(SHIFTS)
    address, wanted = VIEWS[view]
    page.goto(f"{server.url}#{address}")
    expect(page.locator(wanted).first).to_be_attached()
    expect(page.locator("#tally")).not_to_have_text("Checking…")
    return page


NOTES: FilePayload = {
    "name": "anna.json",
    "mimeType": "application/json",
    "buffer": json.dumps({"cardgen_notes": 1, "game": "Tiny Beasts", "notes": [
        {"deck": "beasts", "card": card, "name": card, "face": "0", "text": "Hm", "when": ""}
        for card in ("bear", "wolf")
    ]}).encode(),
}  # fmt: skip
"""Notes on a card that has changed since, and on one that is gone."""
LOOKS = [
    (1440, "light"),
    (1440, "dark"),
    (1024, "light"),
    (1024, "dark"),
    (390, "light"),
    (390, "dark"),
]


def sweep(window: tuple[Browser, Server], width: int, scheme: str, views: list[str]) -> list[str]:
    browser, server = window
    found = []
    for view in views:
        size = {"width": width, "height": 844 if width == 390 else 900}
        page = open_view(
            browser, server, view, viewport=size, color_scheme=scheme, has_touch=width == 390
        )
        if view == "cards":
            page.locator("#notes input").set_input_files(NOTES)
            expect(page.locator("#notes .note-pin")).to_have_count(2)
            if width < 761:
                page.locator("#rail-button").click()
        elif view == "card":
            page.locator("#element").select_option(index=1)
            expect(page.locator(".elements .used").first).to_be_visible()
        elif view == "findings":
            page.locator("#findings summary").first.click()
        elif view == "play":
            page.locator(".play-pile").first.click()
        elif view == "counts" and width < 761:
            page.locator("#rail-button").click()
        found += [f"{view}: {fault}" for fault in violations(page)]
        page.context.close()
    return found


def test_axe_finds_no_violation_in_the_main_views(window: tuple[Browser, Server]) -> None:
    assert sweep(window, 1440, "light", ["findings", "card", "table"]) == []


@pytest.mark.slow
@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_axe_finds_no_violation_in_any_view(
    window: tuple[Browser, Server], width: int, scheme: str
) -> None:
    assert sweep(window, width, scheme, list(VIEWS)) == []


@pytest.mark.slow
def test_what_is_chosen_is_seen_where_the_reader_chooses_the_colors(
    window: tuple[Browser, Server],
) -> None:
    browser, server = window
    page = open_view(browser, server, "table", forced_colors="active")

    def lines(found: str) -> str:
        one = "e => [getComputedStyle(e).outlineStyle, getComputedStyle(e).borderBottomStyle] + ''"
        return str(page.locator(found).first.evaluate(one))

    assert lines("#modes input:checked + span") != lines("#modes input:not(:checked) + span")
    assert lines(".deck-button[aria-pressed=true]") != lines(".deck-button[aria-pressed=false]")
    assert lines(".cell[data-worst]") != lines(".table-body .cell:not([data-worst])")
    page.context.close()


OVERHANGS = """() => {
  const wide = document.documentElement.clientWidth;
  const scrolls = (e) => e && (['auto', 'scroll'].includes(getComputedStyle(e).overflowX)
    && !e.matches('main, .bar') || scrolls(e.parentElement));
  const out = [...document.querySelectorAll('body *')].filter((e) => {
    const box = e.getBoundingClientRect();
    const seen = e.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    return seen && box.width > 1 && box.right > wide + 1 && !scrolls(e.parentElement)
      && !e.closest('.hand, .table') && !e.matches('.table-deck');
  });
  const main = document.getElementById('cards');
  const more = main.querySelector('.table') ? 0 : main.scrollWidth - main.clientWidth;
  return [Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - wide, more,
    ...out.map((e) => e.id || e.className || e.nodeName)];
}"""


SMALL = [(390, 844), (320, 256), (640, 450)]
"""A phone; a window of 1280 pixels enlarged four times, and twice."""


def overhangs(page: Page) -> list[object]:
    """What hangs over, once the page has laid itself out for its window."""
    found = page.evaluate(OVERHANGS)
    for _ in range(MILLISECONDS // 50):
        if found == [0, 0]:
            break
        page.wait_for_timeout(50)
        found = page.evaluate(OVERHANGS)
    return list(found)


@pytest.mark.slow
def test_no_view_is_wider_than_a_small_screen(window: tuple[Browser, Server]) -> None:
    browser, server = window
    for view in VIEWS:
        page = open_view(browser, server, view, has_touch=True)
        for width, height in SMALL:
            page.set_viewport_size({"width": width, "height": height})
            assert overhangs(page) == [0, 0], (view, width)
            room = page.evaluate("document.getElementById('cards').clientHeight")
            assert room > 0.45 * height, view
            page.evaluate("document.getElementById('tools-button').click()")
            assert overhangs(page) == [0, 0], (view, width, "with its tools")
            page.evaluate("document.getElementById('tools-button').click()")
        page.context.close()


def check_shifts(window: tuple[Browser, Server], project: Path, view: str, width: int) -> None:
    """Load a view, save what cannot be read, save what can: the page stays where it is."""
    browser, server = window
    file = project / "beasts.yaml"
    good = file.read_text("utf-8")
    page = open_view(browser, server, view, viewport={"width": width, "height": 844})
    try:
        page.wait_for_timeout(300)
        at_load = page.evaluate("shifts.splice(0)")
        save(file, good.replace("name: Crab, kind", "name: Crab kind: ["))
        expect(page.locator("#notice")).to_be_visible()
        page.wait_for_timeout(150)
        at_fault = page.evaluate("shifts.splice(0)")
        save(file, good.replace("name: Crab", "name: Lobster"))
        expect(page.locator("#notice")).to_be_hidden()
        expect(page.locator("#tally")).not_to_have_text("Checking…")
        page.wait_for_timeout(300)
        at_save = page.evaluate("shifts.splice(0)")
    finally:
        save(file, good)
        page.context.close()
    for moment, found in (("load", at_load), ("fault", at_fault), ("save", at_save)):
        assert sum(one[0] for one in found) < 0.05, (view, moment, found)


def test_nothing_shifts_by_loading_or_saving(window: tuple[Browser, Server], project: Path) -> None:
    check_shifts(window, project, "cards", 1440)


@pytest.mark.slow
@pytest.mark.parametrize("width", [1440, 390])
@pytest.mark.parametrize("view", list(VIEWS))
def test_nothing_shifts_in_any_view(
    window: tuple[Browser, Server], project: Path, view: str, width: int
) -> None:
    check_shifts(window, project, view, width)
