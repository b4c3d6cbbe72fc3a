"""The decks as tables: read, sorted, walked with the keyboard; written with `--edit`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.support.pages import faults, shown_preview
from tests.support.patience import MILLISECONDS
from tests.support.previews import Server, save, write_game
from tests.support.workbooks import workbook

GAME_OF_TABLES = """\
  books: {cards: books.xlsx, size: round-25mm, front: coin}
"""
MANY = "".join(f"- {{name: Coin {n}, copies: 1}}\n" for n in range(400))
BOOKS = [["id", "name", "note"], ["ledger", "Ledger &amp; Co", "old"]]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    game = write_game(tmp_path_factory.mktemp("table"))
    save(game / "coins.yaml", MANY)
    (game / "books.xlsx").write_bytes(workbook(BOOKS, "Units #1"))
    spec = (game / "game.yaml").read_text("utf-8")
    save(game / "game.yaml", spec + GAME_OF_TABLES)
    return game


@pytest.fixture
def page(window: tuple[Browser, Server], project: Path) -> Iterator[Page]:
    browser, server = window
    before = {file: file.read_bytes() for file in project.glob("*.yaml")}
    with shown_preview(browser, f"{server.url}#mode=table") as shown:
        expect(shown.locator(".table-row[data-card='beasts/bear']")).to_be_visible(
            timeout=MILLISECONDS
        )
        yield shown
    for file, data in before.items():
        if file.read_bytes() != data:
            save(file, data)


def cell(page: Page, card: str, column: str) -> Locator:
    table = page.locator(f"[role=grid][aria-label={card.partition('/')[0]}]")
    heads = table.locator("[role=columnheader]")
    expect(heads.filter(has_text=column).first).to_be_visible()
    names = heads.all_inner_texts()
    number = [name.removesuffix(" ↓") for name in names].index(column)
    return table.locator(f"[data-card='{card}'] [data-column='{number}']")


@pytest.mark.slow
def test_rows_and_columns_are_those_of_the_table(page: Page) -> None:
    grid = page.locator("[role=grid][aria-label=beasts]")
    heads = grid.locator("[role=columnheader]").all_inner_texts()
    assert heads == ["Card", "id", "copies", "name", "kind", "legs", "note", "row"]
    expect(cell(page, "beasts/crab", "legs")).to_have_text("10")
    expect(cell(page, "beasts/fox", "copies")).to_have_text("3")
    link = cell(page, "beasts/bear", "row").locator("a").get_attribute("href")
    assert link is not None
    assert link.endswith("beasts.yaml:2:3")


@pytest.mark.slow
def test_rows_of_a_workbook_are_told_by_their_cells_and_are_not_written(page: Page) -> None:
    page.evaluate("location.hash = 'mode=table&deck=books'")
    link = cell(page, "books/ledger", "row").locator("a")
    expect(link).to_have_text("books.xlsx: Units #1!A2")
    assert (link.get_attribute("href") or "").endswith("/books.xlsx:2:1")
    deck = page.locator(".table-deck").filter(has=page.locator("[aria-label=books]"))
    expect(deck).to_contain_text("books.xlsx is edited in the program that made it.")
    expect(deck.get_by_role("button", name="Duplicate")).to_have_count(0)


@pytest.mark.slow
def test_a_finding_is_at_its_cell(page: Page) -> None:
    expect(cell(page, "beasts/bear", "note")).to_have_attribute("data-worst", "warning")
    expect(page.locator("[role=grid][aria-label=beasts] [data-worst]")).to_have_count(1)


@pytest.mark.slow
def test_only_rows_near_the_screen_are_there(page: Page) -> None:
    grid = page.locator("[role=grid][aria-label=coins]")
    expect(grid).to_have_attribute("aria-rowcount", "401")
    assert grid.locator("[data-card]").count() < 80
    cell(page, "coins/coin-0", "id").click()
    page.keyboard.press("Control+End")
    expect(cell(page, "coins/coin-399", "row")).to_be_focused()
    assert grid.locator("[data-card]").count() < 80


@pytest.mark.slow
def test_the_keyboard_goes_as_in_a_spreadsheet(page: Page) -> None:
    cell(page, "beasts/adder", "id").click()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    expect(cell(page, "beasts/bear", "copies")).to_be_focused()
    page.keyboard.press("End")
    expect(cell(page, "beasts/bear", "row")).to_be_focused()
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    expect(page.locator("#detail h2")).to_contain_text("bear")


@pytest.mark.slow
def test_a_head_sorts_its_column(page: Page) -> None:
    page.locator("[role=grid][aria-label=beasts] .column", has_text="legs").click()
    first = page.locator("[role=grid][aria-label=beasts] [data-card]").first
    expect(first).to_have_attribute("data-card", "beasts/adder")
    expect(page.locator("[aria-sort=ascending]").first).to_contain_text("legs")


@pytest.mark.slow
def test_a_cell_is_written_by_enter_and_the_next_one_follows(page: Page, project: Path) -> None:
    cell(page, "beasts/bear", "legs").click()
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    expect(cell(page, "beasts/bear", "legs")).to_have_text("7")
    expect(cell(page, "beasts/crab", "legs")).to_be_focused()
    assert "Bear, kind: land, legs: 7," in (project / "beasts.yaml").read_text("utf-8")
    page.keyboard.press("F2")
    page.keyboard.type("99")
    page.keyboard.press("Escape")
    expect(cell(page, "beasts/crab", "legs")).to_have_text("10")
    assert "legs: 99" not in (project / "beasts.yaml").read_text("utf-8")


@pytest.mark.slow
def test_nothing_keeps_people_out_of_the_table(page: Page) -> None:
    assert faults(page) == []


def test_an_open_card_of_a_workbook_tells_its_findings(page: Page) -> None:
    page.evaluate("location.hash = '#card=books/ledger'")
    expect(page.locator("#detail .side .finding")).to_contain_text("&amp; in name is printed")


COVERED = """() => {
  const {left, top, width, height} = document.activeElement.getBoundingClientRect();
  const at = (x) => document.elementFromPoint(x, top + height / 2);
  return ![left + 4, left + width / 2].every((x) => document.activeElement.contains(at(x)));
}"""


@pytest.mark.slow
@pytest.mark.parametrize("width", [1000, 390])
def test_the_cell_of_the_keyboard_is_never_below_the_columns_that_stay(
    page: Page, project: Path, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 700})
    spec = (project / "beasts.yaml").read_text("utf-8")
    save(project / "beasts.yaml", spec.replace("Bear", "Bear of the far and frozen north"))
    row = page.locator(".table-row[data-card='beasts/bear-of-the-far-and-frozen-north']")
    row.locator("[data-column='2']").click()
    for key in [*["ArrowRight"] * 5, *["ArrowLeft"] * 4]:
        page.keyboard.press(key)
        assert not page.evaluate(COVERED), key
    page.keyboard.press("F2")
    expect(page.locator(".cell-input")).to_be_focused()
    assert not page.evaluate(COVERED)


@pytest.mark.slow
def test_what_is_scrolled_away_is_not_seen_beside_the_columns_that_stay(page: Page) -> None:
    page.set_viewport_size({"width": 800, "height": 700})
    cell(page, "beasts/bear", "Card").click()
    page.keyboard.press("End")
    left = "element => element.getBoundingClientRect().left"
    beside = page.locator("#cards").evaluate(left)
    assert cell(page, "beasts/bear", "Card").evaluate(left) == beside


@pytest.mark.slow
def test_words_from_right_to_left_stand_so_in_cells_and_while_they_are_typed(
    page: Page, project: Path
) -> None:
    spec = (project / "beasts.yaml").read_text("utf-8")
    save(project / "beasts.yaml", spec.replace("'It said \"no and left'", '"שלום, 5!"'))
    note = cell(page, "beasts/bear", "note")
    expect(note).to_contain_text("שלום, 5!")
    expect(note).to_have_css("direction", "rtl")
    note.dblclick()
    expect(page.locator(".cell-input")).to_have_css("direction", "rtl")
    expect(cell(page, "beasts/bear", "kind")).to_have_css("direction", "ltr")
