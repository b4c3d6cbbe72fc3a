"""Sheets for printing at home: where cards are, what is behind them, and what is refused."""

from __future__ import annotations

import json
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from math import inf
from pathlib import Path
from typing import Any, cast

import numpy as np
import pikepdf
import pytest
from msgspec.structs import replace
from numpy.typing import NDArray
from PIL import Image

from cardgen.core.findings import Report
from cardgen.core.geometry import POINTS_PER_MM, Extent
from cardgen.core.sizes import Size, find_size
from cardgen.files.disk_game import DiskGame
from cardgen.files.memory_game import MemoryGame
from cardgen.files.output_folder import replace_output
from cardgen.pipeline.inspection import check_game
from cardgen.render.pdf.document import PdfFile
from cardgen.render.pdf.face_pages import show_face
from cardgen.render.raster.rasterizer import Raster
from cardgen.render.workers.pool import Workers
from cardgen.targets.contract import Job, OptionError
from cardgen.targets.sheets.fit import plan_sheet
from cardgen.targets.sheets.options import SheetOptions
from cardgen.targets.sheets.plan import STRIP, overlap
from cardgen.targets.sheets.target import SheetsTarget
from tests.conftest import NOVELTY
from tests.support.target_runs import run_target
from tests.support.target_runs import with_options as with_pairs

sheets = SheetsTarget()

MM = POINTS_PER_MM
EXACT = 0.01
"""Millimetres."""

GAME = """\
game: Tiny
palette: {ink: "#000000", sand: "#e8d8b0", rust: "#c06020", sky: "#80b0e0"}
fonts: {text: fonts/EBGaramond-Regular.ttf}
decks:
  beasts: {cards: beasts.yaml, size: SIZE, front: beast, back: BACK}
"""
LAYOUTS = """\
layouts:
  beast:
    bleed:
      - {shape: rectangle, fill: sand}
    trim:
      - {shape: rectangle, fill: ink, at: center, width: 8mm, height: 8mm}
      - {text: "{{ name }}", font: text, size: 9pt, color: ink, at: top left}
  own:
    bleed:
      - {shape: rectangle, fill: "{{ color }}"}
    trim:
      - {shape: rectangle, fill: ink, at: center, width: 8mm, height: 8mm}
      - {shape: rectangle, fill: rust, at: top left, width: 9mm, height: 7mm}
      - {shape: ellipse, fill: sky, at: bottom left, width: 5mm, height: 5mm}
"""
COLORS = ("#ffffff", "#ffc0c0", "#c0ffc0", "#c0c0ff", "#ffffa0", "#a0ffff", "#ffa0ff", "#b0b0b0")


@cache
def job(size: str = "micro", cards: int = 8, copies: int = 1, *, back: bool = True) -> Job:
    rows = "".join(
        f'- {{name: beast {i}, copies: {copies}, color: "{COLORS[i % len(COLORS)]}"}}\n'
        for i in range(cards)
    )
    game = GAME.replace("SIZE", size).replace("BACK", "own")
    files: dict[str, str | bytes] = {
        "game.yaml": game if back else game.replace(", back: own", ""),
        "layouts.yaml": LAYOUTS,
        "beasts.yaml": rows,
    }
    report = Report()
    checked = check_game(MemoryGame(files), report, checks=())
    assert checked is not None, [finding.message for finding in report.findings]
    return checked.job(300, lambda *_: None)


def with_options(given: Job, text: str) -> Job:
    """The job as the command line makes it from `-t sheets:…`."""
    return with_pairs(given, dict(pair.split("=") for pair in text.split(",") if pair))


def write(folder: Path, given: Job, options: str = "") -> str:
    with replace_output(folder) as output:
        return run_target(sheets, with_options(given, options), output)


def manifest(folder: Path) -> dict[str, Any]:
    return cast(dict[str, Any], json.loads((folder / "manifest.json").read_text("utf-8")))


def size(name: str) -> Size:
    found = find_size(name)
    assert found is not None
    return found


def options(text: str) -> SheetOptions:
    return sheets.read_options(dict(pair.split("=") for pair in text.split(",") if pair))


# --- reading a PDF ---------------------------------------------------------------------------

Box = tuple[float, float, float, float]


@dataclass
class Content:
    """A page's own numbers in millimetres, y down: (left, top, right, bottom)."""

    page: tuple[float, float]
    trims: list[Box] = field(default_factory=list)
    clips: list[Box] = field(default_factory=list)
    turned: list[bool] = field(default_factory=list)
    marks: list[Box] = field(default_factory=list)
    widths: set[float] = field(default_factory=set)
    folds: list[float] = field(default_factory=list)


def read_pages(path: Path, of: Size) -> list[Content]:
    with pikepdf.open(path) as pdf:
        return [_read_page(page, of) for page in pdf.pages]


def _read_page(page: pikepdf.Page, of: Size) -> Content:
    width, height = (float(edge) for edge in page.mediabox[2:])
    found = Content((width / MM, height / MM))
    clip: list[float] = []
    hexagon: list[list[float]] = []
    matrix: list[float] = []
    for operands, operator in pikepdf.parse_content_stream(page):
        match str(operator):
            case "re":
                clip = [float(value) for value in operands]
            case "m" | "l":
                hexagon.append([float(value) for value in operands])
            case "W" if hexagon:
                xs, ys = zip(*hexagon, strict=True)
                clip = [min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)]
                hexagon = []
            case "cm":
                matrix = [float(value) for value in operands]
                found.clips.append(_box(clip[0], clip[1], clip[2], clip[3], height))
                found.trims.append(_trim(matrix, of, height))
                found.turned.append(matrix[:4] == [-1, 0, 0, -1])
                assert found.turned[-1] or matrix[:4] == [1, 0, 0, 1]
            case "Q":
                matrix = []
            case "Do" if not matrix:
                _read_marks(page.Resources.XObject[str(operands[0])], found, height)
    return found


def _box(left: float, bottom: float, width: float, height: float, page: float) -> Box:
    top = page - bottom - height
    return left / MM, top / MM, (left + width) / MM, (top + height) / MM


def _trim(matrix: list[float], of: Size, page: float) -> Box:
    """Where a face's trim box comes to lie."""
    a, _, _, d, e, f = matrix
    near, far = (e + a * of.bleed, f + d * of.bleed), (
        e + a * (of.bleed + of.trim.width),
        f + d * (of.bleed + of.trim.height),
    )  # fmt: skip
    left, bottom = min(near[0], far[0]), min(near[1], far[1])
    return _box(left, bottom, of.trim.width, of.trim.height, page)


def _read_marks(form: Any, found: Content, height: float) -> None:
    """Lines of a form that has neither text nor a transform: cut lines, or the fold."""
    operators = list(pikepdf.parse_content_stream(form))
    if any(str(operator) in ("BT", "cm") for _, operator in operators):
        return
    start = end = (0.0, 0.0)
    dashed = False
    for operands, operator in operators:
        match str(operator):
            case "w":
                found.widths.add(float(operands[0]))
            case "d":
                dashed = len(operands[0]) > 0
            case "m":
                start = float(operands[0]), height - float(operands[1])
            case "l":
                end = float(operands[0]), height - float(operands[1])
            case "S" if dashed:
                found.folds.append(start[1] / MM)
            case "S":
                found.marks.append((start[0] / MM, start[1] / MM, end[0] / MM, end[1] / MM))


def cuts(content: Content, axis: int) -> list[float]:
    """Where marks across an axis stand (0: upright lines' x), each once."""
    upright = [m[axis] for m in content.marks if abs(m[axis] - m[axis + 2]) < 1e-9]
    return sorted({round(place, 3) for place in upright})


def words(path: Path, *flags: str) -> str:
    """What pdftotext reads."""
    run = subprocess.run(["pdftotext", *flags, path, "-"], capture_output=True, check=True)
    return run.stdout.decode("utf-8")


# --- grids -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "asked", "expected"),
    [
        ("poker", "", (3, 3, False)),
        ("poker", "paper=a4", (3, 3, False)),
        ("game", "paper=a4", (3, 3, False)),
        ("bridge", "", (3, 3, False)),
        ("poker", "bleed=3mm", (4, 2, True)),
        ("poker", "paper=legal", (5, 2, True)),
        ("poker", "paper=tabloid", (6, 3, True)),
        ("poker", "paper=a3", (6, 3, True)),
        ("mini", "paper=a4", (6, 3, True)),
        ("poker", "paper=100x148mm", (1, 1, False)),
        ("poker", "turn=landscape", (4, 2, True)),
        ("poker", "duplex=fold", (4, 1, True)),
        ("micro", "duplex=fold,turn=portrait", (6, 2, False)),
        ("poker", "grid=2x2", (2, 2, False)),
    ],
)  # fmt: skip
def test_a_sheet_holds_as_many_cards_as_fit(
    name: str, asked: str, expected: tuple[int, int, bool]
) -> None:
    plan = plan_sheet(size(name), options(asked))
    assert (plan.columns, plan.rows, plan.landscape) == expected


def test_no_grid_of_one_card_more_would_fit() -> None:
    """Counted by hand here, over every size: cards and marks within the printer's reach."""
    asked = options("paper=a4")
    for one in map(size, ("poker", "tarot", "mini", "micro", "business", "hex", "square-70mm")):
        plan = plan_sheet(one, asked)
        room = [Extent(a - 2 * (5 + 1) * MM, b - 2 * (5 + 1) * MM) for a, b in (
            (210 * MM, 297 * MM), (297 * MM, 210 * MM))]  # fmt: skip
        counts = [int(r.width / one.trim.width) * int(r.height / one.trim.height) for r in room]
        assert plan.columns * plan.rows == max(counts), one.name


# --- geometry --------------------------------------------------------------------------------

# size, options, page in mm, columns, rows, gap, bleed beyond the outer cuts (x, y) or None
COMBINATIONS: list[tuple[str, str, tuple[float, float], int, int, float, Any]] = [
    ("poker", "", (215.9, 279.4), 3, 3, 0, None),
    ("poker", "paper=a4", (210, 297), 3, 3, 0, (2.75, 3.048)),
    ("game", "paper=a4,bleed=none", (210, 297), 3, 3, 0, (0, 0)),
    ("poker", "bleed=3mm", (279.4, 215.9), 4, 2, 0, (3, 3)),
    ("poker", "bleed=0.1in,gap=0.2in", (279.4, 215.9), 3, 2, 5.08, (2.54, 2.54)),
    ("bridge", "paper=a4,gap=2mm", (210, 297), 3, 3, 2, None),
    ("tarot", "paper=a4,grid=2x2", (210, 297), 2, 2, 0, (3.048, 3.048)),
    ("mini", "paper=a3,margin=8mm", (297, 420), 6, 6, 0, (3.048, 3.048)),
    ("micro", "paper=legal,marks=guides", (215.9, 355.6), 6, 7, 0, None),
    ("square-70mm", "paper=tabloid,gap=7mm", (279.4, 431.8), 3, 5, 7, None),
    ("business", "paper=8.5x11in,turn=portrait", (215.9, 279.4), 4, 3, 0, None),
    ("jumbo", "paper=a4,header=no", (210, 297), 2, 2, 0, (3.048, 3.048)),
    ("poker", "paper=150x200mm,margin=3mm,marks-on=both", (150, 200), 2, 2, 0, None),
    ("poker-landscape", "", (279.4, 215.9), 3, 3, 0, None),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "asked", "page", "columns", "rows", "gap", "bleed"),
    COMBINATIONS,
    ids=[f"{row[0]} {row[1] or 'letter'}" for row in COMBINATIONS],
)
def test_cards_and_marks_are_where_arithmetic_puts_them(
    tmp_path: Path,
    name: str,
    asked: str,
    page: tuple[float, float],
    columns: int,
    rows: int,
    gap: float,
    bleed: tuple[float, float] | None,
) -> None:
    one = size(name)
    write(tmp_path / "out", job(name, 1, columns * rows), asked)
    front, back = read_pages(tmp_path / "out" / "sheets.pdf", one)
    card = one.trim.width / MM, one.trim.height / MM
    for content in (front, back):
        assert content.page == pytest.approx(page, abs=EXACT)
        xs, ys = (
            [(page[i] - n * card[i] - (n - 1) * gap) / 2 + k * (card[i] + gap) for k in range(n)]
            for i, n in ((0, columns), (1, rows))
        )
        expected = [(x, y, x + card[0], y + card[1]) for y in ys for x in xs]
        assert sorted(content.trims) == [pytest.approx(b, abs=EXACT) for b in sorted(expected)]
        for axis, starts in ((0, xs), (1, ys)):
            edges = {round(e, 3) for s in starts for e in (s, s + card[axis])}
            assert _merged(cuts(content, axis)) == pytest.approx(_merged(edges), abs=EXACT)
        assert content.widths == {0.25}
        if bleed:
            left, top = min(c[0] for c in content.clips), min(c[1] for c in content.clips)
            assert (xs[0] - left, ys[0] - top) == pytest.approx(bleed, abs=EXACT)


def _merged(places: Any) -> list[float]:
    """Places in order, those within a hundredth of a millimetre once."""
    found: list[float] = []
    for place in sorted(places):
        if not found or place - found[-1] > EXACT:
            found.append(place)
    return found


@pytest.mark.parametrize("asked", ["", "paper=a4", "bleed=3mm", "gap=4mm", "duplex=fold"])
def test_crop_marks_lie_outside_the_bleed_and_within_the_printers_reach(
    tmp_path: Path, asked: str
) -> None:
    write(tmp_path / "out", job("poker", 1, 4), asked)
    for content in read_pages(tmp_path / "out" / "sheets.pdf", size("poker")):
        width, height = content.page
        for x1, y1, x2, y2 in content.marks:
            assert min(x1, y1) >= 5 - EXACT
            assert x2 <= width - 5 + EXACT
            assert y2 <= height - 5 + EXACT
            assert max(x2 - x1, y2 - y1) >= 1 - EXACT
            for left, top, right, bottom in content.clips:
                assert (
                    x2 <= left + EXACT or x1 >= right - EXACT
                    or y2 <= top + EXACT or y1 >= bottom - EXACT
                )  # fmt: skip


def test_neighbours_without_a_gap_abut_and_only_outer_edges_bleed(tmp_path: Path) -> None:
    write(tmp_path / "out", job("poker", 1, 8), "bleed=3mm")
    front = read_pages(tmp_path / "out" / "sheets.pdf", size("poker"))[0]
    first, second = front.clips[0], front.clips[1]
    assert first[2] == pytest.approx(second[0], abs=EXACT)
    assert front.trims[0][0] - first[0] == pytest.approx(3, abs=EXACT)
    assert front.trims[1][0] - second[0] == pytest.approx(0, abs=EXACT)


@pytest.mark.parametrize(("gap", "between"), [("6mm", 3), ("8mm", 3), ("4mm", 2), ("1mm", 0.5)])
def test_a_gap_is_shared_by_the_bleeds_on_either_side(
    tmp_path: Path, gap: str, between: float
) -> None:
    write(tmp_path / "out", job("micro", 1, 4), f"bleed=3mm,gap={gap}")
    front = read_pages(tmp_path / "out" / "sheets.pdf", size("micro"))[0]
    assert front.clips[0][2] - front.trims[0][2] == pytest.approx(between, abs=EXACT)
    assert front.trims[1][0] - front.clips[1][0] == pytest.approx(between, abs=EXACT)
    assert front.clips[0][2] <= front.clips[1][0] + EXACT


def test_guides_run_over_the_whole_sheet_but_not_through_the_header(tmp_path: Path) -> None:
    write(tmp_path / "out", job("poker", 1, 9), "paper=a4,marks=guides")
    front = read_pages(tmp_path / "out" / "sheets.pdf", size("poker"))[0]
    upright = [mark for mark in front.marks if mark[0] == mark[2]]
    assert {round(m[1], 2) for m in upright} == {round(5 + STRIP / MM, 2)}
    assert {round(m[3], 2) for m in upright} == {292}


@pytest.mark.parametrize(
    ("on", "marked"), [("fronts", (True, False)), ("backs", (False, True)), ("both", (True, True))]
)
def test_marks_are_on_the_sides_asked_for(
    tmp_path: Path, on: str, marked: tuple[bool, bool]
) -> None:
    write(tmp_path / "out", job(), f"marks-on={on}")
    front, back = read_pages(tmp_path / "out" / "sheets.pdf", size("micro"))
    assert (bool(front.marks), bool(back.marks)) == marked


def test_round_and_six_sided_cards_have_their_outline_drawn(tmp_path: Path) -> None:
    for name in ("circle", "hex"):
        write(tmp_path / name, job(name, 1, 2), "")
        with pikepdf.open(tmp_path / name / "sheets.pdf") as pdf:
            curves = [
                str(operator)
                for form in pdf.objects
                if isinstance(form, pikepdf.Stream) and "/BBox" in form
                for _, operator in pikepdf.parse_content_stream(form)
            ]
        assert curves.count("h") >= 4


# --- register --------------------------------------------------------------------------------

DUPLEX = [(flip, turn) for flip in ("long", "short") for turn in ("portrait", "landscape")]


def seen_through(
    front: NDArray[Any], back: NDArray[Any], flip: str, *, landscape: bool
) -> NDArray[Any]:
    """The back of a printed sheet, seen through the paper from its front.

    The sheet is turned about its long or its short edge: an upright edge swaps left and
    right, a level one top and bottom.
    """
    assert front.shape == back.shape
    upright = (flip == "long") != landscape
    return back[:, ::-1] if upright else back[::-1]


def pixels(path: Path, dpi: float) -> list[NDArray[np.uint8]]:
    with pikepdf.open(path) as pdf:
        boxes = [[float(e) for e in page.mediabox[2:]] for page in pdf.pages]
    raster = Raster(path.read_bytes())
    made = [
        raster.page(i, (round(w / 72 * dpi), round(h / 72 * dpi))) for i, (w, h) in enumerate(boxes)
    ]
    raster.close()
    return made


def middle(part: NDArray[np.uint8]) -> tuple[float, float]:
    """The centre of the black block in the middle of a card, by the weight of its ink."""
    height, width = part.shape[:2]
    inner = part[height // 3 : -(height // 3), width // 4 : -(width // 4)].astype(float)
    ink = inner.max(axis=2)
    ink = (ink.max() - ink) / ink.max()
    if not ink.any():
        return -inf, -inf
    ys, xs = np.mgrid[: ink.shape[0], : ink.shape[1]]
    return float((xs * ink).sum() / ink.sum()), float((ys * ink).sum() / ink.sum())


def own_backs(given: Job, dpi: float) -> list[NDArray[np.uint8]]:
    """Each card's back alone, cut to trim."""
    backs = [given.scenes[card.back] for card in given.game.decks[0].cards if card.back]
    file = PdfFile(given.game.pictures, title="backs")
    for back in backs:
        show_face(file, back)
    raster = Raster(file.save())
    page, bleed = backs[0].page, round(backs[0].trim.left / 72 * dpi)
    whole = round(page.width / 72 * dpi), round(page.height / 72 * dpi)
    found = [raster.page(i, whole)[bleed:-bleed, bleed:-bleed] for i in range(len(backs))]
    raster.close()
    return found


def best_match(part: NDArray[np.uint8], backs: list[NDArray[np.uint8]]) -> tuple[int, str]:
    """Which back it is, and which way round."""
    scores = {}
    for index, back in enumerate(backs):
        ways = {
            "as is": back,
            "mirrored": back[:, ::-1],
            "head down": back[::-1, ::-1],
            "mirrored, head down": back[::-1],
        }
        height, width = (min(pair) for pair in zip(part.shape[:2], back.shape[:2], strict=True))
        here = part[:height, :width].astype(int)
        for way, turned in ways.items():
            scores[index, way] = float(np.abs(here - turned[:height, :width].astype(int)).mean())
    return min(scores, key=lambda key: scores[key])


def registered(
    given: Job, front: NDArray[np.uint8], under: NDArray[np.uint8], trims: list[Box], dpi: float
) -> Iterator[tuple[int, str, float]]:
    """For each card: the back found under it, which way round, how far off in mm."""
    backs = own_backs(given, dpi)
    for box in trims:
        left, top, right, bottom = (round(edge / 25.4 * dpi) for edge in box)
        over, below = front[top:bottom, left:right], under[top:bottom, left:right]
        (x1, y1), (x2, y2) = middle(over), middle(below)
        off = max(abs(x1 - x2), abs(y1 - y2)) / dpi * 25.4
        yield *best_match(below, backs), off


@pytest.mark.parametrize(("flip", "turn"), DUPLEX)
def test_every_back_lies_under_its_front_and_reads_when_the_card_is_turned(
    tmp_path: Path, flip: str, turn: str
) -> None:
    """Turned like the page of a book, a card shows its back upright: so, seen through the
    paper, it is mirrored left to right, however the sheet went through the printer."""
    given, dpi = job("micro", 7), 300
    write(tmp_path / "out", given, f"paper=110x160mm,duplex={flip},turn={turn}")
    front, back = pixels(tmp_path / "out" / "sheets.pdf", dpi)
    trims = read_pages(tmp_path / "out" / "sheets.pdf", size("micro"))[0].trims
    under = seen_through(front, back, flip, landscape=turn == "landscape")
    found = list(registered(given, front, under, trims, dpi))
    assert [(index, way) for index, way, _ in found] == [(i, "mirrored") for i in range(7)]
    assert max(off for *_, off in found) < EXACT


@pytest.mark.parametrize("turn", ["portrait", "landscape"])
def test_a_folded_sheet_has_every_back_behind_its_front(tmp_path: Path, turn: str) -> None:
    given, dpi = job("micro", 4), 300
    write(tmp_path / "out", given, f"paper=120x170mm,duplex=fold,turn={turn}")
    page = pixels(tmp_path / "out" / "sheets.pdf", dpi)[0]
    content = read_pages(tmp_path / "out" / "sheets.pdf", size("micro"))[0]
    count = len(content.trims) // 2
    assert content.turned == [False] * count + [True] * count
    found = list(registered(given, page, page[::-1], content.trims[:count], dpi))
    assert [(index, way) for index, way, _ in found] == [(i, "mirrored") for i in range(count)]
    assert max(off for *_, off in found) < EXACT


def test_cards_without_backs_take_the_whole_of_a_sheet_that_others_are_folded_on(
    tmp_path: Path,
) -> None:
    """The half behind the fold stayed empty: 12 poker cards took three sheets."""
    write(tmp_path / "out", job("poker", 1, 12, back=False), "duplex=fold")
    assert [len(page.trims) for page in read_pages(tmp_path / "out/sheets.pdf", size("poker"))] == [
        9, 3,
    ]  # fmt: skip


def test_the_fold_runs_through_the_middle_clear_of_all_cards(tmp_path: Path) -> None:
    write(tmp_path / "out", job("poker", 1, 4), "duplex=fold")
    (content,) = read_pages(tmp_path / "out" / "sheets.pdf", size("poker"))
    middle_line = content.page[1] / 2
    assert content.folds == pytest.approx([middle_line], abs=EXACT)
    assert all(
        bottom <= middle_line - 1 or top >= middle_line + 1 for _, top, _, bottom in content.trims
    )


@pytest.mark.parametrize("asked", ["duplex=long", "duplex=short", "paper=a4,gap=3mm,duplex=short"])
def test_front_and_back_agree_in_the_pdfs_own_numbers(tmp_path: Path, asked: str) -> None:
    write(tmp_path / "out", job("poker", 7), asked)
    front, back = read_pages(tmp_path / "out" / "sheets.pdf", size("poker"))
    width, height = front.page
    for over, under in zip(front.trims, back.trims, strict=True):
        if "long" in asked:
            flipped = width - under[2], under[1], width - under[0], under[3]
        else:
            flipped = under[0], height - under[3], under[2], height - under[1]
        assert flipped == pytest.approx(over, abs=EXACT)


def test_the_register_test_sees_a_sheet_that_was_turned_the_wrong_way(tmp_path: Path) -> None:
    given, dpi = job("micro", 7), 150
    write(tmp_path / "out", given, "paper=110x160mm,duplex=long,turn=portrait")
    front, back = pixels(tmp_path / "out" / "sheets.pdf", dpi)
    trims = read_pages(tmp_path / "out" / "sheets.pdf", size("micro"))[0].trims
    found = list(registered(given, front, back[::-1], trims, dpi))
    assert [(index, way) for index, way, _ in found] != [(i, "mirrored") for i in range(7)]


# --- which card goes where -------------------------------------------------------------------


def test_every_copy_of_every_card_is_printed_once(tmp_path: Path) -> None:
    write(tmp_path / "out", job("poker", 5, 4))
    slots = manifest(tmp_path / "out")["slots"]
    assert Counter(slot["card"] for slot in slots) == {f"beast-{i}": 4 for i in range(5)}
    places = [(slot["sheet"], slot["row"], slot["column"]) for slot in slots]
    assert places == sorted(set(places))
    assert [slot["slot"] for slot in slots] == list(range(1, 21))


def test_the_manifest_tells_what_is_printed_where(tmp_path: Path) -> None:
    write(tmp_path / "out", job("poker", 11))
    told = manifest(tmp_path / "out")
    assert told["sheets"] == 2
    assert told["paper"] == {"name": "letter", "mm": [215.9, 279.4]}
    assert (told["grids"][0]["columns"], told["grids"][0]["rows"]) == (3, 3)
    slot = told["slots"][10]
    assert (slot["card"], slot["sheet"], slot["row"], slot["column"]) == ("beast-10", 2, 1, 2)
    text = words(tmp_path / "out" / "sheets.pdf", "-f", "3", "-l", "3")
    assert re.findall(r"beast \d+", text) == ["beast 9", "beast 10"]


def test_skipped_places_stay_empty_on_the_first_sheet_only(tmp_path: Path) -> None:
    write(tmp_path / "out", job("poker", 8, 2), "skip=4")
    slots = manifest(tmp_path / "out")["slots"]
    places = [(slot["sheet"], slot["row"], slot["column"]) for slot in slots]
    assert places[0] == (1, 2, 2)
    assert places[5] == (2, 1, 1)
    front, back, *_ = read_pages(tmp_path / "out" / "sheets.pdf", size("poker"))
    assert len(front.trims) == len(back.trims) == 5


def test_pages_go_front_back_front_back(tmp_path: Path) -> None:
    write(tmp_path / "out", job("poker", 8, 3))
    text = words(tmp_path / "out" / "sheets.pdf")
    found = re.findall(r"sheet (\d/\d, \w+)", text)
    assert found == [
        "1/3, front",
        "1/3, back",
        "2/3, front",
        "2/3, back",
        "3/3, front",
        "3/3, back",
    ]


@pytest.mark.parametrize(
    ("duplex", "files", "pages"),
    [
        ("long", ["sheets.pdf"], 4),
        ("short", ["sheets.pdf"], 4),
        ("none", ["sheets.pdf"], 2),
        ("separate", ["backs.pdf", "fronts.pdf"], 2),
        ("fold", ["sheets.pdf"], 4),
    ],
)
def test_each_way_of_printing_backs_has_its_files(
    tmp_path: Path, duplex: str, files: list[str], pages: int
) -> None:
    write(tmp_path / "out", job("poker", 8, 2), f"duplex={duplex}")
    assert sorted(p.name for p in (tmp_path / "out").glob("*.pdf")) == files
    for name in files:
        with pikepdf.open(tmp_path / "out" / name) as pdf:
            assert len(pdf.pages) == pages


def test_a_game_without_backs_has_fronts_alone(tmp_path: Path) -> None:
    write(tmp_path / "out", job("poker", 8, 2, back=False))
    with pikepdf.open(tmp_path / "out" / "sheets.pdf") as pdf:
        assert len(pdf.pages) == 2


def mixed() -> Job:
    """A deck of poker cards with backs, then one of hexagons without."""
    game = GAME.replace("SIZE", "poker").replace("BACK", "own")
    game += "  tiles: {cards: tiles.yaml, size: hex-66mm, front: beast}\n"
    rows = "".join(f'- {{name: NAME {i}, color: "#ffffff"}}\n' for i in range(10))
    files: dict[str, str | bytes] = {
        "game.yaml": game,
        "layouts.yaml": LAYOUTS,
        "beasts.yaml": rows.replace("NAME", "beast"),
        "tiles.yaml": rows.replace("NAME", "tile"),
    }
    checked = check_game(MemoryGame(files), Report(), checks=())
    assert checked is not None
    return checked.job(300, lambda *_: None)


def test_sizes_have_sheets_of_their_own_counted_together(tmp_path: Path) -> None:
    write(tmp_path / "out", mixed(), "skip=8")
    told = manifest(tmp_path / "out")
    assert [grid["size"] for grid in told["grids"]] == ["poker", "hex-66mm"]
    first = {slot["card"]: slot for slot in reversed(told["slots"])}
    assert (first["beast-1"]["sheet"], first["tile-0"]["sheet"]) == (2, 3)
    assert (first["tile-0"]["row"], first["tile-0"]["column"]) == (1, 1), "skipping is over"
    assert told["sheets"] == 3


def test_sheets_without_backs_keep_a_blank_page_so_that_duplex_stays_in_step(
    tmp_path: Path,
) -> None:
    write(tmp_path / "out", mixed())
    text = words(tmp_path / "out" / "sheets.pdf").split("\f")
    assert ["back" in page for page in text[:-1]] == [False, True] * 3
    last = read_pages(tmp_path / "out" / "sheets.pdf", size("hex-66mm"))[-1]
    assert last.trims == []


def test_paper_too_small_for_the_header_is_said(tmp_path: Path) -> None:
    said = write(tmp_path / "out", job("poker", 2), "paper=76x101mm")
    assert said.endswith("; no room for the header")
    assert "print at" not in words(tmp_path / "out" / "sheets.pdf")


def test_progress_counts_every_page_once(tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    given = replace(job("poker", 10), progress=lambda *step: told.append(step))
    write(tmp_path / "out", given)
    assert told == [("sheets", done, 4) for done in range(1, 5)]


def test_each_distinct_face_is_stored_once(tmp_path: Path) -> None:
    """Eight fronts on one ground, eight backs of eight colours with the same marks."""
    write(tmp_path / "one", job("poker", 8, 1), "header=no")
    write(tmp_path / "many", job("poker", 8, 40), "header=no")
    forms = []
    for name in ("one", "many"):
        with pikepdf.open(tmp_path / name / "sheets.pdf") as pdf:
            forms.append(sum(isinstance(o, pikepdf.Stream) and "/BBox" in o for o in pdf.objects))
    assert forms[0] == forms[1]


# --- header ----------------------------------------------------------------------------------


def test_the_header_names_game_deck_sheet_version_and_scale(tmp_path: Path) -> None:
    write(tmp_path / "out", job("poker", 9), "paper=a4")
    head = words(tmp_path / "out" / "sheets.pdf", "-layout", "-l", "1").splitlines()[0]
    version = manifest(tmp_path / "out")["version"]
    said = [
        "Tiny",
        "beasts",
        "sheet 1/1, front",
        f"faces {version}",
        "print at 100 %",
        "50 mm, 2 in",
    ]
    assert all(part in head for part in said), head


def test_the_version_changes_with_a_face_and_not_with_copies_or_paper(tmp_path: Path) -> None:
    versions = []
    for number, (given, asked) in enumerate(
        [(job("poker", 8), ""), (job("poker", 8, 3), "paper=a4,duplex=fold"), (job("poker", 7), "")]
    ):
        write(tmp_path / str(number), given, asked)
        versions.append(manifest(tmp_path / str(number))["version"])
    assert versions[0] == versions[1] != versions[2]
    assert re.fullmatch("[0-9a-f]{8}", versions[0])


def test_the_header_stays_outside_the_cut(tmp_path: Path) -> None:
    """On the strip at the edge there is ink; between strip and marks there is none."""
    write(tmp_path / "out", job("poker", 9), "paper=a4")
    page = pixels(tmp_path / "out" / "sheets.pdf", 150)[0].min(axis=2)
    strip = page[round(5 / 25.4 * 150) : round(8.4 / 25.4 * 150)]
    assert (strip < 128).any()
    assert (page[: round(4.9 / 25.4 * 150)] > 250).all()


def test_the_ruler_measures_50_mm_and_2_inches(tmp_path: Path) -> None:
    write(tmp_path / "out", job("poker", 9), "paper=a4")
    with pikepdf.open(tmp_path / "out" / "sheets.pdf") as pdf:
        lines = []
        for form in pdf.objects:
            if isinstance(form, pikepdf.Stream) and "/BBox" in form:
                found = list(pikepdf.parse_content_stream(form))
                if any(str(operator) == "cm" for _, operator in found):
                    lines += [float(o[0]) for o, operator in found if str(operator) == "m"]
    start = min(lines)
    assert any(abs((x - start) / MM - 50) < EXACT for x in lines)
    assert any(abs((x - start) / 72 - 2) < EXACT / 25.4 for x in lines)


# --- always the same, and small --------------------------------------------------------------


def test_the_same_game_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write(tmp_path / name, job("poker", 8, 2), "duplex=separate,marks=guides")
    one, two = (
        {path.name: path.read_bytes() for path in (tmp_path / name).iterdir()}
        for name in ("one", "two")
    )
    assert one == two


def test_all_of_novelty_is_a_small_file(tmp_path: Path) -> None:
    checked = check_game(DiskGame(NOVELTY), Report(), checks=())
    assert checked is not None
    given = checked.job(300, lambda *_: None)
    assert write(tmp_path / "out", given).startswith("216 cards on 24 sheets, 3×3 poker on Letter")
    assert (tmp_path / "out" / "sheets.pdf").stat().st_size < 8_000_000
    with pikepdf.open(tmp_path / "out" / "sheets.pdf") as pdf:
        assert len(pdf.pages) == 48


# --- what is refused -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "message", "hint"),
    [
        ("papre=a4", "`sheets` has no option `papre`", "did you mean `paper`?"),
        ("paper=a44", "there is no paper `a44`", "did you mean `a4`?"),
        ("paper=8.5x11", "there is no paper `8.5x11`", "`8.5x11in`, which is `letter`"),
        ("paper=300x200", "there is no paper `300x200`", "write its unit, as `300x200mm`"),
        ("paper=a4-landscape", "there is no paper `a4-landscape`", "`turn=landscape` of `sheets`"),
        ("paper=0x5mm", "no printer takes paper of 0x5mm", "up to 2 m"),
        ("turn=left", "`turn=left` is not possible", "auto, portrait, landscape"),
        ("grid=3", "`grid=3` is no grid", "grid=3x3"),
        ("grid=0x3", "`grid=0x3` is no grid", "grid=3x3"),
        ("margin=5", "`margin=5`: `5` has no unit", "`5mm`"),
        ("gap=-1mm", "`gap=-1mm` is no length on paper", "0 or more"),
        ("bleed=5%", "`bleed=5%` is no length on paper", "0 or more"),
        ("marks=some", "`marks=some` is not possible", "crop, guides, none"),
        ("marks-on=left", "`marks-on=left` is not possible", "fronts, backs, both"),
        ("duplex=yes", "`duplex=yes` is not possible", "long, short, fold, separate, none"),
        ("skip=-1", "`skip=-1` is no count", "0 …"),
        ("header=maybe", "`header=maybe` is not possible", "`header=yes` or `header=no`"),
    ],
)
def test_an_impossible_option_says_what_to_write(asked: str, message: str, hint: str) -> None:
    with pytest.raises(OptionError) as caught:
        options(asked)
    assert str(caught.value) == message
    assert hint in caught.value.hint
    assert caught.value.option == asked.partition("=")[0]


@pytest.mark.parametrize(
    ("name", "asked", "message"),
    [
        ("poker", "grid=3x3,bleed=3mm",
         "3×3 does not fit Letter with 3 mm bleed; 4×2 or bleed=0 does"),
        ("poker", "grid=3x3,bleed=3mm,turn=portrait",
         "3×3 does not fit Letter with 3 mm bleed; 3×2 or bleed=0 does"),
        ("poker", "grid=3x3,gap=2mm",
         "3×3 does not fit Letter with 2 mm gaps; 4×2 or gap=0 does"),
        ("poker", "paper=a4,grid=3x3,gap=4mm",
         "3×3 does not fit A4 with 4 mm gaps; 4×2, gap=0 or marks=guides does"),
        ("giant", "paper=100x148mm",
         "giant (127 × 177.8 mm) does not fit 100 × 148 mm; paper=letter or paper=a4 does"),
        ("poker", "paper=64x90mm,margin=0",
         "poker (63.5 × 88.9 mm) does not fit 64 × 90 mm; "
         "marks=guides or paper=letter does"),
        ("poker", "bleed=5mm", "5 mm bleed is more than the 3.05 mm that a poker face has"),
        ("poker", "skip=9", "`skip=9` leaves no place on a sheet of 9"),
    ],
)  # fmt: skip
def test_impossible_geometry_says_what_would_fit(name: str, asked: str, message: str) -> None:
    with pytest.raises(OptionError) as caught:
        plan_sheet(size(name), options(asked))
    assert str(caught.value) == message
    assert caught.value.option in (*asked.replace("=", ",").split(","), "marks")
    for offer in offers(message):
        given = dict(pair.split("=") for pair in f"{asked},{offer}".split(","))
        plan_sheet(size(name), options(",".join(map("=".join, given.items()))))


def test_the_bleed_that_a_refusal_names_is_accepted_and_is_the_faces_own() -> None:
    """3.05 mm is what is shown of 3.048."""
    with pytest.raises(OptionError) as caught:
        plan_sheet(size("poker"), options("bleed=3.06mm"))
    assert "`bleed=3.05mm` or less" in caught.value.hint
    plan = plan_sheet(size("poker"), options("bleed=3.05mm"))
    assert plan.bleed == 0
    assert (plan.across.outer, plan.down.outer) == (size("poker").bleed, size("poker").bleed)


@pytest.mark.parametrize(
    ("names", "asked", "message"),
    [
        (("poker", "giant"), "grid=3x3,paper=tabloid",
         "3×3 of giant (127 × 177.8 mm) does not fit Tabloid; grid=auto or 2×2 does"),
        (("giant", "poker"), "grid=3x3,paper=legal",
         "3×3 of giant (127 × 177.8 mm) does not fit Legal; grid=auto or 2×1 does"),
        (("poker", "jumbo"), "grid=3x3,bleed=3mm",
         "3×3 of poker (63.5 × 88.9 mm) does not fit Letter with 3 mm bleed; "
         "grid=auto or 2×2 does"),
        (("poker", "giant"), "paper=100x148mm",
         "giant (127 × 177.8 mm) does not fit 100 × 148 mm; paper=letter or paper=a4 does"),
    ],
)  # fmt: skip
def test_what_is_proposed_fits_all_sizes_of_the_game(
    names: tuple[str, ...], asked: str, message: str
) -> None:
    game = [size(name) for name in names]
    with pytest.raises(OptionError) as caught:
        plan_all(game, asked)
    assert str(caught.value) == message
    for offer in offers(message):
        given = dict(pair.split("=") for pair in f"{asked},{offer}".split(","))
        plan_all(game, ",".join(map("=".join, given.items())))


def plan_all(game: list[Size], asked: str) -> None:
    """As the target does: the sheet of one size after the other."""
    for one in game:
        plan_sheet(one, options(asked), game)


def test_the_bleed_that_is_proposed_is_the_least_of_all_sizes() -> None:
    thin = replace(size("poker"), name="thin", bleed=2 * MM)
    with pytest.raises(OptionError) as caught:
        plan_sheet(size("poker"), options("bleed=3mm"), [size("poker"), thin])
    assert str(caught.value) == "3 mm bleed is more than the 2 mm that a thin face has"
    assert "`bleed=2mm` or less" in caught.value.hint


@pytest.mark.parametrize(
    ("name", "asked", "more"),
    [
        ("poker", "paper=a4,gap=4mm", "9 poker fit with `marks=guides`, `marks=none` or `gap=0`"),
        (
            "poker",
            "paper=a4,gap=4mm,marks=crop",
            "9 poker fit with `marks=guides`, `marks=none` or `gap=0`",
        ),
        ("poker", "paper=a4,gap=4mm,marks=none", ""),
        ("poker", "paper=a4,gap=2mm", ""),
        ("poker", "paper=a4,gap=6mm", "9 poker fit with `gap=0`"),
        ("poker", "bleed=3mm", "9 poker fit with `bleed=auto`"),
        ("poker", "bleed=2.9mm,turn=portrait", "9 poker fit with `bleed=auto`"),
        ("poker", "paper=a4,turn=landscape", "9 poker fit with `turn=auto`"),
        ("hex-66mm", "paper=a3,nest=no", "36 hex-66mm fit with `nest=yes`"),
    ],
)
def test_the_run_says_how_more_cards_would_fit(
    name: str, asked: str, more: str, tmp_path: Path
) -> None:
    """What was asked for is questioned where it takes more sheets."""
    said = write(tmp_path / "out", job(name, 9 if name != "hex-66mm" else 36), asked)
    assert said.endswith(f"; {more}") if more else "fit with" not in said


# --- photo labs ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("paper", "asked", "size_px", "cards"),
    [
        ("4x6", "margin=3mm,marks=none", (1800, 1200), 2),
        ("5x7", "margin=3mm,marks=none", (2100, 1500), 2),
        ("8x10", "margin=3mm,marks=none", (2400, 3000), 6),
        ("a6", "margin=0,marks=none", (1748, 1240), 2),
        ("10x15", "margin=0,marks=none,lab=2mm", (1843, 1252), 2),
        ("4x6", "margin=3mm,marks=none,dpi=600,lab=0.1in", (3720, 2520), 2),
    ],
)
def test_sheets_for_a_photo_lab_are_pictures_of_its_paper(
    paper: str, asked: str, size_px: tuple[int, int], cards: int, tmp_path: Path
) -> None:
    for kind, suffix in (("png", "png"), ("jpeg", "jpg")):
        folder = tmp_path / kind
        write(folder, job("poker", 9), f"paper={paper},format={kind},duplex=none,{asked}")
        assert not list(folder.glob("*.pdf"))
        files = sorted(folder.glob(f"*.{suffix}"))
        assert [file.stem for file in files[:2]] == ["sheets-01", "sheets-02"][: len(files)]
        assert len(files) == -(-9 // cards)
        with Image.open(files[0]) as picture:
            assert picture.size == size_px
            assert picture.info["dpi"][0] == pytest.approx(600 if "600" in asked else 300, abs=0.1)


def test_workers_make_the_same_pictures_of_pages_as_one_process(tmp_path: Path) -> None:
    given, asked = job("poker", 5), "paper=4x6,format=png,dpi=72,margin=3mm"
    alone, with_workers = tmp_path / "alone", tmp_path / "workers"
    write(alone, given, asked)
    with Workers(2) as workers:
        write(with_workers, replace(given, workers=workers), asked)
    names = sorted(file.name for file in alone.iterdir())
    assert len(names) > 5
    assert names == sorted(file.name for file in with_workers.iterdir())
    for name in names:
        assert (alone / name).read_bytes() == (with_workers / name).read_bytes(), name


def test_what_a_lab_cuts_off_lies_around_the_same_sheet(tmp_path: Path) -> None:
    asked = "paper=4x6,format=png,duplex=none,margin=3mm,marks=none,header=no"
    write(tmp_path / "own", job("poker", 2), asked)
    write(tmp_path / "lab", job("poker", 2), f"{asked},lab=0.1in")
    own, lab = (
        np.asarray(Image.open(tmp_path / name / "sheets-01.png")) for name in ("own", "lab")
    )
    assert lab.shape == (own.shape[0] + 60, own.shape[1] + 60, 3)
    inner = lab[30:-30, 30:-30].astype(int)
    assert (np.abs(inner - own) > 8).mean() < 0.005, "but for the edges of letters"
    assert (lab[:30] == 255).all()


@pytest.mark.parametrize("asked", ["", "bleed=2mm", "bleed=1mm", "margin=3mm", "marks=guides"])
def test_bleed_goes_on_into_what_a_lab_cuts_off_a_borderless_print(
    tmp_path: Path, asked: str
) -> None:
    """A card as large as the paper had a white edge wherever the lab cut a little less."""
    pairs = dict(pair.split("=") for pair in f"margin=0,marks=none,{asked}".split(",") if pair)
    typed = ",".join(f"{name}={value}" for name, value in pairs.items())
    common = "paper=4x6,format=png,duplex=none,header=no,lab=2mm"
    name = "poker" if asked == "margin=3mm" else "photo"
    told = write(tmp_path / "out", job(name, 1), f"{common},{typed}")
    pixels = np.asarray(Image.open(tmp_path / "out" / "sheets-01.png"))
    painted = (pixels[4, pixels.shape[1] // 2] != 255).any()
    assert painted == (asked in ("", "bleed=2mm", "marks=guides")), told
    if asked == "":
        assert "bleed 2 mm at the sides, 2 mm above and below" in told


@pytest.mark.parametrize(
    ("asked", "option"),
    [
        ("dpi=300", "dpi"),
        ("lab=2cm", "lab"),
        ("silhouette=3,lab=2mm", "lab"),
        ("format=gif", "format"),
    ],
)
def test_lab_options_that_make_no_sense_are_refused(asked: str, option: str) -> None:
    with pytest.raises(OptionError) as caught:
        options(asked)
    assert caught.value.option == option
    assert caught.value.hint


def test_an_overlap_of_no_sheets_is_told(tmp_path: Path) -> None:
    told = write(tmp_path / "out", job(), "overlap=4mm")
    assert told.endswith("; no piece goes over several sheets, so that none overlap")


def test_backs_that_there_are_not_have_no_marks_alone(tmp_path: Path) -> None:
    """There were no marks at all."""
    with pytest.raises(OptionError, match="no backs to mark"):
        write(tmp_path / "out", job("poker", 1, 4, back=False), "marks-on=backs")


def test_gutterfold_is_the_trades_name_of_a_fold() -> None:
    assert options("duplex=gutterfold") == options("duplex=fold")
    assert "gutterfold" in sheets.options.help_lines()["duplex"]


def test_a_length_without_a_unit_is_not_proposed_as_a_share() -> None:
    with pytest.raises(OptionError) as caught:
        options("gap=3")
    assert caught.value.hint == "write `3mm` or `3in`"


def offers(message: str) -> list[str]:
    """What a refusal says would do, as it is typed: `4×2` is a grid."""
    found = re.search(r"; (\S+) or (\S+) does$", message)
    words = found.groups() if found else ()
    return [word if "=" in word else f"grid={word.replace('×', 'x')}" for word in words]


def test_a_refused_run_leaves_the_last_output(tmp_path: Path) -> None:
    write(tmp_path / "out", job())
    before = (tmp_path / "out" / "sheets.pdf").read_bytes()
    with pytest.raises(OptionError):
        write(tmp_path / "out", job(), "grid=90x90")
    assert (tmp_path / "out" / "sheets.pdf").read_bytes() == before


def test_the_run_says_where_the_bleed_does_not_fit(tmp_path: Path) -> None:
    said = write(tmp_path / "out", job("poker", 9))
    assert said.startswith("9 cards on 1 sheet, 3×3 poker on Letter, ")
    assert said.endswith("bleed 2.2 mm at the sides, none above and below")


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("gap=2mm,bleed=2mm", "bleed 2 mm at the sides, 2 mm above and below, 1 mm between cards"),
        ("duplex=fold,gap=4mm,paper=a4", "full bleed at the outer cuts, 2 mm between cards"),
        ("gap=7mm,paper=a3", "full bleed around"),
        ("gap=2mm,bleed=0",
         "bleed none at the sides, none above and below, none between cards"),
        ("bleed=3mm,grid=1x1,gap=2mm", "bleed 3 mm at the sides, 3 mm above and below"),
        ("duplex=fold", "full bleed around"),
    ],
)  # fmt: skip
def test_the_run_says_how_much_bleed_there_is_between_cards(
    tmp_path: Path, asked: str, said: str
) -> None:
    assert write(tmp_path / "out", job("poker", 4), asked).endswith(f", {said}")


@pytest.mark.parametrize(
    ("asked", "between"), [("gap=2mm", 1.0), ("gap=9mm", 3.05), ("", 0.0), ("grid=1x1", None)]
)
def test_the_manifest_tells_the_bleed_between_cards_as_it_is_in_the_pdf(
    tmp_path: Path, asked: str, between: float | None
) -> None:
    write(tmp_path / "out", job("poker", 2), asked)
    (grid,) = manifest(tmp_path / "out")["grids"]
    assert grid["bleed_mm"]["between"] == between
    if between is not None:
        front = read_pages(tmp_path / "out" / "sheets.pdf", size("poker"))[0]
        reach = front.clips[0][2] - front.trims[0][2]
        assert reach == pytest.approx(between, abs=EXACT)


# --- sheets that are not full ---------------------------------------------------------------


@pytest.mark.parametrize("asked", ["paper=a4", "paper=a4,gap=2mm", "paper=a4,bleed=0", "skip=1"])
def test_cards_beside_empty_places_have_the_bleed_of_the_outer_cuts(asked: str) -> None:
    pairs = dict(pair.split("=") for pair in asked.split(","))
    (sheet,) = sheets.plan(job("poker", 5), sheets.read_options(pairs))[1]
    plan, taken = sheet.plan, {(one.cell.row, one.cell.column) for one in sheet.placed}
    wide = 0
    for one in sheet.placed:
        cell, others = one.cell, [other.cell for other in sheet.placed if other is not one]
        right = (cell.row, cell.column + 1) in taken or cell.column + 1 == plan.columns
        below = (cell.row + 1, cell.column) in taken or cell.row + 1 == plan.rows
        wide += (not right) + (not below)
        assert right or cell.clip.right - cell.trim.right >= plan.across.outer - EXACT
        assert below or cell.clip.bottom - cell.trim.bottom >= plan.down.outer - EXACT
        assert not any(overlap(cell.clip, other.trim) for other in others)
    assert wide
