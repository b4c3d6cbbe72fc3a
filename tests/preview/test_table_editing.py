"""Rows, blocks, lists and pictures in a real Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.preview.test_pasting import TABLE, png, write_pictured
from tests.preview.test_table import cell
from tests.support.pages import faults, shown_preview
from tests.support.previews import Server, save


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_pictured(tmp_path_factory.mktemp("rows"))


@pytest.fixture
def page(window: tuple[Browser, Server], project: Path) -> Iterator[Page]:
    browser, server = window
    save(project / "beasts.yaml", TABLE)
    with shown_preview(browser, f"{server.url}#mode=table") as shown:
        expect(shown.locator(".table-row[data-card='beasts/bear']")).to_be_visible()
        expect(shown.locator("[role=grid][aria-label=beasts] .table-row")).to_have_count(4)
        yield shown


def lines(project: Path) -> list[str]:
    return (project / "beasts.yaml").read_text("utf-8").splitlines()


PASTE = """text => {
  const data = new DataTransfer();
  data.setData("text/plain", text);
  const event = new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true});
  document.activeElement.dispatchEvent(event);
}"""


@pytest.mark.slow
def test_a_block_is_pasted_from_the_cell_on(page: Page, project: Path) -> None:
    cell(page, "beasts/adder", "kind").click()
    page.evaluate(PASTE, 'sea\t0\n"sea"\t5\n')
    expect(cell(page, "beasts/bear", "legs")).to_have_text("5")
    assert lines(project)[0] == "- {name: Adder, kind: sea, tags: [low, long], legs: 0}"
    expect(cell(page, "beasts/adder", "kind")).to_be_focused()
    page.keyboard.press("Control+z")
    expect(cell(page, "beasts/bear", "legs")).to_have_text("4")
    assert (project / "beasts.yaml").read_text("utf-8") == TABLE


@pytest.mark.slow
def test_a_block_larger_than_the_table_is_not_pasted(page: Page, project: Path) -> None:
    cell(page, "beasts/crab", "kind").click()
    page.evaluate(PASTE, "sea\nland\n")
    expect(page.locator("#live-text")).to_contain_text("larger than the table")
    assert (project / "beasts.yaml").read_text("utf-8") == TABLE


@pytest.mark.slow
def test_a_row_is_moved_by_keys_and_the_keyboard_goes_with_it(page: Page, project: Path) -> None:
    cell(page, "beasts/adder", "kind").click()
    page.keyboard.press("Alt+ArrowDown")
    expect(page.locator("[role=grid][aria-label=beasts] .table-row").nth(2)).to_have_attribute(
        "data-card", "beasts/adder"
    )
    assert lines(project)[4] == "- {name: Adder, kind: land, tags: [low, long]}"
    expect(cell(page, "beasts/adder", "kind")).to_be_focused()


@pytest.mark.slow
def test_a_row_is_added_below_the_one_of_the_keyboard(page: Page, project: Path) -> None:
    cell(page, "beasts/bear", "kind").click()
    page.get_by_label("New row below, name").first.fill("Cat")
    page.keyboard.press("Enter")
    expect(page.locator(".table-row[data-card='beasts/cat']")).to_be_visible()
    assert lines(project)[5] == "- name: Cat"


@pytest.mark.slow
def test_a_list_is_written_an_item_a_line(page: Page, project: Path) -> None:
    cell(page, "beasts/adder", "id").click()
    page.keyboard.press("Space")
    tags = page.locator("#field-tags")
    expect(tags).to_have_value("low\nlong")
    tags.fill("low\nvery long\nquiet")
    tags.press("Control+Enter")
    expect(page.locator(".toast ins")).to_contain_text("tags: [low, very long, quiet]")
    assert lines(project)[0] == "- {name: Adder, kind: land, tags: [low, very long, quiet]}"


@pytest.mark.slow
def test_a_picture_is_copied_and_its_field_is_offered(page: Page, project: Path) -> None:
    cell(page, "beasts/bear", "id").click()
    page.keyboard.press("Space")
    expect(page.locator("#field-art")).to_have_value("bear.png")
    (project / "art" / "bear-2.png").unlink(missing_ok=True)  # of a run before
    page.set_input_files(
        "#picture-file", {"name": "Bear.png", "mimeType": "image/png", "buffer": png(300, 300)}
    )
    expect(page.locator(".toast")).to_contain_text(
        "art/bear-2.png was copied into the game, 300 × 300 pixels: 300 pixels an inch as placed"
    )
    expect(page.locator("#field-art")).to_have_value("bear-2.png")
    expect(page.locator("#field-art")).to_be_focused()
    assert "  art: bear.png" in lines(project)
    page.keyboard.press("Enter")
    expect(page.locator(".toast ins")).to_contain_text("art: bear-2.png")
    assert "  art: bear-2.png" in lines(project)


@pytest.mark.slow
@pytest.mark.parametrize("width", [1440, 1024, 390])
def test_nothing_keeps_people_out(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    assert faults(page) == []
    cell(page, "beasts/adder", "id").click()
    page.keyboard.press("Space")
    expect(page.locator("#field-tags")).to_be_visible()
    assert faults(page) == []


@pytest.mark.slow
def test_a_row_that_goes_while_it_is_written_in_leaves_the_table(page: Page, project: Path) -> None:
    cell(page, "beasts/crab", "legs").dblclick()
    page.keyboard.type("8")
    text = "".join(line for line in TABLE.splitlines(keepends=True) if "Crab" not in line)
    save(project / "beasts.yaml", text.replace("Bear", "Boar"))
    expect(page.locator("#unsaved-button")).to_be_visible()
    expect(page.locator(".cell-findings")).to_contain_text("any more")
    page.locator("#cards").evaluate("element => element.dispatchEvent(new Event('scroll'))")
    page.keyboard.press("Escape")
    expect(page.locator(".table-row[data-card='beasts/boar']")).to_be_visible()
    expect(page.locator(".table-row[data-card='beasts/crab']")).to_have_count(0)


@pytest.mark.slow
def test_what_changed_while_a_cell_was_written_in_is_shown_once_it_is_left(
    page: Page, project: Path
) -> None:
    cell(page, "beasts/adder", "kind").dblclick()
    save(project / "beasts.yaml", TABLE.replace("Crab", "Lobster"))
    expect(page.locator("#live-text")).to_contain_text("changed")
    cell(page, "beasts/bear", "kind").click()
    assert page.locator(".table-row[data-card='beasts/lobster']").count() == 1
    expect(cell(page, "beasts/bear", "kind")).to_be_focused()
