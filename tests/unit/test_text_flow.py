"""Texts that flow around a shape or within an outline: no line where the shape is."""

from __future__ import annotations

from math import sqrt

import pytest

from cardgen.core.findings import Finding, Report
from cardgen.core.geometry import POINTS_PER_MM
from cardgen.files.game_files import MemoryGame
from cardgen.layout.face.boxes import PlacedElement
from cardgen.layout.text.placed_text import SetLine
from cardgen.pipeline.inspection import Checked, check_game

MM = POINTS_PER_MM
WORDS = "In the pool below the pier the crabs wait for the tide to bring them what they eat. " * 3
GAME = """\
game: Flow
fonts: {text: fonts/EBGaramond-Regular.ttf}
decks: {cards: {cards: cards.yaml, size: poker, front: face}}
"""


def check(fields: str, words: str = WORDS) -> tuple[Checked | None, tuple[Finding, ...]]:
    layouts = (
        "layouts:\n  face:\n    trim:\n"
        f'      - {{text: "{words}", font: text, size: 9pt, left: 4mm, top: 4mm, {fields}}}\n'
    )
    files = {"game.yaml": GAME, "layouts.yaml": layouts, "cards.yaml": "- {name: One}\n"}
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


def test_two_ways_to_flow_are_a_finding() -> None:
    _, findings = check("width: 20mm, within: ellipse, wrap: {width: 4mm, height: 4mm}")
    assert [finding.code for finding in findings] == ["bad-flow"]
