"""Editing without a mouse: blocks, choices, redo, options of elements, pictures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.preview.test_pasting import PICTURED, TABLE, png, write_pictured
from tests.preview.test_table import cell
from tests.support.pages import shown_preview
from tests.support.previews import Server

LAYOUTS = PICTURED.replace("color: sand}", "color: sand, align: left}", 1)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_pictured(tmp_path_factory.mktemp("keys"))


@pytest.fixture
def page(window: tuple[Browser, Server], project: Path) -> Iterator[Page]:
    browser, server = window
    (project / "beasts.yaml").write_text(TABLE, "utf-8")
    (project / "layouts.yaml").write_text(LAYOUTS, "utf-8")
    with shown_preview(browser, f"{server.url}#mode=table") as shown:
        expect(shown.locator("[role=grid][aria-label=beasts] .table-row")).to_have_count(4)
        expect(cell(shown, "beasts/bear", "legs")).to_have_text("4")
        yield shown


def tab_to(page: Page, wanted: str) -> None:
    expect(page.locator(wanted).first).to_be_visible()
    for _ in range(80):
        if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{wanted} is not reached by Tab")


def go_to_kind(page: Page) -> None:
    """The keyboard from the address to the kind of the first beast."""
    tab_to(page, ".table [role=gridcell]")
    page.keyboard.press("Home")
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(cell(page, "beasts/adder", "kind")).to_be_focused()


@pytest.mark.slow
def test_a_block_is_pasted_taken_back_and_made_again_by_keys(page: Page, project: Path) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    go_to_kind(page)
    page.evaluate("text => navigator.clipboard.writeText(text)", "sea\t0\nsea\t5\n")
    for key, legs in (("v", "5"), ("z", "4"), ("Shift+z", "5"), ("z", "4")):
        page.keyboard.press(f"ControlOrMeta+{key}")
        expect(cell(page, "beasts/bear", "legs")).to_have_text(legs)
        expect(cell(page, "beasts/adder", "kind")).to_be_focused()
    page.keyboard.press("ControlOrMeta+z")
    expect(cell(page, "beasts/bear", "legs")).to_have_text("4")
    assert (project / "beasts.yaml").read_text("utf-8") == TABLE


@pytest.mark.slow
def test_a_choice_is_made_in_the_table_and_in_the_card_by_keys(page: Page, project: Path) -> None:
    go_to_kind(page)
    page.keyboard.press("Enter")
    expect(page.locator("select.cell-input")).to_be_focused()
    page.keyboard.type("s")
    page.keyboard.press("Enter")
    expect(cell(page, "beasts/adder", "kind")).to_have_text("sea")
    expect(cell(page, "beasts/bear", "kind")).to_be_focused()
    page.keyboard.press("Space")
    tab_to(page, "#field-kind")
    page.keyboard.type("s")
    page.keyboard.press("Enter")
    expect(page.locator(".toast ins")).to_contain_text("kind: sea")
    expect(page.locator("#field-kind")).to_be_focused()
    page.keyboard.press("ControlOrMeta+z")
    expect(page.locator("#field-kind")).to_have_value("land")
    assert (project / "beasts.yaml").read_text("utf-8") == TABLE.replace(
        "Adder, kind: land", "Adder, kind: sea"
    )


@pytest.mark.slow
def test_the_align_and_the_color_of_an_element_are_written_by_keys(
    page: Page, project: Path
) -> None:
    go_to_kind(page)
    page.keyboard.press("Space")
    tab_to(page, "#element")
    expect(page.locator("#element option", has_text="Adder")).to_have_count(1)
    page.keyboard.type("text")
    tab_to(page, "#option-align")
    page.keyboard.type("r")
    page.keyboard.press("Enter")
    expect(page.locator(".toast ins")).to_contain_text("align: right")
    expect(page.locator("#option-align")).to_be_focused()
    page.keyboard.press("ControlOrMeta+z")
    expect(page.locator("#option-align")).to_have_value("left")
    page.keyboard.press("ControlOrMeta+Shift+z")
    expect(page.locator("#option-align")).to_have_value("right")
    tab_to(page, "#option-color")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("rust")
    page.keyboard.press("Enter")
    expect(page.locator(".toast ins")).to_contain_text("color: rust")
    assert (project / "layouts.yaml").read_text("utf-8") == LAYOUTS.replace(
        "color: sand, align: left", "color: rust, align: right"
    )


@pytest.mark.slow
def test_a_picture_is_chosen_and_its_field_saved_by_keys(
    page: Page, project: Path, tmp_path: Path
) -> None:
    (tmp_path / "New Bear.png").write_bytes(png(300, 300, "blue"))
    go_to_kind(page)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    expect(page.locator("#tally")).not_to_have_text("Checking…")
    expect(page.locator("#element option", has_text="Bear")).to_have_count(1)
    tab_to(page, "#picture-file")
    expect(page.locator("#picture-file")).to_be_focused()
    with page.expect_file_chooser() as chooser:
        page.evaluate("null")  # answered once choosers are told of: a key may overtake that
        page.keyboard.press("Space")
    chooser.value.set_files(tmp_path / "New Bear.png")
    expect(page.locator("#field-art")).to_have_value("new-bear.png")
    expect(page.locator("#field-art")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".toast ins")).to_contain_text("art: new-bear.png")
    assert "  art: new-bear.png" in (project / "beasts.yaml").read_text("utf-8").splitlines()


@pytest.mark.slow
def test_a_field_stays_where_it_is_while_findings_come(page: Page, project: Path) -> None:
    """A key that is held down, a word that is composed and the text's own undo live in it."""
    page.evaluate("location.hash = '#mode=cards&card=beasts/bear'")
    legs = page.locator("#field-legs")
    expect(legs).to_have_value("4")
    legs.focus()
    page.evaluate(
        "window.left = 0; document.getElementById('field-legs')"
        ".addEventListener('blur', () => { window.left += 1; })"
    )
    changed = LAYOUTS.replace("size: 9pt, color: sand", "size: 9.1pt, color: sand")
    (project / "layouts.yaml").write_text(changed.replace("25.4mm, at", "90mm, at"), "utf-8")
    expect(page.locator("#detail .finding").first).to_be_visible()
    assert page.evaluate("window.left") == 0
    expect(legs).to_be_focused()


@pytest.mark.slow
def test_who_plays_takes_back_a_move_and_no_change_of_a_file(page: Page, project: Path) -> None:
    legs = cell(page, "beasts/bear", "legs")
    legs.click()
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    expect(legs).to_have_text("7")
    written = (project / "beasts.yaml").read_bytes()
    page.evaluate("location.hash = '#mode=play'")
    page.locator(".play-pile").first.click()
    page.keyboard.press("d")
    expect(page.locator(".play-held")).to_have_count(1)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ControlOrMeta+z")
    expect(page.locator(".play-held")).to_have_count(0)
    page.keyboard.press("ControlOrMeta+Shift+z")
    expect(page.locator(".play-held")).to_have_count(1)
    assert (project / "beasts.yaml").read_bytes() == written


@pytest.mark.slow
def test_undo_is_offered_after_a_reload(page: Page, project: Path) -> None:
    legs = cell(page, "beasts/bear", "legs")
    legs.click()
    page.keyboard.type("8")
    page.keyboard.press("Enter")
    expect(legs).to_have_text("8")
    page.reload()
    expect(legs).to_have_text("8")
    page.locator("[data-history=undo]").first.click()  # once it can be
    expect(legs).to_have_text("4")
    assert (project / "beasts.yaml").read_text("utf-8") == TABLE
