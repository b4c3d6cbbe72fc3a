"""The preview's table to play on: the cards as they are now, through every save."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.pages import chromium, faults, shown_preview
from tests.support.previews import BEASTS, Server, preview, save, write_game


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_game(tmp_path_factory.mktemp("play"))


@pytest.fixture(scope="module")
def window(game: Path) -> Iterator[tuple[Browser, Server]]:
    with chromium() as browser, preview(game.parent.parent) as server:
        yield browser, server


@pytest.fixture
def page(window: tuple[Browser, Server], game: Path) -> Iterator[Page]:
    browser, server = window
    with shown_preview(browser, f"{server.url}#mode=play&play=2.a") as shown:
        expect(shown.locator(".play-pile").first).to_be_visible()
        yield shown
    save(game / "beasts.yaml", BEASTS)


def labels(page: Page) -> list[str | None]:
    return [one.get_attribute("aria-label") for one in page.locator(".play-pile").all()]


def test_each_deck_lies_on_the_table_with_its_copies(page: Page) -> None:
    assert labels(page) == ["beasts, face down, top of 9 cards", "coins, face down, top of 5 cards"]
    picture = page.locator(".play-pile img").first
    expect(picture).to_have_js_property("complete", True)
    assert picture.evaluate("image => image.naturalWidth") > 50


@pytest.mark.parametrize("width", [1280, 390])
def test_a_name_runs_out_of_no_place_of_the_table(page: Page, game: Path, width: int) -> None:
    """Where there is no room for it, as in that of a token, it is shortened or left out."""
    text = (game / "game.yaml").read_text("utf-8")
    save(game / "game.yaml", text.replace("  coins:", "  coins-of-the-forgotten-provinces:"))
    page.set_viewport_size({"width": width, "height": 800})
    homes = page.locator(".play-home")
    expect(homes.nth(3)).to_contain_text("provinces")
    over = """homes => homes.filter(home => {
      const [words, room] = [document.createRange(), home.getBoundingClientRect()];
      words.selectNodeContents(home);
      const { left, right, top, bottom } = words.getBoundingClientRect();
      const wide = left < room.left || right > room.right;
      return right > left && (wide || top < room.top || bottom > room.bottom);
    }).length"""
    outside = homes.evaluate_all(over)
    save(game / "game.yaml", text)
    assert outside == 0
    assert homes.nth(0).inner_text() == "beasts"
    expect(homes.nth(3)).not_to_contain_text("provinces")


@pytest.mark.slow
def test_the_address_keeps_the_table_and_undo_goes_on_after_another_view(page: Page) -> None:
    page.locator(".play-pile").first.click()
    page.keyboard.press("d")
    held = page.locator(".play-held").get_attribute("aria-label")
    page.locator("#modes").get_by_text("Cards").click()
    expect(page.locator("#cards .card").first).to_be_visible()
    page.locator("#modes").get_by_text("Play").click()
    expect(page.locator(".play-held")).to_have_attribute("aria-label", held or "")
    page.reload()
    expect(page.locator(".play-held")).to_have_attribute("aria-label", held or "")


@pytest.mark.slow
def test_keys_of_the_table_are_not_those_of_the_page(page: Page) -> None:
    page.locator(".play-pile").first.click()
    for key in "dfx":
        page.keyboard.press(key)
    expect(page.locator(".play-pile[aria-label^='coins']")).to_have_count(1)
    assert "mode=play" in page.url
    page.locator(".play-room").focus()
    page.keyboard.press("1")
    expect(page.locator("#cards .card").first).to_be_visible()
    page.keyboard.press("6")
    expect(page.locator(".play-pile").first).to_be_visible()


def test_a_save_changes_the_cards_on_the_table_and_nothing_else(page: Page, game: Path) -> None:
    page.locator(".play-pile").first.click()
    page.keyboard.press("l")
    before = labels(page)
    changed = BEASTS.replace("name: Fox", "name: Fox, note: red").replace(
        "name: Bear", "name: Bear, copies: 3"
    )
    save(game / "beasts.yaml", changed)
    expect(page.locator(".play-pile[aria-label*='top of 10']")).to_be_visible()
    assert [one.replace("10", "8") for one in filter(None, labels(page))] == before
    gone = BEASTS.replace("- {name: Fox, kind: land, legs: 4, copies: 3}\n", "")
    save(game / "beasts.yaml", gone)
    expect(page.locator(".play-pile[aria-label*='top of 10']")).to_have_count(0)
    total = sum(
        int(one.get_attribute("data-cards") or 0) for one in page.locator(".play-pile").all()
    )
    assert total == 6 + 5


@pytest.mark.slow
@pytest.mark.parametrize("width", [1440, 1024, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_table_keeps_nobody_out(page: Page, width: int, scheme: str) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_viewport_size({"width": width, "height": 800})
    page.locator(".play-pile").first.click()
    page.keyboard.press("d")
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
