"""Letters that are pictures of their font, PNG or SVG, reach every output and are copied."""

from __future__ import annotations

import base64
import io
import re
import subprocess
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from cardgen.files.memory_game import MemoryGame
from cardgen.targets.contract import Job
from cardgen.targets.registry import find_target
from tests.support.color_fonts import bitmap_font, drawing_font, make_png, strike_font
from tests.support.press_games import GAME, job_of
from tests.support.target_runs import write_target

RED = (220, 30, 30, 255)
FONTS = {
    "png": strike_font(make_png(color=RED)),
    "bitmaps": bitmap_font(make_png(color=RED)),
    "svg": drawing_font('<path d="M0 0H700V-700H0z" fill="#dc1e1e"/>'),
}
LAYOUTS = """\
layouts:
  beast:
    trim:
      - {text: "xAx {{ name }}", font: colors, size: 40pt, color: ink, top: 10mm, left: 5mm}
  own:
    trim:
      - {shape: ellipse, stroke: ink, at: center, width: 20mm, height: 20mm}
"""
PDFS = [("sheets", ""), ("pdfx4", ""), ("drivethru", ""), ("proof", "")]


@cache
def job(font: str, part: str = "trim") -> Job:
    """A game of one card; only the letter `A` on it is red."""
    files: dict[str, str | bytes] = {
        "game.yaml": GAME.replace("text: fonts/EBGaramond-Regular", "colors: fonts/Colors"),
        "layouts.yaml": LAYOUTS.replace("trim:", f"{part}:", 1),
        "beasts.yaml": "- {name: B}\n",
        "fonts/Colors.ttf": FONTS[font],
    }
    return job_of(MemoryGame(files))


def red_points(picture: Image.Image, *, pale: bool = False) -> float:
    """How much of a picture is red, as the side of a square in parts of its width."""
    red, green, blue = np.moveaxis(np.asarray(picture.convert("RGB"), int), -1, 0)
    least = 15 if pale else 80
    red = (red > 150) & (red - green > least) & (red - blue > least)
    return float(red.sum() ** 0.5 / picture.width)


def rendered(pdf: Path) -> list[Image.Image]:
    """The pages of a PDF as poppler shows them."""
    command = ["pdftoppm", "-r", "60", "-png", str(pdf), str(pdf.with_suffix(""))]
    subprocess.run(command, check=True)
    pages = sorted(pdf.parent.glob(f"{pdf.stem}-*.png"))
    return [Image.open(io.BytesIO(page.read_bytes())) for page in pages]


@pytest.mark.parametrize("font", FONTS)
@pytest.mark.parametrize(("target", "options"), PDFS)
def test_a_letter_that_is_a_picture_is_in_the_pdf_and_copied(
    target: str, options: str, font: str, tmp_path: Path
) -> None:
    write_target(find_target(target), tmp_path / "out", job(font), options)
    (pdf, *_) = sorted((tmp_path / "out").rglob("*.pdf"))
    assert max(map(red_points, rendered(pdf))) > 0.03
    words = subprocess.run(["pdftotext", str(pdf), "-"], capture_output=True, check=True).stdout
    assert "xAx B" in words.decode()


@pytest.mark.parametrize("part", ["trim", "bleed"])
@pytest.mark.parametrize("font", FONTS)
def test_low_ink_keeps_a_letter_that_is_a_picture_if_paler(
    font: str, part: str, tmp_path: Path
) -> None:
    """In the ground too, where pictures are left out."""
    write_target(find_target("sheets"), tmp_path / "out", job(font, part), "ink=low")
    (pdf, *_) = sorted((tmp_path / "out").rglob("*.pdf"))
    assert max(red_points(page, pale=True) for page in rendered(pdf)) > 0.03


@pytest.mark.parametrize("font", FONTS)
def test_a_letter_that_is_a_picture_is_in_pictures_of_cards(font: str, tmp_path: Path) -> None:
    write_target(find_target("images"), tmp_path / "out", job(font))
    shown = {path.name: red_points(Image.open(path)) for path in (tmp_path / "out").rglob("*.png")}
    assert max(shown.values()) > 0.1


@pytest.mark.parametrize("font", FONTS)
def test_a_letter_that_is_a_picture_is_in_the_gallery_and_its_words(
    font: str, tmp_path: Path
) -> None:
    write_target(find_target("gallery"), tmp_path / "out", job(font))
    page = (tmp_path / "out" / "index.html").read_text("utf-8")
    faces = re.findall(r'<img src="data:image/(?:webp|png);base64,([^"]+)', page)
    shown = [red_points(Image.open(io.BytesIO(base64.b64decode(face)))) for face in faces]
    assert max(shown) > 0.1
    assert 'alt="xAx B' in page
