"""Printer profiles: what is read off a calibration sheet makes backs lie under fronts."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, hypot, radians, sin
from pathlib import Path
from typing import Any

import numpy as np
import pikepdf
import pytest
from numpy.typing import NDArray

from cardgen.core.findings import Report
from cardgen.targets.contract import OptionError
from cardgen.targets.shared.papers import find_paper, load_papers
from cardgen.targets.sheets.calibration_sheet import make_calibration_sheet
from cardgen.targets.sheets.check_sheet import make_check_sheet
from cardgen.targets.sheets.options import SheetOptions
from cardgen.targets.sheets.printer_file import find_printer, read_printers
from cardgen.targets.sheets.printers import PrinterProfile
from tests.support.commands import Completed, run_cardgen
from tests.support.cut_files import svg_lines
from tests.support.sheet_pdf import MM, Matrix, Point, apply, box_of, matrix, read_sheets
from tests.targets.sheets.test_pages import EXACT, job, manifest, pixels, size, write

PAGE = 215.9, 279.4


@dataclass(frozen=True)
class Printer:
    """A printer that errs, as a person would see it; millimetres, y down, degrees clockwise."""

    x: float = 0.0
    y: float = 0.0
    angle: float = 0.0
    wide: float = 1.0
    high: float = 1.0
    over: float = 0.0
    down: float = 0.0

    def front(self, page: Point, x: float, y: float) -> Point:
        """Where a point of a front comes to lie on the paper."""
        x, y = self._grown(page, x, y)
        return x + self.over, y + self.down

    def _grown(self, page: Point, x: float, y: float) -> Point:
        cx, cy = page[0] / 2, page[1] / 2
        return cx + (x - cx) * self.wide, cy + (y - cy) * self.high

    def back(self, page: Point, x: float, y: float) -> Point:
        """Where a point of a back comes to lie, seen on the back, where what is right on the
        front is left."""
        x, y = self._grown(page, x, y)
        cx, cy, turn = page[0] / 2, page[1] / 2, radians(self.angle)
        dx, dy = x - cx, y - cy
        return (
            cx + dx * cos(turn) - dy * sin(turn) + self.x - self.over,
            cy + dx * sin(turn) + dy * cos(turn) + self.y + self.down,
        )


ERRORS = [
    Printer(),
    Printer(x=0.8, y=-0.3),
    Printer(x=-1.7, y=2.4, angle=0.35),
    Printer(x=3.1, y=-2.2, angle=-0.6, wide=1.004, high=0.997),
    Printer(angle=1.0),
]


# --- the calibration sheet -------------------------------------------------------------------


def groups(path: Path, page: int) -> list[list[tuple[Point, Point]]]:
    """The straight lines of each group of a page, in millimetres, y down."""
    with pikepdf.open(path) as pdf:
        leaf = pdf.pages[page]
        high = float(leaf.mediabox[3])
        (form,) = leaf.Resources.XObject.values()
        found: list[list[tuple[Point, Point]]] = []
        down = matrix(1 / MM, 0, 0, -1 / MM, 0, high / MM)
        put, stack, start = down, [], (0.0, 0.0)
        for operands, operator in pikepdf.parse_content_stream(form):
            match str(operator):
                case "q":
                    stack.append(put)
                case "Q":
                    put = stack.pop()
                case "cm":
                    put = put @ matrix(*(float(o) for o in operands))
                    found.append([])
                case "m":
                    start = apply(put, *(float(o) for o in operands))
                case "l" if found and len(stack) > 1:
                    found[-1].append((start, apply(put, *(float(o) for o in operands))))
        return found


def cross(one: tuple[Point, Point], other: tuple[Point, Point]) -> Point:
    """Where two lines meet."""
    (x1, y1), (x2, y2) = one
    (x3, y3), (x4, y4) = other
    m = np.array([[x2 - x1, x3 - x4], [y2 - y1, y3 - y4]])
    t, _ = np.linalg.solve(m, np.array([x3 - x1, y3 - y1]))
    return x1 + t * (x2 - x1), y1 + t * (y2 - y1)


def read_off(path: Path, printer: Printer) -> Iterator[float]:
    """What a person reads off the printed sheet: for each scale, where the vernier's 0, seen
    through the paper, meets it. No formula of the product is used: the lines are those of the
    PDF, printed and turned over."""
    with pikepdf.open(path) as pdf:
        page = tuple(float(edge) / MM for edge in pdf.pages[0].mediabox[2:])
    size_of = page[0], page[1]
    for front, back in zip(groups(path, 0)[:4], groups(path, 1)[:4], strict=True):
        base, *ticks = [(printer.front(size_of, *a), printer.front(size_of, *b)) for a, b in front]
        zero = tuple(printer.back(size_of, *point) for point in back[0])
        seen = tuple((size_of[0] - x, y) for x, y in zero)
        at = cross(base, (seen[0], seen[1]))
        zero_tick, ten_tick = ticks[0][0], ticks[10][0]
        unit = hypot(ten_tick[0] - zero_tick[0], ten_tick[1] - zero_tick[1]) / 10
        way = (ten_tick[0] - zero_tick[0]) / 10 / unit, (ten_tick[1] - zero_tick[1]) / 10 / unit
        yield ((at[0] - zero_tick[0]) * way[0] + (at[1] - zero_tick[1]) * way[1]) / unit


def measured(path: Path, printer: Printer) -> tuple[float, float]:
    """The two long lines, measured with a rule."""
    lengths = []
    for line in read_sheets_lines(path):
        (x1, y1), (x2, y2) = printer.front(PAGE, *line[0]), printer.front(PAGE, *line[-1])
        lengths.append((hypot(x2 - x1, y2 - y1), abs(x2 - x1) > abs(y2 - y1)))
    across = max(length for length, level in lengths if level)
    return across, max(length for length, level in lengths if not level)


def read_sheets_lines(path: Path) -> list[list[Point]]:
    return [line.points for line in read_sheets(path)[0].lines if len(line.points) == 2]


@pytest.fixture(scope="module")
def sheet(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("calibration") / "calibration.pdf"
    path.write_bytes(make_calibration_sheet(load_papers()["letter"]))
    return path


def typed(readings: list[float], lengths: tuple[float, float], digits: int) -> str:
    names = ("top", "bottom", "left", "right")
    rows = [f"    {n}: {value:.{digits}f}\n" for n, value in zip(names, readings, strict=True)]
    across, down = lengths
    return (
        "office:\n  calibration:\n    paper: letter\n" + "".join(rows)
        + f"    across: {across:.{digits}f}mm\n    down: {down:.{digits}f}mm\n"
    )  # fmt: skip


def profile(text: str) -> PrinterProfile:
    report = Report()
    found = read_printers(text, report)
    assert found is not None
    assert not found.faulty, [f.message for f in report.findings]
    return found.sound["office"]


def test_a_printer_without_fault_reads_ten_four_times(sheet: Path) -> None:
    assert list(read_off(sheet, Printer())) == pytest.approx([10.0] * 4, abs=1e-3)
    assert measured(sheet, Printer()) == pytest.approx((150, 150), abs=1e-3)


def test_the_vernier_meets_the_scale_at_the_tenth(sheet: Path) -> None:
    """Shifted by 0.7 mm, of the vernier's lines the seventh stands on a line of the scale."""
    shifted = Printer(x=-0.7)
    front, back = groups(sheet, 0)[0][1:], groups(sheet, 1)[0]
    ticks = [a[0] for a, _ in front]
    seen = [PAGE[0] - shifted.back(PAGE, *a)[0] for a, _ in back]
    off = [min(abs(x - tick) for tick in ticks) for x in seen]
    assert off.index(min(off)) == 7
    assert min(off) < EXACT
    assert ticks[10] < seen[0] < ticks[11], "and its 0 behind the 10"


@pytest.mark.parametrize("printer", ERRORS)
def test_what_is_read_off_the_sheet_tells_the_printers_errors(
    sheet: Path, printer: Printer
) -> None:
    found = profile(typed(list(read_off(sheet, printer)), measured(sheet, printer), 6))
    assert (found.x / MM, found.y / MM) == pytest.approx((printer.x, printer.y), abs=1e-3)
    assert found.angle == pytest.approx(printer.angle, abs=1e-4)
    assert (found.scale_x, found.scale_y) == pytest.approx((printer.wide, printer.high), abs=1e-6)


# --- two lengths a side ----------------------------------------------------------------------

OFF_PAPER = [
    Printer(over=0.7, down=-1.2),
    Printer(x=0.8, y=-0.3, over=-0.4, down=0.9),
    Printer(x=-1.7, y=2.4, wide=1.003, high=0.996, over=1.1, down=0.6),
]


def corner(path: Path, page: int, printer: Printer) -> tuple[float, float]:
    """What a rule says of the lines in the upper left corner of a printed side."""
    lines = [line.points for line in read_sheets(path)[page].lines]
    (upright,) = [p for p in lines if p[0] == pytest.approx((20, 20)) and p[1][0] < 20.1]
    return (printer.front if page == 0 else printer.back)(PAGE, *upright[0])


def measured_by_rule(path: Path, printer: Printer, *, back: bool = True) -> str:
    """The lines that are typed after measuring both corners and the long lines."""
    across, down = measured(path, printer)
    sides = {"front": corner(path, 0, printer)}
    if back:
        sides["back"] = corner(path, 1, printer)
    rows = [f"    {side}: {{left: {x:.6f}mm, top: {y:.6f}mm}}\n" for side, (x, y) in sides.items()]
    return (
        "office:\n  calibration:\n    paper: letter\n" + "".join(rows)
        + f"    across: {across:.6f}mm\n    down: {down:.6f}mm\n"
    )  # fmt: skip


@pytest.mark.parametrize("printer", OFF_PAPER)
def test_two_lengths_a_side_tell_where_both_sides_lie(sheet: Path, printer: Printer) -> None:
    found = profile(measured_by_rule(sheet, printer))
    assert (found.x / MM, found.y / MM) == pytest.approx((printer.x, printer.y), abs=1e-3)
    front = found.front_x / MM, found.front_y / MM
    assert front == pytest.approx((printer.over, printer.down), abs=1e-3)
    assert (found.scale_x, found.scale_y) == pytest.approx((printer.wide, printer.high), abs=1e-6)


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("asked", ["turn=portrait", "turn=landscape"])
@pytest.mark.parametrize("printer", OFF_PAPER)
def test_both_sides_come_to_lie_on_the_paper_where_the_file_says(
    sheet: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    printer: Printer,
    asked: str,
    flip: str,
) -> None:
    """As labels and perforated cards need it: not only the back under its front."""
    settings(tmp_path / "home", measured_by_rule(sheet, printer), monkeypatch)
    write(tmp_path / "out", job("poker", 7), f"printer=office,duplex={flip},{asked}")
    path = tmp_path / "out" / "sheets.pdf"
    assert off_register(path, "poker", printer, flip) < EXACT
    write(tmp_path / "plain", job("poker", 7), f"duplex=none,{asked}")
    (true,) = corners(tmp_path / "plain" / "sheets.pdf", "poker")
    if "landscape" in asked:  # the content of upright pages is turned clockwise
        true = [[(PAGE[0] - y, x) for x, y in card] for card in true]
    for card, meant in zip(corners(path, "poker")[0], true, strict=True):
        printed = [printer.front(PAGE, *point) for point in card]
        assert box_of(printed) == pytest.approx(box_of(meant), abs=EXACT)


def test_a_front_that_is_known_to_be_off_is_moved_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    printer = Printer(x=0.5, over=-0.8, down=0.6)
    text = "office: {front: {x: -0.8mm, y: 0.6mm}, back: {x: 0.5mm}}\n"
    settings(tmp_path / "home", text, monkeypatch)
    write(tmp_path / "out", job("business", 10), "printer=office,stock=avery-5371")
    path = tmp_path / "out" / "sheets.pdf"
    printed = [
        box_of([printer.front(PAGE, *point) for point in card])
        for card in corners(path, "business")[0]
    ]
    places = {(round(box[0], 1), round(box[1], 1)) for box in printed}
    rows, columns = range(5), range(2)  # upright: the content is turned clockwise
    expected = {
        (round(19.05 + 88.9 * x, 1), round(12.7 + 50.8 * y, 1)) for x in columns for y in rows
    }
    assert places == expected, "each card in the middle of its place on the paper"
    assert off_register(path, "business", printer) < EXACT


def test_a_corner_and_the_scales_together_tell_place_and_angle(sheet: Path) -> None:
    printer = Printer(x=-1.7, y=2.4, angle=0.35, over=0.6, down=-0.4)
    text = typed(list(read_off(sheet, printer)), measured(sheet, printer), 6)
    left, top = corner(sheet, 0, printer)
    found = profile(f"{text}    front: {{left: {left:.6f}mm, top: {top:.6f}mm}}\n")
    assert (found.x / MM, found.y / MM) == pytest.approx((printer.x, printer.y), abs=1e-3)
    assert (found.front_x / MM, found.front_y / MM) == pytest.approx((0.6, -0.4), abs=1e-3)
    assert found.angle == pytest.approx(0.35, abs=1e-4)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("front: {left: 20mm, top: 20mm}", "two lengths a side are needed, `front` and `back`"),
        ("front: {left: 20mm, top: 20mm}, back: {left: 20mm, top: 20mm}, top: 10",
         "`bottom` is missing"),
        ("back: {left: 20mm, top: 20mm}, top: 10, bottom: 10, left: 10, right: 10",
         "the four scales say where backs are"),
        ("front: {left: 20mm, top: 50mm}, back: {left: 20mm, top: 20mm}",
         "the line is 20 mm from the edge in the file"),
        ("front: {left: 20mm}, back: {left: 20mm, top: 20mm}", "`top` is missing"),
    ],
)  # fmt: skip
def test_measures_that_do_not_go_together_are_found(text: str, message: str) -> None:
    report = Report()
    found = read_printers(f"office: {{calibration: {{paper: a4, {text}}}}}\n", report)
    assert found is not None
    assert not found.sound
    assert message in report.findings[0].message
    assert report.findings[0].hint


# --- the duplex check ------------------------------------------------------------------------


def crosses(path: Path, page: int) -> list[Point]:
    """The middles of the grids of the front, of the crosses of the back: where the longest level
    and upright lines of each group meet."""
    found = []
    for group in groups(path, page):
        level = [(a, b) for a, b in group if abs(a[1] - b[1]) < 0.2 < abs(a[0] - b[0])]
        upright = [(a, b) for a, b in group if abs(a[0] - b[0]) < 0.2 < abs(a[1] - b[1])]
        if level and upright:
            found.append(cross(_middle(level, 1), _middle(upright, 0)))
    return found


def _middle(lines: list[tuple[Point, Point]], axis: int) -> tuple[Point, Point]:
    """The one in the middle of the longest."""
    most = max(hypot(b[0] - a[0], b[1] - a[1]) for a, b in lines)
    long = [(a, b) for a, b in lines if hypot(b[0] - a[0], b[1] - a[1]) > most - 0.1]
    return sorted(long, key=lambda line: line[0][axis])[len(long) // 2]


def seen_through(path: Path, printer: Printer, flip: str) -> list[Point]:
    """How far to the right of and below each grid its cross is, held to the light."""
    off = []
    for front, back in zip(crosses(path, 0), crosses(path, 1), strict=True):
        x, y = printer.front(PAGE, *front)
        if flip == "short":
            back = PAGE[0] - back[0], PAGE[1] - back[1]
        under = printer.back(PAGE, *back)
        off.append((PAGE[0] - under[0] - x, under[1] - y))
    return off


def make_check(path: Path, printer: PrinterProfile | None, flip: str) -> Path:
    sheet = make_check_sheet(load_papers()["letter"], printer, short_edge=flip == "short")
    path.write_bytes(sheet)
    return path


@pytest.mark.parametrize("flip", ["long", "short"])
def test_two_numbers_off_the_duplex_check_put_backs_under_fronts(flip: str, tmp_path: Path) -> None:
    """Read, typed, printed again: nothing is off any more. Then the sheets are right, too."""
    printer = Printer(x=-0.7, y=0.9)
    off = seen_through(make_check(tmp_path / "one.pdf", None, flip), printer, flip)
    assert len(off) == 5
    right, down = off[0]
    assert (right, down) == pytest.approx((0.7, 0.9), abs=EXACT)
    text = f"office: {{check: {{right: {right:.5f}mm, down: {down:.5f}mm}}}}\n"
    again = seen_through(make_check(tmp_path / "two.pdf", profile(text), flip), printer, flip)
    assert np.abs(again).max() < EXACT


def test_the_corners_of_the_duplex_check_tell_an_angle(tmp_path: Path) -> None:
    off = seen_through(make_check(tmp_path / "one.pdf", None, "long"), Printer(angle=0.5), "long")
    assert off[0] == pytest.approx((0, 0), abs=EXACT)
    assert min(hypot(*one) for one in off[1:]) > 0.8


def test_what_a_check_showed_is_added_to_what_the_calibration_said(sheet: Path) -> None:
    printer = Printer(x=0.8, y=-0.3)
    text = typed(list(read_off(sheet, printer)), measured(sheet, printer), 6)
    found = profile(f"{text}  check: {{right: 0.2mm, down: 0.1mm}}\n")
    assert (found.x / MM, found.y / MM) == pytest.approx((0.6, -0.2), abs=1e-3)


# --- register --------------------------------------------------------------------------------


def settings(folder: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder))
    (folder / "cardgen").mkdir(parents=True, exist_ok=True)
    (folder / "cardgen" / "printers.yaml").write_text(text, "utf-8")


def corners(path: Path, name: str) -> list[list[list[Point]]]:
    """Of each page, the trim corners of each card."""
    one = size(name)
    box = one.bleed, one.bleed, one.trim.width, one.trim.height
    return [[face.box(*box) for face in page.faces] for page in read_sheets(path)]


def off_register(path: Path, name: str, printer: Printer, flip: str = "long") -> float:
    """How far corners of backs are from those of their fronts, on paper, at worst.

    A printer that turns the sheet over its short edge prints the back page upside down.
    """
    with pikepdf.open(path) as pdf:
        page = tuple(float(edge) / MM for edge in pdf.pages[0].mediabox[2:])
    size_of, worst = (page[0], page[1]), 0.0
    fronts, backs = corners(path, name)
    for front, back in zip(fronts, backs, strict=True):
        over = [printer.front(size_of, *point) for point in front]
        if flip == "short":
            back = [(size_of[0] - x, size_of[1] - y) for x, y in back]
        under = [printer.back(size_of, *point) for point in back]
        seen = [(size_of[0] - x, y) for x, y in under]
        for x, y in seen:
            worst = max(worst, min(hypot(x - a, y - b) for a, b in over))
    return worst


@pytest.mark.parametrize("asked", ["turn=portrait", "turn=landscape"])
@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("printer", ERRORS[1:])
def test_with_its_profile_a_printer_puts_backs_under_fronts(
    sheet: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    printer: Printer,
    flip: str,
    asked: str,
) -> None:
    text = typed(list(read_off(sheet, printer)), measured(sheet, printer), 6)
    settings(tmp_path / "home", text, monkeypatch)
    write(tmp_path / "out", job("poker", 7), f"printer=office,duplex={flip},{asked}")
    path = tmp_path / "out" / "sheets.pdf"
    assert off_register(path, "poker", printer, flip) < EXACT
    plain = tmp_path / "plain"
    write(plain, job("poker", 7), "duplex=long,turn=portrait")
    assert off_register(plain / "sheets.pdf", "poker", printer) > 0.2, "without it, it does not"


def test_readings_to_a_tenth_are_good_for_two_tenths(
    sheet: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    printer = Printer(x=-1.7, y=2.4, angle=0.35)
    text = typed(list(read_off(sheet, printer)), measured(sheet, printer), 1)
    settings(tmp_path / "home", text, monkeypatch)
    write(tmp_path / "out", job("poker", 7), "printer=office")
    assert off_register(tmp_path / "out" / "sheets.pdf", "poker", printer) < 0.2


def test_cards_keep_their_true_size_on_a_printer_that_enlarges(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings(tmp_path / "home", "big:\n  scale: {x: 101%, y: 99.5%}\n", monkeypatch)
    write(tmp_path / "out", job("poker", 3), "printer=big,duplex=none")
    printer = Printer(wide=1.01, high=0.995)
    (front,) = corners(tmp_path / "out" / "sheets.pdf", "poker")
    for card in front:
        a, b, c, _ = (printer.front(PAGE, *point) for point in card)
        assert (b[0] - a[0], c[1] - b[1]) == pytest.approx((63.5, 88.9), abs=EXACT)


def block(page: NDArray[Any], around: Point, dpi: float) -> Point:
    """The middle of the black block near a place; millimetres."""
    left, top = (round((v - 7) / 25.4 * dpi) for v in around)
    side = round(14 / 25.4 * dpi)
    part = page[top : top + side, left : left + side].max(axis=2).astype(float)
    ink = (part.max() - part) / part.max()
    ys, xs = np.mgrid[:side, :side] + 0.5
    x, y = (float((along * ink).sum() / ink.sum()) for along in (xs, ys))
    return (left + x) / dpi * 25.4, (top + y) / dpi * 25.4


def test_pixels_move_as_the_profile_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """PDFium draws the black block in the middle of each back where, printed askew and seen
    through the paper, it meets that of the front."""
    text = "office:\n  back: {x: 1.3mm, y: -0.9mm, angle: 0.4}\n"
    settings(tmp_path / "home", text, monkeypatch)
    asked = "paper=6x8in,grid=2x2,gap=2mm,marks=none,header=no"
    write(tmp_path / "out", job("poker", 4), f"{asked},printer=office")
    page, dpi, printer = (152.4, 203.2), 300, Printer(1.3, -0.9, 0.4)
    front, back = pixels(tmp_path / "out" / "sheets.pdf", dpi)
    for x in (76.2 - 32.75, 76.2 + 32.75):
        for y in (101.6 - 45.45, 101.6 + 45.45):
            over, under = block(front, (x, y), dpi), block(back, (page[0] - x, y), dpi)
            printed = printer.back(page, *under)
            assert (page[0] - printed[0], printed[1]) == pytest.approx((x, y), abs=EXACT)
            assert over == pytest.approx((x, y), abs=25.4 / dpi), "upright boxes snap to pixels"
            assert under != pytest.approx((page[0] - x, y), abs=0.5), "so it was moved"


def test_a_printer_without_errors_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings(tmp_path / "home", "fine: {margins: 5mm}\n", monkeypatch)
    write(tmp_path / "one", job("poker", 3), "")
    write(tmp_path / "two", job("poker", 3), "printer=fine")
    one, two = ((tmp_path / name / "sheets.pdf").read_bytes() for name in ("one", "two"))
    assert one == two


def test_the_printers_margins_bound_marks_and_header(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings(tmp_path / "home", "old: {margins: 4mm 6mm 14mm 6mm}\n", monkeypatch)
    write(tmp_path / "out", job("poker", 9), "printer=old,turn=portrait")
    for page in read_sheets(tmp_path / "out" / "sheets.pdf"):
        for line in page.lines:
            assert all(6 - EXACT <= x <= 209.9 + EXACT for x, _ in line.points)
            assert all(14 - EXACT <= y <= 265.4 + EXACT for _, y in line.points)


def test_a_cut_file_is_true_to_the_paper_that_the_printer_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cards come out where the file cuts, on a sheet that lies on its side too."""
    settings(tmp_path / "home", "big:\n  scale: {x: 100.8%, y: 99.5%}\n", monkeypatch)
    printer = Printer(wide=1.008, high=0.995)
    for turn in ("portrait", "landscape"):
        write(tmp_path / turn, job("poker", 4), f"printer=big,turn={turn},silhouette=3")
        path = tmp_path / turn / "sheets.pdf"
        printed = [
            box_of([printer.front(PAGE, *point) for point in card])
            for card in corners(path, "poker")[0]
        ]
        (file,) = {name for name in manifest(tmp_path / turn)["cut"] if name.endswith("svg")}
        cut = [box_of(line) for line in svg_lines(tmp_path / turn / file, "cut")]
        assert cut == [pytest.approx(box, abs=EXACT) for box in printed]


def test_margins_of_upright_paper_go_with_it_when_it_is_turned() -> None:
    narrow = PrinterProfile("old", margins=(4 * MM, 6 * MM, 14 * MM, 5 * MM))
    bare = SheetOptions.parse({})
    options = bare.with_changes(printer=narrow)
    assert options.edges(landscape=False) == (6 * MM, 14 * MM)
    assert options.edges(landscape=True) == (14 * MM, 6 * MM)
    assert bare.with_changes(printer=narrow, margin=3.0).edges(landscape=True) == (3.0, 3.0)


# --- the file --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("office: {back: {x: 0.4}}\n", "1:20", "`0.4` has no unit"),
        ("office:\n  bakc: {x: 1mm}\n", "2:3", "there is no field `bakc` here"),
        ("office: {back: {angle: 30}}\n", "1:24", "no printer turns a page so far"),
        ("office: {scale: {x: 300%}}\n", "1:21", "a scale of 3 is not possible"),
        ("office: {margins: 50%}\n", "1:19", "percent of what? Papers differ"),
        ("office: {back: {x: 90mm}}\n", "1:20", "no printer is so far off"),
        (
            "office:\n  calibration: {paper: a44, top: 10, bottom: 10, left: 10, right: 10}\n",
            "2:24", "there is no paper `a44`",
        ),
        (
            "office:\n  calibration: {paper: a4, top: 31, bottom: 10, left: 10, right: 10}\n",
            "2:33", "the scales go from 0 to 20",
        ),
        (
            "office:\n  calibration: {paper: a4, top: 10, bottom: 10, left: 10}\n",
            "2:16", "`right` is missing",
        ),
        (
            "office:\n  calibration: {paper: a4, top: 14, bottom: 6, left: 10, right: 10}\n",
            "2:16", "`top` and `bottom` tell another angle than `left` and `right`",
        ),
        (
            "office:\n  calibration: {paper: a4, top: 10, bottom: 10, left: 10, right: 10,"
            " across: 15mm}\n",
            "2:16", "the line `across` is 150 mm in the file",
        ),
        (
            "office:\n  calibration: {paper: a4, top: 10, bottom: 10, left: 10, right: 10}\n"
            "  back: {x: 1mm}\n",
            "2:3", "`calibration` says where backs are and how large pages come out",
        ),
        (
            "office: {}\noffice: {}\n",
            "2:1", "`office` is there twice; the second would hide the first",
        ),
    ],
)  # fmt: skip
def test_a_fault_in_the_file_is_found_at_its_place(text: str, place: str, message: str) -> None:
    report = Report()
    found = read_printers(text, report)
    assert found is None or not found.sound
    first = report.findings[0]
    assert first.span is not None
    assert (f"{first.span.line}:{first.span.column}", first.message) == (place, message)
    assert first.hint or "twice" in message


def test_a_fault_in_the_file_reaches_whoever_asked_for_the_printer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings(tmp_path, "office: {back: {x: 0.4, y: 0.3}}\n", monkeypatch)
    with pytest.raises(OptionError) as caught:
        SheetOptions.parse({"printer": "office"})
    told = "$XDG_CONFIG_HOME/cardgen/printers.yaml:1:20: `0.4` has no unit (and 1 more)"
    assert str(caught.value) == told
    assert (caught.value.option, "0.4mm" in caught.value.hint) == ("printer", True)


@pytest.mark.parametrize("fault", ["{back: {x: 0.4}}", "{back: {}, back: {}}", "[1]", ""])
def test_a_faulty_printer_is_no_matter_of_the_others(
    fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings(tmp_path, f"office: {{}}\nlab: {fault}\nstudio: {{back: {{x: 1mm}}}}\n", monkeypatch)
    assert find_printer("studio").x == pytest.approx(MM)
    assert find_printer("office").is_exact
    with pytest.raises(OptionError, match=r"printers\.yaml:2:"):
        find_printer("lab")
    shown = show(tmp_path)
    assert shown.returncode == 2
    assert [line for line in shown.stdout.splitlines() if line[0] != " "] == [
        "office ($XDG_CONFIG_HOME/cardgen/printers.yaml)",
        "studio ($XDG_CONFIG_HOME/cardgen/printers.yaml)",
    ]
    assert "printers.yaml:2:" in shown.stderr


def test_printers_whose_names_differ_in_case_alone_are_refused() -> None:
    report = Report()
    found = read_printers("Lab: {}\nlab: {back: {x: 1mm}}\noffice: {}\n", report)
    assert found is not None
    assert set(found.sound) == {"Lab", "office"}
    assert report.findings[0].message == "`Lab` and `lab` are one name: case is left aside"


def test_an_unknown_printer_is_asked_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings(tmp_path, "office: {}\nstudio: {}\n", monkeypatch)
    with pytest.raises(OptionError) as caught:
        find_printer("offcie")
    assert caught.value.hint == "did you mean `office`?"
    assert find_printer("Studio").name == "studio"


def test_the_file_may_be_a_link_and_home_is_where_it_is_by_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "dotfiles.yaml").write_text("office: {back: {x: 1mm}}\n", "utf-8")
    (tmp_path / ".config" / "cardgen").mkdir(parents=True)
    (tmp_path / ".config" / "cardgen" / "printers.yaml").symlink_to(tmp_path / "dotfiles.yaml")
    assert find_printer("office").x == pytest.approx(MM)


def show(home: Path, *typed: str) -> Completed:
    env = {**os.environ, "XDG_CONFIG_HOME": str(home)}
    return run_cardgen("calibrate", "--show", *typed, cwd=home, env=env)


def test_what_is_known_of_a_printer_and_done_about_it_is_shown(tmp_path: Path) -> None:
    (tmp_path / "cardgen").mkdir()
    (tmp_path / "cardgen" / "printers.yaml").write_text(
        "office: {back: {x: 0.35mm, y: -0.2mm, angle: 0.05}, scale: {x: 100.3%}, margins: 5mm}\n"
        "studio: {}\n",
        "utf-8",
    )
    run = show(tmp_path)
    assert run.returncode == 0, run.stderr
    assert run.stdout == (
        "office ($XDG_CONFIG_HOME/cardgen/printers.yaml)\n"
        "  backs come out 0.35 mm to the right and 0.20 mm too high, turned 0.05° clockwise; pages "
        "come out 100.30% wide, 100.00% high\n"
        "  so backs are drawn 0.35 mm to the left and 0.20 mm lower, turned 0.05° counterclockwise;"
        " all pages are drawn 99.70% wide, 100.00% high\n"
        "  paper stays white 5 mm at the top, 5 mm right, 5 mm at the bottom, 5 mm left: sheets "
        "keep clear of it\n"
        "  use it with: cardgen build -t sheets:printer=office\n"
        "studio ($XDG_CONFIG_HOME/cardgen/printers.yaml)\n"
        "  prints true: nothing is mended\n"
        "  use it with: cardgen build -t sheets:printer=studio\n"
    )
    assert show(tmp_path, "--printer", "Studio").stdout.startswith("studio")
    assert "did you mean `office`?" in show(tmp_path, "--printer", "offcie").stderr


def test_without_any_printer_the_way_to_one_is_shown(tmp_path: Path) -> None:
    run = show(tmp_path)
    assert run.returncode == 2
    assert "cardgen calibrate" in run.stderr


def test_without_a_file_the_way_to_one_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    with pytest.raises(OptionError) as caught:
        find_printer("office")
    assert "does not exist" in str(caught.value)
    assert "cardgen calibrate" in caught.value.hint


def test_a_sheet_too_small_for_the_scales_is_refused() -> None:
    with pytest.raises(OptionError, match="too small for the scales"):
        make_calibration_sheet(find_paper("4x6in"))


@pytest.mark.parametrize("name", ["letter", "a4", "legal", "148x210mm"])
def test_the_calibration_sheet_says_what_to_type(tmp_path: Path, name: str) -> None:
    path = tmp_path / "sheet.pdf"
    path.write_bytes(make_calibration_sheet(find_paper(name)))
    assert path.read_bytes() == make_calibration_sheet(find_paper(name)), "the same every time"
    run = subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, check=True)
    text = run.stdout.decode()
    lines = [line.strip() for line in text.splitlines()]
    start = next(i for i, line in enumerate(lines) if line.endswith("calibration:"))
    keys = ("paper", "top", "bottom", "left", "right", "across", "down")
    rows = [
        (key, words[words.index(f"{key}:") + 1])
        for words in map(str.split, lines[start + 1 :])
        for key in keys
        if f"{key}:" in words[:-1]
    ]
    typed_in = "".join(f"    {k}: {v}\n" for k, v in dict(reversed(rows)).items())
    found = profile(f"office:\n  calibration:\n{typed_in}")
    assert found.is_exact, "as printed, it is the profile of a printer without fault"


def test_matrix_of_the_reader_is_a_matrix() -> None:
    turned: Matrix = matrix(0, 1, -1, 0, 5, 7)
    assert apply(turned, 2, 3) == (2.0, 9.0)
