"""Sheets for Cricut, Summa and ScanNCut machines, and for Silhouette's sheet feeder, measured in
the files; the order in which pieces are cut."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import pairwise
from math import hypot
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from cardgen.core.geometry import Edges, Rect
from cardgen.core.sizes import load_sizes
from cardgen.targets.contract import OptionError
from cardgen.targets.sheets.fit import plan_sheet
from cardgen.targets.sheets.page import clip_polygon
from cardgen.targets.sheets.plan import bounding_box
from tests.support.cut_files import SVG, dxf_lines, svg_lines
from tests.support.sheet_pdf import Point, box_of, read_sheets
from tests.targets.sheets.test_cut_files import kit
from tests.targets.sheets.test_pages import MM, job, manifest, options, size, write

NEAR = 0.02
"""Millimeters from the makers' figures."""


# --- Summa ---------------------------------------------------------------------------------------

# paper and options, marks' left and top edges in mm
OPOS = [
    ("paper=a4,turn=portrait", [(10, 10), (197, 10), (10, 284), (197, 284)]),
    ("turn=landscape", [(10, 10), (266.4, 10), (10, 202.9), (266.4, 202.9)]),
    ("paper=a4,turn=portrait,inset=15mm", [(15, 15), (192, 15), (15, 279), (192, 279)]),
    (
        "paper=300x500mm,turn=portrait",
        [(10, 10), (287, 10), (10, 248.5), (287, 248.5), (10, 487), (287, 487)],
    ),
]


@pytest.mark.parametrize(("asked", "corners"), OPOS)
def test_opos_marks_are_squares_of_3_mm_at_most_400_mm_apart(
    asked: str, corners: list[Point], tmp_path: Path
) -> None:
    """Summa's manuals: squares of 3 mm without an outline, 400 mm at most from one to the next."""
    write(tmp_path / "out", job("poker", 2), f"cutter=summa,{asked}")
    front, back = read_sheets(tmp_path / "out" / "sheets.pdf")
    assert [line for line in back.lines if line.filled] == []
    marks = [box_of(line.points) for line in front.lines]
    assert all(line.filled for line in front.lines), "nothing but marks"
    expected = [(x, y, x + 3, y + 3) for x, y in corners]
    assert [pytest.approx(box, abs=NEAR) for box in expected] == marks
    file = tmp_path / "out" / "cut.svg"
    assert [box_of(line) for line in svg_lines(file, "Regmark")] == [
        pytest.approx(box, abs=NEAR) for box in expected
    ]
    drawn = dxf_lines(tmp_path / "out" / "cut.dxf", "REGMARK", front.page[1])
    assert [box_of(line) for line in drawn] == [pytest.approx(box, abs=NEAR) for box in expected]


@pytest.mark.parametrize("name", sorted(load_sizes())[::6])
def test_cards_keep_clear_of_opos_marks(name: str) -> None:
    """12 mm, four times a mark, between a column of them and the paint of a card."""
    one = size(name)
    if max(one.trim.width, one.trim.height) > 500:
        return
    plan = plan_sheet(one, options("cutter=summa,paper=a3,tile=no"))
    free = Rect(0, 0, plan.page.width, plan.page.height).inset(
        Edges(16 * MM, 25 * MM, 16 * MM, 25 * MM)
    )
    for cell in plan.cells():
        clip = cell.clip
        if cell.reach:
            points = clip_polygon(list(cell.reach), plan.printable)
            clip = bounding_box(points)
        assert clip.left >= free.left - NEAR
        assert clip.top >= free.top - NEAR
        assert clip.right <= free.right + NEAR
        assert clip.bottom <= free.bottom + NEAR


# --- Silhouette's sheet feeder -------------------------------------------------------------------


@pytest.mark.parametrize(("asked", "inset"), [("", 15.875), (",inset=20mm", 20)])
def test_marks_for_the_sheet_feeder_are_as_far_from_the_edge_as_it_needs(
    asked: str, inset: float, tmp_path: Path
) -> None:
    """0.625 in, counted to the middle of the lines."""
    write(tmp_path / "out", job("poker", 2), f"silhouette=3,feeder=yes,header=no{asked}")
    front, _ = read_sheets(tmp_path / "out" / "sheets.pdf")
    (square,) = [line for line in front.lines if line.filled]
    assert box_of(square.points)[:2] == pytest.approx((inset - 0.5, inset - 0.5), abs=NEAR)
    corner = next(line for line in front.lines if not line.filled).points[1]
    assert corner == pytest.approx((front.page[0] - inset, inset), abs=NEAR)


# --- Cricut --------------------------------------------------------------------------------------

# paper, what the machine takes of it in inches
AREAS = [("letter", 7.44, 9.94), ("a4", 7.2, 10.62), ("6.75x9.25in", 6.75, 9.25)]


@pytest.mark.parametrize(("paper", "across", "down"), AREAS)
@pytest.mark.parametrize("name", ["poker", "tarot", "mini", "hex-66mm"])
def test_pictures_for_a_cricut_are_no_larger_than_what_it_takes(
    name: str, paper: str, across: float, down: float
) -> None:
    plan = plan_sheet(size(name), options(f"cutter=cricut,paper={paper}"))
    sides = sorted((plan.page.width / 72, plan.page.height / 72))
    assert sides == pytest.approx([across, down], abs=NEAR / 25.4)
    for cell in plan.cells():
        assert cell.trim.left >= -1e-6
        assert cell.trim.top >= -1e-6
        assert cell.trim.right <= plan.page.width + 1e-6
        assert cell.trim.bottom <= plan.page.height + 1e-6


def test_eight_poker_cards_are_on_a_picture_of_a4_for_a_cricut() -> None:
    assert plan_sheet(size("poker"), options("cutter=cricut,paper=a4")).places == 8
    assert plan_sheet(size("poker"), options("cutter=cricut")).places == 6


@pytest.mark.parametrize(("cards", "sides"), [(6, (178.8, 192.5)), (2, (88.9, 128.0))])
def test_a_picture_for_a_cricut_is_cards_cut_out_and_nothing_else(
    cards: int, sides: tuple[float, float], tmp_path: Path
) -> None:
    """Its edge is that of the outermost cards, as Design Space crops what is empty."""
    write(tmp_path / "out", job("poker", cards), "cutter=cricut")
    picture = Image.open(tmp_path / "out" / "sheets-01.png")
    assert picture.mode == "RGBA"
    assert picture.size == tuple(round(side / 25.4 * 300) for side in sides)
    alpha = np.asarray(picture)[..., 3]
    for edge in (alpha[0], alpha[-1], alpha[:, 0], alpha[:, -1]):
        assert edge.max() > 200
    lines = svg_lines(tmp_path / "out" / "cut.svg", "cut")
    assert len(lines) == cards
    root = ET.parse(tmp_path / "out" / "cut.svg").getroot()
    assert root.tag == f"{SVG}svg"
    view = [float(value) for value in root.attrib["viewBox"].split()]
    assert view == pytest.approx([0, 0, *sides], abs=NEAR)
    drawn = np.zeros(alpha.shape, bool)
    for line in lines:
        left, top, right, bottom = (round(side / 25.4 * 300) for side in box_of(line))
        drawn[top:bottom, left:right] = True
        assert alpha[(top + bottom) // 2, (left + right) // 2] == 255
        assert alpha[top, left] == 0, "the corner is round"
    assert alpha[~drawn].max() < 128, "cards do not touch"
    guide = (tmp_path / "out" / "DESIGN-SPACE.md").read_text("utf-8")
    assert f"| sheets-01.png | {sides[0]:.2f} mm" in guide
    assert f"| {sides[1]:.2f} mm" in guide


@pytest.mark.parametrize(
    ("asked", "message", "option"),
    [
        ("cutter=cricut,format=jpeg", "Design Space prints the pictures", "format"),
        ("cutter=cricut,duplex=long", "on one side", "duplex"),
        ("cutter=cricut,marks=crop", "marks of its own", "marks"),
        ("cutter=cricut,header=yes", "Design Space prints the pictures", "header"),
        ("cutter=cricut,cut=dxf", "Design Space prints the pictures", "cut"),
        ("cutter=cricut,marks-on=fronts", "marks of its own", "marks-on"),
        ("cutter=cricut,bleed=1mm", "cut out, without bleed", "bleed"),
        ("cutter=cricut,skip=2", "says where the pictures lie", "skip"),
        ("cutter=cricut,overlap=3mm", "no piece in parts", "overlap"),
        ("cutter=cricut,gap=0", "takes cards that touch for one picture", "gap"),
        ("cutter=cricut,paper=tabloid", "how much of Tabloid a Cricut takes is not known", "paper"),
        ("cutter=cricut,stock=avery-5371", "says where cards lie", "cutter"),
        ("cutter=cricut,silhouette=3", "another machine than a Silhouette", "cutter"),
        ("cutter=summa,silhouette=3", "another machine than a Silhouette", "cutter"),
        ("cutter=summa,marks=crop", "would stand among the registration marks", "marks"),
        ("cutter=summa,duplex=fold", "does not go through a cutting machine", "duplex"),
        ("cutter=summa,lab=2mm", "needs the paper's own edges", "lab"),
        ("cutter=summa,inset=2mm", "nearer to the edge than the printer reaches", "inset"),
        ("cutter=scanncut,cut=dxf", "a ScanNCut reads SVG", "cut"),
        ("silhouette=3,feeder=yes,inset=10mm", "finds no marks so near to the edge", "inset"),
        ("feeder=yes", "the sheet feeder is Silhouette's", "feeder"),
        ("inset=15mm", "no registration marks", "inset"),
        ("length=5mm", "no registration marks", "length"),
        ("cutter=summa,thickness=0.5mm", "no registration marks", "thickness"),
        ("cutter=cricut,inset=15mm", "no registration marks", "inset"),
        ("stock=avery-5371,header=yes", "says where cards lie", "header"),
        ("stock=avery-5371,overlap=5mm", "says where cards lie", "overlap"),
        ("duplex=fold,marks-on=fronts", "on one side, with the same marks", "marks-on"),
        ("duplex=gutterfold,marks-on=backs", "on one side, with the same marks", "marks-on"),
        ("marks=none,marks-on=fronts", "leaves no marks", "marks-on"),
        ("stock=avery-5371,marks-on=fronts", "leaves no marks", "marks-on"),
        ("silhouette=3,marks-on=backs", "looks for its marks on the fronts", "marks-on"),
        ("duplex=none,marks-on=backs", "leaves no backs to mark", "marks-on"),
        ("tile=no,overlap=5mm", "leaves no sheets that overlap", "overlap"),
        ("cutter=cameo", "`cutter=cameo` is not possible", "cutter"),
    ],
)
def test_what_does_not_go_with_a_machine_is_refused(asked: str, message: str, option: str) -> None:
    with pytest.raises(OptionError) as caught:
        options(asked)
    assert message in str(caught.value)
    assert caught.value.option == option
    assert caught.value.hint


def test_pictures_for_a_cricut_are_as_fine_as_asked() -> None:
    """They are PNGs without being asked to be."""
    assert options("cutter=cricut,dpi=100").dpi == 100
    assert options("cutter=cricut,bleed=auto,header=no,skip=0").bleed is None


def test_nothing_that_is_asked_for_beside_a_cricut_is_not_refused() -> None:
    """Cards are cut out without bleed, whether that is typed or not."""
    assert options("cutter=cricut,bleed=0,overlap=0") == options("cutter=cricut")


@pytest.mark.parametrize(
    ("name", "asked", "hint"),
    [
        ("poker", "grid=4x2", "write `grid=3x2` or `paper=a4`"),
        ("poker", "grid=2x4,paper=a4,gap=6mm", "write `grid=2x2`"),
        ("poker", "paper=50x60mm", "write `paper=letter` or `paper=a4`"),
        ("poker", "paper=4x4in,grid=1x2", "write `grid=1x1` or `paper=letter`"),
        ("giant", "grid=2x1", "write `grid=1x1`"),
    ],
)
def test_what_is_proposed_for_a_cricut_can_be_typed(name: str, asked: str, hint: str) -> None:
    with pytest.raises(OptionError) as caught:
        plan_sheet(size(name), options(f"cutter=cricut,{asked}"))
    assert caught.value.hint.startswith(hint)
    pairs = dict(pair.split("=") for pair in asked.split(","))
    for way in re.findall(r"`([^`]+)`", caught.value.hint):
        key, value = way.split("=")
        changed = ",".join(f"{k}={v}" for k, v in {**pairs, key: value}.items())
        assert plan_sheet(size(name), options(f"cutter=cricut,{changed}")).places


# --- ScanNCut ------------------------------------------------------------------------------------


def test_a_scanncut_has_folds_in_a_file_of_their_own(tmp_path: Path) -> None:
    """It cuts all that is in a file."""
    write(tmp_path / "out", kit("mat", 1), "cutter=scanncut,paper=a4")
    out = tmp_path / "out"
    assert sorted(path.name for path in out.glob("*.svg")) == ["cut.svg", "fold.svg"]
    assert len(svg_lines(out / "cut.svg", "cut")) == 1
    assert svg_lines(out / "cut.svg", "fold") == []
    assert svg_lines(out / "fold.svg", "cut") == []
    assert len(svg_lines(out / "fold.svg", "fold")) == 3
    assert manifest(out)["cut"] == {"cut.svg": [1], "fold.svg": [1]}


def test_a_scanncut_has_no_empty_file_of_folds(tmp_path: Path) -> None:
    write(tmp_path / "out", job("poker", 2), "cutter=scanncut")
    assert [path.name for path in (tmp_path / "out").glob("*.svg")] == ["cut.svg"]


# --- in which order ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "asked", "cards"),
    [("poker", "", 9), ("micro", "paper=legal", 30), ("hex-66mm", "paper=a3", 36)],
)
def test_a_machine_goes_from_each_piece_to_one_beside_it(
    name: str, asked: str, cards: int, tmp_path: Path
) -> None:
    """In rows and back again: no way is longer than to the next place but one."""
    write(tmp_path / "out", job(name, cards), f"{asked},cut=svg" if asked else "cut=svg")
    lines = svg_lines(tmp_path / "out" / "cut.svg", "cut")
    assert len(lines) == cards
    boxes = [box_of(line) for line in lines]
    middles = [((a + c) / 2, (b + d) / 2) for a, b, c, d in boxes]
    wide, high = boxes[0][2] - boxes[0][0], boxes[0][3] - boxes[0][1]
    ways = [hypot(c - a, d - b) for (a, b), (c, d) in pairwise(middles)]
    assert max(ways) <= 2.1 * max(wide, high)
    assert len(set(middles)) == cards, "each is cut once"
