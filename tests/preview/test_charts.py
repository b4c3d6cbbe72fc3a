"""Charts beside the counts: curves of numbers, what is expected beside what is there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.preview.test_views import violations
from tests.support.pages import chromium, shown_preview
from tests.support.previews import Server, preview, write_game

COMPOSITION = "beasts:\n  total: 9\n  count:\n    kind: {land: 7, sea: 3, air: 1}\n"


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Browser, Server]]:
    game: Path = write_game(tmp_path_factory.mktemp("charts"))
    (game / "composition.yaml").write_text(COMPOSITION, "utf-8")
    with chromium() as browser, preview(game.parent.parent) as server:
        yield browser, server


@pytest.fixture
def page(window: tuple[Browser, Server]) -> Iterator[Page]:
    browser, server = window
    with shown_preview(browser, server.url) as shown:
        expect(shown.locator(".spread").first).to_be_visible()
        for summary in shown.locator(".spread summary").all():
            summary.click()
        yield shown


def test_numbers_have_a_curve_and_its_columns_lead_to_their_cards(page: Page) -> None:
    legs = page.locator(".spread", has_text="legs").first
    curve = legs.locator("svg")
    expect(curve).to_have_attribute("aria-label", "Cards by legs, from 0 to 10")
    expect(curve.locator("rect")).to_have_count(3)
    expect(legs.locator("figcaption")).to_have_text("0half have 4 or less10")
    title = curve.locator("[data-value='4'] title")
    expect(title).to_have_text("4: 5 cards, 89 % have 4 or less")
    curve.locator("[data-value='10']").click()
    expect(page.locator("#cards .card .name")).to_have_text(["crab"])
    legs.locator("svg [data-value='10']").click()
    expect(page.locator("#cards .card .name")).to_have_count(8)
    assert page.locator(".spread", has_text="kind").locator("svg").count() == 0


def test_what_is_expected_stands_beside_what_is_there(page: Page) -> None:
    kind = page.locator(".spread", has_text="kind").first
    expect(kind.locator(".spread-bar .number")).to_have_text(["7 of 7", "2 of 3", "0 of 1"])
    expect(kind.locator("[data-off] .value")).to_have_text(["sea", "air"])


def test_charts_keep_nobody_out(page: Page) -> None:
    assert violations(page) == []
