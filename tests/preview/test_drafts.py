"""What is typed in the page is checked before it is written, and all of editing needs no mouse."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from cardgen.core.findings import Finding
from cardgen.editing.edit_history import FileChange
from cardgen.files.disk_game import DiskGame
from cardgen.preview.draft_check import DraftCheck, select_new
from cardgen.preview.session import run_checks
from tests.preview.test_table import cell
from tests.support.edit_requests import ask
from tests.support.pages import shown_preview
from tests.support.patience import MILLISECONDS
from tests.support.previews import BEASTS, GAME, LAYOUTS, Server, save, write_game

SEE = {"card": "beasts/bear", "field": "kind", "old": "land", "new": "see"}
ART = '      - {picture: "art/{{ art }}", top: 30mm, height: 20mm}\n      - {text: "{{ kind }}'


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    game = write_game(tmp_path_factory.mktemp("drafts"))
    save(game / "game.yaml", GAME.replace("note: text}", "note: text, art: text}"))
    (game / "art").mkdir()
    (game / "layouts.yaml").write_text(
        LAYOUTS.replace('      - {text: "{{ kind }}', ART.replace("art/", "art/", 1), 1), "utf-8"
    )
    Image.new("RGB", (60, 60), "red").save(game / "art" / "none.png")
    rows = BEASTS.replace("legs:", "art: none.png, legs:")
    save(game / "beasts.yaml", rows)
    return game


@pytest.fixture
def page(window: tuple[Browser, Server], project: Path) -> Iterator[Page]:
    browser, server = window
    before = (project / "beasts.yaml").read_bytes()
    with shown_preview(browser, f"{server.url}#card=beasts/bear") as shown:
        expect(shown.locator("#field-legs")).to_be_visible()
        expect(shown.locator("#tally")).not_to_have_text("Checking…")
        yield shown
    save(project / "beasts.yaml", before)


def test_a_draft_that_would_be_an_error_is_told_and_nothing_is_written(tmp_path: Path) -> None:
    game = write_game(tmp_path)
    before = (game / "beasts.yaml").read_bytes()
    told = ask(game, "POST", "/draft", SEE).json()["findings"]
    assert [one["severity"] for one in told] == ["error"]
    assert "see" in told[0]["message"]
    assert ask(game, "POST", "/draft", SEE | {"new": "sea"}).json() == {"findings": []}
    assert ask(game, "POST", "/draft", SEE | {"old": "air"}).status_code == 409
    assert ask(game, "POST", "/draft", SEE, edits=False).status_code == 405
    assert (game / "beasts.yaml").read_bytes() == before


def test_a_draft_is_checked_as_the_file_would_be(tmp_path: Path) -> None:
    game = write_game(tmp_path)
    file = game / "beasts.yaml"
    known = run_checks(DiskGame(game), pixels=False)
    after = file.read_bytes().replace(b"legs: 10", b"legs: ten")
    found = DraftCheck(game).find_new(FileChange(file.name, file.read_bytes(), after, ""), 1)
    save(file, after)
    assert found == select_new(run_checks(DiskGame(game), pixels=False), known)[: len(found)]
    assert found


def test_only_what_was_not_known_before_is_new() -> None:
    one, other = Finding("mixed-wording", "a"), Finding("mixed-wording", "b")
    assert select_new([one, one, other], [one]) == [one, other]
    assert select_new([one], [one, other]) == []


def test_what_is_typed_is_checked_before_it_is_saved(page: Page, project: Path) -> None:
    before = (project / "beasts.yaml").read_bytes()
    field = page.locator(".field", has=page.locator("#field-legs"))
    page.locator("#field-legs").fill("many")
    expect(field.locator(".draft-finding")).to_contain_text("many")
    assert (project / "beasts.yaml").read_bytes() == before
    page.locator("#field-legs").fill("6")
    expect(field.locator(".draft-finding")).to_have_count(0)
    page.locator("#field-legs").press("Escape")
    expect(page.locator("#field-legs")).to_have_value("4")
    expect(page.locator("#known-values option")).to_have_count(3)  # 0, 4 and 10 in this deck


def test_what_is_typed_in_a_cell_is_checked_before_it_is_saved(
    page: Page, window: tuple[Browser, Server], project: Path
) -> None:
    before = (project / "beasts.yaml").read_bytes()
    page.goto(f"{window[1].origin}/#mode=table")
    expect(page.locator(".table-row[data-card='beasts/bear']")).to_be_visible()
    legs = cell(page, "beasts/bear", "legs")
    legs.click()
    page.keyboard.type("many")
    told = legs.locator(".draft-finding")
    expect(told).to_contain_text("many")
    expect(told).to_be_in_viewport()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("6")
    expect(told).to_have_count(0)
    page.keyboard.type("x")
    expect(told).to_contain_text("6x")
    page.keyboard.press("Escape")
    expect(told).to_have_count(0)
    expect(legs).to_have_text("4")
    assert (project / "beasts.yaml").read_bytes() == before


def test_after_a_typed_edit_the_picture_is_asked_for_before_all_else(
    window: tuple[Browser, Server], project: Path
) -> None:
    browser, server = window
    before = (project / "beasts.yaml").read_bytes()
    page = browser.new_page()
    page.clock.install()
    try:
        page.goto(f"{server.url}#card=beasts/bear")
        expect(page.locator("#field-legs")).to_be_visible()
        expect(page.locator("#tally")).not_to_have_text("Checking…")
        face = page.locator("#detail .face")
        expect(face).to_have_attribute("data-shown", re.compile("."))
        old = face.get_attribute("data-shown")
        page.clock.pause_at(datetime.now() + timedelta(hours=1))  # no timer of the page hurries it
        asked: list[str] = []
        page.on("request", lambda request: asked.append(urlsplit(request.url).path))
        with page.expect_request(lambda one: urlsplit(one.url).path.startswith("/face/")):
            page.locator("#field-legs").fill("7")
            page.locator("#field-legs").press("Enter")
        expect(face).not_to_have_attribute("data-shown", old or "")
        expect(page.locator("#detail .draft:not([hidden])")).to_have_count(0)
        shown = [path.split("/")[1] for path in asked if path != "/draft"]
        assert shown[:2] == ["edit", "face"]
        assert shown.count("face") == 1, "the tile behind the card waits"
    finally:
        page.close()
        save(project / "beasts.yaml", before)


DROP = """async ([name, bytes]) => {
  const data = new DataTransfer();
  data.items.add(new File([new Uint8Array(bytes)], name, { type: 'image/png' }));
  const stage = document.querySelector('#detail div.stage');
  const over = new DragEvent('dragover', { dataTransfer: data, bubbles: true, cancelable: true });
  stage.dispatchEvent(over);
  stage.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
  return over.defaultPrevented;
}"""


def test_a_picture_that_is_dropped_is_copied_and_offered(page: Page, project: Path) -> None:
    kept = io.BytesIO()
    Image.new("RGB", (90, 90), "blue").save(kept, "PNG")
    assert page.evaluate(DROP, ["My Bear.png", list(kept.getvalue())]), "the page takes files"
    expect(page.locator(".toast")).to_contain_text("was copied into the game")
    expect(page.locator("#field-art")).to_have_value("my-bear.png")
    expect(page.locator("#field-art")).to_be_focused()
    assert (project / "art" / "my-bear.png").read_bytes() == kept.getvalue()
    page.keyboard.press("Enter")
    expect(page.locator(".toast")).to_contain_text("art: my-bear.png")


@pytest.mark.slow
def test_the_whole_of_editing_works_by_the_keyboard(page: Page, project: Path) -> None:
    file = project / "beasts.yaml"
    before = file.read_text("utf-8")

    def tab_to(wanted: str) -> None:
        for _ in range(60):
            if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
                return
            page.keyboard.press("Tab")
        raise AssertionError(wanted)

    def saved(pattern: str, count: int = 1) -> None:
        expect(page.locator(".toast").first).to_be_visible()
        for _ in range(MILLISECONDS // 50):
            if len(re.findall(pattern, file.read_text("utf-8"))) == count:
                return
            page.wait_for_timeout(50)
        raise AssertionError(pattern)

    page.keyboard.press("Escape")
    expect(page.locator("#detail")).to_be_hidden()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#cards .card:focus .name")).to_have_text("bear")
    page.keyboard.press("Enter")
    expect(page.locator("#detail h2")).to_contain_text("bear")
    expect(page.locator("#field-legs")).to_be_visible()
    tab_to("#field-legs")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    saved("name: Bear, kind: land, art: none.png, legs: 7")
    tab_to("[data-change=duplicate]")
    page.keyboard.press("Enter")
    saved("name: Bear", 2)
    for left in ("name: Bear", "name: Bear, kind: land, art: none.png, legs: 4"):
        page.keyboard.press("Escape")
        expect(page.locator("#detail")).to_be_hidden()
        page.keyboard.press("ControlOrMeta+z")
        saved(left)
    assert file.read_text("utf-8") == before
    page.keyboard.press("5")
    expect(page.locator(".table-body .table-row").first).to_be_visible()
    tab_to(".table [role=gridcell]")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.type("Aardvark")
    page.keyboard.press("Enter")
    saved("name: Aardvark")
    expect(page.locator(".toast").first).to_contain_text("Aardvark")
    expect(page.locator(".table-body").first).to_contain_text("Aardvark")
    expect(page.locator(".table [role=gridcell]:focus")).to_be_visible()
    typed = file.read_text("utf-8")
    page.keyboard.press("Alt+ArrowDown")
    saved(re.escape(typed), 0)
    page.keyboard.press("ControlOrMeta+z")
    saved(re.escape(typed))
    page.keyboard.press("ControlOrMeta+z")
    saved("name: Adder")
    assert file.read_text("utf-8") == before
