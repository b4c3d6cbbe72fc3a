"""Arranging in a real Chromium: elements chosen, moved and resized, their options written."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.preview.test_elements import LAYOUTS
from tests.support.pages import faults, shown_preview
from tests.support.previews import Server, preview, save, write_game


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    game = write_game(tmp_path_factory.mktemp("arranging"))
    save(game / "layouts.yaml", LAYOUTS)
    return game


@pytest.fixture
def page(window: tuple[Browser, Server], project: Path) -> Iterator[Page]:
    browser, server = window
    save(project / "layouts.yaml", LAYOUTS)
    with shown_preview(browser, f"{server.url}#card=beasts/bear", has_touch=True) as shown:
        expect(shown.locator("#element option")).to_have_count(6)
        expect(shown.locator("#element option", has_text="badge")).to_have_count(1)
        yield shown


def choose(page: Page, label: str) -> None:
    option = page.locator("#element option", has_text=label).first
    page.select_option("#element", option.get_attribute("value"))
    expect(page.locator(".elements .used").first).to_be_visible()


def line(project: Path, number: int) -> str:
    return (project / "layouts.yaml").read_text("utf-8").splitlines()[number - 1].strip()


BADGE = "- {piece: badge, left: 5mm, bottom: 5mm, width: 12mm, height: 12mm}"


@pytest.mark.slow
def test_a_click_chooses_what_is_under_it_and_the_next_what_is_around(page: Page) -> None:
    face = page.locator("#detail .face").first.bounding_box()
    assert face is not None
    for chosen in ("ellipse", "badge", "rectangle", "ellipse"):
        page.mouse.click(face["x"] + face["width"] * 0.2, face["y"] + face["height"] * 0.86)
        expect(page.locator("#element option:checked")).to_contain_text(chosen)
    expect(page.locator(".element-place a")).to_have_text("layouts.yaml:6:11")
    expect(page.locator(".elements .used").first).to_have_text(
        "9 cards use this. It is part of the piece badge."
    )
    page.keyboard.press("Escape")
    expect(page.locator("#element option:checked")).to_have_text("None")
    expect(page.locator("#detail")).to_be_visible()


@pytest.mark.slow
def test_keys_move_and_resize_and_enter_writes(page: Page, project: Path) -> None:
    choose(page, "badge")
    page.locator("#detail div.stage").focus()
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Alt+Shift+ArrowDown")
    changes = page.locator(".arrangement .changes li")
    expect(changes).to_have_text(["left: 5mm → 7mm", "height: 12mm → 14mm", "bottom: 5mm → 3.25mm"])
    assert line(project, 18) == BADGE
    expect(page.locator(".face .tried")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator(".toast ins")).to_contain_text("left: 7mm, bottom: 3.25mm")
    expect(page.locator(".measures")).to_contain_text("12.0 × 14.0 mm, 7.0 mm from the left")
    page.keyboard.press("Control+z")
    expect(page.locator(".measures")).to_contain_text("12.0 × 12.0 mm, 5.0 mm from the left")
    assert line(project, 18) == BADGE


@pytest.mark.slow
def test_escape_takes_a_move_back_and_writes_nothing(page: Page, project: Path) -> None:
    choose(page, "badge")
    page.locator("#detail div.stage").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#arrange-save")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#arrange-save")).to_have_count(0)
    expect(page.locator("#element option:checked")).to_contain_text("badge")
    assert line(project, 18) == BADGE


@pytest.mark.slow
def test_a_drag_snaps_and_is_seen_before_it_is_written(page: Page, project: Path) -> None:
    """The badge goes near the safe zone's left edge, 0.12 inches inside the cut."""
    choose(page, "badge")
    face = page.locator("#detail .face").first.bounding_box()
    frame = page.locator(".arranged").bounding_box()
    assert face is not None
    assert frame is not None
    mm = face["width"] / 69.85
    x, y = frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 1.7 * mm, y - 10.1 * mm, steps=4)
    expect(page.locator(".guides line").first).to_be_attached()
    page.mouse.up()
    expect(page.locator(".arrangement .changes li").first).to_have_text("left: 5mm → 3.05mm")
    assert line(project, 18) == BADGE
    page.locator("#arrange-save").click()
    expect(page.locator(".toast ins")).to_contain_text("left: 3.05mm")


@pytest.mark.slow
def test_a_finger_drags_a_handle(page: Page, project: Path) -> None:
    choose(page, "badge")
    handle = page.locator(".handle[data-edge=e]").bounding_box()
    face = page.locator("#detail .face").first.bounding_box()
    assert handle is not None
    assert face is not None
    x, y = handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2
    far = x + 4.2 * face["width"] / 69.85
    page.locator("#snap").uncheck()
    client = page.context.new_cdp_session(page)
    for kind, at in (("touchStart", x), ("touchMove", (x + far) / 2), ("touchMove", far)):
        point = [{"x": at, "y": y}]
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": point})
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator(".arrangement .changes li")).to_have_text(["width: 12mm → 16.2mm"])
    page.locator("#arrange-save").click()
    expect(page.locator(".toast ins")).to_contain_text("width: 16.2mm")
    assert line(project, 18) == BADGE.replace("width: 12mm", "width: 16.2mm")


@pytest.mark.slow
def test_what_cannot_be_moved_says_why(page: Page) -> None:
    choose(page, "land")
    page.locator("#detail div.stage").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".arrangement .refused")).to_contain_text("it is calculated")
    expect(page.locator("#arrange-save")).to_have_count(0)


@pytest.mark.slow
def test_an_option_and_one_of_the_style_are_written_by_enter(page: Page, project: Path) -> None:
    choose(page, "land")
    expect(page.locator("h4", has_text="Style base")).to_be_visible()
    expect(page.locator("h4 + .used").first).to_have_text("14 cards use this.")
    page.fill("#option-base-size", "10")
    page.keyboard.press("Enter")
    expect(page.locator(".toast")).to_contain_text("no unit")
    page.fill("#option-base-size", "10pt")
    page.keyboard.press("Enter")
    expect(page.locator(".toast ins")).to_contain_text("size: 10pt")
    assert line(project, 2) == "base: {font: text, size: 10pt, color: ink}  # of all"
    page.select_option("#option-note-align", "right")
    page.locator("#option-note-align").press("Enter")
    expect(page.locator(".toast ins")).to_contain_text("align: right")


@pytest.mark.slow
def test_an_option_that_is_not_there_can_be_added(page: Page, project: Path) -> None:
    choose(page, "badge")
    page.locator(".addition summary").click()
    page.select_option("#option-new", "opacity")
    page.fill("#option-new-opacity", "0.5")
    page.keyboard.press("Enter")
    expect(page.locator(".toast ins")).to_contain_text("opacity: 0.5")
    assert line(project, 18) == BADGE.replace("}", ", opacity: 0.5}")
    expect(page.locator("#option-opacity")).to_have_value("0.5")


@pytest.mark.slow
@pytest.mark.parametrize("width", [1440, 1024, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_keeps_people_out_of_the_panel(page: Page, width: int, scheme: str) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_viewport_size({"width": width, "height": 900})
    choose(page, "land")
    page.locator(".addition summary").click()
    assert faults(page) == []


@pytest.mark.slow
def test_without_edit_elements_are_shown_and_nothing_can_be_written(
    window: tuple[Browser, Server], project: Path
) -> None:
    save(project / "layouts.yaml", LAYOUTS)
    with preview(project.parent.parent) as server:
        page = window[0].new_page()
        page.goto(f"{server.url}#card=beasts/bear")
        expect(page.locator("#element option")).to_have_count(6)
        choose(page, "badge")
        expect(page.locator(".elements .field", has_text="left")).to_contain_text("5mm")
        assert page.locator(".elements input, .arranged, .arrangement").count() == 0
        assert faults(page) == []
        page.close()
