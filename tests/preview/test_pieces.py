"""The preview of a game with more than cards: a board, a box, a booklet; and what was built
of it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from cardgen.core.findings import Report
from cardgen.files.game_files import DiskGame
from cardgen.pipeline.inspection import check_game
from cardgen.preview import last_print as prints
from cardgen.preview.finding_owners import FindingOwners
from cardgen.preview.session import run_checks
from tests.support.pages import chromium
from tests.support.previews import GAME, LAYOUTS, Server, preview, write_game

pytestmark = pytest.mark.flaky(reruns=2)  # a real browser on a busy machine

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
    (folder / "game.yaml").write_text(GAME + BOARD + PIECES, "utf-8")
    (folder / "layouts.yaml").write_text(PALE + LAYOUTS + PANEL, "utf-8")
    (folder / "board.yaml").write_text("- {id: sea, name: Sea, copies: 2}\n", "utf-8")
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
    expect(opened.locator("#tally")).to_contain_text("warning", timeout=20_000)
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


def test_a_finding_on_a_box_or_a_booklet_says_where_to_look(page: Page, game: Path) -> None:
    panel = finding(page, "3 pt")
    expect(panel.locator(".about")).to_contain_text("tuck/")
    said = "Boxes are not shown here. cardgen build -t box draws it."
    expect(panel.locator(".elsewhere")).to_have_text(said)
    board = finding(page, "0.2 mm")
    expect(board.locator(".elsewhere")).to_have_text(said)
    pale = finding(page, "on page 1")
    said = "Booklets are not shown here. Mend this, and cardgen build -t booklet draws it."
    expect(pale.locator(".elsewhere")).to_have_text(said)
    file = game / "rules.md"
    file.write_text(RULES + "\n[Nowhere](#nowhere)\n", "utf-8")
    try:
        link = finding(page, "nowhere")
        expect(link.locator(".elsewhere")).to_have_text(said)
    finally:
        file.write_text(RULES, "utf-8")


def test_findings_on_cards_send_nobody_elsewhere(game: Path) -> None:
    shown = check_game(DiskGame(game), Report(), checks=())
    owners = FindingOwners(shown)
    for found in run_checks(DiskGame(game), pixels=False):
        other = owners.find_other(found)
        assert (other is None) == bool(owners.find_card(found)), found


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
