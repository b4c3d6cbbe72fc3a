"""Outlines of shapes: polygons, stars, parts of circles, arrows, bubbles, corners, curves."""

from __future__ import annotations

import math

import pytest

from cardgen.core.geometry import Rect
from cardgen.layout.face.shapes import bubble, cornered, pie, ring, smooth_curve
from cardgen.read.models.drawn_elements import SHAPE_USES
from cardgen.scene.items import Path, walk
from cardgen.scene.outlines import Close, Curve, Line, Move, Outline, bounds
from tests.unit.layout.test_effects import items
from tests.unit.layout.test_faces import errors

BOX = Rect(0, 0, 100, 50)


def drawn(shape: str) -> Outline:
    """The outline of a shape in a box of 40 mm x 20 mm, in millimeters from its corner."""
    place = "left: 0, top: 0, width: 40mm, height: 20mm"
    (path,) = (i for i in walk(items(f"- {{{shape}, fill: a, {place}}}")) if isinstance(i, Path))
    return path.outline


def size_of(outline: Outline) -> tuple[float, float]:
    box = bounds(outline)
    assert box is not None
    return round(box.width / 72 * 25.4, 2), round(box.height / 72 * 25.4, 2)


def corners_of(outline: Outline) -> int:
    return sum(isinstance(segment, Move | Line) for segment in outline)


@pytest.mark.parametrize("count", [3, 5, 8])
def test_a_regular_polygon_has_its_corners_on_a_circle_the_first_at_the_top(count: int) -> None:
    outline = drawn(f"shape: polygon, corners: {count}")
    assert corners_of(outline) == count
    first, box = outline[0], bounds(outline)
    assert isinstance(first, Move)
    assert box is not None
    assert first.y == pytest.approx(box.top)


def test_a_star_has_tips_and_an_inner_radius() -> None:
    outline = drawn("shape: star, corners: 8, inner: 50%")
    assert corners_of(outline) == 16
    middle = (outline[0].x, outline[8].y)  # type: ignore[union-attr]
    assert math.dist(middle, (outline[0].x, outline[0].y)) > 0  # type: ignore[union-attr]
    assert corners_of(drawn("shape: star")) == 10


def test_an_arc_runs_clockwise_from_the_top() -> None:
    outline = drawn("shape: arc, start: 0, sweep: 90")
    assert not any(isinstance(segment, Close) for segment in outline)
    start, end = outline[0], outline[-1]
    assert isinstance(start, Move)
    assert isinstance(end, Curve)
    assert end.x > start.x
    assert end.y > start.y
    assert size_of(outline) == (20.0, 10.0)


def test_a_pie_goes_back_to_the_middle_and_a_whole_one_is_an_ellipse() -> None:
    outline = pie(BOX, 0, 90)
    assert outline[0] == Move(50, 25)
    assert isinstance(outline[-1], Close)
    assert outline[0] not in pie(BOX, 0, 360)


def test_a_ring_leaves_its_middle_free() -> None:
    whole = ring(BOX, 0, 360, 0.5)
    assert sum(isinstance(segment, Move) for segment in whole) == 2
    part = ring(BOX, 0, 90, 0.5)
    assert sum(isinstance(segment, Move) for segment in part) == 1
    assert isinstance(part[-1], Close)


def test_the_two_circles_of_a_ring_run_against_each_other() -> None:
    """So that what is between them is filled, and the middle is not."""
    assert area(ring(BOX, 0, 360, 0.5)) == pytest.approx(2 * 50 * 25 * 0.75)


def area(outline: Outline) -> float:
    """Of the polygon of an outline's points."""
    total, here, start = 0.0, (0.0, 0.0), (0.0, 0.0)
    for segment in outline:
        there = start if isinstance(segment, Close) else (segment.x, segment.y)
        if isinstance(segment, Move):
            start = there
        else:
            total += here[0] * there[1] - there[0] * here[1]
        here = there
    return abs(total) / 2


def test_an_arrow_fills_its_box_and_has_a_head_and_a_shaft() -> None:
    outline = drawn("shape: arrow, head: 25%, shaft: 50%")
    assert size_of(outline) == (40.0, 20.0)
    assert corners_of(outline) == 7


@pytest.mark.parametrize("tip", [(20, 80), (50, -30), (130, 20), (-30, 25)])
def test_the_tail_of_a_bubble_ends_where_it_is_told_to(tip: tuple[float, float]) -> None:
    outline = bubble(BOX, 8, tip)
    assert Line(*tip) in outline
    assert area(outline) > area(bubble(BOX, 8, (50, 25)))


def test_a_tail_within_its_bubble_is_none() -> None:
    assert bubble(BOX, 8, (50, 25)) == bubble(BOX, 8, (40, 20))


def test_corners_are_round_cut_or_scooped() -> None:
    cut, scooped = cornered(BOX, 10, "cut"), cornered(BOX, 10, "scoop")
    assert corners_of(cut) == 8
    assert area(cut) == pytest.approx(5000 - 4 * 50)
    assert sum(isinstance(segment, Curve) for segment in scooped) == 4
    assert area(scooped) == pytest.approx(5000 - 4 * 50)
    (curve,) = (s for s in scooped[:2] if isinstance(s, Curve))
    assert curve.x1 > 0 or curve.y1 > 0


def test_boxes_have_such_corners_too() -> None:
    (path,) = items("- {overlay: [], fill: a, radius: 3mm, corner: cut}")
    assert isinstance(path, Path)
    assert corners_of(path.outline) == 8


def test_a_curve_goes_through_all_its_points() -> None:
    points = [(0.0, 0.0), (30.0, 40.0), (60.0, 10.0), (100.0, 50.0)]
    for closed in (False, True):
        ends = [(s.x, s.y) for s in smooth_curve(points, closed=closed) if isinstance(s, Curve)]
        assert ends == [*points[1:], *([points[0]] if closed else [])]


def test_a_line_may_go_from_point_to_point() -> None:
    outline = drawn("shape: line, points: [[0%, 0%], [50%, 100%], [100%, 0%]], stroke: b")
    assert [type(segment) for segment in outline] == [Move, Line, Line]


def test_a_box_cuts_its_content_to_any_plain_shape() -> None:
    made = items("- {overlay: [{shape: rectangle, fill: a}], clip: star}")
    (group,) = made
    assert corners_of(group.clip) == 10  # type: ignore[union-attr, arg-type]


@pytest.mark.parametrize(
    "shape",
    [
        "shape: ellipse, radius: 2mm",
        "shape: rectangle, corners: 5",
        "shape: polygon",
        "shape: polygon, corners: 5, points: [[0%, 0%], [1%, 1%], [0%, 1%]]",
        "shape: curve, points: [[0%, 0%], [1%, 1%]]",
        "shape: arc, inner: 20%",
        "shape: bubble, tail: [20%]",
        "shape: star, corners: 2",
        "shape: ring, inner: 200%",
        "shape: arrow, shaft: 300%",
        "shape: pie, sweep: 400",
    ],
)
def test_what_a_shape_cannot_use_or_lacks_is_told(shape: str) -> None:
    assert errors(f"- {{{shape}, fill: a}}")


def test_every_shape_is_drawn() -> None:
    needs = {"polygon": ", corners: 5", "curve": ", points: [[0%, 0%], [50%, 50%], [9%, 90%]]"}
    for name in SHAPE_USES:
        assert drawn(f"shape: {name}{needs.get(name, '')}")
