"""Prints that are not the whole, finished game: their guides say so, gaps are seen on the cards."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from PIL import Image

from cardgen.bind.picture_placeholder import draw_placeholder
from cardgen.core.findings import Report
from cardgen.files.disk_game import DiskGame
from cardgen.pipeline.build import build_game
from cardgen.pipeline.build_request import BuildRequest
from cardgen.pipeline.inspection import check_game
from cardgen.targets.option_error import OptionError

NAMES = [f"Beast{n}" for n in range(9)]
GAME = """\
game: Zoo
palette: {ink: "#201810"}
fonts: {text: EBGaramond-Regular.ttf}
decks:
  beasts: {cards: cards.csv, size: poker, front: beast, back: reverse}
"""
LAYOUTS = """\
layouts:
  beast:
    safe:
      - {picture: "{{ art }}", at: top, width: 50mm, height: 30mm}
      - {text: "{{ name }}", font: text, size: 12pt, color: ink, at: bottom}
  reverse:
    bleed:
      - {shape: rectangle, fill: ink}
"""
DRAFTS = ("sheets", "proof", "gallery", "tts", "images")
MONEY = ("mpc", "drivethru", "pdfx4", "gamecrafter")
GUIDES = {
    "mpc": "poker/ORDER.md", "tts": "IMPORT.md", "tabletopia": "UPLOAD.md",
    "gamecrafter": "UPLOAD.md",
}  # fmt: skip
GRAY = (0xE4, 0xE4, 0xE4)


@pytest.fixture
def game(tmp_path: Path) -> DiskGame:
    """A game of nine cards; every third has no picture."""
    folder = tmp_path / "zoo"
    (folder / "art").mkdir(parents=True)
    for number, name in enumerate(NAMES):
        if number % 3:
            Image.new("RGB", (600, 400), "#205080").save(folder / f"art/{name}.png")
    rows = "".join(f"{name},art/{name}.png\n" for name in NAMES)
    (folder / "cards.csv").write_text(f"name,art\n{rows}", "utf-8")
    (folder / "game.yaml").write_text(GAME, "utf-8")
    (folder / "layouts.yaml").write_text(LAYOUTS, "utf-8")
    return DiskGame(folder)


def test_what_stands_for_a_missing_picture_is_not_judged_as_one(game: DiskGame) -> None:
    """However large it is shown: the picture that is missing may have all the pixels it needs."""
    assert game.folder is not None
    size = "sizes: {board: {width: 300mm, height: 200mm}}\n"
    (game.folder / "game.yaml").write_text(GAME.replace("poker", "board") + size, "utf-8")
    large = LAYOUTS.replace("width: 50mm, height: 30mm", "width: 280mm, height: 190mm")
    (game.folder / "layouts.yaml").write_text(large, "utf-8")
    (game.folder / "cards.csv").write_text("name,art\nBeast0,art/Beast0.png\n", "utf-8")
    report = Report()
    check_game(game, report)
    codes = {finding.code for finding in report.findings}
    assert "missing-picture" in codes
    assert not codes & {"low-resolution", "medium-resolution"}


def build(game: DiskGame, output: Path, *targets: str, only: str = "", draft: bool = False) -> Path:
    request = BuildRequest(
        targets={name: {} for name in targets},
        output=output,
        dpi=72,
        only=only,
        draft=draft,
        jobs=1,
    )
    assert build_game(game, request, Report()).written is not None
    return output / "zoo"


def grays(file: Path) -> int:
    """How many pixels have the gray of a placeholder."""
    with Image.open(file) as image:
        data = image.convert("RGB").tobytes()
    return sum(data[at : at + 3] == bytes(GRAY) for at in range(0, len(data), 3))


@pytest.mark.slow
def test_with_a_third_of_the_pictures_missing_all_free_targets_are_drafts(
    game: DiskGame, tmp_path: Path
) -> None:
    made = build(game, tmp_path / "o", *DRAFTS)
    assert [path.name for path in made.iterdir()] == ["draft"]
    missing = [f"art/Beast{n}.png" for n in (0, 3, 6)]
    for name in DRAFTS:
        manifest = json.loads((made / "draft" / name / "manifest.json").read_text("utf-8"))
        assert manifest["draft"] == {"missing_pictures": missing}, name
    faces = {path.stem: grays(path) for path in (made / "draft/images").rglob("beast*.png")}
    assert {name for name, count in faces.items() if count > 2000} == {"beast0", "beast3", "beast6"}


def test_targets_that_cost_money_refuse_and_say_how_many_are_missing(
    game: DiskGame, tmp_path: Path
) -> None:
    for name in MONEY:
        with pytest.raises(OptionError, match="3 pictures are missing"):
            build(game, tmp_path / "o", name)
    assert not (tmp_path / "o").exists()


def test_cards_that_have_their_pictures_are_printed_alone(game: DiskGame, tmp_path: Path) -> None:
    made = build(game, tmp_path / "o", "mpc", only="name in ['Beast1', 'Beast2']")
    assert (made / "only/mpc/poker/ORDER.md").is_file()


@pytest.mark.parametrize("target", GUIDES)
def test_a_guide_to_some_cards_says_so_first(game: DiskGame, tmp_path: Path, target: str) -> None:
    made = build(game, tmp_path / "o", target, only="name == 'Beast1'")
    guide = (made / "only" / target / GUIDES[target]).read_text("utf-8")
    assert guide.startswith("**Only some cards of the game: `name == 'Beast1'`.**")


@pytest.mark.parametrize("target", GUIDES)
def test_a_guide_to_a_draft_says_so_first(game: DiskGame, tmp_path: Path, target: str) -> None:
    made = build(game, tmp_path / "o", target, draft=True)
    guide = (made / "draft" / target / GUIDES[target]).read_text("utf-8")
    assert guide.startswith("**A draft, not to be ordered: 3 pictures are missing.**")


def test_a_placeholder_names_its_picture_in_the_middle_of_the_sheet() -> None:
    """It leaves room for the diagonals of the box."""
    long = draw_placeholder("art/icons/a-very-long-file-name-of-a-picture.png")
    with Image.open(io.BytesIO(long)) as image:
        dark = image.convert("L").point(lambda value: 255 * (value < 0x60)).getbbox()
        width, height = image.size
    assert dark is not None
    left, top, right, bottom = dark
    assert (left >= 0.2 * width, right <= 0.8 * width) == (True, True)
    assert (top >= 0.05 * height, bottom <= 0.95 * height) == (True, True)


@pytest.mark.parametrize("sign", ["\x00", "\n", "\r", "\x1c", "\x1e", "\x85", "\u2028", "\u2029"])
def test_a_placeholder_names_its_picture_whatever_its_name_holds(sign: str) -> None:
    """The sheet is set by Pillow, which fails at the end of a paragraph within a line."""
    with Image.open(io.BytesIO(draw_placeholder(f"a{sign}b.png"))) as image:
        dark = image.convert("L").point(lambda value: 255 * (value < 0x60)).getbbox()
    assert dark is not None


def test_a_missing_picture_with_a_paragraph_end_in_its_name_is_found(
    game: DiskGame, tmp_path: Path
) -> None:
    assert game.folder is not None
    (game.folder / "cards.csv").write_text("name,art\nBeast0,art/a\u2029b.png\n", "utf-8")
    report = Report()
    check_game(game, report)
    assert "missing-picture" in {finding.code for finding in report.findings}
    made = build(game, tmp_path / "o", "gallery", draft=True)
    assert (made / "draft/gallery").is_dir()
