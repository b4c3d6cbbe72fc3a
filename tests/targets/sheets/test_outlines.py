"""Pieces of other outlines on home sheets: each is cut along its own line, with its safe line
inside, and no two of them meet."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from cardgen.core.findings import Report
from cardgen.core.geometry import POINTS_PER_MM, Rect
from cardgen.files.game_files import MemoryGame
from cardgen.pipeline.inspection import check_game
from cardgen.scene.cut_outline import safe_outline, trim_outline
from cardgen.scene.items import Line, bounds
from cardgen.targets.contract import Job
from cardgen.targets.proof.target import ProofTarget
from cardgen.targets.sheets.target import SheetsTarget
from tests.support.cut_files import svg_lines
from tests.support.sheet_pdf import read_sheets
from tests.support.target_runs import write_target

MM = POINTS_PER_MM
SIZES = {
    "pointy": "{shape: upright-hexagon, height: 40mm}",
    "three": "{shape: triangle, width: 45mm}",
    "eight": "{shape: octagon, width: 38mm}",
    "shield": "{shape: outline, width: 40mm, height: 48mm, path: M0 0 H40 V28 L20 48 L0 28 Z}",
}


def job(name: str) -> Job:
    game = (
        "game: Dies\npalette: {sea: '#1d6f8a'}\n"
        f"sizes:\n  die: {SIZES[name]}\n"
        "decks: {pieces: {cards: cards.yaml, size: die, front: face}}\n"
    )
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
    for (sheet, one), (other_sheet, other) in combinations(placed, 2):
        if sheet == other_sheet:
            assert apart(box_of(one), box_of(other))
    for _, corners in placed:
        left, top, right, bottom = box_of(corners)
        assert sorted((right - left, bottom - top)) == pytest.approx(
            sorted((size.trim.width / MM, size.trim.height / MM)), abs=0.02
        )


def box_of(points: list[tuple[float, float]]) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def apart(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    slack = 0.01
    return (
        one[2] <= other[0] + slack
        or other[2] <= one[0] + slack
        or one[3] <= other[1] + slack
        or other[3] <= one[1] + slack
    )


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
    for face, line in zip(front.faces, drawn, strict=True):
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
