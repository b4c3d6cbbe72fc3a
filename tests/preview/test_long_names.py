"""Names longer than the place they stand in, and a game among others that shows no card."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.support.pages import chromium
from tests.support.previews import Server, preview, save, write_game

LONG = "donaudampfschifffahrtsgesellschaftskapitaensmuetzen"


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Browser, Server]]:
    """A game whose second deck has a long name, and one that cannot be read."""
    root = tmp_path_factory.mktemp("names")
    game = write_game(root)
    text = (game / "game.yaml").read_text("utf-8").replace("  coins:", f"  {LONG}:")
    save(game / "game.yaml", text)
    broken = game.parent / "broken"
    broken.mkdir()
    save(broken / "game.yaml", "game: Broken\ndecks: {a: {cards: [x.yaml\n")
    with chromium() as browser, preview(root) as server:
        yield browser, server


def test_numbers_beside_a_long_name_are_in_sight(window: tuple[Browser, Server]) -> None:
    browser, server = window
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(server.url)
    page.locator(".shelved", has_text="Tiny Beasts").click()
    expect(page.locator("#counts td").first).to_be_visible()
    rail = page.locator("#rail")
    assert rail.evaluate("rail => rail.scrollWidth <= rail.clientWidth")
    page.set_viewport_size({"width": 390, "height": 800})
    name = page.locator(".deck h2", has_text=LONG)
    expect(name).to_be_visible()
    assert name.evaluate("name => name.scrollWidth <= name.clientWidth")
    page.close()


def test_a_game_without_cards_leads_to_the_others(window: tuple[Browser, Server]) -> None:
    browser, server = window
    page = browser.new_page()
    page.goto(server.url)
    page.locator(".shelved", has_text="broken").click()
    expect(page.locator("#cards .trouble")).to_be_visible()
    page.get_by_role("link", name="All games of this project").click()
    expect(page.locator(".shelved")).to_have_count(2)
    page.close()
