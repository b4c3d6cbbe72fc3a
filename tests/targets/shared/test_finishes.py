"""Foil, varnish and white ink: masks are exactly where the design shows what is marked."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pikepdf
import pytest
from PIL import Image

from cardgen.core.findings import Report
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.build import build_game
from cardgen.pipeline.build_request import BuildRequest
from cardgen.pipeline.inspection import check_game
from cardgen.targets.contract import Job
from cardgen.targets.gamecrafter.target import GamecrafterTarget
from cardgen.targets.mpc.target import MpcTarget
from cardgen.targets.press.drivethru import DrivethruTarget
from cardgen.targets.press.pdfx4 import Pdfx4Target
from tests.support.press_games import files, inks, job_of, write

LAYOUTS = """\
layouts:
  beast:
    bleed:
      - {shape: rectangle, fill: sand}
    trim:
      - {shape: rectangle, fill: rust, finish: MARK, at: center, width: 20mm, height: 20mm,
         when: "name == 'Wyvern'"}
      - {shape: rectangle, fill: sky, at: center, width: 10mm, height: 10mm}
      - {picture: spot.png, finish: spot-uv, at: top left, width: 20mm, height: 20mm}
  own:
    bleed:
      - {shape: rectangle, fill: sky}
"""


def job(mark: str = "foil") -> Job:
    return job_of(MemoryGame(files(layouts_yaml=LAYOUTS.replace("MARK", mark))))


def black_share(file: Path) -> float:
    with Image.open(file) as image:
        pixels = np.asarray(image)
    assert set(np.unique(pixels)) <= {0, 255}
    return float((pixels == 0).mean())


def size_of(file: Path) -> tuple[int, int]:
    with Image.open(file) as image:
        return image.size


def test_mpc_gets_a_mask_beside_each_picture_that_has_the_finish(tmp_path: Path) -> None:
    write(MpcTarget(), tmp_path / "out", job())
    order = tmp_path / "out" / "poker"
    masks = sorted(file.name for file in (order / "foil" / "fronts").iterdir())
    assert masks == ["001-beasts-wyvern.png"]
    mask, card = order / "foil" / "fronts" / masks[0], order / "fronts" / masks[0]
    assert size_of(mask) == size_of(card)
    page = (63.5 + 6.096) * (88.9 + 6.096)
    assert black_share(mask) == pytest.approx((400 - 100) / page, abs=6e-4)
    told = json.loads((order / "manifest.json").read_text("utf-8"))["finishes"]
    assert told["foil"]["faces"] == 1
    assert told["spot-uv"]["faces"] == 3
    assert "`foil/`: 1 mask" in (order / "ORDER.md").read_text("utf-8")


def test_what_is_painted_later_is_free_of_foil_and_not_of_white_below(tmp_path: Path) -> None:
    write(MpcTarget(), tmp_path / "out", job("white"))
    mask = tmp_path / "out" / "poker" / "white" / "fronts" / "001-beasts-wyvern.png"
    page = (63.5 + 6.096) * (88.9 + 6.096)
    assert black_share(mask) == pytest.approx(400 / page, abs=6e-4)


def test_a_picture_has_the_finish_where_it_is_solid(tmp_path: Path) -> None:
    write(MpcTarget(), tmp_path / "out", job())
    mask = tmp_path / "out" / "poker" / "spot-uv" / "fronts" / "003-beasts-basilisk.png"
    page = (63.5 + 6.096) * (88.9 + 6.096)
    radius = 0.9 - 0.5 / 4
    assert black_share(mask) == pytest.approx(np.pi * (10 * radius) ** 2 / page, abs=1e-3)


def test_gamecrafter_gets_masks_of_its_own_pixels(tmp_path: Path) -> None:
    write(GamecrafterTarget(), tmp_path / "out", job())
    (mask,) = (tmp_path / "out").rglob("foil/*.png")
    assert mask.name == "wyvern[face].png"
    assert size_of(mask) == (825, 1125)
    assert black_share(mask) == pytest.approx(300 / (825 * 1125) * (300 / 25.4) ** 2, abs=6e-4)
    (part,) = json.loads((tmp_path / "out" / "manifest.json").read_text("utf-8"))["components"]
    assert part["finishes"]["foil"]["masks"] == {"wyvern[face].png": "foil/wyvern[face].png"}


@pytest.mark.parametrize("target", [Pdfx4Target(), DrivethruTarget()])
def test_a_press_gets_a_page_for_each_page_in_an_ink_of_its_own(
    target: Pdfx4Target | DrivethruTarget, tmp_path: Path
) -> None:
    write(target, tmp_path / "out", job())
    made = tmp_path / "out" / "tiny-foil.pdf"
    with pikepdf.open(made) as pdf, pikepdf.open(tmp_path / "out" / "tiny.pdf") as cards:
        assert len(pdf.pages) == len(cards.pages)
        spaces = [obj for obj in pdf.objects if isinstance(obj, pikepdf.Array)]
        assert any(list(one)[:2] == ["/Separation", "/foil"] for one in spaces if len(one) == 4)
    page = 1 if target.name == "pdfx4" else 2
    (sheet,) = inks(made, str(page))
    height, width = sheet.shape[:2]
    marked = (sheet.max(axis=-1) > 128).mean() * (width / 150 * 25.4) * (height / 150 * 25.4)
    assert marked == pytest.approx(300, rel=0.04)
    told = json.loads((tmp_path / "out" / "manifest.json").read_text("utf-8"))["finishes"]
    assert [(one["finish"], one["pages"]) for one in told] == [("foil", 1), ("spot-uv", 3)]
    (soft,) = inks(tmp_path / "out" / "tiny-spot-uv.pdf", str(page))
    assert (soft.max(axis=-1) > 128).any()


@pytest.mark.parametrize(
    ("element", "expected"),
    [
        ("{shape: rectangle, fill: ink, finish: foil, at: center, width: 5mm, height: 5mm}",
         ["finish-unseen"]),
        ("{shape: rectangle, fill: ink, finish: foil, left: -40mm, width: 5mm, height: 5mm}",
         ["finish-unseen"]),
        ("{text: '', font: text, size: 9pt, finish: foil}", ["finish-unseen"]),
        ("{shape: rectangle, fill: ink, finish: foil, at: center, width: 30mm, height: 30mm}", []),
        ("{shape: star, fill: ink, finish: foil, opacity: 0.5, top: 0, height: 9mm}",
         ["finish-solid"]),
    ],
)  # fmt: skip
def test_a_finish_that_is_on_no_card_is_an_error(element: str, expected: list[str]) -> None:
    over = "{shape: rectangle, fill: sky, at: center, width: 10mm, height: 10mm}"
    layouts = (
        "layouts:\n  beast:\n    bleed:\n      - {shape: rectangle, fill: sand}\n    trim:\n"
        f"      - {element}\n      - {over}\n  own:\n    bleed:\n"
        "      - {shape: rectangle, fill: sand}\n"
    )
    report = Report()
    check_game(MemoryGame(files(layouts_yaml=layouts)), report)
    assert [f.code for f in report.findings if f.code.startswith("finish")] == expected


def test_a_build_says_which_finishes_its_targets_do_not_put_on(tmp_path: Path) -> None:
    game = MemoryGame(files(layouts_yaml=LAYOUTS.replace("MARK", "foil")))
    targets = {"images": {"dpi": "72"}, "data": {}}
    request = BuildRequest(targets=targets, output=tmp_path / "output", jobs=1)
    report = Report()
    written = build_game(game, request, report).written
    assert written, report.findings
    said = {one.target: one.what for one in written}
    assert "foil and spot-uv are not put on" in said["images"]
    assert "put on" not in said["data"]
