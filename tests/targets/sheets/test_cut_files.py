"""Cut geometry: cards, marks, SVG and DXF agree; registration marks keep their places clear."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from cardgen.core.findings import Report
from cardgen.core.geometry import Rect
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import check_game
from cardgen.scene.outlines import Curve, Line, Move, Outline, ellipse
from cardgen.targets.contract import Job, OptionError
from cardgen.targets.shared.piece_outlines import contains_point, list_rings
from cardgen.targets.sheets.fit import plan_sheet
from cardgen.targets.sheets.options import SheetOptions
from tests.support.cut_files import dxf_lines, sampled, svg_lines
from tests.support.sheet_pdf import Point, Stroked, box_of, farthest, read_sheets
from tests.targets.sheets.test_pages import EXACT, MM, job, manifest, options, size, write

KIT = """\
game: Kit
palette: {ink: "#1c1c1c", sand: "#e8d8b0", rust: "#b0402a"}
fonts: {text: fonts/EBGaramond-Regular.ttf}
sizes:
  plaque: {width: 70mm, height: 50mm, corner: 5mm}
  land: {shape: hexagon, width: 60mm}
  coin: {shape: circle, diameter: 30mm, safe: 2mm}
  index: {width: 70mm, height: 95mm, corner: 3mm, tab: {width: 22mm, height: 8mm, places: 3}}
  mat: {width: 180mm, height: 120mm, fold: {columns: 3, rows: 2}}
  atlas: {width: 400mm, height: 300mm, fold: {columns: 2}}
decks:
  things: {cards: things.yaml, size: SIZE, front: plain, back: other}
"""
LAYOUTS = """\
layouts:
  plain:
    bleed: [{shape: rectangle, fill: sand}]
    trim: [{text: "{{ name }}", font: text, size: 9pt, color: ink, at: center}]
  other:
    bleed: [{shape: rectangle, fill: rust}]
"""


@cache
def kit(name: str, cards: int) -> Job:
    """A game of one size of its own."""
    files: dict[str, str | bytes] = {
        "game.yaml": KIT.replace("SIZE", name),
        "layouts.yaml": LAYOUTS,
        "things.yaml": "".join(f"- {{name: thing {i}}}\n" for i in range(cards)),
    }
    report = Report()
    checked = check_game(MemoryGame(files), report, checks=())
    assert checked is not None, [finding.message for finding in report.findings]
    return checked.job(300, lambda *_: None)


def same_line(one: list[Point], other: list[Point]) -> bool:
    return max(farthest(one, other), farthest(other, one)) < EXACT


def nearest(box: tuple[float, ...], lines: list[list[Point]]) -> list[Point]:
    return min(lines, key=lambda line: np.abs(np.subtract(box, box_of(line))).max())


# size, options, cards
COMBINATIONS: list[tuple[str, str, int]] = [
    ("poker", "", 9),
    ("poker", "paper=a4", 9),
    ("poker", "bleed=3mm", 8),
    ("poker", "paper=a4,gap=3mm,duplex=short", 6),
    ("poker", "silhouette=3", 8),
    ("poker", "silhouette=4,paper=a4,inset=15mm", 4),
    ("tarot", "paper=a4", 4),
    ("mini", "paper=a3,margin=8mm", 36),
    ("micro", "paper=legal", 10),
    ("square-70mm", "paper=tabloid,gap=7mm", 15),
    ("hex-66mm", "gap=2mm", 9),
    ("plaque", "paper=a4", 10),
    ("coin", "gap=1mm,paper=a4", 40),
    ("coin", "nest=no", 20),
    ("land", "", 14),
    ("land", "silhouette=3,paper=a4", 6),
    ("index", "paper=a4", 4),
    ("mat", "paper=a3", 2),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "asked", "cards"),
    COMBINATIONS,
    ids=[f"{n} {o or 'letter'}" for n, o, _ in COMBINATIONS],
)
def test_cards_cut_lines_svg_and_dxf_agree(
    tmp_path: Path, name: str, asked: str, cards: int
) -> None:
    own = name in KIT
    given = kit(name, cards) if own else job(name, cards)
    write(tmp_path / "out", given, f"{asked},cut=both" if asked else "cut=both")
    told = manifest(tmp_path / "out")
    one = given.game.decks[0].size
    trim = one.bleed, one.bleed, one.trim.width, one.trim.height
    sheets = read_sheets(tmp_path / "out" / "sheets.pdf")
    front = sheets[0]
    file = next(name for name, numbers in told["cut"].items() if 1 in numbers)
    svg = svg_lines(tmp_path / "out" / file.replace(".dxf", ".svg"), "cut")
    dxf = dxf_lines(tmp_path / "out" / file.replace(".svg", ".dxf"), "CUT", front.page[1])
    assert len(front.faces) == len(svg) == len(dxf) > 0
    assert all(map(same_line, svg, dxf)), "the same lines in the same order"
    boxes = [box_of(face.box(*trim)) for face in front.faces]
    svg = [nearest(box, svg) for box in boxes]
    for box, drawn in zip(boxes, svg, strict=True):
        assert box_of(drawn) == pytest.approx(box, abs=EXACT)
    if "silhouette" in asked:
        return
    if name in ("coin", "land", "index", "hex-66mm"):
        outlines = [line.points for line in front.lines if len(line.points) > 6 and not line.dashed]
        for drawn, outline in zip(svg, outlines, strict=True):
            assert same_line(drawn, outline), "as drawn on the sheet"
    else:
        _marks_meet(front.lines, svg)


def _marks_meet(lines: list[Stroked], svg: list[list[Point]]) -> None:
    """Every edge of a card is in the line of a crop mark."""
    marks = [line.points for line in lines if len(line.points) == 2 and not line.dashed]
    upright = {round(a[0], 3) for a, b in marks if abs(a[0] - b[0]) < 1e-6}
    edges = {round(e, 3) for drawn in svg for e in (box_of(drawn)[0], box_of(drawn)[2])}
    for edge in edges:
        assert min(abs(edge - mark) for mark in upright) < EXACT


def test_corners_are_cut_as_round_as_the_size_says(tmp_path: Path) -> None:
    write(tmp_path / "out", kit("plaque", 1), "cut=both,grid=1x1")
    (drawn,) = svg_lines(tmp_path / "out" / "cut.svg", "cut")
    left, top, _, _ = box_of(drawn)
    corner = [(x, y) for x, y in drawn if x < left + 5 - 1e-6 and y < top + 5 - 1e-6]
    away = [np.hypot(x - left - 5, y - top - 5) for x, y in corner]
    assert away
    assert away == pytest.approx([5.0] * len(away), abs=EXACT)


def test_folds_are_a_layer_of_their_own(tmp_path: Path) -> None:
    write(tmp_path / "out", kit("mat", 1), "cut=both,paper=a4")
    cut = box_of(svg_lines(tmp_path / "out" / "cut.svg", "cut")[0])
    folds = svg_lines(tmp_path / "out" / "cut.svg", "fold")
    left, top, right, bottom = cut
    expected = [
        [(left + 60, top), (left + 60, bottom)],
        [(left + 120, top), (left + 120, bottom)],
        [(left, top + 60), (right, top + 60)],
    ]
    height = read_sheets(tmp_path / "out" / "sheets.pdf")[0].page[1]
    for found in (folds, dxf_lines(tmp_path / "out" / "cut.dxf", "FOLD", height)):
        assert [box_of(line) for line in found] == [
            pytest.approx(box_of(line), abs=EXACT) for line in expected
        ]


def test_each_arrangement_has_one_file_and_the_manifest_says_which(tmp_path: Path) -> None:
    write(tmp_path / "out", job("poker", 8, 3), "cut=svg")
    told = manifest(tmp_path / "out")
    assert told["cut"] == {"cut-1.svg": [1, 2], "cut-2.svg": [3]}
    assert len(svg_lines(tmp_path / "out" / "cut-2.svg", "cut")) == 24 - 2 * 9
    assert sorted(p.name for p in (tmp_path / "out").glob("cut*")) == ["cut-1.svg", "cut-2.svg"]


@pytest.mark.parametrize(
    ("asked", "files"),
    [
        ("", []),
        ("cut=dxf", ["cut.dxf"]),
        ("silhouette=3", ["cut.dxf", "cut.svg"]),
        ("silhouette=3,cut=no", []),
        ("cut=both", ["cut.dxf", "cut.svg"]),
    ],
)
def test_cut_files_are_those_asked_for(tmp_path: Path, asked: str, files: list[str]) -> None:
    write(tmp_path / "out", job("poker", 2), asked)
    assert sorted(p.name for p in (tmp_path / "out").glob("cut*")) == files


def test_tabs_are_cut_where_each_divider_has_its_own(tmp_path: Path) -> None:
    write(tmp_path / "out", kit("index", 4), "cut=svg,paper=a4")
    tabs = []
    lines = svg_lines(tmp_path / "out" / "cut.svg", "cut")
    for drawn in sorted(lines, key=lambda line: (box_of(line)[1], box_of(line)[0])):
        left, top, *_ = box_of(drawn)
        upper = [x for x, y in drawn if y < top + 7]
        tabs.append((min(upper) - left, max(upper) - left))
    step = (70 - 22) / 2
    expected = [(i % 3 * step, i % 3 * step + 22) for i in range(4)]
    assert tabs == [pytest.approx(pair, abs=EXACT) for pair in expected]


@pytest.mark.parametrize("duplex", ["long", "short"])
def test_a_tab_and_its_back_lie_over_one_another(tmp_path: Path, duplex: str) -> None:
    write(tmp_path / "out", kit("index", 4), f"paper=a4,turn=portrait,duplex={duplex}")
    front, back = (
        [line.points for line in page.lines if len(line.points) > 12 and not line.dashed]
        for page in read_sheets(tmp_path / "out" / "sheets.pdf")
    )
    short = duplex == "short"
    seen = [[(x, 297 - y) if short else (210 - x, y) for x, y in points] for points in back]
    for outline, under in zip(front, seen, strict=True):
        assert same_line(outline, under)


def test_of_a_tiled_board_each_sheet_is_cut_to_its_tile(tmp_path: Path) -> None:
    write(tmp_path / "out", kit("atlas", 1), "cut=both,bleed=0")
    told = manifest(tmp_path / "out")
    sheets = read_sheets(tmp_path / "out" / "sheets.pdf")[::2]
    for number, sheet in enumerate(sheets, 1):
        file = next(n for n, on in told["cut"].items() if number in on and n.endswith("svg"))
        tile = box_of(sheet.faces[0].clip)
        (drawn,) = svg_lines(tmp_path / "out" / file, "cut")
        assert box_of(drawn) == pytest.approx(tile, abs=EXACT)
        left = box_of(sheet.faces[0].box(8.504, 8.504, 0, 0))[0]
        fold = left + 200
        crosses = tile[0] < fold < tile[2]
        folds = svg_lines(tmp_path / "out" / file, "fold")
        assert [box_of(line) for line in folds] == [
            pytest.approx((fold, tile[1], fold, tile[3]), abs=EXACT) for _ in range(crosses)
        ]


# --- arcs ------------------------------------------------------------------------------------


def bulged(outline: Outline) -> Iterator[Point]:
    """Points on the arcs that an outline becomes."""
    for ring in list_rings(outline):
        start = ring.start
        for arc in ring.arcs:
            for t in np.linspace(0, 1, 17):
                yield on_arc(start, arc.end, arc.bulge, float(t))
            start = arc.end


def on_arc(start: Point, end: Point, bulge: float, t: float) -> Point:
    """A point of an arc by its definition: the angle is four times the bulge's arctangent."""
    if abs(bulge) < 1e-9:
        return start[0] + t * (end[0] - start[0]), start[1] + t * (end[1] - start[1])
    a, b = complex(*start), complex(*end)
    angle = 4 * np.arctan(bulge)
    center = (a + b) / 2 + 1j * (b - a) / 2 / np.tan(angle / 2)
    at = center + (a - center) * np.exp(1j * angle * t)
    return float(at.real), float(at.imag)


@pytest.mark.parametrize(
    "outline",
    [
        ellipse(Rect(0, 0, 90, 90)),
        ellipse(Rect(10, 20, 60, 25)),
        (Move(0, 0), Curve(30, -40, 60, 40, 90, 0), Line(90, 50), Line(0, 50), Line(0, 0)),
    ],
)
def test_arcs_stay_on_the_curve(outline: Outline) -> None:
    assert farthest(list(bulged(outline)), sampled(outline)) < 0.005


def test_a_point_is_inside_or_not() -> None:
    ring = ellipse(Rect(0, 0, 20, 20))
    assert contains_point(ring, 10, 10)
    assert contains_point(ring, 3.5, 3.5)
    assert not contains_point(ring, 1.5, 1.5)
    assert not contains_point(ring, 25, 10)


# --- registration marks ----------------------------------------------------------------------


def test_three_marks_are_a_square_and_two_angles(tmp_path: Path) -> None:
    write(tmp_path / "out", job("poker", 2), "silhouette=3,header=no")
    front, back = read_sheets(tmp_path / "out" / "sheets.pdf")
    assert back.lines == [], "the machine looks at the front alone"
    (square,) = [line for line in front.lines if line.filled]
    assert box_of(square.points) == pytest.approx((9.5, 9.5, 15.5, 15.5), abs=EXACT)
    angles = [line for line in front.lines if not line.filled]
    assert {round(line.width / MM, 3) for line in angles} == {1.0}
    assert [line.points for line in angles] == [
        [pytest.approx(p, abs=EXACT) for p in points]
        for points in (
            [(261.4, 10), (269.4, 10), (269.4, 18)],
            [(18, 205.9), (10, 205.9), (10, 197.9)],
        )
    ]


@pytest.mark.parametrize(("length", "thickness"), [(5, 0.5), (12.5, 0.8), (20, 1)])
def test_marks_are_as_long_and_thick_as_asked_and_in_line(
    length: float, thickness: float, tmp_path: Path
) -> None:
    """The outer edges of square and angles are half a thickness outside the inset."""
    asked = f"silhouette=3,header=no,length={length}mm,thickness={thickness}mm,turn=portrait"
    write(tmp_path / "out", job("poker", 2), asked)
    front = read_sheets(tmp_path / "out" / "sheets.pdf")[0]
    (square,) = [line for line in front.lines if line.filled]
    outer = 10 - thickness / 2
    assert box_of(square.points)[:2] == pytest.approx((outer, outer), abs=EXACT)
    assert box_of(square.points)[2] - outer == pytest.approx(5 + thickness, abs=EXACT)
    for line in (line for line in front.lines if not line.filled):
        assert line.width / MM == pytest.approx(thickness, abs=EXACT)
        (x1, y1), (x2, y2), (x3, y3) = line.points
        assert abs(x1 - x2) + abs(y1 - y2) == pytest.approx(length, abs=EXACT)
        assert abs(x3 - x2) + abs(y3 - y2) == pytest.approx(length, abs=EXACT)


@pytest.mark.parametrize(
    ("asked", "places", "bleed"),
    [
        ("", 8, 0.05),
        ("length=5mm", 8, 2.55),
        ("length=7.2mm", 8, 0.85),
        ("length=20mm", 6, 2.7),
        ("paper=a4", 8, 2.5),
    ],
)
def test_eight_poker_cards_lie_between_the_marks_of_letter(
    asked: str, places: int, bleed: float
) -> None:
    plan = plan_sheet(size("poker"), options(f"silhouette=3{',' if asked else ''}{asked}"))
    assert plan.places == places
    outer = min(plan.across.outer, plan.down.outer)
    assert outer / MM == pytest.approx(bleed, abs=0.006)


def test_four_marks_are_angles_in_every_corner(tmp_path: Path) -> None:
    write(
        tmp_path / "out",
        job("poker", 2),
        "silhouette=4,header=no,inset=12mm,paper=a4,turn=portrait",
    )
    front = read_sheets(tmp_path / "out" / "sheets.pdf")[0]
    assert not any(line.filled for line in front.lines)
    corners = sorted((round(x, 2), round(y, 2)) for x, y in (li.points[1] for li in front.lines))
    assert corners == [(12, 12), (12, 285), (198, 12), (198, 285)]


@pytest.mark.parametrize("name", ["poker", "micro", "mini", "hex-66mm", "coin", "land", "atlas"])
@pytest.mark.parametrize("count", [3, 4])
def test_nothing_is_printed_near_a_mark(tmp_path: Path, name: str, count: int) -> None:
    """9 mm from each corner that has a mark; and all pieces lie between the marks."""
    given = kit(name, 60 if name != "atlas" else 1) if name in KIT else job(name, 60)
    write(tmp_path / "out", given, f"silhouette={count}")
    for sheet in read_sheets(tmp_path / "out" / "sheets.pdf")[::2]:
        wide, high = sheet.page
        zones = [(10, 10), (wide - 19, 10), (10, high - 19), (wide - 19, high - 19)][:count]
        for face in sheet.faces:
            left, top, right, bottom = box_of(face.clip)
            assert left >= 10 - EXACT
            assert right <= wide - 10 + EXACT
            assert top >= 10 - EXACT
            assert bottom <= high - 10 + EXACT
            for x, y in zones:
                assert (
                    left >= x + 9 - EXACT
                    or right <= x + EXACT
                    or (top >= y + 9 - EXACT or bottom <= y + EXACT)
                )


def test_the_corner_without_a_mark_is_used() -> None:
    """Thirty micro cards fill six rows of five; three marks take less room than four."""
    three, four = (
        plan_sheet(size("micro"), options(f"silhouette={n},turn=portrait,length=20mm")).places
        for n in (3, 4)
    )
    assert three > four


@pytest.mark.parametrize(
    ("asked", "message", "option"),
    [
        ("silhouette=3,marks=crop", "would stand among the registration marks", "marks"),
        ("silhouette=3,duplex=fold", "does not go through a cutting machine", "duplex"),
        ("silhouette=3,inset=3mm", "nearer to the edge than the printer reaches", "inset"),
        ("silhouette=3,length=21mm", "`length=21mm` is not possible", "length"),
        ("silhouette=3,length=4mm", "`length=4mm` is not possible", "length"),
        ("silhouette=3,thickness=0.4mm", "`thickness=0.4mm` is not possible", "thickness"),
        ("silhouette=5", "`silhouette=5` is not possible", "silhouette"),
        ("cut=pdf", "`cut=pdf` is not possible", "cut"),
    ],
)
def test_options_that_do_not_go_together_are_refused(asked: str, message: str, option: str) -> None:
    with pytest.raises(OptionError) as caught:
        SheetOptions.parse(dict(pair.split("=") for pair in asked.split(",")))
    assert message in str(caught.value)
    assert caught.value.option == option
    assert caught.value.hint


def test_what_has_no_room_between_the_marks_is_told_how_to_have_it() -> None:
    with pytest.raises(OptionError) as caught:
        plan_sheet(size("poker"), options("silhouette=3,grid=4x4"))
    assert "registration marks" in str(caught.value)
    assert "grid=" in caught.value.hint


def test_cut_files_are_the_same_every_time(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write(tmp_path / name, kit("coin", 8), "silhouette=3")
    one, two = ({p.name: p.read_bytes() for p in (tmp_path / n).iterdir()} for n in ("one", "two"))
    assert one == two
    assert json.loads(one["manifest.json"])["cut"]
