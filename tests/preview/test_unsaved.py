"""What is typed in the page and not saved: nothing of it is lost without a word."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Dialog, Page, expect

from tests.preview.test_table import cell
from tests.support.pages import faults, shown_preview
from tests.support.previews import BEASTS, LAYOUTS, Server, save, write_game

OTHER = BEASTS.replace("Eland", "Elk")
"""Another row has changed."""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_game(tmp_path_factory.mktemp("unsaved"))


@pytest.fixture
def page(window: tuple[Browser, Server], project: Path) -> Iterator[Page]:
    browser, server = window
    save(project / "beasts.yaml", BEASTS)
    save(project / "layouts.yaml", LAYOUTS)
    with shown_preview(browser, f"{server.url}#mode=table") as shown:
        expect(shown.locator("[data-card='beasts/eland']")).to_be_visible()
        expect(cell(shown, "beasts/bear", "legs")).to_have_text("4")
        yield shown


def open_card(page: Page, card: str) -> None:
    page.evaluate("card => { location.hash = `#mode=table&card=${card}`; }", card)
    expect(page.locator("#field-legs")).to_be_visible()


def type_in_cell(page: Page, column: str, text: str) -> None:
    cell(page, "beasts/bear", column).click()
    page.keyboard.type(text)
    expect(page.locator("#unsaved-button")).to_have_text("1 not saved")


def test_a_new_row_of_a_table_is_typed_on_while_the_game_changes(page: Page, project: Path) -> None:
    row = page.get_by_label("New row below, name").first
    row.focus()
    page.keyboard.type("Kra")
    save(project / "beasts.yaml", OTHER)
    expect(page.locator("[data-card='beasts/elk']")).to_be_visible()
    page.keyboard.type("ken")
    expect(row).to_have_value("Kraken")
    page.locator("input[name=mode][value=cards]").check(force=True)
    page.locator("#unsaved-button").click()
    page.get_by_role("button", name="Go to it").click()
    expect(row).to_be_focused()
    page.keyboard.press("Escape")
    expect(row).to_have_value("")
    expect(page.locator("#unsaved-button")).to_be_hidden()


def test_a_new_row_below_a_card_is_typed_on_while_its_row_changes(
    page: Page, project: Path
) -> None:
    open_card(page, "beasts/bear")
    row = page.locator("#detail").get_by_label("New row below, name")
    row.focus()
    page.keyboard.type("Kra")
    save(
        project / "beasts.yaml",
        BEASTS.replace("Bear, kind: land, legs: 4", "Bear, kind: land, legs: 5"),
    )
    expect(page.locator("#field-legs")).to_have_value("5")
    page.keyboard.type("ken")
    expect(row).to_have_value("Kraken")


def test_a_cell_that_is_left_holds_what_was_typed(page: Page, project: Path) -> None:
    type_in_cell(page, "legs", "6")
    cell(page, "beasts/crab", "legs").click()
    expect(cell(page, "beasts/bear", "legs")).to_contain_text("6 (not saved)")
    page.locator("input[name=mode][value=cards]").check(force=True)
    expect(page.locator("#cards .card").first).to_be_visible()
    page.locator("input[name=mode][value=table]").check(force=True)
    left = cell(page, "beasts/bear", "legs")
    expect(left).to_contain_text("6 (not saved)")
    assert faults(page) == []
    left.click()
    page.keyboard.press("F2")
    expect(page.locator(".cell-input")).to_have_value("6")
    assert (project / "beasts.yaml").read_text("utf-8") == BEASTS
    page.keyboard.press("Enter")
    expect(left).to_have_text("6")
    expect(page.locator("#unsaved-button")).to_be_hidden()
    assert "Bear, kind: land, legs: 6" in (project / "beasts.yaml").read_text("utf-8")


def test_a_click_in_the_cell_that_is_written_in_leaves_the_keyboard_there(page: Page) -> None:
    cell(page, "beasts/bear", "name").dblclick()
    page.locator(".cell-input").click()
    expect(page.locator(".cell-input")).to_be_focused()


def test_a_cell_that_is_open_lets_the_table_be_sorted(page: Page) -> None:
    type_in_cell(page, "legs", "6")
    page.locator("#sort").select_option("#copies")
    expect(page.locator("[role=grid] .table-row").nth(1)).to_have_attribute(
        "data-card", "beasts/fox"
    )
    expect(cell(page, "beasts/bear", "legs")).to_contain_text("6 (not saved)")


def test_what_is_not_saved_is_listed_led_to_and_taken_back(page: Page) -> None:
    type_in_cell(page, "legs", "6")
    page.keyboard.press("Escape")
    expect(page.locator("#unsaved-button")).to_be_hidden()
    type_in_cell(page, "legs", "6")
    cell(page, "beasts/crab", "legs").click()
    page.locator("#unsaved-button").click()
    told = page.get_by_role("dialog", name="1 text not saved")
    expect(told).to_contain_text("legs of beasts/bear")
    assert faults(page) == []
    told.get_by_role("button", name="Go to it").click()
    expect(page.locator("#field-legs")).to_have_value("6")
    expect(page.locator("#field-legs")).to_be_focused()
    page.locator("#detail .close").click()
    page.locator("#unsaved-button").click()
    told.get_by_role("button", name="Discard").click()
    expect(page.locator("#unsaved")).to_be_hidden()
    expect(page.locator("#unsaved-button")).to_be_hidden()
    expect(cell(page, "beasts/bear", "legs")).to_have_text("4")
    open_card(page, "beasts/bear")
    expect(page.locator("#field-legs")).to_have_value("4")


def test_what_was_typed_goes_with_a_card_that_is_renamed(page: Page, project: Path) -> None:
    open_card(page, "beasts/bear")
    page.locator("#field-legs").fill("6")
    page.locator("#detail .close").click()
    save(project / "beasts.yaml", BEASTS.replace("Bear", "Boar"))
    expect(cell(page, "beasts/boar", "legs")).to_contain_text("6 (not saved)")


def test_the_browser_asks_before_it_leaves_what_is_not_saved(page: Page) -> None:
    asked: list[str] = []

    def accept(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.accept()

    page.on("dialog", accept)
    page.reload()
    assert asked == []
    type_in_cell(page, "legs", "6")
    page.reload()
    assert asked == ["beforeunload"]


def test_a_field_that_changed_in_its_file_is_written_over_when_that_is_wanted(
    page: Page, project: Path
) -> None:
    open_card(page, "beasts/bear")
    legs = page.locator("#field-legs")
    legs.fill("6")
    save(project / "beasts.yaml", BEASTS.replace("legs: 4, note", "legs: 5, note"))
    expect(page.locator(".draft:not([hidden])")).to_contain_text("the file says “5” by now")
    legs.press("Enter")
    expect(page.locator(".toast")).to_contain_text("Save over it")
    assert "legs: 5, note" in (project / "beasts.yaml").read_text("utf-8")
    page.get_by_role("button", name="Save over it").click()
    expect(page.locator(".toast ins")).to_contain_text("legs: 6")
    assert "legs: 6, note" in (project / "beasts.yaml").read_text("utf-8")


def test_a_field_is_typed_on_while_its_file_is_faulty(page: Page, project: Path) -> None:
    open_card(page, "beasts/bear")
    legs = page.locator("#field-legs")
    legs.fill("")
    page.keyboard.type("1")
    save(project / "beasts.yaml", BEASTS + "- {name: [\n")
    expect(page.locator("#detail")).to_contain_text("Not written now")
    page.keyboard.type("2")
    expect(legs).to_have_value("12")
    expect(legs).to_be_focused()
    save(project / "beasts.yaml", BEASTS)
    expect(page.locator("#detail")).not_to_contain_text("Not written now")
    page.keyboard.press("Enter")
    expect(page.locator(".toast ins")).to_contain_text("legs: 12")


def test_a_cell_that_changed_in_its_file_is_written_over_by_a_second_enter(
    page: Page, project: Path
) -> None:
    type_in_cell(page, "legs", "6")
    save(project / "beasts.yaml", BEASTS.replace("legs: 4, note", "legs: 5, note"))
    expect(page.locator("#live-text")).to_contain_text("changed")
    page.keyboard.press("Enter")
    expect(page.locator(".cell-findings")).to_contain_text("The file says “5” by now")
    assert "legs: 5, note" in (project / "beasts.yaml").read_text("utf-8")
    page.keyboard.press("Enter")
    expect(cell(page, "beasts/bear", "legs")).to_have_text("6")
    assert "legs: 6, note" in (project / "beasts.yaml").read_text("utf-8")


def choose(page: Page, element: str) -> None:
    label = page.locator("#element option", has_text=element).first
    page.locator("#element").select_option(label.get_attribute("value"))
    expect(page.locator("#option-size")).to_be_visible()


def test_an_option_waits_for_who_typed_it_while_other_elements_are_chosen(page: Page) -> None:
    open_card(page, "beasts/bear")
    choose(page, "text title")
    page.locator("#option-size").fill("17pt")
    choose(page, "text note")
    expect(page.locator("#option-size")).to_have_value("9pt")
    choose(page, "text title")
    expect(page.locator("#option-size")).to_have_value("17pt")
    page.locator("#detail .close").click()
    page.locator("#unsaved-button").click()
    expect(page.locator("#unsaved")).to_contain_text("size of text title of beasts/bear")
    page.get_by_role("button", name="Go to it").click()
    expect(page.locator("#option-size")).to_have_value("17pt")
    page.locator("#option-size").press("Escape")
    expect(page.locator("#option-size")).to_have_value("18pt")
    expect(page.locator("#unsaved-button")).to_be_hidden()


@pytest.mark.slow
def test_an_option_is_typed_on_while_its_layout_changes(page: Page, project: Path) -> None:
    open_card(page, "beasts/bear")
    choose(page, "text title")
    size = page.locator("#option-size")
    size.fill("17")
    page.evaluate(
        "window.left = 0; document.getElementById('option-size')"
        ".addEventListener('blur', () => { window.left += 1; })"
    )
    save(project / "layouts.yaml", LAYOUTS.replace("height: 12mm", "height: 13mm"))
    expect(page.locator("#option-height")).to_have_value("13mm")
    page.keyboard.type("pt")
    expect(size).to_have_value("17pt")
    assert page.evaluate("window.left") == 0
    save(project / "layouts.yaml", LAYOUTS.replace("size: 18pt", "size: 16pt"))
    expect(page.locator("#detail")).to_contain_text("the file says “16pt” by now")
    size.press("Enter")
    expect(page.locator(".toast")).to_contain_text("Save over it")
    page.get_by_role("button", name="Save over it").click()
    expect(page.locator(".toast ins")).to_contain_text("17pt")
    assert "size: 17pt" in (project / "layouts.yaml").read_text("utf-8")


def test_a_word_that_is_composed_goes_on_while_the_card_changes(page: Page, project: Path) -> None:
    open_card(page, "beasts/bear")
    name = page.locator("#field-name")
    name.fill("")
    keyboard = page.context.new_cdp_session(page)
    keyboard.send(
        "Input.imeSetComposition", {"text": "くま", "selectionStart": 2, "selectionEnd": 2}
    )
    save(project / "beasts.yaml", BEASTS.replace("legs: 4, note", "legs: 5, note"))
    expect(page.locator("#field-legs")).to_have_value("5")
    expect(name).to_have_value("くま")
    keyboard.send("Input.insertText", {"text": "熊"})
    expect(name).to_have_value("熊")


def test_a_move_that_is_not_written_is_told_when_another_element_is_chosen(page: Page) -> None:
    open_card(page, "beasts/bear")
    choose(page, "text title")
    page.locator("#detail div.stage").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#arrange-save")).to_be_visible()
    choose(page, "text note")
    expect(page.locator(".toast")).to_have_text("Not saved: title is where it was.")


def test_the_keyboard_goes_back_to_the_row_of_a_card_that_was_edited(page: Page) -> None:
    cell(page, "beasts/bear", "legs").click()
    page.keyboard.press("Space")
    page.locator("#field-legs").fill("5")
    page.keyboard.press("Enter")
    expect(cell(page, "beasts/bear", "legs")).to_have_text("5")
    page.keyboard.press("Escape")
    expect(page.locator("#detail")).to_be_hidden()
    expect(page.locator("[data-card='beasts/bear'] :focus")).to_be_visible()
