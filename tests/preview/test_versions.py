"""The preview beside another version of the game: a git revision, a print, a build."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.pages import chromium, faults, shown_preview
from tests.support.patience import SECONDS
from tests.support.previews import BEASTS, Server, preview, save, write_game

NOW = (
    BEASTS.replace("It said", "It growled")
    .replace("- {name: Crab, kind: sea, legs: 10}\n", "")
    .replace("copies: 3", "copies: 4")
    + "- {name: Gnu, kind: land, legs: 4}\n"
)


def git(folder: Path, *typed: str) -> None:
    who = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    subprocess.run(["git", *who, *typed], cwd=folder, check=True, capture_output=True)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game that was committed, remembered as a print, and then changed."""
    game = write_game(tmp_path_factory.mktemp("versions"))
    root = game.parent.parent
    git(root, "init", "-q")
    git(root, "add", ".")
    git(root, "commit", "-qm", "first")
    command = [sys.executable, "-m", "cardgen", "print-tag", "v1", "tiny"]
    subprocess.run(command, cwd=root, check=True, capture_output=True)
    save(game / "beasts.yaml", NOW)
    return root


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as one:
        yield one


@pytest.fixture(scope="module")
def server(project: Path) -> Iterator[Server]:
    with preview(project, "--against", "HEAD") as running:
        yield running


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    with shown_preview(browser, f"{server.url}#mode=print") as shown:
        expect(shown.locator(".difference").first).to_be_visible()
        yield shown


def names(page: Page) -> list[str | None]:
    return [one.get_attribute("data-card") for one in page.locator(".difference").all()]


@pytest.mark.slow
def test_changed_cards_come_first_then_new_ones_then_those_that_are_gone(page: Page) -> None:
    assert names(page) == ["beasts/bear", "beasts/fox", "beasts/gnu", "beasts/crab"]
    assert page.locator("#modes").get_by_text("Versions").is_visible()
    head = page.locator("#cards h2")
    expect(head).to_contain_text("HEAD → now")
    expect(head).to_contain_text("1 added, 1 removed, 1 recounted, 1 changed, 5 the same")


@pytest.mark.slow
def test_fields_are_compared_word_by_word(page: Page) -> None:
    bear = page.locator(".difference[data-card='beasts/bear']")
    assert bear.locator("dt").all_inner_texts() == ["note"]
    assert (bear.locator("del").inner_text(), bear.locator("ins").inner_text()) == (
        "said",
        "growled",
    )
    expect(page.locator(".difference[data-card='beasts/fox'] h3")).to_contain_text("×3 → ×4")


@pytest.mark.slow
def test_the_card_as_it_was_is_painted_from_the_revision(page: Page) -> None:
    then = page.locator(".difference[data-card='beasts/bear'] .then img")
    expect(then).to_have_js_property("complete", True)
    assert then.evaluate("image => image.naturalWidth") > 300
    gone = page.locator(".difference[data-card='beasts/crab'] .then img")
    expect(gone).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize("way", ["Swipe", "Onion skin", "Difference"])
def test_both_pictures_lie_on_each_other(page: Page, way: str) -> None:
    page.get_by_text(way, exact=True).click()
    both = page.locator(".difference[data-card='beasts/bear'] .look.both")
    boxes = [both.locator(kind).bounding_box() for kind in (".then", ".now")]
    assert boxes[0] == boxes[1]
    page.keyboard.press("Tab")
    assert faults(page) == []


@pytest.mark.slow
def test_a_save_compares_anew_and_the_selection_governs(page: Page, project: Path) -> None:
    beasts = project / "card_data" / "tiny" / "beasts.yaml"
    save(beasts, NOW.replace("name: Eland,", "name: Eland, note: tall,"))
    try:
        expect(page.locator(".difference[data-card='beasts/eland']")).to_be_visible()
    finally:
        save(beasts, NOW)
    expect(page.locator(".difference[data-card='beasts/eland']")).to_have_count(0)
    page.locator("#search").fill("bear")
    expect(page.locator(".difference")).to_have_count(2)  # what is gone has no words to search
    page.get_by_role("button", name="coins").click()
    expect(page.locator("#cards")).to_contain_text("Nothing of what is selected differs.")


@pytest.mark.slow
def test_a_print_that_kept_no_pictures_says_so(browser: Browser, project: Path) -> None:
    with preview(project, "--against", "v1") as server:
        page = browser.new_page()
        page.goto(f"{server.url}#mode=print")
        expect(page.locator("#cards")).to_contain_text("kept no pictures")
        assert names(page)[0] == "beasts/bear"
        assert page.locator(".then").count() == 0
        page.close()


@pytest.mark.slow
def test_a_version_that_is_none_is_refused_in_a_sentence(project: Path) -> None:
    command = [sys.executable, "-m", "cardgen", "preview", "--no-open", "--against", "nothing"]
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, timeout=SECONDS)
    assert done.returncode == 2
    assert "`nothing` is no print, no folder, and" in done.stderr
    assert "Traceback" not in done.stderr
