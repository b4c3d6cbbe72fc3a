"""The preview of a game with more than cards: a board, a box, a booklet; and what was built
of it."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from cardgen.core.findings import Report
from cardgen.files.disk_game import DiskGame
from cardgen.pipeline.inspection import check_game
from cardgen.preview import last_print as prints
from cardgen.preview.finding_owners import FindingOwners
from cardgen.preview.session import run_checks
from tests.support.pages import chromium, faults
from tests.support.patience import MILLISECONDS
from tests.support.previews import GAME, LAYOUTS, Server, preview, save, write_game

PIECES = """\
sizes:
  board: {width: 320mm, height: 120mm}
boxes:
  tuck:
    holds: [beasts]
    board: 0.2mm
    panels: {front: panel, back: panel, left: panel, right: panel, top: panel, bottom: panel,
      flaps: panel}
booklets:
  rules: {text: rules.md, page: a6, styles: {body: pale}}
"""
BOARD = "  board: {cards: board.yaml, size: board, front: coin}\n"
PANEL = """\
  panel:
    bleed: [{shape: rectangle, fill: sky}]
    trim: [{text: Tiny, font: text, size: 3pt, color: ink}]
"""
PALE = "styles:\n  pale: {font: text, size: 9pt, color: sand}\n"
RULES = "# Rules\n\nRead more.\n"


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = write_game(tmp_path_factory.mktemp("pieces"))
    save(folder / "game.yaml", GAME + BOARD + PIECES)
    save(folder / "layouts.yaml", PALE + LAYOUTS + PANEL)
    save(folder / "board.yaml", "- {id: sea, name: Sea, copies: 2}\n")
    (folder / "rules.md").write_text(RULES, "utf-8")
    return folder


@pytest.fixture(scope="module")
def server(game: Path) -> Iterator[Server]:
    with preview(game.parent.parent) as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as one:
        yield one


@pytest.fixture(scope="module")
def opened(browser: Browser, server: Server) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto(server.url)
    yield page
    page.close()


@pytest.fixture
def page(opened: Page, server: Server) -> Page:
    opened.goto("about:blank")
    opened.goto(f"{server.origin}/#findings=1")
    expect(opened.locator("#tally")).to_contain_text("warning", timeout=MILLISECONDS)
    return opened


@pytest.mark.slow
def test_a_board_on_several_sheets_is_one_card(page: Page) -> None:
    page.keyboard.press("2")
    head = page.locator("#cards h2")
    expect(head).to_contain_text("sheets")
    boards = page.locator('.spot[aria-label^="board/sea"]')
    assert boards.count() > 2, "each of the two boards lies on several sheets"
    expect(head.locator("small")).to_have_text("16 cards")  # 9 beasts, 5 coins, 2 boards


def finding(page: Page, words: str) -> Locator:
    found = page.locator("#findings details", has_text=words).first
    found.locator("summary").click()
    return found


@pytest.mark.slow
def test_a_finding_on_a_box_or_a_booklet_leads_to_its_pages(page: Page) -> None:
    panel = finding(page, "3 pt")
    expect(panel.locator(".about")).to_contain_text("tuck/")
    panel.get_by_role("button", name="Show the box tuck").click()
    expect(page.locator(".sheet figcaption")).to_have_text(["laid flat", "closed", "open"])
    pale = finding(page, "on page 1")
    pale.get_by_role("button", name="Show the booklet rules").click()
    expect(page.locator(".sheet figcaption").first).to_have_text("page 1")


def loaded(page: Page, alt: str) -> Locator:
    found = page.get_by_alt_text(alt)
    found.scroll_into_view_if_needed()
    expect(found).to_have_js_property("complete", True)
    assert found.evaluate("image => image.naturalWidth") > 100
    return found


@pytest.mark.slow
def test_a_box_is_seen_flat_closed_and_open(page: Page, server: Server) -> None:
    page.goto("about:blank")
    page.goto(f"{server.origin}/#mode=sheets&piece=box%3Atuck")
    colors = set()
    for label in ("laid flat", "closed", "open"):
        shot = loaded(page, f"Box tuck, {label}").screenshot()
        colors.add(len(shot))
    assert len(colors) == 3
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Save as PDF").click()
    assert Path(waiting.value.path()).read_bytes().startswith(b"%PDF")


@pytest.mark.slow
def test_a_booklet_is_read_page_by_page_and_follows_its_text(
    page: Page, server: Server, game: Path
) -> None:
    page.goto("about:blank")
    page.goto(f"{server.origin}/#mode=sheets&piece=booklet%3Arules")
    loaded(page, "Booklet rules, page 1")
    expect(page.locator(".sheet")).to_have_count(1)
    file = game / "rules.md"
    save(file, RULES + "\n\n## More\n\n" + "Long words here. " * 900)
    try:
        expect(page.locator(".sheet").nth(1)).to_be_visible()
    finally:
        save(file, RULES)
    expect(page.locator(".sheet")).to_have_count(1)
    page.get_by_role("button", name="Cards", exact=True).click()
    expect(page.locator("#cards h2")).to_contain_text("sheets")
    page.go_back()
    expect(page.locator("#cards h2")).to_contain_text("Booklet rules")


@pytest.mark.slow
def test_the_sheets_on_show_are_saved_as_the_file_of_the_target(page: Page, server: Server) -> None:
    page.goto("about:blank")
    page.goto(f"{server.origin}/#mode=sheets&deck=coins&marks=guides")
    expect(page.locator(".sheet").first).to_be_visible()
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Save these sheets as PDF").click()
    assert waiting.value.suggested_filename == "Tiny Beasts.pdf"
    data = Path(waiting.value.path()).read_bytes()
    assert data.startswith(b"%PDF")
    with_marks = len(data)
    page.get_by_label("Cut marks").select_option("none")
    expect(page).to_have_url(re.compile("marks=none"))
    expect(page.locator("a.save")).to_have_attribute("href", re.compile("marks=none"))
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Save these sheets as PDF").click()
    assert len(Path(waiting.value.path()).read_bytes()) < with_marks


@pytest.mark.slow
@pytest.mark.parametrize("piece", ["box%3Atuck", "booklet%3Arules", "box%3Anone"])
def test_pieces_keep_nobody_out(page: Page, server: Server, piece: str) -> None:
    page.goto("about:blank")
    page.goto(f"{server.origin}/#mode=sheets&piece={piece}")
    expect(page.locator(".sheet").first).to_be_visible()
    assert faults(page) == []


def test_findings_on_cards_send_nobody_elsewhere(game: Path) -> None:
    shown = check_game(DiskGame(game), Report(), checks=())
    owners = FindingOwners(shown)
    for found in run_checks(DiskGame(game), pixels=False):
        other = owners.find_other(found)
        assert (other is None) == bool(owners.find_card(found)), found


@pytest.mark.slow
def test_sheets_begin_as_the_game_says(page: Page, server: Server, game: Path) -> None:
    """Another paper is chosen for this window; the game's own stays what it begins with."""
    text = (game / "game.yaml").read_text("utf-8")
    save(game / "game.yaml", f"{text}\ntargets: {{sheets: {{paper: letter, duplex: fold}}}}\n")
    page.goto(f"{server.origin}/#mode=sheets")
    expect(page.locator("#paper")).to_have_value("letter")
    expect(page.locator("#duplex")).to_have_value("fold")
    page.locator("#paper").select_option("a4")
    expect(page.locator("#paper")).to_have_value("a4")
    expect(page).to_have_url(re.compile("paper=a4"))
    save(game / "game.yaml", text)


@pytest.mark.slow
def test_marks_that_the_game_leaves_no_room_for_are_chosen_otherwise(
    page: Page, server: Server, game: Path
) -> None:
    text = (game / "game.yaml").read_text("utf-8")
    save(game / "game.yaml", f"{text}\ntargets: {{sheets: {{stock: avery-5388}}}}\n")
    page.goto("about:blank")
    page.goto(f"{server.origin}/#mode=sheets&deck=beasts&marks=crop")
    expect(page.locator("#cards .none")).to_contain_text("says where cards lie")
    page.get_by_label("Cut marks").select_option("auto")
    expect(page.locator(".sheet").first).to_be_visible()
    save(game / "game.yaml", text)


@pytest.mark.slow
def test_sheets_of_a_game_that_spares_ink_can_be_seen_in_full(
    page: Page, server: Server, game: Path
) -> None:
    text = (game / "game.yaml").read_text("utf-8")
    save(game / "game.yaml", f"{text}\ntargets: {{sheets: {{ink: low, duplex: separate}}}}\n")
    page.goto(f"{server.origin}/#mode=sheets")
    low = page.locator("#low-ink")
    expect(low).to_be_checked()
    expect(page.locator("#duplex")).to_have_value("separate")
    expect(page.locator("a.save")).to_have_text(
        ["Save these fronts as PDF", "Save these backs as PDF"]
    )
    low.uncheck()
    expect(page.locator(".paper img[src*='ink=full']").first).to_be_visible()
    page.keyboard.press("v")
    expect(low).to_be_checked()
    save(game / "game.yaml", text)


@pytest.mark.slow
def test_without_a_build_of_mpc_the_page_says_which_build_it_wants(page: Page, game: Path) -> None:
    none = page.locator("#cards .none")
    page.keyboard.press("4")
    expect(none).to_have_text(
        "There is no earlier build of this game to compare with. cardgen build -t mpc makes one."
    )
    output = game.parent.parent / "output" / game.name
    for name in ("sheets", "gallery", "notes"):
        (output / name).mkdir(parents=True)
    page.keyboard.press("1")
    page.keyboard.press("4")
    expect(none).to_have_text(
        "This compares with a build of mpc, and there is none, only of sheets, gallery. "
        "cardgen build -t mpc makes one."
    )


def test_other_outputs_are_found_in_a_folder_and_beside_it(tmp_path: Path) -> None:
    (tmp_path / "tts").mkdir()
    (tmp_path / "letters").mkdir()
    assert prints.list_other_outputs(tmp_path) == ("tts",)
    assert prints.list_other_outputs(tmp_path / "mpc") == ("tts",)
    assert prints.list_other_outputs(tmp_path / "a" / "b") == ()


@pytest.mark.parametrize("pixels", ["[1e999, 1]", f"[{'5' * 5000}, 1]", "[" * 100_000])
def test_a_manifest_with_figures_that_are_none_is_no_print(tmp_path: Path, pixels: str) -> None:
    size = f'{{"pixels": {pixels}, "dpi": 300, "name": "poker"}}'
    (tmp_path / "manifest.json").write_text(f'{{"slots": [], "size": {size}}}')
    assert prints.find_prints(tmp_path) == ()


def printed_build(folder: Path) -> Path:
    """A manifest of a print with a picture of one card."""
    folder.mkdir(parents=True)
    slot = {"deck": "beasts", "card": "fox", "front": "001.png", "back": None}
    size = {"pixels": [8, 8], "dpi": 300, "name": "poker"}
    (folder / "manifest.json").write_text(json.dumps({"slots": [slot], "size": size}), "utf-8")
    (folder / "001.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    return folder


@pytest.mark.parametrize(
    "linked", ["output", "output/zoo", "output/zoo/mpc", "output/zoo/mpc/poker"]
)
def test_a_linked_output_folder_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, linked: str
) -> None:
    place = "output/zoo/mpc"
    elsewhere = tmp_path / "elsewhere"
    printed_build(elsewhere / f"{place}/poker".removeprefix(linked).lstrip("/"))
    project = tmp_path / "project"
    (project / linked).parent.mkdir(parents=True)
    (project / linked).symlink_to(elsewhere)
    monkeypatch.chdir(project)
    assert (project / place / "poker" / "manifest.json").is_file()
    assert prints.find_prints(Path(place)) == ()


def test_a_linked_manifest_is_not_read_and_an_own_one_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed_build(tmp_path / "output" / "zoo" / "mpc" / "poker")
    other = printed_build(tmp_path / "elsewhere")
    monkeypatch.chdir(tmp_path)
    linked = tmp_path / "output" / "zoo" / "mpc" / "mini"
    linked.mkdir()
    (linked / "manifest.json").symlink_to(other / "manifest.json")
    (found,) = prints.find_prints(Path("output/zoo/mpc"))
    assert found.side("beasts/fox", "front") is not None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_no_manifest_and_no_picture(tmp_path: Path) -> None:
    folder = printed_build(tmp_path / "mpc")
    (folder / "001.png").unlink()
    os.mkfifo(folder / "001.png")
    (tmp_path / "mpc" / "mini").mkdir()
    os.mkfifo(tmp_path / "mpc" / "mini" / "manifest.json")
    (found,) = prints.find_prints(tmp_path)
    side = found.side("beasts/fox", "front")
    assert side is not None
    assert prints.read_png(side) is None
