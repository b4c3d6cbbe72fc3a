"""A full-art card, a seal with words around it, a frame at three sizes: all that paint can do.

The game is in tests/data/games/showpieces, and looked at in docs/pictures/showpieces.jpg.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pypdfium2 as pdfium
import pytest
from PIL import Image

from cardgen.core.findings import Report
from cardgen.files.disk_game import DiskGame
from cardgen.layout.face.low_ink import low_ink
from cardgen.pipeline.inspection import check_game
from cardgen.render.listing import words
from cardgen.render.raster.rasterizer import Raster
from cardgen.scene.items import Group, Item
from cardgen.targets.mpc.target import MpcTarget
from cardgen.targets.press.drivethru import DrivethruTarget
from tests.support import pdfx_checker as checker
from tests.support.press_games import inks, job_of, percent, write
from tests.support.samples import ROOT

GAME = ROOT / "tests" / "data" / "games" / "showpieces"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("showpieces") / "out"
    write(MpcTarget(), folder, job_of(DiskGame(GAME)))
    return folder / "poker"


@pytest.fixture(scope="module")
def pressed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("press") / "out"
    write(DrivethruTarget(), folder, job_of(DiskGame(GAME)))
    return folder / "showpieces.pdf"


def test_the_game_is_without_findings() -> None:
    report = Report()
    assert check_game(DiskGame(GAME), report) is not None
    assert [finding.code for finding in report.findings] == []


@pytest.mark.parametrize("side", ["fronts", "backs"])
def test_every_png_is_the_raster_of_its_pdf_page(built: Path, side: str) -> None:
    raster = Raster((built / f"{side}.pdf").read_bytes())
    files = sorted((built / side).glob("*.png"))
    assert len(files) == len(raster) == 5
    for number, file in enumerate(files):
        with Image.open(file) as image:
            pixels = np.asarray(image)
        page = raster.page(number, (pixels.shape[1], pixels.shape[0]))
        assert np.array_equal(page, pixels), file.name


def test_words_can_be_copied_from_curves_and_over_pictures(built: Path) -> None:
    with pdfium.PdfDocument((built / "fronts.pdf").read_bytes()) as document:
        pages = [page.get_textpage().get_text_range() for page in document]
    assert "Lantern Bay" in pages[0]
    assert "MASTERS OF THE HARBOR" in pages[2]
    assert "founded in fog" in pages[2]


def test_the_press_gets_no_transparency(pressed: Path) -> None:
    assert checker.failed(pressed) == {}


@pytest.mark.slow
def test_no_pixel_takes_more_ink_than_the_limit(pressed: Path) -> None:
    for page in inks(pressed, "1,2,6,10", 150):
        assert percent(page).max() <= 240 + 0.8


def test_low_ink_keeps_the_words_and_no_shadows() -> None:
    checked = check_game(DiskGame(GAME), Report(), checks=())
    assert checked is not None
    for face in checked.laid.scenes.values():
        spared = low_ink(face)
        assert words(spared) == words(face)
        assert not list_shadows(spared.items)


def list_shadows(items: tuple[Item, ...]) -> list[Group]:
    groups = [item for item in items if isinstance(item, Group)]
    inner = [shadow for group in groups for shadow in list_shadows(group.items)]
    return [group for group in groups if group.blur is not None] + inner
