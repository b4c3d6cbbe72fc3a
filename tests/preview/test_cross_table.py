"""The preview's cross table: two fields at once, and the way to the cards of a cell."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.pages import chromium, faults
from tests.support.previews import Server, preview, write_game


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Browser, Server]]:
    game: Path = write_game(tmp_path_factory.mktemp("cross"))
    with chromium() as browser, preview(game.parent.parent) as server:
        yield browser, server


@pytest.fixture
def page(window: tuple[Browser, Server]) -> Iterator[Page]:
    browser, server = window
    shown = browser.new_page(viewport={"width": 1280, "height": 800})
    shown.goto(server.url)
    expect(shown.get_by_role("combobox", name="Down")).to_be_visible()
    yield shown
    shown.close()


def choose(page: Page) -> None:
    page.get_by_role("combobox", name="Down").select_option("kind")
    page.get_by_role("combobox", name="Across").select_option("legs")
    expect(page.locator(".cross tbody tr")).to_have_count(2)


@pytest.mark.slow
def test_printed_cards_are_counted_by_two_fields_with_their_sums(page: Page) -> None:
    choose(page)
    rows = [row.inner_text().split() for row in page.locator(".cross tr").all()]
    assert rows == [
        ["kind", "0", "4", "10", "all"],
        ["land", "2", "5", "7"],
        ["sea", "1", "1", "2"],
        ["all", "3", "5", "1", "9"],
    ]
    page.reload()
    expect(page.locator(".cross tbody tr")).to_have_count(2)  # the address keeps the fields


@pytest.mark.slow
def test_a_number_leads_to_its_cards(page: Page) -> None:
    choose(page)
    page.get_by_role("button", name="kind land, legs 4: 5 cards").click()
    expect(page.locator("#cards .card .name")).to_have_text(["bear", "eland", "fox"])
    expect(page.locator(".cross tbody tr")).to_have_count(1)
    page.get_by_role("button", name="Clear filters").click()
    expect(page.locator(".cross tbody tr")).to_have_count(2)


@pytest.mark.slow
def test_one_field_alone_or_twice_makes_no_table_and_keeps_nobody_out(page: Page) -> None:
    page.get_by_role("combobox", name="Down").select_option("kind")
    expect(page.locator(".cross")).to_have_count(0)
    page.get_by_role("combobox", name="Across").select_option("kind")
    expect(page.locator(".cross")).to_have_count(0)
    page.get_by_role("combobox", name="Across").select_option("legs")
    expect(page.locator(".cross")).to_be_visible()
    assert faults(page) == []


@pytest.mark.slow
def test_what_the_rail_says_to_screen_readers_alone_makes_the_page_no_higher(page: Page) -> None:
    choose(page)
    page.evaluate("document.querySelector('.cross').scrollIntoView()")
    assert page.evaluate("[document.body.scrollTop, document.scrollingElement.scrollTop]") == [0, 0]
    assert page.evaluate("document.body.scrollHeight - innerHeight") <= 0
