"""Pieces of other outlines on home sheets: each is cut along its own line, with its safe line
inside, and no two of them meet."""

from __future__ import annotations

from itertools import combinations, pairwise
from pathlib import Path

import pytest

from cardgen.core.findings import Report
from cardgen.core.geometry import POINTS_PER_MM, Rect
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import check_game
from cardgen.scene.cut_outline import measure_beyond_polygon, safe_outline, trim_outline
from cardgen.scene.outlines import Line, bounds
from cardgen.targets.contract import Job
from cardgen.targets.proof.target import ProofTarget
from cardgen.targets.sheets.fit import plan_sheet
from cardgen.targets.sheets.plan import SheetPlan
from cardgen.targets.sheets.target import SheetsTarget
from tests.support.cut_files import svg_lines
from tests.support.sheet_pdf import read_sheets
from tests.support.target_runs import write_target
from tests.targets.sheets.test_cut_files import nearest
from tests.targets.sheets.test_pages import options

MM = POINTS_PER_MM
SIZES = {
    "pointy": "{shape: upright-hexagon, height: 40mm}",
    "three": "{shape: triangle, width: 45mm}",
    "eight": "{shape: octagon, width: 38mm}",
    "shield": "{shape: outline, width: 40mm, height: 48mm, path: M0 0 H40 V28 L20 48 L0 28 Z}",
    "drop": "{shape: outline, width: 40mm, height: 50mm, path: M20 0 C26 12 40 22 40 32 "
    "A20 18 0 0 1 0 32 C0 22 14 12 20 0 Z}",
}


def job(name: str, *, back: bool = False) -> Job:
    game = (
        "game: Dies\npalette: {sea: '#1d6f8a'}\n"
        f"sizes:\n  die: {SIZES[name]}\n"
        "decks: {pieces: {cards: cards.yaml, size: die, front: face, back: face}}\n"
    )
    game = game if back else game.replace(", back: face", "")
    layouts = "layouts: {face: {bleed: [{shape: rectangle, fill: sea}]}}\n"
    cards = "".join(f"- {{name: Piece {number}}}\n" for number in range(6))
    files = {"game.yaml": game, "layouts.yaml": layouts, "cards.yaml": cards}
    report = Report()
    found = check_game(MemoryGame(dict(files)), report, checks=())
    assert found is not None, [f.message for f in report.findings]
    return found.job(100, lambda *_: None)


def own_box(name: str) -> Rect:
    box = bounds(trim_outline(job(name).game.decks[0].size))
    assert box is not None
    return box


@pytest.mark.parametrize("name", SIZES)
def test_a_piece_keeps_its_measures_and_no_two_lie_over_each_other(
    name: str, tmp_path: Path
) -> None:
    given = job(name)
    write_target(SheetsTarget(), tmp_path / "out", given)
    size = given.game.decks[0].size
    trim = size.bleed, size.bleed, size.trim.width, size.trim.height
    sheets = read_sheets(tmp_path / "out" / "sheets.pdf")
    placed = [(sheet, face.box(*trim)) for sheet, one in enumerate(sheets) for face in one.faces]
    assert len(placed) == 6
    for _, corners in placed:
        left, top, right, bottom = box_of(corners)
        assert sorted((right - left, bottom - top)) == pytest.approx(
            sorted((size.trim.width / MM, size.trim.height / MM)), abs=0.02
        )


def box_of(points: list[tuple[float, float]]) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def sheet_plan(name: str, asked: str) -> SheetPlan:
    return plan_sheet(job(name).game.decks[0].size, options(asked))


def cut_lines(plan: SheetPlan) -> list[list[tuple[float, float]]]:
    """The corners of each piece on a sheet, in millimeters."""
    made = []
    for cell in plan.cells():
        wide, high = cell.trim.width, cell.trim.height
        points = [(wide - x, high - y) if cell.turned else (x, y) for x, y in plan.size.polygon]
        made.append([((cell.trim.left + x) / MM, (cell.trim.top + y) / MM) for x, y in points])
    return made


def gap_between(one: list[tuple[float, float]], other: list[tuple[float, float]]) -> float:
    """How far two pieces are apart; below 0, if one reaches into the other."""
    some = max(1, len(one) // 24)
    pairs = [(one, point) for point in other[::some]] + [(other, point) for point in one[::some]]
    return min(measure_beyond_polygon(ring, *point) for ring, point in pairs)


@pytest.mark.parametrize("asked", ["", "gap=3mm", "paper=a3,gap=1mm"])
@pytest.mark.parametrize("name", SIZES)
def test_pieces_that_interlock_are_a_gap_apart_and_on_the_paper(name: str, asked: str) -> None:
    plan = sheet_plan(name, asked)
    gap = float(asked.partition("gap=")[2].removesuffix("mm") or 0)
    placed = cut_lines(plan)
    for one, other in combinations(placed[:16], 2):  # two rows or more
        if near(box_of(one), box_of(other), gap):
            assert gap_between(one, other) >= gap - 0.01
    left, top, right, bottom = box_of([point for corners in placed for point in corners])
    area = plan.printable
    assert area.left / MM - 0.01 <= left < right <= area.right / MM + 0.01
    assert area.top / MM - 0.01 <= top < bottom <= area.bottom / MM + 0.01


def near(one: tuple[float, ...], other: tuple[float, ...], gap: float) -> bool:
    across = min(one[2], other[2]) - max(one[0], other[0])
    return across > -gap and min(one[3], other[3]) - max(one[1], other[1]) > -gap


@pytest.mark.parametrize(
    ("name", "places", "in_grid"),
    [("pointy", 42, 35), ("three", 50, 25), ("shield", 30, 25), ("drop", 32, 25)],
)
def test_pieces_that_interlock_are_more_than_in_a_grid(
    name: str, places: int, in_grid: int
) -> None:
    assert sheet_plan(name, "").places == places
    assert sheet_plan(name, "nest=no").places == in_grid


def test_octagons_stay_in_rows_where_as_many_fit() -> None:
    assert sheet_plan("eight", "").interlock is None


def test_triangles_point_up_and_down_in_turn() -> None:
    first = [cell.turned for cell in sheet_plan("three", "").cells() if cell.row == 0]
    assert len(set(first)) == 2
    assert all(one != other for one, other in pairwise(first))


@pytest.mark.parametrize("asked", ["bleed=1mm", "grid=2x3", "duplex=fold", "nest=no"])
def test_pieces_do_not_interlock_where_something_else_is_asked_for(asked: str) -> None:
    assert sheet_plan("three", asked).interlock is None


@pytest.mark.parametrize("asked", ["", "gap=4mm"])
@pytest.mark.parametrize("name", ["three", "shield", "drop"])
def test_backs_lie_under_pieces_that_interlock(name: str, asked: str, tmp_path: Path) -> None:
    """A page turned over like that of a book: what is left is right, what stands on its head
    does so on both sides, unless rows change places."""
    given = job(name, back=True)
    write_target(SheetsTarget(), tmp_path / "out", given, asked)
    size = given.game.decks[0].size
    front, back = read_sheets(tmp_path / "out" / "sheets.pdf")[:2]
    trim = size.bleed, size.bleed, size.trim.width, size.trim.height
    wide, high = front.page
    assert len(front.faces) == len(back.faces) == 6
    for over, under in zip(front.faces, back.faces, strict=True):
        left, top, right, bottom = box_of(under.box(*trim))
        flipped = (wide - right, top, wide - left, bottom)
        if wide > high:
            flipped = (left, high - bottom, right, high - top)
        assert flipped == pytest.approx(box_of(over.box(*trim)), abs=0.02)
        assert (over.put[0, 0] * under.put[0, 0] < 0) == (wide > high)


@pytest.mark.parametrize("name", ["three", "drop"])
def test_pictures_reach_no_further_than_half_the_gap(name: str) -> None:
    plan = sheet_plan(name, "gap=4mm")
    assert plan.bleed == pytest.approx(2 * MM, abs=0.01)
    for cell, cut in zip(plan.cells()[:2], cut_lines(plan), strict=False):
        reach = [(x / MM, y / MM) for x, y in cell.reach]
        far = [measure_beyond_polygon(cut, *point) for point in reach]
        assert min(far) >= 2 - 0.02
        assert all(measure_beyond_polygon(reach, *point) < 0 for point in cut)


@pytest.mark.parametrize("name", SIZES)
def test_a_sheet_draws_where_each_piece_is_cut(name: str, tmp_path: Path) -> None:
    given = job(name)
    write_target(SheetsTarget(), tmp_path / "out", given, "cut=both")
    size = given.game.decks[0].size
    trim = size.bleed, size.bleed, size.trim.width, size.trim.height
    front = read_sheets(tmp_path / "out" / "sheets.pdf")[0]
    drawn = svg_lines(tmp_path / "out" / "cut.svg", "cut")
    assert len(front.faces) == len(drawn) == 6
    corners = sum(isinstance(part, Line) for part in trim_outline(size))
    for face in front.faces:
        line = nearest(box_of(face.box(*trim)), drawn)
        assert box_of(line) == pytest.approx(box_of(face.box(*trim)), abs=0.02)
        assert len({(round(x, 3), round(y, 3)) for x, y in line}) >= corners


@pytest.mark.parametrize("name", SIZES)
def test_the_safe_line_is_inside_the_cut_on_every_side(name: str, tmp_path: Path) -> None:
    size = job(name).game.decks[0].size
    safe, cut = bounds(safe_outline(size)), own_box(name)
    assert safe is not None
    assert cut.contains(safe)
    assert safe.width < cut.width - 2 * size.safe + 0.1
    assert write_target(ProofTarget(), tmp_path / "out", job(name))
