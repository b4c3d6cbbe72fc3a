"""The print files of Novelty: what the issue and the printer ask of them."""

from __future__ import annotations

import hashlib
import io
import json
import re
import subprocess
from pathlib import Path

import numpy as np
import pikepdf
import pypdfium2 as pdfium
import pytest
import yaml
from PIL import Image

from cardgen.text.smart_punctuation import smarten
from tests.conftest import NOVELTY

SIDES = ("fronts", "backs")


def pngs(built: Path, side: str) -> list[Path]:
    return sorted((built / side).glob("*.png"))


def rows(name: str) -> list[dict[str, str]]:
    """A card table of Novelty, a row a printed card."""
    loaded = yaml.load((NOVELTY / f"{name}.yaml").read_text("utf-8"), Loader=yaml.BaseLoader)
    return [row for row in loaded for _ in range(int(row.get("copies", 1)))]


def folded(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


@pytest.fixture(scope="module")
def pages(built: Path) -> list[str]:
    """What pdftotext reads on each page of the fronts."""
    pdf = built / "fronts.pdf"
    run = subprocess.run(["pdftotext", pdf, "-"], capture_output=True, text=True, check=True)
    return [folded(page) for page in run.stdout.split("\f")]


@pytest.mark.parametrize("side", SIDES)
def test_there_is_a_png_for_each_of_the_216_cards(built: Path, side: str) -> None:
    assert len(pngs(built, side)) == 216


@pytest.mark.parametrize("side", SIDES)
def test_pngs_are_what_the_service_asks_for(built: Path, side: str) -> None:
    for data in {path.read_bytes() for path in pngs(built, side)}:
        with Image.open(io.BytesIO(data)) as image:
            assert image.size == (822, 1122)
            assert image.mode == "RGB"
            assert [round(d) for d in image.info["dpi"]] == [300, 300]
            assert "srgb" in image.info


@pytest.mark.parametrize("side", SIDES)
def test_paint_reaches_the_edge_of_the_bleed(built: Path, side: str) -> None:
    """Paper white is no paint: every edge pixel has the texture's tone."""
    for path in pngs(built, side)[::30]:
        pixels = np.asarray(Image.open(path)).astype(int)
        edges = (pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1])
        assert all((edge.sum(axis=1) < 3 * 253).all() for edge in edges), path.name


def test_names_sort_in_slot_order_and_tell_deck_and_card(built: Path) -> None:
    names = [path.stem for path in pngs(built, "fronts")]
    assert names[0] == "001-letters-a-red"
    assert names[167].startswith("168-letters-z")
    assert names[168] == "169-motifs-chaotic-neutral"
    assert names[215] == "216-motifs-blue-symbolism"
    backs = [path.stem for path in pngs(built, "backs")]
    assert (backs[0], backs[215]) == ("001-letters-back", "216-motifs-back")


def test_equal_faces_are_stored_once(built: Path) -> None:
    backs = pngs(built, "backs")
    assert len({path.stat().st_ino for path in backs}) == 2
    fronts = pngs(built, "fronts")
    assert len({path.stat().st_ino for path in fronts}) == 182


@pytest.mark.parametrize("side", SIDES)
def test_pdfs_have_a_page_a_slot_with_its_boxes(built: Path, side: str) -> None:
    with pikepdf.open(built / f"{side}.pdf") as pdf:
        assert len(pdf.pages) == 216
        for page in pdf.pages:
            assert [float(v) for v in page.mediabox] == pytest.approx([0, 0, 197.28, 269.28])
            assert [float(v) for v in page.bleedbox] == pytest.approx([0, 0, 197.28, 269.28])
            trim = [8.64, 8.64, 197.28 - 8.64, 269.28 - 8.64]
            assert [float(v) for v in page.trimbox] == pytest.approx(trim)


@pytest.mark.parametrize("side", SIDES)
def test_every_font_is_embedded_and_subset(built: Path, side: str) -> None:
    run = subprocess.run(
        ["pdffonts", built / f"{side}.pdf"], capture_output=True, text=True, check=True
    )
    fonts = run.stdout.splitlines()[2:]
    assert all(line.split()[-5:-2] == ["yes", "yes", "yes"] for line in fonts), run.stdout
    assert bool(fonts) == (side == "fronts")


@pytest.mark.parametrize("side", SIDES)
def test_pictures_are_in_the_pdf_once(built: Path, side: str) -> None:
    with pikepdf.open(built / f"{side}.pdf") as pdf:
        images = [o for o in pdf.objects if _is_image(o)]
        assert len(images) == 1
    assert (built / f"{side}.pdf").stat().st_size < 3_000_000


def _is_image(thing: object) -> bool:
    return isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Image"


def test_pdfs_are_sound(built: Path) -> None:
    for side in SIDES:
        run = subprocess.run(
            ["qpdf", "--check", built / f"{side}.pdf"], capture_output=True, text=True, check=False
        )
        assert run.returncode == 0, run.stdout + run.stderr


def test_pdfs_have_an_outline_entry_a_deck(built: Path) -> None:
    with pikepdf.open(built / "fronts.pdf") as pdf, pdf.open_outline() as outline:
        assert [item.title for item in outline.root] == ["letters", "motifs"]


def test_every_letter_card_gives_its_words_back(pages: list[str]) -> None:
    for number, row in enumerate(rows("letters")):
        words = (row["letter"], smarten(row["points"]), smarten(row.get("effect", "")))
        for word in words:
            text = pages[number].lower()
            assert folded(word).lower() in text, f"page {number + 1}: {word!r} not in {text!r}"


@pytest.mark.parametrize("field", ["name", "effect", "quote", "source", "year", "author"])
def test_every_motif_card_gives_its_words_back(pages: list[str], field: str) -> None:
    """Letter for letter: where verse has its lines again, a break stands for no space, and
    poppler takes a hair space for none."""
    for number, row in enumerate(rows("motifs"), 168):
        expected = folded(smarten(row[field]))
        if row.get("lines") or row.get("turns") or "\u200a" in row[field]:
            assert "".join(expected.split()) in "".join(pages[number].split()), row["name"]
        else:
            assert expected in pages[number], f"page {number + 1}: {expected!r}"


@pytest.mark.parametrize("side", SIDES)
def test_each_png_is_the_raster_of_its_page(built: Path, side: str) -> None:
    """The proof is the print: pixel for pixel, for every distinct face."""
    document = pdfium.PdfDocument(built / f"{side}.pdf")
    seen = set()
    for number, path in enumerate(pngs(built, side)):
        if path.stat().st_ino in seen:
            continue
        seen.add(path.stat().st_ino)
        raster = document[number].render(scale=300 / 72).to_numpy()[:, :, ::-1]
        assert np.array_equal(raster, np.asarray(Image.open(path))), path.name
    document.close()


def test_the_comparison_of_pixels_can_fail(built: Path) -> None:
    document = pdfium.PdfDocument(built / "fronts.pdf")
    raster = document[0].render(scale=300 / 72).to_numpy()[:, :, ::-1]
    other = np.asarray(Image.open(pngs(built, "fronts")[2]))
    document.close()
    assert not np.array_equal(raster, other)


def test_the_manifest_lists_every_slot_with_its_hashes(built: Path) -> None:
    manifest = json.loads((built / "manifest.json").read_text("utf-8"))
    assert manifest["game"] == "Novelty"
    assert manifest["target"] == "mpc"
    assert manifest["size"] == {
        "name": "poker",
        "trim_mm": [63.5, 88.9],
        "bleed_mm": 3.05,
        "safe_mm": 3.05,
        "pixels": [822, 1122],
        "dpi": 300,
    }
    assert [slot["slot"] for slot in manifest["slots"]] == list(range(1, 217))
    for slot in manifest["slots"]:
        for side in ("front", "back"):
            data = (built / slot[side]).read_bytes()
            assert hashlib.sha256(data).hexdigest() == slot[f"{side}_sha256"]


def test_the_manifest_names_the_line_each_card_comes_from(built: Path) -> None:
    manifest = json.loads((built / "manifest.json").read_text("utf-8"))
    first = manifest["slots"][168]
    file, line = first["source"].split(":")
    text = (NOVELTY / file).read_text("utf-8").splitlines()[int(line) - 1]
    assert "Chaotic Neutral" in text


def test_the_order_guide_has_this_orders_figures(built: Path) -> None:
    guide = (built / "ORDER.md").read_text("utf-8")
    for word in ("216 cards (no blanks)", "822 × 1122", "S30", "169–216", "63.5 × 88.9 mm"):
        assert word in guide
