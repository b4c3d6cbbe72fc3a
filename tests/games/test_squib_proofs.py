"""The games for those who come from Squib, proofed: screen, print and press show the same."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from cardgen.core.findings import Report
from cardgen.files.disk_game import DiskGame
from cardgen.files.memory_game import MemoryGame
from cardgen.layout.face.low_ink import low_ink
from cardgen.pipeline.checked_game import Checked
from cardgen.pipeline.inspection import check_game
from cardgen.render.listing import words
from cardgen.render.raster.rasterizer import Raster
from cardgen.targets.contract import Job
from cardgen.targets.mpc.target import MpcTarget
from cardgen.targets.press.drivethru import DrivethruTarget
from tests.support import pdfx_checker as checker
from tests.support.press_games import inks, percent
from tests.support.samples import ROOT
from tests.support.target_runs import write_target

FOLDER = ROOT / "tests" / "games" / "squib"
PROOFED = (
    "stat-bars",
    "turned-tiles",
    "court-pips",
    "shapes",
    "colors-and-gradients",
    "extents",
    "barcodes",
)
PAINTED = ("shadows-and-blends", "text-options", "images")
LIMIT = 240
DPI = 100


@cache
def game(name: str) -> Checked:
    found = check_game(DiskGame(FOLDER / name), Report(), checks=())
    assert found is not None
    return found


def with_backs(name: str) -> Job:
    """A game whose backs are as its fronts: the press wants both."""
    paths = [path for path in (FOLDER / name).rglob("*") if path.is_file()]
    files = {path.relative_to(FOLDER / name).as_posix(): path.read_bytes() for path in paths}
    files["game.yaml"] = files["game.yaml"].replace(b"front: face}", b"front: face, back: face}")
    found = check_game(MemoryGame(dict(files)), Report(), checks=())
    assert found is not None
    return found.job(DPI, lambda *_: None)


@pytest.mark.parametrize("name", [*PROOFED, *PAINTED])
def test_every_png_is_the_raster_of_its_pdf_page(name: str, tmp_path: Path) -> None:
    job = game(name).job(DPI, lambda *_: None)
    write_target(MpcTarget(), tmp_path / "out", job)
    proofed = 0
    for pdf in (tmp_path / "out").glob("*/fronts.pdf"):
        raster = Raster(pdf.read_bytes())
        for number, file in enumerate(sorted(pdf.with_suffix("").glob("*.png"))):
            pixels = np.asarray(Image.open(file))
            page = raster.page(number, (pixels.shape[1], pixels.shape[0]))
            assert np.array_equal(page, pixels), file.name
            proofed += 1
        raster.close()
    assert proofed == job.game.total


@pytest.mark.parametrize("name", ["stat-bars", "turned-tiles", "court-pips", "shadows-and-blends"])
def test_the_press_gets_flat_pages_within_its_ink(name: str, tmp_path: Path) -> None:
    write_target(DrivethruTarget(), tmp_path / "out", with_backs(name))
    (pdf,) = (tmp_path / "out").glob("*.pdf")
    assert checker.failed(pdf) == {}
    for page in inks(pdf, "1", 100):
        assert percent(page).max() <= LIMIT + 0.8


@pytest.mark.parametrize("name", [*PROOFED, *PAINTED])
def test_low_ink_keeps_the_words_where_they_are(name: str) -> None:
    for face in game(name).laid.scenes.values():
        assert words(low_ink(face)) == words(face)
