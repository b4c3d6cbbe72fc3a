"""Notes of playtesters: written in the gallery, sent by hand, pinned in the preview."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.pages import chromium, faults, shown, wait_until
from tests.support.patience import MILLISECONDS
from tests.support.previews import BEASTS, Server, preview, write_game

expect.set_options(timeout=MILLISECONDS)


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game with a gallery."""
    folder = write_game(tmp_path_factory.mktemp("notes"))
    command = [sys.executable, "-m", "cardgen", "build", "tiny", "-t", "gallery", "-j", "1"]
    subprocess.run(command, cwd=folder.parent.parent, check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def gallery(game: Path) -> Path:
    return game.parent.parent / "output" / "tiny" / "gallery" / "index.html"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as one:
        yield one


@pytest.fixture(scope="module")
def server(game: Path) -> Iterator[Server]:
    with preview(game.parent.parent) as running:
        yield running


@pytest.fixture
def page(browser: Browser, gallery: Path) -> Iterator[Page]:
    with shown(browser, gallery, accept_downloads=True) as one:
        yield one.page


def note(page: Page, card: str, text: str) -> None:
    page.locator(".open", has_text=card).first.click()
    page.get_by_role("textbox", name="Your note").fill(text)
    page.keyboard.press("Escape")
    expect(page.locator("#big")).to_be_hidden()
    wait_until(page, "!location.hash.includes('/')")  # the step back ends later


def save(page: Page) -> dict[str, Any]:
    """The notes as a file."""
    page.get_by_role("button", name="Notes", exact=False).first.click()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save notes.json").click()
    assert waiting.value.suggested_filename == "notes.json"
    found: dict[str, Any] = json.loads(Path(waiting.value.path()).read_text("utf-8"))
    return found


def test_a_note_is_kept_over_a_reload_and_marks_its_card(page: Page) -> None:
    note(page, "Bear", "Too strong?\nTwice now.")
    page.reload()
    expect(page.locator(".noted .name")).to_have_text("Bear")
    expect(page.locator("#notes-count")).to_have_text("1")
    page.locator(".open", has_text="Bear").click()
    expect(page.get_by_role("textbox", name="Your note")).to_have_value("Too strong?\nTwice now.")
    page.get_by_role("textbox", name="Your note").fill("  ")
    page.keyboard.press("Escape")
    expect(page.locator(".noted")).to_have_count(0)


@pytest.mark.slow
def test_keys_typed_into_a_note_turn_no_page_and_flip_no_card(page: Page) -> None:
    page.locator(".open", has_text="Bear").click()
    page.get_by_role("textbox", name="Your note").press_sequentially("off")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#big-name")).to_have_text("Bear")
    expect(page.locator("#big .face.front")).to_be_visible()
    expect(page.get_by_role("textbox", name="Your note")).to_have_value("off")


def test_the_file_names_card_and_face_of_each_note(page: Page) -> None:
    note(page, "Crab", "Ten legs!")
    note(page, "Bear", "Fine")
    made = save(page)
    assert (made["cardgen_notes"], made["game"]) == (1, "Tiny Beasts")
    assert [(one["deck"], one["card"], one["text"]) for one in made["notes"]] == [
        ("beasts", "bear", "Fine"),
        ("beasts", "crab", "Ten legs!"),
    ]
    assert all(re.fullmatch("[0-9a-f]{12}", one["face"]) for one in made["notes"])


@pytest.mark.slow
def test_notes_are_copied_as_markdown_and_deleted_when_asked(
    browser: Browser, gallery: Path
) -> None:
    with shown(browser, gallery, permissions=["clipboard-read", "clipboard-write"]) as one:
        page = one.page
        note(page, "Bear", "One\ntwo")
        page.get_by_role("button", name="Notes", exact=False).first.click()
        page.get_by_role("button", name="Copy as Markdown").click()
        expect(page.locator("#notes-said")).not_to_have_text("")
        text = page.evaluate(
            "async () => document.getElementById('notes-text').value"
            " || await navigator.clipboard.readText()"
        )
        assert re.search(r"- \*\*Bear\*\* \(`beasts/bear`, face `\w{12}`\): One\n  two", text)
        page.once("dialog", lambda dialog: dialog.accept())
        page.get_by_role("button", name="Delete all").click()
        expect(page.locator("#notes-list")).to_contain_text("No notes yet")
        assert faults(page) == []


@pytest.mark.slow
def test_a_browser_that_keeps_nothing_says_so(browser: Browser, gallery: Path) -> None:
    with shown(browser, gallery) as one:
        one.page.evaluate(
            "() => { Storage.prototype.setItem = () => { throw new Error('full'); }; }"
        )
        note(one.page, "Bear", "Lost?")
        expect(one.page.locator("#notes-kept")).to_contain_text("keeps nothing")


@pytest.mark.slow
def test_the_preview_pins_notes_and_says_when_the_face_has_changed_since(
    page: Page, browser: Browser, server: Server, game: Path, tmp_path: Path
) -> None:
    note(page, "Bear", "Too strong")
    note(page, "Crab", "<b>Ten</b> legs")
    made = save(page)
    made["notes"].append({"deck": "beasts", "card": "wolf", "text": 3})
    file = tmp_path / "anna.json"
    file.write_text(json.dumps(made), "utf-8")
    live = browser.new_page()
    live.goto(server.url)
    live.locator("#notes input[type=file]").set_input_files(file)
    expect(live.locator(".toast")).to_contain_text("2 new notes of 3. 1 could not be read.")
    pins = live.locator("#notes .note-pin")
    expect(pins).to_have_count(2)
    assert live.locator("#notes small").count() == 0, "nothing has changed"
    expect(live.locator(".card[data-card='beasts/bear'] .pin")).to_be_visible()
    try:
        (game / "beasts.yaml").write_text(BEASTS.replace("It said", "It says"), "utf-8")
        expect(live.locator("#notes small")).to_have_text(" face changed since")
        pins.filter(has_text="Too strong").click()
        expect(live.locator("#detail .note")).to_contain_text("Too strong")
        expect(live.locator("#detail .note")).to_contain_text("anna.json")
        live.locator("#detail .note").get_by_role("button", name="Remove").click()
        expect(live.locator("#detail .note")).to_have_count(0)
        live.keyboard.press("Escape")
        live.locator("#notes input[type=file]").set_input_files(file)
        expect(live.locator(".toast")).to_contain_text("1 new note of 3")
        live.reload()
        expect(pins).to_have_count(2)
    finally:
        (game / "beasts.yaml").write_text(BEASTS, "utf-8")
    expect(live.locator("#notes small")).to_have_count(0)
    live.close()


def test_a_note_on_a_card_that_a_gallery_has_no_more_is_kept_and_sent(page: Page) -> None:
    note(page, "Bear", "Fine")
    page.evaluate(
        "() => { const place = Object.keys(localStorage)[0];"
        " const kept = JSON.parse(localStorage.getItem(place));"
        " kept.push({...kept[0], card: 'wolf', name: 'Wolf', text: 'Howls'});"
        " localStorage.setItem(place, JSON.stringify(kept)); }"
    )
    page.reload()
    expect(page.locator("#notes-count")).to_have_text("2")
    note(page, "Crab", "Ten legs!")
    assert [one["card"] for one in save(page)["notes"]] == ["bear", "crab", "wolf"]
    expect(page.locator("#notes-list")).to_contain_text("Wolf, not in this gallery now")


@pytest.mark.slow
def test_notes_of_strangers_are_words_and_those_on_editions_find_their_card(
    page: Page, browser: Browser, server: Server, tmp_path: Path
) -> None:
    note(page, "Bear", "Too strong")
    made = save(page)
    good = made["notes"][0]
    script = "<img src=x onerror='window.hit = 1'><script>window.hit = 1</script>"
    made["notes"] = [
        good | {"card": "bear@de", "face": "0" * 12, "text": "Zu stark"},
        good | {"card": "wolf@de", "text": "Weg"},
        good | {"text": script, "name": script, "when": script},
        good | {"text": "x" * 4001},
        good | {"name": "x" * 201},
        good | {"when": 5},
        good | {"__proto__": {"text": "x"}, "text": None},
        None, 7, "text", [], {},
        *(good | {"text": f"note {number}"} for number in range(2100)),
    ]  # fmt: skip
    file = tmp_path / "anna.json"
    file.write_text(json.dumps(made), "utf-8")
    live = browser.new_page()
    faults_: list[str] = []
    live.on("pageerror", lambda error: faults_.append(str(error)))
    live.goto(server.url)
    live.locator("#notes input[type=file]").set_input_files(file)
    said = live.locator(".toast")
    expect(said).to_contain_text("2000 new notes of 2112. 9 could not be read. 103 are left out")
    pins = live.locator("#notes .note-pin")
    expect(pins.filter(has_text="Zu stark")).to_contain_text("on the edition de")
    expect(pins.filter(has_text="Weg")).to_contain_text("no longer in the game")
    expect(pins.filter(has_text="Weg")).to_be_disabled()
    pins.filter(has_text="Zu stark").click()
    expect(live.locator("#detail .note").filter(has_text="Zu stark")).to_be_visible()
    expect(live.locator("#detail .note").filter(has_text="<script>")).to_be_visible()
    assert live.evaluate("window.hit") is None
    assert faults_ == []
    live.close()


@pytest.mark.slow
@pytest.mark.parametrize("text", ["{", "[]", '{"notes": []}', '{"cardgen_notes": 1, "notes": {}}'])
def test_a_file_without_notes_is_said_to_have_none(
    browser: Browser, server: Server, tmp_path: Path, text: str
) -> None:
    file = tmp_path / "other.json"
    file.write_text(text, "utf-8")
    live = browser.new_page()
    live.goto(server.url)
    live.locator("#notes input[type=file]").set_input_files(file)
    expect(live.locator(".toast")).to_contain_text("other.json has no notes of a gallery")
    live.close()
