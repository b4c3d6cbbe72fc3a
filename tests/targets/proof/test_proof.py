"""Contact sheets: what is on them, where, and that they show the print and nothing else."""

from __future__ import annotations

import io
import json
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import numpy as np
import pikepdf
import pytest
from msgspec.structs import replace
from numpy.typing import NDArray
from PIL import Image

from cardgen.core.findings import Report
from cardgen.core.geometry import Extent, Rect
from cardgen.core.sizes import Size, find_size
from cardgen.files.memory_game import MemoryGame
from cardgen.files.output_folder import replace_output
from cardgen.pipeline.inspection import check_game
from cardgen.render.pdf.sheet_canvas import A4, fit_grid
from cardgen.render.raster.color_vision import simulate
from cardgen.render.raster.rasterizer import Raster
from cardgen.render.workers.pool import Stream, Workers
from cardgen.scene.cut_outline import safe_outline
from cardgen.scene.outlines import bounds
from cardgen.targets.proof import sheet_pictures
from cardgen.targets.proof.sheet_pictures import SheetPicture
from cardgen.targets.proof.target import BLEED, SAFE, TRIM, ProofTarget
from tests.support.target_runs import run_target

A = TypeVar("A")
R = TypeVar("R")

proof = ProofTarget()

GAME = """\
game: Tiny
palette: {ink: "#222222", wine: "#a02030", sand: "#e8d8b0"}
fonts: {text: fonts/EBGaramond-Regular.ttf}
decks:
  beasts: {cards: beasts.yaml, size: poker, front: beast, back: plain}
  places: {cards: places.yaml, size: poker, front: beast, back: named}
"""
LAYOUTS = """\
layouts:
  beast:
    bleed:
      - {shape: rectangle, fill: sand}
    safe:
      - {text: "{{ name }}", font: text, size: 20pt, color: "{{ color or 'ink' }}"}
  plain:
    bleed:
      - {shape: rectangle, fill: wine}
  named:
    bleed:
      - {shape: rectangle, fill: wine}
    safe:
      - {text: "{{ name }}", font: text, size: 20pt, color: sand}
"""
BEASTS = [f"beast {letter}" for letter in "abcdefghijk"]
COPIES = {"beast a": 2, "beast c": 3}
"""Eleven cards, fourteen printed: slots 1 to 14."""
PLACES = ["harbour", "mill", "moor"]


def rows(names: list[str]) -> str:
    return "".join(
        f"- {{name: {name}, copies: {COPIES.get(name, 1)}{', color: wine' * (i % 3 == 1)}}}\n"
        for i, name in enumerate(names)
    )


def write(
    folder: Path, game: str = GAME, workers: Workers | None = None
) -> list[tuple[str, int, int]]:
    """Write the proofs; gives the progress that was told."""
    files: dict[str, str | bytes] = {
        "game.yaml": game,
        "layouts.yaml": LAYOUTS,
        "beasts.yaml": rows(BEASTS),
        "places.yaml": rows(PLACES),
    }
    report = Report()
    checked = check_game(MemoryGame(files), report)
    assert checked is not None, [finding.message for finding in report.findings]
    told: list[tuple[str, int, int]] = []
    job = checked.job(300, lambda *step: told.append(step))
    job = replace(job, workers=workers or job.workers)
    with replace_output(folder) as output:
        run_target(proof, job, output)
    return told


@pytest.fixture(scope="module")
def told_and_folder(
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[list[tuple[str, int, int]], Path]:
    folder = tmp_path_factory.mktemp("proofs") / "proof"
    return write(folder), folder


@pytest.fixture(scope="module")
def folder(told_and_folder: tuple[list[tuple[str, int, int]], Path]) -> Path:
    return told_and_folder[1]


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name[0] != "."}


def words(pdf: Path) -> list[str]:
    """What pdftotext reads, a text a page."""
    run = subprocess.run(["pdftotext", "-layout", pdf, "-"], capture_output=True, check=True)
    return run.stdout.decode("utf-8").split("\f")[:-1]


def pixels(path: Path) -> NDArray[np.int64]:
    with Image.open(io.BytesIO(path.read_bytes())) as image:
        return np.asarray(image).astype(np.int64)


# --- files -----------------------------------------------------------------------------------


def test_each_deck_has_its_sheets_by_side_its_overlays_and_a_sheet_of_simulations(
    folder: Path,
) -> None:
    assert sorted(files(folder)) == [
        "beasts-backs-1.png", "beasts-fronts-1.png", "beasts-fronts-2.png",
        "beasts-overlay-1.png", "beasts-overlay-2.png", "beasts-overlay-3.png",
        "beasts-overlay.pdf", "beasts-vision.png", "beasts.pdf", "manifest.json",
        "places-backs-1.png", "places-fronts-1.png",
        "places-overlay-1.png", "places-overlay-2.png",
        "places-overlay.pdf", "places-vision.png", "places.pdf",
    ]  # fmt: skip


def test_the_same_game_gives_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    write(tmp_path / "again")
    assert files(tmp_path / "again") == files(folder)


def test_progress_counts_every_png_once(
    told_and_folder: tuple[list[tuple[str, int, int]], Path],
) -> None:
    told, folder = told_and_folder
    count = sum(name.endswith(".png") for name in files(folder))
    assert told == [("proof", done, count) for done in range(1, count + 1)]


def test_pages_are_a4_at_150_dpi(folder: Path) -> None:
    with Image.open(folder / "beasts-fronts-1.png") as image:
        assert image.size == (1240, 1754)
        assert [round(dpi) for dpi in image.info["dpi"]] == [150, 150]
    with pikepdf.open(folder / "beasts.pdf") as pdf:
        assert len(pdf.pages) == 3
        boxes = [[float(edge) for edge in page.mediabox] for page in pdf.pages]
    assert boxes == [pytest.approx([0, 0, 595.28, 841.89], abs=0.01)] * 3


def test_the_png_is_the_page_of_the_pdf(folder: Path) -> None:
    """Shared grounds are rasterised apart, so their clipped corners may blend otherwise."""
    for stem, names in (
        ("beasts", ["beasts-fronts-1", "beasts-fronts-2", "beasts-backs-1"]),
        ("beasts-overlay", [f"beasts-overlay-{number}" for number in (1, 2, 3)]),
    ):
        raster = Raster((folder / f"{stem}.pdf").read_bytes())
        for number, name in enumerate(names):
            page = raster.page(number, (1240, 1754)).astype(np.int64)
            assert np.abs(page - pixels(folder / f"{name}.png")).max() <= 1
        raster.close()


def test_a_face_is_one_form_however_often_it_is_shown(folder: Path) -> None:
    """Eleven fronts share a ground: twelve forms, three pages of words, their paper, a back."""
    with pikepdf.open(folder / "beasts.pdf") as pdf:
        forms = [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and "/BBox" in o]
    assert len(forms) == 12 + 3 + 1 + 1


# --- captions --------------------------------------------------------------------------------


@pytest.mark.parametrize("stem", ["beasts", "beasts-overlay"])
def test_every_card_is_shown_once_in_the_decks_order(folder: Path, stem: str) -> None:
    text = "\n".join(words(folder / f"{stem}.pdf")[:2])
    assert re.findall(r"beast-\w", text) == [name.replace(" ", "-") for name in BEASTS]
    assert sorted(re.findall(r"beast \w", text)) == BEASTS


def test_captions_tell_slots_and_copies_as_the_printer_counts_them(folder: Path) -> None:
    first, second, back = words(folder / "beasts.pdf")
    assert re.findall(r"\d{3}(?:–\d{3})?", first) == [
        "001–002", "003", "004–006", "007", "008", "009", "010", "011", "012",
    ]  # fmt: skip
    assert re.findall(r"\d{3}(?:–\d{3})?", second) == ["013", "014"]
    assert re.findall(r"×\d+", first + second) == ["×2", "×3"]
    assert re.search(r"back +×14\s+001–014", back)


def test_slots_go_on_in_the_next_deck_of_the_order(folder: Path) -> None:
    fronts, backs = words(folder / "places.pdf")
    assert re.findall(r"\d{3}", fronts) == ["015", "016", "017"]
    assert re.findall(r"\w+-back", backs) == ["harbour-back", "mill-back", "moor-back"]


def test_headers_name_game_deck_side_and_page(folder: Path) -> None:
    heads = [page.strip().splitlines()[0].split() for page in words(folder / "beasts.pdf")]
    assert [" ".join(head) for head in heads] == [
        "Tiny beasts, fronts page 1 / 3",
        "Tiny beasts, fronts page 2 / 3",
        "Tiny beasts, backs page 3 / 3",
    ]


def test_a_long_name_is_cut_where_the_page_number_begins(tmp_path: Path) -> None:
    write(tmp_path / "proof", GAME.replace("Tiny", "Interminable " * 12))
    head = words(tmp_path / "proof" / "beasts.pdf")[0].strip().splitlines()[0]
    assert re.fullmatch(r"(Interminable )+[A-Za-z]*… +beasts, fronts +page 1 / 3", head)


def test_all_fonts_are_embedded(folder: Path) -> None:
    run = subprocess.run(
        ["pdffonts", folder / "beasts.pdf"], capture_output=True, text=True, check=True
    )
    listed = run.stdout.splitlines()[2:]
    assert listed
    assert all(line.split()[-5] == "yes" for line in listed), run.stdout


# --- where things are ------------------------------------------------------------------------


def poker() -> Size:
    size = find_size("poker")
    assert size is not None
    return size


def on_page(box: Rect) -> tuple[float, float, float, float]:
    """A box of the first card of a sheet, in pixels: left, top, right, bottom."""
    area = Rect(30, 70, A4.width - 60, A4.height - 70 - 23)
    grid = fit_grid(area, poker().page, caption=25, gap=7, least=0.8)
    first = grid.boxes[0]
    edges = (
        first.left + box.left * grid.scale, first.top + box.top * grid.scale,
        first.left + box.right * grid.scale, first.top + box.bottom * grid.scale,
    )  # fmt: skip
    left, top, right, bottom = (edge * 150 / 72 for edge in edges)
    return left, top, right, bottom


def strongest(line: NDArray[np.int64], color: tuple[int, int, int], near: float) -> float:
    """The centre of the pixel that is most like a colour, within 6 pixels of a place."""
    start = round(near) - 6
    part = line[start : start + 12]
    return start + int(np.abs(part - color).sum(axis=1).argmin()) + 0.5


@pytest.mark.parametrize("name", ["bleed", "trim", "safe"])
def test_overlay_lines_lie_on_their_boxes_to_the_pixel(folder: Path, name: str) -> None:
    size = poker()
    box, color = {
        "bleed": (size.bleed_box, BLEED),
        "trim": (size.trim_box, TRIM),
        "safe": (size.safe_box, SAFE),
    }[name]
    rgb = (color.red, color.green, color.blue)
    sheet = pixels(folder / "beasts-overlay-1.png")
    left, top, right, bottom = on_page(box)
    row, column = sheet[round((top + bottom) / 2)], sheet[:, round((left + right) / 2)]
    for line, edge in ((row, left), (row, right), (column, top), (column, bottom)):
        assert abs(strongest(line, rgb, edge) - edge) <= 1


def test_production_colours_only_on_sheets_without_overlay(folder: Path) -> None:
    sheet = pixels(folder / "beasts-fronts-1.png")
    for color in (BLEED, TRIM, SAFE):
        rgb = (color.red, color.green, color.blue)
        assert np.abs(sheet - rgb).sum(axis=2).min() > 60


def test_cards_are_cut_to_trim_with_round_corners(folder: Path) -> None:
    sheet = pixels(folder / "beasts-fronts-1.png")
    left, top, right, bottom = (round(edge) for edge in on_page(poker().trim_box))
    desk, card = [226] * 3, [0xE8, 0xD8, 0xB0]
    middle = (left + right) // 2
    assert sheet[top - 2, middle].tolist() == desk
    assert sheet[top + 2, middle].tolist() == card
    for x in (left + 1, right - 2):
        for y in (top + 1, bottom - 2):
            assert sheet[y, x].tolist() == desk


def test_overlay_shows_the_same_card_in_the_same_place(folder: Path) -> None:
    left, top, right, bottom = (round(edge) for edge in on_page(poker().safe_box))
    inside = np.s_[top + 3 : bottom - 3, left + 3 : right - 3]
    plain, overlay = (pixels(folder / f"beasts-{n}-1.png")[inside] for n in ("fronts", "overlay"))
    assert plain.std() > 1
    assert np.abs(plain - overlay).max() <= 1


def test_the_safe_box_of_a_hexagon_keeps_its_distance_from_slanted_edges_too() -> None:
    size = find_size("hex")
    assert size is not None
    inner = bounds(safe_outline(size))
    assert inner is not None
    across = (size.trim.width - inner.width) / 2
    assert (size.trim.height - inner.height) / 2 == pytest.approx(size.safe)
    assert across * np.cos(np.pi / 6) == pytest.approx(size.safe)


# --- grid ------------------------------------------------------------------------------------


def test_a_grid_holds_as_many_as_stay_legible() -> None:
    area = Rect(0, 0, 500, 500)
    grid = fit_grid(area, Extent(100, 100), caption=0, gap=0, least=0.8)
    assert len(grid.boxes) == 36
    assert grid.scale == pytest.approx(500 / 600)


def test_a_grid_never_enlarges_and_always_holds_one() -> None:
    area = Rect(0, 0, 500, 500)
    assert fit_grid(area, Extent(400, 400), caption=20, gap=5, least=0.8).scale == 1
    huge = fit_grid(area, Extent(1000, 1000), caption=20, gap=5, least=0.8)
    assert len(huge.boxes) == 1
    assert huge.scale == pytest.approx(0.48)
    assert area.contains(huge.boxes[0])


# --- other eyes ------------------------------------------------------------------------------


def test_simulations_change_the_cards_and_leave_the_page(folder: Path) -> None:
    sheet = pixels(folder / "beasts-vision.png")
    colored = (sheet.max(axis=2) - sheet.min(axis=2)) > 8
    labels = round((30 + 92) * 150 / 72)
    assert not colored[:, : labels - 2].any()
    rows = np.flatnonzero(colored.any(axis=1))
    bands = np.split(rows, np.flatnonzero(np.diff(rows) > 1) + 1)
    assert len(bands) == 4, "five rows, one of them grey"
    assert bands[1][0] - bands[0][-1] > len(bands[0]), "the grey one comes second"


def test_each_eye_sees_the_very_pixels_of_the_first_row(folder: Path) -> None:
    """They are painted once: painting them for each eye took most of the page's time."""
    sheet = pixels(folder / "beasts-vision.png")
    left = round((30 + 92) * 150 / 72)
    rows = np.flatnonzero(((sheet.max(axis=2) - sheet.min(axis=2)) > 8).any(axis=1))
    bands = np.split(rows, np.flatnonzero(np.diff(rows) > 1) + 1)
    height = len(bands[0])
    shown = sheet[bands[0][0] : bands[0][0] + height, left:].astype(np.uint8)
    seen = simulate(shown, "tritanopia")
    tops = range(bands[-1][0] - 3, bands[-1][0] + 4)
    assert any(np.array_equal(sheet[top : top + height, left:], seen) for top in tops)


def test_faces_shown_are_different_and_of_every_colour(folder: Path) -> None:
    """Eleven beasts in two colours: eight columns, four of them with wine in their marks."""
    sheet = pixels(folder / "beasts-vision.png")
    bleached = sheet[: sheet.shape[0] // 4]
    wine = np.abs(bleached - (0xA0, 0x20, 0x30)).sum(axis=2) < 40
    columns = np.flatnonzero(wine.any(axis=0))
    assert 1 + np.count_nonzero(np.diff(columns) > 100) == 4


def test_the_manifest_lists_every_sheet_with_its_cards(folder: Path) -> None:
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    files = {file.name for file in folder.glob("*.png")}
    listed = {sheet[key] for sheet in manifest["sheets"] for key in ("file", "overlay")}
    assert listed | set(manifest["vision"]) == files
    assert all((folder / name).is_file() for name in listed)


class CountingWorkers(Workers):
    """Two workers, and what was sent to them."""

    def __init__(self) -> None:
        super().__init__(2)
        self.sent: list[object] = []

    def stream(
        self, function: Callable[[A], R], arguments: Iterator[A], ahead: int
    ) -> Stream[A, R]:
        return super().stream(function, self._noted(arguments), ahead)

    def _noted(self, arguments: Iterator[A]) -> Iterator[A]:
        for argument in arguments:
            self.sent.append(argument)
            yield argument


def test_workers_are_sent_the_longest_picture_of_each_deck_first(tmp_path: Path) -> None:
    workers = CountingWorkers()
    with workers:
        write(tmp_path / "proof", workers=workers)
    sent = [Path(one.file).stem for one in workers.sent if isinstance(one, SheetPicture)]
    for deck in ("beasts", "places"):
        first = next(name for name in sent if name.startswith(deck))
        assert first == f"{deck}-vision"


def test_workers_make_every_picture_and_the_same_as_one_process(
    folder: Path, tmp_path: Path
) -> None:
    workers = CountingWorkers()
    with workers:
        told = write(tmp_path / "proof", workers=workers)
    assert files(tmp_path / "proof") == files(folder)
    pictures = [name for name in files(folder) if name.endswith(".png")]
    assert len(workers.sent) == len(pictures) == len(told)


def test_a_sheet_of_fewer_faces_is_drawn_over_a_full_one_and_looks_as_it_does_alone(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two of eleven beasts are on the second sheet."""
    workers = CountingWorkers()
    with workers:
        write(tmp_path / "proof", workers=workers)
    made = [one for one in workers.sent if isinstance(one, SheetPicture)]
    over = {Path(one.file).stem: one.ground for one in made}
    assert over["beasts-fronts-2"] == over["beasts-fronts-1"] != ""
    assert over["beasts-overlay-2"] == over["beasts-overlay-1"] != over["beasts-fronts-1"]
    assert over["beasts-backs-1"] == ""
    monkeypatch.setattr(sheet_pictures, "_find_full", lambda ground, _: ground)
    write(tmp_path / "alone")
    assert files(tmp_path / "alone") == files(folder)
