"""Pieces that are polygons: their corners, cut, safe line and what rules say of them."""

from __future__ import annotations

from math import sqrt

import pytest

from cardgen.check.engine.cut_distance import measure_overshoot
from cardgen.core.findings import Finding, Report
from cardgen.core.sizes import Size
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.checked_game import Checked
from cardgen.pipeline.inspection import check_game
from cardgen.scene.cut_outline import list_corner_points, safe_outline, trim_outline
from cardgen.scene.outlines import bounds

MM = 72 / 25.4


def look(size: str, safe: str = "[]") -> tuple[Checked | None, tuple[Finding, ...]]:
    report = Report()
    files: dict[str, str | bytes] = {
        "game.yaml": "game: G\nfonts: {text: fonts/EBGaramond-Regular.ttf}\n"
        f"sizes: {{piece: {{{size}}}}}\n"
        "decks: {d: {cards: c.yaml, size: piece, front: face}}\n",
        "c.yaml": "- {name: A}\n",
        "layouts.yaml": "layouts: {face: {bleed: [{shape: rectangle, fill: '#ddeeff'}], "
        f"safe: {safe}}}}}\n",
    }
    return check_game(MemoryGame(files), report), report.findings


def size_of(size: str) -> Size:
    found, findings = look(size)
    assert found is not None, [finding.message for finding in findings]
    assert "bleed-missing" not in {finding.code for finding in findings}
    return found.bound.decks[0].size


@pytest.mark.parametrize(
    ("typed", "width", "height", "corners"),
    [
        ("shape: upright-hexagon, height: 40mm", 20 * sqrt(3), 40, 6),
        ("shape: triangle, width: 40mm", 40, 20 * sqrt(3), 3),
        ("shape: octagon, width: 40mm", 40, 40, 8),
        ("shape: outline, width: 40mm, height: 30mm, path: M0 0 L4 1 L4 3 L0 3 Z", 40, 30, 4),
        ("shape: outline, width: 40mm, height: 30mm, path: M0 0 V3 H4 V0 Z", 40, 30, 4),
    ],
)
def test_a_piece_is_as_large_as_it_says(
    typed: str, width: float, height: float, corners: int
) -> None:
    size = size_of(typed)
    cut = bounds(trim_outline(size))
    assert cut is not None
    assert (cut.width / MM, cut.height / MM) == pytest.approx((width, height))
    assert len(size.polygon) == corners


@pytest.mark.parametrize("shape", ["upright-hexagon, height", "triangle, width", "octagon, width"])
def test_the_safe_line_keeps_its_distance_from_every_side(shape: str) -> None:
    size = size_of(f"shape: {shape}: 60mm")
    for x, y in list_corner_points(size, size.safe):
        assert measure_overshoot(size, 0.0, x, y) == pytest.approx(-size.safe)
    assert safe_outline(size) != trim_outline(size)


def test_regular_pieces_have_equal_sides() -> None:
    for typed in ("upright-hexagon, height: 40mm", "triangle, width: 40mm", "octagon, width: 40mm"):
        corners = size_of(f"shape: {typed}").polygon
        sides = [
            sqrt((x - ax) ** 2 + (y - ay) ** 2)
            for (x, y), (ax, ay) in zip(corners, (*corners[1:], corners[0]), strict=True)
        ]
        assert max(sides) == pytest.approx(min(sides))


def test_the_back_is_the_mirrored_piece() -> None:
    size = size_of("shape: outline, width: 40mm, height: 30mm, path: M0 0 L4 1 L4 3 L0 3 Z")
    assert size.mirrored().mirrored() == size
    assert size.mirrored() != size


def test_what_stands_in_a_corner_that_is_cut_off_is_found() -> None:
    text = "[{text: corner, font: text, size: 9pt, at: top left}]"
    _, findings = look("shape: triangle, width: 60mm", text)
    assert "text-outside-safe" in {finding.code for finding in findings}


@pytest.mark.parametrize(
    "typed",
    [
        "shape: triangle, height: 40mm",
        "shape: upright-hexagon, width: 40mm",
        "shape: outline, width: 40mm, height: 30mm",
        "shape: octagon, width: 40mm, path: M0 0 L1 0 L1 1 Z",
        "shape: outline, width: 40mm, height: 30mm, path: M0 0 L1 0",
        "shape: outline, width: 40mm, height: 30mm, path: M0 0 L1 0 L1 1 Z M3 3 L4 3 L4 4 Z",
        "shape: outline, width: 40mm, height: 30mm, path: hello",
        "shape: triangle, width: 9mm",
        "shape: octagon, width: 40mm, corner: 2mm",
    ],
)
def test_what_is_no_piece_is_said(typed: str) -> None:
    found, findings = look(typed)
    assert found is None
    assert "bad-size" in {finding.code for finding in findings}
