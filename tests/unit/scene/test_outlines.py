"""Outlines: their corners, boxes and moves."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.core.geometry import Rect, Transform
from cardgen.scene.outlines import (
    Close,
    Curve,
    Line,
    Move,
    bounds,
    ellipse,
    moved,
    rectangle,
    rounded,
)
from tests.support.samples import law

BOX = Rect(10, 20, 30, 40)
boxes = st.builds(Rect, *[st.floats(-99, 99)] * 2, *[st.floats(1, 99)] * 2)


def near(one: Rect | None, other: Rect) -> bool:
    return one is not None and other.contains(one, 1e-6) and one.contains(other, 1e-6)


def test_a_rectangle_has_four_corners_and_is_closed() -> None:
    assert rectangle(BOX) == (Move(10, 20), Line(40, 20), Line(40, 60), Line(10, 60), Close())


@law
@given(boxes)
def test_an_ellipse_touches_the_four_sides(box: Rect) -> None:
    assert near(bounds(ellipse(box)), box)


def test_an_ellipse_is_as_round_as_a_circle() -> None:
    quarter = next(s for s in ellipse(Rect(-1, -1, 2, 2)) if isinstance(s, Curve))
    middle = [(a + 3 * b + 3 * c + d) / 8 for a, b, c, d in (
        (0, quarter.x1, quarter.x2, quarter.x), (-1, quarter.y1, quarter.y2, quarter.y)
    )]  # fmt: skip
    assert middle[0] ** 2 + middle[1] ** 2 == pytest.approx(1, abs=1e-3)


@law
@given(boxes, st.floats(0, 60))
def test_a_rounded_box_stays_in_its_box(box: Rect, radius: float) -> None:
    assert near(bounds(rounded(box, radius)), box)


def test_a_radius_of_nothing_is_a_rectangle() -> None:
    assert rounded(BOX, 0) == rectangle(BOX)


def test_a_radius_is_half_the_shorter_side_at_most() -> None:
    assert rounded(BOX, 999) == rounded(BOX, 15)


def test_a_square_with_the_largest_radius_is_a_circle() -> None:
    square = Rect(0, 0, 10, 10)
    assert rounded(square, 5) == ellipse(square)


def test_a_corner_begins_a_radius_from_the_corner() -> None:
    assert rounded(BOX, 4)[:2] == (Move(14, 20), Line(36, 20))


def test_every_point_of_an_outline_is_moved() -> None:
    outline = (Move(0, 0), Line(1, 2), Curve(1, 2, 3, 4, 5, 6), Close())
    assert moved(outline, Transform(e=10, f=20)) == (
        Move(10, 20),
        Line(11, 22),
        Curve(11, 22, 13, 24, 15, 26),
        Close(),
    )


@law
@given(boxes, st.floats(-50, 50), st.floats(-50, 50))
def test_a_moved_outline_has_moved_bounds(box: Rect, dx: float, dy: float) -> None:
    found = bounds(moved(ellipse(box), Transform(e=dx, f=dy)))
    assert near(found, Rect(box.left + dx, box.top + dy, box.width, box.height))


def test_an_outline_without_points_has_no_bounds() -> None:
    assert bounds((Close(),)) is None
