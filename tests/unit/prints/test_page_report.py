"""The page of a comparison, in Chromium: both pictures, in four ways of looking at them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from cardgen.prints.comparison import compare
from cardgen.prints.page_report import comparison_page
from tests.support.pages import Shown, chromium, faults, shown
from tests.support.printed_games import ROWS, snapshot


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture(scope="module")
def page(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shown]:
    changed = {**ROWS[1], "rule": "Take two fish out of the pond."}
    rows = [ROWS[0], changed, *ROWS[2:4], {**ROWS[0], "id": "wolf", "name": "A wolf that howls"}]
    file: Path = tmp_path_factory.mktemp("page") / "index.html"
    file.write_bytes(comparison_page(compare(snapshot("v1"), snapshot(rows=rows, art=70))))
    with shown(browser, file) as opened:
        yield opened


def test_words_come_first_and_every_picture_loads(page: Shown) -> None:
    names = page.page.locator("article h2").all_inner_texts()
    assert [name.split()[0] for name in names] == [
        "heron",
        "wolf",
        "crane",
        "mole",
        "otter",
        "stoat",
    ]
    assert page.page.locator("article").first.locator("ins").inner_text() == "two"
    widths = page.page.evaluate("[...document.images].map(image => image.naturalWidth)")
    assert len(widths) == 16  # three of a changed face, both sides of a new or gone card
    assert all(widths)


def seen(page: Shown, part: str) -> bool:
    return page.page.locator(f"article .both .{part}").first.is_visible()


@pytest.mark.slow
def test_pictures_stand_side_by_side_are_swiped_and_shown_as_what_differs(page: Shown) -> None:
    before, after = (
        page.page.locator(f"article .both .{part}").first for part in ("before", "after")
    )
    left, right = before.bounding_box(), after.bounding_box()
    assert left
    assert right
    assert left["x"] + left["width"] <= right["x"]
    page.page.get_by_label("Swipe").check(force=True)
    assert before.bounding_box() == after.bounding_box()
    page.page.locator("article .both .slider input").first.fill("25")
    assert "75%" in after.evaluate("each => getComputedStyle(each).clipPath")
    page.page.get_by_label("Onion skin").check(force=True)
    assert after.evaluate("each => getComputedStyle(each).opacity") == "0.25"
    page.page.get_by_label("Difference").check(force=True)
    assert (seen(page, "before"), seen(page, "after"), seen(page, "marks")) == (False, False, True)


@pytest.mark.slow
def test_nobody_is_kept_out(page: Shown) -> None:
    assert faults(page.page) == []
