"""Texts that flow around a shape or within an outline: no line where the shape is."""

from __future__ import annotations

from math import sqrt

import pytest

from cardgen.core.findings import Finding, Report
from cardgen.core.geometry import POINTS_PER_MM
from cardgen.files.memory_game import MemoryGame
from cardgen.layout.face.boxes import PlacedElement
from cardgen.layout.text.placed_text import SetLine
from cardgen.pipeline.checked_game import Checked
from cardgen.pipeline.inspection import check_game

MM = POINTS_PER_MM
WORDS = "In the pool below the pier the crabs wait for the tide to bring them what they eat. " * 3
GAME = """\
game: Flow
fonts: {text: fonts/EBGaramond-Regular.ttf}
decks: {cards: {cards: cards.yaml, size: poker, front: face}}
"""


def check(
    fields: str, words: str = WORDS, mirror: str = ""
) -> tuple[Checked | None, tuple[Finding, ...]]:
    layouts = (
        "layouts:\n  face:\n    trim:\n"
        f'      - {{text: "{words}", font: text, size: 9pt, left: 4mm, top: 4mm, {fields}}}\n'
    )
    files = {"game.yaml": GAME + mirror, "layouts.yaml": layouts, "cards.yaml": "- {name: One}\n"}
    report = Report()
    return check_game(MemoryGame(dict(files)), report, checks=()), report.findings


def placed(fields: str, words: str = WORDS) -> PlacedElement:
    checked, findings = check(fields, words)
    assert [f.message for f in findings if f.severity == "error"] == []
    assert checked is not None
    face = checked.bound.decks[0].cards[0].front
    return checked.laid.elements(face)[0]


def lines(element: PlacedElement) -> tuple[SetLine, ...]:
    assert element.block is not None
    return element.block.lines


def test_lines_beside_a_shape_end_before_it_and_lines_below_it_do_not() -> None:
    found = lines(placed("width: 50mm, height: 60mm, wrap: {width: 20mm, height: 15mm, gap: 1mm}"))
    beside = [line for line in found if line.baseline < 15 * MM]
    assert len(beside) > 2
    assert max(line.left + line.width for line in beside) < 29.01 * MM + 1
    assert max(line.left + line.width for line in found) > 40 * MM


def test_lines_begin_after_a_shape_on_the_left() -> None:
    wrap = "wrap: {side: left, width: 20mm, height: 15mm, gap: 1mm}"
    found = lines(placed(f"width: 50mm, height: 60mm, {wrap}"))
    assert found[0].left == pytest.approx(21 * MM, abs=0.5)
    assert found[-1].left == pytest.approx(0, abs=0.5)


def test_a_disc_leaves_more_room_above_and_below_its_middle() -> None:
    wrap = "wrap: {shape: ellipse, side: left, width: 24mm, height: 24mm}"
    lefts = [line.left for line in lines(placed(f"width: 50mm, height: 60mm, {wrap}"))]
    inside = [left for left in lefts if left > 1]
    assert inside[0] < max(inside) > inside[-1]


@pytest.mark.parametrize("shape", ["ellipse", "diamond", "hexagon", "triangle"])
def test_every_line_is_within_its_outline(shape: str) -> None:
    fields = f"width: 46mm, height: 46mm, align: center, size: 7pt, within: {shape}"
    element = placed(fields.replace("size: 7pt, ", ""), WORDS[:110])
    block = element.block
    assert block is not None
    assert len(block.lines) > 2
    top = (element.rect.height - block.height) * (1.0 if shape == "triangle" else 0.5)
    pitch = block.height / len(block.lines)
    for number, line in enumerate(block.lines):
        for y in (top + number * pitch, top + (number + 1) * pitch):
            half = half_width(shape, y / element.rect.height) * element.rect.width
            middle = element.rect.width / 2
            assert line.left >= middle - half - 0.5
            assert line.left + line.width <= middle + half + 0.5


def half_width(shape: str, t: float) -> float:
    if shape == "ellipse":
        return sqrt(max(0.0, t * (1 - t)))
    if shape == "triangle":
        return t / 2
    return 0.5 - abs(t - 0.5) * (1.0 if shape == "diamond" else 0.5)


def test_a_text_too_long_for_its_outline_is_an_error() -> None:
    _, findings = check("width: 20mm, height: 20mm, within: ellipse")
    assert "text-overflow" in {finding.code for finding in findings}


def test_a_text_that_shrinks_does_so_until_it_is_within() -> None:
    element = placed("width: 38mm, height: 38mm, min-size: 5pt, within: ellipse")
    assert element.block is not None
    assert 5 <= element.block.size < 9


def boxes(fields: str) -> list[tuple[float, float, float, float]]:
    """From where to where each line runs, across and down, in millimeters of its text's box."""
    element = placed(fields)
    block = element.block
    assert block is not None
    pitch, first = 9 * 1.25, lines(element)[0].baseline
    down = {"top": 0.0, "bottom": element.rect.height - block.height}
    start = down["bottom" if "valign: bottom" in fields else "top"]
    return [
        (line.left / MM, (line.left + line.width) / MM, top / MM, (top + pitch) / MM)
        for line in block.lines
        for top in (start + line.baseline - first % pitch,)
    ]


def test_a_shape_amid_a_text_has_lines_on_both_of_its_sides() -> None:
    wrap = "wrap: {width: 12mm, height: 20mm, left: 19mm, top: 8mm, gap: 1mm}"
    found = boxes(f"width: 50mm, height: 60mm, {wrap}")
    beside = [(left, right) for left, right, top, bottom in found if top > 8 and bottom < 28]
    assert any(right <= 18.01 for _, right in beside)
    assert any(left >= 31.99 for left, _ in beside)
    assert all(right <= 18.6 or left >= 31.99 for left, right in beside)


def test_words_go_on_to_the_right_of_a_shape_before_they_go_on_below() -> None:
    wrap = "wrap: {width: 12mm, height: 20mm, left: 19mm, gap: 1mm}"
    found = lines(placed(f"width: 50mm, height: 60mm, {wrap}"))
    assert found[0].baseline == found[1].baseline < found[2].baseline
    assert found[0].left < found[1].left


def test_where_a_shape_leaves_no_room_there_is_no_line() -> None:
    found = boxes("width: 50mm, height: 70mm, wrap: {width: 100%, height: 14mm, top: 10mm}")
    assert [top for _, _, top, bottom in found if bottom > 10.01 and top < 23.99] == []
    assert found[0][2] < 10 < 24 <= found[-1][2]


def test_a_shape_may_stand_at_the_foot_of_a_box() -> None:
    wrap = "wrap: {width: 25mm, height: 12mm, bottom: 0, gap: 1mm}"
    found = boxes(f"width: 50mm, height: 40mm, valign: bottom, {wrap}")
    low = [right for _, right, _, bottom in found if bottom > 27.1]
    assert low
    assert max(low) < 24.6
    assert max(right for _, right, _, bottom in found if bottom < 26) > 40


def test_lines_keep_clear_of_each_of_several_shapes() -> None:
    wrap = "wrap: [{width: 10mm, height: 9mm, side: left}, {width: 9mm, height: 9mm, top: 20mm}]"
    found = boxes(f"width: 50mm, height: 70mm, {wrap}")
    assert min(left for left, _, top, _ in found if top < 8) >= 9.9
    low = [right for _, right, top, bottom in found if bottom > 20.1 and top < 28.9]
    assert low
    assert max(low) < 41.6


RING = "M50 0 A50 50 0 1 1 49.9 0 Z M50 30 A20 20 0 1 1 49.9 30 Z"


def test_an_outline_may_be_any_path_and_have_holes() -> None:
    found = boxes(f"width: 55mm, height: 55mm, valign: top, within: {{path: {RING}}}")
    middle = 27.5
    hole = [(a, b) for a, b, top, bottom in found if top > 18 and bottom < 37]
    assert hole
    for left, right in hole:
        assert right <= middle - 4 or left >= middle + 4
    for left, right, top, bottom in found:
        for y in (top, bottom):
            half = sqrt(max(0.0, 27.5**2 - (y - middle) ** 2))
            assert middle - half - 0.3 <= left < right <= middle + half + 0.3


def test_lines_keep_their_gap_from_the_outline_that_they_are_in() -> None:
    plain = boxes("width: 50mm, height: 50mm, valign: top, within: {shape: rectangle}")
    apart = boxes("width: 50mm, height: 50mm, valign: top, within: {shape: rectangle, gap: 4mm}")
    assert min(left for left, _, _, _ in plain) == pytest.approx(0, abs=0.2)
    assert min(left for left, _, _, _ in apart) == pytest.approx(4, abs=0.2)
    assert min(top for _, _, top, _ in apart) >= 3.99


def test_a_mirrored_layout_mirrors_what_texts_flow_around() -> None:
    wrap = "width: 50mm, height: 60mm, wrap: {width: 20mm, height: 15mm}"
    checked, _ = check(wrap, mirror="mirror: yes\n")
    assert checked is not None
    element = checked.laid.elements(checked.bound.decks[0].cards[0].front)[0]
    assert lines(element)[0].left > 19 * MM


def test_lines_on_a_grid_keep_clear_of_shapes_where_they_are_printed() -> None:
    wrap = "wrap: {width: 20mm, height: 15mm, top: 10mm}"
    element = placed(f"width: 50mm, height: 60mm, grid: 12pt, {wrap}")
    block = element.block
    assert block is not None
    first = block.lines[0].baseline
    down = -(element.rect.top + first) % 12
    for line in block.lines:
        top = (down + line.baseline - first) / MM
        if top + 12 / MM > 10.05 and top < 24.95:
            assert line.left + line.width < 30.5 * MM


def test_what_is_no_path_is_a_finding_at_its_letter() -> None:
    _, findings = check("width: 20mm, wrap: {path: M0 0 L5 Q, width: 4mm, height: 4mm}")
    assert [finding.code for finding in findings] == ["bad-path"]


def test_two_ways_to_flow_are_a_finding() -> None:
    _, findings = check("width: 20mm, within: ellipse, wrap: {width: 4mm, height: 4mm}")
    assert [finding.code for finding in findings] == ["bad-flow"]


@pytest.mark.parametrize(
    "wrap",
    [
        "wrap: {width: 4mm, height: 4mm, side: left, right: 2mm}",
        "wrap: {width: 4mm, height: 4mm, top: 1mm, bottom: 2mm}",
        "wrap: {width: 4mm, height: 4mm, shape: ellipse, path: M0 0 H9 V9 Z}",
        "within: {shape: ellipse, view: [0, 0, 9, 9]}",
    ],
)
def test_fields_that_contradict_each_other_are_a_finding(wrap: str) -> None:
    _, findings = check(f"width: 20mm, {wrap}")
    assert [finding.code for finding in findings] == ["bad-flow"]


@pytest.mark.parametrize("path", ["M0 0", "M0 0 Z", "M0 0 M5 5", "M0 0 H9", "M0 9 V2 Z"])
@pytest.mark.parametrize(
    "flow", ["within: {path: PATH}", "wrap: {path: PATH, width: 4mm, height: 4mm}"]
)
def test_a_path_without_an_inside_is_told_and_not_a_text_too_high(path: str, flow: str) -> None:
    _, findings = check(f"width: 20mm, {flow.replace('PATH', path)}")
    assert [finding.code for finding in findings] == ["bad-path"]
    assert "M0 0 H10 V10 Z" in findings[0].hint
